//! The kernels on any processor.

use super::Survivors;
use super::lanes_portable::*;

// What the text of the kernels calls by name, for it depends on the number of lanes: words for each lane.
const LANE: [u64; LANES] = [0, 1];
const LANE_CHOOSE_2: [u64; LANES] = [0, 0];
const STRIDE1_2: [u64; LANES] = [1, 3];

/// Functions of this level.
macro_rules! at_level {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block
    )*) => {
        $(
            $(#[$attribute])*
            $visibility fn $name($($argument: $type),*) $(-> $result)? $body
        )*
    };
}

include!("stages.rs");
