//! The error budget: ε'' = ε + every way in which a kernel's number may differ from g, each proved.
//!
//! Notation: g(t) = f(x0 + t·h)/w; G_j bounds |g^(j)/j!| on the whole span; P is the Taylor
//! polynomial of a domain about its centre, degree D; a block's polynomial is P moved to the block's
//! first input and cut to degree D_b; φ(u) is the block's polynomial at the parts of an item.

use serde::Serialize;
use std::ops::Add;
use tmd_base::narrow;
use tmd_design::bound::{Bound, BoundName, Status, Up};
use tmd_design::design::MOST_TABLE_WORDS;
use tmd_design::design::ORDERS;
use tmd_design::design::{ArcsPlan, StagePlan, TestWord};
use tmd_design::lg::Lg;
use tmd_design::obligation::Obligation;

/// Most words of a quantity while it is moved to an item.
const MOST_MOVED_WORDS: usize = 8;

/// Bounds of g's derivatives on a span: `g[j]` ≥ |g^(j)/j!| everywhere on it, j = 0 … [`ORDERS`].
#[derive(Clone, Debug)]
pub struct Derivatives {
    /// The bounds; entry 0 is not used (everything is modulo 1).
    pub g: Vec<Up>,
    /// The lower bound of |g''/2|, if g'' has no zero on the span.
    pub curvature: Option<Curvature>,
}

/// A curvature that never vanishes.
#[derive(Clone, Copy, Debug)]
pub struct Curvature {
    /// A number below |g''/2| everywhere on the span.
    pub least: f64,
}

/// A Taylor model per domain and its reduction to blocks, with what is lost by each.
#[derive(Clone, Debug, Serialize)]
pub struct ModelBudget {
    /// Inputs of a domain, a power of two.
    pub domain_inputs: u64,
    /// Degree D of the Taylor model.
    pub degree: usize,
    /// Inputs of a block, a power of two.
    pub block_inputs: u64,
    /// Degree D_b of the block's polynomial.
    pub block_degree: usize,
    /// Every coefficient c_j of a domain's model is known to 2^-coefficient_bits · r^-j, r half the
    /// domain: `seed` sees to it.
    pub coefficient_bits: i32,
    /// What the model is off by: Taylor remainder, coefficients, and block terms.
    losses: [Up; 3],
    /// G_(D+1), which the remainder follows from.
    next_derivative: Up,
    /// `q[j]` ≥ |P_b^(j)/j!| on a block, for the block's polynomial P_b.
    pub q: Vec<Up>,
    /// The second derivative of a block's polynomial, halved, is so near to that of g.
    pub(super) curvature_error: Up,
}

/// Least [`ModelBudget::coefficient_bits`].
const COEFFICIENT_BITS: i32 = 84;

/// [`ModelBudget::coefficient_bits`] for a goal: so many that coefficients never count beside it (at
/// most 16 of them lose 2^-8 of the goal). Only a choice: what it costs is a bound like all others.
fn coefficient_bits(goal: Up) -> i32 {
    COEFFICIENT_BITS.max(12i32.saturating_sub(narrow::floor(goal.value().log2())))
}

impl ModelBudget {
    /// The cheapest model for the given lengths whose error is below `goal`; `None` if there is none.
    pub fn new(
        derivatives: &Derivatives,
        domain_inputs: u64,
        block_inputs: u64,
        goal: Up,
    ) -> Option<Self> {
        let g = &derivatives.g;
        let r = Up::integer(domain_inputs.div_ceil(2).max(1));
        let powers: Vec<Up> = r.powers().take(ORDERS + 1).collect();
        let remainder = |degree: usize| g[degree + 1] * powers[degree + 1];
        let degree = (1..ORDERS).find(|&d| remainder(d) + remainder(d) <= goal)?;
        let coefficient_bits = coefficient_bits(goal);
        // |c_j| ≤ G_j + what the coefficient is off by.
        let coefficient: Vec<Up> = (0..=degree)
            .map(|j| {
                g[j] + Up::pow2(
                    -coefficient_bits - (narrow::to_i32(lg(domain_inputs)) - 1) * narrow::to_i32(j),
                )
            })
            .collect();
        let moved = taylor_shift(&coefficient, &powers);
        let in_block: Vec<Up> = Up::integer(block_inputs).powers().take(degree + 1).collect();
        let terms: Vec<Up> = moved.iter().zip(&in_block).map(|(&c, &power)| c * power).collect();
        let dropped =
            |block_degree: usize| -> Up { terms[block_degree + 1..].iter().copied().sum() };
        let block_degree = (1..=degree).find(|&d| dropped(d) + dropped(d) <= goal)?;
        let q = taylor_shift(&moved[..=block_degree], &in_block);
        if !q.iter().all(|bound| bound.value().is_finite()) {
            // Next to a zero of f, a domain far longer than the span would do: no certificate holds its bounds.
            return None;
        }
        let pairs = |n: usize| Up::integer((n * (n.max(1) - 1) / 2) as u64);
        // The remainder's second derivative is the remainder of the second derivative.
        let curvature_error = pairs(degree + 1) * g[degree + 1] * powers[degree - 1]
            + (2..=degree)
                .map(|j| {
                    pairs(j)
                        * Up::pow2(-coefficient_bits - 2 * (narrow::to_i32(lg(domain_inputs)) - 1))
                })
                .sum()
            + (block_degree + 1..=degree)
                .map(|j| pairs(j) * moved[j] * in_block[j.max(2) - 2])
                .sum();
        let coefficients: Up = (0..=degree).map(|_| Up::pow2(-coefficient_bits)).sum();
        Some(ModelBudget {
            domain_inputs,
            degree,
            block_inputs,
            block_degree,
            coefficient_bits,
            losses: [remainder(degree), coefficients, dropped(block_degree)],
            next_derivative: g[degree + 1],
            q,
            curvature_error,
        })
    }

    /// log2 of r, half a domain.
    pub fn lg_half(&self) -> u32 {
        self.domain_inputs.max(2).ilog2() - 1
    }

    /// The fraction bits that coefficients are kept with: in units of 2^-scale, even that of the highest degree may be off by four.
    pub fn scale(&self) -> u32 {
        narrow::to_u32(self.coefficient_bits) + self.lg_half() * narrow::to_u32(self.degree) + 2
    }

    /// Taylor remainder, coefficient and block terms, with where they come from. Models are made by the thousand, and few are
    /// written out.
    pub fn bounds(&self) -> [Bound; 3] {
        let ModelBudget { degree, block_degree, coefficient_bits, .. } = *self;
        let [remainder, coefficients, dropped] = self.losses;
        [
            proved(
                BoundName::TaylorRemainder,
                remainder,
                format!(
                    "G_{n}·r^{n}, |g^({n})/{n}!| ≤ G_{n} = {} by interval Taylor arithmetic over \
                     the span, r = 2^{} half a domain",
                    Lg(self.next_derivative),
                    lg(self.domain_inputs).saturating_sub(1),
                    n = degree + 1,
                ),
            ),
            proved(
                BoundName::TaylorCoefficients,
                coefficients,
                format!(
                    "each of {} terms is known to 2^-{coefficient_bits} over the domain",
                    degree + 1
                ),
            ),
            proved(
                BoundName::BlockTerms,
                dropped,
                match block_degree < degree {
                    true => format!(
                        "terms of degree {} to {degree} over 2^{} inputs",
                        block_degree + 1,
                        lg(self.block_inputs)
                    ),
                    false => "none: a block keeps all terms of the Taylor model".into(),
                },
            ),
        ]
    }

    /// Q_j ≥ |P_b^(j)/j!| on a block; 0 beyond the polynomial's degree.
    pub(super) fn derivative(&self, j: usize) -> Up {
        self.q.get(j).copied().unwrap_or(Up::ZERO)
    }

    /// Everything that the model itself is off by.
    pub fn error(&self) -> Up {
        self.losses.into_iter().sum()
    }

    /// ε and everything that the model is off by.
    pub(super) fn with_threshold(&self, epsilon: Up) -> Up {
        self.losses.into_iter().fold(epsilon, Up::add)
    }
}

/// Coefficient bounds of a polynomial after moving its origin by at most a number with these powers.
fn taylor_shift(coefficients: &[Up], powers: &[Up]) -> Vec<Up> {
    (0..coefficients.len())
        .map(|j| {
            (j..coefficients.len())
                .map(|i| binomial(i as u64, j) * coefficients[i] * powers[i - j])
                .sum()
        })
        .collect()
}

/// The geometry of a stage: items of `item_inputs` cut into parts of `part_inputs`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Geometry {
    /// Inputs of an item, a power of two.
    pub item_inputs: u64,
    /// Inputs of a part, a power of two.
    pub part_inputs: u64,
    /// Items of a block.
    pub items: u64,
}

impl Geometry {
    /// Items of so many inputs in a block of the model, cut into parts.
    pub(super) fn new(model: &ModelBudget, item_inputs: u64, part_inputs: u64) -> Self {
        Geometry { item_inputs, part_inputs, items: (model.block_inputs / item_inputs).max(1) }
    }

    /// The geometry of a planned stage.
    pub(super) fn of(stage: &StagePlan) -> Self {
        let (item_inputs, part_inputs) = (stage.item_inputs(), stage.part_inputs);
        Geometry { item_inputs, part_inputs, items: stage.items }
    }

    /// Parts of an item.
    pub fn parts(&self) -> u64 {
        self.item_inputs / self.part_inputs
    }
}

/// Word sizes and degree of a stage, and the budget that they leave.
#[derive(Clone, Debug, Serialize)]
pub struct StageBudget {
    /// Degree d of the tables.
    pub degree: usize,
    /// Words of each quantity while it is moved to an item: the value's, then the differences'.
    pub words: Vec<usize>,
    /// Words of the table of values.
    pub value_words: usize,
    /// Words of the table of slopes.
    pub slope_words: usize,
    /// The existence test's word; `None` for a comparison.
    pub test_word: Option<TestWord>,
    /// The numbers of a search by Farey arcs, where the stage is one.
    pub arcs: Option<ArcsPlan>,
    /// All contributions to ε''.
    pub bounds: Vec<Bound>,
    /// What must hold so that a search by Farey arcs evaluates every case, and does; empty for other stages.
    pub obligations: Vec<Obligation>,
}

impl StageBudget {
    /// ε''.
    pub fn total(&self) -> Up {
        self.bounds.iter().map(|bound| bound.value).sum()
    }

    /// The budget of a stage whose degree and words are fixed already: nothing is chosen, everything
    /// is proved anew for this model. `None` where the stage has fewer coefficients than the block's
    /// polynomial, which would drop terms that nothing accounts for.
    pub(super) fn of(model: &ModelBudget, stage: &StagePlan, epsilon: Up) -> Option<Self> {
        let geometry = Geometry::of(stage);
        let quantities = || std::iter::once(&stage.value).chain(&stage.differences).enumerate();
        if quantities().any(|(m, q)| q.degree < model.block_degree.saturating_sub(m)) {
            return None;
        }
        let words = Words {
            words: quantities().map(|(_, q)| q.words).collect(),
            value_words: stage.value_words,
            slope_words: stage.slope_words,
        };
        let test_word = stage.existence_test().map(|test| test.word);
        Some(StageBudget::with(model, geometry, epsilon, &words, test_word))
    }

    /// The budget of a stage with these words, a test if there is a word for it.
    fn with(
        model: &ModelBudget,
        geometry: Geometry,
        epsilon: Up,
        words: &Words,
        test_word: Option<TestWord>,
    ) -> Self {
        let exists = test_word.is_some();
        let degree = words.degree();
        let mut bounds = given_bounds(model, geometry, epsilon, exists);
        bounds.push(newton_bound(model, geometry, degree, exists));
        let rounding = Rounding { model, geometry, exists, degree };
        let lost = words.losses(&rounding);
        bounds.extend(lost.map(|(name, lost)| word_bound(name, lost, words, geometry.parts())));
        bounds.extend(test_word.map(|word| test_word_bound(geometry, word)));
        StageBudget {
            degree,
            words: words.words.clone(),
            value_words: words.value_words,
            slope_words: words.slope_words,
            test_word,
            arcs: None,
            bounds,
            obligations: vec![],
        }
    }
}

/// The choices of a stage and what they come to: a budget that is not written out, of which a plan tries thousands.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    words: Words,
    /// The existence test's word; `None` for a comparison.
    pub(super) test_word: Option<TestWord>,
    /// ε''.
    pub(super) total: Up,
}

impl Sketch {
    /// The smallest words and degree for which what they lose is small beside the rest; `None` if there is no proof at an
    /// acceptable loss, or what does not depend on them does not fit already.
    pub(super) fn new(
        model: &ModelBudget,
        geometry: Geometry,
        epsilon: Up,
        exists: bool,
        fits: impl Fn(f64) -> bool,
    ) -> Option<Self> {
        let given = model.with_threshold(epsilon);
        let base = match exists {
            true => given + line(geometry, model.derivative(2), model.derivative(3)),
            false => given,
        };
        if !fits(base.value()) {
            return None;
        }
        let share = base * Up::exact(1.0 / 64.0);
        let degree = (1..=model.block_degree.max(1))
            .find(|&d| newton(model, geometry, d, exists) <= share)?;
        let words = choose_words(model, geometry, degree, exists, share)?;
        let test_word = exists.then(|| {
            let enough = base * Up::exact(1.0 / 32.0);
            // On nearly linear domains the word decides how long N may be: the cost model weighs
            // what it lets survive, like all else.
            match test_word_loss(geometry, TestWord::F64) <= enough {
                true => TestWord::F64,
                false => TestWord::U64,
            }
        });
        let rounding = Rounding { model, geometry, exists, degree };
        // In the order of the bounds of a budget.
        let total = base + newton(model, geometry, degree, exists);
        let total = words.losses(&rounding).fold(total, |sum, (_, lost)| sum + lost);
        let total = test_word.map_or(total, |word| total + test_word_loss(geometry, word));
        Some(Sketch { words, test_word, total })
    }

    /// The budget, written out.
    pub(super) fn budget(
        &self,
        model: &ModelBudget,
        geometry: Geometry,
        epsilon: Up,
    ) -> StageBudget {
        StageBudget::with(model, geometry, epsilon, &self.words, self.test_word)
    }
}

/// The terms that do not depend on words or degree: ε, the model, and the line.
fn given_bounds(model: &ModelBudget, geometry: Geometry, epsilon: Up, exists: bool) -> Vec<Bound> {
    let mut bounds = common_bounds(model, epsilon);
    if exists {
        bounds.push(line_bound(geometry, model.derivative(2), model.derivative(3)));
    }
    bounds
}

/// The terms that every search has: ε, and the model.
pub(super) fn common_bounds(model: &ModelBudget, epsilon: Up) -> Vec<Bound> {
    let threshold = Bound {
        name: BoundName::Threshold,
        value: epsilon,
        status: Status::Given,
        origin: "the request's --bits".into(),
    };
    std::iter::once(threshold).chain(model.bounds()).collect()
}

/// The part of the block's polynomial that tables of a degree leave out.
fn newton(model: &ModelBudget, geometry: Geometry, degree: usize, exists: bool) -> Up {
    let parts = geometry.parts();
    let term = factorial(degree + 1)
        * model.derivative(degree + 1)
        * Up::integer(geometry.part_inputs).powi(degree + 1);
    let value = binomial(parts, degree + 1) * term;
    match exists {
        false => value,
        true => value + binomial(parts, degree) * term,
    }
}

fn newton_bound(model: &ModelBudget, geometry: Geometry, degree: usize, exists: bool) -> Bound {
    proved(
        BoundName::Differences,
        newton(model, geometry, degree, exists),
        format!(
            "Newton's remainder at degree {degree} over {parts} parts: C({parts}, {n})·{n}!·Q_{n}·L^{n}",
            parts = geometry.parts(),
            n = degree + 1
        ),
    )
}

/// Slope and offset cut to the word of the test.
fn test_word_loss(geometry: Geometry, word: TestWord) -> Up {
    let cut = Up::pow2(-narrow::to_i32(word.bits()));
    (Up::integer(geometry.part_inputs) + Up::exact(1.0)) * cut
}

fn test_word_bound(geometry: Geometry, word: TestWord) -> Bound {
    let bits = word.bits();
    proved(
        BoundName::TestWord,
        test_word_loss(geometry, word),
        format!("slope and offset cut to {bits} bits: (N + 1)·2^-{bits}"),
    )
}

/// The best line's error on a part: chord slope, offset moved by Z·L²/16 with Z the curvature in the
/// middle of the item. For a deviation y·g''/2 with 0 ≤ y ≤ L²/4 the error is at most
/// L²/16·(|Z| + 2·|g'' - Z|), |Z| ≤ 2·Q_2, |g'' - Z| ≤ 6·Q_3·(half an item).
fn line(geometry: Geometry, q2: Up, q3: Up) -> Up {
    let (curvature, drift) = bends(geometry, q2, q3);
    let length = Up::integer(geometry.part_inputs);
    length.powi(2) * Up::exact(1.0 / 16.0) * (curvature + Up::exact(2.0) * drift)
}

/// |Z| at most, and half of what g'' is off Z by over half an item.
fn bends(geometry: Geometry, q2: Up, q3: Up) -> (Up, Up) {
    let drift = Up::exact(6.0) * q3 * Up::integer(geometry.item_inputs) * Up::exact(0.5);
    (Up::exact(2.0) * q2, drift)
}

fn line_bound(geometry: Geometry, q2: Up, q3: Up) -> Bound {
    let (curvature, drift) = bends(geometry, q2, q3);
    proved(
        BoundName::Line,
        line(geometry, q2, q3),
        format!(
            "best line on L = 2^{} inputs: L²/16·(|Z| + 2·drift), |Z| ≤ {}, drift over half an item ≤ {}",
            lg(geometry.part_inputs),
            Lg(curvature),
            Lg(drift)
        ),
    )
}

/// The words of a stage.
#[derive(Clone, Debug)]
struct Words {
    /// Of each quantity while it is moved to an item: the value's, then the differences'.
    words: Vec<usize>,
    value_words: usize,
    slope_words: usize,
}

impl Words {
    /// Degree of the tables.
    fn degree(&self) -> usize {
        self.words.len() - 1
    }

    /// The rounding errors of a stage with these words.
    fn losses(&self, rounding: &Rounding<'_>) -> impl Iterator<Item = (BoundName, Up)> {
        let value = (BoundName::ValueTable, rounding.value_table(self.value_words));
        let slope = rounding
            .exists
            .then(|| (BoundName::SlopeTable, rounding.slope_table(self.slope_words)));
        let moving = self.words.iter().enumerate().map(|(m, &w)| rounding.moving(m, w)).sum();
        std::iter::once(value).chain(slope).chain([(BoundName::Moving, moving)])
    }
}

/// The rounding errors of a stage, as functions of the words that are spent.
struct Rounding<'a> {
    model: &'a ModelBudget,
    geometry: Geometry,
    exists: bool,
    /// Degree of the tables.
    degree: usize,
}

impl Rounding<'_> {
    /// C(parts, m): what an error of difference m grows to.
    fn growth(&self, m: usize) -> Up {
        binomial(self.geometry.parts(), m)
    }

    fn length(&self) -> Up {
        Up::integer(self.geometry.part_inputs)
    }

    /// The table of values: its entries of order 0 … d are cut to `words` words. (For an existence
    /// test those of order m ≥ 1 are L·s_(m-1).)
    fn value_table(&self, words: usize) -> Up {
        (0..=self.degree).map(|m| self.growth(m) * cut(words)).sum()
    }

    /// The table of slopes, whose error counts L times.
    fn slope_table(&self, words: usize) -> Up {
        self.length() * (0..self.degree).map(|m| self.growth(m) * cut(words)).sum::<Up>()
    }

    /// The error that quantity m (the value, then the differences) adds when its coefficients in the item
    /// index are cut to `words` words: each error is multiplied by a power of the item index, and
    /// then grows in the tables. A slope's counts L times in the slope table and, one order up, in
    /// the table of values.
    fn moving(&self, m: usize, words: usize) -> Up {
        let items = Up::integer(self.geometry.items.max(1));
        let degree = self.model.block_degree.saturating_sub(m);
        let moved = items.powers().take(degree + 1).sum::<Up>() * cut(words);
        match (self.exists, m) {
            (true, 0) => moved,
            (true, _) => self.length() * (self.growth(m - 1) + self.growth(m)) * moved,
            (false, _) => self.growth(m) * moved,
        }
    }
}

/// 2^(-64·words).
fn cut(words: usize) -> Up {
    Up::pow2(-64 * narrow::to_i32(words))
}

/// Words such that rounding costs at most `share` for values, for slopes and for moving each.
fn choose_words(
    model: &ModelBudget,
    geometry: Geometry,
    degree: usize,
    exists: bool,
    share: Up,
) -> Option<Words> {
    let rounding = Rounding { model, geometry, exists, degree };
    let value_words = (1..=MOST_TABLE_WORDS).find(|&w| rounding.value_table(w) <= share)?;
    let slope_words = match exists {
        true => (1..=MOST_TABLE_WORDS).find(|&w| rounding.slope_table(w) <= share)?,
        false => 0,
    };
    let quarter = share * Up::exact(1.0 / narrow::exact(degree as u64 + 1));
    let words: Vec<usize> = (0..=degree)
        .map(|m| {
            let least = if m == 0 { value_words } else { value_words.max(slope_words) };
            (least..=MOST_MOVED_WORDS).find(|&w| rounding.moving(m, w) <= quarter)
        })
        .collect::<Option<_>>()?;
    Some(Words { words, value_words, slope_words })
}

/// A rounding error of a stage with its words, written out.
fn word_bound(name: BoundName, value: Up, words: &Words, parts: u64) -> Bound {
    match name {
        BoundName::SlopeTable => table_bound(value, words.slope_words, parts, name),
        BoundName::Moving => moving_bound(value, &words.words),
        _ => table_bound(value, words.value_words, parts, name),
    }
}

fn table_bound(value: Up, words: usize, parts: u64, name: BoundName) -> Bound {
    proved(
        name,
        value,
        format!(
            "Σ C({parts}, m)·2^-{}: an error in difference m grows so over the parts",
            64 * words
        ),
    )
}

fn moving_bound(value: Up, words: &[usize]) -> Bound {
    let bits: Vec<String> = words.iter().map(|w| (64 * w).to_string()).collect();
    proved(
        BoundName::Moving,
        value,
        format!(
            "coefficients cut to {} fraction bits, times the powers of the item index",
            bits.join(", ")
        ),
    )
}

pub(super) fn proved(name: BoundName, value: Up, origin: String) -> Bound {
    Bound { name, value, status: Status::Proved, origin }
}

pub(crate) fn lg(n: u64) -> u32 {
    n.max(1).ilog2()
}

fn factorial(n: usize) -> Up {
    (1..=n as u64).fold(Up::exact(1.0), |product, i| product * Up::integer(i))
}

/// C(n, k) for n below this are tabulated.
const FEW: usize = 32;

/// The small binomial coefficients, exactly: all are below 2^32.
static SMALL: [[Up; FEW]; FEW] = {
    let mut exact = [[0u32; FEW]; FEW];
    let mut table = [[Up::ZERO; FEW]; FEW];
    let mut n = 0;
    while n < FEW {
        let mut k = 0;
        while k <= n {
            exact[n][k] = match k == 0 || k == n {
                true => 1,
                false => exact[n - 1][k - 1] + exact[n - 1][k],
            };
            table[n][k] = Up::exact(exact[n][k] as f64);
            k += 1;
        }
        n += 1;
    }
    table
};

/// C(n, k), rounded up.
fn binomial(n: u64, k: usize) -> Up {
    if k as u64 > n {
        return Up::ZERO;
    }
    if n < FEW as u64 {
        return SMALL[narrow::to_usize(n)][k];
    }
    let k = (k as u64).min(n - k as u64);
    if k <= 1 {
        return Up::integer(if k == 0 { 1 } else { n });
    }
    let exact = (1..=u128::from(k)).try_fold(1u128, |product, i| {
        Some(product.checked_mul(u128::from(n) - u128::from(k) + i)? / i)
    });
    match exact.and_then(|c| u64::try_from(c).ok()) {
        Some(c) => Up::integer(c),
        // n^k/k! bounds the coefficient; 1/k! is rounded up by hand.
        None => {
            let inverse = (1..=k).fold(1.0f64, |x, i| (x / narrow::exact(i)).next_up());
            Up::integer(n).powi(narrow::to_usize(k)) * Up::exact(inverse)
        }
    }
}
