//! The cluster of `deploy/ha` with two Portico nodes, under load, while its parts are killed, frozen, filled and replaced.
//! `./test ha` runs three faults; with PORTICO_DRILL=long, all of them, ten kills included. Each fault's figures are printed.

mod guests;
mod record;

use std::time::{Duration, Instant};

use rocket::tokio::time::sleep;
use tempfile::TempDir;

use self::guests::Guests;
use self::record::Bounds;
use crate::support::{Cluster, Disk, Node, Origin, Town, free_port, seconds, until};

/// The longest that a cluster may take to have all its parts again.
const WHOLE: Duration = Duration::from_secs(90);
/// Where the database is lost with its machine: Patroni's ttl, what it does after that, and a machine that is busy with a
/// test.
const LOST: Duration = Duration::from_secs(25);
/// Where the primary hands over, or only a replica is lost.
const HANDED_OVER: Duration = Duration::from_secs(15);

/// Shows: faults.cluster
#[tokio::test]
async fn a_cluster_loses_nothing_and_says_nothing_twice_whatever_part_of_it_fails() {
    let is_long = std::env::var("PORTICO_DRILL").is_ok_and(|form| form == "long");
    // In the short form nothing fills it, and in the long one it has to be a real one.
    let disk = is_long.then(|| Disk::small(800));
    let on_disk = disk.as_ref().map(|disk| (2, disk.folder()));
    let cluster = Cluster::start(Origin::Empty, on_disk).await;
    let mut drill = Drill::begin(cluster).await;

    drill.kill_primary("kill -9 of the primary").await;
    drill.switch_over("planned switchover").await;
    drill.lose_sync_standby().await;
    if let Some(disk) = disk {
        for number in 2..=10 {
            let name = format!("kill -9 of the primary ({number})");
            drill.kill_primary(&name).await;
        }
        drill.lose_machine().await;
        drill.freeze_primary().await;
        drill.stall_replication().await;
        drill.lose_etcd().await;
        drill.fill_disk(&disk).await;
        drill.upgrade().await;
        drill.replace().await;
    }
    drill.end().await;
}

struct Drill {
    guests: Guests,
    nodes: Vec<Node>,
    cluster: Cluster,
    figures: Vec<String>,
    _folder: TempDir,
}

impl Drill {
    async fn begin(cluster: Cluster) -> Self {
        // Until it can be archived, a primary keeps all of its log.
        let leader = cluster.leader().await.expect("a primary");
        cluster.pgbackrest(leader, &["stanza-create"]);
        let folder = TempDir::with_prefix("portico-faults-").unwrap();
        let stores: Vec<_> =
            (0..2).map(|node| cluster.store(node, &folder.path().join(format!("node{node}")))).collect();
        let mut nodes = Vec::new();
        for store in &stores {
            nodes.push(Node::start_as(store, free_port(), &[], &[]).await);
        }
        let town = Town::found(&stores[0], &nodes[0]).await;
        let guests = Guests::begin(town, &nodes, stores[0].clone()).await;
        guests.gain(100, seconds(30)).await;
        Self { guests, nodes, cluster, figures: Vec::new(), _folder: folder }
    }

    /// Checks what happened since `began`, once everything is back, and keeps the figures.
    async fn done(&mut self, name: &str, began: Instant, bounds: Bounds) {
        self.guests.gain(100, seconds(30)).await;
        self.cluster.is_whole(WHOLE).await;
        let figures = self.guests.record.check(name, began, bounds);
        print!("{figures}");
        self.figures.push(figures);
        // What follows begins with a node that is ready.
        self.guests.gain(100, seconds(30)).await;
        pause().await;
    }

    async fn leader(&self) -> usize {
        let mut leader = None;
        until("there is a primary", WHOLE, async || {
            leader = self.cluster.leader().await;
            leader.is_some()
        })
        .await;
        leader.expect("a primary")
    }

    async fn is_another_than(&self, former: usize) {
        until("another machine has the primary", WHOLE, async || {
            self.cluster.leader().await.is_some_and(|leader| leader != former)
        })
        .await;
    }

    async fn kill_primary(&mut self, name: &str) {
        let leader = self.leader().await;
        let began = Instant::now();
        self.cluster.kill(leader);
        self.is_another_than(leader).await;
        self.guests.gain(50, seconds(40)).await;
        self.cluster.start_machine(leader);
        self.done(name, began, Bounds::within(LOST)).await;
    }

    /// Its etcd goes with it, and with that perhaps the leader of etcd.
    async fn lose_machine(&mut self) {
        let leader = self.leader().await;
        let began = Instant::now();
        self.cluster.kill(leader);
        self.cluster.kill_etcd_of(leader);
        self.is_another_than(leader).await;
        self.guests.gain(50, seconds(40)).await;
        self.cluster.start_etcd_of(leader);
        self.cluster.start_machine(leader);
        let bounds = Bounds::within(LOST * 2);
        self.done("the primary's machine, with its etcd", began, bounds).await;
    }

    async fn switch_over(&mut self, name: &str) {
        let from = self.leader().await;
        let to = self.cluster.sync_standby().await.expect("a synchronous replica");
        let began = Instant::now();
        self.cluster.switch_over(from, to).await;
        self.is_another_than(from).await;
        self.done(name, began, Bounds::within(HANDED_OVER)).await;
    }

    async fn lose_sync_standby(&mut self) {
        let standby = self.cluster.sync_standby().await.expect("a synchronous replica");
        let began = Instant::now();
        self.cluster.kill(standby);
        self.guests.gain(300, seconds(60)).await;
        self.cluster.start_machine(standby);
        let name = "loss of the synchronous replica";
        self.done(name, began, Bounds::within(HANDED_OVER)).await;
    }

    /// Longer than the others take to elect another one. When it goes on, it must not take a single post.
    async fn freeze_primary(&mut self) {
        let leader = self.leader().await;
        let began = Instant::now();
        self.cluster.freeze(leader, "STOP");
        self.is_another_than(leader).await;
        self.guests.gain(200, seconds(60)).await;
        self.cluster.freeze(leader, "CONT");
        let mut name = "the primary's machine hangs, and comes back";
        // Patroni before 3.1 may go on with keys from before: docs/high-availability.md says what to do then.
        if self.cluster.becomes_whole(seconds(40)).await.is_err() {
            name = "the primary's machine hangs, and comes back; the new primary's Patroni had to be restarted";
            let leader = self.leader().await;
            self.cluster.restart_patroni(leader);
        }
        self.done(name, began, Bounds::within(LOST)).await;
    }

    async fn stall_replication(&mut self) {
        let began = Instant::now();
        // A replica that was cut off begins to receive again: what it starts for that is stopped, too.
        let until = began + seconds(25);
        let mut most = 0;
        while Instant::now() < until {
            most = most.max(self.cluster.signal_receivers("STOP"));
            sleep(Duration::from_millis(100)).await;
        }
        self.cluster.signal_receivers("CONT");
        assert_eq!(most, 2, "two replicas receive");
        let bounds = Bounds::within(seconds(25) + HANDED_OVER);
        self.done("replication stalled for 25 s", began, bounds).await;
    }

    async fn lose_etcd(&mut self) {
        let began = Instant::now();
        self.cluster.kill_etcd();
        sleep(seconds(30)).await;
        self.cluster.start_etcd().await;
        let bounds = Bounds::within(HANDED_OVER);
        self.done("etcd gone for 30 s", began, bounds).await;
    }

    /// The replica whose disk it is becomes the synchronous one first, so that commits wait for it.
    async fn fill_disk(&mut self, disk: &Disk) {
        disk.must_be_mounted();
        if self.leader().await == 2 {
            self.switch_over("switchover, before a disk is filled").await;
        }
        if self.cluster.sync_standby().await != Some(2) {
            let other = self.cluster.sync_standby().await.expect("a synchronous replica");
            self.cluster.stop(other).await;
            until("commits wait for the third machine", WHOLE, async || self.cluster.sync_standby().await == Some(2))
                .await;
            self.cluster.start_machine(other);
            self.cluster.is_whole(WHOLE).await;
        }
        assert_eq!(self.cluster.sync_standby().await, Some(2));
        let began = Instant::now();
        let process = self.cluster.postgres(2).expect("a Postgres");
        disk.fill(process);
        // It writes on in files that it has; the next one does not fit any more.
        let leader = self.leader().await;
        for _ in 0..3 {
            self.cluster.psql(leader, &["-c", "SELECT pg_switch_wal()"]);
            self.guests.gain(100, seconds(60)).await;
        }
        disk.make_room(process);
        let bounds = Bounds::within(seconds(25));
        self.done("the disk of the synchronous replica is full", began, bounds).await;
    }

    /// As for a new minor version: both replicas are stopped and started, then the primary hands over and is, too.
    async fn upgrade(&mut self) {
        let began = Instant::now();
        let leader = self.leader().await;
        for machine in (0..3).filter(|machine| *machine != leader) {
            self.cluster.stop(machine).await;
            self.cluster.start_machine(machine);
            self.cluster.is_whole(WHOLE).await;
        }
        let to = self.cluster.sync_standby().await.expect("a synchronous replica");
        self.cluster.switch_over(leader, to).await;
        self.is_another_than(leader).await;
        self.cluster.is_whole(WHOLE).await;
        self.cluster.stop(leader).await;
        self.cluster.start_machine(leader);
        let name = "rolling upgrade: three restarts, one switchover";
        self.done(name, began, Bounds::within(HANDED_OVER)).await;
    }

    async fn replace(&mut self) {
        let standby = self.cluster.sync_standby().await.expect("a synchronous replica");
        let began = Instant::now();
        self.cluster.kill(standby);
        self.cluster.wipe(standby);
        self.cluster.start_machine(standby);
        let name = "a replica replaced by an empty machine";
        self.done(name, began, Bounds::within(HANDED_OVER)).await;
    }

    async fn end(self) {
        let summary = self.guests.end().await;
        println!("{}\n{}{summary}", record::HEAD, self.figures.concat());
        for node in &self.nodes {
            node.must_not_have_blamed_itself();
        }
    }
}

/// Some seconds that differ from run to run, so that faults come at moments that nobody chose.
async fn pause() {
    let random = u64::from(getrandom::u32().unwrap() % 2_000);
    sleep(Duration::from_millis(500 + random)).await;
}
