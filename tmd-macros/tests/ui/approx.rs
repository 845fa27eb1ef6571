#[tmd_macros::approx(range = "0,1", tolerance = 1e-6)]
fn unknown(x: f64) -> f64 {
    2 * bessel(x) + x
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6)]
fn integer(x: u32) -> u32 {
    x
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6)]
fn two_types(x: f32) -> f64 {
    x
}

#[tmd_macros::approx(range = "0,1")]
fn no_tolerance(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(tolerance = 1e-6)]
fn no_range(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6, colour = red)]
fn no_option(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6, type = f32)]
fn no_type(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,one", tolerance = 1e-6)]
fn bad_range(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = mean:1)]
fn bad_tolerance(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = -1)]
fn negative(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6, table_budget = lots, degree = 3)]
fn bad_budget(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6, degree = 99)]
fn bad_degree(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6, lookup = magic)]
fn bad_lookup(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "-1,1", tolerance = 1e-6)]
fn undefined(x: f64) -> f64 {
    1 + log(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-300)]
fn too_exact(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6)]
fn number(x: f64) -> f64 {
    exp(x)
}

#[tmd_macros::approx(range = "0,1", tolerance = 1e-6)]
fn statements(x: f64) -> f64 {
    let y = x * x;
    exp(y)
}

fn main() {}
