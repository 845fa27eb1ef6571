//! The emitted files of an evaluator.

use super::evaluator::{Evaluator, HeldOut};
use super::request::{Outside, Strategy};
use super::tolerance::Measure;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::C;
use tmd_base::text::{grouped, wrap};
use tmd_functions::rounded;
use tmd_kernel::backends::c::python;
use tmd_kernel::backends::function::{self, Function, InFlight, NO_STD};
use tmd_kernel::backends::{self, Backend, Sources, function_name};
use tmd_kernel::ir::Width;
use tmd_kernel::pass;

/// Columns of a line of the header.
const WIDTH: usize = 96;

impl Evaluator {
    /// Emits the evaluator as functions called `name`.
    ///
    /// # Errors
    /// If the target is not known.
    pub fn emit(&self, target: &str, name: &str) -> Result<Sources, Diag> {
        function_name::check(name)?;
        let header = self.header(target, name);
        let target = backends::target(target).ok_or_else(|| backends::unknown(target, &[]))?;
        let from_c = self.request.c_header;
        check_target(target, from_c, self.request.python, self.request.no_std)?;
        let build = |lanes| pass::standard_kernel(self.kernel(lanes));
        let in_flight = self.in_flight();
        let no_std = self.request.no_std;
        let function = Function { name, header: &header, build: &build, in_flight, from_c, no_std };
        let sources = target.function(&function)?;
        match self.request.python {
            true => with_python(sources, name, &header, (self.request.width, 1)),
            false => Ok(sources),
        }
    }

    /// Vectors in flight: as measured (docs/measurements.md). A column's registers are loaded once for all of them, and
    /// long polynomials need more to hide how long each of their operations takes.
    fn in_flight(&self) -> InFlight {
        let long = self.degree() >= 8;
        InFlight { avx512: if long { 6 } else { 4 }, avx2: 4 }
    }

    /// What stands above the code.
    pub fn header(&self, target: &str, name: &str) -> Vec<String> {
        let request = &self.request;
        let (a, b) = self.range;
        let ty = request.width.number_type();
        let digits = |x: f64| match request.width {
            Width::W64 => format!("{x:?}"),
            Width::W32 => format!("{:?}", x as f32),
        };
        let measure = request.tolerance.measure.words();
        let what =
            format!("{} in {ty}, from {} to {}.", self.source.describe(), digits(a), digits(b));
        let command = format!("{} --target {target} --name {name}", self.command());
        let about = backends::about(&what, &command);
        let mut lines: Vec<String> = about.iter().flat_map(|line| wrap("", line, WIDTH)).collect();
        let bound = match self.source.is_known() {
            true => format!(
                "Proved: for every {ty} in the range, both ends included, the error is at most {}{measure} ({} \
                 is asked for). {} Nothing is assumed but IEEE 754 arithmetic, rounded to nearest, with \
                 subnormal numbers.",
                rounded::up(self.error(), 3),
                request.tolerance,
                self.parts(),
            ),
            false => format!(
                "Sampled, not proved: at the samples in the range the error is at most {}{measure} ({} is asked \
                 for). Nothing is known of other arguments.",
                rounded::up(self.error(), 3),
                request.tolerance,
            ),
        };
        lines.extend(wrap("", &bound, WIDTH));
        if let Some(HeldOut { error, at, samples, coefficients }) = self.held_out {
            let held_out = format!(
                "Held out: polynomials that are fitted without one sample in four miss it by at most {}{measure}, at {}. There \
                 are {} coefficients for {} samples.",
                rounded::up(error, 3),
                digits(at),
                grouped(coefficients as u128),
                grouped(samples as u128),
            );
            lines.extend(wrap("", &held_out, WIDTH));
        }
        lines.push(String::new());
        let outside = match request.outside {
            Outside::Clamp => "the value at the nearest end",
            Outside::Nan => "NaN",
            Outside::Extend => {
                "what the polynomial of the nearest leaf gives, of which nothing is known"
            }
        };
        let plan = format!(
            "{} of degree {}, {} basis, {}; {} bytes of tables. Outside the range: {outside}; NaN for NaN. All targets \
             and levels give the same bits, but for those of NaN.",
            leaves(self.leaves.len(), self.cells.name()),
            self.degree(),
            request.basis,
            lookup(self.strategy),
            grouped(u128::from(self.table_bytes())),
        );
        lines.extend(wrap("", &plan, WIDTH));
        if request.no_std {
            lines.push(String::new());
            lines.extend(wrap("", NO_STD, WIDTH));
        }
        lines
    }

    /// What the error is made of in the leaf where it is largest: there the parts add up to it.
    fn parts(&self) -> String {
        let largest = self.leaves.iter().max_by(|a, b| a.error.total_cmp(&b.error));
        let Some(leaf) = largest else { return String::new() };
        let [approximation, rounding] =
            [leaf.approximation, leaf.rounding].map(|part| rounded::up(part, 3));
        let units = match self.request.tolerance.measure {
            Measure::Absolute => "",
            Measure::Relative | Measure::Norm | Measure::Ulp => ", both as absolute errors",
        };
        format!(
            "Where the bound is largest it is made of {approximation} by the polynomial and {rounding} by rounding{units}."
        )
    }
}

/// Refuses what a target cannot have.
pub(super) fn check_target(
    target: &dyn Backend,
    from_c: bool,
    python: bool,
    no_std: bool,
) -> Result<(), Diag> {
    if from_c && !target.can_be_called_from_c() {
        return Err(not_from_c(target));
    }
    if python && target.name() != C {
        return Err(not_from_python(target));
    }
    match no_std {
        true => function::check_no_std(target),
        false => Ok(()),
    }
}

/// The same files with a Python module for that of C, of a function of so many numbers.
pub(super) fn with_python(
    mut sources: Sources,
    name: &str,
    header: &[String],
    passed: (Width, usize),
) -> Result<Sources, Diag> {
    let source = sources.get(&format!("{name}.c")).map(String::as_str).unwrap_or_default();
    let (file, text) = python::module(name, header, passed, source)?;
    sources.insert(file, text);
    Ok(sources)
}

/// The report for a header of functions that C programs cannot call.
fn not_from_c(target: &dyn Backend) -> Diag {
    let others = backends::targets().filter(|other| other.can_be_called_from_c());
    let others: Vec<&str> = others.map(Backend::name).collect();
    let (others, name) = (others.join(" or "), target.name());
    Diag::new(DiagKind::Option, format!("--c-header needs --target {others}, not {name}"))
        .help("leave --c-header out: such kernels are loaded by OpenCL's or CUDA's run-time")
}

/// The report for a Python module of anything but C.
fn not_from_python(target: &dyn Backend) -> Diag {
    Diag::new(DiagKind::Option, format!("--python needs --target {C}, not {}", target.name()))
        .help("leave --target out: the module compiles itself, with a C compiler")
}

fn leaves(count: usize, name: &str) -> String {
    match count {
        1 => "One leaf".into(),
        count => format!("{count} {name}"),
    }
}

pub(super) fn lookup(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Permute | Strategy::Permute2 => {
            "coefficients in registers (with AVX-512; gathered elsewhere)"
        }
        Strategy::Row => "a row of coefficients a leaf",
        Strategy::Bst => "a search tree, coefficients gathered",
        Strategy::Hash => "a table of cells, coefficients gathered",
        Strategy::Gather => "coefficients gathered",
        Strategy::None | Strategy::Auto => "coefficients in the code",
    }
}

#[cfg(test)]
mod tests {
    use crate::approx::tolerance::{Measure, Tolerance};
    use crate::approx::{self, Request, Source};
    use tmd_base::target::RUST_SIMD;
    use tmd_kernel::ir::Width;

    /// What a header calls a bound is one: no figure in it is below that of the evaluator.
    #[test]
    fn headers_state_bounds() {
        let mut figures = 0;
        for (function, range, tolerance, width) in [
            ("atanh", "-1e-42,3e-42", "abs:5.986e-07", Width::W32),
            ("exp", "-1,1", "abs:1e-10", Width::W64),
            ("exp", "-1,1", "rel:1e-5", Width::W32),
            ("sin", "0,20", "abs:1e-6", Width::W64),
            ("sqrt", "0.5,1", "ulp:2", Width::W32),
            ("j0", "0,20", "abs:1e-7", Width::W64),
            ("tanh", "-2,2", "abs:3e-9", Width::W64),
        ] {
            let tolerance: Tolerance = tolerance.parse().expect("a tolerance");
            let request = Request::new(function, range, tolerance, width);
            let source = Source::function(function, None).expect("a function");
            let made = approx::make(&request, source).unwrap_or_else(|diag| panic!("{diag}"));
            let header = made.header(RUST_SIMD, "f").join(" ");
            let after = |mark: &str| -> f64 {
                let (_, rest) = header.split_once(mark).unwrap_or_else(|| panic!("{header}"));
                let number = rest.split([' ', ':', '(']).find(|word| !word.is_empty());
                number.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{header}"))
            };
            let worst =
                made.leaves.iter().max_by(|a, b| a.error.total_cmp(&b.error)).expect("a leaf");
            let said = [
                after("the error is at most "),
                after("is largest it is made of "),
                after("by the polynomial and "),
            ];
            for (said, is) in
                said.into_iter().zip([made.error(), worst.approximation, worst.rounding])
            {
                assert!(said >= is && said <= is * 1.1, "{function}: {said:e} for {is:e}");
                figures += 1;
            }
            if request.tolerance.measure == Measure::Absolute {
                let sum = said[1] + said[2];
                assert!((sum / said[0] - 1.0).abs() < 1e-3, "{function}: {said:?}");
            }
        }
        assert_eq!(figures, 21);
    }

    /// Both ends of a range are in it, subnormal ones too.
    #[test]
    fn ranges_are_rounded_inwards() {
        for (width, range, ends) in [
            (Width::W32, "0x1.2p-149,0x1.8p-148", (2.0, 3.0)),
            (Width::W32, "0x1.4p-148,0x1.ep-147", (3.0, 7.0)),
            (Width::W64, "0x1.4p-1073,0x1.ep-1072", (3.0, 7.0)),
        ] {
            let tolerance = "abs:1e-3".parse().expect("a tolerance");
            let request = Request::new("x", range, tolerance, width);
            let (a, b) = approx::plan::range(&request).expect("a range");
            let unit = width.number(1);
            assert_eq!((a / unit, b / unit), ends, "{width:?} {range}");
        }
    }
}
