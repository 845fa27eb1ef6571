//! What is printed for small kernels.

use crate::backends::clike::reserved::reserved;
use crate::backends::clike::{Form, Stage};
use crate::backends::{cuda, opencl};
use crate::ir::{BinM, Builder, Kernel, Kind, Op, Stmt, Value, verify};
use crate::kernel::multiword;

/// The file for one stage of 64 items of as many parts as lanes.
fn print(form: Form, kernel: &Kernel) -> String {
    verify(kernel).expect("well formed");
    let stage = Stage { kernel: kernel.clone(), items: 64, parts: kernel.lanes as u64 };
    form.print(&[stage], &["Header.".to_owned()]).expect("printed").text
}

/// Reports words as parts, so that they are read.
fn emit_all(b: &mut Builder, words: &[Value]) {
    let all = b.truth(true);
    for &word in words {
        b.emit(all, word);
    }
}

#[test]
fn a_high_word_that_nobody_reads_is_not_computed() {
    let kernel = |read: bool| {
        let mut b = Builder::new("stage0", 4);
        let (x, y) = (b.seed(0), b.seed(1));
        let (low, high) = b.mul_add(x, y, x, y);
        emit_all(&mut b, &[low, high][..if read { 2 } else { 1 }]);
        b.finish()
    };
    for form in [opencl::GPU, cuda::GPU] {
        let plain = "seed[0] * seed[blocks] + seed[0] + seed[blocks];";
        let text = print(form, &kernel(false));
        assert!(text.contains(plain) && !text.contains("mul_add("), "{text}");
        let text = print(form, &kernel(true));
        assert!(!text.contains(plain) && text.contains("mul_add(seed[0], "), "{text}");
    }
}

/// Uniform words that are added to varying ones: what fills the lanes must not hide the chain.
#[test]
fn additions_of_three_words_are_one_call() {
    let kernel = |lanes: usize| {
        let mut b = Builder::new("stage0", lanes);
        let lane = b.lane_words("lane", (0..lanes as u64).collect());
        let x: Vec<Value> = (0..3).map(|i| b.seed(i)).collect();
        let y: Vec<Value> = (3..6)
            .map(|i| {
                let word = b.seed(i);
                b.mul(word, lane)
            })
            .collect();
        let sum = multiword::add(&mut b, &x, &y);
        emit_all(&mut b, &sum);
        b.finish()
    };
    for form in [opencl::GPU, opencl::FUSED, cuda::GPU, cuda::FUSED] {
        let text = print(form, &kernel(4));
        assert!(text.contains("    add_words3(seed[0], seed[blocks], "), "{text}");
        assert!(!text.contains("add_carry("), "{text}");
    }
    assert!(print(cuda::GPU, &kernel(4)).contains("addc.cc.u64"));
    let text = print(opencl::CPU, &kernel(16));
    assert_eq!(text.matches("    add_carry_vectors(").count(), 2, "{text}");
}

#[test]
fn reserved_words_are_not_given_to_values() {
    let mut b = Builder::new("stage0", 4);
    let x = b.seed(0);
    let words: Vec<Value> = reserved()
        .into_iter()
        .map(|name| {
            let value = b.shl(x, 1);
            b.named(name, value)
        })
        .collect();
    emit_all(&mut b, &words);
    let kernel = b.finish();
    for form in [opencl::GPU, cuda::FUSED] {
        let text = print(form, &kernel);
        for name in reserved() {
            assert!(text.contains(&format!("const word {name}_2 = ")), "{name}");
            assert!(!text.contains(&format!("const word {name} = ")), "{name}");
        }
    }
}

#[test]
fn a_copy_of_a_variable_stays_what_it_was() {
    let mut b = Builder::new("stage0", 4);
    let x = b.seed(0);
    let variable = b.variable("x", x);
    let before = b.varying(variable);
    let more = b.shl(variable, 1);
    b.set(variable, more);
    emit_all(&mut b, &[before]);
    let text = print(cuda::GPU, &b.finish());
    assert!(text.contains("const word x_2 = x;") && text.contains("report0(at, x_2);"), "{text}");
}

/// Inside `if (mask)` a survivor needs no question of its own, unless the mask has changed.
#[test]
fn a_mask_that_changes_is_asked_again() {
    let kernel = |variable: bool| {
        let mut b = Builder::new("stage0", 4);
        let (x, y) = (b.seed(0), b.seed(1));
        let (x, y) = (b.varying(x), b.varying(y));
        let less = b.lt(x, y);
        let mask = if variable { b.variable("mask", less) } else { b.named("mask", less) };
        b.if_any(mask, |b| {
            if variable {
                let other = b.lt(y, x);
                b.set(mask, other);
            }
            b.emit(mask, x);
        });
        b.finish()
    };
    assert_eq!(print(opencl::GPU, &kernel(false)).matches("if (mask)").count(), 1);
    assert_eq!(print(opencl::GPU, &kernel(true)).matches("if (mask)").count(), 2);
}

#[test]
fn truths_are_left_out_for_threads() {
    let mut b = Builder::new("stage0", 4);
    let (x, y) = (b.seed(0), b.seed(1));
    let (x, y) = (b.varying(x), b.varying(y));
    let (less, all) = (b.lt(x, y), b.truth(true));
    let less = b.named("less", less);
    let (same, other) = (b.and(all, less), b.and_not(all, less));
    b.emit(same, x);
    b.emit(other, y);
    let kernel = b.finish();
    let is_and = |stmt: &Stmt| matches!(stmt, Stmt::Let(_, Op::BinM(BinM::And, ..)));
    assert!(kernel.body.iter().any(is_and));
    assert!(kernel.values.iter().all(|info| info.kind == Kind::Temp));
    let text = print(opencl::GPU, &kernel);
    assert!(text.contains("if (less) {") && text.contains(" = !less;"), "{text}");
    assert!(!text.contains("true &&"), "{text}");
}

/// Threads that share an item are in one group; vectors have one length.
#[test]
fn lanes_that_do_not_fit_are_refused() {
    let stage = |lanes: usize| {
        let mut b = Builder::new("stage0", lanes);
        let x = b.seed(0);
        emit_all(&mut b, &[x]);
        [Stage { kernel: b.finish(), items: 1, parts: lanes as u64 }]
    };
    for (form, fits, does_not) in [(opencl::GPU, 128, 256), (cuda::GPU, 1, 3), (opencl::CPU, 16, 8)]
    {
        assert!(form.print(&stage(fits), &[]).is_ok());
        let message = form.print(&stage(does_not), &[]).expect_err("refused").to_string();
        assert!(message.contains(&format!("{does_not} lanes")), "{message}");
    }
}

/// Every file begins with its header, in comments, and what no stage calls is not in it.
#[test]
fn files_hold_what_they_need() {
    let mut b = Builder::new("stage0", 16);
    let (x, y) = (b.seed(0), b.seed(1));
    let quotient = b.div(x, y);
    emit_all(&mut b, &[quotient]);
    let kernel = b.finish();
    for form in [opencl::GPU, opencl::CPU, opencl::FUSED, cuda::GPU, cuda::FUSED] {
        let text = print(form, &kernel);
        assert!(text.starts_with("// Header.\n"), "{text}");
        assert!(text.contains(" divide("), "{text}");
        for name in ["mul_add", "recip_below", "to_number", "places", "divide_vectors", "product"] {
            assert!(!text.contains(&format!(" {name}(")), "{name}: {text}");
        }
    }
}
