//! Makes a plan from a request.

use super::budget::{Derivatives, ModelBudget};
use super::chain::Choices;
use super::cost::Prices;
use super::derivatives::{Enclosed, Fineness};
use super::follow::{Follower, Part};
use super::pieces::{Image, Piece};
use super::planned::{Examined, Plan, SearchSpan, Span, Work, has_midpoints, threshold_epsilon};
use super::share;
use super::stage::ChainStage;
use super::threshold::{threshold, words_of};
use super::{chain, derivatives, drift, inverse, partial, pieces, split};
use rayon::prelude::*;
use rug::Rational;
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_design::decided::{Decision, Motion, Refusal};
use tmd_design::design::{Check, Compaction, KernelPlan, Quantity, StagePlan};
use tmd_functions::language::equations::Equations;
use tmd_functions::language::{Format, FormatName, FunctionSpec, Segment};
use tmd_request::profile::Profile;
use tmd_request::request::{Direct, EquationUse, Request, default_bits};

/// Runs of at most this many inputs may be examined directly where no kernel plan is proved.
const MOST_DIRECT: u64 = 1 << 16;
/// Runs of at most this many are not halved further in search of a kernel plan, where inputs are to be examined
/// directly as rarely as possible.
const FEWEST_HALVED: u64 = 1 << 8;
/// When so many are, the function is not one for the method.
const MOST_EXAMINED: u64 = 1 << 22;
/// The most inputs that are examined one by one where they are in many binades: small formats as a whole, for which
/// kernels would take longer to compile than to run.
const MOST_EXHAUSTIVE: u128 = 1 << 17;
/// See [`MOST_EXHAUSTIVE`].
const MANY_SEGMENTS: usize = 16;

/// Plans a request.
///
/// # Errors
/// Bad input, with its place; and everything for which no proof is found.
pub fn make(request: &Request) -> Result<Plan, Diag> {
    let profile = request.profile.as_deref().map(Profile::read).transpose()?.unwrap_or_default();
    make_by(request, profile)
}

/// Plans a request, and chooses by a profile that is in memory.
///
/// # Errors
/// As [`make`].
pub(crate) fn make_by(request: &Request, profile: Profile) -> Result<Plan, Diag> {
    let spec = request.spec()?;
    let output = format("--precision", request.precision)?;
    let input = match request.input_precision {
        Some(name) => format("--input-precision", name)?,
        None => output.clone(),
    };
    let input = if has_midpoints(request) { input.with_midpoints() } else { input };
    let segments = split_range(request, &input)?;
    let inputs: u128 = segments.iter().map(|segment| u128::from(segment.count)).sum();
    let bits = request.bits.unwrap_or_else(|| default_bits(inputs));
    check_bits(bits)?;
    let choices = choices(request, &profile)?;
    let direct = request.overrides.direct;
    let planner = Planner {
        spec: &spec,
        bits,
        precision: request.rounding.breakpoint_precision(&output),
        choices,
        exhaustive: direct == Direct::Auto
            && segments.len() > MANY_SEGMENTS
            && inputs <= MOST_EXHAUSTIVE,
        most_direct: match direct {
            Direct::Auto => MOST_DIRECT,
            Direct::Off => FEWEST_HALVED,
        },
        examined_before: 0,
        examined: 0,
        with_inverse: request.with_inverse,
        spans: vec![],
        kernels: vec![],
    };
    let mut follower = Follower {
        spec: &spec,
        equations: equations(request, &spec),
        segments: &segments,
        output: &output,
        precision: planner.precision,
    };
    let has_interval = request.overrides.interval.is_some();
    let error = |spans: &[Span]| partial::error(&spec, &segments, spans, has_interval);
    let cut = Cut::of(&follower, !request.with_inverse);
    if !request.partial
        && let Some(diag) = error(&cut.refused())
    {
        return Err(diag);
    }
    if cut.is_undefined()
        && let Some(diag) = pieces::undefined(&spec, &segments[0])
    {
        return Err(diag);
    }
    let mut planned = planner.all(&follower, cut);
    if follower.is_in_want(&planned.spans) {
        follower.equations = Equations::default();
        planned = planner.all(&follower, Cut::of(&follower, !request.with_inverse));
    }
    let Planned { pieces: all_pieces, spans, kernels } = planned;
    if !(request.partial && spans.iter().any(|span| span.work.is_searched()))
        && let Some(diag) = error(&spans)
    {
        return Err(diag);
    }
    let mut plan = Plan {
        request: request.clone(),
        input,
        output,
        bits,
        bits_chosen: request.bits.is_none(),
        segments,
        pieces: all_pieces,
        spans,
        kernels,
        profile,
        spec,
        beyond: None,
    };
    share::kernels(&mut plan);
    Ok(plan)
}

/// The inputs of a request, cut.
struct Cut {
    /// The parts of each segment that follow by translation, and the others.
    parts: Vec<Vec<Part>>,
    /// The pieces of the others.
    pieces: Vec<Vec<Piece>>,
}

impl Cut {
    /// `is_free`: whether kernels need not be used.
    fn of(follower: &Follower<'_>, is_free: bool) -> Cut {
        let Follower { spec, segments, output, .. } = *follower;
        let parts = follower.translated();
        let mirrors: Vec<_> = (0..segments.len()).map(|i| follower.mirror(i, &parts)).collect();
        let all: Vec<_> = segments.iter().zip(&parts).zip(&mirrors).collect();
        let own = |&((segment, parts), mirror): &((&Segment, &Vec<Part>), &Option<usize>)| {
            let searched = match mirror {
                Some(_) => &[][..],
                None => &parts[..],
            };
            let searched = searched.iter().filter(|(_, relation)| relation.is_none());
            searched
                .flat_map(|(inputs, _)| pieces::cut(spec, segment, inputs, output, is_free))
                .collect()
        };
        // In their order, whoever is free: those that take long are few, and neighbours.
        let next = all.iter().enumerate().par_bridge();
        let mut own: Vec<_> = next.map(|(index, all)| (index, own(all))).collect();
        own.sort_unstable_by_key(|(index, _)| *index);
        let own: Vec<Vec<Piece>> = own.into_iter().map(|(_, pieces)| pieces).collect();
        let pieces = |index: usize| match mirrors[index] {
            Some(mirror) => pieces::mirrored(&own[mirror], segments[mirror].count),
            None => own[index].clone(),
        };
        let pieces = (0..segments.len()).map(pieces).collect();
        Cut { parts, pieces }
    }

    /// Whether f has no value at any input.
    fn is_undefined(&self) -> bool {
        self.pieces.iter().flatten().all(|piece| piece.image == Image::Undefined)
    }

    /// The pieces that are refused, if any, as spans; and the others, done somehow.
    fn refused(&self) -> Vec<Span> {
        let span = |segment: usize, piece: &Piece| {
            let work = match piece.image {
                Image::Refused(refusal) => Work::Refused(refusal),
                _ => Work::Direct(Examined::Exactly),
            };
            Span { segment, inputs: piece.inputs.clone(), work }
        };
        let all = self.pieces.iter().enumerate();
        all.flat_map(|(segment, own)| own.iter().map(move |piece| span(segment, piece))).collect()
    }
}

/// What a plan is made of.
struct Planned {
    pieces: Vec<Vec<Piece>>,
    spans: Vec<Span>,
    kernels: Vec<KernelPlan>,
}

/// The equations that a request makes use of. The cases of the inverse function do not follow: it has others.
fn equations(request: &Request, spec: &FunctionSpec) -> Equations {
    match request.overrides.equations {
        EquationUse::On if !request.with_inverse => spec.equations(),
        EquationUse::On | EquationUse::Off => Equations::default(),
    }
}

pub(super) fn format(option: &str, name: FormatName) -> Result<Format, Diag> {
    name.format().map_err(|diag| at_option(diag, option, name))
}

/// Points at the value of an option.
fn at_option(diag: Diag, option: &str, value: impl ToString) -> Diag {
    let value = value.to_string();
    let all = 0..value.len();
    diag.at(option, value, all, "out of range")
}

pub(super) fn split_range(request: &Request, input: &Format) -> Result<Vec<Segment>, Diag> {
    let option = request.range.option.name();
    if request.range.is_all() {
        return tmd_functions::language::range::split_all(input);
    }
    let (from, to) = request.range.ends()?;
    match option {
        "--binade" => tmd_functions::language::range::split_binade(&from, &to, input),
        _ => tmd_functions::language::range::split(&from, &to, input),
    }
}

fn check_bits(bits: u32) -> Result<(), Diag> {
    match bits {
        2..=400 => Ok(()),
        _ => {
            let message = format!("--bits {bits} is not between 2 and 400");
            Err(at_option(Diag::new(DiagKind::Option, message), "--bits", bits).help(
                "a case is reported when |g cmod 1| < 2^-bits; leave it out for a fitting value",
            ))
        }
    }
}

pub(super) fn choices<'a>(request: &Request, profile: &'a Profile) -> Result<Choices<'a>, Diag> {
    let overrides = &request.overrides;
    if let Some(n) = overrides.interval
        && !(n.is_power_of_two() && (32..=1 << 30).contains(&n))
    {
        return Err(Diag::new(
            DiagKind::Option,
            format!("--interval {n} is not a power of two from 32 to 2^30"),
        )
        .help("leave it out for the planned N"));
    }
    Ok(Choices::new(overrides.test, overrides.division, overrides.interval, profile))
}

/// Pieces that are planned at the same time. A constant: how many inputs were examined before is known from group to group,
/// whatever the machine.
const TOGETHER: usize = 64;

#[derive(Clone)]
struct Planner<'a> {
    spec: &'a FunctionSpec,
    bits: u32,
    precision: u32,
    choices: Choices<'a>,
    /// Whether inputs are examined one by one rather than by kernels.
    exhaustive: bool,
    /// Runs of at most so many inputs are examined one by one where no kernel plan is proved.
    most_direct: u64,
    /// Inputs that are examined one by one for want of a proof.
    examined: u64,
    /// And in the groups of pieces before.
    examined_before: u64,
    /// Whether the cases of the inverse function are searched, too.
    with_inverse: bool,
    spans: Vec<Span>,
    kernels: Vec<KernelPlan>,
}

/// Pieces of a segment from which on the time to plan them counts.
const MANY_PIECES: usize = 64;
/// Nanoseconds that the search of one of many pieces may take by bounds that are not as narrow as they could be: narrower ones
/// take as long to prove.
const LITTLE: f64 = 2e7;
/// The share of a span, at either end, in which a closed form is looked for.
const ENDS: u64 = 16;
/// Of spans with fewer inputs, ends that are alike are short enough to be listed.
const LEAST_ALIKE: u64 = 1 << 17;
/// The most closed forms of a piece. Where more are needed each solves so few inputs that nothing comes of it.
const MOST_CLOSED: u32 = 1 << 12;
/// Runs with fewer inputs on which f' may be 0 have no inverse.
const LEAST_MONOTONE: u64 = 1 << 8;
/// Runs of so few inputs are not halved in order to find a drift on their halves.
const LEAST_HALVED: u64 = 1 << 12;
/// Parts of a piece that are looked at for one.
const MOST_PARTS: u64 = 1 << 10;

/// The index of 0 in a run that turns there, as an even function does. Its value may be a breakpoint, and others' are as close
/// to it as they like: with it, their distances have no bound.
fn turning_zero(segment: &Segment, run: &Range<u64>, motion: Motion) -> Option<u64> {
    let turns = motion == Motion::Little && run.end - run.start > 1;
    let zero = segment.index_of(&Rational::new()).filter(|zero| run.contains(zero));
    zero.filter(|_| turns)
}

impl Planner<'_> {
    /// Plans all inputs.
    fn all(&self, follower: &Follower<'_>, cut: Cut) -> Planned {
        let Cut { parts, pieces } = cut;
        let mut empty = self.anew();
        let mut planner = self.anew();
        for (index, parts) in parts.into_iter().enumerate() {
            planner.follow(index, parts);
        }
        let scaled = follower.scaled(&pieces);
        let work: Vec<(usize, &Piece, Vec<Part>)> = pieces
            .iter()
            .zip(scaled)
            .enumerate()
            .flat_map(|(index, (pieces, parts))| {
                pieces.iter().zip(parts).map(move |(piece, parts)| (index, piece, parts))
            })
            .collect();
        for together in work.chunks(TOGETHER) {
            let of_piece = |&(index, piece, ref parts): &(usize, &Piece, Vec<Part>)| {
                let mut own = empty.anew();
                own.follow(index, parts.clone());
                for (inputs, _) in parts.iter().filter(|(_, relation)| relation.is_none()) {
                    let part = Piece { inputs: inputs.clone(), image: piece.image };
                    let place = (index, &follower.segments[index]);
                    own.piece(place, &part, pieces[index].len() >= MANY_PIECES);
                }
                own
            };
            // One by one: those that take long are often neighbours.
            let done: Vec<_> = together.par_iter().with_max_len(1).map(of_piece).collect();
            for own in done {
                planner.take(own);
            }
            empty.examined_before = planner.examined;
        }
        let Planner { mut spans, kernels, .. } = planner;
        spans.sort_by_key(|span| (span.segment, span.inputs.start));
        Planned { pieces, spans, kernels }
    }

    /// A planner for a piece that nothing is planned of yet.
    fn anew(&self) -> Self {
        Planner { examined: 0, spans: vec![], kernels: vec![], ..self.clone() }
    }

    /// Takes what was planned of the next piece.
    fn take(&mut self, piece: Self) {
        self.examined += piece.examined;
        for mut span in piece.spans {
            if let Work::Search(search) = &mut span.work {
                search.kernel = self.kernel(&piece.kernels[search.kernel]);
            }
            self.spans.push(span);
        }
    }

    /// The index of a kernel.
    fn kernel(&mut self, plan: &KernelPlan) -> usize {
        self.kernels.iter().position(|k| k == plan).unwrap_or_else(|| {
            self.kernels.push(plan.clone());
            self.kernels.len() - 1
        })
    }

    fn piece(
        &mut self,
        (segment_index, segment): (usize, &Segment),
        piece: &Piece,
        is_one_of_many: bool,
    ) {
        let work = match piece.image {
            Image::Binade(exponent) => {
                let place = (segment_index, segment);
                return self.binade(place, piece, exponent, is_one_of_many);
            }
            Image::Mixed => Work::Direct(Examined::Exactly),
            Image::Phased if self.with_inverse => Work::Refused(Refusal::NoInverse),
            Image::Phased => Work::Direct(Examined::ByPhase),
            Image::Overflow => Work::Decided(Decision::Overflow),
            Image::Undefined => Work::Decided(Decision::Undefined),
            Image::Vanishing if self.with_inverse => Work::Refused(Refusal::NoInverse),
            Image::Vanishing => Work::Decided(Decision::Vanishes),
            Image::Refused(refusal) => Work::Refused(refusal),
        };
        self.push(segment_index, piece.inputs.clone(), work);
    }

    /// Plans a piece with one exponent of f.
    fn binade(
        &mut self,
        (segment_index, segment): (usize, &Segment),
        piece: &Piece,
        exponent: i32,
        is_one_of_many: bool,
    ) {
        let spacing = exponent + 1 - narrow::to_i32(self.precision);
        let mut open: Vec<(Range<u64>, Option<Enclosed>)> = vec![(piece.inputs.clone(), None)];
        let mut closed = 0;
        while let Some((run, known)) = open.pop() {
            let count = run.end - run.start;
            let middle = run.start + count / 2;
            let halves = [(middle..run.end, None), (run.start..middle, None)];
            let epsilon = threshold_epsilon(self.bits, 0);
            let place = (exponent, spacing);
            let rough = match is_one_of_many && known.is_none() {
                true => derivatives::roughly(self.spec, segment, &run, spacing),
                false => None,
            };
            // Few pieces have a closed form: most are too curved for one.
            let curvature =
                known.as_ref().or(rough.as_ref()).and_then(|known| known.whole.curvature);
            let drift = drift::fit(self.spec, segment, &run, place, epsilon, curvature);
            if drift.is_none()
                && self.spec.is_composite()
                && count > LEAST_HALVED.max((piece.inputs.end - piece.inputs.start) / MOST_PARTS)
                && drift::seems(self.spec, segment, &run, spacing)
            {
                open.extend(halves);
                continue;
            }
            let widening = match (self.with_inverse, &drift) {
                (false, _) => Ok(0),
                (true, None) => match inverse::widening(self.spec, segment, &run, spacing) {
                    Some(widening) if widening + 2 <= self.bits => Ok(widening),
                    Some(_) => Err(Refusal::FlatInverse),
                    None if count > LEAST_MONOTONE => {
                        open.extend(halves);
                        continue;
                    }
                    None => Err(Refusal::NoInverse),
                },
                (true, Some(_)) => Err(Refusal::ClosedInverse),
            };
            let widening = match widening {
                Ok(widening) => widening,
                Err(refusal) => {
                    self.push(segment_index, run, Work::Refused(refusal));
                    continue;
                }
            };
            if let Some(drift) = drift {
                if let Some(zero) = turning_zero(segment, &run, drift.motion) {
                    self.push(segment_index, zero..zero + 1, Work::Direct(Examined::Exactly));
                    let sides = [zero + 1..run.end, run.start..zero];
                    let sides = sides.into_iter().filter(|side| !side.is_empty());
                    open.extend(sides.map(|side| (side, None)));
                    continue;
                }
                closed += 1;
                if closed > MOST_CLOSED {
                    let rest = open.into_iter().map(|(run, _)| run);
                    for run in rest.chain([run]) {
                        self.push(segment_index, run, Work::Refused(Refusal::Unproved));
                    }
                    return;
                }
                self.push(segment_index, run, Work::Drift(Box::new(drift)));
                continue;
            }
            if self.exhaustive {
                self.push(segment_index, run, Work::Direct(Examined::Exactly));
                continue;
            }
            let epsilon = threshold_epsilon(self.bits, widening);
            let chain_below = |enclosed: Option<Enclosed>, dearest: f64| {
                let enclosed = enclosed?;
                let derivatives = &enclosed.whole;
                let chain = chain::best_below(derivatives, count, epsilon, &self.choices, dearest)?;
                Some((chain, enclosed))
            };
            let roughly = || chain_below(rough.clone(), LITTLE / narrow::about(count));
            let finely = || {
                let fineness = match is_one_of_many {
                    true => Fineness::of_many(count),
                    false => Fineness::USUAL,
                };
                let known = known.or_else(|| {
                    let asked = (epsilon, fineness);
                    derivatives::bound(self.spec, segment, &run, spacing, asked, rough.as_ref())
                });
                chain_below(known, f64::INFINITY)
            };
            let chain = roughly().or_else(finely);
            // Most closed forms cost next to nothing: where one end of a span has one, it is halved until the rest has none.
            let ends = [run.start..run.start + count / ENDS, run.end - count / ENDS..run.end];
            let is_dear = |chain: &chain::Chain| {
                count >= split::LEAST_SPAN && chain.cost * narrow::about(count) > share::WORTH
            };
            // Where all values of an end are as near to each other as cases are to a breakpoint, all of them may be cases, each of
            // which is judged and listed: then a closed form costs less than any kernel.
            let is_closed = |chain: &chain::Chain, curvature, end: &Range<u64>| {
                let drift = drift::fit(self.spec, segment, end, place, epsilon, curvature);
                drift.is_some_and(|drift| {
                    let price = self.choices.profile.drift(&drift.reach);
                    let is_cheap = price < chain.cost * narrow::about(end.end - end.start);
                    drift.reach.value <= epsilon || (is_dear(chain) && is_cheap)
                })
            };
            match chain {
                Some((chain, enclosed))
                    if !self.with_inverse
                        && count >= LEAST_ALIKE
                        && ends
                            .iter()
                            .any(|end| is_closed(&chain, enclosed.whole.curvature, end)) =>
                {
                    open.extend(halves);
                }
                Some((chain, enclosed))
                    if let Some((first, [low, high])) =
                        split::halves(&enclosed, count, epsilon, &chain, &self.choices) =>
                {
                    let middle = run.start + first;
                    open.extend([(middle..run.end, high), (run.start..middle, low)]);
                }
                Some((chain, enclosed)) => {
                    let place = (exponent, spacing, widening);
                    self.search(segment_index, run, place, enclosed.whole, chain);
                }
                None if count <= self.most_direct => {
                    self.examined += count;
                    self.push(segment_index, run, Work::Direct(Examined::Exactly));
                }
                None if self.choices.interval.is_none()
                    && self.examined_before + self.examined < MOST_EXAMINED =>
                {
                    open.extend(halves);
                }
                None => self.push(segment_index, run, Work::Refused(Refusal::Unproved)),
            }
        }
    }

    /// Takes note of the parts of a segment that follow from others.
    fn follow(&mut self, segment: usize, parts: Vec<Part>) {
        for (inputs, relation) in parts {
            if let Some(relation) = relation {
                self.push(segment, inputs, Work::Follows(relation));
            }
        }
    }

    fn push(&mut self, segment: usize, inputs: Range<u64>, work: Work) {
        self.spans.push(Span { segment, inputs, work });
    }

    fn search(
        &mut self,
        segment: usize,
        inputs: Range<u64>,
        (exponent, spacing, widening): (i32, i32, u32),
        derivatives: Derivatives,
        chain: chain::Chain,
    ) {
        let kernel = self.kernel(&kernel_plan(&chain));
        let search = SearchSpan {
            exponent,
            spacing,
            derivatives,
            widening,
            kernel,
            model: chain.model,
            stages: chain.stages,
            cost: chain.cost,
        };
        self.push(segment, inputs, Work::Search(Box::new(search)));
    }
}

/// Vectors in flight of a search by arcs.
const ARCS_VECTORS: usize = 1;

/// The part of a chain that the kernel's text depends on.
pub(super) fn kernel_plan(chain: &chain::Chain) -> KernelPlan {
    let model = &chain.model;
    let stages = chain.stages.iter().map(|stage| stage_plan(stage, model)).collect();
    // Arcs keep some thirty numbers a lane; an existence test needs few, and waits for divisions.
    let vectors = if chain.is_by_arcs() { ARCS_VECTORS } else { KernelPlan::MOST_VECTORS };
    KernelPlan { stages, block_inputs: model.block_inputs, vectors }
}

fn stage_plan(stage: &ChainStage, model: &ModelBudget) -> StagePlan {
    let budget = &stage.budget;
    let quantity = |name: String, order: usize| Quantity {
        name,
        degree: model.block_degree.saturating_sub(order),
        words: budget.words[order],
    };
    let differences = match (&budget.arcs, budget.test_word) {
        (Some(_), _) => ["slope s", "curvature b", "cubic c"]
            .iter()
            .enumerate()
            .map(|(m, name)| quantity((*name).into(), m + 1))
            .collect(),
        (None, Some(_)) => {
            (0..budget.degree).map(|m| quantity(format!("slope difference s{m}"), m + 1)).collect()
        }
        (None, None) => {
            (1..=budget.degree).map(|m| quantity(format!("value difference g{m}"), m)).collect()
        }
    };
    let total = budget.total();
    let check = match (&budget.arcs, stage.test) {
        (Some(arcs), _) => Check::Arcs(arcs.clone()),
        (None, Some(test)) => {
            let bits = test.word.bits();
            let threshold = threshold(total, bits);
            // A threshold of the full circle or more excludes nothing; keep it representable.
            let full = 1u64 << bits;
            Check::Exists { test, threshold: threshold.to_u64().unwrap_or(full).min(full) }
        }
        (None, None) => {
            let bits = 64 * narrow::to_u32(budget.value_words);
            let threshold = threshold(total, bits);
            Check::Compare { threshold: words_of(&threshold, budget.value_words) }
        }
    };
    StagePlan {
        parts: stage.geometry.parts(),
        part_inputs: stage.geometry.part_inputs,
        items: stage.geometry.items,
        value: quantity("value g0".into(), 0),
        differences,
        value_words: budget.value_words,
        slope_words: budget.slope_words,
        compaction: match check {
            // What is found by arcs is found in no order, at any step.
            Check::Arcs(_) => Compaction::Atomic,
            _ => compaction(stage.survival),
        },
        check,
    }
}

/// Expected share of survivors from which a prefix sum is cheaper than an atomic addition each: one
/// in 256, so that a group of threads finds several a round.
const SCAN_FROM: f64 = 1.0 / 256.0;

/// How survivors are gathered where a share of the parts is expected to survive.
fn compaction(survival: f64) -> Compaction {
    if survival >= SCAN_FROM { Compaction::Scan } else { Compaction::Atomic }
}
