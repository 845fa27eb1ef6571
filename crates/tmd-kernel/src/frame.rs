//! Filling of the templates' frames.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, UndefinedBehavior};
use serde::Serialize;
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
pub use tmd_templates::*;

/// What a frame's variables stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context(BTreeMap<&'static str, Value>);

impl Context {
    /// No variables yet.
    pub(crate) fn new() -> Self {
        Context::default()
    }

    /// Gives a variable its value.
    pub(crate) fn insert<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) {
        self.0.insert(name, Serde(value).into());
    }
}

/// Fills a frame; an unknown or missing variable is an error, nothing is escaped.
pub(crate) fn render(frame: &str, context: &Context) -> Result<String, Diag> {
    filled(frame, context).map_err(|error| {
        Diag::new(DiagKind::Internal, format!("a frame does not render: {error:#}"))
    })
}

fn filled(frame: &str, context: &Context) -> Result<String, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().keep_trailing_newline(true).build()?);
    environment.render_str(frame, &context.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_strict() {
        let mut context = Context::new();
        context.insert("lanes", &8);
        let filled = |frame| render(frame, &context);
        assert_eq!(filled("{{ lanes // 2 }} <lanes>\n").expect("text"), "4 <lanes>\n");
        for frame in ["{{ lane }}", "{% if lane %}{% endif %}", "{{ lanes.lane }}", "{% if %}"] {
            assert!(filled(frame).is_err(), "{frame}");
        }
    }
}
