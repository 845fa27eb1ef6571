//! The independent checker, `tmd-check`: it is given every certificate of these tests, the true ones and the forged ones.

use std::io::Write;

/// What `tmd-check` says of a file: its exit code, and its words. It searches so many windows again, or all there are.
pub(crate) fn verdict(bytes: &[u8], sample: u64, seed: u64) -> (u8, String) {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(bytes).expect("written");
    let path = file.path().display().to_string();
    let (sample, seed) = (sample.to_string(), seed.to_string());
    let arguments = [&path, "--sample", &sample, "--seed", &seed].map(str::to_owned);
    tmd_check::run(arguments.to_vec())
}

/// A true certificate is accepted; its verdict.
pub(crate) fn accepts(bytes: &[u8]) -> String {
    let (code, said) = verdict(bytes, 1, 1);
    assert!(code == 0 && said.ends_with("tmd-check: accepted"), "{code}: {said}");
    said
}

/// A forged one is refused; why.
pub(crate) fn refuses(bytes: &[u8]) -> String {
    let (code, said) = verdict(bytes, 4, 1);
    assert!(code == 1 || (code == 2 && is_none(&said)), "{code}: {said}");
    said
}

/// Whether a file is said to be no certificate, or none that the program knows.
fn is_none(said: &str) -> bool {
    let all = ["not a certificate", "does not know", "is not text", "this program reads"];
    all.iter().any(|part| said.contains(part))
}
