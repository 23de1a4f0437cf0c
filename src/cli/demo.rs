//! `portico demo`: a fictional community to explore, and an example service to sign in to.
//! Uses its own database, which is deleted at the end, unless another one is named.

mod community;
pub mod example_service;
mod messages;
mod oauth_app;
mod output;
mod webhook;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use rocket::fairing::AdHoc;
use rocket::figment::Figment;
use rocket::{Build, Ignite, Rocket};
use tempfile::TempDir;

use super::{Exposure, clock, log, serve};
use crate::app::App;
use crate::routes::site::style;
use portico_crypto::instance_key;
use portico_platform::config::{Config, check_database};
use portico_platform::database::{Database, sqlite_url};
use portico_platform::error::Error;
use portico_rules::clock::{Clock, Millis};
use portico_store::models::User;
use portico_store::models::instance::push_key;
use portico_store::models::oauth::signing_key;

use output::{KeptKey, Output};

#[derive(Debug, clap::Args)]
pub(super) struct DemoOptions {
    /// Print what a program needs to know as one line of JSON, instead of text for people
    #[arg(long)]
    json: bool,
    /// Use this database instead of a temporary one: it must not have any accounts yet, and is not deleted at the end. Its
    /// instance key is kept as by `serve`: in `data_dir`, unless `secret_key` is set
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    #[command(flatten)]
    exposure: Exposure,
}

pub(super) async fn demo(options: DemoOptions) -> Result<(), String> {
    if let Some(url) = &options.database_url {
        check_database("--database-url", url)?;
    }
    // Deleted when this function returns.
    let folder = TempDir::with_prefix("portico-demo-")
        .map_err(|err| format!("A folder for the demo could not be created: {err}."))?;
    let figment = match &options.database_url {
        None => temporary(folder.path()),
        Some(url) => staying(url),
    };
    // Nothing fictional leaves this machine.
    let figment = figment.merge(("push.hosts", Vec::<String>::new()));
    let figment = options.exposure.over(figment);
    let config = Config::read(&figment)?;
    log::start(config.log.format, "warn")?;
    // Checked before the community is created.
    config.check_exposure()?;
    let ports = Ports::read(&figment)?;
    ports.check_free()?;

    if let Some(url) = &options.database_url {
        must_be_unused(url, &config).await?;
    }
    let base_url = config.base_url.origin().to_owned();
    let kept = options
        .database_url
        .is_some()
        .then(|| KeptKey { key_file: config.secret_key.is_none().then(|| config.data_dir.join(instance_key::FILE)) });
    // Everyone can read those of the README.
    let has_known_passwords =
        options.database_url.is_none() && config.address.is_loopback() && config.base_url.is_loopback();
    let made = make(config, &ports, has_known_passwords).await?;
    let output = Output::new(base_url, kept, &ports, &made);
    let example = example_service::build(
        example_service::Settings {
            own_url: ports.example_url(),
            portico: output.base_url.clone(),
            token_endpoint: format!("http://{}/oauth/token", ports.near_portal()),
            client_id: made.app.client_id,
            client_secret: made.app.client_secret.clone(),
        },
        ports.example.ip(),
        ports.example.port(),
    )?;
    let portal = crate::build(figment, clock()).await?.mount("/", rocket::routes![style::show]);
    serve_both(portal, example, move || output.print(options.json)).await
}

/// The operator's settings, with a database and a key in this folder.
fn temporary(folder: &Path) -> Figment {
    crate::figment().merge(("data_dir", folder)).merge(("database_url", sqlite_url(&folder.join("portico.db"))))
}

/// The operator's settings with this database. It can be served later, so its key is kept where `serve` looks for it.
fn staying(database_url: &str) -> Figment {
    crate::figment().merge(("database_url", database_url))
}

/// The ports of the two servers.
struct Ports {
    portal: SocketAddr,
    example: SocketAddr,
}

impl Ports {
    fn read(figment: &Figment) -> Result<Self, String> {
        let config = crate::rocket_config(figment)?;
        let next = config
            .port
            .checked_add(1)
            .filter(|_| config.port > 0)
            .ok_or("The demo listens on `port` and on the one after it: set `port` from 1 to 65534.")?;
        Ok(Self {
            portal: SocketAddr::new(config.address, config.port),
            example: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), next),
        })
    }

    /// Checks early that a port is free.
    fn check_free(&self) -> Result<(), String> {
        for place in [self.portal, self.example] {
            TcpListener::bind(place).map_err(|err| {
                format!("The demo can't listen on {place} ({err}). Free it, or set another `port`: ROCKET_PORT=9000.")
            })?;
        }
        Ok(())
    }

    fn example_url(&self) -> String {
        format!("http://{}", self.example)
    }

    /// The portal's address on this machine, whatever its public address is.
    fn near_portal(&self) -> SocketAddr {
        let mut near = self.portal;
        if near.ip().is_unspecified() {
            near.set_ip(match near.ip() {
                IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        near
    }
}

/// Refuses a database in use before anything else is said about it: the advice on a missing key is meant for an instance that is
/// restored.
async fn must_be_unused(url: &str, config: &Config) -> Result<(), String> {
    let db = Database::connect(url).await?;
    let why = async {
        // Without a schema it has no rows either.
        if portico_migrations::applied(&*db).await?.is_empty() {
            return Ok(None);
        }
        if !User::all(&db).await?.is_empty() {
            return Ok(Some(HAS_ACCOUNTS));
        }
        let is_sealed =
            config.secret_key.is_none() && (push_key::any_sealed(&db).await? || signing_key::any_sealed(&db).await?);
        Ok::<_, Error>(is_sealed.then_some("it was already served"))
    };
    let why = why.await;
    let _ = db.close().await;
    match why {
        Ok(None) => Ok(()),
        Ok(Some(reason)) => Err(refusal(reason)),
        Err(err) => {
            Err(format!("The demo can't use this database, since it can't be asked whether it is empty: {err}."))
        }
    }
}

const HAS_ACCOUNTS: &str = "it is not empty: it already has accounts";

fn refusal(reason: &str) -> String {
    format!("The demo can't use this database: {reason}. Name an empty one, or leave the option out.")
}

/// The created community with its app and webhooks.
struct DemoData {
    community: community::Community,
    builds: webhook::DemoWebhook,
    app: oauth_app::DemoApp,
    openid_app: oauth_app::OpenIdApp,
    public_app: oauth_app::PublicApp,
}

/// Creates the community on a clock that moves through the last days.
async fn make(config: Config, ports: &Ports, has_known_passwords: bool) -> Result<DemoData, String> {
    let now = clock().now();
    let past = Clock::fixed_at(messages::founded_at(now));
    let app = App::open(config, past.clone()).await?;
    let made = match User::all(&app.db).await {
        Ok(people) if people.is_empty() => fill(&app, &past, now, ports, has_known_passwords).await,
        Ok(_) => Err(Error::BadRequest(HAS_ACCOUNTS)),
        Err(err) => Err(err),
    };
    // The server that starts next takes the same node number, and generates higher IDs.
    app.close().await;
    let released = app.release_lease().await;
    app.close_file().await;
    match (made, released) {
        (Ok(made), Ok(())) => Ok(made),
        (Err(Error::BadRequest(reason)), _) => Err(refusal(reason)),
        (Err(err), _) | (_, Err(err)) => Err(format!("The demo's community could not be created: {err}.")),
    }
}

/// Creates everything through the models, as users do.
async fn fill(
    app: &App,
    past: &Clock,
    now: Millis,
    ports: &Ports,
    has_known_passwords: bool,
) -> Result<DemoData, Error> {
    let community = community::found(app, has_known_passwords).await?;
    let (owner, example_url) = (&community.people[0], ports.example_url());
    let redirect_uri = example_service::redirect_uri(&example_url);
    let oauth_app = oauth_app::create(app, owner, &redirect_uri).await?;
    let openid_app = oauth_app::create_openid(app, owner, &example_url).await?;
    let public_app = oauth_app::create_public(app, owner, &example_url).await?;
    let webhooks = webhook::create(app, &community).await?;
    messages::send_all(app, past, now, &community, &webhooks).await?;
    // The log of deliveries is written in the background.
    app.log.settled().await;
    let builds = webhooks.builds.details(app)?;
    Ok(DemoData { community, builds, app: oauth_app, openid_app, public_app })
}

/// Serves both until one of them ends, which ends the other; `up` is called once both listen.
async fn serve_both(
    portal: Rocket<Build>,
    example: Rocket<Build>,
    up: impl FnOnce() + Send + 'static,
) -> Result<(), String> {
    let missing = Arc::new(AtomicU8::new(2));
    let up = Arc::new(std::sync::Mutex::new(Some(up)));
    let listening = || {
        let (missing, up) = (missing.clone(), up.clone());
        AdHoc::on_liftoff("greeting", move |_| {
            Box::pin(async move {
                if missing.fetch_sub(1, Ordering::SeqCst) == 1
                    && let Ok(mut up) = up.lock()
                    && let Some(up) = up.take()
                {
                    up();
                }
            })
        })
    };
    let portal = ignite(portal.attach(listening())).await?;
    let example = ignite(example.attach(listening())).await?;
    let (end_portal, end_example) = (portal.shutdown(), example.shutdown());
    let (portal, example) = tokio::join!(
        async {
            let ended = serve::launch(portal).await;
            end_example.notify();
            ended
        },
        async {
            let ended = serve::launch(example).await;
            end_portal.notify();
            ended
        }
    );
    portal.and(example)
}

async fn ignite(rocket: Rocket<Build>) -> Result<Rocket<Ignite>, String> {
    rocket.ignite().await.map_err(|err| serve::sentence(&err))
}
