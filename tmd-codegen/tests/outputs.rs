//! One finding of each kind goes through every output, and is seen there.

use tmd_codegen::campaign::record::{self, Record};
use tmd_codegen::campaign::{Campaign, merge, overview, status};
use tmd_codegen::cases::{FileKind, List};
use tmd_codegen::certify;
use tmd_codegen::distance::Distance;
use tmd_codegen::findings::Finding;
use tmd_codegen::json;
use tmd_codegen::output;
use tmd_codegen::output::{html, listing, table};
use tmd_codegen::request::Request;
use tmd_codegen::results::Results;
use tmd_codegen::search::{Covered, Report};
use tmd_codegen::verdict::{CaseKind, Verdict};

/// A finding that is hard, exact or undecided, of f and of its inverse: what is said, in words that each output uses.
const KINDS: usize = 6;

fn request() -> Request {
    Request {
        precision: 11.into(),
        bits: Some(6),
        with_inverse: true,
        ..Request::in_range("sqrt", "1,2")
    }
}

/// One of each kind; every number in them is another.
fn findings(campaign: &Campaign) -> (Vec<Finding>, Vec<Finding>) {
    let segment = &campaign.plan.segments[0];
    let distance = Distance::try_from(0.001).expect("a distance");
    let verdicts = || {
        [
            Verdict::Hard { distance, identical_bits: 9, kind: CaseKind::Directed },
            Verdict::Exact(CaseKind::Directed),
            Verdict::Unknown(CaseKind::Directed),
        ]
    };
    let finding = |(place, verdict): (u64, Verdict), inverse: bool| {
        let index = 100 + 200 * place;
        let x = segment.hex(index);
        let near = inverse.then(|| segment.hex(index));
        let x = if inverse { segment.hex(index + 1) } else { x };
        Finding { segment: 0, index, x, verdict, near }
    };
    let of_f = (0..).zip(verdicts()).map(|found| finding(found, false)).collect();
    let of_inverse = (3..).zip(verdicts()).map(|found| finding(found, true)).collect();
    (of_f, of_inverse)
}

/// A campaign of one unit with these findings.
fn campaign(dir: &std::path::Path) -> (Campaign, Report) {
    let campaign = Campaign::create(dir, &request(), 1e6).expect("campaign");
    assert_eq!((campaign.units.len(), campaign.plan.segments.len()), (1, 1));
    let (findings, inverse) = findings(&campaign);
    let covered = vec![Covered { segment: 0, inputs: 0..campaign.plan.segments[0].count }];
    let (findings, inverse) = (findings.into(), inverse.into());
    let report = Report { findings, inverse, covered, threads: 1, ..Report::default() };
    let unit = &campaign.units[0];
    let record = Record::new(&campaign, unit, report.clone(), 0, "a test").expect("few");
    let path = record::path(dir, 0);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    std::fs::write(path, record.text()).expect("written");
    (campaign, report)
}

/// Refuses an output that does not tell all, and one that calls the search complete.
fn tells_all(output: &str, text: &str, (of_f, of_inverse): &(Vec<Finding>, Vec<Finding>)) {
    for finding in of_f.iter().chain(of_inverse) {
        assert!(text.contains(&finding.x), "{output} does not tell {finding:?}:\n{text}");
    }
    for finding in of_inverse {
        let near = finding.near.as_deref().expect("a breakpoint");
        assert!(text.contains(near), "{output} does not tell where {finding:?} is:\n{text}");
    }
    for word in ["complete\": true", "coverage: complete"] {
        assert!(!text.contains(word), "{output} says {word}:\n{text}");
    }
}

#[test]
fn every_output_tells_findings_of_every_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let (campaign, report) = campaign(&folder.path().join("campaign"));
    let merged = merge::merge(&campaign).expect("merged");
    let read = |report: &Report| {
        [&report.findings, &report.inverse].map(|list| list.to_vec().expect("memory"))
    };
    assert_eq!(read(&merged.report), read(&report));
    let all = findings(&campaign);
    assert_eq!(all.0.len() + all.1.len(), KINDS);
    let mut outputs = 0;
    for (report, units) in [(&report, &[][..]), (&merged.report, &merged.units[..])] {
        let results = Results { plan: &campaign.plan, report, command: "a command", units };
        assert!(results.is_covered() && !results.is_complete());
        assert_eq!(report.undecided(), 2);
        let list = listing::list(results).expect("a list");
        let about = || FileKind::Wc.write(&List { cases: vec![], ..list.clone() }, "");
        let files = [
            FileKind::Wc,
            FileKind::Csv,
            FileKind::JsonLines,
            FileKind::CHeader,
            FileKind::RustTable,
        ];
        let mut texts = vec![
            ("table", table::text(results).expect("memory").to_string()),
            (
                "JSON",
                json::text(&output::json::Document::new(results).expect("memory")).expect("text"),
            ),
            (
                "certificate",
                json::text(&certify::certificate(results).expect("memory")).expect("text"),
            ),
            ("page", html::search(results).expect("memory")),
        ];
        // Patterns hold the cases; the file beside them what is known besides.
        let patterns = FileKind::Binary.write(&list, "cases").expect("bytes");
        let read = List::parse(FileKind::Binary, "patterns", &patterns).expect("read");
        let beside = String::from_utf8(about().expect("bytes")).expect("text");
        let cases: String = read.cases.iter().map(|case| case.hex()).collect();
        texts.push(("patterns", beside + &cases));
        for kind in files {
            let bytes = kind.write(&list, "cases").expect("bytes");
            texts.push((kind.name(), String::from_utf8(bytes).expect("text")));
        }
        for (output, text) in &texts {
            tells_all(output, text, &all);
        }
        outputs += texts.len();
    }
    tells_all(
        "page of a campaign",
        &html::campaign(&campaign, &overview::overview(&campaign)).expect("memory"),
        &all,
    );
    let looked = status::status(&campaign);
    assert_eq!((looked.cases, looked.undecided), (1, 2));
    assert!(looked.text(&campaign).contains("2 inputs could not be decided"));
    println!("{KINDS} kinds of findings seen in {} outputs", outputs + 1);
}
