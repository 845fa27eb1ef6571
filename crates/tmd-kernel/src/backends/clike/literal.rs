//! Numbers as C reads them back exactly.

use crate::backends::names::exponent;
use crate::ir::{Width, single};
use tmd_base::diag::{Diag, DiagKind};

/// A word: decimal when short, else hexadecimal.
pub(in crate::backends) fn word(value: u64, suffix: &str) -> String {
    match value < 1 << 32 {
        true => format!("{value}{suffix}"),
        false => format!("0x{value:x}{suffix}"),
    }
}

/// A word of a stage: powers of 2 as such, what has many bits in hexadecimal.
pub(in crate::backends) fn constant(value: u64, suffix: &str) -> String {
    match value {
        0..1024 => format!("{value}{suffix}"),
        _ if value.is_power_of_two() => format!("(1{suffix} << {})", value.ilog2()),
        1024..65536 => format!("{value}{suffix}"),
        _ => format!("0x{value:x}{suffix}"),
    }
}

/// A power of 2 as such, where its digits are not easily read.
pub(super) fn power(value: f64) -> Option<String> {
    let k = exponent(value).filter(|k| !(-3..10).contains(k))?;
    Some(match value.is_sign_negative() {
        true => format!("(-0x1p{k})"),
        false => format!("0x1p{k}"),
    })
}

/// A number: the shortest decimal that reads back as it.
pub(super) fn number(value: f64, width: Width) -> Result<String, Diag> {
    let text = match width {
        Width::W64 => format!("{value:?}"),
        Width::W32 => format!("{:?}f", single(value)),
    };
    match value.is_finite() {
        true if value.is_sign_negative() => Ok(format!("({text})")),
        true => Ok(text),
        false => {
            let message = format!("a kernel has the constant {value}, which C cannot write");
            Err(Diag::new(DiagKind::Internal, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::backends::clike::literal::*;

    #[test]
    fn literals_read_back() {
        assert_eq!(word(17, "UL"), "17UL");
        assert_eq!(word(u64::MAX, "ULL"), "0xffffffffffffffffULL");
        for value in [0.0, 1.0, 0.1, 4503599627370496.0, 1e300, 2f64.powi(-62), 1.0 / 3.0] {
            let text = number(value, Width::W64).expect("finite");
            assert_eq!(text.parse::<f64>().expect("a number"), value);
            assert!(text.contains(['.', 'e']), "{text} would be an integer in C");
        }
        assert!(number(f64::INFINITY, Width::W32).is_err());
        assert_eq!(number(0.1f32.into(), Width::W32), Ok("0.1f".to_owned()));
    }
}
