//! Bars of block characters: what dominates, seen at a glance.

use super::super::{Plan, StageBudget};
use super::text::Row;
use tmd_base::narrow;
use tmd_base::text::duration;

/// Columns of a bar.
const WIDTH: usize = 12;
/// Columns of the range.
const RANGE: usize = 80;
/// Eighths of a column.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/// Heights in eighths of a line.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Terms below 2^this have no bar.
const LEAST: f64 = -100.0;

/// A bar for a share between 0 and 1; a share that is not 0 is always visible.
fn bar(share: f64) -> String {
    let eighths = narrow::nearest(share.clamp(0.0, 1.0) * narrow::about(8 * WIDTH as u128));
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// The terms of a budget with bars on a logarithmic scale: a term with the longest bar dominates.
pub(super) fn budget(budget: &StageBudget) -> Vec<Row> {
    let lg = |value: f64| if value > 0.0 { value.log2().max(LEAST) } else { LEAST };
    let most = lg(budget.total().value());
    let name =
        budget.bounds.iter().map(|bound| bound.name.name().chars().count()).max().unwrap_or(0);
    let row = |bound| {
        let row = Row::bound(1, bound);
        let bar = bar((lg(bound.value.value()) - LEAST) / (most - LEAST).max(1.0));
        Row { label: format!("{:<name$}  {bar:<WIDTH$}", row.label), ..row }
    };
    budget.bounds.iter().map(row).collect()
}

/// The input in the middle of a column.
fn middle(column: usize, inputs: u128) -> u128 {
    // A segment has less than 2^64 inputs: the product is far below 2^128.
    inputs * (2 * column as u128 + 1) / (2 * RANGE as u128)
}

/// The exponent of f over the range: higher where it is larger, a dot where inputs are examined one by one.
/// None where it is the same everywhere.
pub(super) fn exponents(plan: &Plan) -> Option<String> {
    let known = || plan.pieces.iter().flatten().filter_map(|piece| piece.image.exponent());
    let (low, high) = (known().min()?, known().max()?);
    if low == high {
        return None;
    }
    let height = |e: i32| {
        let share = f64::from(e - low) / f64::from(high - low);
        HEIGHTS[narrow::nearest(share * narrow::about(HEIGHTS.len() as u128 - 1))]
    };
    let column = |column: usize| {
        let mut index = middle(column, plan.inputs());
        for (segment, pieces) in plan.segments.iter().zip(&plan.pieces) {
            if index < u128::from(segment.count) {
                let own = |inputs: &std::ops::Range<u64>| u128::from(inputs.end) > index;
                let piece = pieces.iter().find(|piece| own(&piece.inputs));
                return piece.and_then(|piece| piece.image.exponent()).map_or('·', height);
            }
            index -= u128::from(segment.count);
        }
        '·'
    };
    let curve: String = (0..RANGE).map(column).collect();
    Some(format!("{curve} 2^{low} to 2^{}", high + 1))
}

/// The predicted time by kernel and stage.
pub(super) fn time(plan: &Plan) -> Vec<Row> {
    let costs = plan.kernel_seconds(None);
    let total = costs.total();
    let stages = costs.stages.iter().enumerate().map(|(s, cost)| (format!("stage {s}"), *cost));
    [("seeding".to_owned(), costs.seeding)]
        .into_iter()
        .chain(stages)
        .chain([("confirmation".to_owned(), costs.confirmation)])
        .filter(|_| total > 0.0)
        .map(|(name, seconds)| {
            let label = format!("{name:<14}{:<WIDTH$}", bar(seconds / total));
            let text = format!("{:.1} %, {}", 100.0 * seconds / total, duration(seconds));
            Row::new(1, label, text, "")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(1e-9), "▏");
        assert_eq!(bar(0.5), "██████");
        assert_eq!(bar(1.0), "█".repeat(WIDTH));
        assert_eq!(bar(2.0), bar(1.0));
        let lengths: Vec<usize> =
            (0..=100).map(|n| bar(f64::from(n) / 100.0).chars().count()).collect();
        assert!(lengths.is_sorted() && lengths[100] == WIDTH);
    }
}
