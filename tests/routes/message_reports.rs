//! `/channels/<id>/messages/<message_id>/report` and `/servers/<id>/settings/reports`.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::MessageId;
use portico_store::models::messages::message_report::ReportDecision;
use portico_store::models::messages::{message, message_report};
use portico_store::models::{Channel, MessageReport};
use portico_store::posting::{reported_messages, user_messages};
use rocket::futures::future::join;
use sea_orm::{EntityTrait, PaginatorTrait, QueryOrder};
use serde_json::{Value, json};

use crate::support::{Answer, Community, ListeningNode, Person, Stream, TestInstance};

const DAY: Duration = Duration::from_secs(86_400);

/// Posts as a user, and returns the message's id.
async fn said(instance: &TestInstance, person: &Person<'_>, channel: &Channel, text: &str) -> MessageId {
    person.say(channel, text).await.expect(303);
    let newest = message::Entity::find().order_by_desc(message::Column::Id).one(&*instance.app.db).await;
    newest.unwrap().unwrap().id
}

async fn report(by: &Person<'_>, channel: &Channel, id: MessageId, reason: &str) -> Answer {
    let path = format!("/channels/{}/messages/{id}/report", channel.id);
    by.browser.post(&path, &[("reason", reason)]).await
}

async fn decide(by: &Person<'_>, acme: &Community<'_>, id: i64, decision: &str) -> Answer {
    let path = acme.settings(&format!("/reports/{id}"));
    by.browser.post(&path, &[("decision", decision)]).await
}

async fn queue(by: &Person<'_>, acme: &Community<'_>) -> Answer {
    by.browser.get(&acme.settings("/reports")).await.expect(200)
}

async fn reports(instance: &TestInstance) -> Vec<MessageReport> {
    let all = message_report::Entity::find().order_by_asc(message_report::Column::Id);
    all.all(&*instance.app.db).await.unwrap()
}

async fn reporters(instance: &TestInstance) -> u64 {
    message_report::reporter::Entity::find().count(&*instance.app.db).await.unwrap()
}

/// Shows: reports.kept
#[tokio::test]
async fn moderators_see_a_reported_message_as_it_was_with_the_reasons_and_who_gave_them() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    let moderator = instance.person("mod").await;
    acme.join(&carol).await;
    acme.join_with(&moderator, Permissions::MODERATE_MEMBERS).await;
    let id = said(&instance, &bob, &acme.general, "buy my **coins**").await;
    let page = carol.browser.get(&format!("/channels/{}/messages/{id}", acme.general.id)).await.expect(200);
    assert_eq!(page.all("form[data-in-place=report] textarea"), [""]);
    let answer = report(&carol, &acme.general, id, " It is spam.\r\nAgain. ").await.expect(303);
    assert_eq!(answer.location(), format!("/channels/{}?around={id}#message-{id}", acme.general.id));
    report(&alice, &acme.general, id, "Coins").await.expect(303);
    let here = format!("/channels/{}/messages/{id}", acme.general.id);
    bob.browser.post(&here, &[("content", "innocent")]).await.expect(303);
    let page = queue(&moderator, &acme).await;
    assert_eq!(page.all(".report .content"), ["buy my coins"]);
    assert_eq!(page.all(".report-count"), ["Reported by 2 people"]);
    let reasons = page.all(".report-reasons li > span[dir]");
    assert_eq!(reasons, ["It is spam.\nAgain.", "Coins"]);
    assert!(page.all(".report-reasons li")[0].contains("@carol"));
    assert!(page.text().contains("Edited since"));
    bob.browser.post(&format!("{here}/delete"), &[]).await.expect(303);
    let page = queue(&moderator, &acme).await;
    assert_eq!(page.all(".report .content"), ["buy my coins"]);
    assert!(page.text().contains("Deleted since"));
    assert_eq!(page.attributes(".report-decision button", "value"), ["dismissed"]);
    assert_eq!(page.all(".side-nav .count"), ["1 open"]);
}

#[tokio::test]
async fn what_a_message_says_after_an_edit_is_reported_by_itself() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    let id = said(&instance, &bob, &acme.general, "hello").await;
    report(&carol, &acme.general, id, "He is my friend").await.expect(303);
    let here = format!("/channels/{}/messages/{id}", acme.general.id);
    bob.browser.post(&here, &[("content", "an insult")]).await.expect(303);
    report(&alice, &acme.general, id, "An insult").await.expect(303);
    assert_eq!(queue(&alice, &acme).await.all(".report .content"), ["an insult", "hello"]);
    let newest = reports(&instance).await.pop().unwrap().id.get();
    decide(&alice, &acme, newest, "removed").await.expect(303);
    assert_eq!(queue(&alice, &acme).await.all(".report"), [""; 0]);
}

/// Shows: reports.once
#[tokio::test]
async fn a_person_reports_a_message_once_and_never_their_own() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let id = said(&instance, &bob, &acme.general, "spam").await;
    report(&alice, &acme.general, id, "spam").await.expect(303);
    let again = report(&alice, &acme.general, id, "spam again").await.expect(303);
    let page = alice.browser.get(again.location()).await.expect(200);
    assert!(page.text().contains("You have reported this message already."));
    assert_eq!(reporters(&instance).await, 1);
    report(&bob, &acme.general, id, "mine").await.expect(403);
    let page = bob.browser.get(&format!("/channels/{}/messages/{id}", acme.general.id)).await.expect(200);
    assert_eq!(page.all("form[data-in-place=report]"), [""; 0]);
    assert_eq!(reporters(&instance).await, 1);
}

#[tokio::test]
async fn a_report_needs_a_reason_of_at_most_500_characters() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let id = said(&instance, &bob, &acme.general, "spam").await;
    for reason in ["", " \r\n ", &*"x".repeat(501), "a\u{202e}b"] {
        let answer = report(&alice, &acme.general, id, reason).await.expect(422);
        assert_eq!(answer.faults(), ["reason"]);
        assert_eq!(answer.one("form[data-in-place=report] textarea").trim(), reason.trim());
    }
    assert_eq!(reporters(&instance).await, 0);
    report(&alice, &acme.general, id, &"x".repeat(500)).await.expect(303);
}

/// Shows: access.no-permission, reports.access
#[tokio::test]
async fn only_members_who_may_read_the_channel_report_and_only_moderators_see_and_decide() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let eve = instance.person("eve").await;
    let other = instance.server("Other", &eve).await;
    let hidden = acme.hidden_channel("hidden").await;
    let id = said(&instance, &alice, &acme.general, "spam").await;
    let secret = said(&instance, &alice, &hidden, "secret").await;
    report(&eve, &acme.general, id, "x").await.expect(404);
    report(&bob, &hidden, secret, "x").await.expect(404);
    // A message of another channel, of none, and what is no id.
    report(&bob, &acme.general, secret, "x").await.expect(404);
    report(&bob, &acme.general, 77.into(), "x").await.expect(404);
    let malformed = format!("/channels/{}/messages/0{id}/report", acme.general.id);
    bob.browser.post(&malformed, &[("reason", "x")]).await.expect(404);
    let path = format!("/channels/{}/messages/{id}/report", acme.general.id);
    let answer = instance.browser().post(&path, &[("reason", "x")]).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
    assert_eq!(reports(&instance).await, []);
    report(&bob, &acme.general, id, "x").await.expect(303);
    let report_id = reports(&instance).await[0].id.get();
    bob.browser.get(&acme.settings("/reports")).await.expect(403);
    eve.browser.get(&acme.settings("/reports")).await.expect(404);
    decide(&bob, &acme, report_id, "removed").await.expect(403);
    decide(&eve, &acme, report_id, "removed").await.expect(404);
    // By a moderator of another server, and through theirs.
    decide(&eve, &other, report_id, "removed").await.expect(404);
    decide(&alice, &acme, 77, "removed").await.expect(404);
    let answer = decide(&alice, &acme, report_id, "painted").await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    assert_eq!(reports(&instance).await[0].decision, None);
    assert_eq!(instance.rows(message::Entity).await, 2);
}

/// Shows: reports.hidden
#[tokio::test]
async fn a_moderator_reads_and_decides_nothing_of_a_channel_that_they_cannot_see() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let hidden = acme.hidden_channel("vault").await;
    acme.overwrite_member(&hidden, &bob, Permissions::VIEW_CHANNEL, Permissions::NONE).await;
    let moderator = instance.person("mod").await;
    acme.join_with(&moderator, Permissions::MANAGE_SERVER).await;
    let id = said(&instance, &alice, &hidden, "the secret plan").await;
    report(&bob, &hidden, id, "a leak").await.expect(303);
    let report_id = reports(&instance).await[0].id.get();
    let page = queue(&moderator, &acme).await;
    assert_eq!(page.all(".report"), [""; 0]);
    assert!(page.one("[data-hidden-reports]").contains("in channels that you can’t see"));
    for part in ["the secret plan", "vault", "a leak", "@bob"] {
        assert!(!page.text().contains(part), "{part}");
    }
    assert_eq!(page.all(".side-nav .count"), [""; 0]);
    decide(&moderator, &acme, report_id, "dismissed").await.expect(404);
    decide(&alice, &acme, report_id, "dismissed").await.expect(303);
    let page = queue(&moderator, &acme).await;
    assert!(!page.text().contains("vault"));
    assert_eq!(page.all("[data-hidden-reports]"), [""; 0]);
}

/// Shows: reports.decided-once
#[tokio::test]
async fn a_decision_removes_the_message_or_keeps_it_and_is_in_the_audit_log() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let moderator = instance.person("mod").await;
    acme.join_with(&moderator, Permissions::MODERATE_MEMBERS).await;
    let (spam, fine) =
        (said(&instance, &bob, &acme.general, "@all spam").await, said(&instance, &bob, &acme.general, "fine").await);
    for id in [spam, fine] {
        report(&alice, &acme.general, id, "look").await.expect(303);
    }
    let all = reports(&instance).await;
    let answer = decide(&moderator, &acme, all[0].id.get(), "removed").await.expect(303);
    assert_eq!(answer.location(), acme.settings("/reports"));
    decide(&moderator, &acme, all[1].id.get(), "dismissed").await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["fine"]);
    let page = queue(&alice, &acme).await;
    assert_eq!(page.all(".report"), [""; 0]);
    assert!(page.text().contains("Message removed"));
    assert!(page.text().contains("@mod</bdi> ·"));
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200).text();
    assert!(log.contains("removed a reported message by"), "{log}");
    assert!(log.contains("dismissed the report of a message by"), "{log}");
    // It stays, also for others who report it as it is.
    let answer = report(&moderator, &acme.general, fine, "still").await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
}

/// Shows: reports.decided-once
#[tokio::test]
async fn of_two_moderators_at_once_one_decides_and_the_other_is_told_who() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let moderator = instance.person("mod").await;
    acme.join_with(&moderator, Permissions::MODERATE_MEMBERS).await;
    let id = said(&instance, &bob, &acme.general, "spam").await;
    report(&alice, &acme.general, id, "spam").await.expect(303);
    let report_id = reports(&instance).await[0].id.get();
    let (one, other) =
        join(decide(&alice, &acme, report_id, "dismissed"), decide(&moderator, &acme, report_id, "dismissed")).await;
    let (lost, winner) = match one.status {
        303 => (other, "@alice"),
        _ => (one, "@mod"),
    };
    let fault = lost.expect(422).one("[data-fault=form]");
    assert!(fault.contains(&format!("{winner} dismissed this report already.")), "{fault}");
    let acts = instance.audited().await;
    let dismissals = acts.iter().filter(|entry| entry.action == "report_dismissed");
    assert_eq!(dismissals.count(), 1);
}

/// Which reports are open, by the order in which they were filed.
async fn open(instance: &TestInstance) -> Vec<bool> {
    reports(instance).await.iter().map(|report| report.decision.is_none()).collect()
}

#[tokio::test]
async fn a_removal_closes_the_reports_of_what_it_removes_and_its_undoing_opens_them_again() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    let side = acme.channel("side").await;
    let places = [(&bob, &acme.general), (&bob, &side), (&carol, &acme.general)];
    for (author, channel) in places {
        let id = said(&instance, author, channel, "spam").await;
        report(&alice, channel, id, "Spam").await.expect(303);
    }
    let path = format!("/channels/{}/messages/delete", acme.general.id);
    let author = format!("user:{}", bob.id);
    let fields = [("author", author.as_str()), ("since", "hour")];
    let removed = alice.browser.post(&path, &fields).await.expect(303);
    assert_eq!(open(&instance).await, [false, true, true]);
    assert_eq!(reports(&instance).await[0].decided_by, Some(alice.id));
    let channel = alice.browser.get(removed.location()).await.expect(200);
    let undo = channel.attributes("[data-removed] form", "action").remove(0);
    alice.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(open(&instance).await, [true, true, true]);
    assert_eq!(reports(&instance).await[0].decided_by, None);
}

#[tokio::test]
async fn a_ban_with_its_messages_closes_their_reports_and_one_without_leaves_them() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    for author in [&bob, &carol] {
        let id = said(&instance, author, &acme.general, "spam").await;
        report(&alice, &acme.general, id, "Spam").await.expect(303);
    }
    for (person, delete) in [(&bob, "hour"), (&carol, "")] {
        let path = acme.settings(&format!("/members/{}/ban", person.id));
        alice.browser.post(&path, &[("delete", delete)]).await.expect(303);
    }
    assert_eq!(open(&instance).await, [false, true]);
}

#[tokio::test]
async fn a_moderator_who_deletes_a_message_closes_its_report_and_its_author_does_not() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut deletions = Vec::new();
    for by in [&alice, &bob] {
        let id = said(&instance, &bob, &acme.general, "spam").await;
        report(&alice, &acme.general, id, "Spam").await.expect(303);
        let path = format!("/channels/{}/messages/{id}/delete", acme.general.id);
        deletions.push(by.browser.post(&path, &[]).await.expect(303));
    }
    assert_eq!(open(&instance).await, [false, true]);
    let channel = alice.browser.get(deletions[0].location()).await.expect(200);
    let undo = channel.attributes("[data-removed] form", "action").remove(0);
    alice.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(open(&instance).await, [true, true]);
}

#[tokio::test]
async fn a_person_has_a_bounded_number_of_open_reports() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.message_reports_per_person", 2))).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut ids = Vec::new();
    for text in ["one", "two", "three"] {
        ids.push(said(&instance, &alice, &acme.general, text).await);
    }
    report(&bob, &acme.general, ids[0], "x").await.expect(303);
    report(&bob, &acme.general, ids[1], "x").await.expect(303);
    let answer = report(&bob, &acme.general, ids[2], "x").await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    let first = reports(&instance).await[0].id.get();
    decide(&alice, &acme, first, "dismissed").await.expect(303);
    report(&bob, &acme.general, ids[2], "x").await.expect(303);
}

#[tokio::test]
async fn the_badge_is_for_those_who_decide() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let helper = instance.person("helper").await;
    acme.join_with(&helper, Permissions::MANAGE_CHANNELS).await;
    let id = said(&instance, &alice, &acme.general, "spam").await;
    let badge = async |person: &Person<'_>, path: &str| {
        let page = person.browser.get(path).await.expect(200);
        page.all(".channels > [data-reports-of]:not([hidden]) > .count, .side-nav .count")
    };
    let general = format!("/channels/{}", acme.general.id);
    assert_eq!(badge(&alice, &general).await, [""; 0]);
    report(&bob, &acme.general, id, "x").await.expect(303);
    for path in [&general, &acme.settings("/roles"), &format!("/servers/{}/search", acme.id())] {
        assert_eq!(badge(&alice, path).await, ["1 open"], "{path}");
    }
    assert_eq!(badge(&bob, &general).await, [""; 0]);
    assert_eq!(badge(&helper, &general).await, [""; 0]);
    assert_eq!(badge(&helper, &acme.settings("/roles")).await, [""; 0]);
}

/// The next numbers of open reports on the open page of a moderator.
async fn counted(stream: &mut Stream) -> Value {
    loop {
        let event = stream.next().await.expect("an event");
        if event.name == "reports" {
            return serde_json::from_str(&event.data).expect("JSON");
        }
    }
}

#[tokio::test]
async fn the_open_pages_of_moderators_count_reports_as_they_are_filed_decided_and_undone() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    let (app, here) = (&served.app, acme.general.id);
    let ids = [said(&instance, &bob, &acme.general, "one").await, said(&instance, &bob, &acme.general, "two").await];
    let server = acme.id().to_string();
    let mut stream = served.listen(&alice, "/inbox/events?unread=true").await;
    assert_eq!(counted(&mut stream).await, json!({}));
    message_report::file(app, carol.id, here, ids[0], "spam").await.unwrap();
    assert_eq!(counted(&mut stream).await, json!({ &server: 1 }));
    // Another reason for the same message is no other report.
    message_report::file(app, alice.id, here, ids[0], "rude").await.unwrap();
    message_report::file(app, carol.id, here, ids[1], "spam").await.unwrap();
    assert_eq!(counted(&mut stream).await, json!({ &server: 2 }));
    let first = reports(&instance).await[0].id;
    reported_messages::decide(app, alice.id, acme.id(), first, ReportDecision::Dismissed).await.unwrap();
    assert_eq!(counted(&mut stream).await, json!({ &server: 1 }));
    let removal = user_messages::delete(app, alice.id, here, ids[1]).await.unwrap();
    assert_eq!(counted(&mut stream).await, json!({}));
    user_messages::undo(app, alice.id, here, removal.unwrap()).await.unwrap();
    assert_eq!(counted(&mut stream).await, json!({ &server: 1 }));
}

#[tokio::test]
async fn the_open_pages_of_others_are_not_told_of_reports() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let moderator = instance.person("mod").await;
    acme.join_with(&moderator, Permissions::MODERATE_MEMBERS).await;
    let hidden = acme.hidden_channel("vault").await;
    acme.overwrite_member(&hidden, &bob, Permissions::VIEW_CHANNEL, Permissions::NONE).await;
    let id = said(&instance, &alice, &hidden, "the secret plan").await;
    let seen = said(&instance, &alice, &acme.general, "hello").await;
    let mut stream = served.listen(&bob, "/inbox/events?unread=true").await;
    let mut without = served.listen(&moderator, "/inbox/events?unread=true").await;
    assert_eq!(counted(&mut without).await, json!({}));
    message_report::file(&served.app, bob.id, hidden.id, id, "a leak").await.unwrap();
    message_report::file(&served.app, bob.id, acme.general.id, seen, "rude").await.unwrap();
    // Of the channel that they can't see, moderators are told nothing either.
    assert_eq!(counted(&mut without).await, json!({ acme.id().to_string(): 1 }));
    served.say(&alice, &acme.general, "@bob").await;
    loop {
        let event = stream.next().await.expect("an event");
        assert_ne!(event.name, "reports");
        if event.name == "count" && event.data == "1" {
            break;
        }
    }
}

#[tokio::test]
async fn decided_reports_stay_90_days_and_all_go_with_the_server_the_channel_and_the_author() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let side = acme.channel("side").await;
    let one = said(&instance, &bob, &acme.general, "one").await;
    report(&alice, &acme.general, one, "x").await.expect(303);
    let first = reports(&instance).await[0].id.get();
    decide(&alice, &acme, first, "dismissed").await.expect(303);
    instance.clock.advance(90 * DAY);
    instance.run_cleanup().await;
    assert_eq!(reports(&instance).await.len(), 1);
    instance.clock.advance(Duration::from_millis(2));
    instance.run_cleanup().await;
    assert_eq!((reports(&instance).await.len(), reporters(&instance).await), (0, 0));
    // An open one stays until its channel is deleted.
    instance.sign_in_on(&bob.browser, &bob.user).await;
    instance.sign_in_on(&alice.browser, &alice.user).await;
    let two = said(&instance, &bob, &side, "two").await;
    report(&alice, &side, two, "x").await.expect(303);
    let delete = acme.settings(&format!("/channels/{}/delete", side.id));
    alice.browser.post(&delete, &[]).await.expect(303);
    assert_eq!(queue(&alice, &acme).await.all(".report"), [""; 0]);
    instance.run_cleanup_with_second_look().await;
    assert_eq!((reports(&instance).await.len(), reporters(&instance).await), (0, 0));
}
