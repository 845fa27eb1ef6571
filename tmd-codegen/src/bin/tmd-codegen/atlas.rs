//! `tmd-codegen atlas`

use crate::args::{
    AtlasArgs, AtlasCommand, DiffArgs, RemakeArgs, SiteArgs, SubjectArgs, SubsetArgs,
};
use crate::convert::check_empty;
use crate::cross_check;
use crate::pool::searched;
use crate::progress::Interrupt;
use crate::report;
use crate::searched::{Keep, Searched};
use rug::Rational;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use tmd_codegen::atlas::{
    Atlas, Claim, Diff, Entry, Ours, Outcome, PairsRemade, PairsSubject, PartCase, Parts, Ranges,
    Reason, Remade, State, Subject, Took, Unfinished, read_list, site, subset,
};
use tmd_codegen::cases::{FileKind, List};
use tmd_codegen::certify;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::json;
use tmd_codegen::output::outfile::{self, OutFile};
use tmd_codegen::output::pairs;
use tmd_codegen::output::summary::Bin;
use tmd_codegen::plan::{self, Plan};
use tmd_codegen::request::Request;
use tmd_codegen::results::Results;
use tmd_codegen::spec::{Constant, FunctionSpec};
use tmd_codegen::table::Table;
use tmd_codegen::text::{duration, grouped, kernels, many, plural, whole};
use tmd_codegen::verdict::CaseKind;
use tmd_codegen::verify;

/// Differences that are shown of each kind that somebody should look at.
const MOST_SHOWN: usize = 20;

pub(crate) fn run(args: &AtlasArgs) -> Result<ExitCode, Diag> {
    let folder = &args.atlas;
    match &args.command {
        AtlasCommand::List => list(&Atlas::open(folder)?),
        AtlasCommand::Show(subject) => show(&Atlas::open(folder)?, subject),
        AtlasCommand::Diff(args) => diff(folder, args),
        AtlasCommand::CrossCheck(args) => cross_check::run(&Atlas::open(folder)?, args),
        AtlasCommand::Remake(args) => remake(&Atlas::open(folder)?, args),
        AtlasCommand::Subset(args) => subsets(&Atlas::open(folder)?, args),
        AtlasCommand::Site(args) => whole_site(&Atlas::open(folder)?, args),
    }
}

fn list(atlas: &Atlas) -> Result<ExitCode, Diag> {
    let heads = ["function", "format", "state", "cases", "bits, isolated", "bits, all inputs"];
    let mut table = Table::new(&heads);
    for (entry, _) in atlas.entries()? {
        table.row([
            entry.function.clone(),
            entry.format.clone(),
            State::of(&entry).to_string(),
            grouped(entry.cases as u128),
            bits_of(entry.precision()),
            bits_of(entry.everywhere()),
        ]);
    }
    for (_, entry, _) in atlas.pairs()? {
        let bits = bits_of(entry.summary.sufficient_precision.map(u64::from));
        let state = match &entry.ranges {
            Ranges::OfInteger { n: [first, last] } => format!("complete, n from {first} to {last}"),
            Ranges::OfNumbers { .. } => "complete, all pairs of numbers".to_owned(),
        };
        let cases = grouped(entry.cases as u128);
        table.row([entry.function, entry.format, state, cases, bits, String::new()]);
    }
    for parts in atlas.parts()? {
        let state = parts.state();
        let cases = grouped(parts.cases() as u128);
        let bits = bits_of(Some(parts.sufficient_precision().into()));
        table.row([parts.function, parts.format, state, cases, bits, String::new()]);
    }
    for folder in atlas.campaigns()? {
        let unfinished = Unfinished::read(&folder)?;
        let state = unfinished.state().to_string();
        let Unfinished { function, format, .. } = unfinished;
        table.row([function, format, state, String::new(), String::new(), String::new()]);
    }
    report::print(table.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn bits_of(precision: Option<u64>) -> String {
    precision.map_or_else(String::new, |bits| grouped(bits.into()))
}

fn show(atlas: &Atlas, subject: &SubjectArgs) -> Result<ExitCode, Diag> {
    let SubjectArgs { function, format, .. } = subject;
    let of_pairs = PairsSubject::of(function, format);
    let has_entry = match &of_pairs {
        Some(subject) => subject.as_ref().is_ok_and(|own| atlas.pairs_path(own, "json").is_file()),
        None => Subject::new(function, format).is_ok_and(|own| atlas.path(&own, "json").is_file()),
    };
    let parts = if has_entry { None } else { atlas.parts_of(function, format)? };
    report::print(match (parts, of_pairs) {
        (Some(parts), _) => shown_parts(atlas, &parts),
        (None, Some(subject)) => shown_pairs(atlas, &subject?)?,
        (None, None) => shown(atlas, &Subject::new(function, format)?)?,
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Finished parts of a format for people.
fn shown_parts(atlas: &Atlas, parts: &Parts) -> String {
    let heads = ["range", "identical bits", "cases", "by chance", "bits that suffice", "core time"];
    let mut table = Table::new(&heads);
    let mut hardest = Table::new(&["range", "hardest", "arguments", "identical bits", "distance"]);
    let mut files = Table::new(&["file", "SHA-256 of the certificate", "engine", "made by"]);
    for part in &parts.all {
        table.row([
            part.range(),
            format!("{} or more", part.bits),
            grouped(part.cases.len() as u128),
            part.expected().map_or_else(String::new, whole),
            part.sufficient_precision().to_string(),
            duration(part.made.took.core_seconds()),
        ]);
        let of = [(CaseKind::Nearest, "to nearest"), (CaseKind::Directed, "in a direction")];
        for (kind, rounding) in of {
            let Some(PartCase { arguments, hardness }) = part.hardest(kind) else { continue };
            hardest.row([
                part.range(),
                rounding.to_owned(),
                arguments.join(", "),
                hardness.identical_bits.to_string(),
                format!("2^{:.2}", hardness.distance.log2()),
            ]);
        }
        files.row([
            atlas.part_path(parts, part, part.kept.ending()).display().to_string(),
            part.made.certificate.clone(),
            part.made.engine.to_string(),
            part.command.clone(),
        ]);
    }
    format!("{}\n\n{table}\n{hardest}\n{files}", parts.answer())
}

fn shown_pairs(atlas: &Atlas, subject: &PairsSubject) -> Result<String, Diag> {
    let (entry, made) = atlas.pairs_entry(subject)?;
    let mut text = pairs::table(&subject.asked(), &entry.about(), &entry.summary);
    let mut table = Table::new(&["file", &atlas.pairs_path(subject, "bin").display().to_string()]);
    let mut line = |name: &str, text: String| table.row([name.to_owned(), text]);
    line("made in", made.took.to_string());
    line("made by", entry.command.clone());
    line("certificate", format!("SHA-256 {}, by engine {}", made.certificate, made.engine));
    text.push('\n');
    text.push_str(&table.to_string());
    Ok(text)
}

/// An entry for people.
fn shown(atlas: &Atlas, subject: &Subject) -> Result<String, Diag> {
    let (entry, made) = atlas.entry(subject)?;
    let mut text = entry.answer.join("\n");
    let mut table = Table::new(&["cases", &grouped(entry.cases as u128)]);
    let mut line = |name: &str, text: String| table.row([name.to_owned(), text]);
    line("file", atlas.path(subject, "bin").display().to_string());
    line("state", State::of(&entry).to_string());
    for run in &entry.refused {
        line("not searched", run.to_string());
    }
    line("identical bits", format!("{} or more", entry.bits));
    line("runs", grouped(entry.runs.len() as u128));
    line("exact values", grouped(entry.exact));
    for equation in &entry.equations {
        line("follow by", equation.clone());
    }
    if let Some(taken) = &entry.asymptote {
        line("taken", taken.text());
    }
    line("made in", format!("{}: {}", made.took, kernels(&made.devices)));
    line("made by", entry.command.clone());
    line("certificate", format!("SHA-256 {}, by engine {}", made.certificate, made.engine));
    text.push_str("\n\n");
    text.push_str(&table.to_string());
    text.push('\n');
    text.push_str(&histogram(&entry.histogram));
    Ok(text)
}

/// Cases of each hardness beside chance, as far as it gives any, and how many more there are.
fn histogram(bins: &[Bin]) -> String {
    // Fewer expected cases than that would be shown as none.
    let by_chance = bins.partition_point(|bin| bin.expected >= 0.0005);
    let mut table = Table::new(&["identical bits", "cases", "compared", "by chance"]);
    for bin in &bins[..by_chance] {
        table.row([
            bin.identical_bits.to_string(),
            grouped(bin.cases.into()),
            grouped(bin.compared.into()),
            format!("{:.3}", bin.expected),
        ]);
    }
    let beyond = &bins[by_chance..];
    let more = beyond.iter().map(|bin| u128::from(bin.cases)).sum();
    let Some(hardest) = beyond.last() else { return table.to_string() };
    let (more, bits) = (many(more, "more case"), grouped(hardest.identical_bits.into()));
    format!("{table}{more}, with up to {bits} identical bits, where chance gives hardly any\n")
}

fn diff(folder: &Path, args: &DiffArgs) -> Result<ExitCode, Diag> {
    let sinks = outfile::sinks([("--json", args.json.as_deref(), ())])?;
    let theirs = read_list(&args.list)?;
    report::left_out(&args.list, &theirs);
    check_empty(&args.list, &theirs)?;
    let range = args.range.as_deref().map(ends).transpose()?;
    let claim = Claim { bits: args.bits, range };
    let compared: Diff = report::patiently("comparing", || {
        let ours = match &args.certificate {
            Some(path) => certified(path, &theirs, args)?,
            None => Ours::of_entry(&Atlas::open(folder)?, &subject_of(&theirs, args)?)?,
        };
        Ok::<_, Diag>(Diff::new(&ours, theirs, &claim))
    })?;
    report::deliver(sinks, |()| json::text(&compared), || told(&compared))?;
    Ok(if compared.is_explained() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The ends of a range, which are rational numbers.
fn ends(text: &str) -> Result<[Rational; 2], Diag> {
    if text == "all" {
        // Beyond all numbers of every format.
        let end: Rational = Rational::from(1) << 20_000;
        return Ok([-end.clone(), end]);
    }
    let (from, to) = Request::in_range("x", text).range.ends()?;
    let number = |end: &Constant| {
        end.rational().ok_or_else(|| {
            end.error(DiagKind::Range, "--range has an irrational end", "no rational number")
                .help("write its digits")
        })
    };
    let ends = [number(&from)?, number(&to)?];
    match ends[0] < ends[1] {
        true => Ok(ends),
        false => {
            Err(Diag::new(DiagKind::Range, format!("--range {text}: there is no number in it"))
                .help("give the lower end first"))
        }
    }
}

/// What a certificate says, if it is about what the list is about.
fn certified(path: &Path, list: &List, args: &DiffArgs) -> Result<Ours, Diag> {
    let certificate = verify::parse(&path.display().to_string(), &verify::bytes(path)?)?;
    let ours = Ours::of_certificate(&certificate)?;
    let canonical = |own: &str| FunctionSpec::parse_given(own, None).map(|own| own.canonical());
    let meant = [args.function.as_deref(), list.stated("function")].into_iter().flatten();
    for function in meant {
        let is_other = |own: String| own != certificate.function;
        if canonical(function).is_ok_and(is_other) {
            let (path, own) = (path.display(), ours.function());
            let message = format!("{path} is a certificate of {own}, not of {function}");
            return Err(Diag::new(DiagKind::Option, message)
                .help("give the list and a certificate of the same function"));
        }
    }
    Ok(ours)
}

/// What a list is about, by the options, its heading or its name.
fn subject_of(list: &List, args: &DiffArgs) -> Result<Subject, Diag> {
    let stem = args.list.file_stem().unwrap_or_default().to_string_lossy();
    let function = args.function.as_deref().or(list.stated("function")).unwrap_or(&stem);
    let stated = list.stated_format("output format").map(|format| format.name);
    let format = args.format.as_deref().or(stated.as_deref()).unwrap_or("binary64");
    let subject = Subject::new(function, format).map_err(|diag| match args.function {
        Some(_) => diag,
        None => diag.help("name the function with --function, and the format with --format"),
    })?;
    // Lists of others may call their function anything.
    let theirs = list.stated("function").and_then(|own| Subject::new(own, format).ok());
    match theirs.filter(|theirs| theirs.function() != subject.function()) {
        Some(theirs) => {
            let (theirs, asked) = (theirs.function(), subject.function());
            let message = format!("{} is a list of {theirs}, not of {asked}", args.list.display());
            Err(Diag::new(DiagKind::Option, message)
                .help(format!("leave --function out, or give the list of {asked}")))
        }
        None => Ok(subject),
    }
}

/// A comparison for people.
fn told(diff: &Diff) -> String {
    let Diff { function, format, bits, theirs, ours, both, .. } = diff;
    let mut text = format!(
        "{function} in {format}: {} in their list, {} with at least {bits} identical bits in ours, {} in both\n",
        grouped(*theirs as u128),
        grouped(*ours as u128),
        grouped(*both as u128)
    );
    let reasons = [
        Reason::Missing,
        Reason::Easier,
        Reason::NoCase,
        Reason::InRun,
        Reason::OtherFormat,
        Reason::NotSearched,
        Reason::Opposite,
        Reason::Unclaimed,
        Reason::MissingInTheirs,
    ];
    for reason in reasons {
        let count = diff.count(reason);
        if count == 0 {
            continue;
        }
        text.push_str(&format!("{:>9}  {}\n", grouped(count as u128), reason.text()));
        if matches!(reason, Reason::Missing | Reason::MissingInTheirs) {
            let own = diff.differences.iter().filter(|one| one.reason == reason);
            for one in own.take(MOST_SHOWN) {
                let bits = one.identical_bits.unwrap_or_default();
                text.push_str(&format!("           {} ({bits} identical bits)\n", one.x));
            }
            if count > MOST_SHOWN {
                text.push_str("           …: --json FILE has all\n");
            }
        }
    }
    text
}

fn remake(atlas: &Atlas, args: &RemakeArgs) -> Result<ExitCode, Diag> {
    if let Some(subject) = PairsSubject::of(&args.subject.function, &args.subject.format) {
        return remake_pairs(atlas, args, &subject?);
    }
    let subject = Subject::new(&args.subject.function, &args.subject.format)?;
    let certificate = args.certificate.as_deref();
    let certificate =
        certificate.map(|path| OutFile::prepare("--certificate", path)).transpose()?;
    let request = subject.request()?;
    let load_options = args.processor.load_options(&request.target);
    load_options.check()?;
    let interrupt = Interrupt::install()?;
    let plan = report::timed("planning", "planned", || planned(request))?;
    let plan = match atlas.source_for(&subject)? {
        // Without the list, all is searched.
        Some(source) => match plan.clone().beyond(Arc::new(source)) {
            Ok(plan) => plan,
            Err(diag) => {
                report::note(&format!("no cases are taken from another list: {diag}"));
                plan
            }
        },
        None => plan,
    };
    let (request, threads) = (plan.request.clone(), args.processor.threads());
    let keep = Keep::of(args.campaign.as_deref());
    let searched = Searched::run(&request, plan, &load_options, threads, keep, &interrupt)?;
    // In how many units it was done is nothing that an entry depends on.
    let results = Results { units: &[], ..searched.results() };
    let remade = Remade::new(&subject, results)?;
    if let Some(file) = certificate {
        file.write(json::text(&certify::certificate(results)?)?)?;
    }
    let outcome = remade.store(atlas, &subject)?;
    said_of(&subject, outcome, remade.entry.cases)
}

fn remake_pairs(
    atlas: &Atlas,
    args: &RemakeArgs,
    subject: &PairsSubject,
) -> Result<ExitCode, Diag> {
    if args.campaign.is_some() {
        let message = format!("--campaign: {subject} takes minutes, and is made at once");
        return Err(Diag::new(DiagKind::Option, message).help("leave it out"));
    }
    let file = args.certificate.as_deref();
    let file = file.map(|path| OutFile::prepare("--certificate", path)).transpose()?;
    let start = Instant::now();
    let (certificate, threads) = searched(args.processor.threads(), || subject.search())?;
    let (certificate, seconds) = (certificate?, start.elapsed().as_secs_f64());
    let remade = PairsRemade::new(&certificate, Took { seconds, threads })?;
    if let Some(file) = file {
        file.write(json::text(&certificate)?)?;
    }
    let outcome = remade.store(atlas, subject)?;
    said_of(subject, outcome, remade.entry.cases)
}

/// Says whether an entry came out as it was.
fn said_of(subject: &dyn Display, outcome: Outcome, cases: usize) -> Result<ExitCode, Diag> {
    let what = match outcome {
        Outcome::New => "new",
        Outcome::Same => "the same, byte for byte",
        Outcome::Changed => "CHANGED",
    };
    report::print(format!("{subject}: {what}, {}\n", many(cases as u128, "case")))?;
    Ok(if outcome == Outcome::Changed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The plan of all that can be searched.
fn planned(mut request: Request) -> Result<Plan, Diag> {
    plan::make(&request).or_else(|_| {
        request.partial = true;
        plan::make(&request)
    })
}

fn subsets(atlas: &Atlas, args: &SubsetArgs) -> Result<ExitCode, Diag> {
    let is_meant = |entry: &Entry| {
        args.function.as_ref().is_none_or(|name| *name == entry.function)
            && args.format.as_ref().is_none_or(|name| *name == entry.format)
    };
    let all = atlas.entries()?.into_iter().map(|(entry, _)| entry);
    let meant: Vec<Entry> = all.filter(is_meant).collect();
    if meant.is_empty() {
        return Err(Diag::new(
            DiagKind::Option,
            "the atlas has no such entry of a function of one number",
        )
        .help(
            "`tmd-codegen atlas list` names what there is; there are no subsets of lists of pairs",
        ));
    }
    make_folder(&args.output)?;
    let mut written = 0;
    for entry in &meant {
        let subject = Subject::new(&entry.function, &entry.format)?;
        let list = report::patiently(&format!("measuring the cases of {subject}"), || {
            subset(atlas, &subject, args.count as usize)
        })?;
        let name = format!("{}_{}.wc", subject.slug(), subject.format());
        let file = OutFile::prepare("-o", &args.output.join(name))?;
        file.write(FileKind::Wc.write(&list, "")?)?;
        written += list.cases.len();
    }
    let (files, written) = (plural(meant.len(), "list"), many(written as u128, "case"));
    report::print(format!("{files} written to {}, {written}\n", args.output.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn whole_site(atlas: &Atlas, args: &SiteArgs) -> Result<ExitCode, Diag> {
    make_folder(&args.output)?;
    let written = report::patiently("writing the site", || site::write(atlas, &args.output))?;
    report::print(format!(
        "{} and {} written to {}, {:.1} MB\n",
        plural(written.pages, "page"),
        plural(written.downloads, "file"),
        args.output.display(),
        written.bytes as f64 / 1e6
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn make_folder(path: &Path) -> Result<(), Diag> {
    std::fs::create_dir_all(path).map_err(|error| {
        Diag::new(DiagKind::Io, format!("-o {}: cannot make it: {error}", path.display()))
    })
}
