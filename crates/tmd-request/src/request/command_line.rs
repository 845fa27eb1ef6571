//! Options on the command line: the flags of every subcommand that takes a request.

use super::Request;
use super::config::Config;
use super::options::{FUNCTION, OPTIONS, OptionDoc, Options, SWITCH};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::path::PathBuf;
use tmd_base::diag::{Diag, DiagKind};

/// The flags of a request, to be flattened into a subcommand's arguments.
#[derive(Clone, Debug, Default)]
pub struct RequestArgs {
    /// The options that were given.
    pub options: Options,
    /// A `tmd.toml` that holds a kernel of the given name.
    pub config: Option<PathBuf>,
}

impl RequestArgs {
    /// The request that the arguments stand for. With `--config` the function is the name of a kernel
    /// in that file, and the other options are laid over what stands there.
    ///
    /// # Errors
    /// If the options make no request, or the file does not hold it.
    pub fn request(&self) -> Result<Request, Diag> {
        let Some(path) = &self.config else { return self.options.request() };
        let config = Config::read(path)?;
        let name = self.options.get(FUNCTION).ok_or_else(|| {
            Diag::new(DiagKind::Option, "--config is given, but no kernel's name")
                .help(format!("the file holds {}", config.names().join(", ")))
        })?;
        let base = config.options(name)?;
        let mut over = self.options.clone();
        over.remove(FUNCTION);
        let request = base.clone().overlaid(&over).request();
        // What stands in the file is wrong there, unless the command line has replaced it.
        request.map_err(|diag| match base.clone().request() {
            Err(_) => config.explain(name, diag),
            Ok(_) => diag,
        })
    }
}

/// The name of the flag for a file of options.
const CONFIG: &str = "config";

impl Args for RequestArgs {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().map(flag)).arg(
            Arg::new(CONFIG)
                .long(CONFIG)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Take options from a tmd.toml, where FUNCTION is the name of a kernel"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn flag(option: &OptionDoc) -> Arg {
    let help = option.help.trim();
    let arg = Arg::new(option.name).value_name(option.value).help(help);
    if option.name == FUNCTION {
        return arg.required(true);
    }
    let mut arg = arg.long(option.name).allow_hyphen_values(true);
    if let Some(default) = option.default {
        arg = arg.help(format!("{help} [default: {default}]"));
    }
    match option.choices {
        [] => arg,
        // `--with-inverse` alone means yes; a value needs a `=`, so that it is not taken for the function.
        choices if choices == SWITCH => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("yes")
            .value_parser(PossibleValuesParser::new(choices)),
        choices => arg.value_parser(PossibleValuesParser::new(choices)),
    }
}

impl FromArgMatches for RequestArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = RequestArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in OPTIONS {
            if let Some(text) = matches.get_one::<String>(option.name) {
                self.options.set(option, text);
            }
        }
        self.config = matches.get_one::<PathBuf>(CONFIG).cloned();
        Ok(())
    }
}

/// Reads the words of a command line's options, without a program or subcommand before them.
///
/// # Errors
/// What the command line would refuse, with its message.
pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<RequestArgs, Diag> {
    let command = RequestArgs::augment_args(Command::new("options").no_binary_name(true))
        .mut_arg(FUNCTION, |arg| arg.required(false))
        .disable_help_flag(true);
    let matches = command.try_get_matches_from(words);
    matches.and_then(|matches| RequestArgs::from_arg_matches(&matches)).map_err(|error| {
        let text = error.to_string();
        let message = text.lines().next().unwrap_or_default();
        let message = message.strip_prefix("error: ").unwrap_or(message);
        Diag::new(DiagKind::Option, message)
    })
}
