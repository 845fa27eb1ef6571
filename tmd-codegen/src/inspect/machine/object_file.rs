//! Functions of object files and libraries, and through which calls their instructions came to stand where they do.

use super::x86::{Function, Link};
use addr2line::gimli;
use object::read::elf::ElfFile64;
use object::{
    LittleEndian, Object, ObjectSection, ObjectSymbol, RelocationKind, RelocationTarget, SymbolKind,
};
use std::collections::BTreeMap;
use std::error::Error;

/// An object file or a library for x86-64.
pub(super) struct ObjectFile<'a> {
    elf: ElfFile64<'a, LittleEndian>,
}

/// For each address of a function's section the functions that the instruction belongs to, the innermost first.
pub(super) type Calls = BTreeMap<u64, Vec<String>>;

type Section<'a, 'f> = object::read::elf::ElfSection64<'a, 'f, LittleEndian>;

impl<'a> ObjectFile<'a> {
    /// Reads a file; `None` if it is one for another machine.
    pub(super) fn parse(file: &'a [u8]) -> object::Result<Option<ObjectFile<'a>>> {
        let elf = ElfFile64::parse(file)?;
        Ok((elf.architecture() == object::Architecture::X86_64).then_some(ObjectFile { elf }))
    }

    /// Its functions, in the order of the code.
    pub(super) fn functions(&self) -> object::Result<Vec<Function>> {
        let mut symbols: Vec<_> = self.elf.symbols().chain(self.elf.dynamic_symbols()).collect();
        symbols.retain(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
        symbols
            .sort_by_key(|symbol| (symbol.section_index().map(|index| index.0), symbol.address()));
        let mut functions: Vec<Function> = vec![];
        for symbol in symbols {
            let Some(index) = symbol.section_index() else { continue };
            let section = self.elf.section_by_index(index)?;
            let Some(code) = section.data_range(symbol.address(), symbol.size())? else { continue };
            let links = self.links(&section)?;
            let function =
                Function::decode(index.0, symbol.name()?, symbol.address(), code, &links);
            // The table of the dynamic linker names some once more.
            if !functions.contains(&function) {
                functions.push(function);
            }
        }
        Ok(functions)
    }

    /// The relocations of a section, by address.
    fn links(&self, section: &Section<'a, '_>) -> object::Result<BTreeMap<u64, Link>> {
        let mut links = BTreeMap::new();
        for (address, relocation) in section.relocations() {
            let RelocationTarget::Symbol(index) = relocation.target() else { continue };
            let symbol = self.elf.symbol_by_index(index)?;
            let name = match (symbol.kind(), symbol.section_index()) {
                (SymbolKind::Section, Some(index)) => self.elf.section_by_index(index)?.name()?,
                _ => symbol.name()?,
            };
            let is_relative = relocation.kind() != RelocationKind::Absolute;
            let link = Link { name: name.to_owned(), addend: relocation.addend(), is_relative };
            links.insert(address, link);
        }
        Ok(links)
    }

    /// The calls of each function, by the file's line tables.
    pub(super) fn calls(&self, functions: &[Function]) -> Result<Vec<Calls>, Box<dyn Error>> {
        let places = self.places();
        let sections = gimli::DwarfSections::load(|id| self.placed(id.name(), &places))?;
        let dwarf =
            sections.borrow(|bytes: &Vec<u8>| gimli::EndianSlice::new(bytes, gimli::LittleEndian));
        let lines = addr2line::Context::from_dwarf(dwarf)?;
        let of_function = |function: &Function| {
            let place = places.get(&function.section).copied().unwrap_or(0);
            let addresses = function.instructions.iter().map(|instruction| instruction.address());
            addresses.map(|address| Ok((address, names(&lines, place + address)?))).collect()
        };
        functions.iter().map(of_function).collect()
    }

    /// A place for each section of code, by its number: in an object file all of them begin at 0.
    fn places(&self) -> BTreeMap<usize, u64> {
        let code =
            self.elf.sections().filter(|section| section.kind() == object::SectionKind::Text);
        let mut next = 1 << 16; // an address of 0 means that a function is gone
        let place = |section: Section<'a, '_>| {
            let place = next;
            next += section.size().next_multiple_of(64);
            (section.index().0, place)
        };
        code.map(place).collect()
    }

    /// A section of the line tables, with the addresses that follow from those places; empty if there is none.
    fn placed(&self, name: &str, places: &BTreeMap<usize, u64>) -> object::Result<Vec<u8>> {
        let Some(section) = self.elf.section_by_name(name) else { return Ok(vec![]) };
        let mut bytes = section.uncompressed_data()?.into_owned();
        for (offset, relocation) in section.relocations() {
            let RelocationTarget::Symbol(index) = relocation.target() else { continue };
            let symbol = self.elf.symbol_by_index(index)?;
            let place = symbol.section_index().and_then(|section| places.get(&section.0));
            let address = symbol.address() + place.copied().unwrap_or(0);
            let address = address.wrapping_add_signed(relocation.addend()).to_le_bytes();
            let (start, length) = (offset as usize, usize::from(relocation.size() / 8));
            if let Some(room) = bytes.get_mut(start..start + length) {
                room.copy_from_slice(&address[..length]);
            }
        }
        Ok(bytes)
    }
}

/// The functions that an address belongs to, the innermost first.
fn names<R: gimli::Reader>(
    lines: &addr2line::Context<R>,
    address: u64,
) -> Result<Vec<String>, gimli::Error> {
    let mut frames = lines.find_frames(address).skip_all_loads()?;
    let mut names = vec![];
    while let Some(frame) = frames.next()? {
        if let Some(function) = frame.function {
            names.push(function.raw_name()?.into_owned());
        }
    }
    Ok(names)
}
