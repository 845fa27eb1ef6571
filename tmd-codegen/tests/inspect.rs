//! `tmd-codegen inspect`: every step of every kernel is found in the text of every target, and what is told of
//! it is right.

mod said;

use said::said;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tmd_codegen::design::{Check, Test};
use tmd_codegen::inspect::{self, Choice, Parts};
use tmd_codegen::ir::counts;
use tmd_codegen::request::{Options, Request};
use tmd_codegen::target::targets;

fn requests() -> Vec<Request> {
    [
        Options::new("exp").range("1,0x1.0008p0").input_precision(54).rounding("directed").bits(33),
        Options::new("exp").range("128,129").test("lefevre").division("hybrid").logms(3),
        Options::new("sin").range("0.5,0.5001").test("regular").division("subtractive"),
        Options::new("log").range("1.5,1.5001").test("shared"),
        Options::new("exp").binade("1,2").precision(16),
    ]
    .iter()
    .map(|options| options.request().expect("request"))
    .collect()
}

#[test]
fn every_step_is_found_in_every_text() {
    for request in requests() {
        for target in targets() {
            let request = Request { target: target.name().to_owned(), ..request.clone() };
            let plan = tmd_codegen::plan::make(&request).expect("plan");
            for source in target.modules(&plan.kernels[0]).expect("modules") {
                let choice = Choice { file: Some(source.file.clone()), ..Choice::default() };
                let inspection = inspect::inspect(&request, &choice).expect("inspection");
                let text = &inspection.bundle.files[&source.text];
                let lines: Vec<&str> = text.lines().collect();
                assert_eq!(inspection.stages.len(), plan.kernels[0].stages.len());
                for stage in &inspection.stages {
                    let outline = &stage.outline;
                    // Steps follow each other without gaps, from the head to the end.
                    assert_eq!(outline.steps[0].lines.start, outline.lines.start);
                    assert_eq!(outline.steps.last().expect("steps").lines.end, outline.lines.end);
                    for pair in outline.steps.windows(2) {
                        assert_eq!(pair[0].lines.end, pair[1].lines.start);
                        assert_eq!(pair[0].statements.end, pair[1].statements.start);
                        let line = lines[pair[1].lines.start - 1].trim();
                        assert_eq!(line, format!("// {}", pair[1].name), "{}", source.file);
                    }
                    assert_eq!(lines[outline.lines.end - 2], "}");
                    let doc = lines[outline.comment.start - 1];
                    assert!(
                        ["Tests", "Searches", "Walks"]
                            .iter()
                            .any(|verb| doc.contains(&format!("{verb} one item"))),
                        "{doc}"
                    );
                    // Steps add up to the stage.
                    for varying in [true, false] {
                        let sum: u64 = outline.steps.iter().map(|s| s.counts.total(varying)).sum();
                        assert_eq!(sum, counts(&stage.kernel).total(varying));
                        assert_eq!(sum, stage.counts.total(varying));
                    }
                    let peak = outline.steps.iter().map(|step| step.live.varying).max();
                    assert_eq!(peak, Some(stage.live.varying));
                    assert!(stage.profile.parts >= 32);
                }
            }
        }
    }
}

/// The regular test takes about as many rounds as a continued fraction has pairs of quotients; counted loops
/// run as often as they say.
#[test]
fn expected_rounds_are_those_of_the_mathematics() {
    use inspect::LoopKind;
    let mut request = requests()[0].clone();
    request.overrides.test = Some(Test::RegularCut);
    let inspection = inspect::inspect(&request, &Choice::default()).expect("inspection");
    let stage = &inspection.stages[0];
    let mut tests = 0;
    for block in &stage.profile.loops {
        match block.kind {
            LoopKind::Counted(times) => assert_eq!(block.rounds, times * block.entered),
            LoopKind::Bounded(bound) => {
                let rounds = block.rounds as f64 / block.entered as f64;
                // 12·ln 2/π²·ln N quotients for N = 2^17, two a round: 5.
                assert!((3.0..9.0).contains(&rounds) && bound == (1 << 17) + 1, "{rounds}");
                tests += 1;
            }
            LoopKind::Conditional | LoopKind::Gathered => assert!(block.rounds <= block.entered),
        }
    }
    assert_eq!(tests, 1);
}

/// A walk meets 3/π²·Q² arcs a unit of the slope.
#[test]
fn expected_arcs_are_those_of_the_farey_sequence() {
    use inspect::LoopKind;
    let mut request = requests()[0].clone();
    request.overrides.test = Some(Test::Arcs);
    let inspection = inspect::inspect(&request, &Choice::default()).expect("inspection");
    let plan = tmd_codegen::plan::make(&request).expect("plan");
    let (_, search) = plan.searches().next().expect("a search");
    let Check::Arcs(arcs) = &plan.kernels[0].stages[0].check else { panic!("arcs") };
    let curvature = 2.0 * search.model.q[2].value();
    let order = (arcs.contract.order_cubed.value() / curvature).cbrt();
    let rise = curvature * arcs.packet_inputs as f64;
    let expected = 3.0 / std::f64::consts::PI.powi(2) * order * order * rise;
    let walks = inspection.stages[0]
        .profile
        .loops
        .iter()
        .filter(|block| matches!(block.kind, LoopKind::Bounded(bound) if bound == arcs.rounds));
    let walks: Vec<f64> = walks.map(|b| b.rounds as f64 / b.entered as f64).collect();
    assert_eq!(walks.len(), 1);
    // B is its bound on the span: somewhat more than on most packets.
    assert!((0.5..1.2).contains(&(walks[0] / expected)), "{} of {expected}", walks[0]);
}

#[test]
fn what_is_not_there_is_refused() {
    let refused = |choice: Choice, part: &str| {
        let diag = inspect::inspect(&requests()[4], &choice).err().expect("a refusal");
        assert!(diag.message.contains(part) && diag.help.is_some(), "{diag}");
    };
    refused(Choice { kernel: 7, ..Choice::default() }, "--kernel 7");
    refused(Choice { stage: Some(9), ..Choice::default() }, "--stage 9");
    refused(Choice { file: Some("none.rs".into()), ..Choice::default() }, "none.rs");
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tmd-codegen")).args(arguments).output().expect("run")
}

fn good(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refused(arguments: &[&str], part: &str) {
    let output = run(arguments);
    let words = said(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(words.contains(part), "no {part:?} in\n{words}");
}

const SMALL: [&str; 5] = ["exp", "--binade", "1,2", "--precision", "24"];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["inspect"], &SMALL[..], more].concat()
}

/// The whole page for one kernel, as it was; `TMD_BLESS=1` writes it anew.
#[test]
fn the_page_is_as_it_was() {
    let page = good(&small(&["--no-compile", "--stage", "0"]));
    for line in page.lines() {
        assert!(line.chars().count() <= 140, "{line}");
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inspect.txt");
    if std::env::var_os("TMD_BLESS").is_some() {
        fs::write(golden, page).expect("write");
        return;
    }
    let expected = fs::read_to_string(golden).unwrap_or_default();
    assert_eq!(page, expected, "TMD_BLESS=1 writes it anew");
}

#[test]
fn sources_stand_beside_their_steps() {
    let page = good(&small(&["--no-compile", "--source", "--stage", "0"]));
    let bundle = tmd_codegen::generate(
        &Options::new("exp").binade("1,2").precision(24).request().expect("request"),
    )
    .expect("bundles");
    let text = &bundle[0].files["stages.rs"];
    let numbered = |line: &&str| line.contains(" │ ") || line.ends_with(" │");
    let shown: Vec<&str> = page.lines().filter(numbered).collect();
    assert!(shown.len() > 50);
    for line in shown {
        let (number, source) = line.split_once('│').expect("a margin");
        let number: usize =
            number.split_whitespace().next().expect("a number").parse().expect("it");
        assert_eq!(source.trim_start(), text.lines().nth(number - 1).expect("line").trim_start());
    }
}

#[test]
fn machine_code_is_told_where_there_is_a_compiler() {
    let page = good(&small(&["--stage", "0"]));
    assert!(page.contains("\nmachine"), "{page}");
    let without = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"))
        .args(small(&["--stage", "0"]))
        .env("TMD_RUSTC", "/nonexistent/rustc")
        .output()
        .expect("run");
    let page = String::from_utf8_lossy(&without.stdout);
    assert!(without.status.success() && page.contains("no Rust compiler"), "{page}");
}

#[test]
fn passes_are_shown() {
    let after = good(&small(&["--pass", "dead", "--stage", "0"]));
    assert!(after.contains("kernel stage0") && !after.contains("kernel stage1"), "{after}");
    let changes = good(&small(&["--pass", "share", "--diff"]));
    assert!(changes.contains("\n-") && changes.contains("\n+++ after"), "{changes}");
    assert!(changes.contains("; share, stage 0: ") && changes.contains("become"), "{changes}");
    let none = good(&small(&["--pass", "builder", "--diff", "--stage", "0"]));
    assert!(none.contains("nothing changes"), "{none}");
    refused(&small(&["--pass", "magic"]), "builder, fold, share, dead");
}

#[test]
fn kernels_are_compared() {
    let logms = ["--division hybrid --logms 1", "--division hybrid --logms 6"];
    let table = good(&small(&["--compare", logms[0], logms[1]]));
    assert!(
        table.starts_with("  ") && table.contains(logms[1]) && table.contains("ratio"),
        "{table}"
    );
    assert!(table.contains("lane operations run, a part") && table.contains("the same"), "{table}");
    let targets = good(&small(&["--compare", "", "--target cuda"]));
    assert!(targets.contains("as it is") && targets.contains("kernels.cu"), "{targets}");
    refused(&small(&["--compare", "", "--test exam"]), "exam");
    refused(&small(&["--compare", "'", ""]), "quote");
    refused(&small(&["--compare", "", "--colour 3"]), "--colour");
}

#[test]
fn folders_are_inspected() {
    let scratch = tempfile::tempdir().expect("folder");
    let folder = scratch.path().join("kernels");
    let name = folder.to_str().expect("UTF-8");
    for target in targets().map(|target| target.name()) {
        let _ = fs::remove_dir_all(&folder); // of the target before
        good(&[&["gen"], &SMALL[..], &["--target", target, "-o", name]].concat());
        let page = good(&["inspect", name]);
        for part in [
            "function exp(x)",
            &format!("target   {target}"),
            "seed ",
            "threshold ε",
            "an input survives where its value is below 2ε''",
            "this generator makes the same files from it",
        ] {
            assert!(page.contains(part), "no {part:?} in\n{page}");
        }
    }
    // Another command in the manifest: other files.
    let manifest = folder.join("kernel0/manifest.json");
    let text = fs::read_to_string(&manifest).expect("manifest");
    fs::write(&manifest, text.replace("--precision 24", "--precision 23")).expect("write");
    assert!(good(&["inspect", name]).contains("makes others from it"));
    fs::write(&manifest, text.replace("tmd-codegen gen", "rm")).expect("write");
    assert!(good(&["inspect", name]).contains("makes nothing from it"));
    fs::write(folder.join("kernel0/kernels.cu"), "changed").expect("write");
    refused(&["inspect", name], "kernels.cu");
    refused(&["inspect", scratch.path().to_str().expect("UTF-8")], "manifest.json");
}

/// The library's parts without the command line.
#[test]
fn reports_are_the_same_each_time() {
    let page = || {
        let inspection = inspect::inspect(&requests()[3], &Choice::default()).expect("inspection");
        inspect::report(&inspection, &Parts::default())
    };
    assert_eq!(page(), page());
}
