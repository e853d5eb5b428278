//! A server that knows nothing but files.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use anyhow::{Context, Result};

/// A folder served as any host of static files would: the page must need nothing more.
pub struct Folder {
    port: u16,
    is_gone: Arc<AtomicBool>,
}

impl Folder {
    /// Serves the page that `cargo xtask test page` has built.
    pub fn page() -> Result<Folder> {
        Folder::page_and(None)
    }

    /// The page, and a file that lies elsewhere.
    pub fn page_and(file: Option<PathBuf>) -> Result<Folder> {
        let folder = std::env::var_os("MINOLAB_PAGE_FOLDER");
        let folder = folder.context("MINOLAB_PAGE_FOLDER is not set: use cargo xtask test page")?;
        let (folder, file) = (PathBuf::from(folder), Arc::new(file));
        let is_gone = Arc::new(AtomicBool::new(false));
        let gone = Arc::clone(&is_gone);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if gone.load(Ordering::Relaxed) {
                    continue;
                }
                let (folder, file) = (folder.clone(), Arc::clone(&file));
                thread::spawn(move || answer(stream, &folder, file.as_deref()));
            }
        });
        Ok(Folder { port, is_gone })
    }

    /// From now on nothing is answered, as without a network.
    pub fn leave(&self) {
        self.is_gone.store(true, Ordering::Relaxed);
    }

    /// The address of a screen.
    pub fn address(&self, screen: &str) -> String {
        format!("http://127.0.0.1:{}/sub/{screen}", self.port)
    }
}

/// Everything is below `/sub/`, as on many hosts.
fn answer(mut stream: TcpStream, folder: &Path, file: Option<&Path>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let asked = first.split(' ').nth(1)?;
    let path = asked.split('?').next()?.strip_prefix("/sub/").unwrap_or("/");
    let name = if path.is_empty() { "index.html" } else { path };
    let other = file.filter(|file| file.file_name().is_some_and(|other| other == name));
    let place = other.map_or_else(|| folder.join(name), Path::to_path_buf);
    let (status, body) = match fs::read(place) {
        Ok(body) if !name.contains("..") && !name.starts_with('/') => ("200 OK", body),
        _ => ("404 Not Found", Vec::new()),
    };
    let kind = match name.rsplit('.').next()? {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}
