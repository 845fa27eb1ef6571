//! Enumerations with names, as options have them.

use crate::diag::{Diag, DiagKind};
use crate::nearest::nearest;
use serde::Deserialize;
use serde::de::Error as _;

/// Writes and reads an enumeration by the names of its values.
#[doc(hidden)]
#[macro_export]
macro_rules! __named {
    ($type:ident, $option:literal, $($value:ident = $name:literal),+) => {
        #[allow(unreachable_pub, reason = "they are seen as far as the enumeration is")]
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

/// Keeps a named enumeration by its names in JSON and whatever else serde writes and reads; the text says what the values
/// are, for the refusal of a name that is none.
#[doc(hidden)]
#[macro_export]
macro_rules! __kept_by_name {
    ($type:ident, $what:literal) => {
        impl $crate::named::serde::Serialize for $type {
            fn serialize<S>(&self, serializer: S) -> Result<S::Ok, S::Error>
            where
                S: $crate::named::serde::Serializer,
            {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::named::serde::Deserialize<'de> for $type {
            fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
            where
                D: $crate::named::serde::Deserializer<'de>,
            {
                $crate::named::read_name(deserializer, $what, $type::NAMES, $type::ALL)
            }
        }
    };
}

pub use __kept_by_name as kept_by_name;
#[doc(hidden)]
pub use serde;

/// The value whose name is read.
#[doc(hidden)]
pub fn read_name<'de, D: serde::Deserializer<'de>, T: Copy>(
    deserializer: D,
    what: &str,
    names: &[&str],
    values: &[T],
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let known = names.iter().position(|name| *name == text);
    known.map(|index| values[index]).ok_or_else(|| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        D::Error::custom(format!(
            "there is no {what} called `{text:.120}`, only {}",
            names.join(", ")
        ))
    })
}

/// The report for a word that is none of an option's names.
pub fn unknown_name(option: &str, text: &str, names: &[&str]) -> Diag {
    let meant = nearest(text, names.iter().copied());
    let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
    Diag::new(DiagKind::UnknownName, format!("`{text}` is not a value of {option}"))
        .at(option, text, 0..text.len(), "unknown")
        .help(format!("{meant}choose one of {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Fruit {
        Apple,
        SlowPlum,
    }
    named!(Fruit, "--fruit", Apple = "apple", SlowPlum = "plum, slow");
    kept_by_name!(Fruit, "kind of fruit");

    #[test]
    fn names_are_kept() {
        for (fruit, name) in Fruit::ALL.iter().zip(Fruit::NAMES) {
            let json = serde_json::to_string(fruit).expect("JSON");
            assert_eq!(json, format!("{name:?}"));
            assert_eq!(serde_json::from_str::<Fruit>(&json).expect("a fruit"), *fruit);
            assert_eq!(name.parse::<Fruit>().expect("a fruit"), *fruit);
        }
        assert_eq!(Fruit::ALL.len(), 2);
    }

    #[test]
    fn other_names_are_refused_with_those_that_there_are() {
        let error = serde_json::from_str::<Fruit>("\"potato\"").expect_err("none").to_string();
        let wanted = "there is no kind of fruit called `potato`, only `apple`, `plum, slow`";
        assert!(error.starts_with(wanted), "{error}");
        let long = format!("{:?}", "x".repeat(1000));
        assert!(serde_json::from_str::<Fruit>(&long).expect_err("none").to_string().len() < 250);
    }
}
