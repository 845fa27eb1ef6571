//! Emitted Rust and C, compiled as the runtime compiles them.
//!
//! The compiler inlines most stages into the function that calls them. Their instructions are found by
//! a second compilation with line tables, which say for each instruction through which calls it came
//! to stand where it does. The two compilations must agree in every instruction.

use super::object_file::{Calls, ObjectFile};
use super::x86::{self, Frame, Function};
use super::{Failure, MachineKernel, scratch, temporary};
use crate::diag::{Diag, DiagKind};
use std::path::Path;
use tmd_base::target;
use tmd_runtime::{CCompiler, Compiler, KernelBundle, Level};

/// Compiles a file of a folder at a level, with these options, into an object file there.
type Compile = fn(&Path, &str, Level, &[&str], &str) -> Result<(), tmd_runtime::Error>;

/// A compiler of the CPU.
struct ObjectCompiler {
    /// What asks it for line tables.
    line_tables: &'static [&'static str],
    /// The variable that names another one.
    variable: &'static str,
    compile: Compile,
}

const RUST: ObjectCompiler = ObjectCompiler {
    line_tables: &["-C", "debuginfo=line-tables-only"],
    variable: "TMD_RUSTC",
    compile: |folder, entry, level, options, output| {
        Compiler::from_env().compile_object(folder, entry, level, options, output)
    },
};

const C: ObjectCompiler = ObjectCompiler {
    line_tables: &["-g1"],
    variable: "TMD_CC",
    compile: |folder, entry, level, options, output| {
        CCompiler::from_env().compile_object(folder, entry, level, options, output)
    },
};

/// The functions of a bundle in Rust or C; inlined stages stand after the function that they are in.
pub(super) fn kernels(bundle: &KernelBundle, level: Level) -> Result<Vec<MachineKernel>, Failure> {
    let compiler = if bundle.manifest.target == target::C { C } else { RUST };
    if !cfg!(target_arch = "x86_64") {
        return Err(Failure::Missing(
            "machine code of the CPU is read for x86-64 only; the target cuda can be read anywhere"
                .to_owned(),
        ));
    }
    let folder = scratch()?;
    bundle.write(folder.path()).map_err(Diag::from)?;
    let compile = |options: &[&str], output: &str| -> Result<Vec<u8>, Failure> {
        (compiler.compile)(folder.path(), &bundle.manifest.entry, level, options, output)?;
        let path = folder.path().join(output);
        Ok(std::fs::read(&path).map_err(|error| temporary(&path, &error))?)
    };
    let unreadable = |why: String| unreadable(&why, compiler.variable);
    let shipped = compile(&[], "shipped.o")?;
    let traced = compile(compiler.line_tables, "traced.o")?;
    let (shipped, traced) =
        (parsed(&shipped).map_err(unreadable)?, parsed(&traced).map_err(unreadable)?);
    let functions = traced.functions().map_err(|why| unreadable(why.to_string()))?;
    let own = shipped.functions().map_err(|why| unreadable(why.to_string()))?;
    if !is_same(&own, &functions) {
        return Err(Diag::new(
            DiagKind::Environment,
            "this compiler makes other machine code with line tables than without: \
             no telling which instructions are whose",
        )
        .help(format!("try another version of the compiler ({})", compiler.variable))
        .into());
    }
    let stages: Vec<&str> = bundle.manifest.stages.iter().map(|s| s.entry.as_str()).collect();
    let calls = traced.calls(&functions).map_err(|why| unreadable(why.to_string()))?;
    let kernels = functions.iter().zip(&calls);
    Ok(kernels.flat_map(|(function, calls)| split(function, &stages, calls)).collect())
}

fn parsed(file: &[u8]) -> Result<ObjectFile<'_>, String> {
    let file = ObjectFile::parse(file).map_err(|why| why.to_string())?;
    file.ok_or_else(|| "it is for another machine".to_owned())
}

fn unreadable(why: &str, variable: &str) -> Diag {
    let message = format!("the compiled kernel cannot be read: {why}");
    Diag::new(DiagKind::Environment, message)
        .help(format!("try another version of the compiler ({variable})"))
}

/// Whether the instructions are the same: line tables change the numbers of sections.
fn is_same(some: &[Function], others: &[Function]) -> bool {
    let code = |function: &Function| (function.symbol.clone(), function.instructions.clone());
    some.iter().map(code).eq(others.iter().map(code))
}

/// A function, less the stages that are inlined in it; then those.
fn split(function: &Function, stages: &[&str], calls: &Calls) -> Vec<MachineKernel> {
    let name = short_name(&function.symbol);
    let frame = Frame::of(function);
    let part = |stage: Option<&str>| {
        let of_part = function.instructions.iter().filter(|instruction| {
            let names = calls.get(&instruction.address()).map_or(&[][..], Vec::as_slice);
            let is_in = |stage: &str| names.iter().any(|name| short_name(name) == stage);
            let found = stages.iter().find(|stage| is_in(stage));
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
    use std::collections::BTreeMap;

    #[test]
    fn symbols_are_shortened() {
        let run = "_ZN10tmd_kernel6kernel6avx5123run17h675a5ab7cd5ae654E";
        assert_eq!(short_name(run), "run");
        for name in ["tmd_abi", "stage0", "", "_ZN", "_ZN99x", "_ZN3π", "_ZN99999999999999999999x"]
        {
            assert_eq!(short_name(name), name);
        }
    }

    fn function(symbol: &str, code: &[u8]) -> Function {
        Function::decode(1, symbol, 0, code, &BTreeMap::new())
    }

    #[test]
    fn inlined_stages_are_told_apart() {
        let code = [
            &[0x48, 0x83, 0xec, 0x10][..],   // 0: sub rsp,0x10
            &[0x4d, 0x0f, 0xaf, 0xeb],       // 4: imul r13,r11
            &[0x4c, 0x03, 0x6c, 0x24, 0x08], // 8: add r13,[rsp+8]
            &[0xc3],                         // d: ret
        ];
        let calls: Calls = [
            (0, vec!["run"]),
            (4, vec!["carrying_mul_add", "_ZN3lib6stage017h675a5ab7cd5ae654E", "run"]),
            (8, vec!["stage1", "run"]),
            (13, vec!["run"]),
        ]
        .map(|(address, names)| (address, names.into_iter().map(str::to_owned).collect()))
        .into();
        let function = function("_ZN10tmd_kernel3run17h675a5ab7cd5ae654E", &code.concat());
        let kernels = split(&function, &["stage0", "stage1", "stage2"], &calls);
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
        let calls = Calls::from([(0, vec!["stage0".to_owned()])]);
        let kernels = split(&function("stage0", &[0xc3]), &["stage0"], &calls);
        assert_eq!(kernels.len(), 1);
        assert_eq!((kernels[0].within.as_deref(), kernels[0].instructions), (None, 1));
    }
}
