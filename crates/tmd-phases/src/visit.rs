//! The inputs whose phases lie in an interval, one by one.

use crate::inputs::{Inputs, PHASE_BITS, modulo_one, whole};
use rug::{Complete, Integer};
use std::ops::Range;

/// What an interval is widened by on both sides: far more than phases are off by.
const MARGIN: u32 = PHASE_BITS - 200;

/// Those of some indices whose phases lie in an interval, or next to it.
///
/// The times of return of a rotation to an interval are two numbers and their sum (the theorem of three gaps).
pub(crate) fn inputs_within(
    inputs: &Inputs,
    indices: &Range<u64>,
    phases: &Range<Integer>,
) -> Vec<u64> {
    let margin = Integer::from(1) << MARGIN;
    let length = (&phases.end - &phases.start).complete() + Integer::from(&margin * 2u32);
    if length >= whole() {
        return indices.clone().collect();
    }
    let from = (&phases.start - &margin).complete();
    let step = &inputs.step;
    // The first input's phase, from the interval's start.
    let to_middle = Integer::from(inputs.center()) - indices.start;
    let mut place = modulo_one((&inputs.middle - to_middle * step) - from);
    let last = (&length - 1u32).complete();
    // From there, the first that is inside.
    let to_first = match place <= last {
        true => Some(Integer::ZERO),
        false => {
            let low = whole() - &place;
            let high = (&low + &last).complete();
            first_between(step, &whole(), &low, &high)
        }
    };
    let count = indices.end.saturating_sub(indices.start);
    let Some(first) = to_first.and_then(|own| own.to_u64()).filter(|own| *own < count) else {
        return vec![];
    };
    place = modulo_one(place + (first * step).complete());
    let one = Integer::from(1);
    let ahead = first_between(step, &whole(), &one, &last).and_then(|own| own.to_u64());
    let behind = first_between(step, &whole(), &(whole() - &last), &(whole() - 1u32))
        .and_then(|own| own.to_u64());
    let shift = |time: Option<u64>| time.map(|time| (time, modulo_one((time * step).complete())));
    let (ahead, behind) = (shift(ahead), shift(behind).map(|(time, own)| (time, whole() - own)));
    let mut index = first;
    let mut found = vec![];
    loop {
        found.push(indices.start + index);
        let forward = ahead.as_ref().filter(|(_, shift)| (&place + shift).complete() <= last);
        let back = behind.as_ref().filter(|(_, shift)| place >= *shift);
        let time = match (forward, back) {
            (Some((a, forward)), Some((b, _))) if a <= b => {
                place += forward;
                Some(*a)
            }
            (_, Some((b, back))) => {
                place -= back;
                Some(*b)
            }
            (Some((a, forward)), None) => {
                place += forward;
                Some(*a)
            }
            (None, None) => ahead.as_ref().zip(behind.as_ref()).and_then(|((a, up), (b, down))| {
                place += up;
                place -= down;
                a.checked_add(*b)
            }),
        };
        match time.and_then(|time| index.checked_add(time)).filter(|next| *next < count) {
            Some(next) => index = next,
            None => return found,
        }
    }
}

/// The least x ≥ 0 for which a·x modulo m lies between two numbers, 0 < l ≤ h < m; none if there is none.
fn first_between(a: &Integer, m: &Integer, l: &Integer, h: &Integer) -> Option<Integer> {
    if *a == 0 || l > h {
        return None;
    }
    let times = ceiling(l, a);
    if (&times * a).complete() <= *h {
        return Some(times);
    }
    // a·x - m·y lies there for the least y for which m·y modulo a lies between -h and -l.
    let below = |own: &Integer| Integer::from((-own).complete().modulo_ref(a));
    let (low, high) = (below(h), below(l));
    let y = first_between(&(m % a).complete(), a, &low, &high)?;
    Some(ceiling(&(l + m * y), a))
}

fn ceiling(a: &Integer, b: &Integer) -> Integer {
    a.div_rem_ceil_ref(b).complete().0
}
