//! Silent faults: a device that finds less than it should is found out by the cases planted in every unit,
//! whichever lane, stage or word it goes wrong in; and one that is sound is not accused.

use std::sync::Arc;
use tmd_codegen::campaign::Campaign;
use tmd_codegen::campaign::canary::Canaries;
use tmd_codegen::campaign::worker::{self, Work};
use tmd_codegen::certificate::PLANTED;
use tmd_codegen::plan::Plan;
use tmd_codegen::request::Request;
use tmd_runtime::{Error, Kernel, Options, StageManifest};
use tmd_tests::engine::{Engine, engines};
use tmd_tests::search;

/// What a device does wrong.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// Nothing.
    None,
    /// It loses what one lane of so many finds in the first stage.
    Lane { lane: u64, lanes: u64 },
    /// It loses all but the first survivors of a stage: its buffer is cut short.
    Truncated { stage: usize, room: usize },
    /// A bit of a seed word of a stage is flipped.
    Flipped { stage: usize, word: usize, bit: u32 },
    /// It forgets every so many inputs in the last stage.
    Drops { every: u64 },
    /// It reports the parts next to those that survive.
    Shifted,
}

/// A kernel on such a device.
struct Faulty {
    inner: Arc<dyn Kernel>,
    fault: Fault,
    /// How many pieces of an item lanes share, in the first stage.
    strands: u64,
}

impl Kernel for Faulty {
    fn describe(&self) -> String {
        format!("{} with a fault", self.inner.describe())
    }

    fn stages(&self) -> &[StageManifest] {
        self.inner.stages()
    }

    fn run_stage(
        &self,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let mut seed = seed.to_vec();
        if let Fault::Flipped { stage: at, word, bit } = self.fault
            && at == stage
        {
            let words = seed.len();
            seed[word % words] ^= 1 << bit;
        }
        let mut found = vec![];
        self.inner.run_stage(stage, &seed, items, &mut found)?;
        let last = stage + 1 == self.stages().len();
        match self.fault {
            Fault::Lane { lane, lanes } if stage == 0 => {
                let parts = self.stages()[0].part_count;
                let piece = (parts / self.strands).max(1);
                found.retain(|part| part % parts / piece % lanes != lane);
            }
            Fault::Truncated { stage: at, room } if at == stage => found.truncate(room),
            Fault::Drops { every } if last => found.retain(|input| input % every != 0),
            Fault::Shifted if stage == 0 => found.iter_mut().for_each(|part| *part ^= 1),
            _ => {}
        }
        out.extend(found);
        Ok(())
    }
}

fn directory(name: &str) -> std::path::PathBuf {
    let dir = std::env::temp_dir().join(format!("tmd-faults-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    dir
}

/// A campaign by arcs, and one by intervals.
fn requests() -> [Request; 2] {
    let slice = |text: &str, range: &str, bits| Request {
        bits: Some(bits),
        ..Request::in_range(text, range)
    };
    [slice("exp", "1,0x1.0008p0", 36), slice("log", "0x1.8p0,0x1.80001p0", 30)]
}

fn broken(plan: &Plan, kernels: &[Arc<dyn Kernel>], fault: Fault) -> Vec<Arc<dyn Kernel>> {
    let of = |(inner, planned): (&Arc<dyn Kernel>, &tmd_codegen::design::KernelPlan)| {
        let strands = planned.stages[0].strands();
        Arc::new(Faulty { inner: inner.clone(), fault, strands }) as Arc<dyn Kernel>
    };
    kernels.iter().zip(&plan.kernels).map(of).collect()
}

#[test]
fn every_fault_is_found_out() {
    for (number, request) in requests().iter().enumerate() {
        let dir = directory(&number.to_string());
        let campaign = Campaign::create(&dir, request, 1e6).expect("a campaign");
        assert_eq!(campaign.units.len(), 1);
        let kernels = Engine::Native(tmd_runtime::Level::detect()).kernels(&campaign.plan);
        let canaries = Canaries::plant(&campaign.plan, &campaign.units[0]).expect("canaries");
        assert_eq!(canaries.count(), PLANTED * campaign.plan.kernels.len() as u64);
        let look = |fault: Fault| {
            canaries.look(&broken(&campaign.plan, &kernels, fault), &Options::default())
        };
        look(Fault::None).expect("a sound device");
        let last = kernels[0].stages().len() - 1;
        let mut faults = vec![Fault::Drops { every: 1 }, Fault::Drops { every: 3 }, Fault::Shifted];
        faults.extend((0..=last).map(|stage| Fault::Truncated { stage, room: 0 }));
        // One lane of a vector or of a warp, each in turn.
        for lanes in [2, 4, 8, 16, 32] {
            faults.extend((0..lanes).map(|lane| Fault::Lane { lane, lanes }));
        }
        // The leading words of the value decide what is near an integer.
        for stage in 0..=last {
            let words = campaign.plan.kernels[0].stages[stage].value.words;
            let degree = campaign.plan.kernels[0].stages[stage].value.degree;
            // Coefficients come highest first, each least word first: the last is the constant's.
            let word = (degree + 1) * words - 1;
            faults.extend([63, 60, 50, 41].map(|bit| Fault::Flipped { stage, word, bit }));
        }
        for fault in faults {
            let diag = look(fault).expect_err(&format!("{request:?}: {fault:?} was not found out"));
            assert!(diag.message.contains("planted cases were not found"), "{diag}");
        }
        std::fs::remove_dir_all(dir).expect("cleaned");
    }
}

/// The kernels of another plan are found out, and nothing is written.
#[test]
fn a_rejected_unit_is_not_counted_as_done() {
    let [request, other] = requests();
    let dir = directory("rejected");
    let campaign = Campaign::create(&dir, &request, 1e6).expect("a campaign");
    let engine = Engine::Native(tmd_runtime::Level::detect());
    let kernels = engine.kernels(&campaign.plan);
    for kernels in [
        broken(&campaign.plan, &kernels, Fault::Lane { lane: 3, lanes: 8 }),
        engine.kernels(&search::plan(&Request { bits: Some(60), ..other })),
    ] {
        let failed = worker::run(&campaign, &kernels, &Work::default(), &()).expect_err("rejected");
        println!("{failed}");
        assert!(!tmd_codegen::campaign::status::status(&campaign).is_complete());
    }
    let done = worker::run(&campaign, &kernels, &Work::default(), &()).expect("done");
    assert!(done.complete && done.searched == [0]);
    std::fs::remove_dir_all(dir).expect("cleaned");
}

/// Canaries are found by every engine that is sound, on its own way through batches and threads.
#[test]
fn sound_engines_are_not_accused() {
    let small =
        Request { precision: 24.into(), bits: Some(14), ..Request::in_range("exp", "1,1.5") };
    for (number, request) in requests().iter().chain([&small]).enumerate() {
        let dir = directory(&format!("sound-{number}"));
        let campaign = Campaign::create(&dir, request, 1e-3).expect("a campaign");
        for engine in engines() {
            let kernels = engine.kernels(&campaign.plan);
            for unit in campaign.units.iter().take(3).chain(campaign.units.last()) {
                let canaries = Canaries::plant(&campaign.plan, unit).expect("canaries");
                let options = Options { threads: 2, ..Options::default() };
                canaries
                    .look(&kernels, &options)
                    .unwrap_or_else(|diag| panic!("{engine:?}: {diag}"));
            }
        }
        std::fs::remove_dir_all(dir).expect("cleaned");
    }
}
