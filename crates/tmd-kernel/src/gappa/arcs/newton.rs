//! Newton's method: steps x + x·(1 - q·x) towards 1/q.

use super::Arcs;
use crate::gappa::claim::Claim;
use crate::gappa::number::{dyadic, power};
use crate::gappa::slice::{Leaf, Slice};
use crate::ir::Value;
use tmd_base::diag::Diag;
use tmd_design::arcs::{INVERSE_BITS, RECIPROCAL_ESTIMATE};

/// 1/q as it is used where an arc is examined is within two to this power.
const EXACT_INVERSE: i32 = -51;

impl Arcs<'_> {
    /// 1/q of the walk.
    pub(super) fn inverse(&self) -> Result<Claim, Diag> {
        let claim = Claim::new(
            "inverse",
            &[
                "1/q, from an estimate that keeps to the contract of `recip_near`, is within 2^-39 of 1/q, relatively.",
            ],
        );
        let inverse = self.sites.first("inverse")?;
        let [first, ..] = self.sites.mul_add(inverse)?;
        let [estimate, ..] = self.sites.mul_add(first)?;
        self.steps(claim, estimate, RECIPROCAL_ESTIMATE, &[first, inverse], INVERSE_BITS)
    }

    /// 1/q where an arc is examined.
    pub(super) fn exact_inverse(&self) -> Result<Claim, Diag> {
        let claim = Claim::new(
            "exact_inverse",
            &[
                "1/q is within 2^-51 after one more step, where an arc is examined: as good as a division, nearly.",
            ],
        );
        let inverse = self.sites.first("inverse_q")?;
        let [estimate, ..] = self.sites.mul_add(inverse)?;
        self.steps(claim, estimate, 2f64.powi(INVERSE_BITS), &[inverse], EXACT_INVERSE)
    }

    /// An estimate within `given`, relatively, and the steps from it to something within 2^`wanted`.
    fn steps(
        &self,
        mut claim: Claim,
        estimate: Value,
        given: f64,
        steps: &[Value],
        wanted: i32,
    ) -> Result<Claim, Diag> {
        let mut slice = Slice::new(self.sites);
        let q = slice.cut(&mut claim, self.sites.first("q")?, Leaf::Integer);
        let mut x = slice.cut(&mut claim, estimate, Leaf::Number);
        claim.assume(format!("{q} in [1, {}]", self.most_order()), "a denominator");
        claim.assume(format!("{x} * {q} - 1 in [-{0}, {0}]", dyadic(given)), "an estimate");
        for step in steps {
            let [_, lacking, _] = self.sites.mul_add(*step)?;
            let next = slice.define(&mut claim, *step)?;
            let lacking = slice.define(&mut claim, lacking)?;
            claim.write_as(&format!("1 - {q} * {x}"), &format!("-({x} * {q} - 1)"), &[]);
            let error = format!("({x} * {q} - 1)");
            claim.write_as(
                &format!("{next} * {q} - 1"),
                &format!("({next} - ({x} + {x} * {lacking})) * {q} + ({lacking} - (1 - {q} * {x})) * ({x} * {q}) - {error} * {error}"),
                &[],
            );
            x = next;
        }
        claim.prove(
            format!("|{x} * {q} - 1| <= {}", power(wanted)),
            format!("the result is within 2^{wanted}"),
        );
        Ok(claim)
    }
}
