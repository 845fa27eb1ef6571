//! All powers at breakpoints: they have few bits, and so have their bases, or nearly.

use super::ask::{Ask, Formula};
use crate::pairs::breakpoints::bits;
use crate::stop::Checked;

/// What is said of pairs whose power is a breakpoint: x, y, and whether that is a midpoint.
type Visit<'a> = &'a mut dyn FnMut(i64, i64, bool) -> Checked<()>;

impl Ask {
    /// The ordinal of 1.
    pub(super) fn one(&self) -> i64 {
        self.ordinal(1, 0).unwrap_or(0)
    }

    /// The x that is m·2^e, m odd, if there is one.
    pub(super) fn x_at(&self, m: i64, e: i32) -> Option<i64> {
        self.ordinal(m, e).filter(|x| Ask::is_in(&self.x, *x))
    }

    /// The x that gives the base m·2^e, m odd and below 2^50, if there is one.
    pub(super) fn x_of(&self, m: i64, e: i32) -> Option<i64> {
        if self.formula != Formula::Compound {
            return self.x_at(m, e);
        }
        // For e > 0, m·2^e - 1 is odd and must be below 2^p; for e < 0, m - 2^-e is.
        if (e > 0 && bits(m) + e > self.precision + 1) || e < -60 {
            return None;
        }
        let digits = if e < 0 { m - (1 << -e) } else { (m << e) - 1 };
        let size = digits.abs();
        let zeros = size.trailing_zeros();
        let ordinal = self.ordinal(size >> zeros, e.min(0) + zeros as i32)?;
        let x = if digits < 0 { -ordinal } else { ordinal };
        Ask::is_in(&self.x, x).then_some(x)
    }

    /// Whether the base that x gives is a breakpoint: then, whether it is a midpoint.
    pub(super) fn short_base(&self, x: i64) -> Option<bool> {
        let (m, e) = self.parts(x);
        let (m, e) = match self.formula {
            // Beyond these, 1 + x has more bits than breakpoints have.
            Formula::Compound if !(-60..=30).contains(&e) => return None,
            Formula::Compound if e < 0 => ((1 << -e) + m, e),
            Formula::Compound => ((m << e) + 1, 0),
            _ => (m, e),
        };
        let zeros = m.trailing_zeros();
        let (m, e) = (m >> zeros, e + zeros as i32);
        (bits(m) <= self.precision + 1).then(|| self.breakpoint(m, e)).flatten()
    }

    /// Visits all pairs of the y asked for and the x that `x_of` has for m·2^e, m odd, with (m·2^e)^y at a breakpoint, if that is a normal
    /// number and not 1: but of those with m > 1 and y = 1 none. The m·2^e are numbers, or 1 more than numbers.
    ///
    /// With y = k·2^-j, k odd or j = 0: see `short_power`. Of m = 1 the value is 2^(e·y), and e·y an integer; otherwise
    /// m = r^n with n = 2^j, and n divides e, k is positive, and r^k has at most one bit more than numbers have. If n > 1, r^(n/2) has no more
    /// bits, either. A number m·2^e has m < 2^p. If m·2^e - 1 is a number,
    ///
    /// - for e > 0, m is below 2^p;
    /// - for e = 0, it is r^n - 1: if n > 2, r^(n/2) + 1 is twice an odd number, which is below 2^p; if n = 2, r^(n/2) is r;
    /// - for e < 0, |m - 2^-e| is odd and below 2^p; 2^-e is an n-th power, too, and n-th powers that are not the same differ by r^(n-1) or more.
    ///
    /// In the last case, if m has more than p + 1 bits, 2^-e is less than twice as large and more than half as large.
    pub(super) fn short_powers(
        &self,
        x_of: &dyn Fn(i64, i32) -> Option<i64>,
        visit: Visit<'_>,
    ) -> Checked<()> {
        let exponents = self.quantum()..=self.emax;
        let y_of = |number: Option<i64>, falls: bool| {
            let y = number.map(|own| if falls { -own } else { own });
            y.filter(|own| Ask::is_in(&self.y, *own))
        };
        for e in exponents.clone().filter(|e| *e != 0) {
            let Some(x) = x_of(1, e) else { continue };
            let (odd, zeros) = (e >> e.trailing_zeros(), e.trailing_zeros() as i32);
            // e·y = t; if that is none but 0, then |t| is at least |odd|.
            for t in (self.emin..=self.emax).filter(|t| *t != 0 && t % odd == 0) {
                let (quotient, falls) = ((t / odd).unsigned_abs(), (t < 0) != (e < 0));
                let down = quotient.trailing_zeros();
                let number = self.ordinal(i64::from(quotient >> down), down as i32 - zeros);
                if let Some(y) = y_of(number, falls) {
                    visit(x, y, false)?;
                }
            }
        }
        if self.falls() {
            return Ok(());
        }
        let longest = 1i64 << (self.precision + 1);
        for j in 0..self.precision.unsigned_abs().ilog2() + 2 {
            for k in 1..=self.precision.unsigned_abs() {
                let (odd, zeros) = (k >> k.trailing_zeros(), k.trailing_zeros() as i32);
                let y = y_of(self.ordinal(i64::from(odd), zeros - j as i32), false);
                let (Some(y), false) = (y, if j == 0 { k == 1 } else { k % 2 == 0 }) else {
                    continue;
                };
                for r in (3i64..).step_by(2) {
                    let short = |n: u32| r.checked_pow(n).filter(|power| *power < longest);
                    let (Some(power), Some(half)) = (short(k), short((1 << j) / 2)) else { break };
                    let m = if j == 0 { r } else { half * half };
                    let places = match bits(m) <= self.precision + 1 {
                        true => exponents.clone().collect(),
                        false => vec![-bits(m), 1 - bits(m), 0],
                    };
                    for e in places.into_iter().filter(|e| e % (1 << j) == 0) {
                        if let Some(x) = x_of(m, e) {
                            visit(x, y, bits(power) > self.precision)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
