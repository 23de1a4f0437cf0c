//! The no-op server: Rocket, set up like the product, with routes that parse the same bodies into the
//! same types and return the same number of bytes with the same headers. Any difference is the product's work.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use rocket::data::{Data, ToByteUnit};
use rocket::form::Form;
use rocket::http::{Header, MediaType, Method, RawStr, Status};
use rocket::response::Response;
use rocket::route::{Handler, Outcome};
use rocket::shield::Shield;
use rocket::{FromForm, Request, Route};
use serde::{Deserialize, Serialize};

use crate::client::{self, Answer};
use crate::server::Server;

/// The path that is requested to find out whether it is up.
const PROBE: &str = "/healthz";

/// The command line of the no-op server.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A file with responses of the product
    #[arg(long)]
    answers: PathBuf,
}

/// A response of the product, which is returned again and again.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    path: String,
    body_is: Shape,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// What a request's body is parsed into.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Shape {
    Nothing,
    Post,
    Slack,
    Discord,
    Exchange,
    ExchangeForm,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)] // It is parsed for the work's sake.
struct Post {
    content: String,
    name: Option<String>,
    avatar_url: Option<String>,
    allowed_mentions: Option<AllowedMentions>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct AllowedMentions {
    parse: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Slack {
    text: String,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Discord {
    content: Option<String>,
    username: Option<String>,
    embeds: Vec<Embed>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Embed {
    title: Option<String>,
    url: Option<String>,
    description: Option<String>,
    color: Option<u32>,
    fields: Vec<Field>,
    timestamp: Option<String>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Field {
    name: String,
    value: String,
    inline: bool,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Exchange {
    client_id: i64,
    client_secret: String,
    code: String,
    redirect_uri: String,
    code_verifier: Option<String>,
}

#[derive(Debug, FromForm)]
#[allow(dead_code)]
struct ExchangeForm {
    grant_type: String,
    client_id: i64,
    client_secret: String,
    code: String,
    redirect_uri: String,
}

impl Shape {
    fn fits(self, body: &[u8]) -> bool {
        match self {
            Self::Nothing => true,
            Self::Post => std::hint::black_box(serde_json::from_slice::<Post>(body)).is_ok(),
            Self::Slack => std::hint::black_box(serde_json::from_slice::<Slack>(body)).is_ok(),
            Self::Discord => std::hint::black_box(serde_json::from_slice::<Discord>(body)).is_ok(),
            Self::Exchange => std::hint::black_box(serde_json::from_slice::<Exchange>(body)).is_ok(),
            Self::ExchangeForm => {
                let text = std::str::from_utf8(body).unwrap_or_default();
                let parsed = Form::<ExchangeForm>::parse_encoded(RawStr::new(text));
                std::hint::black_box(parsed).is_ok()
            }
        }
    }
}

impl Kept {
    /// Keeps a response of the product.
    pub(crate) fn of(request: &client::Request, answer: &Answer) -> Self {
        let own = ["server", "date", "content-length", "connection"];
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        Self {
            // Two of the exchanges differ in it.
            path: match request.method {
                "POST" if !query.is_empty() => request.path.clone(),
                _ => path.to_owned(),
            },
            body_is: match (request.method, path) {
                ("GET", _) => Shape::Nothing,
                (_, "/oauth/token") if request.is_form() => Shape::ExchangeForm,
                (_, "/oauth/token") => Shape::Exchange,
                (_, path) if path.ends_with("/slack") => Shape::Slack,
                (_, path) if path.contains("/discord") => Shape::Discord,
                _ => Shape::Post,
            },
            headers: answer
                .headers
                .iter()
                .filter(|(name, _)| !own.contains(&name.to_lowercase().as_str()))
                .cloned()
                .collect(),
            body: answer.body.clone(),
        }
    }
}

/// Starts the no-op server as its own process.
pub(crate) fn start(answers: &[Kept], scratch: &Path) -> Result<Server, String> {
    let file = scratch.join("answers.json");
    serde_json::to_vec(answers)
        .map_err(|err| err.to_string())
        .and_then(|json| std::fs::write(&file, json).map_err(|err| err.to_string()))
        .map_err(|err| format!("{}: {err}", file.display()))?;
    let program = std::env::current_exe().map_err(|err| format!("Where am I? {err}"))?;
    let file = file.display().to_string();
    let probe = client::Request::get(PROBE);
    Server::start(&program, &["noop", "--answers", &file], &[], &probe)
}

/// Serves until it is stopped.
pub(crate) async fn serve(options: &Options) -> Result<(), String> {
    let json = std::fs::read(&options.answers).map_err(|err| err.to_string())?;
    let answers: Vec<Kept> = serde_json::from_slice(&json).map_err(|err| err.to_string())?;
    let mut routes: Vec<Route> = answers.into_iter().map(route).collect();
    routes.push(route(Kept { path: PROBE.into(), body_is: Shape::Nothing, headers: Vec::new(), body: b"ok".to_vec() }));
    rocket::custom(portico::settings(portico::figment()))
        .attach(Shield::new())
        .mount("/", routes)
        .launch()
        .await
        .map(drop)
        .map_err(|err| err.to_string())
}

fn route(kept: Kept) -> Route {
    // Leaked for the lifetime of the process, so that nothing has to be copied for a response.
    let kept: &'static Kept = Box::leak(Box::new(kept));
    let method = match kept.body_is {
        Shape::Nothing => Method::Get,
        Shape::Post | Shape::Slack | Shape::Discord | Shape::Exchange | Shape::ExchangeForm => Method::Post,
    };
    let mut route = Route::new(method, &kept.path, Twin(kept));
    // The two exchanges have one path.
    route.format = match kept.body_is {
        Shape::Exchange => Some(MediaType::JSON),
        Shape::ExchangeForm => Some(MediaType::Form),
        _ => None,
    };
    route
}

#[derive(Debug, Clone, Copy)]
struct Twin(&'static Kept);

#[rocket::async_trait]
impl Handler for Twin {
    async fn handle<'r>(&self, _: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        let Self(kept) = *self;
        let body = match kept.body_is {
            Shape::Nothing => Vec::new(),
            _ => match data.open(64.kibibytes()).into_bytes().await {
                Ok(body) if body.is_complete() => body.into_inner(),
                _ => return Outcome::Error(Status::BadRequest),
            },
        };
        if !kept.body_is.fits(&body) {
            return Outcome::Error(Status::BadRequest);
        }
        let mut response = Response::build();
        for (name, value) in &kept.headers {
            response.header(Header::new(name.as_str(), value.as_str()));
        }
        response.sized_body(kept.body.len(), Cursor::new(kept.body.as_slice()));
        Outcome::Success(response.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twin_parses_what_the_product_would() {
        assert!(Shape::Post.fits(br#"{"content":"a","allowedMentions":{"parse":["all"]}}"#));
        assert!(!Shape::Post.fits(br#"{"content":7}"#));
        assert!(Shape::Slack.fits(br#"{"text":"a"}"#));
        assert!(Shape::Discord.fits(br#"{"embeds":[{"title":"a","fields":[]}]}"#));
        assert!(Shape::Exchange.fits(br#"{"client_id":1,"client_secret":"s","code":"c","redirect_uri":"u"}"#));
        assert!(!Shape::Exchange.fits(b"{}"));
        let form = b"grant_type=g&client_id=1&client_secret=s&code=c&redirect_uri=u";
        assert!(Shape::ExchangeForm.fits(form));
        assert!(!Shape::ExchangeForm.fits(b"code=c"));
    }
}
