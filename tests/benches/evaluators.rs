//! Evaluators beside their peers, in turns on one core: the paper's algorithm (a table of cells, gathered
//! coefficients, Chebyshev's recurrence; emitted by us, for the same machine), glibc's vector functions, a copy of
//! the same numbers, and the peak of fused multiply-adds. Prints a table; needs AVX-512 and `rustc`.
//!
//! `cargo bench -p tmd-tests --bench evaluators`

use std::fs;
use std::process::Command;
use tmd_codegen::approx::{self, Basis, Evaluator, Request, Source, Strategy};
use tmd_codegen::ir::Width;

fn make(function: &str, range: &str, tolerance: &str, width: Width, paper: bool) -> Evaluator {
    let tolerance = tolerance.parse().expect("a tolerance");
    let mut request = Request::new(function, range, tolerance, width);
    if paper {
        request.basis = Basis::Chebyshev;
        request.strategy = Strategy::Hash;
    }
    let source = Source::function(function, None).expect("a function");
    let evaluator = approx::make(&request, source).unwrap_or_else(|diag| panic!("{diag}"));
    println!(
        "{}: {} leaves, degree {}, {}, error {:.2e}",
        evaluator.command(),
        evaluator.leaves.len(),
        evaluator.degree(),
        evaluator.strategy,
        evaluator.error()
    );
    evaluator
}

fn main() {
    let detected = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
    if !detected {
        println!("not measured: this machine has no AVX-512");
        return;
    }
    let of = |name, function, range, tolerance, width, paper| {
        (name, make(function, range, tolerance, width, paper))
    };
    let (w32, w64) = (Width::W32, Width::W64);
    let all = [
        of("j0_f32", "j0", "0,20", "abs:1e-6", w32, false),
        of("j0_f32_paper", "j0", "0,20", "abs:1e-6", w32, true),
        of("j0_f64", "j0", "0,20", "abs:1e-14", w64, false),
        of("j0_f64_paper", "j0", "0,20", "abs:1e-14", w64, true),
        of("j0_f64_rough", "j0", "0,20", "abs:1e-6", w64, false),
        of("j0_f64_rough_paper", "j0", "0,20", "abs:1e-6", w64, true),
        of("exp_f64", "exp", "-1,1", "abs:1e-14", w64, false),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let mut modules = String::new();
    for (name, evaluator) in &all {
        let sources = evaluator.emit("rust-simd", "tested").expect("sources");
        fs::write(folder.path().join(format!("{name}.rs")), &sources["tested.rs"]).expect("a file");
        modules += &format!("mod {name};\n");
    }
    for (name, index) in [("J0_F32_DEGREE", 0), ("J0_F64_DEGREE", 2), ("EXP_DEGREE", 6)] {
        modules += &format!("const {name}: f64 = {:?};\n", all[index].1.degree() as f64);
    }
    let main = include_str!("evaluators/measure.rs").replace("// modules\n", &modules);
    fs::write(folder.path().join("main.rs"), main).expect("a file");
    let run = |program: &str, arguments: &[&str]| {
        let status = Command::new(program).args(arguments).current_dir(folder.path()).status();
        assert!(status.expect("a program that starts").success(), "{program}");
    };
    fs::write(folder.path().join("mvec.c"), include_str!("evaluators/mvec.c")).expect("a file");
    run("gcc", &["-O2", "-mavx512f", "-c", "mvec.c"]);
    let linked = ["-Clink-arg=mvec.o", "-Clink-arg=-lmvec", "-Clink-arg=-lm"];
    run("rustc", &[&["--edition=2024", "-O", "-o", "measure", "main.rs"], &linked[..]].concat());
    run("./measure", &[]);
}
