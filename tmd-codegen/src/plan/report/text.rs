//! Words and numbers as readers of plans see them.

use crate::bound::{Bound, Up};
use crate::design::{Check, Division, StagePlan, Test, TestPlan, TestWord};
use crate::narrow;
use crate::plan::Lg;
use crate::text::{plural, wrap};

/// A line of a table: what, how much, and how that number came to be.
pub(super) struct Row {
    /// Nesting.
    pub depth: usize,
    /// What.
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
        Row::new(depth, &bound.name, lg(bound.value), origin)
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

/// A bound as a power of two.
pub(super) fn lg(value: Up) -> String {
    Lg(value).to_string()
}

/// A number of several words, least first, as one hexadecimal number.
pub(super) fn hex_words(words: &[u64]) -> String {
    let mut digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
    let zeros = digits.len() - digits.trim_start_matches('0').len();
    digits.drain(..zeros.min(digits.len() - 1));
    format!("0x{digits}")
}

/// "2 words (128 fraction bits)".
pub(super) fn words(count: usize) -> String {
    format!("{} ({} fraction bits)", plural(count, "word"), 64 * count)
}

/// What a test is called.
pub(super) fn test_name(test: Test) -> &'static str {
    match test {
        Test::Lefevre => "Lefèvre's test",
        Test::Regular => "the regular test",
        Test::RegularCut => "the regular test with the last quotient cut",
        Test::Shared => {
            "the regular test with the last quotient cut and the leading ones shared by neighbours"
        }
        Test::Arcs => "Farey arcs",
    }
}

/// How it divides.
pub(super) fn division_name(division: Division) -> String {
    match division {
        Division::Subtractive => "by repeated subtraction".into(),
        Division::Native => "by the machine's division".into(),
        Division::Hybrid(logms) => {
            format!("hybrid: by subtraction below 2^{logms} (LOGMS = {logms}), else by division")
        }
        Division::Reciprocal => "by an underestimating reciprocal and one correction".into(),
    }
}

/// What the test's lengths are held in.
pub(super) fn word_name(word: TestWord) -> String {
    match word {
        TestWord::F64 => "52-bit integers in binary64 lanes".into(),
        TestWord::U64 => "63-bit integers in 64-bit integer lanes".into(),
    }
}

/// A test in one line.
pub(super) fn test(test: &TestPlan) -> String {
    format!(
        "{}, quotients {}, {}",
        test_name(test.test),
        division_name(test.division),
        word_name(test.word)
    )
}

/// A stage's threshold: hexadecimal, its unit, and as a power of two.
pub(super) fn threshold(stage: &StagePlan) -> (String, u32, String) {
    let (hex, bits, value) = match &stage.check {
        Check::Exists { test, threshold } => {
            (format!("0x{threshold:x}"), test.word.bits(), narrow::about(*threshold))
        }
        Check::Arcs(arcs) => {
            (format!("0x{:x}", 2 * arcs.threshold), 63, 2.0 * narrow::about(arcs.threshold))
        }
        Check::Compare { threshold } => {
            let value =
                threshold.iter().rev().fold(0.0, |sum, &w| sum * 2f64.powi(64) + narrow::about(w));
            (hex_words(threshold), 64 * narrow::to_u32(threshold.len()), value)
        }
    };
    (hex, bits, lg(Up::exact(value * 2f64.powi(-narrow::to_i32(bits)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_one() {
        assert_eq!(hex_words(&[0, 0x2f]), "0x2f0000000000000000");
        assert_eq!(hex_words(&[0]), "0x0");
    }

    #[test]
    fn rows_stand_in_columns() {
        let rows = [Row::new(0, "N", "32", "given"), Row::new(1, "parts", "4", "")];
        assert_eq!(layout(&rows, 40), ["N        32 [given]", "  parts  4"]);
    }
}
