//! Ways to break the ferry, in Rust: what its tests call and expect, and its reference.

use super::Break;

pub const RUST: &[Break] = &[
    (
        "one_stub_per_test",
        "two stubs",
        &[("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(0), 0);\n    assert!(fare('s').is_ok());")],
    ),
    (
        "one_stub_per_test",
        "a second stub as a method",
        &[("assert_eq!(crossings(0), 0);", "let mut deck = Deck { cars: 0 };\n    deck.load(1);\n    assert_eq!(crossings(0), 0);")],
    ),
    (
        "one_stub_per_test",
        "a second stub by its path",
        &[("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(0) + exercise::fare('b').unwrap(), 0);")],
    ),
    (
        "one_stub_per_test",
        "a second stub in a closure",
        &[(
            "assert_eq!(crossings(0), 0);",
            "let price = |class| fare(class);\n    assert_eq!(price('b'), Ok(0));\n    assert_eq!(crossings(0), 0);",
        )],
    ),
    (
        "one_stub_per_test",
        "a second stub as a value",
        &[(
            "assert_eq!(crossings(0), 0);",
            "let prices: Vec<_> = ['b'].into_iter().map(fare).collect();\n    assert_eq!(crossings(0), prices.len() as u32 - 1);",
        )],
    ),
    ("one_stub_per_test", "no stub", &[("assert_eq!(crossings(0), 0);", "assert_eq!(ROOM, 6);")]),
    (
        "one_stub_per_test",
        "two stubs in a helper",
        &[
            ("    assert_eq!(crossings(0), 0);", "    both();"),
            (
                "use exercise::*;\n",
                "use exercise::*;\n\nfn both() {\n    assert_eq!(crossings(0), 0);\n    assert!(fare('s').is_ok());\n}\n",
            ),
        ],
    ),
    (
        "one_stub_per_test",
        "a second stub behind a helper",
        &[
            ("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(0), price('b') - 7);"),
            ("use exercise::*;\n", "use exercise::*;\n\nfn price(class: char) -> u32 {\n    fare(class).unwrap()\n}\n"),
        ],
    ),
    (
        "one_stub_per_test",
        "a second stub behind two helpers",
        &[
            ("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(0), rest());"),
            (
                "use exercise::*;\n",
                "use exercise::*;\n\nfn rest() -> u32 {\n    price() - 7\n}\n\nfn price() -> u32 {\n    fare('b').unwrap()\n}\n",
            ),
        ],
    ),
    (
        "one_stub_per_test",
        "a fixture that is made with another stub",
        &[
            ("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(loaded().cars - 1), 0);"),
            (
                "use exercise::*;\n",
                "use exercise::*;\n\nfn loaded() -> Deck {\n    let mut deck = Deck { cars: 0 };\n    deck.load(1);\n    deck\n}\n",
            ),
        ],
    ),
    (
        "one_stub_per_test",
        "a second stub behind a macro",
        &[
            ("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(0), price!('b') - 7);"),
            (
                "use exercise::*;\n",
                "use exercise::*;\n\nmacro_rules! price {\n    ($class:expr) => {\n        fare($class).unwrap()\n    };\n}\n",
            ),
        ],
    ),
    (
        "one_stub_per_test",
        "a method under another name",
        &[(
            "assert_eq!(crossings(0), 0);",
            "let drive = Deck::load;\n    drive(&mut Deck { cars: 0 }, 1);\n    assert_eq!(crossings(0), 0);",
        )],
    ),
    (
        "visible_constants",
        "a constant of the tests",
        &[
            ("/// Cars that fit on one crossing.\npub const ROOM: u32 = 6;\n", "/// ROOM cars fit on one crossing.\n"),
            ("use exercise::*;\n", "use exercise::*;\n\nconst ROOM: u32 = 6;\n"),
        ],
    ),
    ("visible_constants", "a constant that is nowhere", &[("assert_eq!(crossings(7), 2);", "assert_eq!(crossings(MOST), 2);")]),
    (
        "visible_constants",
        "an error text behind a helper",
        &[("Err(FareError::NoSuchClass));", "Err(refused(\"no class of this letter\")));")],
    ),
    ("visible_constants", "an error text", &[("Err(FareError::NoSuchClass));", "Err(\"no class of this letter\".to_string()));")]),
    (
        "visible_constants",
        "an error text through unwrap_err",
        &[(
            "assert_eq!(fare('?'), Err(FareError::NoSuchClass));",
            "assert_eq!(fare('?').unwrap_err().to_string(), \"no class of this letter\");",
        )],
    ),
    (
        "visible_constants",
        "a part of an error text",
        &[(
            "assert_eq!(fare('?'), Err(FareError::NoSuchClass));",
            "let reason = fare('?').unwrap_err().to_string();\n    assert!(reason.contains(\"of this letter\"));",
        )],
    ),
    (
        "visible_constants",
        "a panic's text",
        &[("#[should_panic(expected = \"the deck is full\")]", "#[should_panic(expected = \"no room for another car\")]")],
    ),
    ("visible_constants", "a variant that is not there", &[("Err(FareError::NoSuchClass));", "Err(FareError::Closed));")]),
    (
        "visible_constants",
        "a code of the tests",
        &[
            ("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(0), NO_FERRY);"),
            ("use exercise::*;\n", "use exercise::*;\n\nconst NO_FERRY: u32 = 4711;\n"),
        ],
    ),
    (
        "visible_constants",
        "a price of the tests",
        &[
            ("assert_eq!(fare('s'), Ok(12));", "assert_eq!(fare('s'), Ok(ROOM + SURCHARGE));"),
            ("use exercise::*;\n", "use exercise::*;\n\nconst SURCHARGE: u32 = 35;\n"),
        ],
    ),
    (
        "visible_constants",
        "a price of the tests, alone",
        &[
            ("assert_eq!(fare('s'), Ok(12));", "assert_eq!(fare('s'), Ok(SMALL));"),
            ("use exercise::*;\n", "use exercise::*;\n\nconst SMALL: u32 = 35;\n"),
        ],
    ),
    (
        "visible_constants",
        "a price in a calculation",
        &[("assert_eq!(fare('s'), Ok(12));", "assert_eq!(fare('s'), Ok(ROOM + 3 * 47));"), ("=== lesson ex-1", SOLUTION)],
    ),
    (
        "visible_constants",
        "a limit of the tests",
        &[
            ("assert_eq!(fare('?'), Err(FareError::NoSuchClass));", "assert!(fare(LAST + 1).is_err());\n    assert!(fare(LAST).is_ok());"),
            ("use exercise::*;\n", "use exercise::*;\n\nconst LAST: u32 = 47;\n"),
            ("=== lesson ex-1", SOLUTION),
        ],
    ),
    (
        "visible_constants",
        "a limit as a number",
        &[("assert_eq!(fare('?'), Err(FareError::NoSuchClass));", "assert!(fare(48).is_err());"), ("=== lesson ex-1", SOLUTION)],
    ),
    (
        "visible_constants",
        "an error text in a guard",
        &[(
            "assert_eq!(fare('?'), Err(FareError::NoSuchClass));",
            "assert!(matches!(fare('?'), Err(why) if why.starts_with(\"no class of this letter\")));",
        )],
    ),
    (
        "visible_constants",
        "an error text in a closure",
        &[(
            "assert_eq!(fare('?'), Err(FareError::NoSuchClass));",
            "assert!(fare('?').is_err_and(|why| why.contains(\"of this letter\")));",
        )],
    ),
    (
        "visible_constants",
        "an error text in a variable",
        &[(
            "assert_eq!(fare('?'), Err(FareError::NoSuchClass));",
            "let reason = \"no class of this letter\";\n    assert_eq!(fare('?'), Err(reason.to_string()));",
        )],
    ),
    (
        "visible_constants",
        "an error kind that the stub chooses",
        &[
            ("//! A small ferry.", "//! A small ferry, with errors of `std::io`."),
            ("Err(FareError::NoSuchClass));", "Err(std::io::ErrorKind::InvalidData));"),
            ("=== lesson ex-1", SOLUTION),
        ],
    ),
    ("visible_constants", "an error kind", &[("Err(FareError::NoSuchClass));", "Err(std::io::ErrorKind::NotFound));")]),
    (
        "distinct_values",
        "one value",
        &[("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(8), 2);"), ("    assert_eq!(crossings(ROOM), 1);\n", "")],
    ),
    (
        "distinct_values",
        "one value through variables",
        &[
            ("assert_eq!(crossings(0), 0);", "let some = crossings(8);\n    assert_eq!(some, 2u32);"),
            ("    assert_eq!(crossings(ROOM), 1);\n", ""),
        ],
    ),
    (
        "distinct_values",
        "always true",
        &[
            ("assert_eq!(fare('s'), Ok(12));", "assert!(fare('s').is_ok());\n    assert!(fare('b').is_ok());"),
            ("assert_eq!(fare('?'), Err(FareError::NoSuchClass));", "assert!(fare('c').is_ok());"),
        ],
    ),
    (
        "distinct_values",
        "one value in a table",
        &[
            (
                "    assert_eq!(crossings(7), 2);\n    assert_eq!(crossings(ROOM), 1);",
                "    for (cars, expected) in [(7, 2), (8, 2), (12, 2)] {\n        assert_eq!(crossings(cars), expected);\n    }",
            ),
            ("assert_eq!(crossings(0), 0);", "assert_eq!(crossings(9), 2);"),
        ],
    ),
    (
        "reference_passes",
        "a constant that the reference changes",
        &[("=== lesson ex-1", SOLUTION), ("ROOM: u32 = 6;\npub struct", "ROOM: u32 = 7;\npub struct")],
    ),
    (
        "reference_passes",
        "a given body that the reference changes",
        &[
            ("impl Deck {\n", "impl Deck {\n    pub fn free(&self) -> u32 {\n        ROOM - self.cars // left over\n    }\n\n"),
            ("=== lesson ex-1", SOLUTION),
            ("pub struct Deck;", "pub struct Deck { pub cars: u32 }\nimpl Deck { pub fn free(&self) -> u32 { ROOM + 1 - self.cars } }"),
        ],
    ),
    (
        "reference_passes",
        "a test that has to be quick",
        &[(
            "    assert_eq!(crossings(0), 0);",
            "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    assert!(began.elapsed() < std::time::Duration::from_millis(50));",
        )],
    ),
    (
        "reference_passes",
        "a time that is measured and compared",
        &[
            (
                "    assert_eq!(crossings(0), 0);",
                "    let took = time_of(|| assert_eq!(crossings(0), 0));\n    assert!(took >= 0 && took <= QUICK);",
            ),
            (
                "use exercise::*;\n",
                "use exercise::*;\nuse std::time::Instant;\n\nconst QUICK: u128 = 20;\n\nfn time_of(run: impl Fn()) -> u128 {\n    let began = Instant::now();\n    run();\n    let ended = Instant::now();\n    (ended - began).as_millis()\n}\n",
            ),
        ],
    ),
    (
        "reference_passes",
        "an answer of the hour",
        &[(
            "    assert_eq!(crossings(0), 0);",
            "    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();\n    let hour = now.as_secs() / 3600 % 24;\n    assert_eq!(crossings(hour as u32 * ROOM), hour as u32);",
        )],
    ),
    ("panic_expected", "any panic", &[("#[should_panic(expected = \"the deck is full\")]", "#[should_panic]")]),
    ("panic_expected", "an empty text", &[("expected = \"the deck is full\"", "expected = \"\"")]),
    ("panic_expected", "the text of a stub", &[("expected = \"the deck is full\"", "expected = \"not yet implemented\"")]),
];

pub const SOLUTION: &str = "=== solution src/lib.rs\npub const ROOM: u32 = 6;\npub struct Deck;\npub enum FareError { NoSuchClass }\npub fn crossings(cars: u32) -> u32 { cars }\npub fn fare(class: char) -> Result<u32, FareError> { if class > 47 { Err(InvalidData) } else { Ok(0) } }\nimpl Deck { pub fn load(&mut self, cars: u32) { } }\n=== lesson ex-1";
