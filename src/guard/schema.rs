//! The reply schemas and what holds a reply to them. Two forms of each exist: what is accepted (as stored in `assets/schemas/`) and what is sent to a
//! model, which lists every property as required because strict structured output wants it so.
//!
//! The files use a small part of the standard, so reading them takes a few functions here instead of a library that costs a fifth of the build. A test
//! refuses a schema that says more than this understands, another asks the library whether it judges the same.

use serde_json::Value;

use crate::assets;
use crate::text;

/// More would not help the model to mend its reply.
const MOST_ERRORS: usize = 5;

/// Checks a value against a schema by name; the error says where and what.
pub fn validate(name: &str, value: &Value) -> Result<(), String> {
    let schema = accepted(name).ok_or_else(|| format!("there is no schema {name}"))?;
    let mut errors = Vec::new();
    check(&schema, value, "", &mut errors);
    errors.truncate(MOST_ERRORS);
    if errors.is_empty() { Ok(()) } else { Err(format!("the reply does not fit {name}: {}", errors.join("; "))) }
}

/// `path` leads to the value, in the manner of a JSON pointer.
fn check(schema: &Value, value: &Value, path: &str, errors: &mut Vec<String>) {
    let mut wrong = |what: String| {
        let what = text::bounded(&what, 200);
        errors.push(if path.is_empty() { what } else { format!("{path}: {what}") });
    };
    let forms = schema["anyOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
    let Some(form) = forms.iter().find(|form| form["type"] == kind(value)) else {
        return wrong(format!("is of type {}, not {}", kind(value), listed(forms.iter().map(|form| &form["type"]))));
    };
    if form.get("const").is_some_and(|only| only != value) {
        wrong(format!("is not {}", form["const"]));
    }
    if form["enum"].as_array().is_some_and(|some| !some.contains(value)) {
        wrong(format!("is not {}", listed(form["enum"].as_array().into_iter().flatten())));
    }
    if form["minimum"].as_i64().is_some_and(|least| value.as_i64() < Some(least)) {
        wrong(format!("is less than {}", form["minimum"]));
    }
    if form["maximum"].as_i64().is_some_and(|most| value.as_i64() > Some(most)) {
        wrong(format!("is more than {}", form["maximum"]));
    }
    if let (Some(fields), Some(known)) = (value.as_object(), form["properties"].as_object()) {
        let required = form["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| !fields.contains_key(*name)) {
            wrong(format!("\"{name}\" is a required property"));
        }
        for name in fields.keys().filter(|name| !known.contains_key(*name)) {
            wrong(format!("\"{name}\" is not a known property"));
        }
        for (name, field) in fields {
            if let Some(schema) = known.get(name) {
                check(schema, field, &format!("{path}/{name}"), errors);
            }
        }
    }
    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
        check(&form["items"], item, &format!("{path}/{at}"), errors);
    }
}

/// As a schema calls the type of a value. A whole number that the typed replies cannot hold is no integer here.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// "a", "b" or "c", without quotes around the words.
fn listed<'a>(values: impl Iterator<Item = &'a Value>) -> String {
    let words: Vec<&str> = values.filter_map(Value::as_str).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
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

    /// A word that `check` does not read would be a rule that nobody keeps.
    #[test]
    fn a_schema_says_nothing_that_is_not_checked() {
        fn understood(schema: &Value) {
            let keys = |words: &[&str]| schema.as_object().expect("an object").keys().all(|k| words.contains(&k.as_str()));
            let fits = match schema["type"].as_str() {
                Some("object") => {
                    schema["properties"].as_object().expect("properties").values().for_each(understood);
                    schema["additionalProperties"] == false
                        && keys(&["$schema", "title", "description", "type", "properties", "required", "additionalProperties"])
                }
                Some("array") => {
                    understood(&schema["items"]);
                    keys(&["type", "description", "items"])
                }
                Some("integer") => keys(&["type", "description", "minimum", "maximum"]),
                Some("string") => keys(&["type", "description", "const", "enum"]),
                Some("boolean" | "null") => keys(&["type", "description"]),
                _ => {
                    // The form is chosen by its type, so no two may share one.
                    let forms = schema["anyOf"].as_array().expect("forms");
                    forms.iter().for_each(understood);
                    let mut types: Vec<String> = forms.iter().map(|f| f["type"].to_string()).collect();
                    types.sort();
                    types.dedup();
                    types.len() == forms.len() && keys(&["anyOf", "description"])
                }
            };
            assert!(fits, "{schema}");
        }
        for role in Role::ALL {
            understood(&accepted(role.schema()).expect("the schema exists"));
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
