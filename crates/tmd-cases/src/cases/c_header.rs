//! `.h`: an array for C and C++ programs.

use super::results::{NAMES, hex};
use super::source::{self, Source, put};
use super::{Case, List, comments};
use rug::Float;
use std::io::Write;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::format::Format;

/// A type of C: what it is called, what follows its constants, its precision and largest exponent.
type Type = (&'static str, &'static str, u32, i32);

/// The types, the smallest first.
const TYPES: [Type; 3] =
    [("float", "f", 24, 127), ("double", "", 53, 1023), ("long double", "L", 64, 16383)];

/// The first type that holds all numbers of a format.
pub(super) fn type_of(format: &Format) -> Result<Type, Diag> {
    let holds =
        |(_, _, precision, emax): &&Type| format.precision <= *precision && format.emax <= *emax;
    TYPES.iter().find(holds).copied().ok_or_else(|| {
        Diag::new(DiagKind::Unsupported, format!("no type of C holds {} numbers", format.name))
            .help("write .wc, .csv or .jsonl, which hold numbers of any format")
    })
}

pub(super) fn write(source: &dyn Source, name: &str, out: &mut dyn Write) -> Result<(), Diag> {
    let format = source.input_format();
    let (number, suffix, precision, emax) = type_of(&format)?;
    put(out, "/*\n")?;
    // No line ends the comment, or begins one in it.
    source::heading(source, &mut |line| {
        let line = line.replace("*/", "* /").replace("/*", "/ *");
        put(out, &(format!(" * {line}").trim_end().to_owned() + "\n"))
    })?;
    let results = source.results_format().as_ref().map(type_of).transpose()?;
    // Results may be infinite.
    let include = if results.is_some() { "#include <math.h>\n\n" } else { "" };
    let element = match results {
        Some((result, ..)) => {
            format!("struct {{\n    {number} x;\n    {result} {};\n}}", NAMES.join(", "))
        }
        None => number.to_owned(),
    };
    let (upper, count) = (name.to_uppercase(), source.count());
    put(
        out,
        &format!(
            " */\n#ifndef {upper}_H\n#define {upper}_H\n\n{include}#define {upper}_COUNT {count}\n\n\
             static const {element} {name}[] = {{\n"
        ),
    )?;
    source.cases(&mut |case| {
        if !case.fits(precision, emax) {
            return Err(no_number_of(case, &format));
        }
        let x = format!("{}{suffix}", case.hex());
        let row = match (&case.results, results) {
            (Some(values), Some((_, suffix, ..))) => {
                let values = values.all().map(|value| constant(value, suffix));
                format!("{{{x}, {}}}", values.join(", "))
            }
            _ => x,
        };
        put(out, &format!("    {row},\n"))
    })?;
    // An array of C has at least one element.
    let nothing = if results.is_some() { "{0, 0, 0, 0, 0}" } else { "0" };
    put(out, &if count == 0 { format!("    {nothing},\n") } else { String::new() })?;
    put(out, "};\n\n#endif\n")
}

/// A result as a constant of C.
fn constant(result: &Float, suffix: &str) -> String {
    match (result.is_infinite(), result.is_sign_negative()) {
        (true, true) => "-INFINITY".to_owned(),
        (true, false) => "INFINITY".to_owned(),
        (false, _) => format!("{}{suffix}", hex(result)),
    }
}

pub(super) fn read(name: &str, text: &str) -> Result<List, Diag> {
    let about = text.lines().take_while(|line| line.trim() != "*/");
    let about = about.filter_map(|line| comments::line(line, " *")).collect();
    let mut list = List { about, ..List::default() };
    let (body, offset) = braces(name, text, text.find("*/").unwrap_or(0))?;
    let count = text.lines().find_map(|line| line.strip_prefix("#define ")?.rsplit_once("_COUNT "));
    if count.is_some_and(|(_, count)| count.trim() == "0") {
        return Ok(list);
    }
    for (number, line) in body.lines().enumerate() {
        // Expected results stand behind an input, in braces: they are computed anew where they are asked for.
        let line = line.trim();
        let line = line.strip_prefix('{').map_or(line, |row| row.split(',').next().unwrap_or(row));
        for value in line.split(',').map(str::trim).filter(|value| !value.is_empty()) {
            let value = match value.contains(['p', 'P']) {
                true => value.trim_end_matches(['f', 'F', 'L', 'l']),
                false => value,
            };
            let place = format!("{name}, line {}", offset + number);
            list.cases.push(Case::parse(&place, value, None)?);
        }
    }
    Ok(list)
}

/// The error for a case that a list of its format cannot hold.
pub(super) fn no_number_of(case: &Case, format: &Format) -> Diag {
    Diag::new(DiagKind::Range, format!("{} is not a {} number", case.hex(), format.name))
        .help("say of which format the inputs are, with --input-precision")
}

/// The content of the array after the heading, which ends at byte `from`, and the number of its first line.
pub(super) fn braces<'a>(name: &str, text: &'a str, from: usize) -> Result<(&'a str, usize), Diag> {
    let refuse = || {
        Diag::new(DiagKind::Syntax, format!("{name} holds no array of cases"))
            .help("only files are read that `tmd-codegen convert` has written")
    };
    let open = ["[] = {", "] = ["]
        .iter()
        .find_map(|mark| Some(from + text[from..].find(mark)? + mark.len()));
    let start = open.ok_or_else(refuse)?;
    let length =
        text[start..].find("};").or_else(|| text[start..].find("];")).ok_or_else(refuse)?;
    Ok((&text[start..start + length], text[..start].lines().count()))
}
