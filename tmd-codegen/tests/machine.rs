//! The machine code of a published search's kernel on every target.

use tmd_codegen::diag::DiagKind;
use tmd_codegen::generate;
use tmd_codegen::inspect::machine::{self, MachineKernel, MachineOptions, Outcome};
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::{Deployment, KernelBundle, Level};

/// The search whose 243 cases are published.
fn bundle(target: &str) -> KernelBundle {
    let request = Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        target: target.into(),
        ..Request::in_range("exp", "1,0x1.0008p0")
    };
    let bundles = generate(&request).unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    bundles.into_iter().next().expect("a kernel")
}

/// The kernels; where the compiler is missing, that is said, or is a failure if `variable` is set.
fn kernels(
    bundle: &KernelBundle,
    options: &MachineOptions,
    variable: &str,
) -> Option<Vec<MachineKernel>> {
    match machine::of(bundle, options).unwrap_or_else(|diag| panic!("{}", diag.render(false))) {
        Outcome::Machine(kernels) => Some(kernels),
        Outcome::Missing(why) => {
            let required = std::env::var_os(variable).is_some_and(|value| !value.is_empty());
            assert!(!required, "{why}");
            println!("skipped: {why} ({variable} makes this a failure)");
            None
        }
    }
}

/// What holds for the kernels of every target.
fn check(bundle: &KernelBundle, kernels: &[MachineKernel]) {
    println!("{}", machine::table(kernels));
    for stage in &bundle.manifest.stages {
        let of_stage = |kernel: &&MachineKernel| kernel.name.ends_with(&stage.entry);
        let kernel = kernels.iter().find(of_stage).unwrap_or_else(|| panic!("{}", stage.entry));
        assert!(kernel.instructions > 50, "{}: {}", kernel.name, kernel.instructions);
    }
    for kernel in kernels {
        assert_eq!(kernel.classes.values().sum::<usize>(), kernel.instructions, "{}", kernel.name);
        assert!(kernel.listing.lines().count() >= kernel.instructions, "{}", kernel.name);
    }
    let table = machine::table(kernels);
    assert_eq!(table.lines().count(), kernels.len() + 1);
    let listing = machine::listing(kernels);
    assert!(kernels.iter().all(|kernel| listing.contains(&kernel.listing)));
}

fn rust(level: Level) -> Option<Vec<MachineKernel>> {
    native(RUST_SIMD, level)
}

/// The machine code of a target that the CPU runs.
fn native(target: &str, level: Level) -> Option<Vec<MachineKernel>> {
    let bundle = bundle(target);
    let options = MachineOptions { level, ..MachineOptions::default() };
    let kernels = kernels(&bundle, &options, "TMD_REQUIRE_RUSTC")?;
    check(&bundle, &kernels);
    assert!(kernels.iter().any(|kernel| kernel.name == "tmd_run"), "the library's entry");
    for kernel in kernels.iter().filter(|kernel| kernel.within.is_some()) {
        let outer = kernels.iter().find(|outer| Some(&outer.name) == kernel.within.as_ref());
        assert_eq!(outer.map(|outer| outer.stack_bytes), Some(kernel.stack_bytes));
    }
    let again = machine::of(&bundle, &options).expect("machine code again");
    assert_eq!(again, Outcome::Machine(kernels.clone()), "the same on every run");
    Some(kernels)
}

#[test]
fn rust_for_avx512() {
    // Compiling needs no machine that has the instructions.
    let Some(kernels) = rust(Level::Avx512) else { return };
    let first = kernels.iter().find(|kernel| kernel.name == "stage0").expect("stage0");
    assert!(first.listing.contains("zmm"), "{}", first.listing);
    assert!(first.classes.contains_key("vmulpd"), "{:?}", first.classes);
    assert!(first.registers.is_some_and(|registers| registers <= 32));
    let count = |mnemonic| kernels.iter().filter_map(|k| k.classes.get(mnemonic)).sum::<usize>();
    assert!(count("vpmullq") > 0, "64-bit products of lanes");
}

#[test]
fn rust_for_avx2_and_for_any_machine() {
    for (level, most) in [(Level::Avx2, "ymm"), (Level::Portable, "xmm")] {
        let Some(kernels) = rust(level) else { return };
        let listing = machine::listing(&kernels);
        assert!(listing.contains(most) && !listing.contains("zmm"), "{level}");
        assert!(kernels.iter().all(|kernel| kernel.registers.is_some_and(|count| count <= 16)));
    }
}

#[test]
fn c_for_each_level() {
    for (level, most) in [(Level::Avx512, "zmm"), (Level::Avx2, "ymm"), (Level::Portable, "xmm")] {
        let Some(kernels) = native(C, level) else { return };
        let listing = machine::listing(&kernels);
        let wider = ["ymm", "zmm"].map(|wider| wider > most && listing.contains(wider));
        assert!(listing.contains(most) && wider == [false; 2], "{level}");
    }
}

#[test]
fn cuda() {
    let bundle = bundle(CUDA);
    for (deployment, name) in [(Deployment::Phased, "run_stage0"), (Deployment::Fused, "run_fused")]
    {
        let options = MachineOptions { deployment, ..MachineOptions::default() };
        let Some(kernels) = kernels(&bundle, &options, "TMD_REQUIRE_CUDA_TOOLS") else { return };
        match deployment {
            Deployment::Phased => check(&bundle, &kernels),
            Deployment::Fused => assert_eq!(kernels.len(), 1),
        }
        let first = kernels.iter().find(|kernel| kernel.name == name).expect(name);
        assert!(first.registers.is_some_and(|count| (16..=255).contains(&count)), "{first:?}");
        assert!(first.classes.contains_key("IMAD") && first.listing.contains("IMAD"));
        assert!(!first.listing.contains("0x000fe2"), "no encodings:\n{}", first.listing);
    }
}

#[test]
fn unknown_architectures_are_refused() {
    let bundle = bundle(CUDA);
    for architecture in ["sm_1", "90", "sm_", "hopper"] {
        let options =
            MachineOptions { architecture: architecture.into(), ..MachineOptions::default() };
        match machine::of(&bundle, &options) {
            Ok(Outcome::Missing(why)) => return println!("skipped: {why}"),
            Ok(Outcome::Machine(_)) => panic!("{architecture} was compiled for"),
            Err(diag) => {
                assert_eq!(diag.kind, DiagKind::UnknownName);
                assert_eq!(diag.offending(), Some(architecture));
                assert!(diag.help.as_ref().is_some_and(|help| help.contains("sm_90")), "{diag:?}");
            }
        }
    }
}

#[cfg(not(feature = "opencl"))]
#[test]
fn opencl_needs_its_feature() {
    match machine::of(&bundle(OPENCL), &MachineOptions::default()) {
        Ok(Outcome::Missing(why)) => assert!(why.contains("--features opencl"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[cfg(feature = "opencl")]
#[test]
fn opencl() {
    let bundle = bundle(OPENCL);
    let options = MachineOptions::default();
    let Some(kernels) = kernels(&bundle, &options, "TMD_REQUIRE_OPENCL") else { return };
    check(&bundle, &kernels);
    assert!(kernels.iter().all(|kernel| kernel.registers.is_some_and(|count| count <= 32)));
}

#[test]
fn unknown_targets_are_refused() {
    let mut bundle = bundle(RUST_SIMD);
    bundle.manifest.target = "fortran".into();
    let diag = machine::of(&bundle, &MachineOptions::default()).expect_err("no such target");
    assert!(diag.message.contains("fortran"), "{diag:?}");
}
