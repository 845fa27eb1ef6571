const UNKNOWN: tmd_runtime::Embedded = tmd_macros::kernel! { function: exp(x), colour: 3 };

const TWICE: tmd_runtime::Embedded =
    tmd_macros::kernel! { function: exp(x), bits: 3, binade: 1..2, bits: 4 };

const NOT_A_BINADE: tmd_runtime::Embedded = tmd_macros::kernel! { function: exp(x), binade: 1..3 };

const NO_RANGE: tmd_runtime::Embedded = tmd_macros::kernel! { function: exp(x) };

const NO_NAME: tmd_runtime::Embedded =
    tmd_macros::kernel! { function: exp(x), binade: 1..2, rounding: upward };

const NO_TARGET: tmd_runtime::Embedded =
    tmd_macros::kernel! { function: exp(x), binade: 1..2, target: abacus };

const NO_VALUE: tmd_runtime::Embedded = tmd_macros::kernel! { function: , binade: 1..2 };

fn main() {}
