//! The server under load.

use std::{
    fs,
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::{cpu_seconds, resident, row};
use crate::{
    program::{self, Build},
    tool,
};

/// Training runs in the server's folder.
const RUNS: usize = 200;
/// Simultaneous listeners to changes of the folder.
const LISTENERS: usize = 300;
/// Requests on persistent connections.
const REQUESTS: usize = 100_000;
/// Persistent connections for them.
const KEPT: usize = 16;
/// Connections of one request each, in a burst, and how many of them at once.
const BURST: usize = 5_000;
const AT_ONCE: usize = 250;
/// Clients that never finish their request.
const SLOW: usize = 600;

/// What the server may keep of all this, in bytes.
const KEEPS: u64 = 64_000_000;

/// A server and its address; it ends when dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn run() -> Result<()> {
    let folder = tool::built("soak", "runs");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    runs(&folder)?;
    let server = start(&folder)?;
    server.get("/")?;
    let fresh = server.memory()?;

    let clock = Instant::now();
    server.requests()?;
    let per_second = REQUESTS as f64 / clock.elapsed().as_secs_f64();
    let result = format!("{per_second:.0} per second");
    row(&format!("{REQUESTS} requests on {KEPT} connections"), &result, fresh, server.memory()?);

    let before = server.memory()?;
    let clock = Instant::now();
    let most = server.burst()?;
    let seconds = clock.elapsed().as_secs_f64();
    let result = format!("{seconds:.1} s, at most {:.1} MB", most as f64 / 1e6);
    row(&format!("{BURST} connections, {AT_ONCE} at a time"), &result, before, server.memory()?);

    let before = server.memory()?;
    let result = server.listeners()?;
    row(&format!("{LISTENERS} listeners, {RUNS} runs"), &result, before, server.memory()?);

    let before = server.memory()?;
    let result = server.slow_clients()?;
    let after = server.memory()?;
    row(&format!("{SLOW} clients that never finish"), &result, before, after);
    ensure!(after < fresh + KEEPS, "the server went from {fresh} to {after} bytes");
    Ok(())
}

/// One short training run, copied as often as needed.
fn runs(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let first = folder.join("run-000");
    let mut train = program::built(Build::Release);
    train.args(["train", "--agent", "lee", "--board", "10x8", "--generations", "3"]);
    train.args(["--population", "4", "--games", "1", "--pieces", "50", "--validation", "2"]);
    train.arg("--out").arg(&first).stdout(Stdio::null());
    tool::run(&mut train)?;
    for number in 1..RUNS {
        let copy = folder.join(format!("run-{number:03}"));
        fs::create_dir(&copy)?;
        for entry in fs::read_dir(&first)? {
            let entry = entry?;
            fs::copy(entry.path(), copy.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn start(folder: &Path) -> Result<Server> {
    let mut command = program::built(Build::Release);
    command.args(["serve", "--data"]).arg(folder);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut line = String::new();
    let said = child.stdout.take().context("it was piped")?;
    BufReader::new(said).read_line(&mut line)?;
    let port = line.trim().trim_end_matches('/').rsplit(':').next();
    let port = port.and_then(|port| port.parse().ok());
    let port = port.with_context(|| format!("no address in {line:?}"))?;
    Ok(Server { child, address: (Ipv4Addr::LOCALHOST, port).into() })
}

impl Server {
    fn connect(&self) -> Result<TcpStream> {
        let stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(stream)
    }

    /// Makes one request on its own connection.
    fn get(&self, path: &str) -> Result<Vec<u8>> {
        let mut stream = self.connect()?;
        let host = self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        ensure!(answer.starts_with(b"HTTP/1.1 200"), "{path} was refused");
        Ok(answer)
    }

    /// The memory after a moment in which unused memory can be released.
    fn memory(&self) -> Result<u64> {
        thread::sleep(Duration::from_secs(2));
        resident(&self.child)
    }

    /// Many connections at once, and the most memory that was seen meanwhile.
    fn burst(&self) -> Result<u64> {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..AT_ONCE)
                .map(|_| {
                    scope.spawn(|| (0..BURST / AT_ONCE).try_for_each(|_| self.get("/").map(|_| ())))
                })
                .collect();
            let mut most = 0;
            while threads.iter().any(|thread| !thread.is_finished()) {
                most = most.max(resident(&self.child)?);
                thread::sleep(Duration::from_millis(20));
            }
            threads.into_iter().try_for_each(|thread| thread.join().expect("it does not panic"))?;
            Ok(most)
        })
    }

    fn requests(&self) -> Result<()> {
        thread::scope(|scope| {
            let threads: Vec<_> =
                (0..KEPT).map(|_| scope.spawn(|| self.ask(REQUESTS / KEPT))).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("it does not panic"))
        })
    }

    /// Many requests on the same connection, every tenth for the list of runs.
    fn ask(&self, requests: usize) -> Result<()> {
        let mut stream = BufReader::new(self.connect()?);
        let mut body = Vec::new();
        for number in 0..requests {
            let path = if number % 10 == 0 { "/api/runs" } else { "/" };
            // At once: what is written piece by piece waits for the other side to say that it came.
            let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
            stream.get_mut().write_all(request.as_bytes())?;
            let mut length = 0;
            let mut line = String::new();
            loop {
                line.clear();
                ensure!(stream.read_line(&mut line)? > 0, "the server hung up");
                if line == "\r\n" {
                    break;
                }
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse()?;
                }
            }
            body.resize(length, 0);
            stream.read_exact(&mut body)?;
        }
        Ok(())
    }

    /// The processor share of listeners, and whether all of them receive something.
    fn listeners(&self) -> Result<String> {
        let mut streams = (0..LISTENERS)
            .map(|_| {
                let mut stream = self.connect()?;
                write!(stream, "GET /api/events HTTP/1.1\r\nHost: {}\r\n\r\n", self.address)?;
                Ok(stream)
            })
            .collect::<Result<Vec<_>>>()?;
        for stream in &mut streams {
            ensure!(stream.read(&mut [0; 64])? > 0, "a listener was told nothing");
        }
        thread::sleep(Duration::from_secs(2));
        let (clock, before) = (Instant::now(), cpu_seconds(&self.child)?);
        thread::sleep(Duration::from_secs(20));
        let used = cpu_seconds(&self.child)? - before;
        let share = 100.0 * used / clock.elapsed().as_secs_f64();
        Ok(format!("{share:.1} % of a processor while nothing changes"))
    }

    /// How long a client waits for a page while others hold connections.
    fn slow_clients(&self) -> Result<String> {
        let mut slow = Vec::new();
        for _ in 0..SLOW {
            let mut stream = self.connect()?;
            stream.write_all(b"GET / HTTP/1.1\r\nHo")?;
            slow.push(stream);
        }
        let clock = Instant::now();
        self.get("/")?;
        let waited = clock.elapsed().as_secs_f64();
        thread::sleep(Duration::from_secs(15));
        // All have been disconnected, or told that they took too long.
        for stream in &mut slow {
            stream.set_read_timeout(Some(Duration::from_secs(20)))?;
            let ended = stream.read_to_end(&mut Vec::new());
            let is_over =
                ended.map_or_else(|error| error.kind() == ErrorKind::ConnectionReset, |_| true);
            ensure!(is_over, "a client that says nothing is still served");
        }
        Ok(format!("another is answered after {waited:.1} s; all of them are hung up on"))
    }
}
