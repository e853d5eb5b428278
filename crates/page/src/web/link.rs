//! The page's side of a worker.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::{Answer, Request};

/// A worker that is told things one at a time: the next when the last is answered.
///
/// It ends with this value, whatever it thinks about.
pub struct Link {
    worker: Worker,
    queue: Rc<RefCell<Queue>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Request>,
    // Not yet there, or thinking.
    is_busy: bool,
}

impl Link {
    /// Starts a worker; every answer but the first greeting is handed over.
    pub fn new(mut on_answer: impl FnMut(Answer) + 'static) -> Result<Link, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("worker.js", &options)
            .map_err(|error| format!("no worker could be started: {error:?}"))?;
        let queue = Rc::new(RefCell::new(Queue { is_busy: true, ..Queue::default() }));
        let (sender, shared) = (worker.clone(), Rc::clone(&queue));
        let on_message = Closure::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            let answer = serde_json::from_str::<Answer>(&text)
                .unwrap_or_else(|error| Answer::Error(format!("a strange answer: {error}")));
            if answer.is_last() {
                shared.borrow_mut().is_busy = false;
                next(&sender, &shared);
            }
            if answer != Answer::Ready {
                on_answer(answer);
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Ok(Link { worker, queue, _on_message: on_message })
    }

    /// Asks for something; in its turn.
    pub fn ask(&self, request: Request) {
        self.queue.borrow_mut().waiting.push_back(request);
        next(&self.worker, &self.queue);
    }

    /// Whether nothing is asked that is not answered.
    pub fn is_free(&self) -> bool {
        let queue = self.queue.borrow();
        !queue.is_busy && queue.waiting.is_empty()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.terminate();
    }
}

fn next(worker: &Worker, queue: &Rc<RefCell<Queue>>) {
    let mut queue = queue.borrow_mut();
    if queue.is_busy {
        return;
    }
    if let Some(request) = queue.waiting.pop_front() {
        let text = serde_json::to_string(&request).unwrap_or_default();
        queue.is_busy = worker.post_message(&JsValue::from_str(&text)).is_ok();
    }
}
