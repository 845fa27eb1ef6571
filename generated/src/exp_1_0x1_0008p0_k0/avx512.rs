//! The kernels on AVX-512.

use super::Survivors;
use super::lanes_avx512::*;

// What the text of the kernels calls by name, for it depends on the number of lanes: words for each lane.
const LANE: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
const LANE_CHOOSE_2: [u64; LANES] = [0, 0, 1, 3, 6, 10, 15, 21];
const STRIDE1_2: [u64; LANES] = [28, 36, 44, 52, 60, 68, 76, 84];

/// Functions of this level.
macro_rules! at_level {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block
    )*) => {
        $(
            $(#[$attribute])*
            #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
            $visibility fn $name($($argument: $type),*) $(-> $result)? $body
        )*
    };
}

include!("stages.rs");
