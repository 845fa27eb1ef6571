//! The cost model: what searching is expected to take, so that the planner can choose. No proof depends on
//! it.

use super::arcs;
use super::budget::{ModelBudget, lg};
use super::planned::{Examined, Plan, SearchSpan, Span, Work};
use super::stage::ChainStage;
use crate::by_phase;
use tmd_base::narrow;
use tmd_design::arcs::{ArcsContract, ArcsPlan};
use tmd_design::bound::{Bound, Up};
use tmd_design::design::{Test, TestPlan};
use tmd_request::profile::Profile;

/// More than what two ways to add the same prices differ by.
pub(super) const ROUNDINGS: f64 = 1e-9;

/// The times that parts of a search take by a profile.
pub(super) trait Prices {
    /// Nanoseconds an input to seed blocks of so many inputs.
    fn seeding(&self, block_inputs: u64) -> f64;

    /// Nanoseconds to find the cases of a drift: bisections for every integer that it passes.
    fn drift(&self, reach: &Bound) -> f64;

    /// Nanoseconds an input of a search by Farey arcs where |g''/2| is at most `curvature`, without what is done with what it
    /// finds: at least, for packets of so many inputs.
    fn by_arcs(&self, contract: &ArcsContract, curvature: Up, packet: u64) -> f64;

    /// The same for a kernel, whose reach lets it solve more arcs than have a case.
    fn by_kernel(&self, arcs: &ArcsPlan, curvature: Up) -> f64;

    /// Nanoseconds to test all parts of an item.
    fn tests(&self, test: TestPlan, parts: u64, part_inputs: u64) -> f64;

    /// Nanoseconds to walk an item.
    fn walk(&self, inputs: u64) -> f64;
}

impl Prices for Profile {
    fn seeding(&self, block_inputs: u64) -> f64 {
        self.seed / narrow::about(block_inputs)
    }

    fn drift(&self, reach: &Bound) -> f64 {
        (reach.value.value() + 4.0) * 100.0 * self.confirm
    }

    fn by_arcs(&self, contract: &ArcsContract, curvature: Up, packet: u64) -> f64 {
        self.packet / narrow::about(packet) + self.arc * arcs::density(contract, curvature.value())
    }

    fn by_kernel(&self, arcs: &ArcsPlan, curvature: Up) -> f64 {
        let density = arcs::density(&arcs.contract, curvature.value());
        let solved = SOLVED * self.arc * density * arcs::solved(arcs, curvature.value());
        self.by_arcs(&arcs.contract, curvature, arcs.packet_inputs) + solved
    }

    fn tests(&self, test: TestPlan, parts: u64, part_inputs: u64) -> f64 {
        self.item + narrow::about(parts) * self.one_test(test, lg(part_inputs))
    }

    fn walk(&self, inputs: u64) -> f64 {
        self.item + narrow::about(inputs) * self.walk
    }
}

/// What solving an arc takes more than passing it, in arcs: measured on log from 2^600 to 2^601, where three of five are solved
/// for the reach of a plan of the whole.
const SOLVED: f64 = 4.5;

/// How many parts of a stage survive an existence test for each that a perfect test would keep
/// (measured on exp in [1, 2)).
pub(super) fn overshoot(test: Test) -> f64 {
    match test {
        Test::Lefevre => 1.0,
        Test::Regular => 3.8,
        Test::RegularCut | Test::Shared | Test::Arcs => 1.05,
    }
}

impl ChainStage {
    /// Nanoseconds an input of those that it is given.
    pub(super) fn cost(&self, profile: &Profile, model: &ModelBudget) -> f64 {
        self.item_cost(profile, model) / narrow::about(self.geometry.item_inputs)
    }

    /// Nanoseconds an item.
    fn item_cost(&self, profile: &Profile, model: &ModelBudget) -> f64 {
        let geometry = &self.geometry;
        let inputs = geometry.item_inputs;
        match (&self.budget.arcs, self.test) {
            (Some(arcs), _) => narrow::about(inputs) * profile.by_kernel(arcs, model.derivative(2)),
            (None, Some(test)) => profile.tests(test, geometry.parts(), geometry.part_inputs),
            (None, None) => profile.walk(inputs),
        }
    }
}

impl Plan {
    /// Predicted costs of a span's search, in nanoseconds an input on one core.
    pub fn costs(&self, search: &SearchSpan) -> Costs {
        Costs::of(&self.profile, &search.model, &search.stages)
    }

    /// Predicted seconds on one core of all that a kernel searches, or of all kernels.
    pub fn kernel_seconds(&self, kernel: Option<usize>) -> Costs {
        let mut sum = Costs::default();
        let own = |search: &SearchSpan| kernel.is_none_or(|kernel| kernel == search.kernel);
        for (span, search) in self.searches().filter(|(_, search)| own(search)) {
            let seconds = narrow::about(span.inputs.end - span.inputs.start) / 1e9;
            let costs = self.costs(search);
            sum.seeding += seconds * costs.seeding;
            sum.confirmation += seconds * costs.confirmation;
            sum.stages.resize(sum.stages.len().max(costs.stages.len()), 0.0);
            for (total, own) in sum.stages.iter_mut().zip(&costs.stages) {
                *total += seconds * own;
            }
        }
        sum
    }

    /// Predicted seconds on one core, of what there is to search.
    pub fn predicted_seconds(&self) -> f64 {
        self.portions().iter().map(|portion| self.portion_seconds(portion)).sum()
    }

    /// Predicted seconds of a span on one core.
    pub fn span_seconds(&self, span: &Span) -> f64 {
        let count = narrow::about(span.inputs.end - span.inputs.start);
        let nanoseconds = match &span.work {
            Work::Direct(Examined::Exactly) => self.profile.confirm * count,
            Work::Direct(Examined::ByPhase) => {
                let share_left = (2.0 * self.margin()).min(1.0);
                (by_phase::NANOSECONDS + share_left * self.profile.confirm) * count
            }
            Work::Search(search) => search.cost * count,
            Work::Drift(drift) => self.profile.drift(&drift.reach),
            Work::Decided(_) | Work::Follows(_) | Work::Refused(_) => 0.0,
        };
        nanoseconds / 1e9
    }
}

impl SearchSpan {
    /// The time that a profile predicts for a stage: nanoseconds an input of those that it is given.
    pub fn stage_cost(&self, profile: &Profile, stage: usize) -> f64 {
        self.stages[stage].cost(profile, &self.model)
    }
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

    /// The costs of given stages.
    pub(super) fn of(profile: &Profile, model: &ModelBudget, stages: &[ChainStage]) -> Costs {
        let mut costs = Costs { seeding: profile.seeding(model.block_inputs), ..Costs::default() };
        // Items that a stage is given, an input of the range.
        let mut items =
            stages.first().map_or(0.0, |stage| 1.0 / narrow::about(stage.geometry.item_inputs));
        for stage in stages {
            costs.stages.push(items * stage.item_cost(profile, model));
            items *= narrow::about(stage.geometry.parts()) * stage.survival;
        }
        costs.confirmation = items * profile.confirm;
        costs
    }
}
