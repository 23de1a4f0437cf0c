//! `portico demo`, as its own process: what it prints, serves, hides and leaves behind.

use std::fs::File;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Running, http_client, tell_to_stop, two_ports};

/// A running demo; it ends with its test.
struct Demo {
    child: Running,
    said: Value,
    scratch: TempDir,
    // Beside the folder that the demo shall leave empty.
    log: TempDir,
}

fn command(port: u16, scratch: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_portico"));
    command
        .args(["demo", "--json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("ROCKET_PORT", port.to_string())
        // Whatever a setting says, the demo's data are its own.
        .env("ROCKET_DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")
        .env("ROCKET_DATA_DIR", scratch.path().join("untouched"))
        .env("TMPDIR", scratch.path())
        .env("RUST_LOG", "trace")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Tried again where another test took a port in between.
fn start() -> Demo {
    (0..5).find_map(|_| try_to_start()).expect("two free ports")
}

fn try_to_start() -> Option<Demo> {
    let (scratch, log) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let errors = File::create(log.path().join("log")).unwrap();
    let (mut child, line) = Running::start(command(two_ports(), &scratch).stderr(errors));
    if line.is_empty() {
        child.wait().unwrap();
        let log = std::fs::read_to_string(log.path().join("log")).unwrap();
        assert!(log.contains("listen"), "{log}");
        return None;
    }
    let said = serde_json::from_str(&line).unwrap_or_else(|err| panic!("{err} in {line:?}"));
    Some(Demo { child, said, scratch, log })
}

impl Demo {
    fn url(&self, name: &str, path: &str) -> String {
        // `localhost` may stand for another family first.
        let base = self.said[name].as_str().unwrap().replace("localhost", "127.0.0.1");
        format!("{base}{path}")
    }

    async fn get(&self, url: &str) -> (u16, String) {
        let answer = http_client().get(url).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    fn left_behind(&self) -> Vec<PathBuf> {
        std::fs::read_dir(self.scratch.path()).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_demo_says_in_one_line_what_it_serves() {
    let demo = start();
    let said = demo.said.as_object().unwrap();
    let keys: Vec<&str> = said.keys().map(String::as_str).collect();
    for key in [
        "base_url",
        "example_service_url",
        "people",
        "server",
        "channels",
        "webhook",
        "oauth_app",
        "openid_app",
        "public_app",
    ] {
        assert!(keys.contains(&key), "{key} in {keys:?}");
    }
    let people = said["people"].as_array().unwrap();
    assert!(people.len() >= 12);
    for person in people {
        assert!(person["id"].is_i64() && person["nickname"].is_string());
    }
    assert_eq!(
        said["oauth_app"]["redirect_uri"],
        format!("{}/callback", said["example_service_url"].as_str().unwrap())
    );
    assert!(said["openid_app"]["client_secret"].is_string());
    assert!(said["public_app"]["client_secret"].is_null());
    for (name, path) in [
        ("base_url", "/readyz"),
        ("base_url", "/style"),
        ("base_url", "/metrics"),
        ("example_service_url", "/"),
        ("example_service_url", "/style.css"),
    ] {
        assert_eq!(demo.get(&demo.url(name, path)).await.0, 200, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_demos_people_sign_in_with_their_passwords() {
    let demo = start();
    let person = &demo.said["people"][0];
    for (password, status) in [(person["password"].as_str().unwrap(), 303), ("wrong", 422)] {
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.append_pair("login", person["nickname"].as_str().unwrap()).append_pair("password", password);
        let answer = http_client()
            .post(demo.url("base_url", "/sign-in"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Sec-Fetch-Site", "same-origin")
            .body(body.finish())
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status().as_u16(), status);
    }
}

/// Shows: demo.push
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_demo_sends_nothing_to_push_services() {
    let demo = start();
    let person = &demo.said["people"][0];
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.append_pair("login", person["nickname"].as_str().unwrap())
        .append_pair("password", person["password"].as_str().unwrap());
    let post = |path: &str, body: String| {
        http_client()
            .post(demo.url("base_url", path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Sec-Fetch-Site", "same-origin")
            .body(body)
    };
    let signed_in = post("/sign-in", body.finish()).send().await.unwrap();
    let cookies = signed_in.headers().get_all("Set-Cookie").iter();
    let cookies: Vec<&str> = cookies.filter_map(|cookie| cookie.to_str().unwrap().split(';').next()).collect();
    let cookies = cookies.join("; ");
    let page = http_client().get(demo.url("base_url", "/settings/notifications")).header("Cookie", &cookies);
    let page = page.send().await.unwrap().text().await.unwrap();
    assert!(page.contains(r#"data-push-key="""#), "{page}");
    // Not even where a browser asks for it.
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.append_pair("endpoint", "https://fcm.googleapis.com/fcm/send/abc")
        .append_pair(
            "p256dh",
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        )
        .append_pair("auth", "BTBZMqHH6r4Tts7J_aSIgg");
    let refused =
        post("/settings/notifications/browsers", body.finish()).header("Cookie", &cookies).send().await.unwrap();
    assert_eq!(refused.status().as_u16(), 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_demos_webhook_posts_and_its_app_is_known() {
    let demo = start();
    let runtime_url = demo.said["webhook"]["runtime_url"].as_str().unwrap();
    let nickname = demo.said["people"][0]["nickname"].as_str().unwrap();
    let answer = http_client()
        .post(runtime_url.replace("localhost", "127.0.0.1"))
        .header("Content-Type", "application/json")
        .body(format!(r#"{{"content":"@{nickname}, your turn.","allowedMentions":{{"parse":["users"]}}}}"#))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(answer["mentions"]["fired"][0]["kind"], "user");
    // Led to sign in first, rather than told that the app or its redirect URI is unknown.
    let button = http_client().get(demo.url("example_service_url", "/sign-in")).send().await.unwrap();
    let authorize = button.headers()["Location"].to_str().unwrap();
    let answer = http_client().get(authorize.replacen("localhost", "127.0.0.1", 1)).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 303);
    let location = answer.headers()["Location"].to_str().unwrap();
    assert!(location.starts_with("/sign-in?next="), "{location}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_example_service_takes_no_answer_it_did_not_ask_for() {
    let demo = start();
    for query in ["", "?code=c&state=s&iss=i", "?error=access_denied&state=s"] {
        let url = demo.url("example_service_url", &format!("/callback{query}"));
        let (status, page) = demo.get(&url).await;
        assert_eq!(status, 400);
        assert!(page.contains("role=\"alert\""), "{page}");
        assert!(!page.contains("chat_user_id"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_signal_ends_both_servers_and_leaves_nothing_behind() {
    let mut demo = start();
    assert_eq!(demo.left_behind().len(), 1);
    // What a stranger asks for must not be found in the loudest log.
    demo.get(&demo.url("base_url", "/webhooks/1/hush?hush")).await;
    demo.get(&demo.url("example_service_url", "/callback?code=hush")).await;
    tell_to_stop(&demo.child);
    let ended = demo.child.wait().unwrap();
    assert!(ended.success());
    assert!(demo.left_behind().is_empty(), "{:?}", demo.left_behind());
    let log = std::fs::read_to_string(demo.log.path().join("log")).unwrap();
    assert!(log.contains("request"), "{log}");
    assert!(!log.contains("hush"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_port_in_use_is_reported_in_one_sentence() {
    for taken_by in [0, 1] {
        let scratch = TempDir::new().unwrap();
        let port = two_ports();
        let _taken = TcpListener::bind(("127.0.0.1", port + taken_by)).unwrap();
        let ended = command(port, &scratch).env_remove("RUST_LOG").output().unwrap();
        assert!(!ended.status.success());
        assert!(ended.stdout.is_empty());
        let complaint = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert!(complaint.contains(&(port + taken_by).to_string()));
    }
}
