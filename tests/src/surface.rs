//! Emitted evaluators of two variables, compiled alone and run: every target and level that this machine has.

use crate::evaluator::{
    CUDA_ON_A_CPU, bytes, c_compilers, c_flags, check_alone, compile_main, from_bytes, levels, run,
    run_compiler,
};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use tmd_codegen::approx::surface::{Evaluator, Request};
use tmd_codegen::ir::{Width, call};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};

/// Pairs of arguments, as bits.
pub type Pairs = [(u64, u64)];

/// The values by the definition of the intermediate representation, as bits.
///
/// # Panics
/// If the evaluator cannot be interpreted.
pub fn interpreted(evaluator: &Evaluator, pairs: &Pairs) -> Vec<u64> {
    let kernel = evaluator.kernel(1);
    pairs.iter().map(|(x, y)| call(&kernel, &[*x, *y]).expect("a value")[0]).collect()
}

/// What programs read: all first arguments, then all second ones.
fn input(width: Width, pairs: &Pairs) -> Vec<u8> {
    let (x, y): (Vec<u64>, Vec<u64>) = pairs.iter().copied().unzip();
    [bytes(width, &x), bytes(width, &y)].concat()
}

/// The text of a target's file.
fn emitted(evaluator: &Evaluator, target: &str, end: &str) -> String {
    let c_header = evaluator.request.c_header && [RUST_SIMD, C].contains(&target);
    let request = Request { c_header, ..evaluator.request.clone() };
    let own = Evaluator { request, ..evaluator.clone() };
    let sources = own.emit(target, "tested").unwrap_or_else(|diag| panic!("{}", diag.message));
    let mut found = sources.into_iter().filter(|(file, _)| file.ends_with(end));
    found.next().map(|(_, text)| text).expect("the file")
}

fn run_in(folder: &TempDir, width: Width, program: &str, pairs: &Pairs) -> Vec<u64> {
    from_bytes(width, &run(&folder.path().join(program), input(width, pairs)))
}

/// The values by each level of the Rust target, and one at a time.
///
/// # Panics
/// If it does not compile, without a warning, or run.
pub fn rust_levels(evaluator: &Evaluator, pairs: &Pairs) -> Vec<(String, Vec<u64>)> {
    let folder = tempfile::tempdir().expect("a folder");
    let width = evaluator.request.width;
    let text = emitted(evaluator, RUST_SIMD, ".rs");
    let put = |file: &str, text: &str| fs::write(folder.path().join(file), text).expect("a file");
    check_alone(&text, folder.path());
    let ty = if width == Width::W64 { "f64" } else { "f32" };
    let calls: String = levels()
        .iter()
        .map(|level| {
            format!("    unsafe {{ {level}::slice(x, y, &mut z) }};\n    all.extend(&z);\n")
        })
        .collect();
    let block = "    if let (Some(x), Some(y)) = (x.first_chunk(), y.first_chunk()) {\n        \
                 assert!(tested_block(x, y).iter().zip(&all).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan()));\n    }\n";
    let all = format!(
        "{text}\n#[allow(unused_unsafe)]\npub fn all(x: &[{ty}], y: &[{ty}]) -> Vec<{ty}> {{\n    \
         let mut z = vec![0.0; x.len()];\n    let mut all: Vec<{ty}> = vec![];\n{calls}{block}    \
         for (x, y) in x.iter().zip(y) {{\n        all.push(tested(*x, *y));\n    }}\n    all\n}}\n"
    );
    put("evaluator.rs", &all);
    let size = width.bits() / 8;
    let main = format!(
        "#[allow(dead_code)]\nmod evaluator;\nuse std::io::{{Read, Write}};\nfn main() {{\n    let mut bytes = vec![];\n    \
         std::io::stdin().read_to_end(&mut bytes).unwrap();\n    let (parts, _) = bytes.as_chunks::<{size}>();\n    \
         let all: Vec<{ty}> = parts.iter().map(|part| {ty}::from_le_bytes(*part)).collect();\n    \
         let (x, y) = all.split_at(all.len() / 2);\n    \
         let z: Vec<u8> = evaluator::all(x, y).iter().flat_map(|z| z.to_le_bytes()).collect();\n    \
         std::io::stdout().write_all(&z).unwrap();\n}}\n"
    );
    put("main.rs", &main);
    compile_main(folder.path());
    let all = run_in(&folder, width, "program", pairs);
    let names = levels().into_iter().chain(["one at a time"]).map(str::to_owned);
    let named: Vec<_> = names.zip(all.chunks(pairs.len()).map(<[u64]>::to_vec)).collect();
    assert_eq!(named.len() * pairs.len(), all.len());
    named
}

/// The program in C that calls `tested_many`, or `tested` for each pair if it has an argument.
fn c_program(folder: &Path, width: Width, header: &str) {
    let ty = if width == Width::W64 { "double" } else { "float" };
    fs::write(folder.join("tested.h"), header).expect("written");
    let main = format!(
        "#include \"tested.h\"\n#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {{\n    (void)argv;\n    \
         size_t room = 1 << 22;\n    {ty} *all = malloc(room * sizeof *all), *z = malloc(room * sizeof *z);\n    \
         size_t count = fread(all, sizeof *all, room, stdin) / 2;\n    {ty} *x = all, *y = all + count;\n    \
         if (argc > 1) {{\n        for (size_t i = 0; i < count; ++i) z[i] = tested(x[i], y[i]);\n    }} else {{\n        \
         tested_many(x, y, z, count);\n    }}\n    fwrite(z, sizeof *z, count, stdout);\n    \
         tested_many(0, 0, 0, 0);\n    return 0;\n}}\n"
    );
    fs::write(folder.join("main.c"), main).expect("written");
    fs::write(folder.join("one"), "#!/bin/sh\nexec \"$(dirname \"$0\")/program\" one\n")
        .expect("written");
    run_compiler("chmod", &["+x", "one"], folder);
}

/// The values by the C source: by each level that this machine has, all at once and one at a time, by each compiler.
///
/// # Panics
/// If it does not compile, without a warning, or run; the evaluator must have been made with a C header.
pub fn c_levels(evaluator: &Evaluator, pairs: &Pairs) -> Vec<(String, Vec<u64>)> {
    let width = evaluator.request.width;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tested.c"), emitted(evaluator, C, ".c")).expect("written");
    c_program(folder.path(), width, &emitted(evaluator, C, ".h"));
    let mut all = vec![];
    for compiler in c_compilers() {
        for level in levels() {
            let warnings = ["-Wall", "-Wextra", "-Wno-psabi", "-Werror"];
            let rest = ["-O2", "-o", "program", "main.c", "tested.c", "-lm"];
            let flags = [&warnings[..], c_flags(level), &rest].concat();
            run_compiler(&compiler, &flags, folder.path());
            for program in ["program", "one"] {
                let values = run_in(&folder, width, program, pairs);
                all.push((format!("{compiler} {level}, {program}"), values));
            }
        }
    }
    all
}

/// The values by a C program that calls the Rust function by its header.
///
/// # Panics
/// If the compilers do not take it; the evaluator must have been made with a C header.
pub fn from_c(evaluator: &Evaluator, pairs: &Pairs) -> Vec<u64> {
    let width = evaluator.request.width;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tested.rs"), emitted(evaluator, RUST_SIMD, ".rs"))
        .expect("written");
    c_program(folder.path(), width, &emitted(evaluator, RUST_SIMD, ".h"));
    // The Rust file has no function of one pair for C.
    let main = fs::read_to_string(folder.path().join("main.c")).expect("written above");
    let main = main.replace("z[i] = tested(x[i], y[i])", "z[i] = 0");
    fs::write(folder.path().join("main.c"), main).expect("written");
    let library = ["--edition=2024", "-Dwarnings", "-O", "--crate-type=staticlib", "tested.rs"];
    run_compiler("rustc", &library, folder.path());
    let flags = ["-Wall", "-Wextra", "-Werror", "-o", "program", "main.c", "libtested.a"];
    run_compiler("cc", &flags, folder.path());
    run_in(&folder, width, "program", pairs)
}

/// The CUDA source.
pub fn cuda_source(evaluator: &Evaluator) -> String {
    emitted(evaluator, CUDA, ".cu")
}

/// The values by the CUDA source, compiled for a CPU.
///
/// # Panics
/// If it does not compile or run.
pub fn cuda_on_a_cpu(evaluator: &Evaluator, pairs: &Pairs) -> Vec<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let main = "int main()\n{\n    std::vector<number> all;\n    number one;\n    \
         while (fread(&one, sizeof one, 1, stdin) == 1) {\n        all.push_back(one);\n    }\n    \
         const size_t count = all.size() / 2;\n    std::vector<number> z(count);\n    blockDim.x = 4;\n    gridDim.x = 2;\n    \
         for (blockIdx.x = 0; blockIdx.x < 2; ++blockIdx.x) {\n        \
         for (threadIdx.x = 0; threadIdx.x < 4; ++threadIdx.x) {\n            \
         tested(all.data(), all.data() + count, z.data(), count);\n        }\n    }\n    \
         fwrite(z.data(), sizeof one, count, stdout);\n}\n";
    let text = format!("{CUDA_ON_A_CPU}{}\n{main}", cuda_source(evaluator));
    fs::write(folder.path().join("main.cpp"), text).expect("a file");
    let arguments = ["-O1", "-ffp-contract=off", "-Wall", "-o", "program", "main.cpp"];
    run_compiler("g++", &arguments, folder.path());
    run_in(&folder, evaluator.request.width, "program", pairs)
}

/// The values by an OpenCL source (`gpu` or `cpu`) on the first device; `None` where there is none.
///
/// # Panics
/// If it does not compile or run, or if a device is required and missing.
#[cfg(feature = "opencl")]
pub fn opencl(evaluator: &Evaluator, form: &str, pairs: &Pairs) -> Option<Vec<u64>> {
    if !crate::engine::has_opencl() {
        return None;
    }
    let text = emitted(evaluator, OPENCL, &format!("_{form}.cl"));
    let (x, y): (Vec<u64>, Vec<u64>) = pairs.iter().copied().unzip();
    Some(match evaluator.request.width {
        Width::W64 => on_device(&text, &x, &y),
        Width::W32 => {
            let short = |bits: &[u64]| bits.iter().map(|bits| *bits as u32).collect::<Vec<_>>();
            on_device(&text, &short(&x), &short(&y)).into_iter().map(u64::from).collect()
        }
    })
}

/// The values' bits of the arguments' bits.
#[cfg(feature = "opencl")]
fn on_device<T: Copy + Default>(text: &str, x: &[T], y: &[T]) -> Vec<T> {
    let device = crate::opencl::OpenCl::new(text);
    let (first, second, output) = (device.buffer(x), device.buffer(y), device.buffer(x));
    let arguments = [(&first).into(), (&second).into(), (&output).into(), (x.len() as u64).into()];
    // SAFETY: the kernel reads and writes as many numbers as the buffers have.
    unsafe { device.run("tested", &arguments) };
    device.read(&output, x.len())
}
