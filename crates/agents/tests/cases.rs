//! The example of an agent with weights for single pieces.

use minolab_agents::{Agent, shipped};

#[test]
fn the_example_differs_from_its_original_by_one_case() {
    let example = include_str!("../../../docs/examples/tetrais-cases.toml");
    let example = Agent::from_toml(example).unwrap();
    let original = shipped::get("tetrais-complex").unwrap();
    let mut cases = original.with_setting("I.max_height", "0").unwrap();
    cases.name = example.name.clone();
    cases.description = example.description.clone();
    cases.provenance = example.provenance.clone();
    assert_eq!(example, cases);
}
