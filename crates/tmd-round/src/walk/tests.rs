use super::*;
use crate::truth::Asked;
use std::time::Instant;
use tmd_functions::language::FormatName;

fn walked(function: &str) -> (FunctionSpec, Encoding, Walk) {
    let spec = FunctionSpec::parse(function).expect("a function");
    let name = FormatName::parse("--precision", "binary32").expect("a format");
    let encoding = Encoding::of(name).expect("an encoding");
    let now = Instant::now();
    let segments = cut::segments(&spec, &encoding, spec.equations().parity).expect("segments");
    if std::env::var("TMD_WALK_MORE").is_ok() {
        let mut counts = std::collections::BTreeMap::new();
        for segment in &segments {
            let open = match &segment.kind {
                Kind::Each => segment.count as usize,
                _ => segment.open(&encoding).len(),
            };
            let own = counts.entry(segment.first >> 23).or_insert((0, 0));
            own.0 += 1;
            own.1 += open;
        }
        println!("{:?}", now.elapsed());
        for (binade, (many, open)) in counts {
            if open > 100 || many > 500 {
                println!("{binade}: {many} segments, {open} open");
            }
        }
    }
    let walk = Walk::of(&spec, &encoding).unwrap_or_else(|diag| panic!("{diag}"));
    println!(
        "{function}: {} segments, {} values one by one, {:.1?}",
        walk.segments.len(),
        walk.single.len(),
        now.elapsed()
    );
    (spec, encoding, walk)
}

#[test]
fn values_are_those_that_are_enclosed_one_by_one() {
    let functions = std::env::var("TMD_WALK").unwrap_or_else(|_| "exp,log".to_owned());
    for function in functions.split(',') {
        let (spec, encoding, walk) = walked(function);
        let asked = Asked { spec: &spec, encoding: &encoding };
        let mut state = 1_u32;
        for _ in 0..20_000 {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            if encoding.size(state) > encoding.infinity() {
                continue;
            }
            let value = walk.value(&encoding, state).expect("known");
            let own = asked.value(state).expect("enclosed");
            for mode in tmd_runtime::RoundingMode::ALL {
                assert_eq!(
                    value.rounded(&encoding, state, mode),
                    own.rounded(&encoding, state, mode),
                    "{function} {state:#x} {value:?} {own:?}"
                );
            }
        }
    }
}

#[test]
fn made() {
    let Ok(functions) = std::env::var("TMD_MADE") else { return };
    for function in functions.split(';') {
        let name = FormatName::parse("--precision", "binary32").expect("a format");
        let request = crate::Request::new(function, name);
        let spec = FunctionSpec::parse(function).expect("a function");
        let encoding = Encoding::of(name).expect("an encoding");
        let now = Instant::now();
        let walked = match crate::walked::Walked::make(&spec, &encoding) {
            Ok(walked) => walked,
            Err(diag) => {
                println!("{function}: {diag} {:.1?}", now.elapsed());
                continue;
            }
        };
        println!(
            "{function}: {} {} bytes, {:x?} in code, {:.1?}",
            walked.cells.told(),
            walked.cells.bytes(),
            walked.cells.exceptions,
            now.elapsed()
        );
        let made = crate::RoundedFunction {
            request,
            spec,
            encoding,
            body: crate::Body::Walked(Box::new(walked)),
        };
        let now = Instant::now();
        if std::env::var("TMD_QUICK").is_ok() {
            println!("{:?} {:?}", made.operations(), made.table_bytes());
            continue;
        }
        println!("{:?} {:?} {:.1?}", made.operations(), made.check(), now.elapsed());
    }
}
