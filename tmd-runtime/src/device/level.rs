//! Instruction set levels of a CPU.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// What vector instructions a kernel may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// AVX-512 F, DQ, VL and BW.
    Avx512,
    /// AVX2 and FMA.
    Avx2,
    /// What every machine of the architecture has.
    Portable,
}

impl Level {
    /// All levels, the best first.
    pub const ALL: [Level; 3] = [Level::Avx512, Level::Avx2, Level::Portable];

    /// The best level of this machine.
    pub fn detect() -> Level {
        Level::ALL.into_iter().find(|level| level.is_available()).unwrap_or(Level::Portable)
    }

    /// The levels of this machine, the best first; never empty.
    pub fn available() -> Vec<Level> {
        Level::ALL.into_iter().filter(|level| level.is_available()).collect()
    }

    /// Whether this machine has the level.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(not(target_arch = "x86_64"))]
            Level::Avx512 | Level::Avx2 => false,
            Level::Portable => true,
        }
    }

    /// The level's name: "avx512", "avx2" or "portable".
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Avx512 => "avx512",
            Level::Avx2 => "avx2",
            Level::Portable => "portable",
        }
    }

    /// The flags by which GCC and Clang compile for it.
    pub fn c_flags(self) -> &'static [&'static str] {
        match self {
            Level::Avx512 => {
                &["-mavx512f", "-mavx512dq", "-mavx512vl", "-mavx512bw", "-mavx2", "-mfma"]
            }
            Level::Avx2 => &["-mavx2", "-mfma"],
            Level::Portable => &[],
        }
    }

    /// An error if this machine does not have the level: its instructions would be undefined
    /// behaviour.
    pub(crate) fn require(self) -> Result<(), Error> {
        if self.is_available() {
            return Ok(());
        }
        Err(Error::unsupported(format!(
            "level {self}: this machine has {}",
            list(&Level::available())
        )))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

impl FromStr for Level {
    type Err = Error;

    fn from_str(text: &str) -> Result<Level, Error> {
        Level::ALL.into_iter().find(|level| level.as_str() == text).ok_or_else(|| {
            Error::unsupported(format!("level {text:?}: there are {}", list(&Level::ALL)))
        })
    }
}

fn list(levels: &[Level]) -> String {
    levels.iter().map(|level| level.as_str()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse::<Level>().expect("level"), level);
        }
        let error = "sse9".parse::<Level>().expect_err("no such level");
        assert!(error.to_string().contains("avx512, avx2, portable"), "{error}");
    }

    #[test]
    fn the_best_level_is_first() {
        assert_eq!(Level::available().first(), Some(&Level::detect()));
        assert_eq!(Level::available().last(), Some(&Level::Portable));
    }
}
