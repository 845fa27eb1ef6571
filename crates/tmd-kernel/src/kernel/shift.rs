//! The block's polynomial moved to a work item: each table entry is a polynomial in the item index,
//! evaluated by Horner's rule in fixed multi-precision words.
//!
//! Everything is modulo 1 and the index is an integer, so Horner's rule is exact modulo
//! 2^(64·words); only the coefficients themselves were rounded, once, when the block was seeded.

use super::multiword;
use crate::ir::{Builder, Value};
use tmd_design::design::Quantity;

/// Reads quantities from the seed one after the other, in the layout that [`tmd_search::seed`] writes:
/// for each quantity its coefficients from the highest degree down, each least word first.
pub(crate) struct SeedReader {
    next: usize,
}

impl SeedReader {
    /// Starts at the first word of the seed.
    pub(crate) fn new() -> Self {
        SeedReader { next: 0 }
    }

    fn coefficient(&mut self, b: &mut Builder, words: usize) -> Vec<Value> {
        let first = self.next;
        self.next += words;
        (first..self.next).map(|i| b.seed(i)).collect()
    }

    /// The quantity at `item`.
    pub(crate) fn evaluate(
        &mut self,
        b: &mut Builder,
        quantity: &Quantity,
        item: Value,
    ) -> Vec<Value> {
        b.comment(format!(
            "{} at this item: degree {}, {} fraction bits",
            quantity.name,
            quantity.degree,
            64 * quantity.words
        ));
        let mut value = self.coefficient(b, quantity.words);
        for _ in 0..quantity.degree {
            let coefficient = self.coefficient(b, quantity.words);
            value = multiword::mul_add(b, &value, item, &coefficient);
        }
        let short = quantity.name.split(' ').next_back().unwrap_or_default();
        for (i, &word) in value.iter().enumerate() {
            b.named(&format!("item_{short}{}", "h".repeat(i)), word);
        }
        value
    }
}
