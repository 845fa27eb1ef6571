//! draft
use crate::bounds::{Model, lost_in_moving};
use crate::json::Value;
use crate::number::{power, power_of_two};
use crate::stop::Checked;
use rug::Rational;

/// The numbers of a stage that searches by Farey arcs.
pub(crate) struct Arcs {
    packet_inputs: u64,
    slope_bits: i32,
    curvature_shift: i32,
    cubic_shift: i32,
    threshold: u64,
}

impl Arcs {
    pub(crate) fn read(value: &Value<'_>) -> Checked<Arcs> {
        Ok(Arcs {
            packet_inputs: value.int_at("packet_inputs")?,
            slope_bits: value.int_at("slope_bits")?,
            curvature_shift: value.int_at("curvature_shift")?,
            cubic_shift: value.int_at("cubic_shift")?,
            threshold: value.int_at("threshold")?,
        })
    }

    /// ε'' of the kernel.
    pub(crate) fn epsilon(&self) -> Rational {
        Rational::from(self.threshold) * power_of_two(-63)
    }

    /// Whether the packet's numbers are a value, a slope, a curvature and a cubic coefficient of sensible sizes.
    pub(crate) fn fits(&self, quantities: &[(usize, u32)], block_degree: usize) -> bool {
        self.packet_inputs.is_power_of_two()
            && (0..=53).contains(&self.slope_bits)
            && self.curvature_shift.abs() <= 1 << 12
            && self.cubic_shift.abs() <= 1 << 12
            && quantities.len() == 4
            && quantities[0].0 >= block_degree
    }

    /// e_m: what number m of a packet is off by.
    fn number(&self, model: &Model, m: usize, words: u32) -> Rational {
        let packets = (model.block_inputs / self.packet_inputs.max(1)).max(1);
        let moved = lost_in_moving(model, packets, m, words);
        match m {
            0 => moved + power_of_two(-52),
            1 => moved + power_of_two(-53 - self.slope_bits),
            2 => (moved + power_of_two(-53)) * power_of_two(-self.curvature_shift),
            _ => (moved + power_of_two(-53)) * power_of_two(-self.cubic_shift),
        }
    }

    /// The terms of the budget that take the place of tables and line.
    pub(crate) fn terms(
        &self,
        model: &Model,
        quantities: &[(usize, u32)],
    ) -> Vec<(&'static str, Rational)> {
        let t = Rational::from(self.packet_inputs);
        let dropped = (4..model.block_derivatives.len()).map(|j| model.q(j) * power(&t, j));
        let numbers = quantities.iter().enumerate();
        let rounding = numbers.map(|(m, (_, words))| self.number(model, m, *words) * power(&t, m));
        let bent = model.q(2) * power(&t, 2) + model.q(3) * power(&t, 3);
        let size = Rational::from(3) + t.clone() * power_of_two(-self.slope_bits) + bent;
        vec![
            ("terms dropped in a packet", dropped.sum()),
            ("rounding of the packet's polynomial", rounding.sum()),
            ("evaluation at an input", size * power_of_two(-49)),
        ]
    }
}
pub(crate) fn obligations(_: &Value<'_>, _: usize) -> Checked<Vec<()>> {
    Ok(vec![])
}
impl Arcs {
    pub(crate) fn check(
        &self,
        _: &str,
        _: &Model,
        _: &crate::bounds::Stage,
        _: &Rational,
        _: &[()],
    ) -> Checked<u64> {
        Ok(0)
    }
}
