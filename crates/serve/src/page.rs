//! The files of the page.

use std::{fs, io, path::Path};

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::Response,
};

use crate::guard;

/// The page as a list of files: no path leads anywhere else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its files.
    pub files: Vec<PageFile>,
}

/// A file of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFile {
    /// Its name, without a folder.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl Page {
    /// The page this program was built with; empty if it was built without.
    pub fn built_in() -> Page {
        let file =
            |&(name, bytes): &(&str, &[u8])| PageFile { name: name.into(), bytes: bytes.into() };
        Page { files: BUILT_IN.iter().map(file).collect() }
    }
}

impl Page {
    /// The page in a folder, such as `cargo xtask dist` writes.
    pub fn in_folder(folder: &Path) -> io::Result<Page> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.push(PageFile { name, bytes: fs::read(entry.path())? });
            }
        }
        Ok(Page { files })
    }
}

/// Answers with a file of this name, if the page has it.
pub async fn answer(page: &'static Page, name: String) -> Response {
    let Some(file) = page.files.iter().find(|file| file.name == name) else {
        return guard::refuse(404, "there is nothing here");
    };
    let mut response = Response::new(Body::from(&file.bytes[..]));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(&file.name)));
    // Another build may listen on the same port tomorrow.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// What a file is, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
