//! Functions of mathematical libraries, called under each of the processor's rounding modes.

use crate::Error;
use crate::loading::{self, Place};
use libloading::Library;
use std::ffi::{CString, c_int, c_void};
use std::path::Path;

/// A rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoundingMode {
    /// The nearest number, the even one of two.
    Nearest,
    /// The next above.
    Up,
    /// The next below.
    Down,
    /// The next towards 0.
    Zero,
}

impl RoundingMode {
    /// All of them.
    pub const ALL: [RoundingMode; 4] =
        [RoundingMode::Nearest, RoundingMode::Up, RoundingMode::Down, RoundingMode::Zero];

    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            RoundingMode::Nearest => "nearest",
            RoundingMode::Up => "up",
            RoundingMode::Down => "down",
            RoundingMode::Zero => "zero",
        }
    }

    /// The argument of `fesetround` for it on this machine, if it is known.
    fn number(self) -> Option<c_int> {
        let numbers = match std::env::consts::ARCH {
            "x86_64" | "x86" => [0, 0x800, 0x400, 0xc00],
            "aarch64" => [0, 0x40_0000, 0x80_0000, 0xc0_0000],
            _ => return None,
        };
        Some(numbers[self as usize])
    }
}

/// A library.
pub struct Libm {
    library: Library,
    /// To know its own functions by, where the system tells.
    place: Option<Place>,
    /// The C library's own, which the processor's mode is set by.
    set: unsafe extern "C" fn(c_int) -> c_int,
    _own: Library,
    path: String,
}

/// A function of one number, and what it is called.
#[derive(Clone, Copy, Debug)]
pub enum LibmFunction {
    /// A function of binary64 numbers.
    Double(unsafe extern "C" fn(f64) -> f64),
    /// A function of binary32 numbers.
    Single(unsafe extern "C" fn(f32) -> f32),
}

impl LibmFunction {
    fn address(self) -> *const c_void {
        match self {
            LibmFunction::Double(f) => f as *const c_void,
            LibmFunction::Single(f) => f as *const c_void,
        }
    }
}

impl Libm {
    /// The mathematical library of the system.
    pub const SYSTEM: &'static str = "libm.so.6";

    /// Loads a library.
    ///
    /// # Errors
    /// If it cannot be loaded, or this processor's rounding modes are not known.
    pub fn open(path: &Path) -> Result<Libm, Error> {
        let refuse = |reason: String| Error::Library { path: path.to_path_buf(), reason };
        if RoundingMode::Up.number().is_none() {
            return Err(refuse("the rounding modes of this processor are not known".into()));
        }
        // The loader looks for a name without a slash in the system's folders alone; who names a file that is here
        // means that one.
        let here = path.canonicalize().ok().filter(|_| !path.as_os_str().is_empty());
        let place = here.as_deref().unwrap_or(path);
        // SAFETY: a mathematical library does nothing when it is loaded; the user has named it.
        let library =
            unsafe { Library::new(place) }.map_err(|error| refuse(loading::words(&error)))?;
        let (library, place) = Place::of(library);
        let system = |error| Error::Library {
            path: Libm::SYSTEM.into(),
            reason: format!("rounding modes are set by it: {}", loading::words(&error)),
        };
        // SAFETY: as above.
        let own = unsafe { Library::new(Libm::SYSTEM) }.map_err(system)?;
        // SAFETY: the C standard gives fesetround this type.
        let set = *unsafe { own.get(b"fesetround\0") }.map_err(system)?;
        Ok(Libm { library, place, set, _own: own, path: path.display().to_string() })
    }

    /// A function of binary64 numbers (binary32 numbers if `single`) by its name in C.
    ///
    /// # Errors
    /// If the library has none of that name, or has it from another library that it was linked with (which is seen
    /// where the C library is glibc).
    pub fn function(&self, name: &str, single: bool) -> Result<LibmFunction, Error> {
        let refuse = |reason: String| Error::Library { path: (&self.path).into(), reason };
        let symbol = CString::new(name).map_err(|error| refuse(error.to_string()))?;
        let lacking = |_| refuse(format!("it has no function `{name}`"));
        let borrowed = |from: String| {
            refuse(format!(
                "it has no function `{name}` of its own; what it would call is in {from}"
            ))
        };
        let symbol = symbol.as_bytes_with_nul();
        // SAFETY: the C standard gives functions of these names this type; the user has named the library.
        let function = unsafe {
            match single {
                false => self.library.get(symbol).map(|f| LibmFunction::Double(*f)),
                true => self.library.get(symbol).map(|f| LibmFunction::Single(*f)),
            }
        }
        .map_err(lacking)?;
        let elsewhere = self.place.as_ref().and_then(|place| place.elsewhere(function.address()));
        elsewhere.map_or(Ok(function), |from| Err(borrowed(from)))
    }

    /// The function's value under a rounding mode; the mode is to nearest again afterwards.
    pub fn call(&self, function: LibmFunction, mode: RoundingMode, x: f64) -> f64 {
        let number = mode.number().unwrap_or(0);
        // Nothing but the call happens under another mode: all three are opaque to the compiler, which keeps their
        // order.
        // SAFETY: functions of a number, and of a mode that the processor has.
        unsafe {
            (self.set)(number);
            let y = match function {
                LibmFunction::Double(f) => f(x),
                LibmFunction::Single(f) => widened(f, x),
            };
            (self.set)(0);
            y
        }
    }
}

/// The value of a function of binary32 numbers; both conversions are exact.
#[inline(never)]
unsafe fn widened(f: unsafe extern "C" fn(f32) -> f32, x: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "the caller gives binary32 numbers")]
    let x = x as f32;
    // SAFETY: the caller's promise.
    f64::from(unsafe { f(x) })
}
