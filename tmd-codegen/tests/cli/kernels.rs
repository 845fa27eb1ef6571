//! Kernels: generated, compiled, loaded, run on devices.

use crate::command::{Scratch, check_refused, good, parse, program, refused, small, stderr, xs};
use crate::said::said;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn a_missing_compiler() {
    let scratch = Scratch::new("no-compiler");
    // A plan that no checked-in kernel serves.
    let arguments = ["exp", "--range", "1,0x1.0008p0", "--interval", "2^13", "--test", "lefevre"];
    let json = scratch.path("result.json");
    let output = program()
        .arg("search")
        .args(arguments)
        .args(["--json", &json])
        .env("TMD_RUSTC", "/nonexistent/rustc")
        .output()
        .unwrap();
    let parts = ["no Rust compiler", "/nonexistent/rustc (from TMD_RUSTC)", "install Rust"];
    check_refused(&output, "no compiler", &parts);
    assert!(!Path::new(&json).exists(), "nothing was found, so there is no file");
}

/// Without a compiler a precompiled kernel finds the same cases, if one fits.
#[test]
fn a_precompiled_kernel_stands_in() {
    let scratch = Scratch::new("precompiled");
    let search = |compiler: Option<&str>, json: &str| {
        let arguments = ["search", "exp", "--range", "1,0x1.00001p0", "--input-precision", "54"];
        let mut command = program();
        command.args(arguments).args(["--rounding", "directed", "--bits", "33", "--json", json]);
        if let Some(path) = compiler {
            command.env("TMD_RUSTC", path);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        (parse(&std::fs::read_to_string(json).unwrap()), stderr(&output))
    };
    let (compiled, _) = search(None, &scratch.path("compiled.json"));
    let (stood_in, notes) = search(Some("/nonexistent/rustc"), &scratch.path("stood_in.json"));
    assert!(notes.contains("precompiled kernels"), "{notes}");
    assert!(!xs(&compiled).is_empty());
    assert_eq!(xs(&compiled), xs(&stood_in));
}

/// Blocks are written down where there are not too many of them.
#[test]
fn blocks_are_generated() {
    let arguments = ["gen", "exp", "--binade", "1,2", "--precision", "16", "--bits", "8"];
    let with =
        |more: &[&'static str]| -> Vec<&str> { arguments.iter().chain(more).copied().collect() };
    let text = good(&with(&["--emit", "blocks"]));
    assert!(text.starts_with("{\"schema\":1") && text.contains("\"seeds\""), "{text}");
    let long = ["gen", "exp", "--binade", "128,256", "--emit", "blocks"];
    refused(&long, &["seed words", "shorter range"]);
}

#[test]
fn kernels_are_generated() {
    let scratch = Scratch::new("gen");
    let folder = scratch.path("kernels");
    let exp = ["gen", "exp", "--range", "1,0x1.0008p0", "--rounding", "directed", "--bits", "33"];
    let with = |more: &[&'static str]| -> Vec<String> {
        exp.iter().chain(more).map(|word| (*word).to_owned()).collect()
    };
    let words = |words: &[String]| good(&words.iter().map(String::as_str).collect::<Vec<_>>());

    let mut to_folder = with(&["--emit", "source,plan,ir,manifest", "-o"]);
    to_folder.push(folder.clone());
    assert!(words(&to_folder).contains(&folder));
    let read = |name: &str| {
        let path = Path::new(&folder).join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let source = read("mod.rs");
    assert!(source.contains("exp(x)"), "the source explains itself");
    let command = "tmd-codegen gen exp --range 1,0x1.0008p0 --rounding directed --bits 33";
    assert!(source.contains(command), "and says where it comes from");
    let manifest = parse(&read("manifest.json"));
    assert_eq!(manifest["target"], "rust-simd");
    assert_eq!(manifest["command"], command);
    assert!(read("kernel.ir").contains("kernel "));
    let bundle = tmd_runtime::KernelBundle::read(Path::new(&folder)).expect("a sound bundle");
    assert!(bundle.files.contains_key("lib.rs"));
    // The second time nothing is touched.
    let again = words(&to_folder);
    assert!(again.lines().all(|line| line.starts_with("unchanged: ")), "{again}");

    // On standard output: one part alone is as it would be in its file.
    assert_eq!(words(&with(&["--emit", "manifest"])), read("manifest.json"));
    assert_eq!(words(&with(&["--emit", "plan"])), read("plan.json"));
    assert_eq!(words(&with(&["--emit", "ir"])), read("kernel.ir"));
    let all = words(&with(&[]));
    assert!(
        all.contains("// ==== avx512.rs ====\n") && all.contains("// ==== manifest.json ====\n")
    );
}

/// Gappa scripts say where they come from; a kernel of integers has none.
#[test]
fn gappa_scripts_are_generated() {
    let scratch = Scratch::new("gappa");
    let folder = scratch.path("scripts");
    let exp = ["gen", "exp", "--range", "1,0x1.0008p0", "--rounding", "directed", "--bits", "33"];
    good(&[&exp[..], &["--emit", "gappa", "-o", &folder]].concat());
    let script = Path::new(&folder).join("gappa/stage0_inverse.g");
    let script = fs::read_to_string(script).expect("a script");
    let command = "# tmd-codegen gen exp --range 1,0x1.0008p0 --rounding directed --bits 33\n";
    assert!(script.contains(command) && script.contains("@rnd = float<ieee_64, ne>;"), "{script}");
    let shown = good(&[&exp[..], &["--emit", "gappa"]].concat());
    assert!(shown.contains(&format!("// ==== gappa/stage0_inverse.g ====\n{script}")));

    let tests = ["--test", "regular", "--division", "subtractive", "--emit", "gappa"];
    refused(&[&exp[..], &tests].concat(), &["--emit gappa", "binary64"]);
}

/// As typed: sources of every kernel for GPUs and CPUs, and a manifest that says which is which.
#[test]
fn kernels_are_generated_for_devices() {
    let scratch = Scratch::new("devices");
    for (target, files) in [
        ("opencl", &["gpu.cl", "cpu.cl", "fused.cl"][..]),
        ("cuda", &["kernels.cu", "fused.cu"][..]),
    ] {
        let folder = scratch.path(target);
        let said = good(&["gen", "exp", "--binade", "128,256", "--target", target, "-o", &folder]);
        assert!(said.contains(&folder), "{said}");
        // One kernel is written to the folder itself, several to folders in it.
        let kernels: Vec<PathBuf> = match Path::new(&folder).join("manifest.json").exists() {
            true => vec![PathBuf::from(&folder)],
            false => fs::read_dir(&folder)
                .expect("a folder")
                .map(|entry| entry.expect("entry").path())
                .collect(),
        };
        assert!(!kernels.is_empty());
        for kernel in kernels {
            let bundle = tmd_runtime::KernelBundle::read(&kernel).expect("a sound bundle");
            assert_eq!(bundle.manifest.target, target);
            let command = format!("tmd-codegen gen exp --binade 128,256 --target {target}");
            assert_eq!(bundle.manifest.command, command);
            let named: Vec<&str> =
                bundle.manifest.programs.iter().map(|program| program.file.as_str()).collect();
            assert_eq!(named, files);
            for file in files {
                let text = &bundle.files[*file];
                // The head stands once in a bundle; the other files name the one that has it.
                let head = format!("stand at the head of {}.", files[0]);
                let tells = if *file == files[0] { &command } else { &head };
                assert!(text.contains(tells), "{file} says where it comes from");
                assert!(text.contains("Operations in the text below"), "{file} counts");
            }
        }
    }
    // To look at, on standard output.
    let text = good(&["gen", "exp", "--binade", "128,256", "--target", "opencl"]);
    assert!(text.contains("__kernel") && text.contains("manifest.json ===="), "{text}");
}

/// Emitted CUDA runs on the CPU, and finds what all others find.
#[test]
fn cuda_runs_on_the_host() {
    let search = |more: &[&'static str]| {
        let mut arguments = vec!["search", "exp", "--range", "1,0x1.000008p0", "--bits", "18"];
        arguments.extend(["--json", "-"]);
        arguments.extend(more);
        parse(&good(&arguments))
    };
    let want = search(&[]);
    for more in [
        &["--target", "cuda", "--device", "host"][..],
        &["--target", "cuda", "--device", "host", "--deployment", "fused", "--threads", "1"][..],
    ] {
        let got = search(more);
        assert!(xs(&got).len() > 100, "{}", xs(&got).len());
        assert_eq!(xs(&got), xs(&want), "{more:?}");
    }
}

/// A device that is not there: a clear message, never a panic.
#[test]
fn missing_devices() {
    for device in ["99", "no such device"] {
        refused(&small(&["--target", "cuda", "--device", device]), &["no cuda device"]);
    }
    refused(&small(&["--device", "host"]), &["--device host", "rust-simd", "--simd"]);
    refused(&small(&["--deployment", "fused"]), &["--deployment fused", "opencl"]);
    refused(&small(&["--target", "interpreter", "--device", "0"]), &["--device 0", "interpreter"]);
    refused(&small(&["--deployment", "sideways"]), &["sideways", "phased"]);
    #[cfg(not(feature = "opencl"))]
    refused(&small(&["--target", "opencl"]), &["built without", "--features opencl"]);
    #[cfg(feature = "opencl")]
    refused(&small(&["--target", "opencl", "--device", "99"]), &["no opencl device"]);

    let compilerless = program()
        .args(small(&["--target", "cuda", "--device", "host"]))
        .env("TMD_CXX", "/no/g++")
        .output();
    let output = compilerless.expect("the program runs");
    check_refused(&output, "no C++ compiler", &["C++ compiler", "/no/g++", "TMD_CXX"]);
}

/// A file of the library's name that is none stands before every other: the loader goes no further. A program that
/// was linked with the library would not even start.
#[cfg(all(feature = "opencl", target_os = "linux", target_env = "gnu"))]
#[test]
fn without_the_opencl_library() {
    let scratch = Scratch::new("no-opencl");
    fs::write(scratch.0.join("libOpenCL.so.1"), "no library").expect("a file");
    let run = |arguments: &[&str]| {
        let mut command = program();
        command.args(arguments).env("LD_LIBRARY_PATH", &scratch.0).env_remove("OPENCL_DYLIB_PATH");
        command.output().expect("the program runs")
    };
    let missing = ["no opencl device", "libOpenCL.so.1", "PoCL", "OPENCL_DYLIB_PATH"];
    let output = run(&["list", "devices"]);
    let words = said(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(missing.iter().all(|part| words.contains(part)), "{words}");
    assert!(words.contains("portable"), "the others are listed, too: {words}");
    let output = run(&small(&["--target", "opencl"]));
    check_refused(&output, "no OpenCL library", &[&missing[..], &["--target rust-simd"]].concat());
    assert_eq!(run(&small(&[])).status.code(), Some(0), "a search without OpenCL");
}

#[test]
fn a_plan_without_kernels_has_nothing_to_generate() {
    refused(&["gen", "exp", "--binade", "1,2", "--precision", "2"], &["no kernel"]);
    good(&["gen", "exp", "--binade", "1,2", "--precision", "2", "--emit", "plan"]);
}

/// A compiler that hangs is told of while it hangs, and stopped.
#[cfg(unix)]
#[test]
fn a_compiler_that_hangs_is_stopped() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = tempfile::tempdir().expect("temporary directory");
    let compiler = scratch.path().join("rustc");
    fs::write(&compiler, "#!/bin/sh\nsleep 600\n").expect("written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("a program");
    let output = program()
        .args(["search", "exp", "--binade", "1,2", "--precision", "32", "--bits", "16"])
        .env("TMD_CACHE_DIR", scratch.path().join("cache"))
        .env("TMD_RUSTC", &compiler)
        .env("TMD_COMPILE_SECONDS", "10")
        .output()
        .expect("the program runs");
    let parts =
        ["compiling", "of exp(x) for rust-simd", "has not ended after 10 s", "TMD_COMPILE_SECONDS"];
    check_refused(&output, "a compiler that hangs", &parts);

    let output = program()
        .args(["search", "exp", "--binade", "1,2", "--precision", "32", "--bits", "16"])
        .env("TMD_CACHE_DIR", scratch.path().join("cache"))
        .env("TMD_COMPILE_SECONDS", "soon")
        .output()
        .expect("the program runs");
    check_refused(&output, "no number", &["TMD_COMPILE_SECONDS is `soon`"]);
}
