//! Prints one kernel as a C function.

mod expression;
mod statement;

use crate::backends::KernelLines;
use crate::backends::body::Body;
use crate::backends::by_lanes::{Expression, STRIDE};
use crate::backends::clike::helpers::Called;
use crate::backends::clike::reserved::reserved;
use crate::backends::clike::style::{Interface, Style};
use crate::backends::clike::{Dialect, chain, literal, thread};
use crate::backends::function::argument;
use crate::backends::names::Names;
use crate::ir::{Kernel, Op, Scalar, Shape, Stmt, Type, Value, Width, counts};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tmd_base::diag::Diag;
use tmd_base::text::wrap;

/// Columns of a line.
const WIDTH: usize = 100;

/// Functions of the languages, which files have no names of their own for.
const BUILT_IN: [&str; 3] = ["fma", "fabs", "trunc"];

/// A printed function and what it needs besides the prelude.
pub(in crate::backends) struct Printed {
    /// Tables and function.
    pub text: String,
    /// Functions that it calls, helpers of the prelude among them.
    pub called: Called,
    /// Where the kernel stands in it.
    pub lines: KernelLines,
    /// Sizes of the adders that it calls.
    pub adders: BTreeSet<usize>,
    /// Sizes of the comparisons that it calls.
    pub comparisons: BTreeSet<usize>,
}

impl Printed {
    /// Where the kernel stands in a text that has the function once.
    pub(in crate::backends) fn lines_in(self, text: &str) -> KernelLines {
        let before = text.find(&self.text).unwrap_or_default();
        self.lines.moved(text[..before].matches('\n').count())
    }
}

/// A kernel as a function.
///
/// # Errors
/// If it has a constant that C cannot write.
pub(in crate::backends) fn function(kernel: &Kernel, style: &Style<'_>) -> Result<Printed, Diag> {
    let statements = kernel.body.len();
    let (own, origins) = match style.vectors {
        true => (kernel.clone(), (0..statements).collect()),
        false => thread::of_a_lane(kernel.clone()),
    };
    let mut text = documentation(kernel, style);
    let comment = 1..text.lines().count() + 1;
    let kernel = &own;
    let mut printer = Printer { is_stage: true, ..Printer::new(kernel, style) };
    // The lines of statements that are printed, by their places in the kernel before it was one lane's.
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    let mut at = 0;
    while at < kernel.body.len() {
        printer.begins = printer.body.next;
        printer.at = at;
        let count = printer.print(&kernel.body[at..])?;
        places.extend(origins[at..at + count].iter().map(|&origin| (origin, printer.begins)));
        at += count;
    }
    let end = printer.body.next;
    text.push_str(&printer.tables);
    let head = text.lines().count() + 1;
    text.push_str(&signature(kernel, style));
    let before = text.lines().count();
    text.push_str(&printer.body.text);
    text.push_str("}\n");
    let place = |at: usize| before + places.range(at..).next().map_or(end, |(_, line)| *line);
    let lines = KernelLines {
        comment,
        function: head..before + end + 1,
        statements: (0..statements).map(place).collect(),
    };
    let Printer { adders, comparisons, called, .. } = printer;
    Ok(Printed { text, lines, adders, comparisons, called: called.into_inner() })
}

/// A function of numbers, or of words.
///
/// # Errors
/// If it has a constant that C cannot write.
pub(in crate::backends) fn function_of_numbers(
    kernel: &Kernel,
    style: &Style<'_>,
) -> Result<(String, Called), Diag> {
    let mut printer = Printer::new(kernel, style);
    for stmt in &kernel.body {
        printer.print(std::slice::from_ref(stmt))?;
    }
    let shape = if style.vectors { Shape::Varying } else { Shape::Uniform };
    let ty = printer.type_of(Type { scalar: kernel.passes, shape });
    let Style { dialect: Dialect { function, .. }, name, .. } = style;
    let operations = format!("Operations: {}.", counts(kernel).list(true));
    let operations: Vec<String> =
        wrap("", &operations, WIDTH).iter().map(|line| format!("// {line}")).collect();
    let arguments: Vec<String> =
        (0..kernel.arguments).map(|index| format!("const {ty} {}", argument(index))).collect();
    let text = format!(
        "{}\n{function} {ty} {name}({})\n{{\n{}}}\n",
        operations.join("\n"),
        arguments.join(", "),
        printer.body.text
    );
    Ok((text, printer.called.into_inner()))
}

/// A function of elements.
///
/// # Errors
/// If it has a constant that C cannot write.
pub(in crate::backends) fn function_of_elements(
    kernel: &Kernel,
    style: &Style<'_>,
) -> Result<(String, Called), Diag> {
    let mut printer = Printer::new(kernel, style);
    for stmt in &kernel.body {
        printer.print(std::slice::from_ref(stmt))?;
    }
    let Style { dialect: Dialect { function, global, .. }, name, .. } = style;
    let arrays = kernel.arrays.iter().map(|array| format!("{global}const number *a_{array}"));
    let parameters = kernel.parameters.iter().map(|name| format!("const word p_{name}"));
    let mut arguments: Vec<String> = arrays.chain(parameters).collect();
    if !kernel.arrays.is_empty() {
        arguments.push("const long_word at".into());
    }
    arguments.push("word *state".into());
    if !kernel.arrays.is_empty() {
        arguments.extend(["long_word *counts".into(), "number *results".into()]);
    }
    let mut text = String::new();
    for line in &kernel.doc {
        let _ = writeln!(text, "{}", format!("// {line}").trim_end());
    }
    for line in wrap("", &format!("Operations: {}.", counts(kernel).list(true)), WIDTH - 3) {
        let _ = writeln!(text, "// {line}");
    }
    let _ = writeln!(text, "{function} void {name}(\n    {})\n{{", arguments.join(",\n    "));
    Ok((format!("{text}{}}}\n", printer.body.text), printer.called.into_inner()))
}

/// The comment above the function.
fn documentation(kernel: &Kernel, style: &Style<'_>) -> String {
    let mut text = String::new();
    for line in &kernel.doc {
        let _ = writeln!(text, "{}", format!("// {line}").trim_end());
    }
    let _ = writeln!(text, "//\n// Operations in the text below, each loop body once:");
    let count = counts(kernel);
    let (own, common) = match style.vectors {
        true => ("per vector", "shared by all lanes"),
        false => ("of each thread", "the same in all threads of an item"),
    };
    for (whose, varying) in [(own, true), (common, false)] {
        let line = format!("{whose}: {}", count.list(varying));
        for line in wrap("- ", &line, WIDTH - "// ".len()) {
            let _ = writeln!(text, "// {line}");
        }
    }
    text
}

/// The stride between steps, if the kernel reports its survivors at its end.
pub(in crate::backends) fn kept_stride(kernel: &Kernel) -> Option<u64> {
    kernel.body.iter().find_map(|stmt| match stmt {
        Stmt::EmitKept { stride, .. } => Some(*stride),
        _ => None,
    })
}

fn signature(kernel: &Kernel, style: &Style<'_>) -> String {
    let Style { dialect: Dialect { function, .. }, name, .. } = style;
    let mut parameters = match style.interface {
        Interface::Batch { .. } => vec!["const batch at".to_owned(), "const word item".to_owned()],
        Interface::Block { .. } => {
            ["const word *seed", "const word item", "survivors *out"].map(str::to_owned).to_vec()
        }
        Interface::None => vec![],
    };
    let threads = !style.vectors && kernel.lanes > 1;
    if threads {
        parameters.push("const uint lane".to_owned());
    }
    if !style.vectors && kept_stride(kernel).is_some() {
        parameters.extend(["word *kept_out".to_owned(), "word *first_out".to_owned()]);
    }
    let parameters = parameters.join(", ");
    let begin = format!("{function} void {name}(");
    let line_end = match begin.len() + parameters.len() < WIDTH {
        true => "",
        false => "\n    ",
    };
    let seed = match style.interface {
        Interface::Batch { seed_offset, .. } => seed_of_batch(kernel, style.dialect, seed_offset),
        Interface::Block { .. } | Interface::None => String::new(),
    };
    format!("{begin}{line_end}{parameters})\n{{\n{seed}")
}

/// The lines that say where the seed's words are, if one is read.
fn seed_of_batch(kernel: &Kernel, dialect: &Dialect, seed_offset: usize) -> String {
    let mut text = String::new();
    let last_word = kernel.body.iter().filter_map(|stmt| match stmt {
        Stmt::Let(_, Op::Seed(index)) => Some(*index),
        _ => None,
    });
    if let Some(last_word) = last_word.max() {
        if last_word > 0 || seed_offset > 0 {
            let _ = writeln!(text, "    const size_t blocks = at.blocks;");
        }
        let start = match seed_offset {
            0 => "at.seeds".to_owned(),
            offset => format!("at.seeds + {offset} * blocks"),
        };
        let _ = writeln!(text, "    {}const word *seed = {start};", dialect.global);
    }
    text
}

struct Printer<'a> {
    kernel: &'a Kernel,
    style: &'a Style<'a>,
    names: Names,
    /// Values that are printed where they are used: constants, and in threads what fills lanes.
    aliases: BTreeMap<Value, String>,
    reads: BTreeMap<Value, usize>,
    body: Body,
    /// The line that the statement at hand begins on.
    begins: usize,
    /// Its place in the kernel's body.
    at: usize,
    /// Whether it is a stage: constants have names there, and powers of 2 are printed as such.
    is_stage: bool,
    tables: String,
    /// Loops with a bound so far.
    loops: usize,
    /// The masks of the open blocks, where they have one.
    guards: Vec<Option<Value>>,
    adders: BTreeSet<usize>,
    comparisons: BTreeSet<usize>,
    /// Functions that are called. Expressions are printed by reference.
    called: RefCell<Called>,
}

impl<'a> Printer<'a> {
    fn new(kernel: &'a Kernel, style: &'a Style<'a>) -> Self {
        Printer {
            kernel,
            style,
            names: Names::new(kernel, &reserved()),
            aliases: BTreeMap::new(),
            reads: chain::reads(kernel),
            body: Body::new(1, 1),
            begins: 1,
            at: 0,
            is_stage: false,
            tables: String::new(),
            loops: 0,
            guards: vec![],
            adders: BTreeSet::new(),
            comparisons: BTreeSet::new(),
            called: RefCell::default(),
        }
    }

    /// A call of a function.
    fn called(&self, function: &str, arguments: &[String]) -> String {
        self.called.borrow_mut().insert(function.to_owned());
        let prefix = if BUILT_IN.contains(&function) { "" } else { self.style.names.prefix };
        format!("{prefix}{function}({})", arguments.join(", "))
    }

    fn of(&self, value: Value) -> String {
        self.aliases.get(&value).cloned().unwrap_or_else(|| self.names.of(value).to_owned())
    }

    fn list(&self, values: &[Value]) -> Vec<String> {
        values.iter().map(|value| self.of(*value)).collect()
    }

    /// Prints `begin(…);` in as many lines as it takes.
    fn statement(&mut self, begin: &str, arguments: &[String]) {
        let line = format!("{begin}({});", arguments.join(", "));
        if self.body.indent() + line.len() <= WIDTH {
            return self.body.line(&line);
        }
        self.body.line(&format!("{begin}("));
        self.body.deeper();
        let mut row = String::new();
        for (i, argument) in arguments.iter().enumerate() {
            let end = if i + 1 == arguments.len() { ");" } else { "," };
            if !row.is_empty() && self.body.indent() + row.len() + argument.len() + 3 > WIDTH {
                self.body.line(&std::mem::take(&mut row));
            }
            let space = if row.is_empty() { "" } else { " " };
            row = format!("{row}{space}{argument}{end}");
        }
        self.body.line(&row);
        self.body.shallower();
    }

    fn is_vector(&self, value: Value) -> bool {
        self.style.vectors && self.kernel.ty(value).shape == Shape::Varying
    }

    fn is_read(&self, value: Value) -> bool {
        self.reads.contains_key(&value)
    }

    fn type_name(&self, value: Value) -> &'static str {
        self.type_of(self.kernel.ty(value))
    }

    /// Whether it is a function of numbers.
    fn is_evaluator(&self) -> bool {
        self.kernel.arrays.is_empty() && self.kernel.passes == Scalar::Number
    }

    fn type_of(&self, ty: Type) -> &'static str {
        match (ty.scalar, self.style.vectors && ty.shape == Shape::Varying) {
            (Scalar::Word, false) => self.style.names.word,
            (Scalar::Word, true) => "words",
            (Scalar::Number, false) if self.kernel.width == Width::W32 => "float",
            (Scalar::Number, false) => "double",
            (Scalar::Number, true) => "numbers",
            (Scalar::Mask, false) => "bool",
            (Scalar::Mask, true) => "masks",
        }
    }

    /// What stands for the statement's constant, if that depends on the number of lanes.
    fn of_level(&self) -> Option<String> {
        let Interface::Block { by_lanes } = self.style.interface else { return None };
        Some(match by_lanes.get(&self.at)? {
            Expression::Power(k) => {
                let factors = vec![STRIDE; *k as usize].join(" * ");
                if *k == 1 { factors } else { format!("({factors})") }
            }
            Expression::Share(of) => {
                format!("({} / {STRIDE})", literal::constant(*of, self.suffix()))
            }
            Expression::Named(name) => name.clone(),
        })
    }

    /// What ends a literal word.
    fn suffix(&self) -> &'static str {
        match self.kernel.width {
            Width::W64 => self.style.dialect.suffix,
            Width::W32 => "U",
        }
    }
}
