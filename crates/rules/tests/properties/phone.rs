//! Phone numbers: every notation gives the same number.
//! Refusals are tested next to the parser.

use portico_rules::phone::Number;
use proptest::prelude::*;

const NUMBERS: [&str; 10] = [
    "+4915112345642",
    "+12025550123",
    "+447400123456",
    "+390212345678",
    "+79161234567",
    "+351912345678",
    "+33612345678",
    "+5511961234567",
    "+8613123456789",
    "+918123456789",
];

fn separators() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec("[ \u{a0}\u{202f}\u{2010}\u{2013}()./-]{0,3}", 20)
}

proptest! {
    /// Shows: random.phones
    #[test]
    fn a_number_is_the_same_with_anything_between_its_digits(
        at in 0..NUMBERS.len(), between in separators(), around in "[ \t\n]{0,3}",
    ) {
        let number = NUMBERS[at];
        let typed: String = number.chars().zip(&between).flat_map(|(c, after)| [String::from(c), after.clone()]).collect();
        let read = Number::parse(&format!("{around}{typed}{around}"));
        prop_assert_eq!(read, Ok(Number::stored(number).unwrap()));
    }

    /// Shows: random.phones
    #[test]
    fn nothing_else_may_stand_between_them(at in 0..NUMBERS.len(), place in 1..9_usize, odd in "[^0-9 \u{a0}\u{202f}\u{2010}-\u{2013}()./-]") {
        let mut typed = NUMBERS[at].to_owned();
        typed.insert_str(place, &odd);
        prop_assert!(Number::parse(&typed).is_err());
    }

    /// Shows: random.phones
    #[test]
    fn what_is_shown_of_a_number_does_not_tell_it(at in 0..NUMBERS.len()) {
        let number = Number::parse(NUMBERS[at]).unwrap();
        let shown = number.masked();
        prop_assert!(shown.chars().filter(char::is_ascii_digit).count() <= 5);
        let logged = format!("{number:?}");
        prop_assert!(!logged.contains(|c: char| c.is_ascii_digit()));
    }
}
