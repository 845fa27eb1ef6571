const K: tmd_runtime::Embedded = tmd_macros::bundle!("no/such/folder");

const N: tmd_runtime::Embedded = tmd_macros::bundle!(folder);

fn main() {}
