//! The answer that is kept under an idempotency key: the native one as it was sent, in text.
//! A long one is deflated (RFC 1951) and then encoded in base64.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use portico_platform::error::{Error, Result};

/// The fewest bytes of an answer that is deflated. A shorter one would take more of the writer's time than it saves room.
const MIN_DEFLATED: usize = 1_024;

/// The kept form of a JSON object.
///
/// # Errors
/// [`Error::Internal`] where it can't be deflated, which never happens.
pub(super) fn pack(json: String) -> Result<String> {
    if json.len() < MIN_DEFLATED {
        return Ok(json);
    }
    let mut deflater = DeflateEncoder::new(Vec::new(), Compression::fast());
    deflater.write_all(json.as_bytes()).map_err(Error::internal)?;
    Ok(BASE64.encode(deflater.finish().map_err(Error::internal)?))
}

/// The JSON object that was packed.
///
/// # Errors
/// [`Error::Internal`] where it is nothing that was packed.
pub fn unpack(kept: &str) -> Result<String> {
    // No base64 begins like an object.
    if kept.starts_with('{') {
        return Ok(kept.to_owned());
    }
    let deflated = BASE64.decode(kept).map_err(Error::internal)?;
    let mut json = String::new();
    DeflateDecoder::new(&*deflated).read_to_string(&mut json).map_err(Error::internal)?;
    Ok(json)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_answer_is_the_same_again_and_a_long_one_is_small() {
        for length in [0, 1, MIN_DEFLATED - 3, MIN_DEFLATED - 2, MIN_DEFLATED, 100_000] {
            let json = format!("{{{}}}", "x".repeat(length));
            let kept = pack(json.clone()).unwrap();
            assert_eq!(kept.len() < json.len(), json.len() >= MIN_DEFLATED, "{length}");
            assert_eq!(unpack(&kept).unwrap(), json, "{length}");
        }
    }

    #[test]
    fn what_was_never_packed_is_refused() {
        for kept in ["", "?", "AAAA", "YWJj"] {
            assert!(unpack(kept).is_err(), "{kept}");
        }
    }
}
