//! The C device with a real compiler.

use std::collections::BTreeMap;

use super::*;
use crate::testing::{toy_bundle, toy_survivors};

/// The toy of the tests in C.
const TOY: &str = "
#include <stddef.h>
#include <stdint.h>
uint32_t tmd_abi(void) { return 2; }
size_t tmd_run(uint32_t stage, const uint64_t *seed, size_t seed_len, const uint64_t *items, size_t count,
               uint64_t *out, size_t capacity)
{
    const uint64_t parts = stage == 0 ? 4 : 16;
    size_t found = 0;
    if (stage > 1 || seed_len != 1) return SIZE_MAX;
    for (size_t i = 0; i < count; ++i) {
        for (uint64_t part = items[i] * parts; part < (items[i] + 1) * parts; ++part) {
            if (((seed[0] ^ part) & (parts - 1)) == 0) {
                if (found < capacity) out[found] = part;
                ++found;
            }
        }
    }
    return found;
}
";

fn bundle(text: &str) -> KernelBundle {
    let mut manifest = toy_bundle().manifest;
    (manifest.target, manifest.entry) = (TARGET.into(), "kernels.c".into());
    let files = BTreeMap::from([("kernels.c".to_owned(), text.to_owned())]);
    KernelBundle::new(manifest, files).expect("a sound bundle")
}

fn device(cache: &Path, level: Level, path: Option<&str>) -> CDevice {
    let own = CCompiler::from_env();
    let compiler = CCompiler { path: path.map_or(own.path, PathBuf::from), flags: own.flags };
    CDevice::new(CConfig { level, cache_dir: cache.to_path_buf(), compiler })
}

#[test]
fn every_level_loads_and_runs() {
    let cache = tempfile::tempdir().expect("temporary directory");
    for level in Level::available() {
        let device = device(cache.path(), level, None);
        let kernel = device.load(&bundle(TOY)).expect("load");
        assert_eq!(kernel.describe(), format!("c {level} (toy)"));
        assert_eq!(device.name(), format!("cpu {level}"));
        for stage in 0..2 {
            let items: Vec<u64> = (0..1000).map(|index| index * 3).collect();
            let mut out = Vec::new();
            kernel.run_stage(stage, &[0x35], &items, &mut out).expect("run");
            assert_eq!(out, toy_survivors(stage, &[0x35], &items));
            assert!(!out.is_empty());
        }
    }
}

#[test]
fn what_the_compiler_refuses_is_told_and_so_is_its_absence() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let refusal = |text: &str, path: Option<&str>| {
        let device = device(cache.path(), Level::Portable, path);
        device.load(&bundle(text)).err().expect("an error")
    };
    let error = refusal("int broken(void) { return nothing; }", None);
    assert!(matches!(error, Error::CompileFailed { .. }), "{error}");
    assert!(error.to_string().contains("nothing"), "{error}");
    let error = refusal(TOY, Some("/nonexistent/cc"));
    assert!(matches!(error, Error::NoDevice { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("/nonexistent/cc") && text.contains("TMD_CC"), "{text}");
    let other = device(cache.path(), Level::Portable, None);
    assert!(matches!(other.load(&toy_bundle()), Err(Error::Unsupported { .. })));
}
