//! Icons, drawn by us on a grid of 24.

use leptos::prelude::*;

/// What an icon stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Play,
    Watch,
    Analyse,
    Evolve,
    Runs,
    Learn,
    Records,
    Settings,
    Keys,
    Sun,
    Moon,
    Auto,
    Back,
    Full,
    Pause,
    Retry,
    Left,
    Right,
    Down,
    Drop,
    Cw,
    Ccw,
    Hold,
    Undo,
    Redo,
    Close,
    Mirror,
    Rows,
    Bin,
    Camera,
    Up,
    First,
    Last,
}

impl Sign {
    const fn path(self) -> &'static str {
        match self {
            Sign::Play => "M7 4.5v15l12-7.5z",
            Sign::Watch => {
                "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"
            }
            Sign::Analyse => {
                "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21M7.5 10.5h6M10.5 7.5v6"
            }
            Sign::Evolve => {
                "M7 3c0 6 10 6 10 12 0 3-1.5 4.5-2.5 6M17 3c0 6-10 6-10 12 0 3 1.5 4.5 2.5 6M8.2 6.5h7.600M8 17.5h8"
            }
            Sign::Runs => "M3 20h18M4 16l5-6 4 3 7-9",
            Sign::Learn => "M12 5 1.5 10 12 15l10.5-5zM6 12.5V17c2 2.2 10 2.2 12 0v-4.5",
            Sign::Records => {
                "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 3 1.5 5 4 5M16 6h4c0 3-1.5 5-4 5M12 14v4M8 20h8"
            }
            Sign::Settings => "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
            Sign::Keys => "M2.5 6.5h19v11h-19zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M7.5 14h9",
            Sign::Sun => {
                "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.700M17.3 17.3 19 19M19 5l-1.7 1.700M6.7 17.3 5 19"
            }
            Sign::Moon => "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
            Sign::Auto => {
                "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 3.5v17M12 7h4.5M12 11h6.5M12 15h6"
            }
            Sign::Back => "M14.5 5 7.5 12l7 7",
            Sign::Full => "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
            Sign::Pause => "M8 5v14M16 5v14",
            Sign::Retry => {
                "M4 12a8 8 0 0 1 14-5.300M18 2.500v4.200h-4.200M20 12a8 8 0 0 1-14 5.300M6 21.500v-4.200h4.200"
            }
            Sign::Left => "M19 12H5M11 6l-6 6 6 6",
            Sign::Right => "M5 12h14M13 6l6 6-6 6",
            Sign::Down => "M12 5v14M6 13l6 6 6-6",
            Sign::Up => "M12 19V5M6 11l6-6 6 6",
            Sign::Drop => "M12 3v11M7 10l5 5 5-5M5 20.5h14",
            Sign::Cw => "M19 12a7 7 0 1 1-2.5-5.400M20 3.5v4.5h-4.5",
            Sign::Ccw => "M5 12a7 7 0 1 0 2.5-5.400M4 3.5v4.5h4.5",
            Sign::Hold => "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
            Sign::Undo => "M4 9h10a5 5 0 0 1 0 10H8M8 5 4 9l4 4",
            Sign::Redo => "M20 9H10a5 5 0 0 0 0 10h6M16 5l4 4-4 4",
            Sign::Close => "M6 6l12 12M18 6 6 18",
            Sign::Mirror => "M12 3v18M9 7 3 17h6zM15 7l6 10h-6z",
            Sign::Rows => "M4 6h16M4 12h16M4 18h9M17 18h3",
            Sign::Bin => "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
            Sign::Camera => "M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
            Sign::First => "M6 5v14M18 5l-8 7 8 7z",
            Sign::Last => "M18 5v14M6 5l8 7-8 7z",
        }
    }
}

/// An icon; what it says stands beside it or is the label of its button.
#[component]
pub fn Icon(sign: Sign) -> impl IntoView {
    view! { <svg class="icon-svg" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=sign.path()></path></svg> }
}
