//! Canaries: cases that a worker plants itself, to see that its device finds them.
//!
//! A kernel is given blocks whose polynomial is that of the unit's own first block, moved by a constant so that a
//! chosen input's value lies just within ±ε of an integer. Every such input must come out of the last
//! stage. The inputs are chosen so that every piece of an item that a lane or thread takes has one: a
//! lane that is broken, a device buffer with a flipped bit, a kernel of another plan, survivors that get lost,
//! all show up as a canary that was not found.

use super::units::Unit;
use rug::Rational;
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::random::Random;
use tmd_certificate::certificate::PLANTED;
use tmd_design::design::KernelPlan;
use tmd_runtime::{Block, Error, Job, Kernel, Options};
use tmd_search::plan::{Plan, SearchSpan, Work};
use tmd_search::search::Portion;
use tmd_search::seed;
use tmd_search::seed::BlockPolynomial;

/// A case that was planted.
struct Canary {
    kernel: usize,
    /// Which input of its block it is.
    input: u64,
    block: Block,
}

/// The canaries of a unit, not found yet.
pub struct Canaries(Vec<Canary>);

impl Canaries {
    /// Plants canaries for each kernel that searches a part of the unit.
    ///
    /// # Errors
    /// If a seed cannot be made.
    pub fn plant(plan: &Plan, unit: &Unit) -> Result<Canaries, Diag> {
        let mut canaries = vec![];
        for kernel in unit.kernels(plan) {
            let of_kernel = |portion: &&Portion| match &plan.spans[portion.span].work {
                Work::Search(search) => search.kernel == kernel,
                _ => false,
            };
            let longest = |portion: &&Portion| portion.inputs.end - portion.inputs.start;
            let portion = unit.portions.iter().filter(of_kernel).max_by_key(longest);
            if let Some(portion) = portion
                && let Work::Search(search) = &plan.spans[portion.span].work
            {
                plant(plan, portion, search, unit.number as u64, &mut canaries)?;
            }
        }
        Ok(Canaries(canaries))
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// Lets the kernels look for the canaries; all must be found.
    ///
    /// # Errors
    /// If a kernel fails, or one is not found: then the message says which lanes missed theirs.
    pub fn look(&self, kernels: &[Arc<dyn Kernel>], options: &Options) -> Result<(), Diag> {
        let outcome = tmd_runtime::run(self, kernels, options, &());
        if let Some(error) = outcome.error {
            return Err(error.into());
        }
        if outcome.stopped {
            return Err(Diag::new(DiagKind::Internal, "stopped while looking for canaries"));
        }
        let mut found: Vec<usize> = outcome.results.iter().flat_map(|r| r.found.clone()).collect();
        found.sort_unstable();
        let missing: Vec<&Canary> = self
            .0
            .iter()
            .enumerate()
            .filter(|(index, _)| found.binary_search(index).is_err())
            .map(|(_, canary)| canary)
            .collect();
        match missing.first() {
            None => Ok(()),
            Some(first) => Err(self.report(&missing, &*kernels[first.kernel])),
        }
    }

    fn report(&self, missing: &[&Canary], kernel: &dyn Kernel) -> Diag {
        let inputs: Vec<String> =
            missing.iter().take(8).map(|canary| canary.input.to_string()).collect();
        Diag::new(
            DiagKind::Environment,
            format!(
                "{} of {} planted cases were not found by {}: inputs {}{} of their blocks",
                missing.len(),
                self.count(),
                kernel.describe(),
                inputs.join(", "),
                if missing.len() > inputs.len() { ", …" } else { "" },
            ),
        )
        .help("its results cannot be trusted: test the device, its driver and its memory; the unit is not counted as done")
    }
}

fn plant(
    plan: &Plan,
    portion: &Portion,
    search: &SearchSpan,
    salt: u64,
    canaries: &mut Vec<Canary>,
) -> Result<(), Diag> {
    let span = &plan.spans[portion.span];
    let kernel = &plan.kernels[search.kernel];
    let offset = portion.inputs.start - span.inputs.start;
    let polynomial = seed::block(plan, span, search, offset)?;
    let stage = &kernel.stages[0];
    let inputs = stage.item_inputs().min(portion.inputs.end - portion.inputs.start);
    let piece = (stage.item_inputs() / stage.strands().min(PLANTED)).max(1);
    let mut random = Random::new(salt);
    for class in 0..PLANTED {
        let input = (class % stage.strands() * piece + random.below(piece)) % inputs;
        // From one side of the threshold to the other, but for a hundredth.
        let share = Rational::from((class as i64 * 2 - (PLANTED as i64 - 1), PLANTED as i64));
        let value = share * Rational::from((99, 100)) * epsilon(plan, search);
        let block = block(search.kernel, kernel, &polynomial.planted(input, &value), inputs);
        canaries.push(Canary { kernel: search.kernel, input, block });
    }
    Ok(())
}

/// The threshold that the kernels of a span search for.
fn epsilon(plan: &Plan, search: &SearchSpan) -> Rational {
    plan.epsilon() << search.widening
}

fn block(kernel: usize, plan: &KernelPlan, polynomial: &BlockPolynomial, inputs: u64) -> Block {
    Block { kernel, seeds: polynomial.seeds(plan), items: 1, inputs, tag: 0 }
}

/// A unit of this job is a canary.
impl Job for Canaries {
    type Found = usize;

    fn units(&self) -> usize {
        self.0.len()
    }

    fn unit_inputs(&self, unit: usize) -> u64 {
        self.0[unit].block.inputs
    }

    fn blocks(
        &self,
        unit: usize,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        visit(self.0[unit].block.clone())
    }

    fn confirm(
        &self,
        unit: usize,
        _block: &Block,
        candidates: &[u64],
        found: &mut Vec<usize>,
    ) -> Result<(), Error> {
        if candidates.contains(&self.0[unit].input) {
            found.push(unit);
        }
        Ok(())
    }
}
