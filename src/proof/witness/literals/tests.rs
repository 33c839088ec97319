fn read(language: &str, content: &str) -> Vec<(String, usize, usize, i128)> {
    let syntax = crate::syntax::syntax(language).expect("a syntax");
    let all = super::read(syntax, content, &(0..content.len()), None, &fields).0;
    all.into_iter().map(|l| (l.place.0, l.place.1, l.place.2, l.value)).collect()
}

fn fields(of: &str) -> Vec<(String, String)> {
    let all: &[(&str, &str)] = match of {
        "stay" => &[("plate", "int"), ("came", "int"), ("left", "int")],
        "day" => &[("first", "struct stay"), ("counts", "int [2]")],
        _ => &[],
    };
    all.iter().map(|(name, of_type)| ((*name).to_owned(), (*of_type).to_owned())).collect()
}

fn of(name: &str, index: usize, part: usize, value: i128) -> (String, usize, usize, i128) {
    (name.to_owned(), index, part, value)
}

#[test]
fn a_number_is_known_by_what_it_is_handed_to() {
    let rust = "fn test_f() {\n    let low = -3;\n    assert_eq!(f(1_000, &[4, 5]), 7);\n    assert_eq!((f(2, low), bed.0), (8, Some(9)));\n    let all = [0; 6];\n}\n";
    assert_eq!(
        read("rust", rust),
        [of("low", 0, 0, -3), of("f", 0, 0, 1000), of("f", 1, 0, 4), of("f", 1, 1, 5), of("f", 0, 0, 2), of("all", 0, 0, 0)]
    );
    let c = "void test_f(void)\n{\n    int grams[2] = {80, 60};\n    TEST_ASSERT_EQ(f(grams, 2), 1);\n    TEST_ASSERT(f(NULL, -1) == 0x10 || g(0x1Fu));\n}\n";
    let text = "void test_f(void)\n{\n    TEST_ASSERT_EQ(f(\"900\", \"007\", \"4x\"), 1);\n    const char *all[] = {\"12\"};\n}\n";
    let length = |index, value| of("f", index, usize::MAX, value);
    assert_eq!(read("c", text), [of("f", 0, 0, 900), length(0, 3), of("f", 1, 0, 7), length(1, 3), length(2, 2)]);
    assert_eq!(read("c", c), [of("grams", 0, 0, 80), of("grams", 0, 1, 60), of("f", 1, 0, 2), of("f", 1, 0, -1), of("g", 0, 0, 31)]);
}

#[test]
fn a_number_in_a_struct_is_known_by_the_type_and_the_field() {
    let field = |name: &str, value| of(name, 0, 0, value);
    let c = "void test_f(void)\n{\n    const struct stay a = {1, 500, .left = 510}, b = {2, 3, 4};\n    struct stay all[] = {{5, 6, 7}};\n    f(&(struct stay){.came = 8});\n    struct day day = {{1, 2, 3}, {4, 5}};\n}\n";
    let [plate, came, left] = ["stay.plate", "stay.came", "stay.left"];
    let expected = [
        [field(plate, 1), field(came, 500), field(left, 510)],
        [field(plate, 2), field(came, 3), field(left, 4)],
        [field(plate, 5), field(came, 6), field(left, 7)],
    ];
    let read_c = read("c", c);
    assert_eq!(read_c[..9], expected.concat());
    assert_eq!(read_c[9..13], [field(came, 8), field(plate, 1), field(came, 2), field(left, 3)]);
    assert_eq!(read_c[13..], [of("day.counts", 0, 0, 4), of("day.counts", 0, 1, 5)]);
    let rust = "fn test_f() {\n    let a = Trip { from: 500, to: 510 };\n    assert_eq!(f(&[Trip { to: 2, from: 1 }, (3, 4)]), Trip { from: 9, to: 9 });\n    if a.from < MOST { g(7); }\n}\n";
    let trips = [field("Trip.from", 500), field("Trip.to", 510), field("Trip.to", 2), field("Trip.from", 1)];
    assert_eq!(read("rust", rust)[..4], trips);
    assert_eq!(read("rust", rust)[4..], [of("f", 0, 0, 3), of("f", 0, 1, 4), of("g", 0, 0, 7)]);
}

#[test]
fn where_a_loop_begins_and_what_a_shell_is_told_are_left_alone() {
    let c = "void test_f(void)\n{\n    for (int i = 0; i < 9; i++) {\n        f(4, \"abc\");\n    }\n}\n";
    assert_eq!(read("c", c), [of("f", 0, 0, 4), of("f", 1, usize::MAX, 3)]);
    assert_eq!(read("c", &c.replace("f(4, ", "f(\"sh\", ")), []);
    let rust = "fn test_f() {\n    for i in 0..9 {\n        f(i, 4);\n    }\n}\n";
    assert_eq!(read("rust", rust), [of("f", 1, 0, 4)]);
}
