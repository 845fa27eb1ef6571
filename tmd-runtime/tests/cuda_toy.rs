//! CUDA kernels on the CPU, and on a GPU where there is one.

mod cuda;

use std::path::Path;

use cuda::{PHASED, bundle, check, is_right, load};
use tmd_runtime::{CudaHostConfig, CudaHostDevice, Deployment, Device, Error, KernelBundle};

fn config(cache: &Path) -> CudaHostConfig {
    // As strict as for emitted text.
    let flags = ["-Wall", "-Wextra", "-Werror"].map(str::to_string).to_vec();
    CudaHostConfig { flags, cache_dir: cache.to_path_buf(), ..CudaHostConfig::from_env() }
}

fn host(cache: &Path) -> CudaHostDevice {
    CudaHostDevice::new(config(cache))
}

/// What is said of a text that compiles and does not work.
fn complaint(phased: &str) -> String {
    let cache = tempfile::tempdir().expect("temporary directory");
    let kernel = host(cache.path()).load(&bundle(phased)).unwrap_or_else(|error| panic!("{error}"));
    is_right(&*kernel).expect_err("the kernel is wrong").to_string()
}

#[test]
fn the_host_runs_both_deployments() {
    let cache = tempfile::tempdir().expect("temporary directory");
    for deployment in Deployment::ALL.iter().copied() {
        let device = CudaHostDevice::new(CudaHostConfig { deployment, ..config(cache.path()) });
        assert_eq!(device.name(), "cuda host");
        let kernel = load(&device);
        assert_eq!(
            kernel.describe(),
            format!("cuda on the host's CPU (toy, {})", deployment.name())
        );
        check(&*kernel);
    }
    let entries = || std::fs::read_dir(cache.path()).expect("list").count();
    assert_eq!(entries(), 4, "the phased program was found compiled");
    check(&*load(&host(cache.path())));
    assert_eq!(entries(), 4);
}

/// Each barrier of the toy is needed, and its absence shows.
#[test]
fn a_missing_barrier_shows_in_the_results() {
    let barrier = "__syncthreads();";
    let places: Vec<usize> = PHASED.match_indices(barrier).map(|(place, _)| place).collect();
    assert_eq!(places.len(), 4);
    let cache = tempfile::tempdir().expect("temporary directory");
    assert!(is_right(&*load(&host(cache.path()))).expect("sound"));
    for place in places {
        let (before, after) = (&PHASED[..place], &PHASED[place + barrier.len()..]);
        let kernel = host(cache.path()).load(&bundle(&format!("{before}{after}"))).expect("load");
        // Where a survivor is written twice, or past those that are counted, the count is wrong.
        let right = is_right(&*kernel);
        assert!(!matches!(right, Ok(true)), "without the barrier at byte {place}");
    }
}

#[test]
fn barriers_that_threads_do_not_share_are_reported() {
    let first = "__syncthreads();";
    let some = PHASED.replacen(first, "if (thread < 3u) {\n__syncthreads();\n}", 1);
    let text = complaint(&some);
    assert!(text.contains("the same barrier of phased.cu"), "{text}");
    assert!(text.contains("one waits at line") && text.contains("another waits at line"), "{text}");

    // As many barriers for every thread, but not the same.
    let either = "if (thread % 2u == 0) {\n__syncthreads();\n} else {\n__syncthreads();\n}";
    let text = complaint(&PHASED.replacen(first, either, 1));
    assert!(text.contains("one waits at line") && text.contains("another waits at line"), "{text}");

    // Some of the threads of a kernel without barriers, then all but some.
    for (condition, said) in [
        ("threadIdx.x == 5u", "one has come to its end, another waits at line 6"),
        ("threadIdx.x != 5u", "another has come to its end"),
    ] {
        let own = "const uint count = counts[1]";
        let stray = format!("if ({condition}) {{ __syncthreads(); }}\n    {own}");
        let text = complaint(&PHASED.replacen(own, &stray, 1));
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn a_thread_whose_variables_outgrow_its_stack_is_reported() {
    let own = "const uint thread = threadIdx.x;";
    let many = format!(
        "volatile char many[66000];\n\
         for (uint index = sizeof many; index > 0; --index) {{ many[index - 1] = 0; }}\n{own}"
    );
    let text = complaint(&PHASED.replacen(own, &many, 1));
    assert!(text.contains("too many variables"), "{text}");
}

#[test]
fn compilers_say_what_is_wrong() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let warned = PHASED.replacen("(void)blocks;", "int unused = 1;", 1);
    let error = host(cache.path()).load(&bundle(&warned)).err().expect("a warning is an error");
    assert!(matches!(error, Error::CompileFailed { .. }), "{error}");
    let text = error.to_string();
    // The lines are those of the emitted text.
    assert!(text.contains("phased.cu:12:") && text.contains("unused"), "{text}");

    let compiler = "/nowhere/g++".into();
    let device = CudaHostDevice::new(CudaHostConfig { compiler, ..config(cache.path()) });
    let error = device.load(&bundle(PHASED)).err().expect("no compiler");
    assert!(matches!(error, Error::NoDevice { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("/nowhere/g++") && text.contains("TMD_CXX"), "{text}");
}

#[test]
fn other_bundles_are_refused() {
    let cache = tempfile::tempdir().expect("temporary directory");
    let mut other = bundle(PHASED);
    other.manifest.target = "opencl".into();
    assert!(matches!(host(cache.path()).load(&other), Err(Error::Unsupported { .. })));
    let mut phased = bundle(PHASED);
    phased.manifest.programs.truncate(1);
    let phased = KernelBundle::new(phased.manifest, phased.files).expect("a bundle of one program");
    host(cache.path()).load(&phased).expect("nothing is missing");
    let deployment = Deployment::Fused;
    let device = CudaHostDevice::new(CudaHostConfig { deployment, ..config(cache.path()) });
    let error = device.load(&phased).err().expect("no fused program").to_string();
    assert!(error.contains("has no fused program"), "{error}");
}

/// On a GPU; without one this says why not, and with `TMD_REQUIRE_CUDA` it fails.
#[cfg(feature = "cuda")]
#[test]
fn a_gpu_runs_both_deployments() {
    use tmd_runtime::{CudaConfig, CudaDevice};

    let cache = tempfile::tempdir().expect("temporary directory");
    for deployment in Deployment::ALL.iter().copied() {
        let cache_dir = cache.path().to_path_buf();
        let config = CudaConfig { deployment, cache_dir, ..CudaConfig::from_env() };
        match CudaDevice::new(config) {
            Ok(device) => {
                let kernel = load(&device);
                println!("{}", kernel.describe());
                check(&*kernel);
            }
            Err(error) => {
                let skipped = format!("no GPU is tested: {error}");
                let required =
                    std::env::var_os("TMD_REQUIRE_CUDA").is_some_and(|value| !value.is_empty());
                assert!(!required, "{skipped}");
                println!("{skipped} (TMD_REQUIRE_CUDA makes this a failure)");
            }
        }
    }
}
