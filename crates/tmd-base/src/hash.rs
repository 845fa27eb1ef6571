//! SHA-256 as lower-case hexadecimal text.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// Hash of one run of bytes.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes).as_slice())
}

/// Hash of a sequence of fields; each is preceded by its length, so that no two sequences read
/// alike.
pub fn fields_hex<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    for field in fields {
        hasher.update((field.len() as u64).to_le_bytes());
        hasher.update(field);
    }
    hex(hasher.finalize().as_slice())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}"); // writing to a String cannot fail
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digest() {
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn field_borders_count() {
        assert_ne!(fields_hex([&b"ab"[..], b"c"]), fields_hex([&b"a"[..], b"bc"]));
    }
}
