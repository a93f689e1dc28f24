//! Tells when something below the site's folders may have changed. The only door to notify.
//!
//! Only touched on: that something happened, never what. Many things at once, such as an editor's
//! save with its temporary and backup files, are one change. It must not know what the files are.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{Config, ErrorKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use super::{FOLDERS, folder};

/// How long it must have been quiet before a change is told.
const QUIET: Duration = Duration::from_millis(40);
/// How long a change waits at most, where it is never quiet.
const MOST: Duration = Duration::from_millis(400);
/// How often folders are looked at where nobody tells.
const POLL: Duration = Duration::from_millis(500);

/// What happened.
enum Signal {
    /// Something below the folders.
    Change,
    /// One of the folders themselves came, went or was replaced.
    Folders,
    /// The server ends.
    Stop,
}

/// The changes of a site's folders, as they come.
pub(super) struct Changes {
    root: PathBuf,
    watcher: Mutex<Box<dyn Watcher + Send>>,
    /// Folders beyond the site's own from which a change counts.
    others: Arc<Mutex<BTreeSet<PathBuf>>>,
    signals: Receiver<Signal>,
    sender: Sender<Signal>,
}

/// Begins to watch. `polls` hears why the folders are looked at now and then instead, if they are
/// though nobody asked for it.
pub(super) fn start(root: &Path, poll: bool, polls: &dyn Fn(String)) -> io::Result<Changes> {
    let root = folder(root).canonicalize()?;
    let (sender, signals) = channel();
    let others: Arc<Mutex<BTreeSet<PathBuf>>> = Arc::default();
    let make = |poll: bool| -> notify::Result<Box<dyn Watcher + Send>> {
        let handler = handler(root.clone(), Arc::clone(&others), sender.clone());
        let mut watcher: Box<dyn Watcher + Send> = if poll {
            let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
            Box::new(PollWatcher::new(handler, config)?)
        } else {
            Box::new(RecommendedWatcher::new(handler, Config::default())?)
        };
        watch_folders(&mut *watcher, &root)?;
        // Where the site's folder itself is replaced, its parent tells.
        if let Some(parent) = root.parent() {
            let _ = watcher.watch(parent, RecursiveMode::NonRecursive);
        }
        Ok(watcher)
    };
    let watcher = match make(poll) {
        Err(error) if !poll => {
            polls(why(&error));
            make(true)
        }
        made => made,
    };
    let watcher = Mutex::new(watcher.map_err(|error| io::Error::other(format!("cannot watch the site: {error}")))?);
    Ok(Changes { root, watcher, others, signals, sender })
}

impl Changes {
    /// Waits for a change and until it is quiet again; returns `false` if the server ends.
    pub fn wait(&self) -> bool {
        let Ok(first) = self.signals.recv() else { return false };
        let start = Instant::now();
        let mut signal = first;
        loop {
            match signal {
                Signal::Stop => return false,
                Signal::Folders => self.watch_again(),
                Signal::Change => {}
            }
            if start.elapsed() >= MOST {
                return true;
            }
            signal = match self.signals.recv_timeout(QUIET) {
                Ok(next) => next,
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            };
        }
    }

    /// Watches what links led to, and the folders of `git`, and no others beyond the site's own.
    pub fn follow(&self, led_to: &[PathBuf], git: &[PathBuf]) {
        let inside = |path: &&PathBuf| FOLDERS.iter().any(|name| path.starts_with(self.root.join(name)));
        let linked = led_to.iter().filter(|path| !inside(path));
        // A file is watched by its folder, since editors put another in its place.
        let folder =
            |path: &PathBuf| if path.is_dir() { Some(path.clone()) } else { path.parent().map(Path::to_owned) };
        let wanted: BTreeSet<PathBuf> = linked.filter_map(folder).chain(git.iter().cloned()).collect();
        let mut watcher = self.watcher.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // Not held meanwhile: the watcher answers only when its handler, which asks for them, is done.
        let held = || self.others.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let before = std::mem::replace(&mut *held(), wanted.clone());
        for gone in before.difference(&wanted) {
            let _ = watcher.unwatch(gone);
        }
        for new in wanted.difference(&before) {
            let mode = if git.contains(new) { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };
            // One that cannot be watched is read all the same, with the next change.
            let _ = watcher.watch(new, mode);
        }
    }

    /// Returns what ends the waiting.
    pub fn stopper(&self) -> impl Fn() + use<> {
        let sender = self.sender.clone();
        move || drop(sender.send(Signal::Stop))
    }

    /// Watches the folders that are there now, since a watch does not outlive its folder.
    fn watch_again(&self) {
        let mut watcher = self.watcher.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // One that cannot be watched has just gone again, and that is told too.
        let _ = watch_folders(&mut **watcher, &self.root);
    }
}

fn watch_folders(watcher: &mut (dyn Watcher + Send), root: &Path) -> notify::Result<()> {
    let _ = watcher.unwatch(root);
    if root.is_dir() {
        watcher.watch(root, RecursiveMode::NonRecursive)?;
    }
    for name in FOLDERS {
        let path = root.join(name);
        let _ = watcher.unwatch(&path);
        if path.is_dir() {
            watcher.watch(&path, RecursiveMode::Recursive)?;
        }
    }
    Ok(())
}

fn handler(
    root: PathBuf,
    others: Arc<Mutex<BTreeSet<PathBuf>>>,
    sender: Sender<Signal>,
) -> impl FnMut(notify::Result<notify::Event>) + Send + 'static {
    let folders: Arc<[PathBuf]> = FOLDERS.iter().map(|name| root.join(name)).collect();
    move |event| {
        let signal = match event {
            Ok(event) if is_reading(event.kind) => return,
            // It was too much to be told in full.
            Ok(event) if event.need_rescan() => Signal::Folders,
            Ok(event) => {
                let structural =
                    !matches!(event.kind, EventKind::Access(_) | EventKind::Modify(notify::event::ModifyKind::Data(_)));
                let is_folder = |path: &PathBuf| *path == root || folders.contains(path);
                let others = others.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                let is_below = |path: &PathBuf| folders.iter().chain(&*others).any(|folder| path.starts_with(folder));
                if structural && event.paths.iter().any(is_folder) {
                    Signal::Folders
                } else if event.paths.iter().any(is_below) {
                    Signal::Change
                } else {
                    return;
                }
            }
            Err(_) => Signal::Change,
        };
        // If nobody listens any more, the server ends.
        let _ = sender.send(signal);
    }
}

/// Tells whether somebody only read, as the server itself does.
fn is_reading(kind: EventKind) -> bool {
    matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}

/// Returns why changes are not told, and what can be done about it.
fn why(error: &notify::Error) -> String {
    let full = match &error.kind {
        ErrorKind::MaxFilesWatch => true,
        // What inotify says if it has no instance left.
        ErrorKind::Io(error) => matches!(error.raw_os_error(), Some(24 | 28)),
        _ => false,
    };
    if full && cfg!(target_os = "linux") {
        "the limit of inotify is reached, so changes are looked for twice a second; \
         `sysctl fs.inotify.max_user_watches=524288` raises it (`max_user_instances` likewise)"
            .to_owned()
    } else {
        format!("changes are looked for twice a second, because the system does not tell them: {error}")
    }
}
