//! Prints one kernel as a Rust function, in the layout of rustfmt.

use crate::backends::KernelLines;
use crate::backends::by_lanes::{ByLanes, Expression, STRIDE};
use crate::backends::function::argument;
use crate::backends::names::{Names, exponent};
use crate::backends::rust_simd::short::Shorts;
use crate::ir::{
    BinF, BinM, BinU, Cmp, Kernel, Lookup, Op, Scalar, Shape, Stmt, Table, Value, Width, counts,
    gathered, loop_comment, single,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tmd_base::text::wrap;

/// Columns of a documentation line after its slashes.
const DOC_WIDTH: usize = 96;

/// Functions and keywords that no value may be named after.
const RESERVED: [&str; 46] = [
    "queue",
    "lane_of",
    "rounds",
    "arrays",
    "parameters",
    "at",
    "state",
    "counts",
    "results",
    "count",
    "bit",
    "load_at",
    "seed",
    "item",
    "out",
    "x",
    "bits",
    "fma",
    "permute",
    "gather",
    "row",
    "add",
    "sub",
    "mul",
    "div",
    "min",
    "and",
    "or",
    "xor",
    "any",
    "lt",
    "ge",
    "select",
    "lanes",
    "trunc",
    "widened",
    "narrowed",
    "exponent_of",
    "significand_of",
    "as_long",
    "as_long_mask",
    "as_short",
    "as_short_mask",
    "joined",
    "half_of",
    "pow2",
];

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

/// A kernel as a function, with `by_lanes` in the place of constants that depend on the number of lanes. Its lines
/// count from that of the comment's beginning.
pub(super) fn kernel(kernel: &Kernel, by_lanes: &ByLanes) -> (String, KernelLines) {
    let mut text = String::new();
    for line in &kernel.doc {
        let _ = writeln!(text, "{}", format!("/// {line}").trim_end());
    }
    let count = counts(kernel);
    let _ = writeln!(text, "///\n/// Operations in the text below, each loop body once:");
    for line in count.to_string().split("; ") {
        for line in wrap("- ", line, DOC_WIDTH) {
            let _ = writeln!(text, "/// {line}");
        }
    }
    let head = text.lines().count() + 1;
    let mut printer = Printer { by_lanes: Some(by_lanes), lines: head + 1, ..Printer::new(kernel) };
    let seed = kernel.seed_words;
    let _ = writeln!(
        text,
        "fn {}(seed: &[u64; {seed}], item: u64, out: &mut Survivors) {{",
        kernel.name
    );
    let mut statements = vec![];
    for (at, stmt) in kernel.body.iter().enumerate() {
        printer.at = at;
        printer.begins = printer.lines;
        printer.stmt(stmt);
        statements.push(printer.begins);
    }
    let function = head..printer.lines + 1;
    let lines = KernelLines { comment: 1..head, function, statements };
    (format!("{text}{}}}\n", printer.text), lines)
}

/// What a level has for functions besides what all have.
#[derive(Clone, Copy, Default)]
pub(super) struct Has {
    /// Whether tables can be permuted in registers.
    pub(super) permutes: bool,
    /// Whether what is passed are words of 32 bits, and there are vectors of these.
    pub(super) shorts: bool,
}

/// A function of numbers, or of words, at the depth of a module.
pub(super) fn function(kernel: &Kernel, name: &str, target_feature: &str, has: Has) -> String {
    let shorts = has.shorts.then(|| Shorts::of(kernel));
    let mut printer =
        Printer { depth: 2, has_permutes: has.permutes, shorts, ..Printer::new(kernel) };
    let mut text = String::new();
    for line in &kernel.doc {
        let _ = writeln!(text, "{}", format!("    /// {line}").trim_end());
    }
    if !kernel.doc.is_empty() {
        text.push_str("    ///\n");
    }
    let _ = writeln!(text, "    /// Operations: {}.", counts(kernel).list(true));
    text.push_str("    #[inline]\n");
    if !target_feature.is_empty() {
        let _ = writeln!(text, "    #[target_feature(enable = \"{target_feature}\")]");
    }
    let ty = match kernel.passes {
        Scalar::Number => "Floats",
        Scalar::Word if has.shorts => "Shorts",
        Scalar::Word => "Words",
        Scalar::Mask => "Mask",
    };
    let arguments: Vec<String> =
        (0..kernel.arguments).map(|index| format!("{}: {ty}", argument(index))).collect();
    let _ = writeln!(text, "    fn {name}({}) -> {ty} {{", arguments.join(", "));
    for stmt in &kernel.body {
        printer.stmt(stmt);
    }
    format!("{text}{}    }}\n", printer.text)
}

/// A function of elements, at the depth of a module.
pub(super) fn elements(
    kernel: &Kernel,
    name: &str,
    target_feature: &str,
    has_permutes: bool,
) -> String {
    let mut printer = Printer { depth: 2, has_permutes, ..Printer::new(kernel) };
    let mut text = String::new();
    for line in &kernel.doc {
        let _ = writeln!(text, "{}", format!("    /// {line}").trim_end());
    }
    for line in wrap("", &format!("Operations: {}.", counts(kernel).list(true)), DOC_WIDTH) {
        let _ = writeln!(text, "    /// {line}");
    }
    text.push_str("    #[inline]\n");
    if !target_feature.is_empty() {
        let _ = writeln!(text, "    #[target_feature(enable = \"{target_feature}\")]");
    }
    for stmt in &kernel.body {
        printer.stmt(stmt);
    }
    let width = kernel.width;
    let (number, word) = (width.number_type(), width.word_type());
    let (arrays, parameters) = (kernel.arrays.len(), kernel.parameters.len());
    let body = &printer.text;
    let reads = |is: fn(&Stmt) -> bool| if kernel.body.iter().any(is) { "" } else { "_" };
    let reads_parameters = reads(|stmt| matches!(stmt, Stmt::Let(_, Op::Parameter(_))));
    let counts_sites = reads(|stmt| matches!(stmt, Stmt::Count { .. }));
    let signature = match arrays {
        0 => format!("    fn {name}(parameters: &[{word}; {parameters}], state: &mut State) {{"),
        _ => format!(
            "    fn {name}(\n        arrays: &[&[{number}]; {arrays}],\n        \
             {reads_parameters}parameters: &[{word}; {parameters}],\n        at: At,\n        \
             state: &mut State,\n        {counts_sites}counts: &mut [u64; {}],\n    ) -> [Floats; RESULTS] {{",
            kernel.sites.len()
        ),
    };
    format!("{text}{signature}\n{body}    }}\n")
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
fn literal(width: Width, number: f64) -> String {
    let ty = if width == Width::W32 { "f32" } else { "f64" };
    match number {
        number if number.is_nan() => format!("{ty}::NAN"),
        number if number == f64::INFINITY => format!("{ty}::INFINITY"),
        number if number == f64::NEG_INFINITY => format!("{ty}::NEG_INFINITY"),
        number if width == Width::W32 => format!("{:?}", single(number)),
        number => format!("{number:?}"),
    }
}

struct Printer<'a> {
    kernel: &'a Kernel,
    names: Names,
    /// Variables that are given a value after the first.
    set: BTreeSet<Value>,
    /// Values that something reads.
    read: BTreeSet<Value>,
    /// Constants are printed where they are used.
    literals: BTreeMap<Value, String>,
    text: String,
    depth: usize,
    /// Loops with a bound so far.
    loops: usize,
    /// Whether tables can be permuted in registers.
    has_permutes: bool,
    /// Which words have 32 bits, where the level has such vectors.
    shorts: Option<Shorts>,
    /// In kernels: what stands for constants that depend on the number of lanes, by statement.
    by_lanes: Option<&'a ByLanes>,
    /// The statement that is printed.
    at: usize,
    /// The next line's number.
    lines: usize,
    /// The line that the statement begins on.
    begins: usize,
}

impl<'a> Printer<'a> {
    fn new(kernel: &'a Kernel) -> Self {
        let names = Names::new(kernel, &RESERVED);
        let set = kernel.body.iter().filter_map(|stmt| match stmt {
            Stmt::Set(variable, _) => Some(*variable),
            _ => None,
        });
        Printer {
            kernel,
            names,
            set: set.collect(),
            read: kernel.body.iter().flat_map(Stmt::reads).collect(),
            literals: BTreeMap::new(),
            text: String::new(),
            depth: 1,
            loops: 0,
            has_permutes: false,
            shorts: None,
            by_lanes: None,
            at: 0,
            lines: 1,
            begins: 1,
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 4 * self.depth);
        self.lines += 1;
    }

    /// What stands for the statement's constant, if that depends on the number of lanes.
    fn of_level(&self) -> Option<String> {
        Some(match self.by_lanes?.get(&self.at)? {
            Expression::Power(1) => STRIDE.to_owned(),
            Expression::Power(k) => format!("{STRIDE}.pow({k})"),
            Expression::Share(of) => format!("{} / {STRIDE}", factor(*of)),
            Expression::Named(name) => name.clone(),
        })
    }

    /// A constant of the text: powers of 2 as such, in kernels.
    fn word(&self, word: u64) -> String {
        match self.by_lanes {
            Some(_) => integer(word),
            None => plain(word),
        }
    }

    /// As [`Printer::word`].
    fn number(&self, number: f64) -> String {
        match exponent(number) {
            Some(k) if self.by_lanes.is_some() && !(-3..10).contains(&k) => {
                let sign = if number.is_sign_negative() { "-" } else { "" };
                format!("{sign}{POWER}({k})")
            }
            _ => literal(self.kernel.width, number),
        }
    }

    /// As [`Printer::of`], beside an operator.
    fn operand(&self, value: Value) -> String {
        let text = self.of(value);
        if text.contains(" << ") { format!("({text})") } else { text }
    }

    fn of(&self, value: Value) -> String {
        self.literals.get(&value).cloned().unwrap_or_else(|| self.names.of(value).to_owned())
    }

    /// As [`Printer::of`], with its type where nothing else tells it.
    fn typed(&self, value: Value) -> String {
        match self.literals.get(&value) {
            Some(literal) if literal.starts_with(|c: char| c.is_ascii_digit()) => {
                let bits = self.kernel.width.bits();
                if let Some((factor, shift)) = literal.split_once(" << ") {
                    return format!("({factor}u{bits} << {shift})");
                }
                match self.kernel.ty(value).scalar {
                    Scalar::Word => format!("{literal}u{bits}"),
                    Scalar::Number => format!("{literal}f{bits}"),
                    Scalar::Mask => literal.clone(),
                }
            }
            _ => self.of(value),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Comment(text) => self.line(&format!("// {text}")),
            Stmt::Let(outs, op) => self.define(outs, op),
            Stmt::Declare(variable, first) => {
                let mutable = if self.is_set(*variable) { "mut " } else { "" };
                let line = format!("let {mutable}{} = {};", self.of(*variable), self.typed(*first));
                self.line(&line);
            }
            Stmt::Set(variable, value) => {
                let line = format!("{} = {};", self.of(*variable), self.of(*value));
                self.line(&line);
            }
            Stmt::For { count } => {
                // More than an integer of no type has room for.
                let ty = if i32::try_from(*count).is_ok() { "" } else { "u64" };
                let count = self.of_level().unwrap_or_else(|| self.word(*count) + ty);
                self.open(&format!("for _ in 0..{count} {{"));
            }
            Stmt::Loop { name, bound } => {
                self.loops += 1;
                let number = self.loops;
                if self.kernel.gathers_in(self.at) {
                    self.line("let mut queue = Queue::new();");
                }
                self.line(&format!("// {}", loop_comment(number, name, *bound)));
                self.begins = self.lines;
                self.open("for rounds in 0u64.. {");
                self.open(&format!("if rounds == {} {{", self.word(*bound)));
                self.line(&format!("return out.overrun({number});"));
                self.close();
            }
            Stmt::ExitUnlessAny(mask) => {
                let mask = self.truth(*mask);
                self.open(&format!("if !{mask} {{"));
                self.line("break;");
                self.close();
            }
            Stmt::ExitIfAny(mask) => {
                let mask = self.truth(*mask);
                self.open(&format!("if {mask} {{"));
                self.line("break;");
                self.close();
            }
            Stmt::IfAny(mask) => {
                let mask = self.truth(*mask);
                self.open(&format!("if {mask} {{"));
            }
            Stmt::Gather { mask, more } => self.gather(*mask, *more),
            Stmt::End => self.close(),
            Stmt::Return(values) => match &values[..] {
                [value] if self.kernel.arrays.is_empty() => {
                    let result = match &self.shorts {
                        Some(_) => self.short(*value),
                        None => self.of(*value),
                    };
                    self.line(&result);
                }
                [] => {}
                values => {
                    let values: Vec<String> = values.iter().map(|v| self.of(*v)).collect();
                    self.list_of("", &values, "");
                }
            },
            Stmt::At { .. } => {}
            Stmt::Count { site, mask } => {
                self.line(&format!("counts[{site}] += count({}, at);", self.of(*mask)));
            }
            Stmt::Keep(word, value) => {
                self.line(&format!("state[{word}] = {};", self.of(*value)));
            }
            Stmt::Emit { mask, part } => {
                let line = format!("emit({}, {}, out);", self.of(*mask), self.of(*part));
                self.line(&line);
            }
            Stmt::EmitKept { kept, first, stride } => {
                let (kept, first) = (self.of(*kept), self.of(*first));
                self.open(&format!(
                    "for (kept, first) in to_lanes({kept}).into_iter().zip(to_lanes({first})) {{"
                ));
                self.open("for step in (0..64).filter(|step| kept >> step & 1 != 0) {");
                self.line(&format!("out.push(first.wrapping_add(step * {stride}));"));
                self.close();
                self.close();
            }
        }
    }

    /// Puts lanes into the loop's queue, and takes a vector of them as often as there is one.
    fn gather(&mut self, mask: Value, more: Value) {
        let taken = gathered(self.kernel, self.at);
        let queued: Vec<String> = taken.queued.iter().map(|value| self.of(*value)).collect();
        let (mask, more, queued) = (self.of(mask), self.truth(more), queued.join(", "));
        self.line(&format!("queue.put({mask}, [{queued}]);"));
        self.open(&format!("while queue.is_due({more}) {{"));
        self.line(&format!("let ({mask}, lane_of, [{queued}]) = queue.take();"));
        for value in &taken.lasting {
            let function = match self.kernel.ty(*value).scalar {
                Scalar::Number => "fof_lane",
                Scalar::Word | Scalar::Mask => "of_lane",
            };
            let name = self.of(*value);
            self.line(&format!("let {name} = {function}({name}, lane_of);"));
        }
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// Does the mask hold in some lane?
    fn truth(&self, mask: Value) -> String {
        match self.kernel.ty(mask).shape {
            Shape::Uniform => self.of(mask),
            Shape::Varying => format!("any({})", self.of(mask)),
        }
    }

    fn define(&mut self, outs: &[Value], op: &Op) {
        let literal = match op {
            Op::ConstU(word) => Some(self.of_level().unwrap_or_else(|| self.word(*word))),
            Op::ConstF(number) => Some(self.number(*number)),
            Op::Argument(index) => Some(argument(*index).to_owned()),
            Op::ConstM(truth) => Some(truth.to_string()),
            Op::Item => Some("item".to_owned()),
            Op::Seed(index) => Some(format!("seed[{index}]")),
            Op::Parameter(index) => Some(format!("parameters[{index}]")),
            _ => None,
        };
        if let Some(literal) = literal {
            self.literals.insert(outs[0], literal);
            return;
        }
        if let Op::Lookup(table, row) = op
            && self.has_permutes
            && self.kernel.tables[*table].lookup == Lookup::Permute
        {
            return self.columns(outs, *table, *row);
        }
        let name = |v: &Value| match self.names.of(*v) {
            // The printers of two-result operations may leave one result unused.
            name if self.is_used(*v) => name.to_owned(),
            name => format!("_{name}"),
        };
        let target = match outs {
            [out] => name(out),
            _ => format!("({})", outs.iter().map(name).collect::<Vec<_>>().join(", ")),
        };
        if let Op::LaneU(words) = op {
            if let Some(name) = self.of_level() {
                return self.line(&format!("let {target} = lanes({name});"));
            }
            return self.lane_constant(&target, words);
        }
        if let Op::Lookup(table, row) = op {
            let table = &self.kernel.tables[*table];
            let outs: Vec<String> = outs.iter().map(name).collect();
            return self.lookup(&outs, table, *row);
        }
        if self.shorts.as_ref().is_some_and(|shorts| shorts.constant(outs[0]).is_some()) {
            return;
        }
        if let Op::Fma(highest, _, next) = op {
            self.column_before(*highest, *next);
        }
        let varying = self.kernel.ty(outs[0]).shape == Shape::Varying;
        let expression = if varying { self.vector(op, outs[0]) } else { self.scalar(op) };
        self.line(&format!("let {target} = {expression};"));
    }

    /// Columns that are permuted in registers: where they are used, so that a column is in registers for one operation
    /// on all vectors. The last one, which polynomials begin with, has a line of its own.
    fn columns(&mut self, outs: &[Value], table: usize, row: Value) {
        let (table, row) = (&self.kernel.tables[table].name, self.long(row));
        for (k, out) in outs.iter().enumerate() {
            let column = format!("permute(&super::{table}.0[{k}], {row})");
            if k + 1 == outs.len() && k > 0 {
                self.line(&format!("let {} = {column};", self.of(*out)));
            } else {
                self.literals.insert(*out, column);
            }
        }
    }

    /// A column that a polynomial begins with, on a line of its own where the next one follows: both are too long for one.
    fn column_before(&mut self, highest: Value, next: Value) {
        let is_column = |value: &Value| {
            self.literals.get(value).is_some_and(|text| text.starts_with("permute("))
        };
        if is_column(&highest)
            && is_column(&next)
            && let Some(column) = self.literals.remove(&highest)
        {
            self.line(&format!("let {} = {column};", self.of(highest)));
        }
    }

    fn lookup(&mut self, outs: &[String], table: &Table, row: Value) {
        let function = match table.lookup {
            _ if table.scalar == Scalar::Word => "gather_words",
            Lookup::Row => "row",
            Lookup::Permute | Lookup::Gather => "gather",
        };
        let call = format!("{function}(&super::{}.0, {});", table.name, self.long(row));
        let one_line = format!("let [{}] = {call}", outs.join(", "));
        if 4 * self.depth + one_line.len() <= 100 {
            return self.line(&one_line);
        }
        self.line("#[rustfmt::skip]");
        self.line("let [");
        for part in outs.chunks(8) {
            self.line(&format!("    {},", part.join(", ")));
        }
        self.line(&format!("] = {call}"));
    }

    /// `begin[…]end`, a line or several.
    fn list_of(&mut self, begin: &str, items: &[String], end: &str) {
        let list = items.join(", ");
        let line = format!("{begin}[{list}]{end}");
        // What rustfmt keeps in one line.
        if list.len() < 58 && 4 * self.depth + line.len() <= 100 {
            return self.line(&line);
        }
        self.line("#[rustfmt::skip]");
        self.line("let results = [");
        for part in items.chunks(8) {
            self.line(&format!("    {},", part.join(", ")));
        }
        self.line("];");
        self.line("results");
    }

    fn is_set(&self, variable: Value) -> bool {
        self.set.contains(&variable)
    }

    fn is_used(&self, value: Value) -> bool {
        self.read.contains(&value)
    }

    /// Lane constants, eight to a line.
    fn lane_constant(&mut self, target: &str, words: &[u64]) {
        self.line("#[rustfmt::skip]");
        self.open(&format!("let {target} = lanes(["));
        for row in words.chunks(8) {
            let row: Vec<String> = row.iter().map(u64::to_string).collect();
            self.line(&format!("{},", row.join(", ")));
        }
        self.depth -= 1;
        self.line("]);");
    }

    /// An operation on vectors: a call of the level's function.
    fn vector(&self, op: &Op, out: Value) -> String {
        let name = match op {
            Op::Splat(a) => match self.kernel.ty(*a).scalar {
                Scalar::Word => "splat",
                Scalar::Number => "fsplat",
                Scalar::Mask => "msplat",
            },
            Op::BinU(op, ..) => match op {
                BinU::Add => "add",
                BinU::Sub => "sub",
                BinU::Mul => "mul",
                BinU::Div => "div",
                BinU::Min => "min",
                BinU::And => "and_bits",
                BinU::Or => "or_bits",
                BinU::Xor => "xor_bits",
            },
            Op::FromBits(_) => "from_bits",
            Op::Neg(_) => "fneg",
            Op::Abs(_) => "fabs",
            Op::Sqrt(_) => "fsqrt",
            Op::Directed(kind, up, operands) => {
                let all: Vec<String> =
                    std::iter::once(up).chain(operands).map(|v| self.of(*v)).collect();
                return format!("{}_directed({})", kind.name(), all.join(", "));
            }
            // Twins have its operations in its place.
            Op::Elementary(..) => return String::new(),
            Op::Bit(a, k) => return format!("bit::<{k}>({})", self.long(*a)),
            Op::State(word) => return format!("state[{word}]"),
            Op::Load(array, offset) => {
                return format!("load_at(arrays[{array}], at, {})", self.of(*offset));
            }
            Op::BinF(op, ..) => match op {
                BinF::Add => "fadd",
                BinF::Sub => "fsub",
                BinF::Mul => "fmul",
                BinF::Div => "fdiv",
                BinF::Min => "fmin",
                BinF::Max => "fmax",
            },
            Op::BinM(op, ..) => match op {
                BinM::And => "and",
                BinM::Or => "or",
                BinM::AndNot => "and_not",
                BinM::Xor => "xor",
            },
            Op::CmpU(Cmp::Lt, ..) => "lt",
            Op::CmpU(Cmp::Ge, ..) => "ge",
            Op::CmpF(Cmp::Lt, ..) => "flt",
            Op::CmpF(Cmp::Ge, ..) => "fge",
            Op::Shl(a, k) => return format!("shl_by({}, {k})", self.long(*a)),
            Op::Shr(a, k) if self.is_short(out) => {
                return format!("short_shr_by({}, {k})", self.of(*a));
            }
            Op::Shr(a, k) => return format!("shr_by({}, {k})", self.long(*a)),
            Op::AddCarry(a, b, None) => {
                return format!("add_carry({}, {}, msplat(false))", self.of(*a), self.of(*b));
            }
            Op::SubBorrow(a, b, None) => {
                return format!("sub_borrow({}, {}, msplat(false))", self.of(*a), self.of(*b));
            }
            Op::AddCarry(..) => "add_carry",
            Op::SubBorrow(..) => "sub_borrow",
            Op::MulAdd(..) => "mul_add",
            Op::Fma(..) => "fma",
            Op::Bits(_) => "bits",
            Op::FMulAdd(..) => "fmul_add",
            Op::FMulSub(..) => "fmul_sub",
            Op::FMulLess(..) => "fmul_less",
            Op::Trunc(_) => "trunc",
            Op::RecipBelow(_) => "recip_below",
            Op::RecipNear(_) => "recip_near",
            Op::SqrtNear(_) => "sqrt_near",
            Op::ToF64(_) => "to_f64",
            Op::ToF64Nearest(_) => "to_f64_nearest",
            Op::ToU64(_) => "to_u64",
            Op::Widened(_) => "widened",
            Op::Narrowed(_) => "narrowed",
            Op::Exponent(_) => "exponent_of",
            Op::Significand(_) => "significand_of",
            Op::Select(..) => match self.kernel.ty(out).scalar {
                Scalar::Word => "select",
                Scalar::Number => "fselect",
                Scalar::Mask => "mselect",
            },
            Op::ConstU(_)
            | Op::Parameter(_)
            | Op::ConstF(_)
            | Op::ConstM(_)
            | Op::LaneU(_)
            | Op::Argument(_)
            | Op::Lookup(..)
            | Op::Seed(_)
            | Op::Item => "",
        };
        let reads_shorts = self.shorts.as_ref().is_some_and(|shorts| shorts.reads(op, out));
        let as_read = |v: &Value| if reads_shorts { self.short(*v) } else { self.long(*v) };
        let operands: Vec<String> = op.operands().iter().map(as_read).collect();
        let prefix = if self.is_short(out) && reads_shorts { "short_" } else { "" };
        format!("{prefix}{name}({})", operands.join(", "))
    }

    /// Whether a word, or what a comparison reads, is kept as 32 bits.
    fn is_short(&self, value: Value) -> bool {
        self.shorts.as_ref().is_some_and(|shorts| shorts.has(value))
    }

    /// A value where words of 32 bits are read, if it is a word or a mask.
    fn short(&self, value: Value) -> String {
        if let Some(word) = self.shorts.as_ref().and_then(|shorts| shorts.constant(value)) {
            return format!("short_splat({})", self.word(word));
        }
        match self.kernel.ty(value).scalar {
            Scalar::Word if !self.is_short(value) => format!("as_short({})", self.of(value)),
            Scalar::Mask if !self.is_short(value) => format!("as_short_mask({})", self.of(value)),
            _ => self.of(value),
        }
    }

    /// A value where words of 64 bits are read, if it is a word or a mask.
    fn long(&self, value: Value) -> String {
        if let Some(word) = self.shorts.as_ref().and_then(|shorts| shorts.constant(value)) {
            return format!("splat({})", self.word(word));
        }
        match self.kernel.ty(value).scalar {
            Scalar::Word if self.is_short(value) => format!("as_long({})", self.of(value)),
            Scalar::Mask if self.is_short(value) => format!("as_long_mask({})", self.of(value)),
            _ => self.of(value),
        }
    }

    /// An operation on scalars: Rust's own.
    fn scalar(&self, op: &Op) -> String {
        let v = |value: &Value| self.of(*value);
        let o = |value: &Value| self.operand(*value);
        let t = |value: &Value| self.typed(*value);
        match op {
            Op::BinU(BinU::Add, a, b) => format!("{}.wrapping_add({})", t(a), v(b)),
            Op::BinU(BinU::Sub, a, b) => format!("{}.wrapping_sub({})", t(a), v(b)),
            Op::BinU(BinU::Mul, a, b) => format!("{}.wrapping_mul({})", t(a), v(b)),
            Op::BinU(BinU::Div, a, b) => {
                format!("{}.checked_div({}).unwrap_or(u64::MAX)", t(a), v(b))
            }
            Op::BinU(BinU::Min, a, b) => format!("{}.min({})", t(a), v(b)),
            Op::Shl(a, k) => format!("{} << {k}", t(a)),
            Op::Shr(a, k) => format!("{} >> {k}", t(a)),
            Op::AddCarry(a, b, c) => {
                let carry = c.as_ref().map_or("false".to_owned(), v);
                format!("{}.carrying_add({}, {carry})", t(a), v(b))
            }
            Op::SubBorrow(a, b, c) => {
                let borrow = c.as_ref().map_or("false".to_owned(), v);
                format!("{}.borrowing_sub({}, {borrow})", t(a), v(b))
            }
            Op::MulAdd(a, b, c, d) => {
                format!("{}.carrying_mul_add({}, {}, {})", t(a), v(b), v(c), v(d))
            }
            Op::CmpU(Cmp::Lt, a, b) | Op::CmpF(Cmp::Lt, a, b) => format!("{} < {}", t(a), o(b)),
            Op::CmpU(Cmp::Ge, a, b) | Op::CmpF(Cmp::Ge, a, b) => format!("{} >= {}", t(a), o(b)),
            Op::BinF(BinF::Add, a, b) => format!("{} + {}", o(a), o(b)),
            Op::BinF(BinF::Sub, a, b) => format!("{} - {}", o(a), o(b)),
            Op::BinF(BinF::Mul, a, b) => format!("{} * {}", o(a), o(b)),
            Op::BinF(BinF::Div, a, b) => format!("{} / {}", o(a), o(b)),
            Op::BinF(BinF::Min, a, b) => {
                format!("if {} < {} {{ {} }} else {{ {} }}", o(a), o(b), o(a), o(b))
            }
            Op::BinF(BinF::Max, a, b) => {
                format!("if {} > {} {{ {} }} else {{ {} }}", o(a), o(b), o(a), o(b))
            }
            Op::Fma(a, b, c) => format!("{}.mul_add({}, {})", t(a), v(b), v(c)),
            Op::Bits(a) => format!("{}.to_bits()", t(a)),
            Op::FMulAdd(a, b, c) => format!("{} + {} * {}", o(c), o(a), o(b)),
            Op::FMulSub(a, b, c) => format!("{} - {} * {}", o(c), o(a), o(b)),
            Op::FMulLess(a, b, c) => format!("{} * {} - {}", o(a), o(b), o(c)),
            Op::Trunc(a) => format!("{}.trunc()", t(a)),
            Op::RecipBelow(a) => format!("(1.0 - 1.0 / 65536.0) / {}", o(a)),
            Op::RecipNear(a) => format!("1.0 / {}", o(a)),
            Op::SqrtNear(a) => format!("{}.sqrt()", t(a)),
            Op::ToF64(a) | Op::ToF64Nearest(a) => format!("{} as f64", t(a)),
            Op::ToU64(a) => format!("{} as u64", o(a)),
            Op::Widened(a) => format!("f64::from(f32::from_bits({} as u32))", o(a)),
            Op::Narrowed(a) => format!("u64::from(({} as f32).to_bits())", o(a)),
            Op::BinM(BinM::And, a, b) => format!("{} & {}", o(a), o(b)),
            Op::BinM(BinM::Or, a, b) => format!("{} | {}", o(a), o(b)),
            Op::BinM(BinM::AndNot, a, b) => format!("{} & !{}", o(a), o(b)),
            Op::BinM(BinM::Xor, a, b) => format!("{} ^ {}", o(a), o(b)),
            Op::Select(m, a, b) => format!("if {} {{ {} }} else {{ {} }}", o(m), t(a), t(b)),
            Op::ConstU(_)
            | Op::ConstF(_)
            | Op::ConstM(_)
            | Op::LaneU(_)
            | Op::Argument(_)
            | Op::Lookup(..)
            | Op::State(_)
            | Op::Load(..)
            | Op::Directed(..)
            | Op::Elementary(..)
            | Op::Exponent(_)
            | Op::Significand(_)
            | Op::Parameter(_)
            | Op::Seed(_)
            | Op::Item
            | Op::Splat(_) => String::new(),
            Op::FromBits(a) => format!("{}::from_bits({})", self.kernel.width.number_type(), v(a)),
            Op::Bit(a, k) => format!("{} >> {k} & 1 != 0", v(a)),
            Op::BinU(BinU::And, a, b) => format!("{} & {}", o(a), o(b)),
            Op::BinU(BinU::Or, a, b) => format!("{} | {}", o(a), o(b)),
            Op::BinU(BinU::Xor, a, b) => format!("{} ^ {}", o(a), o(b)),
            Op::Neg(a) => format!("-{}", o(a)),
            Op::Abs(a) => format!("{}.abs()", t(a)),
            Op::Sqrt(a) => format!("{}.sqrt()", t(a)),
        }
    }
}

/// An integer literal: decimal when short, else hexadecimal.
fn plain(word: u64) -> String {
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
fn factor(word: u64) -> String {
    let text = integer(word);
    if text.contains(' ') { format!("({text})") } else { text }
}

/// The function that a text has powers of 2 by.
pub(super) const POWER: &str = "pow2";
