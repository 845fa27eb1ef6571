//! Makes x / (1 + e^-x), correctly rounded to bfloat16: an activation function of neural networks, called SiLU or swish.

use tmd_codegen::build::Builder;
use tmd_codegen::diag::Diag;
use tmd_codegen::round::Request;
use tmd_codegen::spec::FormatName;

fn main() -> Result<(), Diag> {
    let bfloat16 = FormatName::parse("--precision", "bfloat16")?;
    Builder::new().function("silu", Request::new("x / (1 + exp(-x))", bfloat16)).generate();
    Ok(())
}
