//! What tests of the program as its own process share: its ports, and ending it as an operator does.
//! How each of them starts it is in the tests.

use std::net::TcpListener;
use std::process::{Child, Command};

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
    let told = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(told.success());
}
