//! One block of the shape for many rares in two halves: what the far taps say of it, which can be
//! known long before, and the rest.

use super::Kernel;
use super::far::{CellBytes, FarTap};
use super::loops::{Block, FrontBlock, LookAhead, Row};
use super::many::{Ahead, Many};

/// Notes what the far taps say of the block that begins at `at`. `false`: they reach beyond the
/// cells.
pub(crate) fn look_ahead(
    kernel: Kernel,
    many: &Many<FarTap>,
    cells: &[u8],
    at: usize,
    ahead: &mut Ahead,
) -> bool {
    let cells = CellBytes::narrow(&cells[..cells.len().min(at)]);
    kernel.run(LookAhead { many, block: Block { cells, lead: at - cells.len() }, ahead })
}

/// Appends the next block, which was looked ahead at. `false`: stopped before a cell that does not
/// fit a byte, or at once because too few cells are known.
pub(crate) fn front(
    kernel: Kernel,
    many: &Many<FarTap>,
    ahead: &Ahead,
    cells: &mut impl Row,
) -> bool {
    kernel.run(FrontBlock { many, ahead, cells })
}
