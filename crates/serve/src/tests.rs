//! Requests as they come over the wire, well-meant and not.

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
            let file = |name: &str, text: &str| PageFile { name: name.into(), bytes: text.into() };
            let files = vec![file("index.html", "<p>here"), file("a.wasm", "\0asm")];
            axum::serve(listener, router(Page { files }, runs, address.port())).await.unwrap();
        });
    });
    let address: SocketAddr = receive.recv().unwrap();
    assert!(address.ip().is_loopback());
    address.port()
}

/// The answer to a request written out by hand, to its end.
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
    let policy = answer.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("'wasm-unsafe-eval'"));
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    assert!(answer.contains("x-content-type-options: nosniff"));
    let wasm = get(port, "/a.wasm", "");
    assert!(wasm.contains("content-type: application/wasm"));
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

#[test]
fn without_a_page_it_says_what_to_do() {
    if Page::built_in().files.is_empty() {
        let error = serve(Page::built_in(), None, 0, |_| ()).unwrap_err().to_string();
        assert!(error.contains("cargo xtask run"), "{error}");
    }
}
