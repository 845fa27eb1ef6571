//! Arguments about results: where they go, lists of cases, certificates.

use clap::Args;
use std::path::PathBuf;

/// Where results go besides the terminal.
#[derive(Args)]
pub(crate) struct OutputArgs {
    /// Write everything that was found as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Write the cases, as the file's ending says: wc, bin, jsonl, csv, h or rs (- for standard
    /// output, as wc: hexadecimal floats, one a line); may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) cases: Vec<PathBuf>,

    /// Write the certificate: what was covered, by which plan, under which bounds (- likewise)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Write a page for a browser: coverage, cases by hardness, where the time went, the plan (- likewise)
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ConvertArgs {
    /// The list: .wc, .bin, .jsonl, .csv, .h, .rs, or the .json of a search (- for standard input, as .wc)
    pub(crate) list: PathBuf,

    /// Write the cases, as the file's ending says: wc, bin, jsonl, csv, h or rs (- for standard
    /// output, as wc); may be given several times
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: Vec<PathBuf>,

    /// Keep so many cases: the hardest of each binade, then the second of each, and so on
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: Option<u32>,

    /// The function, if the list does not name it: measures cases whose hardness the list does not tell
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) function: Option<String>,

    /// Values of names in the function: n=3 for "rootn(x, n)"
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) param: Option<String>,

    /// Format of the inputs, if the list does not tell: binary32, 53 [default: binary64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) input_precision: Option<String>,

    /// Format of the results, likewise
    #[arg(long, value_name = "FORMAT")]
    pub(crate) precision: Option<String>,

    /// Which roundings count, likewise: nearest, directed or all [default: all]
    #[arg(long, value_name = "R")]
    pub(crate) rounding: Option<String>,
}

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The certificate, as --certificate wrote it
    pub(crate) certificate: PathBuf,

    /// Search everything again, or judge every input of a small search, instead of a sample
    #[arg(long)]
    pub(crate) full: bool,

    /// Predicted seconds on one core that the second search of a sample is to take
    #[arg(long, value_name = "S", default_value_t = 20.0)]
    pub(crate) seconds: f64,

    /// Number that the sample is chosen by: one that whoever made the certificate did not know
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}
