//! OpenCL devices with hand-written kernels; skipped where there is no device, unless
//! `TMD_REQUIRE_OPENCL` is set.

use crate::device::accelerator::AcceleratorKernel;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use tmd_base::target::RUST_SIMD;

use super::*;
use crate::device::opencl::found::list;
use crate::driving;
use crate::hash::sha256_hex;
use crate::kernel::Block;
use crate::manifest::Manifest;
use crate::testing::{
    batch_block, batch_program, batch_stages, batch_survivors, batch_wanted, sorted,
};

const TOY: &str = include_str!("toy.cl");

/// A bundle with the toy's programs for all kinds of devices, in this text.
fn bundle_of(text: &str) -> KernelBundle {
    let cpu = ProgramManifest { device: DeviceKind::Cpu, ..batch_program(Deployment::Phased) };
    let manifest = Manifest {
        name: "toy".into(),
        target: TARGET.into(),
        stages: batch_stages(),
        programs: vec![cpu, batch_program(Deployment::Phased), batch_program(Deployment::Fused)],
        entry: "phased.cl".into(),
        ..Manifest::default()
    };
    let files = ["phased.cl", "fused.cl"].map(|name| (name.to_string(), text.to_string()));
    KernelBundle::new(manifest, BTreeMap::from(files)).expect("a sound bundle")
}

fn config(cache: &Path) -> OpenClConfig {
    OpenClConfig { cache_dir: cache.to_path_buf(), ..OpenClConfig::default() }
}

/// The default device, or `None` after saying why the test is skipped.
fn device(config: OpenClConfig) -> Option<OpenClDevice> {
    match OpenClDevice::new(config) {
        Ok(device) => Some(device),
        Err(error) => {
            let required =
                std::env::var_os("TMD_REQUIRE_OPENCL").is_some_and(|value| !value.is_empty());
            assert!(!required, "TMD_REQUIRE_OPENCL is set, but: {error}");
            eprintln!("skipped: {error}");
            None
        }
    }
}

/// A device of every kind and deployment that the one device of this machine can play.
fn devices(cache: &Path) -> Vec<OpenClDevice> {
    let ways = [
        (DeviceKind::Cpu, Deployment::Phased),
        (DeviceKind::Gpu, Deployment::Phased),
        (DeviceKind::Gpu, Deployment::Fused),
    ];
    let config = |(kind, deployment): (DeviceKind, _)| OpenClConfig {
        kind: Some(kind),
        deployment,
        ..config(cache)
    };
    ways.into_iter().map_while(|way| device(config(way))).collect()
}

fn check_stages(kernel: &dyn Kernel) {
    for (stage, seed, most) in [(0, &[0x35][..], 16), (1, &[3, 9][..], 64)] {
        let items: Vec<u64> = (0..most).collect();
        let mut out = vec![7];
        kernel.run_stage(stage, seed, &items, &mut out).expect("run");
        assert_eq!(out[0], 7);
        assert_eq!(out[1..], batch_survivors(stage, seed, &items));
    }
}

/// Batches of full, short and empty blocks, two under way at a time.
fn check_batches(kernel: &dyn Kernel) {
    let mut queue = kernel.queue().expect("queue").expect("batches");
    let most = queue.batch_blocks() as u64;
    let batch = |count: u64, start: u64| -> Vec<Block> {
        (0..count).map(|tag| batch_block((start + 5 * tag) % 17, start + tag)).collect()
    };
    let batches = [batch(1, 0), batch(most, 1), batch(most.div_ceil(2), 2), batch(3, 16)];
    for pair in batches.chunks(2) {
        pair.iter().for_each(|batch| queue.submit(batch).expect("submit"));
        for batch in pair {
            let outcome = queue.collect().expect("collect");
            let items: u64 = batch.iter().map(|block| block.items).sum();
            assert_eq!(outcome.tested, [4 * items, 16 * outcome.survivors[0]]);
            assert!(outcome.seconds.iter().all(|seconds| (0.0..100.0).contains(seconds)));
            assert_eq!(sorted(outcome).expect("all had room"), batch_wanted(batch));
        }
    }
}

#[test]
fn stages_and_batches_do_what_the_rule_says() {
    let cache = tempfile::tempdir().expect("temporary directory");
    for device in devices(cache.path()) {
        let kernel = device.load(&bundle_of(TOY)).expect("load");
        check_stages(&*kernel);
        check_batches(&*kernel);
        let (kind, deployment) = (device.kind(), device.config.deployment);
        let suffix = format!("(toy, {kind} program, {deployment})");
        assert!(kernel.describe().starts_with("opencl "), "{}", kernel.describe());
        assert!(kernel.describe().ends_with(&suffix), "{}", kernel.describe());
    }
}

#[test]
fn threads_share_a_kernel() {
    let cache = tempfile::tempdir().expect("temporary directory");
    for device in devices(cache.path()) {
        let kernel = device.load(&bundle_of(TOY)).expect("load");
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..3 {
                        check_batches(&*kernel);
                        check_stages(&*kernel);
                    }
                });
            }
        });
    }
}

#[test]
fn survivors_without_room_are_noticed() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let Some(device) = device(config(cache.path())) else { return };
    let bundle = bundle_of(TOY);
    let backend = |deployment| {
        let program = bundle.program(DeviceKind::Gpu, deployment).expect("a program");
        device.backend(&bundle, program).expect("compiled")
    };
    let batch: Vec<Block> = (0..20).map(|tag| batch_block(16, tag)).collect();
    for fused in [false, true] {
        for (room, fits) in [(320, true), (319, false), (80, false)] {
            let fused = fused.then(|| backend(Deployment::Fused));
            let phased = backend(Deployment::Phased);
            let kernel = AcceleratorKernel::with_room(&batch_stages(), phased, fused, room);
            let kernel = kernel.expect("kernel");
            let mut queue = kernel.queue().expect("queue").expect("batches");
            queue.submit(&batch).expect("submit");
            let outcome = queue.collect().expect("collect");
            assert_eq!(sorted(outcome), fits.then(|| batch_wanted(&batch)), "room for {room}");
            check_stages(&kernel); // in pieces that have room
        }
    }
}

#[test]
fn a_queue_may_be_dropped_with_batches_under_way() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let Some(device) = device(config(cache.path())) else { return };
    let kernel = device.load(&bundle_of(TOY)).expect("load");
    for _ in 0..10 {
        let mut queue = kernel.queue().expect("queue").expect("batches");
        let blocks = queue.batch_blocks() as u64;
        let batch: Vec<Block> = (0..blocks).map(|tag| batch_block(16, tag)).collect();
        queue.submit(&batch).expect("submit");
        queue.submit(&batch).expect("submit");
    }
    check_batches(&*kernel);
}

/// Files of the cache with this extension.
fn cached(cache: &Path, extension: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(cache).expect("list").map(|entry| entry.expect("entry").path());
    files.filter(|path| path.extension().is_some_and(|own| own == extension)).collect()
}

#[test]
fn compiled_programs_are_kept_and_replaced_when_refused() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let Some(device) = device(config(cache.path())) else { return };
    check_stages(&*device.load(&bundle_of(TOY)).expect("load"));
    let [binary] = &cached(cache.path(), "bin")[..] else { panic!("one binary") };
    let kept = fs::read(binary).expect("read");
    assert!(!kept.is_empty());
    check_batches(&*device.load(&bundle_of(TOY)).expect("load from the cache"));
    assert_eq!(fs::read(binary).expect("read"), kept);

    // Something else under the name and with the hash of an entry: the driver will not have it.
    let nonsense = b"not a program";
    let sum = sha256_hex(nonsense);
    let [sums] = &cached(cache.path(), "sum")[..] else { panic!("one hash") };
    let key = sums.file_stem().and_then(|stem| stem.to_str()).expect("a key");
    fs::write(cache.path().join(format!("{key}-{}.bin", &sum[..16])), nonsense).expect("write");
    fs::write(sums, &sum).expect("write");
    check_batches(&*device.load(&bundle_of(TOY)).expect("built again"));
    check_batches(&*device.load(&bundle_of(TOY)).expect("and kept again"));
    let sum = fs::read_to_string(sums).expect("read");
    assert_ne!(sum, sha256_hex(nonsense));

    // Another text is another program.
    device.load(&bundle_of(&format!("{TOY}\n"))).expect("load");
    assert_eq!(cached(cache.path(), "sum").len(), 2);
}

#[test]
fn what_does_not_compile_is_told_with_the_log() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let Some(device) = device(config(cache.path())) else { return };
    let broken = TOY.replace("survives0(at, part)", "no_such_function(at, part)");
    let error = device.load(&bundle_of(&broken)).err().expect("error");
    assert!(matches!(error, Error::CompileFailed { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("no_such_function") && text.contains(OPTIONS), "{text}");
    assert_eq!(cached(cache.path(), "bin").len(), 0);
}

#[test]
fn what_cannot_run_is_refused() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let Some(device) = device(config(cache.path())) else { return };
    let refused = |bundle: &KernelBundle| device.load(bundle).err().expect("refused");

    let missing = refused(&bundle_of(&TOY.replace("run_stage1", "walk_all")));
    assert!(matches!(missing, Error::Device { .. }), "{missing}");

    let mut other = bundle_of(TOY);
    other.manifest.target = RUST_SIMD.into();
    assert!(matches!(refused(&other), Error::Unsupported { .. }));

    let mut changed = bundle_of(TOY);
    changed.files.insert("phased.cl".into(), "// nothing".into());
    assert!(matches!(refused(&changed), Error::BadBundle { .. }));

    let mut lacking = bundle_of(TOY);
    lacking.manifest.programs.retain(|program| program.is_fused());
    lacking.manifest.interface = driving::interface(&lacking.manifest);
    let error = refused(&lacking).to_string();
    assert!(error.contains("has no phased program"), "{error}");

    let mut wide = bundle_of(&TOY.replace("reqd_work_group_size(8, 1, 1)", "unused"));
    wide.manifest.programs.iter_mut().for_each(|program| program.group_size = 1 << 24);
    wide.manifest.interface = driving::interface(&wide.manifest);
    let error = refused(&wide);
    assert!(matches!(error, Error::Unsupported { .. }), "{error}");
    assert!(error.to_string().contains("groups of 16777216 work-items"), "{error}");
}

#[test]
fn devices_are_chosen_by_name_or_number() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let Some(first) = device(config(cache.path())) else { return };
    let chosen = |wanted: &str| {
        OpenClDevice::new(OpenClConfig { device: Some(wanted.into()), ..config(cache.path()) })
    };
    let by_number = chosen("0").expect("there is a first device");
    let listed = list().expect("devices");
    assert!(by_number.name().ends_with(&listed[0].name));
    assert!(listed.iter().any(|info| first.name().ends_with(&info.name)));
    assert!(listed.iter().all(|info| info.detail.contains("driver")), "{listed:?}");
    for wanted in ["999", "no such device"] {
        let error = chosen(wanted).err().expect("none");
        assert!(matches!(error, Error::NoDevice { .. }), "{error}");
        assert!(error.to_string().contains(&listed[0].name), "{error}");
    }
}

/// Set for a process that has no OpenCL device.
const MISSING: &str = "TMD_TEST_OPENCL_MISSING";

/// Runs this test once more, in a process of its own: loader and library are looked for once in a process.
fn in_another_process(test: &str, missing: &str, variables: &[(&str, &Path)]) {
    let start = std::time::Instant::now();
    let output = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", &format!("device::opencl::device::tests::{test}")])
        .env(MISSING, missing)
        .env_remove("OPENCL_DYLIB_PATH")
        .envs(variables.iter().copied())
        .output()
        .expect("run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    assert!(start.elapsed().as_secs() < 5, "asked again and again: {:?}", start.elapsed());
}

#[test]
fn no_platform_is_told() {
    let platforms = "no OpenCL platform is installed";
    if std::env::var_os(MISSING).is_some() {
        return check_missing(&[platforms]);
    }
    let empty = tempfile::tempdir().expect("temporary directory");
    let variables = [("OCL_ICD_VENDORS", empty.path()), ("OPENCL_VENDOR_PATH", empty.path())];
    in_another_process("no_platform_is_told", "platform", &variables);
}

/// A file of the library's name that is none stands before every other: the loader goes no further.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn no_library_is_told() {
    if std::env::var_os(MISSING).is_some() {
        return check_missing(&["libOpenCL.so.1", "PoCL", "OPENCL_DYLIB_PATH"]);
    }
    let folder = tempfile::tempdir().expect("temporary directory");
    fs::write(folder.path().join("libOpenCL.so.1"), "no library").expect("write");
    in_another_process("no_library_is_told", "library", &[("LD_LIBRARY_PATH", folder.path())]);
}

fn check_missing(words: &[&str]) {
    let error = OpenClDevice::new(OpenClConfig::default()).err().expect("no device");
    assert!(matches!(error, Error::NoDevice { .. }), "{error}");
    assert!(error.help().contains("list devices"), "{}", error.help());
    let listed = crate::devices();
    let info = listed.iter().find(|info| info.target == TARGET).expect("an entry that says why");
    assert!(info.name.is_empty(), "{info:?}");
    for text in [error.to_string(), info.detail.clone()] {
        assert!(words.iter().all(|word| text.contains(word)), "{words:?}: {text}");
    }
}
