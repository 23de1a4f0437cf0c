//! Standard output and standard error of the commands: what can't be written is an error, and no panic.
//! A pipe that its reader closed is none: the reader has what it wanted.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Prints a line of what was asked for.
///
/// # Errors
/// A sentence on why standard output can't be written.
pub(super) fn print_line(line: impl Display) -> Result<(), String> {
    unless_closed(write_line(line)).map(drop).map_err(|err| sentence(&err))
}

/// Prints lines, of which each ends with a line break; whether anyone reads on.
///
/// # Errors
/// As [`print_line`].
pub(super) fn print_lines(lines: &str) -> Result<bool, String> {
    unless_closed(write(lines.as_bytes())).map_err(|err| sentence(&err))
}

/// Prints what a command has done.
///
/// # Errors
/// The same, and that it was done.
pub(super) fn print_done(line: impl Display) -> Result<(), String> {
    unless_closed(write_line(line))
        .map(drop)
        .map_err(|err| format!("It was done, but standard output can't be written: {err}."))
}

/// Writes a line, and reports a closed pipe as well: for what is shown only once.
///
/// # Errors
/// Reason standard output can't be written.
pub(super) fn write_line(line: impl Display) -> io::Result<()> {
    write(format!("{line}\n").as_bytes())
}

/// Writes bytes as they are.
///
/// # Errors
/// As [`print_line`].
pub(super) fn print_bytes(bytes: &[u8]) -> Result<(), String> {
    unless_closed(write(bytes)).map(drop).map_err(|err| sentence(&err))
}

/// Says something to people, beside what a program reads. No one can be told that it failed.
pub(super) fn tell(line: impl Display) {
    tell_in_place(format!("{line}\n"));
}

/// The same without a line break.
pub(super) fn tell_in_place(text: impl Display) {
    let mut err = io::stderr().lock();
    let _ = write!(err, "{text}").and_then(|()| err.flush());
}

fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// True if it was written, or its reader has gone.
fn unless_closed(written: io::Result<()>) -> io::Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(err) if err.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(err) => Err(err),
    }
}

fn sentence(err: &io::Error) -> String {
    format!("Standard output can't be written: {err}.")
}
