//! The checks of listed cases of two numbers, and of pairs that are drawn at random, by a judge of pairs.

use super::certificate::PlaneCase;
use super::request::hex;
use rayon::prelude::*;
use rug::Rational;
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_base::random::Random;
use tmd_base::text::grouped;
use tmd_certificate::verify::lie;

/// Pairs that are drawn. Of fewer, each is looked at.
const DRAWN: u64 = 1 << 16;

/// What a pair is.
#[derive(Debug)]
pub(crate) enum Judged {
    Case(PlaneCase),
    /// None, but what else, in words.
    Other(String),
}

/// Judges all cases of a list, which must ascend; how many there are.
///
/// # Errors
/// If one is none.
pub(crate) fn cases(
    listed: &[PlaneCase],
    is_searched: impl Fn(&Rational, &Rational) -> bool + Sync,
    judged: impl Fn(&Rational, &Rational) -> Judged + Sync,
) -> Result<usize, Diag> {
    let places = listed.iter().map(PlaneCase::pair).collect::<Result<Vec<_>, Diag>>()?;
    if !places.is_sorted_by(|a, b| a < b) {
        return Err(lie("the cases do not ascend by x and y"));
    }
    let check = |([x, y], case): (&[Rational; 2], &PlaneCase)| {
        if !is_searched(x, y) {
            return Err(lie(format!("{case:?} is no pair that is searched")));
        }
        match judged(x, y) {
            Judged::Case(own) if own == *case => Ok(()),
            Judged::Case(other) => Err(lie(format!("{case:?} is {other:?}"))),
            Judged::Other(other) => Err(lie(format!("{case:?} is {other}"))),
        }
    };
    let all: Vec<Result<(), Diag>> = places.par_iter().zip(listed).map(check).collect();
    all.into_iter().collect::<Result<(), Diag>>()?;
    Ok(places.len())
}

/// Judges pairs that are drawn of all x and y, or all pairs if there are few: each is a listed case, or none; what was looked at,
/// in words.
///
/// # Errors
/// If one is missing.
pub(crate) fn sample(
    listed: &[PlaneCase],
    [xs, ys]: [&[f64]; 2],
    seed: u64,
    judged: impl Fn(&Rational, &Rational) -> Judged + Sync,
) -> Result<String, Diag> {
    let places: BTreeMap<(&str, &str), _> =
        listed.iter().map(|case| ((&*case.x, &*case.y), case)).collect();
    let all = (xs.len() as u64).saturating_mul(ys.len() as u64);
    let is_few = all <= DRAWN;
    let drawn: Vec<[f64; 2]> = if is_few {
        xs.iter().flat_map(|x| ys.iter().map(|y| [*x, *y])).collect()
    } else {
        let mut random = Random::new(seed);
        let mut draw = |all: &[f64]| {
            let place = random.below(all.len() as u64);
            all[usize::try_from(place).unwrap_or_default()]
        };
        (0..DRAWN).map(|_| [draw(xs), draw(ys)]).collect()
    };
    let check = |pair: &[f64; 2]| {
        let [x, y] = pair.map(|own| Rational::from_f64(own).unwrap_or_default());
        let found = judged(&x, &y);
        let [x, y] = pair.map(hex);
        let own = places.get(&(&*x, &*y));
        match (found, own) {
            (Judged::Case(found), Some(own)) if found == **own => Ok(()),
            (Judged::Other(_), None) => Ok(()),
            (found, own) => Err(lie(format!("{x}, {y} is {found:?}; listed is {own:?}"))),
        }
    };
    let checked: Vec<Result<(), Diag>> = drawn.par_iter().map(check).collect();
    checked.into_iter().collect::<Result<(), Diag>>()?;
    Ok(if is_few {
        format!("all {} pairs decided: none is missing", grouped(all.into()))
    } else {
        let drawn = grouped(DRAWN.into());
        format!("{drawn} pairs drawn and decided: none is missing (--full: all)")
    })
}
