//! What must hold of whatever is typed where a phone number belongs.
//! Which numbers there are is said by the numbering plans.

use crate::phone::{Number, NumberError};

pub(super) fn holds(text: &str) {
    let typed = text.trim();
    match Number::parse(text) {
        Ok(number) => {
            let digits = digits_of(typed);
            is_canonical(&number);
            is_hidden(&number, &digits);
            is_read_whatever_stands_between(&number, &digits);
        }
        Err(NumberError::Missing) => assert!(typed.is_empty()),
        Err(NumberError::NotInternational) => {
            assert!(!typed.starts_with('+') || digits_of(typed).starts_with('0'));
        }
        Err(NumberError::DialledAbroad) => assert!(digits_of(typed).starts_with("00")),
        Err(_) => assert!(typed.contains('+')),
    }
}

fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// As E.164 has it, and so the same however it was typed.
fn is_canonical(number: &Number) {
    let e164 = number.e164();
    let digits = e164.strip_prefix('+').expect("a plus");
    assert!((5..=15).contains(&digits.len()), "{e164}");
    assert!(digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0'));
    assert_eq!(Number::stored(e164).as_ref(), Some(number));
    assert_eq!(
        Number::parse(e164).as_ref(),
        Ok(number),
        "read a second time"
    );
}

/// Nothing but country and last two digits is shown, and nothing at all in a log.
fn is_hidden(number: &Number, typed: &str) {
    let masked = number.masked();
    let (country, last) = masked.split_once(" ··· ··· ").expect("a mask");
    let country = country.strip_prefix('+').expect("a plus");
    assert!((1..=3).contains(&country.len()) && typed.starts_with(country));
    assert!(last.len() == 2 && number.e164().ends_with(last));
    assert!(!format!("{number:?}").contains(|c: char| c.is_ascii_digit()));
}

fn is_read_whatever_stands_between(number: &Number, digits: &str) {
    let spaced: Vec<String> = digits.chars().map(String::from).collect();
    for between in ["", " ", "-", " (", "\u{a0}"] {
        let again = Number::parse(&format!(" +{}\n", spaced.join(between)));
        assert_eq!(again.as_ref(), Ok(number), "{between:?} between the digits");
    }
}
