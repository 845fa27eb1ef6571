//! The outputs of a search: files, and standard output.

use crate::args::OutputArgs;
use crate::report;
use std::io::Write;
use std::path::{Path, PathBuf};
use tmd_codegen::cases::{self, AboutOnly, FileKind, Source, WithResults};
use tmd_codegen::certify;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output;
use tmd_codegen::output::listing::Listing;
use tmd_codegen::output::outfile::{self, Sink, Unwritten};
use tmd_codegen::output::{html, table};
use tmd_codegen::plan::Plan;
use tmd_codegen::request::Request;
use tmd_codegen::results::Results;
use tmd_codegen::spec::FunctionSpec;
use tmd_codegen::spec::format::Format;

/// The content of a file of cases.
#[derive(Clone)]
pub(crate) enum Cases {
    /// The cases.
    All {
        kind: FileKind,
        /// What arrays are called.
        name: String,
        with_results: bool,
    },
    /// The heading of the cases in the file beside it.
    About,
    /// The program that tries a function at cases with results.
    Harness,
}

impl Cases {
    /// Whether the file holds the hardness of cases.
    pub(crate) fn tells_hardness(&self) -> bool {
        matches!(self, Cases::All { kind, .. } if kind.tells_hardness())
    }

    /// Whether the file is a header of C with expected results.
    pub(crate) fn is_table_of_results(&self) -> bool {
        matches!(self, Cases::All { kind: FileKind::CHeader, with_results: true, .. })
    }

    /// Writes the file. Results are those of `function` in a format.
    pub(crate) fn write(
        &self,
        list: &dyn Source,
        function: Option<(&FunctionSpec, Format)>,
        out: &mut dyn Write,
    ) -> Result<(), Diag> {
        match self {
            Cases::All { kind, name, with_results: true } => {
                let (spec, format) = function.ok_or_else(|| {
                    Diag::new(
                        DiagKind::Option,
                        "--with-results: the list does not name its function",
                    )
                    .help("say which it is with --function")
                })?;
                let list = WithResults { source: list, spec, format };
                report::patiently("computing the results", || kind.write_to(&list, name, out))
            }
            Cases::All { kind, name, with_results: false } => kind.write_to(list, name, out),
            Cases::About => FileKind::Wc.write_to(&AboutOnly(list), "", out),
            Cases::Harness => out.write_all(cases::HARNESS.as_bytes()).map_err(|error| {
                Diag::new(DiagKind::Io, format!("the harness cannot be written: {error}"))
            }),
        }
    }
}

/// The files that are written for the paths of an option, each with its content.
pub(crate) fn case_files(
    option: &str,
    paths: &[PathBuf],
    with_results: bool,
) -> Result<Vec<(PathBuf, Cases)>, Diag> {
    let mut files = vec![];
    for path in paths {
        let kind = FileKind::of_output(path)
            .map_err(|diag| Diag { message: format!("{option}: {}", diag.message), ..diag })?;
        if with_results && !kind.holds_results() {
            let message = format!("--with-results: {} cannot hold results", path.display());
            return Err(Diag::new(DiagKind::Option, message)
                .help("files that end in .h, .csv or .jsonl can"));
        }
        files
            .push((path.clone(), Cases::All { kind, name: cases::array_name(path), with_results }));
        files.extend(kind.beside(path).map(|beside| (beside, Cases::About)));
    }
    if with_results && files.is_empty() {
        return Err(Diag::new(DiagKind::Option, "--with-results: no file is to hold them")
            .help(format!("name one that ends in .h, .csv or .jsonl, with {option}")));
    }
    Ok(files)
}

/// The content of an output.
enum Output {
    Json,
    Cases(Cases),
    Certificate,
    Html,
}

impl Output {
    fn write(&self, results: Results<'_>, out: &mut dyn Write) -> Result<(), Diag> {
        match self {
            Output::Cases(cases) => {
                let function = (&results.plan.spec, results.plan.output.clone());
                cases.write(&Listing(results), Some(function), out)
            }
            Output::Json => json::write(&output::json::Document::new(results)?, out),
            Output::Certificate => json::write(&certify::certificate(results)?, out),
            Output::Html => {
                let page = html::search(results)?;
                let fail = |error| Diag::new(DiagKind::Io, format!("the page: {error}"));
                out.write_all(page.as_bytes()).map_err(fail)
            }
        }
    }

    /// Whether it is a text, in which everything may be spelled that acts on a terminal.
    fn is_text(&self) -> bool {
        !matches!(self, Output::Cases(Cases::All { kind: FileKind::Binary, .. }))
    }
}

/// The destinations of the results besides the terminal.
pub(crate) struct Outputs(Vec<(Sink, Output)>);

impl Outputs {
    /// Checks the places before the search begins.
    pub(crate) fn prepare(args: &OutputArgs) -> Result<Outputs, Diag> {
        let cases = case_files("--cases", &args.cases, args.with_results)?;
        let mut outputs: Vec<(&str, Option<&Path>, Output)> =
            vec![("--json", args.json.as_deref(), Output::Json)];
        for (path, what) in &cases {
            outputs.push(("--cases", Some(path), Output::Cases(what.clone())));
        }
        outputs.push(("--certificate", args.certificate.as_deref(), Output::Certificate));
        outputs.push(("--html", args.html.as_deref(), Output::Html));
        Ok(Outputs(outfile::sinks(outputs)?))
    }

    /// Refuses to write in the place of what the request reads.
    pub(crate) fn check_apart_from(&self, request: &Request) -> Result<(), Diag> {
        let profile = request.profile.as_deref().map(Path::new);
        outfile::check_inputs(&self.0, [("the profile", profile)])
    }

    /// Makes sure that the files hold inputs, and results where they are asked for, of a plan's formats.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), Diag> {
        self.0.iter().try_for_each(|(_, output)| match output {
            Output::Cases(Cases::All { kind, with_results, .. }) => {
                kind.check(&plan.input)?;
                if *with_results { kind.check(&plan.output) } else { Ok(()) }
            }
            _ => Ok(()),
        })
    }

    /// Writes all outputs, files first: a terminal may be gone by now. What cannot be written to its file goes
    /// to standard output.
    pub(crate) fn write(self, results: Results<'_>) -> Result<(), Diag> {
        let mut failure = Ok(());
        let mut standard = vec![];
        for (sink, output) in self.0 {
            let Sink::File(file) = sink else {
                standard.push(output);
                continue;
            };
            match file.write_with(&mut |out| output.write(results, out)) {
                Ok(()) => {}
                // One that cannot be made keeps no other from being written.
                Err(Unwritten::Contents(diag)) => failure = Err(diag),
                Err(Unwritten::File(diag)) => {
                    standard.push(output);
                    failure = Err(diag);
                }
            }
        }
        if standard.is_empty() || failure.is_err() {
            match table::text(results) {
                Ok(text) => report::print_styled(&text)?,
                Err(diag) => failure = Err(diag),
            }
        }
        for output in standard {
            let made = report::print_with(output.is_text(), |out| output.write(results, out))?;
            failure = failure.and(made);
        }
        failure
    }
}
