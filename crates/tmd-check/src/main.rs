//! `tmd-check CERTIFICATE [--sample N] [--seed S]`: checks the certificate of a search for hard-to-round inputs without any
//! code of the program that made it. The exit code is 0 if it is accepted, 1 if it is refused, and 2 if this program cannot
//! tell.

#[macro_use]
mod stop;

mod algebra;
mod arcs;
mod bounds;
mod cases;
mod closed;
mod counts;
mod derivatives;
mod function;
mod grid;
mod interval;
mod inverse;
mod json;
mod number;
mod request;
mod sample;
mod searched;
mod series;
mod tiling;
mod truth;
mod verdict;

use std::process::ExitCode;
use stop::{Checked, Stop};
use verdict::Options;

const USAGE: &str = "usage: tmd-check CERTIFICATE [--sample N] [--seed S]";
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

fn check() -> Checked<String> {
    let options = options(std::env::args().skip(1))?;
    let path = &options.path;
    let fail = |why: String| cannot!("{path} cannot be read: {why}; name a certificate");
    let length = match std::fs::metadata(path) {
        Ok(data) if data.is_file() => data.len(),
        Ok(_) => return fail("it is no file".into()),
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

fn main() -> ExitCode {
    let checked = std::thread::Builder::new().stack_size(STACK).spawn(check).map(|run| run.join());
    let outcome = match checked {
        Ok(Ok(outcome)) => outcome,
        _ => {
            cannot!("this program failed, or had not enough memory: please report the certificate")
        }
    };
    match outcome {
        Ok(verdict) => {
            println!("{verdict}\ntmd-check: accepted");
            ExitCode::SUCCESS
        }
        Err(Stop::Refused(why)) => {
            println!("tmd-check: refused: {why}");
            ExitCode::from(1)
        }
        Err(Stop::Cannot(why)) => {
            println!("tmd-check: cannot tell: {why}");
            ExitCode::from(2)
        }
    }
}
