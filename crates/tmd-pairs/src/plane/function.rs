//! The functions.

use std::fmt;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::nearest::nearest;
use tmd_functions::language::SurfaceSpec;

/// Bits below a breakpoint's last: a value is next to it if it is at most about an eighth of the spacing away.
pub(crate) const NEXT: i32 = 4;
/// A length is next to the larger number if that is 2^(⌊p/2⌋ + 3) times the other one, or more.
pub(crate) const HYPOT_NEXT: i32 = 3;

/// A function of two numbers, with the arguments that are searched; the rest follow by symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// x^y of x > 0 and y ≠ 0; where x < 0 has a power, it is that of -x or its opposite. `powr`, which has no value there, is the
    /// same function of the arguments that are searched.
    Pow,
    /// (1 + x)^y of x > -1, x ≠ 0 and y ≠ 0.
    Compound,
    /// The angle of the vector (x, y), of x ≠ 0 and y > 0.
    Atan2,
    /// The same in half turns.
    Atan2Pi,
    /// The length of the vector (x, y), of x > 0 and y > 0.
    Hypot,
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 5] =
        [Function::Pow, Function::Compound, Function::Atan2, Function::Atan2Pi, Function::Hypot];

    /// The name, as IEEE 754-2019 (section 9.2) has it, with the arguments in their order.
    pub fn text(self) -> &'static str {
        match self {
            Function::Pow => "pow(x, y)",
            Function::Compound => "compound(x, y)",
            Function::Atan2 => "atan2(y, x)",
            Function::Atan2Pi => "atan2pi(y, x)",
            Function::Hypot => "hypot(x, y)",
        }
    }

    /// The name alone.
    pub fn name(self) -> &'static str {
        self.text().split('(').next().unwrap_or_default()
    }

    /// The function of a text such as `pow(x, y)` or `pow`; `powr` is `pow`.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn parse(text: &str) -> Result<Function, Diag> {
        let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        // Where powr differs from pow, at negative x and where x or y is 0 or infinite, nothing is searched.
        let meant = match plain(text) {
            powr if ["powr", "powr(x,y)"].contains(&&*powr) => Function::Pow.name().to_owned(),
            meant => meant,
        };
        let is_meant = |own: &Function| own.name() == meant || plain(own.text()) == meant;
        Function::ALL.into_iter().find(is_meant).ok_or_else(|| {
            let known: Vec<&str> = Function::ALL.iter().map(|own| own.text()).collect();
            let names = Function::ALL.iter().map(|own| own.name());
            let name = meant.split('(').next().unwrap_or_default();
            let help = match nearest(name, names.collect::<Vec<_>>().iter().copied()) {
                Some(near) if near != name => format!("did you mean {near}?"),
                _ => format!("give one of {}", known.join(", ")),
            };
            Diag::new(DiagKind::Syntax, "no function of two numbers that is searched")
                .at("the function", text, 0..text.len(), "not one of them")
                .help(help)
        })
    }

    /// The same in the language of functions.
    pub(crate) fn spec(self) -> Result<SurfaceSpec, Diag> {
        let text = match self {
            Function::Atan2Pi => "atan2(y, x) / pi",
            own => own.text(),
        };
        SurfaceSpec::parse_given(text, None)
    }

    /// Whether negative x and y are searched.
    pub(crate) fn signs(self) -> [bool; 2] {
        match self {
            Function::Pow => [false, true],
            Function::Compound => [true, true],
            Function::Atan2 | Function::Atan2Pi => [true, false],
            Function::Hypot => [false, false],
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
