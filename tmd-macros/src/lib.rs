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

use proc_macro::TokenStream;

mod bundle;
mod embed;
#[cfg(feature = "generate")]
mod generate;

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

/// The tokens, or an error at its place.
fn finish(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded.unwrap_or_else(|error| error.into_compile_error()).into()
}
