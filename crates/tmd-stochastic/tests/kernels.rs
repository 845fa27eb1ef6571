//! Kernels from real use: the digits that their twins report are right, and few that are right are not reported; and they are
//! those that CADNA reports, within the scatter of its own runs, if it is there.

mod cadna;
mod reference;

use std::collections::BTreeMap;
use std::path::Path;
use tmd_kernel::ir::Width;
use tmd_stochastic::stochastic::{Options, Stochastic, Values, digits, parse, run};

/// How often each kernel is run, with seeds from 1 on.
const RUNS: u64 = 20;

/// A kernel's text and what it is run on.
struct Case {
    name: String,
    text: String,
    run: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut cases: Vec<Case> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a kernel");
            let first = text.lines().next().expect("a line");
            let run = first.strip_prefix("// run: ").expect("what it is run on").to_owned();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            Case { name, text, run }
        })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

impl Case {
    fn made(&self) -> Stochastic {
        let kernel = parse(&self.name, &self.text, Width::W64);
        let kernel = kernel.unwrap_or_else(|diag| panic!("{}: {diag:?}", self.name));
        Stochastic::new(kernel, Options::default()).unwrap_or_else(|diag| panic!("{diag}"))
    }

    /// For each result its samples in each run.
    fn samples(&self, made: &Stochastic) -> Vec<Vec<[f64; 3]>> {
        let values = Values::parse(&self.run, &made.kernel).expect("values");
        let runs: Vec<Vec<Vec<[f64; 3]>>> = (1..=RUNS)
            .map(|seed| run(&made.twin, &values.inputs, &[], seed, 0..1).expect("a run").results)
            .collect();
        let results = runs[0].len();
        (0..results).map(|k| runs.iter().map(|run| run[k][0]).collect()).collect()
    }
}

/// Decimal digits in which a number agrees with the exact one: all of them where nothing differs.
fn right(found: f64, exact: &rug::Float) -> f64 {
    let error = rug::Float::with_val(200, found - exact).abs();
    if error == 0 || *exact == 0 {
        return if error == 0 { 17.0 } else { 0.0 };
    }
    let relative = error / exact.clone().abs();
    (-relative.log10().to_f64()).clamp(0.0, 17.0)
}

fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

#[test]
fn digits_are_right() {
    let cases = cases();
    assert!(cases.len() >= 30, "{} kernels", cases.len());
    let (mut told, mut above) = (0, 0);
    for case in &cases {
        let made = case.made();
        let inputs = Values::parse(&case.run, &made.kernel).expect("values").inputs;
        let inputs: Vec<f64> = inputs.iter().map(|column| column[0][0]).collect();
        let exact = reference::results(&made.kernel, &inputs);
        for (k, samples) in case.samples(&made).iter().enumerate() {
            let reported: Vec<f64> =
                samples.iter().map(|s| f64::from(digits::digits(Width::W64, *s))).collect();
            let truth: Vec<f64> =
                samples.iter().map(|s| right(digits::mean(*s), &exact[k])).collect();
            for (reported, truth) in reported.iter().zip(&truth) {
                told += 1;
                // A digit more than is right is what rounding to a whole number of them does.
                above += usize::from(*reported > truth + 1.0);
            }
            let (reported, truth) = (middle(reported), middle(truth));
            println!("{:12} result {k}: {reported} digits, {truth:.1} are right", case.name);
            let fits = truth - 2.5 <= reported && reported <= truth + 1.0;
            assert!(fits, "{} result {k}: {reported}, {truth}", case.name);
        }
    }
    println!("{} kernels, {told} values, {above} with more than a digit too many", cases.len());
    // Three samples may agree by chance where they are wrong: the law is one of 95 %.
    assert!(above * 20 <= told, "more than 5 %");
}

/// The digits that CADNA 3.1.12 reports, as checked in: for each result of each kernel the fewest, the middle and the most of
/// [`RUNS`] runs.
fn of_cadna() -> BTreeMap<(String, usize), [u32; 3]> {
    let lines = include_str!("cadna.tsv").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |k: usize| fields[k].parse::<u32>().expect("a number");
            ((fields[0].to_owned(), number(1) as usize), [number(2), number(3), number(4)])
        })
        .collect()
}

/// `TMD_CADNA`, a folder where CADNA is installed, makes this run the kernels with it and compare with what is checked in;
/// `TMD_BLESS=1` writes that down.
#[test]
fn digits_of_cadna_are_those_that_are_checked_in() {
    let Ok(folder) = std::env::var("TMD_CADNA") else {
        println!("skipped: TMD_CADNA names no folder");
        return;
    };
    let mut lines =
        "# kernel, result, fewest, middle and most digits of 20 runs with CADNA 3.1.12\n"
            .to_owned();
    for case in cases() {
        let made = case.made();
        let inputs = Values::parse(&case.run, &made.kernel).expect("values").inputs;
        let inputs: Vec<f64> = inputs.iter().map(|column| column[0][0]).collect();
        let runs = cadna::digits(&folder, &case.text, &inputs, RUNS);
        for k in 0..made.kernel.results() {
            let mut digits: Vec<u32> = runs.iter().map(|run| run[k]).collect();
            digits.sort_unstable();
            let [least, middle, most] =
                [digits[0], digits[digits.len() / 2], digits[digits.len() - 1]];
            lines += &format!("{}\t{k}\t{least}\t{middle}\t{most}\n", case.name);
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cadna.tsv");
    if std::env::var("TMD_BLESS").is_ok_and(|bless| bless == "1") {
        std::fs::write(&path, &lines).expect("a file");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), lines);
}

/// Where CADNA 3.1.12 reports digits that are not right: three equal samples in each run, because the root of three equal
/// numbers is three equal numbers there, and with it the large error of the difference that follows.
const TOO_MANY: [&str; 1] = ["archimedes"];

#[test]
fn digits_are_cadnas() {
    let theirs = of_cadna();
    let (mut compared, mut outside) = (0, vec![]);
    for case in cases() {
        let made = case.made();
        for (k, samples) in case.samples(&made).iter().enumerate() {
            let Some([least, middle, most]) = theirs.get(&(case.name.clone(), k)) else {
                panic!("{} result {k} is not in cadna.tsv", case.name)
            };
            let mut ours: Vec<u32> =
                samples.iter().map(|s| digits::digits(Width::W64, *s)).collect();
            ours.sort_unstable();
            let own = ours[ours.len() / 2];
            println!("{:12} result {k}: {ours:?}, CADNA {least} to {most}, {middle}", case.name);
            if TOO_MANY.contains(&case.name.as_str()) {
                assert!(own < *least, "{}: {ours:?}, CADNA {least} to {most}", case.name);
                continue;
            }
            // Within the scatter of its runs, and in the middle no more than a digit away.
            if !(least..=most).contains(&&own) || own.abs_diff(*middle) > 1 {
                outside.push(format!("{} {k}: {ours:?}, CADNA {least} to {most}", case.name));
            }
            compared += 1;
        }
    }
    assert!(outside.is_empty(), "{outside:#?}");
    assert!(compared >= 30);
}
