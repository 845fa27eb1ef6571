//! The Rust text of a package's handle: a module with an [`Embedded`](super::Embedded) in it, and for
//! kernels of the target `rust-simd` their code.

use super::{BLOCKS_NAME, PLAN_NAME, Package};
use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::manifest::MANIFEST_NAME;

/// The place of a handle's texts (plan, manifests, sources, blocks).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sources<'a> {
    /// In the handle, as string literals.
    Inside,
    /// In files of a package's folder: its path, absolute or from the handle's file.
    Folder(&'a str),
}

/// The handle of a package as the text of a module called `name`.
///
/// The module has a constant `PACKAGE`; for each kernel of target `rust-simd` also a module `kernel0`,
/// `kernel1`, … with its code in `source` and a safe entry point `run`. The text needs the crate
/// `tmd_runtime` and nothing else.
///
/// # Errors
/// If the package is not sound.
pub fn handle(name: &str, package: &Package, sources: Sources<'_>) -> Result<String, Error> {
    package.validate()?;
    let manifest = &package.bundles[0].manifest;
    let kernels: Vec<String> = (0..package.bundles.len())
        .map(|index| kernel(package, index, sources))
        .collect::<Result<_, _>>()?;
    let modules: Vec<String> = package.bundles.iter().enumerate().filter_map(module).collect();
    let text = |name: &str, text: &str| expression(sources, name, text);
    let blocks = match &package.blocks {
        Some(blocks) => format!("Some({})", text(BLOCKS_NAME, &blocks.text()?)),
        None => "None".to_owned(),
    };
    let plan = match &package.plan {
        Some(plan) => text(PLAN_NAME, plan),
        None => r#""null""#.to_owned(),
    };
    Ok(format!(
        include_str!("handle.rs.in"),
        name = name,
        name_literal = literal(name),
        function = manifest.function,
        function_literal = literal(&manifest.function),
        target = manifest.target,
        target_literal = literal(&manifest.target),
        command = manifest.command,
        command_literal = literal(&manifest.command),
        plan = plan,
        blocks = blocks,
        kernels = kernels.concat(),
        modules = modules.concat(),
    ))
}

/// The expression of one kernel's description.
fn kernel(package: &Package, index: usize, sources: Sources<'_>) -> Result<String, Error> {
    let bundle = &package.bundles[index];
    let folder = package.kernel_folder(index);
    let text = |name: &str, text: &str| match folder.as_str() {
        "" => expression(sources, name, text),
        folder => expression(sources, &format!("{folder}/{name}"), text),
    };
    let file = |(name, content): (&String, &String)| {
        format!("                    ({}, {}),\n", literal(name), text(name, content))
    };
    let files: String = bundle.files.iter().map(file).collect();
    let run = match is_compiled_in(bundle) {
        true => format!("Some(kernel{index}::run)"),
        false => "None".to_owned(),
    };
    let manifest = text(MANIFEST_NAME, &bundle.manifest_text()?);
    Ok(format!(
        "            ::tmd_runtime::EmbeddedKernel {{\n\
         \x20               manifest: {manifest},\n\
         \x20               files: &[\n{files}                ],\n\
         \x20               run: {run},\n            }},\n"
    ))
}

/// Whether the bundle's sources are compiled into the program: whether it is Rust.
fn is_compiled_in(bundle: &KernelBundle) -> bool {
    bundle.files.contains_key(ROOT)
}

/// The module that a Rust kernel's other files belong to.
const ROOT: &str = "mod.rs";

/// The module of a Rust kernel's code.
fn module((index, bundle): (usize, &KernelBundle)) -> Option<String> {
    let root = bundle.files.get(ROOT)?;
    let mut source = String::new();
    for line in root.lines() {
        // A module in a file of its own becomes one in place.
        let child = line.strip_suffix(';').and_then(|head| head.rsplit_once("mod "));
        match child.and_then(|(_, name)| Some((name, bundle.files.get(&format!("{name}.rs"))?))) {
            Some((_, text)) => {
                source.push_str(line.trim_end_matches(';'));
                source.push_str(&format!(" {{\n{}}}\n", with_included(text, bundle)));
            }
            None => {
                source.push_str(line);
                source.push('\n');
            }
        }
    }
    Some(format!(include_str!("kernel.rs.in"), index = index, source = source))
}

/// A file's text with those of the files that it includes.
fn with_included(text: &str, bundle: &KernelBundle) -> String {
    let included = |line: &str| {
        let name = line.strip_prefix("include!(\"")?.strip_suffix("\");")?;
        bundle.files.get(name).cloned()
    };
    text.lines().map(|line| included(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// The expression of a text.
fn expression(sources: Sources<'_>, name: &str, text: &str) -> String {
    match sources {
        Sources::Inside => literal(text),
        Sources::Folder(folder) => {
            format!("include_str!({})", literal(&format!("{folder}/{name}")))
        }
    }
}

/// A text as a string literal.
fn literal(text: &str) -> String {
    let is_plain = |c: char| c != '"' && c != '\\' && c != '\r' && (c == '\n' || !c.is_control());
    if text.chars().all(is_plain) {
        return format!("\"{text}\"");
    }
    let mut fence = "#".to_owned();
    while text.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    match text.contains('\r') {
        true => format!("{text:?}"), // raw strings hold no lone carriage return
        false => format!("r{fence}\"{text}\"{fence}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_hold_any_text() {
        assert_eq!(literal("plain"), "\"plain\"");
        assert_eq!(literal("a\"b"), "r#\"a\"b\"#");
        assert_eq!(literal("a\"#b"), "r##\"a\"#b\"##");
        assert_eq!(literal("a\\\n"), "r#\"a\\\n\"#");
        assert_eq!(literal("a\r"), r#""a\r""#);
    }
}
