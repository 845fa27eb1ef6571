//! Tabulated differences: a polynomial at consecutive integers, by additions only.
//!
//! A table of degree d holds the value and its first d differences; one step adds each difference to
//! the one below it. Lane l of W lanes visits the points l, l + W, l + 2W, …, so that its table has
//! stride W: with the forward differences E_m of stride 1,
//! Δ_W^k A(l) = Σ_m E_m · Σ_i (-1)^(k-i) C(k, i) C(l + i·W, m), integer multiples, exact modulo 1.

use super::multiword;
use crate::ir::{Builder, Value};

/// A table in registers: variables for all differences that change, the last one constant.
pub(crate) struct Table {
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// Starts the lanes' tables from the differences E_0 … E_d of stride 1 at the item's first part.
    pub(crate) fn start(b: &mut Builder, name: &str, differences: &[Vec<Value>]) -> Self {
        let lanes: Vec<u64> = (0..b.lanes() as u64).collect();
        Table::of_lanes(b, name, differences, &lanes, Builder::varying_variable)
    }

    /// Starts the table of one lane only, uniform, for all lanes to look at.
    pub(crate) fn of_lane(
        b: &mut Builder,
        name: &str,
        differences: &[Vec<Value>],
        lane: u64,
    ) -> Self {
        Table::of_lanes(b, name, differences, &[lane], Builder::variable)
    }

    fn of_lanes(
        b: &mut Builder,
        name: &str,
        differences: &[Vec<Value>],
        lanes: &[u64],
        variable: impl Fn(&mut Builder, &str, Value) -> Value,
    ) -> Self {
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

/// Row k of the lanes' tables.
fn lane_row(b: &mut Builder, differences: &[Vec<Value>], lanes: &[u64], k: usize) -> Vec<Value> {
    let words = differences[0].len();
    let stride = b.lanes() as u64;
    let mut sum: Option<Vec<Value>> = None;
    for (m, difference) in differences.iter().enumerate().skip(k) {
        let factors: Vec<u64> =
            lanes.iter().map(|&lane| stride_factor(lane, stride, k, m)).collect();
        if factors.iter().all(|&f| f == 0) {
            continue;
        }
        let term = scale(b, difference, &factors, &factor_name(k, m));
        sum = Some(match sum {
            None => term,
            Some(sum) => multiword::add(b, &sum, &term),
        });
    }
    sum.unwrap_or_else(|| vec![b.word(0); words])
}

/// A name for the factors of row k and difference m: binomials C(lane, m) for the value's row.
fn factor_name(k: usize, m: usize) -> String {
    match (k, m) {
        (0, 1) => "lane".into(),
        (0, _) => format!("lane_choose_{m}"),
        _ => format!("stride{k}_{m}"),
    }
}

/// A number times a small integer that may differ from lane to lane.
fn scale(b: &mut Builder, number: &[Value], factors: &[u64], name: &str) -> Vec<Value> {
    let factor = match factors.iter().all(|f| *f == factors[0]) {
        true if factors[0] == 1 => return number.to_vec(),
        true => b.word(factors[0]),
        false => {
            let factor = b.lane_words(factors.to_vec());
            b.named(name, factor)
        }
    };
    match number {
        [word] => vec![b.mul(*word, factor)],
        _ => {
            let zero = b.word(0);
            let zero = vec![b.named("zero", zero); number.len()];
            multiword::mul_add(b, number, factor, &zero)
        }
    }
}

/// Σ_i (-1)^(k-i) C(k, i) C(lane + i·W, m), which is never negative.
fn stride_factor(lane: u64, lanes: u64, k: usize, m: usize) -> u64 {
    let sum: i128 = (0..=k)
        .map(|i| {
            let term = binomial(k as u64, i) * binomial(lane + i as u64 * lanes, m);
            if (k - i).is_multiple_of(2) { term } else { -term }
        })
        .sum();
    sum as u64
}

fn binomial(n: u64, k: usize) -> i128 {
    (0..k as i128).fold(1, |c, i| c * (i128::from(n) - i) / (i + 1))
}
