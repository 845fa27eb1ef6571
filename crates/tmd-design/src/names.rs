//! Tests, words and thresholds as readers of plans and kernels see them.

use crate::bound::Up;
use crate::design::{Check, Division, StagePlan, Test, TestPlan, TestWord};
use crate::lg::Lg;
use tmd_base::narrow;
use tmd_base::text::plural;

/// A bound as a power of two.
pub fn lg(value: Up) -> String {
    Lg(value).to_string()
}

/// A number of several words, least first, as one hexadecimal number.
pub fn hex_words(words: &[u64]) -> String {
    let mut digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
    let zeros = digits.len() - digits.trim_start_matches('0').len();
    digits.drain(..zeros.min(digits.len() - 1));
    format!("0x{digits}")
}

/// "2 words (128 fraction bits)".
pub fn words(count: usize) -> String {
    format!("{} ({} fraction bits)", plural(count, "word"), 64 * count)
}

/// The name of a test.
pub(crate) fn test_name(test: Test) -> &'static str {
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
pub(crate) fn division_name(division: Division) -> String {
    match division {
        Division::Subtractive => "by repeated subtraction".into(),
        Division::Native => "by the machine's division".into(),
        Division::Hybrid(logms) => {
            format!("hybrid: by subtraction below 2^{logms} (LOGMS = {logms}), else by division")
        }
        Division::Reciprocal => "by an underestimating reciprocal and one correction".into(),
    }
}

/// The type that holds the test's lengths, in words.
pub(crate) fn word_name(word: TestWord) -> String {
    match word {
        TestWord::F64 => "52-bit integers in binary64 lanes".into(),
        TestWord::U64 => "63-bit integers in 64-bit integer lanes".into(),
    }
}

/// A test in one line.
pub fn test(test: &TestPlan) -> String {
    format!(
        "{}, quotients {}, {}",
        test_name(test.test),
        division_name(test.division),
        word_name(test.word)
    )
}

/// A stage's threshold: hexadecimal, its unit, and as a power of two.
pub fn threshold(stage: &StagePlan) -> (String, u32, String) {
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
}
