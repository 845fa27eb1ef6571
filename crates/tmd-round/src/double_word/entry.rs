//! Double-word code as certificates have it, with the search that it rests on.

use super::fast::entry::FastEntry;
use super::scheme::ALL_OF_EXP;
use super::{Corrections, DoubleWord, FastPath, Row, Scheme};
use crate::request::Method;
use crate::text::{hex, number, parity, parity_name, unknown};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tmd_base::diag::Diag;
use tmd_certificate::certificate::Certificate;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::equations::Step;
use tmd_kernel::ir::Width;
use tmd_runtime::RoundingMode;

/// See [`DoubleWord`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoubleWordEntry {
    /// How arguments are reduced.
    pub scheme: SchemeEntry,
    /// `even` or `odd`, if one sign stands for both.
    pub parity: Option<String>,
    /// The threshold of the search that the error is small enough for.
    pub bits: u32,
    /// log2 of the rows of a binade, or of an interval of length 1.
    pub cuts: u32,
    /// Whether sums next to a number are taken for it.
    pub snaps: bool,
    /// What is proved of the error: it is less than 2^ this of the value.
    pub error_exponent: i32,
    /// Arguments whose results stand in the code, by mode.
    pub exceptions: BTreeMap<String, Vec<String>>,
    /// The coefficients.
    pub rows: Vec<RowEntry>,
    /// The first of two paths, if there are two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fast: Option<FastEntry>,
    /// The certificate of the search.
    pub search: Box<Certificate>,
}

/// See [`Scheme`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SchemeEntry {
    /// None: arguments from one to another.
    Range {
        /// The least size.
        first: String,
        /// The greatest.
        last: String,
        /// Whether x is negative.
        is_negative: bool,
    },
    /// f(2^x·t) = 2^f·f(t).
    Scaling {
        /// See above.
        x: i32,
        /// See above.
        f: i32,
    },
    /// f(2·t) = f(t) + f.
    Shift {
        /// See above.
        f: i32,
    },
    /// f(t + 1) = 2·f(t).
    Translation,
    /// f(t + 1) = -f(t).
    Turns {
        /// `even` or `odd`.
        parity: String,
    },
    /// exp(t + ln 2) = 2·exp(t), of numbers from one to another.
    Exponential {
        /// The least.
        first: String,
        /// The greatest.
        last: String,
    },
    /// The same of all numbers.
    WholeExponential,
}

/// See [`Row`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowEntry {
    /// The constant, a sum of three numbers.
    pub constant: [String; 3],
    /// Sums of two numbers, lowest first.
    pub leading: Vec<[String; 2]>,
    /// Single numbers.
    pub rest: Vec<String>,
}

impl DoubleWordEntry {
    /// The entry for code and what it rests on.
    pub(crate) fn of(
        code: &DoubleWord,
        error_exponent: i32,
        corrections: &Corrections,
        fast: Option<&FastPath>,
        search: &Certificate,
    ) -> DoubleWordEntry {
        let scheme = match code.scheme {
            Scheme::Range { first, last, is_negative } => {
                SchemeEntry::Range { first: hex(first), last: hex(last), is_negative }
            }
            Scheme::Scaling(Step { x, f }) => SchemeEntry::Scaling { x, f },
            Scheme::Shift(f) => SchemeEntry::Shift { f },
            Scheme::Translation => SchemeEntry::Translation,
            Scheme::Exponential { .. } if code.scheme.is_whole() => SchemeEntry::WholeExponential,
            Scheme::Exponential { first, last } => {
                SchemeEntry::Exponential { first: hex(first), last: hex(last) }
            }
            Scheme::Turns(parity) => SchemeEntry::Turns { parity: parity_name(parity) },
        };
        let row = |row: &Row| RowEntry {
            constant: row.constant.map(hex),
            leading: row.leading.iter().map(|words| words.map(hex)).collect(),
            rest: row.rest.iter().map(|c| hex(*c)).collect(),
        };
        let own = |mode: &RoundingMode| {
            let arguments = corrections.of(*mode).iter();
            (mode.name().to_owned(), arguments.map(|(x, _)| format!("{x:#018x}")).collect())
        };
        DoubleWordEntry {
            scheme,
            parity: code.parity.map(parity_name),
            bits: code.bits,
            cuts: code.cuts,
            snaps: code.snaps,
            error_exponent,
            exceptions: RoundingMode::ALL
                .iter()
                .filter(|mode| !corrections.of(**mode).is_empty())
                .map(own)
                .collect(),
            rows: code.rows.iter().map(row).collect(),
            fast: fast.map(|path| FastEntry::of(path, code)),
            search: Box::new(search.clone()),
        }
    }

    /// How results are computed.
    pub(crate) fn method(&self) -> Method {
        if self.fast.is_some() { Method::TwoPhase } else { Method::Straight }
    }

    /// How many results stand in the code.
    pub(crate) fn in_code(&self) -> usize {
        self.exceptions.values().map(Vec::len).sum()
    }

    /// The results that stand in the code, made anew.
    ///
    /// # Errors
    /// If there is a number or a name in it that is none, or they are too many.
    pub(crate) fn corrections(
        &self,
        code: &DoubleWord,
        spec: &FunctionSpec,
    ) -> Result<Corrections, Diag> {
        let known = |name: &str| RoundingMode::ALL.into_iter().find(|mode| mode.name() == name);
        let mut of_modes = BTreeMap::new();
        for (name, arguments) in &self.exceptions {
            let mode = known(name).ok_or_else(|| unknown("rounding mode", name))?;
            let bits = arguments.iter().map(|text| {
                let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 16);
                let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
                bits.ok_or_else(|| unknown("encoding", text))
            });
            of_modes.insert(mode, bits.collect::<Result<Vec<u64>, Diag>>()?);
        }
        code.corrected(spec, &of_modes)
    }

    /// The code that is described.
    ///
    /// # Errors
    /// If there is a number or a name in it that is none.
    pub(crate) fn code(&self) -> Result<DoubleWord, Diag> {
        let one = |text: &String| number(text, Width::W64);
        let scheme = match &self.scheme {
            SchemeEntry::Range { first, last, is_negative } => {
                Scheme::Range { first: one(first)?, last: one(last)?, is_negative: *is_negative }
            }
            SchemeEntry::Scaling { x, f } => Scheme::Scaling(Step { x: *x, f: *f }),
            SchemeEntry::Shift { f } => Scheme::Shift(*f),
            SchemeEntry::Translation => Scheme::Translation,
            SchemeEntry::Exponential { first, last } => {
                Scheme::Exponential { first: one(first)?, last: one(last)? }
            }
            SchemeEntry::WholeExponential => ALL_OF_EXP,
            SchemeEntry::Turns { parity: own } => {
                Scheme::Turns(parity(Some(own))?.ok_or_else(|| unknown("parity", own))?)
            }
        };
        let row = |row: &RowEntry| {
            let leading = row.leading.iter().map(|[high, low]| Ok([one(high)?, one(low)?]));
            let [a, b, c] = &row.constant;
            Ok(Row {
                constant: [one(a)?, one(b)?, one(c)?],
                leading: leading.collect::<Result<_, Diag>>()?,
                rest: row.rest.iter().map(one).collect::<Result<_, Diag>>()?,
            })
        };
        Ok(DoubleWord {
            scheme,
            parity: parity(self.parity.as_deref())?,
            bits: self.bits,
            cuts: self.cuts,
            rows: self.rows.iter().map(row).collect::<Result<_, Diag>>()?,
            snaps: self.snaps,
        })
    }
}
