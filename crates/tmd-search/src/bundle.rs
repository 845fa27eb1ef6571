//! From a planned kernel to a bundle: emitted sources and a manifest that describes them.

use crate::plan::{Contract, Plan, stage_kind};
use tmd_base::diag::Diag;
use tmd_design::bound::Bound;
use tmd_design::design::{Check, KernelPlan, StagePlan};
use tmd_kernel::backends::{Backend, Emitted, LineMap};
use tmd_kernel::kernel::{self, Design};
use tmd_runtime::{ArgumentDoc, BoundEntry, KernelBundle, LoopBound, Manifest, StageManifest};

/// Emits kernel `index` of a plan. `command` is what reproduces it. Of several kernels: [`Bundler`].
///
/// # Errors
/// If the target cannot express the kernel.
pub fn emit(
    plan: &Plan,
    index: usize,
    target: &dyn Backend,
    command: &str,
) -> Result<KernelBundle, Diag> {
    Bundler::new(plan, command).emit(index, target)
}

/// Emits the kernels of a plan. Each bundle names the hash of all of the plan, which takes time where there are many spans, and is
/// computed once.
pub struct Bundler<'p> {
    plan: &'p Plan,
    plan_hash: String,
    command: &'p str,
}

impl<'p> Bundler<'p> {
    /// Of a plan; `command` is what reproduces its kernels.
    pub fn new(plan: &'p Plan, command: &'p str) -> Self {
        Bundler { plan, plan_hash: plan.hash(), command }
    }

    /// Emits a kernel.
    ///
    /// # Errors
    /// If the target cannot express it.
    pub fn emit(&self, index: usize, target: &dyn Backend) -> Result<KernelBundle, Diag> {
        self.emit_with_lines(index, target).map(|(bundle, _)| bundle)
    }

    /// The same, and where the kernels stand in its files.
    ///
    /// # Errors
    /// As [`Bundler::emit`].
    pub fn emit_with_lines(
        &self,
        index: usize,
        target: &dyn Backend,
    ) -> Result<(KernelBundle, LineMap), Diag> {
        let Bundler { plan, plan_hash, command } = self;
        let (kernel, function) = (&plan.kernels[index], plan.spec.canonical());
        let mut header = vec![
            format!("Hard-to-round cases of {function}: kernel {index} of the plan."),
            String::new(),
            "```text".to_owned(),
            (*command).to_owned(),
            "```".to_owned(),
            String::new(),
        ];
        header.extend(plan.describe_kernel(index));
        let Emitted { files, programs, lines } = target.emit(kernel, &header)?;
        let manifest = Manifest {
            name: format!("{}_k{index}", plan.slug()),
            function,
            target: target.name().to_owned(),
            command: (*command).to_owned(),
            stages: stage_manifests(kernel),
            bounds: bounds(plan, index),
            entry: target.entry().to_owned(),
            plan_hash: plan_hash.clone(),
            kernel: index,
            programs,
            ..Manifest::default()
        };
        Ok((KernelBundle::new(manifest, files)?, lines))
    }
}

/// The bounds that all spans of a kernel keep to.
fn bounds(plan: &Plan, index: usize) -> Vec<BoundEntry> {
    let entry = |stage: usize, bound: Bound| BoundEntry {
        name: format!("stage {stage}: {}", bound.name),
        value: format!("{:e}", bound.value.value()),
        status: bound.status.name().to_owned(),
        origin: bound.origin,
    };
    let contract = Contract::new(plan, index);
    let stages = contract.stages.into_iter().enumerate();
    stages
        .flat_map(|(stage, of_stage)| {
            of_stage.bounds.into_iter().map(move |bound| entry(stage, bound))
        })
        .collect()
}

/// What a manifest says of a kernel's stages, whoever runs them.
pub(crate) fn stage_manifests(kernel: &KernelPlan) -> Vec<StageManifest> {
    let stages = kernel.stages.iter().zip(loops(kernel)).enumerate();
    stages.map(|(index, (stage, loops))| stage_manifest(index, stage, loops)).collect()
}

/// The loops of each stage with their bounds: the same in every layout.
pub fn loops(design: &dyn Design) -> Vec<Vec<LoopBound>> {
    let own = |(name, rounds): (&str, u64)| LoopBound { name: name.to_owned(), rounds };
    kernel::build(design, 1).kernels.iter().map(|stage| stage.loops().map(own).collect()).collect()
}

fn stage_manifest(index: usize, stage: &StagePlan, loops: Vec<LoopBound>) -> StageManifest {
    let doc = |name: &str, shape: String, units: &str, range: String| ArgumentDoc {
        name: name.to_owned(),
        shape,
        units: units.to_owned(),
        range,
    };
    StageManifest {
        entry: format!("stage{index}"),
        kind: stage_kind(&stage.check),
        part_count: stage.parts,
        part_inputs: stage.part_inputs,
        item_inputs: stage.item_inputs(),
        items: stage.items,
        seed_words: stage.seed_words(),
        loops,
        argument_docs: vec![
            doc(
                "seed",
                format!("{} words of 64 bits", stage.seed_words()),
                "polynomial coefficients in the item index, as fractions of the breakpoint spacing",
                "any".into(),
            ),
            doc(
                "items",
                "one word an item".into(),
                "item index in the block",
                format!("0 .. {}", stage.items),
            ),
            doc(
                "out",
                match stage.check {
                    Check::Arcs(_) => {
                        "few words an item, more asked for where there are more".into()
                    }
                    _ => format!("at most {} words an item", stage.parts),
                },
                "part index in the block: item index times parts, plus part",
                format!("0 .. {}", stage.items * stage.parts),
            ),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_request::request::Request;
    use tmd_runtime::{Argument, Direction, Element, Passing};

    /// The parameters of a function in a text: what stands between the parentheses after its name.
    fn parameters<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
        let head = format!(" {name}(");
        let (_, after) = text.split_once(&head).unwrap_or_else(|| panic!("there is no{head}"));
        let (list, _) = after.split_once(')').expect("a closing parenthesis");
        list.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()).collect()
    }

    /// Whether a parameter, in C or in Rust, is this argument.
    fn is(parameter: &str, argument: &Argument) -> bool {
        let names: &[&str] = match argument.element {
            Element::U32 => &["uint", "unsigned int", "u32"],
            Element::U64 => &["word", "u64"],
            Element::Size => &["size_t", "usize"],
        };
        let words: Vec<&str> =
            parameter.split([' ', ':', '*']).filter(|word| !word.is_empty()).collect();
        let pointer = parameter.contains('*');
        words.contains(&argument.name.as_str())
            && names.iter().any(|name| parameter.contains(name))
            && pointer == (argument.passing == Passing::Buffer)
            && (!pointer || parameter.contains("const") == (argument.direction == Direction::In))
    }

    /// Everything that a manifest says can be launched is in its file, with these arguments.
    #[test]
    fn entry_points_are_those_of_the_sources() {
        let request = Request { bits: Some(34), ..Request::in_range("exp", "1,0x1.0008p0") };
        let plan = crate::plan::make(&request).expect("plan");
        for target in tmd_kernel::backends::targets() {
            let bundle = emit(&plan, 0, target, "command").expect("bundle");
            let interface = &bundle.manifest.interface;
            assert!(!interface.entry_points.is_empty(), "{}", target.name());
            for entry in &interface.entry_points {
                let found = parameters(&bundle.files[&entry.file], &entry.name);
                assert_eq!(found.len(), entry.arguments.len(), "{}: {found:?}", entry.name);
                for (parameter, argument) in found.iter().zip(&entry.arguments) {
                    assert!(is(parameter, argument), "{}: {parameter}: {argument:?}", entry.name);
                }
            }
        }
    }
}
