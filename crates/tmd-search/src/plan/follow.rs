//! Inputs whose cases follow from those of other inputs, by an equation of the function.
//!
//! Let x' be the representative of x, f(x') = ±2^m·f(x) and w' = 2^m·w for the breakpoint spacings at both. Then
//! g(x') = ±g(x), and x is a case exactly if x' is one. So it is if f(x') = ±f(x) + c, w' = w and c/w is an integer, an even
//! one so that midpoints stay midpoints. What is left to prove of an input is that its representative is an input that is
//! searched, and what the spacings are.
//!
//! - Translations are looked for first, in whole segments: an interval of representatives is chosen, and every input on a grid
//!   that is not finer than theirs follows from one of them. Where values are multiplied by a power of two, both must be
//!   normal numbers, whose spacing is multiplied by the same.
//! - Scalings, and changes of the sign, are looked for from piece to piece, the longest first: a piece follows from another
//!   if all its representatives are inputs of that one, and the exponents of f differ by m.
//!
//! A representative that turns out to be refused stands for nothing: then all is planned anew, without equations.

use super::pieces::{Image, Piece};
use super::planned::{Span, Work};
use rug::{Integer, Rational};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use tmd_base::narrow;
use tmd_functions::language::equations::Equations;
use tmd_functions::language::relation::normal_exponents;
use tmd_functions::language::{Effect, Format, FunctionSpec, Relation, Segment};

/// Inputs of a segment, with how they follow from others, if they do.
pub(super) type Part = (Range<u64>, Option<Relation>);

/// Looks for inputs that follow from others.
pub(super) struct Follower<'a> {
    /// The function.
    pub spec: &'a FunctionSpec,
    /// Its equations.
    pub equations: Equations,
    /// The inputs.
    pub segments: &'a [Segment],
    /// The format of the results.
    pub output: &'a Format,
    /// The precision of the breakpoints.
    pub precision: u32,
}

/// The precision of enclosures by which values are shown to be normal numbers.
const PRECISION: u32 = 128;

impl Follower<'_> {
    /// The parts of each segment that follow by translation, and the others.
    pub(super) fn translated(&self) -> Vec<Vec<Part>> {
        let whole = |segment: &Segment| vec![(0..segment.count, None)];
        let found = self.interval();
        let cut = |segment: &Segment| match &found {
            Some(found) => found.cut(segment),
            None => whole(segment),
        };
        self.segments.iter().map(cut).collect()
    }

    /// The segment of positive inputs whose opposites are those of a segment, where the sizes of f are the same by its parity
    /// and no part of either follows by translation.
    pub(super) fn mirror(&self, index: usize, parts: &[Vec<Part>]) -> Option<usize> {
        let own = &self.segments[index];
        let is_whole = |index: usize| parts[index].iter().all(|(_, relation)| relation.is_none());
        if self.equations.parity.is_none() || !own.is_negative() || !is_whole(index) {
            return None;
        }
        let opposite = Segment {
            first: -Integer::from(&own.first + (own.count - 1)),
            ulp: own.ulp,
            count: own.count,
        };
        let mirror = self.segments.iter().position(|segment| *segment == opposite)?;
        is_whole(mirror).then_some(mirror)
    }

    /// The interval of representatives: around 0, from 0 on, or the first in the range that there is.
    fn interval(&self) -> Option<Translated> {
        let own = self.equations.translation?;
        let step = own.step.x;
        let multiple = |n: i64| 2 * n * i64::from(step);
        let beginnings = self.segments.iter().filter_map(|segment| {
            let first = (segment.x(0) / step).ceil();
            first.numer().to_i64().filter(|n| n.abs() < 1 << 32)
        });
        let mut beginnings: Vec<i64> = beginnings.collect();
        beginnings.sort_by_key(|n| (n.abs(), *n));
        let mut firsts = vec![-i64::from(step), 0];
        firsts.extend(beginnings.into_iter().map(multiple));
        firsts.into_iter().find_map(|first| {
            let relation = Relation::Translation { step, first };
            self.representatives(relation, own.step.f)
        })
    }

    /// What follows from the interval of a translation, if all of it is in the range.
    fn representatives(&self, relation: Relation, f: i32) -> Option<Translated> {
        let (from, to) = relation.interval()?;
        let (lowest, highest) = (self.segments.first()?, self.segments.last()?);
        if lowest.x(0) > from || highest.x(highest.count) < to {
            return None;
        }
        let meets = |segment: &&Segment| segment.x(0) < to && segment.x(segment.count - 1) >= from;
        let ulp = self.segments.iter().filter(meets).map(|segment| segment.ulp).max()?;
        // An input on a grid that is as coarse less a number of steps is on their grid only if the step is.
        let Relation::Translation { step, .. } = relation else { return None };
        if ulp > narrow::to_i32(step.trailing_zeros()) {
            return None;
        }
        let steps = match f {
            0 => None,
            _ => Some(self.normal_steps(&from, &to, f)?),
        };
        Some(Translated { relation, from, to, ulp, steps })
    }

    /// The numbers of steps from an interval for which all values are normal, as those of the interval are.
    fn normal_steps(&self, from: &Rational, to: &Rational, f: i32) -> Option<[i64; 2]> {
        let hull =
            [from, to].map(|end| tmd_functions::interval::Interval::from_rational(end, PRECISION));
        let [least, most] = normal_exponents(self.spec, &hull[0].hull(&hull[1]), self.output)?;
        let (below, above) = (self.output.emin + 1 - least, self.output.emax - most);
        let ends = match f > 0 {
            true => {
                [below.div_euclid(f) + i32::from(below.rem_euclid(f) != 0), above.div_euclid(f)]
            }
            false => [
                -above.div_euclid(-f),
                -(below.div_euclid(-f) + i32::from(below.rem_euclid(-f) != 0)),
            ],
        };
        Some(ends.map(i64::from))
    }

    /// Whether a representative is refused, so that nothing follows from it.
    pub(super) fn is_in_want(&self, spans: &[Span]) -> bool {
        let ends = |span: &Span| {
            let segment = &self.segments[span.segment];
            (segment.x(span.inputs.start), segment.x(span.inputs.end - 1))
        };
        let refused = spans.iter().filter(|span| matches!(span.work, Work::Refused(_)));
        let refused: Vec<(Rational, Rational)> = refused.map(ends).collect();
        let in_want = |relation: &Relation, span: &Span| match relation.interval() {
            Some((first, end)) => refused.iter().any(|(from, to)| first <= *to && *from < end),
            None => {
                let (from, to) = ends(span);
                let mut both = [from, to].map(|x| relation.representative(&x));
                both.sort();
                let [first, last] = both;
                refused.iter().any(|(from, to)| first <= *to && *from <= last)
            }
        };
        spans.iter().any(|span| match &span.work {
            Work::Follows(relation) => in_want(relation, span),
            _ => false,
        })
    }

    /// The parts of each piece that follow by scaling or a change of the sign, and the others; by segments.
    pub(super) fn scaled(&self, pieces: &[Vec<Piece>]) -> Vec<Vec<Vec<Part>>> {
        let mut parts: Vec<Vec<Vec<Part>>> = pieces
            .iter()
            .map(|pieces| pieces.iter().map(|p| vec![(p.inputs.clone(), None)]).collect())
            .collect();
        let Equations { parity, scaling, shift, .. } = self.equations;
        if parity.is_none() && scaling.is_none() && shift.is_none() {
            return parts;
        }
        let mut kept = Representatives {
            period: scaling.or(shift).map(|step| step.x),
            by_exponent: BTreeMap::new(),
        };
        for strip in self.strips(pieces) {
            let found = kept.near(strip.exponent).find_map(|other| self.relation(&strip, other));
            match found {
                Some(relation) => {
                    let own = &mut parts[strip.segment][strip.piece];
                    insert(own, strip.inputs.clone(), relation);
                }
                None => kept.add(strip),
            }
        }
        parts
    }

    /// The inputs of one binade that have the same exponent of f, or many exponents in any case, the most first.
    fn strips(&self, pieces: &[Vec<Piece>]) -> Vec<Strip> {
        let mut strips = vec![];
        for (segment, own) in pieces.iter().enumerate() {
            let grid = &self.segments[segment];
            for (piece, Piece { inputs, image }) in own.iter().enumerate() {
                let class = match *image {
                    Image::Binade(class) => Some(class),
                    Image::Phased => None,
                    _ => continue,
                };
                let of = |(inputs, exponent)| Strip { segment, piece, inputs, exponent, class };
                strips.extend(binades(grid, inputs.clone()).into_iter().map(of));
            }
        }
        strips.sort_by_key(|strip| {
            let count = strip.inputs.end - strip.inputs.start;
            let is_negative = self.segments[strip.segment].is_negative();
            (Reverse(count), strip.exponent.unsigned_abs(), is_negative)
        });
        strips
    }

    /// How a strip follows from another one, if it does.
    fn relation(&self, strip: &Strip, other: &Strip) -> Option<Relation> {
        let [own, kept] = [strip, other].map(|strip| &self.segments[strip.segment]);
        let relation = Relation::Scaling {
            exponent: other.exponent - strip.exponent,
            negates: own.is_negative() != kept.is_negative(),
        };
        let fits = match (relation.effect(&self.equations)?, strip.class, other.class) {
            (Effect::Factor(0), own, kept) => own == kept,
            // A piece of the largest exponent may reach to where results overflow, which is no breakpoint.
            (Effect::Factor(m), Some(own), Some(kept)) => {
                m == i64::from(kept - own) && own.max(kept) < self.output.emax
            }
            (Effect::Term(term), Some(own), Some(kept)) => own == kept && self.is_even(term, own),
            _ => false,
        };
        let is_coarser = own.ulp + (other.exponent - strip.exponent) >= kept.ulp;
        let is_kept = |i: u64| {
            let x = relation.representative(&own.x(i));
            kept.index_of(&x).is_some_and(|index| other.inputs.contains(&index))
        };
        let all =
            fits && is_coarser && is_kept(strip.inputs.start) && is_kept(strip.inputs.end - 1);
        all.then_some(relation)
    }

    /// Whether an integer is an even multiple of the breakpoint spacing where the exponent of f is `class`.
    fn is_even(&self, term: i64, class: i32) -> bool {
        let spacing = class + 1 - narrow::to_i32(self.precision);
        (Rational::from(term) >> (spacing + 1)).is_integer()
    }
}

/// Puts a part that follows in the place of inputs that do not.
fn insert(parts: &mut Vec<Part>, inputs: Range<u64>, relation: Relation) {
    let Some(at) = parts.iter().position(|(own, follows)| {
        follows.is_none() && own.start <= inputs.start && inputs.end <= own.end
    }) else {
        return;
    };
    let whole = parts[at].0.clone();
    let new = [
        (whole.start..inputs.start, None),
        (inputs.clone(), Some(relation)),
        (inputs.end..whole.end, None),
    ];
    parts.splice(at..=at, new.into_iter().filter(|(inputs, _)| !inputs.is_empty()));
    join(parts);
}

/// Makes neighbours that follow in the same way one part.
fn join(parts: &mut Vec<Part>) {
    parts.dedup_by(|next, last| {
        let alike = last.1 == next.1 && last.0.end == next.0.start;
        if alike {
            last.0.end = next.0.end;
        }
        alike
    });
}

/// Inputs of a binade: equally spaced, with one exponent of f, or with many.
struct Strip {
    segment: usize,
    piece: usize,
    inputs: Range<u64>,
    /// Exponent of the inputs.
    exponent: i32,
    /// Exponent of f; none where it has many.
    class: Option<i32>,
}

/// Cuts a run of inputs where their exponent changes, as that of subnormal numbers does, and leaves out zero.
fn binades(segment: &Segment, inputs: Range<u64>) -> Vec<(Range<u64>, i32)> {
    let size = |i: u64| Integer::from(&segment.first + i).significant_bits();
    let mut found = vec![];
    let mut start = inputs.start;
    while start < inputs.end {
        let bits = size(start);
        // Sizes rise, or fall where inputs are negative.
        let mut end = (start + 1, inputs.end);
        if size(inputs.end - 1) == bits {
            end = (inputs.end, inputs.end);
        }
        while end.0 < end.1 {
            let middle = end.0 + (end.1 - end.0) / 2;
            if size(middle) == bits { end.0 = middle + 1 } else { end.1 = middle }
        }
        if bits > 0 {
            found.push((start..end.0, narrow::to_i32(bits) - 1 + segment.ulp));
        }
        start = end.0;
    }
    found
}

/// The strips that are searched.
struct Representatives {
    /// A strip may follow from one whose inputs' exponent differs by a multiple of this; where there is none, from one with the
    /// same exponent.
    period: Option<i32>,
    by_exponent: BTreeMap<i32, Vec<Strip>>,
}

impl Representatives {
    fn key(&self, exponent: i32) -> i32 {
        self.period.map_or(exponent, |period| exponent.rem_euclid(period))
    }

    fn near(&self, exponent: i32) -> impl Iterator<Item = &Strip> {
        self.by_exponent.get(&self.key(exponent)).into_iter().flatten()
    }

    fn add(&mut self, strip: Strip) {
        self.by_exponent.entry(self.key(strip.exponent)).or_default().push(strip);
    }
}

/// The inputs that follow by a translation.
struct Translated {
    relation: Relation,
    /// The interval of representatives.
    from: Rational,
    to: Rational,
    /// log2 of the coarsest spacing in it.
    ulp: i32,
    /// The steps from it by which inputs may follow, if not all.
    steps: Option<[i64; 2]>,
}

impl Translated {
    fn cut(&self, segment: &Segment) -> Vec<Part> {
        let Relation::Translation { step, .. } = self.relation else { return vec![] };
        let mut parts = vec![];
        let mut push = |from: u64, to: u64, relation| {
            if from < to {
                parts.push((from..to, relation));
            }
        };
        if segment.ulp < self.ulp {
            push(0, segment.count, None);
            return parts;
        }
        let at = |x: &Rational| segment.first_from(x);
        let (first, last) = match self.steps {
            None => (0, segment.count),
            Some([least, most]) => (
                at(&Rational::from(&self.from + least * i64::from(step))),
                at(&Rational::from(&self.to + most * i64::from(step))),
            ),
        };
        let (from, to) = (at(&self.from).clamp(first, last.max(first)), at(&self.to));
        let to = to.clamp(from, last.max(from));
        push(0, first, None);
        push(first, from, Some(self.relation));
        push(from, to, None);
        push(to, last, Some(self.relation));
        push(last.max(first), segment.count, None);
        join(&mut parts);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_design::decided::Refusal;
    use tmd_request::request::Request;

    /// Whatever follows from an input that is refused is in want; who is not a representative leaves none in want.
    #[test]
    fn what_follows_from_refused_inputs_is_in_want() {
        for (function, ends, has_translation) in
            [("cbrt", "1,64", false), ("exp2", "0,8", true), ("asin", "-0.5,-0.25", false)]
        {
            let request = Request { bits: Some(40), ..Request::in_range(function, ends) };
            let plan = crate::plan::make(&request).unwrap_or_else(|diag| panic!("{diag}"));
            let follower = Follower {
                spec: &plan.spec,
                equations: plan.spec.equations(),
                segments: &plan.segments,
                output: &plan.output,
                precision: plan.breakpoint_precision(),
            };
            let follows = |span: &Span| matches!(span.work, Work::Follows(_));
            let is_image = plan.spans.iter().any(follows);
            assert!(!follower.is_in_want(&plan.spans), "{function}");
            let without = |index: usize| {
                let mut spans = plan.spans.clone();
                spans[index].work = Work::Refused(Refusal::Unproved);
                follower.is_in_want(&spans)
            };
            let (mut wanted, mut spare) = (0, 0);
            for (index, span) in plan.spans.iter().enumerate() {
                match (follows(span), without(index)) {
                    (false, true) => wanted += 1,
                    (false, false) => spare += 1,
                    (true, is_in_want) => assert!(!is_in_want, "{function}: span {index}"),
                }
            }
            assert_eq!(wanted > 0, is_image, "{function}: {wanted} wanted, {spare} spare");
            assert_eq!(is_image, function != "asin");
            assert!(!has_translation || plan.spec.equations().translation.is_some());
            println!("{function}: {wanted} spans are representatives, {spare} are not");
        }
    }
}
