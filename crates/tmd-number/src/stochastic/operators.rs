//! Operators, with stochastic and with plain numbers on either side.

use super::Stochastic;
use crate::exact::Rounded;
use crate::float::Float;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl<T: Float> Neg for Stochastic<T> {
    type Output = Stochastic<T>;

    fn neg(self) -> Stochastic<T> {
        self.each(|x| T::nearest(-x.wide()))
    }
}

macro_rules! operator {
    ($operator:ident, $name:ident, $assign:ident, $name_assign:ident, |$x:ident, $y:ident| $value:expr) => {
        impl<T: Float> $operator for Stochastic<T> {
            type Output = Stochastic<T>;

            #[track_caller]
            fn $name(self, other: Stochastic<T>) -> Stochastic<T> {
                let ($x, $y) = (self, other);
                $value
            }
        }

        impl<T: Float> $operator<T> for Stochastic<T> {
            type Output = Stochastic<T>;

            #[track_caller]
            fn $name(self, other: T) -> Stochastic<T> {
                let ($x, $y) = (self, Stochastic::new(other));
                $value
            }
        }

        impl<T: Float> $assign for Stochastic<T> {
            #[track_caller]
            fn $name_assign(&mut self, other: Stochastic<T>) {
                let ($x, $y) = (*self, other);
                *self = $value;
            }
        }

        impl<T: Float> $assign<T> for Stochastic<T> {
            #[track_caller]
            fn $name_assign(&mut self, other: T) {
                let ($x, $y) = (*self, Stochastic::new(other));
                *self = $value;
            }
        }

        operator!(plain f64, $operator, $name, |$x, $y| $value);
        operator!(plain f32, $operator, $name, |$x, $y| $value);
    };
    (plain $number:ident, $operator:ident, $name:ident, |$x:ident, $y:ident| $value:expr) => {
        impl $operator<Stochastic<$number>> for $number {
            type Output = Stochastic<$number>;

            #[track_caller]
            fn $name(self, other: Stochastic<$number>) -> Stochastic<$number> {
                let ($x, $y) = (Stochastic::new(self), other);
                $value
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, |x, y| x.sum(y, Rounded::Add));
operator!(Sub, sub, SubAssign, sub_assign, |x, y| x.sum(y, Rounded::Sub));
operator!(Mul, mul, MulAssign, mul_assign, |x, y| x.product(y));
operator!(Div, div, DivAssign, div_assign, |x, y| x.quotient(y));

impl<T: Float> Sum for Stochastic<T> {
    #[track_caller]
    fn sum<I: Iterator<Item = Stochastic<T>>>(terms: I) -> Stochastic<T> {
        let mut sum = Stochastic::new(T::nearest(0.0));
        for term in terms {
            sum += term;
        }
        sum
    }
}

impl<T: Float> Product for Stochastic<T> {
    #[track_caller]
    fn product<I: Iterator<Item = Stochastic<T>>>(factors: I) -> Stochastic<T> {
        let mut product = Stochastic::new(T::nearest(1.0));
        for factor in factors {
            product *= factor;
        }
        product
    }
}
