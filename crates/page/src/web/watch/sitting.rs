//! Games that are watched, kept as they stand while one is on another screen.

use std::cell::RefCell;

use leptos::{prelude::*, reactive::owner::Owner};
use minolab_agents::{catalog::Reference, shipped as agents};

use super::{
    super::{analyse::replace_address, store},
    seat::Seat,
};
use crate::{Route, Table, WatchOrder};

/// One game, or two on the same pieces.
#[derive(Clone)]
pub struct Sitting {
    /// What was ordered.
    pub order: WatchOrder,
    /// Who plays.
    pub seats: Vec<Seat>,
    /// Whether they stand still.
    pub paused: RwSignal<bool>,
    /// Which of the speeds.
    pub speed: RwSignal<usize>,
}

/// The speed at which a game begins.
const USUAL_SPEED: usize = 2;

thread_local! {
    // The last one, with the owner of its workers and signals: they end with it and not with the screen.
    static LAST: RefCell<Option<(Owner, Sitting)>> = const { RefCell::new(None) };
}

impl Sitting {
    /// The games of this order: those that were watched last if it is theirs, or if the address asks
    /// for none; new ones otherwise.
    pub fn of(order: WatchOrder) -> Sitting {
        let is_open = !window().location().hash().unwrap_or_default().contains('?');
        let last = LAST.with_borrow(|last| last.as_ref().map(|(_, last)| last.clone()));
        if let Some(last) = last.filter(|last| is_open || last.order == order) {
            replace_address(&Route::Watch(last.order.clone()).address());
            return last;
        }
        let owner = Owner::default();
        let new = owner.with(|| Sitting::new(order));
        drop(LAST.replace(Some((owner, new.clone()))));
        new
    }

    fn new(order: WatchOrder) -> Sitting {
        let table = |agent: &str| Table {
            agent: store::reference(agent),
            rules: order.rules.clone().map(Reference::Name),
            board: order.board,
            next: order.next,
            slide: order.slide,
            seed: order.seed,
            position: order.position.as_ref().and_then(|position| position.parse().ok()),
        };
        let mut seats = vec![Seat::new(table(&order.agent))];
        // Two agents play by the same rules: those of the first, if none were chosen.
        let usual = agents::get(&order.agent).map(|agent| Reference::Name(agent.rules.clone()));
        seats.extend(order.other.as_deref().map(|agent| {
            let table = table(agent);
            Seat::new(Table { rules: table.rules.clone().or(usual), ..table })
        }));
        Sitting { order, seats, paused: RwSignal::new(false), speed: RwSignal::new(USUAL_SPEED) }
    }
}
