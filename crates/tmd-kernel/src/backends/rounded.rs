//! Correctly rounded functions as targets print them: one file with a variant for each rounding mode.

use crate::backends::function::{Entry, Functions, InFlight, Passed};
use crate::ir::{Kernel, Table};
use std::collections::BTreeSet;
use tmd_base::diag::{Diag, DiagKind};

/// A correctly rounded function.
#[derive(Clone, Copy)]
pub struct RoundedFunction<'a> {
    /// Begins the names of the emitted functions.
    pub name: &'a str,
    /// What stands above the code, a line each.
    pub header: &'a [String],
    /// What callers pass.
    pub passed: Passed,
    /// Its variants: at least one.
    pub variants: &'a [Variant<'a>],
    /// Vectors in flight.
    pub in_flight: InFlight,
    /// Whether it does without Rust's standard library; of that target only.
    pub no_std: bool,
}

/// A correctly rounded function in one rounding mode. Its kernel has one argument and one result, of what callers
/// [pass](RoundedFunction::passed). Tables of the same name in several variants are the same.
#[derive(Clone, Copy)]
pub struct Variant<'a> {
    /// What its name ends in: `_nearest`.
    pub suffix: &'a str,
    /// What it is, a line.
    pub about: &'a str,
    /// The kernel for so many lanes.
    pub build: &'a Build<'a>,
    /// The kernel of a fast path, which gives [`UNDECIDED`] where the other one has to be asked; of [`Passed::Double`] only.
    pub fast: Option<&'a Build<'a>>,
}

/// What makes a kernel for so many lanes.
pub type Build<'a> = dyn Fn(usize) -> Result<Kernel, Diag> + 'a;

/// The encoding of what a fast path gives where it does not tell the result: no result that it tells is a NaN.
pub const UNDECIDED: u64 = 0x7ff8 << 48;

/// The report for kernels that do not belong into one file.
fn unfit(name: &str, why: &str) -> Diag {
    Diag::new(DiagKind::Internal, format!("{name} cannot be printed: {why}"))
}

impl RoundedFunction<'_> {
    /// What the file has.
    ///
    /// # Errors
    /// If variants do not fit together, or a kernel is not made.
    pub(crate) fn functions(&self) -> Result<Functions<'_>, Diag> {
        let mut entries: Vec<Entry> = vec![];
        let mut suffixes = BTreeSet::new();
        let mut tables: Vec<Table> = vec![];
        for variant in self.variants {
            let kernel = (variant.build)(1)?;
            let fast = variant.fast.map(|build| build(1)).transpose()?;
            let name = format!("{}{}", self.name, variant.suffix);
            if !suffixes.insert(variant.suffix) {
                return Err(unfit(&name, "there are two variants of that name"));
            }
            if fast.is_some() && self.passed != Passed::Double {
                return Err(unfit(&name, "there are fast paths of binary64 only"));
            }
            for own in std::iter::once(&kernel).chain(&fast) {
                self.check_kernel(&name, own)?;
                if entries.iter().any(|other| other.kernel.width != own.width) {
                    return Err(unfit(
                        &name,
                        "its words are of another width than those of others",
                    ));
                }
                add_tables(&name, own, &mut tables)?;
            }
            entries.push(Entry {
                values: format!("{name}(x[i])"),
                name,
                suffix: variant.suffix.to_owned(),
                about: variant.about.to_owned(),
                kernel,
                fast,
            });
        }
        let first = entries.first().ok_or_else(|| unfit(self.name, "it has no variants"))?;
        Ok(Functions {
            name: self.name,
            header: self.header,
            passed: self.passed,
            width: first.kernel.width,
            tables,
            entries,
            in_flight: self.in_flight,
            no_std: self.no_std,
        })
    }

    /// Whether a kernel takes and gives what callers pass.
    fn check_kernel(&self, name: &str, kernel: &Kernel) -> Result<(), Diag> {
        if (kernel.arguments, kernel.results()) != (1, 1) {
            return Err(unfit(name, "it is no function of one argument with one result"));
        }
        if kernel.passes != self.passed.scalar() {
            return Err(unfit(name, &format!("its kernel takes a {:?}", kernel.passes)));
        }
        if !self.passed.fits(kernel.width) {
            return Err(unfit(name, "its words are too short for what is passed"));
        }
        Ok(())
    }
}

/// Adds a kernel's tables to those of others, each once.
fn add_tables(name: &str, kernel: &Kernel, tables: &mut Vec<Table>) -> Result<(), Diag> {
    for table in &kernel.tables {
        match tables.iter().find(|other| other.name == table.name) {
            None => tables.push(table.clone()),
            Some(other) if other == table => {}
            Some(_) => {
                let why = format!("another variant has another table {}", table.name);
                return Err(unfit(name, &why));
            }
        }
    }
    Ok(())
}
