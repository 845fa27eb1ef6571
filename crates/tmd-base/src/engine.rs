//! The version of everything that computes: what it found is kept under this number and used again only by the same.
//!
//! Finished units, campaigns and certificates are known by the hash of their plan (`Plan::hash`), which
//! holds what was asked for and what was proved. What makes results of a plan (kernels, printers, templates, seeds,
//! judges, closed forms, the run time) is not in the plan: it is in this number, which is part of every hash.
//!
//! `tmd-codegen/tests/engine.rs` holds a digest of what all of these make of some requests beside the number. Where a
//! digest changes, so must the number: the test refuses another digest for a number that has one.

/// The version of this program's engine. Whoever changes what kernels compute, how seeds are made or how findings are
/// judged raises it: unfinished campaigns then begin anew, and no result of the old engine is taken for one of the new.
pub const ENGINE: u32 = 4;

/// The versions whose certificates are verified: those of which no missed case is known, the newest last. Whoever raises
/// [`ENGINE`] decides whether the version before it stays.
///
/// Version 1, which told no number, missed cases: `--with-inverse` lost the hardest of algebraic functions, and kernels of 32 lanes
/// and more were wrong for some degrees. Version 2 stays: it told one identical bit less of some cases with more than 590. The plans
/// that it made of compositions are not made any more: `verify` leaves those certificates to `tmd-check`. Version 3 stays: it left
/// inputs of exp2m1 and exp10m1 undecided, and said so.
pub const SOUND: [u32; 3] = [2, 3, 4];
