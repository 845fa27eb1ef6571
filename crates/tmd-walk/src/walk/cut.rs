//! Cutting the format into segments.

use super::line::{self, Line};
use super::near::{DEGREE, Polynomial, Taylor};
use super::phase::{Phased, Phases};
use super::segment::{Kind, Segment};
use super::vanishing;
use crate::encoding::Encoding;
use crate::truth::{Asked, Value};
use crate::wave::Wave;
use rayon::prelude::*;
use rug::{Float, Rational};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Parity;

/// Bits of enclosures.
const PREC: u32 = 110;
/// Bits of enclosures of all values of a segment that end at a breakpoint with fewer, as of 1 - erf(x).
const MORE: [u32; 4] = [500, 2000, 20_000, 300_000];
/// Numbers of a segment that is not cut any more.
const FEW: u32 = 8;
/// Numbers that are enclosed one by one at most: each takes some ten microseconds.
const MOST_EACH: u64 = 1 << 18;
/// The exponent of the least numbers whose phases are looked at.
const LEAST_PHASED: i32 = -1;
/// Numbers of a segment whose polynomial may be tried.
const MANY: u32 = 1 << 19;

/// The segments of all finite numbers but 0, in the order of encodings; of the positive ones only, if there is a parity.
pub(super) fn segments(
    spec: &FunctionSpec,
    encoding: &Encoding,
    parity: Option<Parity>,
) -> Result<Vec<Segment>, Diag> {
    let each = AtomicU64::new(0);
    let phases = match parity.and_then(|_| Wave::of(spec)) {
        Some(wave) => Some(Arc::new(Phases::of(wave, spec, encoding, 0.0)?)),
        None => None,
    };
    let vanishes = vanishing::is_of(spec);
    let signs: &[bool] = if parity.is_some() { &[false] } else { &[false, true] };
    let of_sign = |negative: &bool| {
        let sign = if *negative { encoding.sign() } else { 0 };
        let mut segments = vec![];
        let mut first = 1;
        if let Some((line, k)) = Line::at_zero(spec, *negative) {
            let end = line::encoded(encoding, -k);
            segments.push(Segment {
                first: first | sign,
                count: end - first,
                kind: Kind::Beside(line),
            });
            first = end;
        }
        let cutter = Cutter { asked: Asked { spec, encoding }, sign, each: &each };
        let fraction = encoding.fraction_bits();
        let binades = first >> fraction..encoding.infinity() >> fraction;
        let cut = binades.into_par_iter().map(|binade| {
            let mut own = vec![];
            let (from, to) = ((binade << fraction).max(first), (binade + 1) << fraction);
            let is_from = |exponent: i32| from >= line::encoded(encoding, exponent);
            let kind = match &phases {
                Some(phases) if is_from(LEAST_PHASED) => {
                    Some(Kind::Phased(Phased::of_binade(phases, binade, encoding)))
                }
                _ if *negative && vanishes && is_from(vanishing::LEAST) => Some(Kind::Vanishing),
                _ => None,
            };
            match kind {
                Some(kind) => own.push(Segment { first: from | sign, count: to - from, kind }),
                None => cutter.cut(from, to, &mut own),
            }
            own
        });
        segments.extend(cut.collect::<Vec<_>>().concat());
        segments
    };
    let segments = signs.iter().flat_map(of_sign).collect();
    if each.load(Ordering::Relaxed) <= MOST_EACH {
        return Ok(segments);
    }
    let text = &spec.text;
    let message = format!("too many values of {} cannot be enclosed together", spec.canonical());
    Err(Diag::new(DiagKind::Unsupported, message)
        .at(
            "function",
            text.clone(),
            0..text.len(),
            "it keeps next to numbers of the format, or changes from one to the next",
        )
        .help("give --precision binary16 or bfloat16, or a function that is smoother"))
}

struct Cutter<'a> {
    asked: Asked<'a>,
    sign: u32,
    /// How many numbers are enclosed one by one.
    each: &'a AtomicU64,
}

impl Cutter<'_> {
    /// The segments of the numbers from one size to another.
    fn cut(&self, from: u32, to: u32, segments: &mut Vec<Segment>) {
        let count = to - from;
        let kind = match count <= FEW || self.each.load(Ordering::Relaxed) > MOST_EACH {
            true => {
                self.each.fetch_add(count.into(), Ordering::Relaxed);
                Some(Kind::Each)
            }
            false => self.known(from, to),
        };
        if let Some(kind) = kind {
            segments.push(Segment { first: from | self.sign, count, kind });
            return;
        }
        let middle = from + count / 2;
        self.cut(from, middle, segments);
        self.cut(middle, to, segments);
    }

    fn number(&self, size: u32) -> Rational {
        self.asked.encoding.number(size | self.sign).unwrap_or_default()
    }

    /// What is known of all values together.
    fn known(&self, from: u32, to: u32) -> Option<Kind> {
        let [a, b] = [from, to - 1].map(|size| Float::with_val(PREC, self.number(size)));
        let x = if self.sign == 0 { Interval::new(a, b) } else { Interval::new(b, a) }.ok()?;
        let spec = self.asked.spec;
        match spec.eval(&x) {
            Ok(g) => {
                if let Some(value) = self.one(&x, &g) {
                    return Some(Kind::One(value));
                }
            }
            Err(error) if error.beyond => return self.without_values(from, to),
            Err(_) => return None,
        }
        if let Some(line) = Line::of_product(spec, &x) {
            return Some(Kind::Beside(line));
        }
        (to - from <= MANY).then(|| self.near(from, to, &x)).flatten()
    }

    /// The cell of all values together, which are in an enclosure.
    fn one(&self, x: &Interval, g: &Interval) -> Option<Value> {
        let spec = self.asked.spec;
        let of = |g: &Interval| self.asked.one_sided(g, || spec.is_no_float_on(x));
        // Whether no breakpoint is inside.
        self.asked.one_sided(g, || true)?;
        of(g).or_else(|| MORE.into_iter().find_map(|prec| of(&spec.eval(&x.at_prec(prec)).ok()?)))
    }

    /// Where f has no value at all.
    fn without_values(&self, from: u32, to: u32) -> Option<Kind> {
        let value = |size: u32| self.asked.without_value(&self.number(size));
        let [first, last] = [from, to - 1].map(value);
        match (first.ok()?, last.ok()?) {
            // A part is a NaN everywhere, and what it is a part of is one at both ends: that does not depend on x.
            (Value::Nan, Value::Nan) => Some(Kind::One(Value::Nan)),
            _ => None,
        }
    }

    /// The polynomial that values are near.
    fn near(&self, from: u32, to: u32, x: &Interval) -> Option<Kind> {
        let centre = (to - from) / 2;
        // Numbers are so far apart, with the sign of the way that they go.
        let step = self.number(from + 1) - self.number(from);
        let exponent = Float::with_val(2, &step).get_exp()? - 1;
        let direction = if step < 0 { -1 } else { 1 };
        let middle = Interval::from_rational(&self.number(from + centre), PREC);
        let spec = self.asked.spec;
        let own = spec.series(&middle, DEGREE).ok()?;
        let rest = spec.series(x, DEGREE + 1).ok()?.pop()?;
        let scaled = |(k, c): (usize, &Interval)| {
            let k = narrow::to_i32(k);
            let c = c.shifted(exponent * k);
            if k % 2 == 1 && direction < 0 { c.neg() } else { c }
        };
        let coefficients: Vec<Interval> = own.iter().enumerate().map(scaled).collect();
        let reach = f64::from(centre.max(to - from - centre));
        let power = Interval::from_f64(reach, PREC).ok()?;
        let power = power.powi(narrow::to_i32(DEGREE + 1)).ok()?;
        let remainder = scaled((DEGREE + 1, &rest)).mul(&power).mag();
        let taylor = Taylor { coefficients, remainder, centre: f64::from(centre), reach };
        Polynomial::of(&taylor, 0.0).map(Kind::Near)
    }
}
