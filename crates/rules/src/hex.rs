//! Bytes as text, in hexadecimal digits. Base64url is written and read where it is used.

/// Two lower-case digits for each byte.
pub fn digits<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> String {
    bytes.into_iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(super::digits(&[0, 10, 255]), "000aff");
    }
}
