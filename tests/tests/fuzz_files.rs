//! Every file that the tool reads, spoiled at random: an error or the content, never a panic, and no more
//! memory than the file's size suggests.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::path::PathBuf;
use tmd_codegen::approx::{Samples, Source};
use tmd_codegen::campaign::charter::Charter;
use tmd_codegen::campaign::record::Record;
use tmd_codegen::campaign::worker::Work;
use tmd_codegen::campaign::{Campaign, journal, merge, record, status, worker};
use tmd_codegen::ir::Width;
use tmd_codegen::profile::Profile;
use tmd_codegen::request::Request;
use tmd_codegen::request::config::Config as File;
use tmd_codegen::results::Results;
use tmd_codegen::{approx, certify, verify};
use tmd_runtime::Manifest;
use tmd_tests::engine::Engine;

/// What is done to a file.
#[derive(Clone, Debug)]
enum Spoil {
    /// A byte becomes another.
    Byte(prop::sample::Index, u8),
    /// The file ends here.
    Cut(prop::sample::Index),
    /// A piece is repeated so many times.
    Repeat(prop::sample::Index, usize, usize),
    /// A number becomes huge.
    Huge(prop::sample::Index),
    /// A piece moves to another place.
    Move(prop::sample::Index, prop::sample::Index),
}

fn spoils() -> impl Strategy<Value = Vec<Spoil>> {
    let index = || any::<prop::sample::Index>();
    let spoil = prop_oneof![
        (index(), any::<u8>()).prop_map(|(at, byte)| Spoil::Byte(at, byte)),
        index().prop_map(Spoil::Cut),
        (index(), 1..64usize, 1..64usize).prop_map(|(at, size, n)| Spoil::Repeat(at, size, n)),
        index().prop_map(Spoil::Huge),
        (index(), index()).prop_map(|(from, to)| Spoil::Move(from, to)),
    ];
    prop::collection::vec(spoil, 1..5)
}

fn spoiled(bytes: &[u8], spoils: &[Spoil]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for spoil in spoils {
        if bytes.is_empty() {
            return bytes;
        }
        let length = bytes.len();
        match spoil {
            Spoil::Byte(at, byte) => bytes[at.index(length)] = *byte,
            Spoil::Cut(at) => bytes.truncate(at.index(length)),
            Spoil::Repeat(at, size, times) => {
                let at = at.index(length);
                let piece = bytes[at..(at + size).min(length)].repeat(*times);
                bytes.splice(at..at, piece);
            }
            Spoil::Huge(at) => {
                let from = at.index(length);
                let digit = bytes[from..].iter().position(u8::is_ascii_digit);
                if let Some(digit) = digit {
                    bytes.splice(from + digit..=from + digit, *b"99999999999999999999e999");
                }
            }
            Spoil::Move(from, to) => {
                let from = from.index(length);
                let piece: Vec<u8> = bytes[from..(from + 40).min(length)].to_vec();
                let to = to.index(length);
                bytes.splice(to..(to + piece.len()).min(length), piece);
            }
        }
    }
    bytes
}

/// Spoils a file many times over.
fn fuzz(name: &str, bytes: &[u8], read: impl Fn(&[u8]) -> bool) {
    assert!(read(bytes), "{name} is read as it is");
    let config = Config { cases: 1500, failure_persistence: None, ..Config::default() };
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let good = std::cell::Cell::new(0);
    TestRunner::new_with_rng(config, seed)
        .run(&spoils(), |spoils| {
            let bytes = spoiled(bytes, &spoils);
            good.set(good.get() + u32::from(read(&bytes)));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    println!("{name}: {} of 1500 could still be read", good.get());
}

/// A small finished campaign.
fn campaign() -> (PathBuf, Campaign) {
    let dir = std::env::temp_dir().join(format!("tmd-fuzz-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    let request = Request {
        precision: 18.into(),
        bits: Some(9),
        target: "interpreter".into(),
        ..Request::in_range("exp", "1,1.5")
    };
    let campaign = Campaign::create(&dir, &request, 2e-6).expect("a campaign");
    let kernels = Engine::Interpreter.kernels(&campaign.plan);
    worker::run(&campaign, &kernels, &Work::default(), &()).expect("done");
    (dir, campaign)
}

#[test]
fn spoiled_files() {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (dir, campaign) = campaign();
    let file = |path: PathBuf| std::fs::read(path).expect("a file");

    let charter = file(dir.join("campaign.toml"));
    fuzz("campaign.toml", &charter, |bytes| Charter::parse("c", &text(bytes)).is_ok());

    let path = record::path(&dir, 0);
    let record = file(path.clone());
    fuzz("a unit's file", &record, |bytes| Record::parse(bytes).is_ok());
    // With a right checksum, what is inside must be refused, too.
    let body = record.split(|byte| *byte == b'\n').next().expect("a line");
    fuzz("a unit's file with its checksum", body, |bytes| {
        let sum = tmd_runtime::sha256_hex(bytes);
        let whole = [bytes, b"\n", sum.as_bytes(), b"\n"].concat();
        std::fs::write(&path, whole).expect("written");
        let done = status::status(&campaign).done.contains(&0);
        assert_eq!(merge::merge(&campaign).is_ok(), done);
        done
    });
    std::fs::write(&path, &record).expect("written");

    let merged = merge::merge(&campaign).expect("merged");
    let results = Results {
        plan: &campaign.plan,
        report: &merged.report,
        command: &campaign.plan.request.command("search"),
        units: &merged.units,
    };
    let certificate = certify::certificate(results).expect("memory");
    let certificate = serde_json::to_vec_pretty(&certificate).expect("a certificate");
    fuzz("a certificate", &certificate, |bytes| verify::parse("c", bytes).is_ok());

    let journal = std::fs::read_dir(dir.join(journal::FOLDER)).expect("a folder");
    let path = journal.flatten().next().expect("a journal").path();
    fuzz("a journal", &file(path.clone()), |bytes| {
        std::fs::write(&path, bytes).expect("written");
        !journal::read(&dir).is_empty()
    });
    std::fs::remove_dir_all(dir).expect("cleaned");

    let profile = Profile::default().to_toml();
    fuzz("a profile", profile.as_bytes(), |bytes| Profile::parse("p", &text(bytes)).is_ok());
    let config = "[kernel.hard]\nfunction = \"exp(x) * sin(x)\"\nbinade = \"1,2\"\nbits = 44\n\
                  param = \"a=1/3\"\n[kernel.b]\nfunction = \"log\"\nrange = \"1, 2^3\"\ninterval = \"2^12\"\n";
    fuzz("tmd.toml", config.as_bytes(), |bytes| {
        File::parse("tmd.toml", &text(bytes))
            .is_ok_and(|file| file.names().iter().all(|name| file.options(name).is_ok()))
    });
    let samples = "# x y\n0 1\n0.5, 2\n1\t3e0\n";
    fuzz("samples", samples.as_bytes(), |bytes| Samples::parse("s", &text(bytes)).is_ok());
    for (range, lookup) in [
        ("0,1", approx::Strategy::None),
        ("0,9", approx::Strategy::Hash),
        ("0,9", approx::Strategy::Bst),
    ] {
        let tolerance = "abs:1e-2".parse().expect("a tolerance");
        let request = approx::Request {
            strategy: lookup,
            ..approx::Request::new("sin", range, tolerance, Width::W32)
        };
        let source = Source::function("sin", None).expect("a function");
        let evaluator = approx::make(&request, source).expect("an evaluator");
        let sources = evaluator.emit("rust-simd", "f").expect("sources");
        let certificate = approx::Certificate::new(&evaluator, &sources).expect("a certificate");
        let bytes = certificate.text().expect("a text");
        fuzz("an evaluator's certificate", bytes.as_bytes(), |bytes| {
            approx::Certificate::parse("c", bytes)
                .is_ok_and(|certificate| approx::verify(&certificate, false, 1).is_ok())
        });
    }
    let manifest = include_bytes!("../../generated/src/exp_1_0x1_0008p0_k0/manifest.json");
    fuzz("a manifest", manifest, |bytes| {
        serde_json::from_slice::<Manifest>(bytes).is_ok_and(|manifest| manifest.validate().is_ok())
    });
}
