//! The command line: flags in, exit codes out. The only door to clap.
//!
//! Each command has a file of its own. It must not know how anything is done.

mod build;
mod check;
mod explain;
mod findings;
mod init;
mod new;
mod progress;
mod list;
mod manual;
mod schema;
mod serve;
mod site;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::report::Style;

use progress::Progress;

/// How a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done; there may be warnings.
    Done,
    /// Something in the site's files is wrong.
    Content,
    /// The flags are wrong, there is no site, or the output folder is refused.
    Usage,
    /// The system refuses to read, write or bind.
    Environment,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Content => 1,
            Exit::Usage => 2,
            Exit::Environment => 3,
        })
    }
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    message: String,
}

impl Failure {
    fn usage(message: impl ToString) -> Failure {
        Failure { exit: Exit::Usage, message: message.to_string() }
    }

    fn environment(message: impl ToString) -> Failure {
        Failure { exit: Exit::Environment, message: message.to_string() }
    }
}

/// Makes a cross-linked site of research notes that cite their evidence.
#[derive(Debug, Parser)]
#[command(name = "fieldnotes", version, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Args)]
struct Global {
    /// The site's folder [default: the nearest one with `notes/`, from here upwards]
    #[arg(short, long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Say nothing but what is wrong
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say more
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Whether to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// How many threads to use [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compile the site and bring the output folder up to date
    Build(build::Flags),
    /// Serve the site from memory, and reload the browser on each change
    Serve(serve::Flags),
    /// Tell everything that is wrong, and change nothing unless told to
    Check(check::Flags),
    /// Tell what a diagnostic means, or how a cell of the matrix got its verdict
    Explain(explain::Flags),
    /// Begin a site: registries, an example and, if wanted, a publishing workflow
    Init(init::Flags),
    /// Write a new file that is in order
    #[command(subcommand)]
    New(new::What),
    /// Print a table of notes, clients, capabilities, or of what is left to do
    List(list::Flags),
    /// Print the JSON Schema of front matter or of a registry
    Schema(schema::Flags),
    /// Print what a shell completes words with
    Completions(manual::Flags),
    /// Print the manual, for `man`
    Man,
}

/// Where a command's words go, and how they look.
pub struct Terminal {
    quiet: bool,
    verbose: bool,
    style: Style,
    progress: Progress,
}

impl Terminal {
    /// Writes talk: to stderr, unless it is unwanted.
    fn say(&self, line: &str) {
        if !self.quiet {
            self.tell(line);
        }
    }

    /// Writes a result, to stdout. A reader that has gone away wants no more.
    fn print(&self, text: &str) -> Result<(), Failure> {
        self.progress.clear();
        match io::stdout().lock().write_all(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::environment(format!("cannot write the result: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Returns how many columns the terminal has that a result goes to; nothing if it goes elsewhere.
    fn columns(&self) -> Option<usize> {
        let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
        Some(usize::from(width.0))
    }

    /// Writes what must be told, to stderr.
    fn tell(&self, text: &str) {
        self.progress.clear();
        let mut stderr = io::stderr().lock();
        let _ = stderr.write_all(text.as_bytes());
        if !text.ends_with('\n') {
            let _ = stderr.write_all(b"\n");
        }
    }
}

/// Runs a command line.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Done };
        }
    };
    let colour = match cli.global.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && io::stderr().is_terminal(),
    };
    let style = if colour { Style::COLOUR } else { Style::PLAIN };
    let shows =
        io::stderr().is_terminal() && !cli.global.quiet && std::env::var_os("TERM").is_none_or(|it| it != "dumb");
    let progress = Progress::new(shows.then(|| Box::new(io::stderr()) as Box<dyn Write + Send>));
    let terminal = Terminal { quiet: cli.global.quiet, verbose: cli.global.verbose, style, progress };
    if let Some(jobs) = cli.global.jobs {
        let _ = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global();
    }
    let result = match &cli.command {
        Command::Build(flags) => build::run(&cli.global, flags, &terminal),
        Command::Serve(flags) => serve::run(&cli.global, flags, &terminal),
        Command::Check(flags) => check::run(&cli.global, flags, &terminal),
        Command::Explain(flags) => explain::run(&cli.global, flags, &terminal),
        Command::Init(flags) => init::run(&cli.global, flags, &terminal),
        Command::New(what) => new::run(&cli.global, what, &terminal),
        Command::List(flags) => list::run(&cli.global, flags, &terminal),
        Command::Schema(flags) => schema::run(flags, &terminal),
        Command::Completions(flags) => manual::completions(flags, &terminal),
        Command::Man => manual::man(&terminal),
    };
    terminal.progress.end();
    result.unwrap_or_else(|failure| {
        terminal.tell(&style.error(&failure.message));
        failure.exit
    })
}
