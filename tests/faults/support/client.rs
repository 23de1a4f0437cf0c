//! An HTTP client, and a browser with a session. Redirects are not followed, and nothing is retried.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::{Method, RequestBuilder};
use scraper::{Html, Selector};

/// Longer than the program ever lets anybody wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A user who asks one origin, or another in its place. Clones share their cookies.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

/// An answer, read to its end.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub text: String,
    pub took: Duration,
    headers: reqwest::header::HeaderMap,
}

impl Client {
    /// Keeps connections for the next request, as programs do.
    pub fn new() -> Self {
        Self::built(|builder| builder)
    }

    /// A connection for every request.
    pub fn without_keep_alive() -> Self {
        Self::built(|builder| builder.pool_max_idle_per_host(0))
    }

    fn built(arrange: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder) -> Self {
        let builder = portico_platform::http_client::client(None).unwrap().no_proxy().timeout(TIMEOUT);
        Self { http: arrange(builder).build().unwrap(), cookies: Arc::default() }
    }

    /// A user's browser, signed in.
    pub async fn of(origin: &str, nickname: &str, password: &str) -> Self {
        let client = Self::new();
        let fields = [("login", nickname), ("password", password)];
        client.form(origin, "/sign-in", &fields).await.expect(303);
        client
    }

    pub async fn get(&self, origin: &str, path: &str) -> Answer {
        self.try_get(origin, path).await.unwrap_or_else(|err| panic!("{path}: {err:?}"))
    }

    pub async fn try_get(&self, origin: &str, path: &str) -> reqwest::Result<Answer> {
        self.send(self.request(Method::GET, origin, path)).await
    }

    /// Sends a form of the site's own.
    pub async fn form(&self, origin: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.form_with(origin, path, fields, &[]).await
    }

    /// The same with further headers.
    pub async fn form_with(
        &self,
        origin: &str,
        path: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Answer {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self
            .request(Method::POST, origin, path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Sec-Fetch-Site", "same-origin")
            .body(body);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.send(request).await.unwrap_or_else(|err| panic!("{path}: {err:?}"))
    }

    /// Sends JSON, as a program does. An error is a connection that broke before the whole answer was there.
    pub async fn json(&self, origin: &str, path: &str, body: &str, key: Option<&str>) -> reqwest::Result<Answer> {
        let mut request =
            self.request(Method::POST, origin, path).header("Content-Type", "application/json").body(body.to_owned());
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        self.send(request).await
    }

    /// Sends a body of the site's own, of any type, from an address behind the proxy. An error is a connection that broke before the whole answer was there.
    pub async fn send_body(
        &self,
        origin: &str,
        path: &str,
        content_type: &str,
        body: Vec<u8>,
        address: &str,
    ) -> reqwest::Result<Answer> {
        let request = self.request(Method::POST, origin, path).header("X-Forwarded-For", address);
        let request = request.header("Content-Type", content_type).header("Sec-Fetch-Site", "same-origin");
        self.send(request.body(body)).await
    }

    /// Sends a request without a body, by any method.
    pub async fn try_as(&self, method: &str, origin: &str, path: &str, address: &str) -> reqwest::Result<Answer> {
        let request = self.request(method.parse().unwrap(), origin, path);
        self.send(request.header("X-Forwarded-For", address)).await
    }

    /// Opens a stream of events.
    pub async fn stream(&self, origin: &str, path: &str) -> reqwest::Response {
        let response = self.try_stream(origin, path).await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response
    }

    /// Tries to open a stream, which may stay open for as long as a test takes.
    pub async fn try_stream(&self, origin: &str, path: &str) -> reqwest::Result<reqwest::Response> {
        let request = self.request(Method::GET, origin, path);
        request.timeout(Duration::from_secs(3600)).send().await
    }

    fn request(&self, method: Method, origin: &str, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{origin}{path}"));
        let cookies = self.cookies.lock().unwrap();
        let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if pairs.is_empty() { request } else { request.header("Cookie", pairs.join("; ")) }
    }

    async fn send(&self, request: RequestBuilder) -> reqwest::Result<Answer> {
        let began = Instant::now();
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        for cookie in headers.get_all("Set-Cookie") {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            let mut cookies = self.cookies.lock().unwrap();
            cookies.insert(name.to_owned(), value.to_owned());
        }
        Ok(Answer { status, headers, text: response.text().await?, took: began.elapsed() })
    }
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    pub fn location(&self) -> &str {
        self.header("Location").unwrap_or_else(|| panic!("no Location in a {} answer:\n{}", self.status, self.text))
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|err| panic!("{err} in {}", self.text))
    }

    /// The text, or the attribute, of the first element that `css` finds.
    pub fn first(&self, css: &str, attribute: Option<&str>) -> String {
        let page = Html::parse_document(&self.text);
        let element =
            page.select(&Selector::parse(css).unwrap()).next().unwrap_or_else(|| panic!("no {css} in\n{}", self.text));
        match attribute {
            None => element.text().collect::<String>().trim().to_owned(),
            Some(name) => element.value().attr(name).unwrap_or_default().to_owned(),
        }
    }

    /// Panics with the text where the status is another.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// Panics where it is not the answer of a service that is away for a moment.
    #[track_caller]
    pub fn expect_away(self) -> Self {
        let answer = self.expect(503);
        let after = answer.header("Retry-After").map(str::parse::<u64>);
        assert!(matches!(after, Some(Ok(1..=60))), "{answer:?}");
        answer
    }
}
