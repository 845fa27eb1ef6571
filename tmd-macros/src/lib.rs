//! Kernels of hard-to-round searches as macros.
//!
//! [`kernel!`](macro@kernel) plans a request and emits its kernels while a program is compiled;
//! [`function`](macro@function) does so for a function that is written as one;
//! [`bundle!`](macro@bundle) takes kernels that were made before, by `tmd-codegen gen` or a build script.
//! All three give a [`tmd_runtime::Embedded`]: the plan, the sources, the entry points, and, where the range is
//! short enough, the blocks with their seeds, so that a program can run the search with `tmd-runtime`
//! alone. The program needs `tmd-runtime` among its dependencies.
//!
//! The first two run the whole generator, GMP and MPFR included, inside the compiler. Without the default
//! feature `generate` only `bundle!` is left, and they are not built at all.
//!
//! Two more features add code that computes functions: `approx` an evaluator whose error is proved, `#[approx]`, and `round` a correctly
//! rounded function, `round!`. What these make needs no other crate.

use proc_macro::TokenStream;

#[cfg(feature = "approx")]
mod approx;
mod bundle;
mod embed;
#[cfg(feature = "generate")]
mod generate;
#[cfg(feature = "round")]
mod kept;
#[cfg(any(feature = "approx", feature = "round"))]
mod made;
#[cfg(feature = "round")]
mod round;
#[cfg(feature = "generate")]
mod written;

/// Embeds kernels that were made before: the argument is the folder of a package or of one bundle, as
/// `tmd-codegen gen -o FOLDER` or a build script has written it, from the folder of the crate's `Cargo.toml`.
///
/// An expression of type [`tmd_runtime::Embedded`]. The files are checked against the hashes in their
/// manifest; when one changes, the crate is compiled anew.
///
/// ```
/// const EXP: tmd_runtime::Embedded =
///     tmd_macros::bundle!("../generated/opencl/exp_1_0x1_0008p0_k0");
/// assert_eq!((EXP.function, EXP.target), ("exp(x)", "opencl"));
/// ```
#[proc_macro]
pub fn bundle(input: TokenStream) -> TokenStream {
    finish(bundle::expand(input.into()))
}

/// Plans a request and embeds its kernels.
///
/// An expression of type [`tmd_runtime::Embedded`]. Arguments are the options of `tmd-codegen`, with `_` for
/// `-`; a value is a literal or plain tokens. Rust has no token for a half-open interval: a range is
/// `128..256`, or a text, `"[128, 256)"`.
///
/// ```
/// const EXP: tmd_runtime::Embedded = tmd_macros::kernel! {
///     function: exp(x),
///     range: "1,0x1.00001p0",
///     input_precision: 54,
///     rounding: directed,
///     bits: 33,
/// };
/// assert_eq!(EXP.function, "exp(x)");
/// assert!(EXP.plan.contains("\"hash\""));
/// let kernels = EXP.precompiled(tmd_runtime::Level::detect())?;
/// let found = EXP.package()?.search(&kernels, &tmd_runtime::Options::default(), &())?;
/// assert!(found.is_complete && found.searched == 1 << 33);
/// # Ok::<(), tmd_runtime::Error>(())
/// ```
///
/// What the language does not know is an error of the compiler, at its place:
///
/// ```compile_fail
/// tmd_macros::kernel! { function: exq(x), binade: 1..2 };
/// ```
#[cfg(feature = "generate")]
#[proc_macro]
pub fn kernel(input: TokenStream) -> TokenStream {
    finish(generate::kernel(input.into()))
}

/// Describes a function by writing it: `fn f(x: f64) -> f64 { exp(x) * sin(x) }`.
///
/// The function stays one that can be called, computed by the methods of `f64`. Beside it stands a module of
/// its name with the canonical text, `f::FUNCTION`, and, if the attribute has arguments (those of
/// [`kernel!`](macro@kernel) but for `function`), the kernels, `f::PACKAGE`.
///
/// ```
/// #[tmd_macros::function(range = 0.5..0.5000001, bits = 40)]
/// fn f(x: f64) -> f64 {
///     exp(x) * sin(x)
/// }
/// assert_eq!(f::FUNCTION, "exp(x) * sin(x)");
/// assert_eq!(f::PACKAGE.function, f::FUNCTION);
/// assert!((f(0.5) - 0.790_439).abs() < 1e-6);
/// ```
#[cfg(feature = "generate")]
#[proc_macro_attribute]
pub fn function(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(generate::function(arguments.into(), item.into()))
}

/// Checks a function description at compile time and gives its canonical text, a `&'static str`.
///
/// ```
/// assert_eq!(tmd_macros::expression!(exp(x)*sin(x)), "exp(x) * sin(x)");
/// ```
///
/// ```compile_fail
/// tmd_macros::expression!(exq(x));
/// ```
#[cfg(feature = "generate")]
#[proc_macro]
pub fn expression(input: TokenStream) -> TokenStream {
    finish(generate::expression(input.into()))
}

/// Computes a function by an evaluator whose error is proved, in place of its body.
///
/// The function is written as one of `x: f64` or `x: f32`, its body a single expression of the function language. Arguments are the
/// options of `tmd-codegen approx`, with `_` for `-`: `range` and `tolerance` are required, and `basis`, `lookup`, `leaves`, `degree`,
/// `table_budget`, `outside`, `no_std` and `param` can be given. A tolerance that is a plain number bounds the absolute error. The type is that of the
/// function.
///
/// Constants and division are exact, whatever they are in Rust: `0.1` is a tenth, and `2 / 3 * x` is two thirds of x.
///
/// Beside the function stands a module of its name with the emitted code: `f::f`, `f::f_block` and `f::f_slice`, which compute
/// single values, blocks and slices, and the texts `f::SOURCE` and `f::CERTIFICATE`.
///
/// ```
/// #[tmd_macros::approx(range = "0.5,1", tolerance = 1e-12)]
/// fn f(x: f64) -> f64 {
///     exp(x) / (1.0 + x)
/// }
/// assert!((f(0.75) - 0.75_f64.exp() / 1.75).abs() < 1.001e-12);
/// let mut y = [0.0; 2];
/// f::f_slice(&[0.5, 1.0], &mut y);
/// assert_eq!(y, [f(0.5), f(1.0)]);
/// ```
///
/// It takes a fraction of a second, unless the tolerance is near the last place of the numbers.
#[cfg(feature = "approx")]
#[proc_macro_attribute]
pub fn approx(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(approx::expand(arguments.into(), item.into()))
}

/// Makes a correctly rounded function, in a module.
///
/// Arguments are `name`, the name of the module, and the options of `tmd-codegen round`, with `_` for `-`: `function` is required, and
/// `precision`, `rounding`, `range`, `bits`, `method`, `table_budget`, `no_std`, `param` and `search` can be given. The module has the emitted code: for
/// each mode a function `NAME_MODE` of one argument, and `NAME_MODE_slice`; and the texts `SOURCE` and `CERTIFICATE`. Arguments and results
/// of formats of 16 bits are encodings, `u16`.
///
/// ```
/// tmd_macros::round! {
///     name: silu,
///     function: x / (1 + exp(-x)),
///     precision: bfloat16,
///     rounding: nearest,
/// }
/// // 1 / (1 + e^-1) is 0.73105…
/// assert_eq!(silu::silu_nearest(0x3f80), 0x3f3b);
/// ```
///
/// All results are checked. For `binary16` and `bfloat16` that takes less than a second. For `binary32`, the default, it takes from 20
/// seconds to some minutes, and `rustc` on the path; on Linux, what was made is kept below `TMD_CACHE_DIR`, as compiled kernels are, until this crate
/// changes. Elsewhere it takes so long each time that the crate is compiled: have a build script make such functions, or check in
/// what `tmd-codegen round` writes. Functions of `binary64` need a search beforehand, whose certificate `search` names.
#[cfg(feature = "round")]
#[proc_macro]
pub fn round(input: TokenStream) -> TokenStream {
    finish(round::expand(input.into()))
}

/// The tokens, or an error at its place.
fn finish(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded.unwrap_or_else(|error| error.into_compile_error()).into()
}
