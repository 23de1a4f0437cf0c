//! The program. What its commands do stands in `portico::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    portico::cli::run()
}
