//! The interpreter of PTX: instructions as the CUDA compiler uses them, the mistakes that it must find,
//! and what threads of a group do together.

use tmd_tests::cuda::{self, OLDEST_ARCHITECTURE};
use tmd_tests::ptx::{Argument, Fault, Grid, Memory, Options, Program, Reciprocal};
use tmd_tests::random::Random;

/// A source for the oldest and for the newest architecture, whose compilers differ.
fn programs(source: &str) -> Vec<(u32, Program)> {
    let Some(tools) = cuda::tools() else { return vec![] };
    let architectures = tools.architectures().unwrap_or_else(|error| panic!("{error}"));
    let newest = architectures.into_iter().max().expect("an architecture");
    let program = |architecture| {
        let ptx = tools.compile_ptx(source, architecture, &[]).unwrap_or_else(|e| panic!("{e}"));
        (architecture, Program::new(&ptx).unwrap_or_else(|fault| panic!("{fault}")))
    };
    [OLDEST_ARCHITECTURE, newest].map(program).into()
}

fn launch(
    program: &Program,
    kernel: &str,
    grid: Grid,
    arguments: &[Argument],
    memory: &mut Memory,
    options: Options,
) {
    program
        .launch(kernel, grid, arguments, memory, options)
        .unwrap_or_else(|fault| panic!("{fault}"));
}

/// Runs a kernel that takes four words a thread and writes `results` words a thread.
fn results(
    program: &Program,
    kernel: &str,
    operands: &[[u64; 4]],
    results: usize,
    options: Options,
) -> Vec<u64> {
    let mut memory = program.memory();
    let from = memory.words(operands.as_flattened());
    let to = memory.words(&vec![0; results * operands.len()]);
    let grid = Grid { groups: 1, threads: operands.len() as u32 };
    let arguments = [Argument::U64(from), Argument::U64(to)];
    launch(program, kernel, grid, &arguments, &mut memory, options);
    memory.read_words(to)
}

// ---- instructions ----

const EDGES: [u64; 12] = [
    0,
    1,
    2,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x5555_5555_5555_5555,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX,
];

fn word_operands() -> Vec<[u64; 4]> {
    let mut random = Random::new(1);
    let mut operands = vec![];
    for a in EDGES {
        for b in EDGES {
            operands.push([a, b, EDGES[random.next() as usize % 12], random.next()]);
        }
    }
    operands.extend((0..200).map(|_| [0; 4].map(|_: u64| random.next())));
    operands
}

/// What data/cuda/words.cu computes, in its order.
fn words([a, b, c, d]: [u64; 4]) -> [u64; 32] {
    let (a32, b32, n) = (a as u32, b as u32, (c & 31) as u32);
    let wide = |low: u64, high: u64| u128::from(high) << 64 | u128::from(low);
    let (sum, carry) = wide(a, b).overflowing_add(wide(c, d));
    let (rest, borrow) = wide(a, b).overflowing_sub(wide(c, d));
    let product = u128::from(a) * u128::from(b) + u128::from(c);
    let funnel = u64::from(b32) << 32 | u64::from(a32);
    [
        a.wrapping_add(b),
        a.wrapping_sub(b),
        a.wrapping_mul(b),
        ((u128::from(a) * u128::from(b)) >> 64) as u64,
        ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64,
        a.checked_div(b).unwrap_or(u64::MAX),
        a.checked_rem(b).unwrap_or(a),
        a.min(b),
        (a as i64).min(b as i64) as u64,
        a << (c & 63),
        a >> (c & 63),
        (a as i64 >> (c & 63)) as u64,
        a.count_ones().into(),
        a.leading_zeros().into(),
        a.reverse_bits(),
        u64::from(a32) * u64::from(b32),
        (i64::from(a32 as i32) * i64::from(b32 as i32)) as u64,
        (funnel << n) >> 32,
        u64::from((funnel >> n) as u32),
        ((a < b) ^ (c as i64 >= d as i64)).into(),
        a ^ [0, 1, u64::MAX, 1 << 63][(d & 3) as usize],
        sum as u64,
        (sum >> 64) as u64,
        carry.into(),
        rest as u64,
        (rest >> 64) as u64,
        if borrow { u64::MAX } else { 0 },
        product as u64,
        (product >> 64) as u64,
        product as u64,
        (product >> 64) as u64,
        a32.checked_div(b32).unwrap_or(0).into(),
    ]
}

#[test]
fn words_as_the_compiler_writes_them() {
    let operands = word_operands();
    for (architecture, program) in programs(include_str!("../data/cuda/words.cu")) {
        let got = results(&program, "words", &operands, 32, Options::default());
        for (operands, got) in operands.iter().zip(got.chunks(32)) {
            assert_eq!(got, words(*operands), "compute_{architecture}: {operands:x?}");
        }
    }
}

fn number_operands() -> Vec<[u64; 4]> {
    let edges = [0.0, -0.0, 1.0, -1.5, 0.5, 2.5, 1e10, -3.7, 1e300, f64::INFINITY, f64::NAN];
    let mut random = Random::new(2);
    let mut operands = vec![];
    for a in edges {
        for b in edges {
            let c = edges[random.next() as usize % edges.len()];
            operands.push([a.to_bits(), b.to_bits(), c.to_bits(), random.next()]);
        }
    }
    let any = |random: &mut Random| {
        let number = random.next() as i64 as f64;
        (number * 2f64.powi((random.next() % 64) as i32 - 64)).to_bits()
    };
    operands.extend((0..200).map(|_| {
        let [a, b, c] = [0; 3].map(|_| any(&mut random));
        [a, b, c, random.next()]
    }));
    operands
}

/// What data/cuda/numbers.cu computes, in its order; not the approximations.
fn numbers([a, b, c, d]: [u64; 4]) -> [Option<u64>; 17] {
    let [a, b, c] = [a, b, c].map(f64::from_bits);
    let size = a.abs();
    #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "NaN matters here")]
    let holds = [a < b, a <= b, a == b, a != b, a >= b, a > b, !(a < b)];
    let comparisons = holds.iter().enumerate().map(|(i, holds)| u64::from(*holds) << i).sum();
    [
        Some((a + b).to_bits()),
        Some((a - b).to_bits()),
        Some((a * b).to_bits()),
        Some((a / b).to_bits()),
        Some(a.mul_add(b, c).to_bits()),
        Some(if a < b { a } else { b }.to_bits()),
        Some(a.trunc().to_bits()),
        Some(a.floor().to_bits()),
        Some((d as f64).to_bits()),
        Some((d as i64 as f64).to_bits()),
        Some(f64::from(a as f32).to_bits()),
        // The integer that a NaN is converted to differs between machines.
        (!a.is_nan()).then_some(size as u64),
        Some(if size < 4294967296.0 { size as u64 } else { 0 }),
        Some(comparisons),
        None,
        Some(((1.0 / a as f32) > b as f32).into()),
        None,
    ]
}

#[test]
fn numbers_as_the_compiler_writes_them() {
    let operands = number_operands();
    let agree = |got: u64, want: u64| {
        got == want || (f64::from_bits(got).is_nan() && f64::from_bits(want).is_nan())
    };
    for (architecture, program) in programs(include_str!("../data/cuda/numbers.cu")) {
        for reciprocal in Reciprocal::ALL {
            let options = Options { reciprocal, ..Options::default() };
            let got = results(&program, "numbers", &operands, 17, options);
            for (operands, got) in operands.iter().zip(got.chunks(17)) {
                let want = numbers(*operands);
                for (i, (got, want)) in got.iter().zip(want).enumerate() {
                    let right = want.is_none_or(|want| agree(*got, want));
                    assert!(right, "compute_{architecture}, result {i} of {operands:x?}: {got:x}");
                }
                let a = f64::from_bits(operands[0]);
                for (estimate, lg) in [(got[14], 17), (got[16], 21)] {
                    let product = a * f64::from_bits(estimate);
                    let near = (product - 1.0).abs() <= 2f64.powi(-lg);
                    assert!(near || !(a as f32).is_normal(), "{operands:x?}: {product}");
                }
            }
        }
    }
}

// ---- threads of a group ----

fn collatz_steps(mut number: u64) -> u32 {
    let mut steps = 0;
    while number > 1 {
        number = if number.is_multiple_of(2) { number / 2 } else { 3 * number + 1 };
        steps += 1;
    }
    steps
}

fn pick(item: u64) -> u64 {
    match item % 8 {
        0 => item * 3,
        1 => item ^ 0x55,
        2 => item + 1000,
        3 => !item,
        4 => item << 7,
        5 => item * item,
        6 => item | 0x8000,
        _ => item - 1,
    }
}

#[test]
fn groups_share_memory_and_counters() {
    let items: Vec<u64> = (0..300).collect();
    let mut want: Vec<u64> =
        items.iter().copied().filter(|item| collatz_steps(item + 1).is_multiple_of(2)).collect();
    want.sort_unstable();
    for (architecture, program) in programs(include_str!("../data/cuda/group.cu")) {
        for (groups, backwards) in [(1, false), (2, true), (3, false), (7, true)] {
            let mut memory = program.memory();
            let addresses = [memory.words(&items), memory.counts(&[0])];
            let [survivors, picked] = [0; 2].map(|_| memory.words(&[0; 300]));
            let arguments = [
                Argument::U64(addresses[0]),
                Argument::U32(items.len() as u32),
                Argument::U64(addresses[1]),
                Argument::U64(survivors),
                Argument::U32(300),
                Argument::U64(picked),
            ];
            let options = Options { backwards, ..Options::default() };
            let grid = Grid { groups, threads: 64 };
            launch(&program, "group", grid, &arguments, &mut memory, options);
            assert_eq!(memory.read_counts(addresses[1]), [want.len() as u32]);
            let mut got = memory.read_words(survivors)[..want.len()].to_vec();
            got.sort_unstable();
            assert_eq!(got, want, "compute_{architecture}, {groups} groups");
            let picks: Vec<u64> = items.iter().map(|item| pick(*item)).collect();
            assert_eq!(memory.read_words(picked), picks);
        }
    }
}

// ---- mistakes ----

/// Runs a kernel of these statements for two threads with the address of two words.
fn run(statements: &str) -> Result<Vec<u64>, Fault> {
    let source = format!(
        ".version 9.0\n.target sm_75\n.address_size 64\n\
         .visible .entry test(.param .u64 test_param_0)\n{{\n\
         .reg .pred %p<4>;\n.reg .b32 %r<4>;\n.reg .f64 %fd<4>;\n.reg .b64 %rd<4>;\n\
         .shared .align 8 .b8 group[16];\n\
         ld.param.u64 %rd1, [test_param_0];\nmov.u32 %r1, %tid.x;\n\
         {statements}\nret;\n}}\n"
    );
    let program = Program::new(&source)?;
    let mut memory = program.memory();
    let words = memory.words(&[7, 8]);
    let options = Options { most_operations: 1000, ..Options::default() };
    let grid = Grid { groups: 1, threads: 2 };
    program.launch("test", grid, &[Argument::U64(words)], &mut memory, options)?;
    Ok(memory.read_words(words))
}

#[test]
fn mistakes_are_found_and_placed() {
    let mistakes = [
        ("frobnicate.u32 %r2, %r1;", "`frobnicate.u32` is not known", None),
        ("add.u32.sat %r2, %r1, 1;", "not known", None),
        ("mad.lo.f64 %fd1, %fd2, %fd3, %fd1;", "not known", None),
        ("add.u64 %rd2, %rd1, %r1;", "too narrow", None),
        ("add.u32 %r2, %r1, %r9;", "`%r9` is not known", None),
        ("bra nowhere;", "no label `nowhere`", None),
        ("ld.global.u64 %rd2, [%rd1+16];", "byte 16 of a buffer of 16 bytes", Some(0)),
        ("ld.global.u64 %rd2, [%rd1+-8];", "", Some(0)),
        ("ld.global.v2.u64 {%rd2, %rd3}, [%rd1+8];", "not a multiple of 16", Some(0)),
        ("ld.global.u32 %r2, [%rd1+2];", "not a multiple of 4", Some(0)),
        ("ld.const.u32 %r2, [%rd1];", "not one of constants", Some(0)),
        ("mov.u64 %rd2, 0; st.global.u64 [%rd2], %rd1;", "belongs to no buffer", Some(0)),
        ("ld.shared.u64 %rd2, [group+16];", "of 16 bytes", Some(0)),
        ("addc.cc.u64 %rd2, %rd1, %rd1;", "the carry flag", Some(0)),
        (
            "setp.eq.u32 %p1, %r1, 1; @%p1 bra over; bar.sync 0; over:",
            "thread 1 has ended",
            Some(0),
        ),
        (
            "setp.eq.u32 %p1, %r1, 1; @%p1 bra second; bar.sync 0; bra over;\n\
             second: bar.sync 0; over:",
            "thread 1 waits at another",
            Some(0),
        ),
        ("setp.eq.u32 %p1, %r1, 1; again: @%p1 bra again;", "no end after 1000", Some(1)),
        ("@%p0 bra over; trap; over:", "stopped itself", None),
        ("ld.param.u64 %rd2, [test_param_0+8];", "parameter of 8 bytes", None),
    ];
    for (statements, reason, thread) in mistakes {
        // Rubbish in a predicate is true: the one without a value is made false first.
        let statements = statements.replace("@%p0", "setp.ne.u32 %p0, %r1, %r1; @%p0");
        let fault = run(&statements).expect_err(&statements);
        assert!(fault.reason.contains(reason), "{statements}: {fault}");
        if let Some(thread) = thread {
            assert_eq!(fault.thread, Some((0, thread)), "{fault}");
            assert_eq!(fault.function, "test", "{fault}");
            assert!(statements.contains(&fault.text[..fault.text.len().min(10)]), "{fault}");
        }
    }
}

#[test]
fn what_is_right_is_no_mistake() {
    let sum = "ld.global.u64 %rd2, [%rd1]; setp.eq.u32 %p1, %r1, 0; bar.sync 0;\n\
               @%p1 red.global.add.u64 [%rd1], %rd2; @!%p1 st.global.u64 [%rd1+8], %rd2;";
    assert_eq!(run(sum), Ok(vec![14, 7]));
    // What nobody wrote is neither 0 nor anything like a result.
    let unwritten = "ld.shared.u64 %rd2, [group]; st.global.u64 [%rd1], %rd2;\n\
                     st.global.u64 [%rd1+8], %rd3;";
    let words = run(unwritten).expect("allowed");
    assert!(words.iter().all(|word| *word > u64::MAX / 4), "{words:x?}");
}

#[test]
fn arguments_must_be_those_of_the_kernel() {
    let source = ".version 9.0\n.target sm_75\n.address_size 64\n\
                  .visible .entry test(.param .u64 a, .param .u32 b)\n.maxntid 64, 1, 1\n{\nret;\n}\n";
    let program = Program::new(source).expect("a program");
    assert_eq!(program.kernels().collect::<Vec<_>>(), ["test"]);
    let run = |kernel: &str, threads, arguments: &[Argument]| {
        let grid = Grid { groups: 1, threads };
        let memory = &mut program.memory();
        program.launch(kernel, grid, arguments, memory, Options::default())
    };
    let right = [Argument::U64(0), Argument::U32(0)];
    assert_eq!(run("test", 64, &right), Ok(64));
    assert!(run("other", 64, &right).is_err());
    assert!(run("test", 65, &right).is_err());
    assert!(run("test", 64, &right[..1]).is_err());
    assert!(run("test", 64, &[right[1], right[0]]).is_err());
}
