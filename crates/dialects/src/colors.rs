//! Colours as other software writes them.
//! The names of colours are up to each dialect.

/// The colour of six hexadecimal digits, or of three that each count twice.
pub(super) fn hex(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        6 => Some(number),
        3 => Some([8, 4, 0].iter().fold(0, |color, shift| (color << 8) | (((number >> shift) & 15) * 17))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn a_colour_has_six_or_three_hexadecimal_digits() {
        assert_eq!(hex("1e90FF"), Some(0x1e_90ff));
        assert_eq!(hex("f08"), Some(0xff_0088));
        for other in ["", "f", "ff", "ff00", "ff000", "ff00000", "+12345", "ggg", "é1"] {
            assert_eq!(hex(other), None, "{other}");
        }
    }
}
