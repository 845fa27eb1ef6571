//! Numbers as C reads them back exactly.

use crate::diag::{Diag, DiagKind};

/// A word: decimal when short, else hexadecimal.
pub(super) fn word(value: u64, suffix: &str) -> String {
    match value < 1 << 32 {
        true => format!("{value}{suffix}"),
        false => format!("0x{value:x}{suffix}"),
    }
}

/// A binary64 number: the shortest decimal that reads back as it.
pub(super) fn number(value: f64) -> Result<String, Diag> {
    match value.is_finite() {
        true if value.is_sign_negative() => Ok(format!("({value:?})")),
        true => Ok(format!("{value:?}")),
        false => {
            let message = format!("a kernel has the constant {value}, which C cannot write");
            Err(Diag::new(DiagKind::Internal, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_read_back() {
        assert_eq!(word(17, "UL"), "17UL");
        assert_eq!(word(u64::MAX, "ULL"), "0xffffffffffffffffULL");
        for value in [0.0, 1.0, 0.1, 4503599627370496.0, 1e300, 2f64.powi(-62), 1.0 / 3.0] {
            let text = number(value).expect("finite");
            assert_eq!(text.parse::<f64>().expect("a number"), value);
            assert!(text.contains(['.', 'e']), "{text} would be an integer in C");
        }
        assert!(number(f64::NAN).is_err());
    }
}
