//! Exchanges by form, compared with oidc-provider (npm) on the same machine in alternating runs: durable ones of both on
//! Postgres, and durable ones on SQLite with those that oidc-provider keeps in memory.
//! The service compared with is in `bench/oidc-provider`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::bench::{self, Bench, say};
use crate::client::{self, Request};
use crate::database::{DatabaseKind, Ground};
use crate::rates::{CODES_A_SECOND, Turn};
use crate::report::Report;
use crate::scenario::Scenario;
use crate::server::{Server, free_port};
use crate::stats::Spread;
use crate::world::{CALLBACK, World};
use crate::wrk::{Load, Measured};

const SCRIPT: &str = "bench/oidc-provider/server.mjs";
/// The client's secret there, as long as one of ours.
const SECRET: &str = "0123456789abcdef0123456789abcdef0123456789a";
/// More than it can exchange in a second.
const ITS_CODES_A_SECOND: u64 = 6_000;
/// How long it may take to create codes.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The options of this mode.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// What to measure: exchanges by form
    #[arg(long, value_delimiter = ',', default_values = ["token-oidc", "token-form"])]
    scenarios: Vec<Scenario>,
    /// Numbers of connections
    #[arg(long, value_delimiter = ',', default_values_t = [16, 64])]
    connections: Vec<u32>,
}

/// The result of one exchange with one number of connections.
#[derive(Debug, Serialize)]
pub(crate) struct Versus {
    pub(crate) database: DatabaseKind,
    pub(crate) scenario: Scenario,
    pub(crate) connections: u32,
    /// The product's exchanges per second, relative to oidc-provider's.
    pub(crate) ratio: Spread,
    pub(crate) per_second: Spread,
    pub(crate) its_per_second: Spread,
    pub(crate) p99_ms: Spread,
    pub(crate) its_p99_ms: Spread,
    /// The CPU time of an exchange in microseconds.
    pub(crate) cpu_us: Spread,
    pub(crate) its_cpu_us: Spread,
}

/// A running oidc-provider.
struct Other<'b> {
    bench: &'b Bench,
    server: Server,
    request: Request,
}

/// Measures and reports.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let bench = Bench::new(&options.common)?;
    let mut report = Report::begin(&bench);
    for kind in &options.common.databases {
        let ground = bench.ground(*kind, "oidc_provider").await?;
        let world = World::make(&ground).await?;
        let product = bench.product(&ground)?;
        let store = match kind {
            DatabaseKind::Sqlite => None,
            DatabaseKind::Postgres => Some(bench.empty_postgres("other").await?),
        };
        let other = Other::start(&bench, store.as_deref())?;
        for scenario in &options.scenarios {
            for connections in &options.connections {
                let turn = Turn {
                    bench: &bench,
                    ground: &ground,
                    world: &world,
                    scenario: *scenario,
                    connections: *connections,
                    size: scenario.ask(product.port, &ground, &world).await?.size,
                    codes_a_second: CODES_A_SECOND,
                };
                report.versus.push(measure(&product, turn, &other, &ground).await?);
            }
        }
        other.server.stop()?;
        product.stop()?;
        ground.close().await;
    }
    report.finish(&options.common, "oidc-provider")
}

async fn measure(product: &Server, mut turn: Turn<'_>, other: &Other<'_>, ground: &Ground) -> Result<Versus, String> {
    let (scenario, connections) = (turn.scenario, turn.connections);
    turn.warm_up(product.port).await?;
    // V8 compiles what runs often.
    other.run(scenario, connections, 3)?;
    let (mut ours, mut its) = (Vec::new(), Vec::new());
    let (mut cpu, mut its_cpu) = (Vec::new(), Vec::new());
    for _ in 0..turn.bench.rounds {
        let before = product.cpu()?;
        ours.push(turn.of_product(product.port).await?);
        cpu.push(product.cpu()? - before);
        let (measured, used) = other.run(scenario, connections, turn.bench.seconds)?;
        its.push(measured);
        its_cpu.push(used);
    }
    let cpu_us = |cpu: &[Duration], turns: &[Measured]| {
        let each = cpu.iter().zip(turns);
        Spread::of(each.map(|(cpu, turn)| cpu.as_secs_f64() * 1e6 / turn.requests as f64))
    };
    let ms = |us: u64| us as f64 / 1e3;
    let measured = Versus {
        database: ground.kind,
        scenario,
        connections,
        ratio: Spread::of(ours.iter().zip(&its).map(|(a, b)| a.rate() / b.rate())),
        per_second: Spread::of(ours.iter().map(Measured::rate)),
        its_per_second: Spread::of(its.iter().map(Measured::rate)),
        p99_ms: Spread::of(ours.iter().map(|turn| ms(turn.p99_us))),
        its_p99_ms: Spread::of(its.iter().map(|turn| ms(turn.p99_us))),
        cpu_us: cpu_us(&cpu, &ours),
        its_cpu_us: cpu_us(&its_cpu, &its),
    };
    say(&format!(
        "{}, {}, {connections} connections: {:.1} times oidc-provider, {:.0}/s and {:.0}/s, CPU {:.0} µs and {:.0} µs",
        ground.kind.name(),
        scenario.name(),
        measured.ratio.median,
        measured.per_second.median,
        measured.its_per_second.median,
        measured.cpu_us.median,
        measured.its_cpu_us.median
    ));
    Ok(measured)
}

impl<'b> Other<'b> {
    fn start(bench: &'b Bench, postgres: Option<&str>) -> Result<Self, String> {
        let port = free_port()?;
        let (issuer, at) = (format!("http://127.0.0.1:{port}"), port.to_string());
        let mut arguments = vec![SCRIPT, &issuer, &at, SECRET, CALLBACK];
        arguments.extend(postgres);
        let probe = Request::get("/.well-known/openid-configuration");
        let settings = [("NODE_ENV", "production".to_owned())];
        let node = Path::new("node");
        Ok(Self {
            bench,
            server: Server::start_on(port, node, &arguments, &settings, &probe)?,
            request: Request::form(
                "/token",
                format!(
                    "grant_type=authorization_code&client_id=bench&client_secret={SECRET}&code=CODE\
                     &redirect_uri=https%3A%2F%2Fservice.example%2Fcallback"
                ),
            ),
        })
    }

    /// A run with fresh codes, and the CPU time that it took.
    fn run(&self, scenario: Scenario, connections: u32, seconds: u64) -> Result<(Measured, Duration), String> {
        let scope = match scenario {
            Scenario::TokenOidc => "openid%20profile",
            Scenario::TokenForm => "profile",
            _ => return Err(format!("oidc-provider has no {}", scenario.name())),
        };
        let count = ITS_CODES_A_SECOND * seconds + 2 * u64::from(connections);
        let codes = self.codes(scope, count)?;
        let before = self.server.cpu()?;
        let measured = self.bench.wrk.run(Load {
            port: self.server.port,
            request: &self.request,
            codes: Some(&codes),
            connections,
            seconds,
        })?;
        let used = self.server.cpu()? - before;
        let judged = measured.must_be_good(self.size(scope)?);
        judged.map_err(|err| format!("oidc-provider: {err}"))?;
        Ok((measured, used))
    }

    /// The size of a right response.
    fn size(&self, scope: &str) -> Result<usize, String> {
        let file = self.codes(scope, 1)?;
        let code = std::fs::read_to_string(file).map_err(|err| err.to_string())?;
        let answer = client::ask(self.server.port, &self.request.with_code(&code))?;
        let body = String::from_utf8_lossy(&answer.body);
        let has_id_token = body.contains("\"id_token\"");
        if answer.status == 200 && has_id_token == scope.starts_with("openid") {
            Ok(answer.size)
        } else {
            Err(format!("oidc-provider answered with {}:\n{body}", answer.status))
        }
    }

    /// A file with fresh codes.
    fn codes(&self, scope: &str, count: u64) -> Result<PathBuf, String> {
        let request = Request::get(format!("/codes?count={count}&scope={scope}"));
        let answer = client::ask_within(self.server.port, &request, TIMEOUT)?;
        let file = self.bench.scratch().join("its-codes");
        std::fs::write(&file, answer.body).map_err(|err| format!("{}: {err}", file.display()))?;
        Ok(file)
    }
}
