//! Correctly rounded functions of binary64 beside their peers, in turns on one core, on arrays that stay in the first-level cache,
//! rounded to nearest: ours by two paths and by one, at AVX-512 and at AVX2; CORE-MATH's (correctly rounded, one number at a time),
//! glibc's, and glibc's vector functions (libmvec, which may be some units in the last place off). Prints a table; needs AVX-512 and
//! `rustc`. The searches that ours rest on take a minute of two cores each, once: their certificates are kept in the target folder.
//!
//! `cargo bench -p tmd-tests --bench rounding_double`, with parts of names to measure some only

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[path = "rounding/double_peers.rs"]
mod double_peers;
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
    use crate::double_peers::{PEERS, Peer};
    use crate::turns::{Call, ROUNDS, gigahertz, times};
    use std::fs;
    use std::path::Path;
    use tmd_codegen::certificate::Certificate;
    use tmd_codegen::diag::Diag;
    use tmd_codegen::json;
    use tmd_codegen::random::Random;
    use tmd_codegen::request;
    use tmd_codegen::round::{self, Method, Request, RoundedFunction, double_word};
    use tmd_codegen::spec::FormatName;
    use tmd_codegen::target_names::RUST_SIMD;
    use tmd_codegen::verify;
    use tmd_runtime::{DoubleFunctions, RoundingMode};

    /// Numbers of an array: two arrays take a third of a first-level cache.
    const COUNT: usize = 1024;

    pub(crate) fn all() {
        if !is_x86_feature_detected!("avx512f") || !is_x86_feature_detected!("avx512dq") {
            println!("not measured: this machine has no AVX-512");
            return;
        }
        let asked: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
        println!("clock: {:.2} GHz, from a chain of dependent additions", gigahertz());
        println!(
            "ns a result, medians of {ROUNDS}, on arguments of any bits of the range; x: times as multiples of ours by two paths at \
             the same level (AVX-512 for numbers one at a time)\n"
        );
        let heads = [
            "two-phase 512",
            "straight 512",
            "two-phase AVX2",
            "straight AVX2",
            "CORE-MATH",
            "glibc",
            "libmvec 512",
            "libmvec AVX2",
        ];
        print!("{:<20}", "");
        for head in heads {
            print!("{head:>16}");
        }
        println!();
        for peer in &PEERS {
            if asked.is_empty() || asked.iter().any(|part| peer.name.contains(part.as_str())) {
                line(peer);
            }
        }
    }

    /// The function by a method.
    fn made(peer: &Peer, method: Method) -> Result<RoundedFunction, Diag> {
        let precision = FormatName::parse("--precision", "binary64").expect("a format");
        let (from, to) = peer.range;
        let request = Request {
            range: format!("{from},{to}"),
            modes: vec![RoundingMode::Nearest],
            method: Some(method),
            ..Request::new(peer.name, precision)
        };
        round::make_with(&request, &|search| kept(peer.name, search))
    }

    /// The certificate of a search, which may have been done by an earlier run.
    fn kept(name: &str, search: &request::Request) -> Result<Certificate, Diag> {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rounding_double_{name}.json"));
        if let Some(found) = fs::read(&path).ok().and_then(|text| verify::parse(name, &text).ok()) {
            return Ok(found);
        }
        eprintln!("{name}: searching");
        let found = double_word::search::quietly(search)?;
        fs::write(path, json::text(&found)?).expect("written");
        Ok(found)
    }

    /// Measures a function, and prints its line.
    fn line(peer: &Peer) {
        let all = [Method::TwoPhase, Method::Straight].map(|method| made(peer, method));
        let [Ok(fast), Ok(straight)] = all else {
            return println!("{:<8}not made: {:?}", peer.name, all.map(|made| made.err()));
        };
        let names = ["f_nearest".to_owned()];
        let text = |made: &RoundedFunction| -> String {
            made.emit(RUST_SIMD, "f").expect("sources").into_values().collect()
        };
        let compiled = |text: &str| DoubleFunctions::compile(text, &names).expect("compiled");
        let at_avx512 = [&fast, &straight].map(|made| compiled(&text(made)));
        // Without the first question that chooses AVX-512.
        let without = |text: String| text.replace("is_x86_feature_detected!(\"avx512f\")", "false");
        let at_avx2 = [&fast, &straight].map(|made| compiled(&without(text(made))));
        let x: Vec<u64> = arguments(peer.range).map(f64::to_bits).collect();
        let mut calls: Vec<Call<'_, u64>> = vec![
            Box::new(|x, y| at_avx512[0].call(0, x, y)),
            Box::new(|x, y| at_avx512[1].call(0, x, y)),
            Box::new(|x, y| at_avx2[0].call(0, x, y)),
            Box::new(|x, y| at_avx2[1].call(0, x, y)),
            Box::new(|x, y| each(peer.core_math, x, y)),
            Box::new(|x, y| each(peer.glibc, x, y)),
            Box::new(|x, y| (peer.vectors_of_8)(x, y)),
            Box::new(|x, y| (peer.vectors_of_4)(x, y)),
        ];
        compare(&mut calls, &x, peer.name);
        let times = times(&mut calls, &x);
        let (from, to) = peer.range;
        print!("{:<20}", format!("{} [{from}, {to})", peer.name));
        let same_level = [0, 0, 2, 2, 0, 0, 0, 2];
        for (time, of) in times.iter().zip(same_level) {
            print!("{:>16}", format!("{time:.3} {:.1}x", time / times[of]));
        }
        let undecided = round::Certificate::new(&fast, RUST_SIMD, "f", &Default::default())
            .expect("a certificate")
            .double_word
            .and_then(|own| own.fast)
            .map_or(0, |path| path.undecided_millionths);
        println!(
            "   {} and {} bytes of tables, {} and {} operations, {:.2} % by the second path",
            fast.table_bytes().expect("kernels"),
            straight.table_bytes().expect("a kernel"),
            fast.operations().expect("kernels"),
            straight.operations().expect("a kernel"),
            undecided as f64 / 1e4
        );
    }

    /// Values of a function of one number for all of an array.
    #[inline(always)]
    fn each(function: unsafe extern "C" fn(f64) -> f64, x: &[u64], y: &mut [u64]) {
        for (x, y) in x.iter().zip(y) {
            // SAFETY: functions of C that take any number.
            *y = unsafe { function(f64::from_bits(*x)) }.to_bits();
        }
    }

    /// Asserts that ours and CORE-MATH's results are the same, and that others are near.
    fn compare(calls: &mut [Call<'_, u64>], x: &[u64], name: &str) {
        let mut all = vec![vec![0; x.len()]; calls.len()];
        for (call, y) in calls.iter_mut().zip(&mut all) {
            call(x, y);
        }
        for (k, other) in all.iter().enumerate() {
            let far = other.iter().zip(&all[0]).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            let allowed = if k < 5 { 0 } else { 8 };
            assert!(far <= allowed, "{name}: peer {k} is {far} units in the last place off");
        }
    }

    /// Numbers of a range, all as likely.
    fn arguments((from, to): (f64, f64)) -> impl Iterator<Item = f64> {
        let mut random = Random::new(1);
        (0..COUNT).map(move |_| from + (to - from) * random.unit())
    }
}
