//! How answers travel: HTTP on the loopback, and events for the pages' script. The only door to axum
//! and, with `latest`, to tokio.
//!
//! Only those on this machine are answered, and only if they mean it: a request that names another
//! host was led here by somebody's page. It must not know how a site is made.

use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch::Receiver;

use super::answer::{Answer, Meant, answer};
use super::latest::State;
use super::reload;
use crate::diagnostic::Diagnostic;
use crate::publish;
use crate::report::{self, Style};

/// Serves until the program is told to end.
pub(super) fn serve(listener: TcpListener, states: Receiver<State>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let router = Router::new().fallback(respond).with_state(states);
        tokio::select! {
            served = axum::serve(listener, router) => served,
            ended = end() => ended,
        }
    });
    // Connections that wait for events never end by themselves.
    runtime.shutdown_background();
    served
}

/// Waits until the program is interrupted or told to end.
async fn end() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut told = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = told.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

async fn respond(Shared(states): Shared<Receiver<State>>, request: Request) -> Response {
    if !is_ours(request.headers()) {
        return plain(StatusCode::FORBIDDEN, "This server answers only at localhost and 127.0.0.1.\n");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "This server answers only GET and HEAD.\n");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let state = states.borrow().clone();
    let path = request.uri().path().to_owned();
    if path.strip_prefix(state.base.as_str()) == Some(reload::EVENTS) {
        return events(states).into_response();
    }
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    // A page is quickly made, but what many pages share may be made for the first.
    match tokio::task::spawn_blocking(move || make(&state, &path, &query)).await {
        Ok(response) => response,
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "The page could not be made.\n"),
    }
}

/// Tells whether a request means this server: its host is the loopback, by number or name.
fn is_ours(headers: &HeaderMap) -> bool {
    let Some(Ok(host)) = headers.get(header::HOST).map(HeaderValue::to_str) else { return false };
    let name = host.rsplit_once(':').map_or(host, |(name, port)| if port.ends_with(']') { host } else { name });
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

fn make(state: &State, path: &str, query: &str) -> Response {
    let Some(site) = &state.site else {
        return html(StatusCode::INTERNAL_SERVER_ERROR, reload::fault(&state.base, &state.broken));
    };
    if path.strip_prefix(state.base.as_str()).and_then(|path| path.strip_prefix('/')) == Some(publish::LIST) {
        // Whoever asks for this one file has all others made.
        site.warm();
        return match publish::list(&site.paths(), |index| site.file(index)) {
            Ok(bytes) => response(StatusCode::OK, &content_type(publish::LIST), bytes),
            Err(found) => fault(state, &found),
        };
    }
    let (status, index) = match answer(site, &state.base, path) {
        Answer::Elsewhere(to) => return redirect(&format!("{to}{query}")),
        Answer::Here(Meant::File(index)) => (StatusCode::OK, Some(index)),
        Answer::Here(Meant::Nothing) => (StatusCode::NOT_FOUND, site.find("404.html")),
    };
    let Some(index) = index else { return plain(status, "There is nothing at this address.\n") };
    let name = site.path(index);
    match site.file(index) {
        Ok(bytes) if name.ends_with(".html") => html(status, reload::page(bytes, &state.base, &state.build)),
        Ok(bytes) => response(status, &content_type(name), bytes),
        Err(found) => fault(state, &found),
    }
}

/// Returns the page that tells what is wrong with a template.
fn fault(state: &State, found: &Diagnostic) -> Response {
    let text = report::texts([found], Style::PLAIN);
    html(StatusCode::INTERNAL_SERVER_ERROR, reload::fault(&state.base, &text))
}

/// Tells of each state from the present one on.
fn events(states: Receiver<State>) -> impl IntoResponse {
    let events = stream::unfold((states, true), |(mut states, first)| async move {
        if !first {
            states.changed().await.ok()?;
        }
        let data = {
            let state = states.borrow_and_update();
            reload::message(&state.build, &state.broken)
        };
        let event = Event::default().retry(Duration::from_millis(500)).data(data);
        Some((Ok::<_, Infallible>(event), (states, false)))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// Returns the type that a static host would send with a file.
fn content_type(name: &str) -> String {
    let of_host = matches!(name, "_headers" | "_redirects");
    let guess = mime_guess::from_path(name).first_raw().unwrap_or(if of_host {
        "text/plain"
    } else {
        "application/octet-stream"
    });
    let is_text = guess.starts_with("text/")
        || matches!(guess, "application/javascript" | "application/json" | "application/xml" | "image/svg+xml");
    if is_text { format!("{guess}; charset=utf-8") } else { guess.to_owned() }
}

fn html(status: StatusCode, bytes: Vec<u8>) -> Response {
    response(status, "text/html; charset=utf-8", bytes)
}

fn plain(status: StatusCode, text: &str) -> Response {
    response(status, "text/plain; charset=utf-8", text.as_bytes().to_vec())
}

fn redirect(to: &str) -> Response {
    let mut response = plain(StatusCode::TEMPORARY_REDIRECT, "");
    match HeaderValue::from_str(to) {
        Ok(to) => drop(response.headers_mut().insert(header::LOCATION, to)),
        Err(_) => *response.status_mut() = StatusCode::NOT_FOUND,
    }
    response
}

fn response(status: StatusCode, content_type: &str, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(content_type) {
        headers.insert(header::CONTENT_TYPE, value);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
