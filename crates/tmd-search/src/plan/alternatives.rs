//! The alternatives to a plan and their predicted costs: why a plan is as it is.

use super::chain::{self, Chain, Choices};
use super::{Plan, SearchSpan, Span};
use tmd_base::narrow;
use tmd_base::table::Table;
use tmd_base::text::plural;
use tmd_design::design::{Division, Test};
use tmd_request::profile::Profile;
use tmd_runtime::StageKind;

/// The most kernels that are reported, the costliest first.
const MOST: usize = 8;

/// Strategies of division that are compared.
const DIVISIONS: [Division; 4] = [
    Division::Reciprocal,
    Division::Native,
    Division::Hybrid(Division::DEFAULT_LOGMS),
    Division::Subtractive,
];

/// For the kernels with most to do: every existence test, the strategies of division, and other N, each
/// with the best that can be planned with it and its predicted cost.
pub fn explain(plan: &Plan) -> String {
    let seconds = |kernel: usize| plan.kernel_seconds(Some(kernel)).total();
    let mut kernels: Vec<usize> = (0..plan.kernels.len()).collect();
    kernels.sort_by(|&a, &b| seconds(b).total_cmp(&seconds(a)));
    let costs = format!("Costs by the profile \"{}\".\n", plan.profile.device);
    let told = kernels.iter().take(MOST).filter_map(|&kernel| of_kernel(plan, kernel));
    let rest = kernels.len().saturating_sub(MOST);
    let rest = (rest > 0).then(|| {
        let have = if rest == 1 { "has" } else { "have" };
        format!("\n{} {have} less to do.\n", plural(rest, "more kernel"))
    });
    std::iter::once(costs).chain(told).chain(rest).collect()
}

fn of_kernel(plan: &Plan, kernel: usize) -> Option<String> {
    let length = |(span, _): &(&Span, &SearchSpan)| span.inputs.end - span.inputs.start;
    let (span, search) =
        plan.searches().filter(|(_, search)| search.kernel == kernel).max_by_key(length)?;
    let count = span.inputs.end - span.inputs.start;
    let segment = &plan.segments[span.segment];
    let head = format!(
        "\nKernel {kernel}, on its longest run, 2^{:.1} inputs from {}: {} s a 2^40 inputs\n\n",
        narrow::about(count).log2(),
        segment.hex(span.inputs.start),
        per_terainput(search.cost),
    );
    let best = |choices: &Choices<'_>| {
        chain::best(&search.derivatives, count, search.epsilon(plan.bits), choices)
    };
    let mut table = Table::new(&["choice", "s a 2^40 inputs", "times", "stages"]);
    for (what, choices) in choices(&plan.profile, &search.stages[0]) {
        match best(&choices) {
            Some(chain) => table.row([
                what,
                per_terainput(chain.cost),
                format!("{:.2}", chain.cost / search.cost),
                stages(&chain),
            ]),
            None => table.row([what, "-".into(), "-".into(), "no proof".into()]),
        }
    }
    Some(format!("{head}{table}"))
}

/// Nanoseconds an input as seconds a 2^40 inputs.
fn per_terainput(cost: f64) -> String {
    format!("{:.3e}", cost * 2f64.powi(40) / 1e9)
}

/// The choices that are compared, in words.
fn choices<'a>(profile: &'a Profile, first: &super::ChainStage) -> Vec<(String, Choices<'a>)> {
    let new = |test, division, interval| Choices::new(test, division, interval, profile);
    let mut choices = vec![("free".to_owned(), new(None, None, None))];
    let tests = [Test::Arcs].iter().chain(Test::OF_INTERVALS);
    choices.extend(tests.map(|&test| (format!("--test {test}"), new(Some(test), None, None))));
    let tested = Test::RegularCut;
    choices.extend(DIVISIONS.map(|division| {
        let what = format!("--test {tested} --division {}", division.name());
        (what, new(Some(tested), Some(division), None))
    }));
    // About the N that is chosen for intervals; arcs have none.
    if first.test.is_some() {
        let lg = first.geometry.part_inputs.ilog2();
        let near = [-4, -2, -1, 1, 2, 4].map(|by| narrow::to_i32(lg) + by);
        choices.extend(
            near.into_iter()
                .filter(|lg| (5..=30).contains(lg))
                .map(|lg| (format!("--interval 2^{lg}"), new(None, None, Some(1 << lg)))),
        );
    }
    choices
}

/// "arcs 2^17, regular-cut 2^12, walk" of a chain.
fn stages(chain: &Chain) -> String {
    let name = |stage: &super::ChainStage| {
        let lg = stage.geometry.part_inputs.ilog2();
        match (&stage.budget.arcs, stage.test) {
            (Some(_), _) => format!("{} 2^{lg}", StageKind::Arcs),
            (None, Some(test)) => format!("{} ({}) 2^{lg}", test.test, test.division.name()),
            (None, None) => StageKind::Walk.to_string(),
        }
    };
    chain.stages.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use tmd_request::request::Request;

    #[test]
    fn what_is_chosen_is_the_cheapest() {
        for (range, bits) in [("1,2", 44), ("2^-20,2^-19", 44)] {
            let mut request = Request::in_range("exp", range);
            request.bits = Some(bits);
            let plan = plan::make(&request).expect("plan");
            let text = explain(&plan);
            let times = |line: &str| {
                let words: Vec<&str> = line.split("  ").filter(|word| !word.is_empty()).collect();
                words.get(2).and_then(|times| times.trim().parse::<f64>().ok())
            };
            let all: Vec<f64> = text.lines().filter_map(times).collect();
            assert!(all.len() >= 8, "{text}");
            // The span's own cost is the kernel's that it shares, at most a quarter more.
            assert!(all[0] <= 1.0 && all.iter().all(|other| *other >= all[0]), "{text}");
        }
    }
}
