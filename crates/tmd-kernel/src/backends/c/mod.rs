//! C11 with the vector extensions of GCC and Clang: one source, whose vectors are as long as what it is compiled for has
//! (AVX-512, AVX2, or any processor). Products and sums are fused only where the source says so, so that all levels and
//! all other targets give the same bits.

mod function;
mod kernels;
mod level;
pub mod python;

use crate::backends::clike::{Dialect, Vectors, twin};
use crate::backends::twin::{BY_ERRORS, Rounding};
use crate::backends::{Backend, Emitted, Function, RoundedFunction, Source, Sources, Twin};
use crate::frame;
use crate::kernel::Design;
use tmd_base::diag::Diag;
use tmd_base::target;

/// The C target.
pub struct C;

/// The words of C.
static DIALECT: Dialect = Dialect {
    function: "static inline",
    table: "static const",
    global: "",
    product: None,
    suffix: "ULL",
    adder: None,
    vectors: Vectors::Functions,
};

/// What twins are printed with: one element after the other.
static TWIN: twin::Words = twin::Words {
    prelude: |width| level::rendered(&[frame::C_SCALARS, frame::C_FUSED], &level::of_width(width)),
    kernel: "void",
    thread: "0",
    threads: "1",
    directed: false,
    unions: true,
    serial: true,
};

impl Backend for C {
    fn name(&self) -> &'static str {
        target::C
    }

    fn about(&self) -> &'static str {
        "C11 with vector extensions of GCC and Clang: AVX-512, AVX2 and portable"
    }

    fn entry(&self) -> &'static str {
        kernels::FILE
    }

    fn modules(&self, plan: &dyn Design) -> Result<Vec<Source>, Diag> {
        kernels::modules(plan)
    }

    fn emit(&self, plan: &dyn Design, header: &[String]) -> Result<Emitted, Diag> {
        kernels::emit(plan, header)
    }

    fn function(&self, of: &Function) -> Result<Sources, Diag> {
        function::emit(&of.functions()?, of.from_c)
    }

    fn check_name(&self, name: &str) -> Result<(), Diag> {
        function::check_name(name)
    }

    fn rounded(&self, of: &RoundedFunction) -> Result<Sources, Diag> {
        function::emit(&of.functions()?, true)
    }

    fn can_be_called_from_c(&self) -> bool {
        true
    }

    fn twin(&self, twin: &Twin) -> Result<Sources, Diag> {
        let text = twin::emit(twin, &DIALECT, &TWIN)?;
        Ok(Sources::from([(format!("{}.c", twin.name), text)]))
    }

    fn roundings(&self) -> &'static [(Rounding, &'static str)] {
        &[(Rounding::Auto, BY_ERRORS), (Rounding::Eft, BY_ERRORS)]
    }

    fn why_not(&self, _: Rounding) -> &'static str {
        " (the language rounds operations to nearest only)"
    }
}

pub use kernels::{VECTORS, emit_modules};
