//! x86-64 code as objdump lists it, in Intel's notation.

use super::{Failure, MachineKernel, binutils};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// A function of an object file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// The section that it lies in.
    pub(super) section: String,
    /// Its symbol.
    pub(super) symbol: String,
    /// Its instructions, in order.
    pub(super) instructions: Vec<Instruction>,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    /// Where it lies in its section.
    pub(super) address: u64,
    /// Mnemonic and operands; what the linker fills in follows after a `;`.
    pub(super) text: String,
}

/// Disassembles an object file or a library.
pub(super) fn disassemble(path: &Path) -> Result<Vec<Function>, Failure> {
    let mut command = Command::new("objdump");
    command.stdin(std::process::Stdio::null());
    command.args(["-d", "-r", "-M", "intel", "--no-show-raw-insn"]).arg(path);
    command.env("LC_ALL", "C");
    binutils(command).map(|listing| functions(&listing))
}

/// Reads objdump's listing.
pub(super) fn functions(listing: &str) -> Vec<Function> {
    let mut section = "";
    let mut functions: Vec<Function> = vec![];
    for line in listing.lines() {
        if let Some(name) = line.strip_prefix("Disassembly of section ") {
            section = name.trim_end_matches(':');
        } else if let Some(symbol) = head(line) {
            let (section, symbol) = (section.to_owned(), symbol.to_owned());
            functions.push(Function { section, symbol, instructions: vec![] });
        } else if let (Some(function), Some((address, text))) =
            (functions.last_mut(), addressed(line))
        {
            match (text.strip_prefix("R_X86_64_"), function.instructions.last_mut()) {
                (Some(relocation), Some(last)) => {
                    let target = relocation.split_whitespace().nth(1).unwrap_or_default();
                    last.text += &format!(" ; {target}");
                }
                _ => function.instructions.push(Instruction { address, text }),
            }
        }
    }
    functions
}

/// The symbol of `0000000000000010 <symbol>:`.
fn head(line: &str) -> Option<&str> {
    let (address, symbol) = line.split_once(" <")?;
    let is_address = !address.is_empty() && address.chars().all(|c| c.is_ascii_hexdigit());
    symbol.strip_suffix(">:").filter(|_| is_address)
}

/// Address and text of `  10:<tab>text`, with single blanks.
fn addressed(line: &str) -> Option<(u64, String)> {
    let (address, text) = line.trim_start().split_once(":")?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let address = u64::from_str_radix(address, 16).ok()?;
    (!text.is_empty()).then_some((address, text))
}

impl Instruction {
    fn mnemonic(&self) -> &str {
        // `rep stos`, `notrack jmp`, …
        let words = self.text.split_whitespace();
        words.clone().find(|word| !PREFIXES.contains(word)).unwrap_or_default()
    }

    fn operands(&self) -> &str {
        let code = self.text.split(" ;").next().unwrap_or_default();
        code.split_once(' ').map_or("", |(_, operands)| operands)
    }

    fn is_filler(&self) -> bool {
        matches!(self.mnemonic(), "nop" | "nopw" | "nopl" | "data16" | "cs" | "int3")
            || (self.mnemonic() == "xchg" && self.operands() == "ax,ax")
    }

    /// Vector registers by number: `zmm3`, `ymm3` and `xmm3` are one.
    fn vector_registers(&self) -> impl Iterator<Item = u32> + '_ {
        let words = self.operands().split(|c: char| !c.is_ascii_alphanumeric());
        words.filter_map(|word| {
            ["xmm", "ymm", "zmm"].iter().find_map(|kind| word.strip_prefix(kind)?.parse().ok())
        })
    }
}

const PREFIXES: [&str; 6] = ["rep", "repz", "repnz", "lock", "notrack", "bnd"];

/// What a function does with its stack.
pub(super) struct Frame {
    /// Bytes that it takes for saved registers and for itself; rounding up to an alignment is not
    /// counted.
    bytes: u64,
    /// Registers besides `rsp` that the frame is addressed by: copies that a prologue makes.
    bases: BTreeSet<&'static str>,
}

impl Frame {
    pub(super) fn of(function: &Function) -> Frame {
        let mut frame = Frame { bytes: 0, bases: BTreeSet::new() };
        for instruction in &function.instructions {
            match (instruction.mnemonic(), instruction.operands()) {
                ("push", _) => frame.bytes += 8,
                ("sub", operands) => frame.bytes += taken(operands).unwrap_or(0),
                ("mov", "rbp,rsp") => drop(frame.bases.insert("[rbp")),
                ("mov", "rbx,rsp") => drop(frame.bases.insert("[rbx")),
                _ => {}
            }
        }
        frame
    }

    fn holds(&self, operand: &str) -> bool {
        operand.contains("[rsp") || self.bases.iter().any(|base| operand.contains(base))
    }
}

/// Bytes that `sub rsp,…` takes. Bytes given back are written as a negative number.
fn taken(operands: &str) -> Option<u64> {
    let bytes = operands.strip_prefix("rsp,0x")?;
    let bytes = u64::from_str_radix(bytes, 16).ok()?;
    i64::try_from(bytes).is_ok().then_some(bytes)
}

/// Counts some of the instructions of a function with that frame.
pub(super) fn measure<'a>(
    name: &str,
    frame: &Frame,
    instructions: impl Iterator<Item = &'a Instruction>,
) -> MachineKernel {
    let mut kernel = MachineKernel {
        name: name.to_owned(),
        stack_bytes: frame.bytes,
        ..MachineKernel::default()
    };
    let mut registers = BTreeSet::new();
    for instruction in instructions {
        kernel.listing += &format!("{:8x}:  {}\n", instruction.address, instruction.text);
        if instruction.is_filler() {
            continue;
        }
        kernel.instructions += 1;
        *kernel.classes.entry(instruction.mnemonic().to_owned()).or_default() += 1;
        registers.extend(instruction.vector_registers());
        match access(instruction, frame) {
            Some(Access::Store) => kernel.spill_stores += 1,
            Some(Access::Load) => kernel.spill_loads += 1,
            None => {}
        }
    }
    kernel.registers = Some(registers.len() as u32);
    kernel
}

enum Access {
    Store,
    Load,
}

/// How an instruction uses the stack frame, other than by `push` and `pop`.
fn access(instruction: &Instruction, frame: &Frame) -> Option<Access> {
    if instruction.mnemonic() == "lea" {
        return None;
    }
    let (first, others) = instruction.operands().split_once(',').unwrap_or(("", ""));
    let moves = ["mov", "vmov", "kmov"].iter().any(|m| instruction.mnemonic().starts_with(m));
    match () {
        () if moves && frame.holds(first) => Some(Access::Store),
        () if frame.holds(first) || frame.holds(others) => Some(Access::Load),
        () => None,
    }
}

/// Counts a whole function.
#[cfg(any(test, feature = "opencl"))]
pub(super) fn whole(function: &Function, name: &str) -> MachineKernel {
    measure(name, &Frame::of(function), function.instructions.iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "
kernel.o:     file format elf64-x86-64


Disassembly of section .text.run:

0000000000000000 <run>:
   0:\tpush   rbp
   1:\tmov    rbp,rsp
   4:\tand    rsp,0xffffffffffffffc0
   8:\tsub    rsp,0x80
   f:\tlea    rcx,[rip+0x0]        # 16 <run+0x16>
\t\t\t12: R_X86_64_PC32\t.rodata.run-0x4
  16:\tvmovups ZMMWORD PTR [rsp+0x40],zmm17
  1c:\tvpmullq zmm1,zmm17,ZMMWORD PTR [rsp+0x40]
  22:\tvaddpd ymm1,ymm2,ymm3
  26:\tmov    QWORD PTR [rbp-0x8],rax
  2a:\tmov    QWORD PTR [rsi+0x8],rax
  2e:\tsub    rsp,0xffffffffffffff80
  32:\tret
  33:\tnop
  34:\tcs nop WORD PTR [rax+rax*1+0x0]

Disassembly of section .text.leaf:

0000000000000000 <leaf>:
   0:\tmov    rax,QWORD PTR [rbp+0x10]
   4:\tjmp    9 <leaf+0x9>
\t\t\t5: R_X86_64_PLT32\trun-0x4
";

    #[test]
    fn functions_are_told_apart() {
        let functions = functions(LISTING);
        let names: Vec<&str> = functions.iter().map(|f| f.symbol.as_str()).collect();
        assert_eq!(names, ["run", "leaf"]);
        assert_eq!(functions[1].section, ".text.leaf");
        assert_eq!(functions[1].instructions[1].text, "jmp 9 <leaf+0x9> ; run-0x4");
        assert_eq!(functions[0].instructions[5].address, 0x16);
    }

    #[test]
    fn a_function_is_measured() {
        let kernel = whole(&functions(LISTING)[0], "run");
        assert_eq!(kernel.instructions, 12, "fillers are left out:\n{}", kernel.listing);
        assert_eq!(kernel.registers, Some(4), "1, 2, 3 and 17");
        assert_eq!(kernel.stack_bytes, 8 + 0x80);
        assert_eq!((kernel.spill_stores, kernel.spill_loads), (2, 1));
        assert_eq!(kernel.classes.get("mov"), Some(&3));
        assert_eq!(kernel.classes.values().sum::<usize>(), kernel.instructions);
        assert!(kernel.listing.contains("zmm17"));
    }

    #[test]
    fn rbp_is_an_ordinary_register_where_it_is_no_frame_pointer() {
        let kernel = whole(&functions(LISTING)[1], "leaf");
        assert_eq!((kernel.instructions, kernel.spill_loads, kernel.stack_bytes), (2, 0, 0));
    }

    #[test]
    fn frames_of_varying_length_are_addressed_by_rbx() {
        let listing = |prologue| {
            format!("0000000000000000 <f>:\n 0:\t{prologue}\n 3:\tmov QWORD PTR [rbx+0x8],rax\n")
        };
        let stores = |prologue| whole(&functions(&listing(prologue))[0], "f").spill_stores;
        assert_eq!(stores("mov    rbx,rsp"), 1);
        assert_eq!(stores("mov    rbx,rdi"), 0);
    }

    #[test]
    fn rubbish_has_no_functions() {
        for rubbish in ["", "10: nop", "zz <a>:\n  q:\tnop", " <:", "::"] {
            assert_eq!(functions(rubbish), [], "{rubbish:?}");
        }
    }
}
