//! Support for build scripts, as [for evaluators of one variable](crate::approx::build).

use super::{Certificate, Request, Source, make};
use tmd_base::diag::Diag;
use tmd_base::target::RUST_SIMD;
use tmd_search::build::{Function, Made};

impl Function for Request {
    fn made(&self, name: &str) -> Result<Made, Diag> {
        let source = Source::function(&self.function, self.param.as_deref())?;
        let evaluator = make(self, source)?;
        let files = evaluator.emit(RUST_SIMD, name)?;
        let certificate = Certificate::new(&evaluator, &files)?.text()?;
        let [x, y] = &self.ranges;
        let about = format!("{} for x in {x} and y in {y}, {}.", self.function, self.tolerance);
        Ok(Made { about, files, certificate })
    }
}
