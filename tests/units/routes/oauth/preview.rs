//! The preview of an authorization request.

use portico::routes::oauth::ConsentPreview;
use portico::routes::oauth::parameters::{Name, Parameters};
use portico_rules::ids::AppId;

const GOOD: ConsentPreview<'_> = ConsentPreview {
    client_id: AppId::new(5),
    redirect_uri: "https://a.example/cb?a=1",
    state: "s t",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    prompt: "login",
    response_type: "",
    scope: "",
    nonce: "",
    max_age: "",
};

#[test]
fn the_query_parses_to_the_same_parameters() {
    assert_eq!(GOOD.fault(), None);
    let asked = Parameters::read(&GOOD.query());
    assert_eq!(asked.get(Name::State), Ok(Some("s t")));
    assert_eq!(asked.get(Name::RedirectUri), Ok(Some(GOOD.redirect_uri)));
    assert_eq!(asked.get(Name::CodeChallengeMethod), Ok(Some("S256")));
}

#[test]
fn the_parameters_of_the_standard_profile_are_kept() {
    let preview =
        ConsentPreview { response_type: "code", scope: "openid profile", nonce: "n&1", max_age: "60", ..GOOD };
    assert_eq!(preview.fault(), None);
    let asked = Parameters::read(&preview.query());
    assert_eq!(asked.get(Name::ResponseType), Ok(Some("code")));
    assert_eq!(asked.get(Name::Scope), Ok(Some("openid profile")));
    assert_eq!(asked.get(Name::Nonce), Ok(Some("n&1")));
    assert_eq!(asked.get(Name::MaxAge), Ok(Some("60")));
}

#[test]
fn empty_parameters_are_left_out() {
    let bare = ConsentPreview { code_challenge: "", prompt: "", ..GOOD };
    assert_eq!(bare.fault(), None);
    assert!(!bare.query().contains("code_challenge"));
    assert!(!bare.query().contains("prompt"));
}

#[test]
fn a_fault_names_its_parameter() {
    for (preview, parameter) in [
        (ConsentPreview { state: "", ..GOOD }, "state"),
        (ConsentPreview { prompt: "never", ..GOOD }, "prompt"),
        (ConsentPreview { code_challenge: "short", ..GOOD }, "code_challenge"),
        (ConsentPreview { redirect_uri: "", ..GOOD }, "redirect_uri"),
    ] {
        let fault = preview.fault().unwrap();
        assert!(fault.contains(parameter), "{fault}");
    }
}

#[test]
fn the_callbacks_keep_the_parameters_of_the_redirect_uri() {
    let iss = "https://chat.example";
    assert_eq!(GOOD.approved(iss), "https://a.example/cb?a=1&code=CODE&state=s%20t&iss=https%3A%2F%2Fchat.example");
    assert!(GOOD.denied(iss).contains("&error=access_denied&"));
}
