//! Conversions to narrower numbers: each fails rather than lose a bit.

use crate::Error;

/// A length or a place in memory, which no number of 64 bits can be beyond where there is memory for it.
///
/// # Panics
/// If memory is addressed by fewer bits than the number has.
pub(crate) fn place(n: u64) -> usize {
    usize::try_from(n).unwrap_or_else(|_| panic!("{n} is beyond what memory can hold"))
}

/// A number of things as kernels count them, in 32 bits.
pub(crate) fn counted(n: usize, what: &str) -> Result<u32, Error> {
    u32::try_from(n)
        .map_err(|_| Error::job(format!("{n} {what} at a time are beyond 32-bit counters")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_cut_off() {
        assert_eq!(place(1 << 40), 1 << 40);
        assert_eq!(counted(u32::MAX as usize, "items").unwrap(), u32::MAX);
        let error = counted(1 << 32, "items").unwrap_err().to_string();
        assert!(error.contains("4294967296 items"), "{error}");
    }
}
