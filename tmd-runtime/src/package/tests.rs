use super::*;
use crate::testing::{toy_bundle, toy_survivors};
use crate::{Level, PrecompiledKernel};
use std::fs;

/// Three blocks of the toy kernel.
fn blocks() -> Blocks {
    let bundle = toy_bundle();
    let items = 4;
    let first = &bundle.manifest.stages[0];
    let inputs = items * first.item_inputs;
    let block = |index: i128| SeededBlock {
        run: InputRun { first: (1 << 52) + index * i128::from(inputs), exponent: -52, inputs },
        kernel: 0,
        items,
        seeds: bundle
            .manifest
            .stages
            .iter()
            .map(|s| vec![5 + index as u64; s.seed_words])
            .collect(),
    };
    Blocks {
        plan_hash: bundle.manifest.plan_hash.clone(),
        blocks: (0..3).map(block).collect(),
        unsearched: vec![InputRun { first: -7, exponent: 3, inputs: 2 }],
    }
}

fn package() -> Package {
    Package::new(vec![toy_bundle()], Some("{}".into()), Some(blocks())).expect("package")
}

#[test]
fn blocks_read_back_and_damage_is_noticed() {
    let blocks = blocks();
    let text = blocks.text().expect("text");
    assert_eq!(text.lines().count(), 4);
    assert_eq!(Blocks::parse(&text).expect("blocks"), blocks);
    let refused = |text: &str, part: &str| {
        let error = Blocks::parse(text).expect_err("damage").to_string();
        assert!(error.contains(part), "{error}");
    };
    let cut = text.lines().take(3).collect::<Vec<_>>().join("\n");
    refused(&cut, "2 blocks of 3");
    refused("", "empty");
    refused(&text.replace("\"schema\":1", "\"schema\":9"), "schema 9");
    refused(&text.replace("4503599627370496", "45035996x"), "line 2");
    refused(&text.replace("\"first\":\"-7\"", &format!("\"first\":\"{}\"", i128::MAX)), "120 bits");
}

#[test]
fn folders_read_back() {
    let folder = tempfile::tempdir().expect("folder");
    let package = package();
    package.bundles[0].write(folder.path()).expect("bundle");
    fs::write(folder.path().join(PLAN_NAME), "{}").expect("plan");
    fs::write(folder.path().join(BLOCKS_NAME), blocks().text().expect("text")).expect("blocks");
    assert_eq!(Package::read(folder.path()).expect("package"), package);

    let several = tempfile::tempdir().expect("folder");
    for kernel in ["kernel0", "kernel1"] {
        package.bundles[0].write(&several.path().join(kernel)).expect("bundle");
    }
    let read = Package::read(several.path()).expect("package");
    assert_eq!((read.bundles.len(), read.plan, read.blocks), (2, None, None));
    assert!(Package::read(tempfile::tempdir().expect("folder").path()).is_err());
}

#[test]
fn parts_of_two_plans_are_refused() {
    let mut other = blocks();
    other.plan_hash = "0".repeat(64);
    let refused = |blocks| Package::new(vec![toy_bundle()], None, Some(blocks)).expect_err("mixed");
    assert!(refused(other).to_string().contains("two plans"));
    let mut other = blocks();
    other.blocks[1].kernel = 1;
    assert!(refused(other).to_string().contains("kernel 1 of 1"));
    assert!(Package::new(vec![], None, None).is_err());
}

#[test]
fn a_search_brings_candidates_as_inputs() {
    let package = package();
    let run = |_, stage, seed: &[u64], items: &[u64], out: &mut [u64]| {
        let survivors = toy_survivors(stage, seed, items);
        out[..survivors.len()].copy_from_slice(&survivors);
        survivors.len()
    };
    let manifest = package.bundles[0].manifest.clone();
    let kernel = PrecompiledKernel::new(manifest, Level::detect(), run).expect("kernel");
    let kernels: Vec<Arc<dyn Kernel>> = vec![Arc::new(kernel)];
    let found = package.search(&kernels, &Options::default(), &()).expect("search");
    assert!(found.is_complete && found.error.is_none());
    assert_eq!(found.searched, blocks().inputs());
    assert_eq!(found.unsearched.len(), 1);
    // Stage by stage, without the job.
    let mut expected = vec![];
    for (number, block) in blocks().blocks.iter().enumerate() {
        let mut items: Vec<u64> = (0..block.items).collect();
        for (stage, seed) in block.seeds.iter().enumerate() {
            items = toy_survivors(stage, seed, &items);
        }
        items.sort_unstable();
        expected.extend(items.into_iter().map(|index| (number, index, block.run.input(index))));
    }
    let candidates: Vec<_> = found.candidates.iter().map(|c| (c.block, c.index, c.input)).collect();
    assert!(!candidates.is_empty());
    assert_eq!(candidates, expected);

    let without = Package { blocks: None, ..package.clone() };
    let error = without.search(&kernels, &Options::default(), &()).expect_err("no blocks");
    assert!(error.to_string().contains("no blocks"), "{error}");
    assert!(package.search(&[], &Options::default(), &()).is_err());
}

#[test]
fn inputs_are_exact() {
    let input = |significand, exponent| Input { significand, exponent };
    assert_eq!(input(3, -1).to_f64(), Some(1.5));
    assert_eq!(input(3, -1).to_string(), "0x1.8p+0");
    assert_eq!(input(-1, 0).to_string(), "-0x1p+0");
    assert_eq!(input(0, -5).to_f64(), Some(0.0));
    assert_eq!(input(0, 5).to_string(), "0x0p+0");
    assert_eq!(input((1 << 53) + 1, 0).to_f64(), None);
    assert_eq!(input(1 << 100, -100).to_f64(), Some(1.0));
    assert_eq!(input(1, -1074).to_f64(), Some(f64::from_bits(1)));
    assert_eq!(input(1, -1075).to_f64(), None);
    assert_eq!(input((1 << 53) - 1, 971).to_f64(), Some(f64::MAX));
    assert_eq!(input(1, 1024).to_f64(), None);
    assert_eq!(input(0x1c34, -12).to_string(), "0x1.c34p+0");
    let odd = input((1 << 112) + 1, -112);
    assert_eq!(odd.to_string(), format!("0x1.{}1p+0", "0".repeat(27)));
}
