//! Emits the kernels of one search: exp on [1, 1 + 2^-13), 2^40 inputs of 54 bits.

use tmd_codegen::build::Builder;
use tmd_codegen::request::{Options, Rounding};

fn main() {
    let exp = Options::new("exp")
        .range("1,0x1.0008p0")
        .input_precision(54)
        .rounding(Rounding::Directed)
        .bits(33);
    Builder::new().kernel("exp_hard", exp).generate();
}
