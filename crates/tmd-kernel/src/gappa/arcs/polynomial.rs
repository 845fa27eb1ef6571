//! The packet's polynomial: how it is read, evaluated and compared.

use super::Arcs;
use crate::gappa::claim::Claim;
use crate::gappa::number::{dyadic, power};
use crate::gappa::slice::{Leaf, Slice};
use crate::ir::{BinF, Value};
use tmd_base::diag::Diag;
use tmd_design::lg::Lg;

impl Arcs<'_> {
    /// A, S₁, S₂, B and C of the words that they are made from.
    pub(super) fn packet(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "packet",
            &[
                "The five numbers of a packet's polynomial are the words that they are made from, but for the last terms of",
                "the bound `rounding of the packet's polynomial`; A and the slope's leading part are exact.",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let bits = self.slope_bits();
        let (curvature, cubic) = (self.plan.curvature_shift, self.plan.cubic_shift);
        // The name, the unit of the word, what it counts from, the range and the error, as powers of two.
        let unsigned = |lg: i32| ("0".to_owned(), power(lg));
        let signed = |lg: i32| (format!("-{}", power(lg)), power(lg));
        let numbers = [
            ("a", -52, "", unsigned(0), None),
            ("s1", -bits, "", unsigned(0), None),
            ("s2", -64 - bits, "", unsigned(-bits), Some(-53 - bits)),
            ("b", -64 - curvature, "", unsigned(-curvature), Some(-53 - curvature)),
            ("c", -64 - cubic, " - 1b63", signed(-1 - cubic), Some(-53 - cubic)),
        ];
        for (name, unit, zero, (least, most), error) in numbers {
            let value = self.sites.first(name)?;
            let name = slice.define(&mut claim, value)?;
            let word = slice.define_word(&mut claim, self.sites.word(value)?);
            let exact = format!("({word}{zero}) * {}", power(unit));
            claim.prove(format!("{name} in [{least}, {most}]"), format!("the range of {name}"));
            match error {
                None => claim.prove(format!("{name} - {exact} in [0, 0]"), "it is exact"),
                Some(lg) => claim.prove(
                    format!("|{name} - {exact}| <= {}", power(lg)),
                    format!("it is rounded by at most 2^{lg}"),
                ),
            }
        }
        Ok(claim)
    }

    /// P at the input next to the vertex of an arc.
    pub(super) fn evaluation_at_vertex(&self) -> Result<Claim, Diag> {
        self.evaluation("evaluation_at_vertex", self.sites.first("value")?)
    }

    /// P at an input that may be a case.
    pub(super) fn evaluation_at_input(&self) -> Result<Claim, Diag> {
        self.evaluation("evaluation_at_input", self.compared()?)
    }

    /// The value of P whose distance from an integer is compared with ε''.
    fn compared(&self) -> Result<Value, Diag> {
        let [_, squared] = self.sites.not_above("threshold")?;
        let [away, _] = self.sites.binary(squared, BinF::Mul)?;
        Ok(self.sites.binary(away, BinF::Sub)?[0])
    }

    fn evaluation(&self, name: &str, value: Value) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            name,
            &[
                "P(t) = A + (S1 + S2)*t + B*t^2 + C*t^3, less an integer, is evaluated to the bound `evaluation at an input`.",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let [_, linear] = self.sites.binary(value, BinF::Add)?;
        let [s2, t, fraction] = self.sites.mul_add(linear)?;
        let [s1, _, whole] = self.sites.mul_less(fraction)?;
        let [up, rounder] = self.sites.binary(whole, BinF::Sub)?;
        let t = slice.cut(&mut claim, t, Leaf::Integer);
        let s1 = slice.cut(&mut claim, s1, Leaf::Multiple(-self.slope_bits()));
        let s2 = slice.cut(&mut claim, s2, Leaf::Number);
        let a = slice.cut(&mut claim, self.sites.first("a")?, Leaf::Number);
        let b = slice.cut(&mut claim, self.sites.first("b")?, Leaf::Number);
        let c = slice.cut(&mut claim, self.sites.first("c")?, Leaf::Number);
        claim.assume(format!("{t} in [0, {}]", self.plan.packet_inputs - 1), "an input");
        claim.assume(format!("{a} in [0, 1]"), "proved as `packet`");
        claim.assume(format!("{s1} in [0, 1]"), "proved as `packet`");
        claim.assume(format!("{s2} in [0, {}]", power(-self.slope_bits())), "proved as `packet`");
        let (most_b, most_c) = (self.most_b(), self.most_c());
        claim.assume(
            format!("|{b}| <= {}", dyadic(most_b.value())),
            format!("the plan's Q_2, and rounding: {}", Lg(most_b)),
        );
        claim.assume(
            format!("|{c}| <= {}", dyadic(most_c.value())),
            format!("the plan's Q_3, and rounding: {}", Lg(most_c)),
        );
        let up = slice.define_exactly(&mut claim, up)?;
        let rounder = slice.define(&mut claim, rounder)?;
        let whole_name = slice.keep(&mut claim, whole)?;
        let fraction_name = slice.define_exactly(&mut claim, fraction)?;
        let product = slice.product(fraction)?;
        let number = slice.define(&mut claim, value)?;
        let unrounded = slice.unrounded(value)?;
        claim.definitions.push(format!("unrounded = {unrounded};"));
        let polynomial = format!(
            "{a} + ({s1} + {s2}) * {t} + {b} * {t} * {t} + {c} * {t} * {t} * {t} - {whole_name}"
        );
        claim.definitions.push(format!("polynomial = {polynomial};"));
        claim.prove(format!("@FIX({whole_name}, 0)"), "what is taken away is an integer");
        claim.prove(
            format!("|{s1} * {t} - {whole_name}| <= {}", dyadic(0.5)),
            "it is the nearest one",
        );
        claim.prove(
            format!("{fraction_name} - ({s1} * {t} - {whole_name}) in [0, 0]"),
            "the fraction of S1*t is exact",
        );
        let bound = self.numbers.evaluation;
        claim.prove(
            format!("|{number} - polynomial| <= {}", dyadic(bound.value())),
            format!("evaluation at an input: {}", Lg(bound)),
        );
        let rest = format!("({rounder} + {product} - {up}) + ({up} - {rounder} - {whole_name})");
        claim.write_as(&format!("{product} - {whole_name}"), &rest, &[]);
        let rest = format!("{rest} - ({product} - {s1} * {t})");
        claim.write_as(&format!("{s1} * {t} - {whole_name}"), &rest, &[]);
        claim.write_as(&format!("{number} - polynomial"), &format!("{number} - unrounded"), &[]);
        Ok(claim)
    }

    /// An input within ε'' is within the threshold of the kernel.
    pub(super) fn comparison(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "comparison",
            &[
                "An input whose evaluated P is within the plan's sum of all bounds of an integer passes the comparison.",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let [threshold, squared] = self.sites.not_above("threshold")?;
        let [away, _] = self.sites.binary(squared, BinF::Mul)?;
        let [value, nearest] = self.sites.binary(away, BinF::Sub)?;
        let [up, rounder] = self.sites.binary(nearest, BinF::Sub)?;
        let value = slice.cut(&mut claim, value, Leaf::Number);
        let squared = slice.define(&mut claim, squared)?;
        let threshold = slice.define(&mut claim, threshold)?;
        let (nearest, up) = (slice.define(&mut claim, nearest)?, slice.define(&mut claim, up)?);
        let rounder = slice.define(&mut claim, rounder)?;
        let magnitude = self.magnitude();
        claim.assume(
            format!("|{value}| <= {}", dyadic(magnitude.value())),
            format!("the plan's V: {}", Lg(magnitude)),
        );
        claim.prove(format!("@FIX({nearest}, 0)"), "it is compared with an integer");
        claim.prove(format!("|{value} - {nearest}| <= {}", dyadic(0.5)), "it is the nearest one");
        let epsilon = self.numbers.epsilon;
        claim.prove(
            format!(
                "(|{value} - {nearest}| <= {} -> {squared} <= {threshold})",
                dyadic(epsilon.value())
            ),
            format!("below {} it is compared with success", Lg(epsilon)),
        );
        claim.write_as(
            &format!("{value} - {nearest}"),
            &format!("({value} + {rounder} - {up}) + ({up} - {rounder} - {nearest})"),
            &[],
        );
        Ok(claim)
    }
}
