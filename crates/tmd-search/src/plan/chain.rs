//! The chain of stages: N, κ, the number of stages, items, packets, blocks and domains, by predicted cost.
//!
//! A candidate chain is a falling sequence of part lengths N_0 > N_1 > … > 1. For each the budget is
//! proved; the cost model weighs the survivors that it predicts (2·L·ε'' a part) against the tests
//! that they cost. The proof never depends on the cost model.

use super::budget::{Derivatives, Geometry, ModelBudget, StageBudget, lg};
use super::cost::Prices;
use super::stage::ChainStage;
use super::{arcs, cost};
use tmd_base::narrow;
use tmd_design::bound::Up;
use tmd_design::design::{Division, Test, TestPlan, TestWord};
use tmd_request::profile::Profile;

/// The choices that the user fixed, and the profile by which the rest is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices<'a> {
    /// The existence test.
    pub test: Option<Test>,
    /// Its division strategy.
    pub division: Option<Division>,
    /// N of the first stage, a power of two.
    pub interval: Option<u64>,
    /// The profile: what everything costs.
    pub profile: &'a Profile,
}

/// A chain of stages for a span.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Domains and blocks.
    pub model: ModelBudget,
    /// Existence tests, then the walk.
    pub stages: Vec<ChainStage>,
    /// Predicted nanoseconds an input, one core.
    pub cost: f64,
}

impl Choices<'_> {
    /// The existence tests to choose among.
    fn tests(&self, word: TestWord) -> Vec<TestPlan> {
        self.profile.choices(self.test.filter(|test| *test != Test::Arcs), self.division, word)
    }

    /// Whether Farey arcs may be used.
    fn may_use_arcs(&self) -> bool {
        matches!(self.test, None | Some(Test::Arcs)) && self.interval.is_none()
    }

    /// Whether they must be used where they can.
    fn must_use_arcs(&self) -> bool {
        self.test == Some(Test::Arcs) && self.interval.is_none()
    }
}

/// Largest domain, unless a block is longer: one Taylor model.
const LG_DOMAIN: u32 = 40;
/// Most parts of an item of the first stage.
const MOST_PARTS: u64 = 2048;
/// Fewest parts of any item: the widest vector.
const LEAST_PARTS: u64 = 32;
/// Shorter spans are walked, for want of time to gain by a test.
const LEAST_TESTED: u64 = 1 << 14;
/// Longest walk.
const LONGEST_WALK: u64 = 1 << 13;

/// The cheapest chain that can be proved for `count` inputs and threshold `epsilon`.
pub(super) fn best(
    derivatives: &Derivatives,
    count: u64,
    epsilon: Up,
    choices: Choices<'_>,
) -> Option<Chain> {
    let search = Search { derivatives, count, epsilon, choices };
    let by_arcs = match choices.may_use_arcs() {
        true => search.by_arcs(),
        false => vec![],
    };
    let cheapest = |a: &Chain, b: &Chain| a.cost.total_cmp(&b.cost);
    if choices.must_use_arcs() && !by_arcs.is_empty() {
        return by_arcs.into_iter().min_by(cheapest);
    }
    let intervals: Vec<u64> = match choices.interval {
        Some(n) => vec![n],
        None => (lg(LEAST_PARTS)..=30).map(|lg| 1 << lg).collect(),
    };
    let tested = intervals.into_iter().flat_map(|n| search.chains(Some(n)));
    let walked = search.chains(None).into_iter().filter(|_| choices.interval.is_none());
    by_arcs.into_iter().chain(tested).chain(walked).min_by(cheapest)
}

struct Search<'a> {
    derivatives: &'a Derivatives,
    count: u64,
    epsilon: Up,
    choices: Choices<'a>,
}

impl Search<'_> {
    /// The best chain for each length of items and blocks, with first interval `n` (or none: walk all).
    fn chains(&self, n: Option<u64>) -> Vec<Chain> {
        let part = n.unwrap_or(1);
        let needed = self.count.div_ceil(part).next_power_of_two();
        if n.is_some() && self.count < LEAST_TESTED && self.choices.interval.is_none() {
            return vec![];
        }
        let shared = (self.share() / part).clamp(LEAST_PARTS, MOST_PARTS);
        // Walking past the end of a short span costs less than a kernel of its own would.
        let largest = if n.is_some() { needed.clamp(LEAST_PARTS, shared) } else { MOST_PARTS };
        let mut chains = vec![];
        for shorter in [1, 4, 16, 64] {
            if largest / shorter < LEAST_PARTS {
                continue;
            }
            let item = part * (largest / shorter);
            for items in [64, 8, 1] {
                if items > 1 && item.saturating_mul(items) > self.share() {
                    continue;
                }
                let Some(model) = self.model(item.saturating_mul(items)) else { continue };
                chains.extend(self.chain(model, item, n));
            }
        }
        chains
    }

    /// The chains by Farey arcs for each packet and block length.
    fn by_arcs(&self) -> Vec<Chain> {
        let mut chains = vec![];
        if self.count < LEAST_TESTED && !self.choices.must_use_arcs() {
            return chains;
        }
        for packet in arcs::packets() {
            let item = packet * arcs::PACKETS;
            if item > self.share().max(arcs::PACKETS << 8) {
                continue;
            }
            for items in [64, 8, 1] {
                if items > 1 && item * items > self.share() {
                    continue;
                }
                chains.extend(self.model(item * items).and_then(|model| self.arcs(model, packet)));
            }
        }
        chains
    }

    fn arcs(&self, model: ModelBudget, packet: u64) -> Option<Chain> {
        let curvature = self.derivatives.curvature?;
        let budget = arcs::budget(&model, curvature, packet, self.epsilon)?;
        let part = arcs::part_inputs(packet);
        let item = packet * arcs::PACKETS;
        let geometry = Geometry::new(&model, item, part);
        let survival = (2.0 * narrow::about(part) * budget.total().value()).min(1.0);
        if survival > MOST_FOUND {
            return None;
        }
        let (found_cost, next) = self.cheapest_of_part(&model, part, 3)?;
        let stage = ChainStage { geometry, budget, test: None, survival };
        let Choices { profile, .. } = self.choices;
        let cost = profile.by_arcs(&model, packet)
            + survival * found_cost / narrow::about(part)
            + profile.seeding(&model);
        let mut stages = vec![stage];
        stages.extend(next);
        Some(Chain { model, stages, cost })
    }

    /// Inputs of a share of the work: several units for several cores.
    fn share(&self) -> u64 {
        (self.count.next_power_of_two() / 16).max(1)
    }

    /// The model with the largest domain that can be proved.
    fn model(&self, block: u64) -> Option<ModelBudget> {
        let wanted = self.share().clamp(block, (1 << LG_DOMAIN).max(block));
        models(self.derivatives, wanted, block, self.epsilon).next()
    }

    fn chain(&self, model: ModelBudget, item: u64, n: Option<u64>) -> Option<Chain> {
        let (cost, stages) = match n {
            None => {
                let (cost, walk) = self.walk(&model, item)?;
                (cost, vec![walk])
            }
            Some(n) => self.tests(&model, item, n, 3)?,
        };
        let cost = cost / narrow::about(item) + self.choices.profile.seeding(&model);
        Some(Chain { model, stages, cost })
    }

    /// The cheapest way to treat an item of `item` inputs with first part length `part`: nanoseconds
    /// an item, and the stages.
    fn tests(
        &self,
        model: &ModelBudget,
        item: u64,
        part: u64,
        depth: usize,
    ) -> Option<(f64, Vec<ChainStage>)> {
        let Choices { profile, interval, .. } = self.choices;
        let stage = self.stage(model, item, part, true)?;
        let word = stage.budget.test_word.unwrap_or(TestWord::U64);
        // A test that hardly excludes anything is not worth its time, unless it was asked for.
        let worth = |survival: f64| survival <= 0.5 || interval.is_some();
        let survival = |test: TestPlan| (cost::overshoot(test.test) * stage.survival).min(1.0);
        let mut tests = self.choices.tests(word);
        tests.retain(|test| worth(survival(*test)));
        if tests.is_empty() {
            return None;
        }
        let (next_cost, next) = self.cheapest_of_part(model, part, depth)?;
        let parts = stage.geometry.parts();
        let cost = |test: TestPlan| {
            profile.tests(test, parts, part) + narrow::about(parts) * survival(test) * next_cost
        };
        let (cost, test) =
            tests.into_iter().map(|test| (cost(test), test)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut stages = vec![ChainStage { test: Some(test), survival: survival(test), ..stage }];
        stages.extend(next);
        Some((cost, stages))
    }

    /// The cheapest way to treat a part that survives: walked, or tested again.
    fn cheapest_of_part(
        &self,
        model: &ModelBudget,
        part: u64,
        depth: usize,
    ) -> Option<(f64, Vec<ChainStage>)> {
        let walk = match part <= LONGEST_WALK {
            true => self.walk(model, part).map(|(cost, walk)| (cost, vec![walk])),
            false => None,
        };
        let finer = [32, 64, 128, 256, 512, 1024]
            .into_iter()
            .filter(|_| depth > 1)
            .filter(|kappa| part / kappa >= LEAST_PARTS)
            .filter_map(|kappa| self.tests(model, part, part / kappa, depth - 1));
        walk.into_iter().chain(finer).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn walk(&self, model: &ModelBudget, item: u64) -> Option<(f64, ChainStage)> {
        if item < LEAST_PARTS {
            return None;
        }
        let stage = self.stage(model, item, 1, false)?;
        let Choices { profile, .. } = self.choices;
        let confirmed = narrow::about(item) * stage.survival * profile.confirm;
        Some((profile.walk(item) + confirmed, stage))
    }

    /// A stage that keeps what a perfect test would keep.
    fn stage(&self, model: &ModelBudget, item: u64, part: u64, exists: bool) -> Option<ChainStage> {
        let geometry = Geometry::new(model, item, part);
        let budget = StageBudget::new(model, geometry, self.epsilon, exists)?;
        let total = budget.total().value();
        // A threshold that covers half the circle excludes nothing.
        if total >= 0.49 && (!exists || self.choices.interval.is_none()) {
            return None;
        }
        // Not cut at 1: an existence test keeps a multiple of it.
        let survival = 2.0 * narrow::about(part) * total;
        let survival = if exists { survival } else { survival.min(1.0) };
        Some(ChainStage { geometry, budget, test: None, survival })
    }
}

/// Share of the parts that a search by arcs may find: it has room for few.
const MOST_FOUND: f64 = 1.0 / 16.0;

/// The models that can be proved for a block, with ever shorter domains.
pub(super) fn models(
    derivatives: &Derivatives,
    longest: u64,
    block: u64,
    epsilon: Up,
) -> impl Iterator<Item = ModelBudget> {
    let goal = epsilon * Up::exact(1.0 / 16.0);
    std::iter::successors(Some(longest), |domain| Some(domain / 8))
        .take_while(move |&domain| domain >= block)
        .filter_map(move |domain| ModelBudget::new(derivatives, domain, block, goal))
}
