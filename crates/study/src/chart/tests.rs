//! Pictures are sound whatever they are given.

use super::*;

/// Whether every element is closed: a chart is XML.
fn is_closed(svg: &str) -> bool {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let Some((tag, _)) = part.split_once('>') else { return false };
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) if open.pop() != Some(name) => return false,
            (false, false) => open.push(name),
            _ => {}
        }
    }
    open.is_empty()
}

#[test]
fn charts_are_sound_even_without_values() {
    let bar = |value, interval| Some(Bar { value, interval });
    for series in [
        vec![],
        vec![("one".into(), vec![])],
        vec![("<a>".into(), vec![bar(1.0, Some([0.5, 2.0])), None, bar(-3.0, None)])],
        vec![("a".into(), vec![bar(0.0, None)]), ("b".into(), vec![bar(f64::NAN, None)])],
    ] {
        let labels = ["x", "a long & slanted name", "z"].map(String::from).to_vec();
        let svg = Bars { label: "l".into(), unit: "%".into(), labels, series }.svg();
        assert!(is_closed(&svg), "{svg}");
        assert!(!svg.contains("<a>"));
    }
    for points in
        [vec![], vec![(1.0, 2.0, None)], vec![(0.0, 1.0, Some([0.0, 2.0])), (5.0, 3.0, None)]]
    {
        let line = Line { name: "n".into(), points };
        let svg = Lines { series: vec![line.clone(), line], ..Lines::default() }.svg();
        assert!(is_closed(&svg) && !svg.contains("inf"), "{svg}");
    }
    let shares = vec![vec![Some(0.25), None], vec![Some(0.0), Some(0.001)]];
    let names = ["a", "b"].map(String::from).to_vec();
    let svg = Heat { label: "h".into(), rows: names.clone(), columns: names, shares }.svg();
    assert!(is_closed(&svg) && svg.contains(">25<"), "{svg}");
    assert!(is_closed(&standalone(&svg)));
}

#[test]
fn parallel_coordinates_are_sound_even_without_values() {
    let axes = ["a", "<b>", "a long name of a weight"].map(String::from).to_vec();
    for threads in [
        vec![],
        vec![(1.0, vec![1.0, 1.0, 1.0])],
        vec![
            (0.0, vec![-1.0, 2.0, 3.0]),
            (f64::NAN, vec![f64::NAN; 3]),
            (1.0, vec![1.0, 0.0, 9.0]),
        ],
        vec![(0.5, vec![1.0])],
    ] {
        for axes in [vec![], axes[..1].to_vec(), axes.clone()] {
            let parallel = Parallel { label: "p".into(), axes, threads: threads.clone() };
            let svg = parallel.svg();
            assert!(is_closed(&svg) && !svg.contains("NaN") && !svg.contains("<b>"), "{svg}");
        }
    }
    let threads = vec![(0.0, vec![-1.0, 2.0, 3.0]), (1.0, vec![1.0, 0.0, 9.0])];
    let svg = Parallel { label: "p".into(), axes, threads }.svg();
    // From the lowest place of the first axis, to the highest of the second.
    assert!(svg.contains("d=\"M30.0 190.0L240.0 20.0L450.0 190.0\""), "{svg}");
}

#[test]
fn scales_have_round_ticks_that_hold_everything() {
    let scale = Scale::new([0.0, 97.3], [200.0, 0.0], 4.0);
    assert_eq!(scale.ticks().collect::<Vec<_>>(), [0.0, 50.0, 100.0]);
    assert_eq!((scale.at(0.0), scale.at(100.0)), (200.0, 0.0));
    let scale = Scale::new([-0.2, 0.35], [0.0, 1.0], 4.0);
    assert!(scale.at(-0.2) >= 0.0 && scale.at(0.35) <= 1.0);
    assert_eq!(
        [0.0, 0.05, 12.345, 105.25, 54321.0].map(short),
        ["0", "0.05", "12.35", "105.2", "54.3k"]
    );
}

#[test]
fn boards_show_both_placements() {
    let stack = "XX.XXXXXXX".parse().unwrap();
    let placement = |text: &str| text.parse().unwrap();
    let marks = [(placement("I@4,1N"), Mark::Played), (placement("O@0,1N"), Mark::Best)];
    let svg = board(&stack, &marks, "a board");
    assert!(is_closed(&svg));
    assert_eq!(svg.matches("\"played\"").count(), 4);
    assert_eq!(svg.matches("\"stack\"").count(), 9);
    // The outline of a square of two by two is eight sides of cells.
    assert_eq!(svg.matches('M').count(), 8);
}
