//! Generation of each kind of secret, and the format of client secrets. The types of secrets are in `tokens`.

use super::Plain;
use crate::random_bytes;

/// The prefix of client secrets, by which secret scanners recognise them.
pub const CLIENT_SECRET_PREFIX: &str = "portico_";

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Digits that 256 bits need in base 62.
const BASE62_OF_256_BITS: usize = 43;
/// Digits that 32 bits need in base 62.
const BASE62_OF_32_BITS: usize = 6;

/// A new client secret: [`CLIENT_SECRET_PREFIX`], 256 random bits in base 62, and a checksum of six digits over all of
/// that. Letters, digits and `_` only, so that a double click selects it whole.
pub fn client_secret() -> Plain {
    let mut text = format!("{CLIENT_SECRET_PREFIX}{}", base62(random_bytes()));
    let sum = checksum(&text);
    text.push_str(&sum);
    Plain(text)
}

/// True if a text could be a client secret at all. The checksum detects a mistyped or truncated one without a lookup.
pub fn looks_like_client_secret(text: &str) -> bool {
    let length = CLIENT_SECRET_PREFIX.len() + BASE62_OF_256_BITS + BASE62_OF_32_BITS;
    if text.len() != length || !text.is_ascii() || !text.starts_with(CLIENT_SECRET_PREFIX) {
        return false;
    }
    let (head, sum) = text.split_at(length - BASE62_OF_32_BITS);
    checksum(head) == sum
}

/// A new webhook token, the secret part of a webhook URL: 256 random bits as 43 letters and digits.
pub fn webhook_token() -> Plain {
    Plain(base62(random_bytes()))
}

/// A new invite code: 95 random bits as 16 letters and digits. Members who may invite can see it at any time, so it is
/// stored in plain text.
pub fn invite_code() -> String {
    const LENGTH: usize = 16;
    // The last digits: the first ones of a 256-bit number are not uniformly distributed.
    let mut digits = base62(random_bytes());
    digits.split_off(digits.len() - LENGTH)
}

/// A generated password: about 119 random bits, as four groups of five letters and digits that a person can copy from
/// paper.
pub fn made_password() -> Plain {
    let digits = base62(random_bytes());
    let groups = [&digits[3..8], &digits[8..13], &digits[13..18], &digits[18..23]];
    Plain(groups.join("-"))
}

/// Six random digits, uniformly distributed.
pub fn six_digits() -> Plain {
    digits::<6>()
}

/// Eight random digits, uniformly distributed.
pub fn eight_digits() -> Plain {
    digits::<8>()
}

/// The letters of a device's short code (RFC 8628, section 6.1): consonants, so that no words come about, and none that looks
/// like a digit.
pub const USER_CODE_LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
/// Number of letters of a user code: about 34 random bits.
pub const USER_CODE_LENGTH: usize = 8;

/// A short code that a device shows and a person types: letters of [`USER_CODE_LETTERS`], uniformly distributed.
pub fn user_code() -> Plain {
    let letters = USER_CODE_LETTERS.len() as u8;
    // The highest bytes, which would make the first letters more likely, are rejected.
    let fair = u8::MAX - u8::MAX % letters;
    let mut code = String::with_capacity(USER_CODE_LENGTH);
    while code.len() < USER_CODE_LENGTH {
        let [byte] = random_bytes::<1>();
        if byte < fair {
            code.push(char::from(USER_CODE_LETTERS[usize::from(byte % letters)]));
        }
    }
    Plain(code)
}

/// The letters of base32 (RFC 4648, section 6).
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/// Bytes of a recovery code; the letters that encode them are below.
const RECOVERY_CODE: usize = 10;
const RECOVERY_CODE_LETTERS: usize = 16;

/// A recovery code: 80 random bits in base32, in four groups that a person can copy from paper.
pub fn recovery_code() -> Plain {
    grouped(&base32(&random_bytes::<RECOVERY_CODE>()))
}

/// A recovery code as [`recovery_code`] writes it, from what was typed, in any case and with any gaps; none where it can't
/// be one.
pub fn read_recovery_code(typed: &str) -> Option<Plain> {
    let letters: String = typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| c.to_ascii_uppercase())
        .take(RECOVERY_CODE_LETTERS + 1)
        .collect();
    let is_code = letters.len() == RECOVERY_CODE_LETTERS && letters.bytes().all(|letter| BASE32.contains(&letter));
    is_code.then(|| grouped(&letters))
}

/// Letters in groups of four.
fn grouped(letters: &str) -> Plain {
    let groups: Vec<&str> =
        (0..letters.len()).step_by(4).filter_map(|at| letters.get(at..Ord::min(at + 4, letters.len()))).collect();
    Plain(groups.join("-"))
}

/// Bytes in base32 without padding. Their number is a multiple of five.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let letter = |bits: u64| char::from(BASE32[(bits & 31) as usize]);
    bytes
        .chunks_exact(5)
        .flat_map(|five| {
            let bits = five.iter().fold(0_u64, |bits, byte| (bits << 8) | u64::from(*byte));
            (0..8).rev().map(move |place| letter(bits >> (5 * place)))
        })
        .collect()
}

/// The bytes of such a text; none for any other.
pub(crate) fn from_base32(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() || !text.len().is_multiple_of(8) {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 8 * 5);
    for eight in text.as_bytes().chunks_exact(8) {
        let mut bits = 0_u64;
        for letter in eight {
            let value = BASE32.iter().position(|known| known == letter)?;
            bits = (bits << 5) | value as u64;
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[3..]);
    }
    Some(bytes)
}

/// This many random digits, at most nine.
fn digits<const COUNT: usize>() -> Plain {
    let codes = 10_u32.pow(COUNT as u32);
    // The highest numbers, which would make low codes more likely, are rejected.
    let fair = u32::MAX - u32::MAX % codes;
    loop {
        let number = u32::from_le_bytes(random_bytes());
        if number < fair {
            return Plain(format!("{:0COUNT$}", number % codes));
        }
    }
}

fn checksum(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes());
    let mut digits = [b'0'; BASE62_OF_32_BITS];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62[(rest % 62) as usize];
        rest /= 62;
    }
    digits.into_iter().map(char::from).collect()
}

/// A 256-bit number in base 62, zero-padded to 43 digits.
fn base62(mut number: [u8; 32]) -> String {
    let mut digits = [b'0'; BASE62_OF_256_BITS];
    for digit in digits.iter_mut().rev() {
        let mut remainder = 0_u32;
        for byte in &mut number {
            let part = (remainder << 8) | u32::from(*byte);
            *byte = (part / 62).to_le_bytes()[0];
            remainder = part % 62;
        }
        *digit = BASE62[remainder as usize];
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_made_password_is_four_groups_of_letters_and_digits_and_never_the_same() {
        let made: HashSet<String> = (0..100).map(|_| made_password().0).collect();
        assert_eq!(made.len(), 100);
        for password in made {
            let groups: Vec<&str> = password.split('-').collect();
            assert_eq!(groups.len(), 4);
            assert!(groups.iter().all(|group| group.len() == 5));
            let plain = Plain(password);
            assert_eq!(crate::passwords::check_rules(&plain, "a"), Ok(()));
        }
    }

    /// Shows: secrets.client-secret
    #[test]
    fn a_client_secret_carries_prefix_and_checksum() {
        let secret = client_secret();
        let text = secret.expose();
        assert!(text.starts_with("portico_"));
        assert_eq!(text.len(), 57);
        assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
        assert!(looks_like_client_secret(text));
    }

    /// Shows: secrets.client-secret
    #[test]
    fn a_mistyped_client_secret_is_seen_without_a_look_up() {
        let text = client_secret().expose().to_owned();
        let swapped = text.replacen("portico_", "portica_", 1);
        assert!(!looks_like_client_secret(&swapped));
        assert!(!looks_like_client_secret(&text[..56]));
        assert!(!looks_like_client_secret(&format!("{text}0")));
        assert!(!looks_like_client_secret(""));
        assert!(!looks_like_client_secret(&"é".repeat(30)));
        for at in 8..57 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if bytes[at] == b'a' { b'b' } else { b'a' };
            assert!(!looks_like_client_secret(&String::from_utf8(bytes).unwrap()));
        }
    }

    #[test]
    fn base_62_keeps_every_bit() {
        assert_eq!(base62([0; 32]), "0".repeat(43));
        let mut sixty_two = [0; 32];
        sixty_two[31] = 62;
        assert_eq!(base62(sixty_two), format!("{}10", "0".repeat(41)));
        let largest = base62([0xff; 32]);
        assert_eq!(largest.len(), 43);
        assert!(!largest.starts_with('0'));
    }

    #[test]
    fn base_32_is_that_of_the_standard_and_leads_back() {
        // Of the examples of RFC 4648 (section 10), the one without padding.
        assert_eq!(base32(b"fooba"), "MZXW6YTB");
        let bytes: [u8; 20] = random_bytes();
        assert_eq!(from_base32(&base32(&bytes)), Some(bytes.to_vec()));
        for text in ["", "MZXW6YT", "MZXW6YT1", "mzxw6ytb", "MZXW6YTé"] {
            assert_eq!(from_base32(text), None, "{text}");
        }
    }

    /// Shows: second-step.recovery
    #[test]
    fn a_recovery_code_is_read_in_any_case_and_with_any_gaps() {
        let code = recovery_code();
        assert_eq!(code.expose().len(), 19);
        assert_ne!(code, recovery_code());
        let bare = code.expose().replace('-', "");
        for typed in [code.expose().to_owned(), bare.to_lowercase(), format!(" {} {}\n", &bare[..8], &bare[8..])] {
            assert_eq!(read_recovery_code(&typed), Some(code.clone()), "{typed}");
        }
        for typed in ["", "123456", &bare[1..], &format!("{bare}A"), "ÄBCDEFGHIJKLMNOP"] {
            assert_eq!(read_recovery_code(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_webhook_token_is_letters_and_digits() {
        let token = webhook_token();
        assert_eq!(token.expose().len(), 43);
        assert!(token.expose().bytes().all(|b| b.is_ascii_alphanumeric()));
        assert_ne!(token, webhook_token());
    }

    #[test]
    fn a_code_has_six_digits_leading_zeros_included() {
        let codes: Vec<Plain> = (0..500).map(|_| six_digits()).collect();
        assert!(
            codes.iter().all(|code| { code.expose().len() == 6 && code.expose().bytes().all(|b| b.is_ascii_digit()) })
        );
        assert!(codes.iter().any(|code| code.expose().starts_with('0')));
    }
}
