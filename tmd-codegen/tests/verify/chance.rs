//! Lists that are too short for chance, however inputs are cut into runs and spans.

use super::*;
use tmd_codegen::certificate::SpanEntry;

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

/// Where distances come again in each binade, or after each unit, as many cases are missing at once by chance, or found.
#[test]
fn equations_that_are_not_used_are_not_mistaken_for_a_lie() {
    let mut searches = 0;
    for (function, range) in
        [("log2", "2^16,2^31"), ("exp2", "8,15"), ("sinpi", "1,32"), ("sinh", "-3,3")]
    {
        for bits in ["11", "13", "15"] {
            let words = [function, "--range", range, "--precision", "18", "--bits", bits];
            let honest =
                searched(&[&words[..], &["--equations", "off", "--direct", "off"]].concat());
            check(&honest, &sampled());
            searches += 1;
        }
    }
    assert_eq!(searches, 12);
}
