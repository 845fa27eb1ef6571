//! ELF files inside other files.

use object::LittleEndian;
use object::elf::FileHeader64;
use object::read::elf::FileHeader;

/// The first bytes of every 64-bit little-endian file.
const MAGIC: &[u8] = b"\x7fELF\x02\x01";

/// A file inside a container.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Image<'a> {
    /// The bytes before it: in many containers its name.
    pub(super) before: &'a [u8],
    /// The file.
    pub(super) file: &'a [u8],
}

/// The ELF files in a container, which must hold them as they are.
pub(super) fn images(container: &[u8]) -> Vec<Image<'_>> {
    let mut images = vec![];
    let mut end = 0; // of the last file
    let mut at = 0;
    while let Some(found) = container.get(at..).and_then(find) {
        let start = at + found;
        at = start + MAGIC.len();
        let rest = &container[start..];
        if let Some(file) = length(rest).and_then(|length| rest.get(..length)) {
            images.push(Image { before: &container[end..start], file });
            end = start + file.len();
            at = end;
        }
    }
    images
}

fn find(bytes: &[u8]) -> Option<usize> {
    bytes.windows(MAGIC.len()).position(|window| window == MAGIC)
}

/// The length of a file whose table of sections is its end, as linkers write it. At least as long as
/// its header.
fn length(file: &[u8]) -> Option<usize> {
    let header = FileHeader64::<LittleEndian>::parse(file).ok()?;
    let sections =
        u64::from(header.e_shentsize(LittleEndian)) * u64::from(header.e_shnum(LittleEndian));
    let length = header.e_shoff(LittleEndian).checked_add(sections)?;
    let length = usize::try_from(length).ok()?;
    (length >= size_of_val(header)).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header whose table of two sections of 64 bytes begins at byte 80.
    fn file() -> Vec<u8> {
        let mut file = vec![0; 208];
        file[..6].copy_from_slice(MAGIC);
        file[6] = 1; // the version
        file[0x28] = 80;
        file[0x3a] = 64;
        file[0x3c] = 2;
        file[207] = 9;
        file
    }

    fn files(container: &[u8]) -> Vec<&[u8]> {
        images(container).into_iter().map(|image| image.file).collect()
    }

    #[test]
    fn files_are_found() {
        let container = [b"poclbin", &file()[..], b"between", &file(), b"end"].concat();
        assert_eq!(files(&container), [file(), file()]);
        let before: Vec<&[u8]> = images(&container).into_iter().map(|image| image.before).collect();
        assert_eq!(before, [&b"poclbin"[..], b"between"]);
        assert!(images(b"").is_empty());
    }

    #[test]
    fn what_is_cut_or_senseless_is_left_out() {
        let mut cut = file();
        cut.pop();
        assert!(images(&cut).is_empty());
        assert!(images(MAGIC).is_empty());
        let mut huge = file();
        huge[0x28..0x30].fill(0xff);
        assert!(images(&huge).is_empty());
        let mut short = file();
        short[0x28..0x40].fill(0);
        assert_eq!(files(&[short, file()].concat()), [file()]);
    }
}
