//! `portico completions` and `portico man`: generated from the definitions of the commands.
//! Neither reads settings nor opens a database.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use super::print::print_bytes;

/// The shells that completions are generated for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ShellName {
    Bash,
    Zsh,
    Fish,
}

impl From<ShellName> for Shell {
    fn from(name: ShellName) -> Self {
        match name {
            ShellName::Bash => Self::Bash,
            ShellName::Zsh => Self::Zsh,
            ShellName::Fish => Self::Fish,
        }
    }
}

/// Prints the completions of a shell.
pub(super) fn completions(shell: ShellName) -> Result<(), String> {
    let mut script = Vec::new();
    let mut command = Cli::command();
    clap_complete::generate(Shell::from(shell), &mut command, "portico", &mut script);
    print_bytes(&script)
}

/// Prints the man page: that of `portico` with one section for each command.
pub(super) fn man() -> Result<(), String> {
    let mut page = Vec::new();
    let written = render(&mut page);
    written.map_err(|err| format!("The man page can't be written: {err}."))?;
    print_bytes(&page)
}

fn render(page: &mut Vec<u8>) -> io::Result<()> {
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(page)?;
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        section(one, &format!("portico {}", one.get_name()), page)?;
    }
    Ok(())
}

/// The section of a command and of those below it.
fn section(command: &clap::Command, path: &str, page: &mut Vec<u8>) -> io::Result<()> {
    if command.get_name() == "help" {
        return Ok(());
    }
    writeln!(page, ".SH {}", path.to_uppercase())?;
    let man = clap_mangen::Man::new(command.clone());
    man.render_description_section(page)?;
    if command.get_arguments().any(|argument| !argument.is_hide_set()) {
        man.render_options_section(page)?;
    }
    for one in command.get_subcommands() {
        section(one, &format!("{path} {}", one.get_name()), page)?;
    }
    Ok(())
}
