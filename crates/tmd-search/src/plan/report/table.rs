//! The plan as a table that a person can follow.

use super::super::{Examined, Followed, Image, Plan, RefusedRun, SearchSpan, Span, Way, Work};
use super::bars;
use super::kernel::{MOST_LISTED, PAGE, geometry, request, span};
use super::text::{Row, layout};
use tmd_base::text::{count, grouped, on_cores, plural};
use tmd_design::names::lg;
use tmd_kernel::{ir, kernel, pass};

const WIDTH: usize = PAGE;
/// Lanes of the widest level, for which the code size is told.
const LANES: usize = 32;
/// Ranges that cannot be searched, of which the first are named.
const MOST_REFUSED: usize = 40;

/// The description of the number of expected cases.
fn expectation(plan: &Plan) -> String {
    let chance = "by chance: as if the fractions of g were random";
    match plan.open_inputs() {
        open if open == plan.inputs() => chance.to_owned(),
        open => format!(
            "{chance}; among {} inputs, those that are solved in closed form or decided at once not counted",
            grouped(open)
        ),
    }
}

/// The whole table.
pub(super) fn table(plan: &Plan) -> String {
    let mut table = Table { text: String::new() };
    table.heading(&format!(
        "Plan: hard-to-round cases of {}, {} {}",
        plan.spec.canonical(),
        plan.request.range.option,
        plan.request.range.text
    ));
    let mut rows = request(plan);
    rows.push(Row::new(0, "inputs", inputs(plan), "given"));
    rows.push(Row::new(
        0,
        "expected cases",
        format!("{:.0}", plan.expected_cases()),
        expectation(plan),
    ));
    table.rows(&rows);
    table.heading("Pieces: the exponent of f is constant on each");
    table.rows(&pieces(plan));
    if let Some(curve) = bars::exponents(plan) {
        table.line(&format!("  {curve}"));
    }
    for index in 0..plan.kernels.len() {
        table.kernel(plan, index);
    }
    let others: [(&str, Way); 4] = [
        ("Solved in closed form, by bisection of the drift", |work| matches!(work, Work::Drift(_))),
        ("Decided at once", |work| matches!(work, Work::Decided(_))),
        ("Examined one by one with MPFR", |work| matches!(work, Work::Direct(Examined::Exactly))),
        ("Examined one by one, by phase in binary64, and with MPFR next to breakpoints", |work| {
            matches!(work, Work::Direct(Examined::ByPhase))
        }),
    ];
    for (title, way) in others {
        table.others(plan, title, way);
    }
    table.follows(plan);
    table.taken(plan);
    table.refused(plan);
    table.heading("Work");
    let time = on_cores(plan.predicted_seconds());
    table.rows(&[Row::new(0, "predicted time", time, "cost model")]);
    table.rows(&bars::time(plan));
    table.rows(&[
        Row::new(0, "kernels", plan.kernels.len().to_string(), "distinct ones"),
        Row::new(0, "plan hash", &plan.hash()[..16], ""),
    ]);
    table.text
}

struct Table {
    text: String,
}

impl Table {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn heading(&mut self, heading: &str) {
        if !self.text.is_empty() {
            self.line("");
        }
        let clipped: String = heading.chars().take(WIDTH).collect();
        self.line(&clipped);
    }

    fn rows(&mut self, rows: &[Row]) {
        for line in layout(rows, WIDTH - 2) {
            self.line(&format!("  {line}"));
        }
    }

    fn kernel(&mut self, plan: &Plan, index: usize) {
        let spans: Vec<(&Span, &SearchSpan)> =
            plan.searches().filter(|(_, search)| search.kernel == index).collect();
        let Some((_, first)) = spans.first() else { return };
        let all: u64 = spans.iter().map(|(s, _)| s.inputs.end - s.inputs.start).sum();
        let used = plural(spans.len(), "span");
        self.heading(&format!("Kernel {index}: {} inputs in {used}", count(all)));
        let mut rows: Vec<Row> = match plan.spans.len() {
            ..=MOST_LISTED => spans.iter().map(|(s, search)| span(plan, s, search, 0)).collect(),
            _ => spans.first().map(|(s, search)| span(plan, s, search, 0)).into_iter().collect(),
        };
        let missing = spans.len() - rows.len();
        if missing > 0 {
            rows.push(Row::new(0, "", format!("… and {}", plural(missing, "more span")), ""));
        }
        rows.extend(geometry(plan, first));
        rows.extend(code_size(plan, index));
        self.rows(&rows);
        for (stage, proved) in first.stages.iter().enumerate() {
            let total = proved.budget.total();
            let of_first = if spans.len() > 1 { " on the first span" } else { "" };
            self.line(&format!(
                "  budget of stage {stage}{of_first}: ε'' = {}, the sum of",
                lg(total)
            ));
            self.rows(&bars::budget(&proved.budget));
            let obligations = &proved.budget.obligations;
            if !obligations.is_empty() {
                self.line(&format!("  obligations of stage {stage}{of_first}: needed ≤ had"));
                let rows: Vec<Row> =
                    obligations.iter().map(|one| Row::obligation(2, one)).collect();
                self.rows(&rows);
            }
        }
    }

    /// The spans that no kernel searches and that are done in one way.
    fn others(&mut self, plan: &Plan, title: &str, way: Way) {
        let spans: Vec<&Span> = plan.spans.iter().filter(|span| way(&span.work)).collect();
        if spans.is_empty() {
            return;
        }
        self.heading(&format!(
            "{title}: {} inputs in {}",
            grouped(plan.inputs_by(way)),
            plural(spans.len(), "run")
        ));
        let mut rows: Vec<Row> =
            spans.iter().take(MOST_LISTED).map(|span| other(plan, span)).collect();
        if spans.len() > MOST_LISTED {
            let more = plural(spans.len() - MOST_LISTED, "more run");
            rows.push(Row::new(0, "", format!("… and {more}"), ""));
        }
        self.rows(&rows);
    }
}

impl Table {
    /// The inputs that follow from others, a line for each equation.
    fn follows(&mut self, plan: &Plan) {
        let groups = plan.followed();
        if groups.is_empty() {
            return;
        }
        let inputs = groups.iter().map(|group| group.inputs).sum();
        self.heading(&format!("Not searched, for it follows: {} inputs", grouped(inputs)));
        let row = |group: &Followed| {
            let Followed { formula, runs, inputs } = group;
            let what = format!("{} inputs in {}", grouped(*inputs), plural(*runs, "run"));
            Row::new(0, formula.clone(), what, "proved")
        };
        let rows: Vec<Row> = groups.iter().map(row).collect();
        self.rows(&rows);
    }

    /// The inputs whose cases a list has.
    fn taken(&mut self, plan: &Plan) {
        if let Some(beyond) = &plan.beyond {
            self.heading(&format!("Not searched, for a list covers them: {}", beyond.line()));
        }
    }

    /// What is left out.
    fn refused(&mut self, plan: &Plan) {
        let Some(line) = plan.refused_line() else { return };
        let runs = plan.refused();
        self.heading(&format!("NOT SEARCHED: {line}"));
        let row = |run: &RefusedRun| {
            let why = format!("{} inputs: {}", grouped(run.inputs), run.refusal.reason());
            Row::new(0, format!("{} to {}", run.first, run.last), why, "")
        };
        let mut rows: Vec<Row> = runs.iter().take(MOST_REFUSED).map(row).collect();
        if runs.len() > MOST_REFUSED {
            let more = plural(runs.len() - MOST_REFUSED, "more range");
            rows.push(Row::new(0, "", format!("… and {more}"), ""));
        }
        self.rows(&rows);
    }
}

/// A span that no kernel searches.
fn other(plan: &Plan, span: &Span) -> Row {
    let segment = &plan.segments[span.segment];
    let (from, to) = (segment.hex(span.inputs.start), segment.hex(span.inputs.end));
    let n = grouped((span.inputs.end - span.inputs.start).into());
    let (what, status) = match &span.work {
        Work::Drift(drift) => {
            let (step, motion) = (&drift.step, drift.motion.name());
            let reach = lg(drift.reach.value);
            (format!("{n} inputs, g = {step}·i + h, h {motion}, reach ≤ {reach}"), "proved")
        }
        Work::Decided(decision) => (format!("{n} inputs, f {}", decision.name()), "proved"),
        Work::Direct(_) | Work::Search(_) | Work::Follows(_) | Work::Refused(_) => {
            (format!("{n} inputs"), "")
        }
    };
    Row::new(0, format!("[{from}, {to})"), what, status)
}

fn inputs(plan: &Plan) -> String {
    let ends: Vec<String> = plan
        .segments
        .iter()
        .take(MOST_LISTED)
        .map(|segment| {
            format!(
                "[{}, {}) with h = 2^{}",
                segment.hex(0),
                segment.hex(segment.count),
                segment.ulp
            )
        })
        .collect();
    let more = plan.segments.len().saturating_sub(MOST_LISTED);
    let more = if more > 0 { format!(" and {}", plural(more, "more run")) } else { String::new() };
    let n = plan.inputs();
    let power = if n.is_power_of_two() { format!(" = 2^{}", n.ilog2()) } else { String::new() };
    format!("{}{power}: {}{more}", grouped(n), ends.join(", "))
}

fn pieces(plan: &Plan) -> Vec<Row> {
    let all = plan.segments.iter().zip(&plan.pieces);
    let all: Vec<_> = all.flat_map(|(s, pieces)| pieces.iter().map(move |p| (s, p))).collect();
    let mut rows: Vec<Row> = all
        .iter()
        .take(MOST_LISTED)
        .map(|(segment, piece)| {
            let ends =
                format!("[{}, {})", segment.hex(piece.inputs.start), segment.hex(piece.inputs.end));
            let n = grouped(u128::from(piece.inputs.end - piece.inputs.start));
            let (image, status) = match piece.image {
                Image::Binade(e) if e == plan.output.emin => {
                    (format!("|f| ≤ 2^{}", e + 1), "proved")
                }
                Image::Binade(e) => (format!("2^{e} ≤ |f| ≤ 2^{}", e + 1), "proved"),
                Image::Mixed => ("examined one by one".to_owned(), ""),
                Image::Phased => ("examined by phase".to_owned(), ""),
                Image::Overflow => ("f overflows".to_owned(), "proved"),
                Image::Undefined => ("f has no value".to_owned(), "proved"),
                Image::Vanishing => ("f is next to 0, where it has a value".to_owned(), "proved"),
                Image::Refused(_) => ("not searched".to_owned(), ""),
            };
            Row::new(0, ends, format!("{n} inputs, {image}"), status)
        })
        .collect();
    if all.len() > MOST_LISTED {
        let more = plural(all.len() - MOST_LISTED, "more piece");
        rows.push(Row::new(0, "", format!("… and {more}"), ""));
    }
    rows
}

/// Estimated lines and operations of the widest level.
fn code_size(plan: &Plan, index: usize) -> Vec<Row> {
    let Ok(module) = pass::standard(kernel::build(&plan.kernels[index], LANES)) else {
        return vec![];
    };
    let lines: usize = module.kernels.iter().map(|kernel| kernel.body.len()).sum();
    let operations: u64 =
        module.kernels.iter().map(|kernel| ir::counts(kernel).by_class.values().sum::<u64>()).sum();
    let text = format!(
        "about {} lines, {} operations, each loop body once",
        grouped(lines as u128),
        grouped(operations.into())
    );
    vec![Row::new(0, "code size", text, "counted, for 32 lanes")]
}

#[cfg(test)]
mod tests {
    use crate::plan::{self, Plan};
    use tmd_request::request::Request;

    fn plans() -> Vec<Plan> {
        let mut exp = Request::in_binade("exp", "1,2");
        exp.bits = Some(44);
        let sqrt = Request { precision: 11.into(), ..Request::in_range("sqrt", "1/64,300") };
        [exp, sqrt, Request::in_range("exp(x) * sin(x)", "0.5,0.75")]
            .iter()
            .map(|request| plan::make(request).expect("plan"))
            .collect()
    }

    #[test]
    fn tables_are_narrow_and_complete() {
        for plan in plans() {
            let (table, summary) = (plan.table(), plan.summary());
            println!("{summary}\n{table}");
            for line in table.lines().chain(summary.lines()) {
                assert!(line.chars().count() <= super::WIDTH, "{line}");
                assert_eq!(line, line.trim_end());
            }
            assert!(summary.lines().count() <= 12, "{summary}");
            assert!(summary.contains("predicted time") && summary.contains(&plan.hash()[..16]));
            for (_, search) in plan.searches() {
                assert!(table.contains(&format!("Kernel {}:", search.kernel)));
            }
            assert!(table.contains("expected cases") && table.contains("predicted time"));
        }
    }

    #[test]
    fn hashes_follow_the_plan_and_not_its_wording() {
        let plans = plans();
        let [exp, sqrt, product] = &plans[..] else { panic!("three plans") };
        assert!(exp.hash() != sqrt.hash() && exp.hash() != product.hash());
        let mut again = Request::in_range("exp", "1.0,2");
        again.bits = Some(44);
        assert_eq!(plan::make(&again).expect("plan").hash(), exp.hash());
        let mut cheaper = exp.clone();
        for span in &mut cheaper.spans {
            if let plan::Work::Search(search) = &mut span.work {
                search.cost *= 2.0;
                search.stages[0].survival /= 2.0;
            }
        }
        assert_eq!(cheaper.hash(), exp.hash());
        assert_ne!(cheaper.to_json(), exp.to_json());
        let json = exp.to_json();
        assert_eq!(json["hash"], exp.hash());
        assert_eq!(json["inputs"], "4503599627370496");
        assert_eq!(json["segments"][0]["from"], "0x1p+0");
    }
}
