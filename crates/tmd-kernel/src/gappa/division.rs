//! The claims of existence tests in binary64 lanes: lengths are integers below 2^53, and stay so where one is reduced by
//! another.

use super::claim::Claim;
use super::sites::Sites;
use super::slice::{Leaf, Slice};
use crate::ir::{BinF, Kernel, Op, Value};
use tmd_base::diag::Diag;

/// How a quotient is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By a reciprocal that is too small.
    Estimate,
    /// By a division.
    Division,
}

/// x - k·y, k a quotient that was rounded down.
struct Reduction {
    rest: Value,
    way: Way,
    /// The quotient before it was rounded down.
    quotient: Value,
    /// Whether k may be less, as it is not to be above a limit.
    is_capped: bool,
}

impl Reduction {
    /// What the rest of a reduction is computed from; `None` for any other value.
    fn of(sites: &Sites, rest: Value, op: &Op) -> Option<Reduction> {
        let Op::FMulSub(k, _, _) = op else { return None };
        let (floor, is_capped) = match sites.operation(*k)? {
            Op::BinF(BinF::Min, floor, _) => (sites.operation(*floor)?, true),
            floor => (floor, false),
        };
        let Op::Trunc(quotient) = floor else { return None };
        let way = match sites.operation(*quotient)? {
            Op::BinF(BinF::Mul, _, inverse) => match sites.operation(*inverse)? {
                Op::RecipBelow(_) => Way::Estimate,
                _ => return None,
            },
            Op::BinF(BinF::Div, _, _) => Way::Division,
            _ => return None,
        };
        Some(Reduction { rest, way, quotient: *quotient, is_capped })
    }

    fn name(&self) -> &'static str {
        match (self.way, self.is_capped) {
            (Way::Estimate, false) => "reduction_by_estimate",
            (Way::Estimate, true) => "reduction_by_capped_estimate",
            (Way::Division, false) => "reduction_by_division",
            (Way::Division, true) => "reduction_by_capped_division",
        }
    }

    fn claim(&self, sites: &Sites) -> Result<Claim, Diag> {
        let mut claim = Claim::new(
            self.name(),
            &[
                "One length is reduced by another, both integers: x - k*y is exact and not negative, whatever k was rounded to.",
                "(Of x = 0 nothing is taken away. Lanes whose result is not used may hold other numbers.)",
            ],
        );
        let mut slice = Slice::new(sites);
        let [k, y, x] = sites.mul_sub(self.rest)?;
        let (x, y) =
            (slice.cut(&mut claim, x, Leaf::Integer), slice.cut(&mut claim, y, Leaf::Integer));
        claim.assume(format!("{x} in [1, 1b52]"), "a length");
        claim.assume(format!("{y} in [1, 1b52]"), "another");
        // x/y before it is rounded, and by what factor it is less than x/y.
        let (exact_quotient, share) = match self.way {
            Way::Estimate => {
                let [_, inverse] = sites.binary(self.quotient, BinF::Mul)?;
                let inverse = slice.cut(&mut claim, inverse, Leaf::Number);
                claim.assume(
                    format!("{inverse} * {y} in [1023b-10, 1048575b-20]"),
                    "by the contract of `recip_below`",
                );
                (format!("({x} * {inverse})"), format!("({inverse} * {y})"))
            }
            Way::Division => (format!("({x} / {y})"), "1".to_owned()),
        };
        let quotient = slice.define(&mut claim, self.quotient)?;
        if self.is_capped {
            let k = slice.cut(&mut claim, k, Leaf::Integer);
            claim.definitions.push(format!("floor = int<zr>({quotient});"));
            claim
                .assume(format!("{k} in [0, 1b53]"), "the quotient, or what it is not to be above");
            claim.assume(format!("floor - {k} in [0, 1b53]"), "whichever is less");
        }
        let rest = slice.define_exactly(&mut claim, self.rest)?;
        let k = slice.define(&mut claim, k)?;
        let exact = format!("{x} - {k} * {y}");
        if !self.is_capped {
            claim.prove(format!("@FIX({k}, 0)"), "k is an integer");
        }
        claim.prove(format!("{rest} - ({exact}) in [0, 0]"), "the rest is exact");
        match self.way {
            Way::Estimate => claim.prove(format!("{exact} >= 0"), "and not negative"),
            Way::Division => {
                claim.prove(format!("{exact} >= -1b-1"), "and not negative, being an integer");
            }
        }
        let off = format!("({quotient} - {exact_quotient}) / {exact_quotient}");
        let off = match self.way {
            Way::Estimate => format!("{x} * (1 - {share} * (1 + {off}))"),
            Way::Division => format!("-({x} * ({off}))"),
        };
        let below = match self.is_capped {
            false => format!("({quotient} - {k}) * {y}"),
            true => format!("({quotient} - floor) * {y} + (floor - {k}) * {y}"),
        };
        let nonzero = match self.way {
            Way::Estimate => vec![exact_quotient.as_str()],
            Way::Division => vec![x.as_str(), y.as_str()],
        };
        claim.write_as(&exact, &format!("{off} + {below}"), &nonzero);
        Ok(claim)
    }
}

/// The claims of a stage's kernel: one for each way in which lengths are reduced, with the places where that is done.
pub(super) fn claims(kernel: &Kernel) -> Result<Vec<Claim>, Diag> {
    let sites = Sites::new(kernel);
    let mut claims: Vec<Claim> = vec![];
    for (rest, op) in sites.all() {
        let Some(reduction) = Reduction::of(&sites, rest, op) else { continue };
        let known = claims.iter_mut().find(|claim| claim.name == reduction.name());
        match known {
            Some(claim) => {
                claim.about.push(format!("The same operations lead to {}.", sites.shown(rest)))
            }
            None => claims.push(reduction.claim(&sites)?),
        }
    }
    Ok(claims)
}
