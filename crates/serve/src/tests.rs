//! Requests over HTTP, benign and hostile.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, TcpStream},
    sync::mpsc,
    thread,
};

use super::*;

/// A server with a page of two files; its port.
fn started() -> u16 {
    started_with(None)
}

/// The same with runs.
pub(crate) fn started_with(runs: Option<Arc<Runs>>) -> u16 {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
            let address = listener.local_addr().unwrap();
            send.send(address).unwrap();
            let file = |name: &str, text: &str| PageFile::new(name, text.as_bytes());
            let long = "minolab ".repeat(1000);
            let files = vec![
                file("index.html", "<html lang=en><p>here"),
                file("a.wasm", "\0asm"),
                file("a.js", &long),
            ];
            let router = router(Page::new(files), runs, address.port());
            connections::accept(listener, router).await.unwrap();
        });
    });
    let address: SocketAddr = receive.recv().unwrap();
    assert!(address.ip().is_loopback());
    address.port()
}

/// The whole answer to a literal request.
pub(crate) fn ask(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    let request = request.replace("PORT", &port.to_string());
    stream.write_all(request.replace('\n', "\r\n").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

pub(crate) fn get(port: u16, path: &str, more: &str) -> String {
    ask(port, &format!("GET {path} HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\n{more}\n"))
}

pub(crate) fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("")
}

#[test]
fn the_page_comes_with_a_strict_policy() {
    let port = started();
    let answer = get(port, "/", "");
    assert_eq!(status(&answer), "200");
    assert!(answer.ends_with("<p>here"));
    // The page is told whose server it came from: what only that has, it asks for nowhere else.
    assert!(answer.contains("<html data-server=\"minolab\" lang=en>"));
    let policy = answer.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("'wasm-unsafe-eval'"));
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    assert!(answer.contains("x-content-type-options: nosniff"));
    let wasm = get(port, "/a.wasm", "");
    assert!(wasm.contains("content-type: application/wasm"));
}

/// The value of a header.
fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let lines = answer.split("\r\n\r\n").next().unwrap_or_default().lines();
    lines.filter_map(|line| line.split_once(": ")).find(|pair| pair.0 == name).map(|pair| pair.1)
}

#[test]
fn files_are_compressed_and_asked_for_once() {
    let port = started();
    let plain = get(port, "/a.js", "");
    assert_eq!(header(&plain, "content-length"), Some("8000"));
    assert_eq!(header(&plain, "content-encoding"), None);
    let tag = header(&plain, "etag").unwrap();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    let request = format!(
        "GET /a.js?v=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: br, gzip;q=0.8\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    assert_eq!(header(&head, "content-encoding"), Some("gzip"));
    assert_eq!(header(&head, "cache-control"), Some("public, max-age=31536000, immutable"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[end..]).read_to_string(&mut text).unwrap();
    assert_eq!(text, "minolab ".repeat(1000));
    assert!(bytes.len() - end < 200);
    let again = get(port, "/a.js", &format!("If-None-Match: \"x\", {tag}\n"));
    assert_eq!(status(&again), "304");
    assert!(again.ends_with("\r\n\r\n"), "{again}");
    assert_eq!(header(&again, "cache-control"), Some("no-cache"));
    // What does not get smaller is sent as it is.
    assert_eq!(header(&get(port, "/", "Accept-Encoding: gzip\n"), "content-encoding"), None);
}

#[test]
fn a_program_without_the_page_says_how_to_get_it() {
    if !Page::is_built_in() {
        let page = Page::built_in();
        assert!(format!("{page:?}").contains("index.html"));
    }
    assert!(include_str!("no-page.html").contains("cargo xtask run"));
}

#[test]
fn other_sites_read_nothing() {
    let port = started_with(Some(Arc::new(Runs::new(std::path::Path::new("nowhere"), 1))));
    for (site, expected) in
        [("cross-site", "403"), ("same-site", "403"), ("same-origin", "200"), ("none", "200")]
    {
        let answer = get(port, "/api/runs", &format!("Sec-Fetch-Site: {site}\n"));
        assert_eq!(status(&answer), expected, "{site}");
    }
    // The page itself may be linked to.
    assert_eq!(status(&get(port, "/", "Sec-Fetch-Site: cross-site\n")), "200");
}

#[test]
fn only_its_own_names_are_answered() {
    let port = started();
    for host in
        ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost:PORT.evil"]
    {
        let request = format!("GET / HTTP/1.1\nHost: {host}\nConnection: close\n\n");
        assert_eq!(status(&ask(port, &request)), "421", "{host}");
    }
    let request = "GET / HTTP/1.1\nHost: localhost:PORT\nConnection: close\n\n";
    assert_eq!(status(&ask(port, request)), "200");
    let request = "GET / HTTP/1.0\nConnection: close\n\n";
    assert_eq!(status(&ask(port, request)), "421");
}

#[test]
fn other_pages_may_not_ask() {
    let port = started();
    for origin in ["http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1:1"] {
        let answer = get(port, "/", &format!("Origin: {origin}\n"));
        assert_eq!(status(&answer), "403", "{origin}");
    }
    assert_eq!(status(&get(port, "/", "Origin: http://127.0.0.1:PORT\n")), "200");
    let post = "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close\nContent-Length: 0\n\n";
    assert_eq!(status(&ask(port, post)), "403");
    let post = post.replace("Content", "Origin: http://127.0.0.1:PORT\nContent");
    assert_eq!(status(&ask(port, &post)), "405");
}

#[test]
fn no_path_leads_out_of_the_page() {
    let port = started();
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00.png",
        "/a.wasm/../index.html",
        "/build.rs",
        "/.",
    ];
    for path in paths {
        let answer = get(port, path, "");
        assert!(matches!(status(&answer), "404" | "400"), "{path}: {answer}");
    }
}

#[test]
fn large_bodies_are_refused() {
    let port = started();
    let request = "POST / HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\n\
         Connection: close\nContent-Length: 70000\n\n";
    assert_eq!(status(&ask(port, request)), "413");
}
