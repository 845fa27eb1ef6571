//! The chain of stages: N, κ, the number of stages, items, packets, blocks and domains, by predicted cost.
//!
//! A candidate chain is a falling sequence of part lengths N_0 > N_1 > … > 1. For each the budget is
//! proved; the cost model weighs the survivors that it predicts (2·L·ε'' a part) against the tests
//! that they cost. The proof never depends on the cost model.

use super::arcs::{self, Manner};
use super::budget::{Derivatives, Geometry, ModelBudget, Sketch, lg};
use super::cost;
use super::cost::Prices;
use super::stage::ChainStage;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use tmd_base::narrow;
use tmd_design::arcs::{ArcsContract, ArcsPlan};
use tmd_design::bound::Up;
use tmd_design::design::{Division, Test, TestPlan, TestWord};
use tmd_request::profile::Profile;

/// The choices that the user fixed, and the profile by which the rest is chosen.
#[derive(Clone, Debug)]
pub(super) struct Choices<'a> {
    /// The existence test.
    test: Option<Test>,
    /// N of the first stage, a power of two.
    pub interval: Option<u64>,
    /// The profile: what everything costs.
    pub profile: &'a Profile,
    /// Whether kernels by arcs may report what they do not search ([`ArcsPlan::far`]), and have blocks of more sizes. Not where a
    /// certificate tells the plan: those who read it know neither.
    reports_far: bool,
    /// The existence tests to choose among and the nanoseconds of one, by word and log2 of an interval.
    offers: [Vec<Vec<(TestPlan, f64)>>; 2],
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

impl Chain {
    /// Whether a stage of it searches by Farey arcs.
    pub(super) fn is_by_arcs(&self) -> bool {
        self.stages.iter().any(|stage| stage.budget.arcs.is_some())
    }
}

impl<'a> Choices<'a> {
    /// The choices for what the user fixed: the existence test, its division strategy, N of the first stage.
    pub(super) fn new(
        test: Option<Test>,
        division: Option<Division>,
        interval: Option<u64>,
        profile: &'a Profile,
    ) -> Self {
        let offers = [TestWord::F64, TestWord::U64].map(|word| {
            let tests = profile.choices(test.filter(|test| *test != Test::Arcs), division, word);
            let priced =
                |lg| tests.iter().map(|test| (*test, profile.one_test(*test, lg))).collect();
            (0..=LG_LONGEST_INTERVAL).map(priced).collect()
        });
        Choices { test, interval, profile, reports_far: false, offers }
    }

    /// The same, and kernels by arcs may report what they do not search.
    pub(super) fn reporting_far(self) -> Self {
        Choices { reports_far: true, ..self }
    }

    /// The manners of searching by arcs to choose among.
    fn manners(&self) -> &'static [Manner] {
        if self.reports_far { &Manner::ALL } else { &Manner::ALL[..1] }
    }

    /// How many items a block of a search by arcs may have.
    fn items(&self) -> &'static [u64] {
        if self.reports_far { &[64, 16, 8, 4, 2, 1] } else { &[64, 8, 1] }
    }

    /// The existence tests to choose among for intervals of 2^`lg` inputs, and the nanoseconds of one.
    fn tests(&self, word: TestWord, lg: u32) -> &[(TestPlan, f64)] {
        let of_word = match word {
            TestWord::F64 => &self.offers[0],
            TestWord::U64 => &self.offers[1],
        };
        of_word.get(narrow::to_usize(lg)).map_or(&[], Vec::as_slice)
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
/// Blocks are rarely longer, and so no domains.
pub(super) const LONGEST_DOMAIN: u64 = 1 << (LG_DOMAIN + 3);
/// Longest interval of the first stage that is chosen.
const LG_LONGEST_INTERVAL: u32 = 30;
/// Most parts of an item of the first stage.
const MOST_PARTS: u64 = 2048;
/// Fewest parts of any item: the widest vector.
const LEAST_PARTS: u64 = 32;
/// Shorter spans are walked, for want of time to gain by a test.
const LEAST_TESTED: u64 = 1 << 14;
/// Longest walk.
const LONGEST_WALK: u64 = 1 << 13;

/// The cheapest chain that can be proved for `count` inputs and threshold `epsilon`.
///
/// Candidates are tried in an order that finds a cheap one early; one whose time without later stages and what they find is
/// above the best so far is not looked at any further.
pub(super) fn best(
    derivatives: &Derivatives,
    count: u64,
    epsilon: Up,
    choices: &Choices<'_>,
) -> Option<Chain> {
    best_below(derivatives, count, epsilon, choices, f64::INFINITY)
}

/// [`best`], if it takes less than `dearest` nanoseconds an input.
pub(super) fn best_below(
    derivatives: &Derivatives,
    count: u64,
    epsilon: Up,
    choices: &Choices<'_>,
    dearest: f64,
) -> Option<Chain> {
    let search = Search::new(derivatives, count, epsilon, choices, dearest);
    search.best().and_then(|draft| search.written(draft))
}

/// What [`best_below`] takes, in nanoseconds an input.
pub(super) fn price_below(
    derivatives: &Derivatives,
    count: u64,
    epsilon: Up,
    choices: &Choices<'_>,
    dearest: f64,
) -> Option<f64> {
    Search::new(derivatives, count, epsilon, choices, dearest).best().map(|draft| draft.cost)
}

struct Search<'a> {
    derivatives: &'a Derivatives,
    count: u64,
    epsilon: Up,
    choices: &'a Choices<'a>,
    /// Nanoseconds an input that a chain must stay below.
    dearest: f64,
    /// The models that were asked for, by the inputs of a block.
    models: RefCell<BTreeMap<u64, Option<Rc<ModelBudget>>>>,
    /// The cheapest ways to treat parts that were asked for, by the inputs of block and part, and how many stages may follow.
    ways: RefCell<BTreeMap<(u64, u64, usize), Option<Way>>>,
}

/// A stage whose budget is not written out.
#[derive(Clone, Debug)]
struct Stage {
    geometry: Geometry,
    sketch: Sketch,
    test: Option<TestPlan>,
    survival: f64,
}

/// Nanoseconds an item, and the stages that treat it.
type Way = (f64, Vec<Stage>);

/// A first stage that searches by Farey arcs, whose budget is not written out.
#[derive(Clone, Debug)]
struct ArcsStage {
    geometry: Geometry,
    kernel: ArcsPlan,
    survival: f64,
}

/// A chain that is proved, but not written out: a plan tries thousands.
#[derive(Clone, Debug)]
struct Draft {
    model: Rc<ModelBudget>,
    /// The first stage, if it is by arcs; and all others.
    arcs: Option<ArcsStage>,
    stages: Vec<Stage>,
    /// Predicted nanoseconds an input, one core.
    cost: f64,
}

impl<'a> Search<'a> {
    fn new(
        derivatives: &'a Derivatives,
        count: u64,
        epsilon: Up,
        choices: &'a Choices<'a>,
        dearest: f64,
    ) -> Search<'a> {
        let (models, ways) = (RefCell::default(), RefCell::default());
        Search { derivatives, count, epsilon, choices, dearest, models, ways }
    }

    /// The cheapest chain below the limit.
    fn best(&self) -> Option<Draft> {
        let choices = self.choices;
        let mut best = None;
        if choices.may_use_arcs() {
            self.by_arcs(&mut best);
        }
        if choices.must_use_arcs() && best.is_some() {
            return best;
        }
        let intervals = match choices.interval {
            Some(n) => lg(n)..=lg(n),
            None => lg(LEAST_PARTS)..=LG_LONGEST_INTERVAL,
        };
        // Long ones are cheap, until too many survive.
        for lg in intervals.rev() {
            self.chains(Some(1 << lg), &mut best);
        }
        if choices.interval.is_none() {
            self.chains(None, &mut best);
        }
        best
    }

    /// Takes a chain if it is cheaper than the best so far.
    fn improve(&self, best: &mut Option<Draft>, draft: Option<Draft>) {
        if let Some(draft) = draft
            && draft.cost < self.limit(best)
        {
            *best = Some(draft);
        }
    }

    /// Nanoseconds an input that a chain must stay below.
    fn limit(&self, best: &Option<Draft>) -> f64 {
        best.as_ref().map_or(self.dearest, |best| best.cost)
    }

    /// The best chain for each length of items and blocks, with first interval `n` (or none: walk all).
    fn chains(&self, n: Option<u64>, best: &mut Option<Draft>) {
        let part = n.unwrap_or(1);
        let needed = self.count.div_ceil(part).next_power_of_two();
        if n.is_some() && self.count < LEAST_TESTED && self.choices.interval.is_none() {
            return;
        }
        let least = self.least(n);
        let shared = (self.share() / part).clamp(LEAST_PARTS, MOST_PARTS);
        // Walking past the end of a short span costs less than a kernel of its own would.
        let largest = if n.is_some() { needed.clamp(LEAST_PARTS, shared) } else { MOST_PARTS };
        for shorter in [1, 4, 16, 64] {
            if largest / shorter < LEAST_PARTS {
                continue;
            }
            let item = part * (largest / shorter);
            for items in [64, 8, 1] {
                if items > 1 && item.saturating_mul(items) > self.share() {
                    continue;
                }
                let block = item.saturating_mul(items);
                if least + self.choices.profile.seeding(block) >= self.limit(best) {
                    continue;
                }
                let Some(model) = self.model(block) else { continue };
                self.improve(best, self.chain(&model, item, n, self.limit(best)));
            }
        }
    }

    /// Nanoseconds an input that a first stage with intervals of `n`, or the walk of all, takes at least, seeds apart.
    fn least(&self, n: Option<u64>) -> f64 {
        let Some(n) = n else { return self.choices.profile.walk };
        let words = [TestWord::F64, TestWord::U64].into_iter();
        let tests = words.flat_map(|word| self.choices.tests(word, lg(n)));
        let one = tests.map(|&(_, one)| one).fold(f64::INFINITY, f64::min);
        one / narrow::about(n)
    }

    /// The chains by Farey arcs for each packet and block length.
    fn by_arcs(&self, best: &mut Option<Draft>) {
        if self.count < LEAST_TESTED && !self.choices.must_use_arcs() {
            return;
        }
        let profile = self.choices.profile;
        for packet in arcs::packets().rev() {
            let item = packet * arcs::PACKETS;
            if item > self.share().max(arcs::PACKETS << 8) {
                continue;
            }
            let least = profile.by_arcs(&ArcsContract::STANDARD, self.derivatives.g[2], packet);
            for &items in self.choices.items() {
                if items > 1 && item * items > self.share() {
                    continue;
                }
                if least + profile.seeding(item * items) >= self.limit(best) {
                    continue;
                }
                let Some(model) = self.model(item * items) else { continue };
                for manner in self.choices.manners() {
                    self.improve(best, self.arcs(&model, packet, manner, self.limit(best)));
                }
            }
        }
    }

    /// The chain by packets of so many inputs, if it can be proved and be cheaper than `limit`.
    fn arcs(
        &self,
        model: &Rc<ModelBudget>,
        packet: u64,
        manner: &Manner,
        limit: f64,
    ) -> Option<Draft> {
        let curvature = self.derivatives.curvature?;
        let profile = self.choices.profile;
        let seeding = profile.seeding(model.block_inputs);
        if profile.by_arcs(&manner.contract, model.derivative(2), packet) + seeding >= limit {
            return None;
        }
        let (kernel, total) = arcs::kernel(model, curvature, packet, self.epsilon, manner)?;
        let item = packet * arcs::PACKETS;
        let walked = profile.by_kernel(&kernel, model.derivative(2));
        let typical = (curvature.least * model.derivative(2).value()).sqrt();
        let reported = arcs::reported(&kernel, typical);
        let of_part = |part: u64| {
            let survival = (2.0 * narrow::about(part) * total.value() + reported).min(1.0);
            if survival > MOST_FOUND {
                return None;
            }
            let (found_cost, stages) = self.cheapest_of_part(model, part, 3)?;
            let cost = walked + survival * found_cost / narrow::about(part) + seeding;
            let arcs = Some(ArcsStage {
                geometry: Geometry::new(model, item, part),
                kernel: kernel.clone(),
                survival,
            });
            Some(Draft { model: Rc::clone(model), arcs, stages, cost })
        };
        let parts = manner.parts(packet);
        parts.filter_map(of_part).min_by(|a, b| a.cost.total_cmp(&b.cost))
    }

    /// A chain with its budgets written out.
    fn written(&self, draft: Draft) -> Option<Chain> {
        let Draft { model, arcs, stages, cost } = draft;
        let by_arcs = |stage: &ArcsStage| {
            let ArcsStage { geometry, ref kernel, survival } = *stage;
            let curvature = self.derivatives.curvature?;
            let budget = arcs::refit(&model, curvature, kernel, self.epsilon)?;
            Some(ChainStage { geometry, budget, test: None, survival })
        };
        let by_words = |stage: &Stage| {
            let Stage { geometry, ref sketch, test, survival } = *stage;
            let budget = sketch.budget(&model, geometry, self.epsilon);
            Some(ChainStage { geometry, budget, test, survival })
        };
        let first = arcs.iter().map(by_arcs);
        let stages = first.chain(stages.iter().map(by_words)).collect::<Option<_>>()?;
        Some(Chain { model: ModelBudget::clone(&model), stages, cost })
    }

    fn share(&self) -> u64 {
        share(self.count)
    }

    /// The model with the largest domain that can be proved.
    fn model(&self, block: u64) -> Option<Rc<ModelBudget>> {
        let prove = || {
            let wanted = self.share().clamp(block, (1 << LG_DOMAIN).max(block));
            models(self.derivatives, wanted, block, self.epsilon).next().map(Rc::new)
        };
        self.models.borrow_mut().entry(block).or_insert_with(prove).clone()
    }

    /// The cheapest chain with these items, if it can be proved and be cheaper than `limit`.
    fn chain(
        &self,
        model: &Rc<ModelBudget>,
        item: u64,
        n: Option<u64>,
        limit: f64,
    ) -> Option<Draft> {
        let seeding = self.choices.profile.seeding(model.block_inputs);
        let (cost, stages) = match n {
            None => {
                let (cost, walk) = self.walk(model, item)?;
                (cost, vec![walk])
            }
            Some(n) => self.tests(model, item, n, 3, (limit - seeding) * narrow::about(item))?,
        };
        let cost = cost / narrow::about(item) + seeding;
        (cost < limit).then(|| Draft { model: Rc::clone(model), arcs: None, stages, cost })
    }

    /// The cheapest way to treat an item of `item` inputs with first part length `part`: nanoseconds
    /// an item, and the stages. `None` if nothing is proved, or the tests alone take `limit`.
    fn tests(
        &self,
        model: &ModelBudget,
        item: u64,
        part: u64,
        depth: usize,
        limit: f64,
    ) -> Option<Way> {
        let profile = self.choices.profile;
        let parts = item / part;
        if self.least(Some(part)) * narrow::about(item) >= limit {
            return None;
        }
        let stage = self.stage(model, item, part, true)?;
        let word = stage.sketch.test_word.unwrap_or(TestWord::U64);
        let survival = |test: Test| (cost::overshoot(test) * stage.survival).min(1.0);
        // What an item costs by each test, without what is done with survivors, and the share of these.
        let costs = |(test, one): (TestPlan, f64)| {
            (test, profile.item + narrow::about(parts) * one, survival(test.test))
        };
        let mut tests: Vec<_> =
            self.choices.tests(word, lg(part)).iter().copied().map(costs).collect();
        tests.retain(|(_, cost, survival)| self.is_worth(*survival) && *cost < limit);
        if tests.is_empty() {
            return None;
        }
        let (next_cost, next) = self.cheapest_of_part(model, part, depth)?;
        let all = |(test, cost, survival): (TestPlan, f64, f64)| {
            (test, cost + narrow::about(parts) * survival * next_cost)
        };
        let (test, cost) = tests.into_iter().map(all).min_by(|a, b| a.1.total_cmp(&b.1))?;
        let mut stages = vec![Stage { test: Some(test), survival: survival(test.test), ..stage }];
        stages.extend(next);
        Some((cost, stages))
    }

    /// Whether a test that so many parts survive is worth its time: one that hardly excludes anything is not, unless it was
    /// asked for.
    fn is_worth(&self, survival: f64) -> bool {
        survival <= 0.5 || self.choices.interval.is_some()
    }

    /// The cheapest way to treat a part that survives: walked, or tested again.
    fn cheapest_of_part(&self, model: &ModelBudget, part: u64, depth: usize) -> Option<Way> {
        let key = (model.block_inputs, part, depth);
        if let Some(known) = self.ways.borrow().get(&key) {
            return known.clone();
        }
        let mut best = match part <= LONGEST_WALK {
            true => self.walk(model, part).map(|(cost, walk)| (cost, vec![walk])),
            false => None,
        };
        for kappa in [32, 64, 128, 256, 512, 1024] {
            if depth == 1 || part / kappa < LEAST_PARTS {
                break;
            }
            let limit = best.as_ref().map_or(f64::INFINITY, |(cost, _)| *cost);
            let finer = self.tests(model, part, part / kappa, depth - 1, limit);
            best = finer.filter(|(cost, _)| *cost < limit).or(best);
        }
        self.ways.borrow_mut().insert(key, best.clone());
        best
    }

    fn walk(&self, model: &ModelBudget, item: u64) -> Option<(f64, Stage)> {
        if item < LEAST_PARTS {
            return None;
        }
        let stage = self.stage(model, item, 1, false)?;
        let profile = self.choices.profile;
        let confirmed = narrow::about(item) * stage.survival * profile.confirm;
        Some((profile.walk(item) + confirmed, stage))
    }

    /// A stage that keeps what a perfect test would keep.
    fn stage(&self, model: &ModelBudget, item: u64, part: u64, exists: bool) -> Option<Stage> {
        let geometry = Geometry::new(model, item, part);
        // Not cut at 1: an existence test keeps a multiple of it.
        let survival = |total: f64| 2.0 * narrow::about(part) * total;
        let asked = exists && self.choices.interval.is_some();
        // A threshold that covers half the circle excludes nothing.
        let most = if asked { f64::INFINITY } else { 0.49 };
        let fits = |base: f64| base < most && (!exists || self.is_worth(survival(base)));
        let sketch = Sketch::new(model, geometry, self.epsilon, exists, fits)?;
        let total = sketch.total.value();
        if total >= most {
            return None;
        }
        let survival = if exists { survival(total) } else { survival(total).min(1.0) };
        Some(Stage { geometry, sketch, test: None, survival })
    }
}

/// Share of the parts that a search by arcs may find: it has room for few.
const MOST_FOUND: f64 = 1.0 / 16.0;

/// Inputs of a share of the work: several units for several cores.
fn share(count: u64) -> u64 {
    (count.next_power_of_two() / 16).max(1)
}

/// What a model may be off by.
pub(super) fn goal(epsilon: Up) -> Up {
    epsilon * Up::exact(1.0 / 16.0)
}

/// The models that can be proved for a block, with ever shorter domains.
fn models(
    derivatives: &Derivatives,
    longest: u64,
    block: u64,
    epsilon: Up,
) -> impl Iterator<Item = ModelBudget> {
    let goal = goal(epsilon);
    domains(longest, block)
        .filter_map(move |domain| ModelBudget::new(derivatives, domain, block, goal))
}

/// The lengths of domains that are tried for a block, the longest first.
pub(super) fn domains(longest: u64, block: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(longest), |domain| Some(domain / 8))
        .take_while(move |&domain| domain >= block)
}
