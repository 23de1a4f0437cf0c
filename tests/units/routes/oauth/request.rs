//! Tests of parsing authorization requests, without a database.

use proptest::prelude::*;

use portico::routes::oauth::parameters::{Name, Parameters};
use portico::routes::oauth::request::standard::{MAX_ID_TOKEN_HINT, MAX_LOGIN_HINT, MAX_NONCE};
use portico::routes::oauth::request::{
    MAX_ASKED_AT, MAX_NATIVE_STATE, MAX_STATE, Prompt, RedirectTarget, Request, RequestError, ResponseMode, Standard,
    continuation, state,
};
use portico::routes::oauth::scope::MAX_SCOPE;
use portico_rules::ids::{self, AppId};
use portico_store::models::oauth::profile::ExchangeKind;

const CHALLENGED: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const WEB: &str = "https%3A%2F%2Fa.example%2Fcb";
const PROGRAM: &str = "org.example.app%3A%2Fcb";

fn read_at(redirect_uri: &str, query: &str) -> Result<Request, RequestError> {
    let query = format!("client_id=5&redirect_uri={redirect_uri}&{query}");
    let asked = Parameters::read(&query);
    let target = RedirectTarget::read(&asked).unwrap();
    let state = state(&asked, &target)?;
    Request::read(&asked, target, state)
}

fn read(query: &str) -> Result<Request, RequestError> {
    read_at(WEB, &format!("state=s&{query}"))
}

fn standard(query: &str) -> Result<Request, RequestError> {
    read_at(WEB, &format!("response_type=code&{query}"))
}

/// The text of a fault is sent in a parameter with few characters (RFC 6749, section 4.1.2.1).
#[track_caller]
fn expect(fault: Result<Request, RequestError>, error: &str, query: &str) {
    let fault = fault.unwrap_err();
    assert_eq!(fault.error, error, "{query}");
    let allowed = |c: char| matches!(c, ' '..='!' | '#'..='[' | ']'..='~');
    assert!(fault.description.chars().all(allowed), "{fault:?}");
}

#[test]
fn the_plain_request_is_all_it_takes() {
    let request = read("utm_source=x&utm_source=y").unwrap();
    assert_eq!(request.target.client_id, AppId::new(5));
    assert_eq!(request.state.as_deref(), Some("s"));
    assert_eq!((request.prompt, request.login, request.code_challenge), (Prompt::Default, false, None));
    assert_eq!(request.standard, None);
}

#[test]
fn each_fault_has_its_code() {
    let twice = format!("code_challenge={CHALLENGED}&code_challenge_method=S256&code_challenge={CHALLENGED}");
    let plain = format!("code_challenge={CHALLENGED}&code_challenge_method=plain");
    let methodless = format!("code_challenge={CHALLENGED}");
    let long = format!("code_challenge={CHALLENGED}a&code_challenge_method=S256");
    for (query, error) in [
        ("state=t", "invalid_request"),
        ("response_type=token", "unsupported_response_type"),
        ("response_type=code%20token", "unsupported_response_type"),
        ("response_type=code&response_type=code", "invalid_request"),
        ("request=x", "request_not_supported"),
        ("request_uri=https://evil.example", "request_uri_not_supported"),
        ("registration=%7B%7D", "registration_not_supported"),
        ("scope=openid", "invalid_request"),
        ("prompt=none%20login", "invalid_request"),
        ("prompt=always", "invalid_request"),
        ("prompt=login&prompt=login", "invalid_request"),
        ("code_challenge_method=S256", "invalid_request"),
        (&twice, "invalid_request"),
        (&plain, "invalid_request"),
        (&methodless, "invalid_request"),
        (&long, "invalid_request"),
        ("code_challenge=%ff", "invalid_request"),
    ] {
        expect(read(query), error, query);
    }
}

/// Shows: authorize.standard-faults
#[test]
fn each_fault_of_the_standard_profile_has_its_code() {
    let state = |length| format!("state={}", "s".repeat(length));
    let nonce = |length| format!("nonce={}", "n".repeat(length));
    let scope = |length| format!("scope={}", "s".repeat(length));
    for query in [
        "",
        "state=",
        &state(MAX_STATE),
        &format!("state={}", "%41".repeat(MAX_STATE)),
        &nonce(MAX_NONCE),
        &scope(MAX_SCOPE),
        "max_age=0",
        "max_age=9999999999",
        "response_mode=query",
        "response_mode=fragment",
        "response_mode=form_post",
        "max_age=99999999999",
        "max_age=99999999999999999999999",
        "claims=%7B%7D&display=page&ui_locales=de&acr_values=1",
    ] {
        assert!(standard(query).is_ok(), "{query}");
    }
    for (query, error) in [
        (&*state(MAX_STATE + 1), "invalid_request"),
        (&format!("state={}", "%F0%9F%98%80".repeat(1_025)), "invalid_request"),
        (&nonce(MAX_NONCE + 1), "invalid_request"),
        ("nonce=a&nonce=a", "invalid_request"),
        (&scope(MAX_SCOPE + 1), "invalid_scope"),
        ("scope=openid&scope=openid", "invalid_request"),
        ("max_age=-1", "invalid_request"),
        ("max_age=1.5", "invalid_request"),
        ("max_age=%2B1", "invalid_request"),
        ("max_age=99999999999x", "invalid_request"),
        ("max_age=1&max_age=1", "invalid_request"),
        ("response_mode=web_message", "invalid_request"),
        ("response_mode=form_post&state=a%0Ab", "invalid_request"),
        ("login_hint=a&login_hint=a", "invalid_request"),
        ("id_token_hint=a&id_token_hint=a", "invalid_request"),
        ("display=page&display=page", "invalid_request"),
        ("ui_locales=de&ui_locales=en", "invalid_request"),
        ("acr_values=1&acr_values=1", "invalid_request"),
        ("claims=%7B%7D&claims=x", "invalid_request"),
    ] {
        expect(standard(query), error, query);
    }
    let to_program = "response_type=code&response_mode=form_post";
    expect(read_at(PROGRAM, to_program), "invalid_request", to_program);
}

/// Shows: authorize.profiles
#[test]
fn response_type_and_scope_decide_the_exchange_and_what_is_granted() {
    for (query, exchange, scope, gives_profile) in [
        ("", ExchangeKind::Json, "", true),
        ("scope=profile&scope=x", ExchangeKind::Json, "", true),
        ("response_type=", ExchangeKind::Json, "", true),
        ("response_type=code", ExchangeKind::Any, "profile", true),
        ("response_type=code&scope=", ExchangeKind::Any, "profile", true),
        ("response_type=code&scope=openid", ExchangeKind::Form, "openid", false),
        ("response_type=code&scope=profile+openid+email", ExchangeKind::Form, "openid profile", true),
        ("response_type=code&scope=profile", ExchangeKind::Form, "profile", true),
        ("response_type=code&scope=email", ExchangeKind::Form, "", false),
        ("response_type=code&scope=OpenID", ExchangeKind::Form, "", false),
    ] {
        let request = read(query).unwrap();
        assert_eq!(request.exchange(), exchange, "{query}");
        assert_eq!(request.granted_scope(), scope, "{query}");
        assert_eq!(request.gives_profile(), gives_profile, "{query}");
    }
}

/// Shows: authorize.public-apps
#[test]
fn public_apps_send_a_response_type_and_a_challenge() {
    let challenge = format!("code_challenge={CHALLENGED}&code_challenge_method=S256");
    for (query, is_valid) in [
        (format!("response_type=code&{challenge}"), true),
        ("response_type=code".to_owned(), false),
        (challenge, false),
        (String::new(), false),
    ] {
        let request = read(&query).unwrap();
        assert!(request.clone().for_app(false).is_ok());
        match is_valid {
            true => assert!(request.for_app(true).is_ok()),
            false => expect(request.for_app(true), "invalid_request", &query),
        }
    }
}

/// Shows: authorize.consent-skipped
#[test]
fn the_consent_page_is_skipped_only_in_the_standard_profile_and_where_the_app_can_be_known() {
    let (code, none) = ("response_type=code", "response_type=code&prompt=none");
    for (redirect_uri, query, confidential, public) in [
        (WEB, code, true, true),
        (WEB, none, true, true),
        (WEB, "state=s", false, false),
        (WEB, "state=s&prompt=none", true, true),
        (WEB, "response_type=code&prompt=consent", false, false),
        (WEB, "response_type=code&prompt=select_account", false, false),
        (WEB, "response_type=code&prompt=login", true, true),
        ("http://127.0.0.1/cb", code, true, false),
        ("http://127.0.0.1/cb", none, true, false),
        ("http://localhost/cb", code, true, false),
        ("http://[::1]/cb", none, true, false),
        ("https://localhost:8443/cb", code, true, false),
        ("https://127.0.0.1/cb", none, true, false),
        ("https://[::1]/cb", code, true, false),
        (PROGRAM, code, true, false),
        (PROGRAM, none, true, false),
    ] {
        let request = read_at(redirect_uri, query).unwrap();
        let skips = (request.can_skip_consent(false), request.can_skip_consent(true));
        assert_eq!(skips, (confidential, public), "{redirect_uri} {query}");
    }
}

#[test]
fn prompts_are_told_apart() {
    for (query, prompt, login) in [
        ("prompt=", Prompt::Default, false),
        ("prompt=none", Prompt::Nothing, false),
        ("prompt=login", Prompt::Default, true),
        ("prompt=consent", Prompt::Consent, false),
        ("prompt=consent+login", Prompt::Consent, true),
        ("prompt=select_account", Prompt::Consent, false),
    ] {
        let request = read(query).unwrap();
        assert_eq!((request.prompt, request.login), (prompt, login), "{query}");
    }
}

fn largest() -> Request {
    Request {
        target: RedirectTarget {
            client_id: AppId::new(ids::MAX_ID),
            redirect_uri: format!("https://a.example/?{}", "%".repeat(2_028)),
        },
        state: Some("%41".repeat(MAX_STATE)),
        code_challenge: Some(CHALLENGED.into()),
        prompt: Prompt::Consent,
        login: true,
        standard: Some(Standard {
            language: None,
            scope: Some("%".repeat(MAX_SCOPE)),
            nonce: Some("%".repeat(MAX_NONCE)),
            response_mode: ResponseMode::FormPost,
            max_age: Some(i64::MAX),
            login_hint: Some("%".repeat(MAX_LOGIN_HINT)),
            id_token_hint: Some("a".repeat(MAX_ID_TOKEN_HINT)),
        }),
        asked_at: None,
    }
}

/// Shows: authorize.sign-in-first
#[test]
fn the_largest_request_survives_a_detour_by_the_sign_in() {
    let asked_at = "%".repeat(MAX_ASKED_AT);
    let here = continuation(&largest().to_query_asked_at(&asked_at)).unwrap();
    // The `http` crate takes this for a URL, with room for the origin.
    assert!(here.after("/sign-in").len() < 60_000);
    let native = format!("state={}", "%F0%9F%98%80".repeat(MAX_NATIVE_STATE));
    let request = read_at(WEB, &native).unwrap();
    assert!(continuation(&request.to_query()).is_some());
}

proptest! {
    /// Shows: authorize.state-kept, authorize.bound
    #[test]
    fn a_request_reads_the_same_after_every_detour(
        state in "([A-Za-z0-9._~!$'()*+,;:@/?=-]|%[0-7][0-9A-Fa-f]|%C3%a9){1,40}", uri in "https://a\\.example/[!-~]{0,40}",
        challenged: bool, asks: bool, login: bool,
        standard in proptest::option::of((
            proptest::option::of("[ -~]{1,20}"), proptest::option::of("\\PC{1,20}"), any::<bool>(),
            proptest::option::of(0..9_999_999_999_i64), proptest::option::of("[a-z+ ]{1,9}"),
            proptest::option::of("[a-z.]{1,9}"),
        )),
    ) {
        let mode = |is_form| if is_form { ResponseMode::FormPost } else { ResponseMode::Query };
        let request = Request {
            target: RedirectTarget { client_id: AppId::new(5), redirect_uri: uri },
            state: Some(state),
            code_challenge: challenged.then(|| CHALLENGED.to_owned()),
            prompt: if asks { Prompt::Consent } else { Prompt::Default },
            login,
            standard: standard.map(|(scope, nonce, is_form, max_age, login_hint, id_token_hint)| Standard {
                language: None,
                scope, nonce, max_age, login_hint, id_token_hint, response_mode: mode(is_form),
            }),
            asked_at: None,
        };
        // A form can't send these.
        let asked = Parameters::read(&request.to_query());
        let is_sent = !asked.get(Name::State).unwrap().unwrap().contains(char::is_control);
        prop_assume!(request.response_mode() == ResponseMode::Query || is_sent);
        let target = RedirectTarget::read(&asked).unwrap();
        let state = portico::routes::oauth::request::state(&asked, &target).unwrap().map(str::to_owned);
        let again = Request::read(&asked, target, state.as_deref()).unwrap();
        prop_assert_eq!(&again, &request);
        prop_assert!(continuation(&request.to_query()).is_some());
    }

    /// Shows: random.requests
    #[test]
    fn no_query_makes_it_panic_and_every_description_keeps_to_the_standard(query in "[a-z_=&%0-9A-F+]{0,80}") {
        for fault in [read(&query), standard(&query)].into_iter().filter_map(Result::err) {
            let allowed = |c: char| matches!(c, ' '..='!' | '#'..='[' | ']'..='~');
            prop_assert!(fault.description.chars().all(allowed));
        }
    }
}
