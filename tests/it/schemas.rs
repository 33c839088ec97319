//! The schema files, what holds replies to them, and the typed replies say the same: asked with recorded replies and with every small break of them.

use std::path::Path;

use etude::guard::schema;
use etude::stage::Role;
use etude::stage::reply::{HintPack, ReviewReport, Scaffold, Section, Solution};
use jsonschema::Validator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Through the typed form and back, where it fits.
fn typed(role: Role, reply: &Value) -> Option<Value> {
    fn through<T: Serialize + DeserializeOwned>(reply: &Value) -> Option<Value> {
        serde_json::from_value::<T>(reply.clone()).ok().and_then(|typed| serde_json::to_value(typed).ok())
    }
    match role {
        Role::Scaffold => through::<Scaffold>(reply),
        Role::StarterExpand | Role::TestExpand | Role::LessonExpand => through::<Section>(reply),
        Role::Solution => through::<Solution>(reply),
        Role::Coach => through::<HintPack>(reply),
        Role::Reviewer => through::<ReviewReport>(reply),
    }
}

/// The standard's own reading of the file.
fn standard(role: Role) -> Validator {
    let file = schema::accepted(role.schema()).expect("a schema");
    jsonschema::draft202012::new(&file).expect("it is one by the standard")
}

/// A reply with every property that the schema names.
fn whole(schema: &Value) -> Value {
    let first = |list: &Value| list.as_array().and_then(|l| l.first()).cloned();
    if let Some(value) = schema.get("const").cloned().or_else(|| first(&schema["enum"])) {
        return value;
    }
    match (schema["type"].as_str(), first(&schema["anyOf"])) {
        (_, Some(form)) => whole(&form),
        (Some("object"), _) => {
            let fields = schema["properties"].as_object().expect("properties");
            Value::Object(fields.iter().map(|(name, field)| (name.clone(), whole(field))).collect())
        }
        (Some("array"), _) => json!([whole(&schema["items"])]),
        (Some("integer"), _) => schema.get("minimum").cloned().unwrap_or(json!(2)),
        (Some("boolean"), _) => json!(true),
        (Some("string"), _) => json!("some text"),
        other => panic!("the schema has {other:?}"),
    }
}

/// Every reply that differs from this one in a single place: another value, a field less, a field more.
fn breaks(value: &Value) -> Vec<Value> {
    let others =
        [json!(null), json!(true), json!(7), json!(7.0), json!(7.5), json!(-1), json!(101), json!(u64::MAX), json!(""), json!("x")];
    let mut all: Vec<Value> = others.into_iter().chain([json!([]), json!([7]), json!({})]).collect();
    let changed = |fields: &Map<String, Value>, change: &dyn Fn(&mut Map<String, Value>)| {
        let mut fields = fields.clone();
        change(&mut fields);
        Value::Object(fields)
    };
    match value {
        Value::Object(fields) => {
            all.push(changed(fields, &|f| drop(f.insert("more".to_owned(), json!("x")))));
            for (name, field) in fields {
                all.push(changed(fields, &|f| drop(f.remove(name))));
                all.extend(breaks(field).into_iter().map(|b| changed(fields, &|f| drop(f.insert(name.clone(), b.clone())))));
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                all.extend(breaks(item).into_iter().map(|b| {
                    let mut items = items.clone();
                    items[at] = b;
                    Value::Array(items)
                }));
            }
        }
        _ => {}
    }
    all
}

/// The recorded replies of a role that are JSON at all.
fn recorded(role: Role) -> Vec<Value> {
    let all = crate::story::project().join("tests/fixtures/replies");
    let folders = ["rust", "c"].into_iter().flat_map(|l| ["valid", "invalid"].map(|v| all.join(l).join(role.schema()).join(v)));
    folders.flat_map(|folder| read_all(&folder)).collect()
}

fn read_all(folder: &Path) -> Vec<Value> {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let fixture = |path| serde_json::from_str::<Value>(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
    let replies = files.map(|path| fixture(path)["reply"].take());
    replies.filter_map(|reply: Value| reply.as_str().map_or(Some(reply.clone()), |text| serde_json::from_str(text).ok())).collect()
}

#[test]
fn a_reply_is_held_to_its_schema_as_the_standard_reads_it() {
    for role in Role::ALL {
        let standard = standard(role);
        let sample = whole(&schema::accepted(role.schema()).expect("a schema"));
        let asked: Vec<Value> = recorded(role).into_iter().chain(breaks(&sample)).collect();
        let mut fit = 0;
        for reply in &asked {
            let found = schema::validate(role.schema(), reply);
            let fits = standard.is_valid(reply) && typed(role, reply).is_some();
            assert_eq!(found.is_ok(), fits, "{found:?} of {reply}");
            fit += usize::from(fits);
        }
        assert!(fit > 3 && asked.len() - fit > 50, "{role:?}: {fit} of {} fit", asked.len());
    }
}

#[test]
fn the_typed_form_of_a_reply_keeps_every_field_of_its_schema() {
    for role in Role::ALL {
        let sample = whole(&schema::accepted(role.schema()).expect("a schema"));
        assert_eq!(typed(role, &sample), Some(sample));
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_place_and_with_what_is_expected() {
    let told = |change: &dyn Fn(&mut Value)| {
        let mut reply = whole(&schema::accepted("review_report_v1").expect("a schema"));
        change(&mut reply);
        schema::validate("review_report_v1", &reply).expect_err("it is broken")
    };
    for (change, words) in [
        (&(|r: &mut Value| r["score"] = json!("much")) as &dyn Fn(&mut Value), "/score: is of type string, not integer"),
        (&|r| r["score"] = json!(101), "/score: is more than 100"),
        (&|r| r["score"] = json!(-1), "/score: is less than 0"),
        (&|r| r["dominant_tag"] = json!(7), "/dominant_tag: is of type integer, not string or null"),
        (&|r| r["pass_fail"] = json!("pass"), "/pass_fail: is not PASS, FAIL, PROVISIONAL_PASS or INVALID_CONTEXT"),
        (&|r| r["role"] = json!("coach"), "/role: is not \"reviewer\""),
        (&|r| r["remediation"] = json!({ "action": "retry_same" }), "/remediation: \"reason\" is a required property"),
        (&|r| r["remediation"]["more"] = json!(1), "/remediation: \"more\" is not a known property"),
    ] {
        let told = told(change);
        assert!(told.contains(words), "{told}");
    }
    let several = told(&|r| (r["score"], r["role"]) = (json!(101), json!("coach")));
    assert!(several.contains("/role: ") && several.contains("/score: "), "{several}");
}
