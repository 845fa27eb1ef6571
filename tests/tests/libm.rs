//! The checker of mathematical libraries: it finds what glibc rounds wrongly, and nothing in CORE-MATH, which is correct.

use std::path::Path;
use tmd_codegen::ir::Width;
use tmd_codegen::libm::{Check, check, known, random};
use tmd_runtime::{Libm, LibmFunction, RoundingMode};

const COUNT: usize = 20_000;

fn wrong(check: &Check) -> usize {
    check.wrong.iter().map(|(_, count)| count).sum()
}

fn checked(name: &str, width: Width, function: LibmFunction, library: &Libm) -> Check {
    let known = known(name).unwrap_or_else(|diag| panic!("{}", diag.message));
    let inputs = random(width, COUNT, 2);
    check(known, width, &inputs, 3, |mode, x| library.call(function, mode, x))
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
    let of = |f: unsafe extern "C" fn(f64) -> f64| LibmFunction::Double(f);
    for (name, function) in [
        ("exp", of(core_math_sys::cr_exp)),
        ("log", of(core_math_sys::cr_log)),
        ("sin", of(core_math_sys::cr_sin)),
        ("cos", of(core_math_sys::cr_cos)),
        ("tan", of(core_math_sys::cr_tan)),
        ("cbrt", of(core_math_sys::cr_cbrt)),
        ("tgamma", of(core_math_sys::cr_tgamma)),
    ] {
        let found = checked(name, Width::W64, function, &library);
        assert!(found.tried > COUNT / 3);
        assert_eq!(wrong(&found), 0, "{found}");
    }
    // Subnormal results, and those that overflow or vanish: in each mode what IEEE 754 says.
    let edges = [-708.5, -744.44, -745.2, -1e300, 709.78, 709.79, 1e300, 0.0, 1e-320];
    let exp = known("exp").unwrap_or_else(|diag| panic!("{}", diag.message));
    let call = |mode, x| library.call(of(core_math_sys::cr_exp), mode, x);
    let found = check(exp, Width::W64, &edges, 3, call);
    assert!(found.tried == edges.len() && wrong(&found) == 0, "{found}");
    // A library that rounds to nearest only is wrong at all of them but 0.
    let nearest = |_, x| library.call(of(core_math_sys::cr_exp), RoundingMode::Nearest, x);
    let found = check(exp, Width::W64, &edges, 3, nearest);
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
