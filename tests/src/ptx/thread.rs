//! One thread: its frames, and how it executes operations one after the other.

use super::function::{Access, Function, Initial, Operation, Register, Transfer, Window};
use super::machine::{Grid, Options};
use super::memory::{self, FIRST_ADDRESS, Memory};
use super::types::{cut, signed};
use super::{Fault, Program, RUBBISH};

/// What a thread can reach besides its own registers.
pub(super) struct World<'a> {
    pub(super) program: &'a Program,
    pub(super) grid: Grid,
    pub(super) options: Options,
    pub(super) memory: &'a mut Memory,
    pub(super) shared: Vec<u8>,
}

/// Why a thread has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It waits at the barrier that is this operation of this function.
    Barrier { function: usize, operation: usize },
    /// It has ended.
    End,
}

pub(super) struct Thread {
    pub(super) group: u32,
    pub(super) number: u32,
    /// The registers of all frames.
    registers: Vec<u64>,
    frames: Vec<Frame>,
    /// The local memory of all frames.
    local: Vec<u8>,
    /// The carry flag, if anything has set it.
    carry: Option<bool>,
    /// How many operations it has executed.
    pub(super) executed: u64,
}

struct Frame {
    function: usize,
    /// The operation to execute next.
    next: usize,
    /// Where its registers start.
    base: usize,
    parameters: Vec<u8>,
    /// Where its local memory starts.
    local: usize,
    /// What its caller gets from its parameters.
    results: Vec<Transfer>,
}

/// What comes after an operation.
enum Flow {
    Call { function: usize, arguments: Vec<Transfer>, results: Vec<Transfer> },
    Return,
    Stop(Stop),
}

impl Thread {
    /// A thread at the start of a kernel.
    pub(super) fn new(
        world: &World<'_>,
        kernel: usize,
        parameters: &[u8],
        group: u32,
        number: u32,
    ) -> Self {
        let mut thread = Thread {
            group,
            number,
            registers: vec![],
            frames: vec![],
            local: vec![],
            carry: None,
            executed: 0,
        };
        thread.enter(world, kernel, parameters.to_vec(), vec![]);
        thread
    }

    /// Adds a frame for a function.
    fn enter(
        &mut self,
        world: &World<'_>,
        function: usize,
        parameters: Vec<u8>,
        results: Vec<Transfer>,
    ) {
        let (base, local) = (self.registers.len(), self.local.len().next_multiple_of(16));
        let code = &world.program.functions[function];
        self.local.resize(local + code.local_bytes, RUBBISH as u8);
        self.registers.resize(base + code.registers, RUBBISH);
        for (register, initial) in &code.initial {
            self.registers[base + *register as usize] = match initial {
                Initial::Constant(value) => *value,
                Initial::Thread => self.number.into(),
                Initial::Lane => (self.number % 32).into(),
                Initial::Group => self.group.into(),
                Initial::Threads => world.grid.threads.into(),
                Initial::Groups => world.grid.groups.into(),
                Initial::Local(offset) => FIRST_ADDRESS + local as u64 + offset,
            };
        }
        self.frames.push(Frame { function, next: 0, base, parameters, local, results });
    }

    /// Runs to the next barrier or to the end.
    pub(super) fn run(&mut self, world: &mut World<'_>) -> Result<Stop, Fault> {
        loop {
            match self.run_frame(world).map_err(|reason| self.fault(world.program, reason))? {
                Flow::Stop(stop) => return Ok(stop),
                Flow::Call { function, arguments, results } => {
                    self.call(world, function, &arguments, results);
                }
                Flow::Return => {
                    if self.leave() {
                        return Ok(Stop::End);
                    }
                }
            }
        }
    }

    /// What went wrong, at the operation that was executed last.
    fn fault(&self, program: &Program, reason: String) -> Fault {
        let (function, next) = self.frames.last().map_or((0, 0), |f| (f.function, f.next));
        let thread = Some((self.group, self.number));
        Fault { thread, ..program.fault(function, next.saturating_sub(1), reason) }
    }

    fn call(
        &mut self,
        world: &World<'_>,
        function: usize,
        arguments: &[Transfer],
        results: Vec<Transfer>,
    ) {
        // Parameters that are not arguments are rubbish.
        let bytes = world.program.functions[function].parameter_bytes;
        let mut parameters = vec![RUBBISH as u8; bytes];
        if let Some(caller) = self.frames.last() {
            transfer(&caller.parameters, &mut parameters, arguments);
        }
        // No flag lives across a call.
        self.carry = None;
        self.enter(world, function, parameters, results);
    }

    /// Removes the innermost frame; true if it was the kernel's.
    fn leave(&mut self) -> bool {
        self.carry = None;
        let Some(callee) = self.frames.pop() else { return true };
        self.registers.truncate(callee.base);
        self.local.truncate(callee.local);
        match self.frames.last_mut() {
            Some(caller) => {
                transfer(&callee.parameters, &mut caller.parameters, &callee.results);
                false
            }
            None => true,
        }
    }

    /// Executes operations of the innermost frame until something else is to be done.
    fn run_frame(&mut self, world: &mut World<'_>) -> Result<Flow, String> {
        let Some(frame) = self.frames.last_mut() else { return Ok(Flow::Stop(Stop::End)) };
        let function: &Function = &world.program.functions[frame.function];
        let registers = &mut self.registers[frame.base..];
        let get = |registers: &[u64], register: Register| registers[register as usize];
        loop {
            let Some(operation) = function.code.get(frame.next) else {
                return Err("the function has no `ret` here".into());
            };
            frame.next += 1;
            self.executed += 1;
            if self.executed > world.options.most_operations {
                return Err(format!("no end after {} operations", world.options.most_operations));
            }
            match operation {
                Operation::Copy { to, a } => registers[*to as usize] = get(registers, *a),
                Operation::Unary { f, to, a } => registers[*to as usize] = f(get(registers, *a)),
                Operation::Binary { f, to, a, b } => {
                    registers[*to as usize] = f(get(registers, *a), get(registers, *b));
                }
                Operation::Ternary { f, to, a, b, c } => {
                    let [a, b, c] = [a, b, c].map(|r| get(registers, *r));
                    registers[*to as usize] = f(a, b, c);
                }
                Operation::Quaternary { f, to, from } => {
                    let [a, b, c, d] = from.map(|r| get(registers, r));
                    registers[*to as usize] = f(a, b, c, d);
                }
                Operation::Carry { how, to, from } => {
                    let flag = match self.carry {
                        Some(flag) => flag,
                        None if how.takes => return Err("nothing has set the carry flag".into()),
                        None => false,
                    };
                    let [a, b, c] = from.map(|r| get(registers, r));
                    let (value, flag) = how.compute(a, b, c, flag);
                    registers[*to as usize] = value;
                    if how.gives {
                        self.carry = Some(flag);
                    }
                }
                Operation::Convert { how, to, a } => {
                    registers[*to as usize] = how.apply(get(registers, *a));
                }
                Operation::ApproximateRoot { to, a } => {
                    let a = f32::from_bits(get(registers, *a) as u32);
                    let root = world.options.reciprocal.root_of_f32(a);
                    registers[*to as usize] = root.to_bits().into();
                }
                Operation::ApproximateReciprocal { ty, to, a } => {
                    let (reciprocal, a) = (world.options.reciprocal, get(registers, *a));
                    registers[*to as usize] = match ty.bits {
                        32 => reciprocal.of_f32(f32::from_bits(a as u32)).to_bits().into(),
                        _ => reciprocal.of_f64(f64::from_bits(a)).to_bits(),
                    };
                }
                Operation::Select { to, a, b, predicate } => {
                    let chosen = if get(registers, *predicate) & 1 == 1 { a } else { b };
                    registers[*to as usize] = get(registers, *chosen);
                }
                Operation::Compare { f, combine, to, from, negated } => {
                    let [a, b, c] = from.map(|r| get(registers, r));
                    registers[*to as usize] = combine(f(a, b), c & 1 ^ u64::from(*negated));
                }
                Operation::Split { to, a, bits } => {
                    let value = get(registers, *a);
                    registers[to[0] as usize] = cut(*bits, value);
                    registers[to[1] as usize] = cut(*bits, value >> bits);
                }
                Operation::Join { to, from, bits } => {
                    let [low, high] = from.map(|r| get(registers, r));
                    registers[*to as usize] = cut(*bits, low) | cut(*bits, high) << bits;
                }
                Operation::Load { access, to, sign_to } => {
                    let size = access.ty.bytes();
                    let address = get(registers, access.base);
                    let bytes = reach(world, &mut self.local, access, address, to.len(), false)?;
                    for (to, bytes) in to.iter().zip(bytes.chunks(size)) {
                        let value = memory::read(bytes, access.ty);
                        registers[*to as usize] = match sign_to {
                            Some(bits) => cut(*bits, signed(access.ty.bits, value) as u64),
                            None => value,
                        };
                    }
                }
                Operation::Store { access, from } => {
                    let size = access.ty.bytes();
                    let address = get(registers, access.base);
                    let bytes = reach(world, &mut self.local, access, address, from.len(), true)?;
                    for (from, bytes) in from.iter().zip(bytes.chunks_mut(size)) {
                        memory::write(bytes, access.ty, get(registers, *from));
                    }
                }
                Operation::Atomic { access, f, to, a } => {
                    let address = get(registers, access.base);
                    let bytes = reach(world, &mut self.local, access, address, 1, true)?;
                    let old = memory::read(bytes, access.ty);
                    memory::write(bytes, access.ty, f(old, get(registers, *a)));
                    registers[*to as usize] = old;
                }
                Operation::LoadParam { ty, offset, to } => {
                    let values = frame.parameters[*offset..].chunks(ty.bytes());
                    for (to, bytes) in to.iter().zip(values) {
                        registers[*to as usize] = memory::read(bytes, *ty);
                    }
                }
                Operation::StoreParam { ty, offset, from } => {
                    let values = frame.parameters[*offset..].chunks_mut(ty.bytes());
                    for (from, bytes) in from.iter().zip(values) {
                        memory::write(bytes, *ty, get(registers, *from));
                    }
                }
                Operation::OnlyIf { predicate, expected } => {
                    if (get(registers, *predicate) & 1 == 1) != *expected {
                        frame.next += 1;
                    }
                }
                Operation::Jump { target } => frame.next = *target,
                Operation::JumpIf { predicate, expected, target } => {
                    if (get(registers, *predicate) & 1 == 1) == *expected {
                        frame.next = *target;
                    }
                }
                Operation::JumpIndexed { index, targets } => {
                    let index = get(registers, *index);
                    let Some(target) = targets.get(index as usize) else {
                        return Err(format!("label {index} of {}", targets.len()));
                    };
                    frame.next = *target;
                }
                Operation::Barrier => {
                    let operation = frame.next - 1;
                    return Ok(Flow::Stop(Stop::Barrier { function: frame.function, operation }));
                }
                Operation::Call { function, arguments, results } => {
                    let (arguments, results) = (arguments.clone(), results.clone());
                    return Ok(Flow::Call { function: *function, arguments, results });
                }
                Operation::Return => return Ok(Flow::Return),
                Operation::Exit => return Ok(Flow::Stop(Stop::End)),
                Operation::Trap => return Err("the program stopped itself".into()),
            }
        }
    }
}

/// The bytes that an access with `count` elements reaches, checked for their place and alignment.
fn reach<'w>(
    world: &'w mut World<'_>,
    local: &'w mut [u8],
    access: &Access,
    base: u64,
    count: usize,
    write: bool,
) -> Result<&'w mut [u8], String> {
    let size = access.ty.bytes() * count;
    let address = base.wrapping_add_signed(access.offset);
    let (window, address) = match access.window {
        Window::Generic => memory::window_of(address),
        window => (window, address),
    };
    if !address.is_multiple_of(size as u64) {
        return Err(format!("the address {address:#x} is not a multiple of {size}"));
    }
    let bytes = match window {
        Window::Generic | Window::Global => world.memory.at(address, size, false, write),
        Window::Constant => world.memory.at(address, size, true, write),
        Window::Shared => memory::inside(&mut world.shared, address, size),
        Window::Local => memory::inside(local, address, size),
    };
    bytes.map(|bytes| &mut bytes[..size])
}

fn transfer(from: &[u8], to: &mut [u8], list: &[Transfer]) {
    for part in list {
        to[part.to..part.to + part.size].copy_from_slice(&from[part.from..part.from + part.size]);
    }
}
