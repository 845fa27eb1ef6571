//! What the counters of a batch say.

use super::COUNTED;
use crate::manifest::StageManifest;

/// The counts of a batch whose stages have run.
#[derive(Debug, PartialEq)]
pub(super) struct Tally {
    /// Parts tested, by stage.
    pub(super) tested: Vec<u64>,
    /// Survivors, by stage.
    pub(super) survivors: Vec<u64>,
    /// Whether each survivor was counted and had room.
    pub(super) complete: bool,
}

/// The first loop that was about to pass its bound.
#[derive(Debug, PartialEq)]
pub(super) struct Overrun {
    pub(super) stage: usize,
    /// Its number in the stage, from 1.
    pub(super) number: usize,
    /// The block in the batch.
    pub(super) block: usize,
}

/// What the counters behind those of `stages` stages tell. The number of overruns may wrap, the loop's
/// number never does.
pub(super) fn overrun(stages: usize, counts: &[u32]) -> Option<Overrun> {
    match counts.get(stages + 1..)? {
        &[_, stage, number, block] if number != 0 => {
            let [stage, number, block] = [stage, number, block].map(|word| word as usize);
            Some(Overrun { stage, number, block })
        }
        _ => None,
    }
}

/// Reads the counters: items of the first stage, then survivors by stage. `capacity` is the room for
/// survivors, by stage; between the stages of a fused kernel none is needed.
///
/// An error says what is impossible about them.
pub(super) fn tally(
    stages: &[StageManifest],
    capacity: &[u32],
    fused: bool,
    counts: &[u32],
) -> Result<Tally, String> {
    let mut tally = Tally { tested: vec![], survivors: vec![], complete: true };
    let last = stages.len().saturating_sub(1);
    for (stage, pair) in counts.windows(2).enumerate().take(stages.len()) {
        let has_room = |stage: usize| pair[0] <= capacity[stage];
        // Items that had no room were not tested.
        let items = match stage {
            0 => pair[0],
            stage if fused || has_room(stage - 1) => pair[0],
            stage => capacity[stage - 1],
        };
        let tested = u64::from(items) * stages[stage].part_count;
        let survivors = u64::from(pair[1]);
        if survivors > tested && !stages[stage].repeats() {
            return Err(format!("stage {stage} reports {survivors} survivors of {tested} parts"));
        }
        // The first stage whose counter could have wrapped is recognised by the counter before it,
        // which is right. Only a fused kernel gets there: for the others buffers see to it.
        tally.complete &= tested < COUNTED;
        tally.complete &= pair[1] <= capacity[stage] || (fused && stage != last);
        tally.tested.push(tested);
        tally.survivors.push(survivors);
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::StageKind;

    fn stages() -> Vec<StageManifest> {
        [4, 1 << 10, 1 << 10]
            .map(|part_count| StageManifest { part_count, ..StageManifest::default() })
            .to_vec()
    }

    fn complete(fused: bool, counts: [u32; 4]) -> bool {
        tally(&stages(), &[10, 100, 1000], fused, &counts).expect("possible").complete
    }

    #[test]
    fn overruns_are_told() {
        assert_eq!(overrun(2, &[8, 1, 2, 0, 0, 0, 0]), None);
        let told = overrun(2, &[8, 1, 2, 5, 1, 3, 17]);
        assert_eq!(told, Some(Overrun { stage: 1, number: 3, block: 17 }));
        // So many that their number is 0 again.
        assert!(overrun(2, &[8, 1, 2, 0, 0, 1, 0]).is_some());
    }

    #[test]
    fn counts_are_told() {
        let tally = tally(&stages(), &[10; 3], false, &[8, 10, 7, 0]).expect("possible");
        assert_eq!(tally.tested, [32, 10 << 10, 7 << 10]);
        assert_eq!(tally.survivors, [10, 7, 0]);
        assert!(tally.complete);
    }

    #[test]
    fn survivors_without_room_are_noticed() {
        assert!(complete(false, [8, 10, 100, 1000]));
        assert!(!complete(false, [8, 11, 100, 1000]));
        assert!(!complete(false, [8, 10, 101, 1000]));
        assert!(!complete(false, [8, 10, 100, 1001]));
        assert!(complete(true, [8, 11, 101, 1000]));
        assert!(!complete(true, [8, 11, 101, 1001]));
    }

    /// 2^22 + 1 items of a fused kernel's last stage have more than 2^32 parts: the last counter may
    /// have passed zero.
    #[test]
    fn counters_that_may_have_wrapped_are_noticed() {
        assert!(complete(true, [1 << 20, 1 << 20, (1 << 22) - 1, 5]));
        assert!(!complete(true, [1 << 20, 1 << 20, 1 << 22, 5]));
        assert!(!complete(true, [1 << 21, 1 << 22, 5, 5]));
    }

    #[test]
    fn impossible_counts_are_errors() {
        let error = tally(&stages(), &[100; 3], false, &[8, 33, 0, 0]).expect_err("33 of 32");
        assert_eq!(error, "stage 0 reports 33 survivors of 32 parts");
        // The ten that had room have 10,240 parts.
        assert!(tally(&stages(), &[10; 3], false, &[8, 32, 10_241, 0]).is_err());
        assert!(tally(&stages(), &[10; 3], false, &[8, 32, 10_240, 0]).is_ok());
    }

    /// A search by arcs reports a part once for every input that it finds there.
    #[test]
    fn more_survivors_than_parts_may_be_repeated_ones() {
        let mut stages = stages();
        stages[0].kind = StageKind::Arcs;
        let told = |capacity| tally(&stages, &[capacity; 3], false, &[8, 33, 0, 0]);
        assert_eq!(told(33).map(|own| (own.survivors[0], own.complete)), Ok((33, true)));
        assert_eq!(told(32).map(|own| own.complete), Ok(false));
    }
}
