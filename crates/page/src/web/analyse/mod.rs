//! A position, drawn by hand or reached by play, and its best lines.

mod board;
mod engine;
mod perfect;
mod pieces;
mod scanner;
mod share;
mod tools;
mod variations;

use leptos::{ev, prelude::*};
use minolab_agents::{catalog::Reference, shipped as agents};
use minolab_rules::{Choice, Ruleset, shipped};
use wasm_bindgen::JsValue;

use self::{
    board::Drawing,
    engine::{Bar, Engine},
    perfect::Perfect,
    pieces::Pieces,
    scanner::Scanner,
    share::Share,
    tools::{Tool, Tools},
    variations::Variations,
};
use super::{app::Nothing, frames, link::Link, screen::is_typing, store};
use crate::{AnalyseOrder, Analysis, Answer, Desk, Request, Route, Sheet, Tree};

/// Nodes of the first look; every further one has four times as many.
const FIRST: u64 = 1000;
/// Nodes of the last.
const LAST: u64 = 256_000;

/// Everything of the screen that its parts share.
#[derive(Clone, Copy)]
struct Study {
    desk: RwSignal<Desk>,
    agent: RwSignal<String>,
    rules: RwSignal<String>,
    analysis: RwSignal<Option<Analysis>>,
    /// Positions looked at a second, in the last look.
    rate: RwSignal<f64>,
    /// Whether the engine looks at all.
    is_on: RwSignal<bool>,
    /// The line that is seen on the board.
    preview: RwSignal<Vec<Choice>>,
    tool: RwSignal<Tool>,
    error: RwSignal<String>,
    /// A picture that was handed over to be read.
    handed: RwSignal<Option<web_sys::File>, LocalStorage>,
}

impl Study {
    /// What is looked at.
    fn sheet<T>(self, read: impl FnOnce(&Sheet) -> T) -> T {
        self.desk.with(|desk| read(desk.tree().sheet()))
    }

    fn ruleset(self) -> Option<&'static Ruleset> {
        shipped::get(&self.rules.get())
    }

    /// Changes the position.
    fn edit(self, change: impl FnOnce(&mut Sheet)) {
        self.desk.update(|desk| desk.change(false, |tree| tree.edit(change)));
    }

    /// Changes it on, as a part of the last change.
    fn draw(self, is_stroke: bool, change: impl FnOnce(&mut Sheet)) {
        self.desk.update(|desk| desk.change(is_stroke, |tree| tree.edit(change)));
    }

    /// Plays moves, one after the other.
    fn play(self, line: &[Choice]) {
        let Some(rules) = shipped::get(&self.rules.get_untracked()) else { return };
        let result = self.desk.try_update(|desk| {
            desk.change(false, |tree| line.iter().try_for_each(|&choice| tree.play(rules, choice)))
        });
        if let Some(Err(message)) = result {
            self.error.set(message);
        }
        self.preview.set(Vec::new());
    }

    /// Looks at another position of the tree.
    fn go(self, look: impl FnOnce(&mut Tree)) {
        self.desk.update(|desk| desk.look(look));
        self.preview.set(Vec::new());
    }
}

/// A board to draw on, and what an agent thinks of it.
#[component]
pub fn Analyse(order: AnalyseOrder) -> impl IntoView {
    match tree(&order) {
        Ok(tree) => view! { <Screen order tree/> }.into_any(),
        Err(message) => view! { <Nothing message/> }.into_any(),
    }
}

/// The tree that an address describes.
fn tree(order: &AnalyseOrder) -> Result<Tree, String> {
    let rules = shipped::get(&order.rules).ok_or("there are no such rules")?;
    let mut root = match &order.position {
        Some(position) => Sheet::new(position.parse().map_err(|error| format!("{error}"))?),
        None => {
            let mut sheet = Sheet::empty(rules.width as usize);
            sheet.set_queue("TIOLJS").map_err(|error| error.to_string())?;
            sheet
        }
    };
    root = root.with_colours(&order.colours)?;
    root.comment = order.note.clone();
    let mut tree = Tree::read(root, rules, &order.tree)?;
    tree.go(order.at);
    Ok(tree)
}

#[component]
fn Screen(order: AnalyseOrder, tree: Tree) -> impl IntoView {
    let study = Study {
        desk: RwSignal::new(Desk::new(tree)),
        agent: RwSignal::new(order.agent),
        rules: RwSignal::new(order.rules),
        analysis: RwSignal::new(None),
        rate: RwSignal::new(0.0),
        is_on: RwSignal::new(true),
        preview: RwSignal::new(Vec::new()),
        tool: RwSignal::new(Tool::default()),
        error: RwSignal::new(String::new()),
        handed: RwSignal::new_local(None),
    };
    let Study { desk, agent, rules, analysis, error, .. } = study;
    let position = Memo::new(move |_| study.sheet(|sheet| sheet.setup().clone()));
    let nodes = StoredValue::new(FIRST);
    let began = StoredValue::new(0.0);
    // What was asked last; answers to anything else are late.
    let ask = StoredValue::new_local(None::<Link>);
    let look = move |count: u64| {
        nodes.set_value(count);
        began.set_value(frames::now());
        let request = Request::Analyse {
            agent: store::reference(&agent.get_untracked()),
            rules: Reference::Name(rules.get_untracked()),
            position: position.get_untracked(),
            nodes: count,
        };
        ask.with_value(|link| link.iter().for_each(|link| link.ask(request.clone())));
    };
    let link = Link::new(move |answer| match answer {
        Answer::Analysis(found) => {
            if position.try_get_untracked().as_ref() != Some(&found.position)
                || study.is_on.try_get_untracked() != Some(true)
            {
                return;
            }
            let seconds = (frames::now() - began.get_value()) / 1000.0;
            study.rate.try_set(found.nodes as f64 / seconds.max(0.001));
            analysis.set(Some(*found));
            let count = nodes.get_value();
            if count < LAST {
                look((count * 4).min(LAST));
            }
        }
        Answer::Error(message) => {
            error.try_set(message);
        }
        _ => {}
    });
    ask.set_value(link.map_err(|message| error.set(message)).ok());

    Effect::new(move |_| {
        let order = desk.with(|desk| {
            let (tree, root) = (desk.tree(), &desk.tree().nodes()[0].sheet);
            AnalyseOrder {
                agent: agent.get(),
                rules: rules.get(),
                position: Some(root.setup().to_string()),
                colours: root.colours(),
                note: root.comment.clone(),
                tree: tree.written(),
                at: tree.at(),
            }
        });
        replace_address(&Route::Analyse(order).address());
    });
    Effect::new(move |_| {
        let (_, rules, _, is_on) = (agent.get(), rules.get(), position.get(), study.is_on.get());
        analysis.set(None);
        let state = shipped::get(&rules)
            .ok_or_else(|| "there are no such rules".to_string())
            .and_then(|rules| {
                study.desk.with_untracked(|desk| {
                    desk.tree().sheet().state(rules).map_err(|error| error.to_string())
                })
            });
        match state {
            Ok(state) if state.current.is_some() => {
                error.set(String::new());
                if is_on {
                    look(FIRST);
                }
            }
            Ok(_) => {
                error.set("Click pieces into the queue: the active one and what follows.".into())
            }
            Err(message) => error.set(message),
        }
    });
    listen(study);
    let rate = move || format!("{:.0}", study.rate.get());
    view! {
        <section class="analyse" aria-label="Analyse" data-rate=rate data-at=move || desk.with(|desk| desk.tree().at().to_string())>
            <h1 class="unseen">"Analyse"</h1>
            <Tools study/>
            <div class="study-board">
                <Bar study/>
                <Drawing study/>
                <Pieces study/>
            </div>
            <div class="study-side">
                <Engine study/>
                <Perfect study/>
                <Variations study/>
            </div>
            <p class="error" role="alert" id="error">{move || error.get()}</p>
            <div class="study-below">
                <div class="form">
                    <label><span>"Agent"</span><select id="agent" on:change=move |event| agent.set(event_target_value(&event))>
                        {agents::NAMES.iter().map(|name| name.to_string()).chain(store::agents().into_iter().map(|(name, _)| name)).map(|name| {
                            let this = name.clone();
                            view! { <option value=name.clone() selected=move || agent.with(|agent| *agent == this)>{name.clone()}</option> }
                        }).collect_view()}
                    </select></label>
                    <p class="note">{move || agents::get(&agent.get()).map(|agent| agent.description.clone())}</p>
                    <label><span>"Rules"</span><select id="rules" on:change=move |event| {
                        let name = event_target_value(&event);
                        if let Some(new) = shipped::get(&name) {
                            study.edit(|sheet| sheet.resize(new.width as usize));
                        }
                        rules.set(name);
                    }>
                        {shipped::NAMES.iter().map(|name| view! { <option value=*name selected=move || rules.with(|rules| rules == name)>{*name}</option> }).collect_view()}
                    </select></label>
                </div>
                <Share study/>
            </div>
            <Scanner study/>
        </section>
    }
}

/// Undo and redo, and steps along the line.
fn listen(study: Study) {
    let keys = window_event_listener(ev::keydown, move |event| {
        if is_typing(&event) || event.alt_key() {
            return;
        }
        let is_command = event.ctrl_key() || event.meta_key();
        match (&event.code()[..], is_command, event.shift_key()) {
            ("KeyZ", true, false) => study.desk.update(|desk| {
                desk.undo();
            }),
            ("KeyY", true, _) | ("KeyZ", true, true) => study.desk.update(|desk| {
                desk.redo();
            }),
            ("ArrowLeft", false, _) => study.go(Tree::back),
            ("ArrowRight", false, _) => study.go(Tree::forward),
            ("Home", false, _) => study.go(|tree| tree.go(0)),
            ("End", false, _) => study.go(|tree| {
                if let Some(&last) = tree.line().last() {
                    tree.go(last);
                }
            }),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
}

/// The address of the position, without a step in the history for every cell.
pub fn replace_address(address: &str) {
    let call = || -> Result<(), JsValue> {
        let history = js_sys::Reflect::get(&window(), &"history".into())?;
        let replace = js_sys::Reflect::get(&history, &"replaceState".into())?;
        let replace: js_sys::Function = replace.into();
        replace.call3(&history, &JsValue::NULL, &"".into(), &address.into())?;
        Ok(())
    };
    let _ = call();
}
