//! Rust over `core::arch`: one body per level, the level chosen at run time.

pub mod function;
mod print;
pub mod twin;

use super::{Emitted, Registers, Source, Sources, Target};
use crate::design::KernelPlan;
use crate::diag::Diag;
use crate::frame;
use crate::ir::Module;
use crate::text::plural;
use crate::{kernel, pass};
use tera::Context;

/// The Rust SIMD target.
pub struct RustSimd;

/// One instruction-set level: how many lanes it works on and what its functions must be marked with.
struct Level {
    name: &'static str,
    /// Lanes of a vector; on the portable level of what stands for one.
    vector: usize,
    features: &'static str,
    helpers: &'static str,
    registers: Registers,
}

/// What functions of the levels are marked with.
const AVX512: &str = "avx512f,avx512dq,avx512vl,avx512bw";
const AVX2: &str = "avx2,fma";

const LEVELS: [Level; 3] = [
    Level {
        name: "avx512",
        vector: 8,
        features: AVX512,
        helpers: frame::RUST_LANES_AVX512,
        registers: Registers::Vectors(64),
    },
    Level {
        name: "avx2",
        vector: 4,
        features: AVX2,
        helpers: frame::RUST_LANES_AVX2,
        registers: Registers::Vectors(32),
    },
    Level {
        name: "portable",
        vector: 2,
        features: "",
        helpers: frame::RUST_LANES_PORTABLE,
        registers: Registers::Portable,
    },
];

impl Target for RustSimd {
    fn name(&self) -> &'static str {
        "rust-simd"
    }

    fn about(&self) -> &'static str {
        "Rust over core::arch: AVX-512, AVX2 and portable"
    }

    fn entry(&self) -> &'static str {
        "lib.rs"
    }

    fn modules(&self, plan: &KernelPlan) -> Result<Vec<Source>, Diag> {
        let source = |level: &Level| {
            Ok(Source {
                file: format!("{}.rs", level.name),
                module: pass::standard(kernel::build(plan, level.lanes(plan.vectors)))?,
                registers: level.registers,
            })
        };
        LEVELS.iter().map(source).collect()
    }

    fn emit(&self, plan: &KernelPlan, header: &[String]) -> Result<Emitted, Diag> {
        let build = |lanes| kernel::build(plan, lanes);
        let files = emit_with(&build, plan.vectors, header)?;
        Ok(Emitted { files, programs: vec![] })
    }
}

/// Prints the kernels that `build` makes for each level's number of lanes: what
/// [`RustSimd`] does for a plan, open to kernels that no plan asks for.
///
/// # Errors
/// If a kernel is malformed.
pub fn emit_modules(build: &dyn Fn(usize) -> Module, header: &[String]) -> Result<Sources, Diag> {
    emit_with(build, KernelPlan::MOST_VECTORS, header)
}

/// The same with so many vectors in flight.
fn emit_with(
    build: &dyn Fn(usize) -> Module,
    vectors: usize,
    header: &[String],
) -> Result<Sources, Diag> {
    let module_header = print::module_doc(header);
    let mut sources = Sources::new();
    for level in &LEVELS {
        let helpers = format!("{}\n{}", level.helpers(vectors)?, level.composed()?);
        sources.insert(format!("lanes_{}.rs", level.name), helpers);
        let kernels = level.kernels(build(level.lanes(vectors)), &module_header)?;
        sources.insert(format!("{}.rs", level.name), kernels);
    }
    let mut context = Context::new();
    context.insert("header", &module_header);
    sources.insert("mod.rs".into(), frame::render(frame::RUST_MOD, &context)?);
    sources.insert("lib.rs".into(), frame::render(frame::RUST_LIB, &Context::new())?);
    Ok(sources)
}

/// Lanes that execute one item together at a level, by the level's name, with so many vectors in
/// flight.
pub fn lanes(level: &str, vectors: usize) -> Option<usize> {
    LEVELS.iter().find(|l| l.name == level).map(|l| l.lanes(vectors))
}

impl Level {
    /// The attribute that a function of this level carries, as a line of its own.
    fn target_feature(&self) -> String {
        match self.features {
            "" => String::new(),
            features => format!("#[target_feature(enable = \"{features}\")]\n"),
        }
    }

    /// What a caller of a function of this level must see to, as lines of documentation.
    fn safety(&self) -> &'static str {
        match self.features {
            "" => "",
            _ => "///\n/// # Safety\n/// The processor has the features that are enabled below.\n",
        }
    }

    /// Lanes of so many vectors.
    fn lanes(&self, vectors: usize) -> usize {
        self.vector * vectors
    }

    /// The lane operations on so many vectors.
    fn helpers(&self, vectors: usize) -> Result<String, Diag> {
        let mut context = Context::new();
        context.insert("vectors", &vectors);
        context.insert("vectors_text", &plural(vectors, "vector"));
        context.insert("lanes", &self.lanes(vectors));
        frame::render(self.helpers, &context)
    }

    fn composed(&self) -> Result<String, Diag> {
        let mut context = Context::new();
        context.insert("target_feature", &self.target_feature());
        frame::render(frame::RUST_COMPOSED, &context)
    }

    /// The file with the level's kernels.
    fn kernels(&self, module: Module, header: &str) -> Result<String, Diag> {
        let module = pass::standard(module)?;
        let mut printed = String::new();
        let mut arms = vec![];
        for (stage, kernel) in module.kernels.iter().enumerate() {
            printed.push('\n');
            printed.push_str(&print::kernel(kernel, &self.target_feature()));
            arms.push(print::arm(stage, kernel));
        }
        let mut context = Context::new();
        context.insert("header", header);
        context.insert("level", self.name);
        context.insert("target_feature", &self.target_feature());
        context.insert("safety", self.safety());
        context.insert("arms", &arms.join("\n"));
        context.insert("kernels", &printed);
        frame::render(frame::RUST_LEVEL, &context)
    }
}
