//! The text form of the intermediate representation, for `--emit ir` and for error messages.

use super::{Kernel, Module, Op, Scalar, Shape, Stmt, Value, Width};
use std::fmt;

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, kernel) in self.kernels.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{kernel}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.doc {
            writeln!(f, "; {line}")?;
        }
        writeln!(f, "kernel {} lanes={} seed={}", self.name, self.lanes, self.seed_words)?;
        let mut depth = 1;
        for stmt in &self.body {
            if *stmt == Stmt::End {
                depth -= 1;
            }
            write!(f, "{:indent$}", "", indent = 2 * depth)?;
            self.write_stmt(f, stmt)?;
            if stmt.opens() {
                depth += 1;
            }
        }
        Ok(())
    }
}

impl Kernel {
    fn write_stmt(&self, f: &mut fmt::Formatter<'_>, stmt: &Stmt) -> fmt::Result {
        let name = |v: &Value| self.show(*v);
        match stmt {
            Stmt::Comment(text) => writeln!(f, "; {text}"),
            Stmt::Let(outs, op) => {
                let outs: Vec<String> =
                    outs.iter().map(|v| format!("{}: {}", name(v), self.show_type(*v))).collect();
                writeln!(f, "{} = {}", outs.join(", "), self.show_op(op))
            }
            Stmt::Declare(variable, first) => {
                let ty = self.show_type(*variable);
                writeln!(f, "var {}: {ty} = {}", name(variable), name(first))
            }
            Stmt::Set(variable, value) => writeln!(f, "{} := {}", name(variable), name(value)),
            Stmt::For { count } => writeln!(f, "for {count}"),
            Stmt::Loop { name, bound } => writeln!(f, "loop bound={bound} ; {name}"),
            Stmt::ExitIfAny(mask) => writeln!(f, "exit if any {}", name(mask)),
            Stmt::ExitUnlessAny(mask) => writeln!(f, "exit unless any {}", name(mask)),
            Stmt::IfAny(mask) => writeln!(f, "if any {}", name(mask)),
            Stmt::Gather { mask, more } => {
                writeln!(f, "gather where {} ; more rounds: {}", name(mask), name(more))
            }
            Stmt::End => writeln!(f, "end"),
            Stmt::Return(values) => {
                let values: Vec<String> = values.iter().map(name).collect();
                writeln!(f, "return {}", values.join(", "))
            }
            Stmt::At { line, active: None } => writeln!(f, "; line {line}"),
            Stmt::At { line, active: Some(mask) } => {
                writeln!(f, "; line {line} where {}", name(mask))
            }
            Stmt::Count { site, mask } => writeln!(f, "count {site} where {}", name(mask)),
            Stmt::Keep(word, value) => writeln!(f, "state {word} := {}", name(value)),
            Stmt::Emit { mask, part } => {
                writeln!(f, "emit {} where {}", name(part), name(mask))
            }
            Stmt::EmitKept { kept, first, stride } => {
                writeln!(f, "emit {} + s*{stride} for bits s of {}", name(first), name(kept))
            }
        }
    }

    fn show(&self, value: Value) -> String {
        let info = &self.values[value.0 as usize];
        format!("%{}{}{}", info.name, if info.name.is_empty() { "" } else { "." }, value.0)
    }

    fn show_type(&self, value: Value) -> String {
        let ty = self.ty(value);
        let scalar = match ty.scalar {
            Scalar::Word if self.width == Width::W32 => "u32",
            Scalar::Number if self.width == Width::W32 => "f32",
            Scalar::Word => "u64",
            Scalar::Number => "f64",
            Scalar::Mask => "mask",
        };
        match ty.shape {
            Shape::Uniform => scalar.to_owned(),
            Shape::Varying => format!("{scalar} x {}", self.lanes),
        }
    }

    fn show_op(&self, op: &Op) -> String {
        let name = match op {
            Op::ConstU(word) => return format!("{word:#x}"),
            Op::ConstF(number) => return format!("{number:?}"),
            Op::ConstM(truth) => return truth.to_string(),
            Op::LaneU(words) => return format!("lanes {words:?}"),
            Op::Seed(index) => return format!("seed[{index}]"),
            Op::Item => return "item".to_owned(),
            Op::Argument(index) => return format!("argument {index}"),
            Op::Lookup(table, _) => format!("lookup.{}", self.tables[*table].name),
            Op::Fma(..) => "f.fma".to_owned(),
            Op::Bits(_) => "bits".to_owned(),
            Op::FromBits(_) => "from_bits".to_owned(),
            Op::Bit(_, k) => format!("bit.{k}"),
            Op::Neg(_) => "f.neg".to_owned(),
            Op::Abs(_) => "f.abs".to_owned(),
            Op::Sqrt(_) => "f.sqrt".to_owned(),
            Op::Directed(kind, ..) => format!("f.{}.directed", kind.name()),
            Op::Elementary(function, _) => format!("f.{}", function.name()),
            Op::Load(array, _) => format!("load.{}", self.arrays[*array]),
            Op::State(index) => return format!("state {index}"),
            Op::Parameter(index) => return format!("parameter {}", self.parameters[*index]),
            Op::Splat(_) => "splat".to_owned(),
            Op::BinU(op, ..) => format!("u.{op}"),
            Op::BinF(op, ..) => format!("f.{op}"),
            Op::BinM(op, ..) => format!("m.{op}"),
            Op::CmpU(cmp, ..) => format!("u.{cmp}"),
            Op::CmpF(cmp, ..) => format!("f.{cmp}"),
            Op::Shl(_, k) => format!("shl.{k}"),
            Op::Shr(_, k) => format!("shr.{k}"),
            Op::AddCarry(..) => "add_carry".to_owned(),
            Op::SubBorrow(..) => "sub_borrow".to_owned(),
            Op::MulAdd(..) => "mul_add".to_owned(),
            Op::FMulAdd(..) => "f.mul_add".to_owned(),
            Op::FMulSub(..) => "f.mul_sub".to_owned(),
            Op::FMulLess(..) => "f.mul_less".to_owned(),
            Op::Trunc(_) => "trunc".to_owned(),
            Op::RecipBelow(_) => "recip_below".to_owned(),
            Op::RecipNear(_) => "recip_near".to_owned(),
            Op::SqrtNear(_) => "sqrt_near".to_owned(),
            Op::ToF64(_) => "to_f64".to_owned(),
            Op::ToF64Nearest(_) => "to_f64_nearest".to_owned(),
            Op::ToU64(_) => "to_u64".to_owned(),
            Op::Widened(_) => "widened".to_owned(),
            Op::Narrowed(_) => "narrowed".to_owned(),
            Op::Exponent(_) => "exponent".to_owned(),
            Op::Significand(_) => "significand".to_owned(),
            Op::Select(..) => "select".to_owned(),
        };
        let operands: Vec<String> = op.operands().iter().map(|v| self.show(*v)).collect();
        format!("{name} {}", operands.join(" "))
    }
}
