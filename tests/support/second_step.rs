//! Users with an authenticator app, set up by its page.

use std::ops::Deref;
use std::time::Duration;

use portico_crypto::tokens::Plain;
use portico_crypto::totp;

use super::{Answer, Browser, PASSWORD, Person, TestInstance, leaks};

/// The page of the authenticator app.
pub const TOTP: &str = "/settings/security/totp";
/// The page of the recovery codes.
pub const RECOVERY: &str = "/settings/security/recovery-codes";
/// The page of the second step.
pub const SECOND: &str = "/sign-in/second";

/// A user with an authenticator app.
pub struct Protected<'h> {
    pub person: Person<'h>,
    pub key: Plain,
    /// The recovery codes.
    pub codes: Vec<String>,
    instance: &'h TestInstance,
}

impl<'h> Deref for Protected<'h> {
    type Target = Person<'h>;

    fn deref(&self) -> &Person<'h> {
        &self.person
    }
}

impl TestInstance {
    /// A user with a verified phone and an authenticator app, signed in. The next code was not used yet.
    pub async fn protected(&self, nickname: &str) -> Protected<'_> {
        let person = self.person(nickname).await;
        let key = new_key(&person.browser).await;
        let code = totp::code(&key, totp::step_at(self.clock.now())).unwrap();
        let fields = [("act", "confirm"), ("code", code.expose())];
        person.browser.post(TOTP, &fields).await.expect(303);
        let page = person.browser.get(RECOVERY).await.expect(200);
        let protected = Protected { codes: shown_codes(&page), person, key, instance: self };
        self.next_code();
        protected
    }

    /// Moves on to a code that was not used yet.
    pub fn next_code(&self) {
        self.clock.advance(Duration::from_secs(totp::STEP_SECS));
    }
}

/// The key of an app that is being set up.
pub async fn new_key(browser: &Browser<'_>) -> Plain {
    let begun = browser.post(TOTP, &[("act", "begin")]).await.expect(303);
    let page = browser.get(begun.location()).await.expect(200);
    let shown = page.one("#totp-key");
    leaks::made(&shown);
    let key = shown.replace(' ', "");
    leaks::made(&key);
    key.into()
}

/// The codes that a page shows once.
pub fn shown_codes(page: &Answer) -> Vec<String> {
    let shown = page.one("#recovery-codes");
    let codes: Vec<String> = shown.split_whitespace().map(str::to_owned).collect();
    for code in &codes {
        leaks::made(code);
    }
    codes
}

impl Protected<'_> {
    /// The code that the app shows now.
    pub fn code(&self) -> String {
        self.code_in(0)
    }

    /// The code that it shows so many steps later.
    pub fn code_in(&self, steps: i64) -> String {
        let step = totp::step_at(self.instance.clock.now()) + steps;
        totp::code(&self.key, step).unwrap().expose().to_owned()
    }

    /// Six digits that are no code of the app at this time.
    pub fn wrong_code(&self) -> String {
        let near: Vec<String> = (-2..=2).map(|step| self.code_in(step)).collect();
        (0..).map(|n| format!("{n:06}")).find(|code| !near.contains(code)).unwrap()
    }

    /// Enters the password; the second step is next.
    pub async fn enter_password<'b>(&self, browser: &Browser<'b>) {
        let fields = [("login", self.nickname.as_str()), ("password", PASSWORD)];
        let entered = browser.post("/sign-in", &fields).await.expect(303);
        assert!(entered.location().starts_with(SECOND), "{}", entered.location());
    }

    /// Signs in on a browser with the present code, and moves on to the next one.
    pub async fn sign_in(&self, browser: &Browser<'_>, more: &[(&str, &str)]) {
        self.enter_password(browser).await;
        let code = self.code();
        let fields = [&[("code", code.as_str())][..], more].concat();
        browser.post(SECOND, &fields).await.expect(303);
        self.instance.next_code();
    }
}

impl Browser<'_> {
    /// Whether someone is signed in.
    pub async fn is_signed_in(&self) -> bool {
        self.get("/settings/profile").await.status == 200
    }
}
