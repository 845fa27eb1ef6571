//! The time that a search will take, binade by binade: predicted by the cost model, and measured on a sample.

use crate::diag::{Diag, DiagKind};
use crate::plan::{Plan, SearchSpan, Span, Work};
use crate::search::{self, Sample};
use crate::table::Table;
use crate::target_names::{CUDA, OPENCL};
use std::ops::Range;
use std::sync::Arc;
use tmd_runtime::{Kernel, Options};

/// A binade's share of a search.
#[derive(Clone, Debug)]
pub struct Binade {
    /// Index of its segment in the plan.
    pub segment: usize,
    /// Its first input and the end of its last, as hexadecimal floats.
    pub ends: [String; 2],
    /// Inputs that kernels search.
    pub inputs: u64,
    /// Predicted seconds on one core.
    pub predicted: f64,
    /// The measurements of a sample.
    pub sample: Sample,
}

impl Binade {
    /// Seconds on one core, by the sample.
    pub fn measured(&self) -> f64 {
        self.sample.seconds * self.inputs as f64 / self.sample.inputs.max(1) as f64
    }

    /// Cases to be expected in the sample by chance.
    fn expected(&self, plan: &Plan) -> f64 {
        plan.expected_among(self.sample.inputs as f64)
    }
}

/// How much of a binade is searched as a sample; all of it, if it has fewer inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// So many inputs.
    Inputs(u64),
    /// The part of its inputs that these seconds are of the predicted time of all binades, but not fewer than 2^36: where a whole
    /// format is searched, nearly all binades are cheap, and the time is spent where it tells most about the sum.
    Seconds(f64),
}

impl Amount {
    /// Inputs of the sample of a binade with so many, where all binades are predicted to take `all` seconds.
    fn of(self, inputs: u64, all: f64) -> u64 {
        match self {
            Amount::Inputs(inputs) => inputs,
            Amount::Seconds(seconds) => ((inputs as f64 * (seconds / all)) as u64).max(LEAST),
        }
    }
}

/// Runs that a binade's sample is spread over, at most.
const RUNS: u64 = 16;

/// Inputs of a run, unless it would be the only one: a shorter run is mostly its own beginning.
const RUN: u64 = 1 << 36;

/// Inputs of a sample that is given by time, at least.
const LEAST: u64 = RUN;

/// Searches a sample of every binade, spread over what kernels search of it, one thread at a time. On processors it is their time
/// that counts, so that other work on the machine hardly matters.
///
/// # Errors
/// If nothing is searched by kernels, and as [`search::sample`].
pub fn measure(
    plan: &Plan,
    kernels: &[Arc<dyn Kernel>],
    amount: Amount,
) -> Result<Vec<Binade>, Diag> {
    let options = Options { threads: 1, ..Options::default() };
    let seconds = |(span, _): (&Span, &SearchSpan)| plan.span_seconds(span);
    let on_device = [OPENCL, CUDA].contains(&plan.request.target.as_str());
    let all: f64 = plan.searches().map(seconds).sum();
    let mut binades = vec![];
    for (index, segment) in plan.segments.iter().enumerate() {
        let own = || plan.searches().filter(|(span, _)| span.segment == index);
        let count = |range: &Range<u64>| range.end - range.start;
        let searched: u64 = own().map(|(span, _)| count(&span.inputs)).sum();
        if searched == 0 {
            continue;
        }
        let predicted: f64 = own().map(seconds).sum();
        let wanted = amount.of(searched, all).min(searched);
        let pieces: Vec<Range<u64>> = own()
            .flat_map(|(span, _)| {
                let share =
                    u128::from(wanted) * u128::from(count(&span.inputs)) / u128::from(searched);
                let share = u64::try_from(share).unwrap_or(u64::MAX).max(1);
                let start = span.inputs.start;
                let own = spread(count(&span.inputs), share);
                own.into_iter().map(move |run| start + run.start..start + run.end)
            })
            .collect();
        let before = processor_seconds();
        let mut sample = search::sample(plan, kernels, &options, index, &pieces)?;
        if let (Some(before), Some(after)) = (before, processor_seconds())
            && !on_device
        {
            sample.seconds = after - before;
        }
        binades.push(Binade {
            segment: index,
            ends: [segment.hex(0), segment.hex(segment.count)],
            inputs: searched,
            predicted,
            sample,
        });
    }
    match binades.is_empty() {
        true => Err(nothing_searched(plan)),
        false => Ok(binades),
    }
}

/// Seconds of processors that this process has used, where the system tells.
fn processor_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
    }
    #[cfg(not(unix))]
    None
}

/// Where a run lies in its part, as a share of what the part leaves: the golden section, since g may be next to an integer at
/// numbers of few bits, such as the middle (tanh x is next to x - x³/3, which is a breakpoint at 1.5·2^-20, and so are its
/// neighbours).
const PLACE: f64 = 0.618_033_988_749_895;

/// Runs of inputs, one in each of equal parts of some.
fn spread(count: u64, inputs: u64) -> Vec<Range<u64>> {
    if inputs >= count {
        return std::iter::once(0..count).collect();
    }
    let runs = (inputs / RUN).clamp(1, RUNS);
    let (part, length) = (count / runs, inputs.div_ceil(runs));
    (0..runs)
        .map(|run| {
            let room = part - length.min(part);
            let start = run * part + (room as f64 * PLACE) as u64;
            start..start + length.min(part)
        })
        .collect()
}

fn nothing_searched(plan: &Plan) -> Diag {
    let direct = plan.inputs_by(|work| matches!(work, Work::Direct(_)));
    Diag::new(
        DiagKind::Range,
        format!(
            "no kernel searches any part of the range; {direct} inputs are examined one by one"
        ),
    )
    .help("choose a longer range, for instance --binade 1,2 at 53 bits")
}

/// The measurements as a table, with the sum.
pub fn table(plan: &Plan, binades: &[Binade]) -> String {
    let mut table = Table::new(&[
        "inputs from",
        "to",
        "searched",
        "predicted",
        "measured",
        "ratio",
        "inputs/s",
        "sample",
        "cases",
        "by chance",
    ]);
    for binade in binades {
        let measured = binade.measured();
        table.row([
            binade.ends[0].clone(),
            binade.ends[1].clone(),
            format!("2^{:.1}", (binade.inputs as f64).log2()),
            crate::text::duration(binade.predicted),
            crate::text::duration(measured),
            format!("{:.2}", measured / binade.predicted),
            format!("{:.1e}", binade.inputs as f64 / measured),
            format!("2^{:.1}", (binade.sample.inputs as f64).log2()),
            binade.sample.cases.to_string(),
            format!("{:.1}", binade.expected(plan)),
        ]);
    }
    let sum = |of: fn(&Binade) -> f64| -> f64 { binades.iter().map(of).sum() };
    let (predicted, measured) = (sum(|b| b.predicted), sum(Binade::measured));
    format!(
        "{table}\nIn all, on one core: predicted {}, measured {} ({:.2} core-hours)\n",
        crate::text::duration(predicted),
        crate::text::duration(measured),
        measured / 3600.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::Interpreted;
    use crate::plan;
    use crate::request::Request;

    #[test]
    fn samples_are_spread() {
        assert!(spread(100, 200).iter().eq([&(0..100)]));
        let runs = spread(1 << 52, 1 << 42);
        assert_eq!(runs.len() as u64, RUNS);
        assert_eq!(runs.iter().map(|run| run.end - run.start).sum::<u64>(), 1 << 42);
        assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start));
        assert!(runs[15].end <= 1 << 52);
        assert_eq!(spread(1 << 20, 1 << 10).len(), 1);
    }

    /// Of 100 s of predicted time 10 s are searched: a tenth of each binade, but not too little.
    #[test]
    fn samples_by_time_are_shares() {
        let amount = Amount::Seconds(10.0);
        assert_eq!(amount.of(1 << 52, 100.0), ((1_u64 << 52) as f64 * 0.1) as u64);
        assert_eq!(amount.of(1 << 38, 100.0), LEAST);
        assert_eq!(Amount::Seconds(200.0).of(1 << 52, 100.0), 1 << 53);
        assert_eq!(Amount::Inputs(5).of(1 << 52, 100.0), 5);
    }

    /// A sample of everything finds everything.
    #[test]
    fn the_whole_is_a_sample() {
        let mut request = Request::in_range("exp", "0.5,2");
        (request.precision, request.bits) = (18.into(), Some(8));
        let plan = plan::make(&request).expect("plan");
        let kernels: Vec<Arc<dyn Kernel>> = plan
            .kernels
            .iter()
            .map(|kernel| Arc::new(Interpreted::new(kernel).expect("kernel")) as Arc<dyn Kernel>)
            .collect();
        let binades = measure(&plan, &kernels, Amount::Inputs(u64::MAX)).expect("measured");
        let report = search::run(&plan, &kernels, &Options::default(), &());
        assert_eq!(binades.len(), 2);
        let cases: u64 = binades.iter().map(|binade| binade.sample.cases).sum();
        assert_eq!(cases, report.cases().len() as u64);
        let sampled: u64 = binades.iter().map(|binade| binade.sample.inputs).sum();
        assert_eq!(u128::from(sampled), plan.inputs());
        assert!(table(&plan, &binades).contains("In all"));
    }
}
