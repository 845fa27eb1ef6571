//! Execution counts of the statements of a kernel: taken by the interpreter, on inputs of the plan.

use crate::diag::{Diag, DiagKind};
use crate::ir::{Counts, Kernel, Stmt, counts_of, interpret_profiling};
use crate::plan::Plan;
use crate::seed;

/// Parts that a profile is made from, at least.
const PARTS: u64 = 4096;

/// The place in a range to look at: not at a place where slopes are simple fractions (the golden ratio).
const PLACE: f64 = 0.618_033_988_749_894_9;

/// How often what ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Items that were interpreted.
    pub items: u64,
    /// Parts of them.
    pub parts: u64,
    /// For each statement of the body, how often it was reached.
    pub visits: Vec<u64>,
    /// Loops and conditionals, in the order of the text.
    pub loops: Vec<Loop>,
}

/// A loop or a conditional.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// Its statement.
    pub statement: usize,
    /// Its nesting.
    pub depth: usize,
    /// The kind of block.
    pub kind: LoopKind,
    /// How often it was come to.
    pub entered: u64,
    /// How often its body was begun.
    pub rounds: u64,
}

/// The kinds of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    /// A loop with a fixed number of rounds.
    Counted(u64),
    /// Until an exit is taken, with the proved bound on its rounds.
    Bounded(u64),
    /// A block that is executed at most once.
    Conditional,
    /// A block for lanes that wait until there is a vector of them.
    Gathered,
}

impl Profile {
    /// Operations on vectors (or of threads) that ran in a range of statements.
    pub fn operations(&self, kernel: &Kernel, statements: std::ops::Range<usize>) -> u64 {
        let run = statements.map(|at| {
            let counts: Counts = counts_of(kernel, &kernel.body[at..=at]);
            self.visits[at] * counts.total(true)
        });
        run.sum()
    }
}

/// Interprets a stage's kernel on a few items of a block of the longest span that it searches.
///
/// # Errors
/// If seeds cannot be made there.
pub fn profile(plan: &Plan, index: usize, stage: usize, kernel: &Kernel) -> Result<Profile, Diag> {
    let length = |inputs: &std::ops::Range<u64>| inputs.end - inputs.start;
    let (span, search) = plan
        .searches()
        .filter(|(_, search)| search.kernel == index)
        .max_by_key(|(span, _)| length(&span.inputs))
        .ok_or_else(|| Diag::new(DiagKind::Internal, "the kernel searches nothing"))?;
    let planned = &plan.kernels[index];
    let blocks = (length(&span.inputs) / planned.block_inputs).max(1);
    let block = place(0, blocks);
    let polynomial = seed::block(plan, span, search, block * planned.block_inputs)?;
    let seed = polynomial.seeds(planned).swap_remove(stage);
    let shape = &planned.stages[stage];
    let items = PARTS.div_ceil(shape.parts).max(2).min(shape.items);
    let mut visits = vec![0; kernel.body.len()];
    for item in 0..items {
        interpret_profiling(kernel, &seed, place(item, shape.items), &mut vec![], &mut visits)
            .map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
    }
    let loops = loops(kernel, &visits);
    Ok(Profile { items, parts: items * shape.parts, visits, loops })
}

/// The index of sample `number` among `count`: samples spread evenly, whatever their number.
fn place(number: u64, count: u64) -> u64 {
    let share = (PLACE * (number + 1) as f64).fract();
    ((share * count as f64) as u64).min(count - 1)
}

fn loops(kernel: &Kernel, visits: &[u64]) -> Vec<Loop> {
    let mut loops = vec![];
    let mut depth = 0usize;
    for (statement, stmt) in kernel.body.iter().enumerate() {
        let kind = match stmt {
            Stmt::For { count } => LoopKind::Counted(*count),
            Stmt::Loop { bound, .. } => LoopKind::Bounded(*bound),
            Stmt::IfAny(_) => LoopKind::Conditional,
            Stmt::Gather { .. } => LoopKind::Gathered,
            Stmt::End => {
                depth = depth.saturating_sub(1);
                continue;
            }
            _ => continue,
        };
        let rounds = visits.get(statement + 1).copied().unwrap_or(0);
        loops.push(Loop { statement, depth, kind, entered: visits[statement], rounds });
        depth += 1;
    }
    loops
}
