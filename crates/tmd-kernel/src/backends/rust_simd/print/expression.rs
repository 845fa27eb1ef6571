//! Expressions of Rust, and the values that are defined by them.

use crate::backends::function::argument;
use crate::backends::rust_simd::print::Printer;
use crate::ir::{BinF, BinM, BinU, Cmp, Lookup, Op, Scalar, Shape, Table, Value};

impl Printer<'_> {
    pub(super) fn define(&mut self, outs: &[Value], op: &Op) {
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
                return self.body.line(&format!("let {target} = lanes({name});"));
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
        self.body.line(&format!("let {target} = {expression};"));
    }

    /// Columns that are permuted in registers: where they are used, so that a column is in registers for one operation
    /// on all vectors. The last one, which polynomials begin with, has a line of its own.
    fn columns(&mut self, outs: &[Value], table: usize, row: Value) {
        let (table, row) = (&self.kernel.tables[table].name, self.long(row));
        for (k, out) in outs.iter().enumerate() {
            let column = format!("permute(&super::{table}.0[{k}], {row})");
            if k + 1 == outs.len() && k > 0 {
                self.body.line(&format!("let {} = {column};", self.of(*out)));
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
            self.body.line(&format!("let {} = {column};", self.of(highest)));
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
        if self.body.indent() + one_line.len() <= 100 {
            return self.body.line(&one_line);
        }
        self.body.line("#[rustfmt::skip]");
        self.body.line("let [");
        for part in outs.chunks(8) {
            self.body.line(&format!("    {},", part.join(", ")));
        }
        self.body.line(&format!("] = {call}"));
    }

    fn is_used(&self, value: Value) -> bool {
        self.read.contains(&value)
    }

    /// Lane constants, eight to a line.
    fn lane_constant(&mut self, target: &str, words: &[u64]) {
        self.body.line("#[rustfmt::skip]");
        self.body.open(&format!("let {target} = lanes(["));
        for row in words.chunks(8) {
            let row: Vec<String> = row.iter().map(u64::to_string).collect();
            self.body.line(&format!("{},", row.join(", ")));
        }
        self.body.shallower();
        self.body.line("]);");
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
    pub(super) fn short(&self, value: Value) -> String {
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
