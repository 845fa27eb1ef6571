//! Taylor coefficients u^(k)/k! of an expression at every point of an interval: recurrences that hold point by point (Moore
//! 1979, section 3.4), most of them from a differential equation.

use crate::function::{Expr, Function, Rule, Shape, find};
use crate::interval::{Gap, Interval, bessel_value, modulus};
use rug::float::Constant;
use rug::{Float, Integer, Rational};
use std::sync::OnceLock;

/// Coefficients 0, 1, … of one order for all.
pub(crate) type Series = Vec<Interval>;
type Result<T> = std::result::Result<T, Gap>;

/// The coefficients of an expression over an interval, up to an order, each part by itself.
pub(crate) fn expand_parts(expr: &Expr, x: &Interval, order: usize) -> Result<Series> {
    let part = |expr: &Expr| expand_parts(expr, x, order);
    // Where one of two parts has no value anywhere, neither has the whole.
    let both = |a: &Expr, b: &Expr| match (part(a), part(b)) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(Gap::Everywhere), _) | (_, Err(Gap::Everywhere)) => Err(Gap::Everywhere),
        _ => Err(Gap::Somewhere),
    };
    let series = match expr {
        Expr::X => {
            let mut series = constant(x.clone(), order);
            if order > 0 {
                series[1] = Interval::int(1, x.prec());
            }
            series
        }
        Expr::Const(value) => constant(Interval::point(value, x.prec()), order),
        Expr::Pi => constant(Interval::constant(Constant::Pi, x.prec()), order),
        Expr::Call(function, a) => call(function, &part(a)?)?,
        Expr::Neg(a) => part(a)?.iter().map(Interval::neg).collect(),
        Expr::Add(a, b) => both(a, b).map(|(a, b)| zip(&a, &b, Interval::add))?,
        Expr::Sub(a, b) => both(a, b).map(|(a, b)| zip(&a, &b, Interval::sub))?,
        Expr::Mul(a, b) => both(a, b).map(|(a, b)| mul(&a, &b))?,
        Expr::Div(a, b) => both(a, b).and_then(|(a, b)| div(&a, &b))?,
        Expr::Powi(a, n) => powi(&part(a)?, *n)?,
        Expr::Rootn(a, n) => rootn(&part(a)?, *n)?,
    };
    let is_sound = series.iter().all(Interval::is_sound);
    if is_sound { Ok(series) } else { Err(Gap::Somewhere) }
}

fn constant(value: Interval, order: usize) -> Series {
    let zero = Interval::int(0, value.prec());
    std::iter::once(value).chain(std::iter::repeat_n(zero, order)).collect()
}

fn zip(a: &Series, b: &Series, f: fn(&Interval, &Interval) -> Interval) -> Series {
    a.iter().zip(b).map(|(a, b)| f(a, b)).collect()
}

/// Σ_j a_j·b_(k-j).
fn mul(a: &Series, b: &Series) -> Series {
    let at = |k: usize| sum((0..=k).map(|j| a[j].mul(&b[k - j])), a[0].prec());
    (0..a.len()).map(at).collect()
}

fn sum(terms: impl Iterator<Item = Interval>, prec: u32) -> Interval {
    terms.fold(Interval::int(0, prec), |sum, term| Interval::add(&term, &sum))
}

/// q with q·v = u: q_k = (u_k - Σ_(j≥1) v_j·q_(k-j))/v_0.
fn div(u: &Series, v: &Series) -> Result<Series> {
    let mut q: Series = vec![];
    for k in 0..u.len() {
        let known = sum((1..=k).map(|j| v[j].mul(&q[k - j])), u[0].prec());
        q.push(u[k].sub(&known).div(&v[0])?);
    }
    Ok(q)
}

fn with_value(mut series: Series, value: Interval) -> Series {
    series[0] = series[0].meet(&value);
    series
}

/// h with h' = u'·d and h_0 given: k·h_k = Σ_j j·u_j·d_(k-j), d_k made when h_0 … h_k are known.
fn solve(u: &Series, start: Interval, d: impl Fn(&[Interval], usize) -> Interval) -> Series {
    let prec = u[0].prec();
    let (mut h, mut known) = (vec![start], vec![]);
    for k in 1..u.len() {
        known.push(d(&h, k - 1));
        let terms = (1..=k).map(|j| u[j].times(j as i32).mul(&known[k - j]));
        h.push(sum(terms, prec).over(k as u32));
    }
    h
}

fn value(name: &str, x: &Interval) -> Result<Interval> {
    find(name).map_or(Err(Gap::Somewhere), |function| x.apply(function))
}

/// exp(factor·u).
fn exponential(u: &Series, start: Interval, factor: &Interval) -> Series {
    solve(u, start, |h, k| h[k].mul(factor))
}

/// Sine and cosine of scale·u, or the hyperbolic ones.
fn pair(u: &Series, names: (&str, &str), scale: &Interval, sign: i32) -> Result<(Series, Series)> {
    let prec = u[0].prec();
    let (mut s, mut c) = (vec![value(names.0, &u[0])?], vec![value(names.1, &u[0])?]);
    for k in 1..u.len() {
        let with = |other: &Series| {
            let terms = (1..=k).map(|j| u[j].times(j as i32).mul(&other[k - j]));
            sum(terms, prec).over(k as u32).mul(scale)
        };
        let (next_s, next_c) = (with(&c), with(&s).times(sign));
        s.push(next_s);
        c.push(next_c);
    }
    Ok((s, c))
}

/// u to the power n/d: d·k·u_0·p_k = Σ_(j≥1) (n·j - d·(k-j))·u_j·p_(k-j).
fn power(u: &Series, start: Interval, n: i32, d: i32) -> Result<Series> {
    let mut p = vec![start];
    for k in 1..u.len() {
        let factor = |j: usize| n * j as i32 - d * (k - j) as i32;
        let known = sum((1..=k).map(|j| u[j].times(factor(j)).mul(&p[k - j])), u[0].prec());
        p.push(known.div(&u[0].times(d * k as i32))?);
    }
    Ok(p)
}

fn powi(u: &Series, n: i32) -> Result<Series> {
    let start = u[0].powi(n)?;
    // The recurrence's factors stay far below 2^31.
    if !u[0].has_zero() && !(0..=64).contains(&n) {
        return power(u, start, n, 1);
    }
    let (mut result, mut square, mut rest) =
        (constant(Interval::int(1, u[0].prec()), u.len() - 1), u.clone(), n.unsigned_abs());
    while rest > 0 {
        if rest % 2 == 1 {
            result = mul(&result, &square);
        }
        rest /= 2;
        square = if rest > 0 { mul(&square, &square) } else { square };
    }
    if n < 0 { Err(Gap::Somewhere) } else { Ok(with_value(result, start)) }
}

fn rootn(u: &Series, n: i32) -> Result<Series> {
    let root = u[0].root(n.unsigned_abs())?;
    let start = if n < 0 { root.recip()? } else { root };
    power(u, start, n.signum(), n.abs())
}

/// The composition of Taylor coefficients about u_0 with u.
fn compose(outer: &[Interval], u: &Series) -> Series {
    let prec = u[0].prec();
    let step = with_value(u.clone(), Interval::int(0, prec));
    let step: Series =
        std::iter::once(Interval::int(0, prec)).chain(step.into_iter().skip(1)).collect();
    let mut result = constant(Interval::int(0, prec), u.len() - 1);
    for a in outer.iter().rev() {
        result = mul(&result, &step);
        result[0] = result[0].add(a);
    }
    result
}

/// A function of a series.
fn call(function: &Function, u: &Series) -> Result<Series> {
    let start = u[0].apply(function)?;
    if u.len() == 1 {
        return Ok(vec![start]);
    }
    let prec = u[0].prec();
    let one = Interval::int(1, prec);
    let pi = || Interval::constant(Constant::Pi, prec);
    let shifted = |by: i32| with_first(u, u[0].add(&Interval::int(by, prec)));
    // Values of 1 - u² and u² - 1 from factors, so that no bits cancel next to 1; what follows the value is that of u², which loses
    // none next to 0.
    let one_plus_square =
        || with_first(&mul(u, u), u[0].powi(2).map_or(u[0].clone(), |s| s.add(&one)));
    let opposite = |u: &Series| -> Series { u.iter().map(Interval::neg).collect() };
    let square_less_one = || with_first(&mul(u, u), shifted(-1)[0].mul(&shifted(1)[0]));
    let one_less_square = || opposite(&square_less_one());
    let integral = |d: Result<Series>, factor: Interval| -> Result<Series> {
        let d = d?;
        Ok(solve(u, start.clone(), |_, k| d[k].mul(&factor)))
    };
    let recip = |v: Series| div(&constant(one.clone(), u.len() - 1), &v);
    let recip_root = |v: Series| -> Result<Series> {
        let first = v[0].root(2)?.recip()?;
        power(&v, first, -1, 2)
    };
    let log_of = |base: i32| Interval::int(base, prec).rising(Float::ln_round);
    let exp_of = |name: &str, factor: &Interval| -> Result<Series> {
        Ok(with_first(&exponential(u, value(name, &u[0])?, factor), start.clone()))
    };
    let tangent = |factor: Interval, sign: i32| {
        solve(u, start.clone(), |h, k| {
            let square = match k {
                0 => h[0].powi(2).unwrap_or_else(|_| h[0].mul(&h[0])),
                _ => sum((0..=k).map(|j| h[j].mul(&h[k - j])), prec),
            };
            let square = square.times(sign);
            (if k == 0 { square.add(&one) } else { square }).mul(&factor)
        })
    };
    match function.names[0] {
        "exp" => exp_of("exp", &one),
        "expm1" => exp_of("exp", &one),
        "exp2" | "exp2m1" => exp_of("exp2", &log_of(2)),
        "exp10" | "exp10m1" => exp_of("exp10", &log_of(10)),
        "log" => integral(recip(u.clone()), one.clone()),
        "log2" => integral(recip(u.clone()), log_of(2).recip()?),
        "log10" => integral(recip(u.clone()), log_of(10).recip()?),
        "logp1" => integral(recip(shifted(1)), one.clone()),
        "log2p1" => integral(recip(shifted(1)), log_of(2).recip()?),
        "log10p1" => integral(recip(shifted(1)), log_of(10).recip()?),
        "sin" => pair(u, ("sin", "cos"), &one, -1).map(|(s, _)| s),
        "cos" => pair(u, ("sin", "cos"), &one, -1).map(|(_, c)| c),
        "sinpi" => pair(u, ("sinpi", "cospi"), &pi(), -1).map(|(s, _)| s),
        "cospi" => pair(u, ("sinpi", "cospi"), &pi(), -1).map(|(_, c)| c),
        "sinh" => pair(u, ("sinh", "cosh"), &one, 1).map(|(s, _)| s),
        "cosh" => pair(u, ("sinh", "cosh"), &one, 1).map(|(_, c)| c),
        "tan" => Ok(tangent(one.clone(), 1)),
        "tanpi" => Ok(tangent(pi(), 1)),
        "tanh" => Ok(tangent(one.clone(), -1)),
        "asin" => integral(recip_root(one_less_square()), one.clone()),
        "acos" => integral(recip_root(one_less_square()), one.neg()),
        "asinpi" => integral(recip_root(one_less_square()), pi().recip()?),
        "acospi" => integral(recip_root(one_less_square()), pi().recip()?.neg()),
        "atan" => integral(recip(one_plus_square()), one.clone()),
        "atanpi" => integral(recip(one_plus_square()), pi().recip()?),
        "asinh" => integral(recip_root(one_plus_square()), one.clone()),
        "acosh" => integral(recip_root(square_less_one()), one.clone()),
        "atanh" => integral(recip(one_less_square()), one.clone()),
        "sqrt" => power(u, start, 1, 2),
        "rsqrt" => power(u, start, -1, 2),
        "cbrt" => power(u, start, 1, 3),
        "erf" | "erfc" => {
            let square = with_first(&mul(u, u), u[0].powi(2)?);
            let bell =
                exponential(&square, u[0].powi(2)?.neg().rising(Float::exp_round), &one.neg());
            let factor = pi().root(2)?.recip()?.shift(1);
            let is_co = function.rule == Rule::Erf { co: true };
            integral(Ok(bell), if is_co { factor.neg() } else { factor })
        }
        "lgamma" => Ok(with_first(&compose(&log_gamma(&u[0], u.len())?, u), start)),
        "gamma" => {
            let logs = compose(&log_gamma(&u[0], u.len())?, u);
            Ok(exponential(&logs, start, &one))
        }
        _ => match function.shape {
            Shape::Bessel { order, second } => {
                let coefficients = bessel(&u[0], order, second, u.len())?;
                Ok(with_value(compose(&coefficients, u), start))
            }
            _ => Err(Gap::Somewhere),
        },
    }
}

fn with_first(series: &Series, first: Interval) -> Series {
    std::iter::once(first).chain(series.iter().skip(1).cloned()).collect()
}

/// Bernoulli's numbers B_0, B_1, …
fn bernoulli() -> &'static [Rational] {
    static NUMBERS: OnceLock<Vec<Rational>> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let mut numbers: Vec<Rational> = vec![];
        for m in 0..=140u32 {
            let term = |(j, b): (usize, &Rational)| {
                b * Rational::from(Integer::from(m + 1).binomial(j as u32))
            };
            let sum: Rational = numbers.iter().enumerate().map(term).sum();
            let first = Rational::from(u32::from(m == 0));
            numbers.push((first - sum) / (m + 1));
        }
        numbers
    })
}

/// Poles that are passed on the way to large arguments: enough for all numbers from -4096 on.
const MOST_STEPS: f64 = 8192.0;

/// Taylor coefficients of log |Γ| over an interval without poles: ψ, and for k ≥ 2 (-1)^k/k·Σ_(i≥0) (x + i)^-k, the far end
/// of the sum by its asymptotic series, whose remainder lies between 0 and the first term left out (DLMF 5.15.8).
fn log_gamma(x: &Interval, count: usize) -> Result<Series> {
    let prec = x.prec();
    let least = 16 + prec / 3;
    let steps = (Float::with_val(64, least) - &x.lo).ceil().to_f64().max(0.0);
    if steps > MOST_STEPS {
        return Err(Gap::Somewhere);
    }
    let far = x.add(&Interval::int(steps as i32, prec));
    let mut coefficients = vec![Interval::int(0, prec), x.rising(Float::digamma_round)];
    for k in 2..count as i32 {
        let near = (0..steps as i32).map(|i| x.add(&Interval::int(i, prec)).powi(-k));
        let near = sum(near.collect::<Result<Series>>()?.into_iter(), prec);
        let tails =
            [&far.lo, &far.hi].map(|z| tail(&Interval { lo: z.clone(), hi: z.clone() }, k - 1));
        let [high, low] = tails;
        let tail = Interval { lo: low?.lo, hi: high?.hi };
        let sign = if k % 2 == 0 { 1 } else { -1 };
        coefficients.push(near.add(&tail).over(k as u32).times(sign));
    }
    Ok(coefficients)
}

/// Σ_(i≥0) (z + i)^-(n+1) at a large number.
fn tail(z: &Interval, n: i32) -> Result<Interval> {
    let prec = z.prec();
    let inverse = z.recip()?;
    let mut total = Interval::int(1, prec).over(n as u32).add(&inverse.shift(-1));
    for k in 1..70u32 {
        let ways = Integer::from(2 * k + n as u32 - 1).binomial(n as u32);
        let factor = bernoulli()[2 * k as usize].clone() * ways / (2 * k);
        let term = Interval::point(&factor, prec).mul(&inverse.powi(2 * k as i32)?);
        if term.mag() < Float::with_val(prec, 1) >> prec {
            let remainder = term.hull(&Interval::int(0, prec));
            return Ok(total.add(&remainder).mul(&inverse.powi(n)?));
        }
        total = total.add(&term);
    }
    Err(Gap::Somewhere)
}

/// Taylor coefficients of J or Y over an interval: at its middle m C_n^(k) = 2^-k·Σ_i (-1)^i·C(k, i)·C_(n-k+2i) (DLMF 10.6.7),
/// shifted by Taylor's theorem; the last term is bounded all over it.
fn bessel(x: &Interval, order: i32, second: bool, count: usize) -> Result<Series> {
    let prec = x.prec();
    let middle = Float::with_val(prec, &x.lo + &x.hi) / 2u32;
    let offset = x.sub(&Interval { lo: middle.clone(), hi: middle.clone() });
    let more = if x.lo == x.hi { 0 } else { 8 };
    let all = (count + more) as i32;
    let values: Series = (0..all + 2).map(|m| bessel_value(&middle, m, second)).collect();
    let bounds = match second {
        true => (0..all + 2).map(|m| modulus(&x.lo, m)).collect::<Result<Series>>()?,
        false => vec![Interval::int(1, prec); all as usize + 2],
    };
    let binomial = |n: i32, k: i32| {
        Interval::point(&Rational::from(Integer::from(n).binomial(k as u32)), prec)
    };
    let derivative = |k: i32, values: &Series, bound: bool| {
        let term = |i: i32| {
            let m = order - k + 2 * i;
            // C_(-m) = (-1)^m·C_m.
            let negative = !bound && ((i % 2 == 1) != (m < 0 && m % 2 != 0));
            let value = values[m.unsigned_abs() as usize].mul(&binomial(k, i));
            if negative { value.neg() } else { value }
        };
        let factorial =
            Interval::point(&Rational::from(Integer::from(Integer::factorial(k as u32))), prec);
        sum((0..=k).map(term), prec).shift(-k).div(&factorial)
    };
    let at: Series = (0..all).map(|k| derivative(k, &values, false)).collect::<Result<_>>()?;
    let shifted = |k: i32| -> Result<Interval> {
        if more == 0 {
            return Ok(at[k as usize].clone());
        }
        let last = derivative(all, &bounds, true)?;
        let n = all - k;
        let rest = last.hull(&last.neg()).mul(&binomial(all, k)).mul(&offset.powi(n)?);
        let term = |j: i32| Ok(at[(k + j) as usize].mul(&binomial(k + j, k)).mul(&offset.powi(j)?));
        let terms = (0..n).map(term).collect::<Result<Series>>()?;
        Ok(sum(terms.into_iter(), prec).add(&rest))
    };
    (0..count as i32).map(shifted).collect()
}
