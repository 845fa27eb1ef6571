//! A long search in units, each of which is a range of phases: what is finished is kept in a folder.

use crate::block::chosen;
use crate::certificate::{Decided, PhaseCertificate};
use crate::request::Request;
use rug::Rational;
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::{infile, json, narrow};
use tmd_functions::interval::Interval;
use tmd_functions::language::hexfloat;
use tmd_runtime::{Progress, write_atomically};

/// Predicted nanoseconds of an arc on one core.
const NANOSECONDS: f64 = 60.0;
/// Phases at which arcs are measured, to predict how many there are.
const MEASURED: u32 = 61;
/// Predicted seconds of a unit on one core.
const UNIT_SECONDS: f64 = 120.0;
/// The most units: more would be too many files.
const MOST_UNITS: f64 = 4096.0;
/// The longest certificate of a unit that is read, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// How many seconds a search takes on one core, about.
pub fn predicted_seconds(request: &Request) -> f64 {
    let arcs: f64 = request.segments.iter().map(|segment| about(request, segment.count)).sum();
    arcs * NANOSECONDS * 1e-9
}

/// About how many arcs the phases have for a binade of so many arguments, by the length of arcs at some of them.
fn about(request: &Request, count: u64) -> f64 {
    let [from, to] = &request.ends;
    let length = Rational::from(to - from);
    let half = narrow::about(count) / 2.0;
    let arcs = |part: u32| {
        let phase = Rational::from((2 * part + 1, 2 * MEASURED)) * &length + from;
        // Where there is no value, there are no arcs.
        let terms =
            request.function.of_phase().series(&Interval::from_rational(&phase, 64), 5).ok()?;
        let exponent = terms[0].mag().get_exp()?.max(request.format.emin);
        let spacing = exponent - narrow::to_i32(request.format.precision) - 1;
        let sizes: Vec<f64> =
            terms.iter().map(|own| own.shifted(-spacing).mid().to_f64().abs()).collect();
        Some(1.0 / chosen(half, &sizes, 1.0).length)
    };
    let sum: f64 = (0..MEASURED).filter_map(arcs).sum();
    sum / f64::from(MEASURED) * length.to_f64()
}

/// How a unit is searched.
type Search<'a> = &'a dyn Fn(&Request) -> Result<PhaseCertificate, Diag>;

/// Searches in units, each as `search` does it. Units that are in the folder are taken from there; others are kept there as soon as they are
/// finished.
///
/// # Errors
/// As those of `search`; if the folder cannot be used, or has units of another search.
pub fn search_in_units(
    request: &Request,
    dir: &Path,
    progress: &dyn Progress,
    search: Search<'_>,
) -> Result<PhaseCertificate, Diag> {
    let count = (predicted_seconds(request) / UNIT_SECONDS).ceil().clamp(1.0, MOST_UNITS) as u32;
    search_in(request, count, dir, progress, search)
}

fn search_in(
    request: &Request,
    count: u32,
    dir: &Path,
    progress: &dyn Progress,
    search: Search<'_>,
) -> Result<PhaseCertificate, Diag> {
    std::fs::create_dir_all(dir).map_err(|error| {
        Diag::new(DiagKind::Io, format!("cannot create {}: {error}", dir.display()))
            .help("give another folder with --campaign")
    })?;
    let mut inputs = 0;
    let mut found = Decided::default();
    for unit in 0..count {
        let own = unit_of(request, unit, count)?;
        let path = dir.join(format!("unit-{unit}-of-{count}.json"));
        let certificate = match path.exists() {
            true => {
                let certificate = kept(&path, &own)?;
                progress.advance(certificate.inputs);
                certificate
            }
            false => {
                let certificate = search(&own)?;
                write_atomically(&path, json::text(&certificate)?.as_bytes())?;
                certificate
            }
        };
        inputs += certificate.inputs;
        found.cases.extend(certificate.cases);
        found.undecided.extend(certificate.undecided);
    }
    let place = |x: &str| hexfloat::parse("a case", x).unwrap_or_default();
    found.cases.sort_by_cached_key(|case| place(&case.x));
    found.undecided.sort_by_cached_key(|x| place(x));
    Ok(PhaseCertificate::new(request, inputs, found))
}

/// A part of the phases of a request.
fn unit_of(request: &Request, unit: u32, count: u32) -> Result<Request, Diag> {
    let [from, to] = &request.ends;
    let length = Rational::from(to - from);
    let at = |unit: u32| Rational::from((unit, count)) * &length + from;
    let phases = format!("{},{}", at(unit), at(unit + 1));
    let format = request.format.clone();
    Request::new(request.function.clone(), format, &request.range, &phases, Some(request.bits))
}

/// The certificate of a unit that was finished before.
fn kept(path: &Path, unit: &Request) -> Result<PhaseCertificate, Diag> {
    let name = path.display().to_string();
    let certificate = PhaseCertificate::parse(&name, &infile::read(path, MOST_BYTES)?)?;
    let empty = PhaseCertificate::new(unit, certificate.inputs, certificate.found());
    match certificate == empty {
        true => Ok(certificate),
        false => Err(Diag::new(DiagKind::Option, format!("{name} is a unit of another search"))
            .help("give another folder with --campaign, or remove this one")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Function;
    use crate::search::search;
    use tmd_functions::language::Format;

    #[test]
    fn units_together_are_the_search_and_those_of_others_are_refused() {
        let format = Format { precision: 12, emin: -1022, emax: 1023, name: "12 bits".to_owned() };
        let [request, other] = [7, 6].map(|bits| {
            let format = format.clone();
            Request::new(
                Function::parse("sin").unwrap(),
                format,
                "2^100,2^102",
                "1/7,0.9",
                Some(bits),
            )
            .unwrap()
        });
        let search = |own: &Request| search(own, &());
        let all = search(&request).unwrap();
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path().join("kept");
        assert_eq!(search_in(&request, 5, &dir, &(), &search).unwrap(), all);
        assert!(all.cases.len() > 20, "{}", all.cases.len());
        // Four units are taken from there.
        std::fs::remove_file(dir.join("unit-2-of-5.json")).unwrap();
        assert_eq!(search_in(&request, 5, &dir, &(), &search).unwrap(), all);
        let error = search_in(&other, 5, &dir, &(), &search).unwrap_err();
        assert!(error.message.contains("a unit of another search"), "{error}");
    }
}
