//! The files of the page, each compressed once and with an ETag by its content.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    sync::OnceLock,
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use flate2::{Compression, write::GzEncoder};
use minolab_arena::checksum;

use crate::guard;

/// The page as a list of files: no path leads anywhere else.
#[derive(Debug, Default)]
pub struct Page {
    files: Vec<PageFile>,
}

/// A file of the page.
#[derive(Debug)]
pub struct PageFile {
    name: String,
    bytes: Vec<u8>,
    // By content, so that another build on the same port is noticed at once.
    tag: String,
    gzip: OnceLock<Vec<u8>>,
}

const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The placeholder for the page in a program built without it.
const NO_PAGE: &str = include_str!("no-page.html");

impl PageFile {
    /// A file of this name, without a folder.
    pub fn new(name: &str, bytes: &[u8]) -> PageFile {
        let bytes = if name == "index.html" { signed(bytes) } else { bytes.into() };
        let tag = format!("\"{:016x}\"", checksum(&bytes));
        PageFile { name: name.into(), bytes, tag, gzip: OnceLock::new() }
    }

    /// The file compressed; empty if that does not make it smaller.
    fn gzip(&self) -> &[u8] {
        self.gzip.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            let written = encoder.write_all(&self.bytes).and_then(|()| encoder.finish());
            written.ok().filter(|gzip| gzip.len() < self.bytes.len()).unwrap_or_default()
        })
    }
}

impl Page {
    /// A page of these files.
    pub fn new(files: Vec<PageFile>) -> Page {
        Page { files }
    }

    /// The page this program was built with, or one that says how to get it.
    pub fn built_in() -> Page {
        let files: Vec<PageFile> =
            BUILT_IN.iter().map(|&(name, bytes)| PageFile::new(name, bytes)).collect();
        match files.is_empty() {
            true => Page::new(vec![PageFile::new("index.html", NO_PAGE.as_bytes())]),
            false => Page::new(files),
        }
    }

    /// Whether this program was built with the page.
    pub fn is_built_in() -> bool {
        !BUILT_IN.is_empty()
    }

    /// The page in a folder, such as `cargo xtask dist --page` writes.
    pub fn in_folder(folder: &Path) -> io::Result<Page> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.push(PageFile::new(&name, &fs::read(entry.path())?));
            }
        }
        Ok(Page { files })
    }
}

/// Answers with the file of this name, if the page has it: only a 304 if the browser has it
/// already, compressed if the browser accepts that.
///
/// An address with a version (`?v=`) can be cached forever; others are revalidated, and answered
/// with a 304 while nothing has changed.
pub async fn answer(
    page: &'static Page,
    name: String,
    version: Option<String>,
    asked: HeaderMap,
) -> Response {
    let Some(file) = page.files.iter().find(|file| file.name == name) else {
        return guard::refuse(404, "not found");
    };
    let has = |name: header::HeaderName, word: &str| {
        asked.get_all(name).iter().filter_map(|value| value.to_str().ok()).any(|value| {
            value.split(',').any(|part| part.split(';').next().unwrap_or("").trim() == word)
        })
    };
    let gzip = if has(header::ACCEPT_ENCODING, "gzip") { file.gzip() } else { &[] };
    let is_known = has(header::IF_NONE_MATCH, &file.tag);
    let body = match (is_known, gzip.is_empty()) {
        (true, _) => Body::empty(),
        (false, true) => Body::from(&file.bytes[..]),
        (false, false) => Body::from(gzip),
    };
    let mut response = Response::new(body);
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    let keep = if version.is_some() { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        headers.insert(header::ETAG, tag);
    }
    if !is_known {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(&file.name)));
        if !gzip.is_empty() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    response
}

/// The page, saying whose server it came from: it asks for runs only where there may be some.
fn signed(page: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(page) {
        Ok(text) => text.replacen("<html ", "<html data-server=\"minolab\" ", 1).into_bytes(),
        Err(_) => page.into(),
    }
}

/// A file's type, by its extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
