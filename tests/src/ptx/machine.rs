//! Launches of kernels: groups one after the other, the threads of a group from barrier to barrier.

use super::memory::{Argument, Memory};
use super::thread::{Stop, Thread, World};
use super::{Fault, Program, RUBBISH};

/// How many groups of how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Groups.
    pub groups: u32,
    /// Threads of a group.
    pub threads: u32,
}

/// What the definition of PTX leaves open, and a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the approximation of a reciprocal gives.
    pub reciprocal: Reciprocal,
    /// Do the last group and the last thread go first?
    pub backwards: bool,
    /// A thread that executes more operations is taken for one that never ends.
    pub most_operations: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            reciprocal: Reciprocal::Truncated,
            backwards: false,
            most_operations: 100_000_000,
        }
    }
}

/// What the approximations of a reciprocal give, as far as PTX leaves that open.
///
/// `rcp.approx.ftz.f32` is within one unit in the last place; two are taken here. Of
/// `rcp.approx.ftz.f64` PTX says only that the upper 32 bits of the operand enter and that as many come
/// out: 20 bits of the fraction, so that an error of 2^-19 is in its nature; twice as much is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reciprocal {
    /// The true reciprocal, cut to the bits that there are.
    Truncated,
    /// The smallest that is to be reckoned with.
    Smallest,
    /// The largest that is to be reckoned with.
    Largest,
}

impl Reciprocal {
    /// All of them.
    pub const ALL: [Reciprocal; 3] =
        [Reciprocal::Truncated, Reciprocal::Smallest, Reciprocal::Largest];

    /// `rcp.approx.ftz.f64`
    pub(super) fn of_f64(self, a: f64) -> f64 {
        let upper = |number: f64| f64::from_bits(number.to_bits() & !0xffff_ffff);
        let flush = |x: f64| if x.is_subnormal() { 0f64.copysign(x) } else { x };
        let a = flush(a);
        let error = 2f64.powi(-18);
        flush(match self {
            Reciprocal::Truncated => upper(1.0 / upper(a)),
            Reciprocal::Smallest => 1.0 / a * (1.0 - error),
            Reciprocal::Largest => 1.0 / a * (1.0 + error),
        })
    }

    /// `rcp.approx.ftz.f32`
    pub(super) fn of_f32(self, a: f32) -> f32 {
        let flush = |x: f32| if x.is_subnormal() { 0f32.copysign(x) } else { x };
        self.about(1.0 / flush(a), 1.0 / f64::from(a))
    }

    /// `sqrt.approx.ftz.f32`, with the same error.
    pub(super) fn root_of_f32(self, a: f32) -> f32 {
        let a = if a.is_subnormal() { 0f32.copysign(a) } else { a };
        self.about(a.sqrt(), f64::from(a).sqrt())
    }

    /// What may come out for `exact`, whose nearest number is `nearest`.
    fn about(self, nearest: f32, exact: f64) -> f32 {
        let flush = |x: f32| if x.is_subnormal() { 0f32.copysign(x) } else { x };
        if nearest == 0.0 || !nearest.is_finite() {
            return nearest;
        }
        // Away from zero is up in the bits, whatever the sign.
        flush(f32::from_bits(match self {
            Reciprocal::Truncated if exact.abs() < f64::from(nearest).abs() => {
                nearest.to_bits() - 1
            }
            Reciprocal::Truncated => nearest.to_bits(),
            Reciprocal::Smallest => nearest.to_bits() - 2,
            Reciprocal::Largest => nearest.to_bits() + 2,
        }))
    }
}

impl Program {
    /// Memory with the program's own variables in it; buffers for its arguments are to be added.
    pub fn memory(&self) -> Memory {
        self.memory.clone()
    }

    /// Runs a kernel to its end and returns how many operations all threads executed together.
    ///
    /// # Errors
    /// If there is no such kernel, if the arguments are not what it takes, or if a thread does
    /// something that is not allowed.
    pub fn launch(
        &self,
        kernel: &str,
        grid: Grid,
        arguments: &[Argument],
        memory: &mut Memory,
        options: Options,
    ) -> Result<u64, Fault> {
        let Some(number) = self.functions.iter().position(|f| f.entry && f.name == kernel) else {
            let reason = format!("there is no kernel `{kernel}`");
            return Err(Fault { function: kernel.into(), ..self.fault(usize::MAX, 0, reason) });
        };
        let refuse = |reason: String| self.fault(number, 0, reason);
        let most = self.functions[number].most_threads.unwrap_or(1024);
        if u64::from(grid.threads) > most {
            return Err(refuse(format!("{} threads in a group, at most {most}", grid.threads)));
        }
        let parameters = self.parameters(number, arguments).map_err(refuse)?;
        let mut world = World { program: self, grid, options, memory, shared: vec![] };
        let order =
            |count: u32| (0..count).map(move |i| if options.backwards { count - 1 - i } else { i });
        let mut executed = 0;
        for group in order(grid.groups) {
            let rubbish = RUBBISH.to_le_bytes().into_iter().cycle();
            world.shared = rubbish.take(self.shared_bytes).collect();
            let mut threads: Vec<Thread> = order(grid.threads)
                .map(|thread| Thread::new(&world, number, &parameters, group, thread))
                .collect();
            while self.run_to_barrier(&mut threads, &mut world)? {}
            executed += threads.iter().map(|thread| thread.executed).sum::<u64>();
        }
        Ok(executed)
    }

    /// Runs all threads of a group to the next barrier; false if they ended instead.
    fn run_to_barrier(&self, threads: &mut [Thread], world: &mut World<'_>) -> Result<bool, Fault> {
        let mut stops = vec![];
        for thread in threads.iter_mut() {
            stops.push(thread.run(world)?);
        }
        let waiting = stops.iter().position(|stop| *stop != Stop::End);
        let Some((first, Stop::Barrier { function, operation })) = waiting.map(|i| (i, stops[i]))
        else {
            return Ok(false);
        };
        match stops.iter().position(|stop| *stop != stops[first]) {
            None => Ok(true),
            Some(other) => {
                let reason = format!(
                    "not all threads of the group come to this barrier: thread {} {}",
                    threads[other].number,
                    if stops[other] == Stop::End { "has ended" } else { "waits at another" }
                );
                let thread = Some((threads[first].group, threads[first].number));
                Err(Fault { thread, ..self.fault(function, operation, reason) })
            }
        }
    }

    /// The bytes of a kernel's parameters.
    fn parameters(&self, kernel: usize, arguments: &[Argument]) -> Result<Vec<u8>, String> {
        let function = &self.functions[kernel];
        if arguments.len() != function.parameters.len() {
            let (given, taken) = (arguments.len(), function.parameters.len());
            return Err(format!("{given} arguments for {taken} parameters"));
        }
        let mut bytes = vec![0; function.parameter_bytes];
        for (argument, place) in arguments.iter().zip(&function.parameters) {
            let value = match argument {
                Argument::U32(value) => value.to_le_bytes().to_vec(),
                Argument::U64(value) => value.to_le_bytes().to_vec(),
            };
            if value.len() != place.size {
                return Err(format!("{argument:?} for a parameter of {} bytes", place.size));
            }
            bytes[place.offset..place.offset + place.size].copy_from_slice(&value);
        }
        Ok(bytes)
    }

    /// A fault at an operation of a function.
    pub(super) fn fault(&self, function: usize, operation: usize, reason: String) -> Fault {
        let found = self.functions.get(function);
        let line = found.and_then(|f| f.lines.get(operation)).copied().unwrap_or(0);
        let text = self.source.lines().nth(line.wrapping_sub(1)).unwrap_or_default();
        Fault {
            function: found.map_or_else(String::new, |f| f.name.clone()),
            line,
            text: text.trim().into(),
            thread: None,
            reason,
        }
    }
}
