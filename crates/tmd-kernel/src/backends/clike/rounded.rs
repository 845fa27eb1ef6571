//! Correctly rounded functions as one file to include: functions that other code calls, and a kernel of each. All names
//! in it begin with the function's, so that several such files can be compiled together.

use crate::backends::clike::Dialect;
use crate::backends::clike::function::table;
use crate::backends::clike::helpers::{Called, needed};
use crate::backends::clike::literal;
use crate::backends::clike::print;
use crate::backends::clike::style::{FileNames, Interface, Style};
use crate::backends::clike::twin;
use crate::backends::clike::words::commented;
use crate::backends::function::{Functions, Passed};
use crate::backends::{Sources, UNDECIDED};
use crate::frame;
use crate::ir::Width;
use tera::Context;
use tmd_base::diag::Diag;

/// How a language of threads is told what such files need.
pub(crate) struct Words {
    /// How the file's name ends.
    pub end: &'static str,
    /// What stands above everything, if words and numbers are of a width.
    pub prelude: fn(Width) -> String,
    /// The types of words and numbers of a width.
    pub types: fn(Width) -> [&'static str; 2],
    /// The types of encodings of 16 and of 32 bits, which words are converted to and from.
    pub encodings: [&'static str; 2],
    /// The type of counts.
    pub count: &'static str,
    /// What threads are called.
    pub threads_are: &'static str,
    /// Index of the thread among all.
    pub thread: &'static str,
    /// Number of threads.
    pub threads: &'static str,
    /// What it has in common with twins.
    pub twin: &'static twin::Words,
}

/// Prints functions.
///
/// # Errors
/// If one has a constant that C cannot write.
pub(crate) fn emit(of: &Functions, dialect: &Dialect, words: &Words) -> Result<Sources, Diag> {
    let Functions { name, width, .. } = *of;
    let prefix = format!("{name}_");
    let [word, number] = (words.types)(width);
    let names = FileNames { word, number, prefix: &prefix };
    let mut tables = String::new();
    for of in &of.tables {
        let mut own = of.clone();
        own.name.insert_str(0, &prefix);
        tables += &table(&own, width, dialect, names)?;
    }
    let mut called = Called::new();
    let single = of.passed == Passed::Single;
    if single {
        called.extend(["encoding_of", "from_encoding"].map(str::to_owned));
    }
    let mut entries = vec![];
    for entry in &of.entries {
        let evaluate = &format!("{prefix}{}", entry.evaluate());
        let style =
            Style { dialect, vectors: false, name: evaluate, names, interface: Interface::None };
        let (function, calls) = print::function_of_numbers(&entry.kernel, &style)?;
        called.extend(calls);
        let mut shown = entry.shown(evaluate, function);
        if let Some((name, kernel)) = entry.evaluate_fast() {
            let name = format!("{prefix}{name}");
            let (function, calls) =
                print::function_of_numbers(kernel, &Style { name: &name, ..style })?;
            called.extend(calls);
            called.insert("bits_of".to_owned());
            shown = shown.with_fast(name, &function);
        }
        entries.push(shown);
    }
    let mut context = Context::new();
    names.tell(&mut context);
    context.insert("long", &(width == Width::W64));
    context.insert("single", &single);
    context.insert("undecided", &literal::word(UNDECIDED, dialect.suffix));
    context.insert("encoding", words.encodings[1]);
    context.insert("function", dialect.function);
    context.insert("intrinsics", &words.twin.directed);
    context.insert("unions", &words.twin.unions);
    context.insert("directed", &false);
    let helpers = needed(&frame::render(frame::CLIKE_HELPERS, &context)?, &called);
    context.insert("guard", &format!("{name}_{}", words.end).to_uppercase());
    context.insert("prelude", &(words.prelude)(width));
    context.insert("helpers", helpers.trim_end());
    context.insert("tables", &tables);
    context.insert("entries", &entries);
    let passed = match of.passed {
        Passed::Number | Passed::Double => number,
        Passed::Encoding16 => words.encodings[0],
        Passed::Single => "float",
    };
    context.insert("passed", passed);
    context.insert("kernel", words.twin.kernel);
    context.insert("global", dialect.global);
    context.insert("count", words.count);
    context.insert("threads_are", words.threads_are);
    context.insert("thread", words.thread);
    context.insert("threads", words.threads);
    let text = commented(of.header) + "\n" + &frame::render(frame::CLIKE_ROUNDED, &context)?;
    Ok(Sources::from([(format!("{name}.{}", words.end), text)]))
}
