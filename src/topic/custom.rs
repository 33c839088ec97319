//! Topics that a learner adds to the map of a language. Owns their stored form (`.state/custom_topics/<language>.json`), their ids and their bounds, and
//! turns them into nodes of a track of their own: no prerequisites, the middle depth, one generic tag. Only a model can make exercises for them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::tidy;
use super::words::words;
use crate::curriculum::{Node, Track};
use crate::language;
use crate::session::Depth;
use crate::store::{NewProgress, Notice, Room, StateLock, Store, StoreError};
use crate::workspace::hash_of;

/// The track under which they appear.
pub const TRACK: &str = "custom";
/// Nodes have at least one tag; this one fits any topic of any language.
const GENERIC_TAG: &str = "index-past-the-end";
pub const MAX_TOPICS: usize = 100;
pub const MAX_TITLE: usize = 80;
const MAX_SLUG: usize = 32;

/// The topics of one language, as they are stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Topics {
    pub topics: Vec<CustomTopic>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomTopic {
    pub id: String,
    pub title: String,
    pub added_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    New(CustomTopic),
    /// The same words were added before.
    Known(CustomTopic),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotAdd {
    #[error("a topic needs words, and there are none in what was typed")]
    NoWords,
    #[error("there are {MAX_TOPICS} topics of your own already; `topic remove` makes room")]
    TooMany,
}

impl Topics {
    pub fn add(&mut self, language: &str, text: &str, now: Timestamp) -> Result<Added, CannotAdd> {
        let title = tidy(text, MAX_TITLE);
        if !title.chars().any(char::is_alphanumeric) {
            return Err(CannotAdd::NoWords);
        }
        let same = |topic: &&CustomTopic| words(&topic.title) == words(&title);
        if let Some(known) = self.topics.iter().find(same) {
            return Ok(Added::Known(known.clone()));
        }
        if self.topics.len() >= MAX_TOPICS {
            return Err(CannotAdd::TooMany);
        }
        let topic = CustomTopic { id: self.free_id(language, &title), title, added_at: now };
        self.topics.push(topic.clone());
        Ok(Added::New(topic))
    }

    pub fn remove(&mut self, id: &str) -> Option<CustomTopic> {
        let at = self.topics.iter().position(|t| t.id.eq_ignore_ascii_case(id.trim()))?;
        Some(self.topics.remove(at))
    }

    /// `X-borrowing-in-trees-3f2a`: readable, and of its language and title alone, so that the same topic has the same id on every machine.
    fn free_id(&self, language: &str, title: &str) -> String {
        let hash = hash_of(format!("{language}\n{}", words(title).join(" ")).as_bytes());
        let slug = slug(title);
        let id = |letters: usize| format!("X-{slug}-{}", &hash[..letters]);
        (4..=24).map(id).find(|id| !self.topics.iter().any(|t| t.id == *id)).unwrap_or_else(|| id(32))
    }
}

fn slug(title: &str) -> String {
    let mut slug = String::new();
    for word in words(title) {
        let ascii: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        if ascii.is_empty() || slug.len() + ascii.len() + 1 > MAX_SLUG {
            continue;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&ascii);
    }
    if slug.is_empty() { "topic".to_owned() } else { slug }
}

impl CustomTopic {
    pub fn node(&self, language: &str) -> Node {
        Node {
            id: self.id.clone(),
            title: self.title.clone(),
            language: language.to_owned(),
            track: TRACK.to_owned(),
            depth: Depth::D2,
            prerequisites: Vec::new(),
            keywords: Vec::new(),
            tags: vec![GENERIC_TAG.to_owned()],
            needs: Vec::new(),
            about: String::new(),
        }
    }

    /// Whether a topic from a file of unknown origin is one that this module could have made.
    pub fn is_sound(&self) -> bool {
        is_sound_id(&self.id) && self.title.chars().any(char::is_alphanumeric) && tidy(&self.title, MAX_TITLE) == self.title
    }
}

/// Whether an id is one that this module could have made.
pub fn is_sound_id(id: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    id.starts_with("X-") && (3..=80).contains(&id.len()) && id.bytes().all(plain)
}

/// Ids of own topics begin like no id of the map.
pub fn is_custom(id: &str) -> bool {
    id.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("X-"))
}

/// The track of own topics; it comes last.
pub fn track(language: &str) -> Track {
    Track {
        id: TRACK.to_owned(),
        title: "Custom".to_owned(),
        order: u32::MAX,
        about: "Topics you added yourself; a model makes exercises for them.".to_owned(),
        language: language.to_owned(),
    }
}

pub fn read(store: &Store, language: &str) -> Result<(Topics, Option<Notice>), StoreError> {
    store.read_from(Room::CustomTopics, language)
}

pub fn write(store: &Store, lock: &StateLock, language: &str, topics: &Topics) -> Result<(), StoreError> {
    store.commit_progress(lock, vec![NewProgress::of(Room::CustomTopics, language, topics)?])
}

/// The own topics of a language as nodes. One that cannot be read is none: the commands that manage them say so.
pub fn nodes(store: &Store, language: &str) -> Vec<Node> {
    let topics = read(store, language).map(|(topics, _)| topics.topics).unwrap_or_default();
    topics.iter().map(|t| t.node(language)).collect()
}

/// An own topic of any language.
pub fn find(store: &Store, id: &str) -> Option<Node> {
    if !is_custom(id.trim()) {
        return None;
    }
    language::all().iter().find_map(|l| nodes(store, &l.name).into_iter().find(|n| n.id.eq_ignore_ascii_case(id.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;

    fn now() -> Timestamp {
        Timestamp::UNIX_EPOCH
    }

    fn added(topics: &mut Topics, text: &str) -> CustomTopic {
        match topics.add("rust", text, now()) {
            Ok(Added::New(topic)) => topic,
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn ids_are_readable_unique_and_safe_as_file_names() {
        let mut topics = Topics::default();
        let odd = [
            "Borrowing in trees",
            "../../etc/passwd",
            "größe",
            "世界",
            "世 界",
            "\u{1b}[31mred\u{0}",
            &"long ".repeat(30_000),
            "x/y\\z",
            "CON",
            ".",
        ];
        let mut ids = Vec::new();
        for text in odd.iter().filter(|t| **t != ".") {
            let topic = added(&mut topics, text);
            assert!(topic.is_sound() && topic.title.chars().count() <= MAX_TITLE, "{topic:?}");
            assert!(topic.id.len() <= 64 && !topic.id.contains(['.', '/', '\\']), "{topic:?}");
            ids.push(topic.id);
        }
        assert!(ids[0].starts_with("X-borrowing-in-trees-"), "{}", ids[0]);
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), odd.len() - 1);
        for text in [".", "", " \n", "\u{1b}[2J", "…"] {
            assert_eq!(topics.add("rust", text, now()), Err(CannotAdd::NoWords), "{text:?}");
        }
    }

    #[test]
    fn the_same_words_are_the_same_topic_and_there_is_an_end_to_them() {
        let mut topics = Topics::default();
        let first = added(&mut topics, "Borrowing in trees");
        assert_eq!(topics.add("rust", "  borrowing IN trees!", now()), Ok(Added::Known(first.clone())));
        let other = Topics::default().add("c", "Borrowing in trees", now());
        assert!(matches!(other, Ok(Added::New(topic)) if topic.id != first.id), "each language has its own");
        for n in 1..MAX_TOPICS {
            added(&mut topics, &format!("topic {n}"));
        }
        assert_eq!(topics.add("rust", "one more", now()), Err(CannotAdd::TooMany));
        assert_eq!(topics.remove(&first.id.to_lowercase()), Some(first.clone()));
        assert_eq!(topics.remove(&first.id), None);
    }

    #[test]
    fn topics_are_stored_and_come_back_as_nodes() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        assert!(nodes(&store, "rust").is_empty() && !dir.path().join(".state").exists(), "reading writes nothing");
        let mut topics = Topics::default();
        let topic = added(&mut topics, "Borrowing in trees");
        write(&store, &store.lock().unwrap(), "rust", &topics).unwrap();
        let node = find(&store, &topic.id).expect("it is found");
        assert_eq!((node.title.as_str(), node.language.as_str(), node.track.as_str()), ("Borrowing in trees", "rust", TRACK));
        assert_eq!((node.depth, node.prerequisites.len(), node.tags.len()), (Depth::D2, 0, 1));
        assert!(nodes(&store, "c").is_empty());
        std::fs::write(dir.path().join(".state/custom_topics/c.json"), "{\"formatVersion\":99}").unwrap();
        assert!(matches!(read(&store, "c"), Err(StoreError::TooNew { .. })));
        assert!(find(&store, &topic.id).is_some(), "another language's file is no obstacle");
        assert!(find(&store, "S100").is_none() && find(&store, "ä").is_none());
    }

    #[test]
    fn the_generic_tag_is_in_the_catalogue() {
        let catalogue = crate::assets::text("curriculum/misconceptions.toml").expect("the catalogue");
        assert!(catalogue.contains(&format!("id = \"{GENERIC_TAG}\"")));
    }
}
