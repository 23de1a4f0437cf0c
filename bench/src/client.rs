//! A client with a persistent connection, for single requests and for load at a fixed rate.
//! Load at the maximum rate comes from `wrk`.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

/// The timeout of a response.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A request, for `wrk` and for this client.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Option<String>,
}

impl Request {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), headers: Vec::new(), body: None }
    }

    pub(crate) fn json(path: impl Into<String>, body: &serde_json::Value) -> Self {
        Self {
            method: "POST",
            path: path.into(),
            headers: vec![("Content-Type", "application/json".into())],
            body: Some(body.to_string()),
        }
    }

    pub(crate) fn form(path: impl Into<String>, body: String) -> Self {
        Self {
            method: "POST",
            path: path.into(),
            headers: vec![("Content-Type", "application/x-www-form-urlencoded".into())],
            body: Some(body),
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Whether its body is a form.
    pub(crate) fn is_form(&self) -> bool {
        self.headers.iter().any(|(name, value)| *name == "Content-Type" && value.contains("form"))
    }

    /// The same with a code in the body's placeholder.
    pub(crate) fn with_code(&self, code: &str) -> Self {
        let body = self.body.as_deref().map(|body| body.replace("CODE", code));
        Self { body, ..self.clone() }
    }

    /// Its bytes on the wire.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/1.1\r\nHost: 127.0.0.1\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            text += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = &self.body {
            text += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        } else {
            text += "\r\n";
        }
        text.into_bytes()
    }
}

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// The size of head and body, in bytes.
    pub(crate) size: usize,
}

/// A persistent connection.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    pub(crate) fn open(port: u16) -> io::Result<Self> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        Ok(Self { stream, read: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and returns the response.
    pub(crate) fn ask(&mut self, request: &[u8]) -> io::Result<Answer> {
        let (head, size) = self.exchange(request)?;
        let text = String::from_utf8_lossy(&self.read[..head]);
        let headers = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Ok(Answer { status: status(&self.read)?, headers, body: self.read[head..size].to_vec(), size })
    }

    /// Sends a request and returns the status, as cheaply as possible.
    pub(crate) fn status(&mut self, request: &[u8]) -> io::Result<u16> {
        self.exchange(request)?;
        status(&self.read)
    }

    /// Reads one complete response; returns where its head and its body end.
    fn exchange(&mut self, request: &[u8]) -> io::Result<(usize, usize)> {
        self.stream.write_all(request)?;
        self.read.clear();
        let mut chunk = [0; 16 * 1024];
        let mut ends = None;
        loop {
            if ends.is_none() {
                ends = head_of(&self.read)?;
            }
            if let Some((head, size)) = ends
                && self.read.len() >= size
            {
                return Ok((head, size));
            }
            match self.stream.read(&mut chunk)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => self.read.extend_from_slice(&chunk[..count]),
            }
        }
    }
}

/// Where the head and the response end, once the head has arrived.
fn head_of(read: &[u8]) -> io::Result<Option<(usize, usize)>> {
    let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = String::from_utf8_lossy(&read[..end]);
    let length = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse::<usize>().ok())
        .ok_or_else(|| io::Error::other("an answer without Content-Length"))?;
    Ok(Some((end + 4, end + 4 + length)))
}

fn status(read: &[u8]) -> io::Result<u16> {
    read.get(9..12)
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| io::Error::other("an answer without status"))
}

/// Sends one request on its own connection.
pub(crate) fn ask(port: u16, request: &Request) -> Result<Answer, String> {
    ask_within(port, request, TIMEOUT)
}

/// The same, with another timeout.
pub(crate) fn ask_within(port: u16, request: &Request, limit: Duration) -> Result<Answer, String> {
    Connection::open(port)
        .and_then(|mut connection| {
            connection.stream.set_read_timeout(Some(limit))?;
            connection.ask(&request.bytes())
        })
        .map_err(|err| format!("{} {} got no answer: {err}", request.method, shown(request)))
}

/// The path without its secrets.
fn shown(request: &Request) -> &str {
    let path = request.path.split('?').next().unwrap_or_default();
    if path.starts_with("/webhooks/") { "/webhooks/…" } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_ends_where_its_head_says() {
        let read = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";
        assert_eq!(head_of(read).unwrap(), Some((38, 43)));
        assert_eq!(status(read).unwrap(), 200);
        assert_eq!(head_of(b"HTTP/1.1 200 OK\r\n").unwrap(), None);
        assert!(head_of(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }

    #[test]
    fn a_request_says_how_long_its_body_is() {
        let request = Request::json("/x", &serde_json::json!({ "code": "CODE" })).with_code("7.é");
        let bytes = String::from_utf8(request.bytes()).unwrap();
        assert!(bytes.ends_with("Content-Length: 15\r\n\r\n{\"code\":\"7.é\"}"));
    }
}
