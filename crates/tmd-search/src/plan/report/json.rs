//! A plan as JSON. Objects are ordered by key, numbers carry no machine's rounding: the same plan is
//! the same text everywhere.

use super::super::{ChainStage, Examined, Image, Piece, Plan, SearchSpan, Span, Work, stage_kind};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::ops::Range;
use tmd_base::engine::ENGINE;
use tmd_base::narrow;
use tmd_design::bound::Bound;
use tmd_design::design::{Check, Division, Quantity, StagePlan, Test};
use tmd_design::names::hex_words;
use tmd_design::obligation::Obligation;
use tmd_functions::language::{Format, Segment};
use tmd_request::request::{Overrides, Request};

/// How much of a plan is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Everything that the proof and the kernels depend on.
    Proof,
    /// Also the request's words, the arguments of the bounds, and what is only predicted.
    Full,
}

/// The lists of a plan, which may be long.
const LISTS: [&str; 3] = ["segments", "pieces", "spans"];

/// The whole plan.
pub(super) fn plan(plan: &Plan, extent: Extent) -> Value {
    let mut value = frame(plan, extent);
    for name in LISTS {
        value[name] = list(plan, extent, name, |value| value).into();
    }
    value
}

/// The text of what the proof and the kernels depend on, by a version of the engine: that of [`plan()`], in parts, since a plan
/// may have a hundred thousand spans.
///
/// # Errors
/// What `out` returns.
pub(super) fn write_proof(plan: &Plan, engine: u32, out: &mut dyn Write) -> io::Result<()> {
    let mut frame = frame(plan, Extent::Proof);
    frame["engine"] = engine.into();
    let mut before = "{";
    for (name, value) in frame.as_object().into_iter().flatten() {
        write!(out, "{before}{}:", json!(name))?;
        before = ",";
        if LISTS.contains(&name.as_str()) {
            let texts = list(plan, Extent::Proof, name, |value| value.to_string());
            let mut before = "[";
            for text in &texts {
                write!(out, "{before}{text}")?;
                before = ",";
            }
            write!(out, "{}]", if texts.is_empty() { "[" } else { "" })?;
        } else {
            write!(out, "{value}")?;
        }
    }
    write!(out, "}}")
}

/// One of the [`LISTS`], each of its values changed.
fn list<T: Send>(
    plan: &Plan,
    extent: Extent,
    name: &str,
    change: impl Fn(Value) -> T + Sync,
) -> Vec<T> {
    let change = &change;
    let of_segment = |index: usize| {
        plan.pieces[index].iter().map(move |p| change(piece(index, &plan.segments[index], p)))
    };
    match name {
        "segments" => plan.segments.par_iter().map(|s| change(segment(s))).collect(),
        "pieces" => (0..plan.segments.len()).into_par_iter().flat_map_iter(of_segment).collect(),
        _ => plan.spans.par_iter().map(|s| change(span(plan, s, extent))).collect(),
    }
}

/// A plan with empty lists.
fn frame(plan: &Plan, extent: Extent) -> Value {
    let mut value = json!({
        "function": plan.spec.canonical(),
        "input_format": format(&plan.input),
        "output_format": format(&plan.output),
        "breakpoint_precision": plan.breakpoint_precision(),
        "bits": plan.bits,
        "inputs": plan.inputs().to_string(),
        "segments": [],
        "pieces": [],
        "spans": [],
        "kernels": plan.kernels,
    });
    for (name, asked) in asked(&plan.request) {
        value[name] = asked;
    }
    if plan.request.partial {
        value["partial"] = json!(true);
    }
    if extent == Extent::Full {
        value["request"] = json!(plan.request);
        value["engine"] = json!(ENGINE);
        value["bits_chosen"] = json!(plan.bits_chosen);
        value["expected_cases"] = json!(plan.expected_cases());
        // JSON has integers of 64 bits here: more inputs are told to 53 bits, as they are only for an expectation.
        let open = plan.open_inputs();
        value["expected_among_inputs"] =
            u64::try_from(open).map_or_else(|_| json!(narrow::about(open)), |open| json!(open));
        value["predicted_seconds"] = json!(plan.predicted_seconds());
        value["hash"] = json!(plan.hash());
        if plan.request.profile.is_some() {
            value["profile"] = json!(plan.profile);
        }
    }
    value
}

/// The parts of a request that results depend on and that the plan does not contain itself. Every field is named, so
/// that the compiler asks about each new one.
fn asked(request: &Request) -> [(&'static str, Value); 2] {
    let Request {
        rounding,
        with_inverse,
        // Below: other plans' hashes stay as they are.
        partial: _,
        // In the plan: the canonical function, with its parameters' values.
        function: _,
        param: _,
        // In the plan: the segments.
        range: _,
        // In the plan: the formats, and the bits, also those that were chosen.
        precision: _,
        input_precision: _,
        bits: _,
        // These choose among plans that find the same; the one that was chosen is in the plan: spans and kernels.
        overrides: Overrides { test: _, division: _, interval: _, direct: _, equations: _ },
        profile: _,
        // All targets find the same, so that unlike workers share a campaign. One that does not has a mistake, and its
        // repair raises `ENGINE`.
        target: _,
    } = request;
    [("rounding", json!(rounding)), ("with_inverse", json!(with_inverse))]
}

fn format(format: &Format) -> Value {
    json!({
        "name": format.name,
        "precision": format.precision,
        "emin": format.emin,
        "emax": format.emax,
    })
}

fn segment(segment: &Segment) -> Value {
    json!({
        "from": segment.hex(0),
        "to": segment.hex(segment.count),
        "ulp_exponent": segment.ulp,
        "inputs": segment.count,
    })
}

fn run(index: usize, segment: &Segment, inputs: &Range<u64>) -> Value {
    json!({
        "segment": index,
        "first": inputs.start,
        "end": inputs.end,
        "inputs": inputs.end - inputs.start,
        "from": segment.hex(inputs.start),
        "to": segment.hex(inputs.end),
    })
}

fn piece(index: usize, segment: &Segment, piece: &Piece) -> Value {
    let mut value = run(index, segment, &piece.inputs);
    value["exponent"] = match piece.image {
        Image::Binade(exponent) => json!(exponent),
        Image::Mixed => json!("direct"),
        Image::Phased => json!("by-phase"),
        Image::Overflow => json!("overflow"),
        Image::Undefined => json!("undefined"),
        Image::Vanishing => json!("vanishes"),
        Image::Refused(_) => json!("refused"),
    };
    value
}

fn span(plan: &Plan, span: &Span, extent: Extent) -> Value {
    let mut value = run(span.segment, &plan.segments[span.segment], &span.inputs);
    match &span.work {
        Work::Direct(Examined::Exactly) => value["work"] = json!("direct"),
        Work::Direct(Examined::ByPhase) => value["work"] = json!("by-phase"),
        Work::Search(search) => {
            value["work"] = json!("search");
            value["search"] = self::search(plan, search, extent);
        }
        Work::Drift(drift) => {
            value["work"] = json!("drift");
            value["drift"] = json!({
                "exponent": drift.exponent,
                "spacing_exponent": drift.spacing,
                "step": drift.step.to_string(),
                "motion": drift.motion.name(),
                "bounds": bounds(std::slice::from_ref(&drift.reach), extent),
            });
        }
        Work::Decided(decision) => value["work"] = json!(decision),
        Work::Follows(relation) => {
            value["work"] = json!("follows");
            value["relation"] = json!(relation);
        }
        Work::Refused(refusal) => {
            value["work"] = json!("refused");
            value["reason"] = json!(refusal);
        }
    }
    value
}

fn search(plan: &Plan, search: &SearchSpan, extent: Extent) -> Value {
    let kernel = &plan.kernels[search.kernel];
    let stages: Vec<Value> = search
        .stages
        .iter()
        .zip(&kernel.stages)
        .enumerate()
        .map(|(index, (proved, planned))| stage(index, proved, planned, extent))
        .collect();
    let model = &search.model;
    let mut value = json!({
        "exponent": search.exponent,
        "spacing_exponent": search.spacing,
        "widening": search.widening,
        "kernel": search.kernel,
        "domain_inputs": model.domain_inputs,
        "degree": model.degree,
        "block_inputs": model.block_inputs,
        "block_degree": model.block_degree,
        "block_derivatives": model.q,
        "coefficient_bits": model.coefficient_bits,
        "bounds": bounds(&model.bounds(), extent),
        "stages": stages,
    });
    if extent == Extent::Full {
        value["predicted_nanoseconds_per_input"] = json!(search.cost);
    }
    value
}

fn stage(index: usize, proved: &ChainStage, planned: &StagePlan, extent: Extent) -> Value {
    let quantities: Vec<Value> =
        std::iter::once(&planned.value).chain(&planned.differences).map(quantity).collect();
    let mut value = json!({
        "kind": stage_kind(&planned.check),
        "item_inputs": proved.geometry.item_inputs,
        "items": proved.geometry.items,
        "parts": proved.geometry.parts(),
        "part_inputs": proved.geometry.part_inputs,
        "table_degree": proved.budget.degree,
        "quantities": quantities,
        "value_words": proved.budget.value_words,
        "slope_words": proved.budget.slope_words,
        "epsilon_total": proved.budget.total(),
        "bounds": bounds(&proved.budget.bounds, extent),
        "check": check(&planned.check),
    });
    if !proved.budget.obligations.is_empty() {
        value["obligations"] = obligations(&proved.budget.obligations, extent);
    }
    match index {
        0 => value["n"] = json!(proved.geometry.part_inputs),
        _ => value["kappa"] = json!(proved.geometry.parts()),
    }
    if extent == Extent::Full {
        value["expected_survival"] = json!(proved.survival);
    }
    value
}

/// The obligations of a stage; their reasons are no part of what is proved.
fn obligations(obligations: &[Obligation], extent: Extent) -> Value {
    let one = |one: &Obligation| {
        let mut value = json!(one);
        if extent == Extent::Full {
            value["why"] = json!(one.name.why());
        }
        value
    };
    obligations.iter().map(one).collect()
}

fn quantity(quantity: &Quantity) -> Value {
    json!({
        "name": quantity.name,
        "degree": quantity.degree,
        "words": quantity.words,
        "fraction_bits": 64 * quantity.words,
    })
}

fn check(check: &Check) -> Value {
    match check {
        Check::Exists { test, threshold } => {
            let mut value = json!({
                "test": test.test,
                "division": division(test.division),
                "word": test.word,
                "fraction_bits": test.word.bits(),
                "threshold": format!("0x{threshold:x}"),
            });
            if let Division::Hybrid(logms) = test.division {
                value["logms"] = json!(logms);
            }
            value
        }
        Check::Arcs(arcs) => json!({
            "test": Test::Arcs,
            "fraction_bits": 63,
            "threshold": format!("0x{:x}", 2 * arcs.threshold),
            "arcs": arcs,
        }),
        Check::Compare { threshold } => json!({
            "fraction_bits": 64 * threshold.len(),
            "threshold": hex_words(threshold),
        }),
    }
}

fn division(division: Division) -> &'static str {
    match division {
        Division::Subtractive => "subtractive",
        Division::Native => "native",
        Division::Hybrid(_) => "hybrid",
        Division::Reciprocal => "reciprocal",
    }
}

fn bounds(bounds: &[Bound], extent: Extent) -> Vec<Value> {
    bounds
        .iter()
        .map(|bound| match extent {
            Extent::Full => json!(bound),
            // The argument's text repeats numbers that are here already.
            Extent::Proof => {
                json!({ "name": bound.name, "value": bound.value, "status": bound.status })
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three binades of x87 have more inputs than a word of 64 bits counts.
    #[test]
    fn plans_of_more_than_2_to_the_64_inputs_are_told() {
        let request = Request {
            precision: tmd_functions::language::FormatName::parse("--precision", "x87")
                .expect("x87"),
            bits: Some(54),
            ..Request::in_range("cbrt", "1,8")
        };
        let plan = crate::plan::make(&request).expect("a plan");
        assert_eq!(plan.open_inputs(), 3 << 63);
        let told = plan.to_json();
        assert_eq!(told["inputs"], (3u128 << 63).to_string());
        assert_eq!(told["expected_among_inputs"].as_f64(), Some(3.0 * 2f64.powi(63)));
    }
}
