//! Emitted OpenCL sources, compiled and run alone on the first device.

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device};
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_COPY_HOST_PTR, CL_MEM_READ_WRITE, ClMem};
use opencl3::platform::get_platforms;
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_mem};
use std::ptr;

/// Work-items of a launch: no divisor of what a kernel has to do.
const WORK_ITEMS: usize = 7;

/// A compiled program.
pub(crate) struct OpenCl {
    program: Program,
    queue: CommandQueue,
    context: Context,
}

/// An argument of a kernel.
pub(crate) enum Argument {
    /// A buffer, which must live until the kernel has run.
    Buffer(cl_mem),
    Word32(u32),
    Word64(u64),
}

impl OpenCl {
    /// Compiles a source.
    pub(crate) fn new(text: &str) -> OpenCl {
        let platforms = get_platforms().expect("platforms");
        let ids =
            platforms.iter().flat_map(|p| p.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default());
        let device = Device::new(ids.into_iter().next().expect("a device"));
        let context = Context::from_device(&device).expect("a context");
        // SAFETY: the device is the context's.
        let queue = unsafe { CommandQueue::create(&context, device.id(), 0) }.expect("a queue");
        let program = Program::create_and_build_from_source(&context, text, "");
        let program = program.unwrap_or_else(|said| panic!("no program: {said}"));
        OpenCl { program, queue, context }
    }

    /// A buffer with these numbers.
    pub(crate) fn buffer<T: Copy>(&self, data: &[T]) -> Buffer<T> {
        let flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
        let from = data.as_ptr().cast_mut().cast();
        // SAFETY: the driver copies as many numbers as there are, and writes none.
        unsafe { Buffer::create(&self.context, flags, data.len(), from) }.expect("a buffer")
    }

    /// Runs a kernel, in groups of the driver's choice.
    ///
    /// # Safety
    /// The arguments are those that the kernel wants, and buffers as long as it takes them to be.
    pub(crate) unsafe fn run(&self, name: &str, arguments: &[Argument]) {
        let kernel = Kernel::create(&self.program, name).expect("a kernel");
        for (index, argument) in (0..).zip(arguments) {
            // SAFETY: the caller knows them.
            let set = unsafe {
                match argument {
                    Argument::Buffer(memory) => kernel.set_arg(index, memory),
                    Argument::Word32(word) => kernel.set_arg(index, word),
                    Argument::Word64(word) => kernel.set_arg(index, word),
                }
            };
            set.unwrap_or_else(|error| panic!("argument {index}: {error}"));
        }
        // SAFETY: there is one size, and the arguments are set.
        let launched = unsafe {
            self.queue.enqueue_nd_range_kernel(
                kernel.get(),
                1,
                ptr::null(),
                &WORK_ITEMS,
                ptr::null(),
                &[],
            )
        };
        launched.expect("the kernel runs");
    }

    /// The numbers in a buffer, when all kernels have run.
    pub(crate) fn read<T: Copy + Default>(&self, buffer: &Buffer<T>, length: usize) -> Vec<T> {
        let mut out = vec![T::default(); length];
        // SAFETY: it blocks until the numbers are there.
        unsafe { self.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut out, &[]) }
            .expect("the results");
        out
    }
}

impl<T> From<&Buffer<T>> for Argument {
    fn from(buffer: &Buffer<T>) -> Argument {
        Argument::Buffer(buffer.get())
    }
}

impl From<u32> for Argument {
    fn from(word: u32) -> Argument {
        Argument::Word32(word)
    }
}

impl From<u64> for Argument {
    fn from(word: u64) -> Argument {
        Argument::Word64(word)
    }
}
