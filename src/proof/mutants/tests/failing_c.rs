//! Failures that only the system provokes, behind a helper, after another value, and on the one way out of a function.

use super::*;

#[track_caller]
fn never(source: &str, name: &str, parts: &[&str]) {
    let found = all_of("c", source, name);
    parts.iter().for_each(|part| has_no(&found, part));
}

#[test]
fn what_a_variable_was_given_last_is_what_a_question_is_about() {
    let text = "int add(struct words *words, const char *text)
{
    struct word *word = find(words, text);
    if (word != NULL) {
        return ++word->count;
    }
    word = malloc(sizeof *word);
    if (word == NULL) {
        return -1;
    }
    words->first = word;
    return 1;
}
";
    never(text, "add", &["word == NULL -> 0"]);
    has(&all_of("c", text, "add"), "condition: word != NULL -> 0");
    let looked_for = text.replace("malloc(sizeof *word)", "other(words, text)");
    has(&all_of("c", &looked_for, "add"), "condition: word == NULL -> 0");
    let in_a_loop = text.replace("if (word == NULL) {\n        return -1;", "while (word == NULL) {\n        word = other(words, text);");
    has(&all_of("c", &in_a_loop, "add"), "condition: word == NULL -> word != NULL");
}

#[test]
fn what_only_hands_on_the_answer_of_the_system_fails_with_it() {
    let text = "static pid_t start(char *const argv[], int out)
{
    pid_t child = fork();
    if (child == 0) {
        dup2(out, 1);
        execvp(argv[0], argv);
        _exit(127);
    }
    return child;
}
int run(char *const argv[], int n)
{
    pid_t child = start(argv, n);
    if (child == -1) {
        n = n + 7;
        return -1;
    }
    return n + 3;
}
";
    never(text, "run", &["child == -1 -> 0", "n + 7"]);
    let own = text.replace("pid_t child = fork();", "pid_t child = chosen(out);");
    has(&all_of("c", &own, "run"), "operator: n + 7 -> n - 7");
}

#[test]
fn what_was_given_away_before_the_way_out_is_not_missed_there() {
    let text = "int join(struct party **list, const char *name)
{
    int answer = -1;
    char *copy = strdup(name);
    struct party *party = malloc(sizeof *party);
    if (party == NULL || copy == NULL) {
        goto out;
    }
    party->name = copy;
    copy = NULL;
    *list = party;
    answer = 0;
out:
    free(copy);
    return answer;
}
";
    never(text, "join", &["free(copy)"]);
    has(&all_of("c", &text.replace("    copy = NULL;\n", ""), "join"), "removed_statement: free(copy); -> ;");
    let asked = text.replace("party == NULL || copy == NULL", "party == NULL || *name == 0");
    has(&all_of("c", &asked, "join"), "removed_statement: free(copy); -> ;");
}
