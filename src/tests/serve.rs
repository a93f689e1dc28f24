//! The dev server, as a browser and an author meet it: the real program on a real port.

mod answers;
mod edits;
mod places;
mod saves;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::site::{Site, TODAY, Tree, program, run, tree};

/// How long anything may take before it counts as missed; much longer than it should.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running server.
pub struct Server {
    child: Child,
    pub port: u16,
    /// What it has said so far.
    said: Arc<Mutex<String>>,
    connection: Option<BufReader<TcpStream>>,
}

/// What it answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    /// In lower case, in their order.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
    }
}

/// Returns the command that serves a site at a free port.
pub fn command(site: &Site, args: &[&str]) -> Command {
    let mut command = program(&site.beside("home"));
    command.current_dir(site.root()).args(["serve", "--date", TODAY]).args(args);
    command
}

impl Server {
    /// Starts it, and waits until it answers.
    pub fn start(site: &Site, args: &[&str]) -> Server {
        Server::start_with(command(site, &[&["--port", "0"], args].concat()))
    }

    /// Starts it as it is told, and waits until it answers.
    pub fn start_with(mut command: Command) -> Server {
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the program");
        let said = Arc::new(Mutex::new(String::new()));
        let stderr = child.stderr.take().expect("a pipe");
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                heard.lock().unwrap().push_str(&format!("{line}\n"));
            }
        });
        let mut server = Server { child, port: 0, said, connection: None };
        server.port = server.wait_for("the port", |server| {
            let said = server.said();
            let address = said.split("serving at http://127.0.0.1:").nth(1)?;
            address.split('/').next()?.parse().ok()
        });
        server
    }

    /// Returns what it has said so far.
    pub fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Returns how many sites it has built so far.
    pub fn builds(&self) -> usize {
        self.said().lines().filter(|line| line.starts_with("built ")).count()
    }

    /// Asks again and again until there is something.
    #[track_caller]
    pub fn wait_for<T>(&mut self, what: &str, ask: impl Fn(&mut Server) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = ask(self) {
                return found;
            }
            assert!(Instant::now() < end, "waited in vain for {what}; the server said:\n{}", self.said());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Asks for a path.
    pub fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path, &format!("127.0.0.1:{}", self.port))
    }

    /// Asks for a path of what the request says is that host.
    pub fn ask(&mut self, method: &str, path: &str, host: &str) -> Reply {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        // One connection serves for many requests; if it has been closed, another does.
        for _ in 0..2 {
            let connection = self.connection.get_or_insert_with(|| {
                let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
                stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
                BufReader::new(stream)
            });
            let sent = connection.get_mut().write_all(request.as_bytes());
            if let Some(reply) = sent.ok().and_then(|()| read(connection, method == "HEAD")) {
                return reply;
            }
            self.connection = None;
        }
        panic!("no answer to {method} {path}; the server said:\n{}", self.said());
    }

    /// Returns what is wrong, as pages are told of it; nothing if the site is not at that base path.
    pub fn broken(&self, base: &str) -> Option<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let request = format!("GET {base}/.fieldnotes/events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        stream.write_all(request.as_bytes()).expect("a request");
        let data = BufReader::new(stream)
            .lines()
            .map_while(Result::ok)
            .take_while(|line| !line.contains("</html>"))
            .find_map(|line| line.strip_prefix("data: ").map(str::to_owned))?;
        let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
        Some(data["broken"].as_str().expect("a text").to_owned())
    }

    /// Sends a signal and waits for the end; returns the exit code.
    pub fn end(mut self, signal: &str) -> Option<i32> {
        run({
            let mut kill = Command::new("kill");
            kill.args([signal, &self.child.id().to_string()]);
            kill
        })
        .ends(0);
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return Some(status.code().unwrap_or(-1));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        None
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(from: &mut BufReader<TcpStream>, head_only: bool) -> Option<Reply> {
    let mut line = String::new();
    from.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        from.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let mut reply = Reply { status, headers, body: Vec::new() };
    if !head_only {
        reply.body = vec![0; reply.header("content-length").parse().ok()?];
        from.read_exact(&mut reply.body).ok()?;
    }
    Some(reply)
}

/// Builds the site into a new folder beside it; nothing if it cannot be built.
pub fn built(site: &Site, number: usize) -> Option<Tree> {
    let out = site.beside(&format!("built-{number}"));
    let run = site.run(&["build", "--date", TODAY, "--quiet", "--out", out.to_str().expect("UTF-8")]);
    let tree = (run.exit == 0).then(|| tree(&out));
    let _ = std::fs::remove_dir_all(&out);
    tree
}

/// Returns the address of a file of the output folder, as hosts have it.
pub fn address(base: &str, file: &str) -> String {
    let path = match file {
        "index.html" => "",
        "404.html" => "there/is/nothing/here",
        _ => file.strip_suffix(".html").unwrap_or(file),
    };
    format!("{base}/{}", fieldnotes::route::encode(path))
}

/// Takes the one script more out of a served page; nothing if it is not just before the last `</body>`.
pub fn without_script(page: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(page).ok()?;
    let end = text.rfind("</body>")?;
    let start = text[..end].rfind("<script>(")?;
    text[start..end].ends_with("</script>\n").then(|| format!("{}{}", &text[..start], &text[end..]).into_bytes())
}

/// Returns the first file that is not served as it was built.
pub fn difference(server: &mut Server, base: &str, built: &Tree) -> Option<String> {
    built.iter().find_map(|(file, bytes)| {
        let reply = server.get(&address(base, file));
        let status = if file == "404.html" { 404 } else { 200 };
        let body = if file.ends_with(".html") { without_script(&reply.body) } else { Some(reply.body) };
        (reply.status != status || body.as_ref() != Some(bytes)).then(|| format!("{file}: {}", reply.status))
    })
}
