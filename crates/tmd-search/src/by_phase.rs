//! Arguments that are as far apart as a function's turns or poles, or nearly: no polynomial follows the function from one to the
//! next. But the phase of each, or its distance from a pole, is a multiple of one number: of sin, cos and tan ([`Phased`]), of Bessel
//! functions ([`Hankel`]), and of log|Γ| below 0 ([`LogGamma`]). The value is enclosed in binary64, and what may be a case is
//! left to MPFR.
//!
//! An input is left out only if the enclosure, widened by the threshold on both sides, lies between two neighbouring
//! breakpoints of binary32: f(x) is further from all of them than the threshold, and x is no case.

use std::ops::Range;
use std::sync::Arc;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_functions::language::{Format, FormatName, FunctionSpec, Segment};
use tmd_walk::{Cell, Encoding, Hankel, LogGamma, Phased, Phases, Wave};

/// Predicted nanoseconds for an input on one core, without those for MPFR.
pub(crate) const NANOSECONDS: f64 = 7.0;

/// Bits of a multiple at most: the phases' error grows with it.
const MOST_BITS: u32 = 24;

/// Inputs that are looked at together.
const BLOCK: usize = 1 << 14;

/// Leaves out the inputs whose values are proved to be further from breakpoints than a threshold.
pub(crate) struct ByPhase {
    known: Known,
    encoding: Encoding,
}

/// What values are told by.
enum Known {
    Waves(Arc<Phases>),
    Bessel(Hankel),
    LogGamma(LogGamma),
}

impl ByPhase {
    /// Whether inputs of a segment can be looked at in this way.
    pub(crate) fn serves(spec: &FunctionSpec, segment: &Segment, output: &Format) -> bool {
        let size = lg_least(segment);
        let is_told = wave(spec).is_some()
            || Hankel::of(spec, 0.0).is_some() && size >= Hankel::LEAST
            || is_between_poles(spec, segment);
        is_told && segment.bits() <= MOST_BITS && encoding(output).is_some()
    }

    /// Whether that is the better way in any case: log|Γ| has a piece or more between any two poles.
    pub(crate) fn is_best(spec: &FunctionSpec, segment: &Segment, output: &Format) -> bool {
        is_between_poles(spec, segment) && ByPhase::serves(spec, segment, output)
    }

    /// For a function that is served, and a threshold in half units in the last place of its results.
    ///
    /// # Errors
    /// As [`Phases::of`].
    pub(crate) fn of(
        spec: &FunctionSpec,
        output: &Format,
        margin: f64,
    ) -> Result<Option<ByPhase>, Diag> {
        let Some(encoding) = encoding(output) else { return Ok(None) };
        let waves = match wave(spec) {
            Some(wave) => Some(Arc::new(Phases::of(wave, spec, &encoding, margin)?)),
            None => None,
        };
        let known = waves
            .map(Known::Waves)
            .or_else(|| Hankel::of(spec, margin).map(Known::Bessel))
            .or_else(|| LogGamma::of(spec, margin).map(Known::LogGamma));
        Ok(known.map(|known| ByPhase { known, encoding }))
    }

    /// The cells of consecutive multiples of 2^`exponent`.
    fn cells(&self, exponent: i32, first: u32, cells: &mut [Cell]) {
        match &self.known {
            Known::Waves(phases) => {
                Phased::of(phases, exponent, &self.encoding).cells_of_multiples(first, cells);
            }
            Known::Bessel(hankel) => hankel.cells_of_multiples(exponent, first, cells),
            Known::LogGamma(logarithm) => logarithm.cells_of_multiples(exponent, first, cells),
        }
    }

    /// The inputs that may be cases, in no particular order.
    pub(crate) fn left(&self, segment: &Segment, inputs: &Range<u64>) -> Vec<u64> {
        let mut cells = [Cell::OPEN; BLOCK];
        let mut left = vec![];
        let mut start = inputs.start;
        while start < inputs.end {
            let end = inputs.end.min(start + BLOCK as u64);
            let cells = &mut cells[..narrow::to_usize(end - start)];
            self.cells(segment.ulp, least_multiple(segment, start..end), cells);
            let open = cells.iter().enumerate().filter(|(_, cell)| cell.is_open());
            left.extend(open.map(|(at, _)| match segment.is_negative() {
                // The size falls as the index rises.
                true => end - 1 - at as u64,
                false => start + at as u64,
            }));
            start = end;
        }
        left
    }
}

/// The function, if it is one whose phases are not known exactly: the others follow by an equation.
fn wave(spec: &FunctionSpec) -> Option<Wave> {
    Wave::of(spec).filter(|wave| !wave.is_exact())
}

/// binary32, if results have its precision and its exponents.
fn encoding(output: &Format) -> Option<Encoding> {
    let encoding = Encoding::of(FormatName::Bits(24)).ok()?;
    let own = &encoding.format;
    let is_own =
        (own.precision, own.emin, own.emax) == (output.precision, output.emin, output.emax);
    is_own.then_some(encoding)
}

/// Whether f is log|Γ| and inputs are below poles.
fn is_between_poles(spec: &FunctionSpec, segment: &Segment) -> bool {
    LogGamma::is_of(spec) && segment.is_negative() && lg_least(segment) >= LogGamma::LEAST
}

/// ⌊log2⌋ of the least size in a segment.
fn lg_least(segment: &Segment) -> i32 {
    let bits = least_multiple(segment, 0..segment.count).checked_ilog2();
    bits.map_or(i32::MIN, |bits| narrow::to_i32(bits) + segment.ulp)
}

/// The least size of some inputs of a segment, in units in their last place: |f| is the same for opposites.
fn least_multiple(segment: &Segment, inputs: Range<u64>) -> u32 {
    let end = if segment.is_negative() { inputs.end - 1 } else { inputs.start };
    let multiple = rug::Integer::from(&segment.first + end).abs();
    multiple.to_u32().unwrap_or(u32::MAX)
}
