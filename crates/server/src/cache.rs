//! Answers kept, so that a question asked twice is computed once.

use crate::question::Answer;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// Answers by question, the oldest forgotten first, up to a number of bytes.
pub struct Cache {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    answers: HashMap<String, Arc<Answer>>,
    order: VecDeque<String>,
    bytes: usize,
}

/// What an entry costs beyond its text.
const OVERHEAD: usize = 256;

impl Cache {
    pub fn new(most: usize) -> Self {
        Self { most, state: Mutex::default() }
    }

    pub fn get(&self, question: &str) -> Option<Arc<Answer>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.answers.get(question).cloned()
    }

    pub fn put(&self, question: String, answer: Arc<Answer>) {
        let cost =
            |question: &str, answer: &Answer| 2 * question.len() + answer.body.len() + OVERHEAD;
        let needed = cost(&question, &answer);
        if needed > self.most / 4 {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.answers.contains_key(&question) {
            return;
        }
        while state.bytes + needed > self.most {
            let Some(oldest) = state.order.pop_front() else { break };
            if let Some(gone) = state.answers.remove(&oldest) {
                state.bytes -= cost(&oldest, &gone);
            }
        }
        state.bytes += needed;
        state.order.push_back(question.clone());
        state.answers.insert(question, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_answers_make_room() {
        let cache = Cache::new(10_000);
        let answer = |size: usize| Arc::new(Answer::text("x".repeat(size)));
        for i in 0..100 {
            cache.put(format!("q{i}"), answer(1000));
        }
        assert!(cache.get("q0").is_none());
        assert!(cache.get("q99").is_some());
        assert!(cache.state.lock().unwrap().bytes <= 10_000);
        cache.put("large".into(), answer(9_000));
        assert!(cache.get("large").is_none(), "one answer must not push out all others");
    }
}
