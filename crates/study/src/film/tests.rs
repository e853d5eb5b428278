use minolab_rules::{Mode, shipped};

use super::*;

/// Up to thirty pieces on a narrow board, some of which clear lines.
fn game() -> Replay {
    let rules = shipped::get("capstone").unwrap().clone().with_size(4, 8).unwrap();
    let mut game = Game::new(rules, 3);
    let mut replay = Replay::new(&game, "test", Mode::Marathon);
    let mut player = minolab_agents::shipped::get("lee").unwrap().player(game.rules());
    for _ in 0..30 {
        if game.state().over.is_some() {
            break;
        }
        let position = minolab_engine::Position::new(game.state());
        let Some(choice) = player.choose(&position) else { break };
        game.play(choice).unwrap();
        replay.push(choice);
    }
    replay.set_result(&game);
    assert!(game.totals().lines > 0, "a film needs a clear");
    replay
}

#[test]
fn a_film_has_a_still_per_position_and_one_per_clear() {
    let replay = game();
    let film = Film::new(&replay, 0, usize::MAX).unwrap();
    let flashes = film.stills.iter().filter(|still| still.is_flash).count();
    let mut clears = 0;
    replay
        .rebuild(|_, _, clear| clears += clear.is_some_and(|clear| clear.lines > 0) as usize)
        .unwrap();
    assert_eq!(flashes, clears);
    assert_eq!(film.stills.len(), replay.events.len() + 1 + clears);
    assert!(film.stills[0].cells.iter().all(|&ink| ink == Ink::Empty));
    assert_eq!(film.stills[0].queue.len(), 6);
    let part = Film::new(&replay, 2, 2).unwrap();
    assert_eq!(part.stills.len(), 1);
    let filled = part.stills[0].cells.iter().filter(|&&ink| ink != Ink::Empty).count();
    assert!(filled > 0 && filled <= 8);
}

/// Plays a file of patches again: the last picture must be the last still.
#[test]
fn a_gif_and_an_apng_end_in_the_last_still() {
    let replay = game();
    let film = Film::new(&replay, 0, usize::MAX).unwrap();
    let look = Look::default();
    let size = Raster::size(&film.stills[0], &look);
    let last = Raster::new(film.stills.last().unwrap(), &look, size);

    let mut bytes = Vec::new();
    write_gif(&film, &look, &mut bytes).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes.as_slice()).unwrap();
    let mut canvas = vec![0; last.pixels.len()];
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (y, row) in frame.buffer.chunks(frame.width as usize).enumerate() {
            let at = (frame.top as usize + y) * size.0 as usize + frame.left as usize;
            canvas[at..at + row.len()].copy_from_slice(row);
        }
        frames += 1;
    }
    assert_eq!(frames, film.stills.len());
    assert_eq!(canvas, last.pixels);

    let mut bytes = Vec::new();
    write_apng(&film, &look, &mut bytes).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut canvas = vec![0; last.pixels.len()];
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    for _ in &film.stills {
        let frame = reader.next_frame(&mut buffer).unwrap();
        let control = reader.info().frame_control.unwrap();
        for (y, row) in buffer[..frame.buffer_size()].chunks(frame.width as usize).enumerate() {
            let top = control.y_offset as usize + y;
            let at = top * size.0 as usize + control.x_offset as usize;
            canvas[at..at + row.len()].copy_from_slice(row);
        }
    }
    assert_eq!(canvas, last.pixels);
}

#[test]
fn a_drawing_has_a_square_per_cell() {
    let film = Film::new(&game(), 5, 5).unwrap();
    let still = &film.stills[0];
    let filled = still.cells.iter().filter(|&&ink| ink != Ink::Empty).count();
    let pieces = still.queue.len().min(6) + still.hold.flatten().is_some() as usize;
    let drawn = svg(&film.stills, &Look::default());
    assert_eq!(drawn.matches("<rect").count(), 1 + filled + 4 * pieces);
    assert_eq!(
        svg(&[still.clone(), still.clone()], &Look::default()).matches("#1c1c24").count(),
        2
    );
}
