//! Listeners to changes of the folder.

use std::sync::Mutex;

use minolab_arena::crew::lock;
use tokio::sync::watch;

/// All listeners, and the last list they were sent.
pub struct Listeners {
    lists: watch::Sender<String>,
    // Whether a watcher is running.
    is_watched: Mutex<bool>,
}

/// A listener.
pub struct Listener {
    /// The list as text, whenever it changes; empty until it is known.
    pub lists: watch::Receiver<String>,
    /// Whether a watcher has to be started.
    pub is_first: bool,
}

impl Default for Listeners {
    fn default() -> Listeners {
        Listeners { lists: watch::Sender::new(String::new()), is_watched: Mutex::new(false) }
    }
}

impl Listeners {
    /// Adds a listener.
    pub fn add(&self) -> Listener {
        let mut is_watched = lock(&self.is_watched);
        let lists = self.lists.subscribe();
        Listener { lists, is_first: !std::mem::replace(&mut *is_watched, true) }
    }

    /// Sends them the list if it has changed; `false` if there are no listeners left: then the
    /// watcher ends, and the list is forgotten.
    pub fn tell(&self, list: String) -> bool {
        let mut is_watched = lock(&self.is_watched);
        if self.lists.receiver_count() == 0 {
            *is_watched = false;
            self.lists.send_replace(String::new());
            return false;
        }
        self.lists.send_if_modified(|last| {
            let is_news = *last != list;
            *last = list;
            is_news
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_watcher_serves_all_and_ends_with_the_last() {
        let listeners = Listeners::default();
        let (first, second) = (listeners.add(), listeners.add());
        assert_eq!((first.is_first, second.is_first), (true, false));
        assert!(listeners.tell("a".into()));
        assert_eq!(second.lists.borrow().as_str(), "a");
        assert!(!listeners.add().lists.has_changed().unwrap());
        drop((first, second));
        assert!(!listeners.tell("b".into()));
        let again = listeners.add();
        assert!(again.is_first && again.lists.borrow().is_empty());
    }
}
