//! Everything that runs kernels, for suites that run on all of it.

use crate::cuda::{OLDEST_ARCHITECTURE, tools};
use crate::ptx::PtxDevice;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tmd_codegen::design::KernelPlan;
use tmd_codegen::interpreter::Interpreted;
use tmd_codegen::ir::Module;
use tmd_codegen::kernel::{self, Design};
use tmd_codegen::plan::Plan;
use tmd_codegen::target::clike::{Form, Stage};
use tmd_codegen::target::{Emitted, c, cuda, levels, opencl, rust_simd};
use tmd_codegen::target_names as names;
use tmd_codegen::{bundle, pass, target};
use tmd_runtime::{
    CCompiler, CConfig, CDevice, CpuConfig, CpuDevice, CudaHostConfig, CudaHostDevice, Deployment,
    Device, DeviceKind, Kernel, KernelBundle, Level, LoopBound, Manifest, StageKind, StageManifest,
};

/// What runs the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The interpreter of the intermediate representation.
    Interpreter,
    /// The same with so many lanes.
    Lanes(usize),
    /// Emitted Rust, compiled for a level.
    Native(Level),
    /// Emitted C, compiled for a level.
    C(Level),
    /// Emitted OpenCL in vector types, on the first device (PoCL where there is no other).
    OpenClVectors,
    /// Emitted OpenCL in scalar threads, on the same device.
    OpenClThreads,
    /// All stages in one OpenCL kernel.
    OpenClFused,
    /// Emitted CUDA, on the CPU.
    CudaHost,
    /// All stages in one CUDA kernel, on the CPU.
    CudaHostFused,
    /// Emitted CUDA, on a GPU.
    Cuda,
    /// All stages in one CUDA kernel, on a GPU.
    CudaFused,
    /// Emitted CUDA as PTX, interpreted.
    Ptx,
}

/// The engines that run emitted code here, the quickest first. Those that are missing are said; with
/// the variable named there, one that is missing is a failure.
///
/// # Panics
/// If an engine is required and missing.
pub fn engines() -> Vec<Engine> {
    let levels = levels();
    let mut engines: Vec<Engine> = levels.iter().copied().map(Engine::Native).collect();
    engines.extend(levels.into_iter().map(Engine::C));
    engines.extend(present("OpenCL", "TMD_REQUIRE_OPENCL", opencl_reason(), &OPENCL));
    engines.extend(present(
        "CUDA",
        "TMD_REQUIRE_CUDA",
        cuda_reason(),
        &[Engine::Cuda, Engine::CudaFused],
    ));
    engines.extend([Engine::CudaHost, Engine::CudaHostFused]);
    match std::env::var("TMD_ENGINES") {
        Ok(names) if !names.is_empty() => only(&engines, &names),
        _ => engines,
    }
}

/// The engines of these names, where a machine lacks the compilers of the others: `Cuda,CudaFused`.
///
/// # Panics
/// If one is missing: a suite that runs on nothing would pass.
fn only(engines: &[Engine], names: &str) -> Vec<Engine> {
    let named = |name: &str| {
        let engine = engines.iter().find(|engine| format!("{engine:?}") == name);
        *engine.unwrap_or_else(|| panic!("TMD_ENGINES: there is no {name} here, but {engines:?}"))
    };
    names.split(',').map(named).collect()
}

/// The engines that interpret what a compiler made: too slow for long searches.
///
/// # Panics
/// If an engine is required and missing.
pub fn emulators() -> Vec<Engine> {
    tools().map(|_| Engine::Ptx).into_iter().collect()
}

/// Is there an OpenCL device? That there is none is said, or a failure, as for [`engines`].
///
/// # Panics
/// If one is required and missing.
pub(crate) fn has_opencl() -> bool {
    !present("OpenCL", "TMD_REQUIRE_OPENCL", opencl_reason(), &OPENCL).is_empty()
}

const OPENCL: [Engine; 3] = [Engine::OpenClVectors, Engine::OpenClThreads, Engine::OpenClFused];

/// The engines, unless there is a reason why they are missing.
fn present(what: &str, variable: &str, reason: Option<String>, engines: &[Engine]) -> Vec<Engine> {
    let Some(reason) = reason else { return engines.to_vec() };
    let skipped = format!("{what} is not tested: {reason}");
    let required = std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    assert!(!required, "{skipped}");
    println!("{skipped} ({variable} makes this a failure)");
    vec![]
}

/// The levels of the CPU to test. A level that the machine lacks is skipped, and said so; with the
/// variable `TMD_REQUIRE_LEVELS` it is a failure.
///
/// # Panics
/// If a level is required and missing.
pub fn levels() -> Vec<Level> {
    let (here, missing): (Vec<_>, Vec<_>) = Level::ALL.into_iter().partition(|l| l.is_available());
    for level in missing {
        let reason = Some("this machine lacks its instructions".to_owned());
        present(&format!("level {level}"), "TMD_REQUIRE_LEVELS", reason, &[]);
    }
    here
}

static CACHE: OnceLock<PathBuf> = OnceLock::new();

/// Keeps compiled kernels in a directory of the caller's, if no engine was used before.
pub(crate) fn keep_kernels_in(directory: PathBuf) {
    // Where some are kept already, these are, too.
    let _ = CACHE.set(directory);
}

/// Where compiled kernels are kept: where the process says, else `TMD_CACHE_DIR`, else the workspace's target directory;
/// where others can change that (a checkout under umask 002), the user's cache.
fn cache_dir() -> PathBuf {
    let default = || {
        if let Some(directory) = std::env::var_os("TMD_CACHE_DIR") {
            return directory.into();
        }
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/tmd-test-cache");
        let private = tmd_runtime::private_directory(Path::new(own));
        private.unwrap_or_else(|_| CpuConfig::from_env().cache_dir)
    };
    CACHE.get_or_init(default).clone()
}

impl Engine {
    /// The target whose sources it runs.
    fn target(self) -> &'static str {
        match self {
            Engine::Interpreter | Engine::Lanes(_) => names::INTERPRETER,
            Engine::Native(_) => names::RUST_SIMD,
            Engine::C(_) => names::C,
            Engine::OpenClVectors | Engine::OpenClThreads | Engine::OpenClFused => names::OPENCL,
            Engine::CudaHost
            | Engine::CudaHostFused
            | Engine::Cuda
            | Engine::CudaFused
            | Engine::Ptx => names::CUDA,
        }
    }

    fn deployment(self) -> Deployment {
        match self {
            Engine::OpenClFused | Engine::CudaHostFused | Engine::CudaFused => Deployment::Fused,
            _ => Deployment::Phased,
        }
    }

    /// Is every stage a kernel of its own?
    pub fn is_phased(self) -> bool {
        self.deployment() == Deployment::Phased
    }

    /// The form of the sources that it takes, where there are several.
    fn form(self) -> Option<Form> {
        match self {
            Engine::Interpreter | Engine::Lanes(_) | Engine::Native(_) | Engine::C(_) => None,
            Engine::OpenClVectors => Some(opencl::CPU),
            Engine::OpenClThreads => Some(opencl::GPU),
            Engine::OpenClFused => Some(opencl::FUSED),
            Engine::CudaHost | Engine::Cuda | Engine::Ptx => Some(cuda::GPU),
            Engine::CudaHostFused | Engine::CudaFused => Some(cuda::FUSED),
        }
    }

    /// Lanes of a kernel that is built for no stage in particular.
    pub fn lanes(self) -> usize {
        match (self, self.form()) {
            (Engine::Native(level), _) => {
                levels::lanes(level.as_str(), KernelPlan::MOST_VECTORS).expect("a level")
            }
            (Engine::C(level), _) => levels::lanes(level.as_str(), c::VECTORS).expect("a level"),
            (Engine::Lanes(lanes), _) => lanes,
            (_, Some(form)) => form.lanes(),
            (_, None) => 8,
        }
    }

    /// The kernels of a plan, in order.
    ///
    /// # Panics
    /// If one cannot be emitted, compiled or loaded.
    pub fn kernels(self, plan: &Plan) -> Vec<Arc<dyn Kernel>> {
        (0..plan.kernels.len()).map(|index| self.kernel(plan, index)).collect()
    }

    /// One kernel of a plan.
    ///
    /// # Panics
    /// As [`Engine::kernels`].
    pub(crate) fn kernel(self, plan: &Plan, index: usize) -> Arc<dyn Kernel> {
        let interpreted = match self {
            Engine::Interpreter => Some(Interpreted::new(&plan.kernels[index])),
            Engine::Lanes(lanes) => Some(Interpreted::with_lanes(&plan.kernels[index], lanes)),
            _ => None,
        };
        if let Some(kernel) = interpreted {
            return Arc::new(kernel.unwrap_or_else(|diag| panic!("{}", diag.render(false))));
        }
        let target = target::target(self.target()).expect("a target");
        let bundle = bundle::emit(plan, index, target, "tests")
            .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
        self.load(&bundle)
    }

    /// The kernels of some stages that belong to no plan: their items and parts need not fit together.
    ///
    /// # Panics
    /// As [`Engine::kernels`].
    pub fn stages(self, name: &str, design: &dyn Design) -> Arc<dyn Kernel> {
        let target = target::target(self.target()).expect("a target");
        let emitted = target
            .emit(design, &[format!("{name}, for the tests")])
            .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
        let words = kernel::build(design, 1).kernels.into_iter().map(|kernel| kernel.seed_words);
        let shapes = words.zip(design.stages()).map(|(words, own)| (words, own.items, own.parts));
        self.load_emitted(name, emitted, shapes.collect(), bundle::loops(design))
    }

    /// Kernels that `build` makes for a number of lanes. Each writes at most `parts` words an item, a
    /// power of two, and is asked for item 0 only.
    ///
    /// # Panics
    /// As [`Engine::kernels`].
    pub fn modules(
        self,
        name: &str,
        build: &dyn Fn(usize) -> Module,
        parts: u64,
    ) -> Arc<dyn Kernel> {
        let header = [format!("{name}, for the tests")];
        let module = pass::standard(build(self.lanes())).expect("well formed");
        let shapes = module.kernels.iter().map(|kernel| (kernel.seed_words, 1, parts)).collect();
        let own = |(name, rounds): (&str, u64)| LoopBound { name: name.to_owned(), rounds };
        let loops = module.kernels.iter().map(|kernel| kernel.loops().map(own).collect()).collect();
        let emitted = match (self, self.form()) {
            (Engine::C(_), _) => c::emit_modules(build, &header).expect("emitted"),
            (_, None) => Emitted {
                files: rust_simd::emit_modules(build, &header).expect("emitted"),
                ..Emitted::default()
            },
            (_, Some(form)) => {
                let stages: Vec<Stage> = module
                    .kernels
                    .into_iter()
                    .map(|kernel| Stage { kernel, items: 1, parts })
                    .collect();
                let program = form.print(&stages, &header).expect("printed");
                let files = [(program.manifest.file.clone(), program.text)].into();
                Emitted { files, programs: vec![program.manifest], ..Emitted::default() }
            }
        };
        self.load_emitted(name, emitted, shapes, loops)
    }

    /// `shapes`: seed words, items and parts of each stage.
    fn load_emitted(
        self,
        name: &str,
        emitted: Emitted,
        shapes: Vec<(usize, u64, u64)>,
        loops: Vec<Vec<LoopBound>>,
    ) -> Arc<dyn Kernel> {
        let count = shapes.len();
        let stages = shapes.iter().enumerate().map(|(index, &(seed_words, items, parts))| {
            // The runtime wants the parts of a stage to be the items of the next.
            let part_inputs: u64 = shapes[index + 1..].iter().map(|(_, _, parts)| parts).product();
            assert!(index < count);
            StageManifest {
                entry: format!("stage{index}"),
                kind: StageKind::Existence,
                part_count: parts,
                part_inputs,
                item_inputs: parts * part_inputs,
                items,
                seed_words,
                loops: loops[index].clone(),
                ..StageManifest::default()
            }
        });
        let target = target::target(self.target()).expect("a target");
        let entry = self.form().map_or(target.entry(), |form| form.file);
        let manifest = Manifest {
            name: name.into(),
            target: self.target().into(),
            entry: entry.into(),
            stages: stages.collect(),
            programs: emitted.programs,
            ..Manifest::default()
        };
        let bundle =
            KernelBundle::new(manifest, emitted.files).unwrap_or_else(|error| panic!("{error}"));
        self.load(&bundle)
    }

    fn load(self, bundle: &KernelBundle) -> Arc<dyn Kernel> {
        self.device().load(bundle).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    /// One device for a process.
    fn device(self) -> &'static dyn Device {
        static DEVICES: OnceLock<Vec<(Engine, Box<dyn Device>)>> = OnceLock::new();
        let all = DEVICES.get_or_init(|| {
            let all = engines().into_iter().chain(emulators());
            all.map(|engine| (engine, engine.open())).collect()
        });
        let device = all.iter().find(|(engine, _)| *engine == self);
        &*device.unwrap_or_else(|| panic!("{self:?} is not here")).1
    }

    fn open(self) -> Box<dyn Device> {
        let deployment = self.deployment();
        match self {
            Engine::Interpreter | Engine::Lanes(_) => panic!("the interpreter is not a device"),
            Engine::Native(level) => {
                let config = CpuConfig { level, cache_dir: cache_dir(), ..CpuConfig::from_env() };
                Box::new(CpuDevice::new(config))
            }
            Engine::C(level) => {
                let flags = warnings();
                let compiler = CCompiler { flags, ..CCompiler::from_env() };
                Box::new(CDevice::new(CConfig { level, cache_dir: cache_dir(), compiler }))
            }
            Engine::OpenClVectors => open_opencl(DeviceKind::Cpu, deployment),
            Engine::OpenClThreads | Engine::OpenClFused => open_opencl(DeviceKind::Gpu, deployment),
            Engine::CudaHost | Engine::CudaHostFused => {
                let flags = warnings();
                let cache_dir = cache_dir();
                let own = CudaHostConfig::from_env();
                Box::new(CudaHostDevice::new(CudaHostConfig {
                    flags,
                    cache_dir,
                    deployment,
                    ..own
                }))
            }
            Engine::Cuda | Engine::CudaFused => open_cuda(deployment),
            Engine::Ptx => {
                let tools = tools().expect("the CUDA compiler");
                Box::new(PtxDevice::new(tools, OLDEST_ARCHITECTURE, deployment))
            }
        }
    }
}

/// Emitted text has no warnings; that a test's kernel leaves an argument unused is no fault of it.
fn warnings() -> Vec<String> {
    ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"].map(str::to_owned).to_vec()
}

#[cfg(feature = "opencl")]
fn opencl_config(kind: DeviceKind, deployment: Deployment) -> tmd_runtime::OpenClConfig {
    let kind = Some(kind);
    let own = tmd_runtime::OpenClConfig::from_env();
    tmd_runtime::OpenClConfig { cache_dir: cache_dir(), kind, deployment, ..own }
}

/// Why there is no OpenCL device.
#[cfg(feature = "opencl")]
fn opencl_reason() -> Option<String> {
    static REASON: OnceLock<Option<String>> = OnceLock::new();
    let probe =
        || tmd_runtime::OpenClDevice::new(opencl_config(DeviceKind::Cpu, Deployment::Phased));
    REASON.get_or_init(|| probe().err().map(|error| error.to_string())).clone()
}

#[cfg(feature = "opencl")]
fn open_opencl(kind: DeviceKind, deployment: Deployment) -> Box<dyn Device> {
    let device = tmd_runtime::OpenClDevice::new(opencl_config(kind, deployment));
    Box::new(device.unwrap_or_else(|error| panic!("{error}")))
}

#[cfg(not(feature = "opencl"))]
fn opencl_reason() -> Option<String> {
    Some("this test was built without its feature `opencl`".into())
}

#[cfg(not(feature = "opencl"))]
fn open_opencl(_kind: &str, _deployment: Deployment) -> Box<dyn Device> {
    panic!("built without OpenCL")
}

#[cfg(feature = "cuda")]
fn cuda_config(deployment: Deployment) -> tmd_runtime::CudaConfig {
    let own = tmd_runtime::CudaConfig::from_env();
    tmd_runtime::CudaConfig { cache_dir: cache_dir(), deployment, ..own }
}

/// Why there is no GPU.
#[cfg(feature = "cuda")]
fn cuda_reason() -> Option<String> {
    static REASON: OnceLock<Option<String>> = OnceLock::new();
    let probe = || tmd_runtime::CudaDevice::new(cuda_config(Deployment::Phased));
    REASON.get_or_init(|| probe().err().map(|error| error.to_string())).clone()
}

#[cfg(feature = "cuda")]
fn open_cuda(deployment: Deployment) -> Box<dyn Device> {
    let device = tmd_runtime::CudaDevice::new(cuda_config(deployment));
    Box::new(device.unwrap_or_else(|error| panic!("{error}")))
}

#[cfg(not(feature = "cuda"))]
fn cuda_reason() -> Option<String> {
    Some("this test was built without its feature `cuda`".into())
}

#[cfg(not(feature = "cuda"))]
fn open_cuda(_deployment: Deployment) -> Box<dyn Device> {
    panic!("built without CUDA")
}
