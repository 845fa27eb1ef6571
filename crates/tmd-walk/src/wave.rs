//! Periodic functions: sin, cos and tan, of x and of π·x.
//!
//! x is k quarters of a turn and q more, |q| ≤ 1/2, and f(x) = ±G(q), where G is one of two functions, for even and for odd k.

use crate::encoding::Encoding;
use crate::truth::{Asked, Value};
use rug::Float;
use rug::float::Constant;
use tmd_base::diag::Diag;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Parity;

/// A periodic function.
#[derive(Clone, Debug, PartialEq)]
pub struct Wave {
    /// G of a number q of quarters, for even and for odd k.
    pub parts: [FunctionSpec; 2],
    /// Whether f(x) = -G(q), for k modulo 4.
    pub is_negative: [bool; 4],
    /// How long a quarter of a turn is.
    quarter: Quarter,
}

/// A quarter of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quarter {
    /// π/2: k and q are known nearly.
    HalfPi,
    /// 1/2: they are known exactly.
    Half,
}

impl Quarter {
    /// The quarters in 2^`exponent`, but for whole turns: from 0 to 4.
    fn in_power(self, exponent: i32) -> Float {
        let own = match self {
            Quarter::Half => Float::with_val(PREC, 2),
            Quarter::HalfPi => Float::with_val(PREC, 2) / Float::with_val(PREC, Constant::Pi),
        };
        let turns = (own << exponent) >> 2_i32;
        let whole = turns.clone().floor();
        (turns - whole) << 2_i32
    }

    /// The same as a part of a turn, in units of 2^-128, rounded down.
    fn step(self, exponent: i32) -> u128 {
        let units: Float = self.in_power(exponent) << 126_i32;
        // Below 2^128.
        units.floor().to_integer().and_then(|whole| whole.to_u128()).unwrap_or_default()
    }
}

/// 2^`exponent` radians as a part of a turn, but for whole turns, in units of 2^-128, rounded down.
pub(crate) fn step_of_radians(exponent: i32) -> u128 {
    Quarter::HalfPi.step(exponent)
}

const SINE: [&str; 2] = ["sinpi(x / 2)", "cospi(x / 2)"];
const COSINE: [&str; 2] = ["cospi(x / 2)", "sinpi(x / 2)"];
const TANGENT: [&str; 2] = ["tanpi(x / 2)", "1 / tanpi(x / 2)"];

/// Bits that phases are computed with: those of the largest number, of a phase, and some.
const PREC: u32 = 640;

impl Wave {
    /// What is known of a function that is one of them.
    pub fn of(spec: &FunctionSpec) -> Option<Wave> {
        let sine = [false, false, true, true];
        let cosine = [false, true, true, false];
        let tangent = [false, true, false, true];
        let (parts, is_negative, quarter) = match spec.function_of_x()? {
            "sin" => (SINE, sine, Quarter::HalfPi),
            "cos" => (COSINE, cosine, Quarter::HalfPi),
            "tan" => (TANGENT, tangent, Quarter::HalfPi),
            "sinpi" => (SINE, sine, Quarter::Half),
            "cospi" => (COSINE, cosine, Quarter::Half),
            "tanpi" => (TANGENT, tangent, Quarter::Half),
            _ => return None,
        };
        let [even, odd] = parts.map(|part| FunctionSpec::parse(part).ok());
        Some(Wave { parts: [even?, odd?], is_negative, quarter })
    }

    /// Whether k and q are known exactly.
    pub fn is_exact(&self) -> bool {
        self.quarter == Quarter::Half
    }

    /// Whether G is odd, for even and for odd k; it is even if it is not.
    pub fn is_odd(&self) -> [bool; 2] {
        self.parts.each_ref().map(|part| part.equations().parity == Some(Parity::Odd))
    }

    /// The quarters in 2^`exponent`, but for whole turns: from 0 to 4.
    pub fn quarters(&self, exponent: i32) -> Float {
        self.quarter.in_power(exponent)
    }

    /// The same as a part of a turn, in units of 2^-128, rounded down.
    pub fn step(&self, exponent: i32) -> u128 {
        self.quarter.step(exponent)
    }

    /// f where q is 0, for k modulo 4; none where that is for k = 0 only.
    ///
    /// # Errors
    /// If a value is not known.
    pub fn at_zero(
        &self,
        spec: &FunctionSpec,
        encoding: &Encoding,
    ) -> Result<Option<[Value; 4]>, Diag> {
        if !self.is_exact() {
            return Ok(None);
        }
        let asked = Asked { spec, encoding };
        let [a, b, c, d] = [0.0_f32, 0.5, 1.0, 1.5].map(|x| asked.value(x.to_bits()));
        Ok(Some([a?, b?, c?, d?]))
    }

    /// G(1/2) where it is a breakpoint and q may be 1/2.
    ///
    /// # Errors
    /// If a value is not known.
    pub fn at_half(&self, encoding: &Encoding) -> Result<[Option<Value>; 2], Diag> {
        let of = |spec: &FunctionSpec| -> Result<Option<Value>, Diag> {
            let value = Asked { spec, encoding }.value(0.5_f32.to_bits())?;
            let is_exact = self.is_exact() && matches!(value, Value::Exact { .. });
            Ok(is_exact.then_some(value))
        };
        let [even, odd] = self.parts.each_ref().map(of);
        Ok([even?, odd?])
    }
}
