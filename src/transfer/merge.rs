//! Two records of the same learner made into one. Pure, and the same for every kind of progress file, those of later versions included: objects are
//! united key by key, lists entry by entry in the order of their times, the higher `level` wins, and of two other values that of the later record.

use jiff::Timestamp;
use serde_json::{Map, Value};

/// Deeper than any file of ours; what is nested further is taken as it is.
const MAX_DEPTH: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prefer {
    Mine,
    Theirs,
}

pub fn merge(mine: &Value, theirs: &Value) -> Value {
    merged(mine, theirs, Prefer::Mine, 0)
}

fn merged(mine: &Value, theirs: &Value, prefer: Prefer, depth: usize) -> Value {
    match (mine, theirs) {
        (Value::Null, other) | (other, Value::Null) => other.clone(),
        (Value::Object(a), Value::Object(b)) if depth < MAX_DEPTH => {
            // An object that says when it was last touched decides for all that is in it.
            let prefer = match (latest(a), latest(b)) {
                (Some(a), Some(b)) if b > a => Prefer::Theirs,
                (Some(a), Some(b)) if a > b => Prefer::Mine,
                _ => prefer,
            };
            let mut all = Map::new();
            for (key, value) in a {
                let value = match b.get(key) {
                    Some(other) if key == "level" => higher(value, other),
                    Some(other) => merged(value, other, prefer, depth + 1),
                    None => value.clone(),
                };
                all.insert(key.clone(), value);
            }
            for (key, value) in b.iter().filter(|(key, _)| !a.contains_key(*key)) {
                all.insert(key.clone(), value.clone());
            }
            Value::Object(all)
        }
        (Value::Array(a), Value::Array(b)) => {
            let known: std::collections::HashSet<String> = a.iter().map(Value::to_string).collect();
            let mut all = a.clone();
            all.extend(b.iter().filter(|entry| !known.contains(&entry.to_string())).cloned());
            if all.iter().all(|entry| time_of(entry).is_some()) {
                all.sort_by_key(time_of);
            }
            Value::Array(all)
        }
        _ if prefer == Prefer::Theirs => theirs.clone(),
        _ => mine.clone(),
    }
}

fn higher(mine: &Value, theirs: &Value) -> Value {
    if theirs.as_f64() > mine.as_f64() { theirs.clone() } else { mine.clone() }
}

fn time_of(entry: &Value) -> Option<Timestamp> {
    entry.get("at")?.as_str()?.parse().ok()
}

/// When an object was last touched: its latest time, leaving out those that lie ahead by their nature.
fn latest(object: &Map<String, Value>) -> Option<Timestamp> {
    object.iter().filter(|(key, _)| *key != "due").filter_map(|(_, value)| value.as_str()?.parse::<Timestamp>().ok()).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn levels_rise_histories_unite_and_nothing_is_lost() {
        let mine = json!({"nodes": {"A": {"level": 1, "history": [{"at": "2026-01-01T00:00:00Z", "to": 1}, {"at": "2026-03-01T00:00:00Z", "to": 1}]}}});
        let theirs = json!({"nodes": {"A": {"level": 3, "history": [{"at": "2026-02-01T00:00:00Z", "to": 3}, {"at": "2026-01-01T00:00:00Z", "to": 1}]},
            "B": {"level": 2}}});
        let both = merge(&mine, &theirs);
        assert_eq!((&both["nodes"]["A"]["level"], &both["nodes"]["B"]["level"]), (&json!(3), &json!(2)));
        let times: Vec<&str> = both["nodes"]["A"]["history"].as_array().unwrap().iter().filter_map(|c| c["at"].as_str()).collect();
        assert_eq!(times, ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"]);
        assert_eq!(merge(&both, &theirs), both, "a second time changes nothing");
        assert_eq!(merge(&both, &mine), both);
        assert_eq!(merge(&Value::Null, &mine), mine);
    }

    #[test]
    fn of_two_cards_the_one_reviewed_later_wins_as_a_whole() {
        let mine =
            json!({"memory": {"stability": 9.0}, "lastReview": "2026-01-01T00:00:00Z", "due": "2029-01-01T00:00:00Z", "history": []});
        let theirs =
            json!({"memory": {"stability": 2.0}, "lastReview": "2026-05-01T00:00:00Z", "due": "2026-06-01T00:00:00Z", "history": []});
        assert_eq!(merge(&mine, &theirs), theirs);
        assert_eq!(merge(&theirs, &mine), theirs);
    }
}
