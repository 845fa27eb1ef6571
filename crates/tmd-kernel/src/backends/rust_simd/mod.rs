//! Rust over `core::arch`: one body, which a file a level includes; the level is chosen at run time.

pub mod function;
mod levels;
mod print;
pub mod twin;

use crate::backends::{Emitted, KernelLines, LineMap, Registers, Source, Sources, Target};
use crate::ir::Module;
use crate::{frame, kernel, pass};
use levels::{Constant, STRIDE, Shared};
use std::fmt::Write;
use tera::Context;
use tmd_base::diag::Diag;
use tmd_base::text::plural;
use tmd_design::design::KernelPlan;

/// The Rust SIMD target.
pub struct RustSimd;

/// One instruction-set level: how many lanes it works on and what its functions must be marked with.
struct Level {
    name: &'static str,
    /// What it runs on.
    about: &'static str,
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
        about: "AVX-512",
        vector: 8,
        features: AVX512,
        helpers: frame::RUST_LANES_AVX512,
        registers: Registers::Vectors(64),
    },
    Level {
        name: "avx2",
        about: "AVX2 and FMA",
        vector: 4,
        features: AVX2,
        helpers: frame::RUST_LANES_AVX2,
        registers: Registers::Vectors(32),
    },
    Level {
        name: "portable",
        about: "any processor",
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
        let modules =
            modules(&|lanes| kernel::build_alike(plan, lanes, ends(plan.vectors)), plan.vectors)?;
        let source = |(level, module): (&Level, Module)| Source {
            file: format!("{}.rs", level.name),
            text: STAGES.to_owned(),
            module,
            registers: level.registers,
        };
        Ok(LEVELS.iter().zip(modules).map(source).collect())
    }

    fn emit(&self, plan: &KernelPlan, header: &[String]) -> Result<Emitted, Diag> {
        let build = |lanes| kernel::build_alike(plan, lanes, ends(plan.vectors));
        emit_with(&build, plan.vectors, header)
    }
}

/// The file with the kernels' text.
const STAGES: &str = "stages.rs";

/// The least and the greatest number of lanes of a level.
pub fn ends(vectors: usize) -> (usize, usize) {
    let lanes = LEVELS.iter().map(|level| level.lanes(vectors));
    lanes.fold((usize::MAX, 0), |(least, most), lanes| (least.min(lanes), most.max(lanes)))
}

/// The kernels of each level.
fn modules(build: &dyn Fn(usize) -> Module, vectors: usize) -> Result<Vec<Module>, Diag> {
    LEVELS.iter().map(|level| pass::standard(build(level.lanes(vectors)))).collect()
}

/// Prints the kernels that `build` makes for each level's number of lanes, by the same statements: what
/// [`RustSimd`] does for a plan, open to kernels that no plan asks for.
///
/// # Errors
/// If a kernel is malformed, or differs between levels in more than constants.
pub fn emit_modules(build: &dyn Fn(usize) -> Module, header: &[String]) -> Result<Sources, Diag> {
    emit_with(build, KernelPlan::MOST_VECTORS, header).map(|emitted| emitted.files)
}

/// The same with so many vectors in flight.
fn emit_with(
    build: &dyn Fn(usize) -> Module,
    vectors: usize,
    header: &[String],
) -> Result<Emitted, Diag> {
    let modules = modules(build, vectors)?;
    let shared = Shared::new(&modules)?;
    let mut sources = Sources::new();
    for (index, level) in LEVELS.iter().enumerate() {
        let helpers = format!("{}\n{}", level.helpers(vectors)?, level.composed()?);
        sources.insert(format!("lanes_{}.rs", level.name), helpers);
        sources.insert(format!("{}.rs", level.name), level.file(&shared, index)?);
    }
    let (stages, lines) = stages(&modules[0], &shared)?;
    sources.insert(STAGES.into(), stages);
    let mut context = Context::new();
    context.insert("header", &print::module_doc(header));
    sources.insert("mod.rs".into(), frame::render(frame::RUST_MOD, &context)?);
    sources.insert("lib.rs".into(), frame::render(frame::RUST_LIB, &Context::new())?);
    let lines = LineMap::from([(STAGES.to_owned(), lines)]);
    Ok(Emitted { files: sources, programs: vec![], lines })
}

/// The text of all kernels, with their places.
fn stages(module: &Module, shared: &Shared) -> Result<(String, Vec<KernelLines>), Diag> {
    let printed: Vec<(String, KernelLines)> = module
        .kernels
        .iter()
        .zip(&shared.by_lanes)
        .map(|(kernel, by_lanes)| print::kernel(kernel, by_lanes))
        .collect();
    let uses = |word: &str| printed.iter().any(|(text, _)| text.contains(word));
    let arms = module.kernels.iter().enumerate().map(|(stage, kernel)| print::arm(stage, kernel));
    let mut context = Context::new();
    context.insert("stride", &uses(STRIDE));
    context.insert("powers", &uses(&format!("{}(", print::POWER)));
    context.insert("arms", &arms.collect::<Vec<_>>().join("\n"));
    let mut text = frame::render(frame::RUST_STAGES, &context)?;
    let mut lines = vec![];
    for (kernel, places) in printed {
        text.push('\n');
        lines.push(places.moved(text.lines().count()));
        text.push_str(&kernel);
    }
    text.push_str("}\n");
    Ok((text, lines))
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

    /// The file that includes the kernels: its own constants, and what marks functions.
    fn file(&self, shared: &Shared, index: usize) -> Result<String, Diag> {
        let mut constants = String::new();
        for (name, values) in &shared.constants {
            match &values[index] {
                Constant::Word(word) => {
                    let _ = writeln!(constants, "const {name}: u64 = {};", print::integer(*word));
                }
                Constant::Words(words) => constants.push_str(&print::lane_constant(name, words)),
            }
        }
        let mut context = Context::new();
        context.insert("about", self.about);
        context.insert("level", self.name);
        context.insert("target_feature", &self.target_feature());
        context.insert("constants", &constants);
        frame::render(frame::RUST_LEVEL, &context)
    }
}
