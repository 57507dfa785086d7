//! Answers kept, so that a question asked twice is computed once.

use moka::policy::EvictionPolicy;
use sprague_questions::Answer;
use std::sync::Arc;

/// Answers by question, those not asked for longest forgotten first, up to a number of bytes.
pub struct Cache {
    most: usize,
    answers: moka::sync::Cache<String, Arc<Answer>>,
}

/// What an entry costs beyond its text.
const OVERHEAD: usize = 256;

/// The bytes an answer takes here.
fn cost(question: &str, answer: &Answer) -> usize {
    question.len() + answer.body.len() + OVERHEAD
}

impl Cache {
    pub fn new(most: usize) -> Self {
        let answers = moka::sync::Cache::builder()
            .max_capacity(most as u64)
            .weigher(|question: &String, answer: &Arc<Answer>| {
                u32::try_from(cost(question, answer)).unwrap_or(u32::MAX)
            })
            .eviction_policy(EvictionPolicy::lru())
            .build();
        Self { most, answers }
    }

    pub fn get(&self, question: &str) -> Option<Arc<Answer>> {
        self.answers.get(question)
    }

    pub fn put(&self, question: String, answer: Arc<Answer>) {
        // One answer must not push out all others.
        if cost(&question, &answer) <= self.most / 4 {
            self.answers.insert(question, answer);
        }
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
        cache.answers.run_pending_tasks();
        assert!(cache.get("q0").is_none());
        assert!(cache.get("q99").is_some());
        assert!(cache.answers.weighted_size() <= 10_000);
        cache.put("large".into(), answer(9_000));
        assert!(cache.get("large").is_none(), "one answer must not push out all others");
    }

    #[test]
    fn an_answer_asked_for_again_stays() {
        let cache = Cache::new(10_000);
        let answer = |size: usize| Arc::new(Answer::text("x".repeat(size)));
        for i in 0..100 {
            cache.put(format!("q{i}"), answer(1000));
            cache.answers.run_pending_tasks();
            assert!(cache.get("q0").is_some(), "after {i}");
        }
    }
}
