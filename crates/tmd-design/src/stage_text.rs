//! The documentation of an emitted stage function.

use crate::design::{ArcsPlan, Check, Quantity, StagePlan, Test, TestPlan};
use crate::names::{division_name, test_name, threshold, word_name, words};
use tmd_base::text::{count, grouped, plural, wrap};

/// Columns of an emitted line after `/// `.
const WIDTH: usize = 96;

impl StagePlan {
    /// The documentation of the emitted function of a stage: meaning, arguments,
    /// postcondition and method, a line each.
    pub fn describe(&self) -> Vec<String> {
        let mut doc = Doc { lines: vec![] };
        doc.head(self);
        doc.arguments(self);
        doc.postcondition(self);
        match &self.check {
            Check::Exists { test, .. } => doc.existence(self, test),
            Check::Arcs(arcs) => doc.arcs(self, arcs),
            Check::Compare { .. } => doc.comparison(self),
        }
        doc.lines
    }

    /// The threshold 2ε'': hexadecimal, in units of 2 to the minus so many bits, and as a power of two.
    pub fn threshold_text(&self) -> (String, u32, String) {
        threshold(self)
    }
}

struct Doc {
    lines: Vec<String>,
}

impl Doc {
    fn paragraph(&mut self, text: &str) {
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.extend(wrap("", text, WIDTH));
    }

    fn points(&mut self, points: &[String]) {
        for point in points {
            self.lines.extend(wrap("- ", point, WIDTH));
        }
    }

    fn steps(&mut self, steps: &[String]) {
        for (i, step) in steps.iter().enumerate() {
            self.lines.extend(wrap(&format!("{}. ", i + 1), step, WIDTH));
        }
    }

    fn head(&mut self, stage: &StagePlan) {
        let (item, part, parts) =
            (count(stage.item_inputs()), count(stage.part_inputs), grouped(stage.parts.into()));
        match stage.check {
            Check::Exists { .. } => self.paragraph(&format!(
                "Tests one item, {item} consecutive inputs in {parts} parts of L = {part}, part by \
                 part, and writes the parts that may hold an HR-case."
            )),
            Check::Arcs(_) => self.paragraph(&format!(
                "Searches one item, {item} consecutive inputs in {parts} parts of L = {part}, and \
                 writes the parts that hold an input which may be an HR-case."
            )),
            Check::Compare { .. } => self.paragraph(&format!(
                "Walks one item, {item} consecutive inputs, and writes those that may be HR-cases: \
                 a part is one input (L = 1), and there are {parts}."
            )),
        }
    }

    fn arguments(&mut self, stage: &StagePlan) {
        self.paragraph(
            "With t counting inputs from the first of the block, P(t) is the block's polynomial \
             near g(t) = f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a \
             word, least word first.",
        );
        let mut at = 0;
        let index = if matches!(stage.check, Check::Arcs(_)) { "packet" } else { "item" };
        let mut seed_layout = |meaning: &str, quantity: &Quantity| {
            let first = at;
            at += (quantity.degree + 1) * quantity.words;
            format!(
                "`seed[{first}..{at}]`: {meaning}, as a polynomial of degree {} in the {index} index, \
                 the highest coefficient first, {} each.",
                quantity.degree,
                words(quantity.words)
            )
        };
        let mut points = vec![seed_layout(&value_meaning(stage), &stage.value)];
        for (m, quantity) in stage.differences.iter().enumerate() {
            points.push(seed_layout(&difference_meaning(stage, m), quantity));
        }
        if matches!(stage.check, Check::Arcs(_)) {
            let last = stage.seed_words() - 1;
            points.push(format!("`seed[{last}]`: the order Q of the Farey sequence."));
        }
        points.push(format!(
            "`item`: index of the item in the block, 0 … {}; the item is the inputs t = item·{} …",
            grouped(u128::from(stage.items) - 1),
            count(stage.item_inputs())
        ));
        points.push(format!(
            "`out`: receives the indices of surviving parts; part j of the item has index \
             item·{} + j and is the {} from t = index·{}.",
            grouped(stage.parts.into()),
            match stage.part_inputs {
                1 => "input".to_owned(),
                n => format!("{} inputs", count(n)),
            },
            count(stage.part_inputs)
        ));
        self.lines.push(String::new());
        self.points(&points);
    }

    fn postcondition(&mut self, stage: &StagePlan) {
        let what = match stage.check {
            Check::Exists { .. } | Check::Arcs(_) => "part that holds an input",
            Check::Compare { .. } => "input",
        };
        self.paragraph(&format!(
            "Postcondition: every {what} with |g cmod 1| < ε is written; others may be."
        ));
    }

    fn tables(&self, stage: &StagePlan) -> Vec<String> {
        let degree = stage.differences.len();
        let horner = "The table's entries are moved to the item by Horner's rule in the item \
                      index, exact modulo 1."
            .to_owned();
        let values = format!(
            "Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions \
             only. Values: {} of {}",
            plural(degree, "difference"),
            words(stage.value_words)
        );
        match stage.check {
            Check::Exists { .. } => {
                let slopes = plural(degree.saturating_sub(1), "difference");
                let words = words(stage.slope_words);
                vec![horner, format!("{values}; slopes: {slopes} of {words}.")]
            }
            Check::Arcs(_) | Check::Compare { .. } => vec![horner, format!("{values}.")],
        }
    }

    fn existence(&mut self, stage: &StagePlan, test: &TestPlan) {
        let (hex, bits, power) = threshold(stage);
        let n = count(stage.part_inputs);
        self.paragraph("Method:");
        let mut steps = self.tables(stage);
        steps.push(format!(
            "On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = {n}, \
             d the value at its first input and -a the slope, each cut to F = {bits} bits. An \
             HR-case there makes some d - a·x mod 1 fall below 2ε''."
        ));
        steps.push(format!(
            "{}, quotients {}, lengths as {}: {}",
            capital(test_name(test.test)),
            division_name(test.division),
            word_name(test.word),
            circle(test.test)
        ));
        steps.push(format!(
            "Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: \
             d ≥ 2ε'' = {hex}·2^-{bits} = {power} excludes the part. A test takes at most N + 1 \
             rounds, and about log N."
        ));
        self.steps(&steps);
    }

    fn arcs(&mut self, stage: &StagePlan, arcs: &ArcsPlan) {
        let (hex, bits, power) = threshold(stage);
        self.paragraph("Method:");
        let far = arcs.far.map(|far| {
            format!(
                "An arc whose vertex would be {} inputs or more from the packet's first, if C were 0, is \
                 not searched: all parts of the packet are reported from the arc's first input on.",
                count(far)
            )
        });
        let steps = [
            format!(
                "A lane has a packet of T = {} inputs. P there is A + S·t + B·t² + C·t³ modulo 1, \
                 moved by Horner's rule in the packet's index, then in binary64.",
                count(arcs.packet_inputs)
            ),
            "The slope rises. The packet is cut into arcs, the inputs where it is nearest to a \
             fraction r/q of the Farey sequence of order Q; one fraction follows from the two before \
             it. Neighbours are parted at their mediant."
                .into(),
            "Along an arc q·P mod 1 is a parabola about the vertex, where the slope is r/q. An \
             HR-case is next to a root where q·P passes an integer I + K, and in the class t ≡ m - (I \
             + K)·q_before modulo q, m an input near the vertex: nowhere else is q·P(t) an integer that \
             q divides."
                .into(),
            format!(
                "K = 0 is tried with both roots, roughly; where a member of the class is near one, or \
                 the arc reaches the next integer, all roots are gone through exactly, and every member \
                 near one is evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = {hex}·2^-{bits} = \
                 {power}."
            ),
        ];
        self.steps(&steps.into_iter().chain(far).collect::<Vec<String>>());
    }

    fn comparison(&mut self, stage: &StagePlan) {
        let (hex, bits, power) = threshold(stage);
        self.paragraph("Method:");
        let mut steps = self.tables(stage);
        steps.push(format!(
            "An input survives when P(t) + ε'' mod 1 < 2ε'' = {hex}·2^-{bits} = {power}: that is \
             |P(t) cmod 1| < ε''."
        ));
        self.steps(&steps);
    }
}

/// The invariant and the moves of a test.
fn circle(test: Test) -> &'static str {
    match test {
        Test::Lefevre => {
            "the points a·x mod 1 placed so far cut the circle into lengths of two kinds; d lies in \
             one of the kind `own`, the others are `other`, and own·own_count + other·other_count \
             = 1. A round takes k·own from `other` (points that fall elsewhere), then places one \
             point in d's own length: right of it, d becomes the distance to that point."
        }
        Test::Regular | Test::RegularCut | Test::Shared | Test::Arcs => {
            "the points a·x mod 1 placed so far cut the circle into u lengths p and v lengths q, \
             u·p + v·q = 1, and d is the distance from the nearest of them on the left. Start: p = \
             a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d mod p; p -= \
             k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full \
             quotient is valid, d is reduced exactly."
        }
    }
}

fn value_meaning(stage: &StagePlan) -> String {
    match stage.check {
        Check::Exists { .. } => {
            "the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the middle \
             of the item (best line instead of the chord)"
                .into()
        }
        Check::Arcs(_) => "P at the first input of a packet, or -P where P'' < 0".into(),
        Check::Compare { .. } => "P + ε'' at the first input".into(),
    }
}

fn difference_meaning(stage: &StagePlan, m: usize) -> String {
    match (&stage.check, m) {
        (Check::Exists { .. }, 0) => "slope s0 of the chord of the first part, an input".into(),
        (Check::Exists { .. }, _) => {
            format!("difference s{m} of order {m} of the slopes over the parts")
        }
        (Check::Arcs(_), 0) => "slope P' there".into(),
        (Check::Arcs(arcs), 1) => {
            format!("curvature P''/2 there, times 2^{}", arcs.curvature_shift)
        }
        (Check::Arcs(arcs), _) => format!("P'''/6 there, times 2^{}", arcs.cubic_shift),
        (Check::Compare { .. }, _) => {
            format!("difference g{n} of order {n} of the values over the inputs", n = m + 1)
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}
