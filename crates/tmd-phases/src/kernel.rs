//! The kernel of a search by phases: its bundle for a target, and how it is loaded.

use crate::request::Request;
use std::sync::Arc;
use tmd_base::diag::Diag;
use tmd_base::hash::sha256_hex;
use tmd_base::text::wrap;
use tmd_design::phases::{PhasesPlan, ROUNDING, USABLE, points, seed};
use tmd_kernel::backends::{Backend, Emitted};
use tmd_runtime::{
    ArgumentDoc, BoundEntry, Kernel, KernelBundle, Manifest, StageKind, StageManifest,
};
use tmd_search::bundle::loops;
use tmd_search::load::{self, LoadOptions};

/// Columns of a line of a header.
const WIDTH: usize = 96;

/// The plan of the kernel.
pub const PLAN: PhasesPlan = PhasesPlan::STANDARD;

/// The bundle of the kernel for a target. Its text does not depend on the request: all that does is in seeds.
///
/// # Errors
/// If the target cannot express it.
pub fn bundle(
    request: &Request,
    target: &dyn Backend,
    command: &str,
) -> Result<KernelBundle, Diag> {
    let function = request.function.text().to_owned();
    let mut header = vec![
        format!("Hard-to-round cases of {function} by arcs of phases."),
        String::new(),
        "```text".to_owned(),
        command.to_owned(),
        "```".to_owned(),
        String::new(),
    ];
    header.extend(about());
    let Emitted { files, programs, .. } = target.emit(&PLAN, &header)?;
    let manifest = Manifest {
        name: format!("{}_phases", request.function.slug()),
        function,
        target: target.name().to_owned(),
        command: command.to_owned(),
        stages: stages(),
        bounds: bounds(),
        entry: target.entry().to_owned(),
        plan_hash: sha256_hex(PLAN.describe().join("\n").as_bytes()),
        programs,
        ..Manifest::default()
    };
    Ok(KernelBundle::new(manifest, files)?)
}

/// Loads the kernel: compiles what the target emits, or interprets.
///
/// # Errors
/// As [`LoadOptions::check`]; if the kernel cannot be compiled.
pub fn load(request: &Request, options: &LoadOptions) -> Result<Arc<dyn Kernel>, Diag> {
    let command = request.command();
    load::design(&PLAN, &stages, &|target| bundle(request, target, &command), options)
}

/// What the head of an emitted file says of the kernel.
fn about() -> Vec<String> {
    let text = format!(
        "A block is {} arcs of phases in {} strands of {}; its seed has {} words of 64 bits. A vector that lets F vary by more than {USABLE} turns \
         by one of its terms leaves out nothing. F is off by the block's slack, of which 2^{} turns are for all operations in binary64. Points \
         of arcs are solved for where they are known to 2^{}, and no more than {} integers are to be gone through.",
        PLAN.arcs(),
        PLAN.strands,
        PLAN.strand_arcs,
        seed::WORDS,
        ROUNDING.log2(),
        points::SURE.log2(),
        points::MOST
    );
    wrap("", &text, WIDTH)
}

fn bounds() -> Vec<BoundEntry> {
    let entry = |name: &str, value: f64, origin: &str| BoundEntry {
        name: name.to_owned(),
        value: format!("2^{}", value.log2()),
        status: "proved".to_owned(),
        origin: origin.to_owned(),
    };
    vec![
        entry(
            "rounding of F in binary64, in turns",
            ROUNDING,
            "some 90 sums of a few terms that are below 256 turns",
        ),
        entry(
            "rounding of the points of an arc, as a share of the sums of sizes",
            points::ROUNDING,
            "sums of at most ten products, each rounded by 2^-53 of its size",
        ),
    ]
}

/// What the manifest says of the only stage. An input of it is an arc.
fn stages() -> Vec<StageManifest> {
    let doc = |name: &str, shape: String, units: &str, range: String| ArgumentDoc {
        name: name.to_owned(),
        shape,
        units: units.to_owned(),
        range,
    };
    let last = PLAN.arcs() - 1;
    vec![StageManifest {
        entry: "stage0".to_owned(),
        kind: StageKind::Existence,
        part_count: PLAN.arcs(),
        part_inputs: 1,
        item_inputs: PLAN.arcs(),
        items: 1,
        seed_words: seed::WORDS,
        loops: loops(&PLAN).into_iter().next().unwrap_or_default(),
        argument_docs: vec![
            doc(
                "seed",
                format!("{} words of 64 bits", seed::WORDS),
                "tables of G and G', a basis, and what its units are in turns",
                "any".to_owned(),
            ),
            doc("items", "one word an item".to_owned(), "item index in the block", "0".to_owned()),
            doc(
                "out",
                format!("at most {} words an item", PLAN.arcs()),
                "arc index in the block",
                format!("0 .. {last}"),
            ),
        ],
    }]
}
