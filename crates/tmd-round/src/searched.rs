//! Functions of binary64: code whose error is proved, the search that lists what could be rounded wrongly, and the results there.

use crate::double_word::check::{Listed, is_of};
use crate::double_word::entry::DoubleWordEntry;
use crate::double_word::{Corrections, DoubleWord, Errors, FastPath, search};
use crate::interpreted::LANES;
use crate::request::{Method, Request};
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::certificate::Certificate;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::Kernel;
use tmd_kernel::pass;
use tmd_request::request;
use tmd_runtime::RoundingMode;

/// A function of binary64.
#[derive(Clone, Debug)]
pub struct Searched {
    /// What values are computed by.
    pub code: DoubleWord,
    /// What most of them are computed by, if there are two paths.
    pub fast: Option<FastPath>,
    /// The results that stand in the code.
    pub corrections: Corrections,
    /// The search's certificate.
    pub search: Certificate,
    /// The arguments that are tried.
    listed: Listed,
    /// The error is less than 2^ this of the value.
    pub error_exponent: i32,
}

/// Who carries out a search.
pub type Searcher<'a> = dyn Fn(&request::Request) -> Result<Certificate, Diag> + 'a;

impl Searched {
    /// Finds polynomials, and has the search done that they need.
    ///
    /// # Errors
    /// If there are no polynomials, the search is not complete, or too many results are wrong.
    pub(crate) fn make(
        request: &Request,
        spec: &FunctionSpec,
        searcher: &Searcher<'_>,
    ) -> Result<Searched, Diag> {
        let Planned { code, errors, fast } = planned(request, spec)?;
        let search = searcher(&search::request(request))?;
        is_of(&search, request, spec, &code).map_err(|why| {
            let message = format!("the search's certificate is not of this function: {why}");
            Diag::new(DiagKind::Option, message).help(
                "leave it out: the search is then done, or give the certificate of such a search",
            )
        })?;
        let listed = code.listed(spec, &search)?;
        let corrections = code.corrections(spec, &listed, &request.modes)?;
        let error_exponent = errors.exponent();
        Ok(Searched { error_exponent, code, fast, corrections, search, listed })
    }

    /// The same of parts that somebody else describes; the errors are proved.
    ///
    /// # Errors
    /// If an error is too large.
    pub(crate) fn of(
        code: DoubleWord,
        fast: Option<FastPath>,
        corrections: Corrections,
        search: Certificate,
        spec: &FunctionSpec,
    ) -> Result<Searched, Diag> {
        let errors = code.prove(spec)?;
        if let Some(fast) = &fast {
            fast.prove(spec, &code)?;
        }
        let listed = code.listed(spec, &search)?;
        let error_exponent = errors.exponent();
        Ok(Searched { error_exponent, code, fast, corrections, search, listed })
    }

    /// The kernel of a mode for so many lanes.
    pub(crate) fn kernel(&self, mode: RoundingMode, lanes: usize) -> Kernel {
        self.code.kernel(&self.corrections, mode, lanes)
    }

    /// The kernel of the fast path, if there are two paths.
    pub(crate) fn fast_kernel(&self, mode: RoundingMode, lanes: usize) -> Option<Kernel> {
        self.fast.as_ref().map(|fast| fast.kernel(&self.code, mode, lanes))
    }

    /// How results are computed.
    pub fn method(&self) -> Method {
        if self.fast.is_some() { Method::TwoPhase } else { Method::Straight }
    }

    /// What it is, in words.
    pub(crate) fn told(&self) -> String {
        let own = self.code.told();
        match &self.fast {
            None => own,
            Some(fast) => {
                format!("The fast path: {}. The second path: {own}", fast.told(&self.code))
            }
        }
    }

    /// What a certificate says of it.
    pub(crate) fn entry(&self) -> DoubleWordEntry {
        DoubleWordEntry::of(
            &self.code,
            self.error_exponent,
            &self.corrections,
            self.fast.as_ref(),
            &self.search,
        )
    }

    /// Arguments that the search lists, and that are all tried.
    pub fn dangerous(&self) -> usize {
        self.listed.by_search
    }

    /// Arguments that the search lists, with the correct results by mode; others that are tried come after them.
    pub fn tried(&self) -> &[(f64, [f64; 4])] {
        self.listed.arguments()
    }

    /// Checks the results at everything that is listed; how many there are.
    ///
    /// # Errors
    /// If one is wrong.
    pub(crate) fn check(
        &self,
        spec: &FunctionSpec,
        modes: &[RoundingMode],
        kernel: impl Fn(RoundingMode, usize) -> Result<Kernel, Diag> + Sync,
    ) -> Result<u64, Diag> {
        if let Some(fast) = &self.fast {
            let kernel = |mode| pass::standard_kernel(fast.kernel(&self.code, mode, LANES));
            self.code.check_fast(spec, &self.listed, kernel, modes)?;
        }
        self.code.check(spec, &self.listed, kernel, modes)
    }
}

/// What values are computed by.
struct Planned {
    code: DoubleWord,
    errors: Errors,
    fast: Option<FastPath>,
}

/// The part of a table budget that is kept for the fast path: an eighth.
const KEPT: u64 = 8;

/// By two paths, if that is asked for, or takes fewer operations and nothing is asked for.
fn planned(request: &Request, spec: &FunctionSpec) -> Result<Planned, Diag> {
    let Request { range, bits, table_budget, method, .. } = request;
    if *method != Some(Method::Straight) {
        let found = two_paths(request, spec);
        match (found, method) {
            (Ok((planned, is_cheaper)), method) if is_cheaper || method.is_some() => {
                return Ok(planned);
            }
            (Err(diag), Some(_)) => return Err(diag),
            _ => {}
        }
    }
    let (code, errors) = DoubleWord::fitted(spec, range, *bits, *table_budget)?;
    Ok(Planned { code, errors, fast: None })
}

/// Two paths, and whether they are cheaper than the second one alone.
fn two_paths(request: &Request, spec: &FunctionSpec) -> Result<(Planned, bool), Diag> {
    let Request { range, bits, table_budget, .. } = request;
    let most = table_budget - table_budget / KEPT;
    let (code, errors) = DoubleWord::fitted(spec, range, *bits, most)?;
    let name = Method::TwoPhase.name();
    if !FastPath::serves(code.scheme) {
        let message = format!("{}: the fast path does not reduce arguments so", spec.canonical());
        return Err(Diag::new(DiagKind::Unsupported, message)
            .at("--method", name, 0..name.len(), "serves no such range of this function")
            .help("leave it out, or give a range of a few binades on one side of 0"));
    }
    let left = table_budget - code.bytes();
    let fast = FastPath::planned(spec, &code, left)?.ok_or_else(|| {
        Diag::new(DiagKind::Range, format!("{left} bytes are left for the fast path's table"))
            .at("--method", name, 0..name.len(), "needs a table of its own")
            .help("give more bytes by --table-budget")
    })?;
    let is_cheaper = fast.is_cheaper();
    Ok((Planned { code, errors, fast: Some(fast.path) }, is_cheaper))
}
