//! Spans by price: one whose parts are cheaper is halved, and the halves are looked at in the same way.
//!
//! A span is planned for the worst of its inputs. Where the curvature varies, that is dear in the gentler part, and where
//! one part has what arcs cannot follow, all of it is searched without them. So its quarters are planned, with bounds
//! that its own enclosure has already. Only predictions decide: whatever is taken is proved for itself.

use super::budget::Derivatives;
use super::chain::{self, Chain, Choices};
use super::cost::{Prices, ROUNDINGS};
use super::derivatives::Enclosed;
use super::share::{LOSS, WORTH};
use tmd_base::narrow;
use tmd_design::arcs::ArcsContract;
use tmd_design::bound::Up;

/// Spans with fewer inputs are not divided further.
pub(super) const LEAST_SPAN: u64 = 1 << 30;
/// Parts that are looked at: two halvings, since a half may be as dear as the whole and a quarter not.
const PARTS: usize = 4;

/// The halves of a span of `count` inputs that is planned by `chain`, if it is cheaper in parts: by more than sharing of
/// kernels may give away, and than a kernel's compilation. How many inputs the first has, and what is known of both.
pub(super) fn halves(
    enclosed: &Enclosed,
    count: u64,
    epsilon: Up,
    chain: &Chain,
    choices: &Choices<'_>,
) -> Option<(u64, [Option<Enclosed>; 2])> {
    is_worth_it(enclosed, count, epsilon, chain, choices).then(|| enclosed.halves(count)).flatten()
}

fn is_worth_it(
    enclosed: &Enclosed,
    count: u64,
    epsilon: Up,
    chain: &Chain,
    choices: &Choices<'_>,
) -> bool {
    let whole = chain.cost * narrow::about(count);
    if count < LEAST_SPAN || whole <= WORTH {
        return false;
    }
    let Some(parts) = enclosed.cut(PARTS) else { return false };
    let parts: Vec<Derivatives> = parts.collect();
    let of_part = count / PARTS as u64;
    let is_gain = |parts: f64| {
        let parts = parts * narrow::about(of_part);
        parts * (1.0 + LOSS) < whole && whole - parts > WORTH
    };
    // The arcs of the parts, by packets of any length, are what arcs cost at least.
    let least = |part: &Derivatives| match chain.is_by_arcs() {
        true => choices.profile.by_arcs(&ArcsContract::STANDARD, part.g[2], u64::MAX),
        false => 0.0,
    };
    // Each planned part may tell that there is no gain, the dearest first; and what it may take at most for a gain is known.
    let most = (whole / (1.0 + LOSS)).min(whole - WORTH) / narrow::about(of_part);
    let mut prices: Vec<f64> = parts.iter().map(least).collect();
    let is_gain_still = |prices: &[f64]| is_gain(prices.iter().sum());
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|&a, &b| prices[b].total_cmp(&prices[a]));
    is_gain_still(&prices)
        && order.into_iter().all(|index| {
            let others: f64 = prices.iter().sum::<f64>() - prices[index];
            let room = (most - others) + most * ROUNDINGS;
            let dearest = chain.cost.min(room);
            let price = chain::price_below(&parts[index], of_part, epsilon, choices, dearest);
            // What serves the whole serves a part.
            prices[index] = price.unwrap_or(chain.cost);
            is_gain_still(&prices)
        })
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
