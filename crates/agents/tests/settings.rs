//! Every accepted setting counts: no weight or number is stored but never read.

use minolab_agents::{Agent, AgentError, shipped};
use minolab_engine::{Feature, Limits, Position};
use minolab_rules::{Game, Ruleset, Setup, State};

/// Positions in which most features are non-zero for some placement.
fn positions(rules: &Ruleset) -> Vec<State> {
    let drawn = [
        "xxxx1xxxxx/xxx3xxxx/xxxx1xxxxx T T IOS",
        "xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1/xxxxxxxxx1 I - TTT",
        "xx7x/xxx6x/xxxx2xxxx/xxxx1xxxxx/xx1xxxxxxx L T TJS",
    ];
    let drawn = drawn.map(|text| {
        let setup: Setup = text.parse().unwrap();
        State::from_setup(rules, setup).unwrap()
    });
    let mut states = drawn.to_vec();
    states.push(State { back_to_back: true, ..drawn[1] });
    let mut player = shipped::get("tetrais-simple").unwrap().player(rules);
    let mut game = Game::new(rules.clone(), 5);
    for piece in 0..60 {
        let choice = player.choose(&Position::new(game.state())).unwrap();
        game.play(choice).unwrap();
        if piece % 12 == 0 {
            states.push(*game.state());
        }
    }
    states
}

/// Every placement with its score, position by position.
fn scores(agent: &Agent, rules: &Ruleset, states: &[State]) -> Vec<Vec<(String, f64)>> {
    let mut player = agent.player(rules);
    let mut rank = |state| {
        let ranked = player.rank(&Position::new(state), Limits::default(), &mut |_| ());
        let ranked = ranked.map_or(vec![], |decision| decision.ranked);
        ranked.iter().map(|ranked| (ranked.choice.to_string(), ranked.score)).collect()
    };
    states.iter().map(&mut rank).collect()
}

#[test]
fn every_weight_counts_in_every_search_or_is_refused() {
    let rules = minolab_rules::shipped::get("guideline").unwrap();
    let states = positions(rules);
    let plain = shipped::get("tetrais-simple").unwrap();
    let search = |kind, more: &[(&str, &str)]| {
        let settings = [&[("search.kind", kind)], more].concat();
        plain.with_settings(settings).unwrap()
    };
    let greedy = search("greedy", &[]);
    // Whether a weight of 7 changes any score; `None` if it is refused.
    let counts = |agent: &Agent, usual: &[Vec<(String, f64)>], feature: Feature| match agent
        .with_setting(feature.name(), "7")
    {
        Ok(changed) => Some(scores(&changed, rules, &states) != usual),
        Err(AgentError::Unread { what, .. }) if what == feature.name() => None,
        Err(error) => panic!("{feature:?}: {error}"),
    };
    let usual = scores(&greedy, rules, &states);
    let met: Vec<Feature> = Feature::ALL
        .into_iter()
        .filter(|&feature| counts(&greedy, &usual, feature) == Some(true))
        .collect();
    for feature in [Feature::Keys, Feature::Lines, Feature::HeldT, Feature::PerfectClear] {
        assert!(met.contains(&feature), "{feature:?}");
    }
    assert!(met.len() > 45, "{} of {}", met.len(), Feature::ALL.len());
    for (agent, refused) in [
        (search("lookahead", &[]), 0),
        (search("beam", &[("search.depth", "1")]), 0),
        (search("capstone", &[]), 1),
        (search("mzmousa", &[]), 1),
        (search("lookahead", &[("search.line", "leaf")]), 10),
        (search("hidamari", &[]), 10),
        (search("tetrais", &[]), 10),
    ] {
        let usual = scores(&agent, rules, &states);
        let mut found = 0;
        for &feature in &met {
            match counts(&agent, &usual, feature) {
                Some(true) => {}
                // The originals do not consider every placement.
                Some(false) => assert!(is_rare(feature), "{feature:?} in {:?}", agent.search.kind),
                None => found += 1,
            }
        }
        assert!(found >= refused, "{found} of {refused} in {:?}", agent.search.kind);
    }
}

/// Features that only a spin, the hold or a particular clear brings about.
fn is_rare(feature: Feature) -> bool {
    let name = feature.name();
    ["tspin", "mini", "tslot", "clear", "b2b", "well_column"]
        .iter()
        .any(|start| name.starts_with(start))
        || ["held_t", "wasted_t", "has_back_to_back"].contains(&name)
}

#[test]
fn what_is_not_read_is_refused_with_the_reason() {
    let error = |agent: &str, name: &str, value: &str| {
        shipped::get(agent).unwrap().with_setting(name, value).unwrap_err().to_string()
    };
    let lines = error("tetrais-simple", "lines", "5000");
    let start = "tetrais-simple: lines would change nothing: search kind tetrais evaluates boards \
                 only; what counts: aggregate_height, mean_height";
    assert!(lines.starts_with(start), "{lines}");
    assert!(!lines.contains("landing_height") && !lines.contains("held_t"), "{lines}");
    for name in ["landing_height", "eroded_cells", "I.lines", "held_t"] {
        let error = error("hidamari", name, "-5");
        assert!(error.contains("would change nothing: search kind hidamari"), "{name}: {error}");
    }
    assert!(error("bcts", "evaluator.wells.two", "77").contains("the feature wells_nonlinear"));
    assert!(error("lee", "complete_lines", "5").contains("lines counts those cleared"));
    assert!(error("capstone-sprint", "presses", "-1").contains("capstone counts no presses"));
    assert!(error("tetrais-complex", "evaluator.lost", "-5").contains("evaluator.lost would"));
    assert!(error("blitz", "search.kind", "tetrais").contains("evaluates boards only"));
}

/// Every name in training is a name in `--set`.
#[test]
fn numbers_are_set_by_the_names_they_are_learned_by() {
    for agent in shipped::all() {
        let mut names = Vec::new();
        agent.clone().numbers(&mut |name, number| names.push((name.to_string(), number.get())));
        for (name, value) in names {
            let same = agent.with_setting(&name, &value.to_string());
            assert_eq!(same.as_ref(), Ok(agent), "{} {name}", agent.name);
        }
    }
    let analyzer = shipped::get("analyzer").unwrap();
    for name in ["area_width.values.0", "evaluator.area_width.values.0"] {
        let changed = analyzer.with_setting(name, "-.25").unwrap();
        let mut found = None;
        changed.clone().numbers(&mut |other, number| {
            if other == "area_width.values.0" {
                found = Some(number.get());
            }
        });
        assert_eq!(found, Some(-0.25), "{name}");
    }
    let error = |name: &str, value: &str| {
        shipped::get("blitz").unwrap().with_setting(name, value).unwrap_err().to_string()
    };
    assert_eq!(error("tslot.1", "1.5"), "tslot.1 is \"1.5\", expected a whole number in range");
    assert_eq!(error("tslot.1", "many"), "tslot.1 is \"many\", expected a number");
    assert_eq!(
        error("tslot.7", "1"),
        "blitz has no setting \"tslot.7\", expected tslot, tslot.0, tslot.1"
    );
    assert!(
        error("top_half", "1.5").contains("expected a whole number"),
        "{}",
        error("top_half", "1.5")
    );
}
