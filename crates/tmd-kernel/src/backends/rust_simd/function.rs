//! A function of numbers as one file that needs nothing else: a body a level, chosen at run time.

use crate::backends::rust_simd::{AVX2, AVX512, print};
use crate::backends::{Function, Sources};
use crate::frame;
use crate::ir::Width;
use serde::Serialize;
use tera::Context;
use tmd_base::diag::Diag;

/// A level as the frame prints it.
#[derive(Serialize)]
pub(super) struct Level {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) cfg: &'static str,
    pub(super) target_feature: &'static str,
    pub(super) helpers: String,
    /// What makes the state of a stream; of twins only.
    pub(super) seeding: Option<String>,
    pub(super) function: String,
}

/// Prints a function.
///
/// # Errors
/// If a frame does not render.
pub(super) fn emit(function: &Function) -> Result<Sources, Diag> {
    let Function { name, header, in_flight, from_c, .. } = *function;
    let kernel = &function.kernel(1)?;
    let width = kernel.width;
    let levels = [
        Level {
            name: "avx512",
            about: "AVX-512.",
            cfg: "#[cfg(target_arch = \"x86_64\")]\n",
            target_feature: AVX512,
            helpers: helpers(frame::RUST_NUMBERS_AVX512, width, 512, in_flight.avx512, AVX512)?,
            seeding: None,
            function: print::function(kernel, AVX512, true),
        },
        Level {
            name: "avx2",
            about: "AVX2 and FMA.",
            cfg: "#[cfg(target_arch = \"x86_64\")]\n",
            target_feature: AVX2,
            helpers: helpers(frame::RUST_NUMBERS_AVX2, width, 256, in_flight.avx2, AVX2)?,
            seeding: None,
            function: print::function(kernel, AVX2, false),
        },
        Level {
            name: "portable",
            about: "Any processor; fused multiply-adds may be calls.",
            cfg: "",
            target_feature: "",
            helpers: helpers(frame::RUST_NUMBERS_PORTABLE, width, 256, 1, "")?,
            seeding: None,
            function: print::function(kernel, "", false),
        },
    ];
    let tables: String = kernel.tables.iter().map(|table| print::table(table, width)).collect();
    let mut context = Context::new();
    context.insert("name", name);
    context.insert("block", &(512 / width.bits() as usize * in_flight.avx512));
    file(&mut context, header, width, &tables, &levels);
    context.insert("from_c", &from_c);
    let text = frame::render(frame::RUST_FUNCTION, &context)?;
    let mut sources = Sources::from([(format!("{name}.rs"), text)]);
    if from_c {
        let (file, text) = function.c_header(frame::RUST_FUNCTION_HEADER, width)?;
        sources.insert(file, text);
    }
    Ok(sources)
}

/// What the frame of a whole file is told.
pub(super) fn file(
    context: &mut Context,
    header: &[String],
    width: Width,
    tables: &str,
    levels: &[Level],
) {
    context.insert("header", &print::module_doc(header));
    context.insert("number", width.number_type());
    context.insert("tables", tables);
    context.insert("levels", levels);
    context.insert("avx512_detected", &detected(AVX512));
    context.insert("avx2_detected", &detected(AVX2).replace("\n           ", ""));
}

/// The operations of a level on vectors of so many bits.
pub(super) fn helpers(
    frame: &str,
    width: Width,
    bits: u32,
    vectors: usize,
    features: &str,
) -> Result<String, Diag> {
    frame::render(frame, &words(width, bits, vectors, features))
}

/// What the languages of instructions call what a level works on.
pub(super) fn words(width: Width, bits: u32, vectors: usize, features: &str) -> Context {
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
    context.insert("number", width.number_type());
    context.insert("word", pick("u64", "u32"));
    context.insert("signed", pick("i64", "i32"));
    context.insert("p", pick("pd", "ps"));
    context.insert("epi", pick("epi64", "epi32"));
    context.insert("epi_set", pick("epi64x", "epi32"));
    context.insert("gather", pick("i64", "i32"));
    context.insert("small_product", pick("mul_epu32", "mullo_epi32"));
    context.insert("bytes", &(width.bits() / 8));
    context.insert("features", features);
    context.insert("long", &long);
    context
}

/// The tests of whether a processor has some features.
fn detected(features: &str) -> String {
    let each: Vec<String> = features
        .split(',')
        .map(|feature| format!("is_x86_feature_detected!(\"{feature}\")"))
        .collect();
    each.join("\n            && ")
}
