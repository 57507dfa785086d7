//! Checkpoints of a hunt: no bytes make the reader panic or hang, with or without the right
//! checksum, what is read is written and read again, and an
//! engine that resumes from whatever was read computes on or refuses.

#![no_main]

use crc::{CRC_64_XZ, Crc};
use libfuzzer_sys::fuzz_target;
use sprague_hunt::{Hunt, Record};
use sprague_engine::Budget;
use sprague_engine::sparse::SparseSettings;

fuzz_target!(|body: &[u8]| {
    let _ = Record::from_bytes(body);
    let mut bytes = body.to_vec();
    bytes.extend_from_slice(&Crc::<u64>::new(&CRC_64_XZ).checksum(body).to_le_bytes());
    let Ok(record) = Record::from_bytes(&bytes) else { return };
    assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref().ok(), Some(&record));
    let budget = Budget::unlimited();
    let prefix = &record.window[..record.window.len() / 2];
    if let Ok(mut engine) = Hunt::engine_from(&record, prefix, SparseSettings::default(), &budget) {
        let to = record.heaps.saturating_add(100);
        let _ = engine.advance(to, &budget);
    }
});
