//! The checker of mathematical libraries: it finds what glibc rounds wrongly, and nothing in CORE-MATH, which is correct.

use std::path::Path;
use tmd_codegen::ir::Width;
use tmd_codegen::libm::{Check, Checked, Known, check, known, random};
use tmd_runtime::{Libm, LibmFunction, RoundingMode};

const COUNT: usize = 20_000;

fn wrong(check: &Check) -> usize {
    check.wrong.iter().map(|(_, count)| count).sum()
}

fn of(name: &str) -> Known {
    known(name, None).unwrap_or_else(|diag| panic!("{}", diag.message))
}

/// In all modes.
fn asked(known: &Known, width: Width) -> Checked<'_> {
    Checked { known, symbol: "tested", width, modes: &RoundingMode::ALL }
}

fn checked(name: &str, width: Width, function: LibmFunction, library: &Libm) -> Check {
    let inputs = random(width, COUNT, 2);
    check(asked(&of(name), width), &inputs, |mode, x| library.call(function, mode, x))
}

#[test]
fn glibc_is_not_correctly_rounded() {
    let library = match Libm::open(Path::new(Libm::SYSTEM)) {
        Ok(library) => library,
        Err(error) => return println!("skipped: {error}"),
    };
    for name in ["exp", "log", "sin", "cos", "tan", "cbrt", "tgamma"] {
        let function = library.function(name, false).expect("a function of C");
        let found = checked(name, Width::W64, function, &library);
        println!("{found}");
        assert!(found.tried > COUNT / 3 && wrong(&found) > 0, "{found}");
        // An error of a whole unit or more is wrong in every mode, less than half a unit in none but directed ones.
        for of in &found.worst {
            assert!(of.ulps > 0.0 && of.got != of.correct, "{of:?}");
            // Where a library overflows in the wrong mode it is off by more than units.
            assert!(of.ulps < 10.0 || of.ulps.is_infinite(), "{of:?}");
            assert!(of.mode != "nearest" || of.ulps >= 0.5, "{of:?}");
        }
        assert!(found.worst.windows(2).all(|pair| pair[0].ulps >= pair[1].ulps));
    }
    // IEEE 754 demands it of the root.
    let function = library.function("sqrt", false).expect("a function of C");
    assert_eq!(wrong(&checked("sqrt", Width::W64, function, &library)), 0);
    assert!(library.function("no_such_function", false).is_err());
    assert!(Libm::open(Path::new("no/such/library.so")).is_err());
}

#[test]
fn core_math_is_correctly_rounded() {
    let library = match Libm::open(Path::new(Libm::SYSTEM)) {
        Ok(library) => library,
        Err(error) => return println!("skipped: {error}"),
    };
    let double = |f: unsafe extern "C" fn(f64) -> f64| LibmFunction::Double(f);
    for (name, function) in [
        ("exp", double(core_math_sys::cr_exp)),
        ("log", double(core_math_sys::cr_log)),
        ("sin", double(core_math_sys::cr_sin)),
        ("cos", double(core_math_sys::cr_cos)),
        ("tan", double(core_math_sys::cr_tan)),
        ("cbrt", double(core_math_sys::cr_cbrt)),
        ("tgamma", double(core_math_sys::cr_tgamma)),
    ] {
        let found = checked(name, Width::W64, function, &library);
        assert!(found.tried > COUNT / 3);
        assert_eq!(wrong(&found), 0, "{found}");
    }
    // Subnormal results, and those that overflow or vanish: in each mode what IEEE 754 says.
    let edges = [-708.5, -744.44, -745.2, -1e300, 709.78, 709.79, 1e300, 0.0, 1e-320];
    let exp = of("exp");
    let call = |mode, x| library.call(double(core_math_sys::cr_exp), mode, x);
    let found = check(asked(&exp, Width::W64), &edges, call);
    assert!(found.tried == edges.len() && wrong(&found) == 0, "{found}");
    // A library that rounds to nearest only is wrong at all of them but 0.
    let nearest = |_, x| library.call(double(core_math_sys::cr_exp), RoundingMode::Nearest, x);
    let found = check(asked(&exp, Width::W64), &edges, nearest);
    assert!(wrong(&found) >= edges.len() - 1, "{found}");
    let found = checked("exp", Width::W32, LibmFunction::Single(core_math_sys::cr_expf), &library);
    assert!(found.tried > COUNT / 3 && wrong(&found) == 0, "{found}");
}

/// Under every mode the processor's own operations are rounded as the mode says, and to nearest afterwards.
#[test]
fn modes_are_set_and_restored() {
    extern "C" fn tenth(x: f64) -> f64 {
        std::hint::black_box(x) / std::hint::black_box(10.0)
    }
    let library = match Libm::open(Path::new(Libm::SYSTEM)) {
        Ok(library) => library,
        Err(error) => return println!("skipped: {error}"),
    };
    let by = |mode| library.call(LibmFunction::Double(tenth), mode, 1.0);
    let (up, down) = (by(RoundingMode::Up), by(RoundingMode::Down));
    assert_eq!(up, down.next_up());
    assert_eq!(by(RoundingMode::Zero), down);
    assert_eq!(by(RoundingMode::Nearest), 0.1);
    assert_eq!(tenth(1.0), 0.1);
}

/// A function that MPFR does not have is compared with enclosures: these say the same as MPFR of one that it has.
#[test]
fn enclosures_and_mpfr_say_the_same() {
    let modes = &RoundingMode::ALL;
    for (name, expression) in [("exp", "exp(x) * 1"), ("log", "log(x + 0)"), ("tan", "tan(x / 1)")]
    {
        let (by_mpfr, by_enclosures) = (of(name), of(expression));
        let inputs = random(Width::W64, 2_000, 3);
        // Results of MPFR, found by a check against nothing: the worst of results that are all wrong hold the right ones.
        let wrong = |known: &Known| {
            let checked = Checked { known, symbol: name, width: Width::W64, modes };
            check(checked, &inputs, |_, _| f64::NAN)
        };
        let (first, second) = (wrong(&by_mpfr), wrong(&by_enclosures));
        assert!(first == second, "{name}: {first}{second}");
        assert!(first.tried > 500 && first.worst.len() == 4 * first.tried, "{name}");
        assert_eq!(first.unknown, 0);
    }
}

/// An expression, which needs a name; a parameter; and a name that is none.
#[test]
fn names_and_expressions_are_known() {
    assert_eq!(of("tgamma").c_name(Width::W32).ok().as_deref(), Some("tgammaf"));
    assert_eq!(of("gamma").c_name(Width::W64).ok().as_deref(), Some("tgamma"));
    let silu = of("x / (1 + exp(-x))");
    assert!(silu.c_name(Width::W64).is_err_and(|diag| diag.message.contains("no name in C")));
    let cube = known("powi(x, n)", Some("n = 3")).unwrap_or_else(|diag| panic!("{}", diag.message));
    let found = check(asked(&cube, Width::W64), &[1.5, 3.0, 1e-120], |_, x| x * x * x);
    // 1e-360 vanishes, but not in the mode that rounds up.
    assert_eq!((found.tried, found.wrong[0].1, found.wrong[1].1), (3, 0, 1), "{found}");
    let unknown = known("exq", None).map(drop).expect_err("no function");
    assert!(unknown.help.is_some_and(|help| help.contains("did you mean `exp`?")));
    assert!(known("exp(", None).is_err());
}
