//! Texts of options by their names, and how values are read from them: what requests of all kinds have in common.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::named::unknown_name;
use tmd_base::text;
use tmd_functions::language::FormatName;

/// The values of an option that is on or off: the second one is meant where none is given.
pub(crate) const SWITCH: &[&str] = &["no", "yes"];

/// The name of the option that says which function.
pub const FUNCTION: &str = "function";

/// The name of an option in messages and on the command line, where only the function has no `--`.
pub fn flag(name: &str) -> String {
    match name {
        FUNCTION => FUNCTION.to_owned(),
        name => format!("--{name}"),
    }
}

/// The error for users who do not write options as flags: each `--name` of some names in it is replaced by what `spelled`
/// makes of the name.
pub fn with_flags_as<'a>(
    mut diag: Diag,
    names: impl IntoIterator<Item = &'a str> + Clone,
    spelled: impl Fn(&str) -> String,
) -> Diag {
    let replaced = |text: &mut String| {
        for name in names.clone().into_iter().filter(|name| *name != FUNCTION) {
            *text = text.replace(&flag(name), &spelled(name));
        }
    };
    replaced(&mut diag.message);
    diag.help.iter_mut().for_each(replaced);
    diag
}

/// Finds a name among others, with `-` or `_`.
///
/// # Errors
/// If it is not among them; the message names those that are.
pub fn find(name: &str, names: &[&'static str]) -> Result<&'static str, Diag> {
    let dashed = name.replace('_', "-");
    names.iter().find(|known| **known == dashed).copied().ok_or_else(|| {
        Diag::new(DiagKind::UnknownName, format!("there is no option `{name}`"))
            .at("option", name, 0..name.len(), "unknown")
            .help(format!("there are {}", names.join(", ")))
    })
}

/// The texts of options as a person wrote them, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    values: BTreeMap<&'static str, String>,
}

impl Texts {
    /// The texts of a command as emitted files have it, `tmd-codegen SUBCOMMAND FUNCTION --NAME VALUE …`, with options of some names.
    /// One of `switches` has no value there.
    ///
    /// # Errors
    /// If it is no such command.
    pub fn of_command(
        command: &str,
        names: &[&'static str],
        switches: &[&str],
    ) -> Result<Texts, Diag> {
        let malformed = || {
            Diag::new(DiagKind::Syntax, format!("`{command}` is no command with a function"))
                .help("it has to be as the head of an emitted file has it")
        };
        let words = shlex::split(command).ok_or_else(malformed)?;
        let [_, _, function, options @ ..] = &words[..] else { return Err(malformed()) };
        let mut texts = Texts::default();
        texts.set(FUNCTION, function);
        let mut words = options.iter();
        while let Some(option) = words.next() {
            let name = find(option.strip_prefix("--").ok_or_else(malformed)?, names)?;
            let value = match switches.contains(&name) {
                true => "yes",
                false => words.next().ok_or_else(malformed)?,
            };
            texts.set(name, value);
        }
        Ok(texts)
    }

    /// Sets the text of an option.
    pub fn set(&mut self, name: &'static str, value: impl fmt::Display) {
        self.values.insert(name, value.to_string());
    }

    /// Resets an option to its default.
    pub fn remove(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// The text of an option, if it is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// All that are given, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// The text of an option that has no default.
    ///
    /// # Errors
    /// If it is not given; the message says so, and `help` what to give.
    pub fn required(&self, name: &str, help: &str) -> Result<&str, Diag> {
        self.get(name).ok_or_else(|| {
            let message = format!("{} is required, and not given", flag(name));
            Diag::new(DiagKind::Option, message).help(help)
        })
    }

    /// A whole number.
    ///
    /// # Errors
    /// If the text is none.
    pub fn number(&self, name: &str) -> Result<Option<u32>, Diag> {
        let Some(text) = self.get(name) else { return Ok(None) };
        text.trim().parse().map(Some).map_err(|_| {
            Diag::new(DiagKind::Option, format!("--{name} {text} is not a whole number"))
                .at(format!("--{name}"), text, 0..text.len(), "not a number from 0 to 2^32 - 1")
                .help("give a number of bits, for instance 53")
        })
    }

    /// A whole number between bounds.
    ///
    /// # Errors
    /// If the text is none, or the number is outside.
    pub fn number_in(&self, name: &str, range: RangeInclusive<u32>) -> Result<Option<u32>, Diag> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| {
            let (least, most) = range.into_inner();
            Diag::new(DiagKind::Option, format!("--{name} {text} is not a number that it can be"))
                .at(format!("--{name}"), text, 0..text.len(), "no such number")
                .help(format!("give a whole number from {least} to {most}"))
        })
    }

    /// A number of bytes.
    ///
    /// # Errors
    /// If the text is none.
    pub fn bytes(&self, name: &str) -> Result<Option<u64>, Diag> {
        let Some(text) = self.get(name) else { return Ok(None) };
        text::bytes(text.trim()).map(Some).ok_or_else(|| {
            Diag::new(DiagKind::Option, format!("--{name} {text} is not a number of bytes"))
                .at(format!("--{name}"), text, 0..text.len(), "no such number")
                .help(text::BYTES_HELP)
        })
    }

    /// Whether an option is on: `yes`, or `true` as programs have it.
    ///
    /// # Errors
    /// If the text is neither `yes` nor `no`.
    pub fn switch(&self, name: &str) -> Result<bool, Diag> {
        match self.get(name).map(str::trim) {
            None | Some("no" | "false") => Ok(false),
            Some("yes" | "true") => Ok(true),
            Some(text) => Err(unknown_name(&format!("--{name}"), text, SWITCH)),
        }
    }

    /// A format.
    ///
    /// # Errors
    /// If it is neither a number of bits nor a name.
    pub fn format(&self, name: &str) -> Result<Option<FormatName>, Diag> {
        let option = format!("--{name}");
        self.get(name).map(|text| FormatName::parse(&option, text)).transpose()
    }

    /// A value of a type that reads its own texts.
    ///
    /// # Errors
    /// Those of the type.
    pub fn named<T: std::str::FromStr<Err = Diag>>(&self, name: &str) -> Result<Option<T>, Diag> {
        self.get(name).map(|text| text.trim().parse()).transpose()
    }
}

impl Extend<(&'static str, String)> for Texts {
    fn extend<T: IntoIterator<Item = (&'static str, String)>>(&mut self, texts: T) {
        self.values.extend(texts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_what_is_none_is_refused() {
        let mut texts = Texts::default();
        texts.set("degree", " 7 ");
        texts.set("table-budget", "32K");
        assert_eq!(texts.number_in("degree", 1..=24).unwrap(), Some(7));
        assert_eq!(texts.number_in("leaves", 1..=24).unwrap(), None);
        assert_eq!(texts.bytes("table-budget").unwrap(), Some(32 << 10));
        for text in ["0", "25", "-1", "many", ""] {
            texts.set("degree", text);
            let diag = texts.number_in("degree", 1..=24).unwrap_err();
            assert!(diag.message.contains("--degree"), "{diag}");
            assert!(diag.help.is_some_and(|help| help.contains("from 1 to 24")));
        }
        for text in ["-1", "K", "1G", "2048M"] {
            texts.set("table-budget", text);
            assert!(texts.bytes("table-budget").is_err(), "{text}");
        }
        let diag = texts.required("range", "give 0,1").unwrap_err();
        assert!(diag.message.contains("--range") && diag.help.is_some());
    }
}
