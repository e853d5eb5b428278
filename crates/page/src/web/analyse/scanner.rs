//! The board of a picture, pasted, dropped or chosen: where it is, and what is read there.

use leptos::{ev, html, prelude::*, task::spawn_local};
use minolab_rules::Cell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, DataTransfer, File, HtmlCanvasElement, ImageBitmap};

use super::{
    super::{app::App, dialog::shown_while, screen},
    Study,
};
use crate::{Frame, Palette, Pixels};

/// Pixels across and down that a picture is made smaller to.
const MOST: f64 = 1400.0;
/// What a frame is drawn with.
const FRAME: &str = "#9d8bff";

/// A picture that is read.
#[derive(Clone)]
struct Scanned {
    canvas: HtmlCanvasElement,
    pixels: Pixels,
}

/// Listens for pictures; each is shown with the board that was found in it before anything changes.
#[component]
pub fn Scanner(study: Study) -> impl IntoView {
    let app = expect_context::<App>();
    let scanned = RwSignal::new_local(None::<Scanned>);
    let frame = RwSignal::new(None::<Frame>);
    let drag = RwSignal::new(None::<(f64, f64)>);
    let columns = Memo::new(move |_| study.sheet(|sheet| sheet.setup().board.width()));
    Effect::new(move |_| {
        let Some(file) = study.handed.get() else { return };
        study.handed.set(None);
        spawn_local(async move {
            match read(&file).await {
                Ok(found) => {
                    frame.try_set(Frame::find(&found.pixels, columns.get_untracked()));
                    scanned.try_set(Some(found));
                }
                Err(_) => app.tell("That is no picture that this browser can read."),
            }
        });
    });
    listen(study);
    let cells = Memo::new(move |_| {
        let frame = frame.get()?;
        scanned.with(|found| Some(found.as_ref()?.pixels.cells(frame, columns.get())))
    });
    let room = screen::followed();
    let element = NodeRef::<html::Canvas>::new();
    let zoom = Memo::new(move |_| {
        let room = room.get();
        scanned.with(|found| {
            let pixels = &found.as_ref()?.pixels;
            let wide = (room.width - 90.0).min(860.0) / pixels.width() as f64;
            let high = (room.height - 250.0).max(120.0) / pixels.height() as f64;
            Some(wide.min(high).min(2.0))
        })
    });
    Effect::new(move |_| {
        let (Some(element), Some(zoom)) = (element.get(), zoom.get()) else { return };
        let palette = app.settings.with(|settings| settings.palette);
        let (frame, cells) = (frame.get(), cells.get());
        scanned.with(|found| {
            if let Some(found) = found {
                let _ = draw(&element, found, zoom, frame, cells.as_deref(), palette);
            }
        });
    });
    let at = move |event: &ev::PointerEvent| {
        let zoom = zoom.get_untracked().unwrap_or(1.0);
        (event.offset_x() as f64 / zoom, event.offset_y() as f64 / zoom)
    };
    let close = move || scanned.set(None);
    let dialog = shown_while(move || scanned.with(Option::is_some));
    let count = move || {
        let filled = cells.get()?.iter().flatten().filter(|&&cell| cell != Cell::Empty).count();
        Some(format!("{filled} cells are read in {} rows.", frame.get()?.rows))
    };
    view! {
        <dialog class="pane broad" id="scan" node_ref=dialog aria-labelledby="scan-title" on:close=move |_| close()>
            <h2 id="scan-title">"Board of a picture"</h2>
            <p class="note" id="scan-note">{move || count().unwrap_or("No board was found: drag over it, from one corner to the opposite one.".into())}
                " Dots show what is read. Drag over the board where the frame is wrong; a piece in flight is read as cells like any other."</p>
            <canvas id="scan-picture" node_ref=element role="img" aria-label="The picture with the board that is read"
                on:pointerdown=move |event| { event.prevent_default(); drag.set(Some(at(&event))); }
                on:pointermove=move |event| if let Some(from) = drag.get_untracked() {
                    frame.set(Frame::between(from, at(&event), columns.get_untracked()));
                }
                on:pointerup=move |_| drag.set(None)
                on:pointerleave=move |_| drag.set(None)></canvas>
            <div class="tools">
                <button type="button" class="main" id="scan-use" disabled=move || cells.with(Option::is_none) on:click=move |_| {
                    if let Some(cells) = cells.get_untracked() {
                        study.edit(|sheet| sheet.set_cells(&cells));
                    }
                    close();
                }>"Use this board"</button>
                <button type="button" on:click=move |_| close()>"Cancel"</button>
            </div>
        </dialog>
    }
}

/// Pictures that are pasted or dropped anywhere on the screen.
fn listen(study: Study) {
    let take = move |data: Option<DataTransfer>| {
        let files = data.and_then(|data| data.files());
        let mut all = files.iter().flat_map(|files| {
            let files = files.clone();
            (0..files.length()).filter_map(move |index| files.get(index))
        });
        let picture: Option<File> = all.find(|file| file.type_().starts_with("image/"));
        let is_one = picture.is_some();
        if is_one {
            study.handed.set(picture);
        }
        is_one
    };
    let paste = window_event_listener(ev::paste, move |event| {
        if take(event.clipboard_data()) {
            event.prevent_default();
        }
    });
    let drop = window_event_listener(ev::drop, move |event| {
        if take(event.data_transfer()) {
            event.prevent_default();
        }
    });
    // Without this the browser would leave the page for the picture.
    let over = window_event_listener(ev::dragover, |event| event.prevent_default());
    on_cleanup(move || {
        paste.remove();
        drop.remove();
        over.remove();
    });
}

/// A picture's pixels, of a large one fewer.
async fn read(file: &Blob) -> Result<Scanned, JsValue> {
    let bitmap = JsFuture::from(window().create_image_bitmap_with_blob(file)?).await?;
    let bitmap: ImageBitmap = bitmap.unchecked_into();
    let (width, height) = (bitmap.width() as f64, bitmap.height() as f64);
    let scale = (MOST / width.max(height)).min(1.0);
    let (width, height) = ((width * scale).round().max(1.0), (height * scale).round().max(1.0));
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context = context(&canvas)?;
    context.draw_image_with_image_bitmap_and_dw_and_dh(&bitmap, 0.0, 0.0, width, height)?;
    let data = context.get_image_data(0.0, 0.0, width, height)?;
    Ok(Scanned { canvas, pixels: Pixels::new(width as usize, data.data().0) })
}

fn context(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, JsValue> {
    Ok(canvas.get_context("2d")?.ok_or("no canvas")?.unchecked_into())
}

/// The picture with its frame, and a dot for every cell that is read.
fn draw(
    element: &HtmlCanvasElement,
    found: &Scanned,
    zoom: f64,
    frame: Option<Frame>,
    cells: Option<&[Vec<Cell>]>,
    palette: Palette,
) -> Result<(), JsValue> {
    element.set_width((found.pixels.width() as f64 * zoom) as u32);
    element.set_height((found.pixels.height() as f64 * zoom) as u32);
    let context = context(element)?;
    context.scale(zoom, zoom)?;
    context.draw_image_with_html_canvas_element(&found.canvas, 0.0, 0.0)?;
    let Some(Frame { left, bottom, cell, rows }) = frame else { return Ok(()) };
    let cells = cells.unwrap_or_default();
    let columns = cells.first().map_or(0, Vec::len) as f64;
    context.set_stroke_style_str(FRAME);
    context.set_line_width(2.0 / zoom);
    context.stroke_rect(left, bottom - cell * rows as f64, cell * columns, cell * rows as f64);
    for (y, row) in cells.iter().enumerate() {
        for (x, &found) in row.iter().enumerate().filter(|&(_, &found)| found != Cell::Empty) {
            let colour = match found {
                Cell::Of(piece) => palette.colour(piece),
                _ => "#7d8592",
            };
            context.begin_path();
            let (across, down) = (left + (x as f64 + 0.5) * cell, bottom - (y as f64 + 0.5) * cell);
            context.arc(across, down, cell * 0.26, 0.0, std::f64::consts::TAU)?;
            context.set_fill_style_str(colour);
            context.fill();
            context.set_stroke_style_str("#ffffff");
            context.set_line_width(1.5 / zoom);
            context.stroke();
        }
    }
    Ok(())
}
