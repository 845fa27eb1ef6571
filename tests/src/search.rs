//! The project's own search, from a request to what it found.

use crate::brute::{Case, Found};
use crate::hex;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use tmd_codegen::confirm::Verdict;
use tmd_codegen::interpreter::Interpreted;
use tmd_codegen::plan::{self, Plan};
use tmd_codegen::request::Request;
use tmd_codegen::search::{self, Report};
use tmd_codegen::target::rust_simd::RustSimd;
use tmd_codegen::{bundle, diag::Diag};
use tmd_runtime::{CpuConfig, CpuDevice, Device, Kernel, Level, Options};

/// What runs the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The interpreter of the intermediate representation.
    Interpreter,
    /// Emitted Rust, compiled for a level.
    Native(Level),
}

/// The CPU at a level, one device for a process. Compiled kernels are kept in `TMD_CACHE_DIR`, else in
/// the workspace's target directory.
pub fn device(level: Level) -> &'static CpuDevice {
    static DEVICES: OnceLock<Vec<CpuDevice>> = OnceLock::new();
    let devices = DEVICES.get_or_init(|| {
        let cache_dir = std::env::var_os("TMD_CACHE_DIR").map_or_else(
            || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../target/tmd-test-cache")),
            PathBuf::from,
        );
        let config = CpuConfig { cache_dir, ..CpuConfig::from_env() };
        Level::ALL.map(|level| CpuDevice::new(CpuConfig { level, ..config.clone() })).into()
    });
    let index = Level::ALL.iter().position(|l| *l == level).unwrap_or(Level::ALL.len() - 1);
    &devices[index]
}

/// The levels to test. A level that the machine lacks is skipped, and said so; with the variable
/// `TMD_REQUIRE_LEVELS` it is a failure.
///
/// # Panics
/// If a level is required and missing.
pub fn levels() -> Vec<Level> {
    let (here, missing): (Vec<_>, Vec<_>) = Level::ALL.into_iter().partition(|l| l.is_available());
    for level in missing {
        let skipped = format!("level {level} is not tested: this machine has no {level}");
        assert!(std::env::var_os("TMD_REQUIRE_LEVELS").is_none(), "{skipped}");
        println!("{skipped} (TMD_REQUIRE_LEVELS makes this a failure)");
    }
    here
}

/// The kernels of a plan, in order.
///
/// # Panics
/// If one cannot be emitted, compiled or loaded.
pub fn kernels(plan: &Plan, engine: Engine) -> Vec<Arc<dyn Kernel>> {
    (0..plan.kernels.len()).map(|index| kernel(plan, index, engine)).collect()
}

/// One kernel of a plan.
///
/// # Panics
/// As [`kernels`].
pub fn kernel(plan: &Plan, index: usize, engine: Engine) -> Arc<dyn Kernel> {
    match engine {
        Engine::Interpreter => {
            let kernel = Interpreted::new(&plan.kernels[index]);
            Arc::new(kernel.unwrap_or_else(|diag| panic!("{}", diag.render(false))))
        }
        Engine::Native(level) => {
            let bundle = bundle::emit(plan, index, &RustSimd, "tests")
                .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
            device(level).load(&bundle).unwrap_or_else(|error| panic!("{error}"))
        }
    }
}

/// A plan, with the diagnostic as the panic's message if there is none.
///
/// # Panics
/// If the request cannot be planned.
pub fn plan(request: &Request) -> Plan {
    plan::make(request).unwrap_or_else(|diag| panic!("{request:?}: {}", diag.render(false)))
}

/// Runs a plan to its end and checks that the report is complete: no error, no gap, each input once.
///
/// # Panics
/// If it is not.
pub fn run(plan: &Plan, kernels: &[Arc<dyn Kernel>], threads: usize) -> Report {
    let options = Options { threads, ..Options::default() };
    let report = search::run(plan, kernels, &options, &());
    if let Some(diag) = &report.error {
        panic!("{}", diag.render(false));
    }
    assert!(!report.stopped);
    assert_eq!(report.gaps(plan), []);
    assert_eq!(report.inputs(), plan.inputs());
    report
}

/// What a report found, for comparison with [`crate::brute::search`].
///
/// # Panics
/// If an input is undecided, or an input does not read back.
pub fn found(report: &Report) -> Found {
    assert_eq!(report.unknown().count(), 0, "undecided inputs");
    let mut found = Found::default();
    for finding in &report.findings {
        let x = hex::parse(&finding.x).unwrap_or_else(|| panic!("not a number: {}", finding.x));
        match finding.verdict {
            Verdict::Hard { identical_bits, kind, .. } => {
                found.cases.push(Case { x, kind, identical_bits });
            }
            Verdict::Exact(kind) => found.exact.push((x, kind)),
            Verdict::Ordinary | Verdict::Unknown(_) => {}
        }
    }
    found
}

/// From a request to what was found.
///
/// # Errors
/// If the request cannot be planned.
pub fn search(request: &Request, engine: Engine, threads: usize) -> Result<Found, Diag> {
    let plan = plan::make(request)?;
    Ok(found(&run(&plan, &kernels(&plan, engine), threads)))
}
