//! A response, and what tests check in it.

use rocket::http::{ContentType, Status};
use rocket::local::asynchronous::LocalResponse;
use scraper::{Html, Selector};

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub content_type: Option<ContentType>,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub async fn read(response: LocalResponse<'_>) -> Self {
        let status: Status = response.status();
        Self {
            status: status.code,
            headers: response
                .headers()
                .iter()
                .map(|header| (header.name.to_string(), header.value.to_string()))
                .collect(),
            content_type: response.content_type(),
            bytes: response.into_bytes().await.unwrap_or_default(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn location(&self) -> &str {
        self.header("Location").unwrap_or_else(|| panic!("no Location in a {} answer:\n{}", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|err| panic!("{err} in {}", self.text()))
    }

    /// The text of every element that `css` finds.
    pub fn all(&self, css: &str) -> Vec<String> {
        let page = Html::parse_document(&self.text());
        let selector = Selector::parse(css).unwrap();
        page.select(&selector).map(|element| element.text().collect::<String>().trim().to_owned()).collect()
    }

    /// The text of the one element that `css` finds.
    pub fn one(&self, css: &str) -> String {
        let mut found = self.all(css);
        assert_eq!(found.len(), 1, "{css} found {found:?} in\n{}", self.text());
        found.remove(0)
    }

    /// An attribute of every element that `css` finds and that has it.
    pub fn attributes(&self, css: &str, name: &str) -> Vec<String> {
        let page = Html::parse_document(&self.text());
        let selector = Selector::parse(css).unwrap();
        page.select(&selector).filter_map(|element| element.value().attr(name)).map(str::to_owned).collect()
    }

    /// The values of a form's hidden and typed fields, as a browser would send them without changes.
    pub fn fields(&self, form: &str) -> Vec<(String, String)> {
        let page = Html::parse_document(&self.text());
        let selector = Selector::parse(&format!("{form} input[name]")).unwrap();
        page.select(&selector)
            .filter(|input| !matches!(input.value().attr("type"), Some("checkbox" | "radio" | "submit" | "file")))
            .map(|input| {
                let attribute = |name| input.value().attr(name).unwrap_or_default().to_owned();
                (attribute("name"), attribute("value"))
            })
            .collect()
    }

    /// The fields with an error.
    pub fn faults(&self) -> Vec<String> {
        self.attributes("[data-fault]", "data-fault")
    }

    /// Panics with the page's text where the status is another.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }
}
