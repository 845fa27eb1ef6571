//! The hunter: random searches on everything that runs kernels, compared with brute force, until the time is up.
//!
//! A round is a function, formats and a range (`ask`), planned as the project plans it or with parts of the plan forced.
//! Brute force goes over all inputs (`walk`) and breakpoints of the inverse (`inverse`) once; then the search runs on
//! several runners (`kernels`), some of it as a campaign that is left off and resumed, and some of it on ranges beside it
//! that the same kernels can serve. `answer` reads what the project says, and `compare` compares. What is missed is
//! shrunk to a range that is as short as possible, and printed with its command.
//!
//! A round follows from the seed and its number alone.

mod answer;
mod ask;
mod compare;
mod inverse;
mod kernels;
mod numbers;
mod quick;
mod tally;
mod walk;
mod watch;

pub use tally::Tally;

use crate::engine;
use crate::random::Random;
use answer::{Answer, Failed, Run};
use ask::Ask;
use compare::{Miss, Wants};
use kernels::{Kernels, Runner};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tmd_codegen::plan::Plan;
use watch::Watch;

/// How to hunt.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// For how long.
    pub time: Duration,
    /// What everything follows from.
    pub seed: u64,
    /// This round only.
    pub only: Option<u64>,
    /// Rounds at the same time.
    pub threads: usize,
}

/// A seed that nobody knows before.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // The standard library's hash maps are seeded by the operating system. Short, to be typed.
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 32
}

/// After so many misses the hunt ends.
const MOST_MISSES: usize = 12;

/// Hunts until the time is up, and says what was done.
///
/// # Panics
/// If there is no directory for temporary files.
pub fn hunt(settings: &Settings) -> Tally {
    // Kernels of random searches are not needed again.
    let directory = tempfile::tempdir().expect("a directory for kernels");
    engine::keep_kernels_in(directory.path().to_owned());
    let hunter = Hunter {
        settings: *settings,
        kernels: Kernels::new(),
        tally: Mutex::new(Tally { seed: settings.seed, ..Tally::default() }),
        watch: Watch::default(),
    };
    let start = Instant::now();
    let next = AtomicU64::new(settings.only.unwrap_or(0));
    std::thread::scope(|scope| {
        scope.spawn(|| hunter.watch.watch());
        let work = || {
            while start.elapsed() < settings.time && hunter.tally().misses.len() < MOST_MISSES {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if settings.only.is_some_and(|only| only != number) {
                    break;
                }
                hunter.round(number);
            }
        };
        let threads: Vec<_> = (0..settings.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let ends: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        hunter.watch.end();
        assert!(ends.iter().all(Result::is_ok), "a thread of the hunter panicked");
    });
    hunter.tally.into_inner().unwrap_or_else(PoisonError::into_inner)
}

struct Hunter {
    settings: Settings,
    kernels: Kernels,
    tally: Mutex<Tally>,
    watch: Watch,
}

/// More inputs than this are not searched by an interpreter,
const MOST_INTERPRETED: i128 = 1 << 17;
/// nor one by one.
const MOST_DIRECT: u64 = 1 << 13;

/// A search with its plan and what is wanted of it.
struct Planned {
    ask: Ask,
    plan: Plan,
    wants: Wants,
}

impl Hunter {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn round(&self, number: u64) {
        // Mixed, for the sequences of neighbouring seeds are the same but for a step.
        let mut random = Random::new(Random::new(self.settings.seed.wrapping_add(number)).next());
        self.tally().rounds += 1;
        let ask = ask::ask(&mut random);
        let Some(planned) = self.planned(number, ask, &mut random) else { return };
        let main = self.runner(&mut random, &planned.ask);
        self.check(number, &planned, main, true, &mut random);
        if random.unit() < 0.7 {
            let lanes = Runner::Lanes(lanes(&mut random));
            self.check(number, &planned, lanes, true, &mut random);
        }
        if random.unit() < 0.6 {
            let level = random.below(self.kernels.levels().len() as u64) as usize;
            self.check(number, &planned, Runner::Precompiled(level), false, &mut random);
        }
        if random.unit() < 0.12 {
            self.campaign(number, &planned, main, &mut random);
        }
        for _ in 0..3 {
            let beside = ask::shifted(&planned.ask, &mut random);
            let beside = Ask { bits: Some(planned.plan.bits), ..beside };
            if let Some(beside) = self.planned(number, beside, &mut random) {
                self.check(number, &beside, main, false, &mut random);
            }
        }
    }

    /// Mostly emitted code; where it is compiled for nothing, the interpreter.
    fn runner(&self, random: &mut Random, ask: &Ask) -> Runner {
        let engines = self.kernels.engines();
        let levels = self.kernels.levels().len() as u64;
        let others = engines.len() as u64 - levels;
        match random.below(10) {
            0 if ask.count() <= MOST_INTERPRETED => Runner::Lanes(lanes(random)),
            1..=3 if others > 0 => Runner::Emitted((levels + random.below(others)) as usize),
            _ => Runner::Emitted(random.below(levels) as usize),
        }
    }

    /// Plans a search and goes over its inputs. A range that is too long for that is halved.
    fn planned(&self, number: u64, mut ask: Ask, random: &mut Random) -> Option<Planned> {
        loop {
            let command = self.command(&ask, None);
            self.watch.begin(&command);
            let plan = match answer::plan(&ask) {
                Ok(plan) => plan,
                Err(failed) => {
                    self.failed(number, &ask, None, failed);
                    return None;
                }
            };
            let direct: u64 = *answer::ways(&plan).get("one by one").unwrap_or(&0);
            if direct <= MOST_DIRECT
                && let Some(wants) = compare::wants(&ask, plan.bits, random)
            {
                return Some(Planned { ask, plan, wants });
            }
            if ask.count() < 16 {
                return None;
            }
            self.tally().halved += 1;
            ask.places = half(&ask.places, random.below(2) == 0);
        }
    }

    /// Runs a search and compares.
    fn check(
        &self,
        number: u64,
        planned: &Planned,
        runner: Runner,
        compile: bool,
        random: &mut Random,
    ) {
        let Planned { ask, plan, .. } = planned;
        if matches!(runner, Runner::Lanes(_)) && ask.count() > MOST_INTERPRETED {
            return;
        }
        let run = self.run(ask, runner, compile, 1 + random.below(2) as usize);
        match run.search(plan) {
            Ok(answer) => {
                let through = answer::in_kernels(plan);
                let mut tally = self.tally();
                tally.searches += 1;
                tally.inputs += ask.count() as u64;
                tally.kernel_inputs += through;
                tally.with_inverse += u64::from(ask.with_inverse);
                if through > 0 {
                    let entry = tally.runners.entry(self.kernels.name(runner)).or_default();
                    *entry = (entry.0 + 1, entry.1 + through);
                }
                for (way, count) in answer::ways(plan) {
                    *tally.ways.entry(way).or_default() += count;
                }
                drop(tally);
                self.compare(number, planned, runner, answer, random);
            }
            Err(failed) => self.failed(number, ask, Some(runner), failed),
        }
    }

    fn run(&self, ask: &Ask, runner: Runner, compile: bool, threads: usize) -> Run<'_> {
        let stop = self.watch.begin(&self.command(ask, Some(runner)));
        Run { kernels: &self.kernels, runner, compile, threads, stop }
    }

    fn compare(
        &self,
        number: u64,
        planned: &Planned,
        runner: Runner,
        answer: Answer,
        random: &mut Random,
    ) {
        let Planned { ask, plan, wants } = planned;
        let (compared, misses) = compare::compare(ask, plan.bits, wants, answer);
        self.tally().compared(compared);
        let Some(first) = misses.first() else { return };
        let kinds: std::collections::BTreeSet<_> = misses.iter().map(|miss| miss.what).collect();
        let before = self.report(
            number,
            ask,
            Some(runner),
            first,
            &format!("{} of these: {kinds:?}", misses.len()),
        );
        if before < 4 {
            self.shrink(number, &Ask { bits: Some(plan.bits), ..ask.clone() }, runner, random);
        }
    }

    /// A campaign that is left off and resumed, and then asked for something else.
    fn campaign(&self, number: u64, planned: &Planned, runner: Runner, random: &mut Random) {
        let Planned { ask, plan, .. } = planned;
        let dir = match tempfile::tempdir() {
            Ok(dir) => dir,
            Err(error) => panic!("no directory for a campaign: {error}"),
        };
        let dir = dir.path().join("campaign");
        let run = self.run(ask, runner, true, 1 + random.below(2) as usize);
        match run.campaign(ask, plan, &dir, random) {
            Ok((answer, units)) => {
                let mut tally = self.tally();
                tally.campaigns = (tally.campaigns.0 + 1, tally.campaigns.1 + units as u64);
                drop(tally);
                self.compare(number, planned, runner, answer, random);
            }
            Err(failed) => return self.failed(number, ask, Some(runner), failed),
        }
        let bits = Some(plan.bits);
        let inverse = Ask { with_inverse: !ask.with_inverse, bits, ..ask.clone() };
        let harder = Ask { bits: Some(plan.bits + 1), ..ask.clone() };
        let rounding = Ask { rounding: other_rounding(ask.rounding), bits, ..ask.clone() };
        for other in [inverse, harder, rounding] {
            self.reuse(number, other, runner, &dir, random);
        }
    }

    /// Asks a finished campaign for another search. It should refuse; what it says otherwise should be right.
    fn reuse(&self, number: u64, ask: Ask, runner: Runner, dir: &Path, random: &mut Random) {
        let plan = match answer::plan(&ask) {
            Ok(plan) => plan,
            Err(failed) => return self.failed(number, &ask, None, failed),
        };
        match self.run(&ask, runner, true, 1).reuse(&ask, &plan, dir) {
            Ok(answer) => {
                let Some(wants) = compare::wants(&ask, plan.bits, random) else { return };
                self.compare(number, &Planned { ask, plan, wants }, runner, answer, random);
            }
            Err(Failed::Refused(_)) => self.tally().reuse_refused += 1,
            Err(failed) => self.failed(number, &ask, Some(runner), failed),
        }
    }

    fn failed(&self, number: u64, ask: &Ask, runner: Option<Runner>, failed: Failed) {
        match failed {
            Failed::NoKernels => {}
            Failed::Refused(message) => self.tally().refuse(&message),
            Failed::Broken(why) => {
                let miss = Miss { what: "broken", x: String::new(), why };
                self.report(number, ask, runner, &miss, "");
            }
        }
    }

    /// Halves the range while a miss remains in it.
    fn shrink(&self, number: u64, ask: &Ask, runner: Runner, random: &mut Random) {
        let mut ask = ask.clone();
        let mut last = None;
        'halving: while ask.count() > 1 {
            let quarter = ask.count() / 4;
            let middle = ask.places.start + quarter..ask.places.end - quarter;
            for places in [half(&ask.places, true), half(&ask.places, false), middle] {
                let shorter = Ask { places, ..ask.clone() };
                if shorter.count() < ask.count()
                    && let Some(miss) = self.misses(&shorter, runner, random)
                {
                    ask = shorter;
                    last = Some(miss);
                    continue 'halving;
                }
            }
            break;
        }
        if let Some(miss) = last {
            let text = self.text(number, &ask, Some(runner), &miss, "shrunk");
            println!("{text}");
            if let Some(last) = self.tally().misses.last_mut() {
                *last = text;
            }
        }
    }

    fn misses(&self, ask: &Ask, runner: Runner, random: &mut Random) -> Option<Miss> {
        let plan = answer::plan(ask).ok()?;
        let wants = compare::wants(ask, plan.bits, random)?;
        let answer = self.run(ask, runner, true, 1).search(&plan).ok()?;
        compare::compare(ask, plan.bits, &wants, answer).1.into_iter().next()
    }

    /// Prints a miss at once, and keeps it; how many there were before.
    fn report(
        &self,
        number: u64,
        ask: &Ask,
        runner: Option<Runner>,
        miss: &Miss,
        more: &str,
    ) -> usize {
        let text = self.text(number, ask, runner, miss, more);
        println!("{text}");
        let mut tally = self.tally();
        tally.misses.push(text);
        tally.misses.len() - 1
    }

    fn text(
        &self,
        number: u64,
        ask: &Ask,
        runner: Option<Runner>,
        miss: &Miss,
        more: &str,
    ) -> String {
        let Miss { what, x, why } = miss;
        let command = self.command(ask, runner);
        let seed = self.settings.seed;
        format!(
            "MISS ({what}) at x = {x}: {why}\n  {more}\n  {command}\n  hunt --seed {seed} --only {number}"
        )
    }

    fn command(&self, ask: &Ask, runner: Option<Runner>) -> String {
        let options = runner.map_or(String::new(), |runner| self.kernels.options(runner));
        format!("{} {options}", ask.request().command("search"))
    }
}

/// Those of the targets, or others.
fn lanes(random: &mut Random) -> usize {
    const OF_TARGETS: [usize; 7] = [2, 4, 8, 16, 32, 32, 128];
    match random.below(4) {
        0 => 1 << random.below(8),
        _ => OF_TARGETS[random.below(OF_TARGETS.len() as u64) as usize],
    }
}

fn half(places: &Range<i128>, first: bool) -> Range<i128> {
    let middle = places.start + (places.end - places.start) / 2;
    if first { places.start..middle } else { middle..places.end }
}

fn other_rounding(rounding: tmd_codegen::request::Rounding) -> tmd_codegen::request::Rounding {
    use tmd_codegen::request::Rounding;
    match rounding {
        Rounding::Nearest => Rounding::All,
        Rounding::All => Rounding::Directed,
        Rounding::Directed => Rounding::Nearest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;
    use std::collections::BTreeSet;
    use tmd_codegen::request::{Overrides, Rounding};
    use tmd_codegen::spec::functions;

    fn sine() -> Ask {
        let function = functions::find("sin").expect("a function");
        Ask {
            tree: Tree::Apply(function, 0, false, Box::new(Tree::X)),
            input: 16.into(),
            output: 16.into(),
            places: 0..1,
            rounding: Rounding::All,
            bits: Some(6),
            with_inverse: true,
            overrides: Overrides::default(),
        }
    }

    /// The kinds of misses in an answer that something is done to.
    fn found_wrong(spoil: impl FnOnce(&mut Answer)) -> BTreeSet<&'static str> {
        let mut ask = sine();
        // From 1/2 on.
        let start = ask.numbers().place(&rug::Float::with_val(16, 0.5));
        ask.places = start..start + (1 << 14);
        let kernels = Kernels::new();
        let plan = answer::plan(&ask).expect("a plan");
        assert!(answer::in_kernels(&plan) > 0);
        let wants = compare::wants(&ask, plan.bits, &mut Random::new(1)).expect("walked over");
        let watch = Watch::default();
        let run = Run {
            kernels: &kernels,
            runner: Runner::Lanes(8),
            compile: false,
            threads: 1,
            stop: watch.begin(""),
        };
        let mut answer = run.search(&plan).expect("an answer");
        assert!(answer.said.len() > 100 && answer.inverse.len() > 100);
        spoil(&mut answer);
        let (compared, misses) = compare::compare(&ask, plan.bits, &wants, answer);
        assert!(compared.cases > 100 && compared.inverse > 100, "{compared:?}");
        misses.into_iter().map(|miss| miss.what).collect()
    }

    #[test]
    fn what_is_left_out_added_or_changed_is_noticed() {
        assert_eq!(found_wrong(|_| {}), [].into());
        assert_eq!(found_wrong(|answer| drop(answer.said.pop_first())), ["missed"].into());
        assert_eq!(
            found_wrong(|answer| drop(answer.inverse.pop_last())),
            ["the inverse: missed"].into()
        );
        let moved = |answer: &mut Answer| {
            let (x, said) = answer.said.pop_first().expect("a case");
            let beside = x.clone() + (rug::Rational::from(1) << -16);
            assert!(answer.said.insert(beside, said).is_none());
        };
        assert_eq!(found_wrong(moved), ["missed", "too many"].into());
        let incomplete = |answer: &mut Answer| answer.incomplete = Some("a gap".to_owned());
        assert_eq!(found_wrong(incomplete), ["incomplete"].into());
    }
}
