//! Pieces of rows: inputs of one domain whose values have one exponent.

use std::ops::Range;
use tmd_base::narrow;
use tmd_search::seed::DomainModel;

/// Inputs of a row in one domain whose values have one exponent, with the polynomial there.
pub(super) struct Piece {
    /// Indices in the row.
    pub(super) inputs: Range<u64>,
    pub(super) model: DomainModel,
}

/// The parts of some inputs in domains of that length, with the numbers of the domains.
pub(super) fn pieces_of(
    inputs: &Range<u64>,
    length: u64,
) -> impl Iterator<Item = (Range<u64>, usize)> {
    let (start, end) = (inputs.start, inputs.end);
    (start / length..end.div_ceil(length)).map(move |domain| {
        let own = (domain * length).max(start)..((domain + 1) * length).min(end);
        (own, narrow::to_usize(domain))
    })
}
