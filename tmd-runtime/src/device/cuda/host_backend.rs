//! A compiled library with the kernels of a CUDA source, whose threads take turns on one CPU.

use std::cell::UnsafeCell;
use std::path::Path;
use std::time::Instant;

use libloading::Library;

use super::{TARGET, index};
use crate::device::backend::{Arguments, Backend, Entry};
use crate::error::Error;
use crate::loading;
use crate::manifest::ProgramManifest;
use crate::narrow;

/// A kernel of the emitted text; its arguments are those of the interface.
type KernelFunction =
    unsafe extern "C" fn(*const u64, u32, *const u64, u32, *mut u32, *mut u64, u32);

/// What the shim's launcher is told.
#[repr(C)]
struct Call {
    kernel: KernelFunction,
    seeds: *const u64,
    blocks: u32,
    items: *const u64,
    item_capacity: u32,
    counts: *mut u32,
    survivors: *mut u64,
    survivor_capacity: u32,
}

/// Where two threads of a group are: the lines of the barriers at which they wait, 0 for the end.
#[repr(C)]
#[derive(Default)]
struct Places {
    first: u32,
    other: u32,
}

type Launch = unsafe extern "C" fn(*const Call, u32, u32, *mut Places) -> i32;

// What a launch returns.
const FINE: i32 = 0;
const DIVERGED: i32 = 1;
const NO_MEMORY: i32 = 2;
const STACK_OVERFLOW: i32 = 3;

/// A loaded library.
pub(super) struct HostBackend {
    launch: Launch,
    /// By stage, or the fused one alone.
    kernels: Vec<KernelFunction>,
    _library: Library,
    name: String,
    program: ProgramManifest,
}

impl HostBackend {
    /// Loads a compiled library with the kernels of these names; `name` is for people.
    pub(super) fn load(
        path: &Path,
        names: &[String],
        name: &str,
        program: &ProgramManifest,
    ) -> Result<HostBackend, Error> {
        let refuse = |error: libloading::Error| Error::Load {
            path: path.to_path_buf(),
            reason: loading::words(&error),
        };
        // SAFETY: the file was verified to be what the compiler made of the shim and an emitted
        // source, neither of which has initialisers.
        let library = unsafe { Library::new(path) }.map_err(refuse)?;
        // SAFETY: the shim defines this symbol with this type.
        let launch = *unsafe { library.get::<Launch>("tmd_launch") }.map_err(refuse)?;
        let mut kernels = vec![];
        for name in names {
            // SAFETY: the kernels of an emitted source have this type, see `ProgramManifest`.
            let kernel =
                *unsafe { library.get::<KernelFunction>(name.as_str()) }.map_err(refuse)?;
            kernels.push(kernel);
        }
        Ok(HostBackend {
            launch,
            kernels,
            _library: library,
            name: name.to_string(),
            program: program.clone(),
        })
    }

    fn wrong(&self, reason: impl Into<String>) -> Error {
        Error::Kernel { kernel: self.describe(), reason: reason.into() }
    }

    fn outside(&self) -> Error {
        self.wrong("more was written or read than there is memory for")
    }
}

/// Memory that kernels write to while the host holds a shared reference to it.
pub(super) struct HostMemory<T>(Box<[UnsafeCell<T>]>);

// SAFETY: the memory of a slot is used by one thread at a time, the one that holds the slot.
unsafe impl<T: Send> Send for HostMemory<T> {}

impl<T: Copy + Default> HostMemory<T> {
    fn new(length: usize) -> HostMemory<T> {
        HostMemory((0..length).map(|_| T::default().into()).collect())
    }

    fn pointer(&self) -> *mut T {
        self.0.as_ptr() as *mut T
    }

    fn write(&mut self, start: usize, data: &[T]) -> Option<()> {
        let places = self.0.get_mut(start..start.checked_add(data.len())?)?;
        places.iter_mut().zip(data).for_each(|(place, value)| *place.get_mut() = *value);
        Some(())
    }

    fn read(&self, out: &mut [T]) -> Option<()> {
        let places = self.0.get(..out.len())?;
        for (place, value) in places.iter().zip(out) {
            // SAFETY: no kernel runs: launches return when the kernel is done, and the slot's thread
            // is here.
            *value = unsafe { *place.get() };
        }
        Some(())
    }
}

impl Backend for HostBackend {
    type Stream = ();
    type Words = HostMemory<u64>;
    type Counts = HostMemory<u32>;
    type Mark = Instant;

    fn describe(&self) -> String {
        format!("{TARGET} on the host's CPU ({}, {})", self.name, self.program.deployment)
    }

    fn program(&self) -> &ProgramManifest {
        &self.program
    }

    fn groups(&self) -> usize {
        // Groups run one after the other; some, so that their strides are exercised.
        16
    }

    fn stream(&self) -> Result<(), Error> {
        Ok(())
    }

    fn words(&self, (): &(), length: usize) -> Result<HostMemory<u64>, Error> {
        Ok(HostMemory::new(length))
    }

    fn counts(&self, (): &(), length: usize) -> Result<HostMemory<u32>, Error> {
        Ok(HostMemory::new(length))
    }

    fn write_words(
        &self,
        (): &(),
        buffer: &mut HostMemory<u64>,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error> {
        buffer.write(start, data).ok_or_else(|| self.outside())
    }

    fn write_counts(
        &self,
        (): &(),
        buffer: &mut HostMemory<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        buffer.write(0, data).ok_or_else(|| self.outside())
    }

    fn launch(
        &self,
        (): &(),
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Self>,
    ) -> Result<(), Error> {
        let kernel = self.kernels.get(index(entry));
        let kernel = *kernel.ok_or_else(|| self.wrong(format!("{entry:?} was asked for")))?;
        let call = Call {
            kernel,
            seeds: arguments.seeds.pointer(),
            blocks: arguments.blocks,
            items: arguments.items.pointer(),
            item_capacity: arguments.item_capacity,
            counts: arguments.counts.pointer(),
            survivors: arguments.survivors.pointer(),
            survivor_capacity: arguments.survivor_capacity,
        };
        let mut places = Places::default();
        let groups = narrow::counted(groups, "groups")?;
        // SAFETY: the kernel keeps to the interface: it reads seeds and items and writes counts and
        // survivors inside the lengths that it is given, which are those of the buffers; nobody else
        // uses them meanwhile.
        match unsafe { (self.launch)(&call, groups, self.program.group_size, &mut places) } {
            FINE => Ok(()),
            DIVERGED => Err(self.wrong(format!(
                "not all threads of a group reach the same barrier of {}: one {}, another {}",
                self.program.file,
                place(places.first),
                place(places.other)
            ))),
            NO_MEMORY => Err(Error::Device {
                device: self.describe(),
                action: "launching a kernel".to_string(),
                reason: "out of memory".to_string(),
            }),
            STACK_OVERFLOW => Err(self.wrong("a thread has too many variables for its stack")),
            other => Err(self.wrong(format!("the launcher returned {other}"))),
        }
    }

    fn read_words(&self, (): &(), buffer: &HostMemory<u64>, out: &mut [u64]) -> Result<(), Error> {
        buffer.read(out).ok_or_else(|| self.outside())
    }

    fn read_counts(&self, (): &(), buffer: &HostMemory<u32>, out: &mut [u32]) -> Result<(), Error> {
        buffer.read(out).ok_or_else(|| self.outside())
    }

    fn mark(&self, (): &()) -> Result<Instant, Error> {
        Ok(Instant::now())
    }

    fn seconds(&self, from: &Instant, to: &Instant) -> Result<f64, Error> {
        Ok(to.duration_since(*from).as_secs_f64())
    }
}

/// A place of a thread, for people.
fn place(line: u32) -> String {
    match line {
        0 => "has come to its end".to_string(),
        line => format!("waits at line {line}"),
    }
}
