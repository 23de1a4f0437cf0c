//! The query of an authorization request.

use portico::routes::oauth::parameters::{Name, Parameters};

#[test]
fn a_value_is_decoded_once_and_kept_byte_for_byte() {
    let asked = Parameters::read("state=a%26b%23c%2Bd+e%22%27%C3%A9%2520&client_id=7");
    assert_eq!(asked.get(Name::State), Ok(Some("a&b#c+d e\"'é%20")));
    assert_eq!(asked.get(Name::ClientId), Ok(Some("7")));
    assert_eq!(asked.get(Name::Prompt), Ok(None));
}

/// Shows: authorize.state-encoding
#[test]
fn a_value_keeps_its_encoding_where_that_is_one() {
    for (raw, sent) in [
        ("a+b%20c%2Bd", "a+b%20c%2Bd"),
        ("%7e%7E~", "%7e%7E~"),
        ("abc==", "abc=="),
        ("a:b@c/d?e!f$g'h(i)*,;", "a:b@c/d?e!f$g'h(i)*,;"),
        ("%0d%0aSet-Cookie:%20x", "%0d%0aSet-Cookie:%20x"),
        ("a%", "a%25"),
        ("%4", "%254"),
        ("%zz%41", "%25zz%41"),
        ("\"<>\\^`{|}[]", "%22%3C%3E%5C%5E%60%7B%7C%7D%5B%5D"),
        ("é", "%C3%A9"),
        ("a b\r\n", "a%20b%0D%0A"),
    ] {
        let asked = Parameters::read(&format!("state={raw}"));
        assert_eq!(asked.encoded(Name::State), Some(sent), "{raw}");
    }
}

#[test]
fn an_empty_value_is_no_value_but_still_counts() {
    assert_eq!(Parameters::read("state=&x").get(Name::State), Ok(None));
    assert_eq!(Parameters::read("state").get(Name::State), Ok(None));
    assert!(Parameters::read("state=&state=a").get(Name::State).is_err());
    assert!(Parameters::read("st%61te=a&state=a").get(Name::State).is_err());
}

#[test]
fn what_is_no_text_is_the_fault_of_its_parameter_alone() {
    let asked = Parameters::read("%ff=1&state=%ff&client_id=1&unknown=%ff");
    assert!(asked.get(Name::State).is_err());
    assert_eq!(asked.get(Name::ClientId), Ok(Some("1")));
}
