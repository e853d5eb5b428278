//! Every parser on mutated good inputs, the same ones each time.

use std::{
    fs,
    panic::{self, catch_unwind},
    path::Path,
    time::Instant,
};

use minolab_fuzz::{Mutator, TARGETS, Target};

#[test]
fn no_parser_breaks_on_bad_inputs() {
    TARGETS.iter().for_each(smoke);
}

fn smoke(target: &Target) {
    let seeds: Vec<Vec<u8>> = (target.seeds)();
    let clock = Instant::now();
    let loud = panic::take_hook();
    // Thousands of messages would bury the one that matters.
    panic::set_hook(Box::new(|_| {}));
    let broken = (0..target.inputs)
        .map(|number| (number, Mutator(number).mutated(&seeds)))
        .find(|(_, input)| catch_unwind(|| (target.body)(input)).is_err());
    panic::set_hook(loud);
    println!("{}: {} inputs in {:?}", target.name, target.inputs, clock.elapsed());
    if let Some((number, input)) = broken {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = folder.join(format!("{}-{number}", target.name));
        fs::write(&path, &input).unwrap();
        println!("{} breaks on input {number}, kept in {}", target.name, path.display());
        // Once more, for the message.
        (target.body)(&input);
    }
}
