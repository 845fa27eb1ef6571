//! Predicted time by kernel and stage, and the survivors.

use super::axis::Scale;
use super::canvas::{Anchor, Area, COLOURS, Canvas, GREY, SMALL, fitted};
use crate::plan::{Costs, Plan};
use crate::text::{duration, plural, share};

/// Kernels that are drawn, the costliest first.
const MOST: usize = 12;
/// Pixels for names and numbers.
const NAMES: f64 = 230.0;

/// The seconds of a kernel.
struct Time {
    kernel: usize,
    costs: Costs,
}

/// Draws a bar a kernel; returns where they end.
pub(super) fn panel(canvas: &mut Canvas, plan: &Plan, left: f64, right: f64, top: f64) -> f64 {
    let mut times = times(plan);
    if times.is_empty() {
        return top;
    }
    let mut y = top + 34.0;
    let total = duration(plan.predicted_seconds());
    let head = format!("Predicted time on one core: {total} in all");
    canvas.text(left, y, Anchor::Start, 13.0, &head);
    times.sort_by(|a, b| b.costs.total().total_cmp(&a.costs.total()).then(a.kernel.cmp(&b.kernel)));
    let longest = times[0].costs.total();
    let scale = Scale::new((0.0, longest), (0.0, right - left - NAMES));
    let stages = times.iter().map(|time| time.costs.stages.len()).max().unwrap_or(0);
    for Time { kernel, costs } in times.iter().take(MOST) {
        y += 20.0;
        let name = format!("kernel {kernel}: {}", duration(costs.total()));
        canvas.text(left + 14.0, y, Anchor::Start, SMALL, &fitted(&name, NAMES - 24.0, SMALL));
        let mut x = left + NAMES;
        let parts = [("seeding".to_owned(), GREY, costs.seeding)]
            .into_iter()
            .chain(costs.stages.iter().enumerate().map(|(stage, seconds)| {
                (format!("stage {stage}"), COLOURS[stage % COLOURS.len()], *seconds)
            }))
            .chain([("confirmation".to_owned(), "#222222", costs.confirmation)]);
        for (part, colour, seconds) in parts {
            let width = scale.at(seconds);
            let title = format!("{part}: {}", duration(seconds));
            canvas.bar(Area { x, y: y - 10.0, width, height: 13.0 }, colour, "time", &title);
            x += width;
        }
        y += 14.0;
        let first = plan.searches().find(|(_, search)| search.kernel == *kernel);
        let survivors: Vec<String> = first
            .iter()
            .flat_map(|(_, search)| search.stages.iter().enumerate())
            .map(|(index, stage)| format!("stage {index} {}", share(stage.survival)))
            .collect();
        let text = format!("survive: {}", survivors.join(", "));
        canvas.text(
            left + NAMES,
            y,
            Anchor::Start,
            SMALL,
            &fitted(&text, right - left - NAMES, SMALL),
        );
    }
    if times.len() > MOST {
        y += 20.0;
        let rest: f64 = times[MOST..].iter().map(|time| time.costs.total()).sum();
        let text = format!(
            "… and {}, {} together",
            plural(times.len() - MOST, "more kernel"),
            duration(rest)
        );
        canvas.text(left + 14.0, y, Anchor::Start, SMALL, &text);
    }
    y += 24.0;
    let entries = [("seeding".to_owned(), GREY)]
        .into_iter()
        .chain((0..stages).map(|s| (format!("stage {s}"), COLOURS[s % COLOURS.len()])))
        .chain([("confirmation".to_owned(), "#222222")]);
    for (number, (text, colour)) in entries.enumerate() {
        let x = left + NAMES + 100.0 * number as f64;
        canvas.bar(Area { x, y: y - 9.0, width: 10.0, height: 10.0 }, colour, "legend", &text);
        canvas.text(x + 15.0, y, Anchor::Start, SMALL, &text);
    }
    y
}

fn times(plan: &Plan) -> Vec<Time> {
    let of = |kernel| Time { kernel, costs: plan.kernel_seconds(Some(kernel)) };
    (0..plan.kernels.len()).map(of).collect()
}
