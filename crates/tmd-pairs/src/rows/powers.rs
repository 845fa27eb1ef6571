//! Pairs of some x and some y, with what is raised to the y-th power: x, or 1 + x.

use crate::plane::{Function, part};
use rug::float::Round;
use rug::{Integer, Rational};
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::Segment;

/// Bits of enclosures: bounds are rounded to binary64 from there.
const PRECISION: u32 = 128;

/// What is raised to a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// x > 0.
    X,
    /// 1 + x, of x > -1 and not 0.
    OnePlusX,
}

impl Base {
    /// That of a function; only powers are searched by rows.
    pub(super) fn of(function: Function) -> Base {
        match function {
            Function::Compound => Base::OnePlusX,
            Function::Pow | Function::Atan2 | Function::Atan2Pi | Function::Hypot => Base::X,
        }
    }

    /// The base that x gives.
    pub(super) fn at(self, x: &Rational) -> Rational {
        match self {
            Base::X => x.clone(),
            Base::OnePlusX => Rational::from(x + 1),
        }
    }

    /// The x that gives a base.
    fn x_of(self, base: &Rational) -> Rational {
        match self {
            Base::X => base.clone(),
            Base::OnePlusX => Rational::from(base - 1),
        }
    }

    /// The base that x gives, in the language of functions.
    pub(super) fn text(self) -> &'static str {
        match self {
            Base::X => "x",
            Base::OnePlusX => "(1 + x)",
        }
    }

    /// The natural logarithm of the bases that numbers x give, as accurate as they are, however near to 1 the bases may be; `None` if some
    /// base is not positive.
    pub(super) fn log(self, x: &Interval) -> Option<Interval> {
        match self {
            Base::X => x.log().ok(),
            Base::OnePlusX => x.log1p().ok(),
        }
    }

    /// The same to base 2.
    pub(super) fn log2(self, x: &Interval) -> Option<Interval> {
        match self {
            Base::X => x.log2().ok(),
            Base::OnePlusX => x.log2p1().ok(),
        }
    }

    /// The x that give the bases with these logarithms to base 2.
    pub(super) fn with_log2(self, log: &Interval) -> Interval {
        match self {
            Base::X => log.exp2(),
            Base::OnePlusX => log.exp2m1(),
        }
    }
}

/// The y-th powers of what some x give, for some y of one sign.
#[derive(Clone, Debug)]
pub(super) struct Powers {
    pub(super) base: Base,
    pub(super) x: Segment,
    pub(super) y: Segment,
}

impl Powers {
    /// How many pairs there are.
    pub(super) fn pairs(&self) -> u64 {
        self.x.count.saturating_mul(self.y.count)
    }

    /// The base of an x in units of the last place of x: at least 1.
    pub(super) fn place(&self, index: u64) -> Rational {
        let place = Rational::from(Integer::from(&self.x.first + index));
        match self.base {
            Base::X => place,
            Base::OnePlusX => place + (Rational::from(1) >> self.x.ulp),
        }
    }

    /// The natural logarithm of the base of an x.
    pub(super) fn log(&self, index: u64, prec: u32) -> Option<Interval> {
        self.base.log(&Interval::from_rational(&self.x.x(index), prec))
    }

    /// The same to base 2.
    pub(super) fn log2(&self, index: u64, prec: u32) -> Option<Interval> {
        self.base.log2(&Interval::from_rational(&self.x.x(index), prec))
    }

    /// Between which numbers the size of the natural logarithms of the bases is, rounded outwards; `None` if one of them is 1.
    pub(super) fn log_sizes(&self) -> Option<[f64; 2]> {
        sizes(&self.base.log(&self.all_x())?)
    }

    /// The same to base 2.
    pub(super) fn log2_sizes(&self) -> Option<[f64; 2]> {
        sizes(&self.base.log2(&self.all_x())?)
    }

    /// Between which numbers log2 of the values is, rounded outwards.
    pub(super) fn exponents(&self) -> Option<[f64; 2]> {
        let y = self.y.interval(0..self.y.count, PRECISION);
        let log = self.base.log2(&self.all_x())?.mul(&y);
        Some([log.lo().to_f64_round(Round::Down), log.hi().to_f64_round(Round::Up)])
    }

    fn all_x(&self) -> Interval {
        self.x.interval(0..self.x.count, PRECISION)
    }

    /// The same of other numbers.
    pub(super) fn of(&self, x: &Segment, y: &Segment) -> Powers {
        Powers { base: self.base, x: x.clone(), y: y.clone() }
    }

    /// How many pairs have the base 1, whose powers are 1; and the powers of the others, in parts. The bases 1 + x of one binade of x may have as
    /// many exponents as x has bits: where they are below 1/4, their logarithms differ by a factor of two at most in a part.
    pub(super) fn without_ones(&self) -> (u64, Vec<Powers>) {
        let Powers { base, x, y } = self;
        let mut cuts = vec![0, x.count];
        let one = x.index_of(&base.x_of(&Rational::from(1)));
        cuts.extend(one.into_iter().flat_map(|one| [one, one + 1]));
        if *base == Base::OnePlusX {
            let exponents = (1..).map(|doublings| 1u32 << doublings);
            let exponents = exponents.take_while(|own| *own < x.bits());
            // Bases ascend with x.
            cuts.extend(exponents.map(|own| x.first_from(&base.x_of(&(Rational::from(1) >> own)))));
        }
        cuts.sort_unstable();
        let parts = cuts.windows(2).filter(|ends| one.is_none_or(|one| ends[0] != one));
        let parts = parts.filter_map(|ends| part(x, ends[0], ends[1])).map(|x| self.of(&x, y));
        (one.map_or(0, |_| y.count), parts.collect())
    }

    /// Both halves of the x with both halves of the y.
    pub(super) fn quarters(&self) -> Vec<Powers> {
        self.with(&halves(&self.x), &halves(&self.y))
    }

    /// All of some x with all of some y.
    pub(super) fn with(&self, xs: &[Segment], ys: &[Segment]) -> Vec<Powers> {
        xs.iter().flat_map(|x| ys.iter().map(move |y| self.of(x, y))).collect()
    }

    /// The length of the segment of y.
    pub(super) fn width_of_y(&self) -> f64 {
        narrow::about(self.y.count) * 2f64.powi(self.y.ulp)
    }
}

/// A segment's halves, as far as they have numbers.
pub(super) fn halves(segment: &Segment) -> Vec<Segment> {
    let middle = segment.count / 2;
    part(segment, 0, middle).into_iter().chain(part(segment, middle, segment.count)).collect()
}

/// Between which numbers the size of what is enclosed is, rounded outwards; `None` if that may be 0.
fn sizes(value: &Interval) -> Option<[f64; 2]> {
    let ends = [value.mig().to_f64_round(Round::Down), value.mag().to_f64_round(Round::Up)];
    (ends[0] > 0.0).then_some(ends)
}
