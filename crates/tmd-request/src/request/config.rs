//! Options in a file, `tmd.toml`: a table for each kernel.
//!
//! ```toml
//! [kernel.exp_hard]
//! function = "exp"
//! binade = "128,256"
//! target = "opencl"
//! ```

use super::Request;
use super::options::with_flags_as;
use super::options::{self, OPTIONS, Options};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::infile;
use tmd_base::misread;
use toml::{Spanned, Value};

/// The kernels that a file asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The file's name, for messages.
    name: String,
    text: String,
    kernels: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    options: Options,
    /// The place of each option's value in the text.
    places: BTreeMap<&'static str, Range<usize>>,
    /// The place of the heading of the kernel's table.
    head: Range<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    kernel: BTreeMap<Spanned<String>, BTreeMap<Spanned<String>, Spanned<Value>>>,
}

/// Longest file, in bytes.
const MOST_BYTES: u64 = 1 << 24;

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or as [`Config::parse`].
    pub fn read(path: &Path) -> Result<Self, Diag> {
        let name = path.display().to_string();
        let text = infile::text(path, MOST_BYTES)
            .map_err(|diag| diag.help("give the path of a tmd.toml"))?;
        Self::parse(&name, &text)
    }

    /// Reads the text of a file that is called `name` in messages.
    ///
    /// # Errors
    /// If it is no TOML, or holds what is no option; the error points there.
    pub fn parse(name: &str, text: &str) -> Result<Self, Diag> {
        let file: File = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            Diag::new(
                DiagKind::Syntax,
                format!("{name} cannot be read: {}", misread::data(error.message())),
            )
            .at(name, text, span, "here")
            .help("a kernel is a table: [kernel.NAME], then function = \"exp\" and so on")
        })?;
        let mut kernels = BTreeMap::new();
        for (kernel, values) in file.kernel {
            let head = kernel.span();
            let kernel = kernel.into_inner();
            check_name(&kernel).map_err(|diag| at(diag, name, text, head.clone()))?;
            let mut entry = Entry { options: Options::default(), places: BTreeMap::new(), head };
            for (key, value) in values {
                let option = options::find(key.get_ref())
                    .map_err(|diag| at(diag, name, text, key.span()))?;
                let span = value.span();
                let value = scalar(value.get_ref()).ok_or_else(|| {
                    let message = format!("{} is neither a text nor a number", option.name);
                    let diag = Diag::new(DiagKind::Option, message);
                    at(diag.help("write it as a text"), name, text, span.clone())
                })?;
                entry.places.insert(option.name, place(text, span, &value));
                entry.options.set(option, value);
            }
            kernels.insert(kernel, entry);
        }
        if kernels.is_empty() {
            return Err(Diag::new(DiagKind::Option, format!("{name} asks for no kernel"))
                .at(name, text, 0..0, "nothing here")
                .help("add a table, for instance: [kernel.exp_hard], function = \"exp\", binade = \"1,2\""));
        }
        Ok(Config { name: name.to_owned(), text: text.to_owned(), kernels })
    }

    /// The kernels' names, ascending.
    pub fn names(&self) -> Vec<&str> {
        self.kernels.keys().map(String::as_str).collect()
    }

    /// The options of a kernel.
    ///
    /// # Errors
    /// If the file has none of that name.
    pub fn options(&self, kernel: &str) -> Result<&Options, Diag> {
        self.kernels.get(kernel).map(|entry| &entry.options).ok_or_else(|| {
            Diag::new(DiagKind::UnknownName, format!("{} has no kernel `{kernel}`", self.name))
                .at("kernel", kernel, 0..kernel.len(), "unknown")
                .help(format!("it has {}", self.names().join(", ")))
        })
    }

    /// The request for a kernel.
    ///
    /// # Errors
    /// As [`Config::options`] and [`Options::request`]; errors point into the file.
    pub fn request(&self, kernel: &str) -> Result<Request, Diag> {
        self.options(kernel)?.request().map_err(|diag| self.explain(kernel, diag))
    }

    /// An error about a kernel's options, as an error about the place in the file.
    pub fn explain(&self, kernel: &str, diag: Diag) -> Diag {
        let Some(entry) = self.kernels.get(kernel) else { return diag };
        let place = diag.source.as_ref().and_then(|source| {
            let (option, span) = entry.places.iter().find(|(o, _)| is_flag(&source.name, o))?;
            // The error may speak of a part of the value: one end of a range.
            let part = entry.options.get(option)?.find(&source.text)?;
            let is_whole = span.len() == entry.options.get(option)?.len();
            is_whole.then_some(span.start + part)
        });
        let diag = with_flags_as(diag, |option| format!("`{option}`"));
        match place {
            Some(offset) => diag.within(&self.name, &self.text, offset),
            None => at(diag, &self.name, &self.text, entry.head.clone()),
        }
    }
}

fn is_flag(name: &str, option: &str) -> bool {
    name.strip_prefix("--").unwrap_or(name) == option
}

/// A diagnostic about a place of the file.
fn at(diag: Diag, name: &str, text: &str, span: Range<usize>) -> Diag {
    let label = diag.source.as_ref().map_or("here".to_owned(), |source| source.label.clone());
    diag.at(name, text, span, label)
}

/// Names of kernels become names of modules and folders.
///
/// # Errors
/// If the name is not fit for that.
pub fn check_name(name: &str) -> Result<(), Diag> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain);
    match is_name && name.len() <= 64 && syn::parse_str::<syn::Ident>(name).is_ok() {
        true => Ok(()),
        false => Err(Diag::new(
            DiagKind::Option,
            format!("`{name}` cannot be the name of kernels or functions"),
        )
        .help(
            "names become names of modules and folders: a-z, 0-9 and _, beginning with a letter",
        )),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(value) => Some(if *value { "yes" } else { "no" }.to_owned()),
        _ => None,
    }
}

/// The place of a value's characters: without the quotes, where they are just around it.
fn place(text: &str, span: Range<usize>, value: &str) -> Range<usize> {
    let inner = span.start + 1..span.end.saturating_sub(1);
    match text.get(inner.clone()) {
        Some(raw) if raw == value => inner,
        _ => span,
    }
}

impl Options {
    /// The options as a table of a `tmd.toml`.
    pub fn toml(&self, kernel: &str) -> String {
        let mut out = format!("[kernel.{kernel}]\n");
        for option in OPTIONS {
            let Some(text) = self.get(option.name) else { continue };
            let value = match text.parse::<u32>() {
                Ok(number) if number.to_string() == text => text.to_owned(),
                _ => Value::String(text.to_owned()).to_string(),
            };
            // Writing to a string does not fail.
            let _ = writeln!(out, "{} = {value}", option.name);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Diag {
        let config = Config::parse("tmd.toml", text);
        let diag = match config {
            Ok(config) => config.request(config.names()[0]).expect_err("a refusal"),
            Err(diag) => diag,
        };
        assert_eq!(diag.source.as_ref().map(|s| s.name.as_str()), Some("tmd.toml"), "{diag}");
        diag
    }

    #[test]
    fn a_table_is_a_request() {
        let text = "[kernel.a]\nfunction = \"exp\"\nrange = \"1,1.5\"\nbits = 44\n\
                    [kernel.b]\nfunction = 'log'\nbinade = \"[1, 2)\"\ninput_precision = 24\n";
        let config = Config::parse("tmd.toml", text).unwrap();
        assert_eq!(config.names(), ["a", "b"]);
        assert_eq!(config.request("a").unwrap().bits, Some(44));
        assert_eq!(config.request("b").unwrap().input_precision, Some(24.into()));
        let unknown = config.request("c").unwrap_err();
        assert!(unknown.message.contains("`c`") && unknown.help.unwrap().contains("a, b"));
    }

    #[test]
    fn errors_point_into_the_file() {
        let in_file = |text: &str, offending: &str| {
            let diag = refusal(text);
            assert_eq!(diag.offending(), Some(offending), "{}", diag.render(false));
            diag
        };
        let kernel = "[kernel.k]\nfunction = \"exp\"\nbinade = \"1,2\"\n";
        in_file(&format!("{kernel}colour = 1\n"), "colour");
        in_file(&format!("{kernel}bits = 4.5\n"), "4.5");
        in_file(&format!("{kernel}bits = \"many\"\n"), "many");
        let rounding = in_file(&format!("{kernel}rounding = \"up\"\n"), "up");
        assert!(rounding.message.contains("`rounding`"), "{rounding}");
        in_file(&format!("{kernel}interval = \"2^pi\"\n"), "^");
        in_file("[kernel.k]\nfunction = \"exp\"\n", "k");
        in_file("[kernel.k]\nfunction = \n", "");
        in_file("[kernel.'a b']\nfunction = \"exp\"\n", "'a b'");
        in_file("[kernels.k]\n", "kernels");
        assert!(refusal("# nothing\n").message.contains("no kernel"));
    }

    #[test]
    fn tables_read_back() {
        let options = Options::new("exp(x) * sin(x)").range("pi/4,\"1").bits(44).target("cuda");
        let config = Config::parse("tmd.toml", &options.toml("k")).unwrap();
        assert_eq!(config.options("k").unwrap(), &options);
    }
}
