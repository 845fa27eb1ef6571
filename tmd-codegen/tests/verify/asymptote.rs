//! Cases that are taken from a list of another function's.

use super::*;
use std::sync::Arc;
use tmd_codegen::certificate::AsymptoteEntry;
use tmd_codegen::plan::Source;
use tmd_codegen::spec::hexfloat;

/// A certificate of sinh, of whose inputs those from 16 on rest on a list of exp; and the list.
fn honest() -> &'static (Certificate, Source) {
    static CERTIFICATE: OnceLock<(Certificate, Source)> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        let words = |function, bits| {
            let own = [function, "--range", "8,32", "--precision", "14", "--bits", bits];
            own.into_iter().chain(["--direct", "off"]).collect::<Vec<_>>()
        };
        let list = Source::of_certificate(&searched(&words("exp", "5"))).expect("a list");
        let request = request(&words("sinh", "6"));
        let plan = plan::make(&request).and_then(|plan| plan.beyond(Arc::new(list.clone())));
        let loaded = load(plan.expect("plan"));
        let options = tmd_runtime::Options::default();
        let report = search::run(&loaded.plan, &loaded.kernels, &options, &());
        let command = request.command("search");
        let results =
            Results { plan: &loaded.plan, report: &report, command: &command, units: &[] };
        (written(results), list)
    })
}

fn entry(c: &mut Certificate) -> &mut AsymptoteEntry {
    c.asymptote.as_mut().expect("an asymptote")
}

/// With the list at hand.
fn with_list() -> Options {
    Options { asymptote: Some(honest().1.clone()), ..sampled() }
}

fn said(report: &Report) -> &str {
    let own = report.checks.iter().find(|(what, _)| *what == "asymptote");
    &own.expect("a word about it").1
}

#[test]
fn cases_from_a_list_are_accepted() {
    let (certificate, list) = honest();
    assert!(certificate.complete && list.cases.len() > 200);
    let without = check(certificate, &full());
    says(said(&without), &["exp(x) to 2^-5", "--asymptote FILE compares"]);
    let with = check(certificate, &with_list());
    says(said(&with), &["are among them, and those that are cases here are listed"]);
    // A search of the same range has tested more, and found the same.
    let words = ["sinh", "--range", "8,32", "--precision", "14", "--bits", "6", "--direct", "off"];
    let by_search = searched(&words);
    assert_eq!(by_search.found, certificate.found);
    assert!(by_search.tested[0] > certificate.tested[0]);
}

#[test]
fn a_list_of_another_function_or_of_other_cases_is_not_compared() {
    let (certificate, list) = honest();
    let message = |options: &Options| match outcome(certificate, options) {
        Ok(report) => panic!("accepted:\n{report}"),
        Err(diag) => (diag.kind, diag.message),
    };
    let mut other = list.clone();
    other.cases.pop();
    let (kind, text) = message(&Options { asymptote: Some(other), ..sampled() });
    assert_eq!(kind, tmd_codegen::diag::DiagKind::Option);
    says(&text, &["not the one that the certificate names"]);
    // A certificate that takes no cases from a list needs none.
    let options = with_list();
    let diag = outcome(campaign(), &options).map(drop).expect_err("refused");
    says(&diag.message, &["takes no cases"]);
}

/// log2p1 around 2^30, with the list of log2.
fn next_to_a_power(range: &str) -> (Certificate, Source) {
    fn words<'a>(function: &'a str, range: &'a str, bits: &'a str) -> [&'a str; 11] {
        let format = ["--precision", "14", "--input-precision", "31"];
        let [p, precision, i, input] = format;
        [function, "--range", range, p, precision, i, input, "--direct", "off", "--bits", bits]
    }
    let list = Source::of_certificate(&searched(&words("log2", range, "9"))).expect("a list");
    let request = request(&words("log2p1", range, "10"));
    let plan = plan::make(&request).and_then(|plan| plan.beyond(Arc::new(list.clone())));
    let loaded = load(plan.expect("plan"));
    let report = search::run(&loaded.plan, &loaded.kernels, &tmd_runtime::Options::default(), &());
    let command = request.command("search");
    let results = Results { plan: &loaded.plan, report: &report, command: &command, units: &[] };
    (written(results), list)
}

/// Where f is exact, its asymptote may be near to a breakpoint: such inputs are no cases.
#[test]
fn inputs_at_which_the_function_is_exact_may_be_on_the_list() {
    let (certificate, list) = next_to_a_power("1073741822,1073741824");
    assert_eq!(certificate.exact_cases, 1);
    check(&certificate, &Options { asymptote: Some(list), ..full() });
}

/// Where the asymptote is exact, no list has the input: it is judged without one.
#[test]
fn inputs_at_which_the_asymptote_is_exact_are_judged_without_its_list() {
    let (certificate, list) = next_to_a_power("1073741820,1073741828");
    assert!(list.cases.iter().all(|x| x != "0x1p+30"));
    check(&certificate, &sampled());
    let message = refusal(&certificate, &sampled(), |c| {
        let found = c.found.as_ref().expect("findings");
        let kept: Vec<bool> = found.cases.iter().map(|case| case.x != "0x1p+30").collect();
        assert!(kept.contains(&false), "2^30 is a case of log2(1 + x)");
        keep_cases(c, |number| kept[number]);
    });
    says(&message, &["0x1p+30 is a case", "not listed"]);
}

/// A certificate whose totals are others than its list has gives no list.
#[test]
fn a_list_has_as_many_cases_as_its_certificate_says() {
    let words = ["exp", "--range", "16,32", "--precision", "14", "--bits", "5", "--direct", "off"];
    let honest = searched(&words);
    assert!(Source::of_certificate(&honest).is_ok());
    let longer = forged(&honest, |c| c.cases += 1);
    let diag = Source::of_certificate(&longer).map(drop).expect_err("refused");
    says(&diag.message, &["lists another number of cases than it states"]);
}

/// A way to change the certificate, and what is said of it.
type Forgery = (&'static str, fn(&mut Certificate));

const FORGERIES: [Forgery; 17] = [
    ("is said to be an asymptote", |c| entry(c).function = "exp2(x)".into()),
    ("of those to 2^-6", |c| entry(c).bits = 6),
    ("not all of them are shared", |c| entry(c).range[0] = "0x1.1p+4".into()),
    ("not all of them are shared", |c| entry(c).range[1] = "0x1.1p+4".into()),
    ("no case is taken", |c| entry(c).runs.clear()),
    ("is no number of the input format", |c| entry(c).range[1] = "0x1p+20000".into()),
    ("is no SHA-256", |c| entry(c).list = "none".into()),
    ("of those to 2^-1", |c| entry(c).bits = 1),
    ("findings are said to be from a list of 3", |c| entry(c).cases = 3),
    ("where chance gives", |c| {
        // As an empty list of exp would make it.
        let taken = c.taken_runs().to_vec();
        let is_taken = |case: &Finding| {
            let has = |run: &RunEntry| (run.from_index..run.to_index).contains(&case.index);
            taken.iter().any(|run| run.segment == case.segment && has(run))
        };
        let found = c.found.as_ref().expect("findings");
        let kept: Vec<bool> = found.cases.iter().map(|case| !is_taken(case)).collect();
        keep_cases(c, |number| kept[number]);
    }),
    ("not all of them are shared", |c| {
        // 12, in the binade before.
        let [first, last] = ["0x1.8p+3", "0x1.8p+3"].map(str::to_owned);
        let segment = entry(c).runs[0].segment - 1;
        let run = RunEntry { first, last, segment, from_index: 4096, to_index: 4097 };
        entry(c).runs.insert(0, run);
    }),
    ("were before", |c| {
        let run = entry(c).runs[0].clone();
        entry(c).runs.push(run);
    }),
    ("is not a run of inputs", |c| entry(c).runs[0].first = "0x1.2p+4".into()),
    ("counts in all", |c| c.asymptote = None),
    ("counts in all", |c| c.tested[0] += 1),
    ("counts in all", |c| {
        let run = &mut entry(c).runs[0];
        run.to_index -= 1;
        run.last = before_last(run);
    }),
    ("case", |c| {
        let found = c.found.as_mut().expect("findings");
        let all = found.cases.len();
        found.cases.truncate(all / 4);
        c.cases = found.cases.len();
    }),
];

/// The number of 14 bits before the last of a run from 16 on.
fn before_last(run: &RunEntry) -> String {
    let last = hexfloat::parse("a number", &run.last).expect("a number");
    hexfloat::print_rational(&(((last << 9) - 1) >> 9)).expect("a number")
}

#[test]
fn lies_about_an_asymptote_are_refused() {
    let (certificate, _) = honest();
    for (part, change) in FORGERIES {
        let message = refusal(certificate, &sampled(), change);
        says(&message, &[part]);
    }
}

/// A case that is left out, with all counts made to agree, is seen by whoever has the list.
#[test]
fn a_case_that_is_left_out_is_on_the_list() {
    let (certificate, _) = honest();
    let run = certificate.taken_runs().last().expect("a run").clone();
    let change = |c: &mut Certificate| {
        let cases = &c.found.as_ref().expect("findings").cases;
        let is_own = |case: &Finding| {
            case.segment == run.segment && (run.from_index..run.to_index).contains(&case.index)
        };
        let at = cases.iter().position(is_own).expect("a case");
        keep_cases(c, |number| number != at);
    };
    let forged = forged(certificate, change);
    let diag = outcome(&forged, &with_list()).map(drop).expect_err("refused");
    says(
        &diag.message,
        &["is a case, and the asymptote has one or is exact there, but it is not listed"],
    );
    // Without it, whoever searches everything again.
    outcome(&forged, &full()).map(drop).expect_err("refused");
}
