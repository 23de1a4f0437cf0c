//! Two processes of the product on one Postgres behind nginx, compared with one behind the same nginx.
//! `rates` measures one process without a proxy.

use std::path::Path;

use serde::Serialize;

use crate::bench::{self, Bench, say};
use crate::client::Request;
use crate::database::{DatabaseKind, Ground};
use crate::rates::{CODES_A_SECOND, Turn};
use crate::report::Report;
use crate::scenario::Scenario;
use crate::server::{Server, free_port};
use crate::stats::Spread;
use crate::world::World;

/// Its path on Debian.
const NGINX: &str = "/usr/sbin/nginx";

/// The options of this mode.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// What to measure
    #[arg(long, value_delimiter = ',', default_values = ["post", "token", "feed"])]
    scenarios: Vec<Scenario>,
    /// Numbers of connections
    #[arg(long, value_delimiter = ',', default_values_t = [64, 256])]
    connections: Vec<u32>,
}

/// The result of one request.
#[derive(Debug, Serialize)]
pub(crate) struct TwoNodes {
    pub(crate) scenario: Scenario,
    pub(crate) connections: u32,
    /// Requests per second of two processes, relative to one.
    pub(crate) ratio: Spread,
    pub(crate) one_per_second: Spread,
    pub(crate) two_per_second: Spread,
    pub(crate) one_p99_ms: Spread,
    pub(crate) two_p99_ms: Spread,
}

/// The two processes, of which the second only runs during its own runs, and the ports of nginx.
struct Nodes<'b> {
    bench: &'b Bench,
    ground: &'b Ground,
    second: u16,
    for_one: u16,
    for_two: u16,
}

/// Measures and reports.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let bench = Bench::new(&options.common)?;
    let mut report = Report::begin(&bench);
    let ground = bench.ground(DatabaseKind::Postgres, "two_nodes").await?;
    let world = World::make(&ground).await?;

    let first = bench.node(&ground, free_port()?)?;
    let nodes =
        Nodes { bench: &bench, ground: &ground, second: free_port()?, for_one: free_port()?, for_two: free_port()? };
    let nginx = nodes.proxy(first.port)?;
    for scenario in &options.scenarios {
        for connections in &options.connections {
            report.two_nodes.push(nodes.measure(&world, *scenario, *connections).await?);
        }
    }
    nginx.stop()?;
    first.stop()?;
    ground.close().await;
    report.finish(&options.common, "two nodes")
}

impl Nodes<'_> {
    async fn measure(&self, world: &World, scenario: Scenario, connections: u32) -> Result<TwoNodes, String> {
        let size = scenario.ask(self.for_one, self.ground, world).await?.size;
        let mut turn = Turn {
            bench: self.bench,
            ground: self.ground,
            world,
            scenario,
            connections,
            size,
            codes_a_second: CODES_A_SECOND,
        };
        turn.warm_up(self.for_one).await?;
        let (mut one, mut two) = (Vec::new(), Vec::new());
        for _ in 0..self.bench.rounds {
            one.push(turn.of_product(self.for_one).await?);
            let second = self.bench.node(self.ground, self.second)?;
            two.push(turn.of_product(self.for_two).await?);
            second.stop()?;
        }
        let ms = |us: u64| us as f64 / 1e3;
        let measured = TwoNodes {
            scenario,
            connections,
            ratio: Spread::of(two.iter().zip(&one).map(|(two, one)| two.rate() / one.rate())),
            one_per_second: Spread::of(one.iter().map(|turn| turn.rate())),
            two_per_second: Spread::of(two.iter().map(|turn| turn.rate())),
            one_p99_ms: Spread::of(one.iter().map(|turn| ms(turn.p99_us))),
            two_p99_ms: Spread::of(two.iter().map(|turn| ms(turn.p99_us))),
        };
        say(&format!(
            "{}, {connections} connections: two nodes at {:.2} of one, {:.0}/s",
            scenario.name(),
            measured.ratio.median,
            measured.two_per_second.median
        ));
        Ok(measured)
    }

    /// Starts nginx: one port leads to the first process alone, the other to both.
    fn proxy(&self, first: u16) -> Result<Server, String> {
        let folder = self.bench.scratch().join("nginx");
        let file = folder.join("nginx.conf");
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&file, self.configuration(&folder, first)))
            .map_err(|err| format!("{}: {err}", file.display()))?;
        let (folder, file) = (folder.display().to_string(), file.display().to_string());
        let probe = Request::get("/healthz");
        Server::start_on(self.for_one, Path::new(NGINX), &["-p", &folder, "-c", &file, "-e", "stderr"], &[], &probe)
    }

    fn configuration(&self, folder: &Path, first: u16) -> String {
        let Self { second, for_one, for_two, .. } = self;
        // Workers of a proxy started by root would run as a user who may not enter this folder.
        let owner = std::fs::metadata(folder).map(|folder| std::os::unix::fs::MetadataExt::uid(&folder));
        let user = if owner.is_ok_and(|uid| uid == 0) { "user root;" } else { "" };
        format!(
            "{user}
daemon off;
worker_processes auto;
pid nginx.pid;
error_log stderr crit;
events {{ worker_connections 2048; }}
http {{
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  keepalive_requests 1000000000;
  proxy_http_version 1.1;
  proxy_set_header Connection \"\";
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_buffers 16 32k;
  upstream one {{ server 127.0.0.1:{first}; keepalive 256; keepalive_requests 1000000000; }}
  upstream two {{ server 127.0.0.1:{first}; server 127.0.0.1:{second}; keepalive 256; keepalive_requests 1000000000; }}
  server {{ listen 127.0.0.1:{for_one} reuseport; location / {{ proxy_pass http://one; }} }}
  server {{ listen 127.0.0.1:{for_two} reuseport; location / {{ proxy_pass http://two; }} }}
}}
"
        )
    }
}
