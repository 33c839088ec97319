//! The reply schemas and their validator. Two forms of each exist: what is accepted (as stored in `assets/schemas/`) and what is sent to a model,
//! which lists every property as required because strict structured output wants it so.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::Value;

use crate::assets;
use crate::text;

static COMPILED: LazyLock<Mutex<HashMap<String, std::sync::Arc<Validator>>>> = LazyLock::new(|| Mutex::new(HashMap::new()));

/// Checks a value against a schema by name; the error says where and what.
pub fn validate(name: &str, value: &Value) -> Result<(), String> {
    let validator = compiled(name)?;
    let errors: Vec<String> = validator
        .iter_errors(value)
        .take(5)
        .map(|e| {
            let at = e.instance_path().to_string();
            let what = text::bounded(&e.masked().to_string(), 200);
            if at.is_empty() { what } else { format!("{at}: {what}") }
        })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(format!("the reply does not fit {name}: {}", errors.join("; "))) }
}

fn compiled(name: &str) -> Result<std::sync::Arc<Validator>, String> {
    let mut cache = COMPILED.lock().map_err(|_| "the schema cache is broken".to_owned())?;
    if let Some(found) = cache.get(name) {
        return Ok(found.clone());
    }
    let schema = accepted(name).ok_or_else(|| format!("there is no schema {name}"))?;
    let validator = jsonschema::draft202012::new(&schema).map_err(|e| format!("schema {name} is broken: {e}"))?;
    let validator = std::sync::Arc::new(validator);
    cache.insert(name.to_owned(), validator.clone());
    Ok(validator)
}

/// The schema a reply is held to.
pub fn accepted(name: &str) -> Option<Value> {
    let file = assets::text(&format!("schemas/{name}.json"))?;
    serde_json::from_str(file).ok()
}

/// The schema as it is sent to a model: every property required, at every depth, and without annotations.
pub fn sent(name: &str) -> Option<Value> {
    let mut schema = accepted(name)?;
    if let Some(map) = schema.as_object_mut() {
        map.remove("$schema");
        map.remove("title");
    }
    require_all(&mut schema);
    Some(schema)
}

fn require_all(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(names) = map.get("properties").and_then(Value::as_object).map(|p| p.keys().cloned().collect::<Vec<_>>()) {
                map.insert("required".to_owned(), names.into());
            }
            map.values_mut().for_each(require_all);
        }
        Value::Array(items) => items.iter_mut().for_each(require_all),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Role;

    fn objects<'a>(schema: &'a Value, found: &mut Vec<&'a serde_json::Map<String, Value>>) {
        match schema {
            Value::Object(map) => {
                if map.get("type") == Some(&Value::from("object")) {
                    found.push(map);
                }
                map.values().for_each(|v| objects(v, found));
            }
            Value::Array(items) => items.iter().for_each(|v| objects(v, found)),
            _ => {}
        }
    }

    #[test]
    fn every_schema_can_be_sent_as_strict_structured_output() {
        for role in Role::ALL {
            let sent = sent(role.schema()).expect("the schema exists");
            assert_eq!(sent["type"], "object", "{role:?} has an object at its root");
            let text = sent.to_string();
            for word in ["oneOf", "allOf", "\"if\"", "minLength", "maxLength", "$ref"] {
                assert!(!text.contains(word), "{role:?} uses {word}");
            }
            let mut all = Vec::new();
            objects(&sent, &mut all);
            for object in all {
                assert_eq!(object["additionalProperties"], false);
                let required = object["required"].as_array().expect("required is a list").len();
                assert_eq!(required, object["properties"].as_object().expect("properties").len(), "{role:?} requires all");
            }
        }
    }

    #[test]
    fn next_focus_may_be_missing_null_or_empty() {
        for focus in [None, Some(Value::Null), Some(Value::from(""))] {
            let mut section = serde_json::json!({
                "schema_version": "lesson_section_v1", "role": "lesson-expand", "section_id": "s1", "section_title": "t",
                "type": "concept", "content": "c", "is_complete": false });
            if let Some(focus) = focus {
                section["next_focus"] = focus;
            }
            assert_eq!(validate("lesson_section_v1", &section), Ok(()));
        }
    }

    #[test]
    fn a_wrong_type_in_a_nullable_field_is_refused() {
        let section = serde_json::json!({
            "schema_version": "lesson_section_v1", "role": "lesson-expand", "section_id": "s1", "section_title": "t",
            "type": "concept", "content": "c", "is_complete": false, "next_focus": 7 });
        assert!(validate("lesson_section_v1", &section).is_err());
    }
}
