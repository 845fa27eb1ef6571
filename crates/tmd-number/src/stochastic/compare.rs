//! Comparisons by CADNA's rules.

use super::Stochastic;
use crate::digits;
use crate::float::Float;
use crate::instability::{Instability, count};
use std::cmp::Ordering;
use std::panic::Location;

/// How two numbers compare; nothing where a NaN is among their samples.
///
/// Differences are rounded to nearest: they are exact if the numbers are near each other, and if not, a unit in the last
/// place does not matter. Infinities are compared as they are.
#[track_caller]
fn compare<T: Float>(a: Stochastic<T>, b: Stochastic<T>) -> Option<Ordering> {
    let [x, y] = [a, b].map(Stochastic::wide);
    if x == y {
        return Some(Ordering::Equal);
    }
    let differences = [0, 1, 2].map(|k| T::nearest(x[k] - y[k]).wide());
    if x.iter().chain(&y).any(|x| x.is_nan()) {
        return None;
    }
    if differences.iter().any(|x| !x.is_finite()) {
        return x[0].partial_cmp(&y[0]);
    }
    if digits::is_noise(differences) {
        count(Instability::Branch, Location::caller());
        return Some(Ordering::Equal);
    }
    differences.iter().sum::<f64>().partial_cmp(&0.0)
}

macro_rules! comparisons {
    ($other:ty, [$($bound:tt)*], |$y:ident| $wrapped:expr) => {
        /// Numbers are equal if their difference has no right digit. That is no equivalence: a = b and b = c do not make
        /// a = c, and counted as an unstable branch.
        impl<$($bound)*> PartialEq<$other> for Stochastic<T> {
            #[track_caller]
            fn eq(&self, other: &$other) -> bool {
                let $y = *other;
                compare(*self, $wrapped) == Some(Ordering::Equal)
            }
        }

        /// A number is above another if its mean is and they are not equal, that is, if the difference has a right digit.
        impl<$($bound)*> PartialOrd<$other> for Stochastic<T> {
            #[track_caller]
            fn partial_cmp(&self, other: &$other) -> Option<Ordering> {
                let $y = *other;
                compare(*self, $wrapped)
            }

            #[track_caller]
            fn lt(&self, other: &$other) -> bool {
                self.partial_cmp(other).is_some_and(Ordering::is_lt)
            }

            #[track_caller]
            fn le(&self, other: &$other) -> bool {
                self.partial_cmp(other).is_some_and(Ordering::is_le)
            }

            #[track_caller]
            fn gt(&self, other: &$other) -> bool {
                self.partial_cmp(other).is_some_and(Ordering::is_gt)
            }

            #[track_caller]
            fn ge(&self, other: &$other) -> bool {
                self.partial_cmp(other).is_some_and(Ordering::is_ge)
            }
        }
    };
}

comparisons!(Stochastic<T>, [T: Float], |y| y);
comparisons!(T, [T: Float], |y| Stochastic::new(y));

macro_rules! plain_first {
    ($number:ty) => {
        impl PartialEq<Stochastic<$number>> for $number {
            #[track_caller]
            fn eq(&self, other: &Stochastic<$number>) -> bool {
                compare(Stochastic::new(*self), *other) == Some(Ordering::Equal)
            }
        }

        impl PartialOrd<Stochastic<$number>> for $number {
            #[track_caller]
            fn partial_cmp(&self, other: &Stochastic<$number>) -> Option<Ordering> {
                compare(Stochastic::new(*self), *other)
            }

            #[track_caller]
            fn lt(&self, other: &Stochastic<$number>) -> bool {
                *other > *self
            }

            #[track_caller]
            fn le(&self, other: &Stochastic<$number>) -> bool {
                *other >= *self
            }

            #[track_caller]
            fn gt(&self, other: &Stochastic<$number>) -> bool {
                *other < *self
            }

            #[track_caller]
            fn ge(&self, other: &Stochastic<$number>) -> bool {
                *other <= *self
            }
        }
    };
}

plain_first!(f64);
plain_first!(f32);
