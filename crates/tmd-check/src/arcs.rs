//! A search by Farey arcs: its terms of the budget, and the obligations by which it evaluates every input near an integer, from
//! the span's model and the kernel's numbers in exact fractions. The names are those of docs/mathematics.md.

use crate::json::Value;
use crate::model::{Model, lost_in_moving};
use crate::number::{binomial, lg, power, power_of_two};
use crate::stop::Checked;
use rug::float::Round;
use rug::{Float, Integer, Rational};

/// The kernel's numbers, those of its contract too, by name.
#[derive(Clone)]
pub(crate) struct Arcs(Vec<(String, Rational)>);

/// Numbers with sizes beyond this are no kernel's.
const MOST_EXPONENT: i32 = 1 << 12;

impl Arcs {
    pub(crate) fn read(value: &Value<'_>) -> Checked<Arcs> {
        let mut numbers = vec![];
        let contract = value.find("contract").map_or(Ok(&[][..]), Value::members)?;
        let own = value.members()?.iter().filter(|(name, _)| name != "contract");
        for (name, value) in own.chain(contract) {
            numbers.push((name.to_string(), value.exact()?));
        }
        Ok(Arcs(numbers))
    }

    /// A number; one that is missing is 0, which fulfils nothing.
    fn get(&self, name: &str) -> Rational {
        self.named(name).unwrap_or_default()
    }

    /// A number, if it is there.
    fn named(&self, name: &str) -> Option<Rational> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, n)| n.clone())
    }

    /// Another value for a number, to see what it breaks.
    #[cfg(test)]
    pub(crate) fn set(&mut self, name: &str, to: Rational) {
        self.0.iter_mut().filter(|(known, _)| known == name).for_each(|(_, n)| *n = to.clone());
    }

    /// c/2 of the orders Q = ∛(c/2B): certificates that do not name c had 4.
    fn half_order_cubed(&self) -> Rational {
        self.named("order_cubed").unwrap_or_else(|| Rational::from(4)) / 2u32
    }

    /// The terms of the vertex' series: certificates that do not name them had 2. No other number than 2, 3 and 4 is one.
    fn vertex_terms(&self) -> Option<usize> {
        let terms = self.named("vertex_terms").unwrap_or_else(|| Rational::from(2));
        (2..=4).into_iter().find(|known| terms == *known).map(|known| known as usize)
    }

    /// 2 to a number.
    fn two_to(&self, name: &str, sign: i32) -> Rational {
        let exponent = self.get(name).to_f64() as i32;
        power_of_two(sign * exponent.clamp(-MOST_EXPONENT, MOST_EXPONENT))
    }

    /// ε'' of the kernel.
    pub(crate) fn epsilon(&self) -> Rational {
        self.get("threshold") * power_of_two(-63)
    }

    /// Whether the packet's numbers are a value, a slope, a curvature and a cubic coefficient of sensible sizes.
    pub(crate) fn fits(&self, quantities: &[(usize, u32)]) -> bool {
        let sizes = [
            "slope_bits",
            "curvature_shift",
            "cubic_shift",
            "least_curvature",
            "order_bits",
            "bend",
            "bias",
        ];
        let is_small =
            |name: &&str| self.get(name).is_integer() && self.get(name).abs() <= MOST_EXPONENT;
        let t = self.get("packet_inputs");
        let halves =
            |t: &Rational| t.is_integer() && t.numer().is_power_of_two() && *t <= power_of_two(63);
        let slope_fits = self.get("slope_bits") >= 0 && self.get("slope_bits") <= 53;
        sizes.iter().all(is_small) && halves(&t) && slope_fits && quantities.len() == 4
    }

    /// e_m: what number m of a packet is off by.
    fn number(&self, model: &Model, m: usize, words: u32) -> Rational {
        let packets = Rational::from(model.block_inputs) / self.get("packet_inputs");
        let packets = packets.floor().numer().to_u64().unwrap_or(u64::MAX).max(1);
        let moved = lost_in_moving(model, packets, m, words);
        match m {
            0 => moved + power_of_two(-52),
            1 => moved + power_of_two(-53) * self.two_to("slope_bits", -1),
            2 => (moved + power_of_two(-53)) * self.two_to("curvature_shift", -1),
            _ => (moved + power_of_two(-53)) * self.two_to("cubic_shift", -1),
        }
    }

    /// B₁, C₁, and M (V in the documents), which sums on the way stay below.
    fn sizes(&self, model: &Model, quantities: &[(usize, u32)]) -> [Rational; 3] {
        let [b1, c1] = [2, 3].map(|m| model.q(m) + self.number(model, m, quantities[m].1));
        let t = self.get("packet_inputs");
        let bent = (b1.clone() * &t + c1.clone() * power(&t, 2)) * &t * Rational::from((101, 100));
        let most = bent + 3u32 + t * self.two_to("slope_bits", -1);
        [b1, c1, most]
    }

    /// The terms of the budget that take the place of tables and line.
    pub(crate) fn terms(
        &self,
        model: &Model,
        quantities: &[(usize, u32)],
    ) -> Vec<(&'static str, Rational)> {
        let t = self.get("packet_inputs");
        let dropped = (4..model.block_derivatives.len()).map(|j| model.q(j) * power(&t, j));
        let numbers = quantities.iter().enumerate();
        let rounding = numbers.map(|(m, (_, words))| self.number(model, m, *words) * power(&t, m));
        let [.., most] = self.sizes(model, quantities);
        vec![
            ("terms dropped in a packet", dropped.sum()),
            ("rounding of the packet's polynomial", rounding.sum()),
            ("evaluation at an input", most * power_of_two(-49)),
        ]
    }

    /// Every obligation: its name, what is needed, what is had.
    pub(crate) fn obligations(
        &self,
        model: &Model,
        quantities: &[(usize, u32)],
        total: &Rational,
    ) -> Option<Vec<(&'static str, Rational, Rational)>> {
        let two = power_of_two;
        let ratio = |n: i32, d: i32| Rational::from((n, d));
        let [b1, c1, most] = self.sizes(model, quantities);
        let (t, eta, b) = (self.get("packet_inputs"), self.epsilon(), self.two_to("bend", -1));
        let (e_r, e_s, r) = (two(-10), two(-11), model.radius());
        let (degree, moved) = (model.degree, model.moved());
        let pairs = |j: usize| binomial(j as u64, 2);
        let block = Rational::from(model.block_inputs);
        // What the model changes in the curvature.
        let mut off = pairs(degree + 1) * &model.derivatives[degree + 1] * power(&r, degree - 1);
        off += (2..=degree).map(pairs).sum::<Rational>() * model.inexactness(2);
        off += (model.block_degree + 1..=degree)
            .map(|j| pairs(j) * &moved[j] * power(&block, j.saturating_sub(2)))
            .sum::<Rational>();
        let least = model.least_curvature.clone()?;
        let b0 = least.clone() - off - self.number(model, 2, quantities[2].1);
        if b >= 1 || b0 <= two(-98) || b0 < least / 2u32 || model.q(2).is_zero() {
            return None;
        }
        let root = |y: Rational| y.floor().numer().clone().root(3).max(Integer::from(4));
        let order_bits =
            self.get("order_bits").numer().to_u32().filter(|bits| (1..64).contains(bits))?;
        let largest = Integer::from(Integer::u_pow_u(2, order_bits)) - 1u32;
        let low = Rational::from(root(self.half_order_cubed() / model.q(2)).min(largest));
        let order =
            two(root(self.half_order_cubed() / &b0).significant_bits().min(order_bits) as i32);
        let w = t.clone() * ratio(51, 50) + ratio(3, 4) / (b0.clone() * &low);
        let slope_off = two(-52) * self.two_to("slope_bits", -1) / &b0;
        let bend = c1.clone() * 3u32 * &w / &b0;
        let s0 = two(-37) + power(&bend, self.vertex_terms()?) * 2u32;
        let step = bend.clone() * two(-40) + two(-48);
        let first = slope_off.clone() + w.clone() * &s0;
        let second = slope_off.clone() + w.clone() * (bend.clone() * &s0 + &step);
        let half_more = first.clone() + ratio(1, 2);
        let dip = (b.clone() + 1u32) * &b1 * (power(&first, 2) + first.clone() * 2u32)
            + power(&half_more, 3) * &c1 * 2u32;
        let mut inverse = e_r.clone();
        for _ in 0..self.get("inverse_steps").to_f64().min(8.0) as u32 {
            inverse = power(&inverse, 2) + two(-51);
        }
        let e: Rational = (e_r.clone() + 1u32) / (1 - e_s.clone()) - 1u32;
        let mut square_root = e_s.clone();
        for _ in 0..self.get("root_steps").to_f64().min(8.0) as u32 {
            square_root = square_root.clone() * &e
                + power(&square_root, 2) * (e.clone() + 1u32) / 2u32
                + two(-51);
        }
        let above = self.get("above") - 1u32;
        let mu = t.clone() * ratio(33, 32) * &s0;
        let vertex = slope_off + t.clone() * (bend.clone() * power(&s0, 2) + step);
        let near = vertex * &mu * ratio(17, 8)
            + bend.clone() * &s0 * power(&(mu + ratio(1, 2)), 2) * ratio(9, 8);
        let straight = b.clone() * ratio(9, 16);
        let share = ratio(64, 63);
        let had = |name: &str| self.get(name);
        let all = vec![
            ("threshold", total.clone() * (two(-40) + 1u32), eta.clone()),
            ("scaled-curvature", model.q(2) * self.two_to("curvature_shift", 1), ratio(49, 50)),
            ("scaled-cubic", model.q(3) * self.two_to("cubic_shift", 1), ratio(49, 100)),
            ("curvature", self.two_to("least_curvature", 1), b0.clone()),
            (
                "distance",
                t.clone()
                    + (ratio(1, 1) / (1 - b.clone()) + two(-10)) / (b0.clone() * &low * 2u32)
                    + 1u32
                    + first.clone() * 3u32,
                w.clone(),
            ),
            ("extent", w.clone(), two(49)),
            ("bend", bend.clone(), b.clone()),
            ("straight", b.clone(), two(-5)),
            (
                "bias",
                order.clone() * (eta * ratio(17, 8) + dip + most.clone() * two(-50)) + two(-20),
                self.two_to("bias", -1),
            ),
            ("exact-class", power(&order, 2) * &most, two(50)),
            ("exact-multiple", order.clone() * &most, two(31)),
            (
                "exact-slope",
                order.clone() * (b1 * &t * 2u32 + c1 * power(&t, 2) * 3u32 + 2u32),
                two(50),
            ),
            ("start", had("order_bits") * 2u32, had("slope_bits") + 32u32),
            (
                "spread",
                (b.clone() * ratio(3, 8) + 1u32) * 2u32 / (1 - b.clone()) + two(-40),
                had("spread"),
            ),
            (
                "root-estimate",
                (straight.clone() + 1u32) * &share / (1 - e_s.clone()) + two(-40),
                had("root_estimate"),
            ),
            ("reach-factor", (straight.clone() + 1u32) * &share + two(-40), had("reach_factor")),
            (
                "rough",
                (straight + &e_s) * &share + two(-20),
                had("rough") * (b.clone() + had("rough_estimate")),
            ),
            ("slope-estimate", (e_s + 1u32) / (1 - e_r) + two(-40), had("slope_estimate")),
            ("third-order", (b + 1u32) * ratio(5, 2) + two(-40), had("third_order")),
            ("class-share", order.clone() * most * two(-51), had("class_share")),
            ("inverse", inverse, two(-39)),
            ("above", two(-39) + two(-51), above.clone()),
            ("quotient", order * 2u32 * (above + two(-39) + two(-51)), ratio(1, 2)),
            ("root", square_root, two(-48)),
            ("reach", first * 4u32 + ratio(27, 16), had("reach")),
            ("fine-reach", second * 4u32 + ratio(27, 16), had("fine_reach")),
            ("near", near, power(&(w * bend * s0 * 2u32 + 1u32), 2)),
        ];
        Some(all)
    }

    /// Proves the obligations of a stage and compares them with what the certificate says. How many there are.
    pub(crate) fn check(
        &self,
        place: &str,
        model: &Model,
        quantities: &[(usize, u32)],
        total: &Rational,
        entries: &[&Value<'_>],
    ) -> Checked<u64> {
        let Some(all) = self.obligations(model, quantities, total) else {
            return refuse!("{place}: its curvature is not bounded enough for arcs");
        };
        ensure!(
            entries.len() == all.len(),
            "{place}: {} obligations are listed, not {}",
            entries.len(),
            all.len()
        )?;
        for (entry, (name, needed, had)) in entries.iter().zip(&all) {
            ensure!(
                needed <= had,
                "{place}: `{name}` needs {}; the kernel has {}",
                lg(needed),
                lg(had)
            )?;
            let (said_needed, said_had) =
                (entry.at("needed")?.binary64()?, entry.at("had")?.binary64()?);
            let slack = had.clone() / 16u32 + had;
            let is_so = entry.at("name")?.text()? == *name
                && said_needed >= *needed
                && said_needed <= said_had
                && said_had <= slack;
            ensure!(
                is_so,
                "{place}: `{name}` needs {} and has {}, other than is said",
                lg(needed),
                lg(had)
            )?;
        }
        self.loops(place, model, quantities)?;
        Ok(all.len() as u64)
    }

    /// Whether the kernel's loops are long enough: as many arcs, integers and members as the formulas say.
    pub(crate) fn loops(
        &self,
        place: &str,
        model: &Model,
        quantities: &[(usize, u32)],
    ) -> Checked<()> {
        let number = |value: &Rational| Float::with_val_round(100, value, Round::Up).0;
        let [b1, c1, _] = self.sizes(model, quantities).map(|size| number(&size));
        let get = |name: &str| number(&self.get(name));
        let (t, order) = (get("packet_inputs"), number(&self.two_to("order_bits", 1)));
        let (flat, reach, fine) =
            (number(&self.two_to("least_curvature", 1)), get("reach"), get("fine_reach"));
        let bend = number(&self.two_to("bend", -1));
        let cube = (self.half_order_cubed() / model.q(2)).floor().numer().clone();
        let root = cube.root(3).max(Integer::from(4));
        let low = Float::with_val(100, root).min(&order);
        // A few roundings of 2^-53 are far below the margins of 2^-40 and 2^-9.
        let most = |factor: &str| -> Float {
            get(factor) * (1 + power_of_two(-11)) * (1 + power_of_two(-40))
        };
        let (of_root, of_reach) = (most("root_estimate"), most("reach_factor"));
        let spread: Float =
            get("spread") * number(&self.epsilon()) * (1 + power_of_two(-9)) / &flat;
        let spread = spread.sqrt();
        let far = Float::with_val(100, 0.75 / (low.clone() * &flat) + &t) * 1.25;
        let bend_far = Float::with_val(100, 3 * c1.clone() * &far / &flat);
        let tau =
            (bend_far.clone() + 1) * (low.recip() + bend_far.clone() * 1.4 + power_of_two(-10));
        let radius = (spread.clone().max(&Float::with_val(100, 1)) + &reach)
            * of_root.clone().max(&of_reach);
        let bent = bend_far.clone().square() * &far * 5.1;
        let wide = (bend.max(&bend_far) + power_of_two(-9)) * &far * 4 + &t + &radius;
        let crossings: Float =
            (tau * 1.05 + order.clone() * &b1 * (radius * 2.4 + bent)) * wide + 8;
        let near = of_root * spread + fine;
        let far = far + &near + of_reach * reach;
        let bend_far = Float::with_val(100, c1 * &far * 3 / flat).square();
        let members: Float = (far * bend_far + near) * 2.2 + 8;
        let rounds: Float = order.square() * b1 * t * 4 + 4;
        for (name, least) in [("rounds", rounds), ("crossings", crossings), ("members", members)] {
            ensure!(
                least <= self.get(name),
                "{place}: `{name}` is too small: {:.0} may be needed",
                least.to_f64()
            )?;
        }
        Ok(())
    }
}
