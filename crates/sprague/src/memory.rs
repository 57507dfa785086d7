//! How much memory a computation may take where nobody has said.

use sprague_budget::Budget;

/// Three quarters of the memory that is free now; 2 GiB where the system does not tell.
pub fn free_memory() -> u64 {
    let free = sysinfo::System::new().map_or(0, |mut system| {
        system.refresh_memory();
        system.available_memory()
    });
    match free {
        // Unknown on this system: a size every machine of today has.
        0 => 2 << 30,
        _ => free / 4 * 3,
    }
}

/// The budget of a question that begins now, with the memory that is free where the budget
/// does not limit it.
pub(crate) fn started(budget: &Budget) -> Budget {
    let budget = budget.started();
    if budget.most_bytes() == u64::MAX { budget.bytes(free_memory()) } else { budget }
}
