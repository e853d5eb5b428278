//! Starting a browser and talking to it.

use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc::{Receiver, channel},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::{Look, Tab};

/// A browser without a window; it ends with this value.
pub struct Browser {
    child: Child,
    profile: PathBuf,
    wire: Mutex<Wire>,
}

struct Wire {
    send: ChildStdin,
    receive: Receiver<Value>,
    next: u64,
}

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
static STARTED: AtomicU32 = AtomicU32::new(0);

impl Browser {
    /// Starts the browser that `CHROMIUM` names, or the one that is installed.
    pub fn start() -> Result<Browser> {
        let name = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile =
            std::env::temp_dir().join(format!("minolab-browser-{}-{number}", std::process::id()));
        // The protocol is spoken on descriptors 3 and 4; the shell puts ours there.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", &name])
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"])
            .args(["--no-first-run", "--mute-audio", "--disable-dev-shm-usage"])
            .args(["--disable-extensions", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-background-timer-throttling", "--disable-renderer-backgrounding"])
            .args(["--disable-backgrounding-occluded-windows", "--disable-component-update"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {name}"))?;
        let send = child.stdin.take().context("a pipe to the browser")?;
        let stdout = child.stdout.take().context("a pipe from the browser")?;
        let (sender, receive) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut message = Vec::new();
            while reader.read_until(0, &mut message).is_ok_and(|count| count > 0) {
                message.pop();
                if let Ok(value) = serde_json::from_slice(&message)
                    && sender.send(value).is_err()
                {
                    return;
                }
                message.clear();
            }
        });
        let wire = Mutex::new(Wire { send, receive, next: 1 });
        Ok(Browser { child, profile, wire })
    }

    /// A new tab that looks like this, at this address, once our page is there.
    pub fn open(&self, address: &str, look: Look) -> Result<Tab<'_>> {
        let tab = self.tab(look)?;
        tab.go(address)?;
        Ok(tab)
    }

    /// The same for any page: it need not be ours.
    pub fn open_any(&self, address: &str, look: Look) -> Result<Tab<'_>> {
        let tab = self.tab(look)?;
        tab.go_anywhere(address)?;
        Ok(tab)
    }

    fn tab(&self, look: Look) -> Result<Tab<'_>> {
        let target = self.call(None, "Target.createTarget", json!({ "url": "about:blank" }))?;
        let id = target["targetId"].as_str().context("a target")?;
        let params = json!({ "targetId": id, "flatten": true });
        let attached = self.call(None, "Target.attachToTarget", params)?;
        let session = attached["sessionId"].as_str().context("a session")?;
        let tab = Tab::new(self, session.into());
        tab.look(look)?;
        Ok(tab)
    }

    /// Sends a command and waits for its answer; events in between are not looked at.
    pub fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value> {
        let mut wire = self.wire.lock().expect("no test panics while it talks");
        let id = wire.next;
        wire.next += 1;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        wire.send.write_all(message.to_string().as_bytes())?;
        wire.send.write_all(&[0])?;
        wire.send.flush()?;
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let answer = wire
                .receive
                .recv_timeout(left)
                .with_context(|| format!("{method}: the browser does not answer"))?;
            if answer["id"].as_u64() != Some(id) {
                continue;
            }
            if let Some(error) = answer.get("error") {
                bail!("{method}: {error}");
            }
            return Ok(answer["result"].clone());
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.call(None, "Browser.close", json!({}));
        let until = Instant::now() + Duration::from_secs(5);
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
