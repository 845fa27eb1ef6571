//! The search with a kernel: it looks at the arcs of blocks, and what it cannot leave out is searched here.

use crate::block::Search;
use crate::boxes::LANES;
use crate::certificate::PhaseCertificate;
use crate::request::Request;
use crate::search::{Binade, Part};
use rug::{Complete, Integer};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_runtime::{Block as Seeded, Error, Job, Kernel, Options, Progress};

/// So many arcs are searched here where a kernel has no use for a block.
const BY_ITSELF: u32 = 256;

/// As [`search`](crate::search()), with a kernel that [`load`](crate::load) has loaded.
///
/// # Errors
/// As those of [`search`](crate::search()); if the kernel fails.
pub fn search_on(
    request: &Request,
    kernel: &Arc<dyn Kernel>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<PhaseCertificate, Diag> {
    crate::search::search_by(request, |binade| candidates(binade, kernel, options, progress))
}

/// The inputs of a binade that may be cases, ascending.
pub(crate) fn candidates(
    binade: &Binade<'_>,
    kernel: &Arc<dyn Kernel>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Vec<u64>, Diag> {
    let parts = binade.all_parts()?;
    let arcs = vec![0; parts.len()];
    let state = State { arcs, places: BTreeMap::new(), candidates: vec![], failure: None };
    let job = ArcsJob { binade, parts, progress, state: Mutex::new(state) };
    let outcome = tmd_runtime::run(&job, std::slice::from_ref(kernel), options, &());
    let mut state = job.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = outcome.error {
        return Err(state.failure.unwrap_or_else(|| error.into()));
    }
    if outcome.stopped {
        return Err(Error::Stopped.into());
    }
    state.candidates.sort_unstable();
    state.candidates.dedup();
    Ok(state.candidates)
}

/// The parts of a binade's pieces, a unit each. An input of a block is an arc.
struct ArcsJob<'a> {
    binade: &'a Binade<'a>,
    parts: Vec<Part>,
    progress: &'a dyn Progress,
    state: Mutex<State>,
}

/// What becomes known on the way.
struct State {
    /// How many arcs of each unit were given to the kernel.
    arcs: Vec<u64>,
    /// The blocks of units that are searched, by their tags.
    places: BTreeMap<usize, Vec<Place>>,
    candidates: Vec<u64>,
    /// The first error of ours, with all that it says.
    failure: Option<Diag>,
}

/// Where the arcs of a block are.
#[derive(Clone)]
struct Place {
    /// The phase at which the first one begins.
    start: Integer,
    /// The length of an arc.
    arc: Integer,
    spacing: i32,
}

impl ArcsJob<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an error of ours, of which the runtime knows the message.
    fn failure(&self, diag: Diag) -> Error {
        let error = Error::job(diag.message.clone());
        self.state().failure.get_or_insert(diag);
        error
    }

    /// Searches parts without a kernel.
    fn by_itself(&self, parts: &[Part]) -> Result<(), Error> {
        for some in parts.chunks(LANES) {
            let found = self.binade.convoy(some).map_err(|diag| self.failure(diag))?;
            self.state().candidates.extend(found.candidates);
        }
        Ok(())
    }
}

impl Job for ArcsJob<'_> {
    type Found = ();

    fn units(&self) -> usize {
        self.parts.len()
    }

    /// Asked at the end of the unit, when nothing is left to be confirmed: those phases that no kernel looks at are searched meanwhile.
    fn unit_inputs(&self, unit: usize) -> u64 {
        let mut state = self.state();
        state.places.remove(&unit);
        state.arcs[unit]
    }

    fn blocks(
        &self,
        unit: usize,
        visit: &mut dyn FnMut(Seeded) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let part = &self.parts[unit];
        let Some(spacing) = part.spacing else {
            self.by_itself(std::slice::from_ref(part))?;
            self.binade.tell(self.progress, std::slice::from_ref(part));
            return Ok(());
        };
        let search: Search<'_> = self.binade.searched(spacing);
        let Range { mut start, end } = part.phases.clone();
        let mut last = None;
        while start < end {
            let block =
                search.block(&start, &end, last.take()).map_err(|diag| self.failure(diag))?;
            let next = match block.seed() {
                Some(seed) => {
                    let next = (&start + &block.arc * block.arcs).complete();
                    let tag = self.noted(
                        unit,
                        u64::from(block.arcs),
                        Place { start: start.clone(), arc: block.arc.clone(), spacing },
                    );
                    visit(Seeded {
                        kernel: 0,
                        seeds: vec![seed],
                        items: 1,
                        inputs: u64::from(block.arcs),
                        tag,
                    })?;
                    last = Some(block.vectors(&block.basis, 0));
                    next
                }
                None => {
                    let arcs = block.arcs.clamp(1, BY_ITSELF);
                    let next = (&start + &block.arc * arcs).complete().min(end.clone());
                    let phases = start.clone()..next.clone();
                    self.by_itself(&[Part { spacing: part.spacing, phases }])?;
                    next
                }
            };
            let done = Part { spacing: part.spacing, phases: start..next.clone() };
            self.binade.tell(self.progress, &[done]);
            start = next;
        }
        Ok(())
    }

    fn confirm(
        &self,
        unit: usize,
        block: &Seeded,
        candidates: &[u64],
        _found: &mut Vec<()>,
    ) -> Result<(), Error> {
        let of_unit =
            |state: &State| state.places.get(&unit)?.get(narrow::to_usize(block.tag)).cloned();
        let place = of_unit(&self.state());
        let Some(Place { start, arc, spacing }) = place else {
            return Err(Error::job(format!("a block of tag {}", block.tag)));
        };
        let at = |arcs: u64| (&start + &arc * arcs).complete();
        let part = |arcs: Range<u64>| Part {
            spacing: Some(spacing),
            phases: at(arcs.start)..at(arcs.end),
        };
        let own = candidates.iter().copied().filter(|arc| *arc < block.inputs);
        let parts: Vec<Part> = runs(own).into_iter().map(part).collect();
        self.by_itself(&parts)
    }
}

impl ArcsJob<'_> {
    /// Notes a block of a unit; its tag.
    fn noted(&self, unit: usize, arcs: u64, place: Place) -> u64 {
        let mut state = self.state();
        state.arcs[unit] += arcs;
        let places = state.places.entry(unit).or_default();
        places.push(place);
        places.len() as u64 - 1
    }
}

/// Ascending numbers as runs of consecutive ones.
fn runs(numbers: impl IntoIterator<Item = u64>) -> Vec<Range<u64>> {
    let mut runs: Vec<Range<u64>> = vec![];
    for number in numbers {
        match runs.last_mut() {
            Some(last) if last.end >= number => last.end = last.end.max(number + 1),
            _ => runs.push(number..number + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Function;
    use crate::search::search;
    use std::sync::atomic::{AtomicU64, Ordering};
    use tmd_design::phases::seed;
    use tmd_functions::language::Format;
    use tmd_runtime::StageManifest;
    use tmd_search::load::{INTERPRETER, LoadOptions};

    /// A kernel that counts what it is asked and what it leaves.
    struct Counted {
        own: Arc<dyn Kernel>,
        blocks: AtomicU64,
        arcs: AtomicU64,
        left: AtomicU64,
    }

    impl Kernel for Counted {
        fn describe(&self) -> String {
            self.own.describe()
        }

        fn stages(&self) -> &[StageManifest] {
            self.own.stages()
        }

        fn run_stage(
            &self,
            stage: usize,
            words: &[u64],
            items: &[u64],
            out: &mut Vec<u64>,
        ) -> Result<(), Error> {
            let before = out.len();
            self.own.run_stage(stage, words, items, out)?;
            let add = |to: &AtomicU64, count: u64| to.fetch_add(count, Ordering::Relaxed);
            add(&self.blocks, 1);
            add(&self.arcs, words[seed::ARCS]);
            add(&self.left, (out.len() - before) as u64);
            Ok(())
        }
    }

    /// What the interpreted kernel leaves has all cases, and is little where thresholds are small. Every second function in each
    /// format, the others in the next one.
    #[test]
    fn interpreted_kernels_find_what_the_search_finds() {
        let mut cases = 0;
        let format = |precision| {
            let name = format!("{precision} bits of binary64");
            Format { precision, emin: -1022, emax: 1023, name }
        };
        let requests = [
            (12, 100, "0,1", 5, 1.0),
            (18, 30, "0,1", 10, 0.9),
            (20, 700, "0,0.4", 12, 0.7),
            (24, 1022, "0.2,0.23", 16, 0.5),
            (53, 1000, "0.1,0.1000001", 30, 0.05),
        ];
        for (turn, (precision, exponent, phases, bits, most_left)) in
            requests.into_iter().enumerate()
        {
            let compositions = ["exp(sin(3 * x))", "1 / (1 + powi(cos(x), 2))"];
            for name in Function::NAMES.into_iter().chain(compositions).skip(turn % 2).step_by(2) {
                let function = Function::parse(name).unwrap();
                let range = format!("2^{exponent},2^{}", exponent + 1);
                let request =
                    Request::new(function, format(precision), &range, phases, Some(bits)).unwrap();
                let load = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
                let own = crate::load(&request, &load).unwrap();
                let [blocks, arcs, left] = [(); 3].map(|()| AtomicU64::new(0));
                let counted = Arc::new(Counted { own, blocks, arcs, left });
                let kernel: Arc<dyn Kernel> = counted.clone();
                let found = search_on(&request, &kernel, &Options::default(), &()).unwrap();
                assert!(found == search(&request, &()).unwrap(), "{}", request.command());
                cases += found.cases.len();
                let [blocks, arcs, left] = [&counted.blocks, &counted.arcs, &counted.left]
                    .map(|count| count.load(Ordering::Relaxed));
                println!(
                    "{}: {} cases; {blocks} blocks of {arcs} arcs, {left} left",
                    request.command(),
                    found.cases.len()
                );
                assert!(arcs > 100, "{}", request.command());
                let share = left as f64 / arcs as f64;
                assert!(share <= most_left, "{}: {share}", request.command());
            }
        }
        assert!(cases > 100, "{cases}");
    }

    /// Vectors of which the second and third are made longer by multiples of others whose terms were rounded, until they overflow, if multiples
    /// may be as large as 2^40: the third would seem to be short, and leave out an arc that has a point.
    #[test]
    fn vectors_do_not_overflow_while_they_are_made_shorter() {
        let [q, rho, sigma]: [[i64; 3]; 3] = [
            [508_203_070_451_068_240, 140_737_488_355_322, -1_649_267_441_664],
            [-508_203_070_451_082_710, -140_737_488_355_326, 549_755_813_888],
            [-508_203_070_451_118_788, -140_737_488_355_336, -2_199_023_255_552],
        ];
        // A point at z = 0, v = 1/3: F = f - σ·v is an integer, but for rounding.
        let third = |sigma: i64| i128::from(sigma) * (1 << 18) / 3;
        let f = sigma.map(|own| third(own).rem_euclid(1 << 64) as u64);
        let fixed = |number: f64| {
            let units = (number * 2f64.powi(seed::FRACTION)) as i128;
            [units as u64, (units >> 64) as u64]
        };
        let mut words = vec![0; seed::WORDS];
        words[seed::ARCS] = 1;
        let basis = [q, rho, sigma].map(|own| own.map(i64::cast_unsigned));
        words[seed::BASIS..seed::UNITS]
            .copy_from_slice(&[basis[0], basis[1], basis[2], f].concat());
        let unit = fixed(2f64.powi(-46));
        let slack = [fixed(0.0), fixed(2f64.powi(-12))].concat();
        let numbers = [unit, unit, unit].concat().into_iter().chain(slack).chain(fixed(8192.0));
        words.splice(seed::UNITS.., numbers);
        let format = Format { precision: 12, emin: -1022, emax: 1023, name: "12 bits".to_owned() };
        let request =
            Request::new(Function::parse("sin").unwrap(), format, "2^100,2^101", "0,1", Some(5))
                .unwrap();
        let options = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
        let mut left = vec![];
        crate::load(&request, &options).unwrap().run_stage(0, &words, &[0], &mut left).unwrap();
        assert_eq!(left, [0]);
    }

    #[test]
    fn a_search_that_is_stopped_is_none() {
        let format = Format { precision: 20, emin: -1022, emax: 1023, name: "20 bits".to_owned() };
        let request =
            Request::new(Function::parse("sin").unwrap(), format, "2^100,2^101", "0,1", Some(12))
                .unwrap();
        let load = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
        let kernel = crate::load(&request, &load).unwrap();
        let options = Options::default();
        options.stop.store(true, Ordering::Relaxed);
        assert!(search_on(&request, &kernel, &options, &()).is_err());
    }
}
