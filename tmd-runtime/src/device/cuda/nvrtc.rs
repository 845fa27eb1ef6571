//! The CUDA compiler as a library, loaded when it is needed.

use std::ffi::{CString, c_char, c_int};
use std::path::{Path, PathBuf};

use cudarc::nvrtc::{result, sys};

use super::CUDA_OPTIONS;
use super::{TARGET, lacking};
use crate::error::Error;
use crate::loading;
use crate::private;

/// Every function of the library that is called. The binding panics where one is missing, so a library
/// that lacks one is refused at the beginning.
const FUNCTIONS: [&str; 12] = [
    "nvrtcVersion",
    "nvrtcGetNumSupportedArchs",
    "nvrtcGetSupportedArchs",
    "nvrtcCreateProgram",
    "nvrtcCompileProgram",
    "nvrtcDestroyProgram",
    "nvrtcGetProgramLogSize",
    "nvrtcGetProgramLog",
    "nvrtcGetCUBINSize",
    "nvrtcGetCUBIN",
    "nvrtcGetPTXSize",
    "nvrtcGetPTX",
];

/// Compiled code for one architecture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Code(pub(super) Vec<u8>);

impl Code {
    /// Machine code, or text in PTX that the driver has to compile.
    pub(super) fn is_machine_code(&self) -> bool {
        self.0.starts_with(b"\x7fELF")
    }
}

/// Loads the library: from `path` where one is given, else by its name.
pub(super) fn load(path: Option<&Path>) -> Result<(), Error> {
    if let Some(path) = path {
        // It looks for this one by name only, and not where it lies itself. In a folder that others can write to,
        // it may be anybody's.
        for builtins in
            beside(path, "libnvrtc-builtins.so").into_iter().filter(|path| is_private(path))
        {
            let _ = keep(&builtins);
        }
        keep(path).map_err(|error| {
            let path = path.display();
            let why = loading::words(&error);
            let reason = format!("TMD_NVRTC is {path}, which cannot be loaded: {why}");
            Error::no_device(TARGET, reason)
        })?;
    }
    // SAFETY: loading the library has no preconditions.
    if !unsafe { sys::is_culib_present() } {
        let reason = "the CUDA compiler library (libnvrtc) is not found; TMD_NVRTC may name it";
        return Err(Error::no_device(TARGET, reason));
    }
    // SAFETY: as above.
    let missing = lacking(unsafe { sys::culib() }, &FUNCTIONS);
    match missing.is_empty() {
        true => Ok(()),
        false => Err(Error::no_device(
            TARGET,
            format!(
                "the CUDA compiler library (libnvrtc) is too old: it lacks {}; TMD_NVRTC may name \
                 another",
                missing.join(", ")
            ),
        )),
    }
}

/// Loads a library for good, so that it is found under its own name from now on.
fn keep(path: &Path) -> Result<(), libloading::Error> {
    // SAFETY: the user says that this is NVRTC or belongs to it: libraries without preconditions.
    unsafe { libloading::Library::new(path) }.map(std::mem::forget)
}

/// Whether nobody else can have put the library, or what it is a link to, where it is.
fn is_private(path: &Path) -> bool {
    std::fs::canonicalize(path).is_ok_and(|path| private::check_file(&path).is_ok())
}

/// The files in the folder of `path` whose names begin so.
fn beside(path: &Path, start: &str) -> Vec<PathBuf> {
    let entries = path.parent().and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let named = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))
    };
    paths.filter(named).collect()
}

/// The library's version, which belongs to the identity of what it makes. It must be loaded.
pub(super) fn version() -> Result<String, Error> {
    let (mut major, mut minor) = (0 as c_int, 0 as c_int);
    // SAFETY: the pointers are to two integers.
    unsafe { sys::nvrtcVersion(&mut major, &mut minor) }.result().map_err(failed)?;
    Ok(format!("NVRTC {major}.{minor}"))
}

/// The options for an architecture, the user's `further` ones last: its machine code where the library
/// knows it, else PTX of the newest before it that the library knows.
pub(super) fn options(capability: u32, further: &[String]) -> Result<Vec<String>, Error> {
    let known = architectures()?;
    let architecture = match known.contains(&capability) {
        true => format!("sm_{capability}"),
        false => {
            let newest = known.into_iter().filter(|known| *known < capability).max();
            let newest = newest.ok_or_else(|| too_old(capability))?;
            format!("compute_{newest}")
        }
    };
    let own = CUDA_OPTIONS.iter().map(|option| option.to_string());
    let own = own.chain([format!("--gpu-architecture={architecture}")]);
    Ok(own.chain(further.iter().cloned()).collect())
}

fn too_old(capability: u32) -> Error {
    let (major, minor) = (capability / 10, capability % 10);
    Error::unsupported(format!(
        "compute capability {major}.{minor}, which the CUDA compiler library no longer knows; \
         TMD_NVRTC may name an older one"
    ))
}

fn architectures() -> Result<Vec<u32>, Error> {
    let mut count = 0 as c_int;
    // SAFETY: the pointer is to an integer.
    unsafe { sys::nvrtcGetNumSupportedArchs(&mut count) }.result().map_err(failed)?;
    let mut known = vec![0 as c_int; usize::try_from(count).unwrap_or(0)];
    // SAFETY: there is room for as many as were announced.
    unsafe { sys::nvrtcGetSupportedArchs(known.as_mut_ptr()) }.result().map_err(failed)?;
    Ok(known.into_iter().filter_map(|known| u32::try_from(known).ok()).collect())
}

/// Compiles a source. The library must be loaded.
pub(super) fn compile(source: &str, file: &str, options: &[String]) -> Result<Code, Error> {
    let bad = |_| Error::bundle(format!("{file} has a zero byte"));
    let (text, name) = (CString::new(source).map_err(bad)?, CString::new(file).map_err(bad)?);
    if let Some(option) = options.iter().find(|option| option.contains('\0')) {
        return Err(Error::unsupported(format!("the compiler option {option:?}")));
    }
    let program = Program(result::create_program(&text, Some(&name)).map_err(failed)?);
    // SAFETY: the program was created above and is destroyed when it is dropped.
    unsafe { result::compile_program(program.0, options) }.map_err(|error| {
        Error::CompileFailed {
            command: format!("nvrtc {} {file}", options.join(" ")),
            stderr: program.log().unwrap_or_else(|| format!("{error:?}")),
        }
    })?;
    match options.iter().any(|option| option.contains("=sm_")) {
        true => program.machine_code(),
        false => program.ptx(),
    }
}

/// A program, destroyed when it is dropped.
struct Program(sys::nvrtcProgram);

impl Program {
    fn log(&self) -> Option<String> {
        // SAFETY: the program exists.
        let log = bytes(unsafe { result::get_program_log(self.0) }.ok()?);
        Some(String::from_utf8_lossy(&log).trim_end().to_string())
    }

    fn machine_code(&self) -> Result<Code, Error> {
        let mut size = 0;
        // SAFETY: the program exists and was compiled; the pointer is to an integer.
        unsafe { sys::nvrtcGetCUBINSize(self.0, &mut size) }.result().map_err(failed)?;
        let mut code = vec![0u8; size];
        let place = code.as_mut_ptr().cast::<c_char>();
        // SAFETY: there is room for as many bytes as were announced.
        unsafe { sys::nvrtcGetCUBIN(self.0, place) }.result().map_err(failed)?;
        Ok(Code(code))
    }

    fn ptx(&self) -> Result<Code, Error> {
        // SAFETY: the program exists and was compiled.
        unsafe { result::get_ptx(self.0) }.map_err(failed).map(|text| Code(bytes(text)))
    }
}

/// A text of the library, without the zero byte at its end.
fn bytes(text: Vec<c_char>) -> Vec<u8> {
    text.into_iter().map(|c| c.to_ne_bytes()[0]).take_while(|byte| *byte != 0).collect()
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: it exists and is not used after this. A failure leaks it, no more.
        let _ = unsafe { result::destroy_program(self.0) };
    }
}

fn failed(error: result::NvrtcError) -> Error {
    Error::Device {
        device: "NVRTC".to_string(),
        action: "compiling".to_string(),
        reason: format!("{:?}", error.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where tests find the library: as the device does, or among the installed compiler wheels.
    fn loaded() -> bool {
        let given = std::env::var_os("TMD_NVRTC");
        match load(given.as_deref().map(Path::new)) {
            Ok(()) => true,
            Err(error) => {
                let reason = format!("skipped: {error}");
                let required = std::env::var_os("TMD_REQUIRE_CUDA_TOOLS")
                    .is_some_and(|value| !value.is_empty());
                assert!(!required, "{reason}");
                println!("{reason} (TMD_REQUIRE_CUDA_TOOLS makes this a failure)");
                false
            }
        }
    }

    const SOURCE: &str = "extern \"C\" __global__ void f(int *p) { p[threadIdx.x] = 1; }";

    #[test]
    fn machine_code_and_ptx() {
        if !loaded() {
            return;
        }
        assert!(version().expect("version").starts_with("NVRTC 1"));
        let further = ["-DTMD_LIMB_BITS=64".to_string()];
        let options_90 = options(90, &further).expect("options");
        assert!(options_90.contains(&"--gpu-architecture=sm_90".to_string()), "{options_90:?}");
        let code = compile(SOURCE, "kernels.cu", &options_90).expect("compiled");
        assert!(code.is_machine_code());
        assert_eq!(options_90.last(), further.last(), "the user's come last");
        let error = options(30, &[]).expect_err("forgotten long ago").to_string();
        assert!(error.contains("3.0"), "{error}");
        // One that this library does not know: PTX for an older one.
        let options_999 = options(999, &[]).expect("options");
        assert!(options_999.iter().any(|o| o.contains("=compute_")), "{options_999:?}");
        let code = compile(SOURCE, "kernels.cu", &options_999).expect("compiled");
        assert!(!code.is_machine_code());
        assert!(String::from_utf8_lossy(&code.0).contains(".entry f"));
    }

    /// What runs on a GPU where there is one is at least compiled where there is none.
    #[test]
    fn the_toy_compiles() {
        if !loaded() {
            return;
        }
        for text in [
            include_str!("../../../tests/cuda/phased.cu"),
            include_str!("../../../tests/cuda/fused.cu"),
        ] {
            for capability in [75, 80, 90, 120] {
                let options = options(capability, &[]).expect("options");
                let code = compile(text, "toy.cu", &options).unwrap_or_else(|e| panic!("{e}"));
                assert!(code.is_machine_code());
            }
        }
    }

    #[test]
    fn the_log_is_told() {
        if !loaded() {
            return;
        }
        let error =
            compile("void f( {", "kernels.cu", &options(75, &[]).expect("options")).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("kernels.cu(1)") && text.contains("sm_75"), "{text}");
        assert!(compile("a\0b", "kernels.cu", &[]).is_err());
        assert!(compile(SOURCE, "kernels.cu", &["-Da\0b".to_string()]).is_err());
    }
}
