//! The latest good site, and what is wrong with the content since.
//!
//! A look reads the folder, and only if it is another than before compiles it. It must not know who
//! asks for the site or what made it look.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;

use super::{Event, Setup, folder};
use crate::compile::{self, Site};
use crate::corpus::{Corpus, File, disk, git};
use crate::date::Day;
use crate::parse;
use crate::report::{self, Style};

/// What is served at one moment.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    /// The last site without a fault.
    pub site: Option<Arc<Site>>,
    /// Names that site among all that were ever served; empty if there is none.
    pub build: String,
    /// Its base path.
    pub base: String,
    /// What is wrong with the present content, as text; empty if nothing is.
    pub broken: Arc<str>,
}

/// Follows a site's folder.
pub(super) struct Latest {
    memory: disk::Memory,
    parsed: parse::Memory,
    /// The commit that git was last asked about, and what it said.
    dated: Option<(Option<Vec<u8>>, git::Told)>,
    /// What the last compile was made of.
    seen: Option<(Corpus, Day)>,
    /// The templates of the last good site.
    tried: Option<Vec<File>>,
    builds: u64,
    states: watch::Sender<State>,
}

impl Latest {
    /// Takes the first look.
    pub fn start(setup: &Setup<'_>, tell: &dyn Fn(Event<'_>)) -> (Latest, watch::Receiver<State>) {
        let (states, receiver) = watch::channel(State::default());
        let mut latest = Latest {
            memory: disk::Memory::default(),
            parsed: parse::Memory::default(),
            dated: None,
            seen: None,
            tried: None,
            builds: 0,
            states,
        };
        latest.look(setup, tell);
        if latest.states.borrow().site.is_none() {
            // Where the site lives is known without one that is whole.
            let base = (setup.options)().base.map(|base| base.path).unwrap_or_default();
            latest.states.send_modify(|state| state.base = base);
        }
        (latest, receiver)
    }

    /// Returns what links of the site led to.
    pub fn led_to(&self) -> &[PathBuf] {
        self.memory.led_to()
    }

    /// Looks at the folder, and serves what it has become.
    pub fn look(&mut self, setup: &Setup<'_>, tell: &dyn Fn(Event<'_>)) {
        let start = Instant::now();
        let options = (setup.options)();
        let corpus = match self.read(setup, tell) {
            Ok(corpus) => corpus,
            Err(error) => {
                // Whatever is there next is new.
                self.seen = None;
                self.states.send_modify(|state| state.broken = error.as_str().into());
                return tell(Event::Unreadable(error));
            }
        };
        let now = (corpus, options.today);
        if self.seen.as_ref() == Some(&now) {
            return;
        }
        let (corpus, _) = self.seen.insert(now);
        let mut site = compile::compile_again(corpus.clone(), &options, &mut self.parsed);
        let bad = |site: &Site| site.has_errors() || (setup.strict && !site.diagnostics.is_empty());
        if !bad(&site) && self.tried.as_ref() != Some(&corpus.templates) {
            site.try_all();
        }
        if bad(&site) {
            self.states.send_modify(|state| state.broken = report::texts(&site.diagnostics, Style::PLAIN).into());
            let earlier = self.states.borrow().site.is_some();
            return tell(Event::Broken { found: &site.diagnostics, earlier });
        }
        self.tried = Some(corpus.templates.clone());
        self.builds += 1;
        let site = Arc::new(site);
        let base = site.catalog().map(|catalog| catalog.site.base.path.clone()).unwrap_or_default();
        // The number of the process keeps builds of two runs apart.
        let build = format!("{}.{}", std::process::id(), self.builds);
        let next = State { site: Some(Arc::clone(&site)), build, base, broken: "".into() };
        // The old site may take long to be freed, and readers need not wait for that.
        let before = self.states.send_replace(next).base;
        if before != self.states.borrow().base {
            tell(Event::Moved(&self.states.borrow().base));
        }
        tell(Event::Built { pages: site.pages, took: start.elapsed(), found: &site.diagnostics });
    }

    fn read(&mut self, setup: &Setup<'_>, tell: &dyn Fn(Event<'_>)) -> Result<Corpus, String> {
        let root = folder(&setup.root);
        let memory = &mut self.memory;
        let (corpus, head) = rayon::join(|| disk::read_again(root, memory), || git::head(root));
        let mut corpus = corpus.map_err(|error| error.to_string())?;
        if self.dated.as_ref().is_none_or(|(known, _)| *known != head) {
            let told = git::history(root);
            if let Some(why) = told.undated() {
                tell(Event::Undated(why));
            }
            self.dated = Some((head, told));
        }
        corpus.history = self.dated.as_ref().map(|(_, told)| told.history.clone()).unwrap_or_default();
        Ok(corpus)
    }
}
