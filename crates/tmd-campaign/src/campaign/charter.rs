//! The charter of a campaign: `campaign.toml`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::ENGINE;
use tmd_base::misread;
use tmd_request::request::Request;
use tmd_request::request::options::Options;
use tmd_search::plan::Plan;

/// Version of the directory's shape.
pub const SCHEMA: u32 = 2;

/// The advice for a campaign of another version.
const OTHER: &str = "older versions may have missed cases: start a new campaign; \
     or continue with the version of this program that started it";

/// The part of a charter that every version has.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// Longest charter that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The request and the plan of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charter {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`ENGINE`].
    pub engine: u32,
    /// SHA-256 of the plan.
    pub plan: String,
    /// Predicted seconds of a unit on one core.
    pub unit_seconds: f64,
    /// How many units there are.
    pub units: usize,
    /// SHA-256 of the list of an asymptote's that cases are taken from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asymptote: Option<String>,
    /// The options of the request, by name.
    pub request: BTreeMap<String, String>,
}

impl Charter {
    /// The charter of a plan.
    pub fn new(plan: &Plan, unit_seconds: f64, units: usize) -> Charter {
        // Chosen once: another version may choose otherwise.
        let request = plan.request.options().bits(plan.bits).by_name();
        let asymptote = plan.beyond.as_ref().map(|beyond| beyond.source.hash());
        let plan = plan.hash();
        Charter { schema: SCHEMA, engine: ENGINE, plan, unit_seconds, units, asymptote, request }
    }

    /// Reads a charter.
    ///
    /// # Errors
    /// If there is none, or it is malformed; the error points there.
    pub fn read(path: &Path) -> Result<Charter, Diag> {
        let name = path.display().to_string();
        let how = "`tmd-codegen campaign new --dir DIR …` begins a campaign";
        let bytes = tmd_runtime::read_limited(path, MOST_BYTES)
            .map_err(|error| Diag::from(error).help(how))?
            .ok_or_else(|| Diag::new(DiagKind::Syntax, format!("{name} is too long")).help(how))?;
        Charter::parse(&name, &String::from_utf8_lossy(&bytes))
    }

    /// Reads the text of a charter that is called `name` in messages.
    ///
    /// # Errors
    /// As [`Charter::read`].
    pub fn parse(name: &str, text: &str) -> Result<Charter, Diag> {
        let refuse = |message: String| Diag::new(DiagKind::Syntax, message);
        let damaged = |error: toml::de::Error| {
            let span = error.span().unwrap_or(0..text.len());
            refuse(format!("{name} is not a campaign"))
                .at(name, text, span, misread::data(error.message()))
                .help("the file was changed or is damaged; take it from a copy")
        };
        // Another version has other fields.
        let Version { schema } = toml::from_str(text).map_err(damaged)?;
        if schema != SCHEMA {
            return Err(refuse(format!("{name} has schema {schema}, not {SCHEMA}")).help(OTHER));
        }
        let charter: Charter = toml::from_str(text).map_err(damaged)?;
        if charter.engine != ENGINE {
            let engine = charter.engine;
            return Err(refuse(format!(
                "{name} was begun by engine {engine} of this program; this is engine {ENGINE}"
            ))
            .help(OTHER));
        }
        let usable = charter.unit_seconds.is_finite() && charter.unit_seconds > 0.0;
        if !usable {
            let seconds = charter.unit_seconds;
            return Err(refuse(format!("{name}: unit_seconds = {seconds} is not a time")));
        }
        charter.request()?;
        Ok(charter)
    }

    /// The request.
    ///
    /// # Errors
    /// If an option is not known or cannot be read.
    pub fn request(&self) -> Result<Request, Diag> {
        Options::from_names(&self.request)?.request()
    }

    /// The file.
    pub fn text(&self) -> String {
        let body = toml::to_string(self).unwrap_or_default();
        format!(
            "# A campaign: `tmd-codegen campaign run` searches it, `status` tells how far it is.\n{body}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_search::plan;

    #[test]
    fn charters_round_trip_and_point_at_errors() {
        let mut request = Request::in_range("exp(x) * sin(x)", "0.5,0x1.001p-1");
        request.precision = 24.into();
        let plan = plan::make(&request).expect("plan");
        let charter = Charter::new(&plan, 0.5, 7);
        let text = charter.text();
        assert_eq!(Charter::parse("c", &text), Ok(charter.clone()));
        let again = plan::make(&charter.request().expect("request")).expect("plan");
        assert_eq!(again.hash(), plan.hash());
        for (from, to, part) in [
            ("units = 7", "unit = 7", "there is no `unit` here"),
            ("schema = 2", "schema = 9", "schema 9"),
            ("schema = 2", "schema = 1", "schema 1, not 2"),
            ("engine = ", "engine = 1", "engine 1"),
            ("unit_seconds = 0.5", "unit_seconds = nan", "not a time"),
            ("exp(x) * sin(x)\"", "exp(x) * sin(x)", "not a campaign"),
            ("precision = ", "precession = ", "precession"),
        ] {
            let changed = text.replace(from, to);
            assert_ne!(changed, text);
            let diag = Charter::parse("c", &changed).expect_err("refused");
            assert!(diag.render(false).contains(part), "{}", diag.render(false));
        }
    }
}
