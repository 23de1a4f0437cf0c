//! `/dev/outbox`: the texts that would have been sent, on an address that nobody else reaches.

use portico::models::phone_code;
use rocket::http::{Accept, Header};

use super::{NUMBER, OTHER, PATH, SECOND};
use crate::support::{Answer, House};

#[rocket::async_test]
async fn on_a_public_address_the_page_says_whose_turn_it_is() {
    let house =
        House::configured(|figment| figment.merge(("base_url", "http://chat.example.org"))).await;
    let alice = house.person_without_phone("alice").await;
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.text().contains("operator"));
    assert!(page.all("#f-phone").is_empty());
    let answer = alice.ask(NUMBER).await.expect(422);
    assert_eq!(answer.faults(), ["phone"]);
    assert!(
        alice
            .guess("123456")
            .await
            .expect(422)
            .text()
            .contains("operator")
    );
    // A page that shows codes to whoever asks is no page of a public address.
    alice.browser.get("/dev/outbox").await.expect(404);
}

#[rocket::async_test]
async fn the_outbox_shows_what_would_have_been_sent_newest_first() {
    let house = House::open().await;
    let empty = house.browser().get("/dev/outbox").await.expect(200);
    assert!(empty.text().contains("No text messages yet"));
    let alice = house.person_without_phone("alice").await;
    alice.ask(NUMBER).await.expect(303);
    house.clock.advance(SECOND * 30);
    alice.ask(OTHER).await.expect(303);
    let page = house.browser().get("/dev/outbox").await.expect(200);
    assert_eq!(page.all(".list-title"), [OTHER, NUMBER]);
    assert!(page.text().contains(&house.code(NUMBER)));
    let request = house.client.get("/dev/outbox");
    let json = Answer::read(request.header(Accept::JSON).dispatch().await).await;
    let told = json.json();
    assert_eq!(told.as_array().unwrap().len(), 2);
    assert_eq!(told[1]["to"], NUMBER);
    assert_eq!(told[1]["text"], house.texts(NUMBER)[0]);
    assert_eq!(told[1]["at"], "2026-01-01T00:00:00Z");
    // A browser takes JSON too, but likes a page better.
    let request = house.client.get("/dev/outbox");
    let wish = Header::new("Accept", "text/html,application/json;q=0.9,*/*;q=0.8");
    let page = Answer::read(request.header(wish).dispatch().await).await;
    assert!(page.content_type.unwrap().is_html());
}

#[test]
fn the_text_says_what_it_is_and_tells_no_more_digits_than_the_code() {
    let text = phone_code::text(&"012345".into());
    assert!(text.contains("Portico code is 012345."));
    assert!(text.chars().count() <= 160, "{}", text.chars().count());
    assert!(text.is_ascii());
    let taken = phone_code::TAKEN;
    assert!(taken.is_ascii() && taken.chars().count() <= 160);
    assert!(!taken.contains(|c: char| c.is_ascii_digit()));
}
