//! Inputs that kernels did not search, as f is so close to another function there that its cases are on the finished list of that
//! function: that they must be.
//!
//! Let f(x) = 2^m·g(2^k·x)·(1 + d) with |d| ≤ D(x), and let f(x) be less than 2^-b spacings w from a breakpoint β = Z·w. Breakpoints
//! have p bits, so that |f(x)| < 2^p·w. Divide by 2^m: F = f(x)/2^m is less than 2^-b·W from B = Z·W with W = w/2^m, and y = g(2^k·x)
//! is D·y from F at most. As D ≤ 2^-(b+p+2), that is below 2^(p+1)·D·W ≤ 2^-(b+1)·W.
//!
//! - If F and y have one exponent, then the breakpoints next to y are W apart, too: y is less than (2^-b + 2^-(b+1))·W from B, fewer
//!   than 2^-(b-1) spacings, and Z is as odd as it was.
//! - Otherwise a power of two P is between F and y, or at one of them. It is a multiple of W, and less than 2^-(b+1)·W from F, so that
//!   it is B; neither at F nor at y is P a midpoint. And y is less than 2^-(b+1)·W from P, that is 2^-b spacings or less, since the
//!   spacing at y is W/2 at least.
//!
//! So with 2^-b ≤ 2^-(c+1), y is less than 2^-c spacings from a breakpoint that counts as β does: the list of g for 2^-c has 2^k·x,
//! unless g takes a breakpoint's value there. From 16 on, all g and f of the table are above 1, and no result is subnormal; that no
//! y overflows, and that each 2^k·x is a number, is checked.

use crate::cases::{Found, within};
use crate::function::{Expr, Rule, find};
use crate::interval::Interval;
use crate::json::Value;
use crate::number::{power_of_two, shown};
use crate::request::Request;
use crate::stop::{Checked, Progress};
use crate::tiling::{Run, Tiling, Work, number};
use rug::{Integer, Rational};

/// D, which falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Falls {
    /// g(x)^-n.
    Value(i32),
    /// x^-n.
    Input(i32),
}

/// A function with the one that it approaches, for x from 16 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) f: &'static str,
    pub(crate) g: &'static str,
    /// k: g is taken at 2^k·x.
    pub(crate) shift: i32,
    pub(crate) difference: Falls,
}

/// All of them.
///
/// - sinh and cosh are e^x/2·(1 ∓ e^(-2x)), and b^x - 1 is b^x·(1 - b^(-x)).
/// - log(1 + x) = log x + log(1 + 1/x). To any base, the second is ln(1 + 1/x)/ln x < (1/x)/ln x of the first, and ln x > 1.
/// - acosh and asinh are ln(2x) + ln((1 + √(1 ∓ u))/2) with u = 1/x². As |√(1 ∓ u) - 1| ≤ u, that is |ln(1 + t)| with |t| ≤ u/2,
///   u at most, and ln(2x) > 1.
pub(crate) const PAIRS: [Pair; 10] = [
    Pair { f: "sinh", g: "exp", shift: 0, difference: Falls::Value(2) },
    Pair { f: "cosh", g: "exp", shift: 0, difference: Falls::Value(2) },
    Pair { f: "expm1", g: "exp", shift: 0, difference: Falls::Value(1) },
    Pair { f: "exp2m1", g: "exp2", shift: 0, difference: Falls::Value(1) },
    Pair { f: "exp10m1", g: "exp10", shift: 0, difference: Falls::Value(1) },
    Pair { f: "logp1", g: "log", shift: 0, difference: Falls::Input(1) },
    Pair { f: "log2p1", g: "log2", shift: 0, difference: Falls::Input(1) },
    Pair { f: "log10p1", g: "log10", shift: 0, difference: Falls::Input(1) },
    Pair { f: "acosh", g: "log", shift: 1, difference: Falls::Input(2) },
    Pair { f: "asinh", g: "log", shift: 1, difference: Falls::Input(2) },
];

/// The least input of the table.
const LEAST: u32 = 16;

impl Pair {
    /// The pair of a function of x.
    pub(crate) fn of(expr: &Expr) -> Option<&'static Pair> {
        let Expr::Call(function, argument) = expr else { return None };
        PAIRS.iter().find(|pair| **argument == Expr::X && pair.f == function.names[0])
    }

    /// An enclosure of g at 2^k·x.
    fn value(&self, x: &Rational) -> Option<Interval> {
        let at = Rational::from(x << self.shift);
        let prec = at.numer().significant_bits() + 64;
        Interval::point(&at, prec).apply(find(self.g)?).ok()
    }

    /// Whether D ≤ 2^-n from an input on: of what D is 1 over, the lower end is compared.
    pub(crate) fn is_close(&self, x: &Rational, n: u32) -> bool {
        let most = power_of_two(n as i32);
        match self.difference {
            Falls::Value(power) => {
                let value = self.value(x).and_then(|value| value.powi(power).ok());
                *x >= LEAST && value.is_some_and(|value| value.lo >= most)
            }
            Falls::Input(power) => {
                *x >= LEAST && (0..power).fold(Rational::from(1), |y, _| y * x) >= most
            }
        }
    }

    /// Whether 2^k·x is a number, and g there below 2^(emax+1); then so it is at smaller inputs, as all g rise.
    fn is_inside(&self, request: &Request, x: &Rational) -> bool {
        let is_number = request.input.ordinal(&Rational::from(x << self.shift)).is_some();
        let beyond = power_of_two(request.output.emax + 1);
        is_number && self.value(x).is_some_and(|value| value.hi < beyond)
    }

    /// The inputs of a run at which g is rational: integers, or powers of its base.
    fn exact(&self, request: &Request, run: &Run) -> Vec<u64> {
        let segment = &request.segments[run.segment];
        let [first, last] = [run.inputs.start, run.inputs.end - 1].map(|index| segment.x(index));
        let index = |n: &Integer| {
            let units = Rational::from(n) >> segment.ulp;
            let index = units.is_integer().then(|| Integer::from(units.numer() - &segment.first));
            index.and_then(|index| index.to_u64()).filter(|index| run.inputs.contains(index))
        };
        let mut all = vec![];
        match find(self.g).map(|g| g.rule) {
            // There are few, as g does not overflow.
            Some(Rule::Power(..)) => {
                let mut n = first.ceil().numer().clone();
                while n <= last {
                    all.extend(index(&n));
                    n += 1u32;
                }
            }
            Some(Rule::Log(base, _)) => {
                let mut power = Integer::from(base);
                while power <= last {
                    all.extend(index(&power));
                    power *= base;
                }
            }
            _ => {}
        }
        all
    }
}

/// What was taken from a list, which was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asymptote {
    /// g.
    pub(crate) function: String,
    /// c, where the list has what is within 2^-c.
    pub(crate) bits: u32,
    /// From where to where.
    pub(crate) range: [String; 2],
    /// How many inputs the list has.
    pub(crate) cases: u64,
    /// Its SHA-256.
    pub(crate) list: String,
    /// How many inputs of f rest on it, in how many runs.
    pub(crate) inputs: u128,
    pub(crate) runs: usize,
}

impl Asymptote {
    /// Checks what is said, if anything is.
    pub(crate) fn check(
        request: &Request,
        tiling: &Tiling,
        found: &Found,
        certificate: &Value<'_>,
    ) -> Checked<Option<Asymptote>> {
        let Some(entry) = certificate.find("asymptote") else { return Ok(None) };
        entry.only(&["function", "bits", "range", "cases", "list", "runs"])?;
        let Some(pair) = Pair::of(&request.expr).filter(|_| !request.inverse) else {
            return refuse!(
                "asymptote: `{:.80}`{} is not known to have its cases on the list of another function",
                request.function,
                if request.inverse { " with its inverse" } else { "" }
            );
        };
        let range = entry.at("range")?.list()?;
        ensure!(range.len() == 2, "asymptote: a range has two ends")?;
        let told = Asymptote {
            function: entry.at("function")?.text()?.to_owned(),
            bits: entry.int_at("bits")?,
            range: [range[0].text()?.to_owned(), range[1].text()?.to_owned()],
            cases: entry.int_at("cases")?,
            list: entry.at("list")?.text()?.to_owned(),
            inputs: tiling.from_list.iter().map(|run| u128::from(run.count())).sum(),
            runs: tiling.from_list.len(),
        };
        ensure!(
            told.function == format!("{}(x)", pair.g),
            "asymptote: {} has its cases on the list of {}(x), not of `{:.80}`",
            request.function,
            pair.g,
            told.function
        )?;
        ensure!(
            (2..request.bits).contains(&told.bits),
            "asymptote: a list for 2^-{} is not enough for 2^-{}, which takes one for 2^-{} or fewer bits",
            told.bits,
            request.bits,
            request.bits - 1
        )?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        ensure!(
            told.list.len() == 64 && told.list.bytes().all(is_digit),
            "asymptote: `{:.80}` is no SHA-256",
            told.list
        )?;
        ensure!(
            !tiling.from_list.is_empty(),
            "asymptote: there are no inputs that rest on a list"
        )?;
        let ends = [number(&told.range[0])?, number(&told.range[1])?];
        ensure!(
            ends.iter().all(|end| request.input.ordinal(end).is_some()),
            "asymptote: the list is said to go from {:.80} to {:.80}, which are not both numbers of the format",
            told.range[0],
            told.range[1]
        )?;
        let mut findings = 0;
        for run in &tiling.from_list {
            findings += Listed { request, tiling, found, pair, run }.check(&ends)?;
        }
        ensure!(
            findings <= u128::from(told.cases),
            "asymptote: {findings} findings are from a list of {}",
            told.cases
        )?;
        Ok(Some(told))
    }

    /// What rests on which list, in words.
    pub(crate) fn words(&self) -> String {
        let Asymptote { function, bits, cases, list, inputs, runs, .. } = self;
        format!(
            "from a list   {inputs} inputs in {runs} runs: their cases were taken from the list of {function} for 2^-{bits}, \
             {cases} inputs with SHA-256 {list:.16}…"
        )
    }

    /// What is not proved, in words.
    pub(crate) fn trust(&self) -> String {
        let Asymptote { function, bits, range: [from, to], list, .. } = self;
        format!(
            "- that the list of {function} with SHA-256 {list:.16}… has all its cases for 2^-{bits} from {from} to {to} in these \
             formats and modes, and that all those were examined"
        )
    }
}

/// A run of inputs that rest on a list.
struct Listed<'a> {
    request: &'a Request,
    tiling: &'a Tiling,
    found: &'a Found,
    pair: &'a Pair,
    run: &'a Run,
}

impl Listed<'_> {
    /// Checks it, of a list with these ends; how many findings of it must be on the list.
    fn check(&self, ends: &[Rational; 2]) -> Checked<u128> {
        let Listed { request, tiling, found, pair, run } = *self;
        let segment = &request.segments[run.segment];
        let [first, last] = [run.inputs.start, run.inputs.end - 1].map(|index| segment.x(index));
        let place = format!("asymptote, the inputs from {} to {}", shown(&first), shown(&last));
        ensure!(first >= LEAST, "{place}: they are not all {LEAST} or more")?;
        let [low, high] = [&first, &last].map(|x| Rational::from(x << pair.shift));
        ensure!(
            ends[0] <= low && high <= ends[1],
            "{place}: the list of {}(x) does not reach so far",
            pair.g
        )?;
        let portions = tiling.portions(std::slice::from_ref(run));
        ensure!(
            portions.iter().all(|(_, work)| matches!(work, Work::Search(_))),
            "{place}: not all are in spans that kernels search"
        )?;
        let covered = tiling.covered_of(run);
        ensure!(covered == run.count(), "{place}: {covered} of {} are covered", run.count())?;
        let needed = request.bits + request.breakpoint_bits() as u32 + 2;
        ensure!(
            pair.is_close(&first, needed),
            "{place}: there {} is not within 2^-{needed} of what {}(x) tells of it",
            request.function,
            pair.g
        )?;
        ensure!(
            pair.is_inside(request, &last),
            "{place}: there {}(x) overflows, or is taken at what is no number",
            pair.g
        )?;
        let own = within(&found.own, run.segment, &run.inputs);
        let mut findings = own.len() as u128;
        let rational = pair.exact(request, run);
        let mut progress = Progress::new();
        for (done, index) in rational.iter().enumerate() {
            progress.tell("exact values of an asymptote", done as u128, rational.len() as u128);
            let x = segment.x(*index);
            let is_listed = !within(own, run.segment, &(*index..index + 1)).is_empty();
            findings -= u128::from(is_listed);
            // f is a case only where g takes a breakpoint's value: this is decided by f itself.
            ensure!(
                is_listed || !request.is_left_out(&x)?,
                "{place}: {} is a case that is not listed; {}(x) is exact there",
                shown(&x),
                pair.g
            )?;
        }
        Ok(findings)
    }
}
