//! A function of elements, with random state and counters, as one file that needs nothing else.

use crate::backends::Twin;
use crate::backends::clike::Dialect;
use crate::backends::clike::function::table;
use crate::backends::clike::style::{FileNames, Interface, Style};
use crate::backends::clike::words::commented;
use crate::backends::clike::{helpers, print};
use crate::frame;
use crate::ir::Width;
use tmd_base::diag::Diag;

/// How a language of threads is told what twins need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// Types.
    pub prelude: fn(Width) -> Result<String, Diag>,
    /// Begins a kernel.
    pub kernel: &'static str,
    /// Index of the thread among all.
    pub thread: &'static str,
    /// Number of threads.
    pub threads: &'static str,
    /// Whether the language has functions that round as their names say.
    pub directed: bool,
    /// Whether unions tell the bits of numbers; else functions of the language do.
    pub unions: bool,
    /// Whether one thread does it all.
    pub serial: bool,
}

/// Prints a twin as a kernel.
///
/// # Errors
/// If it has a constant that C cannot write.
pub(crate) fn emit(twin: &Twin, dialect: &Dialect, words: &Words) -> Result<String, Diag> {
    let directed = words.directed && twin.embedded;
    let kernel = if directed { twin.direct } else { twin.lowered };
    let width = kernel.width;
    let long = width == Width::W64;
    let mut text = commented(twin.header);
    let style = |name| Style {
        dialect,
        vectors: false,
        name,
        names: FileNames::OWN,
        interface: Interface::None,
    };
    let mut tables = String::new();
    for of in &kernel.tables {
        tables += &table(of, width, dialect, FileNames::OWN)?;
    }
    let mut context = twin.context();
    context.insert("prelude", &(words.prelude)(width)?);
    context.insert("intrinsics", &words.directed);
    context.insert("unions", &words.unions);
    context.insert("serial", &words.serial);
    context.insert("directed", &directed);
    context.insert("signmask", &twin.signmask);
    context.insert("d", if long { "d" } else { "f" });
    context.insert("f", if long { "fma" } else { "fmaf" });
    FileNames::OWN.tell(&mut context);
    context.insert("function", dialect.function);
    context.insert("global", dialect.global);
    context.insert("kernel", words.kernel);
    context.insert("thread", words.thread);
    context.insert("threads", words.threads);
    context.insert("tables", &tables);
    let (seeding, mut called) = print::function_of_elements(twin.seeding, &style("seeded"))?;
    let (evaluate, more) = print::function_of_elements(kernel, &style("evaluate"))?;
    called.extend(more);
    let helpers = frame::render(frame::CLIKE_HELPERS, &context)?;
    context.insert("helpers", &helpers::needed(&helpers, &called));
    context.insert("seeding", &seeding);
    context.insert("evaluate", &evaluate);
    text.push('\n');
    text += &frame::render(frame::CLIKE_TWIN, &context)?;
    Ok(text)
}
