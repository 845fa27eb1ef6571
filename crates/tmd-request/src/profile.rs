//! A profile: the time that each part of a search takes on a device, in nanoseconds, as `tmd-codegen bench
//! families` measures it and `--profile` gives it to the planner.

use serde::{Deserialize, Serialize};
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::infile;
use tmd_base::misread;
use tmd_design::design::{Division, Test, TestPlan, TestWord};

/// The times that the parts of a search take: nanoseconds on one core, or on a whole device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The device that they were measured on, in words.
    pub device: String,
    /// To seed a block.
    pub seed: f64,
    /// To move the tables to an item.
    pub item: f64,
    /// To walk an input.
    pub walk: f64,
    /// To move a packet's polynomial and find its first arc.
    pub packet: f64,
    /// An arc.
    pub arc: f64,
    /// To confirm a candidate.
    pub confirm: f64,
    /// Existence tests. The planner chooses among these; where several cost the same, the first.
    #[serde(rename = "test")]
    pub tests: Vec<TestCost>,
}

/// The time of an existence test in a vector lane: `fixed + per_bit·log2 N` nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestCost {
    /// Which test.
    pub test: Test,
    /// How it divides.
    pub division: Division,
    /// The type that it computes in.
    pub word: TestWord,
    /// Nanoseconds whatever N is.
    pub fixed: f64,
    /// Nanoseconds a doubling of N.
    pub per_bit: f64,
}

impl TestCost {
    /// The test, its division and its word, as a plan has them.
    pub fn plan(&self) -> TestPlan {
        TestPlan { test: self.test, division: self.division, word: self.word }
    }
}

impl Default for Profile {
    /// The built-in profile: one AVX-512 core, as `tmd-codegen bench families` found it (see
    /// `docs/measurements.md`), rounded. A candidate takes twice what inputs at random take.
    fn default() -> Self {
        Profile {
            device: "built in: one AVX-512 core".into(),
            seed: 9000.0,
            item: 6.0,
            walk: 0.14,
            packet: 50.0,
            arc: 4.8,
            confirm: 10_000.0,
            tests: BUILT_IN.iter().flat_map(built_in).collect(),
        }
    }
}

/// A test by a division: what is fixed and what a doubling of N takes, in binary64 and in integers.
type BuiltIn = (Test, Division, [f64; 2], [f64; 2]);

/// Shared quotients are taken for no faster than cut ones, and so are not chosen, though they gain a
/// fifth here: they make long kernels, and where they gain depends on the machine. A measured profile
/// says what they take.
const BUILT_IN: [BuiltIn; 16] = [
    (Test::RegularCut, Division::Reciprocal, [0.1, 0.78], [8.5, 0.63]),
    (Test::RegularCut, Division::Native, [0.0, 1.3], [20.0, 3.3]),
    (Test::RegularCut, Division::Hybrid(3), [0.0, 2.1], [5.9, 1.4]),
    (Test::RegularCut, Division::Subtractive, [0.0, 26.0], [5.7, 1.4]),
    (Test::Shared, Division::Reciprocal, [0.1, 0.78], [8.5, 0.63]),
    (Test::Shared, Division::Native, [0.0, 1.3], [20.0, 3.3]),
    (Test::Shared, Division::Hybrid(3), [0.0, 2.1], [5.9, 1.4]),
    (Test::Shared, Division::Subtractive, [0.0, 26.0], [5.7, 1.4]),
    (Test::Regular, Division::Reciprocal, [0.0, 0.7], [3.0, 0.63]),
    (Test::Regular, Division::Native, [0.0, 1.2], [13.0, 3.4]),
    (Test::Regular, Division::Hybrid(3), [0.0, 1.8], [2.8, 1.4]),
    (Test::Regular, Division::Subtractive, [0.0, 26.0], [2.6, 1.4]),
    (Test::Lefevre, Division::Reciprocal, [0.0, 2.7], [6.7, 2.4]),
    (Test::Lefevre, Division::Native, [0.0, 3.0], [18.0, 6.8]),
    (Test::Lefevre, Division::Hybrid(3), [0.0, 4.0], [0.8, 4.1]),
    (Test::Lefevre, Division::Subtractive, [0.0, 4.8], [0.7, 3.9]),
];

fn built_in(&(test, division, f64, u64): &BuiltIn) -> [TestCost; 2] {
    [(TestWord::F64, f64), (TestWord::U64, u64)].map(|(word, [fixed, per_bit])| TestCost {
        test,
        division,
        word,
        fixed,
        per_bit,
    })
}

/// The longest time that a profile may hold: a second.
const MOST_NANOSECONDS: f64 = 1e9;

/// Longest file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

impl Profile {
    /// Reads a profile from a file of TOML.
    ///
    /// # Errors
    /// If the file cannot be read, is no profile, or holds a time that is none.
    pub fn read(path: &str) -> Result<Profile, Diag> {
        let text = infile::text(Path::new(path), MOST_BYTES).map_err(|diag| {
            Diag::new(DiagKind::Option, format!("--profile: {}", diag.message)).help(HOW)
        })?;
        Profile::parse(path, &text)
    }

    /// Reads a profile from TOML; `path` is for messages.
    ///
    /// # Errors
    /// As [`Profile::read`].
    pub fn parse(path: &str, text: &str) -> Result<Profile, Diag> {
        let profile: Profile = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..text.len());
            Diag::new(DiagKind::Option, format!("--profile {path} is not a profile"))
                .at(path, text, span, misread::data(error.message()))
                .help(HOW)
        })?;
        match profile.fault() {
            Some(fault) => {
                Err(Diag::new(DiagKind::Option, format!("--profile {path}: {fault}")).help(HOW))
            }
            None => Ok(profile),
        }
    }

    /// Why these cannot be the times of a device, if they cannot.
    pub fn fault(&self) -> Option<String> {
        if self.tests.is_empty() {
            return Some("it has no existence test".into());
        }
        let is_time = |time: f64| (0.0..=MOST_NANOSECONDS).contains(&time);
        if let Some((name, time)) = self.times().into_iter().find(|(_, time)| !is_time(*time)) {
            return Some(format!("{name} = {time} is not a number of nanoseconds"));
        }
        // One of the two may be measured as nothing, but not both.
        let sums = [
            ("seed", self.seed),
            ("confirm", self.confirm),
            ("item + walk", self.item + self.walk),
        ];
        let tests = self.tests.iter().map(|test| ("fixed + per_bit", test.fixed + test.per_bit));
        let (name, _) = sums.into_iter().chain(tests).find(|(_, time)| *time == 0.0)?;
        Some(format!("{name} = 0: everything takes some time"))
    }

    /// The profile as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    fn times(&self) -> Vec<(&'static str, f64)> {
        let parts = [
            ("seed", self.seed),
            ("item", self.item),
            ("walk", self.walk),
            ("packet", self.packet),
            ("arc", self.arc),
            ("confirm", self.confirm),
        ];
        let tests = self.tests.iter().flat_map(|t| [("fixed", t.fixed), ("per_bit", t.per_bit)]);
        parts.into_iter().chain(tests).collect()
    }

    /// Nanoseconds of one existence test in a vector lane, for intervals of 2^`lg_inputs`.
    pub fn one_test(&self, test: TestPlan, lg_inputs: u32) -> f64 {
        let ns = |cost: &TestCost| cost.fixed + cost.per_bit * f64::from(lg_inputs);
        let same = |cost: &&TestCost| cost.test == test.test && cost.word == test.word;
        let nearest = self
            .tests
            .iter()
            .filter(same)
            .filter_map(|cost| Some((distance(cost.division, test.division)?, cost)))
            .min_by_key(|(distance, _)| *distance);
        match nearest {
            Some((_, cost)) => ns(cost),
            // What was not measured must be asked for: it is never taken for being fast.
            None => self.tests.iter().map(ns).fold(UNKNOWN, f64::max),
        }
    }

    /// The existence tests that the planner may choose among, in a word: all that were measured, but
    /// those only that the user asked for, if a test or a division was.
    pub fn choices(
        &self,
        test: Option<Test>,
        division: Option<Division>,
        word: TestWord,
    ) -> Vec<TestPlan> {
        let measured = || self.tests.iter().filter(|cost| cost.word == word);
        let mut choices: Vec<TestPlan> = measured()
            .map(|cost| TestPlan {
                test: test.unwrap_or(cost.test),
                division: division.unwrap_or(cost.division),
                word,
            })
            .collect();
        let unmeasured = TestPlan {
            test: test.unwrap_or(Test::RegularCut),
            division: division.unwrap_or(Division::Reciprocal),
            word,
        };
        if choices.is_empty() {
            choices.push(unmeasured);
        }
        choices
    }
}

/// Nanoseconds of a test that nobody measured.
const UNKNOWN: f64 = 100.0;

const HOW: &str = "`tmd-codegen bench families --output FILE` writes a profile of this machine";

/// How unlike two strategies are; `None` if the figures of one say nothing about the other.
fn distance(measured: Division, wanted: Division) -> Option<u32> {
    match (measured, wanted) {
        (Division::Hybrid(a), Division::Hybrid(b)) => Some(a.abs_diff(b)),
        _ if measured == wanted => Some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_round_trip() {
        let built_in = Profile::default();
        assert_eq!(Profile::parse("p", &built_in.to_toml()), Ok(built_in));
    }

    #[test]
    fn what_is_no_profile_is_refused() {
        let text = Profile::default().to_toml();
        let refuse = |text: &str| Profile::parse("my.toml", text).unwrap_err();
        let error = refuse(&text.replace("arc =", "ark ="));
        assert!(error.message.contains("my.toml") && error.source.is_some(), "{error}");
        let error = refuse(&text.replace("arc = 4.8", "arc = -4.8"));
        assert!(error.message.contains("arc = -4.8"), "{error}");
        for (old, new, part) in [
            ("seed = 9000.0", "seed = nan", "seed = NaN"),
            ("seed = 9000.0", "seed = inf", "seed = inf"),
            ("seed = 9000.0", "seed = 1e300", "not a number of nanoseconds"),
            ("seed = 9000.0", "seed = 0.0", "seed = 0: everything takes some time"),
        ] {
            let changed = text.replace(old, new);
            assert_ne!(changed, text);
            let error = refuse(&changed);
            assert!(error.message.contains(part), "{error}");
        }
        let no_tests = Profile { tests: vec![], ..Profile::default() };
        assert_eq!(no_tests.fault().as_deref(), Some("it has no existence test"));
        let mut free = Profile::default();
        (free.tests[1].fixed, free.tests[1].per_bit) = (0.0, 0.0);
        assert!(free.fault().is_some_and(|fault| fault.contains("fixed + per_bit = 0")));
        let error = Profile::read("no/such/file").unwrap_err();
        assert!(error.message.contains("no/such/file") && error.help.is_some(), "{error}");
    }

    #[test]
    fn costs_are_those_of_the_nearest_that_was_measured() {
        let profile = Profile::default();
        let plan = |division| TestPlan { test: Test::Regular, division, word: TestWord::F64 };
        let ns = |division| profile.one_test(plan(division), 10);
        assert_eq!(ns(Division::Hybrid(7)), ns(Division::Hybrid(3)));
        assert!(ns(Division::Reciprocal) < ns(Division::Native));
        let nothing = Profile { tests: vec![], ..profile.clone() };
        assert_eq!(nothing.one_test(plan(Division::Native), 10), UNKNOWN);
        assert_eq!(nothing.choices(None, None, TestWord::F64).len(), 1);
        let asked = profile.choices(Some(Test::Regular), Some(Division::Native), TestWord::U64);
        assert!(asked.iter().all(|t| (t.test, t.division) == (Test::Regular, Division::Native)));
    }
}
