//! What a progress bar shows: of everything that takes time, and of nothing else, how much is done.

use std::sync::atomic::{AtomicU64, Ordering};
use tmd_codegen::request::Request;
use tmd_runtime::{Level, Options, Progress};
use tmd_tests::engine::Engine;
use tmd_tests::search::{self, Ways};

/// How many inputs it was told of.
#[derive(Default)]
struct Told(AtomicU64);

impl Progress for Told {
    fn advance(&self, inputs: u64) {
        self.0.fetch_add(inputs, Ordering::Relaxed);
    }
}

#[test]
fn closed_forms_are_not_counted() {
    let engine = Engine::Native(Level::detect());
    // By kernels, one by one, and in closed form: most inputs take no time.
    for (function, range, precision) in
        [("exp", "all", 11), ("rsqrt", "-4,4", 24), ("exp", "2^-60,2", 24)]
    {
        let request = Request {
            precision: precision.into(),
            bits: Some(precision),
            ..Request::in_range(function, range)
        };
        let plan = search::plan(&request);
        let ways = Ways::of(&plan);
        let told = Told::default();
        let options = Options { threads: 2, ..Options::default() };
        let report = tmd_codegen::search::run(&plan, &engine.kernels(&plan), &options, &told);
        assert!(report.error.is_none() && report.inputs() == plan.inputs(), "{function}");
        let told = u128::from(told.0.into_inner());
        println!("{function} on {range}: {ways}; progress counts {told}");
        assert_eq!(told, ways.kernels + ways.direct);
        assert_eq!(told, plan.inputs_that_take_time(&plan.portions()));
        assert!(told > 0 && ways.closed > told, "{function}: {ways}");
    }
}
