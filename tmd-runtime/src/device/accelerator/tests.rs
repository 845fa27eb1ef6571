//! Batches and single stages on a device in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::fake::Fake;
use super::*;
use crate::kernel::Block;
use crate::manifest::LoopBound;
use crate::testing::{batch_block, batch_stages, batch_survivors, batch_wanted, sorted};

type FakeKernel = AcceleratorKernel<Fake>;

/// A kernel with room for so few survivors of a stage.
fn kernel(fused: bool, room: u64) -> FakeKernel {
    let fused = fused.then(|| Fake::new(Deployment::Fused));
    AcceleratorKernel::with_room(&batch_stages(), Fake::new(Deployment::Phased), fused, room)
        .expect("a sound kernel")
}

/// Blocks of all lengths, the first of `start` items.
fn ragged(start: u64, count: u64) -> Vec<Block> {
    (0..count).map(|tag| batch_block((start + 5 * tag) % 17, tag)).collect()
}

fn live(kernel: &FakeKernel) -> Arc<AtomicUsize> {
    kernel.phased.live.clone()
}

#[test]
fn a_stage_alone_does_what_the_rule_says() {
    for room in [16, 100, SURVIVORS] {
        let kernel = kernel(false, room);
        for (stage, seed, most) in [(0, &[0x35][..], 16), (1, &[3, 9][..], 64)] {
            let items: Vec<u64> = (0..1000).map(|index| index % most).collect();
            let mut out = vec![u64::MAX];
            kernel.run_stage(stage, seed, &items, &mut out).expect("run");
            assert_eq!(out[0], u64::MAX, "survivors are appended");
            let mut new = out[1..].to_vec();
            // Each piece is sorted, and so is the whole where there is one piece.
            assert!(room < SURVIVORS || new.is_sorted());
            new.sort_unstable();
            let mut wanted = batch_survivors(stage, seed, &items);
            wanted.sort_unstable();
            assert_eq!(new, wanted);
            assert!(!new.is_empty());
        }
        let pieces =
            1000usize.div_ceil((room / 4) as usize) + 1000usize.div_ceil((room / 16) as usize);
        assert_eq!(kernel.phased.launches.load(Ordering::SeqCst), pieces);
    }
}

#[test]
fn batches_find_what_stages_find() {
    for fused in [false, true] {
        let kernel = kernel(fused, SURVIVORS);
        let mut queue = kernel.queue().expect("queue").expect("batches");
        assert!(queue.batch_blocks() >= 20 && queue.depth() == 2);
        let batches = [ragged(16, 20), ragged(0, 1), ragged(3, 7), vec![batch_block(0, 1)]];
        for pair in batches.chunks(2) {
            pair.iter().for_each(|batch| queue.submit(batch).expect("submit"));
            for batch in pair {
                let outcome = queue.collect().expect("collect");
                let items: u64 = batch.iter().map(|block| block.items).sum();
                assert_eq!(outcome.tested, [items * 4, outcome.survivors[0] * 16]);
                let wanted = batch_wanted(batch);
                assert_eq!(outcome.survivors[1], wanted.len() as u64);
                assert_eq!(outcome.seconds, if fused { vec![1.0] } else { vec![1.0; 2] });
                assert_eq!(sorted(outcome).expect("all had room"), wanted);
            }
        }
        assert_eq!(kernel.phased.launches.load(Ordering::SeqCst) == 0, fused);
    }
}

#[test]
fn survivors_without_room_are_never_dropped_in_silence() {
    // 20 full blocks have 320 survivors of the first stage and as many of the second.
    let batch: Vec<Block> = (0..20).map(|tag| batch_block(16, tag)).collect();
    let outcome = |fused, room| {
        let kernel = kernel(fused, room);
        let mut queue = kernel.queue().expect("queue").expect("batches");
        let batch = &batch[..batch.len().min(queue.batch_blocks())];
        queue.submit(batch).expect("submit");
        let lost = queue.collect().expect("collect").candidates.is_none();
        // The next batch is not the worse for it.
        queue.submit(&ragged(1, 1)).expect("submit");
        assert_eq!(sorted(queue.collect().expect("collect")), Some(batch_wanted(&ragged(1, 1))));
        (batch.len(), lost)
    };
    assert_eq!(outcome(false, 320), (20, false));
    assert_eq!(outcome(false, 319), (20, true));
    assert_eq!(outcome(true, 320), (20, false));
    assert_eq!(outcome(true, 319), (20, true));
    // Batches are smaller where there is little room; a quarter of the parts survives all the same.
    assert_eq!(outcome(false, 16), (4, true));
}

#[test]
fn a_failed_launch_spoils_its_batch_alone() {
    let kernel = kernel(false, SURVIVORS);
    let live = live(&kernel);
    let (first, second) = (ragged(4, 3), ragged(9, 5));
    let mut queue = kernel.queue().expect("queue").expect("batches");
    queue.submit(&first).expect("submit");
    // The first stage of the second batch is launched, the second is not.
    kernel.phased.failing_launch.store(3, Ordering::SeqCst);
    assert!(matches!(queue.submit(&second), Err(Error::Unsupported { .. })));
    queue.submit(&second).expect("the slot is free again");
    for batch in [&first, &second] {
        assert_eq!(sorted(queue.collect().expect("collect")), Some(batch_wanted(batch)));
    }
    assert!(queue.collect().is_err());
    assert_eq!(live.load(Ordering::SeqCst), 2 * 5, "two sets of buffers");
    drop(queue);
    drop(kernel);
    assert_eq!(live.load(Ordering::SeqCst), 0);
}

#[test]
fn a_queue_that_is_dropped_gives_its_memory_back() {
    let kernel = kernel(false, SURVIVORS);
    let live = live(&kernel);
    for _ in 0..3 {
        let mut queues: Vec<_> =
            (0..3).map(|_| kernel.queue().expect("queue").expect("batches")).collect();
        for queue in &mut queues {
            queue.submit(&ragged(4, 3)).expect("submit");
            queue.submit(&ragged(5, 3)).expect("submit");
            let error = queue.submit(&ragged(6, 3)).expect_err("a third");
            assert!(error.to_string().contains("more than 2 batches"), "{error}");
        }
        assert_eq!(live.load(Ordering::SeqCst), 3 * 2 * 5);
        drop(queues);
        assert_eq!(live.load(Ordering::SeqCst), POOL * 5, "a few are kept");
        let mut out = vec![];
        kernel.run_stage(0, &[1], &[0, 1], &mut out).expect("a kept slot is as good as new");
        assert_eq!(out, batch_survivors(0, &[1], &[0, 1]));
    }
    drop(kernel);
    assert_eq!(live.load(Ordering::SeqCst), 0);
}

#[test]
fn wrong_calls_are_errors() {
    let kernel = kernel(false, SURVIVORS);
    let mut queue = kernel.queue().expect("queue").expect("batches");
    let most = queue.batch_blocks() as u64;
    let mut message = |batch: &[Block]| queue.submit(batch).expect_err("refused").to_string();
    assert!(message(&[]).contains("a batch of 0 blocks"));
    assert!(message(&ragged(0, most + 1)).contains(&format!("{most} have room")));
    assert!(message(&[batch_block(17, 0)]).contains("17 items, a full one has 16"));
    for seeds in [vec![], vec![vec![1]], vec![vec![1], vec![2]], vec![vec![1, 2], vec![3]]] {
        let block = Block { seeds, ..batch_block(1, 0) };
        assert!(message(&[batch_block(1, 0), block]).contains("seeds of another shape"));
    }
    assert!(queue.collect().expect_err("none").to_string().contains("no batch is under way"));

    let run = |stage, seed: &[u64], item| {
        let error = kernel.run_stage(stage, seed, &[item], &mut vec![]).expect_err("refused");
        error.to_string()
    };
    assert!(run(2, &[1], 0).contains("stage 2 of 2"));
    assert!(run(1, &[1], 0).contains("takes 2 seed words, not 1"));
    assert!(run(0, &[1], 16).contains("item 16 of a block of 16"));
}

#[test]
fn counters_that_cannot_be_are_errors() {
    let mut liar = Fake::new(Deployment::Phased);
    liar.lie = 1000;
    let kernel = AcceleratorKernel::new(&batch_stages(), liar, None).expect("kernel");
    let error = kernel.run_stage(1, &[1, 1], &[1], &mut vec![]).expect_err("a lie").to_string();
    assert!(error.contains("reports 1001 survivors of 16 parts"), "{error}");
    let mut queue = kernel.queue().expect("queue").expect("batches");
    queue.submit(&ragged(8, 1)).expect("submit");
    let error = queue.collect().expect_err("a lie").to_string();
    assert!(error.contains("stage 1 reports 1008 survivors of 128 parts"), "{error}");
}

/// A loop that passes its bound in one block of a batch fails the batch and names the block; a batch without
/// it is as good as ever.
#[test]
fn loops_that_pass_their_bounds_are_errors() {
    let bound = |name: &str| LoopBound { name: name.into(), rounds: 9 };
    let mut stages = batch_stages();
    stages[0].loops = vec![bound("points"), bound("arcs")];
    for fused in [false, true] {
        let device = |deployment, block| {
            let mut device = Fake::new(deployment);
            device.overrun = Some(block);
            device
        };
        let fused = fused.then(|| device(Deployment::Fused, 2));
        let kernel =
            AcceleratorKernel::new(&stages, device(Deployment::Phased, 2), fused).expect("kernel");
        let mut queue = kernel.queue().expect("queue").expect("batches");
        queue.submit(&ragged(3, 5)).expect("submit");
        queue.submit(&ragged(3, 2)).expect("submit");
        let error = queue.collect().expect_err("an overrun");
        let Error::LoopBound { stage: 0, number: 2, name, bound: 9, block: Some(2), .. } = &error
        else {
            panic!("{error}");
        };
        assert_eq!(name, "arcs");
        assert_eq!(sorted(queue.collect().expect("collect")), Some(batch_wanted(&ragged(3, 2))));
        let kernel =
            AcceleratorKernel::new(&stages, device(Deployment::Phased, 0), None).expect("kernel");
        let error = kernel.run_stage(0, &[1], &[1], &mut vec![]).expect_err("an overrun");
        assert!(error.to_string().contains("loop 2 (arcs) of stage 0"), "{error}");
    }
}

#[test]
fn blocks_without_room_are_run_stage_by_stage() {
    let mut stages = batch_stages();
    (stages[0].items, stages[1].items) = (1 << 18, 1 << 20);
    let kernel =
        AcceleratorKernel::new(&stages, Fake::new(Deployment::Phased), None).expect("kernel");
    assert!(kernel.queue().expect("no error").is_none());
    let mut out = vec![];
    kernel.run_stage(0, &[1], &[1, 2], &mut out).expect("run");
    assert_eq!(out, batch_survivors(0, &[1], &[1, 2]));
}

#[test]
fn threads_share_a_kernel() {
    let kernel = kernel(false, SURVIVORS);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let kernel = &kernel;
            scope.spawn(move || {
                for round in 0..20 {
                    let batch = ragged(thread + round, 4);
                    let mut queue = kernel.queue().expect("queue").expect("batches");
                    queue.submit(&batch).expect("submit");
                    let mut out = vec![];
                    kernel.run_stage(0, &[round], &[thread], &mut out).expect("run");
                    assert_eq!(out, batch_survivors(0, &[round], &[thread]));
                    assert_eq!(
                        sorted(queue.collect().expect("collect")),
                        Some(batch_wanted(&batch))
                    );
                }
            });
        }
    });
}
