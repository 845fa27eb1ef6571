//! What is asked for: a function, a format, a range of arguments and one of phases, and a threshold.

use crate::function::Function;
use rug::Rational;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::language::range::split;
use tmd_functions::language::{Constant, Format, Segment};
use tmd_request::request::options::quote;

/// The fewest identical bits that cases may have: a breakpoint spacing has two halves.
const LEAST_BITS: u32 = 2;
/// More bits cannot be hard by chance.
const MOST_BITS: u32 = 160;
/// The largest precision: arcs of phases get shorter with it, and lengths are counted in words of 64 bits.
const MOST_PRECISION: u32 = 53;
/// Smaller arguments are few turns from 0: there, a polynomial follows the function.
const LEAST_EXPONENT: i32 = 6;
/// Where no threshold is asked for, it is such that chance gives at most so many cases.
const CASES: f64 = 512.0;

/// A search of the arguments of a range that have some phases. All roundings count.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The function.
    pub function: Function,
    /// The format of arguments and results.
    pub format: Format,
    /// The range of arguments, as it was given.
    pub range: String,
    /// The range of phases, as it was given: parts of a period, from 0 to 1.
    pub phases: String,
    /// Cases are arguments with |g cmod 1| < 2^-bits, in units of the breakpoint spacing.
    pub bits: u32,
    pub(crate) segments: Vec<Segment>,
    pub(crate) ends: [Rational; 2],
}

impl Request {
    /// A request; the threshold is chosen by chance where none is given.
    ///
    /// # Errors
    /// If the format is too large, a range is none, or the threshold is out of range.
    pub fn new(
        function: Function,
        format: Format,
        range: &str,
        phases: &str,
        bits: Option<u32>,
    ) -> Result<Request, Diag> {
        if format.precision > MOST_PRECISION {
            let message = format!("--precision {}: too large for a search by phases", format.name);
            return Err(Diag::new(DiagKind::Unsupported, message)
                .help(format!("give a format of at most {MOST_PRECISION} bits")));
        }
        let segments = segments(range, &format)?;
        let ends = self::ends(phases)?;
        let (range, phases) = (range.to_owned(), phases.to_owned());
        let mut request = Request { function, format, range, phases, bits: 0, segments, ends };
        request.bits = bits.unwrap_or_else(|| request.bits_by_chance());
        if !(LEAST_BITS..=MOST_BITS).contains(&request.bits) {
            let message = format!("--bits {}: out of range", request.bits);
            return Err(Diag::new(DiagKind::Range, message)
                .help(format!("give {LEAST_BITS} to {MOST_BITS}")));
        }
        Ok(request)
    }

    fn bits_by_chance(&self) -> u32 {
        let inputs = self.about();
        let is_enough = |bits: &u32| inputs * 2f64.powi(1 - bits.cast_signed()) <= CASES;
        (LEAST_BITS..MOST_BITS).find(is_enough).unwrap_or(MOST_BITS)
    }

    /// About how many arguments have the phases.
    pub fn about(&self) -> f64 {
        let share = Rational::from(&self.ends[1] - &self.ends[0]).to_f64();
        share * self.segments.iter().map(|own| narrow::about(own.count)).sum::<f64>()
    }

    /// How many cases chance gives among so many arguments.
    pub fn by_chance(&self, inputs: u64) -> f64 {
        narrow::about(inputs) * 2f64.powi(1 - self.bits.cast_signed())
    }

    /// The command that searches the same.
    pub fn command(&self) -> String {
        self.command_of("search")
    }

    /// The command that does something else for the same request: `gen`.
    pub fn command_of(&self, verb: &str) -> String {
        let Request { function, format, range, phases, bits, .. } = self;
        format!(
            "tmd-codegen {verb} {} --range {range} --phases {phases} --precision {} --bits {bits}",
            quote(function.name()),
            option(format)
        )
    }
}

/// The name of a format, as an option gives it.
fn option(format: &Format) -> String {
    match Format::of_precision(format.precision) {
        Ok(own) if own == *format => format.precision.to_string(),
        _ => format.name.clone(),
    }
}

fn two<'a>(name: &'static str, text: &'a str, example: &str) -> Result<(&'a str, &'a str), Diag> {
    text.split_once(',').ok_or_else(|| {
        Diag::new(DiagKind::Syntax, format!("{name}: no range"))
            .at(name, text, 0..text.len(), "not two numbers")
            .help(format!("give two numbers, as in {example}"))
    })
}

fn segments(range: &str, format: &Format) -> Result<Vec<Segment>, Diag> {
    let (from, to) = two("--range", range, "--range 2^1023,0x1.fffffffffffffp1023")?;
    let all = split(&Constant::parse("--range", from)?, &Constant::parse("--range", to)?, format)?;
    if all.iter().any(|segment| segment.ulp + narrow::to_i32(format.precision) <= LEAST_EXPONENT) {
        let message = format!("--phases is for arguments of at least 2^{LEAST_EXPONENT}");
        return Err(Diag::new(DiagKind::Range, message)
            .at("--range", range, 0..range.len(), "smaller ones are in here")
            .help("search smaller ones without --phases"));
    }
    Ok(all)
}

/// Two phases.
fn ends(phases: &str) -> Result<[Rational; 2], Diag> {
    let (from, to) = two("--phases", phases, "--phases 0.10,0.11")?;
    let read = |text: &str| -> Result<Rational, Diag> {
        let constant = Constant::parse("--phases", text)?;
        let help = "give parts of a period: two numbers from 0 to 1, the first of which is less";
        match constant.rational() {
            Some(own) if (0..=1).contains(&own) => Ok(own),
            Some(_) => Err(constant
                .error(DiagKind::Range, "--phases: out of range", "not from 0 to 1")
                .help(help)),
            None => Err(constant
                .error(DiagKind::Range, "--phases: an irrational phase", "not rational")
                .help(help)),
        }
    };
    let ends = [read(from)?, read(to)?];
    match ends[0] < ends[1] {
        true => Ok(ends),
        false => Err(Diag::new(DiagKind::Range, "--phases: the range is empty")
            .at("--phases", phases, 0..phases.len(), "the first is not less")
            .help("give two phases from 0 to 1, the first of which is less")),
    }
}
