//! `tmd-codegen check-libm`

use crate::args::CheckLibmArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::atlas;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::libm::{self, Check, Checked, Known};
use tmd_codegen::output::outfile;
use tmd_codegen::round;
use tmd_runtime::{Libm, RoundingMode};

/// Results that are not correctly rounded were found.
const FOUND: u8 = 1;

pub(crate) fn run(args: &CheckLibmArgs) -> Result<ExitCode, Diag> {
    let number = args.number;
    let known = |name: &String| libm::known(name, args.param.as_deref());
    let known = args.functions.iter().map(known).collect::<Result<Vec<_>, _>>()?;
    let symbols = symbols(args, &known)?;
    let own_mode =
        args.rounds.as_deref().map(|mode| round::mode("--rounds", mode, &[])).transpose()?;
    let modes = own_mode.map_or(RoundingMode::ALL.to_vec(), |mode| vec![mode]);
    let format = |checks: &Vec<Check>| json::text(checks);
    type Format = fn(&Vec<Check>) -> Result<String, Diag>;
    let sinks = outfile::sinks([("--json", args.json.as_deref(), format as Format)])?;
    outfile::check_inputs(&sinks, [("the list of cases", args.cases.as_deref())])?;
    let inputs = match &args.cases {
        Some(path) => {
            let list = atlas::read_list(path)?;
            report::left_out(path, &list);
            libm::of_list(&list, &path.display().to_string(), &known, number)?
        }
        None => libm::random(number, args.count as usize, args.seed),
    };
    let library = Libm::open(args.lib.as_deref().unwrap_or(Path::new(Libm::SYSTEM)))?;
    let mut checks = vec![];
    for (known, symbol) in known.iter().zip(&symbols) {
        let function = library.function(symbol, number.libm_type())?;
        let call = |mode, x: &_| {
            let mode = if own_mode.is_some() { RoundingMode::Nearest } else { mode };
            libm::call(&library, (function, number), mode, x)
        };
        let checked = Checked { known, symbol, number, modes: &modes };
        let check = report::patiently(&format!("checking {symbol}"), || {
            libm::check(checked, &inputs, call)
        });
        checks.push(Check { most: args.most as usize, ..check });
    }
    let all: Vec<String> = checks.iter().map(ToString::to_string).collect();
    report::deliver(sinks, |format| format(&checks), || all.join("\n"))?;
    // What was not asked was not answered rightly.
    if let Some(check) = checks.iter().find(|check| check.tried == 0) {
        let message = format!("{} has no value at any of the arguments", check.function);
        return Err(Diag::new(DiagKind::Domain, message)
            .help("nothing was checked: give arguments at which the function is defined"));
    }
    let is_correct = checks.iter().all(|check| check.wrong.iter().all(|(_, count)| *count == 0));
    Ok(if is_correct { ExitCode::SUCCESS } else { ExitCode::from(FOUND) })
}

/// What the functions are called in the library.
fn symbols(args: &CheckLibmArgs, known: &[Known]) -> Result<Vec<String>, Diag> {
    match (&args.symbol, known) {
        (None, _) => known.iter().map(|known| known.c_name(args.number)).collect(),
        (Some(symbol), [_]) => Ok(vec![symbol.clone()]),
        (Some(symbol), _) => {
            let message = format!("--symbol {symbol} is the name of one function");
            Err(Diag::new(DiagKind::Option, message)
                .at("--symbol", symbol, 0..symbol.len(), "of which one?")
                .help("check one function at a time by a name of its own"))
        }
    }
}
