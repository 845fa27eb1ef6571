tmd_macros::round! { name: unknown, function: 1 + exq(x), precision: binary16 }

tmd_macros::round! { function: exp(x), precision: binary16 }

tmd_macros::round! { name: no_function, precision: binary16 }

tmd_macros::round! { name: Exp, function: exp(x), precision: binary16 }

tmd_macros::round! { name: main, function: exp(x), precision: binary16 }

tmd_macros::round! { name: colour, function: exp(x), precision: binary16, colour: red }

tmd_macros::round! { name: format, function: exp(x), precision: binary23 }

tmd_macros::round! { name: odd_format, function: exp(x), precision: 19 }

tmd_macros::round! { name: mode, function: exp(x), precision: binary16, rounding: upp }

tmd_macros::round! { name: part, function: exp(x), precision: binary16, range: "1,2" }

tmd_macros::round! { name: bits, function: exp(x), precision: binary16, bits: 99 }

tmd_macros::round! { name: method, function: exp(x), precision: binary16, method: two-phase }

tmd_macros::round! { name: tables, function: exp(x), precision: binary16, table_budget: 10 }

tmd_macros::round! { name: no_search, function: exp(x), precision: binary16, search: "exp.json" }

tmd_macros::round! { name: not_so, function: exp(x), precision: binary16, no_std: perhaps }

tmd_macros::round! { name: twice, name: again, function: exp(x) }

tmd_macros::round! { name: double, function: exp(x), precision: binary64, range: "0.25,0.5" }

tmd_macros::round! {
    name: no_file,
    function: exp(x),
    precision: binary64,
    range: "0.25,0.5",
    search: "no/such/file.json",
}

fn main() {}
