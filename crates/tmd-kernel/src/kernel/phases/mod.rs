//! Arcs of phases: those of a block that no vector of their lattice leaves out, and that have a point where all three come near to integers.
//!
//! What is computed, and why nothing is missed, is said in `docs/mathematics.md`, "Arcs of phases"; [`tmd_design::phases`] has the
//! constants, which the search on the host has, too. There, eight blocks are looked at side by side; here, strands of one.

mod basis;
mod numbers;
mod points;
mod wave;

use super::{Layout, multiword};
use crate::ir::{Builder, Kernel, Value};
use basis::Basis;
use tmd_design::phases::{PhasesPlan, seed};
use wave::{Units, far, longest};

/// Three of the same kind: a number for each vector.
type Three<T> = [T; 3];

/// Builds the kernel of the only stage.
pub(super) fn build(index: usize, plan: &PhasesPlan, layout: Layout) -> Kernel {
    let mut b = Builder::new(&format!("stage{index}"), layout.lanes);
    for line in plan.describe() {
        b.doc(line);
    }
    let item = b.item();
    let item = b.named("item", item);
    b.comment("index of the first strand of each lane");
    let count = b.word(plan.strands);
    let first = b.mul(item, count);
    let lane = b.lane_words("lane", (0..layout.lanes as u64).collect());
    let first = b.add(first, lane);
    let strand = b.varying_variable("strand", first);
    layout.strides(&mut b, plan.strands, |b, is_loop| {
        look(b, plan, layout, strand);
        if is_loop {
            let width = b.word_by_lanes("width", layout.lanes as u64);
            let next = b.add(strand, width);
            b.set(strand, next);
        }
    });
    b.finish()
}

/// Looks at the arcs of a strand.
fn look(b: &mut Builder, plan: &PhasesPlan, layout: Layout, strand: Value) {
    let length = b.word(plan.strand_arcs);
    let first = b.mul(strand, length);
    let first = b.named("first", first);
    let arcs = b.seed(seed::ARCS);
    let arcs = b.named("arcs", arcs);
    let units = Units::read(b);
    let mut basis = Basis::start(b, first);
    b.repeat(plan.first_rounds, |b| basis.reduce(b, &units));
    let arc = b.varying_variable("arc", first);
    // The same from the strand's first arc: lanes that are put off take numbers along.
    let zero = b.float(0.0);
    let along = b.varying_variable("along", zero);
    let end = b.add(first, length);
    let end = b.min(end, arcs);
    let end = b.named("end", end);
    let inside = b.lt(first, end);
    let inside = b.varying_variable("inside", inside);
    let is_lost = b.truth(false);
    let is_lost = b.varying_variable("is_lost", is_lost);
    b.repeat_until_exit("arcs", plan.strand_arcs, |b| {
        basis.reduce(b, &units);
        let turns = basis.turns(b, &units);
        let waves = units.with_slack(b, turns);
        let far = far(b, &waves);
        b.comment("a strand with a vector that is too long is lost: its arcs are all reported");
        let longest = longest(b, &waves);
        let too_long = b.lt(units.longest, longest);
        let lost = b.or(is_lost, too_long);
        b.set(is_lost, lost);
        let near = b.and_not(inside, far);
        let lost = b.and(inside, is_lost);
        let lost = b.named("lost", lost);
        b.if_any(lost, |b| b.emit(lost, arc));
        let left = b.and_not(near, is_lost);
        let left = b.named("left", left);

        let one = b.word(1);
        let next = b.add(arc, one);
        let next = b.named("next", next);
        let more = b.lt(next, end);
        let more = b.named("more", more);
        let solve = |b: &mut Builder| {
            // Once more: lanes that are put off take fewer numbers along so.
            let waves = units.with_slack(b, turns);
            let found = points::may_be(b, &waves, left);
            b.if_any(found, |b| {
                let along = b.to_u64(along);
                let arc = b.add(first, along);
                b.emit(found, arc);
            });
        };
        match layout.gathers {
            true => b.gather(left, more, solve),
            false => b.if_any(left, solve),
        }

        b.comment("on to the next arc");
        basis.step(b);
        b.set(arc, next);
        let one = b.float(1.0);
        let further = b.add(along, one);
        b.set(along, further);
        b.set(inside, more);
        b.exit_unless_any(more);
    });
}
