//! Packages: everything of a request that is needed to run its search without the generator.

use crate::bundle::Bundler;
use crate::plan::{self, Plan};
use crate::search;
use rug::Integer;
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::Segment;
use tmd_kernel::backends::Backend;
use tmd_request::request::Request;
use tmd_runtime::{Blocks, InputRun, Package, SeededBlock};

/// Most seed words that are written down: about six megabytes of text.
pub(crate) const MOST_SEED_WORDS: u128 = 1 << 19;

/// Plans a request and makes its package: kernels, plan, and, where the range is short enough, the blocks
/// with their seeds.
///
/// # Errors
/// Bad input, with its place; and everything for which no proof is found.
pub fn make(request: &Request) -> Result<Package, Diag> {
    let target = tmd_kernel::backends::target(&request.target)
        .ok_or_else(|| tmd_kernel::backends::unknown(&request.target, &[]))?;
    let plan = plan::make(request)?;
    let blocks = match seed_words(&plan) <= MOST_SEED_WORDS {
        true => Some(blocks(&plan)?),
        false => None,
    };
    of(&plan, target, &request.command("gen"), blocks)
}

/// The package of a plan. `command` is what reproduces the kernels.
///
/// # Errors
/// If the target cannot express a kernel, or the plan has none.
pub fn of(
    plan: &Plan,
    target: &dyn Backend,
    command: &str,
    blocks: Option<Blocks>,
) -> Result<Package, Diag> {
    needs_kernels(plan)?;
    let bundler = Bundler::new(plan, command);
    let bundles = (0..plan.kernels.len())
        .map(|index| bundler.emit(index, target))
        .collect::<Result<_, _>>()?;
    Ok(Package::new(bundles, Some(tmd_base::json::text(&plan.to_json())?), blocks)?)
}

/// Refuses a plan without kernels.
pub fn needs_kernels(plan: &Plan) -> Result<(), Diag> {
    match plan.kernels.is_empty() {
        false => Ok(()),
        true => Err(Diag::new(
            DiagKind::Unsupported,
            "the plan has no kernel: all inputs are examined one by one with MPFR",
        )
        .help("give a range with more inputs, or emit the plan alone: --emit plan")),
    }
}

/// The blocks of a plan with their seeds.
///
/// # Errors
/// If there are too many of them to be written down.
pub fn blocks(plan: &Plan) -> Result<Blocks, Diag> {
    let words = seed_words(plan);
    if words > MOST_SEED_WORDS {
        return Err(Diag::new(
            DiagKind::Range,
            format!(
                "the blocks of this range have {words} seed words, more than {MOST_SEED_WORDS}"
            ),
        )
        .help("give a shorter range, or leave the blocks out: `search` makes seeds as it goes"));
    }
    let mut blocks = vec![];
    search::visit_blocks(plan, &mut |segment, block| {
        blocks.push(SeededBlock {
            run: run(&plan.segments[segment], block.tag..block.tag + block.inputs)?,
            kernel: block.kernel,
            items: block.items,
            seeds: block.seeds,
        });
        Ok(())
    })?;
    let unsearched = search::visited_without_kernels(plan)?
        .into_iter()
        .map(|covered| run(&plan.segments[covered.segment], covered.inputs))
        .collect::<Result<_, _>>()?;
    Ok(Blocks { plan_hash: plan.hash(), blocks, unsearched })
}

/// Words of all seeds of a plan.
fn seed_words(plan: &Plan) -> u128 {
    let words = |(span, search): (&plan::Span, &plan::SearchSpan)| {
        let kernel = &plan.kernels[search.kernel];
        let domains = (span.inputs.end - span.inputs.start).div_ceil(search.model.domain_inputs);
        let blocks = search.model.domain_inputs.div_ceil(kernel.block_inputs);
        let seed: usize = kernel.stages.iter().map(|stage| stage.seed_words()).sum();
        u128::from(domains) * u128::from(blocks) * seed as u128
    };
    plan.searches().map(words).sum()
}

fn run(segment: &Segment, inputs: Range<u64>) -> Result<InputRun, Diag> {
    let first = Integer::from(&segment.first + inputs.start);
    let first = first.to_i128().ok_or_else(|| {
        Diag::new(DiagKind::Unsupported, "inputs of more than 127 bits cannot be written down")
    })?;
    Ok(InputRun { first, exponent: segment.ulp, inputs: inputs.end - inputs.start })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::Interpreted;
    use std::sync::Arc;
    use tmd_runtime::{Kernel, Options};

    /// The candidates of a package hold every case that the search finds, and few others.
    #[test]
    fn candidates_hold_all_cases() {
        for (function, range, precision) in
            [("exp", "1,2", 16u32), ("sin", "-0.5,-0.25", 16), ("log", "0.75,1.5", 13)]
        {
            let request = Request {
                precision: precision.into(),
                bits: Some(8),
                ..Request::in_range(function, range)
            };
            let plan = plan::make(&request).expect("plan");
            let kernels: Vec<Arc<dyn Kernel>> = plan
                .kernels
                .iter()
                .map(|kernel| {
                    Arc::new(Interpreted::new(kernel).expect("kernel")) as Arc<dyn Kernel>
                })
                .collect();
            let report = search::run(&plan, &kernels, &Options::default(), &());
            let cases = report.cases().to_vec().expect("few");
            let cases: Vec<String> = cases.into_iter().map(|case| case.x).collect();
            assert!(!cases.is_empty(), "{function}");

            let package = make(&request).expect("package");
            let found = package.search(&kernels, &Options::default(), &()).expect("search");
            let unsearched = found
                .unsearched
                .iter()
                .flat_map(|run| (0..run.inputs).map(|index| run.input(index).to_string()));
            let candidates: Vec<String> =
                found.candidates.iter().map(|c| c.input.to_string()).chain(unsearched).collect();
            let missing: Vec<&String> = cases.iter().filter(|x| !candidates.contains(x)).collect();
            assert!(missing.is_empty(), "{function}: {missing:?}");
            let inputs: u128 = found.unsearched.iter().map(|run| u128::from(run.inputs)).sum();
            assert_eq!(found.searched + inputs, plan.inputs(), "{function}");
        }
    }

    #[test]
    fn long_ranges_have_no_blocks() {
        let mut request = Request { bits: Some(44), ..Request::in_binade("exp", "1,2") };
        request.overrides.test = Some(tmd_design::design::Test::RegularCut);
        let plan = plan::make(&request).expect("plan");
        let refusal = blocks(&plan).expect_err("too many");
        assert!(refusal.message.contains("seed words"), "{refusal}");
        assert!(make(&request).expect("package").blocks.is_none());
    }
}
