//! Forged coverage: inputs, gaps, spans, units.

use super::*;

#[test]
fn a_range_cut_short() {
    refused(&["covered runs and gaps leave out", "10 inputs"], |c| {
        shorten(c.covered.last_mut().unwrap(), 10);
        c.covered_inputs -= 10;
    });
}

#[test]
fn a_gap_that_is_kept_quiet() {
    refused(&["is said to be complete", "is a gap"], |c| {
        let run = c.covered.last_mut().unwrap();
        let mut gap = run.clone();
        shorten(run, 10);
        gap.from_index = run.to_index;
        gap.first = hex(gap.from_index);
        c.gaps.push(gap);
        c.covered_inputs -= 10;
    });
}

#[test]
fn more_inputs_than_there_are() {
    refused(&["is said to have", "inputs; it has 524288"], |c| c.inputs += 1);
}

#[test]
fn more_inputs_covered_than_the_runs_have() {
    refused(&["inputs are said to be covered"], |c| c.covered_inputs += 5);
}

#[test]
fn an_input_covered_twice() {
    refused(&["overlap"], |c| {
        let first = c.covered[0].clone();
        c.covered_inputs += u128::from(first.to_index - first.from_index);
        c.covered.push(first);
    });
}

#[test]
fn a_run_whose_ends_are_not_its_indices() {
    refused(&["is not a run of inputs", "input 0 of segment 0"], |c| {
        c.covered[0].first = "0x1.8p+0".into();
    });
}

#[test]
fn a_span_left_out_of_the_plan() {
    refused(&["spans of the plan leave out"], |c| {
        c.spans.pop();
    });
}

#[test]
fn a_unit_copied() {
    refused(&["unit 0 stands where unit 1 belongs"], |c| {
        let first = c.units[0].clone();
        c.units[1] = first;
    });
    refused(&["units overlap"], |c| {
        c.units[1].runs = c.units[0].runs.clone();
        c.units[1].id = c.units[0].id.clone();
    });
}

#[test]
fn a_unit_left_out() {
    refused(&["the units do not tile what is covered"], |c| {
        c.units.pop();
    });
}

#[test]
fn a_unit_by_the_id_of_another() {
    refused_here(Unseen::Id, &["the id of unit 1 is not that of its plan"], |c| {
        c.units[1].id = c.units[0].id.clone();
    });
}

#[test]
fn a_unit_without_its_canaries() {
    refused(&["planted cases"], |c| c.units[1].canaries = 0);
}

#[test]
fn a_unit_with_other_cases() {
    refused(&["unit 1 is said to have"], |c| c.units[1].cases += 1);
}

#[test]
fn a_gap_at_the_end_of_a_span() {
    // Two inputs around the place where one unit ends and the next begins.
    refused(&["covered runs and gaps leave out 2 inputs"], |c| {
        let end = c.units[0].runs[0].to_index;
        let whole = c.covered[0].clone();
        let mut first = whole.clone();
        shorten(&mut first, whole.to_index - end + 1);
        let second = RunEntry { from_index: end + 1, first: hex(end + 1), ..whole };
        c.covered = vec![first, second];
        c.covered_inputs -= 2;
    });
}

#[test]
fn a_gap_that_was_covered() {
    refused(&["covered runs and gaps overlap"], |c| {
        let mut gap = c.covered[0].clone();
        let all = gap.to_index;
        shorten(&mut gap, all - 1);
        c.gaps.push(gap);
        c.complete = false;
    });
}

#[test]
fn a_run_of_a_segment_that_there_is_not() {
    refused(&["the range has no segment 7"], |c| c.covered[0].segment = 7);
}

#[test]
fn spans_that_overlap() {
    refused(&["spans of the plan overlap"], |c| {
        let copy = c.spans[0].clone();
        c.spans.push(copy);
    });
}

#[test]
fn units_in_another_order() {
    refused(&["unit 1 stands where unit 0 belongs"], |c| c.units.swap(0, 1));
}

#[test]
fn a_unit_of_fewer_inputs() {
    refused(&["the id of unit 0 is not that of its plan and its inputs"], |c| {
        let run = &mut c.units[0].runs[0];
        shorten(run, 1);
    });
}

#[test]
fn inputs_of_no_number() {
    for strange in ["nan", "0x1p+99999999", "", "0x1.8p+0\u{202e}", &"9".repeat(100)] {
        let message = refusal(campaign(), &sampled(), |c| c.covered[0].first = strange.into());
        assert!(
            ["input", "number", "hexadecimal float"].iter().any(|word| message.contains(word)),
            "{message}"
        );
    }
}
