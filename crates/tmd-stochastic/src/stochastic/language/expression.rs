//! Expressions: numbers, conditions and indices.

use super::integer::{TOO_LARGE, is_comparison};
use super::syntax::type_name;
use super::{Compiler, Index, Item, MOST_OF_ARRAY, Result2, refuse};
use std::collections::BTreeMap;
use tmd_kernel::ir::{Value, Width};
use tmd_number::elementary::Function;

/// The largest n of powi(n): beyond, the result is 0, 1 or infinite for nearly all numbers.
const MOST_POWER: u64 = 1 << 20;

impl Compiler {
    pub(super) fn number(&mut self, e: &syn::Expr) -> Result2<Value> {
        match self.expression(e)? {
            Item::Number { value, .. } => Ok(value),
            Item::Index(_) => {
                refuse(e, "a number is written with a point (1.0), and an index is cast: k as f64")
            }
            _ => refuse(e, "this is not a number"),
        }
    }

    pub(super) fn truth(&mut self, e: &syn::Expr) -> Result2<Value> {
        match self.expression(e)? {
            Item::Truth(value) => Ok(value),
            _ => refuse(e, "a condition is a comparison"),
        }
    }

    pub(super) fn fresh(value: Value) -> Item {
        Item::Number { value, mutable: false }
    }

    pub(super) fn expression(&mut self, e: &syn::Expr) -> Result2<Item> {
        use syn::Expr;
        match e {
            Expr::Paren(inner) => self.expression(&inner.expr),
            Expr::Group(inner) => self.expression(&inner.expr),
            Expr::Lit(literal) => self.literal(literal),
            Expr::Path(path) => match path.path.get_ident() {
                Some(ident) => self.find(ident).cloned(),
                None => self.constant(path),
            },
            Expr::Call(call) => self.call(call),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Cast(cast) => self.cast(cast),
            Expr::MethodCall(call) => self.method(call),
            Expr::Index(index) => self.indexed(index),
            Expr::If(choice) => self.choice(choice),
            Expr::Array(array) => {
                let items =
                    array.elems.iter().map(|e| self.expression(e)).collect::<Result2<_>>()?;
                self.array(array, items)
            }
            Expr::Repeat(repeat) => {
                let (item, count) = (self.expression(&repeat.expr)?, self.known(&repeat.len)?);
                let numbers = i64::try_from(item.numbers()).ok().and_then(|n| n.checked_mul(count));
                match numbers.map(usize::try_from) {
                    Some(Ok(1..=MOST_OF_ARRAY)) => {
                        let items = std::iter::repeat_n(item, usize::try_from(count).unwrap_or(0));
                        let items = items.collect();
                        self.array(repeat, items)
                    }
                    _ => refuse(&repeat.len, format!("an array has 1 to {MOST_OF_ARRAY} numbers")),
                }
            }
            _ => refuse(e, "this is not an expression of the kernel language"),
        }
    }

    /// `std::f64::consts::PI` and the like.
    fn constant(&mut self, path: &syn::ExprPath) -> Result2<Item> {
        use std::f64::consts;
        let names: Vec<String> =
            path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let value = match names[..] {
            ["std" | "core", ty, "consts", name] if ty == self.width.number_type() => match name {
                "PI" => consts::PI,
                "TAU" => consts::TAU,
                "E" => consts::E,
                "FRAC_PI_2" => consts::FRAC_PI_2,
                "FRAC_PI_4" => consts::FRAC_PI_4,
                "LN_2" => consts::LN_2,
                "SQRT_2" => consts::SQRT_2,
                _ => return refuse(path, "this constant is not known: write its digits"),
            },
            _ => return refuse(path, "this is not known here"),
        };
        let value = self.width.rounded(value);
        Ok(Compiler::fresh(self.b.float(value)))
    }

    /// A value, or several where a tuple or a function gives them.
    pub(super) fn values(&mut self, e: &syn::Expr) -> Result2<Item> {
        match e {
            syn::Expr::Tuple(tuple) => {
                let items = tuple.elems.iter().map(|e| self.values(e));
                Ok(Item::Tuple(items.collect::<Result2<_>>()?))
            }
            syn::Expr::If(choice) => {
                let values: Vec<Item> =
                    self.choices(choice)?.into_iter().map(Compiler::fresh).collect();
                match <[Item; 1]>::try_from(values) {
                    Ok([value]) => Ok(value),
                    Err(values) => Ok(Item::Tuple(values)),
                }
            }
            e => self.expression(e),
        }
    }

    /// `if c { a } else { b }` as a value.
    pub(super) fn choice(&mut self, e: &syn::ExprIf) -> Result2<Item> {
        match self.choices(e)?[..] {
            [value] => Ok(Compiler::fresh(value)),
            _ => refuse(e, "several results are only the end of a function"),
        }
    }

    /// The results that an expression stands for: several, if it is a tuple.
    pub(super) fn results(&mut self, e: &syn::Expr) -> Result2<Vec<Value>> {
        match e {
            syn::Expr::Tuple(tuple) => tuple.elems.iter().map(|e| self.number(e)).collect(),
            syn::Expr::If(choice) => self.choices(choice),
            syn::Expr::Paren(inner) => self.results(&inner.expr),
            syn::Expr::Group(inner) => self.results(&inner.expr),
            syn::Expr::Call(call) => match self.call(call)? {
                Item::Tuple(items) if !items.is_empty() => items
                    .into_iter()
                    .map(|item| match item {
                        Item::Number { value, .. } => Ok(value),
                        _ => refuse(e, "the results of a kernel are numbers"),
                    })
                    .collect(),
                Item::Number { value, .. } => Ok(vec![value]),
                _ => refuse(e, "this is not a number"),
            },
            one => Ok(vec![self.number(one)?]),
        }
    }

    /// `if c { … a } else { … b }`, with one or more results.
    fn choices(&mut self, e: &syn::ExprIf) -> Result2<Vec<Value>> {
        let Some((_, other)) = &e.else_branch else {
            return refuse(e, "a value needs an else");
        };
        match (self.decided(&e.cond)?, &**other) {
            (Some(true), _) => return self.results_of(&e.then_branch),
            (Some(false), syn::Expr::Block(block)) => return self.results_of(&block.block),
            (Some(false), other) => return self.results(other),
            (None, _) => {}
        }
        let condition = self.truth(&e.cond)?;
        let first = self.branch(&e.then_branch, condition, true)?;
        let second = match &**other {
            syn::Expr::Block(block) => self.branch(&block.block, condition, false)?,
            other => self.results(other)?,
        };
        if first.len() != second.len() {
            return refuse(e, "both branches have as many results");
        }
        let pairs = first.into_iter().zip(second);
        Ok(pairs.map(|(first, second)| self.b.select(condition, first, second)).collect())
    }

    /// The results of a block that the lanes go through in which a condition holds, or does not.
    fn branch(&mut self, block: &syn::Block, condition: Value, holds: bool) -> Result2<Vec<Value>> {
        if let [syn::Stmt::Expr(e, None)] = &block.stmts[..] {
            return self.results(e);
        }
        let depth = self.masks.len();
        let within = self.narrowed(condition, holds);
        self.masks.push(within);
        let results = self.results_of(block)?;
        self.masks.truncate(depth);
        Ok(results)
    }

    /// The results of a block.
    fn results_of(&mut self, block: &syn::Block) -> Result2<Vec<Value>> {
        self.scopes.push(BTreeMap::new());
        let results = match self.block(block)? {
            Some(value) => self.results(&value)?,
            None => return refuse(block, "this branch ends without a value"),
        };
        self.scopes.pop();
        Ok(results)
    }

    pub(super) fn literal(&mut self, literal: &syn::ExprLit) -> Result2<Item> {
        match &literal.lit {
            syn::Lit::Float(number) => {
                let value: f64 = number.base10_parse()?;
                let rounded = match self.width {
                    Width::W64 => value,
                    // Once, not by way of binary64.
                    Width::W32 => {
                        f64::from(number.base10_digits().parse::<f32>().unwrap_or(value as f32))
                    }
                };
                Ok(Compiler::fresh(self.b.float(rounded)))
            }
            syn::Lit::Int(number) if matches!(number.suffix(), "f32" | "f64") => {
                let value: f64 = number.base10_parse()?;
                Ok(Compiler::fresh(self.b.float(self.width.rounded(value))))
            }
            syn::Lit::Int(number) => {
                let known: i64 = number.base10_parse()?;
                Ok(Item::Index(Index { element: 0, known, word: None }))
            }
            syn::Lit::Bool(truth) => Ok(Item::Truth(self.b.truth(truth.value))),
            other => refuse(other, "a literal is a number"),
        }
    }

    pub(super) fn unary(&mut self, unary: &syn::ExprUnary) -> Result2<Item> {
        let item = self.expression(&unary.expr)?;
        match (unary.op, item) {
            (syn::UnOp::Neg(_), Item::Number { value, .. }) => {
                Ok(Compiler::fresh(self.b.neg(value)))
            }
            (syn::UnOp::Neg(_), Item::Index(Index { element: 0, known, word: None })) => {
                match known.checked_neg() {
                    Some(known) => Ok(Item::Index(Index { element: 0, known, word: None })),
                    None => refuse(unary, TOO_LARGE),
                }
            }
            (syn::UnOp::Not(_), Item::Truth(value)) => {
                let all = self.b.truth(true);
                Ok(Item::Truth(self.b.and_not(all, value)))
            }
            _ => refuse(unary, "- takes a number and ! a condition"),
        }
    }

    pub(super) fn binary(&mut self, binary: &syn::ExprBinary) -> Result2<Item> {
        use syn::BinOp;
        let (left, right) = (self.expression(&binary.left)?, self.expression(&binary.right)?);
        match (left, right) {
            (Item::Number { value: a, .. }, Item::Number { value: c, .. }) => {
                let b = &mut self.b;
                Ok(match binary.op {
                    BinOp::Add(_) => Compiler::fresh(b.add(a, c)),
                    BinOp::Sub(_) => Compiler::fresh(b.sub(a, c)),
                    BinOp::Mul(_) => Compiler::fresh(b.mul(a, c)),
                    BinOp::Div(_) => Compiler::fresh(b.div(a, c)),
                    BinOp::Lt(_) => Item::Truth(b.lt(a, c)),
                    BinOp::Gt(_) => Item::Truth(b.lt(c, a)),
                    BinOp::Ge(_) => Item::Truth(b.ge(a, c)),
                    BinOp::Le(_) => Item::Truth(b.ge(c, a)),
                    _ => {
                        return refuse(
                            binary,
                            "numbers are added, subtracted, multiplied, divided and compared by <, >, <=, >=",
                        );
                    }
                })
            }
            (Item::Truth(a), Item::Truth(c)) => match binary.op {
                BinOp::And(_) => Ok(Item::Truth(self.b.and(a, c))),
                BinOp::Or(_) => Ok(Item::Truth(self.b.or(a, c))),
                _ => refuse(binary, "conditions are joined by && and ||"),
            },
            (Item::Index(a), Item::Index(c)) if is_comparison(binary.op) => {
                self.index_comparison(binary, a, c)
            }
            (Item::Index(a), Item::Index(c)) => self.index(binary, a, c),
            (Item::Index(_), Item::Number { .. }) => {
                refuse(&binary.left, "a number is written with a point: 2.0")
            }
            (Item::Number { .. }, Item::Index(_)) => {
                refuse(&binary.right, "a number is written with a point: 2.0")
            }
            _ => refuse(binary, "these do not go together"),
        }
    }

    pub(super) fn cast(&mut self, cast: &syn::ExprCast) -> Result2<Item> {
        let item = self.expression(&cast.expr)?;
        match (item, type_name(&cast.ty).as_str()) {
            (Item::Index(Index { element: 0, known, word: None }), "f32" | "f64") => {
                let value = self.width.rounded(known as f64);
                Ok(Compiler::fresh(self.b.float(value)))
            }
            (Item::Index(index @ Index { element: 0, .. }), ty)
                if ty == self.width.number_type() =>
            {
                let word = self.word(index);
                Ok(Compiler::fresh(self.number_of(word)))
            }
            (Item::Index(index), "usize" | "isize" | "i32" | "i64") => Ok(Item::Index(index)),
            (number @ Item::Number { .. }, ty) if ty == self.width.number_type() => Ok(number),
            _ => refuse(cast, "an integer without `i` can be cast to a number, and nothing else"),
        }
    }

    pub(super) fn method(&mut self, call: &syn::ExprMethodCall) -> Result2<Item> {
        let a = self.number(&call.receiver)?;
        if call.method == "powi"
            && let Some(n) = call.args.first()
            && call.args.len() == 1
        {
            return self.power(a, n);
        }
        let arguments: Vec<Value> =
            call.args.iter().map(|e| self.number(e)).collect::<Result2<_>>()?;
        let name = call.method.to_string();
        if let Some(function) = Function::of_name(&name)
            && arguments.len() + 1 == function.arity()
        {
            let operands = [&[a], &arguments[..]].concat();
            return Ok(Compiler::fresh(self.b.elementary(function, &operands)));
        }
        let b = &mut self.b;
        let value = match (name.as_str(), &arguments[..]) {
            ("sqrt", []) => {
                let a = b.varying(a);
                b.sqrt(a)
            }
            ("abs", []) => b.abs(a),
            ("mul_add", [c, d]) => b.fma(a, *c, *d),
            ("min", [c]) => {
                let least = b.min(a, *c);
                self.unless_nan(*c, least, a)
            }
            ("max", [c]) => {
                let most = b.max(a, *c);
                self.unless_nan(*c, most, a)
            }
            _ => {
                let known = "sqrt(), abs(), mul_add(b, c), min(b), max(b), exp(), ln(), sin(), cos(), tan(), atan(), \
                             tanh(), powf(y) and powi(n)";
                return refuse(call, format!("`{name}` is not known: numbers have {known}"));
            }
        };
        Ok(Compiler::fresh(value))
    }

    /// x^n by products, as the type of stochastic numbers has it; of a negative power, the reciprocal.
    fn power(&mut self, x: Value, n: &syn::Expr) -> Result2<Item> {
        let exponent = self.known(n)?;
        if exponent.unsigned_abs() > MOST_POWER {
            return refuse(n, format!("a power is at most {MOST_POWER}, or use powf"));
        }
        let b = &mut self.b;
        let mut left = exponent.unsigned_abs();
        let (mut square, mut power) = (x, None);
        while left > 0 {
            if left & 1 != 0 {
                power = Some(power.map_or(square, |power| b.mul(power, square)));
            }
            left >>= 1;
            if left > 0 {
                square = b.mul(square, square);
            }
        }
        let one = b.float(1.0);
        let power = power.unwrap_or(one);
        let value = if exponent < 0 { b.div(one, power) } else { power };
        Ok(Compiler::fresh(value))
    }

    /// `value`, or `other` where c is a NaN: what the representation's minimum leaves to be done to ignore a NaN on
    /// either side, as Rust's does.
    fn unless_nan(&mut self, c: Value, value: Value, other: Value) -> Value {
        if self.b.is_constant(c) {
            return value;
        }
        let is_number = self.b.ge(c, c);
        self.b.select(is_number, value, other)
    }

    pub(super) fn indexed(&mut self, e: &syn::ExprIndex) -> Result2<Item> {
        match self.expression(&e.expr)? {
            Item::Around(array) => match self.expression(&e.index)? {
                Item::Index(index) if index.element == 1 => {
                    let offset = self.word(index);
                    Ok(Compiler::fresh(self.b.load(array, offset)))
                }
                _ => refuse(&e.index, "a slice is read around the element: at i, i + 1, i - nx"),
            },
            Item::Array { items } => {
                let at = self.known(&e.index)?;
                let count = items.len();
                match usize::try_from(at).ok().and_then(|at| items.into_iter().nth(at)) {
                    Some(item) => Ok(item),
                    None => refuse(&e.index, format!("index {at} of an array of {count}")),
                }
            }
            _ => refuse(&e.expr, "this is not an array"),
        }
    }
}
