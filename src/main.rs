//! The program: arguments in, exit code out.

use std::process::ExitCode;

/// Texts, views and pages are many small allocations on many threads, at which this allocator is
/// much quicker than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// After how many milliseconds free memory goes back to the system: most builds are done by then, and
/// would only ask for it again.
const KEPT: std::ffi::c_long = 3000;
/// That option's number among those of the allocator: `mi_option_purge_delay`.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

fn main() -> ExitCode {
    // SAFETY: the number is that of an option, and no other thread runs yet.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, KEPT) };
    fieldnotes::cli::run(std::env::args_os()).into()
}
