//! Builds a kernel statement by statement; types and shapes follow from the operands.

use super::{
    BinF, BinM, BinU, Cmp, Kernel, Kind, Op, Rounded, Scalar, Shape, Site, Stmt, Table, Type,
    Value, ValueInfo, Width,
};
use tmd_base::narrow;
use tmd_number::elementary::Function;

/// A kernel under construction.
///
/// Where one operand of an operation is uniform and another varying, the uniform one is splatted.
#[derive(Debug)]
pub struct Builder {
    kernel: Kernel,
}

impl Builder {
    /// Starts an empty kernel for `lanes` lanes.
    pub fn new(name: &str, lanes: usize) -> Self {
        let kernel = Kernel {
            name: name.to_owned(),
            doc: vec![],
            seed_words: 0,
            arguments: 0,
            width: Width::W64,
            passes: Scalar::Number,
            tables: vec![],
            arrays: vec![],
            parameters: vec![],
            states: 0,
            sites: vec![],
            lanes,
            values: vec![],
            body: vec![],
        };
        Builder { kernel }
    }

    /// Starts a function of words and numbers of a width.
    pub fn function(name: &str, lanes: usize, width: Width) -> Self {
        let mut builder = Builder::new(name, lanes);
        builder.kernel.width = width;
        builder
    }

    /// Starts a function of words, which hold encodings of numbers, with words and numbers of a width.
    pub fn function_of_words(name: &str, lanes: usize, width: Width) -> Self {
        let mut builder = Builder::function(name, lanes, width);
        builder.kernel.passes = Scalar::Word;
        builder
    }

    /// Returns a builder that appends statements to an existing kernel.
    pub fn resumed(kernel: Kernel) -> Self {
        Builder { kernel }
    }

    /// Adds a statement of values that the kernel has.
    pub(crate) fn push_stmt(&mut self, stmt: Stmt) {
        self.kernel.body.push(stmt);
    }

    /// Number of values.
    pub fn value_count(&self) -> usize {
        self.kernel.values.len()
    }

    /// Number of arrays.
    pub fn array_count(&self) -> usize {
        self.kernel.arrays.len()
    }

    /// The name that a value is printed with.
    pub fn name_of(&self, value: Value) -> String {
        self.kernel.values[value.0 as usize].name.clone()
    }

    /// The finished kernel.
    pub fn finish(self) -> Kernel {
        self.kernel
    }

    /// Lanes that execute one item together.
    pub fn lanes(&self) -> usize {
        self.kernel.lanes
    }

    /// Adds a line to the kernel's documentation.
    pub fn doc(&mut self, line: impl Into<String>) {
        self.kernel.doc.push(line.into());
    }

    /// Adds a remark for the reader of the emitted source.
    pub fn comment(&mut self, text: impl Into<String>) {
        self.kernel.body.push(Stmt::Comment(text.into()));
    }

    /// Names a value for the printers.
    pub fn named(&mut self, name: &str, value: Value) -> Value {
        self.kernel.values[value.0 as usize].name = name.to_owned();
        value
    }

    fn ty(&self, value: Value) -> Type {
        self.kernel.ty(value)
    }

    fn fresh(&mut self, scalar: Scalar, shape: Shape, kind: Kind) -> Value {
        let value = Value(narrow::to_u32(self.kernel.values.len()));
        let ty = Type { scalar, shape };
        self.kernel.values.push(ValueInfo { ty, kind, name: String::new(), by_lanes: false });
        value
    }

    fn push(&mut self, scalar: Scalar, shape: Shape, op: Op) -> Value {
        let value = self.fresh(scalar, shape, Kind::Temp);
        self.kernel.body.push(Stmt::Let(vec![value], op));
        value
    }

    /// The results of an operation of known types.
    pub fn define(&mut self, types: &[Type], op: Op) -> Vec<Value> {
        let values: Vec<Value> =
            types.iter().map(|ty| self.fresh(ty.scalar, ty.shape, Kind::Temp)).collect();
        self.kernel.body.push(Stmt::Let(values.clone(), op));
        values
    }

    /// Brings operands to one shape.
    fn join<const N: usize>(&mut self, values: [Value; N]) -> (Shape, [Value; N]) {
        let varying = values.iter().any(|v| self.ty(*v).shape == Shape::Varying);
        if !varying {
            return (Shape::Uniform, values);
        }
        (Shape::Varying, values.map(|v| self.varying(v)))
    }

    /// The value in every lane.
    pub fn varying(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        match ty.shape {
            Shape::Varying => value,
            Shape::Uniform => {
                let splat = self.push(ty.scalar, Shape::Varying, Op::Splat(value));
                let name = self.kernel.values[value.0 as usize].name.clone();
                self.named(&name, splat)
            }
        }
    }

    /// A constant word.
    pub fn word(&mut self, value: u64) -> Value {
        self.push(Scalar::Word, Shape::Uniform, Op::ConstU(value))
    }

    /// A constant binary64 number.
    pub fn float(&mut self, value: f64) -> Value {
        self.push(Scalar::Number, Shape::Uniform, Op::ConstF(value))
    }

    /// Whether a value is a constant number, and no NaN.
    pub fn is_constant(&self, value: Value) -> bool {
        let own = |stmt: &&Stmt| matches!(stmt, Stmt::Let(outs, _) if outs.contains(&value));
        self.ty(value).shape == Shape::Uniform
            && matches!(
                self.kernel.body.iter().rev().find(own),
                Some(Stmt::Let(_, Op::ConstF(number))) if !number.is_nan()
            )
    }

    /// A constant truth value.
    pub fn truth(&mut self, value: bool) -> Value {
        self.push(Scalar::Mask, Shape::Uniform, Op::ConstM(value))
    }

    /// A constant word for each lane.
    pub fn lane_words(&mut self, name: &str, words: Vec<u64>) -> Value {
        debug_assert_eq!(words.len(), self.lanes());
        let value = self.push(Scalar::Word, Shape::Varying, Op::LaneU(words));
        self.depends_on_lanes(name, value)
    }

    /// A constant word that depends on the number of lanes.
    pub(crate) fn word_by_lanes(&mut self, name: &str, word: u64) -> Value {
        let value = self.word(word);
        self.depends_on_lanes(name, value)
    }

    fn depends_on_lanes(&mut self, name: &str, value: Value) -> Value {
        self.kernel.values[value.0 as usize].by_lanes = true;
        self.named(name, value)
    }

    /// Word `index` of the block's seed.
    pub fn seed(&mut self, index: usize) -> Value {
        self.kernel.seed_words = self.kernel.seed_words.max(index + 1);
        self.push(Scalar::Word, Shape::Uniform, Op::Seed(index))
    }

    /// Index of the work item.
    pub fn item(&mut self) -> Value {
        self.push(Scalar::Word, Shape::Uniform, Op::Item)
    }

    /// Argument `index` of a function.
    pub fn argument(&mut self, index: usize) -> Value {
        self.kernel.arguments = self.kernel.arguments.max(index + 1);
        self.push(self.kernel.passes, Shape::Varying, Op::Argument(index))
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) -> usize {
        self.kernel.tables.push(table);
        self.kernel.tables.len() - 1
    }

    /// The entries of a row of a table, a value a column.
    pub fn lookup(&mut self, table: usize, row: Value) -> Vec<Value> {
        let row = self.varying(row);
        let Table { scalar, columns, .. } = &self.kernel.tables[table];
        let (scalar, count) = (*scalar, columns.len());
        let values: Vec<Value> =
            (0..count).map(|_| self.fresh(scalar, Shape::Varying, Kind::Temp)).collect();
        self.kernel.body.push(Stmt::Let(values.clone(), Op::Lookup(table, row)));
        values
    }

    /// Ends a function with its result.
    pub fn result(&mut self, value: Value) {
        self.results(&[value]);
    }

    /// Ends a function with its results.
    pub fn results(&mut self, values: &[Value]) {
        let values = values.iter().map(|value| self.varying(*value)).collect();
        self.kernel.body.push(Stmt::Return(values));
    }

    /// Marks the line of a source that the next statements come from, and the lanes that they concern.
    pub fn at(&mut self, line: u32, active: Option<Value>) {
        let active = active.map(|mask| self.varying(mask));
        self.kernel.body.push(Stmt::At { line, active });
    }

    /// Adds a place whose events are counted.
    pub fn site(&mut self, site: Site) -> usize {
        self.kernel.sites.push(site);
        self.kernel.sites.len() - 1
    }

    /// Counts the lanes where the mask holds.
    pub fn count(&mut self, site: usize, mask: Value) {
        let mask = self.varying(mask);
        self.kernel.body.push(Stmt::Count { site, mask });
    }

    /// Word `index` of the state of each lane.
    pub fn state(&mut self, index: usize) -> Value {
        self.kernel.states = self.kernel.states.max(index + 1);
        self.push(Scalar::Word, Shape::Varying, Op::State(index))
    }

    /// Gives a word of the state a new value.
    pub fn keep(&mut self, index: usize, value: Value) {
        self.kernel.states = self.kernel.states.max(index + 1);
        let value = self.varying(value);
        self.kernel.body.push(Stmt::Keep(index, value));
    }

    /// Adds an array.
    pub fn array(&mut self, name: &str) -> usize {
        self.kernel.arrays.push(name.to_owned());
        self.kernel.arrays.len() - 1
    }

    /// The element so many elements after the lane's own.
    pub fn load(&mut self, array: usize, offset: Value) -> Value {
        self.push(Scalar::Number, Shape::Varying, Op::Load(array, offset))
    }

    /// A word that is the same for all elements.
    pub fn parameter(&mut self, name: &str) -> Value {
        self.kernel.parameters.push(name.to_owned());
        let index = self.kernel.parameters.len() - 1;
        self.push(Scalar::Word, Shape::Uniform, Op::Parameter(index))
    }

    /// Opens a loop of `count` rounds; closed by [`Builder::end`].
    pub fn open_for(&mut self, count: u64) {
        self.kernel.body.push(Stmt::For { count });
    }

    /// Closes the innermost block.
    pub fn end(&mut self) {
        self.kernel.body.push(Stmt::End);
    }

    /// An operation rounded up where the mask holds and down elsewhere.
    pub fn directed(&mut self, kind: Rounded, up: Value, operands: &[Value]) -> Value {
        let up = self.varying(up);
        let operands = operands.iter().map(|value| self.varying(*value)).collect();
        self.push(Scalar::Number, Shape::Varying, Op::Directed(kind, up, operands))
    }

    /// An elementary function, see [`Op::Elementary`].
    pub fn elementary(&mut self, function: Function, operands: &[Value]) -> Value {
        let operands = operands.iter().map(|value| self.varying(*value)).collect();
        self.push(Scalar::Number, Shape::Varying, Op::Elementary(function, operands))
    }

    /// The bits of both words.
    pub fn bits_and(&mut self, a: Value, b: Value) -> Value {
        self.bin_u(BinU::And, a, b)
    }

    /// The bits of either word.
    pub fn bits_or(&mut self, a: Value, b: Value) -> Value {
        self.bin_u(BinU::Or, a, b)
    }

    /// The bits of exactly one of two words.
    pub fn bits_xor(&mut self, a: Value, b: Value) -> Value {
        self.bin_u(BinU::Xor, a, b)
    }

    /// Whether a bit of a word holds.
    pub fn bit(&mut self, a: Value, k: u32) -> Value {
        self.unary(Scalar::Mask, a, |a| Op::Bit(a, k))
    }

    /// The number of some bits.
    pub fn from_bits(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::FromBits)
    }

    /// -a.
    pub fn neg(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::Neg)
    }

    /// |a|.
    pub fn abs(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::Abs)
    }

    /// √a, rounded to nearest.
    pub fn sqrt(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::Sqrt)
    }

    /// a·b + c, rounded once.
    pub fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        let (shape, [a, b, c]) = self.join([a, b, c]);
        self.push(Scalar::Number, shape, Op::Fma(a, b, c))
    }

    /// The bits of a number.
    pub fn bits(&mut self, a: Value) -> Value {
        self.unary(Scalar::Word, a, Op::Bits)
    }

    fn bin_u(&mut self, op: BinU, a: Value, b: Value) -> Value {
        let (shape, [a, b]) = self.join([a, b]);
        self.push(Scalar::Word, shape, Op::BinU(op, a, b))
    }

    fn bin_f(&mut self, op: BinF, a: Value, b: Value) -> Value {
        let (shape, [a, b]) = self.join([a, b]);
        self.push(Scalar::Number, shape, Op::BinF(op, a, b))
    }

    fn bin_m(&mut self, op: BinM, a: Value, b: Value) -> Value {
        let (shape, [a, b]) = self.join([a, b]);
        self.push(Scalar::Mask, shape, Op::BinM(op, a, b))
    }

    /// a + b of two words or two numbers.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        match self.ty(a).scalar {
            Scalar::Number => self.bin_f(BinF::Add, a, b),
            _ => self.bin_u(BinU::Add, a, b),
        }
    }

    /// a - b of two words or two numbers.
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        match self.ty(a).scalar {
            Scalar::Number => self.bin_f(BinF::Sub, a, b),
            _ => self.bin_u(BinU::Sub, a, b),
        }
    }

    /// a · b of two words (low word) or two numbers.
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        match self.ty(a).scalar {
            Scalar::Number => self.bin_f(BinF::Mul, a, b),
            _ => self.bin_u(BinU::Mul, a, b),
        }
    }

    /// a / b of two words (floor) or two numbers.
    pub fn div(&mut self, a: Value, b: Value) -> Value {
        match self.ty(a).scalar {
            Scalar::Number => self.bin_f(BinF::Div, a, b),
            _ => self.bin_u(BinU::Div, a, b),
        }
    }

    /// The smaller of two words or two numbers.
    pub fn min(&mut self, a: Value, b: Value) -> Value {
        match self.ty(a).scalar {
            Scalar::Number => self.bin_f(BinF::Min, a, b),
            _ => self.bin_u(BinU::Min, a, b),
        }
    }

    /// The larger of two numbers.
    pub fn max(&mut self, a: Value, b: Value) -> Value {
        self.bin_f(BinF::Max, a, b)
    }

    fn compare(&mut self, cmp: Cmp, a: Value, b: Value) -> Value {
        let scalar = self.ty(a).scalar;
        let (shape, [a, b]) = self.join([a, b]);
        let op = match scalar {
            Scalar::Number => Op::CmpF(cmp, a, b),
            _ => Op::CmpU(cmp, a, b),
        };
        self.push(Scalar::Mask, shape, op)
    }

    /// a < b.
    pub fn lt(&mut self, a: Value, b: Value) -> Value {
        self.compare(Cmp::Lt, a, b)
    }

    /// a ≥ b.
    pub fn ge(&mut self, a: Value, b: Value) -> Value {
        self.compare(Cmp::Ge, a, b)
    }

    /// a and b.
    pub fn and(&mut self, a: Value, b: Value) -> Value {
        self.bin_m(BinM::And, a, b)
    }

    /// a or b.
    pub fn or(&mut self, a: Value, b: Value) -> Value {
        self.bin_m(BinM::Or, a, b)
    }

    /// a and not b.
    pub fn and_not(&mut self, a: Value, b: Value) -> Value {
        self.bin_m(BinM::AndNot, a, b)
    }

    /// Exactly one of a and b.
    pub fn xor(&mut self, a: Value, b: Value) -> Value {
        self.bin_m(BinM::Xor, a, b)
    }

    /// a where the mask holds, else b.
    pub fn select(&mut self, mask: Value, a: Value, b: Value) -> Value {
        let scalar = self.ty(a).scalar;
        let (shape, [mask, a, b]) = self.join([mask, a, b]);
        self.push(scalar, shape, Op::Select(mask, a, b))
    }

    /// c + a·b of words, or of numbers where the result is exact or its rounding is of no account.
    pub(crate) fn add_product(&mut self, c: Value, a: Value, b: Value) -> Value {
        self.fused(c, a, b, Op::FMulAdd, Self::add)
    }

    /// c - a·b of words, or of numbers where the result is exact or its rounding is of no account.
    pub(crate) fn sub_product(&mut self, c: Value, a: Value, b: Value) -> Value {
        self.fused(c, a, b, Op::FMulSub, Self::sub)
    }

    /// a·b - c of numbers where the result is exact or its rounding is of no account.
    pub(crate) fn product_less(&mut self, a: Value, b: Value, c: Value) -> Value {
        self.fused(c, a, b, Op::FMulLess, |b, c, product| b.sub(product, c))
    }

    fn fused(
        &mut self,
        c: Value,
        a: Value,
        b: Value,
        op: impl FnOnce(Value, Value, Value) -> Op,
        apart: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) -> Value {
        if self.ty(c).scalar != Scalar::Number {
            let product = self.mul(a, b);
            return apart(self, c, product);
        }
        let (shape, [a, b, c]) = self.join([a, b, c]);
        self.push(Scalar::Number, shape, op(a, b, c))
    }

    fn unary(&mut self, scalar: Scalar, a: Value, op: impl FnOnce(Value) -> Op) -> Value {
        let shape = self.ty(a).shape;
        self.push(scalar, shape, op(a))
    }

    /// a · 2^k mod 2^64, 0 ≤ k < 64.
    pub fn shl(&mut self, a: Value, k: u32) -> Value {
        if k == 0 { a } else { self.unary(Scalar::Word, a, |a| Op::Shl(a, k)) }
    }

    /// ⌊a / 2^k⌋, 0 ≤ k < 64.
    pub fn shr(&mut self, a: Value, k: u32) -> Value {
        if k == 0 { a } else { self.unary(Scalar::Word, a, |a| Op::Shr(a, k)) }
    }

    /// ⌊a⌋, see [`Op::Trunc`].
    pub fn trunc(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::Trunc)
    }

    /// An estimate of 1/a from below, see [`Op::RecipBelow`].
    pub fn recip_below(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::RecipBelow)
    }

    /// An estimate of 1/a, see [`Op::RecipNear`].
    pub fn recip_near(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::RecipNear)
    }

    /// An estimate of √a, see [`Op::SqrtNear`].
    pub fn sqrt_near(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::SqrtNear)
    }

    /// The number of a word below 2^52.
    pub fn to_f64(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::ToF64)
    }

    /// The number nearest to a word.
    pub fn to_f64_nearest(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::ToF64Nearest)
    }

    /// The number of an encoding of binary32, see [`Op::Widened`].
    pub fn widened(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::Widened)
    }

    /// The encoding of the binary32 number nearest to a number, see [`Op::Narrowed`].
    pub fn narrowed(&mut self, a: Value) -> Value {
        self.unary(Scalar::Word, a, Op::Narrowed)
    }

    /// ⌊log2 |a|⌋, see [`Op::Exponent`].
    pub fn exponent(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::Exponent)
    }

    /// |a| as a number from 1 to 2, see [`Op::Significand`].
    pub fn significand(&mut self, a: Value) -> Value {
        self.unary(Scalar::Number, a, Op::Significand)
    }

    /// The word of a number, see [`Op::ToU64`].
    pub fn to_u64(&mut self, a: Value) -> Value {
        self.unary(Scalar::Word, a, Op::ToU64)
    }

    fn push2(&mut self, second: Scalar, shape: Shape, op: Op) -> (Value, Value) {
        let first = self.fresh(Scalar::Word, shape, Kind::Temp);
        let second = self.fresh(second, shape, Kind::Temp);
        self.kernel.body.push(Stmt::Let(vec![first, second], op));
        (first, second)
    }

    /// (sum, carry out) of a + b + carry in.
    pub fn add_carry(&mut self, a: Value, b: Value, carry: Option<Value>) -> (Value, Value) {
        let (shape, a, b, carry) = self.join_carry(a, b, carry);
        self.push2(Scalar::Mask, shape, Op::AddCarry(a, b, carry))
    }

    /// (difference, borrow out) of a - b - borrow in.
    pub fn sub_borrow(&mut self, a: Value, b: Value, borrow: Option<Value>) -> (Value, Value) {
        let (shape, a, b, borrow) = self.join_carry(a, b, borrow);
        self.push2(Scalar::Mask, shape, Op::SubBorrow(a, b, borrow))
    }

    fn join_carry(
        &mut self,
        a: Value,
        b: Value,
        carry: Option<Value>,
    ) -> (Shape, Value, Value, Option<Value>) {
        match carry {
            None => {
                let (shape, [a, b]) = self.join([a, b]);
                (shape, a, b, None)
            }
            Some(c) => {
                let (shape, [a, b, c]) = self.join([a, b, c]);
                (shape, a, b, Some(c))
            }
        }
    }

    /// (low, high) word of a·b + c + d.
    pub fn mul_add(&mut self, a: Value, b: Value, c: Value, d: Value) -> (Value, Value) {
        let (shape, [a, b, c, d]) = self.join([a, b, c, d]);
        self.push2(Scalar::Word, shape, Op::MulAdd(a, b, c, d))
    }

    /// A variable with its first value.
    pub fn variable(&mut self, name: &str, first: Value) -> Value {
        let ty = self.ty(first);
        let variable = self.fresh(ty.scalar, ty.shape, Kind::Variable);
        self.kernel.body.push(Stmt::Declare(variable, first));
        self.named(name, variable)
    }

    /// A varying variable with its first value.
    pub fn varying_variable(&mut self, name: &str, first: Value) -> Value {
        let first = self.varying(first);
        self.variable(name, first)
    }

    /// Gives a variable a new value.
    pub fn set(&mut self, variable: Value, value: Value) {
        let value = match self.ty(variable).shape {
            Shape::Varying => self.varying(value),
            Shape::Uniform => value,
        };
        self.kernel.body.push(Stmt::Set(variable, value));
    }

    /// Repeats `body` exactly `count` times; a single round needs no loop.
    pub fn repeat(&mut self, count: u64, body: impl FnOnce(&mut Self)) {
        if count == 1 {
            return body(self);
        }
        self.kernel.body.push(Stmt::For { count });
        body(self);
        self.kernel.body.push(Stmt::End);
    }

    /// Repeats `body` until it exits; at most `bound` rounds. `name` is what the loop goes through.
    pub fn repeat_until_exit(
        &mut self,
        name: &'static str,
        bound: u64,
        body: impl FnOnce(&mut Self),
    ) {
        self.kernel.body.push(Stmt::Loop { name, bound });
        body(self);
        self.kernel.body.push(Stmt::End);
    }

    /// Leaves the innermost loop when no lane of the mask holds.
    pub fn exit_unless_any(&mut self, mask: Value) {
        self.kernel.body.push(Stmt::ExitUnlessAny(mask));
    }

    /// Leaves the innermost loop when some lane of the mask holds.
    pub(crate) fn exit_if_any(&mut self, mask: Value) {
        self.kernel.body.push(Stmt::ExitIfAny(mask));
    }

    /// Runs `body` if some lane of the mask holds; every lane takes part.
    pub fn if_any(&mut self, mask: Value, body: impl FnOnce(&mut Self)) {
        self.kernel.body.push(Stmt::IfAny(mask));
        body(self);
        self.kernel.body.push(Stmt::End);
    }

    /// Runs `body` for lanes where `mask` holds, now or in a later round of the innermost loop, with lanes of other
    /// rounds; no later than in a round in which no lane of `more` holds. See [`Stmt::Gather`].
    pub fn gather(&mut self, mask: Value, more: Value, body: impl FnOnce(&mut Self)) {
        self.kernel.body.push(Stmt::Gather { mask, more });
        body(self);
        self.kernel.body.push(Stmt::End);
    }

    /// Reports `part` as surviving where `mask` holds.
    pub fn emit(&mut self, mask: Value, part: Value) {
        let (mask, part) = (self.varying(mask), self.varying(part));
        self.kernel.body.push(Stmt::Emit { mask, part });
    }

    /// Reports, for every lane, part `first` + s·`stride` for each bit s of `kept`.
    pub fn emit_kept(&mut self, kept: Value, first: Value, stride: u64) {
        let (kept, first) = (self.varying(kept), self.varying(first));
        self.kernel.body.push(Stmt::EmitKept { kept, first, stride });
    }
}
