//! Codes that come by text message: the one that verifies a phone and the one that resets a password keep the same limits.

use std::time::Duration;

use portico_store::models::User;
use rocket::futures::future::join_all;

use crate::support::{Answer, Browser, Person, TestInstance};

const NUMBER: &str = "+4915112345642";
const NEW: &str = "a-new-lamp-on-the-quay";
const SECOND: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy)]
enum Purpose {
    Phone,
    Reset,
}

const PURPOSES: [Purpose; 2] = [Purpose::Phone, Purpose::Reset];

/// Someone who asks for codes for a purpose.
struct Asking<'a> {
    instance: &'a TestInstance,
    purpose: Purpose,
    person: Person<'a>,
    browser: Browser<'a>,
}

impl<'a> Asking<'a> {
    async fn open(instance: &'a TestInstance, purpose: Purpose) -> Self {
        let person = match purpose {
            Purpose::Phone => instance.person_without_phone("alice").await,
            Purpose::Reset => instance.person("alice").await,
        };
        Self { instance, purpose, person, browser: instance.browser() }
    }

    /// Asks for a code, and gives it.
    async fn code(&self) -> String {
        let (answer, number, digits) = match self.purpose {
            Purpose::Phone => (self.person.browser.post("/settings/phone", &[("phone", NUMBER)]).await, NUMBER, 6),
            Purpose::Reset => {
                let number = self.person.user.phone.as_deref().unwrap();
                (self.browser.post("/reset", &[("login", "alice")]).await, number, 8)
            }
        };
        answer.expect(303);
        self.instance.app.settled().await;
        let messages = self.instance.app.sms.outbox().unwrap().messages();
        let newest = messages.into_iter().find(|message| message.to == number).unwrap();
        newest.text.chars().filter(char::is_ascii_digit).take(digits).collect()
    }

    async fn guess(&self, code: &str) -> Answer {
        match self.purpose {
            Purpose::Phone => self.person.browser.post("/settings/phone/verify", &[("code", code)]).await,
            Purpose::Reset => self.browser.post("/reset/code", &[("code", code), ("password", NEW)]).await,
        }
    }

    async fn page(&self) -> Answer {
        match self.purpose {
            Purpose::Phone => self.person.browser.get("/settings/phone").await,
            Purpose::Reset => self.browser.get("/reset/code").await,
        }
    }

    /// True once a code was good for what it was asked for.
    async fn is_done(&self) -> bool {
        match self.purpose {
            Purpose::Phone => {
                let user = User::find(&self.instance.app.db, self.person.id).await.unwrap();
                user.unwrap().phone.is_some()
            }
            Purpose::Reset => {
                let fields = [("login", "alice"), ("password", NEW)];
                self.instance.browser().post("/sign-in", &fields).await.status == 303
            }
        }
    }
}

/// As many digits that are not the code.
fn wrong(code: &str, step: u32) -> String {
    let next = (code.parse::<u32>().unwrap() + step) % 10_u32.pow(u32::try_from(code.len()).unwrap());
    format!("{next:0width$}", width = code.len())
}

/// Shows: phone.five-tries, reset.five-tries
#[tokio::test]
async fn after_five_wrong_guesses_even_the_right_one_fails() {
    for purpose in PURPOSES {
        let instance = TestInstance::open().await;
        let asking = Asking::open(&instance, purpose).await;
        let code = asking.code().await;
        for left in ["4 tries left", "3 tries left", "2 tries left", "one try left"] {
            let page = asking.guess(&wrong(&code, 1)).await.expect(422);
            assert_eq!(page.faults(), ["code"]);
            assert!(page.text().contains(left), "{purpose:?}: {left}");
        }
        asking.guess(&wrong(&code, 5)).await.expect(422);
        asking.guess(&code).await.expect(422);
        assert!(!asking.is_done().await, "{purpose:?}");
        // A new code begins anew.
        instance.clock.advance(SECOND * 30);
        let code = asking.code().await;
        asking.guess(&code).await.expect(303);
        assert!(asking.is_done().await, "{purpose:?}");
    }
}

/// Shows: phone.five-tries, reset.five-tries
#[tokio::test]
async fn the_fifth_guess_may_still_be_right() {
    for purpose in PURPOSES {
        let instance = TestInstance::open().await;
        let asking = Asking::open(&instance, purpose).await;
        let code = asking.code().await;
        for step in 1..=4 {
            asking.guess(&wrong(&code, step)).await.expect(422);
        }
        asking.guess(&code).await.expect(303);
        assert!(asking.is_done().await, "{purpose:?}");
    }
}

/// Shows: phone.tries-at-once, reset.tries-at-once
#[tokio::test]
async fn fifty_wrong_guesses_side_by_side_leave_none_for_the_right_one() {
    for purpose in PURPOSES {
        let instance = TestInstance::open().await;
        let asking = Asking::open(&instance, purpose).await;
        let code = asking.code().await;
        let guesses: Vec<String> = (1..=50).map(|step| wrong(&code, step)).collect();
        let mut counted = 0;
        for answer in join_all(guesses.iter().map(|guess| asking.guess(guess))).await {
            let fault = answer.expect(422).one("[data-fault=code]");
            counted += usize::from(fault.starts_with("This code is wrong"));
        }
        assert_eq!(counted, 5, "{purpose:?}");
        asking.guess(&code).await.expect(422);
        assert!(!asking.is_done().await, "{purpose:?}");
    }
}

/// Shows: phone.ten-minutes, reset.ten-minutes
#[tokio::test]
async fn a_code_works_for_ten_minutes() {
    for purpose in PURPOSES {
        let instance = TestInstance::open().await;
        let asking = Asking::open(&instance, purpose).await;
        let code = asking.code().await;
        instance.clock.advance(SECOND * 600);
        asking.guess(&code).await.expect(422);
        let page = asking.page().await.expect(200);
        assert!(page.all("#f-code").is_empty(), "{purpose:?}");
        instance.sign_in_on(&asking.person.browser, &asking.person).await;
        let code = asking.code().await;
        instance.clock.advance(SECOND * 599);
        asking.guess(&code).await.expect(303);
        assert!(asking.is_done().await, "{purpose:?}");
    }
}
