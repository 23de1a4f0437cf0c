//! Both nodes behind a proxy, restarted under load, one after the other, as the operator's guide says.

use crate::support::{Client, Ledger, Load, Node, Proxy, Site, Town, audit, free_port, seconds, until};

const CONNECTIONS: usize = 16;
/// How long a node that was told to stop goes on serving: longer than a proxy needs to see it.
const DRAIN: [(&str, &str); 1] = [("ROCKET_DRAIN_SECS", "5")];

#[tokio::test]
async fn a_rolling_restart_costs_not_one_request() {
    let site = Site::on_postgres().await;
    let ports = [free_port(), free_port()];
    let mut nodes = Vec::new();
    for port in ports {
        nodes.push(Node::start_as(&site.store, port, &[], &DRAIN).await);
    }
    let proxy = Proxy::before(&ports).await;
    let ledger = Ledger::of(Town::found(&site.store, &nodes[0]).await);
    // A proxy that turns closes the connections of those who keep them: that is between the two.
    let client = Client::without_keep_alive();
    let load = Load::begin(&ledger, &client, &[&proxy.origin], CONNECTIONS);
    load.gains(200, seconds(60)).await;
    for (node, port) in nodes.iter_mut().zip(ports) {
        node.process.signal("TERM");
        until("the node says that it leaves", seconds(3), async || {
            let asked = client.try_get(&node.origin, "/readyz").await;
            asked.is_ok_and(|answer| answer.status == 503)
        })
        .await;
        load.gains(20, seconds(30)).await;
        // nginx does not check /readyz, so the test does it.
        proxy.leave_out(Some(port)).await;
        let status = node.process.ended(seconds(30)).await;
        assert!(status.success(), "{}", node.process.said());
        *node = Node::start_as(&site.store, port, &[], &DRAIN).await;
        proxy.leave_out(None).await;
        load.gains(100, seconds(30)).await;
    }
    load.end().await;
    ledger.must_hold_only(|_| false);
    audit(&site.store, &ledger).await;
    for node in nodes {
        node.must_not_have_blamed_itself();
    }
}
