//! What a module has besides functions: its comment, tables, constants and literals.

use crate::ir::{Kernel, Lookup, Scalar, Table, Width, single};
use std::fmt::Write;

/// The function that a text has powers of 2 by.
pub(super) const POWER: &str = "pow2";

/// A module's documentation comment.
pub(super) fn module_doc(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "{}", format!("//! {line}").trim_end());
    }
    text
}

/// The arm of `run` that calls a kernel for every item.
pub(super) fn arm(stage: usize, kernel: &Kernel) -> String {
    let name = &kernel.name;
    [
        format!("        {stage} => {{"),
        "            let Some(seed) = seed.first_chunk() else { return usize::MAX };".to_owned(),
        "            for &item in items {".to_owned(),
        format!("                {name}(seed, item, &mut out);"),
        "                if out.has_overrun() {".to_owned(),
        "                    break;".to_owned(),
        "                }".to_owned(),
        "            }".to_owned(),
        "        }".to_owned(),
    ]
    .join("\n")
}

/// A constant of a level: a word for each lane.
pub(super) fn lane_constant(name: &str, words: &[u64]) -> String {
    let words: Vec<String> = words.iter().map(u64::to_string).collect();
    let line = format!("const {name}: [u64; LANES] = [{}];\n", words.join(", "));
    if line.chars().count() <= 101 {
        return line;
    }
    let rows: String = words.chunks(8).map(|row| format!("    {},\n", row.join(", "))).collect();
    format!("#[rustfmt::skip]\nconst {name}: [u64; LANES] = [\n{rows}];\n")
}

/// A table as a static.
pub(super) fn table(table: &Table, width: Width) -> String {
    let mut text = String::from("\n");
    for line in &table.doc {
        let _ = writeln!(text, "{}", format!("/// {line}").trim_end());
    }
    let ty = match (table.scalar, width) {
        (Scalar::Word, Width::W64) => "u64",
        (Scalar::Word, Width::W32) => "u32",
        (_, Width::W64) => "f64",
        (_, Width::W32) => "f32",
    };
    let (rows, columns) = (table.rows(), table.columns.len());
    let lines: Vec<Vec<u64>> = match table.lookup {
        Lookup::Row => {
            (0..rows).map(|row| table.columns.iter().map(|column| column[row]).collect()).collect()
        }
        Lookup::Permute | Lookup::Gather => table.columns.clone(),
    };
    let shape = match table.lookup {
        Lookup::Row => format!("[[{ty}; {columns}]; {rows}]"),
        Lookup::Permute | Lookup::Gather => format!("[[{ty}; {rows}]; {columns}]"),
    };
    let _ = writeln!(text, "#[rustfmt::skip]\nstatic {}: Aligned<{shape}> = Aligned([", table.name);
    for line in lines {
        text.push_str("    [\n");
        for part in line.chunks(4) {
            let part: Vec<String> =
                part.iter().map(|bits| entry(table.scalar, width, *bits)).collect();
            let _ = writeln!(text, "        {},", part.join(", "));
        }
        text.push_str("    ],\n");
    }
    text.push_str("]);\n");
    text
}

fn entry(scalar: Scalar, width: Width, bits: u64) -> String {
    match scalar {
        Scalar::Word | Scalar::Mask => bits.to_string(),
        Scalar::Number => literal(width, width.number(bits)),
    }
}

/// A number: the shortest decimal that reads back as it.
pub(super) fn literal(width: Width, number: f64) -> String {
    let ty = if width == Width::W32 { "f32" } else { "f64" };
    match number {
        number if number.is_nan() => format!("{ty}::NAN"),
        number if number == f64::INFINITY => format!("{ty}::INFINITY"),
        number if number == f64::NEG_INFINITY => format!("{ty}::NEG_INFINITY"),
        number if width == Width::W32 => format!("{:?}", single(number)),
        number => format!("{number:?}"),
    }
}

/// An integer literal: decimal when short, else hexadecimal.
pub(super) fn plain(word: u64) -> String {
    if word < 1 << 32 { word.to_string() } else { format!("0x{word:x}") }
}

/// The same, but powers of 2 as such and what has many bits in hexadecimal.
pub(super) fn integer(word: u64) -> String {
    match word {
        0..1024 => word.to_string(),
        _ if word.is_power_of_two() => format!("1 << {}", word.ilog2()),
        1024..65536 => word.to_string(),
        _ => format!("0x{word:x}"),
    }
}

/// The same beside an operator.
pub(super) fn factor(word: u64) -> String {
    let text = integer(word);
    if text.contains(' ') { format!("({text})") } else { text }
}
