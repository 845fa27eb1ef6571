//! A file: prelude, stage functions, and the kernels around them.

use crate::backends::KernelLines;
use crate::backends::clike::helpers::Called;
use crate::backends::clike::print::Printed;
use crate::backends::clike::style::{FileNames, Interface, Style};
use crate::backends::clike::{Dialect, Launch, helpers, print, words};
use crate::ir::{Kernel, Module};
use crate::kernel::{Design, Layout, StageShape};
use crate::{frame, kernel, pass};
use std::fmt::Write;
use tera::Context;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_design::design::Compaction;
use tmd_runtime::{Deployment, DeviceKind, ProgramManifest};

/// Threads of a group.
const GROUP: usize = 128;
/// Most parts of a lane whose survivors are kept in a word.
const MOST_KEPT: u64 = 64;
/// Fewest threads that share an item: neighbouring threads work on neighbouring parts.
const FEWEST_THREADS: u64 = 4;
/// Lanes of a vector.
pub const VECTOR: usize = 16;
/// Work-items of a group where an item belongs to one.
const VECTOR_GROUP: usize = 16;

/// How lanes are laid out and stages follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Lanes are threads, a kernel a stage.
    Threads,
    /// Lanes are vector elements, a kernel a stage.
    Vectors,
    /// Lanes are threads; a survivor is refined at once by the thread that found it.
    Fused,
}

/// One file that a target emits.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Its name.
    pub file: &'static str,
    /// The language.
    pub dialect: &'static Dialect,
    /// Its words for threads.
    pub launch: &'static Launch,
    /// The layout.
    pub shape: Shape,
}

/// A stage's kernel with what the frame around it must know.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The kernel, of as many lanes as threads (vector elements) share an item; after the first stage
    /// of [`Shape::Fused`], of one lane.
    pub kernel: Kernel,
    /// Items of a full block, a power of two.
    pub items: u64,
    /// Parts of an item.
    pub parts: u64,
}

/// A file that is printed.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// Where the kernels stand in it.
    pub lines: Vec<KernelLines>,
    /// What the manifest says of it.
    pub manifest: ProgramManifest,
}

impl Form {
    /// The kernels of a plan as this form prints them.
    ///
    /// # Errors
    /// If a kernel is malformed.
    pub fn module(&self, plan: &dyn Design) -> Result<Module, Diag> {
        pass::standard(kernel::build_with(plan, |index, stage| self.layout(index, stage)))
    }

    /// The layout of the kernel of stage `index`.
    pub fn layout(&self, index: usize, stage: &StageShape) -> Layout {
        if self.shape == Shape::Fused && index > 0 {
            return Layout::new(1, Compaction::Atomic);
        }
        let strands = stage.strands;
        let threads = match stage.has_long_strands {
            true => strands.min(GROUP as u64),
            false => (strands / MOST_KEPT).clamp(FEWEST_THREADS, GROUP as u64),
        };
        let lanes = match self.shape {
            Shape::Vectors => VECTOR as u64,
            Shape::Threads | Shape::Fused => threads,
        };
        let lanes = lanes.min(strands);
        let compaction = match self.shape {
            Shape::Fused => Compaction::Atomic,
            _ if stage.parts / lanes > MOST_KEPT => Compaction::Atomic,
            _ => stage.compaction,
        };
        Layout::new(narrow::to_usize(lanes), compaction)
    }

    /// Lanes of a vector, or threads that share an item where nothing else is known.
    pub fn lanes(&self) -> usize {
        match self.shape {
            Shape::Vectors => VECTOR,
            Shape::Threads | Shape::Fused => 32,
        }
    }

    /// Prints the file of some stages. `header` is the text of the comment at its head, a line each.
    ///
    /// Kernels are printed as they are: see [`crate::pass::standard`].
    ///
    /// # Errors
    /// If a kernel has a constant that C cannot write, or lanes that are not laid out so.
    pub fn print(&self, stages: &[Stage], header: &[String]) -> Result<Program, Diag> {
        self.check(stages)?;
        let functions = self.functions(stages)?;
        let mut text = words::commented(header);
        let multiword = words::multiword(self.dialect, &functions);
        let frames = [self.frames(stages, &functions)?];
        let mut called: Called = functions.iter().flat_map(|f| f.called.clone()).collect();
        called.extend(self.called_by_frames(stages).into_iter().map(str::to_owned));
        let body: Vec<String> =
            multiword.into_iter().chain(self.overrun(stages)?).chain(frames).collect();
        let body = body.join("\n");
        let preludes = match self.shape {
            Shape::Vectors => vec![self.launch.prelude, self.launch.vector_prelude],
            Shape::Threads | Shape::Fused => vec![self.launch.prelude],
        };
        for prelude in preludes {
            let _ = write!(text, "\n{}", helpers::needed(prelude, &called));
        }
        let _ = write!(text, "\n{body}");
        let lines = functions.into_iter().map(|function| function.lines_in(&text)).collect();
        Ok(Program { lines, text, manifest: self.program(stages) })
    }

    /// Vectors have one length; the threads of an item are threads of one group.
    fn check(&self, stages: &[Stage]) -> Result<(), Diag> {
        let fits = |lanes: usize| match self.shape {
            Shape::Vectors => lanes == VECTOR,
            Shape::Threads | Shape::Fused => lanes > 0 && GROUP.is_multiple_of(lanes),
        };
        match stages.iter().find(|stage| !fits(stage.kernel.lanes)) {
            None => Ok(()),
            Some(Stage { kernel, .. }) => {
                let what = format!("{} cannot have {} lanes an item", self.file, kernel.lanes);
                Err(Diag::new(DiagKind::Internal, format!("kernel `{}`: {what}", kernel.name)))
            }
        }
    }

    fn program(&self, stages: &[Stage]) -> ProgramManifest {
        let (device, deployment) = match self.shape {
            Shape::Threads => (DeviceKind::Gpu, Deployment::Phased),
            Shape::Vectors => (DeviceKind::Cpu, Deployment::Phased),
            Shape::Fused => (DeviceKind::Gpu, Deployment::Fused),
        };
        let threads = |stage: &Stage| match self.shape {
            Shape::Vectors => 1,
            Shape::Threads | Shape::Fused => narrow::to_u32(stage.kernel.lanes),
        };
        ProgramManifest {
            file: self.file.to_owned(),
            device,
            deployment,
            group_size: narrow::to_u32(self.group()),
            item_threads: stages.iter().map(threads).collect(),
        }
    }

    fn group(&self) -> usize {
        if self.shape == Shape::Vectors { VECTOR_GROUP } else { GROUP }
    }

    /// The stage functions, in order.
    fn functions(&self, stages: &[Stage]) -> Result<Vec<Printed>, Diag> {
        let mut seed_offset = 0;
        let mut functions = vec![];
        for (index, stage) in stages.iter().enumerate() {
            let alone = self.shape == Shape::Fused && index > 0;
            let name = match alone {
                true => format!("stage{index}_alone"),
                false => format!("stage{index}"),
            };
            let style = Style {
                dialect: self.dialect,
                vectors: self.shape == Shape::Vectors,
                name: &name,
                names: FileNames::OWN,
                interface: Interface::Batch {
                    report: &format!("report{index}"),
                    seed_offset,
                    stage: index,
                },
            };
            functions.push(print::function(&stage.kernel, &style)?);
            seed_offset += stage.kernel.seed_words;
        }
        Ok(functions)
    }

    /// What a loop calls that passes its bound, if there are loops.
    fn overrun(&self, stages: &[Stage]) -> Result<Option<String>, Diag> {
        if !stages.iter().any(|stage| stage.kernel.loops().next().is_some()) {
            return Ok(None);
        }
        let mut context = Context::new();
        context.insert("function", self.dialect.function);
        context.insert("global", self.dialect.global);
        context.insert("atomic_add", self.launch.atomic_add);
        context.insert("overruns", &(stages.len() + 1));
        frame::render(frame::CLIKE_OVERRUN, &context).map(Some)
    }

    /// Helpers that the frames call.
    fn called_by_frames(&self, stages: &[Stage]) -> Vec<&'static str> {
        let keeps = |stage: &Stage| print::kept_stride(&stage.kernel).is_some();
        let mut called = vec![];
        if self.shape != Shape::Fused && stages.iter().any(keeps) {
            called.extend(["bits_set", "lowest_bit"]);
        }
        if self.shape == Shape::Vectors && !stages.iter().all(keeps) {
            called.push("as_words");
        }
        called
    }

    /// Functions and kernels, each after what it calls.
    fn frames(&self, stages: &[Stage], functions: &[Printed]) -> Result<String, Diag> {
        let mut parts = vec![];
        for index in 0..stages.len() {
            parts.push(self.frame(stages, functions, index)?);
        }
        if self.shape == Shape::Fused {
            // A stage calls the one after it.
            parts.reverse();
        }
        Ok(parts.join("\n"))
    }

    fn frame(&self, stages: &[Stage], functions: &[Printed], index: usize) -> Result<String, Diag> {
        let stage = &stages[index];
        let (dialect, launch) = (self.dialect, self.launch);
        let mut context = Context::new();
        for (name, word) in [
            ("function", dialect.function),
            ("global", dialect.global),
            ("local", launch.local),
            ("local_pointer", launch.local_pointer),
            ("barrier", launch.barrier),
            ("thread", launch.thread),
            ("group", launch.group),
            ("groups", launch.groups),
            ("atomic_add", launch.atomic_add),
            ("suffix", dialect.suffix),
            ("stage_function", functions[index].text.as_str()),
        ] {
            context.insert(name, word);
        }
        context.insert("kernel", &(launch.kernel)(self.group()));
        context.insert("group_size", &self.group());
        context.insert("lanes", &stage.kernel.lanes);
        context.insert("items", &stage.items);
        context.insert("parts", &(stage.items * stage.parts));
        context.insert("index", &index);
        context.insert("next", &(index + 1));
        context.insert("last", &(index + 1 == stages.len()));
        let stride = print::kept_stride(&stage.kernel);
        context.insert("keeps", &stride.is_some());
        context.insert("stride", &stride.unwrap_or(0));
        let frame = match self.shape {
            Shape::Threads if stride.is_some() => frame::CLIKE_SCAN,
            Shape::Threads => frame::CLIKE_ATOMIC,
            Shape::Vectors => frame::CLIKE_VECTORS,
            Shape::Fused => frame::CLIKE_FUSED,
        };
        let mut text = frame::render(frame, &context)?;
        if index == 0
            && self.shape == Shape::Threads
            && stages.iter().any(|s| print::kept_stride(&s.kernel).is_some())
        {
            text = format!("{}\n{text}", frame::render(frame::CLIKE_PLACES, &context)?);
        }
        Ok(text)
    }
}

/// What the reader of the notes below the header must know of this language.
pub(super) const NOTES: [&str; 9] = [
    "",
    "A batch of blocks runs at a time. Below, seed[i] is word i of the seed of the block that the",
    "item belongs to: words of all blocks lie side by side, so that the code reads seed[i * blocks].",
    "`item` counts in its block, items and survivors in device memory count over the batch: item +",
    "block * items of a block. Survivors are written in any order; counts[s] is how many items stage",
    "s has and counts[s + 1] how many parts survive it, more than were written if they found no",
    "room. The lanes of an item are the threads (in a file of vectors: the elements) that share it;",
    "where only one works on it, it is lane 0 of 1. A loop that would pass its bound ends the work on",
    "the item, and is noted behind the counts: then no survivor is of use.",
];
