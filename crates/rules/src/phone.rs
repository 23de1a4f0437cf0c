//! Phone numbers in one canonical form, and which of them get text messages.
//! Sending these, codes, their attempts and limits are in `portico-store`.

use std::fmt;

use phonenumber::metadata::{DATABASE, Descriptors};
use phonenumber::{Mode, ParseError, PhoneNumber, Type};

pub use phonenumber::country::Id as CountryId;
/// Reason a number is refused, as a sentence for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// Nothing was entered.
    #[error("Enter your phone number.")]
    Missing,
    /// There is no country code, or it has no `+`.
    #[error("Enter the number with its country code, such as +49 or +1.")]
    NotInternational,
    /// The country code starts with `00`, which is dialled in many countries, but not in all.
    #[error("Enter + instead of the leading 00.")]
    DialledAbroad,
    /// It has something other than digits and usual separators.
    #[error("Use only digits, after a + and the country code.")]
    NotDigits,
    /// No country has this code.
    #[error("There is no such country code. Check the first digits after the +.")]
    UnknownCountry,
    /// There are too few digits.
    #[error("This number is too short. Check whether a digit is missing.")]
    TooShort,
    /// There are too many digits.
    #[error("This number is too long. Check whether there is a digit too many.")]
    TooLong,
    /// It is not a valid number of that country.
    #[error("This number doesn’t exist in the country with this code. Check the digits.")]
    Invalid,
    /// Messages to it cost extra, which someone may profit from.
    #[error("Text messages to this number cost extra, so it can’t be verified. Enter another one.")]
    CostsExtra,
    /// It is a landline, a pager, a toll-free or another number that is not a mobile phone's.
    #[error("Text messages are sent to mobile phones only. Enter a mobile number.")]
    NotMobile,
    /// It belongs to a satellite network or another service without a country.
    #[error("This number belongs to no country, and text messages to it cost extra. Enter a mobile number.")]
    NoCountry,
    /// The operator's setting excludes its country.
    #[error("This service doesn’t send text messages to this country. Enter a mobile number of another country.")]
    CountryNotServed,
}

/// Countries, by ISO 3166-1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Countries(Option<Vec<CountryId>>);

impl Countries {
    /// True if a country is included. All are if none is set.
    pub fn contain(&self, country: CountryId) -> bool {
        self.0.as_ref().is_none_or(|countries| countries.contains(&country))
    }

    /// Parses two-letter codes, in either case.
    ///
    /// # Errors
    /// A sentence that names the setting and says what to fix.
    pub fn parse(codes: &[String]) -> Result<Self, String> {
        if codes.is_empty() {
            return Err("`sms.countries`: names no country; leave it out to allow all.".into());
        }
        let countries = codes.iter().map(|code| {
            code.to_ascii_uppercase().parse().map_err(|_| {
                "`sms.countries`: must be two-letter codes (ISO 3166-1), such as [\"DE\", \"AT\"].".to_owned()
            })
        });
        Ok(Self(Some(countries.collect::<Result<_, _>>()?)))
    }
}

/// A phone number in E.164. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(String);

impl Number {
    /// Parses a number as a user enters it: `+`, the country code, and the rest with any spaces, dashes, dots, slashes
    /// and parentheses.
    ///
    /// # Errors
    ///
    /// [`NumberError`], with a sentence to show beside the field.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(NumberError::Missing);
        }
        let bare: String = text.chars().filter(|c| !is_separator(*c)).collect();
        let Some(digits) = bare.strip_prefix('+') else {
            return Err(if bare.starts_with("00") {
                NumberError::DialledAbroad
            } else {
                NumberError::NotInternational
            });
        };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NumberError::NotDigits);
        }
        if digits.starts_with('0') {
            return Err(NumberError::NotInternational);
        }
        if digits.len() > 20 {
            return Err(NumberError::TooLong);
        }
        let number = phonenumber::parse(None, format!("+{digits}")).map_err(|err| match err {
            ParseError::InvalidCountryCode => NumberError::UnknownCountry,
            ParseError::NoNumber | ParseError::TooShortAfterIdd | ParseError::TooShortNsn => NumberError::TooShort,
            ParseError::TooLong => NumberError::TooLong,
            ParseError::MalformedInteger(_) => NumberError::Invalid,
        })?;
        if !number.is_valid() {
            return Err(NumberError::Invalid);
        }
        // Someone who profits from texts to a number would verify it repeatedly.
        let kind = match plans(&number).first() {
            Some((_, kind)) => *kind,
            None => number.number_type(&DATABASE),
        };
        if let Type::PremiumRate | Type::SharedCost = kind {
            return Err(NumberError::CostsExtra);
        }
        // Some countries have numbers that are too long for E.164.
        let e164 = number.format().mode(Mode::E164).to_string();
        let canonical = Self::stored(&e164).ok_or(NumberError::TooLong)?;
        // A domestic prefix may be dropped, and the rest may start with it again: such a number would change each time
        // it is parsed.
        let read_again = phonenumber::parse(None, &e164).ok();
        let is_stable =
            read_again.is_some_and(|again| again.is_valid() && again.format().mode(Mode::E164).to_string() == e164);
        is_stable.then_some(canonical).ok_or(NumberError::Invalid)
    }

    /// A number from the database. Only its shape is checked: numbering plans may have changed since it was parsed.
    pub fn stored(e164: &str) -> Option<Self> {
        let digits = e164.strip_prefix('+')?;
        let well_formed = (5..=15).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0');
        well_formed.then(|| Self(e164.to_owned()))
    }

    /// Checks that text messages can be sent to it: a mobile number, or one of a country where these look like
    /// landlines (such as +1), in one of `countries`.
    ///
    /// # Errors
    ///
    /// [`NumberError`], with a sentence to show beside the field.
    pub fn check_text_messages(&self, countries: &Countries) -> Result<(), NumberError> {
        let number = phonenumber::parse(None, &self.0).map_err(|_| NumberError::Invalid)?;
        let plans = plans(&number);
        match plans.first() {
            None => return Err(NumberError::NoCountry),
            Some((_, Type::PremiumRate | Type::SharedCost)) => return Err(NumberError::CostsExtra),
            Some(plan) if !is_mobile(plan) => return Err(NumberError::NotMobile),
            Some(_) => {}
        }
        // Some countries share a plan, such as France's overseas territories.
        let mut served = plans.iter().filter(|plan| is_mobile(plan));
        if served.any(|(country, _)| countries.contain(*country)) { Ok(()) } else { Err(NumberError::CountryNotServed) }
    }

    /// The number, `+` and digits alone.
    pub fn e164(&self) -> &str {
        &self.0
    }

    /// The country code and the last two digits: enough for users to recognise their number.
    pub fn masked(&self) -> String {
        let (country, rest) = self.0.split_at(1 + country_code_length(&self.0[1..]));
        let last_two = &rest[rest.len().saturating_sub(2)..];
        format!("{country} ··· ··· {last_two}")
    }
}

/// The countries that a number may belong to, and its type there; empty if its code is no country's (satellite
/// networks, international toll-free and premium numbers).
fn plans(number: &PhoneNumber) -> Vec<(CountryId, Type)> {
    // With leading zeros, which the library's `number_type` drops: in some countries mobile numbers start with them.
    let national = number.national().to_string();
    let regions = DATABASE.region(&number.code().value()).unwrap_or_default();
    let plans = regions.into_iter().filter_map(|region| {
        let kind = kind_of(DATABASE.by_id(region)?.descriptors(), &national)?;
        Some((region.parse().ok()?, kind))
    });
    plans.collect()
}

/// The type of a number in a country's plan. Types that cost extra or reach no phone come first, as some plans overlap.
fn kind_of(plan: &Descriptors, national: &str) -> Option<Type> {
    if !plan.general().is_match(national) {
        return None;
    }
    [
        Type::PremiumRate,
        Type::TollFree,
        Type::SharedCost,
        Type::Voip,
        Type::PersonalNumber,
        Type::Pager,
        Type::Uan,
        Type::Voicemail,
        Type::Mobile,
        Type::FixedLine,
    ]
    .into_iter()
    .find(|kind| plan.get(*kind).is_some_and(|one| one.is_match(national)))
}

fn is_mobile((_, kind): &(CountryId, Type)) -> bool {
    *kind == Type::Mobile
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Number(…)")
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '-' | '\u{2010}'..='\u{2013}' | '.' | '/' | '(' | ')')
}

/// The number of digits of the country code (ITU-T E.164, the list of assigned codes).
fn country_code_length(digits: &str) -> usize {
    const TWO_DIGITS: &[u8] = &[
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
        62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ];
    match digits.get(..2).and_then(|two| two.parse::<u8>().ok()) {
        Some(10..=19 | 70..=79) => 1,
        Some(two) if TWO_DIGITS.contains(&two) => 2,
        _ => 3,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn e164(text: &str) -> String {
        Number::parse(text).expect(text).e164().to_owned()
    }

    /// Shows: phone.formats
    #[test]
    fn every_usual_spelling_of_a_number_becomes_the_same() {
        for text in [
            "+4915112345642",
            "+49 151 1234 5642",
            " +49-151-12345642 ",
            "+49 (151) 123/456.42",
            "+49 (0) 151 12345642",
            "+49\u{a0}151\u{202f}12345642",
        ] {
            assert_eq!(e164(text), "+4915112345642");
        }
        assert_eq!(e164("+1 (202) 555-0123"), "+12025550123");
        assert_eq!(e164("+44 7400 123456"), "+447400123456");
        assert_eq!(e164("+39 02 1234 5678"), "+390212345678");
    }

    #[test]
    fn a_number_without_country_code_is_refused_with_that_reason() {
        for text in
            ["0151 12345642", "4915112345642", "+0151 12345642", "+(0)151 12345642", "tel:+4915112345642", "alice"]
        {
            assert_eq!(Number::parse(text), Err(NumberError::NotInternational), "{text}");
        }
        for text in ["0049 151 12345642", "(00)49-151-12345642", "001 202 555 0123"] {
            assert_eq!(Number::parse(text), Err(NumberError::DialledAbroad), "{text}");
        }
        assert_eq!(Number::parse("  "), Err(NumberError::Missing));
    }

    /// Shows: phone.formats
    #[test]
    fn what_cannot_be_a_number_is_refused_with_the_reason() {
        use NumberError::{Invalid, NotDigits, TooLong, TooShort, UnknownCountry};
        for (text, reason) in [
            ("+", TooShort),
            ("+49", TooShort),
            ("+49 1", TooShort),
            ("+999 123456789", UnknownCountry),
            ("+1 555 0100", Invalid),
            ("+1 202 555 01234", Invalid),
            ("+49151abc5642", NotDigits),
            ("+4915112345642 ext 3", NotDigits),
            ("+4915112345642;isub=1", NotDigits),
            ("++4915112345642", NotDigits),
            ("+４９15112345642", NotDigits),
            ("+491511234564299999999", TooLong),
            // Without Russia’s prefix, an 8, the rest starts with an 8 that would be dropped next.
            ("+7888)403 88)4006", Invalid),
            // Germany has numbers of sixteen digits, and E.164 allows fifteen.
            ("+4920368547758072", TooLong),
        ] {
            assert_eq!(Number::parse(text), Err(reason), "{text}");
        }
        assert_eq!(Number::parse(&format!("+{}", "9".repeat(100_000))), Err(TooLong));
    }

    /// Shows: phone.formats
    #[test]
    fn a_number_that_costs_extra_is_refused() {
        for text in ["+1 900 555 1234", "+49 900 1234567", "+44 909 8790123"] {
            assert_eq!(Number::parse(text), Err(NumberError::CostsExtra), "{text}");
        }
    }

    fn texts(text: &str) -> Result<(), NumberError> {
        Number::parse(text).expect(text).check_text_messages(&Countries::default())
    }

    /// Shows: phone.kinds
    #[test]
    fn mobile_numbers_of_every_country_get_text_messages() {
        for text in [
            "+4915112345642",
            "+43 664 1234567",
            "+41 78 123 45 67",
            "+447400123456",
            // Where mobile numbers look like landlines.
            "+1 202 555 0123",
            "+1 416 555 0123",
            "+1 876 210 1234",
            "+33612345678",
            // Several territories with one code.
            "+590 690 00 12 34",
            "+44 7797 712345",
            "+7 771 000 9998",
            "+79161234567",
            // With a leading zero.
            "+225 07 12 34 56 78",
            "+241 06 03 12 34",
            "+242 06 123 4567",
            "+5511961234567",
            "+8613123456789",
            "+918123456789",
        ] {
            assert_eq!(texts(text), Ok(()), "{text}");
        }
    }

    /// Shows: phone.kinds
    #[test]
    fn every_other_kind_of_number_gets_none() {
        use NumberError::{NoCountry, NotMobile};
        for (text, kind, fault) in [
            ("+870 301 234 567", "Inmarsat", NoCountry),
            ("+878 10 1234 567890", "universal personal", NoCountry),
            ("+881 612 345 678", "Iridium", NoCountry),
            ("+882 16 1234 5678", "Thuraya", NoCountry),
            ("+882 34 21234", "international network", NoCountry),
            ("+883 5100 12345678", "international VoIP", NoCountry),
            ("+800 1234 5678", "international toll-free", NoCountry),
            ("+808 1234 5678", "international shared cost", NoCountry),
            ("+49 30 123456", "landline", NotMobile),
            ("+44 121 234 5678", "landline", NotMobile),
            ("+390212345678", "landline", NotMobile),
            ("+44 7640 123456", "pager", NotMobile),
            ("+44 7012 345678", "personal", NotMobile),
            ("+1 500 234 5678", "personal", NotMobile),
            ("+1 800 234 5678", "toll-free", NotMobile),
            ("+49 800 1234567", "toll-free", NotMobile),
            ("+44 5612 345678", "VoIP", NotMobile),
            ("+49 700 12345678", "personal", NotMobile),
            ("+44 5512 345678", "company", NotMobile),
        ] {
            let result = Number::parse(text).and_then(|_| texts(text));
            assert!(result == Err(fault) || result == Err(NumberError::CostsExtra), "{text}, {kind}: {result:?}");
        }
        // Numbers that cost extra are refused in any case.
        assert_eq!(Number::parse("+979 123 456 789"), Err(NumberError::CostsExtra));
    }

    /// Shows: phone.countries
    #[test]
    fn only_the_countries_of_the_setting_get_text_messages() {
        let countries = |codes: &[&str]| {
            let codes: Vec<String> = codes.iter().map(|code| (*code).to_owned()).collect();
            Countries::parse(&codes).unwrap()
        };
        let texts = |text: &str, codes: &[&str]| {
            let number = Number::parse(text).unwrap();
            number.check_text_messages(&countries(codes)).is_ok()
        };
        assert!(texts("+4915112345642", &["AT", "de"]));
        assert!(!texts("+4915112345642", &["AT"]));
        // Countries with the same code are distinguished.
        assert!(texts("+1 416 555 0123", &["CA"]));
        assert!(!texts("+1 416 555 0123", &["US"]));
        assert!(!texts("+1 876 210 1234", &["US", "CA"]));
        // A territory that shares its numbers with another one is served with either.
        assert!(texts("+590 690 00 12 34", &["MF"]));
        assert!(!texts("+590 690 00 12 34", &["FR"]));
        // No country makes a landline a mobile number.
        assert!(!texts("+49 30 123456", &["DE"]));
    }

    /// Shows: random.phones
    #[test]
    fn a_masked_number_shows_country_and_last_two_digits() {
        let masked = |text| Number::stored(text).unwrap().masked();
        assert_eq!(masked("+4915112345642"), "+49 ··· ··· 42");
        assert_eq!(masked("+12025550123"), "+1 ··· ··· 23");
        assert_eq!(masked("+79161234567"), "+7 ··· ··· 67");
        assert_eq!(masked("+351912345678"), "+351 ··· ··· 78");
    }

    #[test]
    fn a_stored_number_comes_back_and_a_garbled_one_does_not() {
        assert_eq!(Number::stored("+4915112345642"), Number::parse("+49 15112345642").ok());
        for text in ["", "+", "4915112345642", "+0915112345642", "+49 151", "+1234567890123456"] {
            assert_eq!(Number::stored(text), None, "{text}");
        }
    }

    proptest! {
        /// Shows: random.phones
        #[test]
        fn whatever_is_accepted_is_e164_and_is_parsed_again_unchanged(text in r"\+?[0-9 ()/.\-]{0,24}") {
            if let Ok(number) = Number::parse(&text) {
                prop_assert_eq!(Number::stored(number.e164()), Some(number.clone()));
                prop_assert_eq!(Number::parse(number.e164()).ok(), Some(number.clone()));
                prop_assert!(number.masked().chars().filter(char::is_ascii_digit).count() <= 5);
            }
        }

        /// Shows: random.phones
        #[test]
        fn no_text_makes_it_panic(text in ".{0,40}") {
            let _ = Number::parse(&text);
        }
    }
}
