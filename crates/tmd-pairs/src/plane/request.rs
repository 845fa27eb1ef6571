//! What is asked for: a function, a format, ranges of both arguments, and a threshold.

use super::function::{Function, HYPOT_NEXT};
use crate::grid::power_of_two;
use rug::{Integer, Rational};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::language::range::{split, split_all};
use tmd_functions::language::{Constant, Format, Segment, hexfloat};

/// The largest precision: of all pairs of numbers, there are 2^32 or few more.
const MOST_PRECISION: u32 = 11;
/// The largest precision of pairs that are searched in rows.
const MOST_ROW_PRECISION: u32 = 24;
/// The most numbers of each sign.
const MOST_NUMBERS: u64 = 1 << 16;
/// The largest exponent: all values in reach are normal numbers of binary64, and so are squares.
const MOST_EMAX: i32 = 127;
/// More bits cannot be hard by chance.
const MOST_BITS: u32 = 150;
/// Where no threshold is asked for, it is such that chance gives at most so many cases.
pub(crate) const CASES: f64 = 8192.0;

/// A search of all pairs of numbers x and y of a format in two ranges. All roundings count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The function.
    pub function: Function,
    /// The format of x, of y and of the results.
    pub format: Format,
    /// The range of x, as it was given.
    pub range_x: String,
    /// The range of y.
    pub range_y: String,
    /// Cases are pairs with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    x: Vec<Segment>,
    y: Vec<Segment>,
}

impl Request {
    /// A request; the threshold is chosen by chance where none is given.
    ///
    /// # Errors
    /// If the format is too large, a range is none or has no numbers that are searched, or the threshold is out of range.
    pub fn new(
        function: Function,
        format: Format,
        ranges: [&str; 2],
        bits: Option<u32>,
    ) -> Result<Request, Diag> {
        let is_power = matches!(function, Function::Pow | Function::Compound);
        let is_by_rows = is_power && is_for_rows(&format);
        if !is_small(&format) && !is_by_rows {
            let message = format!(
                "--precision {}: not a format of which all pairs are searched",
                format.name
            );
            return Err(Diag::new(DiagKind::Unsupported, message)
                .help("give a format of at most 24 bits, such as binary32; or name a number in the function, as in \"pow(x, 3)\""));
        }
        let [x, y] = [("--range-x", ranges[0]), ("--range-y", ranges[1])]
            .map(|(name, range)| segments(name, range, &format));
        let (x, y) = (x?, y?);
        let [range_x, range_y] = ranges.map(str::to_owned);
        let mut request = Request { function, format, range_x, range_y, bits: MOST_BITS, x, y };
        for (name, numbers) in ["--range-x", "--range-y"].into_iter().zip(request.counts()) {
            if numbers == 0 {
                let message =
                    format!("{name}: no number of {} is searched there", request.format.name);
                return Err(Diag::new(DiagKind::Range, message).help(request.domain()));
            }
        }
        request.bits = bits.unwrap_or_else(|| request.bits_by_chance());
        let least = request.least_bits();
        if !(least..=MOST_BITS).contains(&request.bits) {
            let message = format!("--bits {}: out of range", request.bits);
            return Err(
                Diag::new(DiagKind::Range, message).help(format!("give {least} to {MOST_BITS}"))
            );
        }
        Ok(request)
    }

    /// The fewest identical bits that cases may have: with fewer, quotients of two numbers could be cases that are no breakpoints.
    fn least_bits(&self) -> u32 {
        self.format.precision + 2
    }

    /// The numbers x that are searched, ascending.
    pub(crate) fn xs(&self) -> Vec<f64> {
        let has_negative = self.function.signs()[0];
        let is_meant = |x: &f64| match self.function {
            Function::Compound => *x > -1.0,
            _ => has_negative || *x > 0.0,
        };
        numbers(&self.x).into_iter().filter(|x| *x != 0.0 && is_meant(x)).collect()
    }

    /// The numbers y.
    pub(crate) fn ys(&self) -> Vec<f64> {
        let has_negative = self.function.signs()[1];
        numbers(&self.y).into_iter().filter(|y| *y != 0.0 && (has_negative || *y > 0.0)).collect()
    }

    /// Whether rows of pairs are searched by kernels, because there are too many pairs to look at each.
    pub fn is_by_rows(&self) -> bool {
        !is_small(&self.format)
    }

    /// The segments of the x and y that are searched, for powers.
    pub(crate) fn binades(&self) -> [Vec<Segment>; 2] {
        let zero = Rational::new();
        let without_zero = |segment: &Segment| match segment.index_of(&zero) {
            Some(_) => part(segment, 1, segment.count),
            None => Some(segment.clone()),
        };
        // -1 is the last number of its binade.
        let is_meant = |segment: &&Segment| match self.function {
            Function::Compound => segment.x(0) > -1,
            _ => segment.first >= 0,
        };
        let meant = self.x.iter().filter(is_meant);
        [meant.filter_map(without_zero).collect(), self.y.iter().filter_map(without_zero).collect()]
    }

    /// Whether a pair is one that is searched.
    pub(crate) fn is_searched(&self, x: &Rational, y: &Rational) -> bool {
        let has =
            |all: &[Segment], own: &Rational| all.iter().any(|one| one.index_of(own).is_some());
        let is_meant = |sign: bool, own: &Rational| *own != 0 && (sign || *own > 0);
        let [negative_x, negative_y] = self.function.signs();
        let least_x = match self.function {
            Function::Compound => *x > -1,
            _ => true,
        };
        has(&self.x, x)
            && has(&self.y, y)
            && is_meant(negative_x, x)
            && is_meant(negative_y, y)
            && least_x
    }

    /// How many numbers x and y are searched.
    pub(super) fn counts(&self) -> [u64; 2] {
        match self.is_by_rows() {
            true => self.binades().map(|own| own.iter().map(|segment| segment.count).sum()),
            false => [self.xs(), self.ys()].map(|numbers| numbers.len() as u64),
        }
    }

    fn domain(&self) -> &'static str {
        match self.function {
            Function::Pow => "pow is searched for x > 0 and y not 0",
            Function::Compound => "compound is searched for x > -1, and for x and y not 0",
            Function::Atan2 | Function::Atan2Pi => {
                "angles are searched for y > 0 and x not 0; the others follow"
            }
            Function::Hypot => "hypot is searched for x > 0 and y > 0; the others follow",
        }
    }

    fn bits_by_chance(&self) -> u32 {
        let pairs = self.pairs_by_chance() as f64;
        let is_enough = |bits: &u32| pairs * 2f64.powi(1 - bits.cast_signed()) <= CASES;
        (self.least_bits()..MOST_BITS).find(is_enough).unwrap_or(MOST_BITS)
    }

    /// How many pairs are not next to a simple breakpoint, or a few times as many.
    fn pairs_by_chance(&self) -> u64 {
        if self.function != Function::Hypot {
            let [x, y] = self.counts();
            return x.saturating_mul(y);
        }
        let (xs, ys) = (self.xs(), self.ys());
        // Of most pairs, one number is so much larger that the length is next to it.
        let factor = power_of_two(narrow::to_i32(self.format.precision) / 2 + HYPOT_NEXT);
        let of_x = |x: &f64| {
            let below = |most: f64| ys.partition_point(|y| *y <= most) as u64;
            below(x * factor) - below(x / factor)
        };
        xs.iter().map(of_x).sum()
    }

    /// The command that searches the same.
    pub fn command(&self) -> String {
        let Request { function, format, range_x, range_y, bits, .. } = self;
        let name = format.option();
        format!(
            "tmd-codegen search \"{function}\" --range-x {range_x} --range-y {range_y} --precision {name} --bits {bits}"
        )
    }
}

/// Whether a format is small enough for all pairs of its numbers to be looked at.
pub(crate) fn is_small(format: &Format) -> bool {
    (2..=MOST_PRECISION).contains(&format.precision)
        && format.emax <= MOST_EMAX
        && format.emin == 1 - format.emax
        && narrow::to_i32(format.precision) <= format.emax
        && numbers_of(format) <= MOST_NUMBERS
}

/// Whether rows of pairs of a format can be searched: its breakpoints are numbers of binary64 with room to spare.
fn is_for_rows(format: &Format) -> bool {
    (2..=MOST_ROW_PRECISION).contains(&format.precision)
        && format.emax <= MOST_EMAX
        && format.emin == 1 - format.emax
        && narrow::to_i32(format.precision) <= format.emax
}

/// How many positive numbers a format has, and 0.
fn numbers_of(format: &Format) -> u64 {
    u64::from((format.emax - format.emin + 2).unsigned_abs()) << (format.precision - 1)
}

/// The numbers of a format in a range that is given as an option.
pub(crate) fn segments(name: &str, range: &str, format: &Format) -> Result<Vec<Segment>, Diag> {
    if range == "all" {
        return split_all(format);
    }
    let Some((from, to)) = range.split_once(',') else {
        return Err(Diag::new(DiagKind::Syntax, format!("{name}: no range"))
            .at(name, range, 0..range.len(), "not two numbers")
            .help("give two numbers, as in 0.5,2; or all"));
    };
    split(&Constant::parse(name, from)?, &Constant::parse(name, to)?, format)
}

/// Indices of a segment as a segment, if there are any.
pub(crate) fn part(segment: &Segment, start: u64, end: u64) -> Option<Segment> {
    (start < end).then(|| Segment {
        first: Integer::from(&segment.first + start),
        ulp: segment.ulp,
        count: end - start,
    })
}

/// The numbers of segments, ascending: exactly, as binary64 has all of them.
pub(crate) fn numbers(segments: &[Segment]) -> Vec<f64> {
    let of = |segment: &Segment| {
        (0..segment.count).map(|index| segment.x(index).to_f64()).collect::<Vec<_>>()
    };
    let mut all: Vec<f64> = segments.iter().flat_map(of).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// A number as a hexadecimal float.
pub(crate) fn hex(number: f64) -> String {
    Rational::from_f64(number).and_then(|own| hexfloat::print_rational(&own)).unwrap_or_default()
}
