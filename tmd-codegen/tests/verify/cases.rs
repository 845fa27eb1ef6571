//! Forged findings.

use super::*;
use tmd_codegen::certificate::UnitEntry;
use tmd_codegen::distance::Distance;
use tmd_codegen::verdict::{CaseKind, Verdict};

#[test]
fn a_case_left_out() {
    let inside = |c: &mut Certificate| {
        let found = c.found.as_mut().unwrap();
        found.cases.remove(found.cases.len() / 2);
        c.cases -= 1;
    };
    // The unit's count tells it at once,
    refused(&["cases", "are in it"], inside);
    // and, where that was changed too, the second search: by default, too, which is enough for all of so small a one.
    for options in [sampled(), full()] {
        let message = refusal(campaign(), &options, |c| keep_cases(c, |number| number != 300));
        says(&message, &["is not listed: a case was left out"]);
    }
}

/// Runs of every input, and of every second one: the others are of another run.
#[test]
fn a_run_of_cases_listed_twice() {
    let of_each = ["tanh", "--range", "2^-20,2^-8", "--precision", "20", "--bits", "6"];
    let cube = ["pown(x, 3)", "--range", "0x1.fffffffp0,2", "--precision", "46", "--bits", "10"];
    let of_every_second = [&cube[..], &["--rounding", "directed"]].concat();
    for words in [&of_each[..], &of_every_second] {
        let honest = searched(words);
        let runs = &honest.found.as_ref().expect("findings").runs;
        let strides: Vec<u64> = runs.iter().map(|own| own.run.stride).collect();
        println!("{words:?}: runs of strides {strides:?}");
        assert_eq!(strides.first(), Some(if words.len() > 7 { &2 } else { &1 }), "{words:?}");
        for options in [sampled(), full()] {
            let message = refusal(&honest, &options, |c| {
                let runs = &mut c.found.as_mut().expect("findings").runs;
                let again = runs[0].clone();
                c.cases_in_runs += u128::from(again.run.count());
                runs.insert(1, again);
            });
            says(&message, &["in two runs of cases"]);
        }
    }
}

#[test]
fn a_case_that_is_none() {
    refused(&["is said to be a", "no case"], |c| {
        let found = c.found.as_mut().unwrap();
        let mut case = found.cases[0].clone();
        let next = case.index + 1;
        let follows = found.cases.get(1).is_none_or(|other| other.index > next);
        assert!(follows, "the second case is not a neighbour of the first");
        case.index = next;
        case.x = hex(next);
        found.cases.insert(1, case);
        c.cases += 1;
    });
}

/// A distance, divided.
fn part(distance: Distance, by: u32) -> Distance {
    Distance::of(&(distance.to_float() / by))
}

#[test]
fn a_case_at_another_distance() {
    refused(&["its distance is"], |c| {
        let Verdict::Hard { distance, .. } = &mut c.found.as_mut().unwrap().cases[3].verdict else {
            panic!("a case");
        };
        *distance = part(*distance, 2);
    });
}

#[test]
fn a_case_of_another_kind() {
    refused(&["near to a breakpoint of the kind"], |c| {
        let Verdict::Hard { kind, .. } = &mut c.found.as_mut().unwrap().cases[3].verdict else {
            panic!("a case");
        };
        *kind = match kind {
            CaseKind::Nearest => CaseKind::Directed,
            _ => CaseKind::Nearest,
        };
    });
}

#[test]
fn a_case_with_more_identical_bits() {
    refused(&["identical bits; it has"], |c| {
        let verdict = &mut c.found.as_mut().unwrap().cases[3].verdict;
        let Verdict::Hard { identical_bits, .. } = verdict else { panic!("a case") };
        *identical_bits += 1;
    });
}

#[test]
fn a_case_of_an_index_beyond_all() {
    refused(&["is not among the inputs that were covered"], |c| {
        c.found.as_mut().unwrap().cases.last_mut().unwrap().index = u64::MAX;
    });
}

#[test]
fn a_run_at_other_distances() {
    let message = refusal(runs(), &sampled(), |c| {
        let run = &mut c.found.as_mut().unwrap().runs[0].run;
        let tmd_codegen::case_run::RunKind::Hard { least, .. } = &mut run.what else {
            panic!("a run of cases");
        };
        *least = part(*least, 2);
    });
    says(&message, &["a run of", "is not listed as it is found"]);
}

#[test]
fn a_case_listed_twice() {
    refused(&["is listed twice"], |c| {
        let found = c.found.as_mut().unwrap();
        found.cases.insert(0, found.cases[0].clone());
        c.cases += 1;
    });
}

#[test]
fn a_case_called_by_another_number() {
    refused(&["is not input"], |c| c.found.as_mut().unwrap().cases[0].index += 1);
}

#[test]
fn more_cases_than_are_listed() {
    refused(&["cases are stated, but"], |c| c.cases += 1);
}

#[test]
fn a_run_left_out() {
    let message = refusal(runs(), &sampled(), |c| {
        let gone = c.found.as_mut().unwrap().runs.pop().expect("a run").run;
        c.cases_in_runs -= u128::from(gone.count());
    });
    says(&message, &["a run of", "is not listed as it is found"]);
}

#[test]
fn a_run_made_longer() {
    let message = refusal(runs(), &sampled(), |c| {
        c.found.as_mut().unwrap().runs[0].run.inputs.end += 1;
        c.cases_in_runs += 1;
    });
    says(&message, &["run 0, from", "its ends are not those of its indices"]);
}

#[test]
fn an_exact_case_left_out() {
    refused_whole(&["exact", "is not listed"], &full(), |c| {
        let found = c.found.as_mut().unwrap();
        let runs = found.runs.len();
        match found.exact.pop() {
            Some(_) => c.exact_cases -= 1,
            None => {
                let is_exact = |run: &tmd_codegen::certificate::FoundRun| {
                    matches!(run.run.what, tmd_codegen::case_run::RunKind::Exact)
                };
                found.runs.retain(|run| !is_exact(run));
                assert!(found.runs.len() < runs, "exp(0) = 1");
            }
        }
    });
}

// ---- more of them ----

/// The verdict of a case.
fn hard(certificate: &mut Certificate, number: usize) -> (&mut Distance, &mut u32, &mut CaseKind) {
    match &mut certificate.found.as_mut().expect("findings").cases[number].verdict {
        Verdict::Hard { distance, identical_bits, kind } => (distance, identical_bits, kind),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_case_moved_to_its_neighbour() {
    refused(&["is said to be a", "but it is at least 2^-10 from every breakpoint: no case"], |c| {
        let case = &mut c.found.as_mut().unwrap().cases[5];
        case.index += 1;
        case.x = hex(case.index);
    });
}

#[test]
fn a_case_with_the_index_of_another_domain() {
    refused(&["is not input"], |c| {
        let cases = &mut c.found.as_mut().unwrap().cases;
        let last = cases.len() - 1;
        cases[last].x = cases[0].x.clone();
    });
}

#[test]
fn kinds_that_were_swapped() {
    refused(&["near to a breakpoint of the kind"], |c| {
        let cases = &c.found.as_ref().unwrap().cases;
        let is_nearest = |case: &Finding| case.verdict.kind() == CaseKind::Nearest;
        let one = cases.iter().position(is_nearest).expect("a case");
        let other = cases.iter().position(|case| !is_nearest(case)).expect("a case");
        let (a, b) = (*hard(c, one).2, *hard(c, other).2);
        *hard(c, one).2 = b;
        *hard(c, other).2 = a;
    });
}

#[test]
fn a_hardness_exaggerated() {
    refused(&["is said to be a case at distance", "its distance is"], |c| {
        *hard(c, 7).0 = part(*hard(c, 7).0, 1024);
        *hard(c, 7).1 += 10;
    });
}

#[test]
fn a_hardness_that_is_no_number() {
    for distance in [0.0, 5e-324, 1e308] {
        let distance = Distance::try_from(distance).unwrap();
        refused(&["is said to be a"], |c| *hard(c, 7).0 = distance);
    }
    assert!(Distance::try_from(-1e-5).is_err() && Distance::try_from(f64::NAN).is_err());
}

#[test]
fn a_case_said_to_be_undecided() {
    refused(&["is said to be undecided", "but it is a case at distance"], |c| {
        let found = c.found.as_mut().unwrap();
        let mut case = found.cases.remove(9);
        case.verdict = Verdict::Unknown(case.verdict.kind());
        own_unit(&mut c.units, case.index).unknown += 1;
        own_unit(&mut c.units, case.index).cases -= 1;
        found.unknown.push(case);
        (c.cases, c.unknown) = (c.cases - 1, 1);
    });
}

#[test]
fn a_case_said_to_be_exact() {
    refused(&["is said to be exact", "but it is a case at distance"], |c| {
        let found = c.found.as_mut().unwrap();
        let mut case = found.cases.remove(9);
        case.verdict = Verdict::Exact(case.verdict.kind());
        own_unit(&mut c.units, case.index).exact_cases += 1;
        own_unit(&mut c.units, case.index).cases -= 1;
        found.exact.push(case);
        (c.cases, c.exact_cases) = (c.cases - 1, 1);
    });
}

fn own_unit(units: &mut [UnitEntry], index: u64) -> &mut UnitEntry {
    let is_in = |run: &RunEntry| (run.from_index..run.to_index).contains(&index);
    units.iter_mut().find(|unit| unit.runs.iter().any(is_in)).expect("a unit of each input")
}

#[test]
fn a_case_in_another_list() {
    refused(&["exact cases: ", "is said to be a"], |c| {
        let found = c.found.as_mut().unwrap();
        let case = found.cases.remove(9);
        found.exact.push(case);
        (c.cases, c.exact_cases) = (c.cases - 1, 1);
    });
}

#[test]
fn cases_out_of_order() {
    refused(&["out of order"], |c| c.found.as_mut().unwrap().cases.swap(3, 4));
}

#[test]
fn a_case_said_to_be_of_the_inverse() {
    refused(&["is of another list"], |c| {
        let case = &mut c.found.as_mut().unwrap().cases[3];
        case.near = Some(case.x.clone());
    });
}

#[test]
fn a_run_of_every_second_input() {
    let message = refusal(runs(), &sampled(), |c| {
        let run = &mut c.found.as_mut().unwrap().runs[0].run;
        assert_eq!(run.stride, 1);
        run.stride = 2;
    });
    says(&message, &["run 0, from"]);
}

/// Inputs that are examined directly, of a function whose values no algebra decides: all of them undecided.
pub(crate) fn undecided() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        searched(&["exp(log(x))", "--range", "1.25,1.5", "--precision", "6", "--bits", "3"])
    })
}

#[test]
fn undecided_inputs_left_out() {
    let honest = undecided();
    assert!(honest.unknown > 1, "{honest:?}");
    check(honest, &sampled());
    assert!(!honest.complete);
    let clear = |c: &mut Certificate| {
        c.found.as_mut().unwrap().unknown.clear();
        c.unknown = 0;
    };
    let message = refusal(honest, &sampled(), clear);
    says(&message, &["said not to be complete, but nothing is missing"]);
    let message = refusal(honest, &sampled(), |c| {
        clear(c);
        c.complete = true;
    });
    says(&message, &["is undecided", "but is not listed"]);
}

// ---- of the inverse function ----

/// The inverse cases of a search by kernels, and of one whose inputs are examined directly.
pub(crate) fn inverses() -> &'static [Certificate; 2] {
    static CERTIFICATES: OnceLock<[Certificate; 2]> = OnceLock::new();
    CERTIFICATES.get_or_init(|| {
        [
            searched(&[
                "exp",
                "--binade",
                "1,2",
                "--precision",
                "14",
                "--bits",
                "6",
                "--with-inverse",
            ]),
            searched(&[
                "log",
                "--range",
                "2,0x1p20",
                "--precision",
                "bfloat16",
                "--bits",
                "6",
                "--with-inverse",
            ]),
        ]
    })
}

fn is_hard(finding: &Finding) -> bool {
    matches!(finding.verdict, Verdict::Hard { .. })
}

#[test]
fn inverse_cases_left_out() {
    let [kernels, direct] = inverses();
    assert!(!kernels.spans.is_empty() && !direct.direct.is_empty());
    for honest in [kernels, direct] {
        for options in [sampled(), full()] {
            check(honest, &options);
            let message = refusal(honest, &options, |c| {
                let found = c.found.as_mut().unwrap();
                let place = found.inverse.iter().position(is_hard).expect("a case");
                found.inverse.remove(place);
                c.inverse.as_mut().unwrap().cases -= 1;
            });
            says(&message, &["is not listed: a case was left out"]);
        }
    }
}

#[test]
fn inverse_cases_at_other_distances() {
    let message = refusal(&inverses()[0], &sampled(), |c| {
        let found = c.found.as_mut().unwrap();
        let case = found.inverse.iter_mut().find(|case| is_hard(case)).expect("a case");
        let Verdict::Hard { distance, identical_bits, .. } = &mut case.verdict else {
            panic!("a case")
        };
        *distance = part(*distance, 4);
        *identical_bits += 2;
    });
    says(&message, &["of the inverse is said to be at distance", "it is not"]);
}

#[test]
fn inverse_cases_told_twice() {
    let message = refusal(&inverses()[0], &sampled(), |c| {
        let found = c.found.as_mut().unwrap();
        found.inverse.insert(0, found.inverse[0].clone());
        c.inverse.as_mut().unwrap().cases += 1;
    });
    says(&message, &["findings of the inverse", "is listed twice"]);
}
