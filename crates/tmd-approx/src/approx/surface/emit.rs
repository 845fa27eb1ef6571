//! The emitted files of an evaluator of two variables.

use super::evaluator::{Evaluator, HeldOut};
use crate::approx::emit::{check_target, lookup, with_python};
use crate::approx::request::Outside;
use crate::approx::tolerance::Measure;
use tmd_base::diag::Diag;
use tmd_base::text::{grouped, wrap};
use tmd_functions::rounded;
use tmd_kernel::backends::function::{Function, InFlight, NO_STD};
use tmd_kernel::backends::{self, Sources, function_name};
use tmd_kernel::ir::Width;
use tmd_kernel::pass;

/// Columns of a line of the header.
const WIDTH: usize = 96;

/// Vectors in flight: polynomials of two variables have independent rows enough to hide how long their operations take.
const IN_FLIGHT: InFlight = InFlight { avx512: 4, avx2: 4 };

impl Evaluator {
    /// Emits the evaluator as functions called `name`.
    ///
    /// # Errors
    /// If the target is not known.
    pub fn emit(&self, target: &str, name: &str) -> Result<Sources, Diag> {
        function_name::check(name)?;
        let header = self.header(target, name);
        let target = backends::target(target).ok_or_else(|| backends::unknown(target, &[]))?;
        let (from_c, no_std) = (self.request.c_header, self.request.no_std);
        check_target(target, from_c, self.request.python, no_std)?;
        let build = |lanes| pass::standard_kernel(self.kernel(lanes));
        let function =
            Function { name, header: &header, build: &build, in_flight: IN_FLIGHT, from_c, no_std };
        let sources = target.function(&function)?;
        match self.request.python {
            true => with_python(sources, name, &header, (self.request.width, 2)),
            false => Ok(sources),
        }
    }

    /// What stands above the code.
    pub fn header(&self, target: &str, name: &str) -> Vec<String> {
        let request = &self.request;
        let ty = request.width.number_type();
        let digits = |x: f64| match request.width {
            Width::W64 => format!("{x:?}"),
            Width::W32 => format!("{:?}", x as f32),
        };
        let measure = request.tolerance.measure.words().replace("f(x)", "f(x, y)");
        let [(a, b), (c, d)] = [&self.axes[0], &self.axes[1]].map(|axis| axis.range);
        let what = format!(
            "{} in {ty}, for x from {} to {} and y from {} to {}.",
            self.source.describe(),
            digits(a),
            digits(b),
            digits(c),
            digits(d)
        );
        let command = format!("{} --target {target} --name {name}", self.command());
        let about = backends::about(&what, &command);
        let mut lines: Vec<String> = about.iter().flat_map(|line| wrap("", line, WIDTH)).collect();
        let bound = match self.source.is_known() {
            true => format!(
                "Proved: for every two {ty} in the ranges, ends included, the error is at most {}{measure} ({} is asked \
                 for). {} Nothing is assumed but IEEE 754 arithmetic, rounded to nearest, with subnormal numbers.",
                rounded::up(self.error(), 3),
                request.tolerance,
                self.parts(),
            ),
            false => format!(
                "Sampled, not proved: at the samples in the ranges the error is at most {}{measure} ({} is asked for). \
                 Nothing is known of other arguments.",
                rounded::up(self.error(), 3),
                request.tolerance,
            ),
        };
        lines.extend(wrap("", &bound, WIDTH));
        if let Some(HeldOut { error, at: (x, y), samples, coefficients }) = self.held_out {
            let held_out = format!(
                "Held out: polynomials that are fitted without one sample in four miss it by at most {}{measure}, at x = {}, y = \
                 {}. There are {} coefficients for {} samples.",
                rounded::up(error, 3),
                digits(x),
                digits(y),
                grouped(coefficients as u128),
                grouped(samples as u128),
            );
            lines.extend(wrap("", &held_out, WIDTH));
        }
        lines.push(String::new());
        lines.extend(wrap("", &self.plan(), WIDTH));
        if request.no_std {
            lines.push(String::new());
            lines.extend(wrap("", NO_STD, WIDTH));
        }
        lines
    }

    /// The grid and its polynomials in a sentence.
    fn plan(&self) -> String {
        let outside = match self.request.outside {
            Outside::Clamp => "the value at the nearest place",
            Outside::Nan => "NaN",
            Outside::Extend => {
                "what the polynomial of the nearest cell gives, of which nothing is known"
            }
        };
        let cells = match [&self.axes[0], &self.axes[1]].map(|axis| axis.places.len()) {
            [1, 1] => "One cell".to_owned(),
            [x, y] => format!("{} cells, {x} along x by {y} along y", x * y),
        };
        let (x, y) = self.staircase.degree();
        format!(
            "{cells}, each with a polynomial of {} coefficients, degree {x} in x and {y} in y; {}; {} bytes of tables. \
             Outside the ranges: {outside}; NaN for NaN. All targets and levels give the same bits, but for those of NaN.",
            self.staircase.terms(),
            lookup(self.strategy),
            grouped(u128::from(self.table_bytes())),
        )
    }

    /// What the error is made of in the cell where it is largest: there the parts add up to it.
    fn parts(&self) -> String {
        let largest = self.cells.iter().max_by(|a, b| a.error.total_cmp(&b.error));
        let Some(cell) = largest else { return String::new() };
        let [approximation, rounding] =
            [cell.approximation, cell.rounding].map(|part| rounded::up(part, 3));
        let units = match self.request.tolerance.measure {
            Measure::Absolute => "",
            Measure::Relative | Measure::Norm | Measure::Ulp => ", both as absolute errors",
        };
        format!(
            "Where the bound is largest it is made of {approximation} by the polynomial and {rounding} by rounding{units}."
        )
    }
}
