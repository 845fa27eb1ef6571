//! The claims of a search by Farey arcs: the roundings that its proof (`plan/arcs.rs`, in `tmd_search`) speaks of.

mod fractions;
mod integers;
mod newton;
mod polynomial;
mod roots;

use super::claim::Claim;
use super::sites::Sites;
use crate::ir::Kernel;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_design::bound::Up;
use tmd_design::design::ArcsPlan;

/// The numbers of a plan that the claims state: the largest of all spans that share the kernel.
#[derive(Clone, Copy, Debug)]
pub struct ArcsNumbers {
    /// Q_2 ≥ |P''/2|.
    pub curvature: Up,
    /// Q_3 ≥ |P'''/6|.
    pub cubic: Up,
    /// What evaluating P at an input costs.
    pub evaluation: Up,
    /// ε'', as it is needed.
    pub epsilon: Up,
}

/// What a claim is made of.
struct Arcs<'a> {
    sites: &'a Sites<'a>,
    plan: &'a ArcsPlan,
    numbers: &'a ArcsNumbers,
}

impl Arcs<'_> {
    /// β: bits of S₁.
    fn slope_bits(&self) -> i32 {
        narrow::to_i32(self.plan.slope_bits)
    }

    /// The largest order of a Farey sequence, which no denominator is above.
    fn most_order(&self) -> u64 {
        (1 << self.plan.order_bits) - 1
    }

    /// O: two to the bits of an order.
    fn order(&self) -> Up {
        Up::pow2(narrow::to_i32(self.plan.order_bits))
    }

    /// T.
    fn length(&self) -> Up {
        Up::integer(self.plan.packet_inputs)
    }

    /// B and C as binary64 numbers: what reading them adds is below 2^-52 in their units.
    fn most(&self, bound: Up, shift: i32) -> Up {
        bound + Up::pow2(-52 - shift)
    }

    fn most_b(&self) -> Up {
        self.most(self.numbers.curvature, self.plan.curvature_shift)
    }

    fn most_c(&self) -> Up {
        self.most(self.numbers.cubic, self.plan.cubic_shift)
    }

    /// V: the bound of evaluating P is 2^-49 of it.
    fn magnitude(&self) -> Up {
        self.numbers.evaluation * Up::pow2(49)
    }

    /// By how much the slope of a packet rises, at most, as far as vertices are from it: by 1.02·T (`plan/arcs.rs`,
    /// `farthest`), and by 1.5/(Q·2B), which `apart` has room for.
    fn rise(&self) -> Up {
        let t = self.length() * Up::exact(1.02);
        Up::exact(2.0) * self.most_b() * t + Up::exact(3.0) * self.most_c() * t.powi(2)
    }

    /// |r - q·S₁| for a fraction that is the slope at a vertex: q times the rise, 1.5 and q·S₂, and some room.
    fn distance(&self) -> Up {
        self.order() * (self.rise() * Up::exact(1.03) + Up::pow2(-self.slope_bits()))
            + Up::exact(2.0)
    }
}

/// The claims of the kernel of a stage.
pub(super) fn claims(
    kernel: &Kernel,
    plan: &ArcsPlan,
    numbers: &ArcsNumbers,
) -> Result<Vec<Claim>, Diag> {
    let sites = Sites::new(kernel);
    let arcs = Arcs { sites: &sites, plan, numbers };
    Ok(vec![
        arcs.packet()?,
        arcs.evaluation_at_vertex()?,
        arcs.evaluation_at_input()?,
        arcs.comparison()?,
        arcs.inverse()?,
        arcs.exact_inverse()?,
        arcs.quotient()?,
        arcs.next_fraction()?,
        arcs.apart()?,
        arcs.vertex()?,
        arcs.integer()?,
        arcs.member()?,
        arcs.root()?,
    ])
}
