//! What stochastic twins cost, beside IEEE vector code of the same kernels, in turns on one core; and beside CADNA, if
//! `TMD_CADNA` names a folder where it is installed (it is not part of this project).

use std::fs;
use std::process::Command;
use tmd_codegen::ir::Width;
use tmd_codegen::stochastic::{Detect, Options, Stochastic, parse};

/// Sums (products …) in eight chains, 32 of them a round: as many as two ports can take.
fn chains(step: &str) -> String {
    format!(
        "fn chains(x: f64, y: f64) -> f64 {{
    let mut s = [x; 8];
    for k in 0..8 {{ s[k] = x + (k as f64); }}
    for _ in 0..16 {{
        for r in 0..4 {{
            for k in 0..8 {{ let _r = r; {step} }}
        }}
    }}
    s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7]
}}"
    )
}

fn main() {
    if !(is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq")) {
        println!("not measured: this machine has no AVX-512");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut modules = String::new();
    let add = |modules: &mut String, name: &str, text: &str, width: Width, detect: Detect| {
        let text = text.replace("f64", width.number_type());
        let kernel = parse("bench", &text, width).unwrap_or_else(|diag| panic!("{}", diag.message));
        let options = Options { detect, ..Options::default() };
        let made = Stochastic::new(kernel, options).unwrap_or_else(|diag| panic!("{diag}"));
        let sources = made.emit("rust-simd", "twin", &[]).expect("sources");
        fs::write(folder.path().join(format!("{name}.rs")), &sources["twin.rs"]).expect("a file");
        *modules += &format!("mod {name};\n");
    };
    let none = Detect::default();
    let own = Detect::SELF;
    let cancel = Detect { cancel: Some(4), ..none };
    let mandelbrot = include_str!("stochastic/mandelbrot.rs");
    let stencil = include_str!("stochastic/stencil.rs");
    for width in [Width::W64, Width::W32] {
        let ty = width.number_type();
        let mut of = |name: &str, text: &str, detect| {
            add(&mut modules, &format!("{name}_{ty}"), text, width, detect);
        };
        of("add", &chains("s[k] = s[k] + y;"), none);
        of("mul", &chains("s[k] = s[k] * y;"), none);
        of("fma", &chains("s[k] = s[k].mul_add(y, x);"), none);
        of("mul_self", &chains("s[k] = s[k] * y;"), own);
        of("add_cancel", &chains("s[k] = s[k] + y;"), cancel);
        of("mandelbrot", mandelbrot, none);
        of("mandelbrot_self", mandelbrot, own);
        of("stencil", stencil, none);
        of("stencil_self", stencil, own);
    }
    let main = include_str!("stochastic/measure.rs").replace("// modules\n", &modules);
    fs::write(folder.path().join("main.rs"), main).expect("a file");
    let mut linked: Vec<String> = vec![];
    let run = |program: &str, arguments: &[&str]| {
        let status = Command::new(program).args(arguments).current_dir(folder.path()).status();
        assert!(status.expect("a program that starts").success(), "{program}");
    };
    match std::env::var("TMD_CADNA") {
        Ok(cadna) => {
            fs::write(folder.path().join("cadna.cc"), include_str!("stochastic/cadna.cc"))
                .expect("a file");
            let flags = format!("-O3 -march=native -frounding-math -I{cadna}/include -c cadna.cc");
            run("g++", &flags.split(' ').collect::<Vec<_>>());
            linked.push("-Clink-arg=cadna.o".into());
            linked.push(format!("-Clink-arg={cadna}/lib/libcadnaC.a"));
            linked.push("-Clink-arg=-lstdc++".into());
            linked.push("--cfg=cadna".into());
        }
        Err(_) => println!("skipped: CADNA (TMD_CADNA names no folder)"),
    }
    let mut arguments =
        vec!["--edition=2024", "-O", "-Ctarget-cpu=native", "-o", "measure", "main.rs"];
    arguments.extend(linked.iter().map(String::as_str));
    run("rustc", &arguments);
    run("./measure", &[]);
}
