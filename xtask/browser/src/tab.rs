//! One page in the browser.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::Browser;

/// A tab of a [`Browser`].
pub struct Tab<'a> {
    browser: &'a Browser,
    session: String,
}

/// How large a tab is and what it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Whether the system is dark.
    pub dark: bool,
    /// Whether it is a phone, which is touched.
    pub touch: bool,
}

impl Look {
    /// A window on a desk.
    pub const DESK: Look = Look { width: 1200, height: 800, dark: false, touch: false };
}

/// How long something on the page may take.
const PATIENCE: Duration = Duration::from_secs(30);

impl<'a> Tab<'a> {
    pub(crate) fn new(browser: &'a Browser, session: String) -> Tab<'a> {
        Tab { browser, session }
    }

    fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.browser.call(Some(&self.session), method, params)
    }

    /// Makes it look like this.
    pub fn look(&self, look: Look) -> Result<()> {
        let size = json!({
            "width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": look.touch,
        });
        self.call("Emulation.setDeviceMetricsOverride", size)?;
        let scheme = if look.dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }))?;
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": look.touch }))?;
        // Keys go to the page as if its window were in front.
        self.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))?;
        Ok(())
    }

    /// Goes to an address and waits until the page is drawn.
    pub fn go(&self, address: &str) -> Result<()> {
        self.call("Page.navigate", json!({ "url": address }))?;
        self.wait("document.readyState === 'complete' && !!document.querySelector('main')")
    }

    /// Runs a script in every page this tab goes to, before anything of the page's own.
    pub fn before(&self, script: &str) -> Result<()> {
        self.call("Page.enable", json!({}))?;
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }))?;
        Ok(())
    }

    /// Goes to an address of any kind and waits until it is loaded.
    pub fn go_anywhere(&self, address: &str) -> Result<()> {
        self.call("Page.navigate", json!({ "url": address }))?;
        self.wait(&format!("document.readyState === 'complete' && location.href === {address:?}"))
    }

    /// The value of an expression in the page.
    pub fn eval(&self, expression: &str) -> Result<Value> {
        let params = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let answer = self.call("Runtime.evaluate", params)?;
        if let Some(error) = answer.get("exceptionDetails") {
            bail!("{expression}: {error}");
        }
        Ok(answer["result"]["value"].clone())
    }

    /// The text of the first element that a selector finds.
    pub fn text(&self, selector: &str) -> Result<String> {
        let value = self.eval(&format!("document.querySelector({selector:?})?.textContent"))?;
        Ok(value.as_str().with_context(|| format!("there is no {selector}"))?.trim().to_string())
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        // While a page goes, there is nobody to ask.
        while !self.eval(expression).is_ok_and(|value| value == true) {
            if Instant::now() > until {
                let text = self.eval("document.body.innerText").unwrap_or_default();
                bail!("waited for {expression}; the page shows {text}");
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Clicks an element.
    pub fn click(&self, selector: &str) -> Result<()> {
        self.wait(&format!("!!document.querySelector({selector:?})"))?;
        self.eval(&format!("document.querySelector({selector:?}).click()"))?;
        Ok(())
    }

    /// Touches an element with a finger.
    pub fn touch(&self, selector: &str) -> Result<()> {
        let middle = self.eval(&format!(
            "(r => ({{x: r.x + r.width / 2, y: r.y + r.height / 2}}))(document.querySelector({selector:?}).getBoundingClientRect())"
        ))?;
        let touch = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }))
        };
        touch("touchStart", json!([middle]))?;
        touch("touchEnd", json!([]))?;
        Ok(())
    }

    /// Chooses in a list or writes in a field.
    pub fn fill(&self, selector: &str, value: &str) -> Result<()> {
        self.eval(&format!(
            "{{ const e = document.querySelector({selector:?}); e.value = {value:?}; \
             e.dispatchEvent(new Event('input', {{bubbles: true}})); \
             e.dispatchEvent(new Event('change', {{bubbles: true}})); }}"
        ))?;
        Ok(())
    }

    /// A key going down or up, by the browser's code for its place.
    pub fn key(&self, code: &str, pressed: bool) -> Result<()> {
        let kind = if pressed { "rawKeyDown" } else { "keyUp" };
        let key = match code {
            "Space" => " ",
            _ => code.strip_prefix("Key").unwrap_or(code),
        };
        let number = match code {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "Space" => 32,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "ShiftLeft" => 16,
            _ => key.bytes().next().unwrap_or(0) as u32,
        };
        let mut params = json!({
            "type": kind, "code": code, "key": key, "windowsVirtualKeyCode": number,
        });
        if pressed && code == "Enter" {
            (params["type"], params["text"]) = ("keyDown".into(), "\r".into());
        }
        self.call("Input.dispatchKeyEvent", params)?;
        Ok(())
    }

    /// A key going down and up.
    pub fn tap(&self, code: &str) -> Result<()> {
        self.key(code, true)?;
        self.key(code, false)
    }

    /// A picture of what is seen, as a PNG file in base 64.
    pub fn screenshot(&self) -> Result<String> {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        Ok(answer["data"].as_str().context("a picture")?.into())
    }

    /// A picture of the whole page, what is below the window included.
    pub fn whole(&self) -> Result<String> {
        let size = self.eval(
            "[document.documentElement.clientWidth, Math.min(document.documentElement.scrollHeight, 6000)]",
        )?;
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1 });
        let params = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let answer = self.call("Page.captureScreenshot", params)?;
        Ok(answer["data"].as_str().context("a picture")?.into())
    }

    /// What went wrong in the page since this was called first.
    pub fn errors(&self) -> Result<Value> {
        self.eval(
            "(window.__errors ??= (() => { const all = []; \
             addEventListener('error', e => all.push(String(e.message))); \
             addEventListener('unhandledrejection', e => all.push(String(e.reason))); \
             addEventListener('securitypolicyviolation', e => all.push(e.violatedDirective)); \
             return all; })()).slice()",
        )
    }
}
