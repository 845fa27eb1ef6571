const K: tmd_runtime::Embedded = tmd_macros::kernel! {
    function: exp(x) * log(x - 9),
    range: "[1, 2)",
};

fn main() {}
