//! Device memory: buffers far apart from each other, so that no wrong address is a right one.

use super::types::{Type, cut};

/// An argument of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A 32-bit word.
    U32(u32),
    /// A 64-bit word or an address.
    U64(u64),
}

/// Global and constant memory of one program.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    buffers: Vec<Buffer>,
}

#[derive(Clone, Debug)]
struct Buffer {
    bytes: Vec<u8>,
    constant: bool,
}

/// The upper bits of an address are its buffer's number plus one.
const BUFFER_SHIFT: u32 = 40;
/// The uppermost bits of a generic address say where it points to: 0 is global memory.
const WINDOW_SHIFT: u32 = 60;
const SHARED_WINDOW: u64 = 1;
const LOCAL_WINDOW: u64 = 2;

/// The first addresses of shared and local memory are not valid, so that 0 is an error there too.
pub(super) const FIRST_ADDRESS: u64 = 0x1000;

impl Memory {
    /// Adds a buffer with these bytes and returns its address.
    pub fn allocate(&mut self, bytes: Vec<u8>) -> u64 {
        self.add(bytes, false)
    }

    /// Adds a buffer of 64-bit words.
    pub fn words(&mut self, words: &[u64]) -> u64 {
        self.allocate(words.iter().flat_map(|word| word.to_le_bytes()).collect())
    }

    /// Adds a buffer of 32-bit counters.
    pub fn counts(&mut self, counts: &[u32]) -> u64 {
        self.allocate(counts.iter().flat_map(|count| count.to_le_bytes()).collect())
    }

    pub(super) fn add(&mut self, bytes: Vec<u8>, constant: bool) -> u64 {
        self.buffers.push(Buffer { bytes, constant });
        (self.buffers.len() as u64) << BUFFER_SHIFT
    }

    /// The 64-bit words of the buffer at this address.
    pub fn read_words(&self, address: u64) -> Vec<u64> {
        self.elements(address).iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()
    }

    /// The 32-bit counters of the buffer at this address.
    pub fn read_counts(&self, address: u64) -> Vec<u32> {
        self.elements(address).iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
    }

    fn elements<const SIZE: usize>(&self, address: u64) -> &[[u8; SIZE]] {
        let buffer = self.buffers.get(((address >> BUFFER_SHIFT) as usize).wrapping_sub(1));
        buffer.map_or(&[], |buffer| buffer.bytes.as_chunks().0)
    }

    /// The bytes from an address on, of which there are at least `size`.
    pub(super) fn at(
        &mut self,
        address: u64,
        size: usize,
        constant: bool,
        write: bool,
    ) -> Result<&mut [u8], String> {
        let number = ((address >> BUFFER_SHIFT) as usize).wrapping_sub(1);
        let offset = cut(BUFFER_SHIFT, address) as usize;
        let Some(buffer) = self.buffers.get_mut(number) else {
            return Err(format!("the address {address:#x} belongs to no buffer"));
        };
        if write && buffer.constant {
            return Err(format!("the address {address:#x} is one of constants"));
        }
        if constant != buffer.constant && constant {
            return Err(format!("the address {address:#x} is not one of constants"));
        }
        let length = buffer.bytes.len();
        match buffer.bytes.get_mut(offset..).filter(|bytes| bytes.len() >= size) {
            Some(bytes) => Ok(bytes),
            None => Err(format!("byte {offset} of a buffer of {length} bytes")),
        }
    }
}

/// Where a generic address points to, and the address there.
pub(super) fn window_of(address: u64) -> (super::function::Window, u64) {
    use super::function::Window;
    let inside = cut(WINDOW_SHIFT, address);
    match address >> WINDOW_SHIFT {
        SHARED_WINDOW => (Window::Shared, inside),
        LOCAL_WINDOW => (Window::Local, inside),
        _ => (Window::Global, address),
    }
}

/// The generic address of an address in shared memory.
pub(super) fn generic_shared(address: u64) -> u64 {
    SHARED_WINDOW << WINDOW_SHIFT | address
}

/// The generic address of an address in local memory.
pub(super) fn generic_local(address: u64) -> u64 {
    LOCAL_WINDOW << WINDOW_SHIFT | address
}

/// The address in a window of a generic address.
pub(super) fn without_window(address: u64) -> u64 {
    cut(WINDOW_SHIFT, address)
}

/// The bytes of shared or local memory from an address on.
pub(super) fn inside(bytes: &mut [u8], address: u64, size: usize) -> Result<&mut [u8], String> {
    let length = bytes.len();
    let start = address.checked_sub(FIRST_ADDRESS).and_then(|start| usize::try_from(start).ok());
    match start.and_then(|start| bytes.get_mut(start..)).filter(|bytes| bytes.len() >= size) {
        Some(bytes) => Ok(bytes),
        None => {
            Err(format!("the address {address:#x}, of {length} bytes from {FIRST_ADDRESS:#x} on"))
        }
    }
}

/// The value of type `ty` at the start of some bytes.
pub(super) fn read(bytes: &[u8], ty: Type) -> u64 {
    let mut word = [0; 8];
    let size = ty.bytes();
    word[..size].copy_from_slice(&bytes[..size]);
    u64::from_le_bytes(word)
}

/// Writes a value of type `ty` at the start of some bytes.
pub(super) fn write(bytes: &mut [u8], ty: Type, value: u64) {
    let size = ty.bytes();
    bytes[..size].copy_from_slice(&value.to_le_bytes()[..size]);
}
