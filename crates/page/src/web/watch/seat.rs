//! A seat: an agent at play in its worker, and what is known of its game.

use leptos::prelude::*;

use super::super::{frames, link::Link};
use crate::{Answer, GameView, Request, Table};

/// What pieces a second are counted over, in milliseconds; after a pause of the longer anew.
const SHORT_MS: f64 = 500.0;
const LONG_MS: f64 = 2500.0;
/// Points a graph has room for.
const MOST_POINTS: usize = 300;

/// One agent at play.
#[derive(Clone, Copy)]
pub struct Seat {
    link: StoredValue<Option<Link>, LocalStorage>,
    pub view: RwSignal<Option<GameView>>,
    pub error: RwSignal<Option<String>>,
    /// Pieces a second, lately; none while nothing is played.
    pub rate: RwSignal<Option<f64>>,
    /// The move that is looked at.
    pub chosen: RwSignal<usize>,
    /// What its board was worth after how many pieces.
    pub trace: RwSignal<Vec<(u64, f64)>>,
}

impl Seat {
    pub fn new(table: Table) -> Seat {
        let (view, error) = (RwSignal::new(None::<GameView>), RwSignal::new(None));
        let (rate, chosen) = (RwSignal::new(None), RwSignal::new(0));
        let trace = RwSignal::new(Vec::new());
        let mut counted = (frames::now(), 0);
        let link = Link::new(move |answer| match answer {
            Answer::View(found) => {
                let (now, (since, before)) = (frames::now(), counted);
                let ms = now - since;
                let is_new = found.pieces < before || ms > LONG_MS;
                if found.over.is_some() {
                    rate.try_set(None);
                } else if !is_new && ms >= SHORT_MS {
                    rate.try_set(Some((found.pieces - before) as f64 * 1000.0 / ms));
                }
                if is_new || ms >= SHORT_MS {
                    counted = (now, found.pieces);
                }
                chosen.try_set(0);
                trace.try_update(|trace| note(trace, found.pieces, found.standing));
                view.try_set(Some(*found));
            }
            Answer::Error(message) => {
                error.try_set(Some(message));
            }
            _ => {}
        });
        let link = link.map_err(|message| error.set(Some(message))).ok();
        if let Some(link) = &link {
            link.ask(Request::Open(Box::new(table)));
        }
        Seat { link: StoredValue::new_local(link), view, error, rate, chosen, trace }
    }

    pub fn ask(self, request: Request) {
        self.error.set(None);
        self.link.with_value(|link| link.iter().for_each(|link| link.ask(request.clone())));
    }

    /// Whether its worker has time.
    pub fn is_free(self) -> bool {
        self.link.try_with_value(|link| link.as_ref().is_some_and(Link::is_free)) == Some(true)
    }

    /// Whether its game is over, once it is there.
    pub fn is_over(self) -> Option<bool> {
        self.view.try_with_untracked(|view| view.as_ref().map(|view| view.over.is_some()))?
    }

    /// Pieces it has placed.
    pub fn pieces(self) -> u64 {
        self.view.with_untracked(|view| view.as_ref().map_or(0, |view| view.pieces))
    }
}

/// Notes a value; what was undone is forgotten, and every other point once there are many.
fn note(trace: &mut Vec<(u64, f64)>, pieces: u64, value: f64) {
    trace.retain(|&(at, _)| at < pieces);
    if value.is_finite() {
        trace.push((pieces, value));
    }
    if trace.len() > MOST_POINTS {
        let mut index = 0;
        trace.retain(|_| {
            index += 1;
            index % 2 == 1
        });
    }
}
