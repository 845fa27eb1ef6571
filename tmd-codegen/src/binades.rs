//! The time that a search will take, binade by binade: predicted by the cost model, and measured on a sample.

use crate::diag::{Diag, DiagKind};
use crate::plan::{Plan, Work};
use crate::search::{self, Sample};
use crate::table::Table;
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

/// Runs that a binade's sample is spread over.
const RUNS: u64 = 16;

/// Searches a sample of about `inputs` inputs of every binade (of all, if it has fewer), spread over what kernels search of
/// it, one thread at a time.
///
/// # Errors
/// If nothing is searched by kernels, and as [`search::sample`].
pub fn measure(plan: &Plan, kernels: &[Arc<dyn Kernel>], inputs: u64) -> Result<Vec<Binade>, Diag> {
    let options = Options { threads: 1, ..Options::default() };
    let mut binades = vec![];
    for (index, segment) in plan.segments.iter().enumerate() {
        let own = || plan.searches().filter(|(span, _)| span.segment == index);
        let count = |range: &Range<u64>| range.end - range.start;
        let searched: u64 = own().map(|(span, _)| count(&span.inputs)).sum();
        if searched == 0 {
            continue;
        }
        let pieces: Vec<Range<u64>> = own()
            .flat_map(|(span, _)| {
                let share =
                    u128::from(inputs) * u128::from(count(&span.inputs)) / u128::from(searched);
                let share = u64::try_from(share).unwrap_or(u64::MAX).max(1);
                let start = span.inputs.start;
                let own = spread(count(&span.inputs), share);
                own.into_iter().map(move |run| start + run.start..start + run.end)
            })
            .collect();
        let seconds = own().map(|(span, search)| count(&span.inputs) as f64 * search.cost / 1e9);
        let sample = search::sample(plan, kernels, &options, index, &pieces)?;
        binades.push(Binade {
            segment: index,
            ends: [segment.hex(0), segment.hex(segment.count)],
            inputs: searched,
            predicted: seconds.sum(),
            sample,
        });
    }
    match binades.is_empty() {
        true => Err(nothing_searched(plan)),
        false => Ok(binades),
    }
}

/// Runs of inputs in the middle of equal parts of some.
fn spread(count: u64, inputs: u64) -> Vec<Range<u64>> {
    if inputs >= count {
        return std::iter::once(0..count).collect();
    }
    let runs = RUNS.min(inputs.max(1));
    let (part, length) = (count / runs, inputs.div_ceil(runs));
    (0..runs)
        .map(|run| {
            let start = run * part + (part - length.min(part)) / 2;
            start..start + length.min(part)
        })
        .collect()
}

fn nothing_searched(plan: &Plan) -> Diag {
    let direct = plan.inputs_by(|work| matches!(work, Work::Direct));
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
        let runs = spread(1 << 20, 1 << 10);
        assert_eq!(runs.len() as u64, RUNS);
        assert_eq!(runs.iter().map(|run| run.end - run.start).sum::<u64>(), 1 << 10);
        assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start));
        assert!(runs[15].end <= 1 << 20);
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
        let binades = measure(&plan, &kernels, u64::MAX).expect("measured");
        let report = search::run(&plan, &kernels, &Options::default(), &());
        assert_eq!(binades.len(), 2);
        let cases: u64 = binades.iter().map(|binade| binade.sample.cases).sum();
        assert_eq!(cases, report.cases().len() as u64);
        let sampled: u64 = binades.iter().map(|binade| binade.sample.inputs).sum();
        assert_eq!(u128::from(sampled), plan.inputs());
        assert!(table(&plan, &binades).contains("In all"));
    }
}
