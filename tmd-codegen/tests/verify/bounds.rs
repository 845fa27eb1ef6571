//! Forged proofs: derivatives, bounds, kernels, what is solved in closed form, plans.

use super::*;

#[test]
fn a_bound_loosened() {
    // Smaller than can be proved: a kernel that loses cases would seem to lose none.
    refused(&["Taylor remainder", "can be proved"], |c| {
        let bound = bound(c, BoundName::TaylorRemainder);
        bound.value /= 4.0;
    });
}

#[test]
fn a_bound_that_its_formula_does_not_give() {
    refused(&["threshold ε", "its formula gives"], |c| {
        bound(c, BoundName::Threshold).value *= 4.0
    });
}

#[test]
fn a_bound_left_out() {
    refused(&["the bound `Taylor remainder` is missing"], |c| {
        c.spans[0].bounds.retain(|bound| bound.name != BoundName::TaylorRemainder);
    });
}

#[test]
fn a_bound_of_another_name() {
    let message = unreadable(campaign(), "\"Taylor remainder\"", "\"goodwill\"");
    says(&message, &["there is no bound called `goodwill`"]);
    // One that other stages have, and one that is of no stage.
    for name in [BoundName::Evaluation, BoundName::DriftReach] {
        refused(&[&format!("there is no bound called `{name}`")], |c| {
            let mut bound = c.spans[0].bounds[0].clone();
            bound.name = name;
            c.spans[0].bounds.push(bound);
        });
    }
}

#[test]
fn a_derivative_said_to_be_small() {
    refused(&["the bound of derivative 2 on span 0"], |c| {
        c.spans[0].model.derivatives[2] /= 16.0;
    });
}

#[test]
fn a_curvature_said_to_be_large() {
    refused(&["the curvature on span 0 is said to be at least"], |c| {
        let least = c.spans[0].model.least_curvature.as_mut().expect("exp bends");
        *least *= 16.0;
    });
}

#[test]
fn another_spacing() {
    let message = refusal(campaign(), &sampled(), |c| c.spans[0].spacing += 1);
    assert!(message.contains("span 0"), "{message}");
}

#[test]
fn a_threshold_lowered() {
    use tmd_codegen::design::Check;
    refused(&["the bounds sum up to", "the kernel's threshold covers only"], |c| {
        match &mut c.kernels[c.spans[0].kernel].stages[0].check {
            Check::Exists { threshold, .. } => *threshold -= *threshold / 2,
            Check::Arcs(arcs) => arcs.threshold /= 2,
            Check::Compare { threshold } => *threshold.last_mut().unwrap() /= 2,
        }
    });
}

#[test]
fn a_kernel_of_another_geometry() {
    refused(&["kernel 0 cannot be"], |c| c.kernels[0].stages[0].part_inputs *= 2);
}

#[test]
fn another_plan() {
    refused_here(Unseen::Plan, &["plan"], |c| {
        let units = std::mem::take(&mut c.units);
        assert!(!units.is_empty());
        c.plan_hash = "0".repeat(64);
    });
}

#[test]
fn a_drift_said_to_be_slower() {
    refused_whole(&["drift", "its enclosure reaches"], &sampled(), |c| {
        let fast = c.drifts.iter_mut().find(|drift| drift.reach.value > 1e-6);
        fast.expect("a drift").reach.value /= 64.0;
    });
}

#[test]
fn inputs_said_to_be_decided() {
    use tmd_codegen::decided::Decision;
    refused_whole(&["it is said that f"], &sampled(), |c| {
        let decided = c.decided.iter_mut().find(|entry| entry.decision == Decision::Overflow);
        decided.expect("exp overflows").decision = Decision::Undefined;
    });
}

// ---- more of them ----

#[test]
fn a_bound_widened_with_its_kernel() {
    use tmd_codegen::design::Check;
    // More would pass, and nothing be lost: but it is not what the request's plan does.
    let parts = ["the plan that this program makes of the request has another kernel 0"];
    refused_here(Unseen::Plan, &parts, |c| match &mut c.kernels[0].stages[0].check {
        Check::Exists { threshold, .. } => *threshold += 2,
        Check::Arcs(arcs) => arcs.threshold += 2,
        Check::Compare { threshold } => *threshold.last_mut().unwrap() += 2,
    });
}

#[test]
fn bounds_that_are_no_bounds() {
    for value in [-1.0, 0.0, 1e308] {
        let message =
            refusal(campaign(), &sampled(), |c| bound(c, BoundName::TaylorRemainder).value = value);
        says(&message, &["Taylor remainder"]);
    }
}

#[test]
fn a_bound_of_another_stage() {
    refused(&["has a bound of stage 99, which is none"], |c| {
        c.spans[0].bounds[0].stage = 99;
        let copy = campaign().spans[0].bounds[0].clone();
        c.spans[0].bounds.push(copy);
    });
}

#[test]
fn a_bound_told_twice() {
    refused(&["is there twice"], |c| {
        let copy = c.spans[0].bounds[0].clone();
        c.spans[0].bounds.push(copy);
    });
}

#[test]
fn a_kernel_that_there_is_not() {
    refused(&["is searched by kernel 9, which is none"], |c| c.spans[0].kernel = 9);
}

#[test]
fn an_argument_in_other_words() {
    refused_here(Unseen::Words, &["has another searched span 0", "bounds[0].origin"], |c| {
        c.spans[0].bounds[0].origin = "because I say so".into();
    });
    refused(&["the bound `threshold ε` is said to be proved; it is given"], |c| {
        c.spans[0].bounds[0].status = Status::Proved;
    });
    let message = unreadable(campaign(), "\"given\"", "\"revealed\"");
    says(&message, &["there is no status of a bound called `revealed`"]);
}

#[test]
fn a_searched_span_said_to_be_examined_directly() {
    refused_here(Unseen::Way, &["not 0, of the kind `searched span`"], |c| {
        for span in std::mem::take(&mut c.spans) {
            c.examined_directly += span.run.to_index - span.run.from_index;
            c.direct.push(span.run);
        }
        (c.tested, c.survivors, c.candidates) = (vec![], vec![], 0);
        c.units.clear();
    });
}

#[test]
fn a_searched_span_said_to_be_decided() {
    use tmd_codegen::certificate::DecidedEntry;
    use tmd_codegen::decided::Decision;
    refused(&["it is said that f"], |c| {
        let run = c.spans.remove(0).run;
        c.decided.push(DecidedEntry { run, decision: Decision::Overflow });
    });
}

#[test]
fn a_widening_without_an_inverse() {
    refused(&["its threshold is widened for no inverse function"], |c| c.spans[0].widening = 1);
}

#[test]
fn a_drift_of_another_step() {
    let message = refusal(runs(), &sampled(), |c| {
        c.drifts[0].step = format!("{}1", c.drifts[0].step);
    });
    says(&message, &["drift 0, from"]);
    let message = refusal(runs(), &sampled(), |c| c.drifts[0].step = "9".repeat(10_000));
    says(&message, &["is not a step"]);
    let honest = runs().drifts[0].motion.name();
    let motion = |name: &str| format!("\"motion\": \"{name}\"");
    let message = unreadable(runs(), &motion(honest), &motion("dances"));
    says(&message, &["there is no motion called `dances`"]);
    let message = refusal(runs(), &sampled(), |c| c.drifts[0].reach.name = BoundName::Threshold);
    says(&message, &["drift 0", "`threshold ε` in place of its reach"]);
}

#[test]
fn spans_that_exchange_their_models() {
    let honest = whole_format();
    let message = refusal(honest, &sampled(), |c| {
        let last = c.drifts.len() - 1;
        let (first, other) = (c.drifts[0].reach.clone(), c.drifts[last].reach.clone());
        assert_ne!(first, other);
        c.drifts[0].reach = other;
        c.drifts[last].reach = first;
    });
    says(&message, &["drift"]);
}
