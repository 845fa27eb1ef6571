//! The claim of a certificate: its request, read again, and compared with everything that the certificate says about
//! it.

use super::lie;
use crate::certificate::{Certificate, FormatEntry, FoundEntry};
use rug::Rational;
use tmd_base::diag::Diag;
use tmd_functions::language::{Format, FunctionSpec};
use tmd_request::profile::Profile;
use tmd_request::request::{Options, Request, Rounding};

/// A certificate with what its request means.
pub struct Claim<'a> {
    /// The certificate.
    pub cert: &'a Certificate,
    /// The findings that it claims.
    pub found: &'a FoundEntry,
    /// Its request, read.
    pub request: Request,
    pub(crate) spec: FunctionSpec,
    /// The format of the inputs, with midpoints where those are searched.
    pub input: Format,
    pub(crate) output: Format,
    pub(crate) bits: u32,
}

impl<'a> Claim<'a> {
    /// Reads the request and compares everything that repeats it.
    pub(crate) fn new(cert: &'a Certificate) -> Result<Claim<'a>, Diag> {
        let Some(found) = &cert.found else {
            return Err(lie(
                "there is no list of findings: this is the certificate inside a JSON document",
            )
            .help("give the file that --certificate wrote"));
        };
        let request = Options::from_names(&cert.request)?.request()?;
        let spec = request.spec()?;
        let output = request.precision.format()?;
        let input = request.input_precision.map_or(Ok(output.clone()), |name| name.format())?;
        let has_midpoints = request.with_inverse && request.rounding != Rounding::Directed;
        let input = if has_midpoints { input.with_midpoints() } else { input };
        let Some(bits) = request.bits.filter(|bits| (2..=400).contains(bits)) else {
            return Err(lie("the request does not say for how many bits, 2 to 400"));
        };
        let claim = Claim { cert, found, request, spec, input, output, bits };
        claim.compare()?;
        Ok(claim)
    }

    fn compare(&self) -> Result<(), Diag> {
        let Claim { cert, request, spec, input, output, bits, .. } = self;
        let format = |format: &Format| {
            let FormatEntry { name, precision, emin, emax } = FormatEntry::from(format);
            format!("{name} (precision {precision}, exponents {emin} to {emax})")
        };
        let entry = |entry: &FormatEntry| {
            let FormatEntry { name, precision, emin, emax } = entry;
            format!("{name} (precision {precision}, exponents {emin} to {emax})")
        };
        let pairs = [
            ("function", cert.function.clone(), spec.canonical()),
            ("range", cert.range.clone(), request.range.text.clone()),
            ("input format", entry(&cert.input_format), format(input)),
            ("output format", entry(&cert.output_format), format(output)),
            ("rounding", cert.rounding.clone(), request.rounding.to_string()),
            ("ε in bits", cert.epsilon_bits.to_string(), bits.to_string()),
        ];
        for (what, says, is) in pairs {
            if says != is {
                return Err(lie(format!(
                    "the {what} is said to be {says}, but the request means {is}"
                )));
            }
        }
        self.canonical()?;
        self.profile()?;
        self.command()?;
        let inverse = cert.inverse.is_some();
        if inverse != request.with_inverse {
            return Err(lie(
                "cases of the inverse function are stated if and only if they were asked for",
            ));
        }
        Ok(())
    }

    /// Options stand as a certificate writes them, and none names a file.
    fn canonical(&self) -> Result<(), Diag> {
        let said = &self.cert.request;
        let wanted = self.request.options().by_name();
        let names = said.keys().chain(wanted.keys());
        let differing = names.into_iter().find(|name| said.get(*name) != wanted.get(*name));
        if let Some(name) = differing {
            let shown =
                |text: Option<&String>| text.map_or("left out".into(), |t| format!("`{t}`"));
            return Err(lie(format!(
                "option {name} of the request is {}; a certificate has it {}",
                shown(said.get(name)),
                shown(wanted.get(name))
            )));
        }
        match &self.request.profile {
            None => Ok(()),
            Some(path) => Err(lie(format!(
                "the request names the profile {path}; a certificate holds the profile itself"
            ))),
        }
    }

    fn profile(&self) -> Result<(), Diag> {
        let fault = self.cert.profile.as_ref().and_then(Profile::fault);
        fault.map_or(Ok(()), |fault| Err(lie(format!("the profile cannot be one: {fault}"))))
    }

    /// The command is the request's to the letter. Only the path of a profile is not known from elsewhere: it is a
    /// place on the machine of the search.
    fn command(&self) -> Result<(), Diag> {
        let Claim { cert, request, .. } = self;
        let profile = match &cert.profile {
            None => None,
            Some(_) => Some(named_profile(&cert.command).ok_or_else(|| {
                lie(format!(
                    "the command is said to be `{}`, which names no profile; the plan was chosen by one",
                    cert.command
                ))
            })?),
        };
        let chosen_bits = Request { profile, ..request.clone() };
        let no_bits = Request { bits: None, ..chosen_bits.clone() };
        let commands = [chosen_bits, no_bits].map(|request| request.command("search"));
        match commands.contains(&cert.command) {
            true => Ok(()),
            false => Err(lie(format!(
                "the command is said to be `{}`, but the request is `{}`",
                cert.command, commands[0]
            ))),
        }
    }

    /// Precision of the breakpoints.
    pub(crate) fn breakpoint_precision(&self) -> i32 {
        let midpoints = i32::from(self.request.rounding != Rounding::Directed);
        self.output.precision as i32 + midpoints
    }

    /// ε.
    pub(crate) fn epsilon(&self) -> Rational {
        Rational::from(1) >> self.bits
    }

    pub(crate) fn describe(&self) -> String {
        format!("{}, {}, ε = 2^-{}", self.cert.function, self.request.range.interval(), self.bits)
    }
}

/// The path that a command gives to `--profile`.
fn named_profile(command: &str) -> Option<String> {
    let words = shlex::split(command)?;
    words.windows(2).find(|pair| pair[0] == "--profile").map(|pair| pair[1].clone())
}
