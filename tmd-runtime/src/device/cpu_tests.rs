//! The CPU device with a real compiler.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use tmd_base::target::OPENCL;

use super::*;
use crate::device::library::ABI;
use crate::testing::{toy_bundle, toy_bundle_with, toy_survivors};

fn config(cache: &Path, level: Level) -> CpuConfig {
    CpuConfig { level, cache_dir: cache.to_path_buf(), ..CpuConfig::from_env() }
}

fn device(cache: &Path) -> CpuDevice {
    CpuDevice::new(config(cache, Level::Portable))
}

/// The compiled library in a cache that has one.
fn library_in(cache: &Path) -> PathBuf {
    let mut paths = fs::read_dir(cache).expect("list").map(|entry| entry.expect("entry").path());
    paths
        .find(|path| path.extension().is_some_and(|extension| extension != "sum"))
        .expect("a library")
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|metadata| metadata.modified()).expect("time")
}

fn check(kernel: &dyn Kernel) {
    for stage in 0..2 {
        let items: Vec<u64> = (0..1000).map(|index| index * 3).collect();
        let mut out = Vec::new();
        kernel.run_stage(stage, &[0x35], &items, &mut out).expect("run");
        assert!(!out.is_empty());
        assert_eq!(out, toy_survivors(stage, &[0x35], &items));
    }
}

#[test]
fn every_level_loads_and_runs() {
    let cache = tempfile::tempdir().expect("temporary directory");
    for level in Level::available() {
        let device = CpuDevice::new(config(cache.path(), level));
        let kernel = device.load(&toy_bundle()).expect("load");
        check(&*kernel);
        assert_eq!(kernel.describe(), format!("rust-simd {level} (toy)"));
        assert_eq!(kernel.stages().len(), 2);
        assert_eq!(device.name(), format!("cpu {level}"));
    }
    let sums = fs::read_dir(cache.path()).expect("list").count();
    assert_eq!(sums, 2 * Level::available().len(), "one entry for each level");
}

#[test]
fn the_cache_is_used_and_damage_is_repaired() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let first = device(cache.path());
    let kernel = first.load(&toy_bundle()).expect("load");
    check(&*kernel);
    let path = library_in(cache.path());
    let built = modified(&path);
    let bytes = fs::read(&path).expect("read");
    check(&*device(cache.path()).load(&toy_bundle()).expect("load from the cache"));
    assert_eq!(modified(&path), built, "not built again");
    drop((kernel, first));

    // Removed first: another thread may still have the old file mapped.
    fs::remove_file(&path).expect("remove");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("truncate");
    check(&*device(cache.path()).load(&toy_bundle()).expect("load after truncation"));
    assert_eq!(fs::metadata(library_in(cache.path())).expect("metadata").len(), bytes.len() as u64);
}

#[test]
fn one_device_loads_a_library_once() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let device = device(cache.path());
    let kernels: Vec<_> = std::thread::scope(|scope| {
        let loads: Vec<_> =
            (0..3).map(|_| scope.spawn(|| device.0.library(&toy_bundle()))).collect();
        loads.into_iter().map(|load| load.join().expect("thread").expect("load")).collect()
    });
    assert!(kernels.iter().all(|kernel| Arc::ptr_eq(kernel, &kernels[0])));
}

#[test]
fn two_devices_may_build_at_once() {
    let cache = tempfile::tempdir().expect("temporary directory");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| check(&*device(cache.path()).load(&toy_bundle()).expect("load")));
        }
    });
    check(&*device(cache.path()).load(&toy_bundle()).expect("load"));
}

#[test]
fn compile_errors_are_told() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let error = device(cache.path())
        .load(&toy_bundle_with("fn broken() -> u32 { \"text\" }"))
        .err()
        .expect("error");
    assert!(matches!(error, Error::CompileFailed { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("mismatched types") && text.contains("--crate-type cdylib"), "{text}");
    assert_eq!(fs::read_dir(cache.path()).expect("list").count(), 0, "nothing stays in the cache");
}

#[test]
fn a_missing_compiler_is_told() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let compiler = Compiler { path: "/nonexistent/rustc".into(), origin: "TMD_RUSTC".into() };
    let device = CpuDevice::new(CpuConfig { compiler, ..config(cache.path(), Level::Portable) });
    let error = device.load(&toy_bundle()).err().expect("error");
    assert!(matches!(error, Error::NoCompiler { .. }), "{error}");
    assert!(error.to_string().contains("/nonexistent/rustc (from TMD_RUSTC)"), "{error}");
    assert!(error.help().contains("TMD_RUSTC"));
}

#[test]
fn libraries_of_another_interface_are_refused() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let lib =
        |abi| format!("#[unsafe(no_mangle)] pub extern \"C\" fn tmd_abi() -> u32 {{ {abi} }}");
    let other = ABI + 1;
    for (abi, message) in [(other, format!("version {other}")), (ABI, "tmd_run".into())] {
        let error = device(cache.path()).load(&toy_bundle_with(&lib(abi))).err().expect("error");
        assert!(matches!(error, Error::Load { .. }), "{error}");
        assert!(error.to_string().contains(&message), "{error}");
    }
}

#[test]
fn other_targets_and_changed_bundles_are_refused() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let mut bundle = toy_bundle();
    bundle.manifest.target = OPENCL.into();
    assert!(matches!(device(cache.path()).load(&bundle), Err(Error::Unsupported { .. })));
    let mut bundle = toy_bundle();
    bundle.files.insert("lib.rs".into(), "// nothing".into());
    assert!(matches!(device(cache.path()).load(&bundle), Err(Error::BadBundle { .. })));
}

#[test]
fn the_cache_directory_follows_the_variables() {
    let directory = |set: &[(&str, &str)]| {
        CpuConfig::from_variables(|name| {
            set.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        })
        .cache_dir
    };
    let all = [("TMD_CACHE_DIR", "/own"), ("XDG_CACHE_HOME", "/xdg"), ("HOME", "/home")];
    assert_eq!(directory(&all), Path::new("/own"));
    assert_eq!(directory(&all[1..]), Path::new("/xdg/tmd-codegen"));
    assert_eq!(directory(&all[2..]), Path::new("/home/.cache/tmd-codegen"));
    assert_eq!(
        directory(&[("XDG_CACHE_HOME", "relative")]),
        std::env::temp_dir().join("tmd-codegen")
    );
}
