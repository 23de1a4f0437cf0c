//! The cluster of `deploy/ha`, with its very files: three Postgres under Patroni, three etcd, and HAProxy for each Portico
//! node. Only addresses, folders and what a test has no right to are other ones.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use rocket::tokio::time::{sleep, timeout};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::postgres::{as_server, programs, run};
use super::process::{Process, children, is_root, signal};
use super::{Client, Store, seconds, until};

const START: Duration = Duration::from_secs(120);
const MACHINES: usize = 3;

/// The cluster.
#[derive(Debug)]
pub struct Cluster {
    /// What stands in the files, and what a test puts in its place, the longest first.
    replaced: Vec<(String, String)>,
    ports: Vec<Ports>,
    primaries: Vec<u16>,
    replicas: Vec<u16>,
    etcds: Vec<Option<Process>>,
    patronis: Vec<Option<Process>>,
    haproxies: Vec<Process>,
    disks: BTreeMap<usize, PathBuf>,
    repository: Arc<TempDir>,
    client: Client,
    /// The last, so that what a process said is there when it ends.
    folder: TempDir,
}

#[derive(Debug)]
struct Ports {
    postgres: u16,
    patroni: u16,
    etcd: u16,
    peer: u16,
}

/// A member, as Patroni sees it.
#[derive(Debug, Clone)]
pub struct Member {
    pub machine: usize,
    pub role: String,
    pub state: String,
    pub timeline: i64,
}

/// Where a new cluster comes from.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'a> {
    /// An empty database.
    Empty,
    /// The backup in this folder, up to this time.
    Backup(&'a Arc<TempDir>, &'a str),
}

impl Cluster {
    /// Starts everything and waits until each machine has its part. The database on this machine, by its number, lies on
    /// another disk.
    pub async fn start(origin: Origin<'_>, disk: Option<(usize, &Path)>) -> Self {
        // In memory where there is room: what is killed here are processes, and memory outlives them.
        let parent = if has_room(Path::new("/dev/shm")) { "/dev/shm" } else { "/tmp" };
        let folder = TempDir::with_prefix_in("portico-ha-", parent).unwrap();
        let repository = match origin {
            Origin::Empty => Arc::new(TempDir::with_prefix_in("portico-ha-backups-", parent).unwrap()),
            Origin::Backup(repository, _) => repository.clone(),
        };
        let ports = (0..MACHINES).map(|_| Ports::free()).collect();
        let mut cluster = Self {
            replaced: Vec::new(),
            ports,
            primaries: vec![lasting_port(), lasting_port()],
            replicas: vec![lasting_port(), lasting_port()],
            etcds: Vec::new(),
            patronis: Vec::new(),
            haproxies: Vec::new(),
            disks: disk.map(|(machine, at)| (machine, at.join("data"))).into_iter().collect(),
            repository,
            client: Client::new(),
            folder,
        };
        cluster.prepare(origin, disk);
        for machine in 0..MACHINES {
            let etcd = cluster.run_etcd(machine);
            cluster.etcds.push(Some(etcd));
        }
        cluster.etcd_answers().await;
        for _ in 0..MACHINES {
            cluster.patronis.push(None);
        }
        for machine in 0..MACHINES {
            cluster.start_machine(machine);
        }
        for node in 0..2 {
            let haproxy = cluster.run_haproxy(node);
            cluster.haproxies.push(haproxy);
        }
        cluster.is_whole(START).await;
        if let Origin::Empty = origin {
            cluster.make_database().await;
        }
        cluster
    }

    /// Makes the folders, and decides what is replaced in the files.
    fn prepare(&mut self, origin: Origin<'_>, disk: Option<(usize, &Path)>) {
        let place = self.folder.path().to_owned();
        for folder in ["etcd", "pgbackrest", "data"] {
            std::fs::create_dir(place.join(folder)).unwrap();
        }
        let mut replaced = vec![
            ("10.0.0.0/24".to_owned(), "127.0.0.1/32".to_owned()),
            ("/usr/lib/postgresql/15/bin".into(), programs().display().to_string()),
            ("/etc/patroni/restore-to".into(), place.join("restore-to").display().to_string()),
            ("/etc/patroni/restore".into(), place.join("restore").display().to_string()),
            ("/var/lib/pgbackrest".into(), self.repository.path().display().to_string()),
            ("/var/log/pgbackrest".into(), place.join("pgbackrest").display().to_string()),
            ("/tmp/pgbackrest".into(), place.join("pgbackrest/lock").display().to_string()),
            // A test must not end the machine that it runs on.
            ("mode: automatic".into(), "mode: 'off'".into()),
            ("log /dev/log local0 notice".into(), String::new()),
        ];
        if !is_root() {
            replaced.push(("local all postgres peer".into(), "local all postgres trust".into()));
            replaced.push(("user haproxy".into(), String::new()));
            replaced.push(("group haproxy".into(), String::new()));
        }
        for (machine, ports) in self.ports.iter().enumerate() {
            for (port, own) in [
                (":5432", ports.postgres),
                (":8008", ports.patroni),
                (":2379", ports.etcd),
                (":2380", ports.peer),
                (":5432 check port 8008", ports.patroni),
            ] {
                let mut to = format!("127.0.0.1:{own}");
                if port.contains(' ') {
                    to = format!("127.0.0.1:{} check port {own}", ports.postgres);
                }
                replaced.push((format!("10.0.0.1{}{port}", machine + 1), to));
            }
        }
        if let Origin::Backup(_, time) = origin {
            std::fs::write(place.join("restore-to"), time).unwrap();
            replaced.push(("method: initdb".into(), "method: restore".into()));
        }
        replaced.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        self.replaced = replaced;
        std::fs::write(place.join("restore"), self.sample("restore", &[])).unwrap();
        run(Command::new("chmod").arg("755").arg(place.join("restore")));
        if is_root() {
            let mut owned = vec![place, self.repository.path().to_owned()];
            owned.extend(disk.map(|(_, at)| at.to_owned()));
            run(Command::new("chown").args(["-R", "postgres"]).args(owned));
        }
    }

    /// A file of `deploy/ha`, with what a test has in another place.
    fn sample(&self, name: &str, more: &[(&str, String)]) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/ha").join(name);
        let mut text = std::fs::read_to_string(&path).unwrap();
        for (from, to) in more {
            assert!(text.contains(from), "{name} has no {from}");
            text = text.replace(from, to);
        }
        for (from, to) in &self.replaced {
            text = text.replace(from, to);
        }
        assert!(!text.contains("10.0.0."), "an address is left in {name}:\n{text}");
        text
    }

    fn run_etcd(&self, machine: usize) -> Process {
        let data = self.folder.path().join(format!("etcd/{}", name_of(machine)));
        let place = [("/var/lib/etcd/default", data.display().to_string())];
        let settings = self.sample(&format!("{}/etcd", name_of(machine)), &place);
        let log = self.folder.path().join(format!("etcd-{}.log", name_of(machine)));
        let (user, settings) = (as_server(), variables(&settings));
        let mut words: Vec<&str> = vec!["setpriv"];
        words.extend(user.iter().map(String::as_str));
        words.extend(["--pdeathsig", "KILL", "etcd"]);
        Process::start(&words, &log, |command| {
            command.current_dir("/").envs(settings);
        })
    }

    async fn etcd_answers(&self) {
        until("etcd has a leader", START, async || {
            let origin = format!("http://127.0.0.1:{}", self.ports[0].etcd);
            let asked = self.client.try_get(&origin, "/health").await;
            asked.is_ok_and(|answer| answer.text.contains("true"))
        })
        .await;
    }

    fn run_haproxy(&self, node: usize) -> Process {
        let place = [
            ("127.0.0.1:5000", format!("127.0.0.1:{}", self.primaries[node])),
            ("127.0.0.1:5001", format!("127.0.0.1:{}", self.replicas[node])),
            ("127.0.0.1:8405", format!("127.0.0.1:{}", lasting_port())),
        ];
        let file = self.folder.path().join(format!("haproxy-{node}.cfg"));
        std::fs::write(&file, self.sample("haproxy.cfg", &place)).unwrap();
        let program = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"]
            .into_iter()
            .find(|path| Path::new(path).is_file())
            .unwrap_or("haproxy");
        let (file, log) = (file.display().to_string(), self.folder.path().join(format!("haproxy-{node}.log")));
        Process::start(&[program, "-db", "-f", &*file], &log, |_| ())
    }

    /// Starts Patroni on a machine, which starts Postgres.
    pub fn start_machine(&mut self, machine: usize) {
        let name = name_of(machine);
        let sockets = self.folder.path().join(&name);
        let pgpass = self.folder.path().join(format!("{name}.pgpass"));
        let data = self.data(machine);
        std::fs::create_dir_all(&sockets).unwrap();
        let place = [
            ("/var/lib/postgresql/15/portico", data.display().to_string()),
            ("/var/run/postgresql", sockets.display().to_string()),
        ];
        let backups = self.folder.path().join(format!("{name}.pgbackrest.conf"));
        let port = format!("pg1-port={}", self.ports[machine].postgres);
        let with_port = [&place[..], &[("pg1-port=5432", port)]].concat();
        std::fs::write(&backups, self.sample("pgbackrest.conf", &with_port)).unwrap();
        let place = [&place[..], &[("/var/lib/postgresql/patroni.pgpass", pgpass.display().to_string())]];
        let settings = self.folder.path().join(format!("{name}.yml"));
        let file = self.sample(&format!("{name}/patroni.yml"), &place.concat());
        std::fs::write(&settings, file).unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").args([&sockets, &settings, &backups]));
        }
        let log = self.folder.path().join(format!("patroni-{name}.log"));
        let (user, settings) = (as_server(), settings.display().to_string());
        let mut words: Vec<&str> = vec!["setpriv"];
        words.extend(user.iter().map(String::as_str));
        // Should the test be killed, Patroni ends its Postgres.
        words.extend(["--pdeathsig", "TERM", "patroni", &*settings]);
        let process = Process::start(&words, &log, |command| {
            command.current_dir("/").env("PGBACKREST_CONFIG", backups).env("HOME", "/nonexistent");
        });
        assert!(self.patronis[machine].replace(process).is_none());
    }

    /// The database with Portico's role, as the operator makes it.
    async fn make_database(&self) {
        let file = self.folder.path().join("portico.sql");
        std::fs::write(&file, self.sample("portico.sql", &[])).unwrap();
        let file = format!("--file={}", file.display());
        let leader = self.leader().await.expect("a primary");
        self.psql(leader, &[&file]);
    }

    /// Runs psql on one machine, as the operator, and returns what it says.
    pub fn psql(&self, machine: usize, arguments: &[&str]) -> String {
        let port = self.ports[machine].postgres.to_string();
        let output = Command::new(programs().join("psql"))
            .args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1"])
            .args(["-U", "postgres", "-p", &port])
            .args(arguments)
            .env("PGPASSWORD", "SUPERUSER-PASSWORD")
            .output()
            .unwrap();
        assert!(output.status.success(), "psql {arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Runs pgBackRest on one machine.
    pub fn pgbackrest(&self, machine: usize, arguments: &[&str]) {
        let settings = self.folder.path().join(format!("{}.pgbackrest.conf", name_of(machine)));
        run(Command::new("setpriv")
            .args(as_server())
            .args(["pgbackrest", "--stanza=portico"])
            .args(arguments)
            .env("PGBACKREST_CONFIG", settings)
            .current_dir("/"));
    }

    /// The folder that backups are in. It may outlive the cluster.
    pub fn repository(&self) -> Arc<TempDir> {
        self.repository.clone()
    }

    fn data(&self, machine: usize) -> PathBuf {
        let usual = || self.folder.path().join("data").join(name_of(machine));
        self.disks.get(&machine).cloned().unwrap_or_else(usual)
    }

    /// What a Portico node keeps and how it reaches the database, through its machine's own HAProxy.
    pub fn store(&self, node: usize, folder: &Path) -> Store {
        let settings = variables(
            &std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/ha/portico.env")).unwrap(),
        );
        let url =
            settings["ROCKET_DATABASE_URL"].replace("127.0.0.1:5000", &format!("127.0.0.1:{}", self.primaries[node]));
        Store { url, folder: folder.to_owned() }
    }

    /// What Patroni says about each machine; nothing while none answers.
    pub async fn members(&self) -> Vec<Member> {
        for ports in &self.ports {
            let origin = format!("http://127.0.0.1:{}", ports.patroni);
            let asked = timeout(seconds(2), self.client.try_get(&origin, "/cluster")).await;
            let Ok(Ok(answer)) = asked else { continue };
            let Ok(said) = serde_json::from_str::<Value>(&answer.text) else {
                continue;
            };
            let text = |member: &Value, field: &str| member[field].as_str().unwrap_or_default().to_owned();
            return said["members"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|member| Member {
                    machine: text(member, "name").trim_start_matches("db").parse::<usize>().unwrap() - 1,
                    role: text(member, "role"),
                    state: text(member, "state"),
                    timeline: member["timeline"].as_i64().unwrap_or_default(),
                })
                .collect();
        }
        Vec::new()
    }

    async fn with_role(&self, role: &str) -> Option<usize> {
        let members = self.members().await;
        members.iter().find(|member| member.role == role).map(|member| member.machine)
    }

    /// The machine with the primary.
    pub async fn leader(&self) -> Option<usize> {
        self.with_role("leader").await
    }

    /// The machine whose replica commits wait for.
    pub async fn sync_standby(&self) -> Option<usize> {
        self.with_role("sync_standby").await
    }

    /// Waits until there is a primary, and both others stream from it, one of them synchronously.
    pub async fn is_whole(&self, within: Duration) {
        let members = self.becomes_whole(within).await;
        assert!(members.is_ok(), "not whole within {within:?}: {members:?}\n{}", self.said());
    }

    /// The same, and where it does not become whole in time, what there is.
    pub async fn becomes_whole(&self, within: Duration) -> Result<(), Vec<Member>> {
        let deadline = Instant::now() + within;
        loop {
            let members = self.members().await;
            let have = |role: &str| members.iter().filter(|member| member.role == role).count();
            let timelines: BTreeSet<i64> = members.iter().map(|member| member.timeline).collect();
            if have("leader") == 1
                && have("sync_standby") == 1
                && have("replica") == 1
                && timelines.len() == 1
                && members.iter().all(|member| ["running", "streaming"].contains(&&*member.state))
            {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err(members);
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Kills Patroni alone and starts it again: Postgres runs on.
    pub fn restart_patroni(&mut self, machine: usize) {
        self.patronis[machine] = None;
        self.start_machine(machine);
    }

    /// The ends of what all Patronis said.
    fn said(&self) -> String {
        let mut said = String::new();
        for process in self.patronis.iter().flatten() {
            let all = process.said();
            let mut last: Vec<&str> = all.lines().rev().take(25).collect();
            last.reverse();
            said += &format!("----\n{}\n", last.join("\n"));
        }
        said
    }

    /// Every process of a machine's Postgres, its main one first.
    fn postgres_of(&self, machine: usize) -> Vec<u32> {
        let file = self.data(machine).join("postmaster.pid");
        let main = std::fs::read_to_string(file)
            .ok()
            .and_then(|text| text.lines().next()?.parse::<u32>().ok())
            .filter(|id| is_postgres(*id));
        main.map_or_else(Vec::new, |main| [vec![main], children(main)].concat())
    }

    /// SIGKILL for Patroni and every process of Postgres, as when a machine is gone.
    pub fn kill(&mut self, machine: usize) {
        let postgres = self.postgres_of(machine);
        if let Some(mut patroni) = self.patronis[machine].take() {
            patroni.kill();
        }
        signal(&postgres, "KILL");
    }

    /// Stops Patroni as systemd does, and Postgres with it.
    pub async fn stop(&mut self, machine: usize) {
        let mut patroni = self.patronis[machine].take().expect("a Patroni");
        patroni.signal("TERM");
        patroni.ended(seconds(60)).await;
    }

    /// Everything on this machine stands still.
    pub fn freeze(&self, machine: usize, signal_name: &str) {
        let mut all: Vec<u32> = self.patronis[machine].iter().map(Process::id).collect();
        all.extend(self.postgres_of(machine));
        signal(&all, signal_name);
    }

    /// Sends a signal to the processes that receive what the primary writes.
    pub fn signal_receivers(&self, name: &str) -> usize {
        let receivers: Vec<u32> = (0..MACHINES)
            .flat_map(|machine| self.postgres_of(machine))
            .filter(|id| title(*id).contains("walreceiver"))
            .collect();
        signal(&receivers, name);
        receivers.len()
    }

    /// The main process of a machine's Postgres.
    pub fn postgres(&self, machine: usize) -> Option<u32> {
        self.postgres_of(machine).first().copied()
    }

    /// Kills every etcd.
    pub fn kill_etcd(&mut self) {
        for etcd in &mut self.etcds {
            *etcd = None;
        }
    }

    /// Starts every etcd again.
    pub async fn start_etcd(&mut self) {
        for machine in 0..MACHINES {
            let etcd = self.run_etcd(machine);
            self.etcds[machine] = Some(etcd);
        }
        self.etcd_answers().await;
    }

    /// Kills one etcd, as when its machine is gone.
    pub fn kill_etcd_of(&mut self, machine: usize) {
        self.etcds[machine] = None;
    }

    /// Starts it again.
    pub fn start_etcd_of(&mut self, machine: usize) {
        let etcd = self.run_etcd(machine);
        self.etcds[machine] = Some(etcd);
    }

    /// Removes a machine's data, as when its disk is replaced.
    pub fn wipe(&self, machine: usize) {
        std::fs::remove_dir_all(self.data(machine)).unwrap();
    }

    /// A planned switchover, as patronictl asks for it. Returns once it is done.
    pub async fn switch_over(&self, from: usize, to: usize) {
        let origin = format!("http://127.0.0.1:{}", self.ports[from].patroni);
        let body = json!({ "leader": name_of(from), "candidate": name_of(to) }).to_string();
        let answer = self.client.json(&origin, "/switchover", &body, None).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
}

impl Drop for Cluster {
    /// Patroni would start a Postgres again that was ended before it.
    fn drop(&mut self) {
        let mut all: Vec<u32> = Vec::new();
        for machine in 0..self.patronis.len() {
            self.patronis[machine] = None;
            let postgres = self.postgres_of(machine);
            signal(&postgres, "CONT");
            // Its own way to end at once.
            signal(&postgres[..postgres.len().min(1)], "QUIT");
            all.extend(postgres);
        }
        for _ in 0..100 {
            all.retain(|id| is_postgres(*id));
            if all.is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        signal(&all, "KILL");
    }
}

impl Ports {
    fn free() -> Self {
        Self { postgres: lasting_port(), patroni: lasting_port(), etcd: lasting_port(), peer: lasting_port() }
    }
}

/// A free port that stays free while nothing listens on it: systems take the ports of outgoing connections from 32768 on.
fn lasting_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = std::process::id() % 600 * 20;
    loop {
        let number = u32::from(NEXT.fetch_add(1, Ordering::SeqCst));
        let port = u16::try_from(20_000 + (first + number) % 12_000).unwrap();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

fn name_of(machine: usize) -> String {
    format!("db{}", machine + 1)
}

fn title(process: u32) -> String {
    std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default()
}

/// Ids are given anew.
fn is_postgres(process: u32) -> bool {
    title(process).contains("postgres")
}

/// The variables in a file for systemd or a shell.
fn variables(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned()))
        .collect()
}

/// Whether a cluster fits.
fn has_room(place: &Path) -> bool {
    let asked = Command::new("df").args(["--output=avail", "--block-size=1M"]).arg(place).output();
    asked.is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().last().and_then(|last| last.trim().parse::<u64>().ok()).is_some_and(|free| free >= 4096)
    })
}
