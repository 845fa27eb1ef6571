//! `.json`: all that a search has found, as `search --json` writes it. It is only read here.

use super::json_lines::{Line, parse};
use super::{Case, List};
use serde::Deserialize;
use tmd_base::diag::Diag;

#[derive(Deserialize)]
struct Document {
    about: Vec<String>,
    cases: Vec<Line>,
}

pub(super) fn read(name: &str, text: &str) -> Result<List, Diag> {
    let Document { about, cases } = parse(name, 0, text).map_err(|diag| {
        diag.help("give the file that `tmd-codegen search --json` wrote, or a list in lines of JSON, whose name ends in .jsonl")
    })?;
    let cases: Result<Vec<Case>, Diag> = cases.into_iter().map(|line| line.case(name)).collect();
    Ok(List { about, cases: cases?, left_out: 0 })
}
