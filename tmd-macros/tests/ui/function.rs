#[tmd_macros::function]
fn integer(x: u32) -> u32 {
    x
}

#[tmd_macros::function]
fn statements(x: f64) -> f64 {
    let y = x * x;
    exp(y)
}

#[tmd_macros::function]
fn unknown(x: f64) -> f64 {
    2 * bessel(x)
}

#[tmd_macros::function]
fn other_name(y: f64) -> f64 {
    exp(y)
}

#[tmd_macros::function(binade = 1..2, precision = 200)]
fn too_precise(x: f64) -> f64 {
    exp(x)
}

fn main() {}
