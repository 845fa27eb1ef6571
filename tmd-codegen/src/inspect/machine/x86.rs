//! x86-64 code: its functions, what they do with registers and stack, and their text in Intel's notation.

use super::MachineKernel;
use iced_x86::{
    Code, Decoder, DecoderOptions, Formatter, InstructionInfo, InstructionInfoFactory,
    IntelFormatter, MemorySizeOptions, Mnemonic, OpAccess, OpKind, Register,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A function of an object file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// The section that it lies in: its number in the file.
    pub(super) section: usize,
    /// Its symbol.
    pub(super) symbol: String,
    /// Its instructions, in order.
    pub(super) instructions: Vec<Instruction>,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    code: iced_x86::Instruction,
    /// The names of the relocations.
    links: Vec<String>,
}

impl Function {
    /// Reads a function's code, which begins at an address of its section; `links` are what the linker fills in, by
    /// the address.
    pub(super) fn decode(
        section: usize,
        symbol: &str,
        start: u64,
        code: &[u8],
        links: &BTreeMap<u64, Link>,
    ) -> Function {
        let decoder = Decoder::with_ip(64, code, start, DecoderOptions::NONE);
        let instruction = |code: iced_x86::Instruction| {
            let links = links.range(code.ip()..code.next_ip());
            let links = links.map(|(address, link)| link.of(code.next_ip() - address)).collect();
            Instruction { code, links }
        };
        let instructions = decoder.into_iter().map(instruction).collect();
        Function { section, symbol: symbol.to_owned(), instructions }
    }
}

/// A relocation of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The symbol or section.
    pub(super) name: String,
    /// The addend.
    pub(super) addend: i64,
    /// Whether it is relative to its own place.
    pub(super) is_relative: bool,
}

impl Link {
    /// The place that is meant, where the next instruction is so many bytes behind: that is what the processor counts
    /// from.
    fn of(&self, behind: u64) -> String {
        let correction = if self.is_relative { behind.cast_signed() } else { 0 };
        match self.addend.wrapping_add(correction) {
            0 => self.name.clone(),
            offset @ ..0 => format!("{}-{:#x}", self.name, offset.unsigned_abs()),
            offset => format!("{}+{offset:#x}", self.name),
        }
    }
}

/// The text, what the linker fills in after a `;`.
impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut formatter = IntelFormatter::new();
        let options = formatter.options_mut();
        options.set_hex_prefix("0x");
        options.set_hex_suffix("");
        options.set_uppercase_hex(false);
        options.set_small_hex_numbers_in_decimal(false);
        options.set_rip_relative_addresses(true);
        options.set_memory_size_options(MemorySizeOptions::Always);
        options.set_branch_leading_zeros(false);
        options.set_show_branch_size(false);
        let mut text = String::new();
        formatter.format(&self.code, &mut text);
        f.write_str(&text)?;
        self.links.iter().try_for_each(|link| write!(f, " ; {link}"))
    }
}

impl Instruction {
    /// The address in its section.
    pub(super) fn address(&self) -> u64 {
        self.code.ip()
    }

    fn mnemonic(&self) -> String {
        format!("{:?}", self.code.mnemonic()).to_lowercase()
    }

    fn is_filler(&self) -> bool {
        matches!(self.code.mnemonic(), Mnemonic::Nop | Mnemonic::Int3)
    }

    /// Vector registers by number: `zmm3`, `ymm3` and `xmm3` are one.
    fn vector_registers(&self) -> impl Iterator<Item = usize> + '_ {
        let named =
            (0..self.code.op_count()).filter_map(|operand| match self.code.op_kind(operand) {
                OpKind::Register => Some(self.code.op_register(operand)),
                OpKind::Memory => Some(self.code.memory_index()),
                _ => None,
            });
        named.filter(|register| register.is_vector_register()).map(Register::number)
    }
}

/// A function's use of its stack.
pub(super) struct Frame {
    /// Bytes that it takes for saved registers and for itself; rounding up to an alignment is not
    /// counted.
    bytes: u64,
    /// Registers that the frame is addressed by: `rsp` and copies of it that a prologue makes.
    bases: BTreeSet<Register>,
}

impl Frame {
    pub(super) fn of(function: &Function) -> Frame {
        let mut frame = Frame { bytes: 0, bases: BTreeSet::from([Register::RSP]) };
        for Instruction { code, .. } in &function.instructions {
            let copy = code.op0_register();
            match code.mnemonic() {
                Mnemonic::Push => frame.bytes += 8,
                Mnemonic::Sub => frame.bytes += taken(code),
                Mnemonic::Mov
                    if code.op1_register() == Register::RSP
                        && [Register::RBP, Register::RBX].contains(&copy) =>
                {
                    frame.bases.insert(copy);
                }
                _ => {}
            }
        }
        frame
    }

    /// How an instruction uses the frame, other than by `push` and `pop`.
    fn access(&self, code: &iced_x86::Instruction, info: &InstructionInfo) -> Option<Access> {
        let memory =
            (0..code.op_count()).find(|operand| code.op_kind(*operand) == OpKind::Memory)?;
        if !self.bases.contains(&code.memory_base()) {
            return None;
        }
        match info.op_access(memory) {
            OpAccess::Write | OpAccess::CondWrite => Some(Access::Store),
            OpAccess::Read | OpAccess::CondRead | OpAccess::ReadWrite | OpAccess::ReadCondWrite => {
                Some(Access::Load)
            }
            OpAccess::None | OpAccess::NoMemAccess => None,
        }
    }
}

/// Bytes that `sub rsp,…` takes. Those given back are a negative number.
fn taken(code: &iced_x86::Instruction) -> u64 {
    let is_taken = matches!(code.code(), Code::Sub_rm64_imm8 | Code::Sub_rm64_imm32)
        && code.op0_register() == Register::RSP;
    let bytes = if is_taken { code.immediate(1).cast_signed() } else { 0 };
    bytes.max(0).cast_unsigned()
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
    let mut information = InstructionInfoFactory::new();
    for instruction in instructions {
        kernel.listing += &format!("{:8x}:  {instruction}\n", instruction.address());
        if instruction.is_filler() {
            continue;
        }
        kernel.instructions += 1;
        *kernel.classes.entry(instruction.mnemonic()).or_default() += 1;
        registers.extend(instruction.vector_registers());
        match frame.access(&instruction.code, information.info(&instruction.code)) {
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

/// Counts a whole function.
#[cfg(any(test, feature = "opencl"))]
pub(super) fn whole(function: &Function, name: &str) -> MachineKernel {
    measure(name, &Frame::of(function), function.instructions.iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(code: &[u8], links: &[(u64, Link)]) -> Function {
        Function::decode(1, "f", 0, code, &links.iter().cloned().collect())
    }

    fn link(name: &str, addend: i64) -> Link {
        Link { name: name.to_owned(), addend, is_relative: true }
    }

    const RUN: [&[u8]; 16] = [
        &[0x55],                                           // push rbp
        &[0x48, 0x89, 0xe5],                               // mov rbp,rsp
        &[0x48, 0x83, 0xe4, 0xc0],                         // and rsp,-64
        &[0x48, 0x81, 0xec, 0x80, 0, 0, 0],                // sub rsp,0x80
        &[0x48, 0x8d, 0x0d, 0, 0, 0, 0],                   // lea rcx,[rip]
        &[0x62, 0xe1, 0x7c, 0x48, 0x11, 0x4c, 0x24, 0x01], // vmovups [rsp+0x40],zmm17
        &[0x62, 0xf2, 0xf5, 0x40, 0x40, 0x4c, 0x24, 0x01], // vpmullq zmm1,zmm17,[rsp+0x40]
        &[0xc5, 0xed, 0x58, 0xcb],                         // vaddpd ymm1,ymm2,ymm3
        &[0x48, 0x89, 0x45, 0xf8],                         // mov [rbp-8],rax
        &[0x48, 0x89, 0x46, 0x08],                         // mov [rsi+8],rax
        &[0x48, 0x83, 0xec, 0x80],                         // sub rsp,-128
        &[0xc3],                                           // ret
        &[0x90],                                           // nop
        &[0x2e, 0x66, 0x0f, 0x1f, 0x04, 0x00],             // cs nop word ptr [rax+rax]
        &[0xcc],                                           // int3
        &[0x66, 0x90],                                     // xchg ax,ax
    ];

    #[test]
    fn a_function_is_measured() {
        let kernel = whole(&decode(&RUN.concat(), &[]), "run");
        assert_eq!(kernel.listing.lines().count(), RUN.len(), "{}", kernel.listing);
        assert_eq!(kernel.instructions, 12, "fillers are left out:\n{}", kernel.listing);
        assert_eq!(kernel.registers, Some(4), "1, 2, 3 and 17");
        assert_eq!(kernel.stack_bytes, 8 + 0x80);
        assert_eq!((kernel.spill_stores, kernel.spill_loads), (2, 1));
        assert_eq!(kernel.classes.get("mov"), Some(&3));
        assert_eq!(kernel.classes.values().sum::<usize>(), kernel.instructions);
        let store = "      16:  vmovups zmmword ptr [rsp+0x40],zmm17\n";
        assert!(kernel.listing.contains(store), "{}", kernel.listing);
    }

    /// The linker's numbers count from the place that they stand in, four bytes before the next instruction.
    #[test]
    fn what_the_linker_fills_in_is_named() {
        let jump = [0xe9, 0, 0, 0, 0];
        let text = |links: &[(u64, Link)]| decode(&jump, links).instructions[0].to_string();
        assert_eq!(text(&[]), "jmp 0x5");
        assert_eq!(text(&[(1, link("run", -4))]), "jmp 0x5 ; run");
        assert_eq!(text(&[(1, link(".rodata", 12))]), "jmp 0x5 ; .rodata+0x10");
        assert_eq!(text(&[(5, link("of the next", 0))]), "jmp 0x5");
        let absolute = Link { is_relative: false, ..link("table", -8) };
        assert_eq!(text(&[(1, absolute)]), "jmp 0x5 ; table-0x8");
    }

    #[test]
    fn rbp_is_an_ordinary_register_where_it_is_no_frame_pointer() {
        // mov rax,[rbp+0x10]; jmp
        let kernel = whole(&decode(&[0x48, 0x8b, 0x45, 0x10, 0xe9, 0, 0, 0, 0], &[]), "leaf");
        assert_eq!((kernel.instructions, kernel.spill_loads, kernel.stack_bytes), (2, 0, 0));
    }

    #[test]
    fn frames_of_varying_length_are_addressed_by_rbx() {
        let stores = |prologue: [u8; 3]| {
            let store = [0x48, 0x89, 0x43, 0x08]; // mov [rbx+8],rax
            whole(&decode(&[&prologue[..], &store].concat(), &[]), "f").spill_stores
        };
        assert_eq!(stores([0x48, 0x89, 0xe3]), 1, "mov rbx,rsp");
        assert_eq!(stores([0x48, 0x89, 0xfb]), 0, "mov rbx,rdi");
    }

    #[test]
    fn reads_and_writes_of_the_frame_are_told_apart() {
        let kernel = |code: &[u8]| whole(&decode(code, &[]), "f");
        let both = |code: &[u8]| (kernel(code).spill_stores, kernel(code).spill_loads);
        assert_eq!(both(&[0x4c, 0x03, 0x6c, 0x24, 0x08]), (0, 1), "add r13,[rsp+8]");
        assert_eq!(both(&[0x0f, 0x92, 0x44, 0x24, 0x01]), (1, 0), "setb [rsp+1]");
        assert_eq!(both(&[0x48, 0x8d, 0x44, 0x24, 0x08]), (0, 0), "lea rax,[rsp+8]");
        assert_eq!(both(&[0x48, 0xff, 0x44, 0x24, 0x08]), (0, 1), "inc [rsp+8]");
    }

    #[test]
    fn rubbish_is_no_reason_to_stop() {
        for length in 0..40u8 {
            let rubbish: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(0x9d)).collect();
            let kernel = whole(&decode(&rubbish, &[]), "rubbish");
            assert!(kernel.instructions <= rubbish.len());
        }
    }
}
