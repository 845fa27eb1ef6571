//! Workers of a campaign as processes: unlike ones together, and those that are started elsewhere.

mod said;

use said::said;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const REQUEST: [&str; 7] = ["exp", "--binade", "1,2", "--precision", "20", "--bits", "14"];

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"));
    // Kernels that the tests compile are kept with the build; in the user's cache where others can change the build.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    if let Ok(cache) = tmd_runtime::private_directory(&cache) {
        command.env("TMD_CACHE_DIR", cache);
    }
    command.args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program runs")
}

/// Runs what must succeed, and returns what it prints.
fn good(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{}", text(&output.stderr));
    text(&output.stdout)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path); // it may not be there yet
        fs::create_dir_all(&path).expect("scratch directory");
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

/// Begins a campaign of a few units, and tells how many.
fn begin(dir: &str) -> usize {
    begin_with(dir, &REQUEST).1
}

/// Begins a campaign of a request; what is printed, and the number of units.
fn begin_with(dir: &str, request: &[&str]) -> (String, usize) {
    let printed =
        good(&[&["campaign", "new", "--dir", dir, "--unit-seconds", "1e-6"], request].concat());
    let charter = fs::read_to_string(Path::new(dir).join("campaign.toml")).expect("charter");
    let units = charter.lines().find_map(|line| line.strip_prefix("units = "));
    (printed, units.and_then(|units| units.parse().ok()).expect("units"))
}

/// Merges a finished campaign, whose list must be that of a search and have cases; what is printed.
fn merged_as_searched(scratch: &Scratch, dir: &str, request: &[&str], options: &[&str]) -> String {
    let [merged, searched] = ["merged.wc", "searched.wc"].map(|name| scratch.path(name));
    let table = good(&[&["campaign", "merge", dir, "--cases", &merged], options].concat());
    good(&[&["search"], request, &["--cases", &searched]].concat());
    let read = |path: &str| fs::read_to_string(path).expect("cases");
    assert_eq!(read(&merged), read(&searched));
    assert!(read(&merged).lines().any(|line| !line.starts_with('#')));
    table
}

#[test]
fn workers_of_different_targets_finish_a_campaign_together() {
    let scratch = Scratch::new("campaign-targets");
    let dir = scratch.path("campaign");
    let units = begin(&dir);
    assert!(units >= 4, "{units}");
    // Neither can do it alone.
    let most = units.div_ceil(2).to_string();
    let worker = |target: &str, share: &str| -> Child {
        program(&["campaign", "run", &dir, "--target", target, "--share", share, "--most", &most])
            .spawn()
            .expect("a worker")
    };
    let workers = [worker("rust-simd", "0/2"), worker("interpreter", "1/2")];
    for worker in workers {
        let output = worker.wait_with_output().expect("a worker ends");
        // Whether a worker sees that all is done depends on who is last.
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", text(&output.stderr));
    }
    let status = good(&["campaign", "status", &dir]);
    assert!(status.contains(&format!("{units} of {units} units")), "{status}");

    let table = merged_as_searched(&scratch, &dir, &REQUEST, &[]);
    for part in ["interpreter", "rust"] {
        assert!(table.contains(part), "{part}: {table}");
    }
}

#[test]
fn a_campaign_of_what_can_be_searched() {
    let request = ["sin", "--range", "65535,2^30", "--precision", "25", "--bits", "4", "--partial"];
    let scratch = Scratch::new("campaign-partial");
    let dir = scratch.path("campaign");
    let without = [&["campaign", "new", "--dir", &dir][..], &request[..7]].concat();
    let refused = run(&without);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused.stderr).contains("--partial"), "{}", said(&refused.stderr));

    let (printed, _) = begin_with(&dir, &request);
    let left_out = "not in the units: 234,881,024 inputs in 2 ranges, which cannot be searched";
    assert!(printed.contains(left_out), "{printed}");
    good(&["campaign", "run", &dir]);
    assert!(good(&["campaign", "status", &dir]).contains(left_out));

    let certificate = scratch.path("certificate.json");
    let table = merged_as_searched(&scratch, &dir, &request, &["--certificate", &certificate]);
    assert!(table.contains("NOT SEARCHED") && table.contains("too often"), "{table}");
    good(&["verify", &certificate]);

    let page = scratch.path("report.html");
    good(&["campaign", "report", &dir, "-o", &page]);
    assert!(fs::read_to_string(&page).expect("a page").contains("NOT SEARCHED"));
}

#[test]
fn batch_scripts_are_written() {
    let scratch = Scratch::new("campaign submit");
    let dir = scratch.path("a campaign");
    let units = begin(&dir);
    let submit = ["campaign", "submit", &dir, "--engine", "slurm"];
    let printed = good(&[&submit[..], &["--dry-run", "--program", "/opt/tmd-codegen"]].concat());
    let script = Path::new(&dir).join("slurm.sh");
    assert_eq!(printed, format!("{}\n", script.display()));
    let text_of = || fs::read_to_string(&script).expect("script");
    let first = text_of();
    assert!(first.contains(&format!("#SBATCH --array=0-{}\n", units.min(64) - 1)), "{first}");
    assert!(first.contains(&format!("exec /opt/tmd-codegen campaign run '{dir}' ")), "{first}");
    good(&[&submit[..], &["--dry-run", "--tasks", "2"]].concat());
    assert!(text_of().contains(env!("CARGO_BIN_EXE_tmd-codegen")));

    let output = program(&submit).env("PATH", "/nowhere").output().expect("the program runs");
    let words = said(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("no `sbatch` here") && words.contains("slurm.sh"), "{words}");
}

#[cfg(not(feature = "mpi"))]
#[test]
fn without_mpi_the_way_out_is_told() {
    let scratch = Scratch::new("campaign-mpi");
    let dir = scratch.path("campaign");
    begin(&dir);
    let output = run(&["campaign", "run", &dir, "--mpi"]);
    assert_eq!(output.status.code(), Some(2));
    let words = said(&output.stderr);
    assert!(words.contains("built without MPI"), "{words}");
    assert!(words.contains("--features mpi"), "{words}");
}

/// What `--cases` and `--json` of a search say of the cases.
fn cases(scratch: &Scratch, name: &str, arguments: &[&str]) -> (Output, String) {
    let wc = scratch.path(name);
    let output = run(&[&["search"], &REQUEST[..], &["--cases", &wc], arguments].concat());
    (output, fs::read_to_string(&wc).expect("cases"))
}

#[test]
fn a_search_goes_on_with_the_campaign_that_it_is_kept_in() {
    let scratch = Scratch::new("campaign-kept");
    let dir = scratch.path("campaign");
    begin(&dir);
    let (_, wanted) = cases(&scratch, "wanted.wc", &[]);
    let output = run(&["campaign", "run", &dir, "--most", "2"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));

    // How often a unit was finished, by the journals of all workers.
    let finished = |unit: usize| {
        let journals = fs::read_dir(Path::new(&dir).join("journal")).expect("journals");
        let journals = journals.map(|file| fs::read_to_string(file.expect("a file").path()));
        let all: String = journals.map(|text| text.expect("a journal")).collect();
        all.matches(&format!("\"done\",\"unit\":{unit},")).count()
    };
    assert_eq!([0, 1, 2].map(finished), [1, 1, 0]);
    let (output, found) = cases(&scratch, "found.wc", &["--campaign", &dir]);
    assert_eq!((output.status.code(), &found), (Some(0), &wanted), "{}", text(&output.stderr));
    assert_eq!([0, 1, 2].map(finished), [1, 1, 1]);
    // All is done: only read again.
    let (_, again) = cases(&scratch, "again.wc", &["--campaign", &dir]);
    assert_eq!((again, [0, 1, 2].map(finished)), (wanted.clone(), [1, 1, 1]));

    // One that is not there yet is begun, and is a campaign like any other.
    let new = scratch.path("new");
    let (_, found) = cases(&scratch, "new.wc", &["--campaign", &new]);
    assert_eq!(found, wanted);
    assert!(good(&["campaign", "status", &new]).contains("1 of 1 unit"));

    let output =
        run(&["search", "exp", "--binade", "2,4", "--precision", "20", "--campaign", &dir]);
    assert_eq!(output.status.code(), Some(2));
    let words = said(&output.stderr);
    assert!(words.contains("campaign of another search"), "{words}");
}

/// What copies campaigns may leave empty folders out, and nobody waits for ever for a claim that cannot be read.
#[test]
fn lost_folders_and_unreadable_claims_stop_no_campaign() {
    let scratch = Scratch::new("campaign-lost");
    let dir = scratch.path("campaign");
    let units = begin(&dir);
    assert!(units >= 3, "{units}");
    let at = |name: &str| Path::new(&dir).join(name);
    for folder in ["claims", "journal", "units"] {
        fs::remove_dir_all(at(folder)).expect("a folder");
    }
    let output = run(&["campaign", "run", &dir, "--most", "1"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(fs::read_dir(at("journal")).expect("made anew").count(), 1);

    fs::create_dir(at("claims/0000001")).expect("a folder");
    fs::write(at("claims/0000002"), [0xff, 0xfe]).expect("a file");
    let mut child = program(&["campaign", "run", &dir, "--lease", "0.5"]).spawn().expect("it runs");
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("killed");
            panic!("it waits for ever");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("its words");
    let says = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{says}");
    for unit in [1, 2] {
        assert!(says.contains(&format!("the claim of unit {unit} could not be read")), "{says}");
    }
    assert!(good(&["campaign", "status", &dir]).contains(&format!("{units} of {units} units")));
}
