//! Numbers and names as certificates have them.

use tmd_approx::approx::certificate;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::Width;

/// A number as a hexadecimal float; -0 has its sign, which rational numbers have not.
pub(crate) fn hex(number: f64) -> String {
    let is_negative_zero = number == 0.0 && number.is_sign_negative();
    let sign = if is_negative_zero { "-" } else { "" };
    format!("{sign}{}", certificate::hex(number))
}

/// The number of a width that such a text stands for.
pub(crate) fn number(text: &str, width: Width) -> Result<f64, Diag> {
    let number = certificate::number(text, width)?;
    let is_negative_zero = number == 0.0 && text.starts_with('-');
    Ok(if is_negative_zero { -0.0 } else { number })
}

/// The report for a name that there is not.
pub(crate) fn unknown(what: &str, name: &str) -> Diag {
    Diag::new(DiagKind::Syntax, format!("the certificate has no {what} `{name}`"))
}

/// What a parity is called.
pub(crate) fn parity_name(parity: Parity) -> String {
    match parity {
        Parity::Even => "even".to_owned(),
        Parity::Odd => "odd".to_owned(),
    }
}

/// The parity that is called so.
pub(crate) fn parity(name: Option<&str>) -> Result<Option<Parity>, Diag> {
    match name {
        None => Ok(None),
        Some("even") => Ok(Some(Parity::Even)),
        Some("odd") => Ok(Some(Parity::Odd)),
        Some(other) => Err(unknown("parity", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_signs() {
        for value in [0.0, -0.0, 1.5, -3e-5, 2f64.powi(-140), f64::MAX] {
            let back = number(&hex(value), Width::W64).expect("a number");
            assert_eq!((back, back.is_sign_negative()), (value, value.is_sign_negative()));
        }
        assert!(number("0x1.000001p+0", Width::W32).is_err());
    }
}
