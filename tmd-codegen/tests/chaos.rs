//! Campaigns under attack: workers are killed at random, files are cut, flipped, swapped, deleted and
//! aged, the disk is full, clocks jump. Whatever happens, the results in the end are those of the undisturbed
//! search, byte for byte.
//!
//! `TMD_CHAOS_ROUNDS` says how many rounds there are (3 where it is not set), `TMD_CHAOS_SEED` with which
//! numbers they begin.

mod said;

use said::said;
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};
use tmd_codegen::random::Random;

/// What is searched: small, but by kernels, in 13 binades.
const REQUEST: [&str; 7] = ["exp", "--range", "2^-7,2^6", "--precision", "24", "--bits", "12"];

/// A number below `bound`.
fn below(random: &mut Random, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

fn program() -> Command {
    with_cache(Command::new(env!("CARGO_BIN_EXE_tmd-codegen")))
}

/// Kernels that the tests compile are kept with the build; in the user's cache where others can change the build.
fn with_cache(mut command: Command) -> Command {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    if let Ok(cache) = tmd_runtime::private_directory(&cache) {
        command.env("TMD_CACHE_DIR", cache);
    }
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program")
}

fn expect(arguments: &[&str]) {
    let output = run(arguments);
    let said = said(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
}

/// Sets a program's clock wrong, where this is installed.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// A worker that gives up claims quickly; sometimes one that interprets its kernels on a machine whose
/// clock is wrong by years. (The clock that never jumps is left alone, and no compiler is started: both
/// hang when they are lied to.)
fn worker(dir: &Path, random: &mut Random) -> Child {
    let mut command = program();
    let threads = (1 + below(random, 2)).to_string();
    let share = format!("{}/4", below(random, 4));
    command.args(["campaign", "run"]).arg(dir);
    command.args(["--lease", "0.4", "--threads", &threads, "--share", &share]);
    if below(random, 3) == 0 {
        command.args(["--target", "interpreter"]);
        let days = below(random, 20_000) as i64 - 10_000;
        if Path::new(FAKETIME).exists() {
            command.env("LD_PRELOAD", FAKETIME).env("FAKETIME", format!("{days:+}d"));
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a worker")
}

/// Waits for a worker's end, a minute at most.
fn end(mut worker: Child) {
    let start = Instant::now();
    while worker.try_wait().expect("a worker").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "a worker hangs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Copies a directory with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("a copy")),
        }
    }
}

/// The files of finished units.
fn records(dir: &Path) -> Vec<PathBuf> {
    let list = |dir: &Path| -> Vec<PathBuf> {
        fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let mut records: Vec<PathBuf> = list(&dir.join("units")).iter().flat_map(|d| list(d)).collect();
    records.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    records.sort();
    records
}

/// Does something to the directory that no worker would do.
fn damage(dir: &Path, foreign: &[PathBuf], random: &mut Random) {
    let records = records(dir);
    if records.is_empty() {
        return;
    }
    let path = &records[below(random, records.len())];
    let Ok(bytes) = fs::read(path) else { return };
    match below(random, 8) {
        0 => drop(fs::write(path, &bytes[..below(random, bytes.len().max(1))])),
        1 if !bytes.is_empty() => {
            let mut bytes = bytes;
            let at = below(random, bytes.len());
            bytes[at] ^= 1 << below(random, 8);
            let _ = fs::write(path, bytes);
        }
        2 => drop(fs::remove_file(path)),
        // Another unit's result, whole and with a right checksum.
        3 => drop(fs::copy(&records[below(random, records.len())], path)),
        // A result of another campaign.
        4 => drop(fs::copy(&foreign[below(random, foreign.len())], path)),
        5 => {
            // A file from a time that is none, or is yet to come.
            let seconds = Duration::from_secs(random.next() % 8_000_000_000);
            if let Ok(file) = File::options().append(true).open(path) {
                let _ = file.set_modified(SystemTime::UNIX_EPOCH + seconds);
            }
        }
        6 => {
            // A claim of a worker that is long gone.
            let claim = dir.join("claims").join(format!("{:07}", below(random, 200)));
            let _ = fs::write(claim, b"nobody 7\n");
        }
        _ => {
            // A journal that is cut in a line, and what a killed writer leaves behind.
            let _ = fs::write(dir.join("units/000/.tmp-999-1"), b"{\"schema\":1,");
            let journal = dir.join("journal/nobody.jsonl");
            if let Ok(mut file) = OpenOptions::new().append(true).create(true).open(journal) {
                let _ = file.write_all(b"{\"time\": 1, \"ev");
            }
        }
    }
}

/// Blocks of 4 KiB that a directory takes, at most.
fn blocks(dir: &Path) -> u64 {
    let of = |path: PathBuf| match path.is_dir() {
        true => blocks(&path),
        false => fs::metadata(&path).map_or(0, |file| file.len().div_ceil(4096)),
    };
    1 + fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| of(entry.path())).sum::<u64>()
}

/// A small file system of its own, if this user may mount one.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// With room for some more bytes than a directory takes.
    fn new(at: &Path, template: &Path) -> Option<SmallDisk> {
        fs::create_dir_all(at).expect("a directory");
        let size = format!("size={}k", blocks(template) * 4 + 300);
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(at)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        mounted.then(|| SmallDisk(at.to_owned()))
    }

    fn grow(&self) {
        let status = Command::new("mount").args(["-o", "remount,size=64m"]).arg(&self.0).status();
        assert!(status.expect("mount").success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// Merges, and returns the cases, and the certificate without the devices, which may be others.
fn merged(dir: &Path, scratch: &Path) -> (String, Value) {
    let files = ["cases.wc", "certificate.json"].map(|name| scratch.join(name));
    let [wc, certificate] = files.each_ref().map(|path| path.to_str().expect("a path"));
    let dir = dir.to_str().expect("a path");
    expect(&["campaign", "merge", dir, "--cases", wc, "--certificate", certificate]);
    let [wc, certificate] = files.map(|path| fs::read_to_string(path).expect("a file"));
    let mut certificate = serde_json::from_str(&certificate).expect("JSON");
    forget_devices(&mut certificate);
    (wc, certificate)
}

fn forget_devices(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.remove("devices");
            entries.remove("digest"); // which is also one of the devices
            entries.values_mut().for_each(forget_devices);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_devices),
        _ => {}
    }
}

#[test]
fn results_survive_everything() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    let (rounds, seed) = (number("TMD_CHAOS_ROUNDS", 3), number("TMD_CHAOS_SEED", 1));
    let scratch = std::env::temp_dir().join(format!("tmd-chaos-{}", std::process::id()));
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).expect("a directory");
    if !Path::new(FAKETIME).exists() {
        println!("workers' clocks are not set wrong: {FAKETIME} is not installed");
    }

    // The template of all campaigns, the undisturbed one, and one of another function.
    let path = |name: &str| scratch.join(name).to_str().expect("a path").to_owned();
    let (template, calm, other) = (path("template"), path("calm"), path("other"));
    let create = |dir: &str, request: &[&str]| {
        let arguments = ["campaign", "new", "--dir", dir, "--unit-seconds", "2e-4"];
        expect(&[&arguments, request].concat());
    };
    create(&template, &REQUEST);
    copy(Path::new(&template), Path::new(&calm));
    let mut request = REQUEST;
    request[0] = "exp2";
    create(&other, &request);
    for dir in [&calm, &other] {
        expect(&["campaign", "run", dir]);
    }
    let units = records(Path::new(&calm)).len();
    assert!(units >= 150, "{units} units");
    let foreign = records(Path::new(&other));
    let expected = merged(Path::new(&calm), &scratch);
    let wc = path("search.wc");
    expect(&[&["search"], &REQUEST[..], &["--cases", &wc]].concat());
    assert_eq!(
        fs::read_to_string(&wc).expect("a file"),
        expected.0,
        "a campaign finds what a search finds"
    );

    let (mut kills, mut damages, mut refusals, mut full) = (0, 0, 0, 0);
    for round in 0..rounds {
        let mut random = Random::new(seed.wrapping_mul(1000) + round);
        let dir = scratch.join(format!("round-{round}"));
        let disk = (round % 4 == 1).then(|| SmallDisk::new(&dir, Path::new(&template))).flatten();
        copy(Path::new(&template), &dir);
        let name = dir.to_str().expect("a path");
        if let Some(disk) = &disk {
            // Nothing fits soon; the worker says so, and what it finished is kept.
            let output = run(&["campaign", "run", name]);
            assert_eq!(output.status.code(), Some(2), "round {round}");
            let said = said(&output.stderr);
            assert!(said.contains("No space left"), "{said}");
            full += 1;
            disk.grow();
        } else if round % 4 == 1 {
            println!("no disk is full: this user may not mount one");
        }
        let mut workers: Vec<Child> = (0..2).map(|_| worker(&dir, &mut random)).collect();
        for _ in 0..12 {
            std::thread::sleep(Duration::from_millis(20 + random.next() % 120));
            match below(&mut random, 3) {
                0 => {
                    let victim = below(&mut random, workers.len());
                    workers[victim].kill().expect("killed");
                    end(std::mem::replace(&mut workers[victim], worker(&dir, &mut random)));
                    kills += 1;
                }
                _ => {
                    damage(&dir, &foreign, &mut random);
                    damages += 1;
                }
            }
        }
        for mut worker in workers {
            if below(&mut random, 2) == 0 {
                worker.kill().expect("killed");
                kills += 1;
            }
            end(worker);
        }
        damage(&dir, &foreign, &mut random);
        damages += 1;
        let merge = run(&["campaign", "merge", name]);
        if !merge.status.success() {
            assert_eq!(merge.status.code(), Some(2), "round {round}");
            refusals += 1;
        }
        // What is left is done by one that nobody disturbs.
        expect(&["campaign", "run", name, "--lease", "0.2"]);
        assert_eq!(merged(&dir, &scratch), expected, "round {round} of seed {seed}");
        drop(disk);
        fs::remove_dir_all(&dir).expect("cleaned");
    }
    println!(
        "{rounds} rounds of {units} units: {kills} workers killed, {damages} damages, \
         {refusals} merges refused, {full} full disks; results always the same"
    );
    fs::remove_dir_all(&scratch).expect("cleaned");
}
