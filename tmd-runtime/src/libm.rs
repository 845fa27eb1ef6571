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

/// A type of numbers that functions in C have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibmType {
    /// `_Float16`: binary16.
    Half,
    /// `__bf16`: bfloat16.
    Brain,
    /// `float`: binary32.
    Single,
    /// `double`: binary64.
    Double,
    /// `long double` of x86-64: 64 bits of precision.
    Extended,
}

/// A function of one number.
#[derive(Clone, Copy, Debug)]
pub enum LibmFunction {
    /// A function of binary64 numbers.
    Double(unsafe extern "C" fn(f64) -> f64),
    /// A function of binary32 numbers.
    Single(unsafe extern "C" fn(f32) -> f32),
    /// A function of binary16 or bfloat16 numbers. They are handed over in the lower half of a register that holds a binary32
    /// number, in the ABIs of x86-64 and of AArch64.
    Short(unsafe extern "C" fn(f32) -> f32),
    /// A function of numbers of x87: of type `long double` on x86-64.
    Extended(unsafe extern "C" fn()),
}

impl LibmFunction {
    fn address(self) -> *const c_void {
        match self {
            LibmFunction::Double(f) => f as *const c_void,
            LibmFunction::Single(f) | LibmFunction::Short(f) => f as *const c_void,
            LibmFunction::Extended(f) => f as *const c_void,
        }
    }

    /// The encoding of the value at the number with encoding `x`; of x87 the lowest 80 bits.
    ///
    /// # Safety
    /// The function is of its type, and has no other effects.
    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "encodings have no more bits")]
    unsafe fn value(self, x: u128) -> u128 {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                LibmFunction::Double(f) => f(f64::from_bits(x as u64)).to_bits().into(),
                LibmFunction::Single(f) => f(f32::from_bits(x as u32)).to_bits().into(),
                LibmFunction::Short(f) => (f(f32::from_bits(x as u32)).to_bits() & 0xffff).into(),
                LibmFunction::Extended(f) => extended(f, x),
            }
        }
    }
}

/// The encoding of the value of a function of `long double`: the argument is on the stack, the value on top of the processor's own
/// (System V ABI of x86-64, section 3.2.3).
///
/// # Safety
/// As [`LibmFunction::value`]'s.
#[cfg(target_arch = "x86_64")]
unsafe fn extended(f: unsafe extern "C" fn(), x: u128) -> u128 {
    let mut y = 0u128;
    // SAFETY: the stack is aligned for a call on entry, and 16 bytes more keep it so; registers that a call may change are
    // declared, and others hold the operands.
    unsafe {
        std::arch::asm!(
            "sub rsp, 16",
            "fld tbyte ptr [r12]",
            "fstp tbyte ptr [rsp]",
            "call r13",
            "fstp tbyte ptr [r14]",
            "add rsp, 16",
            in("r12") &raw const x,
            in("r13") f,
            in("r14") &raw mut y,
            clobber_abi("C"),
        );
    }
    y
}

/// There is no such type elsewhere: [`Libm::function`] refuses it.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn extended(_: unsafe extern "C" fn(), x: u128) -> u128 {
    x
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

    /// A function of numbers of a type by its name in C.
    ///
    /// # Errors
    /// If the library has none of that name, or has it from another library that it was linked with (which is seen
    /// where the C library is glibc); if this processor does not have the type.
    pub fn function(&self, name: &str, of: LibmType) -> Result<LibmFunction, Error> {
        let refuse = |reason: String| Error::Library { path: (&self.path).into(), reason };
        let is_known = match of {
            LibmType::Single | LibmType::Double => true,
            LibmType::Half | LibmType::Brain => {
                cfg!(any(target_arch = "x86_64", target_arch = "aarch64"))
            }
            LibmType::Extended => cfg!(target_arch = "x86_64"),
        };
        if !is_known {
            return Err(refuse(format!(
                "how functions of {of:?} numbers are called here is not known"
            )));
        }
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
            let library = &self.library;
            match of {
                LibmType::Double => library.get(symbol).map(|f| LibmFunction::Double(*f)),
                LibmType::Single => library.get(symbol).map(|f| LibmFunction::Single(*f)),
                LibmType::Half | LibmType::Brain => {
                    library.get(symbol).map(|f| LibmFunction::Short(*f))
                }
                LibmType::Extended => library.get(symbol).map(|f| LibmFunction::Extended(*f)),
            }
        }
        .map_err(lacking)?;
        let elsewhere = self.place.as_ref().and_then(|place| place.elsewhere(function.address()));
        elsewhere.map_or(Ok(function), |from| Err(borrowed(from)))
    }

    /// The encoding of the function's value under a rounding mode, at the number with encoding `x`; the mode is to nearest
    /// again afterwards. Encodings of x87 have 80 bits.
    pub fn call(&self, function: LibmFunction, mode: RoundingMode, x: u128) -> u128 {
        let number = mode.number().unwrap_or(0);
        // Nothing but the call happens under another mode: all three are opaque to the compiler, which keeps their
        // order.
        // SAFETY: functions of a number, and of a mode that the processor has.
        unsafe {
            (self.set)(number);
            let y = function.value(x);
            (self.set)(0);
            y
        }
    }
}
