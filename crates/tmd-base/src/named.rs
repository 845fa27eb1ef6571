//! Enumerations with names, as options have them.

use crate::diag::{Diag, DiagKind};
use crate::nearest::nearest;

/// Writes and reads an enumeration by the names of its values.
#[doc(hidden)]
#[macro_export]
macro_rules! __named {
    ($type:ident, $option:literal, $($value:ident = $name:literal),+) => {
        impl $type {
            /// The names of all values.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::diag::Diag;

            fn from_str(text: &str) -> Result<Self, $crate::diag::Diag> {
                match text {
                    $($name => Ok($type::$value),)+
                    _ => Err($crate::named::unknown_name($option, text, $type::NAMES)),
                }
            }
        }
    };
}

pub use __named as named;

/// The report for a word that is none of an option's names.
pub fn unknown_name(option: &str, text: &str, names: &[&str]) -> Diag {
    let meant = nearest(text, names.iter().copied());
    let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
    Diag::new(DiagKind::UnknownName, format!("`{text}` is not a value of {option}"))
        .at(option, text, 0..text.len(), "unknown")
        .help(format!("{meant}choose one of {}", names.join(", ")))
}
