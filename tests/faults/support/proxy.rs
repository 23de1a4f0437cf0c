//! nginx in front of two nodes, set up as an operator would.

use std::path::Path;

use tempfile::TempDir;

use super::process::{Process, children, free_port, is_root, signal};
use super::{Client, seconds, until};

/// A proxy that shares requests out among nodes.
#[derive(Debug)]
pub struct Proxy {
    pub origin: String,
    process: Process,
    folder: TempDir,
    ports: Vec<u16>,
}

impl Proxy {
    /// Starts it before the nodes on these ports.
    pub async fn before(ports: &[u16]) -> Self {
        let folder = TempDir::with_prefix("portico-faults-nginx-").unwrap();
        let port = free_port();
        let place = folder.path().display();
        let user = if is_root() { "user root;" } else { "" };
        let buffers = buffers_of_sample();
        // A node that can't be connected to is left out for a second, and the request goes to the other one: it was
        // not sent yet. One that was sent is never sent again, since nobody knows what became of it.
        // An idle connection is dropped before the node would drop it.
        let settings = format!(
            "{user}
daemon off;
worker_processes 1;
pid {place}/pid;
error_log {place}/log notice;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    upstream portico {{
        include {place}/nodes.conf;
        keepalive 64;
        keepalive_timeout 2s;
    }}
    server {{
        listen 127.0.0.1:{port};
{buffers}
        proxy_http_version 1.1;
        proxy_set_header Connection \"\";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_connect_timeout 1s;
        location / {{ proxy_pass http://portico; }}
    }}
}}
"
        );
        std::fs::write(folder.path().join("nginx.conf"), settings).unwrap();
        list(folder.path(), ports, None);
        let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"]
            .into_iter()
            .find(|path| Path::new(path).is_file())
            .unwrap_or("nginx");
        let (prefix, config) = (place.to_string(), folder.path().join("nginx.conf").display().to_string());
        let said = folder.path().join("said");
        let words = [program, "-p", &*prefix, "-c", &*config, "-e", "stderr"];
        let mut process = Process::start(&words, &said, |_| ());
        let (origin, client) = (format!("http://127.0.0.1:{port}"), Client::new());
        until("nginx answers", seconds(10), async || {
            assert!(!process.has_ended(), "{}", process.said());
            client.try_get(&origin, "/healthz").await.is_ok()
        })
        .await;
        Self { origin, process, folder, ports: ports.to_vec() }
    }

    /// Sends nothing more to the node on this port, or to all nodes again. What is under way goes on.
    pub async fn leave_out(&self, port: Option<u16>) {
        list(self.folder.path(), &self.ports, port);
        let before = children(self.process.id());
        self.process.signal("HUP");
        until("nginx has turned", seconds(10), async || {
            let now = children(self.process.id());
            let has_turned = |id: &u32| !now.contains(id) || is_shutting_down(*id);
            now.iter().any(|id| !before.contains(id)) && before.iter().all(has_turned)
        })
        .await;
    }
}

/// What the sample says of long requests and responses.
fn buffers_of_sample() -> String {
    let sample = include_str!("../../../deploy/nginx.conf");
    let lines = sample.lines().filter(|line| {
        ["large_client_header_buffers ", "proxy_buffer_size ", "proxy_buffers ", "proxy_busy_buffers_size "]
            .iter()
            .any(|name| line.trim_start().starts_with(name))
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl Drop for Proxy {
    /// The workers would outlive a master that is killed.
    fn drop(&mut self) {
        let workers = children(self.process.id());
        self.process.kill();
        signal(&workers, "KILL");
    }
}

/// Whether this worker takes no new requests any more: it says so in its title.
fn is_shutting_down(worker: u32) -> bool {
    let title = std::fs::read_to_string(format!("/proc/{worker}/cmdline"));
    title.is_ok_and(|title| title.contains("shutting down"))
}

/// Writes down which nodes there are, and which of them gets no requests.
fn list(folder: &Path, ports: &[u16], without: Option<u16>) {
    let lines: String = ports
        .iter()
        .map(|port| {
            let state = if without == Some(*port) { " down" } else { "" };
            format!("server 127.0.0.1:{port} max_fails=1 fail_timeout=1s{state};\n")
        })
        .collect();
    std::fs::write(folder.join("nodes.conf"), lines).unwrap();
}
