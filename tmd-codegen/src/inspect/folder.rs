//! Kernels that were written to disk.

use super::outline::outline;
use super::report::{WIDTH, rule};
use crate::bundle::Bundler;
use crate::diag::{Diag, DiagKind};
use crate::ir::counts;
use crate::request::command_line;
use crate::table::Table;
use crate::target::{LineMap, Source};
use crate::text::{grouped, many, plural, wrap};
use crate::{plan, target};
use std::collections::BTreeSet;
use std::path::Path;
use tmd_runtime::{KernelBundle, MANIFEST_NAME, Package};

/// The content of a folder with a bundle or a package: manifest, functions, and whether this generator makes
/// the same files from the command that made these.
///
/// # Errors
/// If it is not sound.
pub fn folder(path: &Path) -> Result<String, Diag> {
    let holds = |folder: &Path| folder.join(MANIFEST_NAME).is_file();
    if !holds(path) && !holds(&path.join("kernel0")) {
        let name = path.display().to_string();
        let all = 0..name.len();
        return Err(Diag::new(DiagKind::Io, format!("the folder {name} holds no kernels"))
            .at("folder", name, all, "no manifest.json, and no kernel0/manifest.json")
            .help(
                "give a folder that `tmd-codegen gen … -o FOLDER` or a build script has written",
            ));
    }
    let package = Package::read(path)?;
    let again = again(&package);
    let mut text = String::new();
    for (index, bundle) in package.bundles.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let emitted = again.as_ref().ok().and_then(|again| again.get(index));
        text.push_str(&describe(bundle, emitted));
    }
    if let Some(blocks) = &package.blocks {
        text.push_str(&format!(
            "\n{} with seeds, {}; {} that no kernel searches\n",
            many(blocks.blocks.len() as u128, "block"),
            many(blocks.inputs(), "input"),
            plural(blocks.unsearched.len(), "run")
        ));
    }
    let fresh = match again.map(|again| different(&package, &again)) {
        Ok(files) if files.is_empty() => "this generator makes the same files from it".to_owned(),
        Ok(files) => format!("this generator makes others from it: {}", files.join(", ")),
        Err(diag) => format!("this generator makes nothing from it: {}", diag.message),
    };
    let command = &package.bundles[0].manifest.command;
    text.push_str(&format!("\n{}\n", wrap("command  ", command, WIDTH).join("\n")));
    text.push_str(&format!("{}\n", wrap("today    ", &fresh, WIDTH).join("\n")));
    Ok(text)
}

/// `emitted`: what this generator makes of it.
fn describe(bundle: &KernelBundle, emitted: Option<&Again>) -> String {
    let manifest = &bundle.manifest;
    let mut lines = vec![rule(&manifest.name)];
    for (label, value) in [
        ("function", &manifest.function),
        ("target", &manifest.target),
        ("plan", &manifest.plan_hash),
    ] {
        lines.push(format!("{label:<9}{value}"));
    }
    for (index, stage) in manifest.stages.iter().enumerate() {
        lines.push(String::new());
        lines.push(format!(
            "stage {index}: {}, function {}; an item of {} inputs in {} parts of {}",
            stage.kind,
            stage.entry,
            grouped(stage.item_inputs.into()),
            grouped(stage.part_count.into()),
            grouped(stage.part_inputs.into())
        ));
        for argument in &stage.argument_docs {
            let text = format!("{}; {}; range {}", argument.shape, argument.units, argument.range);
            lines.extend(wrap(&format!("  {:<8}", argument.name), &text, WIDTH));
        }
        let head = format!("stage {index}: ");
        for bound in manifest.bounds.iter().filter(|bound| bound.name.starts_with(&head)) {
            let text = format!("{} [{}: {}]", bound.value, bound.status, bound.origin);
            lines.extend(wrap(&format!("  {}  ", &bound.name[head.len()..]), &text, WIDTH));
        }
        lines.extend(emitted.into_iter().flat_map(|emitted| functions(bundle, emitted, index)));
    }
    let mut table = Table::new(&["file", "lines"]);
    for (file, text) in &bundle.files {
        table.row([file.clone(), text.lines().count().to_string()]);
    }
    lines.push(String::new());
    lines.join("\n") + "\n" + &table.to_string()
}

/// A kernel as this generator emits it.
struct Again {
    bundle: KernelBundle,
    lines: LineMap,
    sources: Vec<Source>,
}

/// The steps of a stage and its operations in each file that this generator makes as well: of others it does not
/// know what stands where.
fn functions(bundle: &KernelBundle, emitted: &Again, stage: usize) -> Vec<String> {
    let mut out = vec![];
    let mut seen = BTreeSet::new();
    for source in &emitted.sources {
        let file = &source.text;
        let is_same = bundle.files.get(file) == emitted.bundle.files.get(file);
        let lines = emitted.lines.get(file).and_then(|lines| lines.get(stage));
        let (Some(lines), Some(kernel)) = (lines, source.module.kernels.get(stage)) else {
            continue;
        };
        if !is_same || !seen.insert(file) {
            continue;
        }
        let outline = outline(kernel, lines);
        let (first, last) = (outline.lines.start, outline.lines.end - 1);
        out.push(format!("  {file}: lines {first}-{last}"));
        out.extend(counts(kernel).to_string().split("; ").map(|line| format!("    - {line}")));
        for step in &outline.steps {
            let indent = "  ".repeat(step.depth + 1);
            out.push(format!("    {:>5}{indent} {}", step.lines.start, step.name));
        }
    }
    out
}

/// The files that this generator makes when the recorded command is run again.
fn again(package: &Package) -> Result<Vec<Again>, Diag> {
    let command = &package.bundles[0].manifest.command;
    let unreadable = || Diag::new(DiagKind::Syntax, "the command cannot be read");
    let words = shlex::split(command).ok_or_else(unreadable)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["tmd-codegen", "gen", options @ ..] = &words[..] else { return Err(unreadable()) };
    let request = command_line::parse(options.iter().copied())?.request()?;
    let target =
        target::target(&request.target).ok_or_else(|| target::unknown(&request.target, &[]))?;
    let plan = plan::make(&request)?;
    let command = request.command("gen");
    let bundler = Bundler::new(&plan, &command);
    let emit = |index: usize| {
        let (bundle, lines) = bundler.emit_with_lines(index, target)?;
        Ok(Again { bundle, lines, sources: target.modules(&plan.kernels[index])? })
    };
    (0..plan.kernels.len()).map(emit).collect()
}

/// The files that differ from what this generator makes.
fn different(package: &Package, again: &[Again]) -> Vec<String> {
    let mut different = vec![];
    for (old, Again { bundle: new, .. }) in package.bundles.iter().zip(again) {
        let names: BTreeSet<&String> = old.files.keys().chain(new.files.keys()).collect();
        let differs = |name: &&String| old.files.get(*name) != new.files.get(*name);
        let named = |name: &String| format!("{}/{name}", old.manifest.name);
        different.extend(names.into_iter().filter(differs).map(named));
    }
    if package.bundles.len() != again.len() {
        different.push(format!("{} kernels instead of {}", again.len(), package.bundles.len()));
    }
    different
}
