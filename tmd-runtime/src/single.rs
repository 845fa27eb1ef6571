//! Emitted functions of binary32 numbers, compiled for this machine and called.

use std::path::Path;

use libloading::Library;
use tempfile::TempDir;

use crate::device::{Compiler, Level};
use crate::error::Error;
use crate::{files, loading, private};

/// Arguments, room for results, and how many there are.
type Many = unsafe extern "C" fn(*const u32, *mut u32, usize);

/// Functions of binary32 numbers from one emitted file of Rust, at the best level of this machine.
pub struct SingleFunctions {
    functions: Vec<Many>,
    /// The functions' code: it goes before its folder does.
    _library: Library,
    _folder: TempDir,
}

impl SingleFunctions {
    /// Compiles a file that has `pub fn NAME_slice(x: &[f32], y: &mut [f32])` for each of the names.
    ///
    /// # Errors
    /// If there is no Rust compiler, it refuses the file, or what it makes cannot be loaded.
    pub fn compile(text: &str, names: &[String]) -> Result<SingleFunctions, Error> {
        let parent = std::env::temp_dir();
        let folder = private::with_mode(&mut tempfile::Builder::new(), 0o700)
            .tempdir_in(&parent)
            .map_err(|error| Error::io("make a folder in", &parent, files::told(error)))?;
        let path = |file: &str| folder.path().join(file);
        let root: String = names.iter().enumerate().map(|(at, name)| entry(at, name)).collect();
        files::write_atomically(&path("emitted.rs"), text.as_bytes())?;
        let root = format!("#![allow(dead_code)]\nmod emitted;\n{root}");
        files::write_atomically(&path("lib.rs"), root.as_bytes())?;
        let made = "functions.so";
        Compiler::from_env().compile(folder.path(), "lib.rs", Level::detect(), made)?;
        let (library, functions) = load(&path(made), names.len())?;
        Ok(SingleFunctions { functions, _library: library, _folder: folder })
    }

    /// The encodings of a function's values at the numbers that encodings stand for.
    ///
    /// # Panics
    /// If there is no such function, or there are not as many results as arguments.
    pub fn call(&self, function: usize, x: &[u32], y: &mut [u32]) {
        assert_eq!(x.len(), y.len(), "as many results as arguments");
        // SAFETY: the slices are as long as is said, and do not overlap.
        unsafe { self.functions[function](x.as_ptr(), y.as_mut_ptr(), x.len()) }
    }
}

/// The text of a function that is called from outside.
fn entry(at: usize, name: &str) -> String {
    format!(
        "\n/// # Safety\n/// There are `count` numbers at `x`, and room for as many at `y`.\n#[unsafe(no_mangle)]\n\
         pub unsafe extern \"C\" fn tmd_single_{at}(x: *const f32, y: *mut f32, count: usize) {{\n    \
         let (x, y) = unsafe {{\n        (core::slice::from_raw_parts(x, count), \
         core::slice::from_raw_parts_mut(y, count))\n    }};\n    emitted::{name}_slice(x, y);\n}}\n"
    )
}

/// Loads a library that was made here.
fn load(path: &Path, count: usize) -> Result<(Library, Vec<Many>), Error> {
    let refuse = |error: libloading::Error| Error::Load {
        path: path.to_path_buf(),
        reason: loading::words(&error),
    };
    // SAFETY: it was compiled a moment ago from what this program printed, in a folder of its own, and has no
    // initialisers but those of the Rust standard library.
    let library = unsafe { Library::new(path) }.map_err(refuse)?;
    let function = |at: usize| {
        // SAFETY: `entry` gives the symbol this type; binary32 numbers and their encodings lie in memory alike.
        unsafe { library.get::<Many>(format!("tmd_single_{at}")) }.map(|found| *found)
    };
    let functions = (0..count).map(function).collect::<Result<_, _>>().map_err(refuse)?;
    Ok((library, functions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_called_at_encodings() {
        let text = "pub fn twice_slice(x: &[f32], y: &mut [f32]) {\n    \
                    for (x, y) in x.iter().zip(y) {\n        *y = 2.0 * x;\n    }\n}\n";
        let functions = SingleFunctions::compile(text, &["twice".into()]).expect("compiled");
        let x = [1.5_f32, -0.0, f32::INFINITY].map(f32::to_bits);
        let mut y = [0; 3];
        functions.call(0, &x, &mut y);
        assert_eq!(y.map(f32::from_bits), [3.0, -0.0, f32::INFINITY]);
        assert!(SingleFunctions::compile("no Rust", &["twice".into()]).is_err());
    }
}
