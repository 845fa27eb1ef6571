//! SHA-256 as lower-case hexadecimal text.

use std::fmt::Write as _;
use std::io;

use sha2::{Digest, Sha256};

/// Hash of one run of bytes.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes).as_slice())
}

/// Hash of what is written, which need not be in memory.
///
/// # Errors
/// Whatever `write` returns.
pub fn written_hex(write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<String> {
    let mut written = Written(Sha256::new());
    let mut buffered = io::BufWriter::new(&mut written);
    write(&mut buffered)?;
    io::Write::flush(&mut buffered)?;
    drop(buffered);
    Ok(hex(written.0.finalize().as_slice()))
}

struct Written(Sha256);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
    fn parts_are_hashed_as_the_whole() {
        let all = vec![b'x'; 100_000];
        let written = written_hex(|out| all.chunks(77).try_for_each(|part| out.write_all(part)));
        assert_eq!(written.expect("no error"), sha256_hex(&all));
        assert!(written_hex(|_| Err(io::ErrorKind::Other.into())).is_err());
    }

    #[test]
    fn field_borders_count() {
        assert_ne!(fields_hex([&b"ab"[..], b"c"]), fields_hex([&b"a"[..], b"bc"]));
    }
}
