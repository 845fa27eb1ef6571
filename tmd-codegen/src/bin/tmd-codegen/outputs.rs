//! The outputs of a search: files, and standard output.

use crate::args::OutputArgs;
use crate::report;
use std::path::{Path, PathBuf};
use tmd_codegen::cases::{self, FileKind, List};
use tmd_codegen::certify;
use tmd_codegen::diag::Diag;
use tmd_codegen::json;
use tmd_codegen::output;
use tmd_codegen::output::outfile::{self, Sink};
use tmd_codegen::output::{html, listing, table};
use tmd_codegen::request::Request;
use tmd_codegen::results::Results;
use tmd_codegen::spec::format::Format;

/// The content of a file of cases.
#[derive(Clone)]
pub(crate) enum Cases {
    /// The cases, in arrays of that name.
    All(FileKind, String),
    /// The heading of the cases in the file beside it.
    About,
}

impl Cases {
    /// Whether the file holds the hardness of cases.
    pub(crate) fn tells_hardness(&self) -> bool {
        matches!(self, Cases::All(kind, _) if kind.tells_hardness())
    }

    /// The bytes of the file.
    pub(crate) fn contents(&self, list: &List) -> Result<Vec<u8>, Diag> {
        match self {
            Cases::All(kind, name) => kind.write(list, name),
            Cases::About => {
                FileKind::Wc.write(&List { about: list.about.clone(), ..List::default() }, "")
            }
        }
    }
}

/// The files that are written for the paths of an option, each with its content.
pub(crate) fn case_files(option: &str, paths: &[PathBuf]) -> Result<Vec<(PathBuf, Cases)>, Diag> {
    let mut files = vec![];
    for path in paths {
        let kind = FileKind::of_output(path)
            .map_err(|diag| Diag { message: format!("{option}: {}", diag.message), ..diag })?;
        files.push((path.clone(), Cases::All(kind, cases::array_name(path))));
        files.extend(kind.beside(path).map(|beside| (beside, Cases::About)));
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
    fn contents(&self, results: Results<'_>) -> Result<Vec<u8>, Diag> {
        let text = match self {
            Output::Cases(cases) => return cases.contents(&listing::list(results)?),
            Output::Json => json::text(&output::json::Document::new(results))?,
            Output::Certificate => json::text(&certify::certificate(results))?,
            Output::Html => html::search(results),
        };
        Ok(text.into_bytes())
    }
}

/// The destinations of the results besides the terminal.
pub(crate) struct Outputs(Vec<(Sink, Output)>);

impl Outputs {
    /// Checks the places before the search begins.
    pub(crate) fn prepare(args: &OutputArgs) -> Result<Outputs, Diag> {
        let cases = case_files("--cases", &args.cases)?;
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

    /// Makes sure that the files hold inputs of a format.
    pub(crate) fn check(&self, format: &Format) -> Result<(), Diag> {
        let mut kinds = self.0.iter().filter_map(|(_, output)| match output {
            Output::Cases(Cases::All(kind, _)) => Some(*kind),
            _ => None,
        });
        kinds.try_for_each(|kind| kind.check(format))
    }

    /// Writes all outputs, files first: a terminal may be gone by now. What cannot be written to its file goes
    /// to standard output.
    pub(crate) fn write(self, results: Results<'_>) -> Result<(), Diag> {
        let mut failure = Ok(());
        let mut standard = vec![];
        for (sink, output) in self.0 {
            // One that cannot be made keeps no other from being written.
            let contents = match output.contents(results) {
                Ok(contents) => contents,
                Err(diag) => {
                    failure = Err(diag);
                    continue;
                }
            };
            match sink {
                Sink::Standard => standard.push(contents),
                Sink::File(file) => {
                    if let Err(diag) = file.write(&contents) {
                        standard.push(contents);
                        failure = Err(diag);
                    }
                }
            }
        }
        if standard.is_empty() || failure.is_err() {
            standard.insert(0, table::text(results).into_bytes());
        }
        report::print(standard.concat())?;
        failure
    }
}
