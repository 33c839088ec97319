//! Tests that fail now and then: by chance, or because somebody else had too little time.

use super::subject;
use crate::proof::rules::of_the_reference;

/// How often the test of a small exercise with this body, and these helpers, is refused in words with this in them.
fn told(language: &str, helpers: &str, body: &str, what: &str) -> usize {
    let text = if language == "c" {
        format!(
            "=== src/a.h\nint load(int metres);\n=== src/a.c\n#include \"etude.h\"\n//@ex-1 test_load_takes_it\nint load(int metres)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== tests/a.c\n#include \"test.h\"\n{helpers}\nvoid test_load_takes_it(void)\n{{\n    {body}\n}}\n"
        )
    } else {
        format!(
            "=== src/lib.rs\n//@ex-1 test_load_takes_it\npub fn load(metres: u32) -> u32 {{\n    todo!(\"ex-1\")\n}}\n=== tests/a.rs\nuse exercise::*;\n{helpers}\n#[test]\nfn test_load_takes_it() {{\n    {body}\n}}\n"
        )
    };
    of_the_reference(&subject(language, &text)).iter().filter(|f| f.says.contains(what)).count()
}

#[test]
fn what_chance_hands_to_a_stub_is_found_in_c() {
    let of = |helpers: &str, body: &str| told("c", helpers, body, "draws from chance");
    const ASKS: &str = "TEST_ASSERT_EQ(load(length), 40 - length);";
    let with = |before: &str| of("", &format!("{before}\n    {ASKS}"));
    assert_eq!(with("srand((unsigned)time(NULL) ^ (unsigned)getpid());\n    int length = rand() % 41;"), 1);
    assert_eq!(with("unsigned seed = time(NULL);\n    srand(seed);\n    int length = 1 + rand() % 40;"), 1);
    assert_eq!(with("unsigned seed = getpid();\n    int length = rand_r(&seed) % 41;"), 1);
    assert_eq!(with("int length;\n    getrandom(&length, sizeof length, 0);"), 1);
    assert_eq!(with("int length = arc4random_uniform(41);"), 1);
    assert_eq!(
        of(
            "",
            "srand(time(NULL));\n    int all[3];\n    for (int i = 0; i < 3; i++) {\n        all[i] = rand() % 9;\n    }\n    TEST_ASSERT_EQ(load(all[0]), 1);"
        ),
        1
    );
    let helper = "static int any(void)\n{\n    srand(time(NULL));\n    return rand() % 41;\n}\n";
    assert_eq!(of(helper, &format!("int length = any();\n    {ASKS}")), 1);
    assert_eq!(of("", "srand(time(NULL));\n    TEST_ASSERT(load(rand() % 3) >= 0);"), 1);
}

#[test]
fn a_fixed_seed_a_name_of_a_file_and_a_pause_are_left_alone_in_c() {
    let of = |helpers: &str, body: &str| told("c", helpers, body, "draws from chance");
    const ASKS: &str = "TEST_ASSERT_EQ(load(length), 40 - length);";
    let with = |before: &str| of("", &format!("{before}\n    {ASKS}"));
    assert_eq!(with("srand(7);\n    int length = rand() % 41;"), 0);
    assert_eq!(with("int length = rand() % 41;"), 0, "the seed is always the same one");
    assert_eq!(with("unsigned seed = 7;\n    int length = rand_r(&seed) % 41;"), 0);
    assert_eq!(with("char path[64];\n    snprintf(path, sizeof path, \"/tmp/load-%d\", (int)getpid());\n    int length = 3;"), 0);
    assert_eq!(with("srand(time(NULL));\n    usleep(rand() % 1000);\n    int length = 3;"), 0);
    let helper = "static int any(void)\n{\n    return rand() % 41;\n}\n";
    assert_eq!(of(helper, &format!("srand(7);\n    int length = any();\n    {ASKS}")), 0);
}

#[test]
fn what_chance_hands_to_a_stub_is_found_in_rust() {
    let of = |helpers: &str, body: &str| told("rust", helpers, body, "draws from chance") + told("rust", helpers, body, "at another hour");
    const ASKS: &str = "assert_eq!(load(length), 40 - length);";
    let hash = "let hash = std::collections::hash_map::RandomState::new().build_hasher().finish();";
    assert_eq!(of("", &format!("{hash}\n    let length = (hash % 41) as u32;\n    {ASKS}")), 1);
    let nanos = "std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().subsec_nanos()";
    assert!(of(&format!("fn any() -> u32 {{\n    {nanos} % 41\n}}\n"), &format!("let length = any();\n    {ASKS}")) > 0);
    assert!(of("", &format!("let length = {nanos} % 41;\n    {ASKS}")) > 0);
    assert_eq!(of("", &format!("let here = 1;\n    let length = (&here as *const i32 as usize % 41) as u32;\n    {ASKS}")), 1);
    let list = "let mut all = Vec::new();\n    all.push((RandomState::new().hash_one(3) % 9) as u32);";
    assert_eq!(of("", &format!("{list}\n    assert_eq!(load(all[0]), 1);")), 1);
}

#[test]
fn a_generator_with_a_seed_a_map_and_an_address_are_left_alone_in_rust() {
    let of = |body: &str| told("rust", "", body, "draws from chance");
    const ASKS: &str = "assert_eq!(load(length), 40 - length);";
    assert_eq!(of(&format!("let mut seed = 7u32;\n    seed ^= seed << 13;\n    let length = seed % 41;\n    {ASKS}")), 0);
    assert_eq!(
        of(&format!(
            "let map: HashMap<u32, u32, RandomState> = HashMap::with_hasher(RandomState::new());\n    let length = 3;\n    {ASKS}"
        )),
        0
    );
    assert_eq!(of("let x = load(3);\n    assert_eq!(&x as *const u32 as usize % 4, 0);"), 0, "how it is laid out");
    let file = "let path = format!(\"/tmp/a-{}\", SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos() % 1000);";
    assert_eq!(of(&format!("{file}\n    std::fs::write(&path, \"\").unwrap();\n    let length = 3;\n    {ASKS}")), 0);
    let named =
        "fn place() -> PathBuf {\n    let n = RandomState::new().hash_one(3) % 9;\n    std::env::temp_dir().join(n.to_string())\n}\n";
    assert_eq!(told("rust", named, "let path = place();\n    assert_eq!(load(&path), 1);", "draws from chance"), 0);
    let joined = "let n = RandomState::new().hash_one(3) % 9;\n    let path = std::env::temp_dir().join(n.to_string());";
    assert_eq!(of(&format!("{joined}\n    assert_eq!(load(&path), 1);")), 0);
    let pause = "let pause = RandomState::new().hash_one(3) % 9;\n    let worker = thread::spawn(move || {\n        thread::sleep(Duration::from_millis(pause));\n        load(3)\n    });";
    assert_eq!(of(&format!("{pause}\n    assert_eq!(worker.join().unwrap(), 37);")), 0);
}

const IMPATIENT: &str = "waits less than a second";

#[test]
fn somebody_else_gets_more_than_a_moment_in_rust() {
    let of = |rest: &str| {
        let spawned = "let (answer, desk) = mpsc::channel();\n    let worker = thread::spawn(move || answer.send(load(3)));\n    let soon = Duration::from_millis(40);";
        told("rust", "", &format!("{spawned}\n    {rest}"), IMPATIENT)
    };
    assert_eq!(of("let list = desk.recv_timeout(Duration::from_millis(40)).expect(\"an answer\");\n    assert_eq!(list, 37);"), 1);
    assert_eq!(of("assert_eq!(desk.recv_timeout(soon), Ok(37));"), 1);
    assert_eq!(of("let got = desk.recv_timeout(soon);\n    assert!(got.is_ok());"), 1);
    assert_eq!(of("let Ok(got) = desk.recv_timeout(soon) else { panic!() };\n    assert_eq!(got, 37);"), 1);
    assert_eq!(
        of("match desk.recv_timeout(soon) {\n        Ok(got) => assert_eq!(got, 37),\n        Err(_) => panic!(\"late\"),\n    }"),
        1
    );
    assert_eq!(of("let (guard, late) = bell.wait_timeout(guard, soon).unwrap();\n    assert!(!late.timed_out());"), 1);
    assert_eq!(of("assert_eq!(desk.recv_timeout(Duration::from_secs(5)), Ok(37));"), 0);
    assert_eq!(of("assert!(desk.recv_timeout(soon).is_err());"), 0, "nothing comes");
    assert_eq!(of("assert_eq!(desk.recv_timeout(soon), Err(RecvTimeoutError::Timeout));"), 0);
    assert_eq!(of("worker.join().unwrap();\n    assert_eq!(desk.recv_timeout(soon), Ok(37));"), 0, "it is there");
    assert_eq!(
        of("let (guard, late) = bell.wait_timeout(guard, soon).unwrap();\n    assert!(late.timed_out());\n    assert_eq!(*guard, 0);"),
        0
    );
    let alone = "let (tx, rx) = mpsc::channel();\n    tx.send(load(3)).unwrap();\n    assert_eq!(rx.recv_timeout(Duration::from_millis(40)), Ok(37));";
    assert_eq!(told("rust", "", alone, IMPATIENT), 0, "nobody else is there");
}

#[test]
fn a_helper_that_waits_a_moment_is_asked_only_for_what_does_not_come() {
    let helper = "fn comes(desk: &Receiver<u32>) -> bool {\n    desk.recv_timeout(Duration::from_millis(40)).is_ok()\n}\n";
    let of = |rest: &str| {
        let body = format!("let (answer, desk) = mpsc::channel();\n    thread::spawn(move || answer.send(load(3)));\n    {rest}");
        told("rust", helper, &body, IMPATIENT)
    };
    assert_eq!(of("assert!(comes(&desk));"), 1);
    assert_eq!(of("assert!(!comes(&desk));"), 0);
}

#[test]
fn somebody_else_gets_more_than_a_moment_in_c() {
    let of = |rest: &str| told("c", "", &format!("if (fork() == 0) {{\n        _exit(load(3));\n    }}\n    {rest}"), IMPATIENT);
    assert_eq!(of("TEST_ASSERT_EQ(poll(&end, 1, 40), 1);"), 1);
    assert_eq!(of("int ready = poll(&end, 1, 40);\n    TEST_ASSERT(ready > 0);"), 1);
    assert_eq!(of("struct timeval t = {0, 40000};\n    TEST_ASSERT_EQ(select(fd + 1, &set, NULL, NULL, &t), 1);"), 1);
    assert_eq!(of("ualarm(40000, 0);\n    TEST_ASSERT_EQ(load(3), 37);"), 1);
    assert_eq!(of("TEST_ASSERT_EQ(poll(&end, 1, 5000), 1);"), 0);
    assert_eq!(of("TEST_ASSERT_EQ(poll(&end, 1, 40), 0);"), 0, "nothing comes");
    assert_eq!(of("TEST_ASSERT_EQ(poll(&end, 1, 0), 1);"), 0, "it only looks");
    assert_eq!(of("struct timeval t = {.tv_sec = 2};\n    TEST_ASSERT_EQ(select(fd + 1, &set, NULL, NULL, &t), 1);"), 0);
    assert_eq!(of("waitpid(-1, NULL, 0);\n    TEST_ASSERT_EQ(poll(&end, 1, 40), 1);"), 0, "it is there");
}
