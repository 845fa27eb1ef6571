//! `.rs`: a constant array for Rust programs.

use super::binary::{double, of_pattern};
use super::c_header::{braces, no_number_of};
use super::source::{self, Source, put};
use super::{Case, List, comments};
use std::io::Write;
use tmd_base::diag::{Diag, DiagKind};

pub(super) fn write(source: &dyn Source, name: &str, out: &mut dyn Write) -> Result<(), Diag> {
    let format = source.input_format();
    let is_single = format.precision <= 24 && format.emax <= 127;
    let number = if is_single { "f32" } else { "f64" };
    source::comments(source, "///", out)?;
    let (name, count) = (name.to_uppercase(), source.count());
    put(out, &format!("#[rustfmt::skip]\npub const {name}: [{number}; {count}] = [\n"))?;
    source.cases(&mut |case| {
        let x = double(case)?;
        if is_single && !case.fits(24, 127) {
            return Err(no_number_of(case, &format));
        }
        let bits = match is_single {
            // Exact, as was just seen.
            true => format!("{:#010x}", (x as f32).to_bits()),
            false => format!("{:#018x}", x.to_bits()),
        };
        put(out, &format!("    {number}::from_bits({bits}), // {}\n", case.hex()))
    })?;
    put(out, "];\n")
}

pub(super) fn read(name: &str, text: &str) -> Result<List, Diag> {
    let about = text.lines().filter_map(|line| comments::line(line, "///")).collect();
    let heading = text.lines().take_while(|line| line.starts_with("///"));
    let heading: usize = heading.map(|line| line.len() + 1).sum();
    let (body, offset) = braces(name, text, heading.min(text.len()))?;
    let mut cases: Vec<Case> = vec![];
    for (number, line) in body.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{name}, line {}", offset + number);
        let digits = line.split_once("::from_bits(0x").and_then(|(_, rest)| rest.split_once(')'));
        let Some((digits, _)) = digits else {
            return Err(Diag::new(DiagKind::Syntax, format!("{place}: no number of a table")));
        };
        cases.push(of_pattern(&place, digits, line.trim().starts_with("f32"))?);
    }
    Ok(List { about, cases, left_out: 0 })
}
