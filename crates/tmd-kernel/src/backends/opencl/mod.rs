//! OpenCL C 1.2 with double precision: vector types for CPUs, scalar work-items for GPUs.

use crate::backends::clike;
use crate::backends::clike::function::Layout;
use crate::backends::clike::{Dialect, Form, Launch, Shape, Vectors, function, rounded, twin};
use crate::backends::twin::{BY_ERRORS, Rounding};
use crate::backends::{Backend, Emitted, Function, RoundedFunction, Source, Sources, Twin};
use crate::frame;
use crate::ir::Width;
use crate::kernel::Design;
use tmd_base::diag::Diag;
use tmd_base::target::OPENCL;

/// The OpenCL target.
pub struct OpenCl;

/// The words of OpenCL C.
pub(in crate::backends) static DIALECT: Dialect = Dialect {
    function: "static inline",
    table: "__constant",
    global: "__global ",
    product: None,
    suffix: "UL",
    adder: None,
    vectors: Vectors::Language,
};

/// Its words for threads.
pub(in crate::backends) static LAUNCH: Launch = Launch {
    kernel: |group| format!("__kernel __attribute__((reqd_work_group_size({group}, 1, 1))) void"),
    local: "__local ",
    local_pointer: "__local ",
    barrier: "barrier(CLK_LOCAL_MEM_FENCE)",
    thread: "(uint)get_local_id(0)",
    group: "(uint)get_group_id(0)",
    groups: "(uint)get_num_groups(0)",
    atomic_add: "atomic_add",
    prelude: frame::OPENCL_PRELUDE,
    vector_prelude: frame::OPENCL_VECTORS,
};

/// What twins are printed with.
static TWIN: twin::Words = twin::Words {
    prelude: |width| {
        let (word, number, signed) = match width {
            Width::W64 => ("ulong", "double", "long"),
            Width::W32 => ("uint", "float", "int"),
        };
        Ok(format!(
            "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n\
             // Products and sums are rounded one by one, but for fma.\n\
             #pragma OPENCL FP_CONTRACT OFF\n\n\
             typedef {word} word;\ntypedef {number} number;\ntypedef {signed} signed_word;\n\
             typedef ulong long_word;\n"
        ))
    },
    kernel: "__kernel void",
    thread: "get_global_id(0)",
    threads: "get_global_size(0)",
    directed: false,
    unions: false,
    serial: false,
};

/// What correctly rounded functions are printed with.
static ROUNDED: rounded::Words = rounded::Words {
    end: "cl",
    prelude: |width| {
        let extension = match width {
            Width::W64 => "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n",
            Width::W32 => "",
        };
        format!(
            "#if defined(__FAST_RELAXED_MATH__)\n\
             #error \"-cl-fast-relaxed-math changes what is computed: compile without it\"\n\
             #endif\n\
             {extension}// Products and sums are rounded one by one, but for fma.\n\
             #pragma OPENCL FP_CONTRACT OFF\n"
        )
    },
    types: |width| match width {
        Width::W64 => ["ulong", "double"],
        Width::W32 => ["uint", "float"],
    },
    encodings: ["ushort", "uint"],
    count: "ulong",
    threads_are: "work-items",
    thread: "get_global_id(0)",
    threads: "get_global_size(0)",
    twin: &TWIN,
};

/// For GPUs.
pub const GPU: Form =
    Form { file: "gpu.cl", dialect: &DIALECT, launch: &LAUNCH, shape: Shape::Threads };
/// For CPUs: their compilers do not make vectors of work-items with inner loops.
pub const CPU: Form =
    Form { file: "cpu.cl", dialect: &DIALECT, launch: &LAUNCH, shape: Shape::Vectors };
/// All stages in one kernel, for comparison.
pub const FUSED: Form =
    Form { file: "fused.cl", dialect: &DIALECT, launch: &LAUNCH, shape: Shape::Fused };

const FORMS: [Form; 3] = [GPU, CPU, FUSED];

impl Backend for OpenCl {
    fn name(&self) -> &'static str {
        OPENCL
    }

    fn about(&self) -> &'static str {
        "OpenCL C 1.2: vector types for CPUs, scalar work-items for GPUs"
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
        let file = |lanes, layout, file: &str| {
            let (kernel, frame) = (of.kernel(lanes)?, frame::OPENCL_FUNCTION);
            let text = function::emit(&kernel, &DIALECT, layout, frame, of.name, of.header)?;
            Ok::<_, Diag>((format!("{}_{file}.cl", of.name), text))
        };
        let cpu = file(clike::VECTOR, Layout::Vectors, "cpu")?;
        Ok(Sources::from([file(1, Layout::Threads, "gpu")?, cpu]))
    }

    fn rounded(&self, of: &RoundedFunction) -> Result<Sources, Diag> {
        rounded::emit(&of.functions()?, &DIALECT, &ROUNDED)
    }

    fn twin(&self, twin: &Twin) -> Result<Sources, Diag> {
        let text = twin::emit(twin, &DIALECT, &TWIN)?;
        Ok(Sources::from([(format!("{}.cl", twin.name), text)]))
    }

    fn roundings(&self) -> &'static [(Rounding, &'static str)] {
        &[(Rounding::Auto, BY_ERRORS), (Rounding::Eft, BY_ERRORS)]
    }

    fn why_not(&self, _: Rounding) -> &'static str {
        " (the language rounds operations to nearest only)"
    }
}
