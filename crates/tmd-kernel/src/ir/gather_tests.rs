use super::*;
use crate::ir::{Builder, Kernel, interpret, verify};
use std::collections::BTreeMap;

/// How the block of the test kernel is run.
#[derive(Clone, Copy)]
enum Way {
    AtOnce,
    Gathered,
}

/// 40 rounds for the numbers x = first lane's + 7·round; where x modulo 5 is below 2, the block reports 100·(number of the
/// lane) + x, by a loop with as many rounds as x modulo 3.
fn kernel(lanes: usize, way: Way) -> Kernel {
    let mut b = Builder::new("gathers", lanes);
    let words = b.lane_words("lane", (0..lanes as u64).collect());
    let lane = b.to_f64(words);
    let word = b.seed(0);
    let start = b.to_f64(word);
    let start = b.add(lane, start);
    let hundred = b.float(100.0);
    let place = b.mul(lane, hundred);
    let x = b.varying_variable("x", start);
    let modulo = |b: &mut Builder, x: Value, m: f64| {
        let m = b.float(m);
        let quotient = b.div(x, m);
        let quotient = b.trunc(quotient);
        b.sub_product(x, m, quotient)
    };
    b.repeat_until_exit("rounds", 50, |b| {
        let (two, last) = (b.float(2.0), b.float(280.0));
        let rest = modulo(b, x, 5.0);
        let mask = b.lt(rest, two);
        let more = b.lt(x, last);
        let block = |b: &mut Builder| {
            let rounds = modulo(b, x, 3.0);
            let one = b.float(1.0);
            let zero = b.float(0.0);
            let left = b.varying_variable("left", rounds);
            b.repeat_until_exit("inner", 4, |b| {
                let open = b.ge(left, one);
                let open = b.and(open, mask);
                b.exit_unless_any(open);
                let less = b.sub(left, one);
                b.set(left, less);
            });
            let done = b.ge(zero, left);
            let done = b.and(done, mask);
            let sum = b.add(place, x);
            let part = b.to_u64(sum);
            let part = b.add(part, words);
            b.emit(done, part);
        };
        match way {
            Way::AtOnce => b.if_any(mask, block),
            Way::Gathered => b.gather(mask, more, block),
        }
        let step = b.float(7.0);
        let next = b.add(x, step);
        b.set(x, next);
        b.exit_unless_any(more);
    });
    b.finish()
}

fn reported(kernel: &Kernel, seed: u64) -> Vec<u64> {
    verify(kernel).expect("well formed");
    let mut out = vec![];
    interpret(kernel, &[seed], 0, &mut out).expect("it runs");
    out.sort_unstable();
    out
}

#[test]
fn lanes_that_wait_report_the_same() {
    for lanes in [1, 2, 4, 8, 16] {
        for seed in 0..12 {
            let at_once = reported(&kernel(lanes, Way::AtOnce), seed);
            assert_eq!(reported(&kernel(lanes, Way::Gathered), seed), at_once, "{lanes} lanes");
            assert!(at_once.len() > 10 * lanes, "{at_once:?}");
        }
    }
}

#[test]
fn blocks_run_with_full_vectors() {
    let rounds = |way| {
        let kernel = kernel(8, way);
        let mut visits = vec![0; kernel.body.len()];
        crate::ir::interpret_profiling(&kernel, &[0], 0, &mut vec![], &mut visits).expect("runs");
        let begins = |stmt: &Stmt| matches!(stmt, Stmt::IfAny(_) | Stmt::Gather { .. });
        let begin = kernel.body.iter().position(begins).expect("a block");
        visits[begin + 1]
    };
    let put_off = reported(&kernel(8, Way::Gathered), 0).len() as u64;
    // One round more takes the last lanes.
    assert_eq!(rounds(Way::Gathered), put_off.div_ceil(8));
    assert!(rounds(Way::AtOnce) > 2 * rounds(Way::Gathered));
}

#[test]
fn what_lanes_take_along() {
    let kernel = kernel(4, Way::Gathered);
    let at = kernel.body.iter().position(|stmt| matches!(stmt, Stmt::Gather { .. })).expect("it");
    let taken = gathered(&kernel, at);
    let names = |values: &[Value]| -> Vec<&str> {
        values.iter().map(|v| kernel.values[v.0 as usize].name.as_str()).collect()
    };
    assert_eq!(names(&taken.queued), ["x"]);
    // The place, which has no name, and the lane's word.
    assert_eq!(names(&taken.lasting), ["", "lane"]);
}

/// Changes the statements of the kernel that gathers; returns what the check says.
fn broken(change: impl Fn(&mut Vec<Stmt>, usize)) -> String {
    let mut kernel = kernel(4, Way::Gathered);
    let at = kernel.body.iter().position(|stmt| matches!(stmt, Stmt::Gather { .. })).expect("it");
    change(&mut kernel.body, at);
    verify(&kernel).expect_err("it is broken").reason
}

#[test]
fn lanes_that_cannot_wait_are_refused() {
    let named = |name: &str| {
        let kernel = kernel(4, Way::Gathered);
        let index = kernel.values.iter().position(|info| info.name == name).expect("a value");
        Value(u32::try_from(index).expect("few values"))
    };
    let x = named("x");
    let said: BTreeMap<&str, String> = BTreeMap::from([
        ("a variable is set", broken(|body, at| body.insert(at + 1, Stmt::Set(x, x)))),
        (
            "the loop is left before",
            broken(|body, at| {
                let Stmt::Gather { more, .. } = body[at] else { return };
                body.insert(at, Stmt::ExitUnlessAny(more));
            }),
        ),
        (
            "the loop is left by another mask",
            broken(|body, at| {
                let Stmt::Gather { mask, .. } = body[at] else { return };
                let exit = body.iter().rposition(|stmt| matches!(stmt, Stmt::ExitUnlessAny(_)));
                body[exit.expect("an exit")] = Stmt::ExitUnlessAny(mask);
            }),
        ),
        (
            "twice",
            broken(|body, at| {
                let again = body[at].clone();
                body.splice(at..at, [again, Stmt::End]);
            }),
        ),
        (
            "a mask is read",
            broken(|body, at| {
                let Stmt::Gather { more, .. } = body[at] else { return };
                body.insert(at + 1, Stmt::IfAny(more));
                body.insert(at + 2, Stmt::End);
            }),
        ),
    ]);
    assert_eq!(
        said["a variable is set"],
        "a block of gathered lanes sets a variable of the others"
    );
    assert_eq!(said["the loop is left before"], "lanes that wait are left behind");
    assert_eq!(said["the loop is left by another mask"], "lanes that wait are left behind");
    assert_eq!(said["twice"], "two blocks of gathered lanes");
    assert_eq!(said["a mask is read"], "only numbers are put off, and words that last");

    let mut b = Builder::new("outside", 2);
    let mask = b.truth(true);
    let mask = b.varying(mask);
    b.gather(mask, mask, |_| {});
    let refused = verify(&b.finish()).expect_err("there is no loop");
    assert_eq!(refused.reason, "lanes are gathered outside of a loop");
}
