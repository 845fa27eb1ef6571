//! A claim as a script.

use std::fmt::Write;

/// What is claimed of some expressions of a kernel: the text of a script without its heading.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// Its name, for the file.
    pub name: String,
    /// What is claimed, in sentences.
    pub about: Vec<String>,
    /// Lines that define names.
    pub definitions: Vec<String>,
    /// What is assumed.
    pub hypotheses: Vec<Statement>,
    /// What Gappa is to prove.
    pub goals: Vec<Statement>,
    /// How errors are to be written: equations, which Gappa checks, and the places to part cases at.
    pub hints: Vec<String>,
}

/// A formula and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The formula.
    pub formula: String,
    /// What it says.
    pub says: String,
}

impl Claim {
    pub(super) fn new(name: &str, about: &[&str]) -> Claim {
        let about = about.iter().map(|line| (*line).to_owned()).collect();
        Claim { name: name.to_owned(), about, ..Claim::default() }
    }

    pub(super) fn assume(&mut self, formula: impl Into<String>, says: impl Into<String>) {
        self.hypotheses.push(Statement { formula: formula.into(), says: says.into() });
    }

    pub(super) fn prove(&mut self, formula: impl Into<String>, says: impl Into<String>) {
        self.goals.push(Statement { formula: formula.into(), says: says.into() });
    }

    pub(super) fn hint(&mut self, hint: impl Into<String>) {
        self.hints.push(hint.into());
    }

    /// `left` may be written as `right` where none of `nonzero` is 0.
    pub(super) fn write_as(&mut self, left: &str, right: &str, nonzero: &[&str]) {
        let conditions: Vec<String> = nonzero.iter().map(|x| format!("{x} <> 0")).collect();
        let conditions = match conditions.is_empty() {
            true => String::new(),
            false => format!(" {{ {} }}", conditions.join(", ")),
        };
        self.hint(format!("{left} ->\n  {right}{conditions}"));
    }

    /// The script; `heading` says where it is from.
    pub fn script(&self, heading: &[String]) -> String {
        let mut out = String::new();
        let mut line = |text: &str| {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{text}");
        };
        for text in heading.iter().chain([&String::new()]).chain(&self.about) {
            line(format!("# {text}").trim_end());
        }
        line("");
        line("@rnd = float<ieee_64, ne>;");
        self.definitions.iter().for_each(|text| line(text));
        line("");
        line("{");
        let join = |statements: &[Statement]| {
            let last = statements.len().saturating_sub(1);
            let with = |(index, statement): (usize, &Statement)| {
                let and = if index < last { " /\\" } else { "" };
                format!("  # {}\n  {}{and}", statement.says, statement.formula)
            };
            statements.iter().enumerate().map(with).collect::<Vec<_>>().join("\n")
        };
        line(&join(&self.hypotheses));
        line("->");
        line(&join(&self.goals));
        line("}");
        if !self.hints.is_empty() {
            line("");
            line("# Errors as Gappa is to write them; it checks that both sides are equal.");
        }
        self.hints.iter().for_each(|hint| line(&format!("{hint};")));
        out
    }
}
