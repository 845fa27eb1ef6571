//! Compares a certificate with the search that the user expects.

use super::claim::Claim;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::text::{grouped, plural};
use tmd_request::profile::Profile;
use tmd_request::request::Request;
use tmd_request::request::options::{FUNCTION, OPTIONS};

/// The search that a certificate must be of, and whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    request: Request,
    profile: Option<Profile>,
}

impl Expectation {
    /// A search of this request.
    ///
    /// # Errors
    /// If its profile cannot be read.
    pub fn new(request: Request) -> Result<Expectation, Diag> {
        let profile = request.profile.as_deref().map(Profile::read).transpose()?;
        Ok(Expectation { request, profile })
    }

    /// Compares the whole request. The inputs of the claim must have been counted.
    pub(super) fn check(&self, claim: &Claim<'_>) -> Result<(), Diag> {
        let cert = claim.cert;
        let refuse = |message: String| {
            Err(Diag::new(DiagKind::Refuted, message)
                .help(format!("this certificate is of `{}`", cert.command)))
        };
        let wanted = self.request.spec()?.canonical();
        let said = claim.spec.canonical();
        if said != wanted {
            return refuse(format!(
                "the function {wanted} is expected; the certificate has {said}"
            ));
        }
        let bits =
            self.request.bits.unwrap_or_else(|| tmd_request::request::default_bits(cert.inputs));
        let (said, wanted) = (claim.request.options(), self.request.options().bits(bits));
        // The function has been compared with its parameters, the profile is compared by what is in it.
        let named =
            OPTIONS.iter().filter(|option| ![FUNCTION, "param", "profile"].contains(&option.name));
        for option in named {
            let (said, wanted) = (said.get(option.name), wanted.get(option.name));
            if said != wanted {
                let shown =
                    |text: Option<&str>| text.or(option.default).unwrap_or("none").to_owned();
                return refuse(format!(
                    "{} {} is expected; the certificate has {}",
                    option.flag(),
                    shown(wanted),
                    shown(said)
                ));
            }
        }
        if cert.profile != self.profile {
            let shown = |profile: &Option<Profile>| match profile {
                None => "the built-in profile".to_owned(),
                Some(profile) => format!("the profile of `{}`", profile.device),
            };
            return refuse(format!(
                "a plan by {} is expected; the certificate's was chosen by {} with other times",
                shown(&self.profile),
                shown(&cert.profile)
            ));
        }
        if cert.complete {
            return Ok(());
        }
        let undecided = cert.unknown + cert.inverse.as_ref().map_or(0, |inverse| inverse.unknown);
        let left = match undecided {
            0 => String::new(),
            count => format!(", and {count} are undecided"),
        };
        let left = match cert.refused.len() {
            0 => left,
            count => format!("{left}, for the plan refuses {}", plural(count, "span")),
        };
        refuse(format!(
            "a complete search is expected; the certificate covers {} of {} inputs{left}",
            grouped(cert.covered_inputs),
            grouped(cert.inputs)
        ))
    }
}
