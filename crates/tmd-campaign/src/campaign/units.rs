//! Units: what a worker takes at a time.

use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::certificate::unit_id;
use tmd_search::plan::{Plan, Work};
use tmd_search::search;
use tmd_search::search::{Covered, Portion};

/// Consecutive inputs of a plan, over one span or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its place among the units of the campaign.
    pub number: usize,
    /// A hash of the plan and the unit's inputs, which does not depend on its number: see [`unit_id`].
    pub id: String,
    /// Its inputs.
    pub portions: Vec<Portion>,
}

impl Unit {
    fn new(plan: &Plan, plan_hash: &str, number: usize, portions: Vec<Portion>) -> Unit {
        let covered = |Portion { span, inputs }: &Portion| Covered {
            segment: plan.spans[*span].segment,
            inputs: inputs.clone(),
        };
        let mut runs: Vec<Covered> = portions.iter().map(covered).collect();
        search::merge(&mut runs);
        let id = unit_id(plan_hash, runs.iter().map(|run| (run.segment, run.inputs.clone())));
        Unit { number, id, portions }
    }

    /// How many inputs it has.
    pub fn inputs(&self) -> u128 {
        self.portions.iter().map(Portion::count).sum()
    }

    /// Predicted seconds on one core.
    pub fn seconds(&self, plan: &Plan) -> f64 {
        self.portions.iter().map(|portion| plan.portion_seconds(portion)).sum()
    }

    /// The kernels that search it, ascending.
    pub fn kernels(&self, plan: &Plan) -> Vec<usize> {
        let mut kernels: Vec<usize> = self
            .portions
            .iter()
            .filter_map(|portion| match &plan.spans[portion.span].work {
                Work::Search(search) => Some(search.kernel),
                _ => None,
            })
            .collect();
        kernels.sort_unstable();
        kernels.dedup();
        kernels
    }
}

/// The most units of a campaign: each has a file.
const MOST_UNITS: usize = 1 << 20;

/// Cuts what is searched of a plan into units of about `seconds` each, predicted on one core. What kernels search is cut
/// between domains only, so that no domain is prepared twice.
///
/// # Errors
/// If there would be too many.
pub fn cut(plan: &Plan, seconds: f64) -> Result<Vec<Unit>, Diag> {
    let hash = plan.hash();
    let mut units = vec![];
    let mut portions = vec![];
    let mut filled = 0.0;
    for Portion { span: index, inputs } in plan.portions() {
        let Pace { grain, cost } = Pace::of(plan, index);
        let mut start = inputs.start;
        while start < inputs.end {
            let left = inputs.end - start;
            // Whole grains, at least one.
            let room = ((seconds - filled).max(0.0) / cost).min(left as f64) as u64;
            let take = (room / grain * grain).max(grain).min(left);
            portions.push(Portion { span: index, inputs: Range { start, end: start + take } });
            filled += take as f64 * cost;
            start += take;
            if filled >= seconds * FULL {
                units.push(Unit::new(plan, &hash, units.len(), std::mem::take(&mut portions)));
                filled = 0.0;
            }
            if units.len() > MOST_UNITS {
                return Err(too_many(seconds));
            }
        }
    }
    if !portions.is_empty() {
        units.push(Unit::new(plan, &hash, units.len(), portions));
    }
    Ok(units)
}

/// A unit this full is not filled further.
const FULL: f64 = 0.9;

fn too_many(seconds: f64) -> Diag {
    Diag::new(
        DiagKind::Option,
        format!("units of {seconds} s would be more than {MOST_UNITS}, a file each"),
    )
    .help("raise --unit-seconds")
}

/// How a span is cut.
struct Pace {
    /// Inputs that stay together.
    grain: u64,
    /// Predicted seconds an input.
    cost: f64,
}

impl Pace {
    fn of(plan: &Plan, index: usize) -> Pace {
        let span = &plan.spans[index];
        let count = span.inputs.end - span.inputs.start;
        let seconds = plan.span_seconds(span);
        let grain = match &span.work {
            Work::Search(search) => search.model.domain_inputs,
            Work::Direct(_) => 1,
            Work::Drift(_) | Work::Decided(_) | Work::Follows(_) | Work::Refused(_) => count,
        };
        // Never nothing: units without end would fit into a unit.
        Pace { grain, cost: (seconds / count as f64).max(f64::MIN_POSITIVE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_request::request::Request;
    use tmd_search::plan;

    fn plan(function: &str, range: &str, precision: u32) -> Plan {
        let mut request = Request::in_range(function, range);
        request.precision = precision.into();
        plan::make(&request).expect("plan")
    }

    #[test]
    fn units_tile_the_plan_whatever_their_size() {
        for plan in [plan("exp", "all", 11), plan("exp", "0.5,4", 24), plan("log", "1,2", 53)] {
            let mut ids = vec![];
            for seconds in [1e-6, 1e-3, 1.0, 1e6] {
                let Ok(units) = cut(&plan, seconds) else { continue };
                assert_eq!(cut(&plan, seconds).as_ref(), Ok(&units));
                let mut portions = units.iter().flat_map(|unit| &unit.portions);
                let mut next = portions.next();
                for (index, span) in plan.spans.iter().enumerate() {
                    let mut at = span.inputs.start;
                    while at < span.inputs.end {
                        let portion = next.expect("a portion");
                        assert_eq!((portion.span, portion.inputs.start), (index, at));
                        assert!(portion.inputs.end > at);
                        at = portion.inputs.end;
                        next = portions.next();
                    }
                    assert_eq!(at, span.inputs.end);
                }
                assert_eq!(next, None);
                assert_eq!(units.iter().map(Unit::inputs).sum::<u128>(), plan.searched_inputs());
                assert!(units.iter().enumerate().all(|(number, unit)| unit.number == number));
                ids.extend(units.into_iter().map(|unit| (unit.id, unit.portions)));
            }
            // The same id, the same inputs, and the other way round.
            ids.sort_by(|a, b| a.0.cmp(&b.0));
            ids.dedup();
            assert!(ids.windows(2).all(|pair| pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1));
        }
    }

    #[test]
    fn units_are_as_long_as_they_should_be() {
        let plan = plan("exp", "1,2", 53);
        let seconds = plan.predicted_seconds() / 64.0;
        let units = cut(&plan, seconds).expect("units");
        assert!((60..=72).contains(&units.len()), "{}", units.len());
    }
}
