//! Square roots by steps r + (y - r²)·s of Newton's method, with the slope s of the estimate.

use super::Arcs;
use crate::gappa::claim::Claim;
use crate::gappa::number::{dyadic, power};
use crate::gappa::slice::{Leaf, Slice};
use crate::ir::{BinF, Op, Value};
use tmd_base::diag::Diag;
use tmd_design::arcs::{RECIPROCAL_ESTIMATE, ROOT_BITS, ROOT_ESTIMATE};

impl Arcs<'_> {
    /// √y where an arc is examined.
    pub(super) fn root(&self) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            "root",
            &[
                "The root of y, from estimates that keep to the contracts of `sqrt_near` and `recip_near`, is within 2^-48 of it,",
                "relatively. y >= 1 is taken to be below 4: four times y has twice the root, and no rounding differs.",
            ],
        );
        let mut slice = Slice::new(self.sites);
        let mut steps = self.steps_of_root()?;
        let [lacking, slope, estimate] = self.sites.mul_add(steps[0])?;
        let [_, _, y] = self.sites.mul_sub(lacking)?;
        let [inverse, _] = self.sites.binary(slope, BinF::Mul)?;
        let y = slice.cut_as(&mut claim, y, "exact * exact");
        let mut r = slice.cut(&mut claim, estimate, Leaf::Number);
        let inverse = slice.cut(&mut claim, inverse, Leaf::Number);
        claim.assume("exact in [1, 2]", "the root");
        let error = |r: &str| format!("({r} - exact) / exact");
        claim.assume(
            format!("{} in [-{1}, {1}]", error(&r), dyadic(ROOT_ESTIMATE)),
            "its estimate, by the contract of `sqrt_near`",
        );
        claim.assume(
            format!("{inverse} * {r} - 1 in [-{0}, {0}]", dyadic(RECIPROCAL_ESTIMATE)),
            "the estimate's reciprocal, by the contract of `recip_near`",
        );
        let slope = slice.define(&mut claim, slope)?;
        claim.write_as(
            &format!("exact * {slope}"),
            &format!("{slope} * {r} / (1 + {})", error(&r)),
            &["exact", &r],
        );
        claim.write_as(
            &format!("{slope} * {r}"),
            &format!("{inverse} * {r} * 1b-1 + ({slope} - {inverse} * 1b-1) * {r}"),
            &[],
        );
        for step in steps.drain(..) {
            let [lacking, ..] = self.sites.mul_add(step)?;
            let next = slice.define(&mut claim, step)?;
            let lacking = slice.define(&mut claim, lacking)?;
            let (before, after) = (error(&r), error(&next));
            claim.write_as(
                &format!("({r} + exact) * {slope}"),
                &format!("(2 + {before}) * (exact * {slope})"),
                &["exact"],
            );
            claim.write_as(&r, &format!("exact * (1 + {before})"), &["exact"]);
            claim.write_as(
                &format!("{y} - {r} * {r}"),
                &format!("-(exact * exact) * ({before} * (2 + {before}))"),
                &["exact"],
            );
            claim.write_as(
                &after,
                &format!(
                    "({before}) * (1 - ({r} + exact) * {slope}) + ({lacking} - ({y} - {r} * {r})) * {slope} / exact + ({next} - ({r} + {lacking} * {slope})) / exact"
                ),
                &["exact"],
            );
            r = next;
        }
        claim.prove(
            format!("{} in [-{1}, {1}]", error(&r), power(ROOT_BITS)),
            format!("the root is within 2^{ROOT_BITS}"),
        );
        Ok(claim)
    }

    /// The values of the steps, first to last.
    fn steps_of_root(&self) -> Result<Vec<Value>, Diag> {
        let mut root = self.sites.last("root")?;
        let mut steps = vec![];
        while !matches!(self.sites.operation(root), Some(Op::SqrtNear(_))) {
            steps.insert(0, root);
            root = self.sites.mul_add(root)?[2];
        }
        Ok(steps)
    }
}
