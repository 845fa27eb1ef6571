//! Functions of binary64: code whose error is proved, the search that lists what could be rounded wrongly, and the results there.

use crate::double_word::check::{Listed, is_of};
use crate::double_word::entry::DoubleWordEntry;
use crate::double_word::{Corrections, DoubleWord, search};
use crate::request::Request;
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::certificate::Certificate;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::Kernel;
use tmd_request::request;
use tmd_runtime::RoundingMode;

/// A function of binary64.
#[derive(Clone, Debug)]
pub struct Searched {
    /// What values are computed by.
    pub code: DoubleWord,
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
pub(crate) type Searcher<'a> = dyn Fn(&request::Request) -> Result<Certificate, Diag> + 'a;

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
        let (code, errors) =
            DoubleWord::fitted(spec, &request.range, request.bits, request.table_budget)?;
        let search = searcher(&search::request(request))?;
        is_of(&search, request, spec, &code).map_err(|why| {
            let message = format!("the search's certificate is not of this function: {why}");
            Diag::new(DiagKind::Option, message).help(
                "leave it out: the search is then done, or give the certificate of such a search",
            )
        })?;
        let listed = code.listed(spec, &search)?;
        let corrections = code.corrections(spec, &listed, &request.modes)?;
        Ok(Searched { error_exponent: errors.exponent(), code, corrections, search, listed })
    }

    /// The same of parts that somebody else describes; the error is proved.
    ///
    /// # Errors
    /// If the error is too large.
    pub(crate) fn of(
        code: DoubleWord,
        corrections: Corrections,
        search: Certificate,
        spec: &FunctionSpec,
    ) -> Result<Searched, Diag> {
        let errors = code.prove(spec)?;
        let listed = code.listed(spec, &search)?;
        Ok(Searched { error_exponent: errors.exponent(), code, corrections, search, listed })
    }

    /// The kernel of a mode for so many lanes.
    pub(crate) fn kernel(&self, mode: RoundingMode, lanes: usize) -> Kernel {
        self.code.kernel(&self.corrections, mode, lanes)
    }

    /// What a certificate says of it.
    pub(crate) fn entry(&self) -> DoubleWordEntry {
        DoubleWordEntry::of(&self.code, self.error_exponent, &self.corrections, &self.search)
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
        self.code.check(spec, &self.listed, kernel, modes)
    }
}
