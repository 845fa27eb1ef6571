//! The program `tmd-check`, for tests that call it in their own process.

#[macro_use]
mod stop;

mod algebra;
mod arcs;
mod asymptote;
mod bounds;
mod cases;
mod centred;
mod chance;
mod closed;
mod counts;
mod derivatives;
mod equations;
mod exponentials;
mod expression;
mod follows;
mod function;
mod grid;
mod inputs;
mod interval;
mod inverse;
mod json;
mod limits;
mod model;
mod number;
mod pairs;
mod phases;
mod plane;
mod request;
mod roots;
mod sample;
mod searched;
mod series;
mod tiling;
mod truth;
mod vectors;
mod verdict;
mod version;

#[cfg(test)]
#[path = "../tests/unit/mod.rs"]
mod unit;

use stop::{Checked, Stop};
use verdict::Options;

const USAGE: &str = "usage: tmd-check CERTIFICATE [--sample N] [--seed S]";
const HELP: &str = "\
Checks the certificate of a search for hard-to-round inputs without any code of the program that made it.

  --sample N  search N windows of what kernels searched again, drawn at random; without it, a case that is missing
              from the certificate would not be noticed. Of pairs of a number and an integer, draw N, and search all
              pairs of their numbers again; without it, all pairs are, or a million drawn if all would take hours.
              Pairs of an expression of two numbers are all judged again, or 8192 rows drawn if they are more than 2^20.
              Pairs of two numbers are all searched again up to 11 bits; beyond, draw N windows of rows, or without it
              8192 if all would take minutes. Lengths of vectors are all searched again, and so are angles; with
              --sample only those near N breakpoints. Of searches by phases, draw N windows of phases; without it, all
              are searched again, or 8192 drawn if all would take hours
  --seed S    draw the same windows or pairs again

The exit code is 0 if the certificate is accepted, 1 if it is refused, and 2 if this program cannot tell.";
/// Longer files are no certificates.
const MOST_BYTES: u64 = 1 << 28;
/// Expressions are at most 200 deep.
const STACK: usize = 256 << 20;

fn options(arguments: impl Iterator<Item = String>) -> Checked<Options> {
    let mut options = Options::default();
    let mut rest = arguments;
    while let Some(argument) = rest.next() {
        let mut number = || match rest.next().and_then(|text| text.parse().ok()) {
            Some(number) => Ok(number),
            None => cannot!("{argument} needs a number from 0 to 2^64 - 1; {USAGE}"),
        };
        match argument.as_str() {
            "--sample" => options.sample = number()?,
            "--seed" => options.seed = Some(number()?),
            name if name.starts_with('-') => return cannot!("there is no {name}; {USAGE}"),
            path if options.path.is_empty() => options.path = path.to_owned(),
            path => return cannot!("a second file, {path}; {USAGE}"),
        }
    }
    if options.path.is_empty() { cannot!("{USAGE}") } else { Ok(options) }
}

fn check(arguments: impl Iterator<Item = String>) -> Checked<String> {
    let options = options(arguments)?;
    let path = &options.path;
    let fail = |why: String| cannot!("{path} cannot be read: {why}; name a certificate");
    let length = match std::fs::metadata(path) {
        Ok(data) if data.is_file() => data.len(),
        Ok(_) => return fail("it is not a file".into()),
        Err(error) => return fail(error.to_string()),
    };
    if length > MOST_BYTES {
        return fail(format!("it has {length} bytes, more than {MOST_BYTES}"));
    }
    match std::fs::read(path).map(String::from_utf8) {
        Ok(Ok(text)) => verdict::check(&text, &options),
        Ok(Err(_)) => fail("it is not text".into()),
        Err(error) => fail(error.to_string()),
    }
}

/// Runs the program: its exit code, and what it says.
pub fn run(arguments: Vec<String>) -> (u8, String) {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return (0, format!("{USAGE}\n\n{HELP}"));
    }
    let thread = std::thread::Builder::new().stack_size(STACK);
    let checked = thread.spawn(|| check(arguments.into_iter())).map(|run| run.join());
    let outcome = match checked {
        Ok(Ok(outcome)) => outcome,
        _ => {
            cannot!("this program failed, or had not enough memory: please report the certificate")
        }
    };
    let (code, said) = match outcome {
        Ok(verdict) => (0, format!("{verdict}\ntmd-check: accepted")),
        Err(Stop::Refused(why)) => (1, format!("tmd-check: refused: {why}")),
        Err(Stop::Cannot(why)) => (2, format!("tmd-check: cannot tell: {why}")),
    };
    (code, plain(&said))
}

/// What a certificate says must not act on a terminal.
fn plain(said: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() || c.is_alphanumeric() || " \n…·⁻≤≥".contains(c);
    let spelled =
        |c: char| if is_plain(c) { c.to_string() } else { c.escape_unicode().to_string() };
    said.chars().map(spelled).collect()
}
