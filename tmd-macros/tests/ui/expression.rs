const POWER: &str = tmd_macros::expression!(x ^ 2);

const EMPTY: &str = tmd_macros::expression!();

const BLANK: &str = tmd_macros::expression!(2 x);

fn main() {}
