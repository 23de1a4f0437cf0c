//! Users: accounts with the same password, each signed in on its own browser.

use std::net::{IpAddr, Ipv4Addr};
use std::ops::Deref;
use std::time::Duration;

use portico::routes::cookies;
use portico_crypto::passwords::Caller;
use portico_crypto::tokens::Plain;
use portico_store::models::accounts::session::Browser as Asking;
use portico_store::models::accounts::user;
use portico_store::models::{Channel, Session, User};
use rocket::tokio::sync::OnceCell;
use sea_orm::{ActiveModelTrait, Set};

use super::{Answer, Browser, TestInstance};

/// Everyone's password.
pub const PASSWORD: &str = "an-old-bridge-in-the-rain";

/// A user, with their browser.
pub struct Person<'h> {
    pub user: User,
    pub browser: Browser<'h>,
}

impl Deref for Person<'_> {
    type Target = User;

    fn deref(&self) -> &User {
        &self.user
    }
}

impl TestInstance {
    /// A user with a verified phone, signed in. The display name is the nickname with a capital.
    pub async fn person(&self, nickname: &str) -> Person<'_> {
        let id = self.app.id();
        let phone = format!("+49151{:08}", id % 100_000_000);
        self.create_person(id, nickname, Some(phone)).await
    }

    /// A user who has not verified a phone yet, signed in.
    pub async fn person_without_phone(&self, nickname: &str) -> Person<'_> {
        self.create_person(self.app.id(), nickname, None).await
    }

    /// So many people, who may create nothing yet.
    pub async fn people_without_phone(&self, count: usize) -> Vec<Person<'_>> {
        let mut people = Vec::with_capacity(count);
        for number in 0..count {
            people.push(self.person_without_phone(&format!("person{number}")).await);
        }
        people
    }

    async fn create_person(&self, id: i64, nickname: &str, phone: Option<String>) -> Person<'_> {
        let name = nickname[..1].to_uppercase() + &nickname[1..];
        let user = user::ActiveModel {
            id: Set(id.into()),
            nickname: Set(nickname.to_owned()),
            name: Set(name),
            password_hash: Set(self.password_hash().await.to_owned()),
            phone: Set(phone),
            picture_at: Set(None),
            created_at: Set(self.app.now()),
            disabled_at: Set(None),
            admin_at: Set(None),
            language: Set(None),
        }
        .insert(&*self.app.db)
        .await
        .unwrap();
        let browser = self.browser();
        self.sign_in_on(&browser, &user).await;
        Person { user, browser }
    }

    /// Signs a user in on a browser, without the form.
    pub async fn sign_in_on(&self, browser: &Browser<'_>, user: &User) {
        let asking = Asking { user_agent: "Test", address: IpAddr::V4(Ipv4Addr::LOCALHOST) };
        let (_, token) = Session::start(&self.app, user, asking).await.unwrap();
        browser.set_cookie("portico", token.expose());
        let account = cookies::account_value(&self.app, user.id);
        browser.set_cookie("portico-account", &account);
    }

    /// Hashing is slow on purpose: once for everyone.
    async fn password_hash(&self) -> &'static str {
        static HASH: OnceCell<String> = OnceCell::const_new();
        HASH.get_or_init(|| async { self.app.passwords.hash(&Plain::from(PASSWORD), Caller::Operator).await.unwrap() })
            .await
    }

    /// The only session of a user, or one of them.
    pub async fn session_of(&self, person: &Person<'_>) -> Session {
        let mut all = Session::all_of(&self.app, person.id).await.unwrap();
        all.remove(0)
    }

    /// Waits until the last use of a user's only session is stored, which happens after the response.
    pub async fn session_noted(&self, person: &Person<'_>) {
        let noted = async {
            while self.session_of(person).await.seen_at < self.clock.now() {
                rocket::tokio::task::yield_now().await;
            }
        };
        rocket::tokio::time::timeout(Duration::from_secs(15), noted).await.expect("the use is noted in good time");
    }
}

impl Person<'_> {
    /// Writes in a channel, by its form.
    pub async fn say(&self, channel: &Channel, content: &str) -> Answer {
        let path = format!("/channels/{}/messages", channel.id);
        self.browser.post(&path, &[("content", content)]).await
    }

    /// The page of a channel that they may view.
    pub async fn feed(&self, channel: &Channel) -> Answer {
        let path = format!("/channels/{}", channel.id);
        self.browser.get(&path).await.expect(200)
    }
}
