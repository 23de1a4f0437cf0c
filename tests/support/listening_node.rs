//! The application on a real port, in addition to the one in the process: for responses that do not end.

use std::sync::Arc;
use std::time::Duration;

use portico::app::App;
use portico_store::models::Channel;
use portico_store::models::Message;
use portico_store::posting;
use rocket::fairing::AdHoc;
use rocket::figment::{Figment, map};
use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::TcpStream;
use rocket::tokio::sync::oneshot;
use rocket::tokio::task::{JoinHandle, yield_now};
use rocket::tokio::time::timeout;
use sea_orm::{ConnectionTrait, DbBackend};

use super::{Person, TestInstance, TestWebhook, leaks};

/// Longer than anything takes, so a test that hangs fails.
const TIMEOUT: Duration = Duration::from_secs(15);

/// A second node on the same database and clock, that listens.
pub struct ListeningNode {
    pub app: Arc<App>,
    pub shutdown: rocket::Shutdown,
    pub port: u16,
    running: JoinHandle<()>,
}

impl ListeningNode {
    pub async fn beside(instance: &TestInstance) -> Self {
        let figment = Figment::from(rocket::Config::debug_default())
            .merge(("port", 0))
            .merge(("base_url", "http://localhost:8000"))
            .merge(("data_dir", instance._database.folder()))
            .merge(("database_url", instance._database.url()))
            .merge(("throttle", map! { "enabled" => false }))
            // Whatever ends sooner ends by itself.
            .merge(("shutdown.grace", 60))
            .merge(("shutdown.mercy", 60))
            .merge(("shutdown.ctrlc", false));
        let (bound, port) = oneshot::channel();
        let rocket = portico::build(figment, instance.clock.clone())
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
            assert!(app.background_ended().await);
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
            timeout(TIMEOUT, hears).await.unwrap();
        }
        Self { app, shutdown, port, running }
    }

    /// Stops, and waits until it has.
    pub async fn stop(self) {
        self.shutdown.notify();
        timeout(TIMEOUT, self.running).await.unwrap().unwrap();
    }

    /// The response to a user's browser for `path`, with extra headers.
    pub async fn get(&self, person: &Person<'_>, path: &str, headers: &[(&str, &str)]) -> reqwest::Response {
        let cookie = person.browser.cookie("portico").unwrap_or_default();
        let mut request = portico_platform::http_client::client(None)
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
        portico_platform::http_client::client(None)
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
        let client = portico_platform::http_client::client(None).unwrap().no_proxy();
        let sent = client.build().unwrap().post(url).json(&body).send().await;
        sent.unwrap().error_for_status().unwrap().json().await.unwrap()
    }

    /// Sends a form of this site, but for the end of its body: the node has begun to handle the request, and waits
    /// for the form until [`HalfSent::finish`].
    pub async fn begin_post(&self, person: &Person<'_>, path: &str, fields: &[(&str, &str)]) -> HalfSent {
        for (name, value) in fields {
            if ["password", "current", "token"].contains(name) {
                leaks::made(value);
            }
        }
        // Rocket reads the first 512 bytes of a body before it calls any handler. Forms ignore fields they don't know.
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("padding", &"a".repeat(600))
            .extend_pairs(fields)
            .append_pair("end", &"z".repeat(60))
            .finish();
        let cookie = person.browser.cookie("portico").unwrap_or_default();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: portico={cookie}\r\n\
             Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let (now, later) = body.split_at(body.len() - 50);
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let begun = format!("{head}{now}");
        timeout(TIMEOUT, stream.write_all(begun.as_bytes())).await.unwrap().unwrap();
        HalfSent { stream, rest: later.to_owned() }
    }

    /// Opens a stream of events.
    pub async fn listen(&self, person: &Person<'_>, path: &str) -> Stream {
        Stream::of(self.get(person, path, &[]).await)
    }

    /// A user writes a message on this node.
    pub async fn say(&self, person: &Person<'_>, channel: &Channel, content: &str) -> Message {
        posting::post(&self.app, person.id, channel.id, content).await.unwrap()
    }
}

/// A form whose body is sent but for its end.
pub struct HalfSent {
    stream: TcpStream,
    rest: String,
}

impl HalfSent {
    /// Sends the rest; returns the status of the response and where it leads, which is empty without a redirect.
    pub async fn finish(mut self) -> (u16, String) {
        let exchanged = async {
            self.stream.write_all(self.rest.as_bytes()).await.unwrap();
            let mut response = Vec::new();
            self.stream.read_to_end(&mut response).await.unwrap();
            response
        };
        let response = timeout(TIMEOUT, exchanged).await.expect("a response in good time");
        let response = String::from_utf8_lossy(&response);
        let (head, _) = response.split_once("\r\n\r\n").expect("a response");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let status = status.expect("a status line").parse().unwrap();
        let location = lines
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("Location"))
            .map_or("", |(_, value)| value.trim());
        (status, location.to_owned())
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
        Self { response, read: String::new(), rest: Vec::new() }
    }

    /// The next event, or none when the stream has ended. Comments are skipped.
    pub async fn next(&mut self) -> Option<Event> {
        timeout(TIMEOUT, self.read()).await.expect("an event, or the end, in good time")
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
