//! Words and numbers of plans in a form for readers.

use tmd_base::text::wrap;
use tmd_design::bound::Bound;
use tmd_design::names::lg;
use tmd_design::obligation::Obligation;

/// A line of a table: what, how much, and how that number came to be.
pub(super) struct Row {
    /// Nesting.
    pub depth: usize,
    /// The name of the row.
    pub label: String,
    /// How much.
    pub text: String,
    /// "given", "proved", "chosen by cost" … with the argument; may be empty.
    pub origin: String,
}

impl Row {
    /// A row.
    pub(super) fn new(
        depth: usize,
        label: impl Into<String>,
        text: impl Into<String>,
        origin: impl Into<String>,
    ) -> Self {
        Row { depth, label: label.into(), text: text.into(), origin: origin.into() }
    }

    /// A bound: its name, its value as a power of two, its status and its argument.
    pub(super) fn bound(depth: usize, bound: &Bound) -> Self {
        let origin = format!("{}: {}", bound.status.name(), bound.origin);
        Row::new(depth, bound.name.name(), lg(bound.value), origin)
    }

    /// An obligation: its name, what is needed and had, and why.
    pub(super) fn obligation(depth: usize, one: &Obligation) -> Self {
        Row::new(depth, one.name.name(), one.text(), one.name.why())
    }
}

/// Lays rows out in columns, at most `width` wide.
pub(super) fn layout(rows: &[Row], width: usize) -> Vec<String> {
    let reach = |row: &Row| 2 * row.depth + row.label.chars().count() + 2;
    let column = rows.iter().map(reach).max().unwrap_or(0);
    rows.iter()
        .flat_map(|row| {
            let indent = " ".repeat(2 * row.depth);
            let prefix = format!("{:<column$}", format!("{indent}{}", row.label));
            match row.origin.is_empty() {
                true => wrap(&prefix, &row.text, width),
                false => wrap(&prefix, &format!("{} [{}]", row.text, row.origin), width),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_columns() {
        let rows = [Row::new(0, "N", "32", "given"), Row::new(1, "parts", "4", "")];
        assert_eq!(layout(&rows, 40), ["N        32 [given]", "  parts  4"]);
    }
}
