//! A compiled program on an OpenCL device.

use std::cell::RefCell;
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use opencl3::command_queue::{CL_QUEUE_PROFILING_ENABLE, CommandQueue};
use opencl3::context::Context;
use opencl3::device::Device;
use opencl3::error_codes::ClError;
use opencl3::event::{CL_COMPLETE, Event};
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::program::Program;
use opencl3::types::CL_BLOCKING;

use super::TARGET;
use super::found::Found;
use crate::bundle::KernelBundle;
use crate::device::backend::{Arguments, Backend, Entry};
use crate::error::Error;
use crate::manifest::ProgramManifest;

/// Groups of a compute unit that keep it busy.
const GROUPS_A_UNIT: usize = 32;

/// A compiled program.
pub(super) struct OpenClBackend {
    code: Arc<Program>,
    name: String,
    device_name: String,
    device: Device,
    context: Arc<Context>,
    groups: usize,
    program: ProgramManifest,
}

/// An in-order queue, and the kernels whose end nobody has seen yet.
pub(crate) struct Stream {
    commands: CommandQueue,
    launched: RefCell<Vec<Event>>,
}

impl OpenClBackend {
    pub(super) fn new(
        bundle: &KernelBundle,
        program: &ProgramManifest,
        code: Arc<Program>,
        found: &Found,
        context: &Arc<Context>,
    ) -> OpenClBackend {
        let units = found.device.max_compute_units().map_or(1, |units| units as usize);
        OpenClBackend {
            code,
            name: bundle.manifest.name.clone(),
            device_name: found.name.clone(),
            device: found.device,
            context: Arc::clone(context),
            groups: units * GROUPS_A_UNIT,
            program: program.clone(),
        }
    }

    /// Checks that the program has its kernels and that the device can run groups of their size.
    pub(super) fn check_kernels(&self, stages: usize) -> Result<(), Error> {
        for name in Entry::all(&self.program, stages).into_iter().map(Entry::name) {
            let kernel =
                Kernel::create(&self.code, &name).map_err(self.failure("looking for a kernel"))?;
            let wanted = self.program.group_size as usize;
            match kernel.get_work_group_size(self.device.id()) {
                Ok(most) if most < wanted => {
                    return Err(Error::unsupported(format!(
                        "groups of {wanted} work-items on {}, which runs {name} with {most}",
                        self.device_name
                    )));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Runs every kernel on no items, for drivers that compile when a kernel is first started.
    pub(super) fn run_empty(&self, stages: usize) -> Result<(), Error> {
        let stream = self.stream()?;
        let none = vec![0; stages + 1];
        let mut counts = self.counts(&stream, none.len())?;
        self.write_counts(&stream, &mut counts, &none)?;
        let [seeds, items, survivors] = [(); 3].map(|()| self.words(&stream, 1));
        let arguments = Arguments {
            seeds: &seeds?,
            blocks: 0,
            items: &items?,
            item_capacity: 0,
            counts: &counts,
            survivors: &survivors?,
            survivor_capacity: 0,
        };
        for entry in Entry::all(&self.program, stages) {
            self.launch(&stream, entry, self.groups, &arguments)?;
        }
        self.read_counts(&stream, &counts, &mut vec![0; none.len()])
    }

    /// An error if a kernel did not come to its end: what it counted and found is then worth nothing,
    /// and not every driver says so when memory is read. To be asked when all have been waited for.
    fn check_launched(&self, stream: &Stream) -> Result<(), Error> {
        for event in stream.launched.borrow_mut().drain(..) {
            let status =
                event.command_execution_status().map_err(self.failure("running a kernel"))?;
            // An error of the kernel is its status.
            match status.0 {
                CL_COMPLETE => {}
                error => return Err(self.failure("running a kernel")(ClError(error))),
            }
        }
        Ok(())
    }

    fn failure<'a>(&'a self, action: &'a str) -> impl Fn(ClError) -> Error + 'a {
        move |error| failure(&self.device_name, action, &error)
    }

    fn buffer<T>(&self, length: usize) -> Result<Buffer<T>, Error> {
        // SAFETY: there is no memory of the host's to be used.
        unsafe { Buffer::create(&self.context, CL_MEM_READ_WRITE, length, ptr::null_mut()) }
            .map_err(self.failure("taking memory"))
    }

    /// Copies numbers to a buffer from index `start` on.
    fn write<T>(
        &self,
        stream: &Stream,
        buffer: &mut Buffer<T>,
        start: usize,
        data: &[T],
    ) -> Result<(), Error> {
        let offset = start * size_of::<T>();
        // SAFETY: it blocks until the data are copied.
        unsafe { stream.commands.enqueue_write_buffer(buffer, CL_BLOCKING, offset, data, &[]) }
            .map_err(self.failure("writing to it"))?;
        Ok(())
    }

    /// Copies the first numbers of a buffer, when all before is done.
    fn read<T>(&self, stream: &Stream, buffer: &Buffer<T>, out: &mut [T]) -> Result<(), Error> {
        // SAFETY: it blocks until the numbers are there, and any bits are a number.
        unsafe { stream.commands.enqueue_read_buffer(buffer, CL_BLOCKING, 0, out, &[]) }
            .map_err(self.failure("reading from it"))?;
        self.check_launched(stream)
    }

    /// A kernel with its arguments.
    fn kernel(&self, entry: Entry, arguments: &Arguments<'_, Self>) -> Result<Kernel, ClError> {
        let Arguments { seeds, blocks, items, item_capacity, counts, survivors, survivor_capacity } =
            arguments;
        let kernel = Kernel::create(&self.code, &entry.name())?;
        // SAFETY: these are the arguments of the interface that the bundle promises, in their order.
        unsafe {
            kernel.set_arg(0, &seeds.get())?;
            kernel.set_arg(1, blocks)?;
            kernel.set_arg(2, &items.get())?;
            kernel.set_arg(3, item_capacity)?;
            kernel.set_arg(4, &counts.get())?;
            kernel.set_arg(5, &survivors.get())?;
            kernel.set_arg(6, survivor_capacity)?;
        }
        Ok(kernel)
    }
}

impl Backend for OpenClBackend {
    type Stream = Stream;
    type Words = Buffer<u64>;
    type Counts = Buffer<u32>;
    type Mark = Event;

    fn describe(&self) -> String {
        let ProgramManifest { device, deployment, .. } = &self.program;
        format!("{TARGET} {} ({}, {device} program, {deployment})", self.device_name, self.name)
    }

    fn program(&self) -> &ProgramManifest {
        &self.program
    }

    fn groups(&self) -> usize {
        self.groups
    }

    fn stream(&self) -> Result<Stream, Error> {
        // SAFETY: the device is the context's.
        let commands = unsafe {
            CommandQueue::create(&self.context, self.device.id(), CL_QUEUE_PROFILING_ENABLE)
        };
        let commands = commands.map_err(self.failure("making a queue"))?;
        Ok(Stream { commands, launched: RefCell::default() })
    }

    fn words(&self, _: &Stream, length: usize) -> Result<Buffer<u64>, Error> {
        self.buffer(length)
    }

    fn counts(&self, _: &Stream, length: usize) -> Result<Buffer<u32>, Error> {
        self.buffer(length)
    }

    // Writes block until they are done. The buffers of a stream are written only when its last batch
    // has been collected, so that this waits for the copy alone.

    fn write_words(
        &self,
        stream: &Stream,
        buffer: &mut Buffer<u64>,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error> {
        self.write(stream, buffer, start, data)
    }

    fn write_counts(
        &self,
        stream: &Stream,
        buffer: &mut Buffer<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        self.write(stream, buffer, 0, data)
    }

    fn launch(
        &self,
        stream: &Stream,
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Self>,
    ) -> Result<(), Error> {
        let group_size = self.program.group_size as usize;
        // A kernel of its own for each launch: arguments belong to the kernel, and threads launch
        // at the same time.
        let kernel = self.kernel(entry, arguments).map_err(self.failure("preparing a kernel"))?;
        // SAFETY: the sizes are one number each. The buffers have the lengths that are given beside
        // them, and they live until the stream is done: they are released through the driver, which
        // keeps them, and the kernel, for commands under way.
        let launched = unsafe {
            let (work_items, group) = (groups * group_size, group_size);
            stream.commands.enqueue_nd_range_kernel(
                kernel.get(),
                1,
                ptr::null(),
                &work_items,
                &group,
                &[],
            )
        };
        let launched = launched.map_err(self.failure("launching a kernel"))?;
        stream.launched.borrow_mut().push(launched);
        // Some drivers begin only when told so.
        stream.commands.flush().map_err(self.failure("launching a kernel"))
    }

    fn read_words(
        &self,
        stream: &Stream,
        buffer: &Buffer<u64>,
        out: &mut [u64],
    ) -> Result<(), Error> {
        self.read(stream, buffer, out)
    }

    fn read_counts(
        &self,
        stream: &Stream,
        buffer: &Buffer<u32>,
        out: &mut [u32],
    ) -> Result<(), Error> {
        self.read(stream, buffer, out)
    }

    fn mark(&self, stream: &Stream) -> Result<Event, Error> {
        // SAFETY: there are no events to wait for.
        unsafe { stream.commands.enqueue_marker_with_wait_list(&[]) }
            .map_err(self.failure("marking a time"))
    }

    fn seconds(&self, from: &Event, to: &Event) -> Result<f64, Error> {
        // Times are for people: a driver that has none for marks is no reason to stop.
        let time = |event: &Event| event.profiling_command_end().unwrap_or(0);
        Ok(Duration::from_nanos(time(to).saturating_sub(time(from))).as_secs_f64())
    }
}

/// What the driver says of a failed action.
pub(super) fn failure(device: &str, action: &str, error: &ClError) -> Error {
    Error::Device {
        device: device.to_string(),
        action: action.to_string(),
        reason: error.to_string().trim().to_string(),
    }
}
