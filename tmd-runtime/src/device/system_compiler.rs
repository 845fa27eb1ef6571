//! A compiler that a system has for C or C++: which one, which version, and one compilation.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::process::{self, Failure};

/// How a compiler of a language is found.
pub(super) struct Language {
    /// Its name, for messages.
    pub(super) name: &'static str,
    /// Variables that name a compiler, the first that is set decides.
    pub(super) variables: [&'static str; 2],
    /// The usual names, looked for on the search path in this order.
    pub(super) usual: &'static [&'static str],
    /// The target that is compiled for.
    pub(super) target: &'static str,
}

impl Language {
    /// The compiler that the variables choose.
    pub(super) fn choose(&self, variable: impl Fn(&str) -> Option<OsString>) -> PathBuf {
        let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let named = self.variables.iter().find_map(set).map(PathBuf::from);
        // It is started in other folders than this one.
        let here = |path: PathBuf| match path.components().count() {
            0 | 1 => path,
            _ => std::path::absolute(&path).unwrap_or(path),
        };
        named.map(here).unwrap_or_else(|| {
            let search_path = variable("PATH");
            let search_path = search_path.as_deref().unwrap_or(OsStr::new(""));
            let folders: Vec<PathBuf> = std::env::split_paths(search_path).collect();
            let has = |name: &&&str| folders.iter().any(|folder| folder.join(name).is_file());
            self.usual.iter().find(has).unwrap_or(&self.usual[0]).into()
        })
    }

    /// What a compiler says of itself: its identity. One that says nothing cannot be told from another by that name.
    pub(super) fn version(&self, compiler: &Path, directory: &Path) -> Result<String, Error> {
        let version = self.run(compiler, directory, &["--version".to_string()])?;
        if version.trim().is_empty() {
            let what = format!("{} --version prints nothing", compiler.display());
            let variable = self.variables[0];
            return Err(Error::no_device(self.target, format!("{what}; {variable} names another")));
        }
        Ok(version)
    }

    /// Runs a compiler in a directory; returns what it writes to its standard output.
    pub(super) fn run(
        &self,
        compiler: &Path,
        directory: &Path,
        arguments: &[String],
    ) -> Result<String, Error> {
        let mut command = Command::new(compiler);
        command.args(arguments).current_dir(directory).stdin(Stdio::null());
        let command_line = || format!("{} {}", compiler.display(), arguments.join(" "));
        let output = process::compiled(&mut command).map_err(|failure| match failure {
            Failure::Io(error) => {
                let Language { name, variables: [variable, _], target, .. } = self;
                let looked_for = compiler.display();
                Error::no_device(
                    target,
                    format!(
                        "running its kernels on this CPU needs a {name} compiler; {looked_for} cannot be started \
                         ({error}); {variable} names another, a program without flags"
                    ),
                )
            }
            failure => {
                Error::CompilerLate { command: command_line(), failure: failure.to_string() }
            }
        })?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(Error::CompileFailed {
                command: command_line(),
                stderr: String::from_utf8_lossy(&output.stderr).trim_end().to_string(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_choose_the_compiler() {
        const CXX: Language = Language {
            name: "C++",
            variables: ["TMD_CXX", "CXX"],
            usual: &["g++", "c++"],
            target: "none",
        };
        let chosen = |variables: &[(&str, &str)]| {
            CXX.choose(|name| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        let (tmd, usual) = (("TMD_CXX", "/opt/g++"), ("CXX", "clang++"));
        assert_eq!(chosen(&[tmd, usual]), Path::new("/opt/g++"));
        assert_eq!(chosen(&[("TMD_CXX", ""), usual]), Path::new("clang++"));
        assert_eq!(chosen(&[]), Path::new("g++"));

        let folder = tempfile::tempdir().expect("temporary directory");
        let path = ("PATH", folder.path().to_str().expect("a plain path"));
        for (name, found) in [("other", "g++"), ("c++", "c++"), ("g++", "g++")] {
            std::fs::write(folder.path().join(name), "").expect("write");
            assert_eq!(chosen(&[path]), Path::new(found));
        }
    }
}
