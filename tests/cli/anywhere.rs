//! One file to ship: `portico` serves from any folder, with nothing beside it and no configuration.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;

use super::program;
use crate::support::{Running, free_port, http_client};

/// A process that serves from a folder; it ends with its test.
struct Serving {
    _process: Running,
    port: u16,
}

impl Serving {
    /// None if another test took the port in between.
    fn try_to_start(folder: &Path) -> Option<Self> {
        let port = free_port();
        // The port alone is set, because tests run side by side.
        let mut program = program(folder);
        program.env("ROCKET_PORT", port.to_string()).stderr(Stdio::null());
        let (process, line) = Running::start(&mut program);
        let serving = Self { _process: process, port };
        (!line.is_empty()).then_some(serving)
    }

    async fn get(&self, path: &str) -> (u16, String) {
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        let response = http_client().get(url).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn in_an_empty_folder_without_configuration_pages_and_their_files_are_served() {
    let folder = TempDir::new().unwrap();
    let serving = (0..5).find_map(|_| Serving::try_to_start(folder.path())).expect("a free port");
    let (status, page) = serving.get("/sign-up").await;
    assert_eq!(status, 200);
    assert!(page.contains("name=\"nickname\""), "{page}");
    let files: Vec<_> = page.split('"').filter(|part| part.starts_with("/static/")).collect();
    assert!(files.len() >= 5, "{page}");
    for file in files {
        let (status, text) = serving.get(file).await;
        assert_eq!((status, text.is_empty()), (200, false), "{file}");
    }
    drop(serving);
    let found: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(found, ["data"]);
}

#[test]
fn an_override_that_is_no_template_keeps_it_from_starting() {
    let folder = TempDir::new().unwrap();
    let templates = folder.path().join("brand/templates");
    fs::create_dir_all(&templates).unwrap();
    fs::write(templates.join("home.html.tera"), "{% block %}").unwrap();
    let ended = program(folder.path())
        .env("ROCKET_OVERRIDES_DIR", "brand")
        .env("ROCKET_PORT", "0")
        .env("ROCKET_BASE_URL", "http://localhost:8000")
        .output()
        .unwrap();
    assert!(!ended.status.success());
    let said = String::from_utf8(ended.stderr).unwrap();
    let named = "portico: The override brand/templates/home.html.tera can't be used: ";
    assert!(said.contains(named), "{said}");
}
