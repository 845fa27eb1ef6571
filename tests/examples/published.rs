//! Slices of binades around published hard cases: every published case must be found, and everything that is
//! found must be hard by an evaluation of its own.
//!
//! `cargo run --release -p tmd-tests --example published -- FOLDER [LG]` takes the `.wc` files of a folder (inputs as
//! C99 hexadecimal floats, a file a function) and searches 2^LG inputs (2^38 if not given) around the hardest case
//! of each of several binades; then slices of the functions for which no file is known. It prints a table,
//! and ends with 1 if anything is missed or wrong.

use rug::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::plan;
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::spec::{Format, FormatName};
use tmd_codegen::verdict::Verdict;
use tmd_runtime::Level;
use tmd_tests::brute::{self, Function, OF_INTEGERS, TABLE};
use tmd_tests::engine::Engine;
use tmd_tests::{hex, search, whole};

/// Files, functions, formats and the identical bits from which on the files are said to be complete.
const FILES: &[(&str, &str, &str, u32)] = &[
    ("acos.wc", "acos", "binary64", 44),
    ("cbrt.wc", "cbrt", "binary64", 44),
    ("cos.wc", "cos", "binary64", 43),
    ("erfc.wc", "erfc", "binary64", 44),
    ("exp.wc", "exp", "binary64", 44),
    ("exp10.wc", "exp10", "binary64", 44),
    ("exp2.wc", "exp2", "binary64", 44),
    ("log.wc", "log", "binary64", 47),
    ("log1p.wc", "log1p", "binary64", 44),
    ("log2.wc", "log2", "binary64", 44),
    ("sin.wc", "sin", "binary64", 43),
    ("binary80_expl.wc", "exp", "x87", 54),
    ("binary80_cbrtl.wc", "cbrt", "x87", 54),
];

/// Binades of a file that are looked at.
const BINADES: usize = 8;

/// What to search and what is known of it.
struct Slice {
    function: Function,
    format: Format,
    from: Rational,
    to: Rational,
    bits: u32,
    /// Published cases of at least that many bits; none where no list is known.
    published: Option<BTreeSet<Rational>>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("published FOLDER [LG]: the folder holds the .wc files");
        return ExitCode::from(2);
    };
    let lg: u32 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(38);
    let mut slices = vec![];
    for &(file, text, format, bits) in FILES {
        match std::fs::read_to_string(Path::new(&folder).join(file)) {
            Ok(lines) => slices.extend(of_file(&lines, text, format, bits, lg)),
            Err(error) => println!("{file} is not read: {error}"),
        }
    }
    slices.extend(others(lg));
    let mut bad = 0;
    let mut pairs = BTreeSet::new();
    for slice in &slices {
        pairs.insert((slice.function.text, slice.format.precision, exponent(&slice.from)));
        bad += usize::from(!check(slice));
    }
    println!(
        "{} slices, {} (function, binade) pairs, {bad} of them wrong",
        slices.len(),
        pairs.len()
    );
    ExitCode::from(u8::from(bad > 0))
}

/// e and the sign of the binade of a number other than 0.
fn exponent(x: &Rational) -> (i32, bool) {
    let float = rug::Float::with_val_round(64, x, rug::float::Round::Zero).0;
    (float.get_exp().unwrap_or(0) - 1, *x < 0)
}

fn format_of(name: &str) -> Format {
    FormatName::parse("format", name).and_then(FormatName::format).expect("a format")
}

/// The slices of a file: around the hardest case of the binades with the most cases.
fn of_file(lines: &str, text: &'static str, format: &str, bits: u32, lg: u32) -> Vec<Slice> {
    let (function, format) = (brute::function(text), format_of(format));
    let mut binades: BTreeMap<(i32, bool), Vec<Rational>> = BTreeMap::new();
    for x in lines.lines().filter_map(|line| hex::parse(line.trim())).filter(|x| *x != 0) {
        binades.entry(exponent(&x)).or_default().push(x);
    }
    let mut order: Vec<_> = binades.into_iter().collect();
    order.sort_by_key(|(_, inputs)| std::cmp::Reverse(inputs.len()));
    order
        .into_iter()
        .filter_map(|((e, _), inputs)| {
            let hard = whole::search(&function, &inputs, &format, Rounding::All, bits);
            // Neighbours of one another are runs near an identity, which files do not list in full.
            let hardest = hard.iter().max_by_key(|(_, near)| near.identical_bits.unwrap_or(0))?.0;
            let (from, to) = around(hardest, e, &format, lg);
            let inside = |x: &&Rational| from <= **x && **x < to;
            let published = hard.keys().filter(inside).cloned().collect();
            let published = Some(published);
            Some(Slice { function, format: format.clone(), from, to, bits, published })
        })
        .take(BINADES)
        .collect()
}

/// 2^lg inputs of the binade around x.
fn around(x: &Rational, e: i32, format: &Format, lg: u32) -> (Rational, Rational) {
    let ulp = (e - (format.precision as i32 - 1)).max(format.least_ulp());
    let index = Integer::from(Rational::from(x >> ulp).numer());
    let half = Integer::from(1) << (lg - 1);
    let least = Integer::from(1) << (format.precision - 1);
    // Subnormal numbers have fewer digits.
    let (low, high) = match e < format.emin {
        true => (Integer::from(1), least),
        false => (least.clone(), least * 2u32),
    };
    let (low, high) = if index < 0 { (1 - high, 1 - low) } else { (low, high) };
    let from = Integer::from(&index - &half).max(low);
    let to = Integer::from(&index + &half).min(high);
    (Rational::from(from) << ulp, Rational::from(to) << ulp)
}

/// The functions of the table on slices that nobody has published, with a threshold that lets chance find some.
fn others(lg: u32) -> Vec<Slice> {
    let x87 = [("sin", 0.75)].map(|(text, from)| (brute::function(text), from, "x87"));
    let table =
        TABLE.iter().chain(OF_INTEGERS).map(|(function, (from, _))| (*function, *from, "binary64"));
    table
        .chain(x87)
        .map(|(function, from, format)| {
            let format = format_of(format);
            let from = Rational::from_f64(from).expect("finite");
            let (e, _) = exponent(&from);
            let ulp = e - (format.precision as i32 - 1);
            let to = &from + (Rational::from(1) << (ulp + lg as i32));
            Slice { function, format, from, to, bits: lg - 5, published: None }
        })
        .collect()
}

/// Searches a slice and says what came out; false if something is missed or wrong.
fn check(slice: &Slice) -> bool {
    let Slice { function, format, from, to, bits, published } = slice;
    let name = FormatName::parse("format", &format.name).expect("a name");
    let request = Request {
        precision: name,
        bits: Some(*bits),
        ..Request::in_range(function.text, &format!("{},{}", written(from), written(to)))
    };
    let plan = match plan::make(&request) {
        Ok(plan) => plan,
        Err(diag) => {
            println!("{} in {}: {}", function.text, format.name, diag.render(false));
            return false;
        }
    };
    let kernels = Engine::Native(Level::detect()).kernels(&plan);
    let report = search::run(&plan, &kernels, 2);
    let findings = report.findings.to_vec().expect("memory");
    let of = |way: fn(&Verdict) -> bool| -> Vec<Rational> {
        let findings = findings.iter().filter(|finding| way(&finding.verdict));
        findings.map(|finding| hex::parse(&finding.x).expect("a number")).collect()
    };
    let xs = of(|verdict| matches!(verdict, Verdict::Hard { .. }));
    // Lists hold cubes and the like, too, which evaluation alone does not tell from hard cases.
    let exact: BTreeSet<Rational> =
        of(|verdict| matches!(verdict, Verdict::Exact(_))).into_iter().collect();
    let confirmed = whole::search(function, &xs, format, Rounding::All, *bits);
    let found: BTreeSet<Rational> = xs.iter().cloned().collect();
    let is_known = |x: &&Rational| found.contains(*x) || exact.contains(*x);
    let missed = published.iter().flatten().filter(|x| !is_known(x)).count();
    let wrong = xs.iter().filter(|x| !confirmed.contains_key(*x)).count();
    let known = published.as_ref().map_or(0, BTreeSet::len);
    let new = match published {
        Some(published) => found.difference(published).count().to_string(),
        None => "-".to_owned(),
    };
    let ok = missed == 0 && wrong == 0 && report.runs.is_empty();
    let (e, negative) = exponent(from);
    println!(
        "{:<8} {:<8} {}2^{e:<5} 2^{:<5.2} inputs, {bits} bits: {} found, {} exact, {:.1} by chance; {known} published, {missed} missed, {new} new, {wrong} wrong, {} in runs; {} kernels, {:.2} s{}",
        function.text,
        format.name,
        if negative { "-" } else { " " },
        (plan.inputs() as f64).log2(),
        found.len(),
        exact.len(),
        plan.expected_cases(),
        report.runs.len(),
        plan.kernels.len(),
        report.seconds,
        if ok { "" } else { "  <- !" }
    );
    for x in found.iter().filter(|x| published.as_ref().is_some_and(|known| !known.contains(*x))) {
        println!("    new: {}", written(x));
    }
    ok
}

/// A binary fraction as a hexadecimal float.
fn written(x: &Rational) -> String {
    tmd_codegen::spec::Constant::from_rational("x", x).text
}
