//! Lists of cases with expected results: the results are MPFR's, and the program in C that is shipped with them tells right
//! functions from wrong ones, as C99 and as C++17.

use rug::float::Round;
use rug::{Float, Rational};
use std::path::Path;
use std::process::Command;
use std::{fs, iter};
use tmd_codegen::cases::{FileKind, HARNESS, List, Results, Source, WithResults};
use tmd_codegen::spec::FunctionSpec;
use tmd_codegen::spec::format::FormatName;
use tmd_codegen::spec::hexfloat;
use tmd_tests::evaluator::c_compilers;

/// A list of inputs in a format, as it would be written by hand.
fn list(format: &str, inputs: &[f64]) -> List {
    let exact = |x: &f64| Rational::from_f64(*x).expect("a number");
    let hex = |x: &f64| hexfloat::print_rational(&exact(x)).expect("a hexadecimal float");
    let lines: Vec<String> = inputs.iter().map(hex).collect();
    let mut list =
        List::parse(FileKind::Wc, "by hand", lines.join("\n").as_bytes()).expect("a list");
    let format = FormatName::parse("format", format).expect("a name").format().expect("a format");
    let format = format!("{} ({} bits)", format.name, format.precision);
    list.say("input format", &format);
    list.say("output format", &format);
    list
}

/// The results at the cases of a list.
fn results(function: &str, list: &List) -> Vec<Results> {
    let spec = FunctionSpec::parse(function).expect("a function");
    let source = WithResults { source: list, spec: &spec, format: list.output_format() };
    let mut results = vec![];
    source
        .cases(&mut |case| {
            results.extend(case.results.clone());
            Ok(())
        })
        .expect("results");
    assert_eq!(results.len(), list.cases.len());
    results
}

/// Functions of MPFR at numbers where results are normal, subnormal, 0, large and infinite: by 3,000 bits, which no result is
/// nearer to a breakpoint than.
#[test]
fn results_are_those_of_mpfr() {
    type Known = fn(Float) -> Float;
    let functions: [(&str, Known, &[f64]); 5] = [
        (
            "exp",
            Float::exp,
            &[
                0.0, 1.0, -1.0, 709.75, 709.8, 1e6, -745.0, -745.2, -708.5, -1e6, 88.75, -104.0,
                1e-300,
            ],
        ),
        ("log", Float::ln, &[1.0, 2.0, 1e-310, 1e308, 0.75]),
        ("sin", Float::sin, &[1e-310, 3.0, 1e300, -0.5]),
        ("gamma", Float::gamma, &[5.0, 0.5, -170.5, -180.5, -190.5, 171.7, 1e-309]),
        ("x * x", |x| x.square(), &[1e-162, 1e200, 3.0, -1e-200, 1.5e-23, 1e-30]),
    ];
    let modes = [Round::Nearest, Round::Up, Round::Down, Round::Zero];
    let mut compared = 0;
    for (function, known, inputs) in functions {
        for format in ["binary64", "binary32"] {
            let inputs: Vec<f64> = match format {
                // Numbers of the narrower format, among them none that is 0 and was not.
                "binary32" => inputs
                    .iter()
                    .map(|x| f64::from(*x as f32))
                    .filter(|x| x.is_finite() && (*x != 0.0 || function == "exp"))
                    .collect(),
                _ => inputs.to_vec(),
            };
            let list = list(format, &inputs);
            for (x, results) in inputs.iter().zip(results(function, &list)) {
                let value = known(Float::with_val(3000, *x));
                for (mode, got) in modes.into_iter().zip(results.all()) {
                    let is_same = match format {
                        "binary64" => got.to_f64().to_bits() == value.to_f64_round(mode).to_bits(),
                        _ => got.to_f32().to_bits() == value.to_f32_round(mode).to_bits(),
                    };
                    assert!(is_same, "{function}({x:e}), {format}, {mode:?}: {got} {value:.30}");
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} results compared");
    assert!(compared > 200, "{compared}");
}

/// A function that has no value, or none of which a rounding is known, is refused by name and place.
#[test]
fn inputs_without_a_value_are_refused() {
    let spec = FunctionSpec::parse("log").expect("a function");
    let list = list("binary64", &[1.0, -2.0]);
    let source = WithResults { source: &list, spec: &spec, format: list.output_format() };
    let diag = FileKind::Csv.write_to(&source, "", &mut vec![]).expect_err("refused");
    let text = diag.render(false);
    assert!(
        text.contains("log(x) has no value at -0x1p+1") && text.contains("--with-results"),
        "{text}"
    );
}

/// What is compiled and run.
struct Program<'a> {
    compiler: &'a [String],
    folder: &'a Path,
    function: &'a str,
    /// Further flags.
    flags: &'a [&'a str],
}

impl Program<'_> {
    /// Whether all results were right, and what was printed.
    fn run(&self) -> (bool, String) {
        let Program { compiler, folder, function, flags } = *self;
        let status = Command::new(&compiler[0])
            .args(&compiler[1..])
            .args(["-O2", "-frounding-math", "-Wall", "-Wextra", "-Werror", "-DLIST=\"list.h\""])
            .args(["-DCASES=list_cases", "-DCOUNT=LIST_CASES_COUNT", "-I."])
            .arg(format!("-DFUNCTION={function}"))
            .args(flags)
            .args(["harness.c", "-o", "harness", "-lm"])
            .current_dir(folder)
            .output()
            .expect("a compiler");
        let errors = String::from_utf8_lossy(&status.stderr);
        assert!(status.status.success(), "{compiler:?}: {errors}");
        let output = Command::new(folder.join("harness")).output().expect("a program");
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{code:?}");
        (code == Some(0), String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// The compilers of C and C++, with what tells the language.
fn compilers() -> Vec<Vec<String>> {
    let words = |text: String| text.split(' ').map(str::to_owned).collect();
    let of_c = |name: String| {
        let cpp = format!("{name} -x c++ -std=c++17");
        iter::once(format!("{name} -std=c99 -pedantic")).chain(iter::once(cpp))
    };
    c_compilers().into_iter().flat_map(of_c).map(words).collect()
}

#[test]
fn the_harness_tells_right_from_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a file");
    write("harness.c", HARNESS.as_bytes());
    write(
        "functions.h",
        b"#include <fenv.h>\n#include <math.h>\n\
          static inline double beside(double x) { return x * 0.5; }\n\
          static inline double root_up(double x)\n{\n    fesetround(FE_UPWARD);\n    volatile double y = sqrt(x);\n    \
          fesetround(FE_TONEAREST);\n    return y;\n}\n",
    );
    let numbers = |bits: u32| {
        let ulp = 2f64.powi(1 - i32::try_from(bits).expect("a number"));
        (1..50).map(|k| 1.0 + ulp * f64::from(k * k * 97 % 1001)).collect::<Vec<f64>>()
    };
    let types = [
        ("binary16", 11, "sqrtf"),
        ("binary32", 24, "sqrtf"),
        ("binary64", 53, "sqrt"),
        ("x87", 53, "sqrtl"),
    ];
    let mut runs = 0;
    for (format, bits, function) in types {
        let list = list(format, &numbers(bits));
        let spec = FunctionSpec::parse("sqrt").expect("a function");
        let source = WithResults { source: &list, spec: &spec, format: list.output_format() };
        let mut header = vec![];
        FileKind::CHeader.write_to(&source, "list_cases", &mut header).expect("a header");
        // What was written is read again.
        let again = List::parse(FileKind::CHeader, "list.h", &header).expect("a list");
        assert_eq!(again.cases, list.cases);
        write("list.h", &header);
        for compiler in &compilers() {
            let program =
                |function, flags| Program { compiler, folder: folder.path(), function, flags };
            // The square root of the processor is right in every mode, for results of its own types.
            if format != "binary16" {
                let (is_right, text) = program(function, &[]).run();
                assert!(is_right && text.contains("wrong: 0 of 49 in nearest, 0 in up"), "{text}");
            }
            let include = &["-include", "functions.h"][..];
            let (is_right, text) = program("beside", include).run();
            let shown = text.lines().filter(|line| line.starts_with("x = ")).count();
            assert!(!is_right && text.contains("wrong: 49 of 49 in nearest, 49 in up"), "{text}");
            assert_eq!(shown, 10, "{text}");
            runs += 2;
            if format == "binary64" {
                let (is_right, text) =
                    program("root_up", &["-include", "functions.h", "-DONLY=up"]).run();
                assert!(is_right && text.contains("wrong: 0 of 49 in up"), "{text}");
                let (is_right, text) =
                    program("root_up", &["-include", "functions.h", "-DONLY=down"]).run();
                assert!(!is_right && !text.contains("wrong: 0 of"), "{text}");
                runs += 2;
            }
        }
    }
    println!("{runs} programs run");
}
