//! OpenCL C 1.2 with double precision: vector types for CPUs, scalar work-items for GPUs.

use crate::backends::clike;
use crate::backends::clike::{Dialect, Form, Shape, twin};
use crate::backends::{Emitted, Source, Target};
use crate::frame;
use crate::ir::Width;
use tmd_base::diag::Diag;
use tmd_design::design::KernelPlan;

/// The OpenCL target.
pub struct OpenCl;

/// The words of OpenCL C.
pub static DIALECT: Dialect = Dialect {
    kernel: |group| format!("__kernel __attribute__((reqd_work_group_size({group}, 1, 1))) void"),
    function: "static inline",
    table: "__constant",
    global: "__global ",
    local: "__local ",
    local_pointer: "__local ",
    barrier: "barrier(CLK_LOCAL_MEM_FENCE)",
    thread: "(uint)get_local_id(0)",
    group: "(uint)get_group_id(0)",
    groups: "(uint)get_num_groups(0)",
    product: None,
    atomic_add: "atomic_add",
    suffix: "UL",
    adder: None,
    prelude: frame::OPENCL_PRELUDE,
    vector_prelude: frame::OPENCL_VECTORS,
};

/// What twins are printed with.
pub static TWIN: twin::Words = twin::Words {
    prelude: |width| {
        let (word, number, signed) = match width {
            Width::W64 => ("ulong", "double", "long"),
            Width::W32 => ("uint", "float", "int"),
        };
        format!(
            "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n\
             // Products and sums are rounded one by one, but for fma.\n\
             #pragma OPENCL FP_CONTRACT OFF\n\n\
             typedef {word} word;\ntypedef {number} number;\ntypedef {signed} signed_word;\n\
             typedef ulong long_word;\n"
        )
    },
    kernel: "__kernel void",
    thread: "get_global_id(0)",
    threads: "get_global_size(0)",
    directed: false,
};

/// For GPUs.
pub const GPU: Form = Form { file: "gpu.cl", dialect: &DIALECT, shape: Shape::Threads };
/// For CPUs: their compilers do not make vectors of work-items with inner loops.
pub const CPU: Form = Form { file: "cpu.cl", dialect: &DIALECT, shape: Shape::Vectors };
/// All stages in one kernel, for comparison.
pub const FUSED: Form = Form { file: "fused.cl", dialect: &DIALECT, shape: Shape::Fused };

const FORMS: [Form; 3] = [GPU, CPU, FUSED];

impl Target for OpenCl {
    fn name(&self) -> &'static str {
        "opencl"
    }

    fn about(&self) -> &'static str {
        "OpenCL C 1.2: vector types for CPUs, scalar work-items for GPUs"
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
