//! The files of a generated kernel, as many as are wanted.

use crate::bundle::Bundler;
use crate::diag::{Diag, DiagKind};
use crate::named::named;
use crate::plan::Plan;
use crate::target::Backend;
use crate::text::plural;
use crate::{gappa, kernel, package, pass, phases};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::fs;
use std::path::{Path, PathBuf};
use tmd_runtime::KernelBundle;

/// A part of what can be generated for a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The emitted sources.
    Source,
    /// The plan, as JSON.
    Plan,
    /// The intermediate representation that the sources are printed from, for 8 lanes.
    Ir,
    /// The manifest of the bundle.
    Manifest,
    /// The blocks with their seeds: what a program needs to search without the generator.
    Blocks,
    /// The request, as a `tmd.toml`.
    Config,
    /// Gappa scripts: what the kernel's binary64 expressions compute, to be proved.
    Gappa,
}

named!(
    Part,
    "--emit",
    Source = "source",
    Plan = "plan",
    Ir = "ir",
    Manifest = "manifest",
    Blocks = "blocks",
    Config = "config",
    Gappa = "gappa"
);

impl Part {
    fn needs_kernels(self) -> bool {
        !matches!(self, Part::Plan | Part::Config)
    }
}

/// More files are not named one by one.
const MOST_NAMED: usize = 12;

/// What became of files: their paths, and whether they were written or were there already, the same.
#[derive(Clone, Debug, Default)]
pub struct Written(Vec<(PathBuf, bool)>);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(files) = self;
        if files.len() > MOST_NAMED {
            let new = files.iter().filter(|(_, is_new)| *is_new).count();
            let unchanged = files.len() - new;
            return writeln!(f, "wrote {}; {unchanged} unchanged", plural(new, "file"));
        }
        for (path, is_new) in files {
            let what = if *is_new { "wrote" } else { "unchanged:" };
            writeln!(f, "{what} {}", path.display())?;
        }
        Ok(())
    }
}

/// Lanes of the printed intermediate representation: those of portable code.
const IR_LANES: usize = 8;

/// The wanted parts of every kernel of the plan: relative file name → text. Kernels have a folder
/// each if there are several.
///
/// # Errors
/// If the target cannot express a kernel, there is no kernel, or Gappa scripts alone are wanted and there is nothing to prove.
pub fn files(
    plan: &Plan,
    target: &dyn Backend,
    command: &str,
    parts: &[Part],
) -> Result<BTreeMap<String, String>, Diag> {
    if parts.iter().any(|part| part.needs_kernels()) {
        package::needs_kernels(plan)?;
    }
    let mut files = BTreeMap::new();
    if parts.contains(&Part::Plan) {
        files.insert(tmd_runtime::PLAN_NAME.to_owned(), crate::json::text(&plan.to_json())?);
    }
    if parts.contains(&Part::Blocks) {
        files.insert(tmd_runtime::BLOCKS_NAME.to_owned(), package::blocks(plan)?.text()?);
    }
    if parts.contains(&Part::Config) {
        let options = plan.request.options();
        files.insert("tmd.toml".to_owned(), options.toml(&plan.slug()));
    }
    let bundler = Bundler::new(plan, command);
    for (index, design) in plan.kernels.iter().enumerate() {
        let folder = match plan.kernels.len() {
            1 => String::new(),
            _ => format!("kernel{index}/"),
        };
        let mut own = files_of(design, parts, || bundler.emit(index, target))?;
        if parts.contains(&Part::Gappa) {
            own.extend(gappa::scripts(plan, index, command)?);
        }
        files.extend(own.into_iter().map(|(name, text)| (format!("{folder}{name}"), text)));
    }
    if parts.contains(&Part::Gappa) && files.is_empty() {
        return Err(Diag::new(
            DiagKind::Unsupported,
            "--emit gappa: there is nothing to prove, as no stage computes with binary64 numbers",
        )
        .help(
            "arcs do, and tests whose words are binary64 numbers: `tmd-codegen plan` shows them",
        ));
    }
    Ok(files)
}

/// The wanted parts of the kernel of a search by phases.
///
/// # Errors
/// If it has no such part, or the target cannot express it.
pub fn files_of_phases(
    request: &phases::Request,
    target: &dyn Backend,
    command: &str,
    parts: &[Part],
) -> Result<BTreeMap<String, String>, Diag> {
    const OWN: [Part; 3] = [Part::Source, Part::Manifest, Part::Ir];
    if let Some(part) = parts.iter().find(|part| !OWN.contains(part)) {
        return Err(Diag::new(
            DiagKind::Option,
            format!("--emit {part}: kernels of arcs of phases have none"),
        )
        .help("give source, manifest or ir; a search makes the blocks and their seeds itself"));
    }
    files_of(&phases::PLAN, parts, || phases::bundle(request, target, command))
}

/// The sources, the manifest and the intermediate representation of a design, as many as are wanted.
fn files_of(
    design: &dyn kernel::Design,
    parts: &[Part],
    bundle: impl FnOnce() -> Result<KernelBundle, Diag>,
) -> Result<BTreeMap<String, String>, Diag> {
    let mut files = BTreeMap::new();
    if parts.contains(&Part::Source) || parts.contains(&Part::Manifest) {
        let bundle = bundle()?;
        if parts.contains(&Part::Manifest) {
            files.insert(tmd_runtime::MANIFEST_NAME.to_owned(), bundle.manifest_text()?);
        }
        if parts.contains(&Part::Source) {
            files.extend(bundle.files);
        }
    }
    if parts.contains(&Part::Ir) {
        let module = pass::standard(kernel::build(design, IR_LANES))?;
        files.insert("kernel.ir".to_owned(), module.to_string());
    }
    Ok(files)
}

/// Writes files into a folder, which is made if it is not there; what has not changed is not
/// touched. Returns how many were written.
///
/// # Errors
/// If a folder or a file cannot be written.
pub fn write(files: &BTreeMap<String, String>, folder: &Path) -> Result<Written, Diag> {
    let mut written = Written::default();
    for (name, text) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| {
                Diag::new(DiagKind::Io, format!("-o: cannot create {}: {error}", parent.display()))
                    .help("check that you may write there")
            })?;
        }
        let is_new = tmd_runtime::write_if_changed(&path, text.as_bytes())?;
        written.0.push((path, is_new));
    }
    Ok(written)
}

/// All files in one text: a single one as it is, several with a line above each.
pub fn joined(files: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    for (name, text) in files {
        if files.len() > 1 {
            // Writing to a string does not fail.
            let _ = writeln!(out, "// ==== {name} ====");
        }
        out.push_str(text);
    }
    out
}
