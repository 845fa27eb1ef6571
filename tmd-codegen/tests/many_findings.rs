//! More findings than memory has room for: every output is what it is if there is room, byte by byte.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tmd_codegen::campaign::worker::{self, Work};
use tmd_codegen::campaign::{Campaign, merge};
use tmd_codegen::cases::FileKind;
use tmd_codegen::diag::DiagKind;
use tmd_codegen::findings::{Finding, Room};
use tmd_codegen::load::{self, INTERPRETER, LoadOptions};
use tmd_codegen::output::{self, html, listing::Listing, table};
use tmd_codegen::plan::{self, Plan};
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::results::Results;
use tmd_codegen::search::{self, Report};
use tmd_codegen::{certify, json};
use tmd_runtime::{Kernel, Options, Progress};

fn request(function: &str, range: &str, precision: u32, bits: u32) -> Request {
    Request {
        precision: precision.into(),
        bits: Some(bits),
        target: INTERPRETER.to_owned(),
        ..Request::in_range(function, range)
    }
}

/// A plan with its kernels.
fn loaded(request: &Request) -> (Plan, Vec<Arc<dyn Kernel>>) {
    let plan = plan::make(request).unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    let options = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
    let loaded = load::load(plan, &options, "test").expect("kernels");
    (loaded.plan, loaded.kernels)
}

fn wide(folder: &Path) -> Room {
    Room { most: 1 << 30, folder: folder.join("wide"), spare: 0 }
}

fn narrow(folder: &Path, most: usize) -> Room {
    Room { most, folder: folder.join("narrow"), spare: 0 }
}

/// A search on one thread, without what differs from one time to the next.
fn searched(room: &Room, plan: &Plan, kernels: &[Arc<dyn Kernel>]) -> Report {
    let options = Options { threads: 1, ..Options::default() };
    timeless(search::run_in(room, plan, kernels, &options, &()))
}

fn timeless(report: Report) -> Report {
    Report { seconds: 1.0, timing: Default::default(), ..report }
}

/// All outputs of a search by name.
fn outputs(plan: &Plan, report: &Report) -> Vec<(String, Vec<u8>)> {
    let results = Results { plan, report, command: "a command", units: &[] };
    let mut outputs = vec![];
    let certificate = certify::certificate(results).expect("read");
    let document = output::json::Document::new(results).expect("read");
    for (name, text) in [
        ("certificate", json::text(&certificate).expect("JSON")),
        ("JSON", json::text(&document).expect("JSON")),
        ("page", html::search(results).expect("read")),
        ("table", table::text(results).expect("read").to_string()),
    ] {
        outputs.push((name.to_owned(), text.into_bytes()));
    }
    for (name, kind) in FileKind::NAMES.iter().zip(FileKind::ALL) {
        let mut bytes = vec![];
        let written = kind.write_to(&Listing(results), "cases", &mut bytes);
        assert_eq!(written.is_err(), *kind == FileKind::Document, "{name}");
        outputs.push(((*name).to_owned(), bytes));
    }
    outputs
}

fn all(report: &Report) -> [Vec<Finding>; 2] {
    [&report.findings, &report.inverse].map(|list| list.to_vec().expect("read"))
}

/// Both reports say the same in every output; the number of findings.
fn same(what: &str, plan: &Plan, wide: &Report, narrow: &Report) -> usize {
    assert_eq!(all(wide), all(narrow), "{what}");
    for ((name, wide), (_, narrow)) in outputs(plan, wide).iter().zip(outputs(plan, narrow)) {
        // Not both in full: they are long.
        let place = wide.iter().zip(&narrow).position(|(a, b)| a != b);
        assert!(*wide == narrow, "{what}: {name} differs at byte {place:?}");
    }
    wide.findings.len() + wide.inverse.len()
}

/// Nothing is left in a folder of findings.
fn is_empty(room: &Room) -> bool {
    std::fs::read_dir(&room.folder).is_ok_and(|mut entries| entries.next().is_none())
}

#[test]
fn outputs_do_not_depend_on_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let requests = [
        request("exp", "1,4", 15, 4),
        // Images by scaling, of both signs, and by translation, with many exact cases.
        request("cbrt", "-64,64", 14, 5),
        request("sinpi", "0,300", 11, 4),
        // Exact everywhere; runs of neighbours.
        Request { input_precision: Some(10.into()), ..request("x * x", "1,4", 20, 6) },
        request("tanh", "0x1p-8,6", 11, 4),
        Request { rounding: Rounding::Directed, ..request("sqrt(x) * sqrt(x)", "1,2", 11, 5) },
        Request { with_inverse: true, ..request("sqrt", "1,2", 13, 4) },
    ];
    for request in requests {
        let (plan, kernels) = loaded(&request);
        let wide = searched(&wide(folder.path()), &plan, &kernels);
        assert!(wide.error.is_none(), "{:?}", wide.error);
        let what = plan.spec.canonical();
        for most in [7, 190] {
            let room = narrow(folder.path(), most);
            let narrow = searched(&room, &plan, &kernels);
            assert!(narrow.error.is_none(), "{:?}", narrow.error);
            let count = same(&what, &plan, &wide, &narrow);
            assert!(count > 200, "{what}: {count}");
            assert!(narrow.findings.in_memory() <= most && narrow.inverse.in_memory() <= most);
            assert!(is_empty(&room), "a file has a name");
        }
    }
}

/// Stops a search after some inputs.
struct Stopper<'a> {
    options: &'a Options,
    left: AtomicU64,
}

impl Progress for Stopper<'_> {
    fn advance(&self, inputs: u64) {
        let left = self.left.load(Ordering::Relaxed).saturating_sub(inputs);
        self.left.store(left, Ordering::Relaxed);
        if left == 0 {
            self.options.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The findings of a whole search at what a part of it covered.
fn covered(whole: &Report, part: &Report) -> [Vec<Finding>; 2] {
    let is_covered = |finding: &Finding| {
        let mut runs = part.covered.iter();
        runs.any(|run| run.segment == finding.segment && run.inputs.contains(&finding.index))
    };
    all(whole).map(|list| list.into_iter().filter(is_covered).collect())
}

#[test]
fn a_search_that_is_stopped_tells_what_it_finished() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = Request { with_inverse: true, ..request("sqrt", "1,1024", 13, 4) };
    let (plan, kernels) = loaded(&request);
    let whole = searched(&wide(folder.path()), &plan, &kernels);
    let mut partial = 0;
    for share in [3, 5, 50] {
        let inputs = u64::try_from(plan.inputs()).expect("few") / share;
        let stopped = |room: &Room| {
            let options = Options { threads: 1, ..Options::default() };
            let stopper = Stopper { options: &options, left: inputs.into() };
            timeless(search::run_in(room, &plan, &kernels, &options, &stopper))
        };
        let [wide, narrow] = [wide(folder.path()), narrow(folder.path(), 10)].map(|r| stopped(&r));
        assert!(wide.stopped && narrow.stopped && narrow.inputs() < plan.inputs());
        same("stopped", &plan, &wide, &narrow);
        assert_eq!(all(&narrow), covered(&whole, &narrow));
        partial += narrow.findings.len();
    }
    assert!(partial > 100, "{partial}");
}

#[test]
fn without_room_a_search_ends_with_what_it_finished() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let (plan, kernels) = loaded(&request("exp", "1,64", 16, 5));
    let whole = searched(&wide(folder.path()), &plan, &kernels);
    let most = whole.findings.len() / 2;
    let full = Room { spare: u64::MAX, ..narrow(folder.path(), most) };
    for room in [full, Room { folder: file, ..narrow(folder.path(), most) }] {
        let report = search::run_in(&room, &plan, &kernels, &Options::default(), &());
        let diag = report.error.clone().expect("no room");
        assert!([DiagKind::Io, DiagKind::Range].contains(&diag.kind), "{diag}");
        assert!(diag.message.contains(&room.folder.display().to_string()), "{diag}");
        assert!(diag.help.as_deref().is_some_and(|help| help.contains("TMD_CACHE_DIR")));
        assert!(report.findings.len() <= most);
        assert_eq!(all(&report), covered(&whole, &report));
    }
}

#[test]
fn what_no_disk_holds_is_refused_early() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = narrow(folder.path(), 1 << 10);
    // By chance, before anything is searched.
    let plan = plan::make(&request("exp", "1,2", 60, 8)).expect("plan");
    let report = search::run_in(&room, &plan, &[], &Options::default(), &());
    // By what is found, as soon as memory is full: all 2^51 inputs are exact.
    let exact = Request { input_precision: Some(52.into()), ..request("x * x", "1,2", 104, 40) };
    let (plan, kernels) = loaded(&exact);
    let found = search::run_in(&room, &plan, &kernels, &Options::default(), &());
    for (report, most) in [(report, 0), (found, 1 << 16)] {
        let diag = report.error.expect("refused");
        assert_eq!(diag.kind, DiagKind::Range);
        assert!(diag.message.contains(&folder.path().display().to_string()), "{diag}");
        assert!(diag.help.as_deref().is_some_and(|help| help.contains("--bits")), "{diag}");
        assert!(report.counts.candidates <= most);
    }
}

#[test]
fn units_are_merged_in_little_room() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, request) in [
        request("cbrt", "-64,64", 14, 5),
        Request { with_inverse: true, ..request("exp", "1,2", 13, 4) },
    ]
    .iter()
    .enumerate()
    {
        let dir = folder.path().join(format!("campaign-{number}"));
        let campaign = Campaign::create(&dir, request, 1e-9).expect("campaign");
        let (_, kernels) = loaded(request);
        worker::run(&campaign, &kernels, &Work::default(), &()).expect("searched");
        let merged = |room: &Room| merge::merge_in(room, &campaign);
        let whole = timeless(merged(&wide(folder.path())).expect("merged").report);
        let room = narrow(folder.path(), 19);
        let part = merged(&room).expect("merged");
        assert!(part.units.len() > 1 && part.report.findings.in_memory() <= 19);
        let part = timeless(part.report);
        assert!(same("merged", &campaign.plan, &whole, &part) > 200);
        assert!(is_empty(&room), "a file has a name");
        let full = Room { spare: u64::MAX, ..room };
        let diag = merged(&full).err().expect("no room");
        assert!(diag.message.contains(&full.folder.display().to_string()), "{diag}");
        let gathered = merge::gather_in(&full, &campaign).report;
        assert!(gathered.error.is_some());
        assert_eq!(all(&gathered), covered(&whole, &gathered));
    }
}
