//! `.bin`: the bits of binary64 numbers, 8 bytes each, the lowest first, as LLVM's libc reads them.
//!
//! Such a file holds nothing else: what is known about the cases goes to a text beside it
//! ([`super::FileKind::beside`]).

use super::source::{Source, unwritten};
use super::{Case, List};
use rug::Rational;
use std::io::Write;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::hexfloat;

pub(super) fn write(source: &dyn Source, out: &mut dyn Write) -> Result<(), Diag> {
    source
        .cases(&mut |case| out.write_all(&double(case)?.to_bits().to_le_bytes()).map_err(unwritten))
}

/// The input as a binary64 number.
pub(super) fn double(case: &Case) -> Result<f64, Diag> {
    let x = case.x.to_f64();
    match Rational::from_f64(x).as_ref() == Some(&case.x) {
        true => Ok(x),
        false => Err(Diag::new(
            DiagKind::Range,
            format!("{} is not a binary64 number, which this kind of file holds", case.hex()),
        )
        .help("write .wc, .csv or .jsonl, which hold numbers of any format")),
    }
}

pub(super) fn read(name: &str, bytes: &[u8]) -> Result<List, Diag> {
    let (patterns, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        let message = format!(
            "{name} is {} bytes long, which is not a multiple of 8: it is not a list of binary64 numbers",
            bytes.len()
        );
        return Err(Diag::new(DiagKind::Syntax, message));
    }
    let mut list = List::default();
    for pattern in patterns {
        match Rational::from_f64(f64::from_le_bytes(*pattern)) {
            Some(x) => list.cases.push(Case { x, hardness: None, results: None }),
            None => list.left_out += 1,
        }
    }
    if list.left_out > 0 {
        list.about.push(format!("left out: {} patterns that are no number", list.left_out));
    }
    Ok(list)
}

/// The number of a pattern in hexadecimal digits.
pub(super) fn of_pattern(place: &str, digits: &str, is_single: bool) -> Result<Case, Diag> {
    let refuse =
        || Diag::new(DiagKind::Syntax, format!("{place}: {digits} are not the bits of a number"));
    let bits = u64::from_str_radix(digits, 16).map_err(|_| refuse())?;
    let x = match is_single {
        true => f64::from(f32::from_bits(u32::try_from(bits).map_err(|_| refuse())?)),
        false => f64::from_bits(bits),
    };
    let x = Rational::from_f64(x).ok_or_else(refuse)?;
    debug_assert!(hexfloat::print_rational(&x).is_some());
    Ok(Case { x, hardness: None, results: None })
}
