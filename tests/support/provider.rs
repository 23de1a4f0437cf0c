//! A service on this machine, which responds as a test wants: a provider of text messages, a collector of traces.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use rocket::futures::future::pending;
use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::{TcpListener, TcpStream};
use rocket::tokio::spawn;
use rocket::tokio::sync::Notify;
use rocket::tokio::task::JoinHandle;

/// One response.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A status, headers, and a body.
    With(u16, Vec<(&'static str, String)>, String),
    /// No response, for as long as the client waits.
    Nothing,
    /// Another reply, once the test says so.
    After(Arc<Notify>, Box<Self>),
    /// It hangs up once it has heard the request.
    HangUp,
    /// These bytes, whatever they are, and hangs up.
    Bytes(&'static [u8]),
}

impl Reply {
    pub fn status(status: u16) -> Self {
        Self::With(status, Vec::new(), String::new())
    }

    /// As Twilio takes a message.
    pub fn taken() -> Self {
        Self::body(
            201,
            r#"{"sid":"SM00000000000000000000000000000000","status":"queued","error_code":null,"to":"+4915112345642"}"#,
        )
    }

    /// As Twilio refuses one, the number repeated in its words.
    pub fn refused(status: u16, code: i64, words: &str) -> Self {
        Self::body(
            status,
            &format!(
                r#"{{"code":{code},"message":"{words}","more_info":"https://www.twilio.com/docs/errors/{code}","status":{status}}}"#
            ),
        )
    }

    pub fn body(status: u16, body: &str) -> Self {
        let json = ("Content-Type", "application/json".to_owned());
        Self::With(status, vec![json], body.to_owned())
    }

    pub fn header(self, name: &'static str, value: impl Into<String>) -> Self {
        match self {
            Self::With(status, mut headers, body) => {
                headers.push((name, value.into()));
                Self::With(status, headers, body)
            }
            other => other,
        }
    }
}

/// A request that the service received.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub method: String,
    pub path: String,
    headers: Vec<(String, String)>,
    pub body: String,
    /// The body as it came.
    pub bytes: Vec<u8>,
}

impl ReceivedRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter();
        found.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// A field of the form that was sent.
    pub fn field(&self, name: &str) -> Option<String> {
        form_urlencoded::parse(self.body.as_bytes())
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.into_owned())
    }
}

/// The provider. It goes when it is dropped.
pub struct Provider {
    port: u16,
    heard: Arc<Mutex<Vec<ReceivedRequest>>>,
    listening: JoinHandle<()>,
}

impl Provider {
    /// One that returns these responses in turn, and then always the last one.
    pub async fn answering(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::<Mutex<Vec<ReceivedRequest>>>::default();
        let replies = Arc::new(Mutex::new(replies.into_iter().collect::<VecDeque<_>>()));
        let book = heard.clone();
        let listening = spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (replies, book) = (replies.clone(), book.clone());
                spawn(async move {
                    answer(stream, &replies, &book).await;
                });
            }
        });
        Self { port, heard, listening }
    }

    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The requests so far.
    pub fn heard(&self) -> Vec<ReceivedRequest> {
        self.heard.lock().unwrap().clone()
    }

    /// The code in the newest text.
    pub fn code(&self) -> String {
        self.digits(6)
    }

    /// The first digits in the last text.
    pub fn digits(&self, count: usize) -> String {
        let heard = self.heard();
        let text = heard.last().unwrap().field("Body").unwrap();
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits[..count].to_owned()
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Reads one request and answers it; every answer ends its connection.
async fn answer(mut stream: TcpStream, replies: &Mutex<VecDeque<Reply>>, book: &Mutex<Vec<ReceivedRequest>>) {
    let Some(request) = hear(&mut stream).await else {
        return;
    };
    book.lock().unwrap().push(request);
    let reply = {
        let mut replies = replies.lock().unwrap();
        match replies.len() {
            0 | 1 => replies.front().cloned().unwrap(),
            _ => replies.pop_front().unwrap(),
        }
    };
    let reply = match reply {
        Reply::After(said, reply) => {
            said.notified().await;
            *reply
        }
        reply => reply,
    };
    match reply {
        Reply::With(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} So\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
            for (name, value) in headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            let whole = format!("{head}\r\n{body}");
            // The client may have disconnected.
            let _ = stream.write_all(whole.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
        Reply::Nothing | Reply::After(..) => pending().await,
        Reply::HangUp => {}
        Reply::Bytes(bytes) => {
            let _ = stream.write_all(bytes).await;
        }
    }
}

async fn hear(stream: &mut TcpStream) -> Option<ReceivedRequest> {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let read = stream.read(&mut part).await.ok()?;
        if read == 0 {
            return None;
        }
        bytes.extend_from_slice(&part[..read]);
        let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        // It may be encrypted.
        let body = &bytes[end + 4..];
        let mut lines = head.lines();
        let mut asked = lines.next()?.split(' ').map(str::to_owned);
        let heard = ReceivedRequest {
            method: asked.next()?,
            path: asked.next()?,
            headers: lines
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            body: String::from_utf8_lossy(body).into_owned(),
            bytes: body.to_vec(),
        };
        let length = heard.header("Content-Length").unwrap_or("0");
        if body.len() >= length.parse::<usize>().unwrap() {
            return Some(heard);
        }
    }
}
