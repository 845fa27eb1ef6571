//! The budget of a span, term by term in exact fractions: by how much a kernel's number may differ from g.

use crate::arcs::Arcs;
use crate::json::Value;
use crate::model::{Model, lost_in_moving};
use crate::number::{binomial, lg, power, power_of_two};
use crate::stop::Checked;
use rug::{Integer, Rational};

/// How a stage decides.
pub(crate) enum Check {
    /// By an existence test in words of so many fraction bits.
    Exists { threshold: u64, bits: i32 },
    /// By Farey arcs.
    Arcs(Arcs),
    /// By comparing the value of each input.
    Compare { threshold: Vec<u64> },
}

/// A stage of a kernel.
pub(crate) struct Stage {
    pub(crate) parts: u64,
    pub(crate) part_inputs: u64,
    pub(crate) items: u64,
    /// Degrees in the item's index, and words: of the value, then of the differences.
    pub(crate) quantities: Vec<(usize, u32)>,
    pub(crate) value_words: u32,
    pub(crate) slope_words: u32,
    pub(crate) check: Check,
}

/// A kernel.
pub(crate) struct Kernel {
    pub(crate) stages: Vec<Stage>,
    pub(crate) block_inputs: u64,
}

impl Kernel {
    pub(crate) fn read(number: usize, value: &Value<'_>) -> Checked<Kernel> {
        let list = value.at("stages")?.list()?;
        let stages = list.iter().map(Stage::read).collect::<Checked<Vec<_>>>()?;
        let kernel = Kernel { stages, block_inputs: value.int_at("block_inputs")? };
        match kernel.fault() {
            None => Ok(kernel),
            Some(why) => refuse!("kernel {number} cannot be one: {why}"),
        }
    }

    /// Items, parts and blocks must fit into each other, down to single inputs.
    fn fault(&self) -> Option<&'static str> {
        let mut whole = self.block_inputs;
        for (number, stage) in self.stages.iter().enumerate() {
            let Some(item) = stage.parts.checked_mul(stage.part_inputs) else {
                return Some("an item is too long");
            };
            let lengths = [whole, item, stage.parts, stage.part_inputs];
            if !lengths.iter().all(|length| length.is_power_of_two()) {
                return Some("a length is no power of two");
            }
            if number > 0 && item != whole {
                return Some("the items of a stage are not the parts of the one before");
            }
            if item <= self.block_inputs && stage.items.checked_mul(item) != Some(self.block_inputs)
            {
                return Some("the items of a stage do not make a block");
            }
            if stage.items == 0
                || stage.words().any(|words| words > 64)
                || stage.quantities.len() > 64
            {
                return Some("it has no items, or too many words");
            }
            let is_last = number + 1 == self.stages.len();
            if is_last != matches!(stage.check, Check::Compare { .. }) {
                return Some("the last stage, and it alone, compares single inputs");
            }
            whole = stage.part_inputs;
        }
        (whole != 1 || self.stages.is_empty()).then_some("it does not come down to single inputs")
    }
}

impl Stage {
    fn read(value: &Value<'_>) -> Checked<Stage> {
        let quantity = |value: &Value<'_>| Ok((value.int_at("degree")?, value.int_at("words")?));
        let mut quantities = vec![quantity(value.at("value")?)?];
        for difference in value.at("differences")?.list()? {
            quantities.push(quantity(difference)?);
        }
        let check = match value.at("check")?.members()? {
            [(name, check)] if name == "exists" => {
                let test = check.at("test")?;
                let known = ["lefevre", "regular", "regular-cut", "shared"];
                ensure!(known.contains(&test.at("test")?.text()?), "a stage has no known test")?;
                let bits = match test.at("word")?.text()? {
                    "f64" => 52,
                    "u64" => 63,
                    other => return refuse!("a test has the word `{other:.20}`"),
                };
                Check::Exists { threshold: check.int_at("threshold")?, bits }
            }
            [(name, check)] if name == "arcs" => Check::Arcs(Arcs::read(check)?),
            [(name, check)] if name == "compare" => {
                let words = check.at("threshold")?.list()?;
                Check::Compare { threshold: words.iter().map(Value::int).collect::<Checked<_>>()? }
            }
            _ => return refuse!("a stage decides in no known way"),
        };
        Ok(Stage {
            parts: value.int_at("parts")?,
            part_inputs: value.int_at("part_inputs")?,
            items: value.int_at("items")?,
            quantities,
            value_words: value.int_at("value_words")?,
            slope_words: value.int_at("slope_words")?,
            check,
        })
    }

    fn words(&self) -> impl Iterator<Item = u32> + '_ {
        let own = [self.value_words, self.slope_words];
        self.quantities.iter().map(|(_, words)| *words).chain(own)
    }

    /// d, the degree of the tables.
    fn degree(&self) -> usize {
        self.quantities.len() - 1
    }

    fn length(&self) -> Rational {
        Rational::from(self.part_inputs)
    }

    /// ε'' of the kernel: half its threshold, and whether that is a whole number of units.
    pub(crate) fn half_threshold(&self) -> (Rational, bool) {
        match &self.check {
            Check::Exists { threshold, bits } => {
                (Rational::from(*threshold) * power_of_two(-1 - bits), threshold.is_multiple_of(2))
            }
            Check::Arcs(arcs) => (arcs.epsilon(), true),
            Check::Compare { threshold } => {
                let number = Integer::from_digits(threshold, rug::integer::Order::Lsf);
                let is_whole = number.is_even() && threshold.len() == self.value_words as usize;
                (Rational::from(number) * power_of_two(-1 - 64 * threshold.len() as i32), is_whole)
            }
        }
    }
}

/// A span's model with one stage of its kernel.
pub(crate) struct Budget<'a> {
    pub(crate) place: String,
    pub(crate) model: &'a Model,
    pub(crate) stage: &'a Stage,
    /// ε, widened where inverses are sought.
    pub(crate) epsilon: Rational,
}

impl Budget<'_> {
    /// The terms by their names.
    fn terms(&self) -> Vec<(&'static str, Rational)> {
        let Budget { model, stage, .. } = self;
        let (b, moved) = (Rational::from(model.block_inputs), model.moved());
        let dropped =
            (model.block_degree + 1..=model.degree).map(|j| &moved[j] * power(&b, j)).sum();
        let mut terms = vec![
            ("threshold ε", self.epsilon.clone()),
            (
                "Taylor remainder",
                &model.derivatives[model.degree + 1] * power(&model.radius(), model.degree + 1),
            ),
            (
                "Taylor coefficients",
                Rational::from(model.degree as u64 + 1) * power_of_two(-model.coefficient_bits),
            ),
            ("terms dropped in a block", dropped),
        ];
        let (n, d, length) = (stage.parts, stage.degree(), stage.length());
        let grown = |m: usize| binomial(n, m);
        let table = |to: usize, words: u32| -> Rational {
            (0..to).map(grown).sum::<Rational>() * power_of_two(-64 * words as i32)
        };
        let has_test = matches!(stage.check, Check::Exists { .. });
        match &stage.check {
            Check::Arcs(arcs) => terms.extend(arcs.terms(model, &stage.quantities)),
            Check::Exists { .. } | Check::Compare { .. } => {
                let factorial = Rational::from(Integer::from(Integer::factorial(d as u32 + 1)));
                let ways = if has_test { grown(d + 1) + grown(d) } else { grown(d + 1) };
                let next = ways * factorial * model.q(d + 1) * power(&length, d + 1);
                terms.push(("differences dropped from the tables", next));
                terms.push(("rounding of the table of values", table(d + 1, stage.value_words)));
                let moving = stage.quantities.iter().enumerate().map(|(m, (_, words))| {
                    let lost = lost_in_moving(model, stage.items, m, *words);
                    match (has_test, m) {
                        (true, 0) => lost,
                        (true, _) => lost * &length * (grown(m - 1) + grown(m)),
                        (false, _) => lost * grown(m),
                    }
                });
                terms.push(("rounding while moving to an item", moving.sum()));
            }
        }
        if let Check::Exists { bits, .. } = &stage.check {
            let item = length.clone() * n;
            let bend = model.q(2) * 2u32 + model.q(3) * 6u32 * item;
            terms.push(("line instead of the curve", power(&length, 2) * bend / 16u32));
            terms.push(("word of the test", (length.clone() + 1u32) * power_of_two(-bits)));
            let slopes = table(d, stage.slope_words) * &length;
            terms.push(("rounding of the table of slopes, times L", slopes));
        }
        terms
    }

    /// Compares the claimed terms with the formulas, and their sum with the threshold. How many there are.
    pub(crate) fn check(&self, claimed: &[(String, String, Rational)]) -> Checked<usize> {
        let place = &self.place;
        let least = self.model.block_degree;
        let quantities = || self.stage.quantities.iter().enumerate();
        let mut fits = quantities().all(|(m, (degree, _))| *degree >= least.saturating_sub(m));
        if let Check::Arcs(arcs) = &self.stage.check {
            fits &= arcs.fits(&self.stage.quantities);
        }
        ensure!(fits, "{place}: its quantities are not those of its polynomial")?;
        let terms = self.terms();
        let mut total = Rational::new();
        for (name, status, value) in claimed {
            let Some((_, needed)) = terms.iter().find(|(known, _)| known == name) else {
                return refuse!("{place}: there is no bound `{name:.60}`");
            };
            let wanted = if name == "threshold ε" { "given" } else { "proved" };
            ensure!(
                value >= needed && status == wanted,
                "{place}: `{name}` is {status} as {}; {} follows",
                lg(value),
                lg(needed)
            )?;
            total += value;
        }
        for (name, _) in &terms {
            let count = claimed.iter().filter(|(known, ..)| known == name).count();
            ensure!(count == 1, "{place}: the bound `{name}` is there {count} times")?;
        }
        let (half, is_whole) = self.stage.half_threshold();
        // A little is for the rounding of what arcs compare.
        let is_arcs = matches!(self.stage.check, Check::Arcs(_));
        let covered = if is_arcs { half.clone() * (1 - power_of_two(-40)) } else { half.clone() };
        // Half the circle to either side excludes nothing.
        ensure!(
            is_whole && (total <= covered || half >= Rational::from((1, 2))),
            "{place}: the bounds sum up to {}, the threshold covers {}",
            lg(&total),
            lg(&half)
        )?;
        Ok(terms.len())
    }
}
