//! Tabulated differences: a polynomial at consecutive integers, by additions only.
//!
//! A table of degree d holds the value and its first d differences; one step adds each difference to
//! the one below it. Lane l of W lanes visits the points l, l + W, l + 2W, …, so that its table has
//! stride W: with the forward differences E_m of stride 1,
//! Δ_W^k A(l) = Σ_m E_m · Σ_i (-1)^(k-i) C(k, i) C(l + i·W, m), integer multiples, exact modulo 1.

use super::multiword;
use crate::ir::{Builder, Value};
use num_bigint::{BigInt, Sign};
use num_integer::binomial;

/// A table in registers: variables for all differences that change, the last one constant.
pub(crate) struct Table {
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// Starts the lanes' tables from the differences E_0 … E_d of stride 1 at the item's first part, by
    /// statements that serve as many lanes.
    pub(crate) fn start(
        b: &mut Builder,
        name: &str,
        differences: &[Vec<Value>],
        served: &[u64],
    ) -> Self {
        Table::of_lanes(b, name, differences, &Lanes::of(b, served, Lanes::all))
    }

    /// Starts the table of the middle lane only, uniform, for all lanes to look at.
    pub(crate) fn of_middle_lane(
        b: &mut Builder,
        name: &str,
        differences: &[Vec<Value>],
        served: &[u64],
    ) -> Self {
        Table::of_lanes(b, name, differences, &Lanes::of(b, served, Lanes::middle))
    }

    /// `lanes`: those that there are, then those of all layouts that the statements serve.
    fn of_lanes(b: &mut Builder, name: &str, differences: &[Vec<Value>], lanes: &[Lanes]) -> Self {
        let is_varying = lanes[0].is_varying;
        let variable = |b: &mut Builder, label: &str, word: Value| match is_varying {
            true => b.varying_variable(label, word),
            false => b.variable(label, word),
        };
        let degree = differences.len() - 1;
        let rows = (0..=degree)
            .map(|k| {
                let row = lane_row(b, differences, lanes, k);
                let changes = k < degree;
                row.into_iter()
                    .enumerate()
                    .map(|(i, word)| {
                        let label = format!("{name}{k}{}", ["", "h", "hh", "hhh"][i.min(3)]);
                        match changes {
                            true => variable(b, &label, word),
                            false => b.named(&label, word),
                        }
                    })
                    .collect()
            })
            .collect();
        Table { rows }
    }

    /// The words of the current value.
    pub(crate) fn value(&self) -> &[Value] {
        &self.rows[0]
    }

    /// Advances every lane by its stride.
    pub(crate) fn step(&self, b: &mut Builder) {
        for pair in self.rows.windows(2) {
            let sum = multiword::add(b, &pair[0], &pair[1]);
            for (&variable, &word) in pair[0].iter().zip(&sum) {
                b.set(variable, word);
            }
        }
    }
}

/// The lanes that tables are made for.
struct Lanes {
    indices: Vec<u64>,
    /// Their number.
    stride: u64,
    /// Whether each has a table of its own.
    is_varying: bool,
}

impl Lanes {
    fn of(b: &Builder, served: &[u64], lanes: fn(u64) -> Lanes) -> Vec<Lanes> {
        let own = b.lanes() as u64;
        let others = served.iter().copied().filter(|lanes| *lanes != own);
        std::iter::once(own).chain(others).map(lanes).collect()
    }

    fn all(stride: u64) -> Lanes {
        Lanes { indices: (0..stride).collect(), stride, is_varying: true }
    }

    fn middle(stride: u64) -> Lanes {
        Lanes { indices: vec![stride / 2], stride, is_varying: false }
    }
}

/// Row k of the lanes' tables.
fn lane_row(b: &mut Builder, differences: &[Vec<Value>], lanes: &[Lanes], k: usize) -> Vec<Value> {
    let words = differences[0].len();
    let mut sum: Option<Vec<Value>> = None;
    for (m, difference) in differences.iter().enumerate().skip(k) {
        let factors = Factors::new(lanes, (k, m), words);
        let Some(term) = factors.times(b, difference) else { continue };
        sum = Some(match sum {
            None => term,
            Some(sum) => multiword::add(b, &sum, &term),
        });
    }
    sum.unwrap_or_else(|| vec![b.word(0); words])
}

/// The factors of difference m in row k of the tables, modulo 2^(64·words): a number for each lane.
struct Factors {
    name: String,
    /// The numbers' words of each weight, least first.
    words: Vec<Factor>,
}

/// A word of the factors of all lanes. Only what holds in all layouts is made use of, so that the same statements
/// serve them.
enum Factor {
    Zero,
    One,
    Uniform(u64),
    Each(Vec<u64>),
}

impl Factor {
    /// The word in each lane of each layout, that at hand first.
    fn new(mut layouts: Vec<Vec<u64>>) -> Factor {
        let everywhere = |is: &dyn Fn(u64) -> bool| layouts.iter().flatten().all(|&f| is(f));
        let is_uniform = |factors: &Vec<u64>| factors.iter().all(|&factor| factor == factors[0]);
        match () {
            () if everywhere(&|factor| factor == 0) => Factor::Zero,
            () if everywhere(&|factor| factor == 1) => Factor::One,
            () if layouts.iter().all(is_uniform) => Factor::Uniform(layouts[0][0]),
            () => Factor::Each(layouts.swap_remove(0)),
        }
    }
}

impl Factors {
    fn new(lanes: &[Lanes], (k, m): (usize, usize), words: usize) -> Self {
        let factors = |lanes: &Lanes| -> Vec<Vec<u64>> {
            let factor = |&lane: &u64| words_of(&stride_factor(lane, lanes.stride, k, m), words);
            lanes.indices.iter().map(factor).collect()
        };
        let layouts: Vec<Vec<Vec<u64>>> = lanes.iter().map(factors).collect();
        let of_weight = |i: usize| {
            let of_layout = |factors: &Vec<Vec<u64>>| factors.iter().map(|word| word[i]).collect();
            Factor::new(layouts.iter().map(of_layout).collect())
        };
        // Of row 0 they are the binomials C(lane, m).
        let name = match (k, m) {
            (0, 1) => "lane".into(),
            (0, _) => format!("lane_choose_{m}"),
            _ => format!("stride{k}_{m}"),
        };
        let name = if lanes[0].is_varying { name } else { format!("middle_{name}") };
        Factors { name, words: (0..words).map(of_weight).collect() }
    }

    /// A number times the factors, modulo 2^(64·words); `None` where that is 0.
    ///
    /// Long multiplication: the factors' word i counts from the number's word i on, and what would
    /// be beyond its last word falls off.
    fn times(&self, b: &mut Builder, number: &[Value]) -> Option<Vec<Value>> {
        let mut product: Option<Vec<Value>> = None;
        for (i, factor) in self.words.iter().enumerate() {
            let name = format!("{}{}", self.name, "h".repeat(i));
            let factor = match factor {
                Factor::Zero => continue,
                Factor::One if i == 0 => {
                    product = Some(number.to_vec());
                    continue;
                }
                Factor::One => b.word_by_lanes(&name, 1),
                Factor::Uniform(factor) => b.word_by_lanes(&name, *factor),
                Factor::Each(factors) => b.lane_words(&name, factors.clone()),
            };
            product = Some(match (number, product) {
                ([word], _) => vec![b.mul(*word, factor)],
                (_, product) => {
                    let sum = product.unwrap_or_else(|| {
                        let zero = b.word(0);
                        vec![b.named("zero", zero); number.len()]
                    });
                    let (low, high) = sum.split_at(i);
                    let high = multiword::mul_add(b, &number[..high.len()], factor, high);
                    [low, &high].concat()
                }
            });
        }
        product
    }
}

/// The least significant words of a number that is not negative.
fn words_of(number: &BigInt, count: usize) -> Vec<u64> {
    assert!(number.sign() != Sign::Minus, "{number} is negative");
    let words = number.iter_u64_digits().chain(std::iter::repeat(0));
    words.take(count).collect()
}

/// Σ_i (-1)^(k-i) C(k, i) C(lane + i·W, m), which is never negative.
///
/// C(n, m) = n·(n - 1)⋯(n - m + 1)/m!, with one division for all of them: kernels have thousands of factors.
fn stride_factor(lane: u64, lanes: u64, k: usize, m: usize) -> BigInt {
    let (k, m) = (k as u64, m as u64);
    let falling = |n: u64| -> BigInt { (0..m).map(|j| n.saturating_sub(j)).product() };
    let sum: BigInt = (0..=k)
        .map(|i| {
            let term = falling(lane + i * lanes) * binomial(k, i);
            if (k - i).is_multiple_of(2) { term } else { -term }
        })
        .sum();
    sum / (1..=m).product::<BigInt>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{interpret, verify};
    use rug::Integer;
    use rug::integer::Order;
    use tmd_base::random::Random;
    use tmd_design::design::{MOST_TABLE_WORDS, ORDERS};

    /// Starts a table from the differences in the seed, and emits the lanes' values, word by word,
    /// at the start and after each of some steps.
    fn table_kernel(lanes: usize, degree: usize, words: usize, steps: u64) -> crate::ir::Kernel {
        let mut b = Builder::new("table", lanes);
        let differences: Vec<Vec<Value>> =
            (0..=degree).map(|m| (0..words).map(|i| b.seed(m * words + i)).collect()).collect();
        let table = Table::start(&mut b, "g", &differences, &[]);
        let truth = b.truth(true);
        let all = b.varying(truth);
        b.repeat(steps, |b| {
            for &word in table.value() {
                b.emit(all, word);
            }
            table.step(b);
        });
        b.finish()
    }

    /// Every lane visits the values of the polynomial at its points, modulo 1, whatever the number
    /// of lanes, the degree and the words.
    #[test]
    fn tables_are_exact_at_any_number_of_lanes() {
        const STEPS: u64 = 3;
        let mut random = Random::new(20);
        let (mut values, mut wide) = (0, 0);
        for lanes in [1, 4, 8, 32, 64, 128, 1024] {
            // Beyond any table of the planner, whose degrees are below ORDERS.
            for degree in 1..=ORDERS {
                let stride = lanes as u64;
                let last = stride_factor(stride - 1, stride, degree, degree);
                for words in 1..=MOST_TABLE_WORDS {
                    wide += u32::from(words > 1 && last.bits() > 64);
                    let kernel = table_kernel(lanes, degree, words, STEPS);
                    verify(&kernel).unwrap();
                    let seed: Vec<u64> = (0..(degree + 1) * words).map(|_| random.next()).collect();
                    let mut out = vec![];
                    interpret(&kernel, &seed, 0, &mut out).unwrap();
                    let differences: Vec<Integer> =
                        seed.chunks(words).map(|d| Integer::from_digits(d, Order::Lsf)).collect();
                    let expected = (0..STEPS).flat_map(|step| {
                        let points = step * stride..(step + 1) * stride;
                        let at: Vec<Vec<u64>> =
                            points.map(|n| words_of_rug(&newton(&differences, n), words)).collect();
                        (0..words).flat_map(move |i| {
                            at.iter().map(|value| value[i]).collect::<Vec<u64>>()
                        })
                    });
                    let expected: Vec<u64> = expected.collect();
                    values += expected.len();
                    assert!(out == expected, "{lanes} lanes, degree {degree}, {words} words");
                }
            }
        }
        println!("{values} words; {wide} tables with factors beyond 64 bits");
        assert!(wide > 60, "only {wide} tables have factors of several words");
    }

    fn words_of_rug(number: &Integer, count: usize) -> Vec<u64> {
        let word = |i| Integer::from(number >> (64 * i)).keep_bits(64).to_u64_wrapping();
        (0..count).map(word).collect()
    }

    /// Σ_m E_m · C(n, m).
    fn newton(differences: &[Integer], n: u64) -> Integer {
        let choose = |m: usize| Integer::from(n).binomial(m as u32);
        differences.iter().enumerate().map(|(m, difference)| choose(m) * difference).sum()
    }
}
