//! What tests of the program as its own process share: its ports, and ending it as an operator does.
//! How each of them starts it is in the tests.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Stdio};

use rocket::tokio::runtime::{Handle, RuntimeFlavor};

/// Refuses to block the only thread of a test's runtime: what the test's own instance has begun would stand still meanwhile, with
/// its locks on the database that the process waits for.
#[track_caller]
pub fn assert_may_block() {
    if let Ok(runtime) = Handle::try_current() {
        assert_ne!(
            runtime.runtime_flavor(),
            RuntimeFlavor::CurrentThread,
            r#"use #[tokio::test(flavor = "multi_thread", worker_threads = 1)]"#
        );
    }
}

/// A process that ends with its test.
pub struct Running(Child);

impl Running {
    /// Starts it, and waits for nothing. What it prints is dropped.
    pub fn begin(command: &mut Command) -> Self {
        Self(command.stdout(Stdio::null()).spawn().unwrap())
    }

    /// Starts it, and waits for the first line that it prints; an empty one if it ended without any.
    #[track_caller]
    pub fn start(command: &mut Command) -> (Self, String) {
        assert_may_block();
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        (Self(child), line)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

/// A free port, until another test takes it.
pub fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}

/// Two free ports in a row; the first one.
pub fn two_ports() -> u16 {
    loop {
        let first = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = first.local_addr().unwrap().port();
        if port < u16::MAX && TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return port;
        }
    }
}

/// Sends SIGTERM.
pub fn tell_to_stop(child: &Child) {
    signal(child, "TERM");
}

/// Sends the signal of this name.
pub fn signal(child: &Child, name: &str) {
    let told = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status().unwrap();
    assert!(told.success());
}
