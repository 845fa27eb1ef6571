//! Emitted stochastic twins, compiled alone and run: every target and level that this machine has; and operations under
//! the processor's own rounding modes, by a C program.

use crate::evaluator::{
    bytes, c_flags, check_alone, compile_main, from_bytes, levels, run, run_compiler,
};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use tempfile::TempDir;
use tmd_codegen::ir::{Rounded, Width};
use tmd_codegen::stochastic::Stochastic;
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};

/// What every twin is called in tests.
const NAME: &str = "tested";

/// What a twin is run on.
#[derive(Clone, Debug)]
pub struct Run {
    /// Bits of the numbers of each of the twin's arrays.
    pub arrays: Vec<Vec<u64>>,
    /// The parameters.
    pub parameters: Vec<u64>,
    /// The elements.
    pub range: Range<usize>,
    /// The seed.
    pub seed: u64,
}

/// What it gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gave {
    /// Bits of each sample of each result: those of all elements side by side.
    pub results: Vec<Vec<u64>>,
    /// Events of each site.
    pub counts: Vec<u64>,
}

impl Run {
    /// A run on numbers whose samples are equal.
    pub fn of(width: Width, inputs: &[Vec<f64>], parameters: &[u64], seed: u64) -> Run {
        let bits = |input: &Vec<f64>| input.iter().map(|x| width.bits_of(*x)).collect::<Vec<_>>();
        Run {
            arrays: inputs.iter().flat_map(|input| vec![bits(input); 3]).collect(),
            parameters: parameters.to_vec(),
            range: 0..inputs[0].len(),
            seed,
        }
    }

    /// The run by the definition of the intermediate representation.
    ///
    /// # Panics
    /// If an element is not there.
    pub fn interpreted(&self, made: &Stochastic) -> Gave {
        let width = made.twin.width;
        let inputs: Vec<Vec<[f64; 3]>> = self
            .arrays
            .chunks(3)
            .map(|samples| {
                let at = |k: usize| [0, 1, 2].map(|s| width.number(samples[s][k]));
                (0..samples[0].len()).map(at).collect()
            })
            .collect();
        let outcome = tmd_codegen::stochastic::run(
            &made.twin,
            &inputs,
            &self.parameters,
            self.seed,
            self.range.clone(),
        );
        let outcome = outcome.unwrap_or_else(|diag| panic!("{}", diag.message));
        let sample = |result: &Vec<[f64; 3]>, s: usize| {
            result.iter().map(|x| width.bits_of(x[s])).collect::<Vec<u64>>()
        };
        Gave {
            results: outcome.results.iter().flat_map(|r| (0..3).map(|s| sample(r, s))).collect(),
            counts: outcome.counts,
        }
    }

    /// What a program reads: the length of the arrays, and their numbers.
    fn input(&self, width: Width) -> Vec<u8> {
        let mut input = (self.arrays[0].len() as u64).to_le_bytes().to_vec();
        input.extend(self.arrays.iter().flat_map(|array| bytes(width, array)));
        input
    }

    fn read(&self, width: Width, made: &Stochastic, output: &[u8]) -> Gave {
        let (counts, results) = output.split_at(8 * made.twin.sites.len());
        let word = |part: &[u8]| u64::from_le_bytes(part.try_into().expect("eight bytes"));
        Gave {
            counts: counts.chunks(8).map(word).collect(),
            results: from_bytes(width, results)
                .chunks(self.range.len())
                .map(<[u64]>::to_vec)
                .collect(),
        }
    }
}

fn emitted(made: &Stochastic, target: &str) -> String {
    let sources = made.emit(target, NAME, &[]).unwrap_or_else(|diag| panic!("{}", diag.message));
    sources.into_values().next().expect("a file")
}

/// A program of all levels of the Rust target.
pub struct RustTwin {
    program: PathBuf,
    /// The levels that this machine has.
    pub levels: Vec<&'static str>,
    folder: TempDir,
}

impl RustTwin {
    /// Compiles a twin, without a warning.
    ///
    /// # Panics
    /// If it does not compile.
    pub fn new(made: &Stochastic) -> RustTwin {
        let folder = tempfile::tempdir().expect("a folder");
        let width = made.twin.width;
        let text = emitted(made, RUST_SIMD);
        check_alone(&text, folder.path());
        let levels = levels();
        let (number, word) = (width.number_type(), width.word_type());
        let (arrays, sites) = (made.twin.arrays.len(), made.twin.sites.len());
        let (parameters, results) = (made.twin.parameters.len(), made.twin.results());
        let calls: Vec<String> = levels
            .iter()
            .map(|level| {
                format!("\"{level}\" => unsafe {{ {level}::run(arrays, parameters, range, results, &seed) }},")
            })
            .collect();
        let seed = match width {
            Width::W64 => "[seed, 0]",
            Width::W32 => "[seed as u32, (seed >> 32) as u32]",
        };
        let twin = format!(
            "{text}\n#[allow(unused_unsafe)]\npub fn at_level(level: &str, arrays: &[&[{number}]; {arrays}], \
             parameters: &[{word}; {parameters}], range: Range<usize>, \
             results: &mut [&mut [{number}]; RESULTS], seed: u64) -> [u64; {sites}] {{\n    \
             if level == \"best\" {{ return {NAME}(arrays, parameters, range, results, seed); }}\n    \
             let seed = {seed};\n    match level {{ {} _ => panic!() }}\n}}\n",
            calls.concat()
        );
        fs::write(folder.path().join("twin.rs"), twin).expect("a file");
        let size = width.bits() / 8;
        // level, seed, first, last, parameters…
        let main = format!(
            "#[allow(dead_code)]\nmod twin;\nuse std::io::{{Read, Write}};\nfn main() {{\n    \
             let args: Vec<String> = std::env::args().collect();\n    \
             let number = |k: usize| args[k].parse::<u64>().unwrap();\n    \
             let mut bytes = vec![];\n    std::io::stdin().read_to_end(&mut bytes).unwrap();\n    \
             let (parts, _) = bytes[8..].as_chunks::<{size}>();\n    \
             let count = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;\n    \
             let x: Vec<{number}> = parts.iter().map(|part| {number}::from_le_bytes(*part)).collect();\n    \
             let arrays: [&[{number}]; {arrays}] = std::array::from_fn(|k| &x[k * count..(k + 1) * count]);\n    \
             let parameters: [{word}; {parameters}] = std::array::from_fn(|k| number(5 + k) as {word});\n    \
             let range = number(3) as usize..number(4) as usize;\n    \
             let mut y: [Vec<{number}>; {results}] = std::array::from_fn(|_| vec![0.0; range.len()]);\n    \
             let mut views = y.each_mut().map(|y| &mut y[..]);\n    \
             let counts: [u64; {sites}] = twin::at_level(&args[1], &arrays, &parameters, range, &mut views, number(2));\n    \
             let mut out: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();\n    \
             out.extend(y.iter().flatten().flat_map(|y| y.to_le_bytes()));\n    \
             std::io::stdout().write_all(&out).unwrap();\n}}\n"
        );
        fs::write(folder.path().join("main.rs"), main).expect("a file");
        compile_main(folder.path());
        let levels = levels.into_iter().chain(["best"]).collect();
        RustTwin { program: folder.path().join("program"), levels, folder }
    }

    /// A run at a level.
    ///
    /// # Panics
    /// If the program fails.
    pub fn run(&self, made: &Stochastic, level: &str, what: &Run) -> Gave {
        let width = made.twin.width;
        let mut arguments = vec![level.to_owned(), what.seed.to_string()];
        arguments.extend([what.range.start, what.range.end].map(|end| end.to_string()));
        arguments.extend(what.parameters.iter().map(u64::to_string));
        let script = format!("exec {} {}", self.program.display(), arguments.join(" "));
        let path = self.folder.path().join(format!("run-{level}"));
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
        run_compiler("chmod", &["+x", path.to_str().expect("a path")], self.folder.path());
        what.read(width, made, &run(&path, what.input(width)))
    }
}

/// Stands for what the CUDA source uses of CUDA; directed functions by the processor's rounding modes.
fn cuda_on_a_cpu() -> String {
    let mut text = String::from(
        "#include <fenv.h>\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\n#include <vector>\n\
         struct place { unsigned x; };\nstatic place threadIdx, blockIdx, blockDim, gridDim;\n\
         #define __global__\n#define __device__\n#define __forceinline__ inline\n\
         #define __noinline __attribute__((noinline))\n",
    );
    for (d, f, number) in [("d", "fma", "double"), ("f", "fmaf", "float")] {
        for (mode, end) in [("FE_UPWARD", "ru"), ("FE_DOWNWARD", "rd"), ("FE_TONEAREST", "rn")] {
            for (name, operator) in [("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/")] {
                text += &format!(
                    "static __noinline {number} __{d}{name}_{end}(volatile {number} a, volatile {number} b) {{ \
                     fesetround({mode}); volatile {number} r = a {operator} b; fesetround(FE_TONEAREST); return r; }}\n"
                );
            }
            text += &format!(
                "static __noinline {number} __{d}sqrt_{end}(volatile {number} a) {{ fesetround({mode}); \
                 volatile {number} r = sqrt(a); fesetround(FE_TONEAREST); return r; }}\n\
                 static __noinline {number} __{f}_{end}(volatile {number} a, volatile {number} b, volatile {number} c) {{ \
                 fesetround({mode}); volatile {number} r = fma(a, b, c); fesetround(FE_TONEAREST); return r; }}\n"
            );
        }
    }
    text
}

/// The arguments of an emitted function in a language like C.
fn arguments(made: &Stochastic, what: &Run) -> String {
    let mut arguments: Vec<String> =
        (0..made.twin.arrays.len()).map(|k| format!("&x[{k} * count]")).collect();
    arguments.extend(what.parameters.iter().map(|word| format!("{word}u")));
    arguments.extend((0..made.twin.results()).map(|k| format!("&y[{k} * n]")));
    let (low, high) = match made.twin.width {
        Width::W64 => (what.seed, 0),
        Width::W32 => (what.seed & 0xffff_ffff, what.seed >> 32),
    };
    arguments.extend([
        what.range.start.to_string(),
        "n".to_owned(),
        format!("{low}u"),
        format!("{high}u"),
        "counts".to_owned(),
    ]);
    arguments.join(", ")
}

/// A program that reads arrays, makes `calls` of the emitted function, and writes counts and results.
fn main_like_c(made: &Stochastic, what: &Run, calls: &str) -> String {
    let (arrays, sites, results) =
        (made.twin.arrays.len(), made.twin.sites.len(), made.twin.results());
    format!(
        "int main()\n{{\n    unsigned long long count;\n    if (fread(&count, 8, 1, stdin) != 1) return 1;\n    \
         number *x = (number *)calloc({arrays} * count + 1, sizeof(number));\n    \
         if (fread(x, sizeof(number), {arrays} * count, stdin) != {arrays} * count) return 1;\n    \
         const size_t n = {};\n    number *y = (number *)calloc({results} * n + 1, sizeof(number));\n    \
         const size_t streams = (n + STREAMS * STEPS - 1) / (STREAMS * STEPS) * STREAMS;\n    \
         unsigned long long *counts = (unsigned long long *)calloc({sites} * streams + 1, 8);\n{calls}    \
         for (size_t k = 0; k < {sites}; ++k) {{\n        unsigned long long sum = 0;\n        \
         for (size_t s = 0; s < streams; ++s) sum += counts[k * streams + s];\n        fwrite(&sum, 8, 1, stdout);\n    }}\n    \
         fwrite(y, sizeof(number), {results} * n, stdout);\n    return 0;\n}}\n",
        what.range.len(),
    )
}

/// A run of the CUDA source, compiled for a CPU.
///
/// # Panics
/// If it does not compile or run.
pub fn cuda_on_cpu(made: &Stochastic, what: &Run) -> Gave {
    let folder = tempfile::tempdir().expect("a folder");
    let calls = format!(
        "    blockDim.x = 4;\n    gridDim.x = 2;\n    \
         for (blockIdx.x = 0; blockIdx.x < 2; ++blockIdx.x) {{\n        \
         for (threadIdx.x = 0; threadIdx.x < 4; ++threadIdx.x) {{\n            \
         {NAME}({});\n        }}\n    }}\n",
        arguments(made, what)
    );
    let all = format!(
        "{}#include <stdlib.h>\n{}\n{}",
        cuda_on_a_cpu(),
        cuda_source(made),
        main_like_c(made, what, &calls)
    );
    fs::write(folder.path().join("main.cpp"), all).expect("a file");
    let flags = "-O1 -ffp-contract=off -frounding-math -mfma -w -o program main.cpp";
    run_compiler("g++", &flags.split(' ').collect::<Vec<_>>(), folder.path());
    let width = made.twin.width;
    what.read(width, made, &run(&folder.path().join("program"), what.input(width)))
}

/// A run of the C source; with the processor's fused multiply-add where it has one. The source itself has to see to it
/// that nothing else is fused.
///
/// # Panics
/// If it does not compile, without a warning, or run.
pub fn c(made: &Stochastic, what: &Run) -> Gave {
    let folder = tempfile::tempdir().expect("a folder");
    let text = emitted(made, C);
    fs::write(folder.path().join("alone.c"), &text).expect("a file");
    let warnings = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"];
    let alone = [&warnings[..], &["-std=c11", "-O1", "-c", "-o", "alone.o", "alone.c"]].concat();
    run_compiler("cc", &alone, folder.path());
    let call = format!("    {NAME}({});\n", arguments(made, what));
    let main = main_like_c(made, what, &call);
    let all = format!("{text}\n#include <stdio.h>\n#include <stdlib.h>\n{main}");
    fs::write(folder.path().join("main.c"), all).expect("a file");
    let best = levels().pop().unwrap_or_default();
    let flags = [&["-O2", "-w"], c_flags(best), &["-o", "program", "main.c", "-lm"]].concat();
    run_compiler("cc", &flags, folder.path());
    let width = made.twin.width;
    what.read(width, made, &run(&folder.path().join("program"), what.input(width)))
}

/// The CUDA source.
pub fn cuda_source(made: &Stochastic) -> String {
    emitted(made, CUDA)
}

/// A run of the OpenCL source on the first device; `None` where there is none.
///
/// # Panics
/// If it does not compile or run, or if a device is required and missing.
#[cfg(feature = "opencl")]
pub fn opencl(made: &Stochastic, what: &Run) -> Option<Gave> {
    if !crate::engine::has_opencl() {
        return None;
    }
    Some(match made.twin.width {
        Width::W64 => on_device(made, what, |bits| bits, |bits| bits),
        Width::W32 => on_device(made, what, |bits| bits as u32, u64::from),
    })
}

/// `word` makes the bits of one of the twin's numbers, `bits` are what they are in `Gave`.
#[cfg(feature = "opencl")]
fn on_device<W: Copy + Default + Into<crate::opencl::Argument>>(
    made: &Stochastic,
    what: &Run,
    word: fn(u64) -> W,
    bits: fn(W) -> u64,
) -> Gave {
    use crate::opencl::Argument;
    use tmd_codegen::stochastic::run::{STEPS, STREAMS, seed_words};
    let device = crate::opencl::OpenCl::new(&emitted(made, OPENCL));
    let words = |numbers: &[u64]| numbers.iter().map(|bits| word(*bits)).collect::<Vec<W>>();
    let inputs: Vec<_> = what.arrays.iter().map(|array| device.buffer(&words(array))).collect();
    let count = what.range.len();
    let outputs: Vec<_> =
        (0..made.twin.results()).map(|_| device.buffer(&vec![word(0); count])).collect();
    let streams = count.div_ceil(STREAMS * STEPS) * STREAMS;
    let sites = made.twin.sites.len();
    let zeros = vec![0u64; sites * streams + 1];
    let counts = device.buffer(&zeros);
    let seed = seed_words(made.twin.width, what.seed);
    let mut arguments: Vec<Argument> = inputs.iter().map(Argument::from).collect();
    arguments.extend(words(&what.parameters).into_iter().map(W::into));
    arguments.extend(outputs.iter().map(Argument::from));
    arguments.extend([(what.range.start as u64).into(), (count as u64).into()]);
    arguments.extend([word(seed[0]).into(), word(seed[1]).into(), (&counts).into()]);
    // SAFETY: the buffers are as long as the kernel's comment says.
    unsafe { device.run(NAME, &arguments) };
    let all = device.read(&counts, zeros.len());
    let results = outputs
        .iter()
        .map(|output| device.read(output, count).into_iter().map(bits).collect())
        .collect();
    Gave {
        results,
        counts: all[..sites * streams].chunks(streams.max(1)).map(|s| s.iter().sum()).collect(),
    }
}

/// An operation on numbers, rounded up and rounded down by the processor: (up, down) for each row of operands.
///
/// # Panics
/// If there is no C compiler.
pub fn by_the_processor(kind: Rounded, width: Width, operands: &[Vec<u64>]) -> Vec<(u64, u64)> {
    let folder = tempfile::tempdir().expect("a folder");
    let ty = if width == Width::W64 { "double" } else { "float" };
    let expression = match kind {
        Rounded::Add => "a + b",
        Rounded::Sub => "a - b",
        Rounded::Mul => "a * b",
        Rounded::Div => "a / b",
        Rounded::Sqrt => {
            if width == Width::W64 {
                "sqrt(a)"
            } else {
                "sqrtf(a)"
            }
        }
        Rounded::Fma => {
            if width == Width::W64 {
                "fma(a, b, c)"
            } else {
                "fmaf(a, b, c)"
            }
        }
    };
    let main = format!(
        "#include <fenv.h>\n#include <math.h>\n#include <stdio.h>\n\
         int main(void) {{\n    {ty} x[3];\n    while (fread(x, sizeof *x, 3, stdin) == 3) {{\n        \
         volatile {ty} a = x[0], b = x[1], c = x[2];\n        (void)b; (void)c;\n        \
         fesetround(FE_UPWARD);\n        volatile {ty} up = {expression};\n        \
         fesetround(FE_DOWNWARD);\n        volatile {ty} down = {expression};\n        \
         fesetround(FE_TONEAREST);\n        {ty} both[2] = {{up, down}};\n        \
         fwrite(both, sizeof *both, 2, stdout);\n    }}\n    return 0;\n}}\n"
    );
    fs::write(folder.path().join("main.c"), main).expect("a file");
    let flags = "-O1 -frounding-math -ffp-contract=off -mfma -o program main.c -lm";
    run_compiler("cc", &flags.split(' ').collect::<Vec<_>>(), folder.path());
    let rows = operands[0].len();
    let all: Vec<u64> = (0..rows)
        .flat_map(|at| (0..3).map(move |k| operands.get(k).map_or(0, |of| of[at])))
        .collect();
    let output = from_bytes(width, &run(&folder.path().join("program"), bytes(width, &all)));
    output.chunks(2).map(|both| (both[0], both[1])).collect()
}
