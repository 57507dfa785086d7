//! The request log: one line per request.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The longest target shown.
const TARGET: usize = 200;

/// `2026-01-31T09:05:00Z 127.0.0.1 GET /api/info?game=0.77 200 3 ms`
pub fn line(peer: &str, method: &str, target: &str, status: u16, took: Duration) -> String {
    let shown: String = target.chars().take(TARGET).flat_map(char::escape_default).collect();
    let dots = if target.chars().count() > TARGET { "..." } else { "" };
    format!(
        "{} {peer} {method} {shown}{dots} {status} {} ms",
        utc(SystemTime::now()),
        took.as_millis()
    )
}

/// A time in UTC, to the second. The date by days since 1 March of year 0, so that the
/// leap day ends a year.
fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!(
        "{:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z",
        400 * era + year + carry,
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_around_leap_days() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (4_102_444_800, "2100-01-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn a_line_stays_one_line() {
        let text = line("::1", "GET", &format!("/a\n{}", "x".repeat(500)), 404, Duration::ZERO);
        assert!(!text.contains('\n') && text.len() < 300);
    }
}
