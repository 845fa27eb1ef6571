//! A function of numbers as one file that needs nothing else.

use super::DIALECT;
use super::level::{LEVELS, of_width, rendered};
use crate::backends::clike::function::table;
use crate::backends::clike::helpers::needed;
use crate::backends::clike::print::{self, Interface, Style};
use crate::backends::clike::words::commented;
use crate::backends::function::number;
use crate::backends::{Function, Sources};
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

fn check_name(name: &str) -> Result<(), Diag> {
    // Names with an underscore in front belong to the compiler and its headers.
    if !name.starts_with('_') && !DECLARED.split_whitespace().any(|declared| declared == name) {
        return Ok(());
    }
    let message = format!("--name {name}: C has a use of its own for that name");
    Err(Diag::new(DiagKind::Option, message)
        .at("--name", name, 0..name.len(), "taken in C")
        .help("give a name such as j0_f64"))
}

/// Prints a function.
///
/// # Errors
/// If it has a constant that C cannot write.
pub(super) fn emit(of: &Function) -> Result<Sources, Diag> {
    check_name(of.name)?;
    let kernel = of.kernel(1)?;
    let width = kernel.width;
    let style =
        Style { dialect: &DIALECT, vectors: true, name: "evaluate", interface: Interface::None };
    let mut context = of_width(width);
    let (function, mut called) = print::function_of_numbers(&kernel, &style)?;
    // The frame calls it, too.
    called.insert("fill_numbers".to_owned());
    let mut levels = vec![];
    for level in &LEVELS {
        let vectors = level.vectors(width, &[frame::C_VECTORS, frame::C_NUMBERS])?;
        levels.push(level.choice(needed(&vectors, &called)));
    }
    let scalars = rendered(&[frame::C_SCALARS, frame::C_BITS], &context)?;
    let tables = kernel.tables.iter().map(|of| table(of, width, &DIALECT));
    context.insert("name", of.name);
    context.insert("number", number(width));
    context.insert("scalars", &needed(&scalars, &called));
    context.insert("levels", &levels);
    context.insert("tables", &tables.collect::<Result<String, _>>()?);
    context.insert("function", &function);
    let text = commented(of.header) + &frame::render(frame::C_FUNCTION, &context)?;
    let mut sources = Sources::from([(format!("{}.c", of.name), text)]);
    if of.from_c {
        let (file, text) = of.c_header(frame::C_FUNCTION_HEADER, width)?;
        sources.insert(file, text);
    }
    Ok(sources)
}
