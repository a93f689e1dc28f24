//! A long random walk of edits: after each, what is served is what a clean build makes.

use std::fs;

use super::{Server, built, difference};
use crate::site::{Site, note};

/// How many edits are made.
const EDITS: usize = 220;

/// Numbers that look random, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

/// The site as an author goes on with it.
struct Author {
    site: Site,
    random: Random,
    /// The notes' ids that are there.
    notes: Vec<String>,
    base: String,
    step: usize,
}

impl Author {
    /// Makes one edit, and returns what it was; what is broken is mostly mended soon.
    fn edit(&mut self, broken: bool) -> String {
        self.step += 1;
        if broken && self.random.below(3) > 0 {
            for id in self.notes.clone() {
                self.save(&format!("notes/research/{id}.md"), &note(&id).body(&format!("Step {}.", self.step)).text());
            }
            let _ = fs::remove_file(self.site.root().join("notes/page.md"));
            let _ = fs::remove_dir_all(self.site.root().join("templates"));
            return "mend all".into();
        }
        let step = self.step;
        let pick = self.random.below(self.notes.len());
        let id = self.notes[pick].clone();
        let file = format!("notes/research/{id}.md");
        let prose = format!("Words of step {step}, and [another]({}.md).", self.notes[0]);
        match self.random.below(19) {
            0..=4 => {
                self.save(&file, &note(&id).body(&prose).text());
                format!("edit {id}")
            }
            5 | 6 => {
                let new = format!("n{step}");
                self.save(&format!("notes/research/{new}.md"), &note(&new).set("related", &format!("[{id}]")).text());
                self.notes.push(new.clone());
                format!("create {new}")
            }
            7 if pick > 0 => {
                self.site.remove(&file);
                self.notes.remove(pick);
                format!("delete {id}")
            }
            8 if pick > 0 => {
                let new = format!("r{step}");
                self.site.remove(&file);
                self.save(&format!("notes/research/{new}.md"), &note(&new).set("aliases", &format!("[{id}]")).text());
                self.notes[pick] = new.clone();
                format!("rename {id} to {new}")
            }
            9 => {
                self.save(&file, &note(&id).without("sources").text());
                format!("break {id}")
            }
            10 => {
                self.save(&file, &note(&id).body("[nowhere](none.md)").text());
                format!("break a link of {id}")
            }
            11 => {
                let row = format!(
                    "<!-- {step} --><tr><td><a href=\"{{{{ row.href }}}}\">{{{{ row.title }}}}</a></td></tr>\n"
                );
                self.save("templates/row.html", &row);
                "template".into()
            }
            12 => {
                let faulty = if step.is_multiple_of(2) { "{% if %}" } else { "{{ row.nothing.at.all }}" };
                self.save("templates/row.html", faulty);
                "break a template".into()
            }
            13 => {
                let _ = fs::remove_dir_all(self.site.root().join("templates"));
                "no templates".into()
            }
            14 => {
                self.save(&format!("static/s{}.txt", step % 3), &format!("static {step}"));
                "static".into()
            }
            15 => {
                let _ = fs::remove_dir_all(self.site.root().join("static"));
                "no static".into()
            }
            16 => {
                self.base = if self.random.below(2) == 0 { String::new() } else { "/sub".into() };
                let text = format!("title: Site {step}\nbase_url: https://notes.example{}\n", self.base);
                self.save("notes/site.yaml", &text);
                "configuration".into()
            }
            17 => {
                self.save("notes/clients/acme.md", &format!("---\ntitle: Acme {step}\n---\n\nProse.\n"));
                "client".into()
            }
            _ => {
                self.save("notes/page.md", &format!("---\ntitle: Page {step}\n---\n\n[[{id}]]\n"));
                "page".into()
            }
        }
    }

    /// Saves as one or the other kind of editor does.
    fn save(&mut self, path: &str, text: &str) {
        if self.random.below(2) == 0 {
            return self.site.write(path, text);
        }
        let other = self.site.beside("saving");
        fs::write(&other, text).unwrap();
        let file = self.site.root().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::rename(other, file).unwrap();
    }
}

#[test]
fn after_each_of_many_edits_the_site_served_is_the_site_built() {
    let notes: Vec<String> = ["first", "second", "third"].map(str::to_owned).into();
    let site = Site::parse(notes.iter().map(|id| note(id).to_string()).collect::<String>());
    let mut server = Server::start(&site, &[]);
    let mut author = Author { site, random: Random(0x9e37_79b9_7f4a_7c15), notes, base: String::new(), step: 0 };
    let (mut good, mut base) = (built(&author.site, 0).expect("a site"), String::new());
    let (mut built_count, mut broken_count, mut broken) = (0, 0, false);
    for step in 1..=EDITS {
        let what = author.edit(broken);
        let now = built(&author.site, step);
        broken = now.is_none();
        if let Some(tree) = now {
            (good, base) = (tree, author.base.clone());
            built_count += 1;
        } else {
            broken_count += 1;
        }
        server.wait_for(&format!("step {step}, {what}, broken: {broken}"), |server| {
            let told = server.broken(&base)?;
            (broken != told.is_empty() && difference(server, &base, &good).is_none()).then_some(())
        });
    }
    assert!(built_count > 50 && broken_count > 20, "{built_count} {broken_count}");
}
