//! The atlas: every entry agrees with its files, its cases are hard, and it is made again byte for byte.

mod called;
mod copied;
#[path = "../../tests/src/full.rs"]
#[expect(unreachable_pub, reason = "tests of the other package reach it")]
mod full;

use called::program;
use copied::{atlas, copy_of, folder};
use full::is_full;
use rug::Float;
use rug::float::Constant;
use rug::ops::Pow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tmd_codegen::atlas::{
    Atlas, Claim, Diff, Entry, Made, Ours, PairsEntry, PairsFunction, PairsSubject, Parts, Reason,
    Subject,
};
use tmd_codegen::cases::{FileKind, List};
use tmd_codegen::pairs::plane::Function;
use tmd_codegen::spec::FunctionSpec;
use tmd_codegen::spec::format::FormatName;

/// Entries that are made again; all small ones with `TMD_FULL=1`.
const REMADE: [(&str, &str); 6] = [
    ("exp", "binary16"),
    ("gamma", "binary16"),
    ("sin", "bfloat16"),
    ("sqrt", "bfloat16"),
    ("log2", "tf32"),
    ("cbrt", "binary32"),
];
/// Of longer lists, so many cases are measured again, spread over the list; all of shorter ones.
const MEASURED: usize = 500;
/// They are measured with at most so many bits: with more, most of the time would go into erf next to its asymptotes.
const PREC: u32 = 1 << 12;
/// The same of lists of pairs.
const PAIRS_MEASURED: usize = 60;

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The numbers of bits that an answer says suffice, one a line.
fn bits_in(answer: &[String]) -> Vec<u64> {
    let of_line = |line: &String| {
        let (before, _) = line.split_once(" bits ")?;
        before.rsplit(' ').next()?.replace(',', "").parse().ok()
    };
    answer.iter().filter(|line| line.contains("suffice")).filter_map(of_line).collect()
}

#[test]
fn entries_agree_with_their_files_and_their_cases_are_hard() {
    let atlas = atlas();
    let (mut measured, mut beyond, mut all) = (0, 0, 0);
    let entries = atlas.entries().expect("entries");
    for (entry, made) in &entries {
        let what = format!("{} in {}", entry.function, entry.format);
        let subject = Subject::new(&entry.function, &entry.format).expect("a subject");
        let file = fs::read(atlas.path(&subject, "bin")).expect("cases");
        entry.check(&file).expect(&what);
        let mut list = List::parse(FileKind::Binary, &what, &file).expect("a list");
        assert_eq!(list.cases.len(), entry.cases, "{what}");
        assert!(list.cases.is_sorted_by(|a, b| a.x < b.x), "{what}: not ascending");
        let of_bins: u64 = entry.histogram.iter().map(|bin| bin.cases).sum();
        assert_eq!(of_bins, entry.cases as u64, "{what}: the histogram");
        let hardest = [&entry.nearest, &entry.directed].map(|one| one.as_ref().map(|one| &one.x));
        for x in hardest.into_iter().flatten() {
            assert!(list.cases.iter().any(|case| case.hex() == *x), "{what}: {x} is not listed");
        }
        assert_eq!(made.certificate.len(), 64, "{what}");
        let told = bits_in(&entry.answer);
        assert_eq!(told.last().copied(), entry.precision(), "{what}: {:?}", entry.answer);
        let everywhere = match entry.answer[0].contains("outside") {
            true => None,
            false => told.first().copied(),
        };
        assert_eq!(entry.everywhere(), everywhere, "{what}: {:?}", entry.answer);
        assert!(entry.complete == (entry.refused.is_empty() && entry.undecided == 0), "{what}");
        let step = list.cases.len().div_ceil(MEASURED).max(1);
        list.cases = list.cases.into_iter().step_by(step).collect();
        for name in ["input format", "output format"] {
            list.say(name, &entry.format);
        }
        list.say("rounding", &entry.rounding);
        list.measure_within(&FunctionSpec::parse(subject.function()).expect("a function"), PREC);
        for case in &list.cases {
            let Some(hardness) = case.hardness else {
                // Next to an asymptote, as erf(64) is, more bits are the same than are computed here.
                beyond += 1;
                continue;
            };
            // Of cos(2^-24) it is less than the threshold by less than is stored of it.
            assert!(hardness.distance.log2() <= -f64::from(entry.bits), "{what}: {}", case.hex());
        }
        measured += list.cases.len();
        all += entry.cases;
    }
    println!(
        "{} entries, {measured} of {all} cases measured, {beyond} of them too hard for that",
        entries.len()
    );
    assert!(beyond * 100 < measured, "{beyond} of {measured}");
    assert!(entries.len() >= 164, "{} entries", entries.len());
}

/// A clone has the whole atlas.
#[test]
fn the_atlas_has_less_than_40_mb() {
    let (mut bytes, mut files) = (0, 0);
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                bytes += path.metadata().expect("a file").len();
                files += 1;
            }
        }
    }
    println!("{files} files, {bytes} bytes");
    assert!(files > 492 && bytes < 40_000_000, "{bytes} bytes in {files} files");
}

#[test]
fn entries_are_made_again_byte_for_byte() {
    let scratch = tempfile::tempdir().expect("a folder");
    let of_full = || {
        let entries = Atlas::open(&folder()).and_then(|atlas| atlas.entries()).expect("the atlas");
        let small = entries.into_iter().filter(|(entry, _)| entry.format != "binary64");
        small.map(|(entry, _)| (entry.function, entry.format)).collect()
    };
    let owned = |(function, format): &(&str, &str)| (function.to_string(), format.to_string());
    let subjects: Vec<(String, String)> = match is_full() {
        true => of_full(),
        false => {
            println!(
                "{} entries are made again; all of small formats with TMD_FULL=1",
                REMADE.len()
            );
            REMADE.iter().map(owned).collect()
        }
    };
    let original = atlas();
    let copy = Atlas::open(scratch.path()).expect("a folder");
    for (function, format) in &subjects {
        let place = scratch.path().to_string_lossy().into_owned();
        let output = program(&["--quiet", "atlas", "--atlas", &place, "remake", function, format]);
        assert_eq!(output.status.code(), Some(0), "{function} in {format}: {output:?}");
        let subject = Subject::new(function, format).expect("a subject");
        for ending in ["json", "bin"] {
            let [own, made] =
                [&original, &copy].map(|atlas| fs::read(atlas.path(&subject, ending)).ok());
            assert!(own.is_some() && own == made, "{function} in {format}: .{ending} differs");
        }
    }
    // A second time it says so; a changed list is seen, and mended.
    let place = scratch.path().to_string_lossy().into_owned();
    let again = || program(&["--quiet", "atlas", "--atlas", &place, "remake", "exp", "binary16"]);
    assert!(stdout(&again()).contains("the same, byte for byte"));
    let subject = Subject::new("exp", "binary16").expect("a subject");
    let mut bytes = fs::read(copy.path(&subject, "bin")).expect("cases");
    bytes[3] ^= 1;
    fs::write(copy.path(&subject, "bin"), bytes).expect("write");
    let show = program(&["atlas", "--atlas", &place, "subset", "exp", "-o", &place]);
    assert_eq!(show.status.code(), Some(2), "{show:?}");
    let mended = again();
    assert!(stdout(&mended).contains("CHANGED") && mended.status.code() == Some(1), "{mended:?}");
    assert!(stdout(&again()).contains("the same, byte for byte"));
}

/// log2 of the distance of a function of one variable from a breakpoint, as inputs of these are measured.
fn lg_at(function: &str, x: f64, entry: &PairsEntry) -> f64 {
    let x = rug::Rational::from_f64(x).expect("a number");
    let x = tmd_codegen::spec::hexfloat::print_rational(&x).expect("a hexadecimal float");
    let mut list = List::parse(FileKind::Wc, "a pair", x.as_bytes()).expect("a list");
    for name in ["input format", "output format"] {
        list.say(name, &entry.format);
    }
    list.say("rounding", &entry.rounding);
    list.measure(&FunctionSpec::parse(function).expect("a function"));
    list.cases[0].hardness.expect("measured").distance.log2()
}

/// The same of a function of two numbers, by MPFR alone.
fn lg_of(function: Function, x: f64, y: f64, entry: &PairsEntry) -> f64 {
    let [a, b] = [x, y].map(|own| Float::with_val(1024, own));
    let value = match function {
        Function::Pow => a.pow(&b),
        Function::Compound => (a + 1u32).pow(&b),
        Function::Atan2 => b.atan2(&a),
        Function::Atan2Pi => b.atan2(&a) / Float::with_val(1024, Constant::Pi),
        Function::Hypot => a.hypot(&b),
    };
    let format = FormatName::parse("FORMAT", &entry.format).and_then(|name| name.format());
    let format = format.expect("a format");
    let exponent = (value.get_exp().expect("a number") - 1).max(format.emin);
    let g = value >> (exponent - format.precision.cast_signed());
    let distance = Float::with_val(1024, &g - g.clone().round()).abs();
    assert!(distance > 0, "{function} of {x:e}, {y:e} is exact");
    distance.log2().to_f64()
}

#[test]
fn pairs_agree_with_their_files_and_are_hard() {
    let atlas = atlas();
    let entries = atlas.pairs().expect("entries");
    let (mut measured, mut all) = (0, 0);
    for (subject, entry, made) in &entries {
        let cases = atlas.pairs_cases(subject, entry).expect("cases");
        assert_eq!(cases.len(), entry.cases, "{subject}");
        assert!(cases.is_sorted_by(|a, b| a < b), "{subject}: not ascending");
        let bins = &entry.summary.histogram;
        let of_bins: u64 = bins.iter().map(|bin| bin.cases).sum();
        assert_eq!(of_bins, entry.cases as u64, "{subject}: the histogram");
        let pairs: u64 = bins.iter().map(|bin| bin.hard_pairs()).sum();
        assert_eq!(pairs, entry.hard_pairs.unwrap_or(of_bins), "{subject}: the pairs of it");
        let is_large = !["binary16", "bfloat16"].contains(&&*entry.format);
        let is_of_vectors = is_large && matches!(subject.function, PairsFunction::OfNumbers(_));
        assert_eq!(entry.hard_pairs.is_some(), is_of_vectors, "{subject}");
        for case in [&entry.summary.nearest, &entry.summary.directed].into_iter().flatten() {
            let [x, second] = case.numbers().expect("numbers");
            assert!(cases.contains(&(x, second)), "{subject}: {case:?}");
        }
        assert_eq!(made.certificate.len(), 64, "{subject}");
        let step = cases.len().div_ceil(PAIRS_MEASURED).max(1);
        for (x, second) in cases.iter().copied().step_by(step) {
            let lg = match subject.function {
                PairsFunction::OfInteger(family) => lg_at(&family.at(second as i32), x, entry),
                PairsFunction::OfNumbers(function) => lg_of(function, x, second, entry),
            };
            assert!(lg <= -f64::from(entry.bits), "{subject} at {x:e}, {second:e}: {lg}");
            measured += 1;
        }
        all += entry.cases;
    }
    println!("{} entries of pairs, {measured} of {all} cases measured", entries.len());
    assert_eq!(entries.len(), 28);
}

/// The files of a folder of parts with this ending, in their order.
fn files_of(place: &Path, ending: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(place).expect("a folder").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    files
}

/// The folder of parts of a function in a format, and the function with its arguments.
fn place_of(own: &Parts) -> (PathBuf, String) {
    let (function, arguments) = own.function.split_once('(').unwrap_or((&own.function, "x)"));
    let place = folder().join("ranges").join(format!("{function}-{}", own.format));
    (place, format!("{function}({arguments}"))
}

/// Of each folder one certificate, the first, is checked whole; of the others, what they are of.
#[test]
fn certificates_of_parts_are_of_what_their_folders_are_named_after() {
    let parts = atlas().parts().expect("parts");
    let (mut all, mut whole) = (0, 0);
    for own in &parts {
        let (place, function) = place_of(own);
        let mut files = files_of(&place, ".json");
        files.retain(|file| !file.to_string_lossy().ends_with(".made.json"));
        assert_eq!(files.len(), own.certificates(), "{}", own.slug);
        let made = files_of(&place, ".made.json");
        assert_eq!(made.len(), own.all.len(), "{}", own.slug);
        for file in &files {
            let text = fs::read_to_string(file).expect("a text");
            let certificate: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let at = |place: &str| certificate.pointer(place).and_then(serde_json::Value::as_str);
            assert_eq!(at("/function"), Some(&*function), "{}", file.display());
            let format = at("/format/name").or(at("/output_format/name"));
            assert_eq!(format, Some(&*own.format), "{}", file.display());
        }
        if let Some(first) = files.first() {
            let first = first.to_string_lossy();
            let verified = program(&["--quiet", "verify", &first]);
            assert_eq!(verified.status.code(), Some(0), "{first}: {verified:?}");
            whole += 1;
        }
        all += own.certificates();
    }
    let list = stdout(&program(&["atlas", "--atlas", &folder().to_string_lossy(), "list"]));
    for own in &parts {
        let is_told = |line: &str| line.contains(&own.function) && line.contains(&own.state());
        assert!(list.lines().any(is_told), "{}: {list}", own.slug);
    }
    println!("{whole} of {all} certificates of parts checked whole");
    assert!(all >= 20, "{all}");
}

/// What `show` says of parts, and what is refused.
#[test]
fn parts_are_shown_and_damaged_ones_are_refused() {
    let scratch = tempfile::tempdir().expect("a folder");
    let place = scratch.path().to_string_lossy().into_owned();
    let run = |own: &[&str]| program(&[&["atlas", "--atlas", &place], own].concat());
    let ranges = scratch.path().join("ranges");
    for slug in ["rsqrt-x87", "cbrt-x87", "pow-binary32"] {
        let to = ranges.join(slug);
        fs::create_dir_all(&to).expect("a folder");
        for ending in [".json", ".wc"] {
            for file in files_of(&folder().join("ranges").join(slug), ending) {
                fs::copy(&file, to.join(file.file_name().expect("a name"))).expect("a copy");
            }
        }
    }
    for (function, format, said) in [
        ("rsqrt", "x87", "8,387 cases; 130 bits suffice"),
        ("cbrt", "x87", "1 part: 4,106 cases; 128 bits suffice"),
        ("pow", "binary32", "x: [2^8, 2^9), y: [1, 2)"),
        ("pow(x, y)", "binary32", "0x1.d8c0f6p+8"),
    ] {
        let text = stdout(&run(&["show", function, format]));
        assert!(text.contains(said), "{function}: {text}");
    }
    for (function, format, why) in [
        ("exp2", "x87", "no lists for x87"),
        ("pow(x, 3)", "binary32", "not in the atlas"),
        ("compound-xy", "binary32", "no lists of compound(x, y)"),
    ] {
        let output = run(&["show", function, format]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(why), "{function}: {error}");
    }

    // Another certificate, another function, no heading, no times, nothing.
    let refused = |change: &dyn Fn(&Path), back: &str, why: &str| {
        let own = ranges.join("rsqrt-x87");
        change(&own);
        let output = run(&["list"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(why), "{why}: {error}");
        fs::copy(folder().join("ranges").join(back), ranges.join(back)).expect("a copy");
    };
    let certificate = |own: &Path| {
        let path = own.join("1,2.json");
        let text = fs::read_to_string(&path).expect("a certificate");
        fs::write(path, text + "\n").expect("a certificate");
    };
    refused(&certificate, "rsqrt-x87/1,2.json", "has not the SHA-256");
    let gone =
        |name: &'static str| move |own: &Path| fs::remove_file(own.join(name)).expect("a file");
    refused(&gone("1,2.made.json"), "rsqrt-x87/1,2.made.json", "1,2.made.json");
    refused(&gone("1,2.json"), "rsqrt-x87/1,2.json", "is of no part");
    let twice = |own: &Path| {
        for ending in ["json", "made.json"] {
            fs::copy(own.join(format!("1,2.{ending}")), own.join(format!("1,2b.{ending}")))
                .expect("a copy");
        }
    };
    refused(&twice, "rsqrt-x87/1,2.json", "is of a part that is there already");
    for ending in ["json", "made.json"] {
        fs::remove_file(ranges.join(format!("rsqrt-x87/1,2b.{ending}"))).expect("a file");
    }
    // Lists that have the hash that is noted, but are not whole, or hold what is no case.
    let listed = |change: &dyn Fn(String) -> String, why: &str| {
        let place = ranges.join("cbrt-x87");
        let file = |ending: &str| place.join(format!("1,2.{ending}"));
        let hash = |bytes: &[u8]| tmd_base::hash::sha256_hex(bytes);
        let [text, made] =
            ["wc", "made.json"].map(|own| fs::read_to_string(file(own)).expect("a file"));
        let changed = change(text.clone());
        assert_ne!(text, changed, "{why}");
        fs::write(file("wc"), &changed).expect("a list");
        let output = run(&["list"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && error.contains("has not the SHA-256"),
            "{error}"
        );
        let noted = made.replace(&hash(text.as_bytes()), &hash(changed.as_bytes()));
        fs::write(file("made.json"), noted).expect("a text");
        let output = run(&["list"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(why), "{why}: {error}");
        fs::write(file("wc"), text).expect("a list");
        fs::write(file("made.json"), made).expect("a text");
    };
    for (old, new) in [
        ("rounding: all", "rounding: nearest"),
        ("input format: x87", "input format: binary64"),
        ("coverage: complete, ", "coverage: "),
    ] {
        listed(&|text| text.replace(old, new), "does not say that it is the whole list");
    }
    let why = "is not ascending, or not all of its numbers are cases";
    listed(&|text| text + "0x1.8p+0\n", why);
    listed(&|text| text + "0x1.fffffffffffffffep+0\n", why);
    let other = |own: &Path| {
        for ending in ["wc", "made.json"] {
            let from = own.join(format!("../cbrt-x87/1,2.{ending}"));
            fs::copy(from, own.join(format!("4,8.{ending}"))).expect("a copy");
        }
    };
    refused(&other, "cbrt-x87/1,2.wc", "is not of rsqrt(x) in x87");
    for ending in ["wc", "made.json"] {
        fs::remove_file(ranges.join(format!("rsqrt-x87/4,8.{ending}"))).expect("a file");
    }
    fs::create_dir(ranges.join("exp2-x87")).expect("a folder");
    refused(&|_| (), "cbrt-x87/1,2.wc", "there is no part in");
    fs::remove_dir(ranges.join("exp2-x87")).expect("a folder");
    assert_eq!(run(&["list"]).status.code(), Some(0));
}

/// Parts without a certificate: what their lists say they are, and every case.
#[test]
fn lists_of_parts_are_hard() {
    let parts = atlas().parts().expect("parts");
    let (mut all, mut measured) = (0, 0);
    for own in &parts {
        let (place, function) = place_of(own);
        let files = files_of(&place, ".wc");
        assert_eq!(files.len(), own.all.len() - own.certificates(), "{}", own.slug);
        for file in &files {
            measured += check_list(file, &function, &own.format);
        }
        all += files.len();
    }
    println!("{all} lists of parts, {measured} cases measured");
    assert!(all >= 1, "{all}");
}

/// Makes sure that a list is complete, ascending, hard throughout and of this function and format; returns how many cases it has.
fn check_list(file: &Path, function: &str, format: &str) -> usize {
    let name = file.display().to_string();
    let bytes = fs::read(file).expect("cases");
    let mut list = List::parse(FileKind::Wc, &name, &bytes).expect("a list");
    let stated = |key: &str| list.stated(key).unwrap_or_else(|| panic!("{name}: no {key}"));
    assert_eq!(stated("function"), function, "{name}");
    for side in ["input format", "output format"] {
        let own = list.stated_format(side).expect("a format");
        assert_eq!(own.name, format, "{name}");
    }
    assert!(stated("coverage").starts_with("complete"), "{name}");
    let count = format!("{}, ", list.cases.len());
    assert!(stated("cases").starts_with(&count), "{name}: {}", stated("cases"));
    let (_, bits) = stated("made by").split_once(" --bits ").expect("a search");
    let bits: f64 = bits.parse().expect("a number");
    assert!(list.cases.is_sorted_by(|a, b| a.x < b.x), "{name}: not ascending");
    list.measure(&FunctionSpec::parse(function).expect("a function"));
    for case in &list.cases {
        let hardness = case.hardness.expect("measured");
        assert!(hardness.distance.log2() <= -bits, "{name}: {}", case.hex());
    }
    let made = fs::read_to_string(file.with_extension("made.json")).expect("how it was made");
    let made: Made = serde_json::from_str(&made).expect("how it was made");
    assert_eq!((made.plan.len(), made.certificate.len()), (64, 64), "{name}");
    list.cases.len()
}

#[test]
fn pairs_are_made_again_byte_for_byte() {
    let scratch = tempfile::tempdir().expect("a folder");
    let place = scratch.path().to_string_lossy().into_owned();
    let (original, copy) = (atlas(), Atlas::open(scratch.path()).expect("a folder"));
    for (function, format) in [
        ("pown", "bfloat16"),
        ("rootn(x, n)", "bfloat16"),
        ("compound", "bfloat16"),
        ("hypot(x, y)", "bfloat16"),
        ("hypot", "tf32"),
        ("atan2(y, x)", "tf32"),
        ("atan2pi", "tf32"),
    ] {
        let run = |more: &[&str]| {
            let own = ["--quiet", "atlas", "--atlas", &place];
            let all: Vec<&str> = own.iter().chain(more).copied().collect();
            program(&all)
        };
        let made = run(&["remake", function, format]);
        assert_eq!(made.status.code(), Some(0), "{function}: {made:?}");
        let subject = PairsSubject::of(function, format).expect("pairs").expect("a subject");
        for ending in ["json", "bin"] {
            let [own, made] = [&original, &copy]
                .map(|atlas| fs::read(atlas.pairs_path(&subject, ending)).expect("a file"));
            assert!(own == made, "{subject}: .{ending} differs");
        }
        assert!(stdout(&run(&["remake", function, format])).contains("the same, byte for byte"));
        let shown = stdout(&run(&["show", function, format]));
        assert!(shown.contains("pairs in reach") && shown.contains("suffice"), "{shown}");
        assert!(stdout(&run(&["list"])).contains(&subject.function.to_string()));
        let refused = run(&["show", function, "binary64"]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && said.contains("bfloat16"), "{said}");
    }
}

#[test]
fn every_difference_has_its_reason() {
    let scratch = tempfile::tempdir().expect("a folder");
    let subjects = [("exp", "binary16"), ("sin", "binary16")];
    let atlas = copy_of(&subjects, scratch.path());
    let subject = Subject::new("exp", "binary16").expect("a subject");
    let (mut entry, _) = atlas.entry(&subject).expect("an entry");
    let ours = atlas.cases(&subject, &entry).expect("cases");
    let texts = |list: &List| -> String {
        list.cases.iter().map(|case| format!("{}\n", case.hex())).collect()
    };
    let compare = |text: &str, claim: &Claim| {
        let list = List::parse(FileKind::Wc, "by hand", text.as_bytes()).expect("a list");
        Diff::new(&Ours::of_entry(&atlas, &subject).expect("ours"), list, claim)
    };

    let same = compare(&texts(&ours), &Claim::default());
    assert_eq!((same.both, same.differences.len()), (entry.cases, 0));

    // exp(0) is exact, 1.5 is easy, 1e-30 is no number of the format.
    let more = format!("{}0x0p+0\n0x1.8p+0\n0x1p-100\n", texts(&ours));
    let more = compare(&more, &Claim::default());
    let counts = [Reason::NoCase, Reason::Easier, Reason::OtherFormat].map(|one| more.count(one));
    assert_eq!((counts, more.is_explained()), ([1, 1, 1], true), "{:?}", more.differences);

    // Without their half, what is missing is missing only where they claim to have it.
    let mut half = ours.clone();
    half.cases.truncate(ours.cases.len() / 2);
    let missing = ours.cases.len() - half.cases.len();
    let all = Claim { range: Some([(-70_000).into(), 70_000.into()]), ..Claim::default() };
    assert_eq!(compare(&texts(&half), &all).count(Reason::MissingInTheirs), missing);
    let none = Claim { bits: Some(60), ..all.clone() };
    assert_eq!(compare(&texts(&half), &none).count(Reason::Unclaimed), missing);

    // A case that the entry lacks is told, and the program says so with its exit code.
    let bytes = fs::read(atlas.path(&subject, "bin")).expect("cases");
    let short = &bytes[8..];
    entry.sha256 = tmd_base::hash::sha256_hex(short);
    entry.cases -= 1;
    let first = ours.cases[0].hardness.expect("measured").identical_bits;
    let bin = entry.histogram.iter_mut().find(|bin| bin.identical_bits == first);
    bin.expect("its bin").cases -= 1;
    fs::write(atlas.path(&subject, "bin"), short).expect("write");
    let text = serde_json::to_string(&entry).expect("JSON");
    fs::write(atlas.path(&subject, "json"), text).expect("write");
    let diff = compare(&texts(&ours), &Claim::default());
    assert_eq!((diff.count(Reason::Missing), diff.is_explained()), (1, false));
    let list = scratch.path().join("exp.wc");
    fs::write(&list, texts(&ours)).expect("write");
    let [place, list] = [scratch.path(), &list].map(|path| path.to_string_lossy().into_owned());
    let output = program(&["atlas", "--atlas", &place, "diff", &list, "--format", "binary16"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(&output).contains("MISSING") && stdout(&output).contains(&ours.cases[0].hex()));

    // An odd function: their positive half stands for all.
    let subject = Subject::new("sin", "binary16").expect("a subject");
    let (entry, _) = atlas.entry(&subject).expect("an entry");
    let mut list = atlas.cases(&subject, &entry).expect("cases");
    list.cases.retain(|case| case.x > 0);
    let diff = Diff::new(&Ours::of_entry(&atlas, &subject).expect("ours"), list, &all);
    assert_eq!((diff.count(Reason::Opposite), diff.both * 2), (diff.both, entry.cases));
}

#[test]
fn lists_are_compared_with_certificates() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    let [certificate, list, other] = ["exp.json", "exp.wc", "other.wc"].map(path);
    let search = ["search", "exp", "--range", "1,2", "--precision", "binary16", "--bits", "6"];
    let made = program(&[&search[..], &["--quiet", "--certificate", &certificate]].concat());
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let bytes = fs::read(&certificate).expect("a certificate");
    let certificate_of = tmd_codegen::verify::parse("exp.json", &bytes).expect("one");
    let found = certificate_of.found.expect("findings").cases;
    assert!(found.len() > 20, "{}", found.len());
    // All but one, one that is easy, and one that was not searched.
    let mut lines: Vec<&str> = found[1..].iter().map(|case| &*case.x).collect();
    lines.extend(["0x1.8p+0", "0x1p+1"]);
    fs::write(&list, lines.join("\n")).expect("a list");
    let compared = program(&["atlas", "diff", &list, "--certificate", &certificate]);
    assert_eq!(compared.status.code(), Some(0), "{compared:?}");
    let said = stdout(&compared);
    for part in ["easier", "nothing was searched", "missing in theirs", &*found[0].x] {
        assert!(said.contains(part), "no {part} in\n{said}");
    }
    assert!(said.contains(&format!("{} in both", found.len() - 1)), "{said}");
    let json = program(&["atlas", "diff", &list, "--certificate", &certificate, "--json", "-"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).expect("JSON alone");
    assert_eq!(json["both"], found.len() - 1);

    fs::write(&other, "# function: sin(x)\n0x1p+0\n").expect("a list");
    let refused = program(&["atlas", "diff", &other, "--certificate", &certificate]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && said.contains("not of sin"), "{said}");
}

#[test]
fn lists_and_subsets() {
    let scratch = tempfile::tempdir().expect("a folder");
    let place = folder().to_string_lossy().into_owned();
    let run = |arguments: &[&str]| {
        let all: Vec<&str> =
            ["atlas", "--atlas", &place].iter().chain(arguments).copied().collect();
        program(&all)
    };
    let list = stdout(&run(&["list"]));
    let line = |function: &str, format: &str| {
        list.lines().find(|line| line.split_whitespace().take(2).eq([function, format]))
    };
    assert!(line("exp", "binary16").is_some_and(|line| line.contains("complete")), "{list}");
    let shown = stdout(&run(&["show", "exp", "binary16"]));
    for part in ["bits of f(x) suffice", "atlas/binary16/exp.bin", "identical bits", "SHA-256"] {
        assert!(shown.contains(part), "no {part} in\n{shown}");
    }
    // Not a line for each of the 3,000 hardnesses beside runs.
    let shown = stdout(&run(&["show", "exp", "binary64"]));
    assert!(shown.lines().count() < 60, "{shown}");
    assert!(shown.contains("identical bits, where chance gives hardly any"), "{shown}");
    let out = scratch.path().to_string_lossy().into_owned();
    let output = run(&["subset", "exp", "binary16", "--count", "50", "-o", &out]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read_to_string(scratch.path().join("exp_binary16.wc")).expect("a list");
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 50, "{text}");

    let of_exp = scratch.path().join("exp.wc").to_string_lossy().into_owned();
    fs::write(&of_exp, "# function: exp(x)\n0x1p+0\n").expect("a list");
    let own = run(&["diff", &of_exp, "--function", "exp", "--format", "binary16"]);
    assert_ne!(own.status.code(), Some(2), "{own:?}");

    let refused: [(&[&str], &str); 6] = [
        (
            &["diff", &of_exp, "--function", "sin", "--format", "binary16"],
            "is a list of exp, not of sin",
        ),
        (&["show", "exq", "binary16"], "exp"),
        (&["show", "exp", "binary17"], "format"),
        (&["show", "exp", "x87"], "binary64"),
        (&["show", "exp(x) * x", "binary16"], "atlas list"),
        (&["diff", "no_such_file.wc"], "no_such_file.wc"),
    ];
    for (arguments, part) in refused {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(part), "{arguments:?}: {said}");
    }
    let nowhere = program(&["atlas", "--atlas", "/no/such/folder", "list"]);
    assert_eq!(nowhere.status.code(), Some(2));
}

/// A description that is not of its cases, or of another function, is refused by all that reads it.
#[test]
fn descriptions_are_those_of_their_lists() {
    let scratch = tempfile::tempdir().expect("a folder");
    let atlas = copy_of(&[("exp", "binary16"), ("sin", "binary16")], scratch.path());
    let path = |function: &str, ending: &str| {
        atlas.path(&Subject::new(function, "binary16").expect("a subject"), ending)
    };
    let place = scratch.path().to_string_lossy().into_owned();
    let site = scratch.path().join("site").to_string_lossy().into_owned();
    let refused = |what: &str| {
        for command in [&["list"][..], &["show", "exp", "binary16"], &["site", "--output", &site]] {
            let all = [&["atlas", "--atlas", &place][..], command].concat();
            let output = program(&all);
            assert_eq!(output.status.code(), Some(2), "{what}: {command:?}: {output:?}");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(error.contains(what), "{command:?}: {error}");
        }
    };
    let text = fs::read_to_string(path("exp", "json")).expect("a description");
    let entry: Entry = serde_json::from_str(&text).expect("one");
    let bin = |change: i64| {
        let mut entry = entry.clone();
        let first = entry.histogram.first_mut().expect("a bin");
        first.cases = first.cases.strict_add_signed(change);
        entry
    };
    let fewer = Entry { cases: entry.cases - 1, ..bin(-1) };
    let other = Entry { schema: entry.schema + 1, ..entry.clone() };
    for changed in [fewer, bin(1), other] {
        fs::write(path("exp", "json"), serde_json::to_string(&changed).expect("JSON"))
            .expect("write");
        refused("the cases of exp in binary16 are not those of the entry");
    }
    for ending in ["json", "bin", "made.json"] {
        fs::copy(path("sin", ending), path("exp", ending)).expect("a copy");
    }
    refused("exp.json describes sin in binary16");
}
