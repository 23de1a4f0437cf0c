//! Refusals in the words of each dialect.

use portico::routes::webhooks::dialect::Dialect;
use portico::routes::webhooks::parsed_body::NoPost;
use portico::routes::webhooks::portal::PortalBody;
use portico::routes::webhooks::worded::WordedRefusal;
use portico_rules::base_url::BaseUrl;

fn refused(dialect: Dialect, text: &str) -> (u16, String, Vec<(String, String)>) {
    let body = PortalBody { dialect, event: String::new(), text: text.to_owned() };
    let base_url = BaseUrl::parse("https://chat.example").unwrap();
    let Err(NoPost::Refused(problem)) = body.parse(&base_url).payload else {
        panic!("{text} is not refused");
    };
    let WordedRefusal { status, word, faults } = WordedRefusal::new(dialect, &problem);
    let faults = faults.into_iter().map(|fault| (fault.place, fault.detail));
    (status, word, faults.collect())
}

#[test]
fn each_dialect_names_its_faults_and_their_places_in_its_own_words() {
    let (status, word, faults) = refused(Dialect::Discord, r#"{"embeds":[{"title":[1]}]}"#);
    assert_eq!((status, word.as_str()), (400, "Invalid Form Body (50035)"));
    let [(place, detail)] = faults.as_slice() else {
        panic!("{faults:?}");
    };
    assert_eq!(place, "embeds/0/title");
    assert!(detail.ends_with("(STRING_TYPE_CONVERT)"), "{detail}");
    let (_, word, _) = refused(Dialect::Discord, "{}");
    assert_eq!(word, "Cannot send an empty message (50006)");
    let (_, word, faults) = refused(Dialect::Discord, "{\n]");
    assert!(word.ends_with("(50109)"), "{word}");
    assert!(faults[0].1.contains("line 2"), "{faults:?}");
    assert_eq!(refused(Dialect::Slack, "{}").1, "no_text");
    assert_eq!(refused(Dialect::Slack, r#"{"text":1,"blocks":2}"#).1, "invalid_payload");
    let (_, word, faults) = refused(Dialect::Github, "{}");
    assert_eq!(word, "invalid_request");
    assert_eq!(faults[0].0, "X-GitHub-Event");
    let (_, word, faults) = refused(Dialect::Native, r#"{"content":"a","cards":[{"title":1}]}"#);
    assert_eq!(word, "invalid_request");
    assert_eq!(faults[0].0, "/cards/0/title");
}
