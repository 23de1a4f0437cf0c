//! The application on a real port, in addition to the one in the process: for responses that do not end.

use std::sync::Arc;
use std::time::Duration;

use portico::app::App;
use portico::models::Channel;
use portico::models::Message;
use portico::posting;
use rocket::fairing::AdHoc;
use rocket::figment::{Figment, map};
use rocket::tokio::sync::oneshot;
use rocket::tokio::task::{JoinHandle, yield_now};
use rocket::tokio::time::timeout;
use sea_orm::{ConnectionTrait, DbBackend};

use super::{Person, TestApp, TestWebhook};

/// Longer than anything takes, shorter than anybody waits.
const PATIENCE: Duration = Duration::from_secs(15);

/// A second node on the same database and clock, that listens.
pub struct Served {
    pub app: Arc<App>,
    pub shutdown: rocket::Shutdown,
    pub port: u16,
    running: JoinHandle<()>,
}

impl Served {
    pub async fn beside(house: &TestApp) -> Self {
        let figment = Figment::from(rocket::Config::debug_default())
            .merge(("port", 0))
            .merge(("base_url", "http://localhost:8000"))
            .merge(("data_dir", house._database.folder()))
            .merge(("database_url", house._database.url()))
            .merge(("throttle", map! { "enabled" => false }))
            // Whatever ends sooner ends by itself.
            .merge(("shutdown.grace", 60))
            .merge(("shutdown.mercy", 60))
            .merge(("shutdown.ctrlc", false));
        let (bound, port) = oneshot::channel();
        let rocket = portico::build(figment, house.clock.clone())
            .await
            .expect("the application is built")
            .attach(AdHoc::on_liftoff("port", move |rocket| {
                let port = rocket.config().port;
                Box::pin(async move { bound.send(port).unwrap() })
            }))
            .ignite()
            .await
            .expect("the application ignites");
        let app = rocket.state::<Arc<App>>().unwrap().clone();
        let shutdown = rocket.shutdown();
        let running = rocket::tokio::spawn(async move {
            let ended = rocket.launch().await.expect("the application serves");
            // As the program does once nothing is under way.
            let app = ended.state::<Arc<App>>().unwrap();
            app.release_lease().await.unwrap();
        });
        let port = port.await.unwrap();
        if app.db.get_database_backend() == DbBackend::Postgres {
            // Pages that are open when it begins to hear of other nodes look at everything.
            let hears = async {
                while app.live.access_changes() == 0 {
                    yield_now().await;
                }
            };
            timeout(PATIENCE, hears).await.unwrap();
        }
        Self {
            app,
            shutdown,
            port,
            running,
        }
    }

    /// Stops, and waits until it has.
    pub async fn stop(self) {
        self.shutdown.notify();
        timeout(PATIENCE, self.running).await.unwrap().unwrap();
    }

    /// The response to a user's browser for `path`, with extra headers.
    pub async fn get(
        &self,
        person: &Person<'_>,
        path: &str,
        headers: &[(&str, &str)],
    ) -> reqwest::Response {
        let cookie = person.browser.cookie("portico").unwrap_or_default();
        let mut request = portico::http_client::client(None)
            .unwrap()
            .no_proxy()
            .build()
            .unwrap()
            .get(format!("http://127.0.0.1:{}{path}", self.port))
            .header("Cookie", format!("portico={cookie}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.unwrap()
    }

    /// The response to a client without a session that sends `method` to `path`.
    pub async fn ask(&self, method: &str, path: &str) -> reqwest::Response {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        portico::http_client::client(None)
            .unwrap()
            .no_proxy()
            .build()
            .unwrap()
            .request(method, format!("http://127.0.0.1:{}{path}", self.port))
            .send()
            .await
            .unwrap()
    }

    /// Posts to a webhook on this node; returns the response's JSON.
    pub async fn post(&self, hook: &TestWebhook<'_>, body: serde_json::Value) -> serde_json::Value {
        let url = format!("http://127.0.0.1:{}{}", self.port, hook.path);
        let client = portico::http_client::client(None).unwrap().no_proxy();
        let sent = client.build().unwrap().post(url).json(&body).send().await;
        sent.unwrap()
            .error_for_status()
            .unwrap()
            .json()
            .await
            .unwrap()
    }

    /// Opens a stream of events.
    pub async fn listen(&self, person: &Person<'_>, path: &str) -> Stream {
        Stream::of(self.get(person, path, &[]).await)
    }

    /// A user writes a message on this node.
    pub async fn say(&self, person: &Person<'_>, channel: &Channel, content: &str) -> Message {
        posting::post(&self.app, person.id, channel.id, content)
            .await
            .unwrap()
    }
}

/// One event.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Event {
    pub name: String,
    pub id: String,
    pub data: String,
}

/// An open stream of events.
pub struct Stream {
    response: reqwest::Response,
    read: String,
    /// The beginning of a character whose end is still to come.
    rest: Vec<u8>,
}

impl Stream {
    pub fn of(response: reqwest::Response) -> Self {
        assert_eq!(response.status(), 200);
        let content_type = &response.headers()["content-type"];
        assert_eq!(content_type, "text/event-stream");
        Self {
            response,
            read: String::new(),
            rest: Vec::new(),
        }
    }

    /// The next event, or none when the stream has ended. Comments are skipped.
    pub async fn next(&mut self) -> Option<Event> {
        timeout(PATIENCE, self.read())
            .await
            .expect("an event, or the end, in good time")
    }

    async fn read(&mut self) -> Option<Event> {
        loop {
            while let Some((block, rest)) = self.read.split_once("\n\n") {
                let event = event(block);
                self.read = rest.to_owned();
                if event.is_some() {
                    return event;
                }
            }
            let chunk = self.response.chunk().await.unwrap_or_default()?;
            self.rest.extend_from_slice(&chunk);
            let whole = match std::str::from_utf8(&self.rest) {
                Ok(text) => text.len(),
                Err(err) => {
                    assert_eq!(err.error_len(), None, "no UTF-8");
                    err.valid_up_to()
                }
            };
            let rest = self.rest.split_off(whole);
            let text = std::mem::replace(&mut self.rest, rest);
            self.read.push_str(std::str::from_utf8(&text).unwrap());
        }
    }
}

/// Reads a block as browsers do: several lines of data are one text.
fn event(block: &str) -> Option<Event> {
    let mut event = Event::default();
    let mut data = Vec::new();
    for line in block.lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => event.name = value.to_owned(),
            "id" => event.id = value.to_owned(),
            "data" => data.push(value),
            _ => {}
        }
    }
    event.data = data.join("\n");
    (!data.is_empty()).then_some(event)
}
