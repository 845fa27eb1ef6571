//! The cost model: what searching is expected to take, so that the planner can choose. No proof depends on
//! it.
//!
//! The figures are the built-in profile: nanoseconds on one AVX-512 core (see `docs/measurements.md`).

use super::arcs;
use super::budget::{ModelBudget, lg};
use super::chain::ChainStage;
use super::{Bound, Division, Test, TestPlan, TestWord};

/// To seed a block.
const SEED: f64 = 15_000.0;
/// To move the tables to an item.
const ITEM: f64 = 80.0;
/// To walk an input.
const WALK: f64 = 0.4;
/// To move a packet's polynomial and find its first arc.
const PACKET: f64 = 120.0;
/// An arc.
const ARC: f64 = 4.5;
/// To confirm a candidate.
pub(super) const CONFIRM: f64 = 30_000.0;

/// Nanoseconds an input to seed blocks.
pub(super) fn seeding(model: &ModelBudget) -> f64 {
    SEED / model.block_inputs as f64
}

/// Nanoseconds to find the cases of a drift: bisections for every integer that it passes.
pub(super) fn drift(reach: &Bound) -> f64 {
    (reach.value.value() + 4.0) * 100.0 * CONFIRM
}

/// Nanoseconds an input of a search by Farey arcs, without what is done with what it finds.
pub(super) fn by_arcs(model: &ModelBudget, packet: u64) -> f64 {
    PACKET / packet as f64 + ARC * arcs::density(model.derivative(2).value())
}

/// Nanoseconds to test all parts of an item.
pub(super) fn tests(test: TestPlan, parts: u64, part_inputs: u64) -> f64 {
    ITEM + parts as f64 * one_test(test, part_inputs)
}

/// Nanoseconds to walk an item, and to confirm the share of its inputs that survives.
pub(super) fn walk(inputs: u64, survival: f64) -> f64 {
    ITEM + inputs as f64 * (WALK + CONFIRM * survival)
}

/// How many parts of a stage survive an existence test for each that a perfect test would keep
/// (measured on exp in [1, 2), DESIGN 3.7b).
pub(super) fn overshoot(test: Test) -> f64 {
    match test {
        Test::Lefevre => 1.0,
        Test::Regular => 3.8,
        Test::RegularCut | Test::Shared | Test::Arcs => 1.05,
    }
}

/// Nanoseconds of one existence test in a vector lane.
fn one_test(test: TestPlan, inputs: u64) -> f64 {
    let steps = (lg(inputs) as f64 / 1.3).max(1.0);
    let half_step = match (test.test, test.division) {
        (_, Division::Reciprocal) => 0.6,
        (_, Division::Native) | (_, Division::Hybrid(0..=2)) => 0.9,
        _ => 6.0,
    };
    let factor = if test.test == Test::Lefevre { 1.5 } else { 1.0 };
    let word = if test.word == TestWord::U64 { 2.0 } else { 1.0 };
    1.0 + steps * half_step * factor * word
}

/// Predicted nanoseconds an input, one core, by what they are spent on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs {
    /// Seeds, made by the host.
    pub seeding: f64,
    /// The kernels, by stage.
    pub stages: Vec<f64>,
    /// Confirmation of candidates, by the host.
    pub confirmation: f64,
}

impl Costs {
    /// All together.
    pub fn total(&self) -> f64 {
        self.seeding + self.stages.iter().sum::<f64>() + self.confirmation
    }

    /// The costs of given stages with their existence tests (none for a walk or for arcs).
    pub(super) fn of(
        model: &ModelBudget,
        stages: &[ChainStage],
        planned: &[Option<TestPlan>],
    ) -> Costs {
        let mut costs = Costs { seeding: seeding(model), ..Costs::default() };
        // Items that a stage is given, an input of the range.
        let mut items = stages.first().map_or(0.0, |stage| 1.0 / stage.geometry.item_inputs as f64);
        for (stage, test) in stages.iter().zip(planned) {
            let geometry = &stage.geometry;
            let item = match (&stage.budget.arcs, test) {
                (Some(arcs), _) => geometry.item_inputs as f64 * by_arcs(model, arcs.packet_inputs),
                (None, Some(test)) => tests(*test, geometry.parts(), geometry.part_inputs),
                (None, None) => walk(geometry.item_inputs, 0.0),
            };
            costs.stages.push(items * item);
            items *= geometry.parts() as f64 * stage.survival;
        }
        costs.confirmation = items * CONFIRM;
        costs
    }
}
