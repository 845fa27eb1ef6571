//! A function of numbers as one file that needs nothing else.

pub use crate::backends::clike::form::VECTOR;
use crate::backends::clike::print;
use crate::backends::clike::reserved::reserved;
use crate::backends::clike::style::{FileNames, Interface, Style};
use crate::backends::clike::words::commented;
use crate::backends::clike::{Dialect, literal};
use crate::frame;
use crate::ir::{BinF, Kernel, Lookup, Op, Scalar, Stmt, Table, Width};
use std::fmt::Write;
use tera::Context;
use tmd_base::diag::Diag;

/// How a function is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A thread a number.
    Threads,
    /// A vector of [`VECTOR`] numbers a work-item.
    Vectors,
}

/// Whether a word means something in C, OpenCL or CUDA, or in emitted files.
pub fn is_reserved(word: &str) -> bool {
    reserved().contains(&word)
}

/// Prints a function as a kernel that is called `name`. `frame` are the language's types and its kernel.
///
/// # Errors
/// If the function has a constant that C cannot write.
pub fn emit(
    kernel: &Kernel,
    dialect: &Dialect,
    layout: Layout,
    frame: &str,
    name: &str,
    header: &[String],
) -> Result<String, Diag> {
    let style = Style {
        dialect,
        vectors: layout == Layout::Vectors,
        name: "evaluate",
        names: FileNames::OWN,
        interface: Interface::None,
    };
    let mut text = commented(header);
    let mut tables = String::new();
    for of in &kernel.tables {
        tables += &table(of, kernel.width, dialect, FileNames::OWN)?;
    }
    let long = kernel.width == Width::W64;
    let mut context = Context::new();
    context.insert("name", name);
    context.insert("long", &long);
    context.insert("vectors", &(layout == Layout::Vectors));
    context.insert("two", &(kernel.arguments == 2));
    context.insert("looks_up", &!kernel.tables.is_empty());
    let uses = |is: fn(&Op) -> bool| {
        kernel.body.iter().any(|stmt| matches!(stmt, Stmt::Let(_, op) if is(op)))
    };
    let selects_none = uses(|op| matches!(op, Op::ConstF(number) if number.is_nan()));
    let words = kernel.tables.iter().any(|table| table.scalar == Scalar::Word);
    context.insert("looks_up_words", &words);
    context.insert("selects_none", &selects_none);
    context.insert("takes_products", &uses(|op| matches!(op, Op::BinF(BinF::Mul, ..))));
    context.insert("takes_bits", &uses(|op| matches!(op, Op::Bits(_))));
    context.insert("tables", &tables);
    context.insert("function", &print::function_of_numbers(kernel, &style)?.0);
    text += &frame::render(frame, &context)?;
    Ok(text)
}

/// A table as a constant.
pub(in crate::backends) fn table(
    table: &Table,
    width: Width,
    dialect: &Dialect,
    names: FileNames,
) -> Result<String, Diag> {
    let (rows, columns) = (table.rows(), table.columns.len());
    let (lines, shape) = match table.lookup {
        Lookup::Row => {
            let row = |row| table.columns.iter().map(|column| column[row]).collect();
            ((0..rows).map(row).collect::<Vec<Vec<u64>>>(), format!("[{rows}][{columns}]"))
        }
        Lookup::Permute | Lookup::Gather => (table.columns.clone(), format!("[{columns}][{rows}]")),
    };
    let ty = if table.scalar == Scalar::Word { names.word } else { names.number };
    let mut text = String::from("\n");
    for line in &table.doc {
        let _ = writeln!(text, "// {line}");
    }
    let _ = writeln!(text, "{} {ty} {}{shape} = {{", dialect.table, table.name);
    for line in lines {
        text.push_str("    {\n");
        for part in line.chunks(4) {
            let entries: Vec<String> = part
                .iter()
                .map(|bits| match table.scalar {
                    Scalar::Word | Scalar::Mask => Ok(literal::word(*bits, "U")),
                    Scalar::Number => literal::number(width.number(*bits), width),
                })
                .collect::<Result<_, _>>()?;
            let _ = writeln!(text, "        {},", entries.join(", "));
        }
        text.push_str("    },\n");
    }
    text.push_str("};\n");
    Ok(text)
}
