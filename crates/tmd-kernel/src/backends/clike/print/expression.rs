//! Expressions of C, and the values that are defined by them.

use crate::backends::clike::print::Printer;
use crate::backends::clike::style::Interface;
use crate::backends::clike::{Vectors, literal};
use crate::backends::function::argument;
use crate::ir::{BinF, BinM, BinU, Cmp, Lookup, Op, Scalar, Table, Value, Width};
use std::fmt::Write;
use tmd_base::diag::Diag;

/// Rows of a multiple of so many numbers are loaded as vectors.
const ROW_PART: usize = 8;

impl Printer<'_> {
    pub(super) fn define(&mut self, outs: &[Value], op: &Op) -> Result<(), Diag> {
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
                self.body.line(&format!("const {ty} {name} = {expression};"));
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
            self.body.line(&format!("const {ty} {out} = {entry};"));
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
        self.body.line(&format!("{ty} {entries}[{columns}];"));
        let start = format!("&{table}[0][0]");
        let arguments = [start, row.to_owned(), columns.to_string(), entries.clone()];
        let call = self.called("look_up_rows", &arguments);
        self.body.line(&format!("{call};"));
        for (k, out) in outs.iter().enumerate() {
            if self.is_read(*out) {
                let line = format!("const {ty} {} = {entries}[{k}];", self.of(*out));
                self.body.line(&line);
            }
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
            true => self.body.line(&format!("{} {}, {};", first.0, first.1, second.1)),
            false => {
                self.body.line(&format!("{} {};", first.0, first.1));
                self.body.line(&format!("{} {};", second.0, second.1));
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
            return self.body.line(&format!("const words {name} = {words};"));
        }
        let rows: Vec<String> = words
            .chunks(8)
            .map(|row| row.iter().map(|w| literal::word(*w, suffix)).collect::<Vec<_>>().join(", "))
            .collect();
        if self.style.vectors {
            self.body.line(&format!("const words {name} = (words)("));
            let last = rows.len() - 1;
            for (i, row) in rows.iter().enumerate() {
                let end = if i == last { ");" } else { "," };
                self.body.line(&format!("    {row}{end}"));
            }
            return;
        }
        if (0..).zip(words).all(|(lane, &word): (u64, _)| word == lane) {
            return self.body.line(&format!("const word {name} = lane;"));
        }
        let table = format!("{}_{name}", self.style.name);
        let begin = self.style.dialect.table;
        let _ = writeln!(self.tables, "{begin} word {table}[{}] = {{", words.len());
        for row in rows {
            let _ = writeln!(self.tables, "    {row},");
        }
        self.tables.push_str("};\n");
        self.body.line(&format!("const word {name} = {table}[lane];"));
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
