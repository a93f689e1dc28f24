//! A bar of what has been done so far, for work that takes longer than a second.
//!
//! Drawn on a terminal only, on one line that is gone when the work ends or something else is told. It
//! must not know what the work is.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long work may take before anything is drawn.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it is drawn again.
const PACE: Duration = Duration::from_millis(100);
/// What takes the line away.
const CLEAR: &str = "\r\x1b[K";

/// The bar of one command.
pub(super) struct Progress {
    shared: Option<Arc<Shared>>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    done: AtomicUsize,
}

struct State {
    /// What is being done, and of how many; nothing between two works. Zero is of unknown size.
    stage: Option<(&'static str, usize)>,
    since: Instant,
    is_drawn: bool,
    out: Box<dyn Write + Send>,
}

impl Progress {
    /// Returns a bar that draws to `out`, or one that draws nothing.
    pub fn new(out: Option<Box<dyn Write + Send>>) -> Progress {
        let shared = out.map(|out| {
            let state = State { stage: None, since: Instant::now(), is_drawn: false, out };
            let shared = Shared { state: Mutex::new(state), wake: Condvar::new(), done: AtomicUsize::new(0) };
            let shared = Arc::new(shared);
            let drawn = Arc::downgrade(&shared);
            // Ends with the program, or when the bar is gone.
            std::thread::spawn(move || {
                while let Some(shared) = drawn.upgrade() {
                    let state = shared.lock();
                    let (mut state, _) = match shared.wake.wait_timeout(state, PACE) {
                        Ok(woken) => woken,
                        Err(_) => return,
                    };
                    state.draw(shared.done.load(Ordering::Relaxed));
                }
            });
            shared
        });
        Progress { shared }
    }

    /// Begins a stage of the work, of so many things or of unknown size.
    pub fn stage(&self, name: &'static str, total: usize) {
        let Some(shared) = &self.shared else { return };
        let mut state = shared.lock();
        if state.stage.is_none() {
            state.since = Instant::now();
        }
        state.stage = Some((name, total));
        shared.done.store(0, Ordering::Relaxed);
    }

    /// Counts one thing of the stage.
    pub fn tick(&self) {
        if let Some(shared) = &self.shared {
            shared.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Ends the work.
    pub fn end(&self) {
        if let Some(shared) = &self.shared {
            let mut state = shared.lock();
            state.stage = None;
            state.clear();
        }
    }

    /// Takes the line away, so that something else can be told.
    pub fn clear(&self) {
        if let Some(shared) = &self.shared {
            shared.lock().clear();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl State {
    fn draw(&mut self, done: usize) {
        let Some((name, total)) = self.stage.filter(|_| self.since.elapsed() >= PATIENCE) else { return };
        let mut line = line(name, done, total);
        // A line that the terminal breaks could not be taken away again.
        let columns = terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        line = line.chars().take(columns.saturating_sub(1)).collect();
        let _ = write!(self.out, "{CLEAR}{line}").and_then(|()| self.out.flush());
        self.is_drawn = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let _ = write!(self.out, "{CLEAR}").and_then(|()| self.out.flush());
        }
    }
}

/// Returns the bar: `[#####...............] render 2500 of 10000`.
fn line(name: &str, done: usize, total: usize) -> String {
    const WIDTH: usize = 20;
    if total == 0 {
        return format!("{name} …");
    }
    let done = done.min(total);
    let full = done * WIDTH / total;
    format!("[{}{}] {name} {done} of {total}", "#".repeat(full), ".".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Screen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn a_bar_shows_stage_and_count() {
        assert_eq!(line("render", 2500, 10_000), "[#####...............] render 2500 of 10000");
        assert_eq!(line("render", 0, 3), "[....................] render 0 of 3");
        assert_eq!(line("render", 4, 3), "[####################] render 3 of 3");
        assert_eq!(line("read", 9, 0), "read …");
    }

    #[test]
    fn short_work_shows_nothing_and_long_work_leaves_nothing_behind() {
        let screen = Screen::default();
        let progress = Progress::new(Some(Box::new(screen.clone())));
        progress.stage("read", 0);
        std::thread::sleep(PACE * 3);
        assert_eq!(screen.text(), "");
        progress.stage("render", 2);
        progress.tick();
        std::thread::sleep(PATIENCE);
        let drawn = screen.text();
        assert!(drawn.ends_with("\r\x1b[K[##########..........] render 1 of 2"), "{drawn:?}");
        progress.clear();
        assert!(screen.text().ends_with(CLEAR));
        progress.end();
        std::thread::sleep(PACE * 2);
        assert!(screen.text().ends_with(CLEAR), "{:?}", screen.text());
    }
}
