//! Integers: they index, count rounds, and are known beforehand or the same for all elements.

use super::{Compiler, Index, Item, Result2, refuse};
use syn::spanned::Spanned;
use tmd_kernel::ir::{Builder, Value, Width};

/// Said of integers that 64 bits do not hold.
pub(super) const TOO_LARGE: &str = "this integer is too large";

impl Compiler {
    /// An integer that is known here.
    pub(super) fn known(&mut self, e: &syn::Expr) -> Result2<i64> {
        match self.expression(e)? {
            Item::Index(Index { element: 0, known, word: None }) => Ok(known),
            _ => refuse(
                e,
                "this must be a constant: indices of arrays in the function are known beforehand",
            ),
        }
    }

    /// A condition that is decided before the kernel runs: a comparison of integers that are known.
    pub(super) fn decided(&mut self, e: &syn::Expr) -> Result2<Option<bool>> {
        let syn::Expr::Binary(binary) = e else { return Ok(None) };
        if !is_comparison(binary.op) || !is_integer(&binary.left) || !is_integer(&binary.right) {
            return Ok(None);
        }
        let sides = (self.expression(&binary.left)?, self.expression(&binary.right)?);
        let (Item::Index(a), Item::Index(c)) = sides else { return Ok(None) };
        let is_known = |index: &Index| index.element == 0 && index.word.is_none();
        Ok((is_known(&a) && is_known(&c)).then(|| compared(binary.op, a.known, c.known)))
    }

    /// A comparison of integers that are the same for all elements.
    pub(super) fn index_comparison(
        &mut self,
        binary: &syn::ExprBinary,
        a: Index,
        c: Index,
    ) -> Result2<Item> {
        use syn::BinOp;
        if a.element != 0 || c.element != 0 {
            return refuse(binary, "`i` is not compared: all elements are worked alike");
        }
        if a.word.is_none() && c.word.is_none() {
            let holds = compared(binary.op, a.known, c.known);
            return Ok(Item::Truth(self.b.truth(holds)));
        }
        let sign = self.b.word(self.width.sign());
        let [a, c] = [a, c].map(|index| {
            let word = self.word(index);
            self.b.bits_xor(word, sign)
        });
        Ok(Item::Truth(match binary.op {
            BinOp::Lt(_) => self.b.lt(a, c),
            BinOp::Gt(_) => self.b.lt(c, a),
            BinOp::Ge(_) => self.b.ge(a, c),
            BinOp::Le(_) => self.b.ge(c, a),
            BinOp::Eq(_) => {
                let (not_less, not_more) = (self.b.ge(a, c), self.b.ge(c, a));
                self.b.and(not_less, not_more)
            }
            _ => {
                let (less, more) = (self.b.lt(a, c), self.b.lt(c, a));
                self.b.or(less, more)
            }
        }))
    }

    pub(super) fn index(&mut self, binary: &syn::ExprBinary, a: Index, c: Index) -> Result2<Item> {
        use syn::BinOp;
        let both = |sum: Option<i64>| sum.ok_or_else(|| syn::Error::new(binary.span(), TOO_LARGE));
        let index = match (binary.op, a.word, c.word) {
            (BinOp::Add(_), ..) => Index {
                element: both(a.element.checked_add(c.element))?,
                known: both(a.known.checked_add(c.known))?,
                word: self.words(a.word, c.word, Builder::add),
            },
            (BinOp::Sub(_), ..) => Index {
                element: both(a.element.checked_sub(c.element))?,
                known: both(a.known.checked_sub(c.known))?,
                word: match (a.word, c.word) {
                    (None, Some(word)) => {
                        let zero = self.b.word(0);
                        Some(self.b.sub(zero, word))
                    }
                    (a, c) => self.words(a, c, Builder::sub),
                },
            },
            (BinOp::Mul(_), None, None) if a.element == 0 && c.element == 0 => {
                Index { element: 0, known: both(a.known.checked_mul(c.known))?, word: None }
            }
            (BinOp::Mul(_), ..) if a.element == 0 && c.element == 0 => {
                let [a, c] = [a, c].map(|index| self.word(index));
                Index { element: 0, known: 0, word: Some(self.b.mul(a, c)) }
            }
            (BinOp::Div(_) | BinOp::Rem(_), None, None) if a.element == 0 && c.element == 0 => {
                let known = match binary.op {
                    BinOp::Div(_) => a.known.checked_div(c.known),
                    _ => a.known.checked_rem(c.known),
                };
                match known {
                    Some(known) => Index { element: 0, known, word: None },
                    None => return refuse(binary, "this divides by 0"),
                }
            }
            _ => {
                return refuse(
                    binary,
                    "indices are added, subtracted and multiplied, known ones divided, and `i` has no factor",
                );
            }
        };
        Ok(Item::Index(index))
    }

    pub(super) fn words(
        &mut self,
        a: Option<Value>,
        c: Option<Value>,
        join: fn(&mut Builder, Value, Value) -> Value,
    ) -> Option<Value> {
        match (a, c) {
            (Some(a), Some(c)) => Some(join(&mut self.b, a, c)),
            (a, c) => a.or(c),
        }
    }

    /// An index without the element's, as a word; negative ones modulo 2^64 (2^32).
    pub(super) fn word(&mut self, index: Index) -> Value {
        let known = index.known as u64 & u64::MAX >> (64 - self.width.bits());
        let known = self.b.word(known);
        match index.word {
            Some(word) if index.known == 0 => word,
            Some(word) => self.b.add(word, known),
            None => known,
        }
    }

    /// The number of a word that is the same in all lanes, rounded to nearest as Rust does: of one below 2^51 in binary64, of
    /// any in binary32. An integer that is written into the last places of a power of 2 is a number exactly.
    pub(super) fn number_of(&mut self, word: Value) -> Value {
        let (width, b) = (self.width, &mut self.b);
        let placed = |b: &mut Builder, word: Value| {
            let power = 2f64.powi(width.precision() as i32 - 1);
            let (bits, zero) = (b.word(width.bits_of(power)), b.float(power));
            let bits = b.bits_or(word, bits);
            let number = b.from_bits(bits);
            b.sub(number, zero)
        };
        if width == Width::W64 {
            return placed(b, word);
        }
        let (high, mask) = (b.shr(word, 12), b.word(0xfff));
        let low = b.bits_and(word, mask);
        let [high, low] = [high, low].map(|word| placed(b, word));
        let scale = b.float(4096.0);
        b.fma(high, scale, low)
    }
}

/// Whether an operator compares.
pub(super) fn is_comparison(op: syn::BinOp) -> bool {
    use syn::BinOp;
    matches!(
        op,
        BinOp::Lt(_) | BinOp::Gt(_) | BinOp::Le(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_)
    )
}

/// What a comparison of known integers gives.
fn compared(op: syn::BinOp, a: i64, c: i64) -> bool {
    use syn::BinOp;
    match op {
        BinOp::Lt(_) => a < c,
        BinOp::Gt(_) => a > c,
        BinOp::Le(_) => a <= c,
        BinOp::Ge(_) => a >= c,
        BinOp::Eq(_) => a == c,
        _ => a != c,
    }
}

/// Whether an expression may be an integer, by its form: names, integers and what is computed of them. Nothing is done when it
/// is looked at.
fn is_integer(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Path(_) => true,
        syn::Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Int(_)),
        syn::Expr::Paren(inner) => is_integer(&inner.expr),
        syn::Expr::Binary(binary) => is_integer(&binary.left) && is_integer(&binary.right),
        _ => false,
    }
}
