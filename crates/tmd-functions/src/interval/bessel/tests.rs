use rug::{Float, Integer};

use super::super::testing::{Random, interval};
use super::super::{EvalCause, Interval, Series};
use super::binomials::over_factorial;
use super::bounds::moduli;
use super::function::{Bessel, J0, J1, Y0, Y1};
use super::values::{Kind, values};

const ALL: [Bessel; 4] = [J0, J1, Y0, Y1];
const ORDER: usize = 16;
const ARGUMENTS: [f64; 14] =
    [1e-300, 1e-6, 0.3, 1.0, 2.75, 3.8317059, 5.5, 17.0, 33.3, 100.25, 811.0, 1e5, 1e9, 1e300];

/// The value at `x`, from MPFR.
fn value(function: Bessel, x: &Float) -> Float {
    match function.kind {
        Kind::First => x.clone().jn(function.order as i32),
        Kind::Second => x.clone().yn(function.order as i32),
    }
}

fn point(x: f64, prec: u32) -> Interval {
    Interval::from_f64(x, prec).unwrap()
}

fn one(prec: u32) -> Float {
    Float::with_val(prec, 1)
}

/// The coefficients of the derivative.
fn derivative(series: &Series) -> Vec<Interval> {
    let all = series.coefficients().iter().enumerate();
    all.skip(1).map(|(k, c)| c.mul_i64(k as i64)).collect()
}

/// An interval where Y is defined: narrow, wide, near 0, around the first turning points, far.
fn sample(random: &mut Random) -> Interval {
    let a = match random.below(4) {
        0 => random.between(-30.0, 1.0).exp2(),
        1 => random.between(0.0, 6.0),
        2 => random.between(1.0, 60.0),
        _ => random.between(0.0, 40.0).exp2(),
    };
    let width = match random.below(5) {
        0 => 0.0,
        1 => a * 1e-12,
        2 => random.between(0.0, a.min(1.0) * 0.1),
        3 => random.between(0.0, a.min(2.0)),
        _ => random.between(0.0, 20.0),
    };
    interval(a, a + width)
}

#[test]
fn enclosures_contain_point_values() {
    let mut random = Random::new(81);
    let mut monotone = 0;
    for _ in 0..1500 {
        let x = sample(&mut random);
        let mirrored = [x.clone(), x.neg(), x.neg().hull(&x), random.interval()];
        for function in ALL {
            let count = if function.kind == Kind::First { 4 } else { 1 };
            for x in &mirrored[..count] {
                let image = function.image(x, None);
                monotone += usize::from(function.image_of_ends(x, None).is_some());
                for at in [random.inside(x), random.inside(x), x.lo.clone(), x.hi.clone()] {
                    let want = value(function, &Float::with_val(200, &at));
                    assert!(image.contains(&want), "{function:?} {x}: {image} {at}");
                }
            }
        }
    }
    assert!(monotone > 3000 && monotone < 14_000, "{monotone}");
}

/// Σ_i (-1)^i·(x/2)^(2i+m)/(i!·(i+m)!) (DLMF 10.2.2).
fn power_series(m: usize, x: f64, prec: u32) -> Float {
    let half = Float::with_val(prec, x) / 2u32;
    let mut term = one(prec);
    for i in 1..=m {
        term = term * &half / i as u32;
    }
    let square = -half.square();
    let mut sum = term.clone();
    for i in 1..2000 {
        term = term * &square / i / (i + m as u32);
        sum += &term;
    }
    sum
}

/// No belief in MPFR: J from its power series, and Y from J_(m+1)·Y_m - J_m·Y_(m+1) = 2/(πx) (DLMF 10.5.2).
#[test]
fn values_of_all_orders_are_right() {
    for x in ARGUMENTS.into_iter().filter(|x| *x < 900.0) {
        for prec in [64, 150, 700] {
            let at = Float::with_val(53, x);
            let j = values(Kind::First, &at, 40, prec);
            let y = values(Kind::Second, &at, 40, prec);
            for (m, value) in j.iter().enumerate() {
                let want = power_series(m, x, 4000);
                assert!(value.contains(&want), "J_{m}({x}): {value} {want:.20}");
                let limit = want.abs() >> (prec - 3);
                let recurred = one(prec) >> (prec - 1);
                let least = if x < 40.0 { limit } else { limit + recurred };
                assert!(value.width() <= least, "J_{m}({x}): {value} {:.5}", value.width());
            }
            let want = Interval::one(prec).mul_i64(2).div(&Interval::pi(prec)).unwrap();
            let want = want.div(&point(x, prec)).unwrap();
            for m in 0..39 {
                let wronskian = j[m + 1].mul(&y[m]).sub(&j[m].mul(&y[m + 1]));
                assert!(wronskian.intersect(&want).is_some(), "{m} {x}: {wronskian} {want}");
                let size = Float::with_val(60, want.mag() * (x + m as f64 + 2.0));
                assert!(wronskian.width() <= size >> (prec - 8), "{m} {x} {prec}: {wronskian}");
                let mpfr = Float::with_val(prec + 60, at.yn_ref(m as i32));
                assert!(y[m].contains(&mpfr), "Y_{m}({x}): {} {mpfr}", y[m]);
            }
        }
    }
}

/// Falling, and never below the function, to its right.
#[test]
fn moduli_bound_what_comes_after() {
    let mut random = Random::new(82);
    for _ in 0..300 {
        let x = random.between(-10.0, 12.0).exp2();
        let later = Float::with_val(53, x * (1.0 + random.unit() * 3.0));
        let list = moduli(&Float::with_val(53, x));
        for (m, bound) in list.iter().enumerate() {
            let j = Float::with_val(80, later.jn_ref(m as i32));
            let y = Float::with_val(80, later.yn_ref(m as i32));
            assert!(*bound >= j.hypot(&y), "{m} {x} {later}");
        }
        // M_0(x) is nearly √(2/(πx)) for large x.
        let usual = (2.0 / std::f64::consts::PI / x).sqrt();
        assert!(x < 1.0 || (list[0].to_f64() / usual - 1.0).abs() < 0.1, "{x} {:.5}", list[0]);
    }
}

#[test]
fn first_turning_points() {
    for function in ALL {
        let slope = |x: f64| function.at_number(&Float::with_val(53, x), 1, 80)[1].clone();
        let sign = slope(1.0).lo > 0;
        for i in 1..=1000 {
            let slope = slope(function.unturned * f64::from(i) / 1000.0);
            assert!(!slope.contains_zero() && (slope.lo > 0) == sign, "{function:?} {i}");
        }
        let after = slope(function.unturned + 2e-4);
        assert!(!after.contains_zero() && (after.lo > 0) != sign, "{function:?} {after}");
        let extremum = value(function, &Float::with_val(53, function.unturned)).to_f64();
        let (least, largest) = function.range;
        assert!(least < extremum && extremum < largest, "{function:?}");
        let is_tight = least.abs() - extremum.abs() < 1e-5;
        assert!(function.kind == Kind::Second || is_tight, "{function:?} {extremum}");
    }
}

/// x²·y'' + x·y' + (x² - n²)·y = 0 (DLMF 10.2.1), and C_0' = -C_1.
#[test]
fn the_equation_holds_in_every_coefficient() {
    for prec in [100, 300, 1200] {
        for x in ARGUMENTS {
            let v = Series::variable(&point(x, prec), ORDER);
            for [zero, one] in [[J0, J1], [Y0, Y1]] {
                let (c0, c1) = (zero.series(&v), one.series(&v));
                for (k, slope) in derivative(&c0).iter().enumerate() {
                    let minus = c1.coefficients()[k].neg();
                    assert!(slope.intersect(&minus).is_some(), "{x} {k}: {slope} {minus}");
                    let far = slope.sub(&minus).width();
                    let size = minus.mag() >> (prec - 6);
                    let absolute = over_factorial(k, prec).hi >> (prec + 10);
                    assert!(far <= size + absolute, "{zero:?} {x} {k} {prec}: {slope} {minus}");
                }
                for function in [zero, one] {
                    let y = function.series(&v);
                    let of = |k: usize| y.coefficients()[k].clone();
                    let n = i64::from(function.order);
                    let x = point(x, prec);
                    for k in 2..=ORDER - 2 {
                        // Coefficient k of the equation, with x + t for x.
                        let i = k as i64;
                        let terms = [
                            x.sqr().mul(&of(k + 2)).mul_i64((i + 2) * (i + 1)),
                            x.mul(&of(k + 1)).mul_i64((2 * i + 1) * (i + 1)),
                            of(k).mul_i64(i * i - n * n),
                            x.sqr().mul(&of(k)),
                            x.mul(&of(k - 1)).mul_i64(2),
                            of(k - 2),
                        ];
                        let zero = Interval::zero(prec);
                        let sum = terms.iter().fold(zero, |sum, term| sum.add(term));
                        let sizes = terms.iter().map(|term| term.mag());
                        let size = sizes.fold(Float::new(prec), |a, b| a.max(&b));
                        assert!(sum.contains_zero(), "{function:?} {x} {k}: {sum}");
                        let limit = size >> (prec - 8);
                        assert!(sum.width() <= limit, "{function:?} {x} {k} {prec}: {sum}");
                    }
                }
            }
        }
    }
}

#[test]
fn coefficients_at_zero() {
    for prec in [60, 400] {
        let v = Series::variable(&Interval::zero(prec), ORDER);
        let (j0, j1) = (v.j0(), v.j1());
        for k in 0..=ORDER {
            let i = (k / 2) as u32;
            let factorial = |k: u32| Integer::from(Integer::factorial(k));
            let sign = if i.is_multiple_of(2) { 1 } else { -1 };
            // The power series, coefficient for coefficient.
            let even = rug::Rational::from((sign, (factorial(i) * factorial(i)) << (2 * i)));
            let odd = rug::Rational::from((sign, (factorial(i) * factorial(i + 1)) << (2 * i + 1)));
            let nothing = rug::Rational::new();
            let (even, odd) = if k % 2 == 0 { (even, nothing) } else { (nothing, odd) };
            for (c, want) in [(&j0.coefficients()[k], even), (&j1.coefficients()[k], odd)] {
                assert!(c.contains_rational(&want), "{k}: {c} {want}");
                assert!(c.width() <= c.mag() >> (prec - 2), "{k}: {c}");
            }
        }
        assert_eq!(*j0.value(), Interval::one(prec));
        assert_eq!(*j1.value(), Interval::zero(prec));
    }
}

/// Numerically, by derivatives from MPFR: f(x + h) from the polynomial at x.
#[test]
fn polynomials_agree_with_values() {
    for function in ALL {
        for x in [0.75, 3.0, 30.0, 1234.5] {
            let prec = 200;
            let series = function.series(&Series::variable(&point(x, prec), 40));
            let step = point(1.0 / 256.0, prec);
            let mut sum = Interval::zero(prec);
            for c in series.coefficients().iter().rev() {
                sum = sum.mul(&step).add(c);
            }
            let want = value(function, &Float::with_val(prec, x + 1.0 / 256.0));
            let error = Float::with_val(prec, sum.mid() - &want).abs();
            assert!(error < one(10) >> 185, "{function:?} {x}: {sum} {want} {error:.5}");
        }
    }
}

#[test]
fn values_at_points_are_tight() {
    for prec in [24, 53, 100, 1000] {
        for x in ARGUMENTS {
            for function in ALL {
                let Ok(x) = Interval::new(Float::with_val(prec, x), Float::with_val(prec, x))
                else {
                    panic!("{x}")
                };
                let image = function.image(&x, None);
                let mut next = image.lo.clone();
                next.next_up();
                assert!(image.hi <= next, "{function:?} {x}: {image}");
            }
        }
    }
}

/// With the bits that tell something, images and coefficients of intervals with more contain what points have by MPFR.
#[test]
fn fewer_bits_are_enough_for_wide_intervals() {
    let mut random = Random::new(85);
    let mut fewer = 0;
    for round in 0..400 {
        let function = ALL[round % 4];
        let exact = sample(&mut random);
        let x = exact.at_prec(149);
        fewer += usize::from(x.telling().prec() < 149);
        assert_eq!(x.telling(), exact);
        let image = function.image(&x, None);
        let wide = function.series(&Series::variable(&x, 8));
        assert!(image.prec() == 149 && wide.coefficients().iter().all(|c| c.prec() == 149));
        for at in [random.inside(&x), x.lo.clone(), x.hi.clone()] {
            let want = value(function, &Float::with_val(300, &at));
            assert!(image.contains(&want), "{function:?} {x}: {image} {at}");
            let narrow = function.at_number(&at, 8, 300);
            for (k, (w, n)) in wide.coefficients().iter().zip(&narrow).enumerate() {
                assert!(w.encloses(n), "{function:?} {x} {k}: {w} {n}");
            }
        }
    }
    assert!(fewer > 200, "{fewer}");
}

/// J_1' = 1/2 - 3x²/16 + …, and J_0 = 1 - x²/4 + …: closed forms are found by how little these vary.
#[test]
fn all_bits_tell_something_next_to_zero() {
    let x = interval(2f64.powi(-300), 2f64.powi(-299)).at_prec(500);
    let series = |function: Bessel| function.series(&Series::variable(&x, 1));
    let slope = series(J1).coefficients()[1].clone();
    assert!(slope.width() <= one(60) >> 490, "{slope} {}", slope.width());
    let value = J0.image(&x, None);
    assert!(value.width() <= one(60) >> 490, "{value} {}", value.width());
}

/// Hardly wider than what many points give.
#[test]
fn images_of_narrow_intervals_are_narrow() {
    let mut random = Random::new(83);
    let mut largest = 0.0;
    for round in 0..400 {
        let function = ALL[round % 4];
        let a = match random.below(3) {
            0 => random.between(0.01, 20.0),
            1 => function.unturned - random.between(0.0, 0.1),
            _ => random.between(0.0, 30.0).exp2(),
        };
        let width = a.min(1.0) * random.between(-30.0, -1.0).exp2();
        let x = interval(a, a + width).at_prec(100);
        let image = function.image(&x, None);
        let mut hull: Option<Interval> = None;
        for i in 0..=50 {
            let step = Float::with_val(100, x.width() * i / 50u32);
            let at = Float::with_val(100, &x.lo + &step).min(&x.hi);
            let value = function.kind.at(function.order, &at, 100);
            hull = Some(hull.map_or(value.clone(), |hull| hull.hull(&value)));
        }
        let hull = hull.unwrap();
        assert!(image.encloses(&hull), "{function:?} {x}: {image} {hull}");
        let ratio = Float::with_val(60, image.width() / hull.width()).to_f64();
        largest = f64::max(largest, ratio);
        assert!(ratio < 3.5, "{function:?} {x}: {image} {hull} {ratio}");
    }
    assert!(largest > 1.01, "{largest}");
}

#[test]
fn wide_coefficients_contain_those_of_every_point() {
    let mut random = Random::new(84);
    let mut ratios = vec![];
    for round in 0..200 {
        let function = ALL[round % 4];
        let mut x = sample(&mut random).at_prec(100);
        if function.kind == Kind::First && round % 3 == 0 {
            x = x.sub(&interval(0.5, 0.5));
        }
        let wide = function.series(&Series::variable(&x, ORDER));
        let mut hulls: Option<Vec<Interval>> = None;
        for i in 0..8 {
            let at = match i {
                0 => x.lo.clone(),
                1 => x.hi.clone(),
                _ => random.inside(&x),
            };
            let at = Series::variable(&Interval::of_ends(250, &at, &at), ORDER);
            let narrow = function.series(&at);
            for (k, (w, n)) in wide.coefficients().iter().zip(narrow.coefficients()).enumerate() {
                assert!(w.encloses(n), "{function:?} {x} {k}: {w} {n}");
            }
            let narrow = narrow.into_coefficients();
            hulls = Some(match hulls {
                None => narrow,
                Some(old) => old.iter().zip(&narrow).map(|(a, b)| a.hull(b)).collect(),
            });
        }
        let is_narrow = x.width() <= 0.3 && x.width() <= x.lo.clone() / 8u32 && x.width() > 0;
        for (w, hull) in wide.coefficients().iter().zip(hulls.unwrap()).take(5) {
            // Eight points make less than all of the image.
            if is_narrow {
                ratios.push(Float::with_val(60, w.width() / hull.width()).to_f64());
            }
        }
    }
    ratios.sort_by(f64::total_cmp);
    let (middle, most) = (ratios[ratios.len() / 2], ratios[ratios.len() - 1]);
    assert!(ratios.len() > 100 && middle < 1.5 && most < 30.0, "{middle} {most}");
}

/// (J_0(u))' = -J_1(u)·u'.
#[test]
fn compositions_follow_the_chain_rule() {
    for prec in [100, 300] {
        let v = Series::variable(&point(0.7, prec), ORDER);
        let u = v.exp().mul(&v.sin_cos().0.powi(2).unwrap());
        for [zero, one] in [[J0, J1], [Y0, Y1]] {
            let (c0, c1) = (zero.series(&u), one.series(&u));
            let (slope, inner) = (derivative(&c0), derivative(&u));
            for (k, slope) in slope.iter().enumerate() {
                let products = (0..=k).map(|i| c1.coefficients()[k - i].mul(&inner[i]));
                let sum = products.fold(Interval::zero(prec), |a, b| a.add(&b)).neg();
                assert!(slope.intersect(&sum).is_some(), "{k}: {slope} {sum}");
                let limit = one_plus(&sum.mag()) >> (prec - 40);
                assert!(slope.width() < limit && sum.width() < limit, "{k}: {slope} {sum}");
            }
        }
    }
}

fn one_plus(x: &Float) -> Float {
    Float::with_val(x.prec(), x + 1u32)
}

#[test]
fn far_and_wide_arguments_have_bounds() {
    let wide = interval(-1e9, 1e12);
    assert!(interval(-0.4028, 1.0).encloses(&wide.j0()));
    assert!(interval(-0.5819, 0.5819).encloses(&wide.j1()));
    let series = Series::variable(&wide, 4).j0();
    assert!(series.coefficients()[4].mag() < 0.042, "{}", series.coefficients()[4]);
    let positive = interval(1e-3, 1e300);
    assert!(positive.y0().unwrap().mag() < 5 && positive.y1().unwrap().mag() < 640);
    let far = Interval { lo: one(60) << 100_000, hi: (one(60) << 100_000) * 3u32 };
    let open = Interval { lo: one(60) << 9, hi: Float::with_val(60, f64::INFINITY) };
    for (x, limit) in [(far.clone(), 1e-300), (far.neg(), 1e-300), (open, 0.04)] {
        for function in ALL.into_iter().filter(|f| f.kind == Kind::First || x.lo > 0) {
            let image = function.image(&x, None);
            assert!(image.contains_zero() && image.mag() < limit, "{function:?} {x}: {image}");
            let series = function.series(&Series::variable(&x, 3));
            assert!(series.coefficients().iter().all(Interval::is_bounded));
        }
    }
    let far = Interval::of_ends(60, &far.lo, &far.lo);
    assert!(far.j1().mag() < 1e-300 && far.y0().unwrap().mag() < 1e-300);
    // Beyond all exponents.
    let tiny = one(60) >> 900_000_000u32;
    let tiny = Interval::of_ends(60, &tiny, &tiny);
    assert!(tiny.y1().unwrap().hi < -1e300 && tiny.j0().contains(&one(60)));
    let series = Series::variable(&tiny, 5).y1().unwrap();
    assert!(!series.coefficients()[5].is_bounded());
}

#[test]
fn domains_end_where_they_should() {
    for x in [interval(0.0, 1.0), interval(-1.0, 1.0), interval(-2.0, -1.0)] {
        assert_eq!(x.y0().unwrap_err().cause, EvalCause::NotPositive);
        assert_eq!(x.y1().unwrap_err().cause, EvalCause::NotPositive);
        assert!(Series::variable(&x, 2).y0().is_err() && Series::variable(&x, 2).y1().is_err());
        assert!(x.j0().is_bounded() && Series::variable(&x, 2).j1().value().is_bounded());
    }
}
