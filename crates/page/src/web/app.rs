//! The page's frame: where one is, and what every screen shares.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::{
    analyse::Analyse,
    custom::Custom,
    evolve::Evolve,
    front::Front,
    icons::{Icon, Sign},
    keysheet::KeySheet,
    learn::Learn,
    play::{Play, PlayOn},
    playback::Playback,
    records::Records,
    review::Review,
    runs::Runs,
    settings::SettingsScreen,
    store,
    train::{Exercises, FinesseTrainer, HabitsScreen, Openers, Puzzles},
    watch::Watch,
};
use crate::{PageSettings, Palette, Route, Theme, mode_title};

/// What every screen can reach.
#[derive(Clone, Copy)]
pub struct App {
    /// The person's preferences; what is set is stored.
    pub settings: RwSignal<PageSettings>,
    /// Something to be told, whatever the screen; and whether it is bad news.
    pub notice: RwSignal<Option<(String, bool)>>,
    /// Whether the sheet of keys is open.
    pub keys: RwSignal<bool>,
}

/// How long a notice stays, unless it is bad news.
const NOTICE_MS: u64 = 5000;

impl App {
    /// Tells something for a while.
    pub fn tell(self, text: impl Into<String>) {
        let said = Some((text.into(), false));
        self.notice.set(said.clone());
        let clear = move || {
            if self.notice.try_get_untracked() == Some(said.clone()) {
                self.notice.set(None);
            }
        };
        set_timeout(clear, std::time::Duration::from_millis(NOTICE_MS));
    }
}

/// What can be gone to from everywhere.
const SCREENS: [(&str, &str, Sign); 7] = [
    ("#/", "Play", Sign::Play),
    ("#/watch", "Watch", Sign::Watch),
    ("#/analyse", "Analyse", Sign::Analyse),
    ("#/evolve", "Evolve", Sign::Evolve),
    ("#/runs", "Runs", Sign::Runs),
    ("#/learn", "Learn", Sign::Learn),
    ("#/records", "Records", Sign::Records),
];

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let app = App {
        settings: RwSignal::new(store::settings()),
        notice: RwSignal::new(None),
        keys: RwSignal::new(false),
    };
    provide_context(app);
    store::on_trouble(move |message| app.notice.set(Some((message, true))));
    let place = RwSignal::new(here());
    let moved = window_event_listener(ev::hashchange, move |_| {
        place.set(here());
        app.keys.set(false);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    on_cleanup(move || moved.remove());
    Effect::new(move |_| app.settings.with(store::set_settings));
    Effect::new(move |_| {
        let theme = match app.settings.with(|settings| settings.theme) {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", theme);
        }
        paint(app.settings.with(|settings| settings.palette));
    });
    let section = Memo::new(move |_| place.with(section));
    // A game has the whole window.
    let is_game = Memo::new(move |_| {
        place.with(|place| {
            matches!(
                place,
                Ok(Route::Play(_)
                    | Route::PlayOn { .. }
                    | Route::Playback(_)
                    | Route::Puzzles
                    | Route::Openers
                    | Route::Finesse
                    | Route::Train(_))
            )
        })
    });
    Effect::new(move |_| {
        document().set_title(&place.with(title));
        if let Some(body) = document().body() {
            let _ = body.class_list().toggle_with_force("at-play", is_game.get());
        }
    });
    listen_for_help(app);
    let main = NodeRef::<html::Main>::new();
    let skip = move |event: ev::MouseEvent| {
        event.prevent_default();
        if let Some(main) = main.get_untracked() {
            let _ = main.focus();
        }
    };
    view! {
        <a class="skip" href="#main" on:click=skip>"Skip to the content"</a>
        <Show when=move || !is_game.get()>
        <header>
            <a class="brand" href="#/" aria-label="minolab, front page"><Mark/>"minolab"</a>
            <nav aria-label="Screens">
                {SCREENS.map(|(address, name, sign)| view! {
                    <a href=address aria-current=move || (section.get() == address).then_some("page")><Icon sign/>{name}</a>
                }).into_iter().collect_view()}
            </nav>
            <div class="icons">
                <button type="button" id="keys" class="icon" aria-label="Keys (?)" title="Keys (?)" on:click=move |_| app.keys.set(true)><Icon sign=Sign::Keys/></button>
                <a class="icon" href="#/settings" aria-label="Settings" title="Settings" aria-current=move || (section.get() == "#/settings").then_some("page")><Icon sign=Sign::Settings/></a>
                <ThemeSwitch/>
            </div>
        </header>
        </Show>
        <main id="main" tabindex="-1" node_ref=main>
            {move || match place.get() {
                Ok(Route::Menu) => view! { <Front/> }.into_any(),
                Ok(Route::Learn) => view! { <Learn/> }.into_any(),
                Ok(Route::Puzzles) => view! { <Puzzles/> }.into_any(),
                Ok(Route::Openers) => view! { <Openers/> }.into_any(),
                Ok(Route::Habits) => view! { <HabitsScreen/> }.into_any(),
                Ok(Route::Finesse) => view! { <FinesseTrainer/> }.into_any(),
                Ok(Route::Train(skill)) => view! { <Exercises skill/> }.into_any(),
                Ok(Route::Play(order)) => view! { <Play order/> }.into_any(),
                Ok(Route::Watch(order)) => view! { <Watch order/> }.into_any(),
                Ok(Route::Analyse(order)) => view! { <Analyse order/> }.into_any(),
                Ok(Route::Evolve(order)) => view! { <Evolve order/> }.into_any(),
                Ok(Route::Custom) => view! { <Custom/> }.into_any(),
                Ok(Route::Settings) => view! { <SettingsScreen/> }.into_any(),
                Ok(Route::Records) => view! { <Records/> }.into_any(),
                Ok(Route::Playback(index)) => view! { <Playback index/> }.into_any(),
                Ok(Route::Runs) => view! { <Runs/> }.into_any(),
                Ok(Route::Review(game)) => view! { <Review game/> }.into_any(),
                Ok(Route::PlayOn { game, pieces }) => view! { <PlayOn game pieces/> }.into_any(),
                Err(message) => view! { <Nothing message/> }.into_any(),
            }}
        </main>
        <KeySheet/>
        <Toast/>
    }
}

/// What stands where a screen cannot: why, and a way back.
#[component]
pub fn Nothing(#[prop(into)] message: String) -> impl IntoView {
    view! {
        <div class="sheet">
            <h1>"Nothing here"</h1>
            <p class="error" role="alert">{message}</p>
            <p><a class="button" href="#/">"Front page"</a>" "<a class="button" href="#/records">"Records"</a></p>
        </div>
    }
}

#[component]
fn Toast() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <div role="status" id="notice">
            {move || app.notice.get().map(|(text, is_bad)| view! {
                <div class="toast" class:bad=is_bad><span>{text}</span>
                    <button type="button" class="icon" aria-label="Close the notice" on:click=move |_| app.notice.set(None)><Icon sign=Sign::Close/></button></div>
            })}
        </div>
    }
}

/// Four cells and a letter of them.
#[component]
pub fn Mark() -> impl IntoView {
    view! {
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
            <rect x="1" y="11" width="6" height="6" rx="1"/>
            <rect x="8" y="11" width="6" height="6" rx="1"/>
            <rect x="15" y="11" width="6" height="6" rx="1"/>
            <rect x="8" y="4" width="6" height="6" rx="1"/>
        </svg>
    }
}

#[component]
fn ThemeSwitch() -> impl IntoView {
    let settings = expect_context::<App>().settings;
    let label = move || match settings.with(|settings| settings.theme) {
        Theme::System => "Theme: system",
        Theme::Light => "Theme: light",
        Theme::Dark => "Theme: dark",
    };
    let sign = move || match settings.with(|settings| settings.theme) {
        Theme::System => view! { <Icon sign=Sign::Auto/> },
        Theme::Light => view! { <Icon sign=Sign::Sun/> },
        Theme::Dark => view! { <Icon sign=Sign::Moon/> },
    };
    let turn = move |_| {
        settings.update(|settings| {
            settings.theme = match settings.theme {
                Theme::System => Theme::Light,
                Theme::Light => Theme::Dark,
                Theme::Dark => Theme::System,
            }
        })
    };
    view! { <button type="button" id="theme" class="icon" aria-label=label title=label on:click=turn>{sign}</button> }
}

/// `?` opens the sheet of keys unless a field has the keyboard.
fn listen_for_help(app: App) {
    let down = window_event_listener(ev::keydown, move |event| {
        if event.key() == "?" && !super::play::is_typing(&event) {
            event.prevent_default();
            app.keys.update(|is_open| *is_open = !*is_open);
        }
    });
    on_cleanup(move || down.remove());
}

/// Gives small pieces, which are pictures and not drawn, the colours of the chosen skin.
fn paint(palette: Palette) {
    let Some(root) = document().document_element() else { return };
    let Ok(root) = root.dyn_into::<web_sys::HtmlElement>() else { return };
    let style = web_sys::HtmlElement::style(&root);
    for piece in minolab_rules::Piece::ALL {
        let name = format!("--mino-{}", piece.letter().to_ascii_lowercase());
        let _ = style.set_property(&name, palette.colour(piece));
    }
}

/// The entry of [`SCREENS`] that a place belongs to.
fn section(place: &Result<Route, String>) -> &'static str {
    match place {
        Ok(Route::Menu | Route::Play(_) | Route::PlayOn { .. } | Route::Custom) => "#/",
        Ok(Route::Watch(_)) => "#/watch",
        Ok(Route::Analyse(_)) => "#/analyse",
        Ok(Route::Evolve(_)) => "#/evolve",
        Ok(Route::Runs) => "#/runs",
        Ok(
            Route::Learn
            | Route::Puzzles
            | Route::Openers
            | Route::Habits
            | Route::Finesse
            | Route::Train(_)
            | Route::Review(_),
        ) => "#/learn",
        Ok(Route::Records | Route::Playback(_)) => "#/records",
        Ok(Route::Settings) => "#/settings",
        Err(_) => "",
    }
}

/// What the window is called.
fn title(place: &Result<Route, String>) -> String {
    let name = match place {
        Ok(Route::Menu) => {
            return "minolab: play, watch, analyse and train falling-block games".into();
        }
        Ok(Route::Play(order)) => mode_title(order.mode),
        Ok(Route::PlayOn { .. }) => "Play on".into(),
        Ok(Route::Watch(order)) => format!("Watch {}", order.agent),
        Ok(Route::Analyse(_)) => "Analyse".into(),
        Ok(Route::Evolve(_)) => "Evolve".into(),
        Ok(Route::Runs) => "Runs".into(),
        Ok(Route::Learn) => "Learn".into(),
        Ok(Route::Puzzles) => "Puzzles".into(),
        Ok(Route::Openers) => "Openers".into(),
        Ok(Route::Habits) => "Habits".into(),
        Ok(Route::Finesse) => "Finesse".into(),
        Ok(Route::Train(skill)) => skill.title().into(),
        Ok(Route::Custom) => "Custom game".into(),
        Ok(Route::Settings) => "Settings".into(),
        Ok(Route::Records) => "Records".into(),
        Ok(Route::Playback(_)) => "Replay".into(),
        Ok(Route::Review(_)) => "Review".into(),
        Err(_) => "Nothing here".into(),
    };
    format!("{name} · minolab")
}

fn here() -> Result<Route, String> {
    Route::read(&window().location().hash().unwrap_or_default())
}
