//! A finding as bytes: its length, then its fields one after the other, numbers with the lowest byte first.

use super::{Class, Finding};
use crate::distance::Distance;
use crate::verdict::{CaseKind, Verdict};

/// Bytes of the length before a record.
const LENGTH: usize = 4;

/// Appends a record.
pub(super) fn encode(finding: &Finding, out: &mut Vec<u8>) {
    let Finding { segment, index, x, verdict, near } = finding;
    let start = out.len();
    out.extend([0; LENGTH]);
    out.extend((*segment as u64).to_le_bytes());
    out.extend(index.to_le_bytes());
    out.push(Class::of(verdict) as u8);
    out.push(u8::from(verdict.kind() == CaseKind::Directed));
    if let Verdict::Hard { distance, identical_bits, .. } = verdict {
        let (significand, exponent) = distance.parts();
        out.extend(significand.to_bits().to_le_bytes());
        out.extend(exponent.to_le_bytes());
        out.extend(identical_bits.to_le_bytes());
    }
    text(x, out);
    out.push(u8::from(near.is_some()));
    if let Some(near) = near {
        text(near, out);
    }
    // A record is far below 4 GiB: its texts are numbers of formats.
    let length = u32::try_from(out.len() - start - LENGTH).unwrap_or(u32::MAX);
    out[start..start + LENGTH].copy_from_slice(&length.to_le_bytes());
}

fn text(text: &str, out: &mut Vec<u8>) {
    out.extend(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.extend(text.as_bytes());
}

/// How many bytes the first record takes, if that can be told already.
pub(super) fn length(bytes: &[u8]) -> Option<usize> {
    let length = bytes.first_chunk::<LENGTH>()?;
    Some(LENGTH + u32::from_le_bytes(*length) as usize)
}

/// The finding of a whole record; `None` if the bytes are none.
pub(super) fn decode(bytes: &[u8]) -> Option<Finding> {
    let mut rest = Fields(bytes.get(LENGTH..)?);
    let segment = usize::try_from(u64::from_le_bytes(rest.take()?)).ok()?;
    let index = u64::from_le_bytes(rest.take()?);
    let class = *Class::ALL.get(usize::from(rest.take::<1>()?[0]))?;
    let kind = match rest.take::<1>()? {
        [0] => CaseKind::Nearest,
        [1] => CaseKind::Directed,
        _ => return None,
    };
    let verdict = match class {
        Class::Hard => {
            let significand = f64::from_bits(u64::from_le_bytes(rest.take()?));
            let distance = Distance::of_parts(significand, i32::from_le_bytes(rest.take()?));
            let identical_bits = u32::from_le_bytes(rest.take()?);
            Verdict::Hard { distance, identical_bits, kind }
        }
        Class::Exact => Verdict::Exact(kind),
        Class::Unknown => Verdict::Unknown(kind),
    };
    let x = rest.text()?;
    let near = match rest.take::<1>()? {
        [0] => None,
        _ => Some(rest.text()?),
    };
    rest.0.is_empty().then_some(Finding { segment, index, x, verdict, near })
}

/// The bytes that are left.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn text(&mut self) -> Option<String> {
        let length = u32::from_le_bytes(self.take()?) as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}
