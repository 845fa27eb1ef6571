//! Emitted functions of binary32 or binary64 numbers, compiled for this machine and called.

use std::path::Path;

use libloading::Library;
use tempfile::TempDir;

use crate::device::{Compiler, Level};
use crate::error::Error;
use crate::{files, loading, private};

/// Arguments, room for results, and how many there are.
type Many<E> = unsafe extern "C" fn(*const E, *mut E, usize);

/// The encodings of a format's numbers.
pub trait Encoded: Copy {
    /// The type of the numbers in Rust: as long as that of the encodings.
    const NUMBER: &'static str;
}

impl Encoded for u32 {
    const NUMBER: &'static str = "f32";
}

impl Encoded for u64 {
    const NUMBER: &'static str = "f64";
}

/// Functions of binary32 numbers.
pub type SingleFunctions = EmittedFunctions<u32>;
/// Functions of binary64 numbers.
pub type DoubleFunctions = EmittedFunctions<u64>;

/// Functions from one emitted file of Rust, at the best level of this machine.
pub struct EmittedFunctions<E> {
    functions: Vec<Many<E>>,
    /// The functions' code: it goes before its folder does.
    _library: Library,
    _folder: TempDir,
}

impl<E: Encoded> EmittedFunctions<E> {
    /// Compiles a file that has `pub fn NAME_slice(x: &[f32], y: &mut [f32])`, or the same of `f64`, for each of the names.
    ///
    /// # Errors
    /// If there is no Rust compiler, it refuses the file, or what it makes cannot be loaded.
    pub fn compile(text: &str, names: &[String]) -> Result<EmittedFunctions<E>, Error> {
        let parent = std::env::temp_dir();
        let folder = private::with_mode(&mut tempfile::Builder::new(), 0o700)
            .tempdir_in(&parent)
            .map_err(|error| Error::io("make a folder in", &parent, files::told(error)))?;
        let path = |file: &str| folder.path().join(file);
        let root: String =
            names.iter().enumerate().map(|(at, name)| entry(at, name, E::NUMBER)).collect();
        files::write_atomically(&path("emitted.rs"), text.as_bytes())?;
        let root = format!("#![allow(dead_code)]\nmod emitted;\n{root}");
        files::write_atomically(&path("lib.rs"), root.as_bytes())?;
        let made = "functions.so";
        Compiler::from_env().compile(folder.path(), "lib.rs", Level::detect(), made)?;
        let (library, functions) = load(&path(made), names.len())?;
        Ok(EmittedFunctions { functions, _library: library, _folder: folder })
    }

    /// The encodings of a function's values at the numbers that encodings stand for.
    ///
    /// # Panics
    /// If there is no such function, or there are not as many results as arguments.
    pub fn call(&self, function: usize, x: &[E], y: &mut [E]) {
        assert_eq!(x.len(), y.len(), "as many results as arguments");
        // SAFETY: the slices are as long as is said, and do not overlap.
        unsafe { self.functions[function](x.as_ptr(), y.as_mut_ptr(), x.len()) }
    }
}

/// The text of a function of numbers that is called from outside.
fn entry(at: usize, name: &str, number: &str) -> String {
    format!(
        "\n/// # Safety\n/// There are `count` numbers at `x`, and room for as many at `y`.\n#[unsafe(no_mangle)]\n\
         pub unsafe extern \"C\" fn tmd_emitted_{at}(x: *const {number}, y: *mut {number}, count: usize) {{\n    \
         let (x, y) = unsafe {{\n        (core::slice::from_raw_parts(x, count), \
         core::slice::from_raw_parts_mut(y, count))\n    }};\n    emitted::{name}_slice(x, y);\n}}\n"
    )
}

/// Loads a library that was made here.
fn load<E>(path: &Path, count: usize) -> Result<(Library, Vec<Many<E>>), Error> {
    let refuse = |error: libloading::Error| Error::Load {
        path: path.to_path_buf(),
        reason: loading::words(&error),
    };
    // SAFETY: it was compiled a moment ago from what this program printed, in a folder of its own, and has no
    // initialisers but those of the Rust standard library.
    let library = unsafe { Library::new(path) }.map_err(refuse)?;
    let function = |at: usize| {
        // SAFETY: `entry` gives the symbol this type; numbers and their encodings lie in memory alike.
        unsafe { library.get::<Many<E>>(format!("tmd_emitted_{at}")) }.map(|found| *found)
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
        let doubles = DoubleFunctions::compile(&text.replace("f32", "f64"), &["twice".into()]);
        let mut y = [0];
        doubles.expect("compiled").call(0, &[0.1_f64.to_bits()], &mut y);
        assert_eq!(y.map(f64::from_bits), [0.2]);
        assert!(SingleFunctions::compile("no Rust", &["twice".into()]).is_err());
    }
}
