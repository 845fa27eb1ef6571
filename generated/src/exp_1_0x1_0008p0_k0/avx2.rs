//! The kernels on AVX2 and FMA.

use super::Survivors;
use super::lanes_avx2::*;

// What the text of the kernels calls by name, for it depends on the number of lanes: words for each lane.
const LANE: [u64; LANES] = [0, 1, 2, 3];
const LANE_CHOOSE_2: [u64; LANES] = [0, 0, 1, 3];
const STRIDE1_2: [u64; LANES] = [6, 10, 14, 18];

/// Functions of this level.
macro_rules! at_level {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block
    )*) => {
        $(
            $(#[$attribute])*
            #[target_feature(enable = "avx2,fma")]
            $visibility fn $name($($argument: $type),*) $(-> $result)? $body
        )*
    };
}

include!("stages.rs");
