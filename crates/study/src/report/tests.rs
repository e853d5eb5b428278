//! Reports of small runs.

use std::collections::BTreeSet;

use minolab_agents::shipped;
use minolab_arena::replay::Replay;
use minolab_engine::Position;
use minolab_rules::{Game, Mode};

use super::*;

fn evidence(name: &str, nodes: Option<&str>, games: u64, pieces: u64) -> Evidence {
    evidence_of(name, nodes, games, pieces, Mode::Pieces(pieces))
}

fn evidence_of(name: &str, nodes: Option<&str>, games: u64, pieces: u64, mode: Mode) -> Evidence {
    let mut agent = shipped::get(name).unwrap().clone();
    if let Some(nodes) = nodes {
        agent = agent.with_setting("search.nodes", nodes).unwrap();
        agent.search.untime();
    }
    let rules = minolab_rules::shipped::get(&agent.rules).unwrap();
    let mut found: Option<Evidence> = None;
    for seed in 1..=games {
        let mut game = Game::new(rules.clone(), seed);
        let mut replay = Replay::new(&game, name, mode);
        let mut player = agent.player(rules);
        while game.totals().pieces < pieces
            && let Some(choice) = player.choose(&Position::new(game.state()))
        {
            game.play(choice).unwrap();
            replay.push(choice);
        }
        replay.set_result(&game);
        found.get_or_insert_with(|| Evidence::new(name, &replay)).add(&replay).unwrap();
    }
    found.unwrap()
}

/// Ids, sources and links that a page would need from elsewhere.
fn needs(page: &str) -> BTreeSet<&str> {
    ["http:", "https:", "src=", "href=\"/", "href=\"h", "@import", "url("]
        .into_iter()
        .filter(|word| page.contains(word))
        .collect()
}

#[test]
fn a_page_has_every_section_and_needs_nothing() {
    let groups =
        [evidence("blitz", Some("400"), 3, 120), evidence("capstone-sprint", None, 9, 100)];
    let agents: Vec<Agent> =
        ["blitz", "capstone-sprint"].map(|name| shipped::get(name).unwrap().clone()).to_vec();
    let page = html(&groups, &agents, &["game <1>".into()], "minolab study <a> b");
    assert_eq!(needs(&page), BTreeSet::new());
    for title in [
        "Results",
        "Where the points come from",
        "Which stacking pattern",
        "Which columns and rotations",
        "Hold",
        "Stack height",
        "T-spins",
        "Set-ups",
        "What the weights say",
    ] {
        let heading = page.split("<h2 id=\"").find(|part| part.contains(&format!(">{title}</h2>")));
        let id = heading.and_then(|part| part.split('"').next()).expect(title);
        assert!(page.contains(&format!("<a href=\"#{id}\">{title}</a>")), "{title}");
    }
    assert!(page.contains("study &lt;a&gt; b") && page.contains("Left out: game &lt;1&gt;."));
    assert!(
        page.contains(
            "<strong>capstone-sprint.</strong> None of 9 games topped out. A game scores"
        )
    );
    // Every chart has its data; boards are their own.
    let pictures = page.matches("<figure>").count();
    assert_eq!(pictures, page.matches("<summary>Data</summary>").count());
    assert!(pictures > 20 && !page.contains("NaN") && !page.contains("inf"), "{pictures}");
}

#[test]
fn one_game_makes_a_page_too() {
    let groups = [evidence("bcts", None, 1, 30)];
    let page = html(&groups, &[], &[], "minolab study one");
    assert!(page.contains("Results") && !page.contains(">Hold</h2>"));
    assert!(!page.contains("NaN"));
    let value = json(&groups[0]);
    assert_eq!(value["pieces"]["value"], 30.0);
    assert_eq!(value["pieces"]["ci95"], Value::Null);
}

/// Games that were interrupted have placements, and no results.
#[test]
fn unfinished_games_are_counted_apart() {
    let groups = [evidence_of("capstone-sprint", None, 2, 50, Mode::Sprint)];
    let value = json(&groups[0]);
    assert_eq!((&value["games"], &value["unfinished"]), (&json!(0), &json!(2)));
    assert_eq!((&value["lost"], &value["placements"]), (&json!(0), &json!(100)));
    assert_eq!(value["pieces"]["value"], Value::Null);
    assert_eq!(value["max_height"]["value"], Value::Null);
    assert!(value["keys"]["value"].as_f64().unwrap() > 1.0);
    let page = html(&groups, &[], &[], "minolab study cut");
    assert!(
        page.contains("0 games of sprint by capstone-sprint (and 2 unfinished), 100 placements")
    );
    assert!(!page.contains("NaN") && !page.contains("inf"));
}

/// What is found on boards ten wide is said to be undefined on others, not absent.
#[test]
fn boards_of_other_widths_have_no_set_ups() {
    let mut group = evidence("capstone-sprint", None, 2, 60);
    let page = html(std::slice::from_ref(&group), &[], &[], "minolab study ten");
    assert!(page.contains("Never seen: TKI") && !page.contains("no set-ups are defined"));
    assert_eq!(json(&group)["setups"]["lst"]["appearances"], 0);
    assert_eq!(json(&group)["setups"]["lst"]["games_ci95"][0], 0.0);
    (group.board[0], group.setups) = (8, None);
    let page = html(std::slice::from_ref(&group), &[], &[], "minolab study eight");
    assert!(page.contains("no set-ups are defined for a board 8 wide"));
    assert_eq!(json(&group)["setups"], Value::Null);
}
