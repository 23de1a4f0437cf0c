//! The program. Its commands are in `portico::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    portico::cli::run()
}
