//! Films as files that browsers and chats play.

use std::io::{self, Write};

use super::{Film, Look, Raster, Still};

/// A part of a picture that changes.
struct Patch {
    left: u32,
    top: u32,
    raster: Raster,
}

/// How long the last still stays, in seconds.
const LAST: f64 = 2.0;

/// Writes a GIF that plays for ever.
pub fn write_gif(film: &Film, look: &Look, out: impl Write) -> io::Result<()> {
    let size = Raster::size(&film.stills[0], look);
    let colours = Raster::colours(look).concat();
    let side = |pixels: u32| u16::try_from(pixels).map_err(io::Error::other);
    let mut encoder =
        gif::Encoder::new(out, side(size.0)?, side(size.1)?, &colours).map_err(io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
    patches(film, look, size, |patch, seconds| {
        let frame = gif::Frame {
            delay: (seconds * 100.0).round().clamp(1.0, 6000.0) as u16,
            dispose: gif::DisposalMethod::Keep,
            left: side(patch.left)?,
            top: side(patch.top)?,
            width: side(patch.raster.width)?,
            height: side(patch.raster.height)?,
            buffer: patch.raster.pixels.into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(io::Error::other)
    })
}

/// Writes an animated PNG that plays for ever.
pub fn write_apng(film: &Film, look: &Look, out: impl Write) -> io::Result<()> {
    let size = Raster::size(&film.stills[0], look);
    let mut encoder = png::Encoder::new(out, size.0, size.1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(Raster::colours(look).concat());
    let frames = u32::try_from(film.stills.len()).map_err(io::Error::other)?;
    if frames > 1 {
        encoder.set_animated(frames, 0).map_err(io::Error::other)?;
    }
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    patches(film, look, size, |patch, seconds| {
        if frames > 1 {
            let Raster { width, height, .. } = patch.raster;
            let delay = (seconds * 1000.0).round().clamp(1.0, 60_000.0) as u16;
            writer.reset_frame_position().map_err(io::Error::other)?;
            writer.set_frame_dimension(width, height).map_err(io::Error::other)?;
            writer.set_frame_position(patch.left, patch.top).map_err(io::Error::other)?;
            writer.set_frame_delay(delay, 1000).map_err(io::Error::other)?;
        }
        writer.write_image_data(&patch.raster.pixels).map_err(io::Error::other)
    })?;
    writer.finish().map_err(io::Error::other)
}

/// Hands out what changes from still to still, and for how many seconds it is seen.
fn patches(
    film: &Film,
    look: &Look,
    size: (u32, u32),
    mut each: impl FnMut(Patch, f64) -> io::Result<()>,
) -> io::Result<()> {
    let mut shown: Option<Raster> = None;
    for (index, still) in film.stills.iter().enumerate() {
        let raster = Raster::new(still, look, size);
        let seconds = match still {
            _ if index + 1 == film.stills.len() => LAST,
            Still { is_flash: true, .. } => 0.5 / look.speed,
            _ => 1.0 / look.speed,
        };
        let patch = match &shown {
            None => Patch { left: 0, top: 0, raster: raster.clone() },
            Some(before) => changed(before, &raster),
        };
        each(patch, seconds)?;
        shown = Some(raster);
    }
    Ok(())
}

/// The smallest rectangle outside of which two pictures are the same; at least a pixel.
fn changed(before: &Raster, after: &Raster) -> Patch {
    let (width, height) = (after.width as usize, after.height as usize);
    let differs = |x: usize, y: usize| {
        let at = y * width + x;
        before.pixels[at] != after.pixels[at]
    };
    let row = |y: &usize| (0..width).any(|x| differs(x, *y));
    let top = (0..height).find(row).unwrap_or(0);
    let bottom = (top..height).rev().find(row).unwrap_or(top);
    let column = |x: &usize| (top..=bottom).any(|y| differs(*x, y));
    let left = (0..width).find(column).unwrap_or(0);
    let right = (left..width).rev().find(column).unwrap_or(left);
    let pixels = (top..=bottom)
        .flat_map(|y| &after.pixels[y * width + left..=y * width + right])
        .copied()
        .collect();
    let raster =
        Raster { width: (right - left + 1) as u32, height: (bottom - top + 1) as u32, pixels };
    Patch { left: left as u32, top: top as u32, raster }
}
