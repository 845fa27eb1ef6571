//! The words of a block that its kernel starts from.

use crate::block::Block;
use rug::Float;
use tmd_base::narrow;
use tmd_design::phases::points::UP;
use tmd_design::phases::seed;

/// A unit of q is no less: a vector that is not too long, of up to 8192 turns, has a q below 2^58 then.
const LEAST_UNIT: f64 = 1.0 / (1u64 << 45) as f64;
/// Integers of vectors are smaller, in units.
const MOST: f64 = (1u64 << 62) as f64;

impl Block {
    /// Its seed, as [`seed`] lays it out. None where there are no arcs, or where integers of 64 bits might not hold the first basis on later
    /// arcs, or two words a number.
    ///
    /// On its first arc, a strand has the basis of the block's first: ρ has grown by q times what the slope has. The longest vector there is √3 times
    /// its longest term at most, and nine reductions make no vector longer than (1 + 2^-9)⁹ times that ([`MOST_TIMES`]). The longest term is asked
    /// to be below 2^61 of the smallest unit, so that all integers stay below 2^62.
    ///
    /// [`MOST_TIMES`]: tmd_design::phases::MOST_TIMES
    pub(crate) fn seed(&self) -> Option<Vec<u64>> {
        let is_held = self.arcs > 0 && self.units[0].abs() >= LEAST_UNIT;
        let least = self.units.iter().fold(f64::INFINITY, |least, unit| least.min(unit.abs()));
        match is_held && 2.0 * self.reach() < MOST * least {
            true => self.words(),
            false => None,
        }
    }

    /// How many turns a term of a vector of the first basis lets F vary by at most, on any arc.
    fn reach(&self) -> f64 {
        let basis = &self.basis;
        let steeper = self.steeper();
        let size = |own: i64| narrow::about(own.unsigned_abs());
        let of = |k: usize| {
            let rho = size(basis.rho[k]) + size(basis.q[k]) * steeper;
            [size(basis.q[k]), rho, size(basis.sigma[k])]
        };
        let terms = (0..3).flat_map(|k| of(k).into_iter().zip(self.units));
        terms.map(|(size, unit)| size * unit.abs()).fold(0.0, f64::max)
    }

    /// How many units the slope grows by at most from the first arc to any other: by Newton's forward differences.
    fn steeper(&self) -> f64 {
        let arcs = f64::from(self.arcs);
        let mut ways = 1.0;
        let mut sum = 2.0;
        for (order, difference) in (1u8..).zip(&self.slope[1..]) {
            let order = f64::from(order);
            ways *= arcs / order;
            let size = narrow::about(difference.cast_signed().unsigned_abs());
            sum += ways * size / 2f64.powi(64);
        }
        sum * 1.001
    }

    /// What F may be off by for each turn of the bend, rounded up, and what is added.
    fn slack_by_bend(&self) -> [f64; 2] {
        let [of_q, added] = self.slack;
        [of_q / self.units[0].abs() * UP, added]
    }

    fn words(&self) -> Option<Vec<u64>> {
        let mut words = Vec::with_capacity(seed::WORDS);
        words.extend(self.value.iter().chain(&self.slope).flat_map(|own| halves(*own)));
        words.push(self.length << self.shift);
        words.push(u64::from(self.arcs));
        let basis = &self.basis;
        for all in [basis.q, basis.rho, basis.sigma] {
            words.extend(all.map(i64::cast_unsigned));
        }
        words.extend(basis.f);
        for number in self.units.into_iter().chain(self.slack_by_bend()).chain([self.longest]) {
            words.extend(halves(fixed_point(number)?.cast_unsigned()));
        }
        Some(words)
    }
}

/// The low and the high word.
fn halves(own: u128) -> [u64; 2] {
    [own & u128::from(u64::MAX), own >> 64].map(|half| u64::try_from(half).unwrap_or_default())
}

/// A number in units of 2^-[`seed::FRACTION`], if the kernel makes the same number of them.
fn fixed_point(number: f64) -> Option<i128> {
    let units = (Float::with_val(53, number) << seed::FRACTION).to_integer()?.to_i128()?;
    // As the kernel makes a number of it again: of two words, each rounded.
    let [low, high] = halves(units.cast_unsigned());
    let high = high.cast_signed() as f64 * 2f64.powi(64 - seed::FRACTION);
    let again = high + low as f64 * 2f64.powi(-seed::FRACTION);
    (again == number).then_some(units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Basis;
    use crate::function::Function;
    use crate::request::Request;
    use crate::search::Binade;
    use std::ops::Range;
    use tmd_functions::language::FormatName;

    #[test]
    fn words_stand_where_the_layout_says() {
        let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
        let range = "2^600,2^601";
        let function = Function::parse("cos").unwrap();
        let request = Request::new(function, format, range, "0.3,0.4", Some(44)).unwrap();
        let binade = Binade::new(&request, &request.segments[0]);
        let part = &binade.all_parts().unwrap()[0];
        let Range { start, end } = &part.phases;
        let block = binade.searched(part.spacing.unwrap()).block(start, end, None).unwrap();
        assert!(block.arcs > 1000);
        let words = block.seed().unwrap();
        assert_eq!(words.len(), seed::WORDS);
        let two = |at: usize| u128::from(words[at]) | u128::from(words[at + 1]) << 64;
        assert_eq!([0, 1, 2, 3, 4].map(|k| two(seed::VALUE + 2 * k)), block.value);
        assert_eq!([0, 1, 2, 3].map(|k| two(seed::SLOPE + 2 * k)), block.slope);
        assert_eq!(words[seed::ADVANCE], block.length << block.shift);
        assert_eq!(words[seed::ARCS], u64::from(block.arcs));
        let three = |at: usize| [0, 1, 2].map(|k| words[seed::BASIS + 3 * at + k]);
        let Basis { q, rho, sigma, f } = block.basis;
        let own = [q, rho, sigma].map(|own| own.map(i64::cast_unsigned));
        assert_eq!([0, 1, 2].map(three), own);
        assert_eq!(three(3), f);
        let number = |at: usize| two(at).cast_signed() as f64 / 2f64.powi(seed::FRACTION);
        assert_eq!([0, 1, 2].map(|k| number(seed::UNITS + 2 * k)), block.units);
        let [by_bend, added] = [0, 1].map(|k| number(seed::SLACK + 2 * k));
        assert!(by_bend * block.units[0].abs() > block.slack[0]);
        assert!(by_bend * block.units[0].abs() < block.slack[0] * 1.000_001);
        assert_eq!(added, block.slack[1]);
        assert_eq!(number(seed::LONGEST), block.longest);
        assert_eq!(fixed_point(1e-30), None);
        assert_eq!(fixed_point(1e6), None);
        // Its low word has 64 bits.
        assert_eq!(fixed_point(-3.0 * 2f64.powi(-59) - 2f64.powi(-110)), None);
    }
}
