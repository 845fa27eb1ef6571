//! The integer above q·P, and inputs as members of its class.

use super::Arcs;
use crate::gappa::claim::Claim;
use crate::gappa::number::dyadic;
use crate::gappa::slice::{Leaf, Slice};
use crate::ir::BinF;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_design::arcs::integer_rounding;
use tmd_design::lg::Lg;

impl Arcs<'_> {
    /// I and ρ = I - q·P(m).
    pub(super) fn integer(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "integer",
            &[
                "I is an integer and, but for the roundings that the bias has room for, not below q*P less the bias and not above",
                "it by 1 or more; I - q*P is rounded by no more than that.",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let integer = self.sites.first("integer")?;
        let [up, rounder] = self.sites.binary(integer, BinF::Sub)?;
        let [biased, _] = self.sites.binary(up, BinF::Add)?;
        let [q, value, bias] = self.sites.mul_add(biased)?;
        let q = slice.cut(&mut claim, q, Leaf::Integer);
        let value = slice.cut(&mut claim, value, Leaf::Number);
        claim.assume(format!("{q} in [1, {}]", self.most_order()), "a denominator");
        let magnitude = self.magnitude();
        claim.assume(
            format!("|{value}| <= {}", dyadic(magnitude.value())),
            format!("the plan's V: {}", Lg(magnitude)),
        );
        let biased_name = slice.define(&mut claim, biased)?;
        let product = slice.product(biased)?;
        let bias = slice.define(&mut claim, bias)?;
        let rounder = slice.define(&mut claim, rounder)?;
        let up = slice.define(&mut claim, up)?;
        let integer_name = slice.define(&mut claim, integer)?;
        let rise = slice.define(&mut claim, self.sites.first("rise")?)?;
        // What the plan's bias has room for.
        let room = integer_rounding(self.order(), magnitude);
        let above = format!("{integer_name} - {q} * {value}");
        claim.prove(format!("@FIX({integer_name}, 0)"), "I is an integer");
        let bias_only = 2f64.powi(-narrow::to_i32(self.plan.bias));
        claim.prove(
            format!("{above} + {} >= -{}", dyadic(bias_only), dyadic(room.value())),
            format!("it is not below q*P less 2^-{} and {}", self.plan.bias, Lg(room)),
        );
        claim.prove(
            format!("{above} - {} <= {}", dyadic(1.0 - bias_only), dyadic(room.value())),
            "nor above q*P by more than one less that",
        );
        claim.prove(
            format!("|{rise} - ({above})| <= {}", dyadic(room.value())),
            format!("the difference is rounded by at most {}", Lg(room)),
        );
        claim.write_as(
            &above,
            &format!(
                "({integer_name} - {biased_name}) + ({biased_name} - ({bias} + {product})) + {bias} + ({product} - {q} * {value})"
            ),
            &[],
        );
        claim.write_as(
            &format!("{integer_name} - {biased_name}"),
            &format!("({up} - ({biased_name} + {rounder})) - ({up} - {rounder} - {integer_name})"),
            &[],
        );
        Ok(claim)
    }

    /// The input that a multiple of q stands for.
    pub(super) fn member(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "member",
            &[
                "I*q_before and the input t that a multiple of q stands for are exact. That multiples stay below 2^52 is the",
                "plan's: O^2*V <= 2^50 bounds I*q_before, and vertices are within 2^49.",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let t = self.sites.first("t")?;
        let [near, step] = self.sites.binary(t, BinF::Add)?;
        let [multiple, class] = self.sites.binary(step, BinF::Sub)?;
        let [integer, before] = self.sites.binary(class, BinF::Mul)?;
        let integer = slice.cut(&mut claim, integer, Leaf::Integer);
        let before = slice.cut(&mut claim, before, Leaf::Integer);
        let multiple = slice.cut(&mut claim, multiple, Leaf::Integer);
        let near = slice.cut(&mut claim, near, Leaf::Integer);
        let most = self.order() * self.magnitude();
        claim.assume(
            format!("|{integer}| <= {}", dyadic(most.value())),
            format!("an integer that q*P passes, below O*V: {}", Lg(most)),
        );
        claim.assume(format!("{before} in [1, {}]", self.most_order()), "a denominator");
        claim.assume(format!("|{multiple}| <= 1b52"), "a multiple of q");
        claim.assume(format!("{near} in [0, {}]", self.plan.packet_inputs - 1), "an input");
        let class = slice.define(&mut claim, class)?;
        let t = slice.define(&mut claim, t)?;
        claim.prove(format!("{class} - {integer} * {before} in [0, 0]"), "the class is exact");
        claim.prove(
            format!("{t} - ({near} + ({multiple} - {class})) in [0, 0]"),
            "and so is the input",
        );
        Ok(claim)
    }
}
