//! Emitted OpenCL under Oclgrind, a simulator that looks for data races between work-items, for
//! addresses outside of buffers and, where values are scalars, for those that nobody wrote.

use crate::batch::Batch;
use std::process::Command;
use tmd_runtime::{DeviceKind, ProgramManifest};

/// The simulator.
pub struct Oclgrind(());

/// What a launch left behind.
pub struct Launched {
    /// Items and survivors by stage.
    pub counts: Vec<u32>,
    /// The whole buffer of survivors.
    pub survivors: Vec<u64>,
    /// What the simulator complained about: empty if all is well.
    pub log: String,
}

impl Oclgrind {
    /// The simulator, if it is installed. If not, that is said; with the variable
    /// `TMD_REQUIRE_OCLGRIND` it is a failure.
    ///
    /// # Panics
    /// If it is required and missing.
    pub fn find() -> Option<Oclgrind> {
        if Command::new("oclgrind-kernel").arg("--version").output().is_ok() {
            return Some(Oclgrind(()));
        }
        let skipped = "OpenCL sources are not simulated: there is no oclgrind-kernel; \
                       scripts/setup installs it";
        let required = std::env::var_os("TMD_REQUIRE_OCLGRIND").is_some_and(|v| !v.is_empty());
        assert!(!required, "{skipped}");
        println!("{skipped} (TMD_REQUIRE_OCLGRIND makes this a failure)");
        None
    }

    /// Launches a kernel of a program (`run_stage0`, …, `run_fused`). `survivor_words` is the length of
    /// the buffer of survivors, whatever the kernel is told of it.
    ///
    /// # Errors
    /// If the simulator does not start, or its answer cannot be understood.
    pub fn launch(
        &self,
        program: &ProgramManifest,
        source: &str,
        entry: &str,
        batch: &Batch,
        survivor_words: usize,
    ) -> Result<Launched, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| {
            std::fs::write(path(name), text).map_err(|error| error.to_string())
        };
        write("kernel.cl", source)?;
        write("kernel.sim", &simulation(program, entry, batch, survivor_words))?;
        let mut command = Command::new("oclgrind-kernel");
        // Optimised code has instructions that the simulator does not know.
        command.args(["--build-options", "-cl-opt-disable", "--data-races", "--uniform-writes"]);
        // Of the lanes of a vector it does not know which were written.
        if program.device != DeviceKind::Cpu {
            command.arg("--uninitialized");
        }
        // It ends with 0 whatever it finds: what counts is its log.
        let done = command
            .args(["--log", "log.txt", "kernel.sim"])
            .current_dir(folder.path())
            .output()
            .map_err(|error| error.to_string())?;
        let log = std::fs::read_to_string(path("log.txt")).unwrap_or_default();
        let dump = String::from_utf8_lossy(&done.stdout);
        let log = format!("{log}{}", String::from_utf8_lossy(&done.stderr));
        let counts = dumped(&dump, "counts", batch.counts.len());
        let survivors = dumped(&dump, "survivors", survivor_words);
        match (counts, survivors) {
            (Some(counts), Some(survivors)) => {
                let counts = counts.into_iter().map(|count| count as u32).collect();
                Ok(Launched { counts, survivors, log })
            }
            _ => Err(format!("{entry}: no answer:\n{log}{dump}")),
        }
    }
}

/// The description of a launch that the simulator reads.
fn simulation(
    program: &ProgramManifest,
    entry: &str,
    batch: &Batch,
    survivor_words: usize,
) -> String {
    let words = |words: &[u64]| {
        let list: Vec<String> = words.iter().map(|word| format!("{word:x}")).collect();
        format!("<size={} ulong hex>\n{}\n", 8 * words.len(), list.join(" "))
    };
    let number = |number: u32| format!("<size=4 uint>\n{number}\n");
    let counts: Vec<String> = batch.counts.iter().map(u32::to_string).collect();
    let size = program.group_size;
    [
        format!("kernel.cl\n{entry}\n{} 1 1\n{size} 1 1\n\n", batch.groups * size),
        words(&batch.seeds),
        number(batch.blocks),
        words(&batch.items),
        number(batch.items.len() as u32),
        format!("<size={} uint dump>\n{}\n", 4 * counts.len(), counts.join(" ")),
        format!("<size={} ulong hex noinit dump>\n", 8 * survivor_words),
        number(batch.survivor_capacity),
    ]
    .concat()
}

/// The elements of an argument as the simulator prints them: `  name[3] = 0x07`.
fn dumped(text: &str, name: &str, length: usize) -> Option<Vec<u64>> {
    let start = format!("{name}[");
    let elements = text.lines().filter_map(|line| line.trim().strip_prefix(&start));
    let values = elements.map(|line| {
        let (_, value) = line.split_once(" = ")?;
        match value.trim().strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => value.trim().parse().ok(),
        }
    });
    let values: Option<Vec<u64>> = values.collect();
    values.filter(|values| values.len() == length)
}
