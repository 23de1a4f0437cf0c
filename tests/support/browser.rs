//! A browser: it keeps cookies, sends `Sec-Fetch-Site`, and follows no redirects.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rocket::http::{ContentType, Cookie, Header};

use super::{Answer, TestInstance, leaks};

/// A browser with its cookies.
pub struct Browser<'h> {
    instance: &'h TestInstance,
    cookies: RefCell<BTreeMap<String, String>>,
}

impl<'h> Browser<'h> {
    pub fn new(instance: &'h TestInstance) -> Self {
        Self { instance, cookies: RefCell::default() }
    }

    pub fn set_cookie(&self, name: &str, value: &str) {
        if name.ends_with("portico") {
            leaks::made(value);
        }
        self.cookies.borrow_mut().insert(name.to_owned(), value.to_owned());
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().get(name).cloned()
    }

    /// Opens a page. The place in it is not sent.
    pub async fn get(&self, path: &str) -> Answer {
        let path = path.split('#').next().unwrap_or(path);
        let request = self.instance.client.get(path.to_owned());
        self.send(request).await
    }

    /// Opens a page with further headers.
    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.instance.client.get(path.to_owned());
        for (name, value) in headers {
            request.add_header(Header::new(name.to_string(), value.to_string()));
        }
        self.send(request).await
    }

    /// Requests the headers of a page.
    pub async fn head(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.instance.client.head(path.to_owned());
        for (name, value) in headers {
            request.add_header(Header::new(name.to_string(), value.to_string()));
        }
        self.send(request).await
    }

    /// Sends the fields of a form on a page with a decision, as the button with that value does.
    pub async fn decide(&self, page: &Answer, form: &str, path: &str, decision: &str) -> Answer {
        let fields = page.fields(form);
        assert!(!fields.is_empty(), "{}", page.text());
        let mut fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        fields.push(("decision", decision));
        self.post(path, &fields).await
    }

    /// Sends a form of this site.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.post_with(path, fields, &[("Sec-Fetch-Site", "same-origin")]).await
    }

    /// Sends a form with exactly these headers about where it comes from.
    pub async fn post_with(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Answer {
        for (name, value) in fields {
            if ["password", "current", "token"].contains(name) {
                leaks::made(value);
            }
        }
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.extend_pairs(fields);
        let body = body.finish();
        let length = Header::new("Content-Length", body.len().to_string());
        let mut request =
            self.instance.client.post(path.to_owned()).header(ContentType::Form).header(length).body(body);
        for (name, value) in headers {
            request.add_header(Header::new(name.to_string(), value.to_string()));
        }
        self.send(request).await
    }

    /// Sends a form with files, as `multipart/form-data`: name, file name, content type, bytes.
    pub async fn upload(&self, path: &str, fields: &[(&str, &str)], files: &[(&str, &str, &str, &[u8])]) -> Answer {
        let boundary = "----portico-test";
        let mut body = Vec::new();
        for (name, value) in fields {
            body.extend(
                format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes(),
            );
        }
        for (name, file, content_type, bytes) in files {
            body.extend(
                format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\nContent-Type: {content_type}\r\n\r\n")
                    .bytes(),
            );
            body.extend_from_slice(bytes);
            body.extend(b"\r\n");
        }
        body.extend(format!("--{boundary}--\r\n").bytes());
        let request = self
            .instance
            .client
            .post(path.to_owned())
            .header(Header::new("Content-Type", format!("multipart/form-data; boundary={boundary}")))
            .header(Header::new("Sec-Fetch-Site", "same-origin"))
            .body(body);
        self.send(request).await
    }

    async fn send(&self, mut request: rocket::local::asynchronous::LocalRequest<'_>) -> Answer {
        for (name, value) in self.cookies.borrow().iter() {
            request = request.cookie(Cookie::new(name.clone(), value.clone()));
        }
        let host = self.instance.app.config.base_url.join("");
        let host = host.split("://").nth(1).unwrap_or_default().to_owned();
        let request = request.header(Header::new("Host", host));
        let answer = Answer::read(request.dispatch().await).await;
        for (name, value) in &answer.headers {
            if name.eq_ignore_ascii_case("Set-Cookie") {
                let cookie = Cookie::parse_encoded(value.clone()).unwrap();
                let gone = cookie.max_age().is_some_and(|age| age.is_zero());
                if gone {
                    self.cookies.borrow_mut().remove(cookie.name());
                } else {
                    self.set_cookie(cookie.name(), cookie.value());
                }
            }
        }
        leaks::look_at(&answer);
        answer
    }
}
