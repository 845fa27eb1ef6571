//! Listings of machine code.

use std::collections::BTreeMap;

/// Instructions of each kernel by kind (`IMAD`, `BRA`, …), without those that only fill up.
pub fn instruction_counts(listing: &str) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut kernels: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    let mut current = None;
    for line in listing.lines() {
        if let Some((_, name)) = line.split_once("Function : ") {
            current = Some(kernels.entry(name.trim().to_string()).or_default());
        }
        if let (Some(counts), Some(kind)) = (&mut current, instruction(line))
            && kind != "NOP"
        {
            *counts.entry(kind.to_string()).or_default() += 1;
        }
    }
    kernels
}

/// The instructions of each kernel as text, a line each, without their encodings.
pub(super) fn functions(listing: &str) -> BTreeMap<String, String> {
    let mut kernels: BTreeMap<String, String> = BTreeMap::new();
    let mut current = None;
    for line in listing.lines() {
        if let Some((_, name)) = line.split_once("Function : ") {
            current = Some(kernels.entry(name.trim().to_string()).or_default());
        }
        if let (Some(text), Some(_)) = (&mut current, instruction(line)) {
            let address_and_code = line.rsplit_once("/*").map_or(line, |(code, _)| code);
            let words: Vec<&str> = address_and_code.split_whitespace().collect();
            **text += &format!("{}\n", words.join(" "));
        }
    }
    kernels
}

/// The kind of the instruction of a line such as `/*0010*/  @!P0 IMAD.WIDE R2, R3, 0x8, R2 ;`.
fn instruction(line: &str) -> Option<&str> {
    let (address, rest) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
    if address.is_empty() || !address.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let mut words = rest.split_whitespace().filter(|word| !word.starts_with('@'));
    let kind = words.next()?.split(['.', ';']).next()?;
    // The second half of an encoding stands alone on its line.
    (!kind.starts_with("/*") && !kind.is_empty()).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "
\tcode for sm_90
\t\tFunction : run_stage0
\t.headerflags\t@\"EF_CUDA_SM90\"
        /*0000*/                   LDC R1, c[0x0][0x28] ;      /* 0x00000a00ff017b82 */
                                                               /* 0x000fe20000000800 */
        /*0010*/              @!P0 IMAD.WIDE R2, R3, 0x8, R2 ; /* 0x00008400ff027b82 */
        /*0020*/              @P1  BRA 0x20;                   /* 0xfffffffc00fc7947 */
        /*0030*/                   IMAD R2, R3, 0x8, R2 ;      /* 0x00008400ff027b82 */
        /*0040*/                   NOP;                        /* 0x0000000000007918 */
\t\tFunction : run_stage1
        /*0000*/                   EXIT ;                      /* 0x00000a00ff017b82 */
";

    #[test]
    fn instructions_are_counted() {
        let counts = instruction_counts(LISTING);
        let of = |kernel: &str, kind: &str| counts[kernel].get(kind).copied();
        assert_eq!(of("run_stage0", "IMAD"), Some(2));
        assert_eq!(of("run_stage0", "BRA"), Some(1));
        assert_eq!(of("run_stage0", "NOP"), None);
        assert_eq!(counts["run_stage0"].values().sum::<usize>(), 4);
        assert_eq!(of("run_stage1", "EXIT"), Some(1));
    }

    #[test]
    fn encodings_are_left_out() {
        let texts = functions(LISTING);
        let lines: Vec<&str> = texts["run_stage0"].lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[1], "/*0010*/ @!P0 IMAD.WIDE R2, R3, 0x8, R2 ;");
        assert_eq!(texts["run_stage1"], "/*0000*/ EXIT ;\n");
    }
}
