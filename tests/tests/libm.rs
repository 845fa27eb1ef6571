//! The checker of mathematical libraries: it finds what glibc rounds wrongly, and nothing in CORE-MATH, which is correct.

use rug::Float;
use std::path::Path;
use tmd_codegen::libm::{Check, Checked, Known, Number, call, check, known, random};
use tmd_runtime::{Libm, LibmFunction, LibmType, RoundingMode};

const COUNT: usize = 20_000;

fn double_number(x: f64) -> Float {
    Float::with_val(53, x)
}

fn wrong(check: &Check) -> usize {
    check.wrong.iter().map(|(_, count)| count).sum()
}

fn of(name: &str) -> Known {
    known(name, None).unwrap_or_else(|diag| panic!("{}", diag.message))
}

/// In all modes.
fn asked(known: &Known, number: Number) -> Checked<'_> {
    Checked { known, symbol: "tested", number, modes: &RoundingMode::ALL }
}

fn checked(name: &str, number: Number, function: LibmFunction, library: &Libm) -> Check {
    let inputs = random(number, COUNT, 2);
    check(asked(&of(name), number), &inputs, |mode, x| call(library, (function, number), mode, x))
}

#[test]
fn glibc_is_not_correctly_rounded() {
    let library = match Libm::open(Path::new(Libm::SYSTEM)) {
        Ok(library) => library,
        Err(error) => return println!("skipped: {error}"),
    };
    for name in ["exp", "log", "sin", "cos", "tan", "cbrt", "tgamma"] {
        let function = library.function(name, LibmType::Double).expect("a function of C");
        let found = checked(name, Number::F64, function, &library);
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
    let function = library.function("sqrt", LibmType::Double).expect("a function of C");
    assert_eq!(wrong(&checked("sqrt", Number::F64, function, &library)), 0);
    assert!(library.function("no_such_function", LibmType::Double).is_err());
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
        let found = checked(name, Number::F64, function, &library);
        assert!(found.tried > COUNT / 3);
        assert_eq!(wrong(&found), 0, "{found}");
    }
    // Subnormal results, and those that overflow or vanish: in each mode what IEEE 754 says.
    let edges =
        [-708.5, -744.44, -745.2, -1e300, 709.78, 709.79, 1e300, 0.0, 1e-320].map(double_number);
    let exp = of("exp");
    let cr_exp = (double(core_math_sys::cr_exp), Number::F64);
    let found = check(asked(&exp, Number::F64), &edges, |mode, x| call(&library, cr_exp, mode, x));
    assert!(found.tried == edges.len() && wrong(&found) == 0, "{found}");
    // A library that rounds to nearest only is wrong at all of them but 0.
    let nearest = |_, x: &_| call(&library, cr_exp, RoundingMode::Nearest, x);
    let found = check(asked(&exp, Number::F64), &edges, nearest);
    assert!(wrong(&found) >= edges.len() - 1, "{found}");
    let found = checked("exp", Number::F32, LibmFunction::Single(core_math_sys::cr_expf), &library);
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
    let tenth_of_one = (LibmFunction::Double(tenth), Number::F64);
    let by = |mode| call(&library, tenth_of_one, mode, &double_number(1.0)).to_f64();
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
        let inputs = random(Number::F64, 2_000, 3);
        // Results of MPFR, found by a check against nothing: the worst of results that are all wrong hold the right ones.
        let wrong = |known: &Known| {
            let checked = Checked { known, symbol: name, number: Number::F64, modes };
            check(checked, &inputs, |_, _| double_number(f64::NAN))
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
    assert_eq!(of("tgamma").c_name(Number::F32).ok().as_deref(), Some("tgammaf"));
    assert_eq!(of("gamma").c_name(Number::F64).ok().as_deref(), Some("tgamma"));
    let silu = of("x / (1 + exp(-x))");
    assert!(silu.c_name(Number::F64).is_err_and(|diag| diag.message.contains("no name in C")));
    let cube = known("powi(x, n)", Some("n = 3")).unwrap_or_else(|diag| panic!("{}", diag.message));
    let found = check(asked(&cube, Number::F64), &[1.5, 3.0, 1e-120].map(double_number), |_, x| {
        let x = x.to_f64();
        double_number(x * x * x)
    });
    // 1e-360 vanishes, but not in the mode that rounds up.
    assert_eq!((found.tried, found.wrong[0].1, found.wrong[1].1), (3, 0, 1), "{found}");
    let unknown = known("exq", None).map(drop).expect_err("no function");
    assert!(unknown.help.is_some_and(|help| help.contains("did you mean `exp`?")));
    assert!(known("exp(", None).is_err());
}

/// Functions of the other types of C, compiled here: the square root is the processor's, by way of a wider format that makes up for
/// two roundings; the same with a mistake; and glibc's functions of `long double`.
#[test]
fn functions_of_all_types_are_called() {
    let library = match Libm::open(Path::new(Libm::SYSTEM)) {
        Ok(library) => library,
        Err(error) => return println!("skipped: {error}"),
    };
    if cfg!(target_arch = "x86_64") {
        for (name, is_right) in [("sqrtl", true), ("expl", false)] {
            let function = library.function(name, LibmType::Extended).expect("a function of C");
            let found = checked(name.trim_end_matches('l'), Number::X87, function, &library);
            println!("{found}");
            assert!(found.tried > COUNT / 3 && (wrong(&found) == 0) == is_right, "{found}");
            // A call that handed over anything else would be off by more.
            assert!(found.worst.iter().all(|of| of.ulps < 3.0 || of.ulps.is_infinite()), "{found}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("short.c");
    // Few compilers know __bf16: here are its encodings, in the lower half of the register that the type is handed over in.
    let text = "#include <stdint.h>\n#include <string.h>\n\
                _Float16 root(_Float16 x) { return __builtin_sqrt((double)x); }\n\
                _Float16 bad(_Float16 x) { return (_Float16)__builtin_sqrt((double)x) * (_Float16)1.25f; }\n\
                float minus(float x)\n{\n    uint32_t bits;\n    memcpy(&bits, &x, 4);\n    \
                bits = (bits ^ 0x8000) | 0xabcd0000;\n    memcpy(&x, &bits, 4);\n    return x;\n}\n";
    std::fs::write(&source, text).expect("a file");
    let compiled = tmd_tests::evaluator::c_compilers().into_iter().find(|compiler| {
        let output = std::process::Command::new(compiler)
            .args(["-O1", "-frounding-math", "-fno-math-errno", "-fPIC", "-shared", "-o"])
            .arg(folder.path().join("libshort.so"))
            .arg(&source)
            .output();
        output.is_ok_and(|output| output.status.success())
    });
    let Some(compiler) = compiled else {
        return println!("skipped: functions of _Float16, which no compiler here has");
    };
    let short = Libm::open(&folder.path().join("libshort.so")).expect("a library");
    for (name, function, number, is_right) in [
        ("root", "sqrt", Number::F16, true),
        ("bad", "sqrt", Number::F16, false),
        ("minus", "-x", Number::Bf16, true),
        ("minus", "x", Number::Bf16, false),
    ] {
        let own = short.function(name, number.libm_type()).expect("a function");
        let found = checked(function, number, own, &short);
        println!("{compiler}, {name}: {found}");
        assert!(found.tried > COUNT / 3 && (wrong(&found) == 0) == is_right, "{found}");
    }
    assert_eq!(of("exp").c_name(Number::F16).ok().as_deref(), Some("expf16"));
    assert_eq!(of("exp").c_name(Number::X87).ok().as_deref(), Some("expl"));
    assert!(
        of("exp").c_name(Number::Bf16).is_err_and(|diag| diag.message.contains("no functions"))
    );
}
