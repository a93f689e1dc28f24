//! The program: arguments in, exit code out.

use std::process::ExitCode;

/// Texts, views and pages are many small allocations on many threads, at which this allocator is
/// much quicker than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    fieldnotes::cli::run(std::env::args_os()).into()
}
