//! A Python with the packages that some tests need.

use std::path::PathBuf;
use std::process::Command;

/// A Python that can import these modules: that of `scripts/python-tools`, or else `python3` of the path. If there is none,
/// that is said; with the variable `TMD_REQUIRE_PYTHON` it is a failure.
///
/// # Panics
/// If it is required and missing.
pub fn python(modules: &[&str]) -> Option<PathBuf> {
    let import = format!("import {}", modules.join(", "));
    let can_import = |python: &PathBuf| {
        let output = Command::new(python).args(["-c", &import]).output();
        output.is_ok_and(|output| output.status.success())
    };
    if let Some(found) = candidates().into_iter().find(can_import) {
        return Some(found);
    }
    let skipped = format!(
        "skipped: no Python here can import {}; scripts/python-tools installs it",
        modules.join(" and ")
    );
    assert!(!required("TMD_REQUIRE_PYTHON"), "{skipped}");
    println!("{skipped} (TMD_REQUIRE_PYTHON makes this a failure)");
    None
}

/// Whether a variable says that something must not be missing.
pub fn required(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Where a Python may be, the one with all packages first.
fn candidates() -> Vec<PathBuf> {
    let of =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = of("XDG_CACHE_HOME").or_else(|| Some(of("HOME")?.join(".cache")));
    let made = cache.map(|cache| cache.join("tmd-codegen/python-tools"));
    let tools = of("TMD_PYTHON_TOOLS").or(made).map(|folder| folder.join("bin/python"));
    tools.into_iter().chain(["python3".into()]).collect()
}
