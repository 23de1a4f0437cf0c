//! Forms that arrive slowly, from sessions that end meanwhile: nothing is done in a session that is no more.
//! Streams of ended sessions are in `stream_rights`, forms that were begun after the end in `saved_forms`.

use std::time::Duration;

use portico_crypto::tokens::Plain;
use portico_platform::error::Error;
use portico_rules::language::ENGLISH;
use portico_rules::phone::Number;
use portico_store::models::accounts::phone_code::Model as PhoneCode;
use portico_store::models::accounts::{second_step_setup, session};
use portico_store::models::messages::message;
use portico_store::models::{Operator, Session, User};
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{ListeningNode, PASSWORD, Person, TestInstance};

const BROWSER: session::Browser<'static> =
    session::Browser { user_agent: "Test", address: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST) };
const NUMBER: &str = "+4915112345642";

/// Sends a form slowly, and ends every session of the person before its end. Where the response leads.
async fn ended_meanwhile(
    instance: &TestInstance,
    served: &ListeningNode,
    person: &Person<'_>,
    path: &str,
    fields: &[(&str, &str)],
) -> String {
    // Once the use of the session is noted, the node has looked it up. The password is still fresh then.
    instance.clock.advance(Duration::from_secs(11 * 60));
    let sent = served.begin_post(person, path, fields).await;
    instance.session_noted(person).await;
    person.user.sign_out_everywhere(&instance.app, &Operator::TERMINAL).await.unwrap();
    let (status, location) = sent.finish().await;
    assert_eq!(status, 303);
    location
}

/// A session that has ended, with its account as it was.
async fn ended(instance: &TestInstance, person: &Person<'_>) -> Session {
    let session = instance.session_of(person).await;
    session.end(&instance.app).await.unwrap();
    session
}

async fn row(instance: &TestInstance, person: &Person<'_>) -> Option<User> {
    User::find(&instance.app.db, person.id).await.unwrap()
}

/// Shows: sessions.ended-meanwhile
#[tokio::test]
async fn nothing_is_posted_in_a_session_that_ended_while_the_form_arrived() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = format!("/channels/{}/messages", acme.general.id);
    let fields = [("content", "too late")];
    let leads = ended_meanwhile(&instance, &served, &alice, &path, &fields).await;
    assert!(leads.starts_with("/sign-in?"), "{leads}");
    let count = message::Entity::find().count(&*instance.app.db).await;
    assert_eq!(count.unwrap(), 0);
}

/// Shows: sessions.ended-meanwhile
#[tokio::test]
async fn what_is_posted_slowly_in_a_session_that_lasts_is_stored() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = format!("/channels/{}/messages", acme.general.id);
    let sent = served.begin_post(&alice, &path, &[("content", "slow")]).await;
    let (status, _) = sent.finish().await;
    assert_eq!(status, 303);
    let count = message::Entity::find().count(&*instance.app.db).await;
    assert_eq!(count.unwrap(), 1);
}

/// Shows: sessions.ended-meanwhile, access.just-lost
#[tokio::test]
async fn an_admin_who_was_signed_out_while_the_form_arrived_takes_over_no_account() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (root, alice) = (instance.admin("root").await, instance.person("alice").await);
    let path = format!("/admin/users/{}", alice.id);
    let fields = [("act", "reset_password"), ("reason", "x")];
    let leads = ended_meanwhile(&instance, &served, &root, &path, &fields).await;
    assert!(leads.starts_with("/sign-in?"), "{leads}");
    let hash = row(&instance, &alice).await.unwrap().password_hash;
    assert_eq!(hash, alice.user.password_hash);
}

/// Shows: sessions.ended-meanwhile
#[tokio::test]
async fn an_ended_session_verifies_and_removes_no_number() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let number = Number::parse(NUMBER).unwrap();
    PhoneCode::send(&instance.app, alice.id, &number, (BROWSER.address, &ENGLISH)).await.unwrap();
    let text = instance.app.sms.outbox().unwrap().messages().remove(0).text;
    let code: String = text.chars().filter(char::is_ascii_digit).take(6).collect();
    let session = ended(&instance, &alice).await;
    let redeemed = PhoneCode::redeem(&instance.app, (&session, &alice.user), &code, BROWSER).await;
    assert!(matches!(redeemed, Err(Error::SignedOut)));
    let verified = alice.user.verified_phone().unwrap();
    let removed = alice.user.remove_phone(&instance.app, &session, &verified, BROWSER).await;
    assert!(matches!(removed, Err(Error::SignedOut)));
    let phone = row(&instance, &alice).await.unwrap().phone;
    assert_eq!(phone, alice.user.phone);
}

/// Shows: sessions.ended-meanwhile
#[tokio::test]
async fn an_ended_session_removes_no_second_step() {
    let instance = TestInstance::open().await;
    let protected = instance.protected("alice").await;
    let session = ended(&instance, &protected).await;
    let whose = (&session, &protected.user);
    let removed = second_step_setup::remove_app(&instance.app, whose, BROWSER).await;
    assert!(matches!(removed, Err(Error::SignedOut)));
    let removed = second_step_setup::remove_passkey(&instance.app, whose, 1.into(), BROWSER).await;
    assert!(matches!(removed, Err(Error::SignedOut)));
}

/// Shows: sessions.ended-meanwhile
#[tokio::test]
async fn an_ended_session_sets_no_password_and_deletes_no_account() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let session = ended(&instance, &alice).await;
    let (current, new) = (Plain::from(PASSWORD), "a-new-lamp-on-the-quay".into());
    let log = &instance.app.security_log;
    let changed = alice.user.clone().change_password(&instance.app, log, &session, &current, &new, BROWSER).await;
    assert!(matches!(changed, Err(Error::SignedOut)));
    let deleted = alice.user.clone().delete_account(&instance.app, log, &session, &current, "alice", BROWSER).await;
    assert!(matches!(deleted, Err(Error::SignedOut)));
    let left = row(&instance, &alice).await.unwrap();
    assert_eq!(left.password_hash, alice.user.password_hash);
    assert!(Session::all_of(&instance.app, alice.id).await.unwrap().is_empty());
}

/// Shows: sessions.ended-meanwhile, access.just-lost
#[tokio::test]
async fn an_act_of_the_console_is_undone_where_its_admin_is_none_any_more() {
    let instance = TestInstance::open().await;
    let (root, alice) = (instance.admin("root").await, instance.person("alice").await);
    let session = instance.session_of(&root).await;
    let by = Operator::admin((root.id, "root"), session.id, "spam");
    assert!(alice.user.disable(&instance.app, &by).await.unwrap());
    assert!(alice.user.enable(&instance.app, &by).await.unwrap());
    root.user.set_admin(&instance.app, false, &Operator::TERMINAL).await.unwrap();
    let disabled = alice.user.disable(&instance.app, &by).await;
    assert!(matches!(disabled, Err(Error::SignedOut)));
    assert!(!row(&instance, &alice).await.unwrap().is_disabled());
}
