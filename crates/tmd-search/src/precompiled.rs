//! Kernels that were compiled with this program, for machines without a Rust compiler.
//!
//! A plan's own kernels need a compiler. A precompiled kernel can take the place of one of them when
//! the plan's proof can be made for it instead: see [`widen`].

use crate::plan::{Fitter, Plan, Work};
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_design::design::{KernelPlan, StagePlan, Test};
use tmd_generated::Precompiled;
use tmd_request::request::Overrides;
use tmd_runtime::{Kernel, Level, Manifest, PrecompiledKernel};

/// A plan on precompiled kernels, with the kernels, in the plan's order.
pub type Widened = (Plan, Vec<Arc<dyn Kernel>>);

/// A precompiled kernel with what it was planned as.
struct Ready {
    precompiled: Precompiled,
    plan: KernelPlan,
}

fn ready() -> Result<Vec<Ready>, Diag> {
    tmd_generated::kernels()
        .into_iter()
        .map(|precompiled| {
            let plan = parse(precompiled.name, precompiled.plan_json)?;
            Ok(Ready { precompiled, plan })
        })
        .collect()
}

fn parse<T: serde::de::DeserializeOwned>(name: &str, text: &str) -> Result<T, Diag> {
    serde_json::from_str(text).map_err(|error| {
        Diag::new(
            DiagKind::Internal,
            format!("the precompiled kernel {name} is malformed: {error}"),
        )
    })
}

/// The plan with every span on a precompiled kernel; `None` if some span fits none.
///
/// Why nothing can be missed: a kernel's text depends on its [`KernelPlan`] alone, and is right for
/// any polynomial whose seeds are laid out as that says. For each span the whole budget (Taylor
/// model, line, dropped differences, every rounding) is proved again with the precompiled kernel's
/// block length, parts, degrees and words, and the kernel is taken only if each of its thresholds is
/// at least twice the ε'' so proved. The seeds are then made from the widened plan, so that they
/// have the kernel's layout (missing coefficients are zero) and carry half of the kernel's threshold.
/// A larger threshold lets more candidates through; each is confirmed against the plan's own ε.
///
/// # Errors
/// If the precompiled kernels themselves are malformed.
pub fn widen(plan: &Plan) -> Result<Option<Plan>, Diag> {
    Ok(widened(plan, &ready()?).map(|(plan, _)| plan))
}

/// The widened plan and its kernels, to run at `level`.
///
/// # Errors
/// If the precompiled kernels are malformed, or this machine lacks the level.
pub fn kernels(plan: &Plan, level: Level) -> Result<Option<Widened>, Diag> {
    let ready = ready()?;
    let Some((plan, used)) = widened(plan, &ready) else { return Ok(None) };
    let kernels = used
        .into_iter()
        .map(|index| load(&ready[index].precompiled, level))
        .collect::<Result<_, _>>()?;
    Ok(Some((plan, kernels)))
}

fn load(precompiled: &Precompiled, level: Level) -> Result<Arc<dyn Kernel>, Diag> {
    let manifest: Manifest = parse(precompiled.name, precompiled.manifest_json)?;
    let run = precompiled.run;
    let kernel = PrecompiledKernel::new(manifest, level, move |level, stage, seed, items, out| {
        run(level.as_str(), stage, seed, items, out)
    })?;
    Ok(Arc::new(kernel))
}

/// The widened plan, and which of `ready` its kernels are.
fn widened(plan: &Plan, ready: &[Ready]) -> Option<(Plan, Vec<usize>)> {
    let mut widened = Plan { kernels: vec![], spans: vec![], ..plan.clone() };
    let mut used: Vec<usize> = vec![];
    for span in &plan.spans {
        let mut span = span.clone();
        if let Work::Search(search) = &span.work {
            let fits = |index: &usize| honours(&ready[*index].plan, &plan.request.overrides);
            let place = |index: usize| used.iter().position(|u| *u == index).unwrap_or(used.len());
            let mut fitter = Fitter::new(search, plan.bits);
            let (index, fit) = (0..ready.len())
                .filter(fits)
                .filter_map(|index| {
                    let kernel = &ready[index].plan;
                    Some((index, fitter.fit(kernel, place(index), &plan.profile)?))
                })
                .min_by(|a, b| a.1.cost.total_cmp(&b.1.cost))?;
            if fit.kernel == used.len() {
                used.push(index);
                widened.kernels.push(ready[index].plan.clone());
            }
            span.work = Work::Search(Box::new(fitter.search(fit)));
        }
        widened.spans.push(span);
    }
    Some((widened, used))
}

/// Whether the kernel is as the user asked for, in all that the user asked for.
fn honours(kernel: &KernelPlan, overrides: &Overrides) -> bool {
    let first = kernel.stages.first();
    let n = first.map(|stage| stage.part_inputs);
    let mut tests = kernel.stages.iter().filter_map(StagePlan::test);
    let mut existence = kernel.stages.iter().filter_map(StagePlan::existence_test);
    let tested = match overrides.test {
        None => true,
        // Arcs come first, and an existence test goes through what they find.
        Some(Test::Arcs) => tests.next() == Some(Test::Arcs),
        Some(wanted) => tests.all(|test| test == wanted),
    };
    tested
        && overrides.division.is_none_or(|wanted| existence.all(|test| test.division == wanted))
        && overrides.interval.is_none_or(|wanted| n == Some(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::Interpreted;
    use crate::plan;
    use crate::search::{self, Report};
    use tmd_request::request::{Request, Rounding};
    use tmd_runtime::Options;

    /// The 2^33 first inputs of the range that the kernel was made for.
    fn slice() -> Request {
        Request {
            input_precision: Some(54.into()),
            rounding: Rounding::Directed,
            bits: Some(33),
            ..Request::in_range("exp", "1,0x1.00001p0")
        }
    }

    fn found(plan: &Plan, kernels: &[Arc<dyn Kernel>]) -> Vec<(usize, u64)> {
        let report: Report = search::run(plan, kernels, &Options::default(), &());
        assert!(report.error.is_none() && report.gaps(plan).is_empty(), "{:?}", report.error);
        report.cases().to_vec().expect("few").iter().map(|finding| finding.place()).collect()
    }

    #[test]
    fn precompiled_kernels_find_what_the_planned_ones_find() {
        let plan = plan::make(&slice()).expect("plan");
        let own: Vec<Arc<dyn Kernel>> = plan
            .kernels
            .iter()
            .map(|kernel| Arc::new(Interpreted::new(kernel).expect("kernel")) as Arc<dyn Kernel>)
            .collect();
        let expected = found(&plan, &own);
        assert!(!expected.is_empty(), "a slice without cases shows nothing");
        for level in Level::available() {
            let (wider, kernels) = kernels(&plan, level).expect("kernels").expect("a fit");
            assert_eq!(found(&wider, &kernels), expected, "{level}");
        }
    }

    /// A kernel that was made for one function serves another that is as smooth there.
    #[test]
    fn kernels_serve_other_functions() {
        let other = Request::in_range("exp(x) * (1 + x * x / 1048576)", "1,0x1.00001p0");
        let request = Request { function: other.function, ..slice() };
        let plan = plan::make(&request).expect("plan");
        let (wider, _) = kernels(&plan, Level::Portable).expect("kernels").expect("a fit");
        assert_eq!(wider.inputs(), plan.inputs());
        assert_ne!(wider.hash(), plan.hash());
        for (_, search) in wider.searches() {
            assert_eq!(search.stages.len(), wider.kernels[search.kernel].stages.len());
        }
    }

    /// Proofs that cannot be made are refusals.
    #[test]
    fn what_does_not_fit_is_refused() {
        let fits = |request: Request| {
            let plan = plan::make(&request).expect("plan");
            widen(&plan).expect("kernels").is_some()
        };
        assert!(fits(slice()));
        // A wider threshold than the kernel has.
        assert!(!fits(Request { bits: Some(20), ..slice() }));
        // More curvature an input than it allows for.
        assert!(!fits(Request { precision: 24.into(), ..Request::in_binade("exp", "1,2") }));
        // Another N than it has.
        let mut request = slice();
        request.overrides.interval = Some(64);
        assert!(!fits(request));
    }

    /// A test that is asked for is not replaced by another.
    #[test]
    fn the_test_asked_for_is_kept() {
        let plan = |test: Test| {
            let mut request = slice();
            request.overrides.test = Some(test);
            plan::make(&request).expect("plan")
        };
        let wider = widen(&plan(Test::Arcs)).expect("kernels").expect("a fit");
        for kernel in &wider.kernels {
            assert_eq!(kernel.stages[0].test(), Some(Test::Arcs));
        }
        assert!(widen(&plan(Test::RegularCut)).expect("kernels").is_none());
    }

    /// A kernel takes over the very spans that it was planned for, with the same thresholds.
    #[test]
    fn own_plans_fit() {
        let whole = Request::in_range("exp", "1,0x1.0008p0");
        let plan = plan::make(&Request { range: whole.range, ..slice() }).expect("plan");
        let wider = widen(&plan).expect("kernels").expect("a fit");
        assert_eq!(wider.spans.len(), plan.spans.len());
        for kernel in &plan.kernels {
            assert!(wider.kernels.contains(kernel));
        }
    }
}
