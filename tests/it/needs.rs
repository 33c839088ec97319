//! What a node needs beyond the ordinary: told to whoever makes its exercise, shown on the map and at the exercise, and heeded by the build.

use etude::curriculum::{self, Need, Node};
use etude::pipeline::{self, Plan};
use etude::session::Depth;
use serde_json::json;

use crate::recorded::{Bench, Recorder};
use crate::replies::Replies;
use crate::story::Story;
use crate::tiny;

/// The tiny C exercise for a node with these needs, solved and attempted; answers what the build was made with.
fn built_with(needs: &[Need]) -> String {
    let (story, replies) = (Story::new(), Replies::c());
    let bench = Bench::in_home(story.home());
    let provider = Recorder::of(&tiny::C);
    let node = Node { needs: needs.to_vec(), ..curriculum::node(tiny::C.node).expect("the node").clone() };
    let language = etude::language::by_name("c").expect("C");
    let plan = Plan { language, node: &node, depth: Depth::D1, pack: None, etude: "etude", draft: None };
    let started = bench.work(|work| pipeline::start(work, &provider, plan)).expect("made");
    assert!(provider.packets().iter().all(|p| p.curriculum_context.needs == needs), "every stage is told");
    assert_eq!(started.exercise.needs, needs);
    let replies = replies.at_depth("D1");
    story.write(tiny::C.solution.0, tiny::C.solution.1).replay(&replies.only_review(1, "PASS", 90)).attempt().exits(0);
    story.read("build/settings.mk")
}

#[test]
fn an_exercise_that_needs_no_sanitizer_is_built_without() {
    assert!(built_with(&[]).contains("-fsanitize="), "as every other is built with them");
    let settings = built_with(&[Need::NoSanitizer, Need::Threads]);
    assert!(!settings.contains("-fsanitize="), "{settings}");
}

#[test]
fn the_map_and_the_exercise_say_what_is_needed() {
    let story = Story::new();
    let of = |data: &serde_json::Value, id: &str| {
        let tracks = data["languages"][0]["tracks"].as_array().expect("tracks").clone();
        tracks.iter().flat_map(|t| t["nodes"].as_array().expect("nodes").clone()).find(|n| n["node"] == id).expect("the node")["needs"]
            .clone()
    };
    let data = story.json("nodes --language c")["data"].clone();
    let by = |need: Need| curriculum::of_language("c").find(|n| n.needs == [need]).expect("a node that needs it");
    for (need, name) in [(Need::Loopback, "loopback"), (Need::NoSanitizer, "no-sanitizer"), (Need::Threads, "threads")] {
        assert_eq!(of(&data, &by(need).id), json!([name]));
    }
    assert_eq!(of(&data, "C200"), json!([]));

    let story = Story::begun("c", "C200");
    story.etude("show").exits(0).does_not_say("sanitizers");
    let bench = Bench::in_home(story.home());
    let id = story.session()["id"].as_str().expect("an id").to_owned();
    let session = bench.store.load(&id).expect("the session loads");
    let mut sealed = bench.work(|work| pipeline::sealed(work.store, &session)).expect("sealed");
    sealed.exercise.needs = vec![Need::NoSanitizer];
    bench.store.save_sealed(&id, &sealed.to_bytes().expect("bytes")).expect("kept");
    story.etude("show").exits(0).says("It is built without the sanitizers");
}
