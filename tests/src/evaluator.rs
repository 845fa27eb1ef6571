//! Emitted evaluators, compiled alone and run: every target and level that this machine has.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use tempfile::TempDir;
use tmd_codegen::approx::Evaluator;
use tmd_codegen::ir::{Width, call};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::Level;

/// What every evaluator is called in tests.
const NAME: &str = "tested";

/// Bits of numbers as a file holds them.
pub(crate) fn bytes(width: Width, bits: &[u64]) -> Vec<u8> {
    let size = width.bits() as usize / 8;
    bits.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size)).collect()
}

pub(crate) fn from_bytes(width: Width, bytes: &[u8]) -> Vec<u64> {
    let word = |part: &[u8]| part.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    bytes.chunks(width.bits() as usize / 8).map(word).collect()
}

/// Emitted files have no tabs and no spaces at the ends of lines, and those of Rust are as `rustfmt` leaves them.
///
/// # Panics
/// If one is not.
pub fn check_layout(folder: &Path, file: &str, text: &str) {
    assert!(!text.contains('\t') && text.lines().all(|line| line.trim_end() == line), "{file}");
    if !file.ends_with(".rs") {
        return;
    }
    let path = folder.join(file);
    fs::write(&path, text).expect("a file");
    let check = ["--edition", "2024", "--check"];
    let said =
        Command::new("rustfmt").args(check).arg(&path).output().expect("rustfmt runs").stdout;
    assert!(said.is_empty(), "{file}: {}", String::from_utf8_lossy(&said));
}

/// The values by the definition of the intermediate representation, as bits.
///
/// # Panics
/// If the evaluator cannot be interpreted.
pub fn interpreted(evaluator: &Evaluator, x: &[u64]) -> Vec<u64> {
    let kernel = evaluator.kernel(1);
    x.iter().map(|x| call(&kernel, &[*x]).expect("a value")[0]).collect()
}

/// The text of a target's file.
fn emitted(evaluator: &Evaluator, target: &str, end: &str) -> String {
    let sources = evaluator.emit(target, NAME).unwrap_or_else(|diag| panic!("{}", diag.message));
    let mut found = sources.into_iter().filter(|(file, _)| file.ends_with(end));
    found.next().map(|(_, text)| text).expect("the file")
}

pub(crate) fn run_compiler(compiler: impl AsRef<OsStr>, arguments: &[&str], folder: &Path) {
    let output = Command::new(compiler).args(arguments).current_dir(folder).output();
    let output = output.expect("the compiler runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
}

/// Compiles `main.rs` in a folder to `program`; as one unit of code, since several would each be optimised twice.
pub(crate) fn compile_main(folder: &Path) {
    let flags = ["--edition=2024", "-O", "-Ccodegen-units=1", "-o", "program", "main.rs"];
    run_compiler("rustc", &flags, folder);
}

/// A source of Rust is a library by itself, without a warning. (Without machine code: a program of it makes that.)
pub(crate) fn check_alone(text: &str, folder: &Path) {
    fs::write(folder.join("alone.rs"), text).expect("a file");
    let library = ["--edition=2024", "--crate-type=lib", "-Dwarnings", "--emit=metadata"];
    run_compiler("rustc", &[&library[..], &["alone.rs"]].concat(), folder);
}

/// Runs a program that reads numbers and writes numbers.
pub(crate) fn run(program: &Path, input: Vec<u8>) -> Vec<u8> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    // It may write before it has read all.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    writer.join().expect("the writer").expect("all was read");
    output.stdout
}

/// The values by a C program that calls the Rust function by its header.
///
/// # Panics
/// If the compilers do not take it; the evaluator must have been made with a C header.
pub fn from_c(evaluator: &Evaluator, x: &[u64]) -> Vec<u64> {
    let width = evaluator.request.width;
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("tested.rs"), emitted(evaluator, RUST_SIMD, ".rs")).expect("written");
    fs::write(at("tested.h"), emitted(evaluator, RUST_SIMD, ".h")).expect("written");
    let ty = if width == Width::W64 { "double" } else { "float" };
    let main = format!(
        "#include \"tested.h\"\n#include <stdio.h>\nint main(void) {{\n    {ty} x[64], y[64];\n    size_t count;\n    \
         while ((count = fread(x, sizeof *x, 64, stdin)) > 0) {{\n        tested_many(x, y, count);\n        \
         fwrite(y, sizeof *y, count, stdout);\n    }}\n    tested_many(0, 0, 0);\n    return 0;\n}}\n"
    );
    fs::write(at("main.c"), main).expect("written");
    let library = ["--edition=2024", "-Dwarnings", "-O", "--crate-type=staticlib", "tested.rs"];
    run_compiler("rustc", &library, folder.path());
    let flags = ["-Wall", "-Wextra", "-Werror", "-o", "program", "main.c", "libtested.a"];
    run_compiler("cc", &flags, folder.path());
    from_bytes(width, &run(&at("program"), bytes(width, x)))
}

/// The flags by which a C compiler compiles for a level.
pub(crate) fn c_flags(level: &str) -> &'static [&'static str] {
    level.parse::<Level>().expect("a level").c_flags()
}

/// C compilers of this machine: what `cc` is, and Clang where there is one.
pub fn c_compilers() -> Vec<String> {
    let works = |name: &String| Command::new(name).arg("--version").output().is_ok();
    let clang = (13..30).rev().map(|version| format!("/usr/lib/llvm-{version}/bin/clang"));
    let clang = std::iter::once("clang".to_owned()).chain(clang).find(works);
    match clang {
        Some(clang) => vec!["cc".to_owned(), clang],
        None => {
            println!("skipped: Clang, which is not installed");
            vec!["cc".to_owned()]
        }
    }
}

/// The values by the C source: by each level that this machine has, all at once and one at a time, by each compiler.
/// The source itself has to see to it that nothing is fused.
///
/// # Panics
/// If it does not compile, without a warning, or run.
pub fn c_levels(evaluator: &Evaluator, x: &[u64]) -> Vec<(String, Vec<u64>)> {
    let width = evaluator.request.width;
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("tested.c"), emitted(evaluator, C, ".c")).expect("written");
    let ty = if width == Width::W64 { "double" } else { "float" };
    let header = match evaluator.request.c_header {
        true => emitted(evaluator, C, ".h"),
        false => format!(
            "#include <stddef.h>\n{ty} tested({ty} x);\nvoid tested_many(const {ty} *x, {ty} *y, size_t count);\n"
        ),
    };
    fs::write(at("tested.h"), header).expect("written");
    let main = format!(
        "#include \"tested.h\"\n#include <stdio.h>\nint main(int argc, char **argv) {{\n    (void)argv;\n    \
         {ty} x[64], y[64];\n    size_t count;\n    \
         while ((count = fread(x, sizeof *x, 61, stdin)) > 0) {{\n        \
         if (argc > 1) {{\n            for (size_t i = 0; i < count; ++i) y[i] = tested(x[i]);\n        }} else {{\n            \
         tested_many(x, y, count);\n        }}\n        \
         fwrite(y, sizeof *y, count, stdout);\n    }}\n    tested_many(0, 0, 0);\n    return 0;\n}}\n"
    );
    fs::write(at("main.c"), main).expect("written");
    fs::write(at("one"), "#!/bin/sh\nexec \"$(dirname \"$0\")/program\" one\n").expect("written");
    run_compiler("chmod", &["+x", "one"], folder.path());
    let mut all = vec![];
    for compiler in c_compilers() {
        for level in levels() {
            let warnings = ["-Wall", "-Wextra", "-Wno-psabi", "-Werror"];
            let rest = ["-O2", "-o", "program", "main.c", "tested.c", "-lm"];
            let flags = [&warnings[..], c_flags(level), &rest].concat();
            run_compiler(&compiler, &flags, folder.path());
            for program in ["program", "one"] {
                let values = from_bytes(width, &run(&at(program), bytes(width, x)));
                all.push((format!("{compiler} {level}, {program}"), values));
            }
        }
    }
    all
}

/// The levels that this machine has, the best last.
pub(crate) fn levels() -> Vec<&'static str> {
    Level::available().into_iter().rev().map(Level::as_str).collect()
}

/// A program of all levels of the Rust target.
pub struct RustLevels {
    program: PathBuf,
    width: Width,
    /// The levels that this machine has.
    pub levels: Vec<&'static str>,
    _folder: TempDir,
}

impl RustLevels {
    /// Compiles an evaluator, without a warning.
    ///
    /// # Panics
    /// If it does not compile.
    pub fn new(evaluator: &Evaluator) -> RustLevels {
        let folder = tempfile::tempdir().expect("a folder");
        let width = evaluator.request.width;
        let text = emitted(evaluator, RUST_SIMD, ".rs");
        // Private parts are reached from the text's own end.
        check_alone(&text, folder.path());
        let mut levels = levels();
        let ty = if width == Width::W64 { "f64" } else { "f32" };
        let calls: Vec<String> = levels
            .iter()
            .map(|level| {
                format!("    unsafe {{ {level}::slice(x, &mut y) }};\n    all.extend(&y);\n")
            })
            .collect();
        let size = width.bits() / 8;
        let all = format!(
            "{text}\n#[allow(unused_unsafe)]\npub fn all(x: &[{ty}]) -> Vec<{ty}> {{\n    \
             let mut y = vec![0.0; x.len()];\n    let mut all = vec![];\n{}    \
             for x in x {{\n        all.push({NAME}(*x));\n    }}\n    all\n}}\n",
            calls.concat()
        );
        fs::write(folder.path().join("evaluator.rs"), all).expect("a file");
        let main = format!(
            "#[allow(dead_code)]\nmod evaluator;\nuse std::io::{{Read, Write}};\nfn main() {{\n    let mut bytes = vec![];\n    \
             std::io::stdin().read_to_end(&mut bytes).unwrap();\n    let (parts, _) = bytes.as_chunks::<{size}>();\n    \
             let x: Vec<{ty}> = parts.iter().map(|part| {ty}::from_le_bytes(*part)).collect();\n    \
             let y: Vec<u8> = evaluator::all(&x).iter().flat_map(|y| y.to_le_bytes()).collect();\n    \
             std::io::stdout().write_all(&y).unwrap();\n}}\n"
        );
        fs::write(folder.path().join("main.rs"), main).expect("a file");
        compile_main(folder.path());
        levels.push("one at a time");
        RustLevels { program: folder.path().join("program"), width, levels, _folder: folder }
    }

    /// The values by each level, as bits.
    ///
    /// # Panics
    /// If the program fails.
    pub fn values(&self, x: &[u64]) -> Vec<(&'static str, Vec<u64>)> {
        let all = from_bytes(self.width, &run(&self.program, bytes(self.width, x)));
        assert_eq!(all.len(), x.len() * self.levels.len());
        self.levels.iter().copied().zip(all.chunks(x.len()).map(<[u64]>::to_vec)).collect()
    }
}

/// Stands for what the CUDA source uses of CUDA.
pub(crate) const CUDA_ON_A_CPU: &str = "#include <math.h>\n#include <stdio.h>\n#include <vector>\n\
    struct place { unsigned x; };\nstatic place threadIdx, blockIdx, blockDim, gridDim;\n\
    #define __global__\n#define __device__\n#define __forceinline__ inline\n\
    static inline double __dmul_rn(double a, double b) { return a * b; }\n\
    static inline double __ddiv_rn(double a, double b) { return a / b; }\n";

/// The values by the CUDA source, compiled for a CPU.
///
/// # Panics
/// If it does not compile or run.
pub fn cuda_on_a_cpu(evaluator: &Evaluator, x: &[u64]) -> Vec<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let width = evaluator.request.width;
    let text = cuda_source(evaluator);
    let main = format!(
        "int main()\n{{\n    std::vector<number> x;\n    number one;\n    \
         while (fread(&one, sizeof one, 1, stdin) == 1) {{\n        x.push_back(one);\n    }}\n    \
         std::vector<number> y(x.size());\n    blockDim.x = 4;\n    gridDim.x = 2;\n    \
         for (blockIdx.x = 0; blockIdx.x < 2; ++blockIdx.x) {{\n        \
         for (threadIdx.x = 0; threadIdx.x < 4; ++threadIdx.x) {{\n            \
         {NAME}(x.data(), y.data(), x.size());\n        }}\n    }}\n    \
         fwrite(y.data(), sizeof one, y.size(), stdout);\n}}\n"
    );
    fs::write(folder.path().join("main.cpp"), format!("{CUDA_ON_A_CPU}{text}\n{main}"))
        .expect("a file");
    let arguments = ["-O1", "-ffp-contract=off", "-Wall", "-o", "program", "main.cpp"];
    run_compiler("g++", &arguments, folder.path());
    from_bytes(width, &run(&folder.path().join("program"), bytes(width, x)))
}

/// The CUDA source.
pub fn cuda_source(evaluator: &Evaluator) -> String {
    emitted(evaluator, CUDA, ".cu")
}

/// The values by an OpenCL source (`gpu` or `cpu`) on the first device; `None` where there is none.
///
/// # Panics
/// If it does not compile or run, or if a device is required and missing.
#[cfg(feature = "opencl")]
pub fn opencl(evaluator: &Evaluator, form: &str, x: &[u64]) -> Option<Vec<u64>> {
    if !crate::engine::has_opencl() {
        return None;
    }
    let text = emitted(evaluator, OPENCL, &format!("_{form}.cl"));
    Some(match evaluator.request.width {
        Width::W64 => on_device(&text, x),
        Width::W32 => {
            let x: Vec<u32> = x.iter().map(|bits| *bits as u32).collect();
            on_device(&text, &x).into_iter().map(u64::from).collect()
        }
    })
}

/// The values' bits of the inputs' bits.
#[cfg(feature = "opencl")]
fn on_device<T: Copy + Default>(text: &str, x: &[T]) -> Vec<T> {
    let device = crate::opencl::OpenCl::new(text);
    let (input, output) = (device.buffer(x), device.buffer(x));
    let arguments = [(&input).into(), (&output).into(), (x.len() as u64).into()];
    // SAFETY: the kernel reads and writes as many numbers as the buffers have.
    unsafe { device.run(NAME, &arguments) };
    device.read(&output, x.len())
}

/// Compares two evaluators of the same function at every binary32 number from 0 to the end of the range, by the best
/// level: how many there are, and the largest difference.
///
/// # Panics
/// If they do not compile or run.
pub fn compared(short: &Evaluator, long: &Evaluator) -> (u64, f64) {
    let folder = tempfile::tempdir().expect("a folder");
    for (evaluator, file) in [(short, "short.rs"), (long, "long.rs")] {
        fs::write(folder.path().join(file), emitted(evaluator, RUST_SIMD, ".rs")).expect("a file");
    }
    let main = format!(
        "#[allow(dead_code)]\nmod long;\n#[allow(dead_code)]\nmod short;\nconst PART: u32 = 4096;\nfn main() {{\n    \
         let last = ({:?}f32).to_bits();\n    let (mut count, mut most) = (0u64, 0f64);\n    \
         for first in (0..=last).step_by(PART as usize) {{\n        \
         let x: Vec<f32> = (first..=last.min(first + PART - 1)).map(f32::from_bits).collect();\n        \
         let wide: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();\n        \
         let (mut y, mut truth) = (vec![0.0; x.len()], vec![0.0; x.len()]);\n        \
         short::{NAME}_slice(&x, &mut y);\n        long::{NAME}_slice(&wide, &mut truth);\n        \
         count += x.len() as u64;\n        \
         most = y.iter().zip(&truth).fold(most, |most, (y, f)| most.max((f64::from(*y) - f).abs()));\n    \
         }}\n    println!(\"{{count}} {{most:e}}\");\n}}\n",
        short.range.1 as f32
    );
    fs::write(folder.path().join("main.rs"), main).expect("a file");
    compile_main(folder.path());
    let said = String::from_utf8(run(&folder.path().join("program"), vec![])).expect("a text");
    let (count, most) = said.trim().split_once(' ').expect("two numbers");
    (count.parse().expect("a count"), most.parse().expect("a number"))
}
