//! The names of the files of an entry of the cache.

/// The suffix of the file that holds an entry's hash.
pub(super) const SUM: &str = ".sum";
/// The suffix of shared libraries.
pub(crate) const LIBRARY: &str = std::env::consts::DLL_SUFFIX;
/// The suffix of what is loaded from memory.
pub(super) const LOADED: &str = ".bin";
/// The suffix of other results that take long.
pub(super) const MADE: &str = ".made";

/// The key of a file that the cache made: `KEY.sum` or `KEY-HASH` with the suffix of what is kept.
pub(super) fn key_of(name: &str) -> Option<&str> {
    if let Some(key) = name.strip_suffix(SUM) {
        return Some(key);
    }
    let stem = [LIBRARY, LOADED, MADE].iter().find_map(|end| name.strip_suffix(end))?;
    let (key, hash) = stem.split_once('-')?;
    (hash.len() == 16).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_cache_have_a_key() {
        assert_eq!(key_of("k1.sum"), Some("k1"));
        for suffix in [LIBRARY, LOADED, MADE] {
            assert_eq!(key_of(&format!("k1-0123456789abcdef{suffix}")), Some("k1"));
        }
        for other in ["k1.so", "k1-0123.so", "k1-0123456789abcdef.txt", "campaigns", ".tmp"] {
            assert_eq!(key_of(other), None, "{other}");
        }
    }
}
