//! A sign-in whose state is as long as it may be, through nginx with the buffers of `deploy/nginx.conf`.

use crate::support::{Client, Node, Proxy, Site, Town, free_port};

/// The most characters that a state may have, each in three bytes.
const MAX_STATE: usize = 4_096;

#[tokio::test]
async fn a_sign_in_with_the_longest_state_passes_the_proxy() {
    let site = Site::on_sqlite();
    let port = free_port();
    let node = Node::start_as(&site.store, port, &[], &[]).await;
    let town = Town::found(&site.store, &node).await;
    let app = town.app(&node.origin).await;
    let proxy = Proxy::before(&[port]).await;
    let state = "%41".repeat(MAX_STATE);
    let request = |more: &str| {
        format!(
            "/oauth/authorize?response_type=code&client_id={}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback\
             &state={state}{more}",
            app.client_id
        )
    };
    // A person who is signed out is led to a page whose address contains this one, encoded once more.
    let stranger = Client::new();
    let led = stranger.get(&proxy.origin, &request("")).await.expect(303);
    assert!(led.location().len() > 16 * 1_024);
    stranger.get(&proxy.origin, led.location()).await.expect(200);
    let silent = request("&prompt=none");
    let back = town.owner.get(&proxy.origin, &silent).await.expect(303);
    assert!(back.location().contains(&state));
    // One that is longer is refused by the node, and not by the proxy.
    let longer = request("%41&prompt=none");
    let back = town.owner.get(&proxy.origin, &longer).await.expect(303);
    assert!(back.location().contains("error=invalid_request"));
}
