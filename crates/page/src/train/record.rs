//! How practice went, skill by skill.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Skill;

/// What was tried and done of one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SkillRecord {
    pub tried: u64,
    pub done: u64,
    /// Done since the last miss, and the most there ever were.
    pub streak: u64,
    pub best_streak: u64,
    /// The level that was tried last.
    pub level: u64,
}

/// The records by the skills' names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Practice(BTreeMap<String, SkillRecord>);

impl SkillRecord {
    /// One more was done, or missed.
    pub fn note(&mut self, is_done: bool, level: u64) {
        self.level = level;
        self.tried += 1;
        self.done += is_done as u64;
        self.streak = if is_done { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
    }

    /// The level to go on with: the last one, or the easiest.
    pub fn level(&self, skill: Skill) -> u64 {
        let known = skill.levels().iter().find(|(level, _)| *level == self.level);
        known.or(skill.levels().first()).map_or(0, |&(level, _)| level)
    }
}

impl Practice {
    /// The record of a skill; an empty one if there is none.
    pub fn of(&self, name: &str) -> SkillRecord {
        self.0.get(name).cloned().unwrap_or_default()
    }

    /// Keeps the record of a skill.
    pub fn set(&mut self, name: &str, record: SkillRecord) {
        self.0.insert(name.into(), record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_counted_and_kept() {
        let mut record = SkillRecord::default();
        assert_eq!(record.level(Skill::PerfectClears), 4);
        for is_done in [true, true, false, true] {
            record.note(is_done, 6);
        }
        assert_eq!((record.tried, record.done, record.streak, record.best_streak), (4, 3, 1, 2));
        assert_eq!((record.level(Skill::PerfectClears), record.level(Skill::TSpins)), (6, 1));
        let mut practice = Practice::default();
        practice.set("t-spins", record.clone());
        let text = serde_json::to_string(&practice).unwrap();
        let again: Practice = serde_json::from_str(&text).unwrap();
        assert_eq!((again.of("t-spins"), again.of("finesse")), (record, SkillRecord::default()));
    }
}
