//! Lists that are too short for chance, however inputs are cut into runs and spans.

use super::*;
use tmd_codegen::certificate::{FollowEntry, SpanEntry};
use tmd_codegen::spec::{Relation, hexfloat};

/// A search without units, of inputs that bend much.
fn plain() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        searched(&[
            "exp",
            "--binade",
            "1,2",
            "--precision",
            "20",
            "--bits",
            "10",
            "--direct",
            "off",
        ])
    })
}

/// Nothing was found, and nothing came through any test; what is counted is what the inputs imply.
fn empty(c: &mut Certificate) {
    keep_cases(c, |_| false);
    c.survivors.fill(0);
    c.tested[1..].fill(0);
    c.candidates = 0;
    c.tested[0] = c.covered.iter().flat_map(|run| first_parts(c, run)).sum();
}

/// The parts that stage 0 tests of a run, span by span.
fn first_parts(c: &Certificate, run: &RunEntry) -> Vec<u64> {
    let of = |span: &SpanEntry| {
        let (from, to) =
            (span.run.from_index.max(run.from_index), span.run.to_index.min(run.to_index));
        let is_in = span.run.segment == run.segment && from < to;
        let kernel = &c.kernels[span.kernel];
        let (stage, block) = (&kernel.stages[0], kernel.block_inputs);
        let items = |inputs: u64| {
            let item = stage.item_inputs();
            inputs / block * block.div_ceil(item) + (inputs % block).div_ceil(item)
        };
        let (inputs, domain) = (to.saturating_sub(from), span.model.domain_inputs);
        let all = inputs / domain * items(domain) + items(inputs % domain);
        if is_in { all * stage.parts } else { 0 }
    };
    c.spans.iter().map(of).collect()
}

fn run(from_index: u64, to_index: u64) -> RunEntry {
    let (first, last) = (hex(from_index), hex(to_index - 1));
    RunEntry { first, last, segment: 0, from_index, to_index }
}

/// Inputs of a piece that does not bend enough by itself.
const SHORT: u64 = 1 << 11;

#[test]
fn covered_runs_are_not_cut() {
    check(plain(), &full());
    let message = refusal(plain(), &sampled(), |c| {
        c.covered = (0..1u64 << 19).step_by(SHORT as usize).map(|i| run(i, i + SHORT)).collect();
        empty(c);
    });
    says(&message, &["two covered runs meet at", "a search joins them"]);
}

/// With a gap of one input after each: that is no complete search, but a lie about the rest.
#[test]
fn covered_runs_with_gaps_between_them_are_counted_together() {
    let message = refusal(plain(), &sampled(), |c| {
        let starts = || (0..1u64 << 19).step_by(SHORT as usize);
        c.covered = starts().map(|i| run(i, i + SHORT - 1)).collect();
        c.gaps = starts().map(|i| run(i + SHORT - 1, i + SHORT)).collect();
        c.covered_inputs = c.inputs - c.gaps.len() as u128;
        c.complete = false;
        empty(c);
    });
    says(&message, &["0 cases from", "where chance gives"]);
}

/// Spans that are shorter than any planner's: this program makes the plan anew, the other one counts together what is cut.
#[test]
fn spans_are_not_cut() {
    let cut = |c: &mut Certificate| {
        let spans = c.spans.iter().flat_map(|span| {
            let inputs = span.run.from_index..span.run.to_index;
            let piece = |from: u64, end: u64| SpanEntry {
                run: run(from, end.min(from + SHORT)),
                ..span.clone()
            };
            inputs
                .clone()
                .step_by(SHORT as usize)
                .map(move |from| piece(from, inputs.end))
                .collect::<Vec<_>>()
        });
        c.spans = spans.collect();
    };
    let message = refusal(plain(), &sampled(), |c| {
        cut(c);
        empty(c);
    });
    says(&message, &["searched span"]);
    let emptied = forged(plain(), |c| {
        cut(c);
        empty(c);
    });
    says(&independent::refuses(text(&emptied).as_bytes()), &["0 where chance gives"]);
    // With all cases, it is a plan that nobody makes, of a search that found all; windows are as many as before.
    let honest = forged_plan(cut);
    let windows = |certificate: &Certificate| {
        let said = independent::accepts(text(certificate).as_bytes());
        said.lines().find(|line| line.starts_with("sample")).map(str::to_owned)
    };
    assert_eq!(windows(&honest), windows(plain()));
}

/// The search with other spans, and with what these imply.
fn forged_plan(cut: impl Fn(&mut Certificate)) -> Certificate {
    forged(plain(), |c| {
        cut(c);
        c.tested[0] = c.covered.iter().flat_map(|run| first_parts(c, run)).sum();
    })
}

/// Nothing is said of how much g bends; or all inputs are said to have been examined one by one.
#[test]
fn what_bends_is_not_taken_from_the_certificate() {
    let flat = forged(plain(), |c| {
        c.spans.iter_mut().for_each(|span| span.model.least_curvature = None);
        empty(c);
    });
    independent::refuses(text(&flat).as_bytes());
    outcome(&flat, &sampled()).map(drop).expect_err("refused");
    let direct = forged(plain(), |c| {
        c.direct = c.spans.iter().map(|span| span.run.clone()).collect();
        (c.spans, c.kernels, c.tested, c.survivors) = (vec![], vec![], vec![], vec![]);
        keep_cases(c, |_| false);
        c.candidates = 0;
        c.examined_directly = c.direct.iter().map(|run| run.to_index - run.from_index).sum();
    });
    independent::refuses(text(&direct).as_bytes());
    outcome(&direct, &sampled()).map(drop).expect_err("refused");
    // Nor does it help that values are of many binades.
    let words = ["exp", "--range", "32,64", "--precision", "26", "--bits", "20", "--direct", "off"];
    let steep = forged(&searched(&words), |c| {
        c.direct = c.spans.iter().map(|span| span.run.clone()).collect();
        c.direct = vec![RunEntry {
            to_index: c.direct.last().expect("a run").to_index,
            last: c.direct.last().expect("a run").last.clone(),
            ..c.direct[0].clone()
        }];
        (c.spans, c.kernels, c.tested, c.survivors) = (vec![], vec![], vec![], vec![]);
        keep_cases(c, |_| false);
        c.candidates = 0;
        c.examined_directly = c.direct.iter().map(|run| run.to_index - run.from_index).sum();
    });
    let said = independent::verdict(text(&steep).as_bytes(), 0, 1);
    assert!(said.0 == 1 && said.1.contains("where chance gives"), "{}", said.1);
}

/// Cases of the inverse function are as many as there are numbers between the values of f, by chance.
#[test]
fn no_case_of_the_inverse() {
    let words = ["exp", "--range", "1,2", "--precision", "20", "--bits", "10", "--direct", "off"];
    let honest = searched(&[&words[..], &["--with-inverse"]].concat());
    check(&honest, &sampled());
    let message = refusal(&honest, &sampled(), |c| {
        c.found.as_mut().expect("findings").inverse.clear();
        c.inverse = c.inverse.as_ref().map(|_| Default::default());
    });
    says(&message, &["0 cases of the inverse", "where chance gives"]);
}

/// Where distances come again in each binade, after each unit, or are those of a parabola, as many cases are missing at once by chance,
/// or found.
#[test]
fn what_is_not_random_is_not_mistaken_for_a_lie() {
    let mut requests: Vec<String> = vec![];
    for (function, range) in
        [("log2", "2^16,2^31"), ("exp2", "8,15"), ("sinpi", "1,16"), ("sinh", "-3,3")]
    {
        let of = format!("{function} --range={range} --precision 16 --bits 12");
        requests.push(format!("{of} --equations off"));
    }
    let more = [
        "cospi(4*x) --range 1,8 --precision 12 --bits 8 --equations off",
        "exp(2*log(x)) --range 1,2^10 --precision 12 --bits 10",
        "cos --range 2^-17,2^-16 --input-precision 16 --precision 57 --rounding nearest --bits 10",
        "log(x)/log(2) --range 2^64,2^127 --precision 16 --bits 17",
        "log2(x)/2 --range 2^64,2^127 --precision 16 --bits 17",
        "sinpi(2*x) --range 64,96 --precision 16 --bits 10",
        "exp2(2*x) --range 32,63 --precision 21 --bits 16",
        "exp2(-x) --range 64,126 --precision 21 --bits 15 --rounding nearest",
    ];
    requests.extend(more.map(str::to_owned));
    for request in &requests {
        let words: Vec<&str> = request.split(' ').chain(["--direct", "off"]).collect();
        let honest = searched(&words);
        assert!(!honest.spans.is_empty(), "{request}");
        let found = honest.cases;
        println!("{request}: {found} cases");
        check(&honest, &Options { seconds: 0.01, ..sampled() });
    }
    assert_eq!(requests.len(), 12);
}

/// All cases on an interval, in place of a span of the plan.
fn none_between(c: &mut Certificate, first: f64, last: f64) -> usize {
    let found = c.found.as_ref().expect("findings");
    let value = |text: &str| hexfloat::parse("a case", text).expect("a number").to_f64();
    let is_out = |case: &Finding| !(first..=last).contains(&value(&case.x));
    let kept: Vec<bool> = found.cases.iter().map(is_out).collect();
    keep_cases(c, |number| kept[number]);
    kept.iter().filter(|kept| !**kept).count()
}

/// The binades of log2 that are searched are spaced each in another way: none of them is like another.
#[test]
fn representatives_are_not_copies_of_each_other() {
    let words = ["log2", "--range", "2^-64,2^64", "--precision", "18", "--bits", "13"];
    let honest = searched(&[&words[..], &["--direct", "off"]].concat());
    let forged = forged(&honest, |c| {
        assert!(none_between(c, 0.0, f64::INFINITY) > 100);
        c.follows.iter_mut().for_each(|entry| entry.not_listed.cases = 0);
    });
    let said = independent::verdict(text(&forged).as_bytes(), 0, 1);
    assert!(said.0 == 1 && said.1.contains("where chance gives"), "{}", said.1);
    let quick = Options { seconds: 0.001, ..sampled() };
    says(&refusal_of(&forged, &quick), &["where chance gives"]);
}

/// A span on which the curvature changes its sign is random before and after that.
#[test]
fn no_case_around_an_inflection() {
    let words = ["x*exp(-x)", "--range", "1,4", "--precision", "20", "--bits", "11"];
    let honest = searched(&[&words[..], &["--direct", "off"]].concat());
    check(&honest, &sampled());
    for last in [1.999_999, 4.0] {
        let forged = forged(&honest, |c| assert!(none_between(c, 1.0, last) > 400));
        let said = independent::verdict(text(&forged).as_bytes(), 0, 1);
        assert!(said.0 == 1 && said.1.contains("where chance gives"), "{}", said.1);
        says(&refusal_of(&forged, &sampled()), &["where chance gives"]);
    }
}

/// Many exact cases, which are not listed, are no reason to leave out others.
#[test]
fn exact_cases_hide_no_others() {
    let words = ["sinpi", "--range", "2^-3,2^17", "--precision", "17", "--bits", "12"];
    let honest = searched(&[&words[..], &["--direct", "off"]].concat());
    check(&honest, &Options { seconds: 0.01, ..sampled() });
    let is_moved = |entry: &FollowEntry| matches!(entry.relation, Relation::Translation { .. });
    let exact = honest.follows.iter().filter(|entry| is_moved(entry));
    let exact: u128 = exact.map(|entry| entry.not_listed.exact_cases).sum();
    assert!((1 << 16..1 << 20).contains(&exact), "{exact}");
    let quick = Options { seconds: 0.01, ..sampled() };
    let message = refusal(&honest, &quick, |c| {
        let mut hidden = 0;
        let cases = std::mem::take(&mut c.found.as_mut().expect("findings").cases);
        let (mut kept, follows) = (vec![], &mut c.follows);
        for case in cases {
            let holds = |entry: &&mut FollowEntry| {
                let inputs = entry.run.from_index..entry.run.to_index;
                is_moved(entry) && entry.run.segment == case.segment && inputs.contains(&case.index)
            };
            match follows.iter_mut().find(holds) {
                Some(entry) => {
                    entry.not_listed.cases += 1;
                    hidden += 1;
                }
                None => kept.push(case),
            }
        }
        c.found.as_mut().expect("findings").cases = kept;
        assert!(hidden > 10, "{hidden}");
    });
    says(&message, &["only counted"]);
}
