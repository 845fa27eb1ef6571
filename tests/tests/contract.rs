//! The contract of the arcs: each constant, and each number that the planner chooses for the same reason, fails the obligation
//! that names it when it is weakened, without a search; and where that can be provoked, a kernel that has it so misses cases.
//! The others are covered by what tolerances beside them leave over on every slice that was tried.
//!
//! That checkers refuse certificates with them is tested in `tmd-codegen/tests/verify/obligations.rs`.

use tmd_codegen::design::{ArcsPlan, Check, Constant, Test};
use tmd_codegen::obligation::ObligationName;
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Overrides, Request};
use tmd_runtime::Level;
use tmd_tests::engine::Engine;
use tmd_tests::search;

/// What is searched to provoke a miss.
#[derive(Clone, Copy, PartialEq)]
enum Slice {
    /// Little curvature: a root is off by much more for ε'' than for anything else.
    Flat,
    /// More, and arcs that pass many integers.
    Resonant,
    /// Much: ε'' moves a root by less than an input.
    Curved,
}

impl Slice {
    const ALL: [Slice; 3] = [Slice::Flat, Slice::Resonant, Slice::Curved];

    fn plan(self) -> Plan {
        let (text, range, input, bits) = match self {
            Slice::Flat => ("exp", "1.0986,1.09861", 53, 30),
            Slice::Resonant => ("powi(x, 3)", "1.1547005,1.1547006", 53, 24),
            Slice::Curved => ("exp", "1,1.125", 31, 20),
        };
        search::plan(&Request {
            input_precision: Some(input.into()),
            bits: Some(bits),
            overrides: Overrides { test: Some(Test::Arcs), ..Overrides::default() },
            ..Request::in_range(text, range)
        })
    }
}

/// A number that is weakened, the obligation that fails then, and the slice on which it costs cases, if one was found.
struct Weakening {
    what: &'static str,
    weaken: fn(&mut ArcsPlan),
    fails: ObligationName,
    costs: Option<Slice>,
}

const fn weakening(
    what: &'static str,
    weaken: fn(&mut ArcsPlan),
    fails: ObligationName,
    costs: Option<Slice>,
) -> Weakening {
    Weakening { what, weaken, fails, costs }
}

fn times(constant: &mut Constant, factor: f64) {
    *constant = Constant::new(constant.value() * factor);
}

use ObligationName as Name;

const WEAKENINGS: &[Weakening] = &[
    weakening("spread", |a| times(&mut a.contract.spread, 1e-3), Name::Spread, Some(Slice::Flat)),
    weakening(
        "reach_factor",
        |a| times(&mut a.contract.reach_factor, 1e-3),
        Name::ReachFactor,
        None,
    ),
    weakening(
        "root_estimate",
        |a| times(&mut a.contract.root_estimate, 1e-3),
        Name::RootEstimate,
        Some(Slice::Flat),
    ),
    weakening(
        "slope_estimate",
        |a| times(&mut a.contract.slope_estimate, 1e-3),
        Name::SlopeEstimate,
        Some(Slice::Flat),
    ),
    weakening("class_share", |a| times(&mut a.contract.class_share, 1e-9), Name::ClassShare, None),
    weakening("rough", |a| times(&mut a.contract.rough, 1e-3), Name::Rough, None),
    weakening("rough_estimate", |a| times(&mut a.contract.rough_estimate, 1e-3), Name::Rough, None),
    weakening("third_order", |a| times(&mut a.contract.third_order, 1e-3), Name::ThirdOrder, None),
    weakening("above", |a| a.contract.above = Constant::new(1.0), Name::Above, None),
    weakening("above, too far", |a| a.contract.above = Constant::new(1.1), Name::Quotient, None),
    weakening("inverse_steps", |a| a.contract.inverse_steps = 0, Name::Inverse, Some(Slice::Flat)),
    weakening("vertex_terms", |a| a.contract.vertex_terms = 1, Name::Reach, None),
    weakening("root_steps", |a| a.contract.root_steps = 0, Name::Root, Some(Slice::Resonant)),
    weakening("threshold", |a| a.threshold /= 2, Name::Threshold, Some(Slice::Curved)),
    weakening("bias", |a| a.bias = 40, Name::Bias, Some(Slice::Curved)),
    weakening("reach", |a| a.reach = 0, Name::Reach, None),
    weakening("fine_reach", |a| a.fine_reach = 0, Name::FineReach, Some(Slice::Curved)),
    weakening("bend", |a| a.bend = 1000, Name::Bend, None),
    weakening("least_curvature", |a| a.least_curvature += 8, Name::Curvature, Some(Slice::Flat)),
    weakening("order_bits", |a| a.order_bits = 40, Name::Start, None),
];

/// The same plan with kernels that are weakened, as no planner makes them.
fn weakened(plan: &Plan, weaken: fn(&mut ArcsPlan)) -> Plan {
    let mut plan = plan.clone();
    for stage in plan.kernels.iter_mut().flat_map(|kernel| &mut kernel.stages) {
        if let Check::Arcs(arcs) = &mut stage.check {
            weaken(arcs);
        }
    }
    plan
}

#[test]
fn every_number_weakened_fails_its_obligation() {
    let mut refused = 0;
    for slice in Slice::ALL {
        let plan = slice.plan();
        assert!(plan.kernels.iter().any(search::by_arcs) && plan.unmet().is_empty());
        for one in WEAKENINGS {
            let unmet = weakened(&plan, one.weaken).unmet();
            assert!(unmet.iter().any(|(_, own)| own.name == one.fails), "{}: {unmet:?}", one.what);
            refused += 1;
        }
    }
    println!("{refused} weakened kernels refused, none of them run");
}

#[test]
fn weakened_kernels_miss_cases() {
    let engine = Engine::Native(Level::detect());
    let found = |plan: &Plan| search::found(&search::run(plan, &engine.kernels(plan), 2)).cases;
    for slice in Slice::ALL {
        let plan = slice.plan();
        let whole = found(&plan);
        for one in WEAKENINGS.iter().filter(|one| one.costs == Some(slice)) {
            let left = found(&weakened(&plan, one.weaken));
            println!("{}: {} of {} cases missed", one.what, whole.len() - left.len(), whole.len());
            assert!(left.len() < whole.len(), "{}: all {} cases are found", one.what, whole.len());
        }
    }
}
