//! The spans that kernels searched, with everything that is claimed of them.

use crate::bounds::{Budget, Check, Kernel};
use crate::derivatives::{Claims, steepest};
use crate::json::Value;
use crate::model::Model;
use crate::number::{lg, power_of_two};
use crate::request::Request;
use crate::stop::{Checked, Progress};
use crate::tiling::Run;
use rug::Rational;

/// A span with its kernel.
pub(crate) struct Searched {
    pub(crate) run: Run,
    pub(crate) kernel: usize,
    pub(crate) spacing: i32,
    pub(crate) widening: u32,
    pub(crate) model: Model,
}

/// Everything that kernels searched.
pub(crate) struct Searches {
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) spans: Vec<Searched>,
    /// Parts of spans that were enclosed, bounds, and obligations of arcs that were proved.
    pub(crate) proved: [u64; 3],
}

impl Searches {
    /// Reads kernels and spans, and proves every bound.
    pub(crate) fn check(request: &Request, certificate: &Value<'_>) -> Checked<Searches> {
        let kernels = certificate.at("kernels")?.list()?.iter().enumerate();
        let kernels = kernels.map(|(number, kernel)| Kernel::read(number, kernel));
        let mut all =
            Searches { kernels: kernels.collect::<Checked<_>>()?, spans: vec![], proved: [0; 3] };
        let mut progress = Progress::new();
        for (number, entry) in certificate.at("spans")?.list()?.iter().enumerate() {
            all.span(request, number, entry, &mut progress)?;
        }
        Ok(all)
    }

    fn span(
        &mut self,
        request: &Request,
        number: usize,
        entry: &Value<'_>,
        progress: &mut Progress,
    ) -> Checked<()> {
        let place = format!("span {number}");
        let span = Searched {
            run: request.run("spans", entry)?,
            kernel: entry.int_at("kernel")?,
            spacing: entry.int_at("spacing")?,
            widening: entry.int_at("widening")?,
            model: Model::read(&place, entry.at("model")?)?,
        };
        let Some(kernel) = self.kernels.get(span.kernel) else {
            return refuse!("{place} is searched by kernel {}, which is none", span.kernel);
        };
        ensure!(
            span.model.block_inputs == kernel.block_inputs,
            "{place} and its kernel have blocks of other lengths"
        )?;
        let sensible = span.spacing.unsigned_abs() < 1 << 16 && span.widening <= 400;
        ensure!(
            sensible && (span.widening == 0 || request.inverse),
            "{place}: its threshold is widened for no inverse function"
        )?;
        let claims = Claims {
            request,
            place: place.clone(),
            run: &span.run,
            spacing: span.spacing,
            model: &span.model,
        };
        self.proved[0] += claims.prove(progress)?;
        if request.inverse {
            let prec = request.segments[span.run.segment].bits() + 96;
            let Some(steep) = steepest(request, &span.run, span.spacing, prec) else {
                return cannot!("{place}: no bound of |g'| is found, which inverses need");
            };
            ensure!(
                steep <= power_of_two(span.widening as i32),
                "{place}: |g'| reaches {}; it is widened by 2^{}",
                lg(&steep),
                span.widening
            )?;
        }
        span.model.check_block(&place)?;
        let mut claimed = vec![vec![]; kernel.stages.len()];
        for bound in entry.at("bounds")?.list()? {
            let text = |name: &str| Ok(bound.at(name)?.text()?.to_owned());
            let term = (text("name")?, text("status")?, bound.at("value")?.binary64()?);
            match claimed.get_mut(bound.int_at::<usize>("stage")?) {
                Some(list) if list.len() < 64 => list.push(term),
                _ => return refuse!("{place} has a bound of a stage that is none"),
            }
        }
        let before = self.proved[2];
        for (index, (stage, claimed)) in kernel.stages.iter().zip(&claimed).enumerate() {
            let place = format!("{place}, stage {index}");
            let epsilon = request.epsilon() * power_of_two(span.widening as i32);
            let budget = Budget { place: place.clone(), model: &span.model, stage, epsilon };
            self.proved[1] += budget.check(claimed)? as u64;
            if let Check::Arcs(arcs) = &stage.check {
                let total: Rational = claimed.iter().map(|(.., value)| value).sum();
                let list = entry.find("obligations").map_or(Ok(&[][..]), Value::list)?;
                let own: Vec<_> =
                    list.iter().filter(|entry| entry.int_at("stage") == Ok(index)).collect();
                self.proved[2] +=
                    arcs.check(&place, &span.model, &stage.quantities, &total, &own)?;
            }
        }
        let listed = entry.find("obligations").map_or(Ok(&[][..]), Value::list)?.len();
        ensure!(
            self.proved[2] - before == listed as u64,
            "{place} has obligations of a stage without arcs"
        )?;
        self.spans.push(span);
        Ok(())
    }
}
