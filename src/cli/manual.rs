//! `fieldnotes completions` and `fieldnotes man`: what shells and `man` know of the commands, made from
//! the commands themselves. The only door to clap_complete and clap_mangen.

use std::io;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Cli, Exit, Failure, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    /// The shell that is to complete words
    shell: Shell,
}

/// Prints the completions for a shell.
pub fn completions(flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let mut out = Vec::new();
    clap_complete::generate(flags.shell, &mut Cli::command(), "fieldnotes", &mut out);
    print(out, terminal)
}

/// Prints the manual, in roff.
pub fn man(terminal: &Terminal) -> Result<Exit, Failure> {
    let mut out = Vec::new();
    manual(&mut out).expect("memory takes all that is written");
    print(out, terminal)
}

fn print(out: Vec<u8>, terminal: &Terminal) -> Result<Exit, Failure> {
    terminal.print(&String::from_utf8_lossy(&out))?;
    Ok(Exit::Done)
}

/// Writes one page: the program, then each command under a heading of its own.
fn manual(out: &mut Vec<u8>) -> io::Result<()> {
    let mut program = Cli::command();
    program.build();
    let page = Man::new(program.clone());
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        // What every command takes was told with the program.
        let own = command.clone().mut_args(|arg| if is_shared(&program, arg.get_id()) { arg.hide(true) } else { arg });
        let page = Man::new(own);
        let mut part = Vec::new();
        page.render_synopsis_section(&mut part)?;
        page.render_description_section(&mut part)?;
        page.render_options_section(&mut part)?;
        out.extend(format!(".SH \"FIELDNOTES {}\"\n", command.get_name().to_uppercase()).bytes());
        out.extend(String::from_utf8_lossy(&part).replace(".SH ", ".SS ").bytes());
    }
    page.render_version_section(out)
}

fn is_shared(program: &Command, id: &clap::Id) -> bool {
    program.get_arguments().any(|arg| arg.get_id() == id)
}
