//! Inputs so large that their cases are among those of an asymptote: of a function that f comes so near to that both share their
//! hard-to-round cases ([`Asymptote`] has the proof). They are not searched: the asymptote's cases, from a finished list, are judged
//! as cases of f, by [`crate::asymptote`].
//!
//! The plan is f's own, also of these inputs. So whoever checks a certificate can search any of them.

use super::planned::{Plan, Span, Work};
use super::taken::{Beyond, Portion};
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
use tmd_certificate::certificate::FormatEntry;
use tmd_certificate::source::Source;
use tmd_functions::language::{Asymptote, hexfloat};

impl Plan {
    /// The same plan, of which the cases of large inputs are taken from a list of the asymptote's.
    ///
    /// # Errors
    /// If the function has no asymptote, the list is not one of it, or not one that has all cases of f for certain.
    pub fn beyond(mut self, source: Arc<Source>) -> Result<Plan, Diag> {
        self.beyond = Some(Beyond::new(&self, source)?);
        Ok(self)
    }

    /// What is left of a portion without the inputs whose cases are taken from those of an asymptote.
    pub(super) fn without_taken(&self, portion: Portion) -> Vec<Portion> {
        let taken = self.beyond.iter().flat_map(|beyond| &beyond.portions);
        // A span has one part of these at most.
        let Some(taken) = taken.into_iter().find(|taken| taken.span == portion.span) else {
            return vec![portion];
        };
        let Portion { span, inputs } = portion;
        let sides = [
            inputs.start..inputs.end.min(taken.inputs.start),
            inputs.start.max(taken.inputs.end)..inputs.end,
        ];
        let sides = sides.into_iter().filter(|side| !side.is_empty());
        sides.map(|inputs| Portion { span, inputs }).collect()
    }
}

impl Beyond {
    fn new(plan: &Plan, source: Arc<Source>) -> Result<Beyond, Diag> {
        let asymptote = asymptote(plan, &source)?;
        let number = |text: &String| hexfloat::parse("the list", text).map(|x| asymptote.input(&x));
        let [first, last] = [number(&source.range[0])?, number(&source.range[1])?];
        // Values must be as near to each other as this.
        let from = asymptote.from(plan.bits + plan.breakpoint_precision() + 2).max(first);
        let until = asymptote.until(plan.input.emax.min(plan.output.emax));
        for [start, end] in &source.runs {
            if number(start)? < until && number(end)? >= from {
                let message = format!("the list has a run of cases from {start} to {end}");
                let help = "leave it out: only single cases can be taken from a list";
                return Err(refusal(message, help));
            }
        }
        let part = |(span, own): (usize, &Span)| {
            let grid = &plan.segments[own.segment];
            if !matches!(own.work, Work::Search(_)) || grid.is_negative() {
                return None;
            }
            // The list's last input is one of its range.
            let after = match grid.index_of(&last) {
                Some(index) => index + 1,
                None => grid.first_from(&last),
            };
            let start = grid.first_from(&from).max(own.inputs.start);
            let end = grid.first_from(&until).min(after).min(own.inputs.end);
            (start < end).then_some(Portion { span, inputs: start..end })
        };
        let portions: Vec<Portion> = plan.spans.iter().enumerate().filter_map(part).collect();
        if portions.is_empty() {
            return Err(refusal(
                format!("no input of the search is near enough to {}(x)", asymptote.function),
                "leave it out; cases are shared where both functions differ by less than the threshold",
            ));
        }
        Ok(Beyond { source, portions, asymptote, ends: [from, until] })
    }
}

fn refusal(message: String, help: &str) -> Diag {
    Diag::new(DiagKind::Option, format!("--asymptote: {message}")).help(help)
}

/// The function's asymptote, if a list is one of its cases, with the same formats and roundings, and with a bit less at least.
fn asymptote(plan: &Plan, source: &Source) -> Result<Asymptote, Diag> {
    let own = plan.spec.canonical();
    let Some(asymptote) = Asymptote::of(&plan.spec) else {
        return Err(refusal(
            format!("{own} has none that is known"),
            "leave it out; sinh, cosh, expm1, exp2m1, exp10m1, logp1, log2p1, log10p1, asinh and acosh have one",
        ));
    };
    let name = format!("{}(x)", asymptote.function);
    if source.function != name {
        return Err(refusal(
            format!("this is a list of {}, but {own} approaches {name}", source.function),
            "give a certificate, or an entry of the atlas, of that function",
        ));
    }
    if plan.request.with_inverse {
        return Err(refusal(
            "cases of the inverse function are not shared".into(),
            "leave out --asymptote or --with-inverse",
        ));
    }
    let [input, output] = [&plan.input, &plan.output].map(FormatEntry::from);
    let rounding = plan.request.rounding.to_string();
    if (&source.input_format, &source.output_format, &source.rounding)
        != (&input, &output, &rounding)
    {
        let [from, to] = [&source.input_format.name, &source.output_format.name];
        let (input, output) = (input.name, output.name);
        return Err(refusal(
            format!(
                "this list is for {from} to {to}, rounding {}; the search for {input} to {output}, rounding {rounding}",
                source.rounding
            ),
            "both must have the same formats and roundings",
        ));
    }
    match source.bits < plan.bits {
        true => Ok(asymptote),
        false => Err(refusal(
            format!("a list of cases to 2^-{} has not all to 2^-{}", source.bits, plan.bits),
            "the list must have a bit less at least: raise --bits, or leave --asymptote out",
        )),
    }
}
