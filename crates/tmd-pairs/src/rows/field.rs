//! A part of a pair of binades whose rows are searched by one kernel, and the bounds by which that is proved.

use super::cut::Run;
use super::fixed::{MOST_BINADES, MOST_STEPS};
use super::powers::Powers;
use crate::grid::Grid;
use rug::Rational;
use std::f64::consts::LN_2;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_design::bound::Up;
use tmd_design::design::{ORDERS, Test};
use tmd_functions::interval::Interval;
use tmd_functions::language::{FormatName, Segment};
use tmd_request::profile::Profile;
use tmd_request::request::Request;
use tmd_search::plan::{self, Curvature, Derivatives, ModelBudget, Plan, Work};

/// What a domain's seed takes in nanoseconds: each domain is a block, and its polynomial has a degree of 10 or more.
const SEED: f64 = 16_000.0;
/// What it takes to move tables of such degrees to an item, which a part that survives is;
const ITEM: f64 = 300.0;
/// and such a polynomial to a packet, and to find its first arc.
const PACKET: f64 = 200.0;
/// What an input takes that is compared, where rows are steep: tables have a degree of 9 and two words.
const WALK: f64 = 2.0;
/// Room for bounds in binary64 that are computed with a few roundings.
const ROOM: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// Which number changes along a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// A row has one y.
    X,
    /// A row has one x.
    Y,
}

/// A part of a pair of binades.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) along: Along,
    pub(super) powers: Powers,
    /// The kernel, and the proof that it serves all rows.
    pub(super) plan: Plan,
    breakpoints: Grid,
}

impl Field {
    /// The field of some powers, with rows along one of the numbers; `None` if there is no proof.
    pub(super) fn new(
        along: Along,
        powers: &Powers,
        breakpoints: Grid,
        bits: u32,
    ) -> Result<Option<Field>, Diag> {
        Field::by(None, along, powers, breakpoints, bits)
    }

    /// The same, by a certain test.
    pub(super) fn by(
        test: Option<Test>,
        along: Along,
        powers: &Powers,
        breakpoints: Grid,
        bits: u32,
    ) -> Result<Option<Field>, Diag> {
        let precision = breakpoints.precision();
        let bounds = match along {
            Along::X => Bounds::along_x(powers, precision),
            Along::Y => Bounds::along_y(powers, precision),
        };
        let Some(Bounds { derivatives, reach }) = bounds else { return Ok(None) };
        let count = match along {
            Along::X => powers.x.count,
            Along::Y => powers.y.count,
        };
        let mut request = member(along, powers, precision - 1, bits)?;
        request.overrides.test = test;
        let profile =
            Profile { seed: SEED, item: ITEM, packet: PACKET, walk: WALK, ..Profile::default() };
        let longest = reach.min(count.next_power_of_two());
        let mut best: Option<Field> = None;
        // The planner tries every eighth length only.
        for longest in [longest, longest / 2, longest / 4] {
            let Some(plan) = plan::alike(&request, derivatives.clone(), longest.max(1), &profile)?
            else {
                continue;
            };
            let field = Field { along, powers: powers.clone(), plan, breakpoints };
            let length = field.model().domain_inputs;
            let is_proved = length <= reach && count.div_ceil(length) <= MOST_STEPS;
            let is_better = best.as_ref().is_none_or(|best| field.seconds() < best.seconds());
            if is_proved && is_better {
                best = Some(field);
            }
        }
        Ok(best)
    }

    /// The model of a domain.
    pub(super) fn model(&self) -> &ModelBudget {
        match &self.plan.spans[0].work {
            Work::Search(search) => &search.model,
            _ => {
                unreachable!("a plan for functions that are alike has one span, which is searched")
            }
        }
    }

    /// How many rows there are, and how many pairs each has.
    pub(super) fn shape(&self) -> [u64; 2] {
        let Powers { x, y, .. } = &self.powers;
        match self.along {
            Along::X => [y.count, x.count],
            Along::Y => [x.count, y.count],
        }
    }

    /// The x and y of a place in a row.
    pub(super) fn pair(&self, row: u64, index: u64) -> [Rational; 2] {
        let Powers { x, y, .. } = &self.powers;
        match self.along {
            Along::X => [x.x(index), y.x(row)],
            Along::Y => [x.x(row), y.x(index)],
        }
    }

    /// Predicted seconds on one core.
    pub(super) fn seconds(&self) -> f64 {
        let [rows, inputs] = self.shape().map(narrow::about);
        match &self.plan.spans[0].work {
            Work::Search(search) => search.cost * rows * inputs * 1e-9,
            _ => 0.0,
        }
    }

    /// Whether no value overflows.
    pub(super) fn is_in_reach(&self) -> bool {
        let (_, above) = self.breakpoints.ends();
        self.powers.exponents().is_some_and(|[_, most]| most < f64::from(above))
    }

    /// How many rows may follow from one enclosure.
    pub(super) fn rows_together(&self) -> u64 {
        let log = self.powers.log2_sizes().map_or(f64::INFINITY, |[_, most]| most);
        let step = log * 2f64.powi(self.powers.y.ulp);
        narrow::whole((MOST_BINADES / step).floor().clamp(1.0, narrow::about(MOST_STEPS)))
    }

    /// log2 of the spacing of breakpoints at values with that exponent.
    pub(super) fn spacing(&self, exponent: i32) -> i32 {
        self.breakpoints.last_place(exponent)
    }

    /// log2 of units in which a value is at least 2^24 and below 2^25, but for its last bits.
    pub(super) fn unit(&self, value: &Interval) -> i32 {
        value.lo().get_exp().unwrap_or_default() - 25
    }

    /// The runs whose values are numbers of the format.
    pub(super) fn in_reach(&self, runs: Vec<Run>) -> impl Iterator<Item = Run> + use<> {
        let (_, above) = self.breakpoints.ends();
        runs.into_iter().filter(move |run| run.exponent < above)
    }
}

/// Bounds of the derivatives of all rows, in units of the spacing.
struct Bounds {
    derivatives: Derivatives,
    /// The longest domain for which they hold from its centre on, where a value may be twice as large as any in the run: a power of two.
    reach: u64,
}

impl Bounds {
    /// With the base m·2^q, 2^q being the spacing of x, g^(j)/j! = C(y, j)·g/m^j. In units of the spacing of breakpoints, g is at least
    /// 2^(p' - 1) and below 2^p'.
    fn along_x(powers: &Powers, precision: u32) -> Option<Bounds> {
        let Powers { x, y, .. } = powers;
        let [least, most] = [0, x.count - 1].map(|i| powers.place(i).to_f64());
        let ends = [0, y.count - 1].map(|i| y.x(i).to_f64());
        let above = ends.map(f64::abs).into_iter().fold(0.0, f64::max);
        if above > least {
            return None;
        }
        // |y·(y - 1)| has no extremum between its zeros but a maximum.
        let is_flat = |at: f64| ends[0] <= at && at <= ends[1];
        if is_flat(0.0) || is_flat(1.0) {
            return None;
        }
        let bend = ends.map(|y| (y * (y - 1.0)).abs()).into_iter().fold(f64::INFINITY, f64::min);
        let least_bend = bend / 2.0 / most / most * 2f64.powi(narrow::to_i32(precision) - 1) / ROOM;
        let factor = |j: usize| {
            let j = narrow::about(j as u64);
            let size = ends.map(|y| (y - j).abs()).into_iter().fold(0.0, f64::max);
            Up::exact(size / (j + 1.0) / least * ROOM)
        };
        Some(Bounds {
            derivatives: derivatives(precision, factor, least_bend),
            reach: reach(2.0 * LN_2 * least / above),
        })
    }

    /// With the base b, y = n·2^q and λ = 2^q·ln b, g^(j)/j! = λ^j/j!·g.
    fn along_y(powers: &Powers, precision: u32) -> Option<Bounds> {
        let unit = 2f64.powi(powers.y.ulp);
        let [least, most] = powers.log_sizes()?.map(|log| log * unit);
        if least <= 0.0 || most >= 0.5 {
            return None;
        }
        let least_bend = least * least / 2.0 * 2f64.powi(narrow::to_i32(precision) - 1) / ROOM;
        let factor = |j: usize| Up::exact(most / narrow::about(j as u64 + 1) * ROOM);
        Some(Bounds {
            derivatives: derivatives(precision, factor, least_bend),
            reach: reach(2.0 * LN_2 / most),
        })
    }
}

/// The derivatives of g < 2^(p' + 1), each a factor times the one before.
fn derivatives(precision: u32, factor: impl Fn(usize) -> Up, least: f64) -> Derivatives {
    let mut g = vec![Up::pow2(narrow::to_i32(precision) + 1)];
    for j in 0..ORDERS {
        g.push(g[j] * factor(j));
    }
    Derivatives { g, curvature: Some(Curvature { least }) }
}

/// The largest power of two that is not above a number of inputs.
fn reach(most: f64) -> u64 {
    1 << narrow::whole(most.floor().clamp(1.0, 2f64.powi(40))).ilog2()
}

/// The request for the row in the middle.
fn member(along: Along, powers: &Powers, precision: u32, bits: u32) -> Result<Request, Diag> {
    let Powers { base, x, y } = powers;
    let middle = |segment: &Segment| segment.x(segment.count / 2);
    let ends = |segment: &Segment| format!("{},{}", segment.hex(0), segment.hex(segment.count));
    let (function, range) = match along {
        Along::X => (format!("exp({} * log({}))", middle(y), base.text()), ends(x)),
        Along::Y => (format!("exp(x * log({}))", base.at(&middle(x))), ends(y)),
    };
    let precision = FormatName::parse("--precision", &precision.to_string())?;
    Ok(Request { bits: Some(bits), precision, ..Request::in_range(&function, &range) })
}
