//! Ranges of inputs, split into runs of equally spaced numbers.
//!
//! The inputs of a half-open range [A, B) are the numbers of the input format in it. Inside one
//! binade they are consecutive multiples of one unit in the last place: a [`Segment`]. The ends need not be inputs
//! themselves; which inputs lie between them is decided exactly, for irrational ends by
//! enclosures of doubling precision.

use std::cmp::Ordering;
use std::ops::Range;

use rug::{Float, Integer, Rational};

use crate::interval::Interval;
use crate::language::constant::Constant;
use crate::language::format::Format;
use crate::language::hexfloat;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;

/// The most inputs that a segment may have.
pub(crate) const MAX_SEGMENT: u64 = 1 << 63;

/// Consecutive inputs x_i = (first + i)·2^ulp for i = 0 … count-1: all in one binade, or all subnormal
/// numbers of one sign (with zero among the positive ones). They ascend; for negative inputs `first` is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The first input in units of 2^ulp.
    pub first: Integer,
    /// The exponent of the unit in the last place.
    pub ulp: i32,
    /// The number of inputs, 1 to 2^63.
    pub count: u64,
}

impl Segment {
    /// The input of index `i`. An index of `count` or more continues on the same grid.
    pub fn x(&self, i: u64) -> Rational {
        Rational::from(Integer::from(&self.first + i)) << self.ulp
    }

    /// The exponent of the largest power of two that the input of index `i` is a multiple of; `None` for 0.
    pub fn last_place(&self, i: u64) -> Option<i32> {
        let zeros = Integer::from(&self.first + i).find_one(0)?;
        Some(self.ulp + narrow::to_i32(zeros))
    }

    /// The index of an input; `None` if it is none.
    pub fn index_of(&self, x: &Rational) -> Option<u64> {
        let scaled = Rational::from(x >> self.ulp);
        let is_on_grid = scaled.is_integer();
        let index = Integer::from(scaled.numer() - &self.first).to_u64();
        index.filter(|index| is_on_grid && *index < self.count)
    }

    /// The index of the first input that is not below a number; `count` if all are.
    pub fn first_from(&self, x: &Rational) -> u64 {
        let place = Rational::from(x >> self.ulp).ceil();
        let index = Integer::from(place.numer() - &self.first);
        if index < 0 { 0 } else { index.to_u64().map_or(self.count, |i| i.min(self.count)) }
    }

    /// The input of index `i` as a float of `prec` bits, or of as many more as it needs to be exact.
    pub fn x_float(&self, i: u64, prec: u32) -> Float {
        let mantissa = Integer::from(&self.first + i);
        let prec = prec.max(mantissa.significant_bits()).max(2);
        Float::with_val(prec, mantissa) << self.ulp
    }

    /// The input of index `i` as a hexadecimal float; the index after the last is the end of the run.
    pub fn hex(&self, i: u64) -> String {
        hexfloat::print(&Integer::from(&self.first + i), self.ulp)
    }

    /// The smallest interval of precision `prec` bits around the inputs of the indices `range`, which end
    /// before `range.end`. An empty range counts as its first index alone.
    pub fn interval(&self, range: Range<u64>, prec: u32) -> Interval {
        let last = range.end.saturating_sub(1).max(range.start);
        let ends = [range.start, last].map(|i| Interval::from_rational(&self.x(i), prec));
        ends[0].hull(&ends[1])
    }

    /// Bits that hold every input in units of 2^ulp; at least 1.
    pub fn bits(&self) -> u32 {
        let last = Integer::from(&self.first + (self.count - 1));
        self.first.significant_bits().max(last.significant_bits()).max(1)
    }

    /// The exponent e of the binade; that of the largest input for subnormal ones.
    pub fn exponent(&self) -> i32 {
        // At most 113 bits, and |ulp| below 2^15: no overflow.
        self.bits() as i32 - 1 + self.ulp
    }

    /// Whether the inputs are negative.
    pub fn is_negative(&self) -> bool {
        self.first < 0
    }
}

/// Among segments in ascending order, the first with inputs that are not below a number.
pub fn segment_from(segments: &[Segment], x: &Rational) -> usize {
    segments.partition_point(|segment| segment.x(segment.count - 1) < *x)
}

/// All inputs of `format`, as segments in ascending order.
///
/// # Errors
/// If a binade has more than 2^63 inputs.
pub fn split_all(format: &Format) -> Result<Vec<Segment>, Diag> {
    let end = power_of_two(beyond(format));
    let [from, to] = [-end.clone(), end].map(|end| Constant::from_rational("--range", &end));
    // The texts of these ends are not the user's.
    split(&from, &to, format).map_err(|diag| {
        Diag { source: None, ..diag }.help("give a part of the format with --range A,B")
    })
}

/// The inputs of `format` in [from, to), as segments in ascending order.
///
/// # Errors
/// If the range is empty or reversed, leaves the format, holds no input or more than 2^63 in a binade, or
/// if an irrational end cannot be placed.
pub fn split(from: &Constant, to: &Constant, format: &Format) -> Result<Vec<Segment>, Diag> {
    if from.compare(to)? != Ordering::Less {
        return Err(to
            .error(
                DiagKind::Range,
                format!("the range from {} to {} is empty", from.text.trim(), to.text.trim()),
                "not above the start",
            )
            .help("give the smaller end first; the end itself is not an input of the range"));
    }
    let zero = Constant::from_rational("--range", &Rational::new());
    let mut segments = vec![];
    if from.sign()? == Ordering::Less {
        // -2^(emax+1) is no input, but is where all negative ones begin.
        let end = if to.sign()? == Ordering::Greater { &zero } else { to };
        segments.extend(negative(from, end, format)?);
    }
    if to.sign()? == Ordering::Greater {
        let start = if from.sign()? == Ordering::Less { &zero } else { from };
        segments.extend(positive(start, to, format)?);
    }
    if segments.is_empty() {
        return Err(from
            .error(
                DiagKind::Range,
                format!(
                    "there is no number of {} bits from {} to {}",
                    format.precision,
                    from.text.trim(),
                    to.text.trim()
                ),
                "the range begins here",
            )
            .help("widen the range or raise the input precision"));
    }
    Ok(segments)
}

/// Splits the range [from, to), which must be one whole binade, like [`split`]: both ends powers of
/// two of the same sign, one twice the other.
///
/// # Errors
/// As [`split`], and if the range is not a binade.
pub fn split_binade(from: &Constant, to: &Constant, format: &Format) -> Result<Vec<Segment>, Diag> {
    let is_power = |r: &Rational| {
        (*r.denom() == 1 && r.numer().clone().abs().is_power_of_two())
            || (r.denom().is_power_of_two() && r.numer().clone().abs() == 1)
    };
    for end in [from, to] {
        if !end.rational().is_some_and(|r| is_power(&r)) {
            return Err(end
                .error(
                    DiagKind::Range,
                    format!("`{}` is not a power of two", end.text.trim()),
                    "not a power of two",
                )
                .help("a binade goes from 2^e to 2^(e+1); give other ranges with --range"));
        }
    }
    if let (Some(a), Some(b)) = (from.rational(), to.rational())
        && b != Rational::from(&a * 2)
        && a != Rational::from(&b * 2)
    {
        return Err(to
            .error(
                DiagKind::Range,
                format!(
                    "the range from {} to {} is not one binade",
                    from.text.trim(),
                    to.text.trim()
                ),
                "not twice (or half) the other end",
            )
            .help("a binade goes from 2^e to 2^(e+1); give other ranges with --range"));
    }
    split(from, to, format)
}

// ---- one side of zero ----

/// The inputs x with from <= x < to, 0 <= from: zero is the first of the subnormal numbers.
fn positive(from: &Constant, to: &Constant, format: &Format) -> Result<Vec<Segment>, Diag> {
    let (start, end) = (Magnitude(from), Magnitude(to));
    let (low, high) = (start.exponent(format)?, end.exponent(format)?);
    let ends_at_power = to.rational().is_some_and(|r| r == power_of_two(high));
    // The end itself is not an input, so it may be the first number beyond the format.
    check_high(to, if ends_at_power { high - 1 } else { high }, format)?;

    let mut segments = Vec::new();
    for grid in grids(low, high, format) {
        let lo = if grid.exponent == low { start.ceil(grid.ulp)? } else { grid.lowest() };
        let hi = if grid.exponent == high { end.ceil(grid.ulp)? } else { grid.beyond() };
        if let Some(count) = grid.count(&lo, &hi, from)? {
            segments.push(Segment { first: lo, ulp: grid.ulp, count });
        }
    }
    Ok(segments)
}

/// The inputs x with from <= x < to, to <= 0. With |x| for x the ends change places: the inputs are
/// those with |to| < |x| <= |from|, so that zero is none of them.
fn negative(from: &Constant, to: &Constant, format: &Format) -> Result<Vec<Segment>, Diag> {
    let (start, end) = (Magnitude(to), Magnitude(from));
    let (low, high) = (start.exponent(format)?, end.exponent(format)?);
    let starts_beyond = from.rational().is_some_and(|r| r == -power_of_two(beyond(format)));
    if !starts_beyond {
        check_high(from, high, format)?;
    }

    let mut segments = Vec::new();
    for grid in grids(low, high, format).rev() {
        let lo = if grid.exponent == low { start.floor(grid.ulp)? + 1u32 } else { grid.lowest() };
        let hi = if grid.exponent == high { end.floor(grid.ulp)? + 1u32 } else { grid.beyond() };
        if let Some(count) = grid.count(&lo, &hi, from)? {
            segments.push(Segment { first: 1 - hi, ulp: grid.ulp, count });
        }
    }
    Ok(segments)
}

/// The exponent of the first numbers that are too large.
fn beyond(format: &Format) -> i64 {
    i64::from(format.emax) + 1
}

fn check_high(end: &Constant, exponent: i64, format: &Format) -> Result<(), Diag> {
    if exponent < beyond(format) {
        return Ok(());
    }
    Err(end
        .error(
            DiagKind::Range,
            format!("`{}` is beyond the numbers of {}", end.text.trim(), format.name),
            "too large",
        )
        .help(format!("stay below 2^{} in absolute value, or write `all`", beyond(format))))
}

/// The grids of the format from one exponent to another. The one below emin holds the subnormal numbers.
fn grids(low: i64, high: i64, format: &Format) -> impl DoubleEndedIterator<Item = Grid> + use<'_> {
    (low..=high.min(i64::from(format.emax))).map(|exponent| Grid {
        exponent,
        precision: format.precision,
        // The exponent is one of the format's, or one below.
        ulp: (exponent as i32).max(format.emin) - (format.precision as i32 - 1),
        subnormal: exponent < i64::from(format.emin),
    })
}

/// The inputs of one positive binade are the integers from 2^(p-1) to 2^p - 1, times 2^ulp; zero and the
/// positive subnormal numbers those from 0 to 2^(p-1) - 1.
struct Grid {
    /// The exponent of the binade; emin - 1 for the subnormal numbers.
    exponent: i64,
    precision: u32,
    ulp: i32,
    subnormal: bool,
}

impl Grid {
    fn lowest(&self) -> Integer {
        match self.subnormal {
            // Zero is a positive number here, see `negative`.
            true => Integer::new(),
            false => Integer::from(1) << (self.precision - 1),
        }
    }

    fn beyond(&self) -> Integer {
        Integer::from(1) << (self.precision - u32::from(self.subnormal))
    }

    /// How many integers there are from `lo` up to and without `hi`; `None` for none.
    fn count(&self, lo: &Integer, hi: &Integer, blame: &Constant) -> Result<Option<u64>, Diag> {
        let count = Integer::from(hi - lo);
        if count <= 0 {
            return Ok(None);
        }
        match count.to_u64().filter(|n| *n <= MAX_SEGMENT) {
            Some(n) => Ok(Some(n)),
            None => Err(blame
                .error(DiagKind::Range, out_of_reach(&count), "the range begins here")
                .help("give a narrower range, such as the part of the binade that matters")),
        }
    }
}

/// Inputs a second that a generous machine searches, for a sense of proportion.
const FAST: f64 = 1e14;

fn out_of_reach(count: &Integer) -> String {
    let years = count.to_f64() / FAST / (365.25 * 86400.0);
    format!(
        "one binade of the range holds 2^{:.0} inputs, more than 2^63: {years:.0e} years at 10^14 inputs a second",
        count.to_f64().log2()
    )
}

/// The absolute value of a constant.
struct Magnitude<'a>(&'a Constant);

impl Magnitude<'_> {
    /// The e with 2^e <= |c| < 2^(e+1), and emin - 1 for all subnormal numbers and zero.
    fn exponent(&self, format: &Format) -> Result<i64, Diag> {
        let subnormal = i64::from(format.emin) - 1;
        if let Some(exact) = self.0.rational() {
            return Ok(match exact.is_zero() {
                true => subnormal,
                false => floor_log2(&exact.abs()).max(subnormal),
            });
        }
        self.0.decide(|x| {
            let (low, high) = absolute_ends(x)?;
            let (low, high) = (floor_log2(&low), floor_log2(&high));
            (low == high).then_some(low.max(subnormal))
        })
    }

    /// ⌊|c| / 2^ulp⌋.
    fn floor(&self, ulp: i32) -> Result<Integer, Diag> {
        self.place(ulp).map(|(floor, _)| floor)
    }

    /// ⌈|c| / 2^ulp⌉.
    fn ceil(&self, ulp: i32) -> Result<Integer, Diag> {
        self.place(ulp).map(|(floor, exact)| if exact { floor } else { floor + 1u32 })
    }

    /// ⌊|c| / 2^ulp⌋, and whether the quotient is that integer exactly.
    fn place(&self, ulp: i32) -> Result<(Integer, bool), Diag> {
        if let Some(exact) = self.0.rational() {
            return Ok(floor_on_grid(exact.abs(), ulp));
        }
        self.0.decide(|x| {
            let (low, high) = absolute_ends(x)?;
            let (floor, low_is_exact) = floor_on_grid(low, ulp);
            let (same, _) = floor_on_grid(high, ulp);
            (floor == same && (!low_is_exact || x.is_point())).then_some((floor, low_is_exact))
        })
    }
}

/// The ends of |x| as fractions, if both are positive numbers of sensible size.
fn absolute_ends(x: &Interval) -> Option<(Rational, Rational)> {
    let sensible = |f: &Float| f.get_exp().is_some_and(|e| e.unsigned_abs() < 1 << 20);
    let (low, high) = (x.mig(), x.mag());
    if !sensible(&low) || !sensible(&high) {
        return None;
    }
    Some((low.to_rational()?, high.to_rational()?))
}

fn floor_on_grid(value: Rational, ulp: i32) -> (Integer, bool) {
    let scaled = value >> ulp;
    let exact = *scaled.denom() == 1;
    (scaled.floor().numer().clone(), exact)
}

/// ⌊log2 r⌋ for r > 0.
pub fn floor_log2(r: &Rational) -> i64 {
    let guess = i64::from(r.numer().significant_bits()) - i64::from(r.denom().significant_bits());
    // The numerator is in [2^(n-1), 2^n), the denominator in [2^(d-1), 2^d): the quotient is in
    // (2^(n-d-1), 2^(n-d+1)).
    if *r >= power_of_two(guess) { guess } else { guess - 1 }
}

/// 2^e, for exponents of numbers that are in memory as fractions.
fn power_of_two(e: i64) -> Rational {
    Rational::from(1) << e.clamp(i64::from(i32::MIN + 1), i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use crate::interval::testing::Random;
    use crate::language::FormatName;
    use crate::language::range::*;

    fn constant(text: &str) -> Constant {
        Constant::parse("--range", text).unwrap_or_else(|d| panic!("{}", d.render(false)))
    }

    fn segments(from: &str, to: &str, precision: u32) -> Result<Vec<Segment>, Diag> {
        split(&constant(from), &constant(to), &Format::of_precision(precision).unwrap())
    }

    /// All inputs of small ranges, one by one.
    fn inputs(from: &str, to: &str, precision: u32) -> Vec<Rational> {
        let list = segments(from, to, precision).unwrap_or_else(|d| panic!("{}", d.render(false)));
        list.iter().flat_map(|s| (0..s.count).map(|i| s.x(i))).collect()
    }

    /// All numbers of the precision in [2^-6, 2^6) and their opposites, ascending.
    fn all_numbers(precision: u32) -> Vec<Rational> {
        let mut list = Vec::new();
        for e in -6..6 {
            for m in 1u32 << (precision - 1)..1 << precision {
                let x = Rational::from(m) << (e - precision as i32 + 1);
                list.extend([-x.clone(), x]);
            }
        }
        list.sort();
        list
    }

    #[test]
    fn last_places() {
        for segment in segments("-6", "40", 5).expect("a range") {
            for exponent in -6..8 {
                for index in 0..segment.count {
                    let units: Rational = segment.x(index) >> exponent;
                    let is_multiple = segment.last_place(index).is_none_or(|e| e >= exponent);
                    assert_eq!(is_multiple, units.is_integer(), "{segment:?} {index}");
                }
            }
        }
    }

    #[test]
    fn agrees_with_enumeration() {
        let mut random = Random::new(8);
        for _ in 0..400 {
            let precision = 2 + random.below(5) as u32;
            let mut ends =
                [0; 2].map(|_| Rational::from((1 + random.below(4000), 64 + random.below(3))));
            ends.sort();
            if random.below(2) == 0 {
                ends = [-ends[1].clone(), -ends[0].clone()];
            }
            let [a, b] = &ends;
            if a == b || a.clone().abs().min(b.clone().abs()) < Rational::from((1, 64)) {
                continue;
            }
            let want: Vec<_> =
                all_numbers(precision).into_iter().filter(|x| a <= x && x < b).collect();
            let format = Format::of_precision(precision).unwrap();
            let (ca, cb) = (Constant::from_rational("a", a), Constant::from_rational("b", b));
            match split(&ca, &cb, &format) {
                Ok(list) => {
                    let got: Vec<_> =
                        list.iter().flat_map(|s| (0..s.count).map(|i| s.x(i))).collect();
                    assert_eq!(got, want, "[{a}, {b}) with {precision} bits");
                    for s in &list {
                        let unit = power_of_two(i64::from(s.exponent()));
                        for i in [0, s.count - 1] {
                            let x = s.x(i).abs();
                            assert!(unit <= x && x < Rational::from(&unit * 2));
                        }
                    }
                }
                Err(diag) => assert!(want.is_empty(), "{diag}"),
            }
        }
    }

    #[test]
    fn one_binade_is_one_segment() {
        let list = segments("1", "2", 53).unwrap();
        assert_eq!(list, [Segment { first: Integer::from(1) << 52u32, ulp: -52, count: 1 << 52 }]);
        assert_eq!(list[0].exponent(), 0);
        let part = segments("1", "0x1.0008p0", 54).unwrap();
        assert_eq!(part[0].count, 1 << 40);
        assert_eq!(segments("1", "4", 24).unwrap().len(), 2);
    }

    #[test]
    fn irrational_ends_fall_between_inputs() {
        let list = segments("exp(1)", "pi", 53).unwrap();
        assert_eq!(list.len(), 1);
        // The doubles next to e and π: both are below the real numbers.
        assert_eq!(list[0].x(0), Rational::from_f64(std::f64::consts::E.next_up()).unwrap());
        let last = list[0].x(list[0].count - 1);
        assert_eq!(last, Rational::from_f64(std::f64::consts::PI).unwrap());
        let mirrored = segments("-pi", "-exp(1)", 53).unwrap();
        assert_eq!(mirrored[0].count, list[0].count);
        assert_eq!(mirrored[0].x(0), -last);
    }

    #[test]
    fn negative_ranges_mirror() {
        // -2 is the last number of its own binade, -1 is not inside.
        let list = inputs("-2", "-1", 3);
        let want: Vec<_> = [-8, -7, -6, -5].map(|n| Rational::from((n, 4))).to_vec();
        assert_eq!(list, want);
        let parts = segments("-2", "-1", 3).unwrap();
        assert_eq!(
            parts.iter().map(|s| (s.exponent(), s.count)).collect::<Vec<_>>(),
            [(1, 1), (0, 3)]
        );
        assert!(parts.iter().all(Segment::is_negative));
    }

    #[test]
    fn inputs_as_floats_and_intervals() {
        let s = &segments("1", "2", 53).unwrap()[0];
        let x = s.x_float(1, 10);
        assert_eq!(x, 1.0 + f64::EPSILON);
        assert_eq!(s.x_float(1, 200).prec(), 200);
        let whole = s.interval(0..s.count, 100);
        assert_eq!(*whole.lo(), 1);
        assert!(*whole.hi() < 2 && whole.contains_rational(&s.x(s.count - 1)));
        let rounded = s.interval(1..3, 24);
        assert!(rounded.contains_rational(&s.x(1)) && rounded.contains_rational(&s.x(2)));
        assert!(s.interval(5..5, 80).contains_rational(&s.x(5)));
    }

    #[test]
    fn the_edges_of_the_format() {
        assert!(segments("2^-1022", "2^1024", 53).is_ok());
        assert!(segments("-2^1023", "-2^-1022", 53).is_ok());
        for (from, to, part) in [
            ("1", "2^1024 ", "2^1024"),
            ("-2^1025", "-1", "-2^1025"),
            ("1", "exp(100000)", "exp(100000)"),
        ] {
            let format = Format::of_precision(if to == "2^1024 " { 24 } else { 53 }).unwrap();
            let diag = split(&constant(from), &constant(to), &format).expect_err(from);
            assert_eq!(diag.offending(), Some(part), "{}", diag.render(false));
            assert_eq!(diag.kind, DiagKind::Range);
        }
    }

    /// Whole formats: every number once, in order, zero included.
    #[test]
    fn all_of_a_format() {
        for name in ["binary16", "bfloat16"] {
            let format = FormatName::parse("format", name).unwrap().format().unwrap();
            let list = split_all(&format).unwrap();
            let all: Vec<_> = list.iter().flat_map(|s| (0..s.count).map(|i| s.x(i))).collect();
            assert!(all.is_sorted_by(|a, b| a < b));
            // Both zeros of the format are one input; infinities and NaNs are none.
            let (p, binades) = (format.precision, 2 * format.emax as usize);
            assert_eq!(all.len(), 2 * ((binades << (p - 1)) + (1 << (p - 1)) - 1) + 1);
            let (least, largest) =
                (power_of_two(i64::from(format.least_ulp())), &all[all.len() - 1]);
            assert!(
                all.contains(&Rational::new()) && all.contains(&least) && all.contains(&-least)
            );
            assert_eq!(*largest, Rational::from((1 << p) - 1) << (format.emax - p as i32 + 1));
            assert_eq!(all[0], Rational::from(-largest));
        }
    }

    #[test]
    fn ranges_reach_zero_and_the_subnormal_numbers() {
        let half = FormatName::parse("format", "binary16").unwrap().format().unwrap();
        let inputs = |from: &str, to: &str| -> Vec<Rational> {
            let list = split(&constant(from), &constant(to), &half).unwrap();
            list.iter().flat_map(|s| (0..s.count).map(|i| s.x(i))).collect()
        };
        let least = Rational::from(1) << -24;
        let multiples = |list: &[i32]| -> Vec<Rational> {
            list.iter().map(|k| Rational::from(&least * *k)).collect()
        };
        assert_eq!(inputs("-2^-23", "2^-23"), multiples(&[-2, -1, 0, 1]));
        assert_eq!(inputs("0", "2^-23"), multiples(&[0, 1]));
        assert_eq!(inputs("-2^-23", "0"), multiples(&[-2, -1]));
        assert_eq!(inputs("pi/200000000", "2.5e-7"), multiples(&[1, 2, 3, 4]));
        let whole = split(&constant("0"), &constant("2^-14"), &half).unwrap();
        assert_eq!((whole.len(), whole[0].count, whole[0].exponent()), (1, 1 << 10, -15));
        assert_eq!(whole[0].bits(), 10);
    }

    #[test]
    fn refused_ranges() {
        for (from, to, words) in [
            ("2", "1", "empty"),
            ("1", "1", "empty"),
            ("pi", "pi", "told apart"),
            ("1", "1.0000001", ""),
        ] {
            let result = segments(from, to, 11);
            if words.is_empty() {
                assert_eq!(result.unwrap().len(), 1);
                continue;
            }
            let diag = result.unwrap_err();
            assert!(diag.message.contains(words), "{diag}");
            assert!(diag.help.is_some());
        }
        assert!(segments("1.0000001", "1.0000002", 11).unwrap_err().message.contains("no number"));
        assert!(segments("1", "2", 113).unwrap_err().message.contains("2^112 inputs"));
        assert!(segments("1", "0x1.000001p0", 90).unwrap_err().message.contains("2^63"));
        assert!(segments("1", "0x1.00000001p0", 90).is_ok());
    }

    #[test]
    fn binades() {
        let binade = |a: &str, b: &str| {
            split_binade(&constant(a), &constant(b), &Format::of_precision(24).unwrap())
        };
        assert_eq!(binade("0.5", "1").unwrap().len(), 1);
        assert_eq!(binade("2^-3", "2^-2").unwrap()[0].exponent(), -3);
        assert!(binade("-2", "-1").is_ok());
        for (a, b, part) in
            [("1", "3", "3"), ("1", "4", "4"), ("pi", "4", "pi"), ("-1", "2", "2"), ("0", "1", "0")]
        {
            let diag = binade(a, b).unwrap_err();
            assert_eq!(diag.offending(), Some(part), "{diag}");
            assert!(diag.help.unwrap().contains("--range"));
        }
        assert!(binade("2", "1").unwrap_err().message.contains("empty"));
    }
}
