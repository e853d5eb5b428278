//! The worker's side: agents think here, so that the page never waits.

use wasm_bindgen::{JsCast, JsValue, prelude::*};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::{analysis, coach, grading, lane::Lane, measure::Bench};
use crate::{Answer, Request, make_exercise};

/// Listens to the page; called once in every worker.
#[wasm_bindgen]
pub fn worker() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let reply = scope.clone();
    let (mut lane, mut bench) = (None, None);
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        let answer = serde_json::from_str(&text)
            .map_err(|error| error.to_string())
            .and_then(|request| match request {
                Request::Review { game, judge, nodes } => {
                    grading::review(&game, &judge, nodes, |answer| post(&reply, &answer))
                }
                Request::Perfect { rules, position, nodes } => {
                    analysis::perfect(&rules, &position, nodes, |answer| post(&reply, &answer))
                }
                Request::Habits { games, nodes } => {
                    Ok(coach::habits(&games, nodes, |answer| post(&reply, &answer)))
                }
                request => answer(&mut lane, &mut bench, request),
            })
            .unwrap_or_else(Answer::Error);
        post(&reply, &answer);
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&scope, &Answer::Ready);
}

fn post(scope: &DedicatedWorkerGlobalScope, answer: &Answer) {
    let text = serde_json::to_string(answer).unwrap_or_default();
    let _ = scope.post_message(&JsValue::from_str(&text));
}

fn answer(
    lane: &mut Option<Lane>,
    bench: &mut Option<Bench>,
    request: Request,
) -> Result<Answer, String> {
    if let Request::Open(table) = &request {
        *lane = Some(Lane::open(table)?);
    }
    match &request {
        Request::Analyse { agent, rules, position, nodes } => {
            return analysis::analyse(agent, rules, position, *nodes);
        }
        Request::Openers { rules, position } => return coach::openers(rules, position),
        &Request::Exercise { skill, level, seed } => {
            let made = make_exercise(skill, level, seed).ok_or("no exercise was found")?;
            return Ok(Answer::Exercise(Box::new(made)));
        }
        Request::Prepare(order) => {
            *bench = Some(Bench::new(order)?);
            return Ok(Answer::Ready);
        }
        Request::Measure { games } => {
            let bench = bench.as_ref().ok_or("no population was named")?;
            return bench.measure(games).map(Answer::Measured);
        }
        _ => {}
    }
    let lane = lane.as_mut().ok_or("no game was begun")?;
    let mut rank = true;
    match request {
        Request::Open(_) | Request::Rank => {}
        Request::Play { most, ms, rank: wanted } => {
            let start = js_sys::Date::now();
            lane.play(most, || js_sys::Date::now() - start < ms);
            rank = wanted;
        }
        Request::Choose { choice } => lane.choose(choice)?,
        Request::Back { pieces } => lane.back(pieces),
        _ => {}
    }
    let mut view = lane.view();
    if rank {
        view.ranked = lane.rank();
    }
    Ok(Answer::View(Box::new(view)))
}
