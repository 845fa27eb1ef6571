//! A compiled program on an OpenCL device.

use std::cell::RefCell;
use std::time::Duration;

use ocl::core::{self, CommandExecutionStatus, CommandQueueProperties, DeviceInfoResult};
use ocl::enums::{
    DeviceInfo as Info, KernelWorkGroupInfo, KernelWorkGroupInfoResult, ProfilingInfo,
    ProfilingInfoResult,
};
use ocl::{Buffer, Context, Event, Program, Queue as Commands};

use super::found::Found;
use super::{TARGET, failure};
use crate::bundle::KernelBundle;
use crate::device::backend::{Arguments, Backend, Entry};
use crate::error::Error;
use crate::manifest::ProgramManifest;

/// Groups of a compute unit that keep it busy.
const GROUPS_A_UNIT: usize = 32;

/// A compiled program.
pub(super) struct OpenClBackend {
    code: Program,
    name: String,
    device_name: String,
    device: ocl::Device,
    context: Context,
    groups: usize,
    program: ProgramManifest,
}

/// An in-order queue, and the kernels whose end nobody has seen yet.
pub(crate) struct Stream {
    commands: Commands,
    launched: RefCell<Vec<Event>>,
}

impl OpenClBackend {
    pub(super) fn new(
        bundle: &KernelBundle,
        program: &ProgramManifest,
        code: Program,
        found: &Found,
        context: &Context,
    ) -> OpenClBackend {
        let units = match found.device.info(Info::MaxComputeUnits) {
            Ok(DeviceInfoResult::MaxComputeUnits(units)) => units as usize,
            _ => 1,
        };
        OpenClBackend {
            code,
            name: bundle.manifest.name.clone(),
            device_name: found.name.clone(),
            device: found.device,
            context: context.clone(),
            groups: units * GROUPS_A_UNIT,
            program: program.clone(),
        }
    }

    /// Checks that the program has its kernels and that the device can run groups of their size.
    pub(super) fn check_kernels(&self, stages: usize) -> Result<(), Error> {
        for name in Entry::all(&self.program, stages).into_iter().map(Entry::name) {
            let kernel = core::create_kernel(self.code.as_core(), &name)
                .map_err(|error| self.failure("looking for a kernel")(error.into()))?;
            let size = core::get_kernel_work_group_info(
                &kernel,
                self.device,
                KernelWorkGroupInfo::WorkGroupSize,
            );
            let wanted = self.program.group_size as usize;
            match size {
                Ok(KernelWorkGroupInfoResult::WorkGroupSize(most)) if most < wanted => {
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
            let failed = self.failure("running a kernel");
            match core::event_status(event.as_core()) {
                Ok(CommandExecutionStatus::Complete) => {}
                Ok(status) => return Err(failed(format!("it is {status:?}").into())),
                Err(error) => return Err(failed(error.into())),
            }
        }
        Ok(())
    }

    fn failure<'a>(&'a self, action: &'a str) -> impl Fn(ocl::Error) -> Error + 'a {
        move |error| failure(&self.device_name, action, &error)
    }

    fn buffer<T: ocl::OclPrm>(&self, stream: &Stream, length: usize) -> Result<Buffer<T>, Error> {
        Buffer::builder()
            .queue(stream.commands.clone())
            .len(length)
            .build()
            .map_err(self.failure("taking memory"))
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
        let profiling = CommandQueueProperties::PROFILING_ENABLE;
        let commands = Commands::new(&self.context, self.device, Some(profiling))
            .map_err(self.failure("making a queue"))?;
        Ok(Stream { commands, launched: RefCell::default() })
    }

    fn words(&self, stream: &Stream, length: usize) -> Result<Buffer<u64>, Error> {
        self.buffer(stream, length)
    }

    fn counts(&self, stream: &Stream, length: usize) -> Result<Buffer<u32>, Error> {
        self.buffer(stream, length)
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
        buffer
            .write(data)
            .queue(&stream.commands)
            .offset(start)
            .enq()
            .map_err(self.failure("writing to it"))
    }

    fn write_counts(
        &self,
        stream: &Stream,
        buffer: &mut Buffer<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        buffer.write(data).queue(&stream.commands).enq().map_err(self.failure("writing to it"))
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
        let kernel = ocl::Kernel::builder()
            .program(&self.code)
            .name(entry.name())
            .queue(stream.commands.clone())
            .global_work_size(groups * group_size)
            .local_work_size(group_size)
            .arg(arguments.seeds)
            .arg(arguments.blocks)
            .arg(arguments.items)
            .arg(arguments.item_capacity)
            .arg(arguments.counts)
            .arg(arguments.survivors)
            .arg(arguments.survivor_capacity)
            .build()
            .map_err(self.failure("preparing a kernel"))?;
        let mut launched = Event::empty();
        // SAFETY: the arguments are those of the interface that the bundle promises, the buffers have
        // the lengths that are given beside them, and they live until the stream is done: they are
        // released through the driver, which keeps them for commands under way.
        unsafe { kernel.cmd().enew(&mut launched).enq() }
            .map_err(self.failure("launching a kernel"))?;
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
        buffer.read(out).queue(&stream.commands).enq().map_err(self.failure("reading from it"))?;
        self.check_launched(stream)
    }

    fn read_counts(
        &self,
        stream: &Stream,
        buffer: &Buffer<u32>,
        out: &mut [u32],
    ) -> Result<(), Error> {
        buffer.read(out).queue(&stream.commands).enq().map_err(self.failure("reading from it"))?;
        self.check_launched(stream)
    }

    fn mark(&self, stream: &Stream) -> Result<Event, Error> {
        stream.commands.enqueue_marker(None::<Event>).map_err(self.failure("marking a time"))
    }

    fn seconds(&self, from: &Event, to: &Event) -> Result<f64, Error> {
        // Times are for people: a driver that has none for marks is no reason to stop.
        let time = |event: &Event| match event.profiling_info(ProfilingInfo::End) {
            Ok(ProfilingInfoResult::End(nanoseconds)) => nanoseconds,
            _ => 0,
        };
        Ok(Duration::from_nanos(time(to).saturating_sub(time(from))).as_secs_f64())
    }
}
