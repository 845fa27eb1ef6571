//! Values of a function of two variables at points, as a file has them.

use crate::approx::cells::Place;
use crate::approx::exact;
use crate::approx::source::{MOST_BYTES, MOST_SAMPLES};
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::infile;
use tmd_functions::language::hexfloat;
use tmd_kernel::ir::Width;

/// A value at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The first argument.
    pub x: f64,
    /// The second.
    pub y: f64,
    /// The value there.
    pub value: f64,
}

/// Values at points.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// The name of the samples in messages.
    pub name: String,
    /// The option by which they were given, as a shell reads it.
    pub options: String,
    /// By x, then by y.
    pub points: Vec<Sample>,
}

/// The columns of a line without a comment, and the numbers among them.
fn columns(line: &str) -> Vec<Option<f64>> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let parts = line.split([' ', '\t', ',', ';']).map(|part| part.trim_matches('"'));
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect()
}

impl Samples {
    /// Whether the first line of numbers in a file has three: then it is one of samples of two variables. A file that cannot be read
    /// is none.
    pub fn is_meant(path: &Path) -> bool {
        let Ok(text) = infile::text(path, MOST_BYTES) else { return false };
        let lines = text.lines().map(columns);
        let numbers = lines.filter(|line| !line.is_empty());
        let first = numbers.take(2).find(|line| line.iter().any(Option::is_some));
        first.is_some_and(|line| line.len() == 3)
    }

    /// Reads a file of lines `x y value`, in any order; what follows a `#` is skipped, and so is a first line of names.
    ///
    /// # Errors
    /// If it cannot be read, a line is not three finite numbers, or a point is there twice.
    pub fn read(path: &Path) -> Result<Samples, Diag> {
        let name = path.display().to_string();
        let text = infile::text(path, MOST_BYTES)?;
        let options = format!("--samples {}", shlex::try_quote(&name).unwrap_or_default());
        Ok(Samples { options, ..Samples::parse(&name, &text)? })
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// As [`Samples::read`].
    pub fn parse(name: &str, text: &str) -> Result<Samples, Diag> {
        let mut points = vec![];
        let mut is_begun = false;
        for (number, line) in text.lines().enumerate() {
            let numbers = columns(line);
            if numbers.is_empty() {
                continue;
            }
            let is_first = !std::mem::replace(&mut is_begun, true);
            if is_first && numbers.iter().all(Option::is_none) {
                continue;
            }
            let finite: Vec<f64> =
                numbers.iter().flatten().copied().filter(|x| x.is_finite()).collect();
            let [x, y, value] = finite[..] else {
                return Err(not_three(name, number + 1, line));
            };
            if numbers.len() != 3 {
                return Err(not_three(name, number + 1, line));
            }
            points.push(Sample { x, y, value });
        }
        if points.len() > MOST_SAMPLES {
            let message = format!("{name} has {} samples, more than {MOST_SAMPLES}", points.len());
            return Err(Diag::new(DiagKind::Unsupported, message)
                .help("give fewer, or approximate parts of the ranges"));
        }
        let samples = Samples { name: name.to_owned(), options: String::new(), points };
        let samples = samples.sorted("").map_err(|diag| diag.help("keep one of them"))?;
        for (side, of) in [("x", Sample::x as fn(&Sample) -> f64), ("y", Sample::y)] {
            let (from, to) = ends(&samples.points, of);
            if from >= to {
                let message = format!("{name} has samples at one {side} only");
                return Err(Diag::new(DiagKind::Syntax, message)
                    .help("a function of two variables needs several of each; give one of one variable as lines `x y`"));
            }
        }
        Ok(samples)
    }

    /// The same in the order of points, none twice.
    fn sorted(mut self, why: &str) -> Result<Samples, Diag> {
        self.points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        let twice =
            self.points.windows(2).find(|pair| (pair[0].x, pair[0].y) == (pair[1].x, pair[1].y));
        match twice {
            None => Ok(self),
            Some(pair) => {
                let Sample { x, y, .. } = pair[0];
                let message = format!("{} has two values at x = {x}, y = {y}{why}", self.name);
                Err(Diag::new(DiagKind::Syntax, message))
            }
        }
    }

    /// The range of one argument from the first to the last, as options have it.
    pub fn range(&self, of: fn(&Sample) -> f64) -> String {
        let (first, last) = ends(&self.points, of);
        let text = |x: f64| {
            let x = exact(x);
            hexfloat::print_rational(&x).unwrap_or_else(|| x.to_string())
        };
        format!("{},{}", text(first), text(last))
    }

    /// The samples at numbers of a type in some ranges: the arguments that an evaluator is given.
    ///
    /// # Errors
    /// If two are one pair of numbers of the type, there is none, or the ranges go further than samples speak for.
    pub(super) fn within(&self, ranges: [(f64, f64); 2], width: Width) -> Result<Samples, Diag> {
        let round = |sample: &Sample| Sample {
            x: width.rounded(sample.x),
            y: width.rounded(sample.y),
            value: sample.value,
        };
        let inside = |(from, to): (f64, f64), x: f64| from <= x && x <= to;
        let points = self.points.iter().map(round);
        let points = points
            .filter(|sample| inside(ranges[0], sample.x) && inside(ranges[1], sample.y))
            .collect::<Vec<_>>();
        let [(a, b), (c, d)] = ranges;
        if points.is_empty() {
            let message =
                format!("{} has no sample from x = {a} to {b} and y = {c} to {d}", self.name);
            return Err(Diag::new(DiagKind::Range, message).help("give the ranges of the samples"));
        }
        let own = Samples { points, ..self.clone() };
        let own = own.sorted(" as numbers of the type").map_err(|diag| {
            Diag { kind: DiagKind::Unsupported, ..diag }.help("give --type f64, or fewer samples")
        })?;
        for (side, option, of, range) in [
            ("x", "--range-x", Sample::x as fn(&Sample) -> f64, ranges[0]),
            ("y", "--range-y", Sample::y, ranges[1]),
        ] {
            if let Some((from, to)) = own.unknown_part(of, range) {
                let (first, last) = ends(&self.points, of);
                let message = format!(
                    "{} has samples from {side} = {first} to {last}: nothing is known from {side} = {from} to {to}",
                    self.name
                );
                let help = format!("give {option} {},{}", range.0.max(first), range.1.min(last));
                return Err(Diag::new(DiagKind::Range, message).help(help));
            }
        }
        Ok(own)
    }

    /// A part of a range at one of its ends that has no sample, and is longer than the widest gap between two.
    fn unknown_part(&self, of: fn(&Sample) -> f64, (from, to): (f64, f64)) -> Option<(f64, f64)> {
        let mut all: Vec<f64> = self.points.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        let (first, last) = (*all.first()?, *all.last()?);
        let widest = all.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
        let ends = [(from, first), (last, to)];
        // A sample says as much of the numbers on its other side.
        ends.into_iter().find(|(start, end)| end - start > widest)
    }

    /// The samples of a cell, its edges included.
    pub(super) fn of_cell(&self, places: [&Place; 2]) -> impl Iterator<Item = &Sample> {
        let [(a, b), (c, d)] = places.map(|place| (place.from.to_f64(), place.to.to_f64()));
        let start = self.points.partition_point(|sample| sample.x < a);
        let own = self.points[start..].iter().take_while(move |sample| sample.x <= b);
        own.filter(move |sample| c <= sample.y && sample.y <= d)
    }
}

impl Sample {
    /// The first argument.
    pub fn x(&self) -> f64 {
        self.x
    }

    /// The second argument.
    pub fn y(&self) -> f64 {
        self.y
    }
}

/// To which of so many parts a sample belongs, by its number: mixed as by chance, the same every time.
pub(super) fn part_of(number: usize, parts: usize) -> usize {
    (number.wrapping_mul(0x9e37_79b1) >> 13) % parts
}

fn not_three(name: &str, number: usize, line: &str) -> Diag {
    let message = format!("{name}, line {number}: `{}` is not three numbers", line.trim());
    Diag::new(DiagKind::Syntax, message)
        .help("each line has x, y and f(x, y), separated by spaces, commas or semicolons; names may stand in the first")
}

/// The least and the largest of some numbers.
fn ends(points: &[Sample], of: fn(&Sample) -> f64) -> (f64, f64) {
    let numbers = points.iter().map(of);
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), x| (from.min(x), to.max(x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_and_errors_name_the_line() {
        let samples = Samples::parse("s", "x,y,\"f(x, y)\"\n1,0,2\n\n0;0;1 # one\n0 1 3\n1 1 4\n")
            .expect("samples");
        let first = Sample { x: 0.0, y: 0.0, value: 1.0 };
        assert_eq!((samples.points.len(), samples.points[0]), (4, first));
        assert_eq!(samples.range(Sample::x), "0x0p+0,0x1p+0");
        for (text, part) in [
            ("0 0 1\n1 1\n", "line 2: `1 1` is not three numbers"),
            ("0 0 1\n1 1 x\n", "line 2"),
            ("0 0 1\n1 1 2 3\n", "line 2"),
            ("0 0 1\n1 1 nan\n", "line 2"),
            ("0 0 1\n1 0 2\n0 0 1\n", "two values at x = 0, y = 0"),
            ("0 0 1\n1 0 2\n", "one y only"),
            ("", "one x only"),
        ] {
            let diag = Samples::parse("s", text).expect_err(text);
            assert!(diag.message.contains(part) && diag.help.is_some(), "{}", diag.message);
        }
    }

    #[test]
    fn nothing_is_known_beyond_the_samples() {
        let text: String = (0..25).map(|k| format!("{} {} 1\n", k / 5, k % 5)).collect();
        let samples = Samples::parse("s", &text).expect("samples");
        let within = |x, y| samples.within([x, y], Width::W64);
        assert_eq!(within((0.5, 3.5), (0.0, 4.0)).expect("inside").points.len(), 15);
        assert!(within((-1.0, 4.0), (0.0, 5.0)).is_ok(), "as far as between two");
        let diag = within((0.0, 4.0), (0.0, 5.5)).expect_err("too far");
        assert!(diag.message.contains("nothing is known from y = 4 to 5.5"), "{}", diag.message);
        assert!(within((7.0, 8.0), (0.0, 4.0)).is_err());
    }
}
