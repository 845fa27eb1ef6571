//! Calls a stage chunk by chunk, so that the buffer for its survivors stays bounded.

use std::cell::Cell;

use crate::error::Error;
use crate::manifest::StageManifest;

/// Most survivors that one call may return, unless a single item has more parts.
const CAPACITY: u64 = 1 << 18;

/// Loops of a stage have lower numbers: what a kernel returns above `usize::MAX` less this is no number
/// of survivors.
const MOST_LOOPS: usize = 1 << 16;

/// The most inputs that one call may find by arcs: 1 GiB.
const MOST_FOUND: usize = 1 << 27;

thread_local! {
    /// Survivors of one call, before they are appended; kept between calls.
    static SCRATCH: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Runs `call(items, buffer) -> survivors` on chunks of `items` and appends the survivors to `out`.
///
/// What is called returns how many there are, or as [`RunStage`](crate::RunStage) tells.
///
/// The buffer always has room for all parts of the items given. `kernel` names the kernel in
/// messages.
pub(crate) fn run_in_chunks(
    kernel: &str,
    stages: &[StageManifest],
    stage: usize,
    seed: &[u64],
    items: &[u64],
    out: &mut Vec<u64>,
    mut call: impl FnMut(&[u64], &mut [u64]) -> usize,
) -> Result<(), Error> {
    let wrong = |reason: String| Error::Kernel { kernel: kernel.to_string(), reason };
    let Some(manifest) = stages.get(stage) else {
        return Err(wrong(format!("stage {stage} of {} was asked for", stages.len())));
    };
    if seed.len() != manifest.seed_words {
        return Err(wrong(format!(
            "stage {stage} takes {} seed words, not {}",
            manifest.seed_words,
            seed.len()
        )));
    }
    let parts = manifest.part_count.max(1);
    let chunk = usize::try_from((CAPACITY / parts).max(1)).unwrap_or(usize::MAX);
    let mut scratch = SCRATCH.take();
    let mut result = Ok(());
    for piece in items.chunks(chunk) {
        let Some(capacity) =
            usize::try_from(parts).ok().and_then(|parts| parts.checked_mul(piece.len()))
        else {
            result =
                Err(wrong(format!("the parts of an item of stage {stage} do not fit in memory")));
            break;
        };
        let mut capacity = capacity;
        let mut survivors = fill(&mut scratch, capacity, piece, &mut call);
        // A search by arcs reports a part once for every input that it finds in it.
        while manifest.repeats() && survivors > capacity && survivors < MOST_FOUND {
            capacity = survivors.next_power_of_two();
            survivors = fill(&mut scratch, capacity, piece, &mut call);
        }
        if survivors >= usize::MAX - MOST_LOOPS {
            result = Err(match usize::MAX - survivors {
                0 => wrong(format!("it refused stage {stage}, its seed or the level")),
                number => Error::loop_bound(kernel, stages, stage, number),
            });
            break;
        }
        if survivors > capacity {
            let count = piece.len();
            result = Err(wrong(format!(
                "stage {stage} returned {survivors} survivors of {count} items with {parts} parts each"
            )));
            break;
        }
        out.extend_from_slice(&scratch[..survivors]);
    }
    SCRATCH.set(scratch);
    result
}

/// Calls with room for `capacity` survivors.
fn fill(
    scratch: &mut Vec<u64>,
    capacity: usize,
    items: &[u64],
    call: &mut impl FnMut(&[u64], &mut [u64]) -> usize,
) -> usize {
    if scratch.len() < capacity {
        *scratch = vec![0; capacity];
    }
    call(items, &mut scratch[..capacity])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::LoopBound;
    use crate::manifest::StageKind;

    fn stage(part_count: u64) -> Vec<StageManifest> {
        vec![StageManifest { part_count, seed_words: 1, ..StageManifest::default() }]
    }

    #[test]
    fn pieces_fit_the_buffer_and_lose_nothing() {
        for parts in [1, 3, 1 << 10, CAPACITY, CAPACITY + 1] {
            let items: Vec<u64> = (0..if parts < CAPACITY { 1000 } else { 3 }).collect();
            let mut out = vec![7];
            run_in_chunks("toy", &stage(parts), 0, &[0], &items, &mut out, |items, buffer| {
                assert_eq!(buffer.len() as u64, items.len() as u64 * parts);
                assert!(items.len() == 1 || buffer.len() as u64 <= CAPACITY);
                buffer[..items.len()].copy_from_slice(items);
                items.len()
            })
            .expect("run");
            assert_eq!(out[0], 7);
            assert_eq!(out[1..], items);
        }
    }

    #[test]
    fn wrong_calls_and_answers_are_errors() {
        let run = |stage_index, seed: &[u64], answer: usize| {
            run_in_chunks("toy", &stage(2), stage_index, seed, &[0, 1], &mut Vec::new(), |_, _| {
                answer
            })
            .map_err(|error| error.to_string())
        };
        assert_eq!(run(0, &[0], 4), Ok(()));
        assert!(run(1, &[0], 0).expect_err("stage").contains("stage 1 of 1"));
        assert!(run(0, &[], 0).expect_err("seed").contains("takes 1 seed words, not 0"));
        assert!(run(0, &[0], 5).expect_err("answer").contains("5 survivors"));
        assert!(run(0, &[0], usize::MAX).expect_err("answer").contains("refused stage 0"));
    }

    /// The loop of the manifest is named; one that it does not have is an error all the same.
    #[test]
    fn loops_that_pass_their_bounds_are_named() {
        let mut stages = stage(2);
        let bound = |name: &str, rounds| LoopBound { name: name.into(), rounds };
        stages[0].loops = vec![bound("arcs", 100), bound("members", 7)];
        for (number, wanted) in [(1, "loop 1 (arcs)"), (2, "bound of 7 rounds"), (3, "has 2 loops")]
        {
            for kind in [StageKind::Arcs, StageKind::Walk] {
                stages[0].kind = kind;
                let call = |_: &[u64], _: &mut [u64]| usize::MAX - number;
                let error = run_in_chunks("toy", &stages, 0, &[0], &[0], &mut Vec::new(), call);
                let error = error.expect_err("a loop").to_string();
                assert!(error.contains("toy") && error.contains(wanted), "{error}");
            }
        }
    }
}
