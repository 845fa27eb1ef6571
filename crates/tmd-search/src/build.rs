//! Support for build scripts: kernels as part of a user's crate.
//!
//! In `build.rs` (`tmd_codegen` has both modules, too):
//!
//! ```no_run
//! use tmd_search::build::Builder;
//! use tmd_request::request::{Options, Rounding};
//!
//! fn main() {
//!     let exp = Options::new("exp").range("1,0x1.0008p0").rounding(Rounding::Directed).bits(33);
//!     Builder::new().kernel("exp_hard", exp).config("tmd.toml").generate();
//! }
//! ```
//!
//! and in the crate `include!(concat!(env!("OUT_DIR"), "/tmd/exp_hard.rs"));`, which makes a module
//! `exp_hard` with a constant `PACKAGE` of type [`tmd_runtime::Embedded`].
//!
//! [`Builder::function`] adds code that computes a function: an evaluator (`tmd_codegen::approx::Request`) or a correctly
//! rounded function (`tmd_codegen::round::Request`). Its handle makes a module with the functions of that file.
//!
//! What is written, below `OUT_DIR`:
//!
//! | path | holds |
//! |---|---|
//! | `tmd/NAME.rs` | the handle, to be included |
//! | `tmd/NAME/plan.json` | the plan: every number with its origin |
//! | `tmd/NAME/blocks.jsonl` | the blocks with their seeds, where the range is short enough |
//! | `tmd/NAME/manifest.json` and the sources | the kernel's bundle; in `tmd/NAME/kernel0/`, … if there are several |
//! | `tmd/NAME/NAME.rs`, `certificate.json` | the code of a function, and what proves it |
//!
//! A file is written only if it changes, and one that is no longer emitted is removed. The script runs again
//! when a file of options that it reads changes, when `build.rs` does, and when [`COPY_VARIABLE`] does.
//! Nothing is compiled here, so that no GPU, driver or SDK is needed.

use crate::package;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{env, fmt, fs, process};
use tmd_base::diag::{Diag, DiagKind};
use tmd_request::request::Options;
use tmd_request::request::config;
use tmd_request::request::config::Config;
use tmd_request::request::options::with_flags_as;
use tmd_runtime::{Package, Sources};

/// The environment variable that names a folder for a copy of everything that a build script emits, to be
/// read by people: absolute, or from the folder of the package that is built.
pub const COPY_VARIABLE: &str = "TMD_COPY_DIR";

/// The folder below `OUT_DIR`.
const FOLDER: &str = "tmd";

/// Code that computes a function, to be made for a crate that is being built.
pub trait Function: fmt::Debug {
    /// Makes it, as a module of that name.
    ///
    /// # Errors
    /// What is wrong with what is asked for.
    fn made(&self, name: &str) -> Result<Made, Diag>;
}

/// The file that proves the code of a function.
const CERTIFICATE: &str = "certificate.json";

/// Code that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// What it is, for the documentation of its module.
    pub about: String,
    /// Its files, by name. `NAME.rs` is the module.
    pub files: BTreeMap<String, String>,
    /// The text of its certificate, a file beside them.
    pub certificate: String,
}

/// Emits kernels and functions for a crate that is being built.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    kernels: Vec<(String, Options)>,
    functions: Vec<(String, Rc<dyn Function>)>,
    configs: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    copy_dir: Option<PathBuf>,
}

/// What was emitted for one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The name.
    pub name: String,
    /// The handle, to be included.
    pub handle: PathBuf,
    /// The folder of the package, or of the function.
    pub folder: PathBuf,
    /// Files that were new or changed.
    pub written: usize,
}

impl Builder {
    /// Returns a builder with nothing to emit.
    pub fn new() -> Self {
        Builder::default()
    }

    /// Adds the kernels of a request, with the name of their module: `[a-z][a-z0-9_]*`.
    pub fn kernel(mut self, name: &str, options: Options) -> Self {
        self.kernels.push((name.to_owned(), options));
        self
    }

    /// Adds a function, with the name of its module: `[a-z][a-z0-9_]*`.
    pub fn function(mut self, name: &str, function: impl Function + 'static) -> Self {
        self.functions.push((name.to_owned(), Rc::new(function)));
        self
    }

    /// Adds all kernels of a `tmd.toml`.
    pub fn config(mut self, path: impl Into<PathBuf>) -> Self {
        self.configs.push(path.into());
        self
    }

    /// Writes below this folder instead of `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Puts a copy into this folder, whatever [`COPY_VARIABLE`] says.
    pub fn copy_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.copy_dir = Some(folder.into());
        self
    }

    /// Emits everything, and tells Cargo when to do so again. An error becomes warnings of the build, with a caret
    /// under what is wrong, and ends the script.
    pub fn generate(&self) {
        for line in self.watched() {
            println!("{line}");
        }
        if let Err(diag) = self.try_generate() {
            for line in warning(&diag) {
                println!("{line}");
            }
            process::exit(1);
        }
    }

    /// The files and variables that Cargo is told to watch.
    fn watched(&self) -> Vec<String> {
        let files = self.configs.iter().map(|path| path.display().to_string());
        let changed = |path| format!("cargo:rerun-if-changed={path}");
        let mut lines: Vec<String> =
            ["build.rs".to_owned()].into_iter().chain(files).map(changed).collect();
        lines.push(format!("cargo:rerun-if-env-changed={COPY_VARIABLE}"));
        lines
    }

    /// Emits everything.
    ///
    /// # Errors
    /// Bad options, with their place; everything for which no proof is found; files that cannot be read or
    /// written.
    pub fn try_generate(&self) -> Result<Vec<Emitted>, Diag> {
        let out_dir = match &self.out_dir {
            Some(folder) => folder.clone(),
            None => env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
                Diag::new(DiagKind::Environment, "OUT_DIR is not set")
                    .help("call this from a build script, or say where to write: .out_dir(…)")
            })?,
        };
        let copy = self.copy_dir.clone().or_else(|| {
            env::var_os(COPY_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from)
        });
        let mut emitted = vec![];
        for (name, package) in self.packages()? {
            let done = write(&out_dir.join(FOLDER), &name, &package)?;
            if let Some(copy) = &copy {
                write(copy, &name, &package)?;
            }
            emitted.push(done);
        }
        for (name, function) in &self.functions {
            config::check_name(name)?;
            if emitted.iter().any(|other| other.name == *name) {
                return Err(twice(name));
            }
            let made = function.made(name).map_err(|mut diag| {
                diag.message = format!("function {name}: {}", diag.message);
                diag
            })?;
            emitted.push(write_function(&out_dir.join(FOLDER), name, &made)?);
            if let Some(copy) = &copy {
                write_function(copy, name, &made)?;
            }
        }
        Ok(emitted)
    }

    fn packages(&self) -> Result<BTreeMap<String, Package>, Diag> {
        let mut packages = BTreeMap::new();
        let mut add = |name: &str, package: Package| match packages.insert(name.to_owned(), package)
        {
            None => Ok(()),
            Some(_) => Err(twice(name)),
        };
        for (name, options) in &self.kernels {
            config::check_name(name)?;
            let package = options.request().and_then(|request| package::make(&request));
            let spelled = |option: &str| format!(".{}()", option.replace('-', "_"));
            add(name, package.map_err(|diag| of_kernel(with_flags_as(diag, spelled), name))?)?;
        }
        for path in &self.configs {
            let config = Config::read(path)?;
            for name in config.names() {
                let package = config.request(name).and_then(|request| {
                    package::make(&request).map_err(|diag| config.explain(name, diag))
                });
                add(name, package?)?;
            }
        }
        Ok(packages)
    }
}

fn twice(name: &str) -> Diag {
    Diag::new(DiagKind::Option, format!("two kernels or functions are called `{name}`"))
        .help("give each its own name")
}

/// Adds the name of the kernel to an error.
fn of_kernel(mut diag: Diag, name: &str) -> Diag {
    diag.message = format!("kernel {name}: {}", diag.message);
    diag
}

/// The lines that show an error in the output of a build.
fn warning(diag: &Diag) -> Vec<String> {
    diag.render(false).lines().map(|line| format!("cargo:warning={line}")).collect()
}

/// Writes a package and its handle into a folder.
fn write(folder: &Path, name: &str, package: &Package) -> Result<Emitted, Diag> {
    let own = folder.join(name);
    let (mut files, written) = package.write(&own)?;
    let handle = folder.join(format!("{name}.rs"));
    let text = tmd_runtime::handle(name, package, Sources::Folder(name))?;
    let changed = tmd_runtime::write_if_changed(&handle, text.as_bytes())?;
    files.sort();
    remove_others(&own, &files)?;
    Ok(Emitted {
        name: name.to_owned(),
        handle,
        folder: own,
        written: written + usize::from(changed),
    })
}

/// Writes the code of a function and its handle into a folder.
fn write_function(folder: &Path, name: &str, made: &Made) -> Result<Emitted, Diag> {
    let own = folder.join(name);
    fs::create_dir_all(&own).map_err(|error| {
        Diag::new(DiagKind::Io, format!("cannot make {}: {error}", own.display()))
            .help("check that you may write there, and that the disk is not full")
    })?;
    let certificate = (CERTIFICATE, &made.certificate);
    let all = made.files.iter().map(|(file, text)| (file.as_str(), text)).chain([certificate]);
    let (mut files, mut written) = (vec![], 0);
    for (file, text) in all {
        let path = own.join(file);
        written += usize::from(tmd_runtime::write_if_changed(&path, text.as_bytes())?);
        files.push(path);
    }
    let code = own.join(format!("{name}.rs"));
    let about = made.about.replace('\n', " ");
    let text = format!("/// {about}\n#[path = {:?}]\nmod {name};\n", code.display().to_string());
    let handle = folder.join(format!("{name}.rs"));
    written += usize::from(tmd_runtime::write_if_changed(&handle, text.as_bytes())?);
    files.sort();
    remove_others(&own, &files)?;
    Ok(Emitted { name: name.to_owned(), handle, folder: own, written })
}

/// Removes what an earlier request has left: it would be taken for a part of the package.
fn remove_others(folder: &Path, files: &[PathBuf]) -> Result<(), Diag> {
    let failed = |path: &Path, error: std::io::Error| {
        Diag::new(DiagKind::Io, format!("cannot clean {}: {error}", path.display()))
    };
    for entry in fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        let path = entry.map_err(|error| failed(folder, error))?.path();
        if path.is_dir() {
            remove_others(&path, files)?;
        } else if files.binary_search(&path).is_err() {
            fs::remove_file(&path).map_err(|error| failed(&path, error))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Options {
        Options::new("exp").binade("1,2").precision(16).bits(8)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("list")
            .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn packages_are_written_once_and_cleaned() {
        let scratch = tempfile::tempdir().expect("folder");
        let builder = |options| {
            Builder::new()
                .kernel("small", options)
                .out_dir(scratch.path())
                .copy_dir(scratch.path().join("copy"))
        };
        let first = builder(small()).try_generate().expect("emit");
        let [emitted] = &first[..] else { panic!("one name") };
        assert!(emitted.written > 8 && emitted.handle.is_file());
        assert_eq!(builder(small()).try_generate().expect("again")[0].written, 0);
        let rust = names(&emitted.folder);
        assert!(
            rust.contains(&"avx512.rs".to_owned()) && rust.contains(&"blocks.jsonl".to_owned())
        );
        assert_eq!(names(&scratch.path().join("copy/small")), rust);

        builder(small().target("opencl")).try_generate().expect("another target");
        let opencl = names(&emitted.folder);
        assert!(opencl.contains(&"gpu.cl".to_owned()), "{opencl:?}");
        assert!(!opencl.iter().any(|name| name.ends_with(".rs")), "{opencl:?}");
        let package = Package::read(&emitted.folder).expect("package");
        assert!(package.blocks.is_some() && package.plan.is_some());
        let handle = fs::read_to_string(&emitted.handle).expect("handle");
        assert!(handle.contains("include_str!(\"small/gpu.cl\")"), "{handle}");
    }

    #[test]
    fn errors_are_warnings_with_carets() {
        let folder = tempfile::tempdir().expect("folder");
        let config = folder.path().join("tmd.toml");
        let refusal = |builder: Builder| {
            let diag = builder.out_dir(folder.path()).try_generate().expect_err("a refusal");
            warning(&diag).join("\n")
        };
        let text = refusal(Builder::new().kernel("k", small().function("exq(x)")));
        for part in ["kernel k: ", "`exq`", "exq(x)", "did you mean"] {
            assert!(text.contains(part), "no {part:?} in\n{text}");
        }
        assert!(text.lines().all(|line| line.starts_with("cargo:warning=")), "{text}");
        let text = refusal(Builder::new().kernel("k", small().rounding("up")));
        assert!(text.contains(".rounding()"), "{text}");
        assert!(refusal(Builder::new().kernel("K 1", small())).contains("`K 1`"));
        let twice = Builder::new().kernel("k", small()).kernel("k", small());
        assert!(refusal(twice).contains("two kernels"));

        fs::write(&config, "[kernel.k]\nfunction = \"log\"\nrange = \"-2,-1\"\n").expect("write");
        let text = refusal(Builder::new().config(&config));
        assert!(text.contains("tmd.toml:2:13") && text.contains("function = \"log\""), "{text}");
        let missing = refusal(Builder::new().config(folder.path().join("none.toml")));
        assert!(missing.contains("cannot read") && missing.contains("none.toml"), "{missing}");
    }

    #[test]
    fn cargo_is_told_what_to_watch() {
        let watched = Builder::new().config("tmd.toml").watched();
        assert_eq!(
            watched,
            [
                "cargo:rerun-if-changed=build.rs",
                "cargo:rerun-if-changed=tmd.toml",
                "cargo:rerun-if-env-changed=TMD_COPY_DIR"
            ]
        );
    }
}
