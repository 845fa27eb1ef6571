const K: tmd_runtime::Embedded = tmd_macros::kernel! {
    function: exp(x) + exq(x),
    binade: 1..2,
};

fn main() {}
