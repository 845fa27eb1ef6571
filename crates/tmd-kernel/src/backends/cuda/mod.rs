//! CUDA C++: scalar threads, carry chains in inline PTX, and plain C wherever it is not compiled for a
//! GPU.

use crate::backends::clike;
use crate::backends::clike::{Dialect, Form, Shape, twin};
use crate::backends::{Emitted, Source, Target};
use crate::frame;
use crate::ir::Width;
use tmd_base::diag::Diag;
use tmd_design::design::KernelPlan;

/// The CUDA target.
pub struct Cuda;

/// The words of CUDA C++.
pub static DIALECT: Dialect = Dialect {
    kernel: |group| format!("extern \"C\" __global__ void __launch_bounds__({group})"),
    function: "static __device__ __forceinline__",
    table: "static __device__ const",
    global: "",
    local: "__shared__ ",
    local_pointer: "",
    barrier: "__syncthreads()",
    thread: "threadIdx.x",
    group: "blockIdx.x",
    groups: "gridDim.x",
    // Whatever the compiler's options are: by default it contracts a product and a sum to fma.
    product: Some("product"),
    atomic_add: "atomicAdd",
    suffix: "ULL",
    adder: Some(carry_chain),
    prelude: frame::CUDA_PRELUDE,
    vector_prelude: "",
};

/// For GPUs.
pub const GPU: Form = Form { file: "kernels.cu", dialect: &DIALECT, shape: Shape::Threads };
/// All stages in one kernel, for comparison.
pub const FUSED: Form = Form { file: "fused.cu", dialect: &DIALECT, shape: Shape::Fused };

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
pub static TWIN: twin::Words = twin::Words {
    prelude: |width| {
        let (word, number, signed) = match width {
            Width::W64 => ("unsigned long long", "double", "long long"),
            Width::W32 => ("unsigned int", "float", "int"),
        };
        format!(
            "typedef {word} word;\ntypedef {number} number;\ntypedef {signed} signed_word;\n\
             typedef unsigned long long long_word;\n"
        )
    },
    kernel: "extern \"C\" __global__ void",
    thread: "(long_word)blockIdx.x * blockDim.x + threadIdx.x",
    threads: "(long_word)gridDim.x * blockDim.x",
    directed: true,
};

impl Target for Cuda {
    fn name(&self) -> &'static str {
        "cuda"
    }

    fn about(&self) -> &'static str {
        "CUDA C++ for NVIDIA GPUs, with carry chains in PTX"
    }

    fn entry(&self) -> &'static str {
        GPU.file
    }

    fn modules(&self, plan: &KernelPlan) -> Result<Vec<Source>, Diag> {
        clike::modules(&FORMS, plan)
    }

    fn emit(&self, plan: &KernelPlan, header: &[String]) -> Result<Emitted, Diag> {
        clike::emit(&FORMS, plan, header)
    }
}
