//! Divergence: by how much the lanes of a vector, or the threads of a warp, wait for the slowest.
//!
//! Lanes that test different intervals in lock step all take as many steps as the one that takes
//! most. The measure is the normalised mean deviation to the maximum (NMDM) of the numbers of steps
//! n_1 … n_W of one group, 1 - mean/max: 0 where all take the same, near 1 where one keeps all others
//! waiting (Fortin, Gouicem, Graillat 2012, section 5). It is a property of the test and of which
//! intervals share a group, not of a machine, so it is counted by the interpreter.

use crate::design::{KernelPlan, Test};
use crate::diag::{Diag, DiagKind};
use crate::ir::{Kernel, interpret_counting};
use crate::kernel;
use crate::pass;
use crate::plan;
use crate::plan::{Plan, SearchSpan, Span};
use crate::request::{Overrides, Request};
use crate::seed;
use crate::table::Table;

/// Lanes of a group: a warp of the usual GPUs.
pub const WARP: usize = 32;

/// How the steps of one existence test scatter.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The test.
    pub test: Test,
    /// Inputs of an interval.
    pub interval: u64,
    /// Intervals that were tested.
    pub intervals: usize,
    /// Steps of an interval: mean and largest.
    pub mean: f64,
    /// See `mean`.
    pub most: u64,
    /// Mean NMDM where a group holds neighbouring intervals, as the emitted kernels have it.
    pub neighbours: f64,
    /// Mean NMDM where a group holds intervals that lie an item apart, as with a thread for each item.
    pub apart: f64,
}

/// Measures the first stage of a request with three existence tests (not with shared quotients), all with the N that
/// the plan chooses for the request (or that the request gives), on at least `intervals` intervals
/// spread over the range.
///
/// # Errors
/// If the request cannot be planned, or is too small for an existence test.
pub fn measure(request: &Request, intervals: usize) -> Result<Vec<Divergence>, Diag> {
    // N is that of the planned test of intervals, whatever would be faster.
    let test = request.overrides.test.filter(|test| *test != Test::Arcs);
    let test = Some(test.unwrap_or(Test::RegularCut));
    let overrides = Overrides { test, ..request.overrides.clone() };
    let planned = plan::make(&Request { overrides, ..request.clone() })?;
    let interval = first_interval(&planned)?;
    [Test::Lefevre, Test::Regular, Test::RegularCut]
        .into_iter()
        .map(|test| {
            let overrides = Overrides {
                test: Some(test),
                interval: Some(interval),
                ..request.overrides.clone()
            };
            let plan = plan::make(&Request { overrides, ..request.clone() })?;
            measure_test(&plan, test, intervals)
        })
        .collect()
}

fn first_interval(plan: &Plan) -> Result<u64, Diag> {
    let (_, search) = longest(plan)?;
    match plan.kernels[search.kernel].stages[0].part_inputs {
        1 => Err(nothing_to_test()),
        n => Ok(n),
    }
}

/// The span with the most inputs.
fn longest(plan: &Plan) -> Result<(&Span, &SearchSpan), Diag> {
    plan.searches()
        .max_by_key(|(span, _)| span.inputs.end - span.inputs.start)
        .ok_or_else(nothing_to_test)
}

fn nothing_to_test() -> Diag {
    Diag::new(DiagKind::Range, "no interval of the range is searched by an existence test")
        .help("choose a longer range, for instance --binade 1,2 at 53 bits")
}

fn measure_test(plan: &Plan, test: Test, intervals: usize) -> Result<Divergence, Diag> {
    let (span, search) = longest(plan)?;
    let sample = Sample { plan, span, search, kernel: &one_lane(&plan.kernels[search.kernel])? };
    let stage = &plan.kernels[search.kernel].stages[0];
    let parts = stage.parts as usize;
    let items = WARP.min(stage.items as usize);
    let blocks = intervals.div_ceil(items * parts).max(1);
    // By block, item and interval.
    let steps: Vec<Vec<Vec<u64>>> =
        (0..blocks).map(|block| sample.steps(block, blocks, items)).collect::<Result<_, _>>()?;
    let items = || steps.iter().flatten();
    let all = || items().flatten().copied();
    let count = all().count();
    let apart = steps.iter().flat_map(|block| {
        (0..parts).map(|part| block.iter().map(|item| item[part]).collect::<Vec<_>>())
    });
    Ok(Divergence {
        test,
        interval: stage.part_inputs,
        intervals: count,
        mean: all().sum::<u64>() as f64 / count as f64,
        most: all().max().unwrap_or(0),
        neighbours: mean(items().flat_map(|item| item.chunks(WARP)).map(nmdm)),
        apart: mean(apart.map(|group| nmdm(&group))),
    })
}

/// The first stage for a single lane, so that every interval's steps are counted by themselves.
fn one_lane(plan: &KernelPlan) -> Result<Kernel, Diag> {
    let module = pass::standard(kernel::build(plan, 1))?;
    module.kernels.into_iter().next().ok_or_else(nothing_to_test)
}

/// The span and the kernel that samples are taken from.
struct Sample<'a> {
    plan: &'a Plan,
    span: &'a Span,
    search: &'a SearchSpan,
    kernel: &'a Kernel,
}

impl Sample<'_> {
    /// The steps of each interval of the first items of block `index` of `count`, which lie evenly
    /// over the span.
    fn steps(&self, index: usize, count: usize, items: usize) -> Result<Vec<Vec<u64>>, Diag> {
        let Sample { plan, span, search, kernel } = self;
        let kernel_plan = &plan.kernels[search.kernel];
        let block = kernel_plan.block_inputs;
        let blocks = ((span.inputs.end - span.inputs.start) / block).max(1);
        // In the middle of each share: the ends of a piece, where the function is a power of two,
        // have slopes near simple fractions and are not typical.
        let offset = u128::from(blocks) * (2 * index as u128 + 1) / (2 * count as u128);
        let polynomial = seed::block(plan, span, search, offset as u64 * block)?;
        let seed = polynomial.seeds(kernel_plan).swap_remove(0);
        (0..items as u64)
            .map(|item| {
                let (mut survivors, mut steps) = (vec![], vec![]);
                interpret_counting(kernel, &seed, item, &mut survivors, &mut steps)
                    .map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
                Ok(steps)
            })
            .collect()
    }
}

/// 1 - mean/max of the steps of one group.
fn nmdm(steps: &[u64]) -> f64 {
    let most = steps.iter().copied().max().unwrap_or(0);
    match most {
        0 => 0.0,
        most => 1.0 - steps.iter().sum::<u64>() as f64 / (steps.len() as f64 * most as f64),
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u64), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The measurements as a table.
pub fn table(rows: &[Divergence]) -> String {
    let mut table = Table::new(&[
        "test",
        "N",
        "intervals",
        "steps, mean",
        "most",
        "NMDM, neighbours",
        "NMDM, an item apart",
    ]);
    for row in rows {
        table.row([
            row.test.to_string(),
            row.interval.to_string(),
            row.intervals.to_string(),
            format!("{:.2}", row.mean),
            row.most.to_string(),
            format!("{:.2} %", 100.0 * row.neighbours),
            format!("{:.2} %", 100.0 * row.apart),
        ]);
    }
    format!(
        "Steps of the existence test in groups of {WARP} intervals that run in lock step.\n\
         NMDM = 1 - mean/max of a group's steps: the share of the time that its lanes wait.\n\n{table}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nmdm_of_known_groups() {
        assert_eq!(nmdm(&[3, 3, 3]), 0.0);
        assert_eq!(nmdm(&[1, 3]), 1.0 - 2.0 / 3.0);
        assert_eq!(nmdm(&[0, 0]), 0.0);
    }

    /// The regular tests take nearly the same number of steps on neighbouring intervals, Lefèvre's
    /// does not: what the papers report, counted on a small sample.
    #[test]
    fn lefevre_diverges_and_regular_does_not() {
        let mut request = Request::in_binade("exp", "1,2");
        request.bits = Some(44);
        let rows = measure(&request, 1 << 14).expect("measured");
        let of = |test| rows.iter().find(|row| row.test == test).expect("a row");
        assert!(of(Test::Lefevre).neighbours > 0.1, "{rows:?}");
        for test in [Test::Regular, Test::RegularCut] {
            assert!(of(test).neighbours < 0.05, "{rows:?}");
            assert!(of(test).mean > 4.0, "{rows:?}");
        }
    }

    #[test]
    fn a_range_without_tests_is_refused() {
        let error = measure(&Request::in_range("exp", "1,0x1.0000000002p0"), 1).unwrap_err();
        assert_eq!(error.kind, DiagKind::Range);
    }
}
