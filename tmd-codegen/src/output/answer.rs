//! The answer to the question that a search asks: how many bits of f(x) are enough to round it correctly. Every
//! condition of it is said with it.

use super::number::{counted, grouped_count};
use super::runs::Apart;
use super::structure::Structure;
use super::styled::{Style, Styled};
use super::summary::{Summary, first_bits};
use super::told::Told;
use crate::case_run::RunKind;
use crate::decided::Decision;
use crate::plan::{Plan, Work};
use crate::request::Rounding;
use crate::results::Results;
use crate::text::grouped;
use std::collections::BTreeSet;

/// The precision of f(x) that is enough, by what the inputs are. An input that is not reported has fewer identical bits than
/// every case.
struct Precision {
    /// For all inputs; none if a run has no bound, or a case may have more identical bits than are told.
    everywhere: Option<u64>,
    /// For inputs where chance applies, and those that follow, in no family.
    isolated: u64,
}

impl Precision {
    fn new(plan: &Plan, summary: &Summary, apart: &Apart, structure: &Structure) -> Precision {
        // One bit more than are identical; rounding bit and p with it.
        let bits = |identical: u64| identical + 1 + 1 + u64::from(plan.output.precision);
        // Nothing is known of fewer identical bits than a case has.
        let none = u64::from(first_bits(plan)).saturating_sub(1);
        let most = |known: Option<&u32>| known.map_or(none, |bits| u64::from(*bits));
        let told = Told { spec: &plan.spec, output: &plan.output, rounding: plan.request.rounding };
        let hardest = [&summary.total.nearest, &summary.total.directed].into_iter().flatten();
        let cases = hardest.map(|case| told.of_case(&case.x, case.identical_bits));
        let runs = apart.runs.iter().filter_map(|run| told.of_run(run));
        let everywhere = cases.chain(runs).try_fold(none, |most, own| Some(most.max(own?)));
        let isolated = most(structure.most_bits.as_ref());
        Precision { everywhere: everywhere.map(bits), isolated: bits(isolated) }
    }
}

/// The precision of f(x) that is enough at all inputs outside closed forms, runs and families, if there are such inputs.
pub(super) fn isolated_precision(
    plan: &Plan,
    summary: &Summary,
    apart: &Apart,
    structure: &Structure,
) -> Option<u64> {
    let is_anywhere = summary.chance.inputs > 0;
    is_anywhere.then(|| Precision::new(plan, summary, apart, structure).isolated)
}

/// Where structure makes cases harder than chance does.
const OUTSIDE: &str = ", outside closed forms, runs and families";

/// The modes for which the answer holds.
fn modes(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::All => "in every mode",
        Rounding::Nearest => "to nearest",
        Rounding::Directed => "in the directed modes",
    }
}

/// Why no result depends on bits of f(x), if that is so at all inputs.
fn nothing_to_round(plan: &Plan) -> Option<String> {
    let is_decided = |work: &Work| matches!(work, Work::Decided(_));
    if plan.inputs_by(is_decided) < plan.inputs() {
        return None;
    }
    let decisions: BTreeSet<Decision> = plan
        .spans
        .iter()
        .filter_map(|span| match span.work {
            Work::Decided(decision) => Some(decision),
            _ => None,
        })
        .collect();
    let names: Vec<&str> = decisions.into_iter().map(Decision::name).collect();
    Some(format!("at every input f {}", names.join(" or ")))
}

/// Inputs of f that are undecided.
fn undecided(apart: &Apart) -> u128 {
    let in_runs = apart.runs.iter().filter(|run| matches!(run.what, RunKind::Unknown { .. }));
    apart.unknown.count() as u128 + in_runs.map(|run| u128::from(run.inputs)).sum::<u128>()
}

/// The lines that come first.
pub(super) fn answer(
    results: Results<'_>,
    summary: &Summary,
    apart: &Apart,
    structure: &Structure,
) -> Styled {
    let Results { plan, report, .. } = results;
    let head = format!(
        "{}, {} to {}, {} {}",
        plan.spec.canonical(),
        plan.input.name,
        plan.output.name,
        plan.request.range.option,
        plan.request.range.text
    );
    let mut out = Styled::default();
    if report.inputs() == 0 {
        out.line(Style::Warning, format!("{head}: nothing is known, for no input was searched"));
        return out;
    }
    if let Some(why) = nothing_to_round(plan) {
        out.line(Style::Strong, format!("{head}: there is nothing to round: {why}"));
        return out;
    }
    let precision = Precision::new(plan, summary, apart, structure);
    let has_cases = summary.total.cases > 0
        || apart.runs.iter().any(|run| matches!(run.what, RunKind::Hard { .. }));
    let none = if has_cases { String::new() } else { format!("no case within 2^-{}: ", plan.bits) };
    let (bits, where_) = match precision.everywhere {
        Some(bits) => (bits, ""),
        None => (precision.isolated, OUTSIDE),
    };
    let modes = modes(plan.request.rounding);
    // Whether there is anything outside.
    let is_anywhere = summary.chance.inputs > 0;
    let mut line = match precision.everywhere.is_some() || is_anywhere {
        true => format!(
            "{head}: {none}{} bits of f(x) suffice for correct rounding {modes}{where_}",
            grouped(bits.into())
        ),
        false => format!("{head}: no number of bits of f(x) is known to suffice {modes}"),
    };
    let undecided = undecided(apart);
    let (all, covered) = (plan.inputs(), report.inputs());
    let mut missing = vec![];
    if !results.is_at_end() {
        let (covered, all) = (counted(covered, "input"), grouped_count(all));
        missing.push(format!("for the {covered} of {all} that were searched"));
    } else if covered < all {
        let refused = counted(all - covered, "input");
        missing.push(format!("except at {refused} that cannot be searched"));
    }
    match undecided {
        0 => {}
        _ => missing.push(format!("except at {}", counted(undecided, "undecided input"))),
    }
    for condition in &missing {
        line += &format!(", {condition}");
    }
    out.line(if missing.is_empty() { Style::Strong } else { Style::Warning }, line);
    if precision.isolated < bits && is_anywhere {
        let isolated = grouped(precision.isolated.into());
        out.plain(&format!("{isolated} bits suffice{OUTSIDE}\n"));
    }
    if precision.everywhere.is_none() {
        out.plain(
            "in runs f(x) is next to a constant or to a multiple of x: there its side decides\n",
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_run::CaseRun;
    use crate::findings::Finding;
    use crate::load::{LoadOptions, Loaded, load};
    use crate::output::table;
    use crate::plan;
    use crate::request::Request;
    use crate::search::{self, Covered, Report};
    use crate::spec::FormatName;
    use crate::verdict::{CaseKind, Verdict};

    fn planned(rounding: Rounding) -> Plan {
        let mut request = Request::in_range("exp", "1,2");
        request.precision = 11.into();
        request.bits = Some(6);
        request.rounding = rounding;
        plan::make(&request).expect("plan")
    }

    fn whole(plan: &Plan) -> Vec<Covered> {
        vec![Covered { segment: 0, inputs: 0..plan.segments[0].count }]
    }

    fn case(verdict: Verdict) -> Finding {
        Finding { segment: 0, index: 3, x: "0x1.00cp+0".to_owned(), verdict, near: None }
    }

    fn hard() -> Verdict {
        let distance = "0.001".parse().expect("a distance");
        Verdict::Hard { distance, identical_bits: 9, kind: CaseKind::Nearest }
    }

    fn first_line(plan: &Plan, report: &Report) -> String {
        let results = Results { plan, report, command: "", units: &[] };
        let text = table::text(results).expect("memory").to_string();
        text.lines().next().expect("a line").to_owned()
    }

    #[test]
    fn the_answer_is_said_with_its_conditions() {
        let plan = planned(Rounding::All);
        let report = |covered, findings: Vec<Finding>| Report {
            covered,
            findings: findings.into(),
            ..Report::default()
        };
        let head = "exp(x), binary16 to binary16, --range 1,2: ";
        let suffice =
            |bits: u32| format!("{bits} bits of f(x) suffice for correct rounding in every mode");
        let line = |report: &Report| first_line(&plan, report);
        assert_eq!(
            line(&report(vec![], vec![])),
            format!("{head}nothing is known, for no input was searched")
        );
        // 9 identical bits, one more, the rounding bit, and 11.
        assert_eq!(
            line(&report(whole(&plan), vec![case(hard())])),
            format!("{head}{}", suffice(22))
        );
        assert_eq!(
            line(&report(whole(&plan), vec![])),
            format!("{head}no case within 2^-6: {}", suffice(18))
        );
        let half = vec![Covered { segment: 0, inputs: 0..512 }];
        let of_half = ", for the 512 inputs of 1,024 that were searched";
        assert_eq!(
            line(&report(half, vec![case(hard())])),
            format!("{head}{}{of_half}", suffice(22))
        );
        let unknown = report(whole(&plan), vec![case(Verdict::Unknown(CaseKind::Directed))]);
        let but = ", except at 1 undecided input";
        assert_eq!(line(&unknown), format!("{head}no case within 2^-6: {}{but}", suffice(18)));
    }

    #[test]
    fn where_every_result_overflows_no_bits_are_asked_for() {
        let mut request = Request::in_range("exp", "1000,2000");
        request.precision = 11.into();
        let plan = plan::make(&request).expect("plan");
        let report = Report { covered: whole(&plan), ..Report::default() };
        let line = first_line(&plan, &report);
        assert!(
            line.ends_with(": there is nothing to round: at every input f overflows"),
            "{line}"
        );
    }

    /// erf(53) differs from 1 by about 2^-4060, exp(-300) from 0 by what it is.
    #[test]
    fn bounds_of_distances_are_no_numbers_of_bits() {
        for (function, range, is_told) in
            [("erf", "50,60", false), ("exp", "-3040,-2976", true), ("erf", "4,5", true)]
        {
            let mut request = Request::in_range(function, range);
            request.precision = FormatName::parse("precision", "bfloat16").expect("a format");
            let plan = plan::make(&request).expect("plan");
            let options = LoadOptions { target: "interpreter".into(), ..LoadOptions::default() };
            let Loaded { plan, kernels, .. } = load(plan, &options, "").expect("kernels");
            let report = search::run(&plan, &kernels, &tmd_runtime::Options::default(), &());
            let line = first_line(&plan, &report);
            assert_eq!(line.contains(" bits of f(x) suffice"), is_told, "{function}: {line}");
        }
    }

    #[test]
    fn runs_count_where_they_are_harder() {
        for (rounding, modes, bits) in [
            (Rounding::All, "in every mode", 113),
            (Rounding::Nearest, "to nearest", 113),
            (Rounding::Directed, "in the directed modes", 112),
        ] {
            let plan = planned(rounding);
            let distance = |text: &str| text.parse().expect("a distance");
            let what = RunKind::Hard { least: distance("0x1p-101"), most: distance("0x1p-90") };
            let run =
                CaseRun { segment: 0, inputs: 100..101, stride: 1, what, kind: CaseKind::Directed };
            let report = Report {
                covered: whole(&plan),
                runs: vec![run],
                findings: vec![case(hard())].into(),
                ..Report::default()
            };
            let results = Results { plan: &plan, report: &report, command: "", units: &[] };
            let text = table::text(results).expect("memory").to_string();
            // 2^-101 is the largest distance with 101 identical bits and not with 100.
            let said = format!(": {} bits of f(x) suffice for correct rounding {modes}\n", bits);
            assert!(text.contains(&said), "{text}");
            assert!(
                text.contains("22 bits suffice, outside closed forms, runs and families"),
                "{text}"
            );
        }
    }
}
