//! Moments as other software writes them. Pages show the moments of a message's own.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use portico_rules::clock::Millis;

/// A moment after ISO 8601: a date, or a date and a time with or without seconds; a space may stand for the `T`. Without
/// a zone it is UTC.
#[must_use]
pub(super) fn iso8601(text: &str) -> Option<Millis> {
    let text = text.trim();
    if text.len() > 40 {
        return None;
    }
    let (date, time) = match text.split_at_checked(10)? {
        (date, "") => (date, "00:00:00Z"),
        (date, rest) => (date, rest.strip_prefix(['T', 't', ' '])?),
    };
    let zone = time.find(['Z', 'z', '+', '-', ' ']).unwrap_or(time.len());
    let (time, zone) = time.split_at_checked(zone)?;
    let seconds = if time.len() == 5 { ":00" } else { "" };
    let zone = match zone.trim_start() {
        "" | "UTC" => "Z".to_owned(),
        zone => match (zone.len(), zone.split_at_checked(3)) {
            (3, _) => format!("{zone}:00"),
            (5, Some((hours, minutes))) => format!("{hours}:{minutes}"),
            _ => zone.to_owned(),
        },
    };
    let text = format!("{date}T{time}{seconds}{zone}");
    let moment = OffsetDateTime::parse(&text, &Rfc3339).ok()?;
    let millis = moment.unix_timestamp_nanos().div_euclid(1_000_000);
    Millis::try_from(millis).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_spellings_of_a_moment_are_read() {
        for text in [
            "2026-01-02T03:04:05Z",
            "2026-01-02T03:04:05",
            "2026-01-02 03:04:05 UTC",
            "2026-01-02T05:04:05+02:00",
            "2026-01-02T05:04:05.000000+0200",
            "2026-01-01t22:04:05-05",
        ] {
            assert_eq!(iso8601(text), Some(1_767_323_045_000), "{text}");
        }
        assert_eq!(iso8601("2026-01-02"), Some(1_767_312_000_000));
        assert_eq!(iso8601("2026-01-02T00:00"), Some(1_767_312_000_000));
    }

    #[test]
    fn what_is_no_moment_is_none() {
        for text in ["", "yesterday", "2026-13-01", "2026-01-02T25:00:00Z", "1767323045", "é2026-01-02"] {
            assert_eq!(iso8601(text), None, "{text}");
        }
    }
}
