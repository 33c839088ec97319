//! A session keeps the exercise it began with: an update of etude, or of its bank, changes nothing about work that is open.

use etude::pack::Sign;
use serde_json::json;

use crate::recorded::Bench;
use crate::story::Story;

/// The session's pack as an older etude would have sealed it: with other hints, other signs, another reference.
fn with_an_older_pack(story: &Story) {
    let bench = Bench::in_home(story.home());
    let id = story.session()["id"].as_str().expect("an id").to_owned();
    let session = bench.store.load(&id).expect("the session loads");
    let mut sealed = bench.work(|work| etude::pipeline::sealed(work.store, &session)).expect("it is sealed");
    let pack = sealed.pack.as_mut().expect("the bank's pack is kept");
    for unit in &mut pack.meta.units {
        unit.hints.l1 = format!("An older hint for {}.", unit.id);
        unit.principle = format!("An older principle of {}.", unit.id);
    }
    let older = &mut pack.meta.misconceptions[0];
    older.tag = "integer-division".to_owned();
    older.says = "An older sentence about it.".to_owned();
    older.when = vec![Sign { test: Some("test_storage_cents_rises_day_by_day".to_owned()), ..Sign::default() }];
    pack.meta.misconceptions.truncate(1);
    pack.solution[0].content.push_str("// the older reference\n");
    bench.store.save_sealed(&id, &sealed.to_bytes().expect("bytes")).expect("kept");
}

#[test]
fn hint_attempt_review_and_reveal_follow_the_pack_the_session_began_with() {
    let story = Story::begun("rust", "S100");
    with_an_older_pack(&story);
    story.hint().exits(0).says("An older hint for ex-1.");
    // Today's pack names this one last-day-left-out; the session's own has another sign and another name for it.
    story
        .go_wrong("last-day-left-out")
        .attempt()
        .exits(3)
        .says("An older sentence about it.")
        .says("(This mix-up has a name: integer-division.)");
    let event = story.progress("misconceptions")["events"][0].clone();
    assert_eq!((&event["tag"], &event["unit"]), (&json!("integer-division"), &json!("ex-2")));
    story.hint().exits(0).says("An older hint for ex-2.");
    story.reveal().exits(0).says("// the older reference");
    story.solve().attempt().exits(0).says("An older principle of ex-1.");
    // A session that is begun now has today's pack.
    story.start("rust", "S100").exits(0).hint().exits(0).does_not_say("An older hint");
    story.go_wrong("last-day-left-out").attempt().exits(3).says("(This mix-up has a name: last-day-left-out.)");
}
