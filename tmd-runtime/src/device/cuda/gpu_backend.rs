//! A compiled program on a GPU. The binding makes the context current on whatever thread calls.

use std::sync::Arc;

use cudarc::driver::sys::{CUdevice_attribute as Attribute, CUevent_flags as EventFlags};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaSlice, CudaStream, DeviceRepr, DriverError,
    LaunchConfig, PushKernelArg,
};
use cudarc::nvrtc::Ptx;

use super::{TARGET, driver, index};
use crate::device::backend::{Arguments, Backend, Entry};
use crate::error::Error;
use crate::manifest::ProgramManifest;
use crate::narrow;

/// A loaded program. Functions keep their module, buffers their stream, and all of them the context.
pub(super) struct CudaBackend {
    /// By stage, or the fused one alone.
    functions: Vec<CudaFunction>,
    context: Arc<CudaContext>,
    device: String,
    name: String,
    groups: usize,
    program: ProgramManifest,
}

impl CudaBackend {
    /// Loads compiled code with the kernels of these names; `device` and `name` are for people.
    pub(super) fn new(
        context: &Arc<CudaContext>,
        image: Ptx,
        names: &[String],
        device: &str,
        name: &str,
        program: &ProgramManifest,
    ) -> Result<CudaBackend, DriverError> {
        let module = context.load_module(image)?;
        let functions = names.iter().map(|name| module.load_function(name));
        let functions = functions.collect::<Result<Vec<_>, _>>()?;
        Ok(CudaBackend {
            groups: groups(context, &functions, program.group_size)?,
            functions,
            context: context.clone(),
            device: device.to_string(),
            name: name.to_string(),
            program: program.clone(),
        })
    }

    fn failure<'a>(&'a self, action: &'a str) -> impl Fn(DriverError) -> Error + 'a {
        move |error| driver::failure(&self.device, action, error)
    }

    fn short(&self) -> Error {
        Error::Kernel {
            kernel: self.describe(),
            reason: "more was written or read than there is memory for".to_string(),
        }
    }

    fn memory<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        length: usize,
    ) -> Result<CudaSlice<T>, Error> {
        // SAFETY: kernels read only what was written before, by the host or by a kernel.
        unsafe { stream.alloc(length) }.map_err(self.failure("taking memory"))
    }

    /// The driver may or may not have read all of pageable memory when an asynchronous copy from it
    /// returns, so this waits for the copy. It waits for nothing else: a stream has no work left when
    /// its buffers are written, and the kernels of other streams go on meanwhile.
    fn write<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &mut CudaSlice<T>,
        start: usize,
        data: &[T],
    ) -> Result<(), Error> {
        let end = start.saturating_add(data.len());
        let mut place = buffer.try_slice_mut(start..end).ok_or_else(|| self.short())?;
        let copied = stream.memcpy_htod(data, &mut place).and_then(|()| stream.synchronize());
        copied.map_err(self.failure("writing to it"))
    }

    fn read<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &CudaSlice<T>,
        out: &mut [T],
    ) -> Result<(), Error> {
        let place = buffer.try_slice(0..out.len()).ok_or_else(|| self.short())?;
        let copied = stream.memcpy_dtoh(&place, out).and_then(|()| stream.synchronize());
        copied.map_err(self.failure("reading from it"))
    }
}

/// As many groups as can be on the GPU at a time, of the kernel that can have most.
fn groups(
    context: &Arc<CudaContext>,
    functions: &[CudaFunction],
    group_size: u32,
) -> Result<usize, DriverError> {
    let count = Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
    let multiprocessors = usize::try_from(context.attribute(count)?).unwrap_or(1);
    let mut most = 1;
    for function in functions {
        let groups =
            function.occupancy_max_active_blocks_per_multiprocessor(group_size, 0, None)?;
        most = most.max(groups as usize);
    }
    Ok(multiprocessors * most)
}

impl Backend for CudaBackend {
    type Stream = Arc<CudaStream>;
    type Words = CudaSlice<u64>;
    type Counts = CudaSlice<u32>;
    type Mark = CudaEvent;

    fn describe(&self) -> String {
        format!("{TARGET} {} ({}, {})", self.device, self.name, self.program.deployment)
    }

    fn program(&self) -> &ProgramManifest {
        &self.program
    }

    fn groups(&self) -> usize {
        self.groups
    }

    fn stream(&self) -> Result<Arc<CudaStream>, Error> {
        // Of the kind that does not wait for the stream that has no name, nor that one for it.
        self.context.new_stream().map_err(self.failure("making a stream"))
    }

    fn words(&self, stream: &Arc<CudaStream>, length: usize) -> Result<CudaSlice<u64>, Error> {
        self.memory(stream, length)
    }

    fn counts(&self, stream: &Arc<CudaStream>, length: usize) -> Result<CudaSlice<u32>, Error> {
        self.memory(stream, length)
    }

    fn write_words(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &mut CudaSlice<u64>,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error> {
        self.write(stream, buffer, start, data)
    }

    fn write_counts(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &mut CudaSlice<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        self.write(stream, buffer, 0, data)
    }

    fn launch(
        &self,
        stream: &Arc<CudaStream>,
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Self>,
    ) -> Result<(), Error> {
        let function = self.functions.get(index(entry)).ok_or_else(|| Error::Kernel {
            kernel: self.describe(),
            reason: format!("{entry:?} was asked for"),
        })?;
        let shape = LaunchConfig {
            grid_dim: (narrow::counted(groups, "groups")?, 1, 1),
            block_dim: (self.program.group_size, 1, 1),
            shared_mem_bytes: 0,
        };
        let mut launch = stream.launch_builder(function);
        launch
            .arg(arguments.seeds)
            .arg(&arguments.blocks)
            .arg(arguments.items)
            .arg(&arguments.item_capacity)
            .arg(arguments.counts)
            .arg(arguments.survivors)
            .arg(&arguments.survivor_capacity);
        // SAFETY: the arguments are those of the interface that the bundle promises, in its order and
        // types; the buffers have the lengths that are given beside them, belong to this stream, and
        // are used by nobody else; memory is given back in the order of the stream.
        unsafe { launch.launch(shape) }.map(drop).map_err(self.failure("launching a kernel"))
    }

    fn read_words(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &CudaSlice<u64>,
        out: &mut [u64],
    ) -> Result<(), Error> {
        self.read(stream, buffer, out)
    }

    fn read_counts(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &CudaSlice<u32>,
        out: &mut [u32],
    ) -> Result<(), Error> {
        self.read(stream, buffer, out)
    }

    fn mark(&self, stream: &Arc<CudaStream>) -> Result<CudaEvent, Error> {
        let timed = Some(EventFlags::CU_EVENT_DEFAULT);
        stream.record_event(timed).map_err(self.failure("marking a time"))
    }

    fn seconds(&self, from: &CudaEvent, to: &CudaEvent) -> Result<f64, Error> {
        let milliseconds = from.elapsed_ms(to).map_err(self.failure("reading a time"))?;
        Ok(f64::from(milliseconds) * 1e-3)
    }
}
