//! Emitted Rust, compiled as the runtime compiles it.
//!
//! The compiler inlines most stages into the function that calls them. Their instructions are found by
//! a second compilation with line tables, which say for each instruction through which calls it came
//! to stand where it does. The two compilations must agree in every instruction.

use super::x86::{self, Frame, Function};
use super::{Failure, MachineKernel, binutils, scratch, temporary};
use crate::diag::{Diag, DiagKind};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tmd_runtime::{Compiler, KernelBundle, Level};

/// The functions of a bundle at a level; inlined stages stand after the function that they are in.
pub(super) fn kernels(bundle: &KernelBundle, level: Level) -> Result<Vec<MachineKernel>, Failure> {
    if !cfg!(target_arch = "x86_64") {
        return Err(Failure::Missing(
            "machine code of the CPU is read for x86-64 only; the target cuda can be read anywhere"
                .to_owned(),
        ));
    }
    let folder = scratch()?;
    bundle.write(folder.path()).map_err(Diag::from)?;
    let compile = |options: &[&str], output: &str| -> Result<Vec<Function>, Failure> {
        let entry = &bundle.manifest.entry;
        Compiler::from_env().compile_object(folder.path(), entry, level, options, output)?;
        x86::disassemble(&folder.path().join(output))
    };
    let shipped = compile(&[], "shipped.o")?;
    let traced = compile(&["-C", "debuginfo=line-tables-only"], "traced.o")?;
    if shipped != traced {
        return Err(Diag::new(
            DiagKind::Environment,
            "this compiler makes other machine code with line tables than without: \
             no telling which instructions are whose",
        )
        .help("try another version of rustc (TMD_RUSTC)")
        .into());
    }
    let stages: Vec<&str> = bundle.manifest.stages.iter().map(|s| s.entry.as_str()).collect();
    let mut kernels = vec![];
    for function in &traced {
        let calls = calls(&folder.path().join("traced.o"), function)?;
        kernels.extend(split(function, &stages, &calls));
    }
    Ok(kernels)
}

/// For each address the functions that the instruction belongs to, the innermost first.
type Calls = BTreeMap<u64, Vec<String>>;

fn calls(object: &Path, function: &Function) -> Result<Calls, Failure> {
    let addresses: String =
        function.instructions.iter().map(|i| format!("0x{:x}\n", i.address)).collect();
    let list = object.with_extension("addresses");
    std::fs::write(&list, addresses).map_err(|error| temporary(&list, &error))?;
    let input = std::fs::File::open(&list).map_err(|error| temporary(&list, &error))?;
    let mut command = Command::new("addr2line");
    command.args(["-a", "-i", "-f", "-j", &function.section, "-e"]).arg(object);
    command.env("LC_ALL", "C").stdin(input);
    binutils(command).map(|text| parse_calls(&text))
}

/// Reads what addr2line writes: an address, then the name and the place of each function.
fn parse_calls(text: &str) -> Calls {
    let mut calls = Calls::new();
    let mut lines = text.lines();
    let mut current = None;
    while let Some(line) = lines.next() {
        match line.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
            Some(address) => current = Some(calls.entry(address).or_default()),
            None => {
                if let Some(names) = &mut current {
                    names.push(short_name(line).to_owned());
                }
                lines.next();
            }
        }
    }
    calls
}

/// A function, less the stages that are inlined in it; then those.
fn split(function: &Function, stages: &[&str], calls: &Calls) -> Vec<MachineKernel> {
    let name = short_name(&function.symbol);
    let frame = Frame::of(function);
    let part = |stage: Option<&str>| {
        let of_part = function.instructions.iter().filter(|instruction| {
            let names = calls.get(&instruction.address).map_or(&[][..], Vec::as_slice);
            let found = stages.iter().find(|stage| names.iter().any(|name| name == *stage));
            found.copied().filter(|found| *found != name) == stage
        });
        let mut kernel = x86::measure(stage.unwrap_or(name), &frame, of_part);
        kernel.within = stage.map(|_| name.to_owned());
        kernel
    };
    let inlined = stages.iter().map(|stage| part(Some(stage)));
    let inlined = inlined.filter(|kernel| kernel.instructions > 0);
    std::iter::once(part(None)).chain(inlined).collect()
}

/// The last name of a path in a mangled symbol: `run` of `_ZN3lib6kernel3run17h675a5ab7cd5ae654E`. Any
/// other symbol is its own name.
fn short_name(symbol: &str) -> &str {
    let mut rest = symbol.strip_prefix("_ZN").unwrap_or_default();
    let mut name = symbol;
    loop {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        let Ok(length) = rest[..digits].parse::<usize>() else { return name };
        let Some(end) = digits.checked_add(length) else { return name };
        let Some(part) = rest.get(digits..end) else { return name };
        let is_hash = length == 17 && part.starts_with('h');
        if !is_hash {
            name = part;
        }
        rest = &rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_shortened() {
        let run = "_ZN10tmd_kernel6kernel6avx5123run17h675a5ab7cd5ae654E";
        assert_eq!(short_name(run), "run");
        for name in ["tmd_abi", "stage0", "", "_ZN", "_ZN99x", "_ZN3π", "_ZN99999999999999999999x"]
        {
            assert_eq!(short_name(name), name);
        }
    }

    #[test]
    fn inlined_stages_are_told_apart() {
        let listing = "Disassembly of section .text.run:\n\
            0000000000000000 <_ZN10tmd_kernel3run17h675a5ab7cd5ae654E>:\n  \
            0:\tsub    rsp,0x10\n  4:\timul   r13,r11\n  8:\tadd    r13,QWORD PTR [rsp+0x8]\n  \
            c:\tret\n";
        let calls = "0x0\nrun\n/a.rs:1\n\
            0x4\ncarrying_mul_add\n/core.rs:3250\nstage0\n/a.rs:306\nrun\n/a.rs:170\n\
            0x8\nstage1\n/a.rs:9\nrun\n/a.rs:8\n0xc\nrun\n??:?\n";
        let function = &x86::functions(listing)[0];
        let kernels = split(function, &["stage0", "stage1", "stage2"], &parse_calls(calls));
        let summary: Vec<_> = kernels
            .iter()
            .map(|k| (k.name.as_str(), k.within.as_deref(), k.instructions, k.stack_bytes))
            .collect();
        let within = Some("run");
        assert_eq!(
            summary,
            [("run", None, 2, 16), ("stage0", within, 1, 16), ("stage1", within, 1, 16)]
        );
        assert_eq!(kernels[2].spill_loads, 1);
    }

    #[test]
    fn a_stage_that_is_a_function_is_not_inlined_in_itself() {
        let listing = "0000000000000000 <stage0>:\n  0:\tret\n";
        let function = &x86::functions(listing)[0];
        let kernels = split(function, &["stage0"], &parse_calls("0x0\nstage0\na.rs:3\n"));
        assert_eq!(kernels.len(), 1);
        assert_eq!((kernels[0].within.as_deref(), kernels[0].instructions), (None, 1));
    }
}
