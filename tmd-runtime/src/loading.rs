//! Messages of the system's loader, and the library that a function is in.

use std::error::Error as _;

use libloading::Library;

/// The loader's message in its own words: which library is missing, or what is wrong with the file.
pub(crate) fn words(error: &libloading::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// A loaded library, to be known again as the place of a function.
pub(crate) struct Place {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    map: *const std::ffi::c_void,
}

// SAFETY: the pointer is compared with others and never read.
unsafe impl Send for Place {}
// SAFETY: as above.
unsafe impl Sync for Place {}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod gnu {
    use std::ffi::{CStr, c_int, c_void};
    use std::ptr;

    use libloading::os::unix;

    use super::*;

    /// `RTLD_DL_LINKMAP` of glibc's `<dlfcn.h>`: ask `dladdr1` for the map of the library.
    const LINK_MAP: c_int = 2;

    impl Place {
        /// The place of a library, which is given back.
        pub(crate) fn of(library: Library) -> (Library, Option<Place>) {
            let handle = unix::Library::from(library).into_raw();
            let mut map: *const c_void = ptr::null();
            // SAFETY: the handle is that of a loaded library, and there is room for a pointer, which is the answer.
            let failed =
                unsafe { libc::dlinfo(handle, libc::RTLD_DI_LINKMAP, (&raw mut map).cast()) };
            // SAFETY: the handle was the library's a moment ago.
            let library = unsafe { unix::Library::from_raw(handle) };
            (library.into(), (failed == 0).then_some(Place { map }))
        }

        /// The name of the file that a function is in, if that is not this library. The loader looks in all libraries
        /// that this one was linked with, too.
        pub(crate) fn elsewhere(&self, function: *const c_void) -> Option<String> {
            let mut info = libc::Dl_info {
                dli_fname: ptr::null(),
                dli_fbase: ptr::null_mut(),
                dli_sname: ptr::null(),
                dli_saddr: ptr::null_mut(),
            };
            let mut map: *mut c_void = ptr::null_mut();
            // SAFETY: both answers have their room; any address may be asked for.
            let found = unsafe { libc::dladdr1(function, &mut info, &mut map, LINK_MAP) };
            if found == 0 {
                return Some("a place that belongs to no library".to_string());
            }
            if map.cast_const() == self.map || info.dli_fname.is_null() {
                return None;
            }
            // SAFETY: the loader's names end with a zero byte and live as long as their libraries.
            Some(unsafe { CStr::from_ptr(info.dli_fname) }.to_string_lossy().into_owned())
        }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
impl Place {
    /// The library without its place: this system's loader does not say.
    pub(crate) fn of(library: Library) -> (Library, Option<Place>) {
        (library, None)
    }

    pub(crate) fn elsewhere(&self, _: *const std::ffi::c_void) -> Option<String> {
        None
    }
}
