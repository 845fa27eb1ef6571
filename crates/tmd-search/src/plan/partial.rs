//! Ranges that cannot be planned: named, neighbours together, and left out if that is asked for.

use super::crowd::MOST_PIECES;
use super::pieces;
use super::planned::{Plan, Span, Work};
use serde::{Deserialize, Serialize};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::text::{many, plural};
use tmd_design::decided::Refusal;
use tmd_functions::language::{FunctionSpec, Segment, value_at};

/// Neighbouring inputs that are refused for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedRun {
    /// The first input.
    pub first: String,
    /// The last input.
    pub last: String,
    /// How many there are.
    pub inputs: u128,
    /// Why.
    #[serde(rename = "reason")]
    pub refusal: Refusal,
    /// The index of the first of its spans.
    #[serde(skip)]
    span: usize,
}

impl std::fmt::Display for RefusedRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let RefusedRun { first, last, inputs, refusal, .. } = self;
        write!(f, "{first} to {last} ({}): {}", many(*inputs, "input"), refusal.reason())
    }
}

/// The inputs of spans that are refused, neighbours together.
pub(super) fn runs(segments: &[Segment], spans: &[Span]) -> Vec<RefusedRun> {
    let mut runs: Vec<RefusedRun> = vec![];
    let mut is_next = false;
    for (index, span) in spans.iter().enumerate() {
        let Work::Refused(refusal) = span.work else {
            is_next = false;
            continue;
        };
        let segment = &segments[span.segment];
        let inputs = u128::from(span.inputs.end - span.inputs.start);
        let last = segment.hex(span.inputs.end - 1);
        match runs.last_mut().filter(|run| is_next && run.refusal == refusal) {
            Some(run) => {
                run.last = last;
                run.inputs += inputs;
            }
            None => {
                let first = segment.hex(span.inputs.start);
                runs.push(RefusedRun { first, last, inputs, refusal, span: index });
            }
        }
        is_next = true;
    }
    runs
}

impl Plan {
    /// The ranges that are not searched because they cannot be, in order.
    pub fn refused(&self) -> Vec<RefusedRun> {
        runs(&self.segments, &self.spans)
    }

    /// How much cannot be searched, if anything.
    pub fn refused_line(&self) -> Option<String> {
        let ranges = self.refused().len();
        let inputs = many(self.refused_inputs(), "input");
        let ranges = (ranges > 0).then(|| plural(ranges, "range"))?;
        Some(format!("{inputs} in {ranges}, which cannot be searched"))
    }
}

/// Ranges that an error names.
const MOST_NAMED: usize = 4;

/// Why there is no plan: the ranges that cannot be planned, of which there is one at least.
pub(super) fn error(
    spec: &FunctionSpec,
    segments: &[Segment],
    spans: &[Span],
    has_interval: bool,
) -> Option<Diag> {
    let runs = runs(segments, spans);
    let first = runs.first()?;
    let diag = diag(spec, segments, &spans[first.span], first.refusal, has_interval);
    let others = spans.iter().any(|span| !matches!(span.work, Work::Refused(_)));
    let diag = match runs.len() {
        1 => diag,
        all => {
            let named: Vec<String> =
                runs.iter().take(MOST_NAMED).map(ToString::to_string).collect();
            let more = match all - named.len() {
                0 => String::new(),
                more => format!("; and {}", plural(more, "more range")),
            };
            let message = format!("{}; not planned are {}{more}", diag.message, named.join("; "));
            Diag { message, ..diag }
        }
    };
    Some(match others {
        true => {
            let help = diag.help.clone().unwrap_or_default();
            let rest = "--partial plans the rest, and names what is left out";
            diag.help(if help.is_empty() { rest.to_owned() } else { format!("{help}; or {rest}") })
        }
        false => diag,
    })
}

/// What is wrong with a span, and what helps.
fn diag(
    spec: &FunctionSpec,
    segments: &[Segment],
    span: &Span,
    refusal: Refusal,
    has_interval: bool,
) -> Diag {
    let segment = &segments[span.segment];
    let x = segment.x_float(span.inputs.start, 53).to_f64();
    let f = spec.canonical();
    let new = |message: String| Diag::new(DiagKind::Unsupported, message);
    match refusal {
        Refusal::NeverNarrow => new(format!(
            "no enclosure of {f} is narrow enough, or there are poles between all inputs, near x = {x:e}"
        ))
        .help(
            "give a shorter range; where inputs are so far apart that f turns between them, as \
             sin does for huge ones, no polynomial follows it and the method does not apply; `search` with \
             --phases searches periodic functions there, such as tan(x) and exp(sin(x))",
        ),
        Refusal::ManyExponents => {
            new(format!("{f} changes its exponent more than {MOST_PIECES} times from x = {x:e} on")).help(
                match segment.ulp >= -1 {
                    true => {
                        "inputs are as far apart here as a periodic function turns: no polynomial follows it, and no \
                         search of this kind applies; give a range of smaller inputs with --range; --phases searches periodic functions, such as tan(x) and exp(sin(x))"
                    }
                    false => {
                        "give a shorter range; for a periodic function stay where a binade holds few periods, and \
                         search some of the periods beyond by --range, or all of them with --phases"
                    }
                },
            )
        }
        Refusal::Untold => match value_at(spec, segment, span.inputs.start, segment.bits() + 64) {
            Err(error) => pieces::at_input(spec, segment, span.inputs.start, &error),
            Ok(_) => new(format!("{f} is not enclosed at x = {x:e}")),
        },
        Refusal::Unproved => {
            let count = span.inputs.end - span.inputs.start;
            new(format!("no plan with a proof is found for {count} inputs from x = {x:e} of {f}")).help(
                match has_interval {
                    true => "leave out --interval, or choose a smaller one",
                    false => "try a shorter range, a smaller precision or fewer --bits",
                },
            )
        }
        Refusal::NoInverse => {
            new(format!("{f} has no inverse near x = {x:e}: its slope may be 0")).help(
                "give a range on which the function rises or falls all the way, or leave out --with-inverse",
            )
        }
        Refusal::FlatInverse => new(format!(
            "the inverse of {f} is close to a constant near x = {x:e}: many of its inputs are cases"
        ))
        .help(
            "raise --bits, or keep the range away from zeros of the function, where its inverse is nearly constant",
        ),
        Refusal::ClosedInverse => new(format!(
            "{f} is close to a constant or to a multiple of x from x = {x:e} on, and so is its inverse"
        ))
        .help(
            "leave out --with-inverse there, and search the inverse function by its own name: runs of cases are solved in closed form",
        ),
    }
}
