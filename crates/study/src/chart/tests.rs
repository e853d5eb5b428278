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
        let line = ChartLine { name: "n".into(), points };
        let svg = LineChart { series: vec![line.clone(), line], ..LineChart::default() }.svg();
        assert!(is_closed(&svg) && !svg.contains("inf"), "{svg}");
    }
    let shares = vec![vec![Some(0.25), None], vec![Some(0.0), Some(0.001)]];
    let names = ["a", "b"].map(String::from).to_vec();
    let svg = Heat { label: "h".into(), rows: names.clone(), columns: names, shares }.svg();
    assert!(is_closed(&svg) && svg.contains(">25<"), "{svg}");
    assert!(is_closed(&standalone(&svg)));
}

/// Where the labels below the bars are, and what they say: they come after the scale's.
fn labels_of(svg: &str) -> Vec<(f64, String)> {
    let texts = svg.split("<text x=\"").skip(1);
    let read = |text: &str| {
        let x = text.split('"').next().unwrap().parse().unwrap();
        (x, text.split(['>', '<']).nth(1).unwrap().to_string())
    };
    texts.map(read).collect()
}

#[test]
fn every_bar_has_a_label_with_room_around_it() {
    for count in 1..=80 {
        for step in [1.0, 25.0, 500.0, 12_500.0] {
            let labels: Vec<String> = (0..count).map(|n| short(n as f64 * step)).collect();
            let bars = vec![Some(Bar { value: 1.0, interval: None }); count];
            let series = vec![("s".to_string(), bars)];
            let svg = Bars { labels: labels.clone(), series, ..Bars::default() }.svg();
            let found = labels_of(&svg);
            assert_eq!(found[0].1, labels[0], "{count} by {step}");
            let is_turned = svg.contains("rotate");
            for pair in found.windows(2) {
                let wide = 6.6 * pair[0].1.len().max(pair[1].1.len()) as f64;
                let room = if is_turned { 10.0 } else { wide };
                assert!(pair[1].0 - pair[0].0 > room, "{count} by {step}: {pair:?}");
            }
            // Only of very many some are left out, and not more than must be.
            let least = if count <= 38 { count } else { 5 };
            assert!(found.len() >= least, "{count} by {step}: {found:?}");
        }
    }
    // Of names none is left out.
    let labels: Vec<String> = (0..18).map(|n| format!("feature {n}")).collect();
    let series = vec![("s".to_string(), vec![Some(Bar { value: 1.0, interval: None }); 18])];
    let svg = Bars { labels: labels.clone(), series, ..Bars::default() }.svg();
    assert!(labels.iter().all(|label| svg.contains(&format!(">{label}</text>"))));
}

#[test]
fn one_line_far_off_does_not_flatten_the_others() {
    let line = |from: f64, to: f64| ChartLine {
        name: "n".into(),
        points: (0..10).map(|x| (x as f64, from + (to - from) * x as f64 / 9.0, None)).collect(),
    };
    let svg = |series: Vec<ChartLine>| LineChart { series, ..LineChart::default() }.svg();
    let chart = svg(vec![line(10.0, 12.0), line(9.0, 11.0), line(-1e6, 8.0)]);
    assert!(chart.contains("see the data") && chart.contains(">12<") && is_closed(&chart));
    // Nothing is drawn outside the chart.
    let heights = chart.split(['M', 'L']).filter_map(|at| at.split(['"', 'Z']).next());
    let heights = heights.filter_map(|at| at.split(' ').nth(1)?.parse::<f64>().ok());
    assert!(heights.into_iter().all(|y| (0.0..=240.0).contains(&y)), "{chart}");
    // Of two lines, and of lines that differ a little, all is shown.
    assert!(!svg(vec![line(10.0, 12.0), line(-1e6, 8.0)]).contains("see the data"));
    let near = svg(vec![line(10.0, 12.0), line(9.0, 11.0), line(5.0, 8.0)]);
    assert!(!near.contains("see the data"));
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
            let parallel =
                Parallel { label: "p".into(), axes, threads: threads.clone(), least: vec![] };
            let svg = parallel.svg();
            assert!(is_closed(&svg) && !svg.contains("NaN") && !svg.contains("<b>"), "{svg}");
        }
    }
    let threads = vec![(0.0, vec![-1.0, 2.0, 3.0]), (1.0, vec![1.0, 0.0, 9.0])];
    let svg = Parallel { label: "p".into(), axes, threads, least: vec![] }.svg();
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
    let marks = [(placement("I@4,1N"), BoardMark::Played), (placement("O@0,1N"), BoardMark::Best)];
    let svg = board(&stack, &marks, "a board");
    assert!(is_closed(&svg));
    assert_eq!(svg.matches("\"played\"").count(), 4);
    assert_eq!(svg.matches("\"stack\"").count(), 9);
    // The outline of a square of two by two is eight sides of cells.
    assert_eq!(svg.matches('M').count(), 8);
}

#[test]
fn axes_can_be_told_to_stand_still() {
    let line = ChartLine { name: "a".into(), points: vec![(0.0, 1.0, None), (5.0, 2.0, None)] };
    let svg =
        |across| LineChart { series: vec![line.clone()], across, ..LineChart::default() }.svg();
    let end = |svg: &str| svg.rsplit_once('L').unwrap().1.split(' ').next().unwrap().parse::<f64>();
    assert!(end(&svg(Some([0.0, 10.0]))).unwrap() < end(&svg(None)).unwrap());
    let threads = vec![(1.0, vec![0.5])];
    let parallel = |least: Vec<[f64; 2]>| {
        Parallel { axes: vec!["w".into()], threads: threads.clone(), least, ..Parallel::default() }
            .svg()
    };
    assert!(parallel(vec![[-8.0, 8.0]]).contains(">8<"), "{}", parallel(vec![[-8.0, 8.0]]));
    assert!(!parallel(vec![]).contains(">8<"));
}
