//! HTTP over a connection for each request, for servers on loopback. Redirects are not followed.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use openidconnect::http::{HeaderValue, Response, header};
use openidconnect::{HttpRequest, HttpResponse};

/// Sends a request and reads its response.
pub fn send(mut request: HttpRequest) -> io::Result<HttpResponse> {
    let authority = request.uri().authority().map(ToString::to_string).unwrap_or_default();
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned();
    let length = request.body().len();
    let headers = request.headers_mut();
    headers.insert(header::HOST, HeaderValue::from_str(&authority).map_err(io::Error::other)?);
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers.insert(header::CONTENT_LENGTH, length.into());

    let mut sent = format!("{} {path} HTTP/1.1\r\n", request.method()).into_bytes();
    for (name, value) in request.headers() {
        sent.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    sent.extend(b"\r\n");
    sent.extend(request.body());
    let mut stream = TcpStream::connect(&authority)?;
    stream.write_all(&sent)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    read(&answer).ok_or_else(|| io::Error::other("a malformed response"))
}

fn read(answer: &[u8]) -> Option<HttpResponse> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status: u16 = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let mut response = Response::builder().status(status);
    for line in lines {
        let (name, value) = line.split_once(':')?;
        response = response.header(name, value.trim());
    }
    response.body(answer[end + 4..].to_vec()).ok()
}
