//! Whatever is kept is kept under a key that holds all that it depends on: each option of a request, what each emitter
//! makes, and the version of what computes.

use std::path::Path;
use tmd_codegen::campaign::{kept, units};
use tmd_codegen::certify;
use tmd_codegen::engine::ENGINE;
use tmd_codegen::plan;
use tmd_codegen::plan::Plan;
use tmd_codegen::profile::Profile;
use tmd_codegen::request::options::{OPTIONS, OptionDoc, Options};
use tmd_codegen::results::Results;
use tmd_codegen::search::Report;
use tmd_codegen::{bundle, target};
use tmd_runtime::KernelBundle;

/// Which results may be taken for those of a request whose option is another.
enum Effect {
    /// None: the key is another.
    Another(Options, Options),
    /// All, for this reason: the key is the same.
    Same(Options, Options, &'static str),
}

/// A request with an option, and one in which it has another value.
///
/// # Panics
/// If nobody has said here what the option does: whoever adds one decides it.
fn effect(option: &OptionDoc, profile: &Path) -> Effect {
    let base = || Options::new("exp").range("1,1.5").precision(24).bits(12);
    let given = |name: &str, value: &str| {
        let mut options = base();
        options.set(tmd_codegen::request::options::find(name).expect("an option"), value);
        options
    };
    let another = |value: &str| Effect::Another(base(), given(option.name, value));
    match option.name {
        "function" => another("log"),
        "param" => {
            let root = |n| base().function("rootn(x, n)").param(n);
            Effect::Another(root("n=3"), root("n=5"))
        }
        "binade" => {
            let binade = |ends| Options::new("exp").binade(ends).precision(24).bits(12);
            Effect::Another(binade("1,2"), binade("2,4"))
        }
        "range" => another("1,1.25"),
        "precision" => another("25"),
        "input-precision" => another("25"),
        "rounding" => another("directed"),
        "bits" => another("13"),
        // No threshold is wider and no midpoint searched: nothing but the request tells the two apart.
        "with-inverse" => {
            let log = Options::new("log").range("4.1,4.11").precision(24).rounding("directed");
            Effect::Another(log.clone().bits(6), log.bits(6).with_inverse("yes"))
        }
        "partial" => Effect::Another(base(), base().partial("yes")),
        "test" => Effect::Another(base().test("lefevre"), base().test("regular")),
        "division" => Effect::Another(base().division("native"), base().division("subtractive")),
        "logms" => {
            Effect::Another(base().division("hybrid").logms(3), base().division("hybrid").logms(5))
        }
        "interval" => Effect::Another(base().interval("2^9"), base().interval("2^10")),
        // Many short segments are examined one by one, unless that is forbidden.
        "direct" => {
            let short = || Options::new("exp").range("2^-9,2^9").precision(8).bits(3);
            Effect::Another(short(), short().direct("off"))
        }
        "equations" => {
            let odd = || Options::new("sin").range("-2,2").precision(24).bits(12);
            Effect::Another(odd(), odd().equations("off"))
        }
        "target" => Effect::Same(
            base(),
            another_target(base()),
            "all targets find the same: workers of \
                          unlike targets share a campaign, and a target that does not is a mistake of the engine",
        ),
        "profile" => Effect::Same(
            base(),
            base().profile(profile.display()),
            "it only chooses among plans that find the same: the plan that was chosen is in the key",
        ),
        name => panic!("say what --{name} does to the key of what is kept"),
    }
}

fn another_target(options: Options) -> Options {
    options.target("cuda")
}

fn plan(options: &Options) -> Plan {
    let request = options.request().unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    plan::make(&request).unwrap_or_else(|diag| panic!("{}", diag.render(false)))
}

/// The keys of all that is kept of a plan's results.
fn keys(plan: &Plan) -> Vec<String> {
    let report = Report::default();
    let results = Results { plan, report: &report, command: "", units: &[] };
    let units = units::cut(plan, 1e9).expect("units");
    vec![
        plan.hash(),
        units[0].id.clone(),
        kept::place(Path::new("cache"), plan).display().to_string(),
        certify::certificate(results).expect("memory").plan_hash,
    ]
}

#[test]
fn each_option_makes_another_key_or_has_a_reason_not_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = folder.path().join("profile.toml");
    std::fs::write(&profile, toml::to_string(&Profile::default()).expect("text")).expect("written");
    let mut same = vec![];
    for option in OPTIONS {
        match effect(option, &profile) {
            Effect::Another(a, b) => {
                assert_ne!(a, b, "{}", option.name);
                let (a, b) = (keys(&plan(&a)), keys(&plan(&b)));
                assert!(a.iter().zip(&b).all(|(a, b)| a != b), "--{}: {a:?} {b:?}", option.name);
            }
            Effect::Same(a, b, reason) => {
                assert_ne!(a, b, "{}", option.name);
                assert_eq!(keys(&plan(&a)), keys(&plan(&b)), "--{}: {reason}", option.name);
                same.push(option.name);
            }
        }
    }
    println!("{} options, of which {same:?} are in no key", OPTIONS.len());
    assert_eq!(same, ["target", "profile"]);
}

/// A profile that chooses otherwise makes another plan, and so another key.
#[test]
fn a_plan_that_is_chosen_otherwise_has_another_key() {
    let options = Options::new("exp").binade("1,2");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("profile.toml");
    let mut profile = Profile::default();
    profile.packet *= 1000.0;
    profile.arc *= 1000.0;
    std::fs::write(&path, toml::to_string(&profile).expect("text")).expect("written");
    let (own, other) = (plan(&options), plan(&options.profile(path.display())));
    assert_ne!(own.kernels, other.kernels);
    assert_ne!(keys(&own), keys(&other));
}

#[test]
fn another_engine_has_other_keys() {
    let plan = plan(&Options::new("exp").range("1,1.5").precision(24));
    assert_eq!(plan.hash(), plan.hash_by(ENGINE));
    assert_ne!(plan.hash(), plan.hash_by(ENGINE + 1));
}

/// Compiled kernels are known by the text of their sources: whatever an emitter changes in it makes another key.
#[test]
fn each_emitter_makes_another_key_of_compiled_kernels() {
    let plan = plan(&Options::new("exp").binade("1,2").bits(44));
    let mut hashes = vec![];
    for target in target::targets() {
        let emitted = bundle::emit(&plan, 0, target, "a test").expect("bundle");
        let own = emitted.content_hash();
        for name in emitted.files.keys() {
            let mut files = emitted.files.clone();
            let text = files.get_mut(name).expect("a file");
            let digit = text.rfind(|c: char| c.is_ascii_digit()).expect("a number");
            let other = if &text[digit..=digit] == "7" { "8" } else { "7" };
            text.replace_range(digit..=digit, other);
            let changed = KernelBundle::new(emitted.manifest.clone(), files).expect("bundle");
            assert_ne!(changed.content_hash(), own, "{} {name}", target.name());
        }
        hashes.push(own);
    }
    assert_eq!(hashes.len(), target::targets().count());
    hashes.dedup();
    assert_eq!(hashes.len(), target::targets().count());
}
