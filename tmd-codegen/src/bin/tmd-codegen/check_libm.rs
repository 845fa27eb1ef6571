//! `tmd-codegen check-libm`

use crate::args::CheckLibmArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::cases;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::ir::Width;
use tmd_codegen::json;
use tmd_codegen::libm::{self, Check};
use tmd_codegen::output::outfile;
use tmd_runtime::Libm;

/// Results that are not correctly rounded were found.
const FOUND: u8 = 1;

pub(crate) fn run(args: &CheckLibmArgs) -> Result<ExitCode, Diag> {
    let width = args.number;
    let known =
        args.functions.iter().map(|name| libm::known(name)).collect::<Result<Vec<_>, _>>()?;
    let format = |checks: &Vec<Check>| json::text(checks);
    type Format = fn(&Vec<Check>) -> Result<String, Diag>;
    let sinks = outfile::sinks([("--json", args.json.as_deref(), format as Format)])?;
    outfile::check_inputs(&sinks, [("the list of cases", args.cases.as_deref())])?;
    let inputs = match &args.cases {
        Some(path) => {
            let list = cases::read(path)?;
            report::left_out(path, &list);
            libm::of_list(&list, &path.display().to_string(), &known, width)?
        }
        None => libm::random(width, args.count as usize, args.seed),
    };
    let library = Libm::open(args.lib.as_deref().unwrap_or(Path::new(Libm::SYSTEM)))?;
    let mut checks = vec![];
    for known in known {
        let name = libm::c_name(known, width);
        let function = library.function(&name, width == Width::W32)?;
        let call = |mode, x| library.call(function, mode, x);
        checks.push(report::patiently(&format!("checking {name}"), || {
            libm::check(known, width, &inputs, args.most as usize, call)
        }));
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
