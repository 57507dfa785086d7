//! How fast a kernel is here, and whether kernels agree.

use sprague::hunt::{Kernel, checksum};
use sprague::parts::budget::Instant;
use sprague::parts::engine::sparse::{SparseEngine, SparseSettings};
use sprague::{Budget, Game};

/// A kernel at work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// How long the values took.
    pub seconds: f64,
    /// A checksum of the values, as `sprague bench` prints it.
    pub checksum: u64,
}

/// Values computed at a time.
const PIECE: u64 = 1 << 22;

/// Computes the nim-values of the heaps below `heaps` by a kernel (`auto`, `scalar`, ..), as
/// `sprague bench` does, all of them in the checksum.
pub fn speed(game: &str, heaps: u64, kernel: &str) -> Result<Speed, String> {
    let game: Game = game.parse().map_err(|error: sprague::Error| error.to_string())?;
    let kernel: Kernel = kernel.parse().map_err(|error| format!("{error}"))?;
    let moves = game.rules().finite_moves().ok_or("no finite moves")?;
    let budget = Budget::unlimited();
    let settings = SparseSettings { kernel, ..SparseSettings::default() };
    let begun = Instant::now();
    let mut engine =
        SparseEngine::new(&moves, settings, &budget).map_err(|error| error.to_string())?;
    let mut seconds = begun.elapsed().as_secs_f64();
    let (mut done, mut sum) = (0, 0);
    while done < heaps {
        let to = heaps.min(done + PIECE);
        let begun = Instant::now();
        engine.advance(to, &budget).map_err(|error| error.to_string())?;
        seconds += begun.elapsed().as_secs_f64();
        sum = checksum(sum, &engine.values(done, to).unwrap_or_default());
        done = to;
    }
    Ok(Speed { seconds, checksum: sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_agree_and_mistakes_are_told() {
        for game in ["0.16", "Grundy", "0.6"] {
            let scalar = speed(game, 30_000, "scalar").unwrap();
            assert_eq!(speed(game, 30_000, "auto").unwrap().checksum, scalar.checksum, "{game}");
        }
        assert!(speed("0.16", 100, "mmx").unwrap_err().contains("no kernel 'mmx'"));
        assert!(speed("0.9", 100, "scalar").is_err());
        assert_eq!(speed("Nim", 100, "scalar").unwrap_err(), "no finite moves");
    }
}
