//! The levels of vector instructions that targets of the CPU emit for, by the names that the run time has them by.

use crate::backends::Registers;

/// One level, and how many lanes it works on.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// What it runs on.
    pub about: &'static str,
    /// Words of 64 bits in a vector; on the portable level of what stands for one.
    pub vector: usize,
    /// What holds a vector.
    pub registers: Registers,
}

/// AVX-512 F, DQ, VL and BW.
pub const AVX512: Level =
    Level { name: "avx512", about: "AVX-512", vector: 8, registers: Registers::Vectors(64) };
/// AVX2 and FMA.
pub const AVX2: Level =
    Level { name: "avx2", about: "AVX2 and FMA", vector: 4, registers: Registers::Vectors(32) };
/// What every processor has.
pub const PORTABLE: Level =
    Level { name: "portable", about: "any processor", vector: 2, registers: Registers::Portable };

/// All levels, the widest first.
pub const LEVELS: [Level; 3] = [AVX512, AVX2, PORTABLE];

impl Level {
    /// Lanes of so many vectors.
    pub fn lanes(&self, vectors: usize) -> usize {
        self.vector * vectors
    }
}

/// Lanes that execute one item together at a level, by the level's name, with so many vectors in
/// flight.
pub fn lanes(level: &str, vectors: usize) -> Option<usize> {
    LEVELS.iter().find(|l| l.name == level).map(|l| l.lanes(vectors))
}

/// The least and the greatest number of lanes of a level.
pub fn ends(vectors: usize) -> (usize, usize) {
    let lanes = LEVELS.iter().map(|level| level.lanes(vectors));
    lanes.fold((usize::MAX, 0), |(least, most), lanes| (least.min(lanes), most.max(lanes)))
}
