//! `portico health`: asks the server on this machine whether it is ready. `portico doctor` also asks for its metrics.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use super::print::print_line;
use portico_platform::config::Config;
use portico_platform::http_client;

/// Longer than `/readyz` takes to answer.
const TIMEOUT: Duration = Duration::from_secs(6);

pub(super) async fn health() -> Result<(), String> {
    let figment = crate::figment();
    let config = Config::read(&figment)?;
    let port = crate::rocket_config(&figment)?.port;
    let answer = ask(&config, port).await?;
    print_line(answer)
}

/// Asks `/readyz` at the address that the server listens on, by the name that people use.
///
/// # Errors
/// A sentence on why it is not ready.
pub(super) async fn ask(config: &Config, port: u16) -> Result<String, String> {
    let host = config.base_url.origin().split_once("://").map_or("localhost", |(_, host)| host);
    let text = get(config, port, "/readyz", host).await?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// The metrics of the server, which it shows to direct requests from this machine by an IP address.
///
/// # Errors
/// A sentence on why there are none.
pub(super) async fn metrics(config: &Config, port: u16) -> Result<String, String> {
    get(config, port, "/metrics", &reachable(config.address, port).to_string()).await
}

/// The text that the server on this machine answers to a request for this host.
async fn get(config: &Config, port: u16, path: &str, host: &str) -> Result<String, String> {
    let url = format!("http://{}{path}", reachable(config.address, port));
    let client = http_client::client(None)?.no_proxy().timeout(TIMEOUT).build().map_err(|err| format!("{err}."))?;
    let answer = match client.get(&url).header("Host", host).send().await {
        Ok(answer) => answer,
        Err(err) if err.is_timeout() => return Err(format!("{url} did not answer in {} seconds.", TIMEOUT.as_secs())),
        Err(_) => return Err(format!("Nothing answers at {url}: is Portico running with this `address` and `port`?")),
    };
    let status = answer.status();
    let text = answer.text().await.unwrap_or_default();
    match status.is_success() {
        true => Ok(text),
        false => Err(format!("{url} answered {}: {}.", status.as_u16(), text.lines().next().unwrap_or_default())),
    }
}

/// An address on which a server that listens on `address` can be reached from this machine.
fn reachable(address: IpAddr, port: u16) -> SocketAddr {
    let address = match address {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        other => other,
    };
    SocketAddr::new(address, port)
}
