//! The Bessel functions J and Y of the orders 0 and 1: enclosures, and Taylor series. (DLMF is the NIST Digital Library
//! of Mathematical Functions; Watson is G. N. Watson, *A Treatise on the Theory of Bessel Functions*, 2nd edition, 1944.)
//!
//! Both satisfy x·C_0'' + C_0' + x·C_0 = 0 (DLMF 10.2.1) and C_0' = -C_1. So the Taylor coefficients c_k of C_0 at x, by which
//! those of C_1 are -(k+1)·c_(k+1), satisfy
//!
//! ```text
//!  (k+1)·(k+2)·c_(k+2) = -(((k+1)²·c_(k+1) + c_(k-1))/x + c_k).
//! ```
//!
//! For Y nothing cancels near 0, where the first term outweighs the others. For J all would, up to some |x|; there (DLMF
//! 10.6.7, with J_(-m) = (-1)^m·J_m, DLMF 10.4.1)
//!
//! ```text
//!  J_n^(k)(x) = 2^-k·Σ_(i=0..k) (-1)^i·C(k, i)·J_(n-k+2i)(x)
//! ```
//!
//! gives them from values that MPFR has: the terms of the least |n-k+2i| outweigh the others, and the two such terms have
//! the same sign. Over an interval with the middle m, Taylor's theorem shifts the coefficients: for every N
//!
//! ```text
//!  c_k(x) = Σ_(j<N) C(k+j, j)·c_(k+j)(m)·(x - m)^j + C(k+N, N)·c_(k+N)(ξ)·(x - m)^N,  ξ between x and m.
//! ```
//!
//! N is tried from 1 on, up to a limit, until the last term is small enough, and the intersection of what is found is taken.
//! The last term needs bounds that hold everywhere:
//!
//! - |J_n^(k)(x)| <= 1, as J_n(x) = (1/π)·∫_0^π cos(nθ - x·sin θ) dθ (DLMF 10.9.2), differentiated below the integral.
//! - |Y_m(x)| <= M_m(x) = √(J_m(x)² + Y_m(x)²), which falls for x > 0: M_m(x)² = (8/π²)·∫_0^∞ K_0(2x·sinh t)·cosh(2mt) dt
//!   (Nicholson's integral, Watson 13.73, DLMF 10.9.30), and K_0 falls. So M_0 and M_1 at the lower end of an interval bound
//!   c_0 and c_1 of Y_0 all over it. The recurrence, with the sizes of all its terms added, bounds the others: 1/x falls, too.
//! - M_0² and M_1² have an asymptotic series, 2/(πx)·(1 - 1/(8x²) + …) and 2/(πx)·(1 + 3/(8x²) - …), whose remainder is
//!   smaller than the first term left out, and has its sign (Watson 13.75, DLMF 10.18.17 and 10.18(iii)).

mod binomials;
mod bounds;
mod function;
mod image;
mod taylor;
mod values;

#[cfg(test)]
mod tests;

use super::{EvalCause, EvalError, Interval, Series};
use function::{J0, J1, Y0, Y1};

impl Interval {
    /// J_0, the Bessel function of the first kind.
    pub fn j0(&self) -> Interval {
        J0.image(self, None)
    }

    /// J_1.
    pub fn j1(&self) -> Interval {
        J1.image(self, None)
    }

    /// Y_0, the Bessel function of the second kind.
    ///
    /// # Errors
    /// If a number inside is 0 or negative.
    pub fn y0(&self) -> Result<Interval, EvalError> {
        self.inside(self.lo > 0, "y0", EvalCause::NotPositive)?;
        Ok(Y0.image(self, None))
    }

    /// Y_1.
    ///
    /// # Errors
    /// If a number inside is 0 or negative.
    pub fn y1(&self) -> Result<Interval, EvalError> {
        self.inside(self.lo > 0, "y1", EvalCause::NotPositive)?;
        Ok(Y1.image(self, None))
    }
}

impl Series {
    /// J_0(u).
    pub fn j0(&self) -> Series {
        J0.series(self)
    }

    /// J_1(u).
    pub fn j1(&self) -> Series {
        J1.series(self)
    }

    /// Y_0(u).
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn y0(&self) -> Result<Series, EvalError> {
        self.value().inside(self.value().lo > 0, "y0", EvalCause::NotPositive)?;
        Ok(Y0.series(self))
    }

    /// Y_1(u).
    ///
    /// # Errors
    /// If u_0 can be 0 or negative.
    pub fn y1(&self) -> Result<Series, EvalError> {
        self.value().inside(self.value().lo > 0, "y1", EvalCause::NotPositive)?;
        Ok(Y1.series(self))
    }
}
