//! CUDA C++: scalar threads, carry chains in inline PTX, and plain C wherever it is not compiled for a
//! GPU.

use crate::backends::clike;
use crate::backends::clike::function::Layout;
use crate::backends::clike::{Dialect, Form, Launch, Shape, Vectors, function, rounded, twin};
use crate::backends::twin::{BY_ERRORS, Rounding};
use crate::backends::{Backend, Emitted, Function, RoundedFunction, Source, Sources, Twin};
use crate::frame;
use crate::ir::Width;
use crate::kernel::Design;
use tmd_base::diag::Diag;
use tmd_base::target::CUDA;

/// The CUDA target.
pub struct Cuda;

/// The words of CUDA C++.
pub(in crate::backends) static DIALECT: Dialect = Dialect {
    function: "static __device__ __forceinline__",
    table: "static __device__ const",
    global: "",
    // Whatever the compiler's options are: by default it contracts a product and a sum to fma.
    product: Some("product"),
    suffix: "ULL",
    adder: Some(carry_chain),
    vectors: Vectors::None,
};

/// Its words for threads.
pub(in crate::backends) static LAUNCH: Launch = Launch {
    kernel: |group| format!("extern \"C\" __global__ void __launch_bounds__({group})"),
    local: "__shared__ ",
    local_pointer: "",
    barrier: "__syncthreads()",
    thread: "threadIdx.x",
    group: "blockIdx.x",
    groups: "gridDim.x",
    atomic_add: "atomicAdd",
    prelude: frame::CUDA_PRELUDE,
    vector_prelude: "",
};

/// For GPUs.
pub const GPU: Form =
    Form { file: "kernels.cu", dialect: &DIALECT, launch: &LAUNCH, shape: Shape::Threads };
/// All stages in one kernel, for comparison.
pub const FUSED: Form =
    Form { file: "fused.cu", dialect: &DIALECT, launch: &LAUNCH, shape: Shape::Fused };

/// The machine's carry flag lives inside one asm statement only. Outputs are written before all inputs
/// are read, hence `&`.
fn carry_chain(words: usize) -> String {
    let operand = |i: usize| format!("%{i}");
    let instructions: Vec<String> = (0..words)
        .map(|i| {
            let name = match i {
                0 => "add.cc.u64",
                i if i + 1 == words => "addc.u64",
                _ => "addc.cc.u64",
            };
            let (sum, a, b) = (operand(i), operand(words + i), operand(2 * words + i));
            format!("        \"{name} {sum}, {a}, {b};\"")
        })
        .collect();
    let list = |constraint: &str, name: &str| {
        (0..words).map(|i| format!("\"{constraint}\"({name}{i})")).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("    asm(\n{}\n", instructions.join("\n"));
    text.push_str(&format!("        : {}\n", list("=&l", "*s")));
    text.push_str(&format!("        : {},\n", list("l", "a")));
    text.push_str(&format!("          {});\n", list("l", "b")));
    text
}

const FORMS: [Form; 2] = [GPU, FUSED];

/// What twins are printed with.
static TWIN: twin::Words = twin::Words {
    prelude: |width| {
        let (word, number, signed) = match width {
            Width::W64 => ("unsigned long long", "double", "long long"),
            Width::W32 => ("unsigned int", "float", "int"),
        };
        Ok(format!(
            "typedef {word} word;\ntypedef {number} number;\ntypedef {signed} signed_word;\n\
             typedef unsigned long long long_word;\n"
        ))
    },
    kernel: "extern \"C\" __global__ void",
    thread: "(long_word)blockIdx.x * blockDim.x + threadIdx.x",
    threads: "(long_word)gridDim.x * blockDim.x",
    directed: true,
    unions: true,
    serial: false,
};

/// What correctly rounded functions are printed with.
static ROUNDED: rounded::Words = rounded::Words {
    end: "cuh",
    prelude: |_| String::new(),
    types: |width| match width {
        Width::W64 => ["unsigned long long", "double"],
        Width::W32 => ["unsigned int", "float"],
    },
    encodings: ["unsigned short", "unsigned int"],
    count: "unsigned long long",
    threads_are: "threads",
    thread: "(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x",
    threads: "(unsigned long long)gridDim.x * blockDim.x",
    twin: &TWIN,
};

impl Backend for Cuda {
    fn name(&self) -> &'static str {
        CUDA
    }

    fn about(&self) -> &'static str {
        "CUDA C++ for NVIDIA GPUs, with carry chains in PTX"
    }

    fn entry(&self) -> &'static str {
        GPU.file
    }

    fn modules(&self, plan: &dyn Design) -> Result<Vec<Source>, Diag> {
        clike::modules(&FORMS, plan)
    }

    fn emit(&self, plan: &dyn Design, header: &[String]) -> Result<Emitted, Diag> {
        clike::emit(&FORMS, plan, header)
    }

    fn function(&self, of: &Function) -> Result<Sources, Diag> {
        let (kernel, frame) = (of.kernel(1)?, frame::CUDA_FUNCTION);
        let text = function::emit(&kernel, &DIALECT, Layout::Threads, frame, of.name, of.header)?;
        Ok(Sources::from([(format!("{}.cu", of.name), text)]))
    }

    fn rounded(&self, of: &RoundedFunction) -> Result<Sources, Diag> {
        rounded::emit(&of.functions()?, &DIALECT, &ROUNDED)
    }

    fn twin(&self, twin: &Twin) -> Result<Sources, Diag> {
        let text = twin::emit(twin, &DIALECT, &TWIN)?;
        Ok(Sources::from([(format!("{}.cu", twin.name), text)]))
    }

    fn roundings(&self) -> &'static [(Rounding, &'static str)] {
        const BOTH_WAYS: &str = "by functions that round up and down";
        &[
            (Rounding::Auto, BOTH_WAYS),
            (Rounding::Intrinsics, BOTH_WAYS),
            (Rounding::SignMask, "by functions that round up, of operands of either sign"),
            (Rounding::Eft, BY_ERRORS),
        ]
    }
}
