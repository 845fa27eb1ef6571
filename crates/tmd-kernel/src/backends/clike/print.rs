//! Prints one kernel as a C function.

use crate::backends::KernelLines;
use crate::backends::by_lanes::{ByLanes, Expression, STRIDE};
use crate::backends::clike::chain::Chain;
use crate::backends::clike::helpers::Called;
use crate::backends::clike::reserved::reserved;
use crate::backends::clike::{Dialect, Vectors, chain, literal, thread};
use crate::backends::function::argument;
use crate::backends::names::Names;
use crate::ir::{
    BinF, BinM, BinU, Cmp, Kernel, Kind, Lookup, Op, Scalar, Shape, Stmt, Table, Type, Value,
    Width, counts, gathered, loop_comment,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tera::Context;
use tmd_base::diag::Diag;
use tmd_base::text::wrap;

/// Columns of a line.
const WIDTH: usize = 100;

/// How the values of a kernel are held, and what its function is given.
pub(in crate::backends) struct Style<'a> {
    /// The language.
    pub dialect: &'a Dialect,
    /// Lanes are vector elements; else threads.
    pub vectors: bool,
    /// The function's name.
    pub name: &'a str,
    /// The names that the file has for what it is made of.
    pub names: FileNames<'a>,
    /// What the function of a stage is given.
    pub interface: Interface<'a>,
}

/// What a file calls its types and helper functions.
#[derive(Clone, Copy)]
pub(in crate::backends) struct FileNames<'a> {
    /// The type of a word.
    pub word: &'static str,
    /// The type of a number.
    pub number: &'static str,
    /// Begins the names of helper functions.
    pub prefix: &'a str,
}

impl FileNames<'_> {
    /// For files that nothing else is compiled with: types of their own, and plain names.
    pub(in crate::backends) const OWN: FileNames<'static> =
        FileNames { word: "word", number: "number", prefix: "" };

    /// Tells a frame of helper functions.
    pub(in crate::backends) fn tell(&self, context: &mut Context) {
        context.insert("word", self.word);
        context.insert("number", self.number);
        context.insert("prefix", self.prefix);
    }
}

/// Rows of a multiple of so many numbers are loaded as vectors.
const ROW_PART: usize = 8;

/// Functions of the languages, which files have no names of their own for.
const BUILT_IN: [&str; 3] = ["fma", "fabs", "trunc"];

/// What the function of a stage is given, besides the item.
pub(in crate::backends) enum Interface<'a> {
    /// The place in a batch of blocks, `at`.
    Batch {
        /// What a survivor is given to.
        report: &'a str,
        /// Seed words of the stages before.
        seed_offset: usize,
        /// Index of the stage.
        stage: usize,
    },
    /// The words of the block's seed and the list `out` of survivors. What depends on the number of lanes is printed
    /// so.
    Block {
        /// What stands for constants, by statement.
        by_lanes: &'a ByLanes,
    },
    /// Nothing: it is no stage.
    None,
}

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
        printer.begins = printer.lines;
        printer.at = at;
        let count = printer.print(&kernel.body[at..])?;
        places.extend(origins[at..at + count].iter().map(|&origin| (origin, printer.begins)));
        at += count;
    }
    let end = printer.lines;
    text.push_str(&printer.tables);
    let head = text.lines().count() + 1;
    text.push_str(&signature(kernel, style));
    let before = text.lines().count();
    text.push_str(&printer.text);
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
        printer.text
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
    Ok((format!("{text}{}}}\n", printer.text), printer.called.into_inner()))
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
    text: String,
    /// The next line of it, from 1.
    lines: usize,
    /// The line that the statement at hand begins on.
    begins: usize,
    /// Its place in the kernel's body.
    at: usize,
    /// Whether it is a stage: constants have names there, and powers of 2 are printed as such.
    is_stage: bool,
    tables: String,
    depth: usize,
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
            text: String::new(),
            lines: 1,
            begins: 1,
            at: 0,
            is_stage: false,
            tables: String::new(),
            depth: 1,
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

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 4 * self.depth);
        self.lines += 1;
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
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
        if 4 * self.depth + line.len() <= WIDTH {
            return self.line(&line);
        }
        self.line(&format!("{begin}("));
        self.depth += 1;
        let mut row = String::new();
        for (i, argument) in arguments.iter().enumerate() {
            let end = if i + 1 == arguments.len() { ");" } else { "," };
            if !row.is_empty() && 4 * self.depth + row.len() + argument.len() + 3 > WIDTH {
                self.line(&std::mem::take(&mut row));
            }
            let space = if row.is_empty() { "" } else { " " };
            row = format!("{row}{space}{argument}{end}");
        }
        self.line(&row);
        self.depth -= 1;
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

    /// Prints the first statement, or a chain that begins with it; returns how many were printed.
    fn print(&mut self, body: &[Stmt]) -> Result<usize, Diag> {
        match &body[0] {
            Stmt::Comment(text) => self.line(&format!("// {text}")),
            Stmt::Let(outs, op) => {
                if !self.is_vector(outs[0])
                    && let Some(chain) = chain::begins(body, &self.reads)
                {
                    self.chain(&chain);
                    return Ok(chain.words());
                }
                self.define(outs, op)?;
            }
            Stmt::Declare(variable, first) => {
                let (ty, name) = (self.type_name(*variable), self.of(*variable));
                self.line(&format!("{ty} {name} = {};", self.of(*first)));
            }
            Stmt::Set(variable, value) => {
                self.line(&format!("{} = {};", self.of(*variable), self.of(*value)));
            }
            Stmt::For { count } => {
                self.guards.push(None);
                let ty = if u32::try_from(*count).is_ok() { "uint" } else { "word" };
                let count = self.of_level().unwrap_or_else(|| count.to_string());
                self.open(&format!("for ({ty} step = 0; step < {count}; ++step) {{"));
            }
            Stmt::Loop { name, bound } => {
                self.guards.push(None);
                self.loops += 1;
                let number = self.loops;
                if self.has_queues() && self.kernel.gathers_in(self.at) {
                    self.line("lane_queue queue = {0};");
                }
                self.line(&format!("// {}", loop_comment(number, name, *bound)));
                self.begins = self.lines;
                let (ty, bound) = match u32::try_from(*bound) {
                    Ok(bound) => ("uint", format!("{bound}u")),
                    Err(_) => ("word", literal::word(*bound, self.suffix())),
                };
                self.open(&format!("for ({ty} rounds = 0;; ++rounds) {{"));
                self.open(&format!("if (rounds == {bound}) {{"));
                self.line(&match self.style.interface {
                    Interface::Batch { stage, .. } => format!("overrun(at, {stage}, {number});"),
                    Interface::Block { .. } | Interface::None => {
                        format!("out->overrun = {number};")
                    }
                });
                self.line("return;");
                self.close();
            }
            Stmt::ExitUnlessAny(mask) => self.leave(&format!("!{}", self.truth(*mask))),
            Stmt::ExitIfAny(mask) => self.leave(&self.truth(*mask)),
            Stmt::Gather { mask, more } if self.has_queues() => self.gather(*mask, *more),
            // Nobody has to wait.
            Stmt::IfAny(mask) | Stmt::Gather { mask, .. } => {
                self.guards.push(Some(*mask));
                self.open(&format!("if ({}) {{", self.truth(*mask)));
            }
            Stmt::End => {
                self.guards.pop();
                self.close();
            }
            Stmt::Return(values) if self.kernel.arrays.is_empty() => {
                self.line(&format!("return {};", self.list(values).join(", ")));
            }
            Stmt::Return(values) => {
                for (k, value) in self.list(values).iter().enumerate() {
                    self.line(&format!("results[{k}] = {value};"));
                }
            }
            Stmt::At { .. } => {}
            Stmt::Count { site, mask } => {
                self.line(&format!("counts[{site}] += {} ? 1 : 0;", self.of(*mask)));
            }
            Stmt::Keep(word, value) => {
                self.line(&format!("state[{word}] = {};", self.of(*value)));
            }
            Stmt::Emit { mask, part } => self.emit(*mask, *part),
            Stmt::EmitKept { kept, first, stride } => self.emit_kept(*kept, *first, *stride),
        }
        Ok(1)
    }

    /// Whether lanes that are gathered wait in a queue: where they are those of a vector of the level's.
    fn has_queues(&self) -> bool {
        self.style.vectors && matches!(self.style.interface, Interface::Block { .. })
    }

    /// Puts lanes into the loop's queue, and takes a vector of them as often as there is one.
    fn gather(&mut self, mask: Value, more: Value) {
        let taken = gathered(self.kernel, self.at);
        let (name, more) = (self.of(mask), self.truth(more));
        let queued = self.list(&taken.queued);
        let (numbers, count) = (queued.join(", "), queued.len());
        self.line(&format!("put_lanes(&queue, {name}, (const numbers[]){{{numbers}}}, {count});"));
        self.guards.push(None);
        self.open(&format!("while (is_due(&queue, {more})) {{"));
        self.line("const lanes_taken taken = take_lanes(&queue);");
        self.line(&format!("const masks {name} = taken.mask;"));
        for (k, value) in queued.iter().enumerate() {
            self.line(&format!("const numbers {value} = taken.numbers[{k}];"));
        }
        // Their names are those of values outside, which their first values must not be read from any more.
        for (k, value) in taken.lasting.iter().enumerate() {
            let (ty, name) = (self.type_name(*value), self.of(*value));
            let function = match self.kernel.ty(*value).scalar {
                Scalar::Number => "numbers_of_lane",
                Scalar::Word | Scalar::Mask => "words_of_lane",
            };
            self.line(&format!("const {ty} lasting_{k} = {function}({name}, taken.lane);"));
        }
        for (k, value) in taken.lasting.iter().enumerate() {
            let (ty, name) = (self.type_name(*value), self.of(*value));
            self.line(&format!("const {ty} {name} = lasting_{k};"));
        }
    }

    fn leave(&mut self, condition: &str) {
        self.open(&format!("if ({condition}) {{"));
        self.line("break;");
        self.close();
    }

    /// Does the mask hold (in some lane of a vector)?
    fn truth(&self, mask: Value) -> String {
        match self.is_vector(mask) {
            true => self.called("any_lane", &[self.of(mask)]),
            false => self.of(mask),
        }
    }

    /// What a survivor is given to, with the first arguments.
    fn report(&self, kept: &str) -> String {
        match self.style.interface {
            Interface::Batch { report, .. } => format!("{report}{kept}(at"),
            Interface::Block { .. } | Interface::None => format!("report{kept}(out"),
        }
    }

    fn emit(&mut self, mask: Value, part: Value) {
        // A mask that can change may have changed since the block was entered.
        let constant = self.kernel.values[mask.0 as usize].kind == Kind::Temp;
        let guarded = constant && self.guards.last() == Some(&Some(mask));
        let (mask, part, report) = (self.of(mask), self.of(part), self.report(""));
        match self.style.vectors {
            true => self.line(&format!("{report}, {mask}, {part});")),
            false if guarded => self.line(&format!("{report}, {part});")),
            false => {
                self.open(&format!("if ({mask}) {{"));
                self.line(&format!("{report}, {part});"));
                self.close();
            }
        }
    }

    fn emit_kept(&mut self, kept: Value, first: Value, stride: u64) {
        let (kept, first) = (self.of(kept), self.of(first));
        match self.style.vectors {
            true => {
                let report = self.report("_kept");
                self.line(&format!("{report}, {kept}, {first}, {stride});"));
            }
            false => {
                self.line(&format!("*kept_out = {kept};"));
                self.line(&format!("*first_out = {first};"));
            }
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

    /// A vector that is the same in all lanes.
    fn filled(&self, ty: &str, value: &str) -> String {
        match self.style.dialect.vectors {
            Vectors::Functions => {
                // What stands in parentheses for operators needs none as an argument.
                let inner = value.strip_prefix('(').and_then(|value| value.strip_suffix(')'));
                let bare = inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(value);
                self.called(&format!("fill_{ty}"), &[bare.to_owned()])
            }
            _ if ty == "masks" => format!("(masks)({value} ? -1 : 0)"),
            _ => format!("({ty})({value})"),
        }
    }

    /// `a` where the mask holds, else `b`: of the type that `out` has.
    fn selected(&self, out: Value, mask: &str, a: &str, b: &str) -> String {
        match self.is_vector(out) && self.style.dialect.vectors == Vectors::Functions {
            true => {
                let function = format!("select_{}", self.type_name(out));
                self.called(&function, &[mask, a, b].map(str::to_owned))
            }
            false => format!("{mask} ? {a} : {b}"),
        }
    }

    /// a·b + c, rounded once; `signs` stand before a and c.
    fn fused(&self, out: Value, signs: [&str; 2], of: [&Value; 3]) -> String {
        let function = match (self.style.dialect.vectors, self.is_vector(out)) {
            (Vectors::Functions, true) => "fused_vectors",
            (Vectors::Functions, false) => "fused",
            _ => "fma",
        };
        let [a, b, c] = of.map(|value| self.of(*value));
        self.called(function, &[format!("{}{a}", signs[0]), b, format!("{}{c}", signs[1])])
    }

    fn chain(&mut self, chain: &Chain) {
        let words = chain.words();
        match chain {
            Chain::Add { a, b, sums } => {
                self.adders.insert(words);
                let sums = self.list(sums);
                self.line(&format!("word {};", sums.join(", ")));
                let mut arguments = [self.list(a), self.list(b)].concat();
                arguments.extend(sums.iter().map(|sum| format!("&{sum}")));
                self.statement(&format!("add_words{words}"), &arguments);
            }
            Chain::Less { a, b, less } => {
                self.comparisons.insert(words);
                let begin = format!("const bool {} = less_words{words}", self.of(*less));
                self.statement(&begin, &[self.list(a), self.list(b)].concat());
            }
        }
    }

    fn define(&mut self, outs: &[Value], op: &Op) -> Result<(), Diag> {
        let suffix = self.suffix();
        let alias = match op {
            Op::ConstU(word) if self.is_stage => {
                Some(self.of_level().unwrap_or_else(|| literal::constant(*word, suffix)))
            }
            Op::ConstU(word) => Some(literal::word(*word, suffix)),
            Op::ConstF(number) => Some(match literal::power(*number) {
                Some(power) if self.is_stage => power,
                _ if number.is_nan() => self.called("no_number", &[]),
                _ => literal::number(*number, self.kernel.width)?,
            }),
            Op::Argument(index) => Some(argument(*index).to_owned()),
            Op::ConstM(truth) => Some(truth.to_string()),
            Op::Item => Some("item".to_owned()),
            Op::Parameter(index) => Some(format!("p_{}", self.kernel.parameters[*index])),
            Op::Seed(0) => Some("seed[0]".to_owned()),
            Op::Seed(index) if matches!(self.style.interface, Interface::Block { .. }) => {
                Some(format!("seed[{index}]"))
            }
            Op::Seed(1) => Some("seed[blocks]".to_owned()),
            Op::Seed(index) => Some(format!("seed[{index} * blocks]")),
            Op::LaneU(words) if !self.style.vectors && words.len() == 1 => {
                Some(literal::word(words[0], suffix))
            }
            _ => None,
        };
        if let Some(alias) = alias {
            self.aliases.insert(outs[0], alias);
            return Ok(());
        }
        let call = match op {
            Op::LaneU(words) => {
                self.lane_constant(outs[0], words);
                return Ok(());
            }
            Op::Lookup(table, row) => {
                self.lookup(outs, &self.kernel.tables[*table], *row);
                return Ok(());
            }
            Op::AddCarry(a, b, c) => Some(("add_carry", [Some(*a), Some(*b), *c, None])),
            Op::SubBorrow(a, b, c) => Some(("sub_borrow", [Some(*a), Some(*b), *c, None])),
            Op::MulAdd(a, b, c, d) => Some(("mul_add", [Some(*a), Some(*b), Some(*c), Some(*d)])),
            _ => None,
        };
        match call {
            Some((name, operands)) if self.is_read(outs[1]) => self.call(name, &operands, outs),
            _ => {
                let expression = self.expression(op, outs[0]);
                let (ty, name) = (self.type_name(outs[0]), self.of(outs[0]));
                self.line(&format!("const {ty} {name} = {expression};"));
            }
        }
        Ok(())
    }

    /// The entries of a row, a line each.
    fn lookup(&mut self, outs: &[Value], table: &Table, row: Value) {
        let name = &format!("{}{}", self.style.names.prefix, table.name);
        let (rows, columns) = (table.rows(), table.columns.len());
        let row = format!("{} & {}", self.of(row), literal::word(rows as u64 - 1, self.suffix()));
        let rows_together = table.lookup == Lookup::Row;
        if rows_together && self.is_vector(outs[0]) && self.transposes(table) {
            return self.rows(outs, name, &row, columns);
        }
        for (k, out) in outs.iter().enumerate() {
            if !self.is_read(*out) {
                continue;
            }
            let entry = match (self.is_vector(*out), rows_together) {
                (false, false) => format!("{name}[{k}][{row}]"),
                (false, true) => format!("{name}[{row}][{k}]"),
                (true, _) if table.scalar == Scalar::Word => {
                    self.called("look_up_words", &[format!("{name}[{k}]"), row.clone()])
                }
                (true, false) => {
                    self.called("look_up_vectors", &[format!("{name}[{k}]"), row.clone()])
                }
                (true, true) => {
                    let columns = literal::word(columns as u64, self.suffix());
                    let (column, row) =
                        (format!("&{name}[0][{k}]"), format!("({row}) * {columns}"));
                    self.called("look_up_vectors", &[column, row])
                }
            };
            let (ty, out) = (self.type_name(*out), self.of(*out));
            self.line(&format!("const {ty} {out} = {entry};"));
        }
    }

    /// Whether lanes load rows of a table, which are transposed.
    fn transposes(&self, table: &Table) -> bool {
        let is_whole = table.columns.len().is_multiple_of(ROW_PART);
        matches!(self.style.dialect.vectors, Vectors::Functions)
            && self.kernel.width == Width::W64
            && table.scalar == Scalar::Number
            && is_whole
    }

    /// The entries of a row for each lane, transposed.
    fn rows(&mut self, outs: &[Value], table: &str, row: &str, columns: usize) {
        let entries = format!("row_of_{}", self.of(outs[0]));
        let ty = self.type_name(outs[0]);
        self.line(&format!("{ty} {entries}[{columns}];"));
        let start = format!("&{table}[0][0]");
        let arguments = [start, row.to_owned(), columns.to_string(), entries.clone()];
        let call = self.called("look_up_rows", &arguments);
        self.line(&format!("{call};"));
        for (k, out) in outs.iter().enumerate() {
            if self.is_read(*out) {
                let line = format!("const {ty} {} = {entries}[{k}];", self.of(*out));
                self.line(&line);
            }
        }
    }

    /// What ends a literal word.
    fn suffix(&self) -> &'static str {
        match self.kernel.width {
            Width::W64 => self.style.dialect.suffix,
            Width::W32 => "U",
        }
    }

    /// A function with two results.
    fn call(&mut self, name: &str, operands: &[Option<Value>; 4], outs: &[Value]) {
        let vector = self.is_vector(outs[0]);
        let mut arguments: Vec<String> =
            operands.iter().flatten().map(|value| self.of(*value)).collect();
        if name != "mul_add" && arguments.len() == 2 {
            arguments.push(if vector { self.no_carries().into() } else { "false".into() });
        }
        let [first, second] = [outs[0], outs[1]].map(|out| (self.type_name(out), self.of(out)));
        match first.0 == second.0 {
            true => self.line(&format!("{} {}, {};", first.0, first.1, second.1)),
            false => {
                self.line(&format!("{} {};", first.0, first.1));
                self.line(&format!("{} {};", second.0, second.1));
            }
        }
        arguments.extend([format!("&{}", first.1), format!("&{}", second.1)]);
        let function = format!("{name}{}", if vector { "_vectors" } else { "" });
        self.statement(&function, &arguments);
        self.called.borrow_mut().insert(function);
    }

    /// A mask that holds in no lane.
    fn no_carries(&self) -> &'static str {
        match self.style.dialect.vectors {
            Vectors::Functions => "(masks){0}",
            Vectors::Language | Vectors::None => "(masks)(0)",
        }
    }

    /// A word of its own for each lane.
    fn lane_constant(&mut self, out: Value, words: &[u64]) {
        let suffix = self.style.dialect.suffix;
        let name = self.of(out);
        if let Some(constant) = self.of_level() {
            let words = self.called("lane_words", &[constant]);
            return self.line(&format!("const words {name} = {words};"));
        }
        let rows: Vec<String> = words
            .chunks(8)
            .map(|row| row.iter().map(|w| literal::word(*w, suffix)).collect::<Vec<_>>().join(", "))
            .collect();
        if self.style.vectors {
            self.line(&format!("const words {name} = (words)("));
            let last = rows.len() - 1;
            for (i, row) in rows.iter().enumerate() {
                let end = if i == last { ");" } else { "," };
                self.line(&format!("    {row}{end}"));
            }
            return;
        }
        if (0..).zip(words).all(|(lane, &word): (u64, _)| word == lane) {
            return self.line(&format!("const word {name} = lane;"));
        }
        let table = format!("{}_{name}", self.style.name);
        let begin = self.style.dialect.table;
        let _ = writeln!(self.tables, "{begin} word {table}[{}] = {{", words.len());
        for row in rows {
            let _ = writeln!(self.tables, "    {row},");
        }
        self.tables.push_str("};\n");
        self.line(&format!("const word {name} = {table}[lane];"));
    }

    /// An operation with one result (or of which only the first is read).
    fn expression(&self, op: &Op, out: Value) -> String {
        let v = |value: &Value| self.of(*value);
        let vector = self.is_vector(out);
        let infix = |operator: &str, a: &Value, b: &Value| format!("{} {operator} {}", v(a), v(b));
        let call = |name: &str, operands: &[&Value]| {
            let operands: Vec<String> = operands.iter().map(|value| v(value)).collect();
            let kind = if vector { "_vectors" } else { "" };
            self.called(&format!("{name}{kind}"), &operands)
        };
        match op {
            Op::Splat(a) if !self.style.vectors => v(a),
            Op::Splat(a) => self.filled(self.type_name(out), &v(a)),
            Op::BinU(BinU::Add, a, b) | Op::BinF(BinF::Add, a, b) => infix("+", a, b),
            Op::BinU(BinU::Sub, a, b) | Op::BinF(BinF::Sub, a, b) => infix("-", a, b),
            Op::BinU(BinU::Mul, a, b) => infix("*", a, b),
            Op::BinF(BinF::Mul, a, b) => match self.style.dialect.product {
                Some(product) => self.called(product, &[v(a), v(b)]),
                None => infix("*", a, b),
            },
            // Not every language's operator rounds to nearest.
            Op::BinF(BinF::Div, a, b) if vector || self.is_evaluator() => infix("/", a, b),
            Op::BinF(BinF::Div, a, b) => self.called("quotient", &[v(a), v(b)]),
            Op::BinU(BinU::Div, a, b) => call("divide", &[a, b]),
            Op::BinU(BinU::Min, a, b) | Op::BinF(BinF::Min, a, b) => {
                self.selected(out, &infix("<", a, b), &v(a), &v(b))
            }
            Op::BinF(BinF::Max, a, b) => self.selected(out, &infix(">", a, b), &v(a), &v(b)),
            Op::Shl(a, k) => format!("{} << {k}", v(a)),
            Op::Shr(a, k) => format!("{} >> {k}", v(a)),
            // Their second results are not read.
            Op::AddCarry(a, b, None) => infix("+", a, b),
            Op::SubBorrow(a, b, None) => infix("-", a, b),
            // A mask of a vector is -1 where it holds.
            Op::AddCarry(a, b, Some(c)) if vector => {
                format!("{} - {}", infix("+", a, b), self.called("as_words", &[v(c)]))
            }
            Op::SubBorrow(a, b, Some(c)) if vector => {
                format!("{} + {}", infix("-", a, b), self.called("as_words", &[v(c)]))
            }
            Op::AddCarry(a, b, Some(c)) => format!("{} + (word){}", infix("+", a, b), v(c)),
            Op::SubBorrow(a, b, Some(c)) => format!("{} - (word){}", infix("-", a, b), v(c)),
            Op::MulAdd(a, b, c, d) => self.sum_of_product(a, b, [c, d]),
            Op::CmpU(Cmp::Lt, a, b) | Op::CmpF(Cmp::Lt, a, b) => infix("<", a, b),
            Op::CmpU(Cmp::Ge, a, b) | Op::CmpF(Cmp::Ge, a, b) => infix(">=", a, b),
            Op::Fma(a, b, c) => self.fused(out, ["", ""], [a, b, c]),
            Op::Bits(a) => call("bits_of", &[a]),
            Op::FromBits(a) => call("number_of", &[a]),
            Op::BinU(BinU::And, a, b) => infix("&", a, b),
            Op::BinU(BinU::Or, a, b) => infix("|", a, b),
            Op::BinU(BinU::Xor, a, b) => infix("^", a, b),
            Op::Bit(a, k) => format!("({} >> {k} & 1U) != 0U", v(a)),
            Op::Neg(a) => format!("-{}", v(a)),
            Op::Abs(a) => call("fabs", &[a]),
            Op::Sqrt(a) => call("rounded_root", &[a]),
            Op::Directed(kind, up, operands) => {
                let mut all = vec![v(up)];
                all.extend(operands.iter().map(v));
                self.called(&format!("{}_directed", kind.name()), &all)
            }
            // Twins have its operations in its place.
            Op::Elementary(..) => String::new(),
            Op::State(word) => format!("state[{word}]"),
            Op::Load(array, offset) => {
                let offset = self.called("offset_of", &[v(offset)]);
                format!("a_{}[at + {offset}]", self.kernel.arrays[*array])
            }
            Op::FMulAdd(a, b, c) => self.fused(out, ["", ""], [a, b, c]),
            Op::FMulSub(a, b, c) => self.fused(out, ["-", ""], [a, b, c]),
            Op::FMulLess(a, b, c) => self.fused(out, ["", "-"], [a, b, c]),
            Op::Trunc(a) => call("trunc", &[a]),
            Op::RecipBelow(a) => call("recip_below", &[a]),
            Op::RecipNear(a) => call("recip_near", &[a]),
            Op::SqrtNear(a) => call("sqrt_near", &[a]),
            Op::ToF64(a) => call("to_number", &[a]),
            Op::ToF64Nearest(a) => call("to_nearest_number", &[a]),
            Op::ToU64(a) => call("to_word", &[a]),
            Op::Widened(a) => call("widened", &[a]),
            Op::Narrowed(a) => call("narrowed", &[a]),
            Op::Exponent(a) => call("exponent_of", &[a]),
            Op::Significand(a) => call("significand_of", &[a]),
            Op::BinM(BinM::And, a, b) => infix(if vector { "&" } else { "&&" }, a, b),
            Op::BinM(BinM::Or, a, b) => infix(if vector { "|" } else { "||" }, a, b),
            Op::BinM(BinM::AndNot, a, b) if vector => format!("{} & ~{}", v(a), v(b)),
            Op::BinM(BinM::AndNot, a, b) if v(a) == "true" => format!("!{}", v(b)),
            Op::BinM(BinM::AndNot, a, b) => format!("{} && !{}", v(a), v(b)),
            Op::BinM(BinM::Xor, a, b) => infix(if vector { "^" } else { "!=" }, a, b),
            Op::Select(m, a, b) => self.selected(out, &v(m), &v(a), &v(b)),
            // Printed where they are used.
            Op::ConstU(_)
            | Op::ConstF(_)
            | Op::ConstM(_)
            | Op::LaneU(_)
            | Op::Argument(_)
            | Op::Lookup(..)
            | Op::Parameter(_)
            | Op::Seed(_)
            | Op::Item => self.of(out),
        }
    }

    /// The low word of a·b and what is added to it, if that is not 0.
    fn sum_of_product(&self, a: &Value, b: &Value, added: [&Value; 2]) -> String {
        let zero = literal::word(0, self.style.dialect.suffix);
        let mut text = format!("{} * {}", self.of(*a), self.of(*b));
        for term in added.map(|value| self.of(*value)).iter().filter(|term| **term != zero) {
            let _ = write!(text, " + {term}");
        }
        text
    }
}
