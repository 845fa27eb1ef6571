//! A part of a kernel as Gappa's definitions.

use super::claim::Claim;
use super::number::{dyadic, power};
use super::sites::Sites;
use crate::ir::{BinF, Op, Value};
use std::collections::{BTreeMap, BTreeSet};
use tmd_base::diag::{Diag, DiagKind};

/// What is known of a value at which a slice begins.
#[derive(Clone, Copy)]
pub(super) enum Leaf {
    /// An integer.
    Integer,
    /// A multiple of two to this power.
    Multiple(i32),
    /// A binary64 number.
    Number,
}

/// Names that claims give.
const RESERVED: [&str; 7] = ["rnd", "unrounded", "polynomial", "n", "exact", "x", "floor"];

/// Definitions of values, from those on at which it was cut.
pub(super) struct Slice<'a> {
    sites: &'a Sites<'a>,
    names: BTreeMap<Value, String>,
    taken: BTreeSet<String>,
    /// Values that count as they are computed: [`Slice::unrounded`] keeps their names.
    kept: BTreeSet<Value>,
    /// The products of sums, by the sum.
    products: BTreeMap<Value, String>,
}

impl<'a> Slice<'a> {
    pub(super) fn new(sites: &'a Sites<'a>) -> Self {
        let taken = RESERVED.map(str::to_owned).into();
        let (names, kept, products) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        Slice { sites, names, taken, kept, products }
    }

    /// A name that is not taken.
    fn free(&self, value: Value) -> String {
        match self.sites.name(value) {
            "" => format!("v{}", value.0),
            name if self.taken.contains(name) => format!("{name}_{}", value.0),
            name => name.to_owned(),
        }
    }

    fn name(&mut self, value: Value) -> String {
        let free = self.free(value);
        self.taken.insert(free.clone());
        self.names.insert(value, free.clone());
        free
    }

    /// Begins at a value: nothing is said of how it is computed.
    pub(super) fn cut(&mut self, claim: &mut Claim, value: Value, leaf: Leaf) -> String {
        let value = self.sites.origin(value);
        let free = format!("{}_", self.free(value));
        self.cut_as(
            claim,
            value,
            &match leaf {
                Leaf::Integer => format!("int<ne>({free})"),
                Leaf::Multiple(lg) => format!("fixed<{lg}, ne>({free})"),
                Leaf::Number => format!("rnd({free})"),
            },
        )
    }

    /// Begins at a value of which something is known.
    pub(super) fn cut_as(&mut self, claim: &mut Claim, value: Value, known: &str) -> String {
        let value = self.sites.origin(value);
        self.kept.insert(value);
        let name = self.name(value);
        claim.definitions.push(format!("{name} = {known};  # {}", self.sites.shown(value)));
        name
    }

    /// Defines a value whose product must be exact: rounded, with the goal that this changes nothing.
    pub(super) fn define_exactly(
        &mut self,
        claim: &mut Claim,
        value: Value,
    ) -> Result<String, Diag> {
        let op = self.sites.operation(value);
        let (a, b) = match op {
            Some(Op::FMulAdd(a, b, _) | Op::FMulSub(a, b, _) | Op::FMulLess(a, b, _)) => (*a, *b),
            _ => return Err(self.unknown(value)),
        };
        let (a, b) = (self.define(claim, a)?, self.define(claim, b)?);
        // One and the same product may stand in several sums.
        let product = format!("{a}_{b}");
        if self.taken.insert(product.clone()) {
            claim.definitions.push(format!("{product} = rnd({a} * {b});"));
            claim.prove(format!("{product} - {a} * {b} in [0, 0]"), "the product is exact");
        }
        self.products.insert(value, product);
        self.define(claim, value)
    }

    /// The product in a sum.
    pub(super) fn product(&self, sum: Value) -> Result<String, Diag> {
        self.products.get(&sum).cloned().ok_or_else(|| self.unknown(sum))
    }

    fn unknown(&self, value: Value) -> Diag {
        let shown = self.sites.shown(value);
        Diag::new(DiagKind::Internal, format!("a Gappa script cannot say what {shown} is"))
            .help("this is a defect of the generator: please report the request that shows it")
    }

    /// Defines a value, and what it is computed from as far as that is not defined; returns its name, or the number.
    pub(super) fn define(&mut self, claim: &mut Claim, value: Value) -> Result<String, Diag> {
        let value = self.sites.origin(value);
        if let Some(number) = self.sites.constant(value) {
            return Ok(dyadic(number));
        }
        if let Some(name) = self.names.get(&value) {
            return Ok(name.clone());
        }
        let op = self.sites.operation(value).ok_or_else(|| self.unknown(value))?;
        if let Op::ToF64(word) = op {
            let name = self.define_word(claim, *word);
            self.names.insert(value, name.clone());
            return Ok(name);
        }
        let expression = match op {
            Op::BinF(op, a, b) => {
                let sign = sign(*op).ok_or_else(|| self.unknown(value))?;
                let (a, b) = (self.define(claim, *a)?, self.define(claim, *b)?);
                format!("rnd({a} {sign} {b})")
            }
            Op::FMulAdd(a, b, c) => {
                let (product, c) = self.product_and(claim, value, [*a, *b, *c])?;
                format!("rnd({c} + {product})")
            }
            Op::FMulSub(a, b, c) => {
                let (product, c) = self.product_and(claim, value, [*a, *b, *c])?;
                format!("rnd({c} - {product})")
            }
            Op::FMulLess(a, b, c) => {
                let (product, c) = self.product_and(claim, value, [*a, *b, *c])?;
                format!("rnd({product} - {c})")
            }
            Op::Fma(a, b, c) => {
                let (a, b) = (self.define(claim, *a)?, self.define(claim, *b)?);
                format!("rnd({a} * {b} + {})", self.define(claim, *c)?)
            }
            Op::Neg(a) => format!("-{}", self.define(claim, *a)?),
            Op::Abs(a) => format!("|{}|", self.define(claim, *a)?),
            Op::Sqrt(a) => format!("rnd(sqrt({}))", self.define(claim, *a)?),
            Op::Trunc(a) => format!("int<zr>({})", self.define(claim, *a)?),
            Op::ToF64Nearest(word) => format!("rnd({})", self.define_word(claim, *word)),
            _ => return Err(self.unknown(value)),
        };
        let name = self.name(value);
        claim.definitions.push(format!("{name} = {expression};  # {}", self.sites.shown(value)));
        Ok(name)
    }

    /// Defines values, and returns their names.
    pub(super) fn define_all<const N: usize>(
        &mut self,
        claim: &mut Claim,
        values: [Value; N],
    ) -> Result<[String; N], Diag> {
        let mut names = [const { String::new() }; N];
        for (name, value) in names.iter_mut().zip(values) {
            *name = self.define(claim, value)?;
        }
        Ok(names)
    }

    /// The product in a sum, and the other term.
    fn product_and(
        &mut self,
        claim: &mut Claim,
        sum: Value,
        [a, b, c]: [Value; 3],
    ) -> Result<(String, String), Diag> {
        let other = self.define(claim, c)?;
        if let Some(product) = self.products.get(&sum) {
            return Ok((product.clone(), other));
        }
        let is_power = |v| self.sites.constant(v).is_some_and(is_power_of_two);
        let scales = is_power(a) || is_power(b);
        let (a, b) = (self.define(claim, a)?, self.define(claim, b)?);
        let product = match scales {
            true => format!("({a} * {b})"),
            false => {
                let product = format!("p{}", sum.0);
                let unit = power(-53);
                claim.assume(
                    format!("{product} -/ ({a} * {b}) in [-{unit}, {unit}]"),
                    "a product, rounded or not",
                );
                product
            }
        };
        self.products.insert(sum, product.clone());
        Ok((product, other))
    }

    /// A word, as the integer that it is.
    pub(super) fn define_word(&mut self, claim: &mut Claim, word: Value) -> String {
        let word = self.sites.origin(word);
        if let Some(name) = self.names.get(&word) {
            return name.clone();
        }
        let name = self.cut(claim, word, Leaf::Integer);
        let (most, says) = match self.sites.operation(word) {
            Some(Op::Shr(_, k)) => (64 - k, format!("a word, shifted right by {k} bits")),
            _ => (64, "a word".to_owned()),
        };
        claim.assume(format!("{name} in [0, {}]", (1u128 << most) - 1), says);
        name
    }

    /// Defines a value that counts as it is computed, rounded as it may be.
    pub(super) fn keep(&mut self, claim: &mut Claim, value: Value) -> Result<String, Diag> {
        self.kept.insert(self.sites.origin(value));
        self.define(claim, value)
    }

    /// What a value would be without rounding, in terms of those at which the slice begins and of those that count as they
    /// are computed.
    pub(super) fn unrounded(&self, value: Value) -> Result<String, Diag> {
        let value = self.sites.origin(value);
        if let Some(number) = self.sites.constant(value) {
            return Ok(dyadic(number));
        }
        let of = |v: &Value| self.unrounded(*v);
        let operation = self.sites.operation(value).filter(|_| !self.kept.contains(&value));
        match operation {
            Some(Op::BinF(op, a, b)) => {
                let sign = sign(*op).ok_or_else(|| self.unknown(value))?;
                Ok(format!("({} {sign} {})", of(a)?, of(b)?))
            }
            Some(Op::FMulAdd(a, b, c)) => Ok(format!("({} + {} * {})", of(c)?, of(a)?, of(b)?)),
            Some(Op::FMulSub(a, b, c)) => Ok(format!("({} - {} * {})", of(c)?, of(a)?, of(b)?)),
            Some(Op::FMulLess(a, b, c)) => Ok(format!("({} * {} - {})", of(a)?, of(b)?, of(c)?)),
            _ => self.names.get(&value).cloned().ok_or_else(|| self.unknown(value)),
        }
    }
}

fn sign(op: BinF) -> Option<&'static str> {
    match op {
        BinF::Add => Some("+"),
        BinF::Sub => Some("-"),
        BinF::Mul => Some("*"),
        BinF::Div => Some("/"),
        BinF::Min | BinF::Max => None,
    }
}

fn is_power_of_two(x: f64) -> bool {
    x.to_bits().trailing_zeros() >= 52
}
