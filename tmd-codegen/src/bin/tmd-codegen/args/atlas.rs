//! Arguments of `atlas`.

use super::ProcessorArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct AtlasArgs {
    /// The folder of the atlas
    #[arg(long, global = true, value_name = "DIR", default_value = "atlas")]
    pub(crate) atlas: PathBuf,

    #[command(subcommand)]
    pub(crate) command: AtlasCommand,
}

#[derive(Subcommand)]
pub(crate) enum AtlasCommand {
    /// List the entries: function, format, state, cases, and how many bits of f(x) suffice: at isolated inputs (outside closed
    /// forms, runs and families), and at all inputs
    List,
    /// Show what is known about a function in a format, or in parts of one
    Show(SubjectArgs),
    /// Compare somebody else's list with the atlas: what each lacks, and why
    Diff(DiffArgs),
    /// Check the lists by each other: cases of the inverse function, and of others that differ by a number, must be in them
    CrossCheck(CrossCheckArgs),
    /// Search a format again and write the entry, which comes out the same, byte for byte, unless something was wrong
    Remake(RemakeArgs),
    /// Write the hardest cases of each entry: a small list for regular test runs
    Subset(SubsetArgs),
    /// Make pages of all entries, for a browser, to read offline or to put on a web server
    Site(SiteArgs),
}

#[derive(Args)]
pub(crate) struct SubjectArgs {
    /// The function, as in `list functions`; of pairs: pown, rootn, compound, compound-xy, pow, atan2, atan2pi or hypot
    pub(crate) function: String,

    /// The format: binary16, bfloat16, tf32, binary32 or binary64; `show` has x87, too, of which there are parts
    pub(crate) format: String,
}

#[derive(Args)]
pub(crate) struct DiffArgs {
    /// The list to compare: .wc, .bin, .jsonl, .csv, .h or .rs
    pub(crate) list: PathBuf,

    /// The function [default: the one that the list states, or its file's name]
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) function: Option<String>,

    /// Compare with what this certificate of a search says, of any range and format, instead of with an entry
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    pub(crate) certificate: Option<PathBuf>,

    /// The format [default: the one that the list states, or binary64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,

    /// The list claims to have all cases with at least so many identical bits [default: as many as ours has]
    #[arg(long, value_name = "B")]
    pub(crate) bits: Option<u32>,

    /// The list claims to have all cases of this range [default: of the binades in which it has any]
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) range: Option<String>,

    /// Write every difference as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct CrossCheckArgs {
    /// The function whose list is checked, as in `list functions`; of pairs: pown, rootn or compound [default: all]
    pub(crate) function: Option<String>,

    /// The format [default: all]
    pub(crate) format: Option<String>,

    /// Write what was compared, with every input that is not in a list, as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct RemakeArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Write the certificate, too
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Keep finished work in this directory, as a campaign, or take it from there [default: in the cache, if more than ten
    /// minutes are predicted on one core]
    #[arg(long, value_name = "DIR")]
    pub(crate) campaign: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) processor: ProcessorArgs,
}

#[derive(Args)]
pub(crate) struct SubsetArgs {
    /// The function [default: all]
    pub(crate) function: Option<String>,

    /// The format [default: all]
    pub(crate) format: Option<String>,

    /// Number of cases of each entry
    #[arg(long, value_name = "COUNT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,

    /// The folder for the lists: FUNCTION_FORMAT.wc
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

#[derive(Args)]
pub(crate) struct SiteArgs {
    /// The folder for the pages, with `index.html`
    #[arg(short, long, value_name = "DIR", default_value = "target/site")]
    pub(crate) output: PathBuf,
}
