//! Chooses between evaluators by the time that they take on this machine.

use super::evaluator::Evaluator;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::process::{Command, Output, Stdio};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;
use tmd_runtime::{Compiler, process};

/// Names of the modules and of the functions in them.
const NAME: &str = "tuned";

/// An evaluator with what it was seen to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The evaluator.
    pub evaluator: Evaluator,
    /// Values a second on one core, the median of rounds in which all take turns.
    pub rate: f64,
}

/// Measures evaluators of one request, and sorts them, the fastest in front.
///
/// # Errors
/// If they cannot be compiled or run here.
pub fn tune(evaluators: Vec<Evaluator>) -> Result<Vec<Tuned>, Diag> {
    let folder = tempfile::tempdir()
        .map_err(|error| Diag::new(DiagKind::Io, format!("cannot make a folder: {error}")))?;
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        tmd_runtime::write_atomically(&path, text.as_bytes()).map_err(Diag::from)
    };
    for (index, evaluator) in evaluators.iter().enumerate() {
        for text in evaluator.emit(RUST_SIMD, NAME)?.values() {
            write(&format!("{NAME}{index}.rs"), text)?;
        }
    }
    write("main.rs", &program(&evaluators))?;
    let [source, measure] = ["main.rs", "measure"].map(|name| folder.path().join(name));
    let rustc = Compiler::from_env().program()?.into_os_string();
    let arguments = ["--edition=2024", "-O", "--cap-lints=allow", "-o"].map(OsString::from);
    let paths = [measure.clone().into_os_string(), source.into_os_string()];
    run(rustc, &[&arguments[..], &paths].concat())?;
    let output = run(measure.into_os_string(), &[])?;
    let rates: Vec<f64> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| line.parse().ok())
        .collect();
    let _ = fs::remove_dir_all(folder.path()); // it is below the temporary folder
    let pairs = evaluators.into_iter().zip(rates);
    let mut tuned: Vec<Tuned> = pairs.map(|(evaluator, rate)| Tuned { evaluator, rate }).collect();
    tuned.sort_by(|a, b| b.rate.total_cmp(&a.rate));
    Ok(tuned)
}

/// Runs a program in the root of the file system: in the folder for temporary files, a file of anybody's can choose
/// the toolchain that `rustup` takes.
fn run(program: OsString, arguments: &[OsString]) -> Result<Output, Diag> {
    let name = program.to_string_lossy().into_owned();
    let failed = |why: String| {
        Diag::new(DiagKind::NoCompiler, format!("--tune: {name}: {why}"))
            .help("install a Rust compiler, or leave --tune out")
    };
    let mut command = Command::new(&program);
    command.args(arguments).current_dir("/").stdin(Stdio::null());
    let output = process::compiled(&mut command).map_err(|failure| failed(failure.to_string()))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(failed(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

/// A program that prints a line with the rate of each.
fn program(evaluators: &[Evaluator]) -> String {
    let (a, b) = evaluators.first().map_or((0.0, 1.0), |evaluator| evaluator.range);
    let ty = evaluators.first().map_or("f64", |e| e.request.width.number_type());
    let mut modules = String::new();
    let mut functions = String::new();
    for index in 0..evaluators.len() {
        let _ = writeln!(modules, "mod {NAME}{index};"); // writing to a text does not fail
        let _ = writeln!(functions, "        {NAME}{index}::{NAME}_slice,");
    }
    format!(
        "{modules}
fn main() {{
    let functions: [fn(&[{ty}], &mut [{ty}]); {count}] = [
{functions}    ];
    let x: Vec<{ty}> = (0..1920u64)
        .map(|i| ({a:?} + ({b:?} - {a:?}) * (i * 2654435761 % 1920) as f64 / 1920.0) as {ty})
        .collect();
    let mut y = vec![0.0; x.len()];
    let mut rates = vec![vec![]; functions.len()];
    for _ in 0..31 {{
        for (rates, function) in rates.iter_mut().zip(functions) {{
            let clock = std::time::Instant::now();
            for _ in 0..200 {{
                function(std::hint::black_box(&x), &mut y);
                std::hint::black_box(&mut y);
            }}
            rates.push(200.0 * 1920.0 / clock.elapsed().as_secs_f64());
        }}
    }}
    for rates in &mut rates {{
        rates.sort_by(f64::total_cmp);
        println!(\"{{}}\", rates[15]);
    }}
}}
",
        count = evaluators.len()
    )
}
