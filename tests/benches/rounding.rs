//! Correctly rounded functions of binary32 beside their peers, in turns on one core, on arrays that stay in the first-level cache,
//! rounded to nearest: ours at AVX-512 and at AVX2, CORE-MATH's (correctly rounded, one number at a time), glibc's, and glibc's
//! vector functions (libmvec, which may be some units in the last place off). Prints a table; needs AVX-512 and `rustc`.
//!
//! `cargo bench -p tmd-tests --bench rounding`, with parts of names to measure some only

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[path = "rounding/peers.rs"]
mod peers;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[path = "rounding/turns.rs"]
mod turns;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {
    println!("not measured: the peers are those of Linux on x86-64");
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() {
    measured::all();
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod measured {
    use crate::peers::{PEERS, Peer};
    use crate::turns::{self, ROUNDS, gigahertz, times};
    use tmd_codegen::round::{self, Request};
    use tmd_codegen::spec::FormatName;
    use tmd_codegen::target_names::RUST_SIMD;
    use tmd_runtime::{RoundingMode, SingleFunctions};

    /// Numbers of an array: two arrays take half of a first-level cache.
    const COUNT: usize = 2048;
    /// What gives the values at an array of encodings.
    type Call<'a> = turns::Call<'a, u32>;

    pub(crate) fn all() {
        if !is_x86_feature_detected!("avx512f") || !is_x86_feature_detected!("avx512dq") {
            println!("not measured: this machine has no AVX-512");
            return;
        }
        let asked: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
        let clock = gigahertz();
        println!("clock: {clock:.2} GHz, from a chain of dependent additions");
        println!(
            "ns a result, medians of {ROUNDS}; x: times of the others as multiples of ours at AVX-512"
        );
        println!(
            "floor: operations on a vector of eight (four) numbers, four of them a cycle, as many as the widest processors do; loads \
             and stores not counted\n"
        );
        let heads = [
            "AVX-512",
            "floor",
            "AVX2",
            "floor",
            "CORE-MATH",
            "glibc",
            "libmvec 512",
            "libmvec 256",
        ];
        print!("{:<8}", "");
        for (k, head) in heads.iter().enumerate() {
            print!("{head:>12}{}", if k < 4 { "" } else { "      " });
        }
        println!("   made of");
        for peer in &PEERS {
            if asked.is_empty() || asked.iter().any(|part| peer.name.contains(part.as_str())) {
                line(peer);
            }
        }
    }

    /// Measures a function, and prints its line.
    fn line(peer: &Peer) {
        let precision = FormatName::parse("--precision", "binary32").expect("a format");
        let modes = vec![RoundingMode::Nearest];
        let request = Request { modes, ..Request::new(peer.name, precision) };
        let made = match round::drafted(&request) {
            Ok(made) => made,
            Err(diag) => return println!("{:<8}not made: {diag}", peer.name),
        };
        let sources = made.emit(RUST_SIMD, "f").expect("sources");
        let text: String = sources.into_values().collect();
        let names = ["f_nearest".to_owned()];
        let compiled = |text: &str| SingleFunctions::compile(text, &names).expect("compiled");
        let at_avx512 = compiled(&text);
        // Without the first question that chooses AVX-512.
        let at_avx2 = compiled(&text.replace("is_x86_feature_detected!(\"avx512f\")", "false"));
        let x: Vec<u32> = arguments(peer.range).map(f32::to_bits).collect();
        let mut calls: Vec<Call<'_>> = vec![
            Box::new(|x, y| at_avx512.call(0, x, y)),
            Box::new(|x, y| at_avx2.call(0, x, y)),
            Box::new(|x, y| each(peer.core_math, x, y)),
            Box::new(|x, y| each(peer.glibc, x, y)),
            Box::new(|x, y| (peer.vectors_of_16)(x, y)),
            Box::new(|x, y| (peer.vectors_of_8)(x, y)),
        ];
        compare(&mut calls, &x, peer.name);
        let times = times(&mut calls, &x);
        let operations = made.operations().expect("a kernel");
        let ours = times[0];
        print!("{:<8}", peer.name);
        for (time, lanes) in times.iter().zip([8, 4]) {
            let floor = operations as f64 / (4 * lanes) as f64;
            print!("{time:>12.3}{:>12}", format!("{floor:.2} cycles"));
        }
        for time in &times[2..] {
            print!("{time:>12.3}{:>6}", format!("{:.1}x", time / ours));
        }
        let bytes = made.table_bytes().expect("a kernel");
        println!("   {operations} operations, {bytes} bytes of tables");
    }

    /// Values of a function of one number for all of an array.
    #[inline(always)]
    fn each(function: unsafe extern "C" fn(f32) -> f32, x: &[u32], y: &mut [u32]) {
        for (x, y) in x.iter().zip(y) {
            // SAFETY: functions of C that take any number.
            *y = unsafe { function(f32::from_bits(*x)) }.to_bits();
        }
    }

    /// Asserts that ours and CORE-MATH's results are the same, and that others are near.
    fn compare(calls: &mut [Call<'_>], x: &[u32], name: &str) {
        let mut all = vec![vec![0; x.len()]; calls.len()];
        for (call, y) in calls.iter_mut().zip(&mut all) {
            call(x, y);
        }
        for (k, other) in all.iter().enumerate() {
            let far = other.iter().zip(&all[0]).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            let allowed = if k < 3 { 0 } else { 8 };
            assert!(far <= allowed, "{name}: peer {k} is {far} units in the last place off");
        }
    }

    /// Arguments of a range in any order: even steps, or even steps of the exponent where it begins above 0.
    fn arguments((from, to): (f32, f32)) -> impl Iterator<Item = f32> {
        (0..COUNT).map(move |i| {
            let share = (i * 2_654_435_761 % COUNT) as f32 / COUNT as f32;
            if from > 0.0 { from * (to / from).powf(share) } else { from + (to - from) * share }
        })
    }
}
