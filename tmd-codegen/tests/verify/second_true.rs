//! What is true is accepted by the independent checker, too: requests of every kind.

use super::*;
use std::time::Instant;

/// A request, and what its certificate must have, or it would not be one of its kind.
type Kind = (&'static str, fn(&Certificate) -> bool);

const SEARCHED: fn(&Certificate) -> bool = |c| !c.spans.is_empty() && c.cases > 0;
const SLICE: fn(&Certificate) -> bool = |c| !c.spans.is_empty() && c.input_format.precision == 53;
const DRIFTS: fn(&Certificate) -> bool = |c| !c.drifts.is_empty();
const DECIDED: fn(&Certificate) -> bool = |c| !c.decided.is_empty();
const INVERSE: fn(&Certificate) -> bool = |c| !c.found.as_ref().unwrap().inverse.is_empty();
const ANY: fn(&Certificate) -> bool = |_| true;

const KINDS: &[Kind] = &[
    // Exponentials and logarithms.
    ("exp --range all --precision bfloat16", DECIDED),
    ("exp2 --range -3,4 --precision 9 --bits 5", |c| !c.direct.is_empty()),
    ("expm1 --range 0x1p-70,0x1p-69 --precision binary32 --bits 20", DRIFTS),
    ("exp10 --range all --precision 6 --bits 4", DECIDED),
    ("log --range 0.5,2 --precision 12 --bits 6 --rounding directed", SEARCHED),
    ("log2 --range 1,2 --precision 14 --bits 7 --rounding nearest", SEARCHED),
    ("log10 --range all --precision bfloat16 --bits 6", DECIDED),
    ("logp1 --range 1,4 --precision 15 --bits 7", SEARCHED),
    // Trigonometric and hyperbolic functions, and their inverses.
    ("sin --range 0x1p0,0x1.000001p0 --precision 53 --bits 36", SLICE),
    ("cos --range 0.5,1 --precision 14 --bits 7", SEARCHED),
    ("tan --range 0.25,1 --precision 13 --bits 7", SEARCHED),
    ("sinpi --range 0.125,0.375 --precision 13 --bits 7", SEARCHED),
    ("asin --range 0.25,0.5 --precision 14 --bits 7", SEARCHED),
    ("acos --range -0.5,-0.25 --precision 14 --bits 7", SEARCHED),
    ("atan --range 1,4 --precision 13 --bits 7", SEARCHED),
    ("sinh --range 1,2 --precision 14 --bits 7", SEARCHED),
    // Nearly constant about 0, where it is a breakpoint.
    ("cos --range -64,64 --precision 16 --bits 6", DRIFTS),
    ("cosh --range -2^-40,2^-40 --precision 24 --bits 10", DRIFTS),
    ("tanh --range 0.25,0.5 --precision 14 --bits 7", SEARCHED),
    ("acosh --range 2,4 --precision 14 --bits 7", SEARCHED),
    // Algebraic functions.
    ("sqrt --binade 1,2 --precision 11 --bits 8", ANY),
    ("rsqrt --range 1,4 --precision 14 --bits 7", SEARCHED),
    ("cbrt --range -9,-1 --precision 12 --bits 6 --with-inverse", INVERSE),
    ("x * x --range 1,3 --precision 12 --bits 6 --with-inverse", INVERSE),
    ("1 / x --range 1,3 --precision 12 --bits 6 --with-inverse", INVERSE),
    ("powi --param n=3 --range 1,2 --precision 14 --bits 7", SEARCHED),
    // Special functions.
    ("erf --range 0.5,1 --precision 13 --bits 6", SEARCHED),
    ("gamma --range 2,4 --precision 12 --bits 6", SEARCHED),
    ("lgamma --range 3,4 --precision 12 --bits 6", SEARCHED),
    ("j0 --range 1,2 --precision 12 --bits 6", SEARCHED),
    // Compositions.
    ("exp(x) * sin(x) --range -2,-1 --precision 11 --bits 5", SEARCHED),
    ("sqrt(1 + x * x) --range 1,2 --precision 13 --bits 7", SEARCHED),
    ("log(1 + exp(x)) --range 1,2 --precision 13 --bits 7", SEARCHED),
    ("exp(2 * log(x)) --range 1.125,1.875 --precision 8 --bits 4", |c| c.unknown > 0),
    // Both ends of binary64.
    ("log --range 0x1p-1074,0x1p-1060 --precision 53 --bits 8", ANY),
    ("sqrt --range 0x1.ffffffffff8p1023,0x1.ffffffffffcp1023 --precision 53 --bits 20", DRIFTS),
    // Distances just below a power of two.
    ("exp --range=-0x1.0000000000004p-648,-0x1.ffffffffffffcp-649 --bits 44", SEARCHED),
    ("exp --range=-0x1.0000000000004p-694,-0x1.ffffffffffffcp-695 --bits 44", SEARCHED),
    // Forced tests.
    ("exp --range 1,0x1.00001p0 --precision 40 --bits 24 --test lefevre", SLICE40),
    ("exp --range 1,0x1.00001p0 --precision 40 --bits 24 --test regular", SLICE40),
    ("exp --range 1,0x1.00001p0 --precision 40 --bits 24 --test regular-cut", SLICE40),
    ("exp --range 1,0x1.00001p0 --precision 40 --bits 24 --test shared", SLICE40),
    // Many spans that share a kernel by arcs: its loops are just long enough for the widest.
    ("log1p --range 2^-40,2^-10 --precision 24", |c| {
        c.spans.len() > 10 && c.kernels.len() < c.spans.len()
    }),
    ("exp --range 1,0x1.000001p0 --test arcs --bits 24", |c| !c.spans[0].obligations.is_empty()),
    // Inverses, and what is decided at once.
    ("exp --binade 1,2 --precision 14 --bits 6 --with-inverse", INVERSE),
    ("log --range 2,0x1p20 --precision bfloat16 --bits 6 --with-inverse", INVERSE),
    ("exp --range 0x1p10,0x1p11 --precision binary32", DECIDED),
    // Next to 1 by less than a search spends bits on telling its side; powers whose exponent is no i32 of either sign.
    ("erf --range=-54,-52 --precision bfloat16", ANY),
    ("exp10 --range=-0x1.02p31,-0x1.fep30 --precision bfloat16", ANY),
    // A second derivative that is 0 at an end, and inputs on both sides of a zero.
    ("acos --range 0,0x1p-12 --precision binary16 --direct off", DRIFTS),
    ("y1 --range 0x1.5b7ep2,0x1.5b8p2 --precision binary32 --bits 24", |c| c.spans.len() > 10),
    // Results just below the power of two at the end of their binade; tiny numbers below 0.
    ("j1 --range=-0x1p-124,-0x1.fffffcp-125 --precision binary32 --bits 24", ANY),
    ("j0 --range=-0x1p-30,-0x1p-40 --precision binary32 --bits 24", DRIFTS),
    ("lgamma --range=-0x1p-121,-0x1.fffffp-122 --precision binary32 --bits 24", ANY),
    // Runs beside poles.
    ("gamma --range=-1024,-1022 --precision binary32 --bits 24", DRIFTS),
    ("gamma --range=-0x1p24,-0x1p20 --precision binary32", DECIDED),
    ("lgamma --range=-0x1p40,-0x1.ffp22 --precision binary32", DECIDED),
    ("y1 --range 2^80,2^81 --precision binary32", |c| c.examined_directly == 1 << 23),
];

const SLICE40: fn(&Certificate) -> bool = |c| !c.spans.is_empty() && c.kernels[0].stages.len() > 1;

/// The words of a request: a function, which may have spaces, and options.
fn words(request: &str) -> Vec<&str> {
    let (function, options) = request.split_once(" --").expect("options");
    let options = &request[request.len() - options.len() - 2..];
    [function].into_iter().chain(options.split(' ')).collect()
}

#[test]
fn certificates_of_every_kind_are_accepted() {
    let mut longest = (0.0, "");
    let mut wrong = vec![];
    for (request, is_of_its_kind) in KINDS {
        let certificate = searched(&words(request));
        let start = Instant::now();
        let (code, said) = independent::verdict(text(&certificate).as_bytes(), 1, 1);
        let seconds = start.elapsed().as_secs_f64();
        if code != 0 || !said.contains("all covered, once") || !is_of_its_kind(&certificate) {
            let Certificate { spans, drifts, decided, direct, cases, .. } = &certificate;
            let parts = [spans.len(), drifts.len(), decided.len(), direct.len(), *cases];
            wrong.push(format!("{request}: {parts:?}: {code}: {said}"));
        }
        if seconds > longest.0 {
            longest = (seconds, request);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (seconds, request) = longest;
    println!("{} requests accepted, the longest in {seconds:.1} s: {request}", KINDS.len());
    assert!(KINDS.len() >= 20 && seconds < 20.0, "{request}: {seconds} s");
}

#[test]
fn searches_in_units_are_accepted() {
    let part = Work { share: 1, shares: 3, most: 2, ..Work::default() };
    for certificate in [campaign(), &certified("independent", part, true), whole_format(), runs()] {
        let said = independent::accepts(text(certificate).as_bytes());
        let expected = if certificate.complete { "all covered, once" } else { "named in gaps" };
        says(&said, &[expected, "trusted, because it is not checked here"]);
    }
}
