//! Functions as one file that needs nothing else: an evaluator, or a correctly rounded function in several variants.

use super::DIALECT;
use super::level::{LEVELS, of_width, rendered};
use crate::backends::Sources;
use crate::backends::clike::function::table;
use crate::backends::clike::helpers::{Called, needed};
use crate::backends::clike::print;
use crate::backends::clike::style::{FileNames, Interface, Style};
use crate::backends::clike::words::commented;
use crate::backends::function::{Functions, Passed};
use crate::frame;
use tmd_base::diag::{Diag, DiagKind};

/// What headers of C declare that an emitted file includes, and what compilers define: no function can have such a name.
const DECLARED: &str = "
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim float_t
    double_t floor fma fmaf fmax fmin fmod frexp hypot ilogb isfinite isinf isnan isnormal j0 j1 jn ldexp lgamma
    log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter pow remainder remquo rint round scalbn
    signbit signgam sin sinh sqrt tan tanh tgamma trunc y0 y1 yn exp10 pow10 sincos gamma
    FLT_EVAL_METHOD HUGE_VAL INFINITY M_PI NAN NULL linux unix
";

pub(super) fn check_name(name: &str) -> Result<(), Diag> {
    // Names with an underscore in front belong to the compiler and its headers.
    if !name.starts_with('_') && !DECLARED.split_whitespace().any(|declared| declared == name) {
        return Ok(());
    }
    let message = format!("--name {name}: C has a use of its own for that name");
    Err(Diag::new(DiagKind::Option, message)
        .at("--name", name, 0..name.len(), "taken in C")
        .help("give a name such as j0_f64"))
}

/// How arguments come into vectors and results out of them.
struct Passing {
    /// Fills a vector with what the argument is made to.
    fill: &'static str,
    /// Makes words or numbers of the argument `x`.
    argument: &'static str,
    /// Makes a result of an element of a vector: what stands before and after it.
    result: [&'static str; 2],
    /// Functions that are called in `argument` and `result`.
    calls: &'static [&'static str],
    /// Functions that make a vector of arguments, and results of it, where they do not lie in memory as they do in vectors.
    moves: Option<[&'static str; 2]>,
}

impl Passing {
    fn of(passed: Passed) -> Passing {
        match passed {
            Passed::Number | Passed::Double => Passing {
                fill: "fill_numbers",
                argument: "x",
                result: ["", ""],
                calls: &[],
                moves: None,
            },
            Passed::Encoding16 => Passing {
                fill: "fill_words",
                argument: "x",
                result: ["(uint16_t)", ""],
                calls: &[],
                moves: Some(["load_encodings", "store_encodings"]),
            },
            Passed::Single => Passing {
                fill: "fill_words",
                argument: "encoding_of(x)",
                result: ["from_encoding(", ")"],
                calls: &["encoding_of", "from_encoding"],
                moves: Some(["load_encodings", "store_encodings"]),
            },
        }
    }
}

/// Prints functions.
///
/// # Errors
/// If one has a constant that C cannot write, or a name that C has a use for.
pub(super) fn emit(of: &Functions, header: bool) -> Result<Sources, Diag> {
    let passing = Passing::of(of.passed);
    let mut entries = vec![];
    // The frame calls these, too.
    let moves = passing.moves.iter().flatten();
    let mut called: Called =
        moves.chain([&passing.fill]).chain(passing.calls).map(|&name| name.to_owned()).collect();
    for entry in &of.entries {
        check_name(&entry.name)?;
        let name = &entry.evaluate();
        let style = Style {
            dialect: &DIALECT,
            vectors: true,
            name,
            names: FileNames::OWN,
            interface: Interface::None,
        };
        let (function, calls) = print::function_of_numbers(&entry.kernel, &style)?;
        called.extend(calls);
        let mut shown = entry.shown(name, function);
        if let Some((name, kernel)) = entry.evaluate_fast() {
            let (function, calls) =
                print::function_of_numbers(kernel, &Style { name: &name, ..style })?;
            called.extend(calls);
            called.extend(["bits_of", "put_undecided"].map(str::to_owned));
            shown = shown.with_fast(name, &function);
        }
        entries.push(shown);
    }
    let mut context = of_width(of.width);
    context.insert("encodings", &!matches!(of.passed, Passed::Number | Passed::Double));
    let mut levels = vec![];
    for level in &LEVELS {
        let frames = [
            frame::C_VECTORS,
            frame::C_CONVERSIONS,
            frame::C_NUMBERS,
            frame::C_ENCODINGS,
            frame::C_WAITING,
        ];
        let vectors = level.vectors(of.width, of.passed, &frames)?;
        levels.push(level.choice(needed(&vectors, &called)));
    }
    let scalars = rendered(&[frame::C_SCALARS, frame::C_BITS], &context)?;
    let tables = of.tables.iter().map(|each| table(each, of.width, &DIALECT, FileNames::OWN));
    context.insert("passed", of.passed.in_c(of.width));
    context.insert("fill", passing.fill);
    context.insert("argument", passing.argument);
    context.insert("result", &passing.result);
    context.insert("moves", &passing.moves);
    context.insert("scalars", &needed(&scalars, &called));
    context.insert("levels", &levels);
    context.insert("tables", &tables.collect::<Result<String, _>>()?);
    context.insert("entries", &entries);
    let text = commented(of.header) + &frame::render(frame::C_FUNCTION, &context)?;
    let mut sources = Sources::from([(format!("{}.c", of.name), text)]);
    if header {
        let (file, text) = of.c_header(frame::C_FUNCTION_HEADER)?;
        sources.insert(file, text);
    }
    Ok(sources)
}
