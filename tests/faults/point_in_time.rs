//! A backup of the cluster of `deploy/ha`, and a new cluster that is restored from it to a moment.

use tempfile::TempDir;

use crate::support::{Client, Cluster, Node, Origin, Store, Town, check_database, free_port, seconds, until};

/// Shows: faults.point-in-time
#[tokio::test]
async fn a_new_cluster_restored_to_a_moment_has_what_there_was_then_and_nothing_else() {
    let cluster = Cluster::start(Origin::Empty, None).await;
    let folder = TempDir::with_prefix("portico-faults-").unwrap();
    let store = cluster.store(0, &folder.path().join("node"));
    let node = Node::start_as(&store, free_port(), &[], &[]).await;
    let (at, client) = (node.origin.as_str(), Client::new());
    let town = Town::found(&store, &node).await;
    let app = town.app(at).await;
    let hook = town.hooks[0].clone();
    let say = async |at: &str, text: &str| {
        let body = format!(r#"{{"content": "{text}"}}"#);
        client.json(at, &hook.path, &body, None).await.unwrap().expect(200);
    };

    say(at, "before the backup").await;
    let leader = cluster.leader().await.expect("a primary");
    cluster.pgbackrest(leader, &["stanza-create"]);
    cluster.pgbackrest(leader, &["backup"]);
    say(at, "after the backup").await;
    // pgBackRest knows the end of a backup to the second, and takes one that ended before.
    cluster.psql(leader, &["-c", "SELECT pg_sleep(1.5)"]);
    let moment = cluster.psql(leader, &["-c", "SELECT now()"]);
    cluster.psql(leader, &["-c", "SELECT pg_sleep(0.1)"]);
    say(at, "after the moment").await;
    let page = town.owner.get(at, &format!("/channels/{}", hook.channel)).await.expect(200);
    assert!(page.text.contains("after the moment"));
    let confirm = [("confirm", "Harbour")];
    let delete = format!("{}/settings/delete", town.server);
    town.owner.form(at, &delete, &confirm).await.expect(303);
    town.owner.get(at, &format!("/channels/{}", hook.channel)).await.expect(404);

    // What is not archived when the machines are lost is lost with them; the primary archives at the latest after a minute.
    let last = cluster.psql(leader, &["-c", "SELECT pg_walfile_name(pg_switch_wal())"]);
    until("everything is archived", seconds(30), async || {
        let archived = "SELECT last_archived_wal FROM pg_stat_archiver";
        cluster.psql(leader, &["-c", archived]) >= last
    })
    .await;
    node.kill();
    let repository = cluster.repository();
    drop(cluster);

    let cluster = Cluster::start(Origin::Backup(&repository, &moment), None).await;
    let store = cluster.store(0, &folder.path().join("node"));
    let node = Node::start_as(&store, free_port(), &[], &[]).await;
    let at = node.origin.as_str();
    // The session of before, and a webhook's URL that is opened with the instance key.
    let page = town.owner.get(at, &format!("/channels/{}", hook.channel)).await.expect(200);
    for (text, is_there) in [("before the backup", true), ("after the backup", true), ("after the moment", false)] {
        assert_eq!(page.text.contains(text), is_there, "{text}");
    }
    assert_eq!(town.path_of(at, &hook).await, hook.path);
    say(at, "after the restore").await;
    let code = town.code(at, &app).await;
    app.exchange(&client, at, &code).await.unwrap().expect(200);
    let (is_well, said) = store.portico(&["key", "list"]);
    assert!(is_well && !said.contains("missing"), "{said}");
    let operators = Store {
        url: store.url.replace("portico:PORTICO-PASSWORD", "postgres:SUPERUSER-PASSWORD"),
        folder: store.folder.clone(),
    };
    check_database(&operators).await;
    node.must_not_have_blamed_itself();
}
