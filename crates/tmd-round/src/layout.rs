//! The pieces and values that a function is computed by: where each argument finds its own.

use crate::aim::Aim;
use crate::piece::{Part, Piece};
use rayon::prelude::*;
use tmd_base::narrow;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::Width;
use tmd_walk::Encoding;
use tmd_walk::Value;

/// Degrees that are tried.
const DEGREES: std::ops::RangeInclusive<usize> = 1..=4;
/// Arguments of their own, in all, if they make tables shorter.
const MOST_EXCEPTIONS: usize = 12;
/// A piece of so many arguments may leave one out.
const LONG: usize = 64;

/// How the arguments of a binade are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binade {
    /// By 2^`cuts` polynomials on parts of one length, from the one of this index on.
    Pieces {
        /// The index of the first.
        first: usize,
        /// log2 of how many there are.
        cuts: u32,
    },
    /// By a number each, from the one of this index on.
    Values {
        /// The index of the first.
        first: usize,
    },
}

/// The pieces and values of all binades.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The arithmetic.
    pub width: Width,
    /// The degree of the polynomials.
    pub degree: usize,
    /// Whether one sign stands for both.
    pub parity: Option<Parity>,
    /// A binade for each exponent of encodings, of positive numbers and then of negative ones, if these are not served by
    /// those.
    pub binades: Vec<Binade>,
    /// The polynomials.
    pub pieces: Vec<Piece>,
    /// The numbers that are looked up.
    pub values: Vec<f64>,
    /// The encodings of arguments whose results stand in the code.
    pub exceptions: Vec<u32>,
}

/// What serves a binade.
enum Served {
    Pieces(Vec<Piece>, Vec<u32>),
    Values(Vec<f64>),
}

impl Layout {
    /// The layout that costs least.
    pub(crate) fn cheapest(values: &[Value], encoding: &Encoding, width: Width) -> Layout {
        let parity = parity(values, encoding);
        let binades = aims(values, encoding, parity);
        let of_degree = |degree: usize| {
            let lenient = Layout::new(&binades, encoding, (width, degree, parity), 1);
            match lenient.exceptions.len() > MOST_EXCEPTIONS {
                true => Layout::new(&binades, encoding, (width, degree, parity), 0),
                false => lenient,
            }
        };
        let layouts: Vec<Layout> = DEGREES.into_par_iter().map(of_degree).collect();
        let cheapest = layouts.into_iter().min_by(|a, b| a.cost().total_cmp(&b.cost()));
        let mut cheapest = cheapest.unwrap_or_else(|| of_degree(1));
        let negative = encoding.infinity() | encoding.sign();
        if parity.is_some_and(|parity| !is_mirrored(values, encoding, encoding.infinity(), parity))
        {
            cheapest.exceptions.push(negative);
        }
        cheapest
    }

    fn new(
        binades: &[Vec<Aim>],
        encoding: &Encoding,
        (width, degree, parity): (Width, usize, Option<Parity>),
        lenience: usize,
    ) -> Layout {
        let mut layout = Layout {
            width,
            degree,
            parity,
            binades: vec![],
            pieces: vec![],
            values: vec![],
            exceptions: vec![],
        };
        let served: Vec<Served> =
            binades.par_iter().map(|aims| served(aims, degree, width, lenience)).collect();
        for (index, served) in (0_u32..).zip(served) {
            let first_encoding = index << encoding.fraction_bits();
            match served {
                Served::Pieces(pieces, failing) => {
                    let cuts = pieces.len().ilog2();
                    let known = |own: &[Piece]| match own {
                        [own] => layout.pieces.iter().position(|piece| piece == own),
                        _ => None,
                    };
                    let first = known(&pieces).unwrap_or_else(|| {
                        layout.pieces.extend(pieces);
                        layout.pieces.len() - (1 << cuts)
                    });
                    layout.binades.push(Binade::Pieces { first, cuts });
                    for own in failing.into_iter().map(|fraction| first_encoding | fraction) {
                        layout.exceptions.push(own);
                        if parity.is_some() {
                            layout.exceptions.push(own | encoding.sign());
                        }
                    }
                }
                Served::Values(values) => {
                    layout.binades.push(Binade::Values { first: layout.values.len() });
                    layout.values.extend(values);
                }
            }
        }
        layout
    }

    /// Bytes of its tables, before they are filled up to powers of two.
    pub fn bytes(&self) -> usize {
        let word = self.width.bits() as usize / 8;
        let numbers = self.pieces.len() * (self.degree + 2) + self.values.len();
        word * (numbers + 2 * self.binades.len())
    }

    /// About what a number costs, in units of a multiplication: tables beyond a cache's first level are slow.
    fn cost(&self) -> f64 {
        let caches = (self.bytes() as f64 / 4096.0).max(1.0).log2();
        self.degree as f64 + 3.0 * caches + 0.5 * self.exceptions.len() as f64
    }
}

/// The parity that values show at all numbers.
fn parity(values: &[Value], encoding: &Encoding) -> Option<Parity> {
    [Parity::Even, Parity::Odd].into_iter().find(|parity| {
        (0..encoding.infinity()).all(|size| is_mirrored(values, encoding, size, *parity))
    })
}

/// Whether the values at a positive argument and its opposite are as a parity says.
fn is_mirrored(values: &[Value], encoding: &Encoding, size: u32, parity: Parity) -> bool {
    let [positive, negative] =
        [size, size | encoding.sign()].map(|at| values[narrow::to_usize(at)]);
    let expected = match parity {
        Parity::Even => positive,
        Parity::Odd => positive.opposite(),
    };
    Aim::of(expected, encoding).rounds_as(Aim::of(negative, encoding))
}

/// The aims of each binade.
fn aims(values: &[Value], encoding: &Encoding, parity: Option<Parity>) -> Vec<Vec<Aim>> {
    let count = if parity.is_some() { narrow::to_usize(encoding.sign()) } else { values.len() };
    let aim = |(at, value): (u32, &Value)| match encoding.size(at) > encoding.infinity() {
        true => Aim::Any,
        false => Aim::of(*value, encoding),
    };
    let aims: Vec<Aim> = encoding.all().zip(&values[..count]).map(aim).collect();
    aims.chunks(1 << encoding.fraction_bits()).map(<[Aim]>::to_vec).collect()
}

/// The fewest polynomials that serve a binade, or a number for each argument where that is shorter.
fn served(aims: &[Aim], degree: usize, width: Width, lenience: usize) -> Served {
    let mut count = 1;
    while count * (degree + 2) < aims.len() {
        let length = aims.len() / count;
        let most = if length >= LONG { lenience } else { 0 };
        let fitted = |k: usize| {
            let part = Part { aims, from: k * length, to: (k + 1) * length };
            part.fitted(degree, width, most)
        };
        if let Some(all) = (0..count).map(fitted).collect::<Option<Vec<_>>>() {
            let (pieces, failing): (Vec<_>, Vec<_>) = all.into_iter().unzip();
            return Served::Pieces(pieces, failing.concat());
        }
        count *= 2;
    }
    Served::Values(aims.iter().map(|aim| aim.middle()).collect())
}
