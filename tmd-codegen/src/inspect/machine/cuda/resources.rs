//! The resources that a kernel needs of a multiprocessor, as the assembler reports them.

use std::collections::BTreeMap;

/// The resources that one kernel needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes that a thread stores because registers do not suffice.
    pub spill_stores: u32,
    /// Bytes that it loads again.
    pub spill_loads: u32,
    /// Bytes of a thread's stack.
    pub stack: u32,
    /// Bytes of a group's shared memory.
    pub shared: u32,
}

/// Reads the report of `--resource-usage`. Functions that are no kernels are named, too, but have no
/// registers of their own; their stack and spills are counted with the kernel after which they come.
pub(super) fn parse(report: &str) -> Result<BTreeMap<String, Resources>, String> {
    let mut kernels = BTreeMap::new();
    let mut current: Option<(String, Resources)> = None;
    for line in report.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let name = rest.split('\'').next().unwrap_or_default();
            kernels.extend(current.replace((name.to_string(), Resources::default())));
        }
        let Some((_, needs)) = &mut current else { continue };
        if let Some(stack) = before(line, " bytes stack frame") {
            needs.stack += stack;
            needs.spill_stores += before(line, " bytes spill stores").ok_or(line)?;
            needs.spill_loads += before(line, " bytes spill loads").ok_or(line)?;
        }
        if let Some((_, rest)) = line.split_once("Used ") {
            needs.registers = before(rest, " registers").ok_or(line)?;
            needs.shared = before(rest, " bytes smem").unwrap_or(0);
        }
    }
    kernels.extend(current);
    match kernels.values().all(|needs| needs.registers > 0) {
        true => Ok(kernels),
        false => Err(format!("a kernel without registers in the report:\n{report}")),
    }
}

/// The number right before some words.
fn before(line: &str, words: &str) -> Option<u32> {
    let (text, _) = line.split_once(words)?;
    let digits = text.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'run_stage1' for 'sm_90'
ptxas info    : Function properties for run_stage1
    48 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 48 bytes cumulative stack size, 528 bytes smem
ptxas info    : Compile time = 7.110 ms
ptxas info    : Compiling entry function 'run_stage0' for 'sm_90'
ptxas info    : Function properties for run_stage0
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 18 registers, used 0 barriers
";

    #[test]
    fn reports_are_read() {
        let kernels = parse(REPORT).expect("a report");
        let names: Vec<&str> = kernels.keys().map(String::as_str).collect();
        assert_eq!(names, ["run_stage0", "run_stage1"]);
        let small = Resources { registers: 18, ..Resources::default() };
        assert_eq!(kernels["run_stage0"], small);
        let large =
            Resources { registers: 255, spill_stores: 8, spill_loads: 12, stack: 48, shared: 528 };
        assert_eq!(kernels["run_stage1"], large);
    }

    #[test]
    fn a_report_without_numbers_is_an_error() {
        let cut = REPORT.replace("Used 18 registers", "Used some");
        assert!(parse(&cut).is_err());
    }
}
