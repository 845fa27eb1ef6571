//! How much a row's polynomial, as it is computed, differs from the function, as a part of its value.
//!
//! The approximation: P has the coefficients of the code, f the Taylor coefficients at the row's centre, which interval
//! arithmetic encloses; the remainder is the next one on the whole row (Taylor's theorem). The computation: each operation of
//! [`super::arithmetic`] that is rounded is off by at most half a unit in the last place, 2^-53 of its result, and multiplied by t
//! in all steps that follow.

use super::arithmetic::{
    Arithmetic, beginning, finished, finished_grown, finished_times, shifted, step,
};
use super::row::Row;
use super::taylor::{PREC, Taylor, up};
use rug::Float;
use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};

/// 2^-this of a result is lost where it is rounded.
const ROUNDING: u32 = 53;
/// No operation loses more than 2^this where its result is too small to be a normal number, as a part of t or of t², where the
/// coefficients before are 0: a device may take it for 0. It would need results below 2^-1022, and t below 2^-300 is 0.
const UNDERFLOW: i32 = -400;

/// a + b, rounded up.
pub(super) fn plus(mut a: Float, b: &Float) -> Float {
    a.add_assign_round(b, Round::Up);
    a
}

/// a·b, rounded up.
pub(super) fn times(mut a: Float, b: &Float) -> Float {
    a.mul_assign_round(b, Round::Up);
    a
}

/// A sum of positive numbers times powers of the reach, from one power on.
pub(super) fn in_reach<'a>(
    sizes: impl DoubleEndedIterator<Item = &'a Float>,
    reach: &Float,
) -> Float {
    sizes.rev().fold(up(0.0), |sum, size| plus(times(sum, reach), size))
}

/// What is known of a number: its size is between two.
#[derive(Clone, Debug)]
pub(super) struct Size {
    least: Float,
    most: Float,
}

impl Size {
    /// That of a number.
    pub(super) fn of(number: f64) -> Size {
        let size = up(number.abs());
        Size { least: size.clone(), most: size }
    }

    fn up_to(most: Float) -> Size {
        Size { least: up(0.0), most }
    }
}

/// The error of the operations that were carried out, on sizes.
pub(super) struct Bounded {
    /// |t| is between these.
    t_least: Float,
    t: Float,
    /// What has been lost.
    pub(super) error: Float,
}

impl Bounded {
    /// Nothing is lost so far; |t| is at most the reach.
    pub(super) fn new(reach: Float) -> Bounded {
        Bounded { t_least: up(0.0), t: reach, error: up(0.0) }
    }

    /// A result's most, and what rounding it loses.
    fn rounded(&mut self, most: Float) -> Size {
        let mut lost = most.clone() >> ROUNDING;
        lost = plus(lost, &(up(1.0) >> -UNDERFLOW));
        self.error = plus(self.error.clone(), &lost);
        Size::up_to(plus(most, &lost))
    }

    /// Whether t is a part of everything from now on: it is 1 in parts of itself.
    fn in_parts_of_t(&mut self, is_so: bool) {
        if is_so {
            self.t_least = up(1.0);
            self.t = up(1.0);
        }
    }

    fn multiplied(&mut self) {
        self.error = times(self.error.clone(), &self.t);
    }
}

impl Arithmetic for Bounded {
    type Number = Size;

    fn next(&mut self, s: Size, c: Size) -> Size {
        self.multiplied();
        let most = plus(times(s.most, &self.t), &c.most);
        self.rounded(most)
    }

    fn product(&mut self, s: Size) -> [Size; 2] {
        self.multiplied();
        let most = times(s.most.clone(), &self.t);
        // What is missing is a number, if it is not too small for one.
        self.error = plus(self.error.clone(), &(up(1.0) >> -UNDERFLOW));
        let missing = most.clone() >> ROUNDING;
        let least = Float::with_val_round(PREC, &s.least * &self.t_least, Round::Down).0;
        let least = Float::with_val_round(PREC, least - &missing, Round::Down).0;
        let product = Size { least: least.max(&up(0.0)), most: plus(most, &missing) };
        [product, Size::up_to(missing)]
    }

    fn fused(&mut self, s: Size, c: Size) -> [Size; 2] {
        self.multiplied();
        let product = times(s.most, &self.t);
        if !c.most.is_zero() && c.least < product.clone() << 1 {
            self.error = up(f64::INFINITY);
        }
        let most = plus(product.clone(), &c.most);
        let missing = most.clone() >> ROUNDING;
        let mut least = c.least;
        for less in [&product, &missing] {
            least = Float::with_val_round(PREC, &least - less, Round::Down).0;
        }
        let sum = Size { least: least.max(&up(0.0)), most: plus(most, &missing) };
        [sum, self.rounded(missing)]
    }

    fn low_product(&mut self, low: Size, c: Size) -> Size {
        let most = plus(times(low.most, &self.t), &c.most);
        self.rounded(most)
    }

    fn multiple(&mut self, s: Size, w: Size) -> [Size; 2] {
        self.error = plus(self.error.clone(), &(up(1.0) >> -UNDERFLOW));
        let most = times(s.most, &w.most);
        let missing = most.clone() >> ROUNDING;
        let least = Float::with_val_round(PREC, &s.least * &w.least, Round::Down).0;
        let least = Float::with_val_round(PREC, least - &missing, Round::Down).0;
        let product = Size { least: least.max(&up(0.0)), most: plus(most, &missing) };
        [product, Size::up_to(missing)]
    }

    fn low_multiple(&mut self, low: Size, w: Size, c: Size) -> Size {
        let most = plus(times(low.most, &w.most), &c.most);
        self.rounded(most)
    }

    fn sum(&mut self, a: Size, b: Size) -> [Size; 2] {
        if a.most.is_zero() {
            return [b, Size::of(0.0)];
        }
        if a.least < b.most {
            self.error = up(f64::INFINITY);
        }
        let missing = plus(a.most.clone(), &b.most) >> ROUNDING;
        let most = plus(plus(a.most, &b.most), &missing);
        let mut least = a.least;
        for less in [&b.most, &missing] {
            least = Float::with_val_round(PREC, &least - less, Round::Down).0;
        }
        [Size { least: least.max(&up(0.0)), most }, Size::up_to(missing)]
    }

    fn any_sum(&mut self, a: Size, b: Size) -> [Size; 2] {
        let most = plus(a.most, &b.most);
        let missing = most.clone() >> ROUNDING;
        [Size::up_to(plus(most, &missing)), Size::up_to(missing)]
    }

    fn odd_sum(&mut self, a: Size, b: Size) -> Size {
        // Less than a unit in the last place is added, or taken off, which changes no result.
        let most = plus(a.most, &b.most);
        let more = most.clone() >> (ROUNDING - 1);
        Size::up_to(plus(most, &more))
    }

    fn low_difference(&mut self, a: Size, b: Size) -> Size {
        self.low_sum(a, b)
    }

    fn low_sum(&mut self, a: Size, b: Size) -> Size {
        let most = plus(a.most, &b.most);
        self.rounded(most)
    }
}

/// What happens to a row's value at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Last {
    /// An integer is added: 0, or one of this size.
    Added(f64),
    /// It is multiplied by a number, which is 0, or not less than 2^-61: everything is in parts of it.
    Multiplied,
    /// f is exp, and the argument has a second word.
    Grown {
        /// It is no larger in size.
        rest: f64,
        /// What both words differ from the argument by, at most.
        error: f64,
    },
}

impl Last {
    /// An upper bound of the whole error, from that of the polynomial at the first word.
    fn with(self, error: Float) -> Float {
        match self {
            Last::Added(_) | Last::Multiplied => error,
            Last::Grown { rest, error: of_argument } => {
                // exp(t + u + v) = exp(t)·(1 + u + e), |e| ≤ u² + 2·|v|; where it is divided by, it is larger than (1 - 2·u)·exp(t).
                let square = times(up(rest), &up(rest));
                let own = plus(error, &plus(square, &(up(of_argument) << 1)));
                times(own, &plus(up(1.0), &(up(rest) << 2)))
            }
        }
    }
}

/// An upper bound of |computed - f| / |f| on a row; ∞ if there is none.
pub(super) fn relative(row: &Row, taylor: &Taylor, last: Last) -> Float {
    let by = if let Last::Added(by) = last { by } else { 0.0 };
    let reach = up(taylor.reach);
    let mut bounded = Bounded::new(reach.clone());
    let rest: Vec<Size> = row.rest.iter().map(|c| Size::of(*c)).collect();
    let words: Vec<[Size; 2]> = row.leading.iter().map(|c| c.map(Size::of)).collect();
    let constant = row.constant.map(Size::of);
    let zeros = if by == 0.0 { row.zeros(taylor) } else { 0 };
    let mut s = beginning(&mut bounded, &rest);
    for (k, words) in words.into_iter().enumerate().rev() {
        bounded.in_parts_of_t(k + 1 < zeros);
        s = step(&mut bounded, s, words);
    }
    bounded.in_parts_of_t(zeros > 0);
    let constant = shifted_constant(&mut bounded, constant, by);
    match last {
        Last::Added(_) => finished(&mut bounded, s, constant),
        Last::Multiplied => finished_times(&mut bounded, Size::of(1.0), s, constant),
        Last::Grown { rest, .. } => {
            finished_grown(&mut bounded, Size::up_to(up(rest)), s, constant)
        }
    };
    let deviations = in_reach(taylor.deviations[zeros..].iter().chain([&taylor.next]), &reach);
    let error = plus(bounded.error, &deviations);
    let least = least_value(taylor, &reach, by, zeros);
    // ∞ times 0, where t is 0, is no bound.
    match least > 0 && !error.is_nan() {
        true => last.with(Float::with_val_round(PREC, &error / &least, Round::Up).0),
        false => up(f64::INFINITY),
    }
}

/// An upper bound of |f(t) - f(u)| / |f(t)| for t and u of no more than a size.
pub(super) fn moved(taylor: &Taylor, size: f64) -> Float {
    let size = up(size);
    let moves = moves(taylor, &size, 0) << 1;
    let least = least_value(taylor, &size, 0.0, 0);
    match least > 0 {
        true => Float::with_val_round(PREC, &moves / &least, Round::Up).0,
        false => up(f64::INFINITY),
    }
}

/// A constant of three words, moved by an integer.
fn shifted_constant(bounded: &mut Bounded, constant: [Size; 3], by: f64) -> [Size; 3] {
    match by == 0.0 {
        // k = 0 changes nothing: the sum is exact.
        true => constant,
        false => shifted(bounded, Size::of(by), constant),
    }
}

/// A lower bound of |f + by| on a row, in parts of t^lowest if that is the first power with a coefficient.
fn least_value(taylor: &Taylor, reach: &Float, by: f64, lowest: usize) -> Float {
    let [least, most] = &taylor.sizes[lowest];
    let value = match by == 0.0 {
        true => least.clone(),
        false => Float::with_val_round(PREC, by - most, Round::Down).0,
    };
    Float::with_val_round(PREC, value - moves(taylor, reach, lowest), Round::Down).0
}

/// How far f is from its first term, in parts of t^lowest, where |t| is no more than a reach.
fn moves(taylor: &Taylor, reach: &Float, lowest: usize) -> Float {
    let moves = taylor.sizes[lowest + 1..].iter().map(|[_, most]| most).chain([&taylor.next]);
    times(in_reach(moves, reach), reach)
}

#[cfg(test)]
mod tests {
    use super::super::row::{Place, Shape};
    use super::super::scheme::{ALL_OF_EXP, Scheme};
    use super::*;
    use rug::Assign;
    use tmd_base::random::Random;
    use tmd_functions::interval::Interval;
    use tmd_functions::language::FunctionSpec;
    use tmd_functions::language::equations::Parity;

    const CUTS: u32 = 10;
    /// Bits that hold all sums of these numbers.
    const MANY: u32 = 2000;
    const TRIED: usize = 40;

    /// The operations carried out, but for the last ones, which only round: their sums are kept.
    struct Computed {
        t: Float,
    }

    fn rounded(exact: &Float) -> Float {
        Float::with_val(53, exact)
    }

    fn number(x: f64) -> Float {
        Float::with_val(53, x)
    }

    impl Arithmetic for Computed {
        type Number = Float;

        fn next(&mut self, s: Float, c: Float) -> Float {
            let t = self.t.clone();
            self.low_multiple(s, t, c)
        }

        fn product(&mut self, s: Float) -> [Float; 2] {
            let t = self.t.clone();
            self.multiple(s, t)
        }

        fn fused(&mut self, s: Float, c: Float) -> [Float; 2] {
            let exact = Float::with_val(MANY, s.mul_add_ref(&self.t, &c));
            let sum = rounded(&exact);
            let missing = rounded(&(exact - &sum));
            [sum, missing]
        }

        fn low_product(&mut self, low: Float, c: Float) -> Float {
            self.next(low, c)
        }

        fn multiple(&mut self, s: Float, w: Float) -> [Float; 2] {
            let exact = Float::with_val(MANY, &s * &w);
            let product = rounded(&exact);
            let missing = rounded(&(exact - &product));
            [product, missing]
        }

        fn low_multiple(&mut self, low: Float, w: Float, c: Float) -> Float {
            rounded(&Float::with_val(MANY, low.mul_add_ref(&w, &c)))
        }

        fn sum(&mut self, a: Float, b: Float) -> [Float; 2] {
            if b.prec() > 53 {
                return [a, b];
            }
            let sum = self.low_sum(a.clone(), b.clone());
            let taken = self.low_sum(sum.clone(), -a);
            [sum, self.low_sum(b, -taken)]
        }

        fn any_sum(&mut self, a: Float, b: Float) -> [Float; 2] {
            let exact = Float::with_val(MANY, &a + &b);
            let sum = rounded(&exact);
            let missing = rounded(&(exact - &sum));
            [sum, missing]
        }

        fn low_sum(&mut self, a: Float, b: Float) -> Float {
            rounded(&Float::with_val(MANY, &a + &b))
        }

        fn low_difference(&mut self, a: Float, b: Float) -> Float {
            self.low_sum(a, -b)
        }

        fn odd_sum(&mut self, a: Float, b: Float) -> Float {
            Float::with_val(MANY, &a + &b)
        }
    }

    /// |computed - f| / |f|, by MPFR.
    fn off(spec: &FunctionSpec, row: &Row, place: &Place, w: f64, last: Last) -> Float {
        let (mut by, mut more) = (0.0, 0.0);
        let mut a = Computed { t: number(w - place.centre) };
        let rest: Vec<Float> = row.rest.iter().map(|c| number(*c)).collect();
        let s = beginning(&mut a, &rest);
        let s = row.leading.iter().rev().fold(s, |s, c| step(&mut a, s, c.map(number)));
        let constant = row.constant.map(number);
        let [high, low] = match last {
            Last::Multiplied => {
                let factor = if place.is_divided { w } else { 1.0 };
                finished_times(&mut a, number(factor), s, constant)
            }
            Last::Grown { rest, .. } => {
                more = rest;
                finished_grown(&mut a, number(rest), s, constant)
            }
            Last::Added(own) => {
                by = own;
                let constant = shifted(&mut a, number(own), constant);
                finished(&mut a, s, constant)
            }
        };
        let at = place.argument.at(w).expect("an argument");
        let at = at.add(&Interval::from_f64(more, 400).expect("a number"));
        let f = spec.eval(&at).expect("a value").mid() + by;
        let mut error = Float::with_val(MANY, &high + &low) - &f;
        error /= f;
        error.abs()
    }

    #[test]
    fn errors_are_bounded() {
        let mut random = Random::new(5);
        let turns = [Scheme::Turns(Parity::Odd), Scheme::Turns(Parity::Even)];
        let grown = ALL_OF_EXP.last(CUTS)[0];
        let of_turns: &[u64] = &[0, 1, 2, 20, 256, 257, 258, 300, 513];
        for (function, scheme, rows, last) in [
            ("sinpi", turns[0], of_turns, Last::Multiplied),
            ("cospi", turns[1], of_turns, Last::Multiplied),
            ("exp2", Scheme::Translation, &[0, 1, 777, 1023], Last::Added(0.0)),
            ("exp", ALL_OF_EXP, &[0, 1, 777, 1023], grown),
            ("log2", Scheme::Shift(1), &[0xf_fc00, 0xf_ffff], Last::Added(3.0)),
        ] {
            let spec = FunctionSpec::parse(function).expect("a function");
            for at in rows {
                let place = scheme.place(*at, CUTS);
                for shape in Shape::ALL {
                    let row = Row::of(&spec, &place, shape).expect("a row");
                    let taylor = row.taylor(&spec, &place).expect("a polynomial");
                    let bound = relative(&row, &taylor, last);
                    let mut most = Float::new(PREC);
                    for _ in 0..TRIED {
                        let [from, to] = place.ends;
                        let w = from + (to - from) * random.unit();
                        let own = off(&spec, &row, &place, w, last);
                        if own > most {
                            most.assign(&own);
                        }
                    }
                    let (most, bound) = (most.to_f64().log2(), bound.to_f64().log2());
                    println!(
                        "{function}, row {at}, {shape:?}: 2^{most:.1}, bounded by 2^{bound:.1}"
                    );
                    assert!(most <= bound && bound < most + 24.0);
                }
            }
        }
    }
}
