//! The CUDA device without a GPU: everything on this side of the driver is real, the driver and the
//! compiler behind it are stand-ins that run kernels on the CPU.
//!
//! The binding finds libraries by name, once in a process. So each test starts this program again,
//! with stand-ins in the loader's path, to run one of the ignored tests.
#![cfg(all(feature = "cuda", target_os = "linux"))]

mod cuda;

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda::{PHASED, bundle, check, is_right, load};
use libloading::Library;
use tmd_runtime::{CudaConfig, CudaDevice, Deployment, Device, Error, devices};

/// The folder of the stand-ins, in the programs that are started again.
const FOLDER: &str = "FAKE_FOLDER";

/// Makes a stand-in `library` of `source` in a folder.
fn make(folder: &Path, source: &str, library: &str, flags: &[&str]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda").join(source);
    let status = Command::new("g++")
        .args(["-std=c++17", "-O1", "-g", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(folder.join(library))
        .status();
    assert!(status.expect("g++").success(), "{library}");
}

/// Runs the ignored test `name` where the libraries of `folder` are found first.
fn run(name: &str, folder: &Path, variables: &[(&str, &str)]) {
    let shim =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/device/cuda/host_shim.h").into_os_string();
    let output = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env("LD_LIBRARY_PATH", folder)
        .env(FOLDER, folder)
        .env("FAKE_SHIM", shim)
        .env_remove("TMD_NVRTC")
        .envs(variables.iter().copied())
        .output()
        .expect("started");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{said}\n{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// A folder with both stand-ins.
fn both() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary directory");
    make(folder.path(), "fake_driver.cc", "libcuda.so", &[]);
    make(folder.path(), "fake_nvrtc.cc", "libnvrtc.so", &[]);
    folder
}

#[test]
fn a_driver_runs_kernels() {
    // With and without memory that is taken and given back in the order of a stream.
    for variables in [&[][..], &[("FAKE_NO_POOLS", "1")]] {
        run("child_runs_kernels", both().path(), variables);
    }
}

#[test]
fn failures_of_the_driver_are_told() {
    run("child_fails", both().path(), &[]);
}

#[test]
fn what_is_missing_is_told() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let missing = |reason, variables: &[(&str, &str)]| {
        let own = [variables, &[("FAKE_REASON", reason)]].concat();
        run("child_misses_something", folder.path(), &own);
    };
    make(folder.path(), "fake_driver.cc", "libcuda.so", &["-DFAKE_OLD"]);
    missing("too old: it lacks cuEventElapsedTime_v2; one for CUDA 12.8", &[]);
    make(folder.path(), "fake_driver.cc", "libcuda.so", &[]);
    let none = "no CUDA-capable device is detected (CUDA_ERROR_NO_DEVICE)";
    missing(none, &[("FAKE_NO_GPU", "1")]);
    // No compiler here; a machine that has one finds its own.
    make(folder.path(), "fake_driver.cc", "libnvrtc.so", &[]);
    missing("(libnvrtc) is too old: it lacks nvrtcVersion, ", &[]);
    missing(
        "TMD_NVRTC is /nowhere/libnvrtc.so, which cannot be loaded",
        &[("TMD_NVRTC", "/nowhere/libnvrtc.so")],
    );
}

// What follows runs in programs of its own.

/// The folder of the stand-ins; a test that was not started by another has none.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os(FOLDER).map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: another test runs this, with a stand-in for the driver");
    }
    folder
}

fn config(folder: &Path) -> CudaConfig {
    CudaConfig { cache_dir: folder.join("cache"), ..CudaConfig::from_env() }
}

/// The stand-in for the driver, as tests see it.
struct Driver(Library);

impl Driver {
    fn new() -> Driver {
        // SAFETY: the stand-in has no initialisers of consequence; it is loaded already.
        Driver(unsafe { Library::new("libcuda.so") }.expect("the stand-in"))
    }

    fn complaints(&self) -> String {
        // SAFETY: the stand-in defines this function so.
        let text = unsafe {
            self.0.get::<unsafe extern "C" fn() -> *const c_char>("fake_complaints").expect("it")()
        };
        // SAFETY: it returns a text, which nobody changes now.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// How many contexts, modules, streams, events and pieces of memory there are.
    fn live(&self) -> c_int {
        // SAFETY: as above.
        unsafe { self.0.get::<unsafe extern "C" fn() -> c_int>("fake_live").expect("it")() }
    }

    fn opened(&self, gpu: c_int) -> c_int {
        // SAFETY: as above.
        unsafe {
            self.0.get::<unsafe extern "C" fn(c_int) -> c_int>("fake_opened").expect("it")(gpu)
        }
    }

    /// The next call of a function fails.
    fn fail(&self, function: &str, code: c_int) {
        let name = CString::new(function).expect("a name");
        // SAFETY: as above; the name is copied.
        unsafe {
            self.0.get::<unsafe extern "C" fn(*const c_char, c_int)>("fake_fail").expect("it")(
                name.as_ptr(),
                code,
            );
        }
    }
}

#[test]
#[ignore = "run by another test, with a stand-in for the driver"]
fn child_runs_kernels() {
    let Some(folder) = folder() else { return };
    let driver = Driver::new();
    let listed: Vec<String> = devices()
        .into_iter()
        .filter(|device| device.target == "cuda")
        .map(|device| format!("{}: {}", device.name, device.detail))
        .collect();
    let detail = |name, capability| {
        format!("{name}: GPU, compute capability {capability}, 8 GiB, driver for CUDA 13.0")
    };
    assert_eq!(listed[..2], [detail("Fake GPU One", "9.0"), detail("Fake GPU Two", "12.1")]);
    assert_eq!(driver.live(), 0, "nothing is opened to be listed");

    // The first has machine code made for it, the second is one that the compiler does not know.
    for (chosen, name) in [(None, "Fake GPU One"), (Some("two"), "Fake GPU Two")] {
        for deployment in Deployment::ALL.iter().copied() {
            let chosen = chosen.map(str::to_string);
            let own = CudaConfig { device: chosen, deployment, ..config(&folder) };
            let device = CudaDevice::new(own).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(device.name(), format!("cuda {name}"));
            assert_eq!(driver.opened(0) + driver.opened(1), 1, "the other GPU is left alone");
            let kernel = load(&device);
            let described = format!("cuda {name} (toy, {})", deployment.name());
            assert_eq!(kernel.describe(), described);
            drop(device);
            check(&*kernel);
            drop(kernel);
            assert_eq!(driver.complaints(), "");
            assert_eq!(driver.live(), 0, "everything is given back");
        }
    }
    // Two texts for two GPUs; a phased program is compiled once for both deployments.
    let cached = std::fs::read_dir(folder.join("cache")).expect("list").count();
    assert_eq!(cached, 8);
    let options = vec!["-DTMD_LIMB_BITS=64".to_string()];
    let device = CudaDevice::new(CudaConfig { options, ..config(&folder) }).expect("a device");
    load(&device);
    let cached = std::fs::read_dir(folder.join("cache")).expect("list").count();
    assert_eq!(cached, 10, "options belong to the identity of what is compiled");
}

#[test]
#[ignore = "run by another test, with a stand-in for the driver"]
fn child_fails() {
    let Some(folder) = folder() else { return };
    let driver = Driver::new();
    for (wanted, reason) in
        [("7", "there is no number 7"), ("fake", "fits several"), ("Three", "none is called")]
    {
        let chosen = CudaConfig { device: Some(wanted.into()), ..config(&folder) };
        let error = CudaDevice::new(chosen).err().expect("no such GPU").to_string();
        assert!(error.contains(reason) && error.contains("0: Fake GPU One"), "{error}");
    }
    let device = CudaDevice::new(config(&folder)).expect("a device");

    let error = device.load(&bundle(&PHASED.replacen("word", "wurd", 1))).err().expect("no C++");
    assert!(matches!(error, Error::CompileFailed { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("phased.cu:") && text.contains("sm_90"), "{text}");
    let error = device.load(&bundle("void other() {}")).err().expect("no kernels").to_string();
    assert!(error.contains("loading a kernel failed"), "{error}");

    let kernel = load(&device);
    for (function, action) in [
        ("cuStreamCreate", "making a stream"),
        ("cuMemAllocAsync", "taking memory"),
        ("cuMemcpyHtoDAsync", "writing to it"),
        ("cuLaunchKernel", "launching a kernel"),
        ("cuEventCreate", "marking a time"),
        ("cuEventElapsedTime", "reading a time"),
        ("cuMemcpyDtoHAsync", "reading from it"),
    ] {
        // A kernel of its own, which has no free buffers yet.
        let kernel = load(&device);
        driver.fail(function, 2);
        let error = is_right(&*kernel).expect_err(function);
        assert!(matches!(error, Error::Device { .. }), "{function}: {error}");
        let wanted =
            format!("Fake GPU One: {action} failed: out of memory (CUDA_ERROR_OUT_OF_MEMORY)");
        assert_eq!(error.to_string(), wanted);
        // The device is none the worse for it.
        assert!(is_right(&*kernel).expect(function), "{function}");
    }
    // What goes wrong in a kernel is told when it is waited for.
    let stray = PHASED.replacen("__syncthreads();", "if (thread < 3u) {\n__syncthreads();\n}", 1);
    let wrong = device.load(&bundle(&stray)).expect("load");
    let error = is_right(&*wrong).expect_err("a kernel that fails").to_string();
    assert!(error.contains("CUDA_ERROR_LAUNCH_FAILED"), "{error}");
    drop((wrong, kernel, device));
    assert_eq!(driver.complaints(), "");
    assert_eq!(driver.live(), 0, "everything is given back");
}

#[test]
#[ignore = "run by another test, with a stand-in for the driver"]
fn child_misses_something() {
    let Some(folder) = folder() else { return };
    let reason = std::env::var("FAKE_REASON").expect("a reason");
    let error = CudaDevice::new(config(&folder)).err().expect("something is missing");
    assert!(matches!(error, Error::NoDevice { .. }), "{error}");
    assert!(error.to_string().contains(&reason), "{error}");
    assert!(!error.help().is_empty());
}
