//! Functions as one file that needs nothing else: an evaluator, or a correctly rounded function in several variants. There
//! is a body a level, chosen at run time.

use crate::backends::function::{Functions, Passed};
use crate::backends::rust_simd::{AVX2, AVX512, items, print};
use crate::backends::{Sources, UNDECIDED};
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
    pub(super) cfg: String,
    pub(super) target_feature: &'static str,
    pub(super) helpers: String,
    /// What makes the state of a stream; of twins only.
    pub(super) seeding: Option<String>,
    pub(super) functions: Vec<OfLevel>,
}

/// A function of a level.
#[derive(Serialize)]
pub(super) struct OfLevel {
    /// Name of what callers see of it.
    pub(super) name: String,
    /// What the names of the level's functions end in that belong to it.
    pub(super) suffix: String,
    /// Whether it has two arguments.
    pub(super) two: bool,
    /// Its name.
    pub(super) evaluate: String,
    /// Its text.
    pub(super) text: String,
    /// Name of the function of its fast path, if it has one; the text has it, too.
    pub(super) fast: Option<String>,
}

/// The attribute of levels that not all processors have.
pub(super) const X86: &str = "#[cfg(target_arch = \"x86_64\")]\n";

/// The attributes of levels of which a program has one: that which it is compiled for. At AVX-512, AVX2 and anywhere.
fn compiled_for() -> [String; 3] {
    let line = |feature: &str| format!("target_feature = \"{feature}\"");
    let each = |features: &str, indent: &str| -> String {
        let lines: Vec<String> = features.split(',').map(line).collect();
        lines.join(&format!(",\n{indent}"))
    };
    let (avx512, avx2) = (each(AVX512, "    "), each(AVX2, "    "));
    let arch = "target_arch = \"x86_64\"";
    [
        format!("#[cfg(all(\n    {arch},\n    {avx512}\n))]\n"),
        format!(
            "#[cfg(all(\n    {arch},\n    {avx2},\n    not(all(\n        {}\n    ))\n))]\n",
            each(AVX512, "        ")
        ),
        format!("#[cfg(not(all(\n    {arch},\n    {avx2}\n)))]\n"),
    ]
}

/// How arguments come into vectors and results out of them.
struct Passing {
    /// Their type.
    ty: &'static str,
    /// One of them, whatever it is.
    zero: &'static str,
    /// The function that makes a vector of arguments.
    load: &'static str,
    /// The function that makes results of a vector.
    store: &'static str,
    /// Whether many results are written past the caches.
    streams: bool,
    /// What levels have besides [`frame::RUST_NUMBERS_AVX512`] and the others: at AVX-512, AVX2 and anywhere.
    frames: [&'static [&'static str]; 3],
}

impl Passing {
    fn of(passed: Passed, width: Width) -> Passing {
        match passed {
            Passed::Number => Passing {
                ty: width.number_type(),
                zero: "0.0",
                load: "load",
                store: "store",
                streams: true,
                frames: [&[]; 3],
            },
            Passed::Double => Passing {
                streams: false,
                frames: [
                    &[frame::RUST_WORDS_AVX512],
                    &[frame::RUST_WORDS_AVX2],
                    &[frame::RUST_WORDS_PORTABLE],
                ],
                ..Passing::of(Passed::Number, width)
            },
            Passed::Encoding16 | Passed::Single => Passing {
                ty: if passed == Passed::Single { "f32" } else { "u16" },
                zero: if passed == Passed::Single { "0.0" } else { "0" },
                load: "load_encodings",
                store: "store_encodings",
                streams: false,
                frames: [
                    &[frame::RUST_WORDS_AVX512, frame::RUST_ENCODINGS_AVX512],
                    &[frame::RUST_WORDS_AVX2, frame::RUST_ENCODINGS_AVX2],
                    &[frame::RUST_WORDS_PORTABLE, frame::RUST_ENCODINGS_PORTABLE],
                ],
            },
        }
    }
}

/// Prints functions. There is a function that C programs can call, and a header for them, `from_c`.
///
/// # Errors
/// If a frame does not render.
pub(super) fn emit(of: &Functions, from_c: bool) -> Result<Sources, Diag> {
    let Functions { name, header, width, in_flight, .. } = *of;
    let passing = Passing::of(of.passed, width);
    let levels_of = if of.no_std { compiled_for() } else { [X86.into(), X86.into(), "".into()] };
    let has_fast = of.entries.iter().any(|entry| entry.fast.is_some());
    let level = |index: usize, mut words: Context, target_feature: &'static str| {
        words.insert("passed", passing.ty);
        words.insert("no_std", &of.no_std);
        words.insert("single", &(of.passed == Passed::Single));
        let numbers =
            [frame::RUST_NUMBERS_AVX512, frame::RUST_NUMBERS_AVX2, frame::RUST_NUMBERS_PORTABLE];
        let name = ["avx512", "avx2", "portable"][index];
        words.insert("level", name);
        words.insert("undecided", &items::integer(UNDECIDED));
        let waiting: &[&str] = if has_fast { &[frame::RUST_WAITING] } else { &[] };
        let fused: &[&str] = match (of.no_std && index == 2, width) {
            (false, _) => &[],
            (true, Width::W64) => &[frame::RUST_FUSED_F64],
            (true, Width::W32) => &[frame::RUST_FUSED_F32],
        };
        let frames = [fused, passing.frames[index], waiting].concat();
        let frames = std::iter::once(&numbers[index]).chain(&frames);
        let is_avx512 = index == 0;
        let has =
            print::Has { permutes: is_avx512, shorts: is_avx512 && of.passed == Passed::Single };
        let helpers = frames.map(|frame| frame::render(frame, &words));
        let functions = of.entries.iter().map(|entry| {
            let of = |kernel, name: &str| print::function(kernel, name, target_feature, has);
            let mut text = of(&entry.kernel, &entry.evaluate());
            let fast = entry.evaluate_fast().map(|(name, kernel)| {
                text.insert_str(0, &(of(kernel, &name) + "\n"));
                name
            });
            let (name, suffix) = (entry.name.clone(), entry.suffix.clone());
            let two = entry.kernel.arguments == 2;
            OfLevel { name, suffix, two, evaluate: entry.evaluate(), text, fast }
        });
        Ok::<_, Diag>(Level {
            name,
            about: [
                "AVX-512.",
                "AVX2 and FMA.",
                match of.no_std {
                    false => "Any processor; fused multiply-adds may be calls.",
                    true => "Any processor; there are no fused multiply-adds.",
                },
            ][index],
            cfg: levels_of[index].clone(),
            target_feature,
            helpers: helpers.collect::<Result<String, Diag>>()?,
            seeding: None,
            functions: functions.collect(),
        })
    };
    let levels = [
        level(0, words(width, 512, in_flight.avx512, AVX512), AVX512)?,
        level(1, words(width, 256, in_flight.avx2, AVX2), AVX2)?,
        level(2, words(width, 256, 1, ""), "")?,
    ];
    let tables: String = of.tables.iter().map(|table| items::table(table, width)).collect();
    let entries: Vec<_> = of.entries.iter().map(|entry| entry.shown("", String::new())).collect();
    let mut context = Context::new();
    context.insert("name", name);
    context.insert("block", &(512 / width.bits() as usize * in_flight.avx512));
    file(&mut context, header, width, &tables, &levels);
    context.insert("passed", passing.ty);
    context.insert("zero", passing.zero);
    context.insert("load", passing.load);
    context.insert("store", passing.store);
    context.insert("streams", &passing.streams);
    context.insert("entries", &entries);
    let is_of_two = of.entries.iter().any(|entry| entry.kernel.arguments == 2);
    context.insert("all", if is_of_two { "x, y, z" } else { "x, y" });
    context.insert("from_c", &from_c);
    context.insert("no_std", &of.no_std);
    let text = frame::render(frame::RUST_FUNCTION, &context)?;
    let mut sources = Sources::from([(format!("{name}.rs"), text)]);
    if from_c {
        let (file, text) = of.c_header(frame::RUST_FUNCTION_HEADER)?;
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
    context.insert("header", &items::module_doc(header));
    context.insert("number", width.number_type());
    context.insert("tables", tables);
    context.insert("levels", levels);
    context.insert("avx512_detected", &detected(AVX512));
    context.insert("avx2_detected", &detected(AVX2).replace("\n           ", ""));
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
    context.insert("pairs", &(vectors / 2));
    context.insert("lanes", &lanes);
    context.insert("block", &(lanes as usize * vectors));
    context.insert("vector", &vector);
    context.insert("number", width.number_type());
    context.insert("word", pick("u64", "u32"));
    context.insert("signed", pick("i64", "i32"));
    context.insert("p", pick("pd", "ps"));
    context.insert("epi", pick("epi64", "epi32"));
    context.insert("epu", pick("epu64", "epu32"));
    context.insert("epi_set", pick("epi64x", "epi32"));
    context.insert("gather", pick("i64", "i32"));
    context.insert("small_product", pick("mul_epu32", "mullo_epi32"));
    context.insert("bytes", &(width.bits() / 8));
    context.insert("features", features);
    context.insert("long", &long);
    context.insert("twin", &false);
    context.insert("embedded", &false);
    context.insert("no_std", &false);
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
