//! Rust over `core::arch`: one body, which a file a level includes; the level is chosen at run time.

mod function;
mod items;
mod print;
mod reserved;
mod short;
mod twin;

use crate::backends::by_lanes::{Constant, STRIDE, Shared};
use crate::backends::levels::{self, ends};
use crate::backends::twin::{BY_ERRORS, Rounding};
use crate::backends::{
    Backend, Emitted, Function, KernelLines, LineMap, RoundedFunction, Source, Sources, Twin,
};
use crate::ir::Module;
use crate::kernel::Design;
use crate::{frame, kernel, pass};
use std::fmt::Write;
use tera::Context;
use tmd_base::diag::Diag;
use tmd_base::target::RUST_SIMD;
use tmd_base::text::plural;
use tmd_design::design::KernelPlan;

/// The Rust SIMD target.
pub struct RustSimd;

/// One level, and what its functions must be marked with.
struct Level {
    level: levels::Level,
    features: &'static str,
    helpers: &'static str,
}

/// What functions of the levels are marked with.
const AVX512: &str = "avx512f,avx512dq,avx512vl,avx512bw";
const AVX2: &str = "avx2,fma";

const LEVELS: [Level; 3] = [
    Level { level: levels::AVX512, features: AVX512, helpers: frame::RUST_LANES_AVX512 },
    Level { level: levels::AVX2, features: AVX2, helpers: frame::RUST_LANES_AVX2 },
    Level { level: levels::PORTABLE, features: "", helpers: frame::RUST_LANES_PORTABLE },
];

impl Backend for RustSimd {
    fn name(&self) -> &'static str {
        RUST_SIMD
    }

    fn about(&self) -> &'static str {
        "Rust over core::arch: AVX-512, AVX2 and portable"
    }

    fn entry(&self) -> &'static str {
        "lib.rs"
    }

    fn modules(&self, plan: &dyn Design) -> Result<Vec<Source>, Diag> {
        let modules = modules(
            &|lanes| kernel::build_alike(plan, lanes, ends(plan.vectors())),
            plan.vectors(),
        )?;
        let source = |(level, module): (&Level, Module)| Source {
            file: format!("{}.rs", level.level.name),
            text: STAGES.to_owned(),
            module,
            registers: level.level.registers,
        };
        Ok(LEVELS.iter().zip(modules).map(source).collect())
    }

    fn emit(&self, plan: &dyn Design, header: &[String]) -> Result<Emitted, Diag> {
        let build = |lanes| kernel::build_alike(plan, lanes, ends(plan.vectors()));
        emit_with(&build, plan.vectors(), header)
    }

    fn function(&self, function: &Function) -> Result<Sources, Diag> {
        function::emit(&function.functions()?, function.from_c)
    }

    fn rounded(&self, function: &RoundedFunction) -> Result<Sources, Diag> {
        function::emit(&function.functions()?, false)
    }

    fn can_be_called_from_c(&self) -> bool {
        true
    }

    fn twin(&self, twin: &Twin) -> Result<Sources, Diag> {
        twin::emit(twin)
    }

    fn roundings(&self) -> &'static [(Rounding, &'static str)] {
        const EMBEDDED: &str = "by AVX-512 instructions that say how they round, by error-free transformations elsewhere";
        &[(Rounding::Auto, EMBEDDED), (Rounding::Embedded, EMBEDDED), (Rounding::Eft, BY_ERRORS)]
    }

    fn why_not(&self, rounding: Rounding) -> &'static str {
        match rounding {
            Rounding::SignMask => {
                " (it needs the processor's rounding mode changed, which Rust does not allow: the compiler may move \
                 operations across the change)"
            }
            _ => "",
        }
    }
}

/// The file with the kernels' text.
const STAGES: &str = "stages.rs";

/// The kernels of each level.
fn modules(build: &dyn Fn(usize) -> Module, vectors: usize) -> Result<Vec<Module>, Diag> {
    LEVELS.iter().map(|level| pass::standard(build(level.level.lanes(vectors)))).collect()
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
        sources.insert(format!("lanes_{}.rs", level.level.name), helpers);
        sources.insert(format!("{}.rs", level.level.name), level.file(&shared, index)?);
    }
    let (stages, lines) = stages(&modules[0], &shared)?;
    sources.insert(STAGES.into(), stages);
    let mut context = Context::new();
    context.insert("header", &items::module_doc(header));
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
    let arms = module.kernels.iter().enumerate().map(|(stage, kernel)| items::arm(stage, kernel));
    let mut context = Context::new();
    context.insert("stride", &uses(STRIDE));
    context.insert("powers", &uses(&format!("{}(", items::POWER)));
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

impl Level {
    /// The attribute that a function of this level carries, as a line of its own.
    fn target_feature(&self) -> String {
        match self.features {
            "" => String::new(),
            features => format!("#[target_feature(enable = \"{features}\")]\n"),
        }
    }

    /// The lane operations on so many vectors.
    fn helpers(&self, vectors: usize) -> Result<String, Diag> {
        let mut context = Context::new();
        context.insert("vectors", &vectors);
        context.insert("vectors_text", &plural(vectors, "vector"));
        context.insert("lanes", &self.level.lanes(vectors));
        frame::render(self.helpers, &context)
    }

    fn composed(&self) -> Result<String, Diag> {
        let mut context = Context::new();
        let target_feature = self.target_feature();
        context.insert("target_feature_of_method", &target_feature.replace('\n', "\n    "));
        context.insert("target_feature", &target_feature);
        frame::render(frame::RUST_COMPOSED, &context)
    }

    /// The file that includes the kernels: its own constants, and what marks functions.
    fn file(&self, shared: &Shared, index: usize) -> Result<String, Diag> {
        let mut constants = String::new();
        for (name, values) in &shared.constants {
            match &values[index] {
                Constant::Word(word) => {
                    let _ = writeln!(constants, "const {name}: u64 = {};", items::integer(*word));
                }
                Constant::Words(words) => constants.push_str(&items::lane_constant(name, words)),
            }
        }
        let mut context = Context::new();
        context.insert("about", self.level.about);
        context.insert("level", self.level.name);
        context.insert("target_feature", &self.target_feature());
        context.insert("constants", &constants);
        frame::render(frame::RUST_LEVEL, &context)
    }
}
