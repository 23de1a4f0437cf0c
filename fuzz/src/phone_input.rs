//! Properties of parsing any text as a phone number.
//! Which numbers exist is decided by the numbering plans.

use portico_rules::phone::Countries;
use portico_rules::phone::{Number, NumberError};

pub(super) fn verify(text: &str) {
    let typed = text.trim();
    match Number::parse(text) {
        Ok(number) => {
            let digits = digits_of(typed);
            is_canonical(&number);
            is_hidden(&number, &digits);
            is_of_one_kind(&number);
            is_parsed_with_any_separators(&number, &digits);
        }
        Err(fault) => is_the_fault(fault, typed),
    }
}

/// The reported problem is a real one.
fn is_the_fault(fault: NumberError, typed: &str) {
    const BETWEEN: &str = " \u{a0}\u{202f}-\u{2010}\u{2011}\u{2012}\u{2013}./()";
    let bare: String = typed.chars().filter(|c| !BETWEEN.contains(*c)).collect();
    let after_plus = bare.strip_prefix('+');
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let holds = match fault {
        NumberError::Missing => typed.is_empty(),
        NumberError::DialledAbroad => bare.starts_with("00"),
        NumberError::NotInternational => after_plus.is_none_or(|digits| digits.starts_with('0')),
        NumberError::NotDigits => after_plus.is_some_and(|text| !are_digits(text)),
        NumberError::TooShort
        | NumberError::TooLong
        | NumberError::UnknownCountry
        | NumberError::Invalid
        | NumberError::CostsExtra => after_plus.is_some_and(are_digits),
        // The type of number matters only for text messages.
        NumberError::NotMobile | NumberError::NoCountry | NumberError::CountryNotServed => false,
    };
    assert!(holds, "{fault:?}");
}

fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Accepted numbers are E.164, and the same for every spelling.
fn is_canonical(number: &Number) {
    let e164 = number.e164();
    let digits = e164.strip_prefix('+').expect("a plus");
    assert!((5..=15).contains(&digits.len()), "{e164}");
    assert!(digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0'));
    assert_eq!(Number::stored(e164).as_ref(), Some(number));
    assert_eq!(Number::parse(e164).as_ref(), Ok(number), "read a second time");
}

/// Only country and last two digits are shown, and nothing in a log.
fn is_hidden(number: &Number, typed: &str) {
    let masked = number.masked();
    let (country, last) = masked.split_once(" ··· ··· ").expect("a mask");
    let country = country.strip_prefix('+').expect("a plus");
    assert!((1..=3).contains(&country.len()) && typed.starts_with(country));
    assert!(last.len() == 2 && number.e164().ends_with(last));
    assert!(!format!("{number:?}").contains(|c: char| c.is_ascii_digit()));
}

/// Whether text messages can be sent to it doesn't depend on its spelling.
fn is_of_one_kind(number: &Number) {
    let fault = number.check_text_messages(&Countries::default()).err();
    assert!(matches!(fault, None | Some(NumberError::NotMobile | NumberError::NoCountry)), "{fault:?}");
}

fn is_parsed_with_any_separators(number: &Number, digits: &str) {
    let spaced: Vec<String> = digits.chars().map(String::from).collect();
    for between in ["", " ", "-", " (", "\u{a0}"] {
        let again = Number::parse(&format!(" +{}\n", spaced.join(between)));
        assert_eq!(again.as_ref(), Ok(number), "{between:?} between the digits");
    }
}
