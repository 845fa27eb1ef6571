//! The kernels of a plan: one text, which is the same for all levels, and a file a level with its vectors.

use super::DIALECT;
use super::level::{LEVELS, of_width, rendered};
use crate::backends::by_lanes::{Constant, Shared};
use crate::backends::clike::print::{self, Printed};
use crate::backends::clike::style::{FileNames, Interface, Style};
use crate::backends::clike::words::{commented, multiword};
use crate::backends::clike::{helpers, literal};
use crate::backends::function::Passed;
use crate::backends::levels::ends;
use crate::backends::{Emitted, LineMap, Source, Sources};
use crate::ir::{Kernel, Module, Stmt, Width, gathered};
use crate::kernel::Design;
use crate::{frame, kernel, pass};
use serde::Serialize;
use std::fmt::Write;
use tmd_base::diag::Diag;

/// The file with the kernels.
pub(super) const FILE: &str = "kernels.c";
/// Vectors that an item's lanes are in.
pub const VECTORS: usize = 1;

/// A stage as the frame calls it.
#[derive(Serialize)]
struct Arm {
    name: String,
    seed_words: usize,
}

/// The kernels of each level.
fn of_levels(build: &dyn Fn(usize) -> Module) -> Result<Vec<Module>, Diag> {
    LEVELS.iter().map(|level| pass::standard(build(level.level.lanes(VECTORS)))).collect()
}

/// What the levels' files are printed from.
///
/// # Errors
/// If a kernel is malformed.
pub(super) fn modules(plan: &dyn Design) -> Result<Vec<Source>, Diag> {
    let modules = of_levels(&|lanes| kernel::build_alike(plan, lanes, ends(VECTORS)))?;
    let sources = LEVELS.iter().zip(modules).map(|(level, module)| Source {
        file: format!("{}.h", level.level.name),
        text: FILE.to_owned(),
        module,
        registers: level.level.registers,
    });
    Ok(sources.collect())
}

/// What files of levels are made of.
const VECTOR_FRAMES: [&str; 3] = [frame::C_VECTORS, frame::C_STAGE_VECTORS, frame::C_CONVERSIONS];

/// The numbers that lanes which wait have room for: as many as some lanes take along, in steps.
fn queued(module: &Module) -> usize {
    const STEP: usize = 8;
    let of_kernel = |kernel: &Kernel| {
        let is_gather = |at: &usize| matches!(kernel.body[*at], Stmt::Gather { .. });
        let places = (0..kernel.body.len()).filter(is_gather);
        places.map(|at| gathered(kernel, at).queued.len()).max().unwrap_or(0)
    };
    let most = module.kernels.iter().map(of_kernel).max().unwrap_or(0);
    most.max(1).next_multiple_of(STEP)
}

/// Prints the kernels of a plan.
///
/// # Errors
/// If a kernel is malformed, or differs between levels in more than constants.
pub(super) fn emit(plan: &dyn Design, header: &[String]) -> Result<Emitted, Diag> {
    emit_modules(&|lanes| kernel::build_alike(plan, lanes, ends(VECTORS)), header)
}

/// Prints the kernels that `build` makes for each level's number of lanes, by the same statements: what the target does
/// for a plan, open to kernels that no plan asks for.
///
/// # Errors
/// If a kernel is malformed, or differs between levels in more than constants.
pub fn emit_modules(build: &dyn Fn(usize) -> Module, header: &[String]) -> Result<Emitted, Diag> {
    let modules = of_levels(build)?;
    let shared = Shared::new(&modules)?;
    let mut context = of_width(Width::W64);
    let words = [frame::C_SCALARS, frame::C_BITS, frame::C_FUSED, frame::C_STAGE_SCALARS];
    let words = helpers::all(&rendered(&words, &context)?);
    let about = "// Words of 64 bits and binary64 numbers.\n".to_owned();
    let mut files = Sources::from([("words.h".to_owned(), about + &words)]);
    let queued = queued(&modules[0]);
    for (index, level) in LEVELS.iter().enumerate() {
        let vectors = level.vectors(Width::W64, Passed::Number, &VECTOR_FRAMES)?;
        let vectors = vectors + &level.queues(queued)?;
        let text = helpers::all(&vectors) + &constants(&shared, index);
        files.insert(format!("{}.h", level.level.name), text);
    }
    let (stages, printed) = stages(&modules[0], &shared)?;
    let levels: Vec<_> = LEVELS.iter().map(|level| level.choice(String::new())).collect();
    let arms = modules[0].kernels.iter();
    let arms = arms.map(|k| Arm { name: k.name.clone(), seed_words: k.seed_words });
    context.insert("levels", &levels);
    let has =
        |is: fn(&Stmt) -> bool| modules[0].kernels.iter().any(|kernel| kernel.body.iter().any(is));
    context.insert("reports", &has(|stmt| matches!(stmt, Stmt::Emit { .. })));
    context.insert("keeps", &has(|stmt| matches!(stmt, Stmt::EmitKept { .. })));
    context.insert("arms", &arms.collect::<Vec<_>>());
    context.insert("stages", &stages);
    let text = commented(header) + &frame::render(frame::C_KERNELS, &context)?;
    let lines = printed.into_iter().map(|function| function.lines_in(&text));
    let lines = LineMap::from([(FILE.to_owned(), lines.collect())]);
    files.insert(FILE.to_owned(), text);
    Ok(Emitted { files, programs: vec![], lines })
}

/// The constants of a level that the kernels call by name.
fn constants(shared: &Shared, level: usize) -> String {
    let mut text = String::new();
    if !shared.constants.is_empty() {
        text.push_str(
            "\n// What the kernels call by name, for it depends on the number of lanes.\n",
        );
    }
    let word = |word: &u64| literal::word(*word, DIALECT.suffix);
    for (name, values) in &shared.constants {
        match &values[level] {
            Constant::Word(value) => {
                let _ = writeln!(text, "static const word {name} = {};", word(value));
            }
            Constant::Words(values) => {
                let _ = writeln!(text, "static const word {name}[LANES] = {{");
                for row in values.chunks(8) {
                    let row: Vec<String> = row.iter().map(word).collect();
                    let _ = writeln!(text, "    {},", row.join(", "));
                }
                text.push_str("};\n");
            }
        }
    }
    text
}

/// The kernels of all levels, after the functions that they call.
fn stages(module: &Module, shared: &Shared) -> Result<(String, Vec<Printed>), Diag> {
    let mut printed = vec![];
    for (kernel, by_lanes) in module.kernels.iter().zip(&shared.by_lanes) {
        let interface = Interface::Block { by_lanes };
        let (name, names) = (&kernel.name, FileNames::OWN);
        let style = Style { dialect: &DIALECT, vectors: true, name, names, interface };
        printed.push(print::function(kernel, &style)?);
    }
    let functions = printed.iter().map(|function| function.text.clone());
    let texts: Vec<String> = multiword(&DIALECT, &printed).into_iter().chain(functions).collect();
    Ok((texts.join("\n"), printed))
}
