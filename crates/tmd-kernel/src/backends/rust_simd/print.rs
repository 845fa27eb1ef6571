//! Prints one kernel as a Rust function, in the layout of rustfmt.

mod expression;
mod statement;

use crate::backends::KernelLines;
use crate::backends::body::Body;
use crate::backends::by_lanes::{ByLanes, Expression, STRIDE};
use crate::backends::function::argument;
use crate::backends::names::{Names, exponent};
use crate::backends::rust_simd::items::{POWER, factor, integer, literal, plain};
use crate::backends::rust_simd::reserved::RESERVED;
use crate::backends::rust_simd::short::Shorts;
use crate::ir::{Kernel, Op, Scalar, Stmt, Value, counts};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tmd_base::text::wrap;

/// Columns of a documentation line after its slashes.
const DOC_WIDTH: usize = 96;

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
    let body = Body::new(1, head + 1);
    let mut printer = Printer { by_lanes: Some(by_lanes), body, ..Printer::new(kernel) };
    let seed = kernel.seed_words;
    let _ = writeln!(
        text,
        "fn {}(seed: &[u64; {seed}], item: u64, out: &mut Survivors) {{",
        kernel.name
    );
    let mut statements = vec![];
    for (at, stmt) in kernel.body.iter().enumerate() {
        printer.at = at;
        printer.begins = printer.body.next;
        printer.stmt(stmt);
        statements.push(printer.begins);
    }
    let function = head..printer.body.next + 1;
    let lines = KernelLines { comment: 1..head, function, statements };
    (format!("{text}{}}}\n", printer.body.text), lines)
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
    let mut printer = Printer {
        body: Body::new(2, 1),
        has_permutes: has.permutes,
        shorts,
        ..Printer::new(kernel)
    };
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
    format!("{text}{}    }}\n", printer.body.text)
}

/// A function of elements, at the depth of a module.
pub(super) fn elements(
    kernel: &Kernel,
    name: &str,
    target_feature: &str,
    has_permutes: bool,
) -> String {
    let mut printer = Printer { body: Body::new(2, 1), has_permutes, ..Printer::new(kernel) };
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
    let body = &printer.body.text;
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

struct Printer<'a> {
    kernel: &'a Kernel,
    names: Names,
    /// Variables that are given a value after the first.
    set: BTreeSet<Value>,
    /// Values that something reads.
    read: BTreeSet<Value>,
    /// Constants are printed where they are used.
    literals: BTreeMap<Value, String>,
    body: Body,
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
            body: Body::new(1, 1),
            loops: 0,
            has_permutes: false,
            shorts: None,
            by_lanes: None,
            at: 0,
            begins: 1,
        }
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
}
