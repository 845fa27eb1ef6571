//! The candidates of a batch, by the blocks that they belong to.

use super::Block;
use super::pipeline::limits;
use crate::error::Error;
use crate::kernel::Kernel;

/// The candidates of each block of a batch, ascending, counted from the start of the block. An error
/// if one belongs to no block.
pub(super) fn by_block(
    kernel: &dyn Kernel,
    blocks: &[Block],
    mut candidates: Vec<u64>,
) -> Result<Vec<Vec<u64>>, Error> {
    candidates.sort_unstable();
    // A part that was found twice is searched twice.
    candidates.dedup();
    let full = kernel.stages().first().and_then(|first| first.items.checked_mul(first.item_inputs));
    let full = full.filter(|full| *full > 0).ok_or_else(|| Error::Kernel {
        kernel: kernel.describe(),
        reason: "it takes batches, but a full block has no or too many inputs".to_string(),
    })?;
    let mut own = vec![Vec::new(); blocks.len()];
    let limits = blocks.iter().map(|block| limits(kernel, block));
    let limits = limits.map(|limits| Ok(limits?.last().copied().unwrap_or(0)));
    let limits = limits.collect::<Result<Vec<_>, Error>>()?;
    for part in candidates {
        let place = usize::try_from(part / full).ok();
        let limit = place.and_then(|block| limits.get(block)).copied().unwrap_or(0);
        match place.and_then(|block| own.get_mut(block)) {
            Some(own) if part % full < limit => own.push(part % full),
            _ => {
                let count = blocks.len();
                return Err(Error::Kernel {
                    kernel: kernel.describe(),
                    reason: format!(
                        "a batch of {count} blocks returned part {part} of none of them"
                    ),
                });
            }
        }
    }
    Ok(own)
}
