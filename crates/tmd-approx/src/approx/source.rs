//! The source of an approximation: a function that is known, or values at some points.

use super::exact;
use rug::Float;
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::infile;
use tmd_functions::interval::Interval;
use tmd_functions::language::{FunctionSpec, hexfloat};
use tmd_kernel::ir::Width;

/// The source of an approximation.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A function of the language: evaluators are proved.
    Function(FunctionSpec),
    /// Values at ascending points: an evaluator's error is known at these, and unknown between them.
    Samples(Samples),
}

/// Values at points.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// The name of the samples in messages.
    pub name: String,
    /// The options by which they were given, as a shell reads them.
    pub options: String,
    /// (x, y), ascending.
    pub points: Vec<(f64, f64)>,
}

/// Longest file of samples, in bytes.
pub(super) const MOST_BYTES: u64 = 1 << 24;
/// Most samples: all are fitted and looked at again for every plan.
pub(super) const MOST_SAMPLES: usize = 1 << 16;

impl Source {
    /// A function by name or as an expression.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn function(text: &str, param: Option<&str>) -> Result<Source, Diag> {
        FunctionSpec::parse_given(text, param).map(Source::Function)
    }

    /// Whether what is made of it can be proved.
    pub fn is_known(&self) -> bool {
        matches!(self, Source::Function(_))
    }

    /// A description in one line.
    pub fn describe(&self) -> String {
        match self {
            Source::Function(spec) => spec.canonical(),
            Source::Samples(samples) => {
                format!("{} samples of {}", samples.points.len(), samples.name)
            }
        }
    }
}

impl Samples {
    /// Reads a file of lines `x y`, in any order; what follows a `#` is skipped, and so is a first line of names.
    ///
    /// # Errors
    /// If it cannot be read, a line is no pair of finite numbers, or an x is there twice.
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
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let parts = || line.split([' ', '\t', ',', ';']).map(|part| part.trim_matches('"'));
            let numbers: Vec<Option<f64>> =
                parts().filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
            let is_first = !std::mem::replace(&mut is_begun, true);
            if is_first && numbers.iter().all(Option::is_none) {
                continue;
            }
            let finite: Vec<f64> =
                numbers.into_iter().map_while(|x| x.filter(|x| x.is_finite())).collect();
            let [x, y] = finite[..] else {
                let message =
                    format!("{name}, line {}: `{line}` is not a pair of numbers", number + 1);
                return Err(Diag::new(DiagKind::Syntax, message)
                    .help("each line has x and f(x), separated by a space, a comma or a semicolon; names may stand in the first"));
            };
            points.push((x, y));
        }
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let Some(pair) = points.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let message = format!("{name} has two values at x = {}", pair[0].0);
            return Err(Diag::new(DiagKind::Syntax, message).help("keep one of them"));
        }
        if points.len() > MOST_SAMPLES {
            let message = format!("{name} has more than {MOST_SAMPLES} samples");
            return Err(Diag::new(DiagKind::Unsupported, message)
                .help("give fewer, or approximate parts of the range"));
        }
        if points.len() < 2 {
            return Err(Diag::new(DiagKind::Syntax, format!("{name} has fewer than two samples")));
        }
        Ok(Samples { name: name.to_owned(), options: String::new(), points })
    }

    /// The range from the first to the last argument, as `--range` has it.
    pub fn range(&self) -> String {
        let [first, last] = [self.points.first(), self.points.last()]
            .map(|point| exact(point.map_or(0.0, |(x, _)| *x)))
            .map(|x| hexfloat::print_rational(&x).unwrap_or_else(|| x.to_string()));
        format!("{first},{last}")
    }

    /// The samples at numbers of a type: the arguments that an evaluator is given.
    pub(super) fn rounded(&self, width: Width) -> Result<Samples, Diag> {
        let points: Vec<(f64, f64)> = self
            .points
            .iter()
            .map(|(x, y)| (width.rounded(*x), *y))
            .filter(|(x, _)| x.is_finite())
            .collect();
        match points.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            None => Ok(Samples { points, ..self.clone() }),
            Some(pair) => Err(Diag::new(
                DiagKind::Unsupported,
                format!(
                    "{} has two samples that are one number of the type, {:e}",
                    self.name, pair[0].0
                ),
            )
            .help("give --type f64, or fewer samples")),
        }
    }

    /// A part of the range at one of its ends that has no sample, and is longer than the widest gap between two of those inside.
    pub(super) fn unknown_part(&self, from: f64, to: f64) -> Option<(f64, f64)> {
        let inside = self.between(from, to);
        let (first, last) = (inside.first()?.0, inside.last()?.0);
        let widest = inside.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(0.0, f64::max);
        let ends = [(from, first), (last, to)];
        // A sample says as much of the numbers on its other side.
        ends.into_iter().find(|(start, end)| end - start > widest)
    }

    /// The points from `from` to `to`, both included.
    pub(super) fn between(&self, from: f64, to: f64) -> &[(f64, f64)] {
        let start = self.points.partition_point(|point| point.0 < from);
        let end = self.points.partition_point(|point| point.0 <= to);
        &self.points[start..end.max(start)]
    }
}

/// f at a point, nearly: for fits, not for proofs.
pub(super) fn value(spec: &FunctionSpec, x: &Float) -> Result<Float, Diag> {
    enclosure(spec, x).map(|y| y.mid())
}

/// f at a point, enclosed at the precision of x.
pub(super) fn enclosure(spec: &FunctionSpec, x: &Float) -> Result<Interval, Diag> {
    let point = Interval::new(x.clone(), x.clone()).map_err(|error| spec.diagnose(&error))?;
    let y = spec.eval(&point).map_err(|error| spec.diagnose(&error))?;
    match y.is_bounded() {
        true => Ok(y),
        false => Err(Diag::new(
            DiagKind::Domain,
            format!("{} is not bounded at x = {:.6e}", spec.canonical(), x.to_f64()),
        )
        .help("give a range on which the function is finite")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_sorted_and_errors_name_the_line() {
        let samples = Samples::parse("s", "# x y\n2 4\n\n1, 1 # one\n3\t9\n").expect("samples");
        assert_eq!(samples.points, [(1.0, 1.0), (2.0, 4.0), (3.0, 9.0)]);
        assert_eq!(samples.between(1.5, 3.0).len(), 2);
        assert_eq!(samples.between(5.0, 6.0).len(), 0);
        assert_eq!(samples.range(), "0x1p+0,0x1.8p+1");
        assert_eq!(samples.unknown_part(0.5, 3.5), None);
        assert_eq!(samples.unknown_part(-0.5, 3.0), Some((-0.5, 1.0)));
        assert_eq!(samples.unknown_part(1.0, 4.5), Some((3.0, 4.5)));
        let table =
            Samples::parse("s", "# from the lab\n\"time (s)\";\"volt\"\n0.5;-1\n\"2\";3e-1\n");
        assert_eq!(table.expect("a table").points, [(0.5, -1.0), (2.0, 0.3)]);
        for (text, part) in [
            ("1 2\n3\n", "line 2: `3`"),
            ("1 2 3\n", "not a pair"),
            ("1 nan\n2 3\n", "not a pair"),
            ("x y\nx y\n1 2\n2 3\n", "line 2: `x y`"),
            ("x 1\n1 2\n2 3\n", "line 1: `x 1`"),
            ("1 2\n1 3\n", "two values at x = 1"),
            ("1 2\n", "fewer than two"),
        ] {
            let diag = Samples::parse("s", text).expect_err("refused");
            assert!(diag.message.contains(part), "{}", diag.message);
        }
    }
}
