//! A function of elements, with random state and counters, as one file that needs nothing else.

use crate::backends::rust_simd::function::{Level, OfLevel, X86, file, words};
use crate::backends::rust_simd::{AVX2, AVX512, items, print};
use crate::backends::{Sources, Twin};
use crate::frame;
use tmd_base::diag::Diag;

/// Prints a twin.
///
/// # Errors
/// If a frame does not render.
pub(super) fn emit(twin: &Twin) -> Result<Sources, Diag> {
    let Twin { name, header, direct, lowered, seeding, embedded, .. } = *twin;
    let width = lowered.width;
    let level = |level: &'static str,
                 about,
                 cfg: &str,
                 target_feature: &'static str,
                 frames: [&str; 3],
                 bits| {
        let wide = level == "avx512";
        let embedded = wide && embedded;
        let kernel = if embedded { direct } else { lowered };
        let mut context = words(width, bits, 1, target_feature);
        context.insert("embedded", &embedded);
        context.insert("twin", &true);
        let helpers = frames.map(|frame| frame::render(frame, &context));
        let evaluate = "evaluate".to_owned();
        Ok::<_, Diag>(Level {
            name: level,
            about,
            cfg: cfg.to_owned(),
            target_feature,
            helpers: helpers.into_iter().collect::<Result<String, Diag>>()?,
            seeding: Some(print::elements(seeding, "seeded", target_feature, false)),
            functions: vec![OfLevel {
                two: false,
                name: name.to_owned(),
                suffix: String::new(),
                text: print::elements(kernel, &evaluate, target_feature, wide),
                evaluate,
                fast: None,
            }],
        })
    };
    let frames512 = [frame::RUST_NUMBERS_AVX512, frame::RUST_WORDS_AVX512, frame::RUST_TWIN_AVX512];
    let frames256 = [frame::RUST_NUMBERS_AVX2, frame::RUST_WORDS_AVX2, frame::RUST_TWIN_AVX2];
    let portable =
        [frame::RUST_NUMBERS_PORTABLE, frame::RUST_WORDS_PORTABLE, frame::RUST_TWIN_PORTABLE];
    let about = if embedded { "AVX-512: instructions say how they round." } else { "AVX-512." };
    let levels = [
        level("avx512", about, X86, AVX512, frames512, 512)?,
        level("avx2", "AVX2 and FMA: errors say where to round.", X86, AVX2, frames256, 256)?,
        level(
            "portable",
            "Any processor; fused multiply-adds may be calls.",
            "",
            "",
            portable,
            256,
        )?,
    ];
    let tables: String = lowered.tables.iter().map(|table| items::table(table, width)).collect();
    let mut context = twin.context();
    context.insert("word", width.word_type());
    file(&mut context, header, width, &tables, &levels);
    let text = frame::render(frame::RUST_TWIN, &context)?;
    Ok(Sources::from([(format!("{name}.rs"), text)]))
}
