use exercise::*;

// ex-1

#[test]
fn test_first_step_of_nothing() {
    assert_eq!(first_step(0), 1);
}
