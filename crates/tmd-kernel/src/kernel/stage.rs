//! One stage: seed, step, check, emit.

use super::shift::SeedReader;
use super::tables::Table;
use super::{Layout, arcs, existence, multiword};
use crate::ir::{Builder, Kernel, Value};
use tmd_design::design::{Check, Compaction, StagePlan};

/// Builds the kernel of stage `index`.
///
/// The number of lanes must divide the number of parts (both are powers of two; the planner sees to
/// it).
pub(crate) fn build(index: usize, stage: &StagePlan, layout: Layout) -> Kernel {
    let lanes = layout.lanes;
    let mut b = Builder::new(&format!("stage{index}"), lanes);
    for line in stage.describe() {
        b.doc(line);
    }
    let item = b.item();
    let item = b.named("item", item);
    if let Check::Arcs(plan) = &stage.check {
        arcs::search(&mut b, stage, plan, layout, item);
        return b.finish();
    }
    let tables = Tables::start(&mut b, stage, layout, item);

    b.comment("index of the first part of each lane");
    let parts = b.word(stage.parts);
    let first = b.mul(item, parts);
    let lane = b.lane_words("lane", (0..lanes as u64).collect());
    let first = b.add(first, lane);
    let survivors = Survivors::start(&mut b, layout, first);
    layout.strides(&mut b, stage.parts, |b, is_loop| {
        let survives = tables.check(b, stage);
        let survives = b.named("survives", survives);
        survivors.add(b, survives);
        if is_loop {
            tables.step(b);
            survivors.step(b);
        }
    });
    survivors.finish(&mut b);
    b.finish()
}

/// How the survivors among a lane's parts are reported.
enum Survivors {
    /// Survivors are reported at once; the variable is the index of the current part.
    AtOnce { part: Value, lanes: u64 },
    /// Survivors are reported at the end: `kept` has a bit for each step, `bit` is the current step's.
    AtTheEnd { kept: Value, bit: Value, first: Value, lanes: u64 },
}

impl Survivors {
    /// `first` is the index of each lane's first part.
    fn start(b: &mut Builder, layout: Layout, first: Value) -> Self {
        let lanes = layout.lanes as u64;
        match layout.compaction {
            Compaction::Atomic => {
                Survivors::AtOnce { part: b.varying_variable("part", first), lanes }
            }
            Compaction::Scan => {
                let (zero, one) = (b.word(0), b.word(1));
                let kept = b.varying_variable("kept", zero);
                let bit = b.variable("bit", one);
                Survivors::AtTheEnd { kept, bit, first: b.named("first", first), lanes }
            }
        }
    }

    fn add(&self, b: &mut Builder, survives: Value) {
        match *self {
            Survivors::AtOnce { part, .. } => {
                b.if_any(survives, |b| {
                    b.comment("report the parts that survive");
                    b.emit(survives, part);
                });
            }
            Survivors::AtTheEnd { kept, bit, .. } => {
                // The step's bit is not set yet, so that adding sets it.
                b.comment("note the parts that survive");
                let more = b.add(kept, bit);
                let more = b.select(survives, more, kept);
                b.set(kept, more);
            }
        }
    }

    fn step(&self, b: &mut Builder) {
        match *self {
            Survivors::AtOnce { part, lanes } => {
                let width = b.word_by_lanes("width", lanes);
                let next = b.add(part, width);
                b.set(part, next);
            }
            Survivors::AtTheEnd { bit, .. } => {
                let next = b.shl(bit, 1);
                b.set(bit, next);
            }
        }
    }

    fn finish(self, b: &mut Builder) {
        if let Survivors::AtTheEnd { kept, first, lanes, .. } = self {
            b.comment("report the parts that have survived");
            b.emit_kept(kept, first, lanes);
        }
    }
}

/// The tables of a stage: values, and for an existence test the chord slopes.
struct Tables {
    values: Table,
    slopes: Option<Table>,
    /// The slopes of the middle lane alone, where the test shares quotients.
    guide: Option<Table>,
}

impl Tables {
    fn start(b: &mut Builder, stage: &StagePlan, layout: Layout, item: Value) -> Self {
        let served = layout.served();
        let mut seed = SeedReader::new();
        let value = seed.evaluate(b, &stage.value, item);
        let mut values = vec![multiword::top(&value, stage.value_words)];
        let moved: Vec<Vec<Value>> =
            stage.differences.iter().map(|q| seed.evaluate(b, q, item)).collect();
        match &stage.check {
            Check::Arcs(_) | Check::Compare { .. } => {
                values.extend(moved.iter().map(|d| multiword::top(d, stage.value_words)));
                Tables { values: Table::start(b, "g", &values, &served), slopes: None, guide: None }
            }
            Check::Exists { test, .. } => {
                b.comment("differences of the value: the slope's times the part's length");
                let lg = stage.part_inputs.ilog2();
                for slope in &moved {
                    let scaled = multiword::shift_left(b, slope, lg);
                    values.push(multiword::top(&scaled, stage.value_words));
                }
                let slopes: Vec<Vec<Value>> =
                    moved.iter().map(|s| multiword::top(s, stage.slope_words)).collect();
                b.comment("tables of the lanes, stride = number of lanes");
                let values = Table::start(b, "g", &values, &served);
                let guide = existence::has_guide(test).then(|| {
                    b.comment("the middle lane's slope by itself, to guide all lanes");
                    // Only a guide: a word is enough.
                    let top: Vec<Vec<Value>> =
                        slopes.iter().map(|s| multiword::top(s, 1)).collect();
                    Table::of_middle_lane(b, "guide", &top, &served)
                });
                let slopes = Table::start(b, "s", &slopes, &served);
                Tables { values, slopes: Some(slopes), guide }
            }
        }
    }

    fn step(&self, b: &mut Builder) {
        b.comment("step the tables to the next part of each lane");
        self.values.step(b);
        for table in [&self.slopes, &self.guide].into_iter().flatten() {
            table.step(b);
        }
    }

    /// The lanes whose part may hold an HR-case.
    fn check(&self, b: &mut Builder, stage: &StagePlan) -> Value {
        let value = self.values.value();
        match (&stage.check, &self.slopes) {
            (Check::Exists { test, threshold }, Some(slopes)) => {
                let (Some(&offset), Some(&slope)) = (value.last(), slopes.value().last()) else {
                    return b.truth(true);
                };
                let guide = self.guide.as_ref().and_then(|guide| guide.value().last().copied());
                let question = existence::Question { offset, slope, guide };
                existence::survives(b, test, stage.part_inputs, *threshold, question)
            }
            (Check::Compare { threshold }, _) => {
                b.comment("an input survives where its value is below 2ε''");
                let threshold: Vec<Value> = threshold
                    .iter()
                    .map(|&word| {
                        let word = b.word(word);
                        b.named("threshold", word)
                    })
                    .collect();
                let value: Vec<Value> = value.iter().map(|v| b.varying(*v)).collect();
                let threshold: Vec<Value> = threshold.iter().map(|v| b.varying(*v)).collect();
                multiword::less_than(b, &value, &threshold)
            }
            // No slopes, nothing to test by: nothing may be excluded.
            (Check::Exists { .. }, None) | (Check::Arcs(_), _) => b.truth(true),
        }
    }
}
