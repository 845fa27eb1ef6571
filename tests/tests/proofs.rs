//! The proofs in `proofs/` are about the constants that kernels compute with: `proofs/Constants.v` is made of them.
//! `TMD_BLESS=1` writes it anew; `scripts/prove` checks the proofs with it.

use rug::Rational;
use std::fs;
use std::path::Path;
use tmd_codegen::design::{ArcsContract, RECIPROCAL_ESTIMATE, ROOT_ESTIMATE};

/// A constant as Rocq has it: the fraction that the binary64 number is.
fn definition(name: &str, number: f64, meaning: &str) -> String {
    let fraction = Rational::from_f64(number).expect("finite");
    let (above, below) = (fraction.numer(), fraction.denom());
    format!("(* {meaning} *)\nDefinition {name} : R := {above} / {below}.\n")
}

fn constants() -> String {
    let c = ArcsContract::STANDARD;
    let definitions = [
        definition("spread", c.spread.value(), "E = spread·ε''/B"),
        definition("reach_factor", c.reach_factor.value(), "times the reach, the short way"),
        definition("root_estimate", c.root_estimate.value(), "times an estimate of √E"),
        definition("slope_estimate", c.slope_estimate.value(), "times E and an estimate of 1/R"),
        definition(
            "class_share",
            c.class_share.value(),
            "times q: a member of the class may be off",
        ),
        definition("rough", c.rough.value(), "times bend and rough_estimate: a root without C"),
        definition("rough_estimate", c.rough_estimate.value(), "for the estimate of that root"),
        definition("third_order", c.third_order.value(), "times (κ/2)²·R³"),
        definition("above", c.above.value(), "times Q and the denominator before"),
        definition("reciprocal_error", RECIPROCAL_ESTIMATE, "what an estimate of 1/a is off by"),
        definition("root_error", ROOT_ESTIMATE, "what an estimate of √a is off by"),
    ];
    let steps = format!(
        "(* Steps of Newton's method: to 1/q, and to √y *)\nDefinition inverse_steps : nat := {}.\n\
         Definition root_steps : nat := {}.\n\n\
         (* Terms of a vertex' series *)\nDefinition vertex_terms : nat := {}.\n",
        c.inverse_steps, c.root_steps, c.vertex_terms
    );
    format!(
        "(* The constants of the contract of the arcs, the binary64 numbers that kernels compute with, as fractions.\n   \
         Made of crates/tmd-design/src/arcs.rs by tests/tests/proofs.rs; what each is for is said there. *)\n\
         From Coq Require Import Reals.\nOpen Scope R_scope.\n\n{}\n{steps}",
        definitions.join("\n")
    )
}

#[test]
fn the_constants_are_those_of_the_contract() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proofs/Constants.v");
    if std::env::var_os("TMD_BLESS").is_some() {
        fs::write(&file, constants()).expect("write");
    }
    let stands = fs::read_to_string(&file).expect("proofs/Constants.v");
    assert_eq!(
        stands,
        constants(),
        "made anew by TMD_BLESS=1 cargo test -p tmd-tests --test proofs"
    );
    // One that the planner uses is among them, or this would compare nothing.
    assert!(stands.contains("Definition spread : R := 4728779608739021 / 2251799813685248."));
}
