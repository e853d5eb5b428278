//! Checks on every request before it is handled.

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};

/// The largest request body: more than a run file with an agent in it.
pub const MOST_BODY_BYTES: usize = 64 * 1024;

/// Nothing from other origins, and WebAssembly but no other dynamic code.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Lets only requests meant for this server through, and adds headers to every response.
///
/// A page elsewhere can make a browser send requests here, even under a host name of its own that
/// resolves to this machine. So the `Host` must be ours, and so must the `Origin` if there is one;
/// everything but a plain read must have one. Apart from the page itself, nothing is read on behalf
/// of another site either, if the browser says so.
pub async fn check(port: u16, request: Request, next: Next) -> Response {
    let is_page = !request.uri().path().starts_with("/api");
    let mut response = match refusal(port, request.method(), request.headers(), is_page) {
        Some(response) => response,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        // A report has a policy of its own.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn refusal(port: u16, method: &Method, headers: &HeaderMap, is_page: bool) -> Option<Response> {
    let ours =
        |text: &str| ["127.0.0.1", "localhost"].iter().any(|host| text == format!("{host}:{port}"));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    if !host.is_some_and(ours) {
        return Some(refuse(421, "this server answers to its own address only"));
    }
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    match headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or("")) {
        None if is_read => {}
        Some(origin) if origin.strip_prefix("http://").is_some_and(ours) => {}
        _ => return Some(refuse(403, "this server answers to its own page only")),
    }
    let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
    if !is_page && !matches!(site, None | Some(b"same-origin" | b"none")) {
        return Some(refuse(403, "this server answers to its own page only"));
    }
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if length.is_some_and(|length| length.parse().map_or(true, |n: usize| n > MOST_BODY_BYTES)) {
        return Some(refuse(413, "the request body is too large"));
    }
    None
}

/// An error response in plain text.
pub fn refuse(status: u16, words: &'static str) -> Response {
    let mut response = Response::new(Body::from(words));
    *response.status_mut() = StatusCode::from_u16(status).expect("a status that exists");
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}
