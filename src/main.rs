//! The program: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    fieldnotes::cli::run(std::env::args_os()).into()
}
