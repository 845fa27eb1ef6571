//! Emitted functions of binary32, compiled alone and run at some encodings.

use crate::evaluator::{CUDA_ON_A_CPU, run, run_compiler};
use crate::rounded::{CUDA_FLAGS, RUST_FLAGS, all_threads};
use std::fs;
use std::path::{Path, PathBuf};
use tmd_codegen::round::RoundedFunction;
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};

/// The results' encodings of a function in each of its modes, in the order of arguments.
pub type Results = Vec<Vec<u32>>;

/// What the functions are called.
const NAME: &str = "tested";

/// The functions of the modes.
fn entries(made: &RoundedFunction) -> Vec<String> {
    made.request.modes.iter().map(|mode| format!("{NAME}_{}", mode.name())).collect()
}

/// Writes a target's files to a folder; the text of the one whose name ends so.
fn emitted(made: &RoundedFunction, target: &str, folder: &Path, end: &str) -> String {
    let sources = made.emit(target, NAME).unwrap_or_else(|diag| panic!("{diag}"));
    for (file, text) in &sources {
        fs::write(folder.join(file), text).expect("written");
    }
    let found = sources.into_iter().find(|(file, _)| file.ends_with(end));
    found.map(|(_, text)| text).expect("the file")
}

/// The results that a program writes, which reads the encodings.
fn results(made: &RoundedFunction, folder: &Path, x: &[u32]) -> Results {
    let input = x.iter().flat_map(|x| x.to_le_bytes()).collect();
    let output = run(&folder.join("program"), input);
    let (words, _) = output.as_chunks::<4>();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    assert_eq!(words.len(), x.len() * made.request.modes.len(), "as many results");
    words.chunks(x.len()).map(<[u32]>::to_vec).collect()
}

/// The results of the C source, compiled for this machine or, not `native`, for any; single arguments, too, are asked for.
///
/// # Panics
/// If it does not compile, without a warning, or run.
pub fn by_c(made: &RoundedFunction, x: &[u32], native: bool) -> Results {
    let folder = tempfile::tempdir().expect("a folder");
    emitted(made, C, folder.path(), ".c");
    let calls: String = entries(made)
        .iter()
        .map(|entry| {
            format!(
                "    {entry}_many(x, y, N);\n    for (size_t i = 0; i < N; i += 101) {{\n        \
                 const float one = {entry}(x[i]);\n        if (memcmp(&one, y + i, sizeof one)) return 1;\n    }}\n    \
                 fwrite(y, sizeof *y, N, stdout);\n"
            )
        })
        .collect();
    let main = format!(
        "#include <stdio.h>\n#include <string.h>\n#include \"{NAME}.h\"\nenum {{ N = {} }};\n\
         static float x[N], y[N];\nint main(void)\n{{\n    if (fread(x, sizeof *x, N, stdin) != N) return 2;\n{calls}    \
         return 0;\n}}\n",
        x.len()
    );
    fs::write(folder.path().join("main.c"), main).expect("written");
    let source = format!("{NAME}.c");
    let mut flags = vec!["-std=c11", "-Wall", "-Wextra", "-Wno-psabi", "-Werror", "-O2"];
    flags.extend(native.then_some("-march=native"));
    flags.extend(["-ffp-contract=off", "-o", "program", "main.c", &source, "-lm"]);
    run_compiler("cc", &flags, folder.path());
    results(made, folder.path(), x)
}

/// The C source as a shared library in a folder, and what the functions of the modes are called.
///
/// # Panics
/// If it does not compile.
pub fn shared_library(made: &RoundedFunction, folder: &Path) -> (PathBuf, Vec<String>) {
    emitted(made, C, folder, ".c");
    let source = format!("{NAME}.c");
    let flags = ["-std=c11", "-O2", "-march=native", "-ffp-contract=off", "-shared", "-fPIC"];
    let flags: Vec<&str> =
        flags.into_iter().chain(["-o", "libtested.so", &source, "-lm"]).collect();
    run_compiler("cc", &flags, folder);
    (folder.join("libtested.so"), entries(made))
}

/// The results of the Rust source at the best level of this machine.
///
/// # Panics
/// As [`by_c`].
pub fn by_rust(made: &RoundedFunction, x: &[u32]) -> Results {
    let folder = tempfile::tempdir().expect("a folder");
    emitted(made, RUST_SIMD, folder.path(), ".rs");
    let calls: String = entries(made)
        .iter()
        .map(|entry| {
            format!(
                "    {NAME}::{entry}_slice(&x, &mut y);\n    \
                 assert!(x.iter().zip(&y).step_by(101).all(|(x, y)| {NAME}::{entry}(*x).to_bits() == y.to_bits()));\n    \
                 all.extend(y.iter().flat_map(|y| y.to_bits().to_le_bytes()));\n"
            )
        })
        .collect();
    let main = format!(
        "use std::io::{{Read, Write}};\nmod {NAME};\nfn main() {{\n    let mut bytes = vec![];\n    \
         std::io::stdin().read_to_end(&mut bytes).unwrap();\n    \
         let x: Vec<f32> = bytes.chunks(4).map(|b| f32::from_bits(u32::from_le_bytes(b.try_into().unwrap()))).collect();\n    \
         let mut y = vec![0.0; x.len()];\n    let mut all: Vec<u8> = vec![];\n{calls}    \
         std::io::stdout().write_all(&all).unwrap();\n}}\n"
    );
    fs::write(folder.path().join("main.rs"), main).expect("written");
    run_compiler("rustc", &RUST_FLAGS, folder.path());
    results(made, folder.path(), x)
}

/// The results of the CUDA source, compiled for a CPU.
///
/// # Panics
/// As [`by_c`].
pub fn by_cuda_on_a_cpu(made: &RoundedFunction, x: &[u32]) -> Results {
    let folder = tempfile::tempdir().expect("a folder");
    let text = emitted(made, CUDA, folder.path(), ".cuh");
    let calls: String =
        entries(made).iter().map(|entry| format!("    all({entry}_many);\n")).collect();
    let main = format!(
        "{CUDA_ON_A_CPU}{text}\nenum {{ N = {} }};\nstatic float x[N], y[N];\n\
         {}int main()\n{{\n    if (fread(x, sizeof *x, N, stdin) != N) return 2;\n{calls}    return 0;\n}}\n",
        x.len(),
        all_threads("N")
    );
    fs::write(folder.path().join("main.cpp"), main).expect("written");
    run_compiler("g++", &CUDA_FLAGS, folder.path());
    results(made, folder.path(), x)
}

/// The results of the OpenCL source on the first device; `None` where there is none.
///
/// # Panics
/// As [`by_c`], or if a device is required and missing.
#[cfg(feature = "opencl")]
pub fn by_opencl(made: &RoundedFunction, x: &[u32]) -> Option<Results> {
    if !crate::engine::has_opencl() {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let device = crate::opencl::OpenCl::new(&emitted(made, OPENCL, folder.path(), ".cl"));
    let (input, output) = (device.buffer(x), device.buffer(x));
    let of_mode = |entry: String| {
        let arguments = [(&input).into(), (&output).into(), (x.len() as u64).into()];
        // SAFETY: the kernel reads and writes as many numbers as the buffers have.
        unsafe { device.run(&format!("{entry}_many"), &arguments) };
        device.read(&output, x.len())
    };
    Some(entries(made).into_iter().map(of_mode).collect())
}
