//! Arguments about results: where they go, lists of cases, certificates.

use clap::Args;
use std::path::PathBuf;
use tmd_codegen::verify;

/// Where results go besides the terminal.
#[derive(Args)]
pub(crate) struct OutputArgs {
    /// Write all findings as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Write the cases in the format of the file extension: wc, bin, jsonl, csv, h or rs (- for
    /// standard output, as wc: hexadecimal floats, one per line); may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) cases: Vec<PathBuf>,

    /// Write the correctly rounded results in each rounding mode beside the cases, in files that end in
    /// .h, .csv or .jsonl
    #[arg(long)]
    pub(crate) with_results: bool,

    /// Write the certificate: what was covered, by which plan, with which bounds (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Write a page for a browser: coverage, cases by hardness, where the time went, the plan (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ConvertArgs {
    /// The list: .wc, .bin, .jsonl, .csv, .h, .rs, or the .json of a search (- for standard input, as .wc)
    pub(crate) list: PathBuf,

    /// Write the cases in the format of the file extension: wc, bin, jsonl, csv, h or rs (- for
    /// standard output, as wc); may be repeated
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: Vec<PathBuf>,

    /// Write the correctly rounded results in each rounding mode beside the cases, in files that end in
    /// .h, .csv or .jsonl
    #[arg(long)]
    pub(crate) with_results: bool,

    /// With --with-results and a .h file: also write a C program that checks a function at its cases (- for standard
    /// output); its heading explains how to compile it
    #[arg(long, value_name = "FILE")]
    pub(crate) harness: Option<PathBuf>,

    /// Keep this many cases: the hardest of each binade, then the second hardest of each, and so on
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: Option<u32>,

    /// The function, if the list does not name it; computes the hardness of cases where the list does not give it
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) function: Option<String>,

    /// Values of names in the function: n=3 for "rootn(x, n)"
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) param: Option<String>,

    /// Format of the inputs, if the list does not state it: binary32, 53 [default: binary64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) input_precision: Option<String>,

    /// Format of the results, if the list does not state it [default: binary64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) precision: Option<String>,

    /// Rounding modes that count, if the list does not state them: nearest, directed or all [default: all]
    #[arg(long, value_name = "R")]
    pub(crate) rounding: Option<String>,
}

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The certificate, as written by --certificate
    pub(crate) certificate: PathBuf,

    /// Instead of a sample, search everything again, or judge every input of a small search
    #[arg(long)]
    pub(crate) full: bool,

    /// Seconds after which nothing more is drawn for the sample that is searched again; compiling its kernels does
    /// not count. The report says how much was searched
    #[arg(long, value_name = "S", default_value_t = 20.0, allow_negative_numbers = true)]
    pub(crate) seconds: f64,

    /// Report how many missing cases the sample would have found with this probability: if it has a share
    /// s of all intervals, k missing cases in different intervals escape with probability at most (1 - s)^k
    #[arg(long, value_name = "C", default_value_t = verify::CONFIDENCE, allow_negative_numbers = true)]
    pub(crate) confidence: f64,

    /// Seed of the sample, to repeat it [default: one from the operating system, which is reported]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Refuse a certificate of any search other than this one, or of one that is not complete:
    /// 'exp --binade 1,2 --bits 44'
    #[arg(long, value_name = "REQUEST")]
    pub(crate) expect: Option<String>,

    /// The list that the certificate takes cases of large inputs from: a certificate, or an entry of the atlas. Without it, that these
    /// are all is checked by the sample only
    #[arg(long, value_name = "FILE")]
    pub(crate) asymptote: Option<PathBuf>,

    /// Folder of the files that an evaluator's certificate refers to [default: the certificate's folder, for files
    /// that are there]
    #[arg(long, value_name = "DIR")]
    pub(crate) sources: Option<PathBuf>,

    /// Write the outcome as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}
