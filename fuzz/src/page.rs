//! What the page reads: populations and addresses.

use minolab_page::{Evolution, EvolveOrder, Population, Route};

/// A population that can be read survives a round trip, and continues to evolve.
pub fn fuzz_population(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Population::from_json(text) {
        Ok(population) => {
            let read = Population::from_json(&population.to_json());
            assert_eq!(read.expect("it was just written"), population);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match Evolution::load(text) {
        Ok(evolution) => {
            let saved = evolution.save();
            let again = Evolution::load(&saved).expect("it was just saved");
            assert_eq!(again.save(), saved);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// An address that leads to a screen survives a round trip.
pub fn fuzz_address(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Route::read(text) {
        Ok(route) => {
            let address = route.address();
            assert_eq!(Route::read(&address).as_ref(), Ok(&route), "written as {address}");
            if let Route::Evolve(order) = route {
                // A population is saved with its settings.
                order.training().expect("it was just checked").to_toml();
            }
        }
        Err(error) => assert!(!error.is_empty()),
    }
}

pub(crate) fn population_seeds() -> Vec<String> {
    let small = EvolveOrder { population: Some(3), ..EvolveOrder::default() };
    vec![Evolution::new(small).expect("the settings are sound").save()]
}

pub(crate) fn address_seeds() -> Vec<String> {
    let addresses = [
        "#/",
        "#/settings",
        "#/records/3",
        "#/review/000000000000001f/play/17",
        "#/play?mode=lines=7&rules=tetrio&board=8x18&seed=9",
        "#/watch?agent=blitz&other=sprint&rules=tetrio&board=8x18&next=off&slide=on&seed=9",
        "#/analyse?agent=sprint&rules=tetrio&position=x9/xx8_T_s_IO_?_2_b2b",
        "#/evolve?agent=bcts&rules=classic&board=8x12&optimizer=cmaes&objective=lines&pieces=300",
        "#/evolve?games=3&population=16&generations=12&validation=5&held-out=7&start=agent",
        "#/evolve?agent=bcts&weights=holes,lines&seed=18446744073709551615",
    ];
    addresses.map(String::from).into()
}
