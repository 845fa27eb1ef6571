//! The time that every kernel family takes on a device, measured: as a table, a picture, and a profile for the
//! planner.

use crate::confirm::Judge;
use crate::design::{Division, KernelPlan, Test, TestPlan, TestWord};
use crate::diag::{Diag, DiagKind};
use crate::load::{self, LoadOptions};
use crate::plan;
use crate::plan::{Plan, SearchSpan};
use crate::profile::{Profile, TestCost};
use crate::request::{Overrides, Request};
use crate::search::visit_blocks;
use crate::seed;
use crate::table::Table;
use rayon::prelude::*;
use std::hint::black_box;
use std::iter;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tmd_runtime::{Kernel, StageKind};

/// The measured time of a kernel family.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The existence test, or Farey arcs; `None` for a walk.
    pub test: Option<TestPlan>,
    /// Inputs of a part (an interval, or a packet); of an item for a walk.
    pub inputs: u64,
    /// Nanoseconds a part; an input for a walk.
    pub nanoseconds: f64,
    /// The time by the built-in profile.
    pub built_in: f64,
}

impl Row {
    /// The family in words.
    pub fn family(&self) -> String {
        match self.test {
            None => StageKind::Walk.to_string(),
            Some(TestPlan { test: Test::Arcs, .. }) => StageKind::Arcs.to_string(),
            Some(TestPlan { test, division, word }) => {
                let logms = match division {
                    Division::Hybrid(logms) => format!(" {logms}"),
                    _ => String::new(),
                };
                format!("{test}, {}{logms}, {word}", division.name())
            }
        }
    }

    /// Inputs a second, as long as nothing survives.
    pub fn rate(&self) -> f64 {
        let inputs = if self.test.is_some() { self.inputs as f64 } else { 1.0 };
        inputs / self.nanoseconds * 1e9
    }
}

/// The measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Families {
    /// A row a kernel.
    pub rows: Vec<Row>,
    /// The profile that fits them.
    pub profile: Profile,
}

/// How long a kernel is timed, at least, five times over.
const LEAST: Duration = Duration::from_millis(10);
/// Lengths of intervals, 2^k.
const LENGTHS: [u32; 2] = [8, 16];
/// Strategies of division.
const DIVISIONS: [Division; 6] = [
    Division::Reciprocal,
    Division::Native,
    Division::Hybrid(1),
    Division::Hybrid(3),
    Division::Hybrid(5),
    Division::Subtractive,
];
/// Ranges on which integers of 52 bits are enough, and on which the curvature is so small that they are not.
const TESTED: [(&str, &str, u32, TestWord); 2] = [
    ("exp", "1,0x1.0008p0", 30, TestWord::F64),
    // Nearly a line, of a slope that is near no simple fraction (as pi would be).
    ("sqrt(3) * x + powi(x / 4194304, 2)", "1,0x1.0008p0", 60, TestWord::U64),
];
/// Ranges on which arcs are short, usual and long.
const ARCS: [(&str, u32); 3] =
    [("1,0x1.0008p0", 44), ("128,0x1.0008p7", 44), ("0.0625,0x1.0008p-4", 44)];

/// A kernel to be timed, with the request that it is of.
struct Subject {
    plan: Plan,
    stage: usize,
}

/// Times the kernel families on what `options` name.
///
/// # Errors
/// As [`load::load`]'s, and as the plans'.
pub fn measure(options: &LoadOptions) -> Result<Families, Diag> {
    options.check()?;
    let subjects = subjects(options)?;
    let kernels = load_all(&subjects, options)?;
    let mut rows = vec![];
    let (mut arcs, mut walks) = (vec![], vec![]);
    for (Subject { plan, stage }, kernel) in subjects.iter().zip(&kernels) {
        let (_, search) = plan.searches().next().ok_or_else(nothing)?;
        let timed = Timed::new(plan, search, &**kernel, *stage)?;
        let row = timed.row();
        match row.test {
            None => walks.push((timed.per_input(), timed.shares(|p| [&mut p.item, &mut p.walk]))),
            Some(TestPlan { test: Test::Arcs, .. }) => {
                arcs.push((timed.per_input(), timed.shares(|p| [&mut p.packet, &mut p.arc])));
            }
            Some(_) => {}
        }
        rows.push(row);
    }
    let [item, walk] = fit(&walks);
    let [packet, arc] = fit(&arcs);
    let plan = &subjects[0].plan;
    let device = kernels.first().map_or_else(String::new, |kernel| device(&**kernel));
    let (seed, confirm) = (seeding(plan)?, confirming(plan)?);
    let profile = Profile { device, seed, item, walk, packet, arc, confirm, tests: tests(&rows) };
    Ok(Families { rows, profile })
}

/// "rust-simd avx512" of "rust-simd avx512 (name)".
fn device(kernel: &dyn Kernel) -> String {
    let text = kernel.describe();
    text.split(" (").next().unwrap_or(&text).to_owned()
}

fn nothing() -> Diag {
    Diag::new(DiagKind::Internal, "a kernel to be timed has nothing to search")
}

/// Every plan whose first stage, or whose walk, is timed.
fn subjects(options: &LoadOptions) -> Result<Vec<Subject>, Diag> {
    let mut subjects = vec![];
    for (function, range, bits, word) in TESTED {
        for &test in Test::OF_INTERVALS {
            // Quotients are shared in lanes of binary64 only.
            if (test, word) == (Test::Shared, TestWord::U64) {
                continue;
            }
            for division in DIVISIONS {
                for lg in LENGTHS {
                    let overrides = Overrides {
                        test: Some(test),
                        division: Some(division),
                        interval: Some(1 << lg),
                        ..Overrides::default()
                    };
                    let plan = planned(options, (function, range, bits), overrides)?;
                    subjects.push(Subject { plan, stage: 0 });
                }
            }
        }
    }
    let function = "exp";
    for (range, bits) in ARCS {
        let overrides = Overrides { test: Some(Test::Arcs), ..Overrides::default() };
        subjects.push(Subject {
            plan: planned(options, (function, range, bits), overrides)?,
            stage: 0,
        });
    }
    for lg in LENGTHS {
        let (_, range, bits, _) = TESTED[0];
        let overrides = Overrides { interval: Some(1 << lg), ..Overrides::default() };
        let plan = planned(options, (function, range, bits), overrides)?;
        let stage = plan.kernels[0].stages.len() - 1;
        subjects.push(Subject { plan, stage });
    }
    Ok(subjects)
}

fn planned(
    options: &LoadOptions,
    (function, range, bits): (&str, &str, u32),
    overrides: Overrides,
) -> Result<Plan, Diag> {
    plan::make(&Request {
        bits: Some(bits),
        target: options.target.clone(),
        overrides,
        ..Request::in_range(function, range)
    })
}

/// The kernel of the first span of each plan.
fn load_all(subjects: &[Subject], options: &LoadOptions) -> Result<Vec<Arc<dyn Kernel>>, Diag> {
    let load = |subject: &Subject| {
        let plan = subject.plan.clone();
        let command = plan.request.command("gen");
        let loaded = load::load(plan, options, &command)?;
        loaded.kernels.into_iter().next().ok_or_else(nothing)
    };
    subjects.par_iter().map(load).collect()
}

/// A stage of a kernel with what it took.
struct Timed<'a> {
    plan: &'a Plan,
    search: &'a SearchSpan,
    stage: usize,
    /// Nanoseconds an item.
    item: f64,
}

impl<'a> Timed<'a> {
    fn new(
        plan: &'a Plan,
        search: &'a SearchSpan,
        kernel: &dyn Kernel,
        stage: usize,
    ) -> Result<Self, Diag> {
        let span = plan.searches().next().ok_or_else(nothing)?.0;
        let seeds = seed::block(plan, span, search, 0)?.seeds(&plan.kernels[search.kernel]);
        let item_inputs = plan.kernels[search.kernel].stages[stage].item_inputs();
        let items: Vec<u64> =
            (0..plan.kernels[search.kernel].block_inputs / item_inputs).take(MOST_ITEMS).collect();
        let mut found = vec![];
        let mut run = || {
            found.clear();
            kernel.run_stage(stage, &seeds[stage], black_box(&items), &mut found)
        };
        let mut least = f64::INFINITY;
        for _ in 0..5 {
            let (clock, mut runs) = (Instant::now(), 0);
            while clock.elapsed() < LEAST {
                run()?;
                runs += 1;
            }
            least = least.min(clock.elapsed().as_secs_f64() / f64::from(runs));
        }
        Ok(Timed { plan, search, stage, item: least * 1e9 / items.len() as f64 })
    }

    fn kernel(&self) -> &KernelPlan {
        &self.plan.kernels[self.search.kernel]
    }

    fn per_input(&self) -> f64 {
        self.item / self.kernel().stages[self.stage].item_inputs() as f64
    }

    fn row(&self) -> Row {
        let stage = &self.kernel().stages[self.stage];
        let (test, inputs) = match stage.test() {
            None => (None, stage.item_inputs()),
            Some(Test::Arcs) => {
                let none = (Division::Native, TestWord::F64);
                let test = TestPlan { test: Test::Arcs, division: none.0, word: none.1 };
                (Some(test), stage.item_inputs() / stage.strands())
            }
            Some(_) => (stage.existence_test(), stage.part_inputs),
        };
        let unit = if test.is_some() { inputs as f64 } else { 1.0 };
        let built_in = self.predicted(&Profile::default());
        Row { test, inputs, nanoseconds: unit * self.per_input(), built_in: unit * built_in }
    }

    /// The time that a profile predicts for the stage: nanoseconds an input of those that it is given.
    fn predicted(&self, profile: &Profile) -> f64 {
        self.search.stage_cost(profile, self.stage)
    }

    /// Nanoseconds an input for one nanosecond of each of two parts of a profile: predictions are
    /// linear in them.
    fn shares(&self, parts: impl Fn(&mut Profile) -> [&mut f64; 2]) -> [f64; 2] {
        [0, 1].map(|which| {
            let mut unit = Profile {
                device: String::new(),
                seed: 0.0,
                item: 0.0,
                walk: 0.0,
                packet: 0.0,
                arc: 0.0,
                confirm: 0.0,
                tests: vec![],
            };
            *parts(&mut unit)[which] = 1.0;
            self.predicted(&unit)
        })
    }
}

/// Items that are timed at once.
const MOST_ITEMS: usize = 16;

/// Nanoseconds to seed a block.
fn seeding(plan: &Plan) -> Result<f64, Diag> {
    let (clock, mut blocks) = (Instant::now(), 0);
    visit_blocks(plan, &mut |_, block| {
        black_box(block);
        blocks += 1;
        Ok(())
    })?;
    Ok(clock.elapsed().as_secs_f64() * 1e9 / f64::from(blocks.max(1)))
}

/// Nanoseconds to confirm a candidate.
fn confirming(plan: &Plan) -> Result<f64, Diag> {
    const CANDIDATES: u64 = 1000;
    let (span, search) = plan.searches().next().ok_or_else(nothing)?;
    let judge = Judge {
        spec: &plan.spec,
        segment: &plan.segments[span.segment],
        spacing: search.spacing,
        rounding: plan.request.rounding,
        epsilon: &plan.epsilon(),
        emax: plan.output.emax,
    };
    let clock = Instant::now();
    for candidate in span.inputs.clone().take(CANDIDATES as usize) {
        let verdict = judge.judge(candidate);
        black_box(verdict).map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
    }
    Ok(clock.elapsed().as_secs_f64() * 1e9 / CANDIDATES as f64)
}

/// The costs of existence tests: a line through the rows of each.
fn tests(rows: &[Row]) -> Vec<TestCost> {
    let of_intervals = |row: &&Row| row.test.is_some_and(|test| test.test != Test::Arcs);
    let mut plans: Vec<TestPlan> =
        rows.iter().filter(of_intervals).filter_map(|r| r.test).collect();
    plans.dedup();
    let cost = |plan: TestPlan| {
        let own = rows.iter().filter(|row| row.test == Some(plan));
        let points: Vec<_> =
            own.map(|row| (row.nanoseconds, [1.0, (row.inputs as f64).log2()])).collect();
        let [fixed, per_bit] = fit(&points);
        let TestPlan { test, division, word } = plan;
        TestCost { test, division, word, fixed, per_bit }
    };
    let mut costs: Vec<TestCost> = plans.into_iter().map(cost).collect();
    // The fastest first: among equals the planner takes the first.
    let middle = |cost: &TestCost| cost.fixed + 12.0 * cost.per_bit;
    costs.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    costs
}

/// The two numbers, not negative, that fit times as sums of shares best, in relative terms.
fn fit(points: &[(f64, [f64; 2])]) -> [f64; 2] {
    let sum = |of: &dyn Fn([f64; 2]) -> f64| -> f64 {
        points.iter().map(|(time, [a, b])| of([a / time, b / time])).sum()
    };
    let (aa, ab, bb) = (sum(&|[a, _]| a * a), sum(&|[a, b]| a * b), sum(&|[_, b]| b * b));
    let (a, b) = (sum(&|[a, _]| a), sum(&|[_, b]| b));
    let alone = |one: f64, square: f64| if square > 0.0 { one / square } else { 0.0 };
    let determinant = aa * bb - ab * ab;
    if determinant <= 1e-12 * aa * bb {
        return [0.0, alone(b, bb)];
    }
    let both = [(a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant];
    match both {
        [x, _] if x < 0.0 => [0.0, alone(b, bb)],
        [_, y] if y < 0.0 => [alone(a, aa), 0.0],
        both => both,
    }
}

/// The measurements as a table.
pub fn table(families: &Families) -> String {
    let mut table =
        Table::new(&["family", "N", "ns a part", "inputs/s", "built-in profile", "measured/that"]);
    for row in &families.rows {
        table.row([
            row.family(),
            format!("2^{}", row.inputs.ilog2()),
            format!("{:.3}", row.nanoseconds),
            format!("{:.2e}", row.rate()),
            format!("{:.3}", row.built_in),
            format!("{:.2}", row.nanoseconds / row.built_in),
        ]);
    }
    let Profile { device, seed, item, walk, packet, arc, confirm, .. } = &families.profile;
    let parts = [
        ("a seed", seed),
        ("an item", item),
        ("a step of a walk", walk),
        ("a packet", packet),
        ("an arc", arc),
        ("a confirmation", confirm),
    ];
    let parts: Vec<String> =
        parts.iter().map(|(name, time)| format!("{name} {time:.2} ns")).collect();
    let lines = [format!("{device}: {}", parts.join(", ")), String::new()];
    iter::once(table.to_string()).chain(lines).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_are_exact_where_they_can_be() {
        let points = |x: f64, y: f64| {
            [[1.0, 8.0], [1.0, 16.0], [1.0, 3.0]].map(|[a, b]| (a * x + b * y, [a, b]))
        };
        for (x, y) in [(3.0, 0.5), (0.1, 7.0)] {
            let [a, b] = fit(&points(x, y));
            assert!((a - x).abs() < 1e-9 && (b - y).abs() < 1e-9, "{a} {b}");
        }
        // Never negative.
        let [a, b] = fit(&[(1.0, [1.0, 8.0]), (4.0, [1.0, 16.0])]);
        assert!(a == 0.0 && b > 0.1, "{a} {b}");
        // One unknown alone.
        assert_eq!(fit(&[(2.0, [0.0, 1.0])]), [0.0, 2.0]);
    }

    /// On the interpreter, which is slow: a few rows only.
    #[test]
    fn what_is_measured_is_what_was_planned() {
        let options = LoadOptions { target: load::INTERPRETER.into(), ..LoadOptions::default() };
        let subjects = subjects(&options).expect("plans");
        for Subject { plan, .. } in &subjects {
            let overrides = &plan.request.overrides;
            let stage = &plan.kernels[0].stages[0];
            assert!(overrides.test.is_none_or(|test| stage.test() == Some(test)));
            let test = stage.existence_test();
            assert!(overrides.division.is_none_or(|d| test.is_some_and(|t| t.division == d)));
        }
        let words = |word: TestWord| {
            let tests =
                subjects.iter().filter_map(|s| s.plan.kernels[0].stages[0].existence_test());
            tests.filter(|test| test.word == word).count()
        };
        assert!(words(TestWord::F64) >= 48 && words(TestWord::U64) >= 36);
        let few = [subjects.len() - 5, subjects.len() - 4, subjects.len() - 1];
        let (few, kernels): (Vec<&Subject>, Vec<_>) = few
            .iter()
            .map(|&index| (&subjects[index], load_all(&subjects[index..=index], &options)))
            .unzip();
        for (Subject { plan, stage }, kernel) in few.into_iter().zip(kernels) {
            let (_, search) = plan.searches().next().expect("a search");
            let kernel = kernel.expect("a kernel").remove(0);
            let timed = Timed::new(plan, search, &*kernel, *stage).expect("a time");
            assert!(timed.row().nanoseconds > timed.row().built_in, "{:?}", timed.row());
        }
    }
}
