//! What the documents show is what the program prints: the tutorial, the page about looking at kernels and the example of
//! a stochastic twin word for word; and every command of the README and of `docs/commands.md` runs.
//!
//! `TMD_BLESS=1` writes these pages' answers anew; `...` in the place of lines that differ between machines stays only
//! where they are the same without it, so read the difference.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tmd-codegen");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a page shows is what happens, in a folder with some files.
fn happens(page: &str, files: &[(&str, String)]) {
    let folder = tempfile::tempdir().expect("a folder");
    let document = root().join("docs").join(page).with_extension("md");
    let copy = folder.path().join(page).with_extension("md");
    fs::copy(&document, &copy).expect("the page");
    // A folder of this name makes all steps run in one folder of their own.
    let place = copy.with_extension("in");
    fs::create_dir(&place).expect("a folder");
    for (name, text) in files {
        fs::write(place.join(name), text).expect("a file");
    }
    let bless = env::var_os("TMD_BLESS").is_some();
    let cases = trycmd::TestCases::new();
    cases
        .case(&copy)
        .register_bin("tmd-codegen", Path::new(PROGRAM))
        .env("XDG_CACHE_HOME", folder.path().join("cache").to_string_lossy())
        .timeout(Duration::from_secs(300));
    if bless {
        // SAFETY: everything that reads or writes this variable does so with the same value.
        unsafe { env::set_var("TRYCMD", "overwrite") };
    }
    cases.run();
    if bless {
        fs::copy(&copy, &document).expect("the page");
    }
}

#[test]
fn the_tutorial_is_what_happens() {
    happens("tutorial", &[]);
}

#[test]
fn kernels_look_as_their_page_shows_them() {
    happens("inspecting", &[]);
}

#[test]
fn the_stochastic_example_is_what_happens() {
    let page = fs::read_to_string(root().join("docs/stochastic.md")).expect("the page");
    let kernel = page.split("```rust\n").find(|text| text.starts_with("fn muller")).expect("it");
    let (kernel, _) = kernel.split_once("```").expect("the end of the block");
    happens("stochastic", &[("muller.rs", kernel.to_owned())]);
}

/// A search, a measurement or a proof that is still at work after so much time of processors does what it is said to; what
/// else the machine does makes no difference.
const ENOUGH: Duration = Duration::from_secs(3);
/// The subcommands of which that holds; all others plan, write or look something up, and have to come to their end.
const LONG: [&str; 4] = ["bench", "round", "search", "verify"];
/// Nothing may wait for so long.
const HANGS: Duration = Duration::from_secs(300);

/// The time of processors that a process and its children that have ended have used, as Linux tells it.
fn processor_time(process: u32) -> Duration {
    // It may have ended just now.
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name before may hold anything.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // Of the process and of its children, for itself and for the system: fields 14 to 17, in hundredths of a second.
    let hundredths: u64 =
        fields.skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * hundredths)
}

/// Whether a command may still be at work when there is no more time.
fn is_long(command: &str) -> bool {
    command.split_whitespace().nth(1).is_some_and(|subcommand| LONG.contains(&subcommand))
}

/// How a command ended; `None` if it was still at work.
fn run(line: &str, folder: &Path) -> (Option<ExitStatus>, String) {
    let errors = fs::File::create(folder.join("errors")).expect("a file");
    let mut child = Command::new("bash")
        .args(["-c", &format!("exec {line} --message-format json")])
        .current_dir(folder)
        .env("PATH", {
            let own = Path::new(PROGRAM).parent().expect("a folder");
            let path = env::var("PATH").expect("PATH");
            format!("{}:{path}", own.display())
        })
        .stdout(Stdio::null())
        .stderr(errors)
        .process_group(0)
        .spawn()
        .expect("bash");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("a child") {
            None if !is_long(line) || processor_time(child.id()) < ENOUGH => {
                assert!(start.elapsed() < HANGS, "{line} hangs");
                thread::sleep(Duration::from_millis(20));
            }
            other => break other,
        }
    };
    if status.is_none() {
        // With all that it has started.
        let group = format!("-{}", child.id());
        let killed = Command::new("kill").args(["-KILL", "--", &group]).status();
        assert!(killed.expect("kill").success());
        child.wait().expect("a child");
    }
    (status, fs::read_to_string(folder.join("errors")).expect("errors"))
}

/// The files that a command writes when it has come to its end.
fn outputs(command: &str) -> Vec<&str> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let writes = |option: &str| ["-o", "--json", "--cases", "--certificate"].contains(&option);
    words.windows(2).filter(|pair| writes(pair[0])).map(|pair| pair[1]).collect()
}

/// The commands that a document shows.
fn commands(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).expect("a document");
    let mut is_shell = false;
    let mut commands = vec![];
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(language) => is_shell = language == "sh",
            None if is_shell && line.starts_with("tmd-codegen ") => {
                let command = line.split("  #").next().unwrap_or_default().trim();
                commands.push(command.to_owned());
            }
            None => {}
        }
    }
    commands
}

/// Every command that a document shows runs: to its end with success, or, of those that may, is still at work when there
/// is no more time. One that finds what it looks for in a library ends with 1, and one that wants a GPU says that there is none.
fn every_command_runs(page: &str, least: usize) {
    let commands = commands(page);
    assert!(commands.len() > least, "{commands:?}");
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(root().join("examples/opencl-search/tmd.toml"), folder.path().join("tmd.toml"))
        .expect("a tmd.toml");
    std::os::unix::fs::symlink(root().join("atlas"), folder.path().join("atlas")).expect("a link");
    let (mut ended, mut at_work) = (0, 0);
    let mut unwritten: Vec<&str> = vec![];
    for command in &commands {
        if let Some(file) = unwritten
            .iter()
            .find(|file| command.ends_with(**file) || command.contains(&format!(" {file} ")))
        {
            println!("{command}: not tried, since {file} takes longer to write than there is time");
            continue;
        }
        let (status, errors) = run(command, folder.path());
        let code = status.and_then(|status| status.code());
        println!("{command}: {code:?}");
        let needs_gpu = errors.contains("\"kind\":\"environment\"") && command.contains("cuda");
        let finds = command.contains("check-libm") && code == Some(1);
        match code {
            None => {
                at_work += 1;
                unwritten.extend(outputs(command));
            }
            Some(code) => {
                assert!(code == 0 || needs_gpu || finds, "{command}: {errors}");
                ended += 1;
            }
        }
    }
    println!("of {} commands, {ended} came to their end; still at work: {at_work}", commands.len());
}

#[test]
fn every_command_of_the_readme_runs() {
    every_command_runs("README.md", 10);
}

#[test]
fn every_command_at_a_glance_runs() {
    every_command_runs("docs/commands.md", 20);
}
