//! Handles that macros make: what they hold, and that their kernels run.

#![cfg(feature = "generate")]

use tmd_runtime::{Embedded, Level, Options};

/// The 2^33 first inputs of the range whose 243 cases are published.
const EXP: Embedded = tmd_macros::kernel! {
    function: exp(x),
    range: "1,0x1.00001p0",
    input_precision: 54,
    rounding: directed,
    bits: 33,
};

const OPENCL: Embedded = tmd_macros::kernel! {
    function: exp(x),
    binade: 128..256,
    precision: 53,
    target: opencl,
};

const CHECKED_IN: Embedded = tmd_macros::bundle!("../generated/src/exp_1_0x1_0008p0_k0");

#[tmd_macros::function(binade = 1..2, precision = 16, bits = 8)]
fn product(x: f64) -> f64 {
    exp(x) * sin(x) / 3
}

mod inner {
    #[tmd_macros::function]
    pub(crate) fn root(x: f64) -> f64 {
        sqrt(powi(x, 2) + 1)
    }
}

/// The inputs that may be hard to round, at a level.
fn candidates(embedded: &Embedded, level: Level) -> Vec<String> {
    let kernels = embedded.precompiled(level).expect("kernels");
    let package = embedded.package().expect("package");
    let found = package.search(&kernels, &Options::default(), &()).expect("search");
    let found = found.complete().expect("the end of the search");
    found.candidates.iter().map(|candidate| candidate.input.to_string()).collect()
}

#[test]
fn kernels_run_at_all_levels() {
    let portable = candidates(&EXP, Level::Portable);
    assert!(!portable.is_empty(), "2 or so are expected");
    for level in Level::available() {
        assert_eq!(candidates(&EXP, level), portable, "{level}");
        assert!(!candidates(&product::PACKAGE, level).is_empty(), "{level}");
    }
}

#[test]
fn handles_hold_plan_source_and_entry_points() {
    assert_eq!(OPENCL.target, "opencl");
    assert_eq!(OPENCL.command, "tmd-codegen gen 'exp(x)' --binade 128..256 --target opencl");
    assert!(OPENCL.plan.contains("\"function\""));
    assert!(OPENCL.blocks.is_none(), "a binade has too many");
    assert_eq!(OPENCL.package().expect("package").bundles.len(), OPENCL.kernels.len());
    for kernel in OPENCL.kernels {
        let manifest = kernel.parse_manifest().expect("manifest");
        let (name, text) = kernel.files.iter().find(|(name, _)| *name == "gpu.cl").expect("source");
        for stage in &manifest.stages {
            assert!(text.contains(&stage.entry), "{} in {name}", stage.entry);
        }
        assert!(kernel.run.is_none() && kernel.precompiled(Level::Portable).is_err());
    }
    assert_eq!(EXP.kernels.len(), 1);
    assert!(EXP.kernels[0].files.iter().any(|(name, _)| *name == "avx512.rs"));
}

/// The same kernel, made before: it runs, but has no blocks of its own.
#[test]
fn bundles_run_with_the_blocks_of_another_plan() {
    let kernel = CHECKED_IN.kernels[0];
    assert!(CHECKED_IN.blocks.is_none());
    let manifest = kernel.parse_manifest().expect("manifest");
    let run = kernel.run.expect("Rust");
    let (last, walk) = manifest.stages.iter().enumerate().next_back().expect("stages");
    let seed = vec![0; walk.seed_words];
    let mut out = vec![0; walk.part_count as usize];
    for level in Level::available() {
        // The zero polynomial is a breakpoint everywhere: nothing may be excluded.
        assert_eq!(run(level, last, &seed, &[0], &mut out), out.len(), "{level}");
        assert_eq!(run(level, 99, &seed, &[0], &mut out), usize::MAX);
        assert_eq!(run(level, last, &[], &[0], &mut out), usize::MAX);
    }
}

#[test]
fn functions_can_be_called() {
    assert_eq!(product::FUNCTION, "exp(x) * sin(x) / 3");
    assert_eq!(product::PACKAGE.function, product::FUNCTION);
    assert!((product(1.0) - 1f64.exp() * 1f64.sin() / 3.0).abs() < 1e-15);
    assert_eq!(inner::root::FUNCTION, "sqrt(powi(x, 2) + 1)");
    assert_eq!(inner::root(0.0), 1.0);
}
