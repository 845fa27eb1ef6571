//! The whole check of a certificate, in order, and what is said of it.

use crate::asymptote::Asymptote;
use crate::cases::{Found, Verdict};
use crate::chance::{Chance, Counted};
use crate::closed::{Drift, decided, direct};
use crate::counts::Counts;
use crate::expression;
use crate::follows::Follows;
use crate::inverse::Inverse;
use crate::json::{Value, parse};
use crate::pairs;
use crate::phases;
use crate::plane;
use crate::request::{Request, Rounding};
use crate::sample::{Drawn, Random, sample};
use crate::searched::Searches;
use crate::stop::Checked;
use crate::tiling::{Tiling, Work};
use crate::vectors;
use crate::version;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The versions of certificates that are read.
const SCHEMAS: [u32; 2] = [4, 5];
/// More inputs than this are examined one by one only at random, and so many more for each window of a sample.
const MOST_DIRECT: u64 = 1 << 17;

/// What is asked of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) path: String,
    /// Windows that are searched again.
    pub(crate) sample: u64,
    pub(crate) seed: Option<u64>,
}

/// Every name in a certificate: one that is not known here may matter.
const NAMES: &str = "schema command request profile engine plan_hash function range input_format output_format rounding \
    epsilon_bits complete inputs covered_inputs covered gaps examined_directly tested survivors candidates cases \
    cases_in_runs inverse exact_cases exact_by_formula unknown kernels spans drifts decided direct refused reason units devices found digest name precision emin \
    emax first last segment from_index to_index stages parts part_inputs items value degree words differences value_words \
    slope_words check exists test division word threshold hybrid compare arcs compaction block_inputs vectors packet_inputs \
    slope_bits curvature_shift cubic_shift least_curvature order_bits bend bias reach fine_reach rounds crossings members \
    contract spread reach_factor root_estimate slope_estimate class_share rough rough_estimate third_order above order_cubed vertex_terms \
    inverse_steps root_steps kernel spacing widening model derivatives domain_inputs coefficient_bits block_degree block_derivatives bounds \
    stage status origin obligations needed had why step motion decision number id runs case_runs canaries exact index x verdict \
    near hard distance identical_bits kind run start end stride what least most follows relation by \
    exponent negates equation not_listed asymptote bits list";

/// What is not proved here, one line each.
const TRUST: &str = "\
trusted, because it is not checked here:
- that the emitted kernels do what the plan says, and that the search was run on all that it says was covered
- that the seeds of blocks are the Taylor polynomials of the model, as exact as it says
- the mathematics of the budget, the existence tests and the arcs (docs/mathematics.md, proofs/)
- MPFR and GMP, the compilers, the processor, and this program
- theorems about transcendental values, where a value is said to be no breakpoint at any precision
- the fields profile, plan_hash, devices, digest, and ids of units: nothing here rests on them";

/// Checks the text of a certificate; the verdict in words, if it is accepted.
pub(crate) fn check(text: &str, options: &Options) -> Checked<String> {
    let value = parse(text)?;
    let seed = options.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    if pairs::is_one(&value) {
        return pairs::check(&value, options.sample, seed);
    }
    if plane::is_one(&value) {
        return plane::check(&value, options.sample, seed);
    }
    if expression::is_one(&value) {
        return expression::check(&value, options.sample, seed);
    }
    if vectors::is_one(&value) {
        return vectors::check(&value, options.sample, seed);
    }
    if phases::is_one(&value) {
        return phases::check(&value, options.sample, seed);
    }
    let schema = version::read(&value, "a certificate", &SCHEMAS)?;
    ensure!(
        schema >= 5 || value.find("asymptote").is_none(),
        "certificates of schema {schema} have no asymptote"
    )?;
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    value.only_known(&names, &["request", "profile"])?;
    let mut random = Random(seed);
    let request = Request::read(&value)?;
    let tiling = request.tiling(&value)?;
    let searches = Searches::check(&request, &value)?;
    let found = request.found(&value, &tiling)?;
    Inverse { request: &request }.check(&found.inverse, &tiling)?;
    let follows = Follows { request: &request, tiling: &tiling, found: &found };
    let [follows, following, not_listed] = follows.check(&value)?;
    let asymptote = Asymptote::check(&request, &tiling, &found, &value)?;
    let [drifts, decided, near] = closed(&request, &value, &tiling, &found)?;
    let most = options.sample.saturating_add(1).saturating_mul(MOST_DIRECT);
    let (examined, left) = direct(&request, &tiling, &found, most, |n| random.below(n))?;
    Counts { request: &request, tiling: &tiling, searches: &searches, found: &found }
        .check(&value)?;
    let chance = Chance { request: &request, tiling: &tiling, searches: &searches, found: &found };
    let Counted { cases, expected } = chance.check()?;
    let parts = (&tiling, &searches, &found);
    let drawn = sample(&request, parts, options.sample, &mut random)?;

    let inputs = &value.int_at::<u128>("inputs")?;
    let covered = match tiling.is_whole {
        true => "all covered, once".to_owned(),
        false => format!(
            "{} covered, once; the rest is named in gaps{}",
            value.int_at::<u128>("covered_inputs")?,
            match tiling.refused() {
                0 => String::new(),
                refused => format!(", {refused} of it refused by the plan and claimed by nobody"),
            }
        ),
    };
    let hard = |f: &&crate::cases::Finding| matches!(f.verdict, Verdict::Hard { .. });
    let [parts, bounds, obligations] = searches.proved;
    let [tests, arcs, comparisons] = searches.ways();
    let mut lines = vec![
        format!("function      {}", request.function),
        format!("range         {}: {inputs} inputs, {covered}", request.text),
        format!(
            "formats       {} to {}, {}",
            request.input.name,
            request.output.name,
            request.rounding.words()
        ),
        format!("ε             2^-{} of the spacing of breakpoints", request.bits),
        format!(
            "cases         {} and {} in {} runs; {} exact or undecided; {} of the inverse: each evaluated again{}",
            found.own.iter().filter(hard).count(),
            value.int_at::<u128>("cases_in_runs")?,
            found.runs.len(),
            found.own.iter().filter(|f| !hard(f)).count(),
            found.inverse.len(),
            match request.by_formula(&tiling, &tiling.covered) {
                0 => String::new(),
                exact => format!("; {exact} exact ones counted by a formula"),
            }
        ),
        format!(
            "spans         {}: derivatives enclosed on {parts} parts, {bounds} bounds in exact fractions",
            searches.spans.len()
        ),
        format!(
            "kernels       {}: {tests} stages of tests, {arcs} of arcs, {comparisons} of comparisons; {obligations} obligations of arcs",
            searches.kernels.len()
        ),
        format!(
            "closed forms  {drifts} drifts with {near} runs near breakpoints, solved anew; {decided} decided runs proved"
        ),
        format!(
            "follow        {following} inputs in {follows} runs by equations derived anew, {not_listed} findings of them counted"
        ),
    ];
    lines.extend(asymptote.as_ref().map(Asymptote::words));
    lines.extend([
        format!("one by one    {examined} inputs examined again, {left} not examined"),
        format!(
            "chance        {cases} cases found, {expected:.0} expected by chance, among inputs whose distances are as if random"
        ),
        drawn.words(seed),
        TRUST.to_owned(),
    ]);
    lines.extend(asymptote.as_ref().map(Asymptote::trust));
    Ok(lines.join("\n"))
}

/// Checks drifts and decided runs. How many there are, and how many runs of inputs near breakpoints drifts have.
fn closed(
    request: &Request,
    value: &Value<'_>,
    tiling: &Tiling,
    found: &Found,
) -> Checked<[u64; 3]> {
    let portions = tiling.portions(&tiling.covered);
    let mut counts = [0; 3];
    for run in &found.runs {
        let inputs = run.inputs.clone();
        let is_in = |(own, work): &(crate::tiling::Run, Work)| {
            let has = own.segment == run.segment
                && own.inputs.start <= inputs.start
                && inputs.end <= own.inputs.end;
            has && matches!(work, Work::Drift(_) | Work::Follows(_))
        };
        ensure!(portions.iter().any(is_in), "a run of cases is not in a closed form: {inputs:?}")?;
    }
    for (number, entry) in value.at("drifts")?.list()?.iter().enumerate() {
        if request.inverse {
            return cannot!("runs in closed form of a search with inverses are not known here");
        }
        let drift = Drift::check(request, number, entry)?;
        for (run, _) in portions.iter().filter(|(_, work)| *work == Work::Drift(number)) {
            counts[2] += drift.solve(&run.inputs, found)?;
        }
        counts[0] += 1;
    }
    for (number, entry) in value.at("decided")?.list()?.iter().enumerate() {
        let run = request.run("decided", entry)?;
        decided(request, &format!("decided run {number}"), &run, entry.at("decision")?.text()?)?;
        counts[1] += 1;
    }
    Ok(counts)
}

impl Rounding {
    /// The modes in words.
    fn words(self) -> &'static str {
        match self {
            Rounding::Nearest => "round to nearest",
            Rounding::Directed => "directed rounding",
            Rounding::All => "all rounding modes",
        }
    }
}

impl Drawn {
    /// What the sample says of cases that were left out.
    fn words(&self, seed: u64) -> String {
        let Drawn { windows, of, inputs, findings } = *self;
        match windows {
            _ if of == 0 => "sample        none: kernels searched nothing".to_owned(),
            0 => "sample        none, so that a case that is missing would not be noticed: --sample N searches N windows at random again".to_owned(),
            _ if windows == of => {
                format!(
                    "sample        all windows searched again ({of}), {inputs} inputs of kernels: none of their cases is left out"
                )
            }
            _ => format!(
                "sample        {windows} of {of} windows searched again (seed {seed}): {inputs} inputs, {findings} findings, none left \
                 out. If a fraction φ of\n              the windows missed a case, the probability of finding none of them is at most \
                 (1-φ)^{windows}: below 1 % for φ from {:.2e} on",
                1.0 - 0.01f64.powf(1.0 / windows as f64)
            ),
        }
    }
}
