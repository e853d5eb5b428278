use minolab_agents::shipped;

use super::*;

fn read(text: &str) -> Result<Training, String> {
    let file = RunFile::from_toml(text).map_err(|error| error.to_string())?;
    file.training(Source::Shipped).map_err(|error| error.to_string())
}

/// Run files as people wrote them.
const EXPERIMENTS: [&str; 4] = [
    include_str!("../../../../docs/experiments/browser-genetic.toml"),
    include_str!("../../../../docs/experiments/capstone-sprint.toml"),
    include_str!("../../../../docs/experiments/hidamari-swarm.toml"),
    include_str!("../../../../docs/experiments/one-ply.toml"),
];

#[test]
fn what_is_left_out_is_filled_in() {
    let training = read("agent = 'bcts'").unwrap();
    let Training { seed, generations, games, validation, held_out, known, race, .. } = training;
    assert_eq!((seed, generations, games, validation, held_out), (1, 50, 1, 100, 100));
    assert_eq!((known, race), (None, None));
    assert_eq!(training.learn, Learn::default());
    assert_eq!(training.optimizer, OptimizerSettings::Cmaes(Default::default()));
    assert_eq!(training.objective, Objective::new(ObjectiveKind::Lines));
    assert_eq!(Some(&training.agent), shipped::get("bcts"));
    assert_eq!(training.rules.name, "classic");
}

#[test]
fn sections_need_not_name_their_kind() {
    let training = read("agent = 'bcts'\n[optimizer]\npopulation = 9\n[objective]\npieces = 7");
    let training = training.unwrap();
    let OptimizerSettings::Cmaes(settings) = &training.optimizer else { panic!() };
    assert_eq!(settings.population, Some(9));
    assert_eq!(training.objective.pieces, Some(7));
}

#[test]
fn the_usual_spread_depends_on_the_start() {
    let spread =
        |learn: &str| read(&format!("agent = 'bcts'\nlearn = {{ {learn} }}")).unwrap().learn.spread;
    assert_eq!(spread(""), 0.3);
    assert_eq!(spread("start = 'agent'"), 0.3);
    assert_eq!(spread("start = 'zero'"), 1.0);
    assert_eq!(spread("start = 'zero', spread = 0.25"), 0.25);
}

#[test]
fn changes_reach_the_agent() {
    let text = "agent = 'blitz'\nset = { 'search.nodes' = 70, well_depth = 5 }\n";
    let training = read(text).unwrap();
    assert_eq!((training.agent.search.nodes(), training.agent.search.ms()), (Some(70), None));
    assert!(training.agent.to_toml().contains("well_depth = 5"));
}

#[test]
fn agents_and_rules_may_be_written_out() {
    for text in EXPERIMENTS {
        let mut file = RunFile::from_toml(text).unwrap();
        let training = file.clone().training(Source::Shipped).unwrap();
        file.agent = Some(Reference::whole(training.agent.clone()));
        file.rules = Some(Reference::whole(training.rules.clone()));
        let written = file.to_toml();
        assert_eq!(RunFile::from_toml(&written).unwrap(), file);
        assert_eq!(read(&written).unwrap().to_toml(), training.to_toml());
    }
}

/// Every checkpoint holds the checksum of this text: runs on disk and populations are read by it.
#[test]
fn a_run_writes_the_text_it_always_wrote() {
    for text in EXPERIMENTS {
        let file = RunFile::from_toml(text).unwrap();
        for agent in shipped::all() {
            let agent = Reference::whole(agent.clone());
            let training = Training {
                agent: Source::Shipped.resolve(&agent).unwrap(),
                ..file.clone().training(Source::Shipped).unwrap()
            };
            let written = training.to_toml();
            // Plain values, the sections, and then the agent and the rules as their files have them.
            let mut plain = RunFile::from(&training);
            (plain.agent, plain.rules) = (None, None);
            let mut table: Table = toml::from_str(&plain.to_toml()).unwrap();
            let parsed = |text: &str| toml::from_str::<Value>(text).unwrap();
            table.insert("agent".into(), parsed(&training.agent.to_toml()));
            table.insert("rules".into(), parsed(&training.rules.to_toml()));
            assert_eq!(written, toml::to_string(&table).unwrap());
        }
    }
    let written = read(EXPERIMENTS[0]).unwrap().to_toml();
    assert!(written.starts_with(
        "version = \"0.1.0\"\nseed = 1\ngenerations = 25\ngames = 1\nvalidation = 20\nheld_out = 200\n\n\
         [learn]\nweights = []\nstart = \"zero\"\nspread = 0.5\n\n\
         [learn.starts]\nholes = 0.25\n\n[learn.spreads]\nholes = 0.25\n\n[learn.low]\n\n[learn.high]\n\n\
         [optimizer]\nkind = \"ga\"\npopulation = 50\n"
    ), "{written}");
}

#[test]
fn a_run_reads_only_what_leaves_nothing_out() {
    let whole = read("agent = 'bcts'").unwrap().to_toml();
    assert_eq!(Training::from_toml(&whole).unwrap().to_toml(), whole);
    let wrong = |from: &str, to: &str| {
        assert!(whole.contains(from), "{whole}");
        Training::from_toml(&whole.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert!(wrong("version = \"0.1.0\"\n", "").contains("version is missing"));
    assert!(wrong("version = \"0.1.0\"\n", "version = \"9\"\nx = 1\n").contains("version \"9\""));
    assert!(wrong("generations = 50\n", "").contains("generations is missing"));
    assert!(wrong("width = 10\n", "width = 99\n").contains("width is 99, expected 4 to 16"));
    assert!(Training::from_toml("agent = 'bcts'").is_err());
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |text: &str| read(text).unwrap_err();
    assert!(wrong("").starts_with("no agent given: expected --agent NAME|FILE"));
    assert!(wrong("agent = 'nobody'").starts_with("no agent \"nobody\": expected one of"));
    assert!(
        wrong("agent = 'bcts'\nrules = '/etc/passwd'").starts_with("no ruleset \"/etc/passwd\"")
    );
    assert!(wrong("agent = 'bcts'\nboard = '10'").contains("expected WxH, such as 10x20"));
    assert!(wrong("agent = 'bcts'\nboard = 10").contains("expected a string"));
    assert!(wrong("agent = 'bcts'\ngeneration = 1").contains("unknown field `generation`"));
    assert!(wrong("agent = 'bcts'\nlearn = { star = 1 }").contains("unknown field `star`"));
    assert!(wrong("agent = 'bcts'\nset = { hole = 1 }").contains("expected holes, hole_depth"));
    assert!(wrong("agent = 'bcts'\noptimizer = 3").contains("expected a map"));
    assert!(wrong("agent = 'bcts'\n[objective]\nkind = 'fame'").contains("unknown variant `fame`"));
    assert!(wrong("agent = 'bcts'\n[optimizer]\nkind = 'luck'").contains("unknown variant `luck`"));
    assert!(wrong("agent = 'bcts'\nversion = '9'").contains("version \"9\", expected"));
}

/// Flags are not TOML, and can be greater than its numbers.
#[test]
fn what_a_file_cannot_hold_is_refused() {
    let file = || RunFile::from_toml("agent = 'bcts'").unwrap();
    let large = |change: fn(&mut RunFile)| {
        let mut file = file();
        change(&mut file);
        let error = file.training(Source::Shipped).unwrap_err().to_string();
        assert!(
            error.ends_with(" is 18446744073709551615, expected less than 9223372036854775808")
        );
        error.split(' ').next().map(String::from)
    };
    assert_eq!(large(|file| file.seed = Some(u64::MAX)).unwrap(), "seed");
    assert_eq!(large(|file| file.race = Some(Race::new(u64::MAX))).unwrap(), "race.first");
    let pieces = large(|file| file.objective().pieces = Some(u64::MAX));
    assert_eq!(pieces.unwrap(), "objective.pieces");
    let lines = large(|file| file.objective().lines = Some(u64::MAX));
    assert_eq!(lines.unwrap(), "objective.lines");
    for change in [
        |file: &mut RunFile| file.games = Some(u64::MAX),
        |file: &mut RunFile| file.generations = Some(u64::MAX),
    ] {
        let mut file = file();
        change(&mut file);
        assert!(file.training(Source::Shipped).is_err());
    }
}

/// Run files from elsewhere cannot name files, nor can the default rules of an agent in one.
#[test]
fn only_what_is_shipped_is_looked_up() {
    assert_eq!(read(EXPERIMENTS[1]).unwrap().agent.name, "capstone-sprint");
    assert!(read("agent = 'bcts'\nboard = '10x13'").is_ok());
    // A file that exists, and would be read if it were looked for.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/agents/bcts.toml");
    assert!(read(&format!("agent = {file:?}")).unwrap_err().starts_with("no agent"));
    let mut agent = shipped::get("bcts").unwrap().clone();
    agent.rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/rulesets/classic.toml").into();
    let file = RunFile { agent: Some(Reference::whole(agent)), ..RunFile::default() };
    let error = file.training(Source::Shipped).unwrap_err().to_string();
    assert!(error.starts_with("no ruleset"), "{error}");
}
