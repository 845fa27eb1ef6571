//! Kernels that were written to disk.

use super::outline::function;
use super::report::{WIDTH, rule};
use crate::diag::{Diag, DiagKind};
use crate::request::command_line;
use crate::table::Table;
use crate::text::{grouped, wrap};
use std::collections::BTreeMap;
use std::path::Path;
use tmd_runtime::{KernelBundle, MANIFEST_NAME, Package};

/// What lies in the folder of a bundle or a package: manifest, functions, and whether this generator makes
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
    let mut text = String::new();
    for (index, bundle) in package.bundles.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&describe(bundle));
    }
    if let Some(blocks) = &package.blocks {
        text.push_str(&format!(
            "\n{} blocks with seeds, {} inputs; {} runs that no kernel searches\n",
            grouped(blocks.blocks.len() as u128),
            grouped(blocks.inputs()),
            blocks.unsearched.len()
        ));
    }
    let fresh = match regenerated(&package) {
        Ok(files) if files.is_empty() => "this generator makes the same files from it".to_owned(),
        Ok(files) => format!("this generator makes others from it: {}", files.join(", ")),
        Err(diag) => format!("this generator makes nothing from it: {}", diag.message),
    };
    let command = &package.bundles[0].manifest.command;
    text.push_str(&format!("\n{}\n", wrap("command  ", command, WIDTH).join("\n")));
    text.push_str(&format!("{}\n", wrap("today    ", &fresh, WIDTH).join("\n")));
    Ok(text)
}

fn describe(bundle: &KernelBundle) -> String {
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
        for (file, text) in &bundle.files {
            lines.extend(functions(file, text, &stage.entry));
        }
    }
    let mut table = Table::new(&["file", "lines"]);
    for (file, text) in &bundle.files {
        table.row([file.clone(), text.lines().count().to_string()]);
    }
    lines.push(String::new());
    lines.join("\n") + "\n" + &table.to_string()
}

/// The steps of a stage in one file, as its comments tell them, and its operations.
fn functions(file: &str, text: &str, name: &str) -> Vec<String> {
    let all: Vec<&str> = text.lines().collect();
    let Some((comment, lines)) = function(&all, name) else { return vec![] };
    let mut out = vec![format!("  {file}: lines {}-{}", lines.start, lines.end - 1)];
    let counts = all[comment.start - 1..comment.end - 1]
        .iter()
        .map(|line| line.trim_start_matches('/').trim_start_matches(' '))
        .skip_while(|line| !line.ends_with("each loop body once:"))
        .skip(1);
    out.extend(counts.map(|line| format!("    {line}")));
    for line in lines.clone() {
        let text = all[line - 1];
        let depth = (text.len() - text.trim_start().len()) / 4;
        if let Some(step) = text.trim_start().strip_prefix("// ") {
            out.push(format!("    {line:>5}{} {step}", "  ".repeat(depth)));
        }
    }
    out
}

/// The files that differ when the recorded command is carried out again.
fn regenerated(package: &Package) -> Result<Vec<String>, Diag> {
    let command = &package.bundles[0].manifest.command;
    let unreadable = || Diag::new(DiagKind::Syntax, "the command cannot be read");
    let words = shlex::split(command).ok_or_else(unreadable)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["tmd-codegen", "gen", options @ ..] = &words[..] else { return Err(unreadable()) };
    let request = command_line::parse(options.iter().copied())?.request()?;
    let again = crate::generate(&request)?;
    let mut different = vec![];
    for (old, new) in package.bundles.iter().zip(&again) {
        let names: BTreeMap<&String, ()> =
            old.files.keys().chain(new.files.keys()).map(|name| (name, ())).collect();
        different.extend(
            names
                .into_keys()
                .filter(|name| old.files.get(*name) != new.files.get(*name))
                .map(|name| format!("{}/{name}", old.manifest.name)),
        );
    }
    if package.bundles.len() != again.len() {
        different.push(format!("{} kernels instead of {}", again.len(), package.bundles.len()));
    }
    Ok(different)
}
