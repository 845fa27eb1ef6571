//! Runs a twin by the definition of the intermediate representation: what every emitted twin is compared with, and how
//! small inputs are looked at without a compiler.

use super::random;
use std::cell::Cell;
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_kernel::ir::{Element, InterpretError, Kernel, Width, element};

/// Streams of random bits that elements take turns in: element j of a run belongs to stream j mod 64 of its strip.
pub const STREAMS: usize = 64;
/// Elements of a stream; a strip is `STREAMS * STEPS` elements.
pub const STEPS: usize = 64;

/// Statements that a run may execute if nothing else is said: a minute, about.
pub const MOST_STEPS: u64 = 1_000_000_000;

/// The outcome of running a twin.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Length of the numbers.
    pub width: Width,
    /// The index of the first element that was run.
    pub first: usize,
    /// For each result the samples of each element.
    pub results: Vec<Vec<[f64; 3]>>,
    /// Events at each of the twin's sites.
    pub counts: Vec<u64>,
}

/// Runs a twin on the elements of a range. `inputs` are the arrays of the kernel that it is the twin of, all of one
/// length, with the samples of each number.
///
/// # Errors
/// If arrays or parameters are missing, an element is read that is not there, or the run takes more than
/// [`MOST_STEPS`] statements.
pub fn run(
    twin: &Kernel,
    inputs: &[Vec<[f64; 3]>],
    parameters: &[u64],
    seed: u64,
    range: Range<usize>,
) -> Result<Outcome, Diag> {
    run_within(twin, inputs, parameters, seed, range, MOST_STEPS)
}

/// Runs a twin like [`run`], for a limited number of statements.
///
/// # Errors
/// As [`run`]; if they are not enough.
pub fn run_within(
    twin: &Kernel,
    inputs: &[Vec<[f64; 3]>],
    parameters: &[u64],
    seed: u64,
    range: Range<usize>,
    most: u64,
) -> Result<Outcome, Diag> {
    let failed = |message: String| Diag::new(DiagKind::Range, message);
    if inputs.len() * 3 != twin.arrays.len() || parameters.len() != twin.parameters.len() {
        let (arrays, words) = (twin.arrays.len() / 3, twin.parameters.len());
        return Err(failed(format!("the kernel reads {arrays} arrays and {words} parameters")));
    }
    let width = twin.width;
    let arrays: Vec<Vec<u64>> = inputs
        .iter()
        .flat_map(|input| (0..3).map(|s| input.iter().map(|x| width.bits_of(x[s])).collect()))
        .collect();
    let seeding = random::seeding(width);
    let internal =
        |error: tmd_kernel::ir::InterpretError| Diag::new(DiagKind::Internal, error.to_string());
    let steps = Cell::new(most);
    let mut states: Vec<Vec<u64>> = vec![];
    let mut counts = vec![0; twin.sites.len()];
    let mut flat: Vec<Vec<f64>> = vec![];
    let first = range.start;
    for (j, at) in range.enumerate() {
        if j % (STREAMS * STEPS) == 0 {
            let first = (j / STEPS) as u64;
            states = (0..STREAMS as u64)
                .map(|lane| stream(&seeding, seed, first + lane).map_err(internal))
                .collect::<Result<_, _>>()?;
        }
        let from = Element { arrays: &arrays, parameters, at, steps: Some(&steps) };
        let values = element(twin, from, &mut states[j % STREAMS], &mut counts);
        let values = values.map_err(|error| match error {
            InterpretError::Steps { .. } => too_long(at, most),
            InterpretError::Element { array, at, length, .. } => not_there(&array, at, length),
            other => internal(other),
        })?;
        flat.push(values.into_iter().map(|bits| width.number(bits)).collect());
    }
    let results = flat.first().map_or(0, Vec::len) / 3;
    let results = (0..results)
        .map(|k| flat.iter().map(|row| [row[3 * k], row[3 * k + 1], row[3 * k + 2]]).collect())
        .collect();
    Ok(Outcome { width, first, results, counts })
}

fn too_long(element: usize, most: u64) -> Diag {
    let message =
        format!("the run takes more than {most} steps: it was stopped at element {element}");
    Diag::new(DiagKind::Range, message).help(
        "allow more with --most-steps, run fewer --elements, or compile the emitted twin, which is much faster",
    )
}

/// `array` is one of the three that the samples of an array are in.
fn not_there(array: &str, at: i64, length: usize) -> Diag {
    let name = array.strip_suffix(['0', '1', '2']).unwrap_or(array);
    let message = match length.checked_sub(1) {
        Some(last) => format!("element {at} of `{name}` is read; it has elements 0 to {last}"),
        None => format!("element {at} of `{name}` is read, which is empty"),
    };
    Diag::new(DiagKind::Range, message).help(
        "give more numbers, or run only --elements whose neighbours are there, too: --elements 1,9",
    )
}

/// The words of a seed as the generator's parameters.
pub fn seed_words(width: Width, seed: u64) -> Vec<u64> {
    match width {
        Width::W64 => vec![seed, 0],
        Width::W32 => vec![seed & 0xffff_ffff, seed >> 32],
    }
}

/// The state that a stream begins with.
///
/// # Errors
/// As [`element`]'s.
pub fn stream(seeding: &Kernel, seed: u64, number: u64) -> Result<Vec<u64>, InterpretError> {
    let mut state = vec![0; seeding.states];
    match seeding.width {
        Width::W64 => state[0] = number,
        Width::W32 => (state[0], state[1]) = (number & 0xffff_ffff, number >> 32),
    }
    let parameters = seed_words(seeding.width, seed);
    let from = Element { parameters: &parameters, ..Element::default() };
    element(seeding, from, &mut state, &mut [])?;
    Ok(state)
}
