//! A function of numbers as one file that needs nothing else: a body a level, chosen at run time.

use super::print;
use crate::diag::Diag;
use crate::frame;
use crate::ir::{Kernel, Width};
use crate::target::Sources;
use serde::Serialize;
use tera::Context;

/// Vectors in flight, and how many numbers a caller gives at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// With AVX-512.
    pub avx512: usize,
    /// With AVX2.
    pub avx2: usize,
}

/// A level as the frame prints it.
#[derive(Serialize)]
struct Level {
    name: &'static str,
    about: &'static str,
    cfg: &'static str,
    target_feature: &'static str,
    helpers: String,
    function: String,
}

const AVX512: &str = "avx512f,avx512dq,avx512vl,avx512bw";
const AVX2: &str = "avx2,fma";

/// Prints a function that is called `name`.
///
/// # Errors
/// If a frame does not render.
pub fn emit(
    kernel: &Kernel,
    name: &str,
    in_flight: InFlight,
    header: &[String],
) -> Result<Sources, Diag> {
    let width = kernel.width;
    let levels = [
        Level {
            name: "avx512",
            about: "AVX-512.",
            cfg: "#[cfg(target_arch = \"x86_64\")]\n",
            target_feature: AVX512,
            helpers: helpers(frame::RUST_NUMBERS_AVX512, width, 512, in_flight.avx512, AVX512)?,
            function: print::function(kernel, AVX512, true),
        },
        Level {
            name: "avx2",
            about: "AVX2 and FMA.",
            cfg: "#[cfg(target_arch = \"x86_64\")]\n",
            target_feature: AVX2,
            helpers: helpers(frame::RUST_NUMBERS_AVX2, width, 256, in_flight.avx2, AVX2)?,
            function: print::function(kernel, AVX2, false),
        },
        Level {
            name: "portable",
            about: "Any processor; fused multiply-adds may be calls.",
            cfg: "",
            target_feature: "",
            helpers: helpers(frame::RUST_NUMBERS_PORTABLE, width, 256, 1, "")?,
            function: print::function(kernel, "", false),
        },
    ];
    let tables: String = kernel.tables.iter().map(|table| print::table(table, width)).collect();
    let detected = |features: &str| {
        let each: Vec<String> = features
            .split(',')
            .map(|feature| format!("is_x86_feature_detected!(\"{feature}\")"))
            .collect();
        each.join("\n            && ")
    };
    let mut context = Context::new();
    context.insert("header", &print::module_doc(header));
    context.insert("name", name);
    context.insert("number", number(width));
    context.insert("block", &(512 / width.bits() as usize * in_flight.avx512));
    context.insert("tables", &tables);
    context.insert("levels", &levels);
    context.insert("avx512_detected", &detected(AVX512));
    context.insert("avx2_detected", &detected(AVX2).replace("\n           ", ""));
    let text = frame::render(frame::RUST_FUNCTION, &context)?;
    Ok(Sources::from([(format!("{name}.rs"), text)]))
}

fn number(width: Width) -> &'static str {
    match width {
        Width::W64 => "f64",
        Width::W32 => "f32",
    }
}

/// The operations of a level on vectors of so many bits.
fn helpers(
    frame: &str,
    width: Width,
    bits: u32,
    vectors: usize,
    features: &str,
) -> Result<String, Diag> {
    let long = width == Width::W64;
    let pick = |if_long: &'static str, if_short: &'static str| {
        if long { if_long } else { if_short }
    };
    let lanes = bits / width.bits();
    let vector = format!("__m{bits}{}", pick("d", ""));
    let mut context = Context::new();
    context.insert("vectors", &vectors);
    context.insert("lanes", &lanes);
    context.insert("block", &(lanes as usize * vectors));
    context.insert("vector", &vector);
    context.insert("number", number(width));
    context.insert("word", pick("u64", "u32"));
    context.insert("signed", pick("i64", "i32"));
    context.insert("p", pick("pd", "ps"));
    context.insert("epi", pick("epi64", "epi32"));
    context.insert("epi_set", pick("epi64x", "epi32"));
    context.insert("gather", pick("i64", "i32"));
    context.insert("small_product", pick("mul_epu32", "mullo_epi32"));
    context.insert("bytes", &(width.bits() / 8));
    context.insert("features", features);
    frame::render(frame, &context)
}
