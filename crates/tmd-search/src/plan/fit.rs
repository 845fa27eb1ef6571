//! A span on a kernel that was made for another span, or for another plan.
//!
//! Nothing is inferred from the likeness of two plans: the budget of the span is proved anew for the
//! given kernel's geometry, degrees and words, and the kernel fits exactly when its threshold is at
//! least twice that budget. A threshold that is larger than needed lets more parts survive and can
//! exclude none that should be kept.

use super::budget::{ModelBudget, StageBudget};
use super::cost::{self, Costs, Prices, ROUNDINGS};
use super::planned::SearchSpan;
use super::stage::ChainStage;
use super::threshold::scaled_up;
use super::{Geometry, arcs, chain};
use rug::Integer;
use std::collections::BTreeMap;
use std::rc::Rc;
use tmd_base::narrow;
use tmd_design::bound::Up;
use tmd_design::design::{Check, KernelPlan, StagePlan};
use tmd_request::profile::Profile;

/// A span that is tried on other kernels. Many of them ask for the same models.
pub(crate) struct Fitter<'a> {
    search: &'a SearchSpan,
    epsilon: Up,
    /// The models that were asked for, by the inputs of a domain and of a block.
    models: BTreeMap<(u64, u64), Option<Rc<ModelBudget>>>,
}

/// What is proved of a span on a kernel.
pub(crate) struct Fit {
    /// Index of the kernel.
    pub(crate) kernel: usize,
    model: Rc<ModelBudget>,
    stages: Vec<ChainStage>,
    /// Predicted nanoseconds an input.
    pub(crate) cost: f64,
}

impl<'a> Fitter<'a> {
    /// A span, for the request's `bits`; nothing is asked yet.
    pub(crate) fn new(search: &'a SearchSpan, bits: u32) -> Self {
        Fitter { search, epsilon: search.epsilon(bits), models: BTreeMap::new() }
    }

    fn model(&mut self, domain: u64, block: u64) -> Option<Rc<ModelBudget>> {
        let Fitter { search, epsilon, .. } = *self;
        let prove = || {
            let goal = chain::goal(epsilon);
            ModelBudget::new(&search.derivatives, domain, block, goal).map(Rc::new)
        };
        self.models.entry((domain, block)).or_insert_with(prove).clone()
    }

    /// Nanoseconds an input that the span takes on a kernel at least, whatever is proved: seeds and the first stage.
    pub(crate) fn least(&self, kernel: &KernelPlan, profile: &Profile) -> f64 {
        let Some(first) = kernel.stages.first() else { return 0.0 };
        let (geometry, inputs) = (Geometry::of(first), first.item_inputs());
        let item = match (&first.check, first.existence_test()) {
            // No model's bound of the curvature is below that of g.
            (Check::Arcs(arcs), _) => {
                let curvature = self.search.derivatives.g[2];
                narrow::about(inputs)
                    * profile.by_arcs(&arcs.contract, curvature, arcs.packet_inputs)
            }
            (_, Some(test)) => profile.tests(test, geometry.parts(), geometry.part_inputs),
            (_, None) => profile.walk(inputs),
        };
        let seeding = profile.seeding(kernel.block_inputs);
        (seeding + item / narrow::about(inputs)) * (1.0 - ROUNDINGS)
    }

    /// The proof on a kernel, which is to have index `index`, with the longest domain that there is one for; `None` if there
    /// is none.
    pub(crate) fn fit(
        &mut self,
        kernel: &KernelPlan,
        index: usize,
        profile: &Profile,
    ) -> Option<Fit> {
        let Fitter { search, epsilon, .. } = *self;
        let block = kernel.block_inputs;
        let wanted = search.model.domain_inputs.max(block);
        chain::domains(wanted, block).find_map(|domain| {
            let model = self.model(domain, block)?;
            let stages: Vec<ChainStage> = kernel
                .stages
                .iter()
                .map(|stage| prove(search, &model, stage, epsilon))
                .collect::<Option<_>>()?;
            let cost = Costs::of(profile, &model, &stages).total();
            Some(Fit { kernel: index, model, stages, cost })
        })
    }

    /// The span's search by a proof.
    pub(crate) fn search(&self, fit: Fit) -> SearchSpan {
        let Fit { kernel, model, stages, cost } = fit;
        let SearchSpan { exponent, spacing, ref derivatives, widening, .. } = *self.search;
        let (derivatives, model) = (derivatives.clone(), ModelBudget::clone(&model));
        SearchSpan { exponent, spacing, derivatives, widening, kernel, model, stages, cost }
    }
}

/// The stage's budget on this model, if the stage's threshold covers it.
fn prove(
    search: &SearchSpan,
    model: &ModelBudget,
    stage: &StagePlan,
    epsilon: Up,
) -> Option<ChainStage> {
    let geometry = Geometry::of(stage);
    if let Check::Arcs(kernel) = &stage.check {
        let curvature = search.derivatives.curvature?;
        if stage.value.degree < model.block_degree {
            return None;
        }
        let budget = arcs::refit(model, curvature, kernel, epsilon)?;
        let survival = (2.0 * narrow::about(stage.part_inputs) * kernel.epsilon()).min(1.0);
        return Some(ChainStage { geometry, budget, test: None, survival });
    }
    let budget = StageBudget::of(model, stage, epsilon)?;
    let total = budget.total();
    // ε'' is added to the seed as half the threshold, which must be a whole number of units; a
    // threshold of the whole circle keeps every part and needs no proof.
    let (threshold, needed, full) = match &stage.check {
        Check::Exists { test, threshold } => {
            let bits = test.word.bits();
            (Integer::from(*threshold), scaled_up(total, bits), Integer::from(1) << bits)
        }
        Check::Compare { threshold } => {
            let bits = 64 * narrow::to_u32(threshold.len());
            let number = Integer::from_digits(threshold, rug::integer::Order::Lsf);
            (number, scaled_up(total, bits), Integer::from(1) << bits)
        }
        Check::Arcs(_) => return None,
    };
    if threshold.is_odd() || (threshold < needed && threshold < full) {
        return None;
    }
    let test = stage.existence_test();
    let excess = test.map_or(1.0, |test| cost::overshoot(test.test));
    // What survives depends on the threshold that the kernel has, not on what is needed.
    let share = threshold.to_f64() / full.to_f64();
    let survival = (excess * narrow::about(stage.part_inputs) * share).min(1.0);
    Some(ChainStage { geometry, budget, test, survival })
}
