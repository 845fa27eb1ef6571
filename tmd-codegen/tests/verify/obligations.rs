//! Forged obligations of a search by Farey arcs, and contracts that are too weak.

use super::*;
use tmd_codegen::design::{ArcsContract, ArcsPlan, Check, Constant};
use tmd_codegen::obligation::ObligationName;

/// A search by arcs.
pub(crate) fn by_arcs() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        searched(&["exp", "--range", "1,0x1.000001p0", "--test", "arcs", "--bits", "24"])
    })
}

fn arcs(c: &mut Certificate) -> &mut ArcsPlan {
    let mut stages = c.kernels.iter_mut().flat_map(|kernel| &mut kernel.stages);
    let arcs = stages.find_map(|stage| match &mut stage.check {
        Check::Arcs(arcs) => Some(arcs),
        _ => None,
    });
    arcs.expect("a stage by arcs")
}

fn refused(parts: &[&str], change: impl FnOnce(&mut Certificate)) {
    says(&refusal(by_arcs(), &sampled(), change), parts);
}

/// The entry of that name.
fn entry(c: &mut Certificate, name: ObligationName) -> &mut ObligationEntry {
    c.spans[0].obligations.iter_mut().find(|entry| entry.name == name).expect("the entry")
}

#[test]
fn an_honest_one() {
    let report = check(by_arcs(), &sampled());
    assert!(report.to_string().contains("each obligation met"), "{report}");
    assert_eq!(by_arcs().spans[0].obligations.len(), ObligationName::ALL.len());
}

/// Every constant of the contract by a factor that the proof does not cover, the certificate's numbers made to match.
#[test]
fn every_constant_weakened() {
    type Change = fn(&mut ArcsContract);
    fn times(constant: &mut Constant, factor: f64) {
        *constant = Constant::new(constant.value() * factor);
    }
    let weakened: [(ObligationName, Change); 12] = [
        (ObligationName::Spread, |c| times(&mut c.spread, 0.95)),
        (ObligationName::ReachFactor, |c| times(&mut c.reach_factor, 0.97)),
        (ObligationName::RootEstimate, |c| times(&mut c.root_estimate, 0.95)),
        (ObligationName::SlopeEstimate, |c| times(&mut c.slope_estimate, 0.99)),
        (ObligationName::ClassShare, |c| times(&mut c.class_share, 2f64.powi(-24))),
        (ObligationName::Rough, |c| times(&mut c.rough, 0.75)),
        (ObligationName::Rough, |c| times(&mut c.rough_estimate, 0.75)),
        (ObligationName::ThirdOrder, |c| times(&mut c.third_order, 0.8)),
        (ObligationName::Above, |c| c.above = Constant::new(1.0 + 2f64.powi(-40))),
        (ObligationName::Quotient, |c| c.above = Constant::new(1.0 + 2f64.powi(-16))),
        (ObligationName::Inverse, |c| c.inverse_steps -= 1),
        (ObligationName::Root, |c| c.root_steps -= 1),
    ];
    let mut refusals = 0;
    for (name, weaken) in weakened {
        refused(&[&format!("the obligation `{name}` is not met")], |c| {
            weaken(&mut arcs(c).contract);
            let entry = entry(c, name);
            entry.had = entry.needed;
        });
        refusals += 1;
    }
    println!("{refusals} contracts refused");
}

/// The numbers that the planner chooses for a kernel, weakened.
#[test]
fn every_number_of_a_kernel_weakened() {
    type Change = fn(&mut ArcsPlan);
    let weakened: [(ObligationName, Change); 7] = [
        (ObligationName::Bias, |a| a.bias = 60),
        (ObligationName::Bend, |a| a.bend = 1000),
        (ObligationName::Straight, |a| a.bend = 3),
        (ObligationName::Reach, |a| a.reach = 1),
        (ObligationName::FineReach, |a| a.fine_reach = 1),
        (ObligationName::Curvature, |a| a.least_curvature += 4),
        (ObligationName::ScaledCurvature, |a| a.curvature_shift += 4),
    ];
    for (name, weaken) in weakened {
        let wanted = format!("the obligation `{name}` is not met");
        says(&refusal(by_arcs(), &sampled(), |c| weaken(arcs(c))), &[&wanted]);
    }
}

#[test]
fn an_obligation_said_to_need_less() {
    refused(&["the obligation `spread` is said to need"], |c| {
        entry(c, ObligationName::Spread).needed = 1.0;
    });
    refused(&["the obligation `reach` is said to need"], |c| {
        let entry = entry(c, ObligationName::Reach);
        entry.needed = 2.0 * entry.had;
    });
}

#[test]
fn an_obligation_said_to_have_more() {
    refused(&["the obligation `spread` is said to have"], |c| {
        entry(c, ObligationName::Spread).had = 3.0;
    });
}

#[test]
fn an_obligation_left_out_or_doubled() {
    refused(&["the obligation `bias` is there 0 times"], |c| {
        c.spans[0].obligations.retain(|entry| entry.name != ObligationName::Bias);
    });
    refused(&["the obligation `near` is there 2 times"], |c| {
        let copy = c.spans[0].obligations.last().cloned().expect("an obligation");
        c.spans[0].obligations.push(copy);
    });
}

#[test]
fn an_obligation_of_another_stage() {
    refused(&["there is no obligation called `spread`"], |c| {
        let mut copy = entry(c, ObligationName::Spread).clone();
        copy.stage += 1;
        c.spans[0].obligations.push(copy);
    });
    refused(&["of stage 99"], |c| {
        let mut copy = entry(c, ObligationName::Spread).clone();
        copy.stage = 99;
        c.spans[0].obligations.push(copy);
    });
}

#[test]
fn numbers_that_are_none() {
    let message = unreadable(by_arcs(), "\"spread\": 2.1", "\"spread\": null");
    says(&message, &["a number is expected, not null"]);
    refused(&["not those of a search by arcs"], |c| arcs(c).order_bits = u32::MAX);
    refused(&["not those of a search by arcs"], |c| arcs(c).order_bits = 0);
    refused(&["not those of a search by arcs"], |c| arcs(c).bend = 0);
}
