//! The page's frame: where one is, and what every screen shares.

use leptos::{ev, prelude::*};

use super::{
    analyse::Analyse,
    custom::Custom,
    evolve::Evolve,
    menu::Menu,
    play::{Play, PlayOn},
    playback::Playback,
    records::Records,
    review::Review,
    runs::Runs,
    settings::SettingsScreen,
    store,
    watch::Watch,
};
use crate::{PageSettings, Route, Theme};

/// What every screen can reach.
#[derive(Clone, Copy)]
pub struct App {
    /// The person's preferences; what is set is stored.
    pub settings: RwSignal<PageSettings>,
}

/// What can be gone to from everywhere.
const SCREENS: [(&str, &str); 7] = [
    ("#/", "Play"),
    ("#/watch", "Watch"),
    ("#/analyse", "Analyse"),
    ("#/evolve", "Evolve"),
    ("#/runs", "Runs"),
    ("#/records", "Records"),
    ("#/settings", "Settings"),
];

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let app = App { settings: RwSignal::new(store::settings()) };
    provide_context(app);
    let place = RwSignal::new(here());
    let moved = window_event_listener(ev::hashchange, move |_| {
        place.set(here());
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
    });
    let section = Memo::new(move |_| place.with(section));
    view! {
        <header>
            <a class="brand" href="#/" aria-label="minolab, main menu"><Mark/>"minolab"</a>
            <nav aria-label="Screens">
                {SCREENS.map(|(address, name)| view! {
                    <a href=address aria-current=move || (section.get() == address).then_some("page")>{name}</a>
                }).into_iter().collect_view()}
            </nav>
            <ThemeSwitch/>
        </header>
        <main id="main">
            {move || match place.get() {
                Ok(Route::Menu) => view! { <Menu/> }.into_any(),
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
                Err(message) => view! {
                    <div class="sheet">
                        <p class="error" role="alert">{message}</p>
                        <p><a href="#/">"Main menu"</a></p>
                    </div>
                }.into_any(),
            }}
        </main>
    }
}

/// Four cells and a letter of them.
#[component]
fn Mark() -> impl IntoView {
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
        Theme::System => "◐",
        Theme::Light => "☀",
        Theme::Dark => "☾",
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

/// The entry of [`SCREENS`] that a place belongs to.
fn section(place: &Result<Route, String>) -> &'static str {
    match place {
        Ok(Route::Menu | Route::Play(_) | Route::PlayOn { .. } | Route::Custom) => "#/",
        Ok(Route::Watch(_)) => "#/watch",
        Ok(Route::Analyse(_)) => "#/analyse",
        Ok(Route::Evolve(_)) => "#/evolve",
        Ok(Route::Runs) => "#/runs",
        Ok(Route::Records | Route::Playback(_) | Route::Review(_)) => "#/records",
        Ok(Route::Settings) => "#/settings",
        Err(_) => "",
    }
}

fn here() -> Result<Route, String> {
    Route::read(&window().location().hash().unwrap_or_default())
}
