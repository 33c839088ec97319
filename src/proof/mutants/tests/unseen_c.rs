//! What no test of a C exercise could tell from the reference is not made; what stands beside it is.

use super::*;

fn of_c(source: &str, name: &str) -> Vec<Mutant> {
    super::of("c", source, name)
}

/// All drafts of a function, not only those that are chosen: what is hidden must be hidden however little else there is.
#[track_caller]
fn never(source: &str, name: &str, parts: &[&str]) {
    let found = all_of("c", source, name);
    parts.iter().for_each(|part| has_no(&found, part));
}

#[test]
fn what_runs_only_when_the_system_fails_is_left_alone() {
    let text = "int ask(int n)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child < 0) {
        n = n + 7;
        return -2;
    } else {
        n = n + 3;
    }
    return n;
}
";
    never(text, "ask", &["n + 7 ->", "child < 0 -> 0", "child < 0 -> child <= 0", "pipe(ends) != 0 -> 0", "return -2"]);
    let found = all_of("c", text, "ask");
    has(&found, "condition: child < 0 -> !(child < 0)");
    has(&found, "condition: pipe(ends) != 0 -> !(pipe(ends) != 0)");
    has(&found, "operator: n + 3 -> n - 3");
}

#[test]
fn a_name_that_comes_again_is_another_variable() {
    let text = "bool put(struct ticket **first, int hook)
{
    for (struct ticket *ticket = *first; ticket != NULL; ticket = ticket->next) {
        if (ticket->hook == hook) {
            return true;
        }
    }
    struct ticket *ticket = malloc(sizeof *ticket);
    char *copy = strdup(\"x\");
    if (ticket == NULL || copy == NULL) {
        free(ticket);
        free(copy);
        return false;
    }
    ticket->hook = hook;
    ticket->next = *first;
    *first = ticket;
    return true;
}
";
    never(text, "put", &["ticket == NULL -> 0", "copy == NULL -> 0", "copy == NULL -> false", "free(ticket);", "free(copy);"]);
    has(&all_of("c", text, "put"), "condition: ticket->hook == hook -> 0");
}

#[test]
fn a_child_has_a_high_number_and_a_full_room_takes_nothing() {
    let text = "long text_of(int from, char *room, size_t size)
{
    size_t used = 0;
    ssize_t got;
    while (used < size - 1 && (got = read(from, room + used, size - 1 - used)) > 0) {
        used += (size_t)got;
    }
    pid_t child = fork();
    if (child > 0) {
        used++;
    }
    return (long)used;
}
";
    never(text, "text_of", &["used < size - 1 -> used <= size - 1", "child > 0 -> child > 1"]);
    let found = all_of("c", text, "text_of");
    has(&found, "boundary: child > 0 -> child >= 0");
    has(&found, "operator: size - 1 - used -> size - 1 + used");
    has(&all_of("c", &text.replace("read(from", "take(from"), "text_of"), "boundary: used < size - 1 -> used <= size - 1");
}

#[test]
fn what_is_handed_to_a_call_that_never_fails_still_shows() {
    let text = "int save(FILE *file, int a, int b)
{
    int result = 0;
    if (fprintf(file, \"%d\", a - b) < 0) {
        result = 4;
    }
    return result;
}
";
    let found = all_of("c", text, "save");
    has(&found, "operator: a - b -> a + b");
    never(text, "save", &["<= 0", "result = 4", "< 0 -> 0"]);
}

#[test]
fn a_failure_that_is_only_passed_on_is_one_too() {
    let text = "struct node { int value; int other; struct node *next; };
static struct node *fresh(int value)
{
    struct node *made = malloc(sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->value = value;
    return made;
}
int push(struct node **head, int value)
{
    struct node *made = fresh(value);
    if (made == NULL) {
        return 5;
    }
    made->next = *head;
    *head = made;
    return 6;
}
";
    never(text, "push", &["made == NULL -> 0", "return 5; ->"]);
    has(&all_of("c", text, "push"), "removed_statement: *head = made; -> ");
    // One that also gives NULL for what it was asked is not.
    let finds = text.replace("struct node *made = malloc(sizeof *made);", "struct node *made = value > 3 ? NULL : lookup(value);");
    has(&all_of("c", &finds, "push"), "condition: made == NULL -> 0");
}

#[test]
fn what_stands_behind_the_label_of_failures_is_left_alone() {
    let text = "char *both(int n)
{
    char *one = malloc(4);
    if (one == NULL) {
        goto failed;
    }
    one[0] = (char)(n + 1);
    return one;
failed:
    n = n - 5;
    return NULL;
}
";
    never(text, "both", &["n - 5"]);
    has(&all_of("c", text, "both"), "operator: n + 1 -> n - 1");
    let reached = text.replace("one == NULL", "n > 3");
    has(&all_of("c", &reached, "both"), "operator: n - 5 -> n + 5");
}

#[test]
fn locks_and_what_the_end_gives_back_are_not_taken_away() {
    let text = "void add(struct jar *jar, int n)
{
    pthread_mutex_lock(&jar->lock);
    jar->sum += n;
    pthread_mutex_unlock(&jar->lock);
    for (int i = 0; i < n; i++) {
        pthread_join(jar->all[i], NULL);
    }
    pthread_mutex_destroy(&jar->lock);
    waitpid(n, NULL, 0);
}
";
    never(text, "add", &["mutex_lock", "pthread_join", "i < n", "destroy", "waitpid"]);
    has(&all_of("c", text, "add"), "removed_statement: pthread_mutex_unlock(&jar->lock); -> ");
    let counted = text.replace("pthread_join(jar->all[i], NULL);", "jar->sum += i;");
    has(&all_of("c", &counted, "add"), "boundary: i < n -> i <= n");
}

#[test]
fn a_descriptor_is_never_nought() {
    let text = "int first(const char *path, int base)
{
    int file = open(path, O_RDONLY);
    if (file < 0) {
        return -1;
    }
    int got = lseek(base, 0, SEEK_END);
    if (base >= 0 && got > 0) {
        got = got + 2;
    }
    close(file);
    return got;
}
";
    never(text, "first", &["file <= 0", "base > 0", "close(file)"]);
    let found = all_of("c", text, "first");
    has(&found, "condition: file < 0 -> file >= 0");
    has(&found, "condition: file < 0 -> 0");
    has(&found, "boundary: got > 0 -> got >= 0");
}

#[test]
fn the_child_says_nothing_that_nobody_asks() {
    let text = "long ask(long n)
{
    int ends[2];
    pipe(ends);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        _exit(write(ends[1], &n, sizeof n) == sizeof n ? 0 : 1);
    }
    close(ends[1]);
    long result = 0;
    while (read(ends[0], &result, sizeof result) > 0) {
        n += result;
    }
    waitpid(child, NULL, 0);
    return n;
}
";
    never(text, "ask", &["close(ends[0])", "== sizeof n ->", "result = 0"]);
    // Nobody reads to the end of a pipe that somebody holds open.
    has(&all_of("c", text, "ask"), "removed_statement: close(ends[1]); -> ");
    let asked = text.replace("waitpid(child, NULL, 0)", "waitpid(child, &status, 0)");
    has(&all_of("c", &asked, "ask"), "condition: write(ends[1], &n, sizeof n) == sizeof n -> !(write(ends[1], &n, sizeof n) == sizeof n)");
}

#[test]
fn a_first_value_that_is_replaced_stays() {
    let text = "int sum(const char *text, int n)
{
    int total = 3;
    int kept = 4;
    total = n;
    if (n > 2) {
        kept = n;
    }
    return total + kept;
}
";
    never(text, "sum", &["total = 3"]);
    has(&all_of("c", text, "sum"), "off_by_one: kept = 4 -> kept = 5");
    let fills = "static int give(int n, int *to)\n{\n    if (n < 0) {\n        return 1;\n    }\n    *to = n;\n    return 0;\n}
int half(int n)\n{\n    int got = 8;\n    if (give(n, &got) != 0) {\n        return -1;\n    }\n    return got / 2;\n}\n";
    never(fills, "half", &["got = 8"]);
    has(&all_of("c", &fills.replace("*to = n", "*to += n"), "half"), "off_by_one: got = 8 -> got = 9");
}

#[test]
fn signal_masks_show_only_while_something_else_runs() {
    let text = "int take(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_RESTART;
    sigset_t bell;
    sigemptyset(&bell);
    sigaddset(&bell, SIGUSR1);
    sigprocmask(SIG_BLOCK, &bell, NULL);
    int count = rings;
    sigprocmask(SIG_SETMASK, &bell, NULL);
    return count;
}
";
    never(text, "take", &["memset", "sa_flags", "sigemptyset", "sigaddset", "SIG_BLOCK"]);
    has(&all_of("c", text, "take"), "removed_statement: sigprocmask(SIG_SETMASK, &bell, NULL); -> ");
    let runs = text.replace("int count = rings;", "int count = work();");
    has(&all_of("c", &runs, "take"), "removed_statement: sigprocmask(SIG_BLOCK, &bell, NULL); -> ");
}

#[test]
fn the_end_of_arguments_and_of_threads_and_a_sign_are_no_contract() {
    never(
        "int f(int n, ...)\n{\n    va_list all;\n    va_start(all, n);\n    n += 1;\n    va_end(all);\n    return n;\n}\n",
        "f",
        &["va_"],
    );
    never("void *work(void *given)\n{\n    run(given);\n    return NULL;\n}\n", "work", &["return given"]);
    let order = "int order(int a, int b)\n{\n    return a < b ? -1 : 1;\n}\n";
    never(order, "order", &[": 2"]);
    has(&all_of("c", order, "order"), "off_by_one: a < b ? -1 : 1 -> a < b ? -1 : 0");
}

#[test]
fn ends_of_a_list_are_empty_together_and_children_are_not() {
    let list = "struct queue { struct guest *head; struct guest *tail; };\nint is(struct queue *q)\n{\n    return q->tail == NULL;\n}\n";
    never(list, "is", &["q->head == NULL"]);
    let tree = "struct node { struct node *left; struct node *right; };\nint is(struct node *n)\n{\n    return n->left == NULL;\n}\n";
    has(&all_of("c", tree, "is"), "field: n->left == NULL -> n->right == NULL");
}

#[test]
fn room_for_a_pointer_is_enough_for_what_is_smaller() {
    let text = "typedef struct pair { int a; int b; char name[2]; } pair;
int *make(size_t n)
{
    pid_t *all = malloc(n * sizeof *all);
    pair *pairs = malloc(n * sizeof *pairs);
    unknown_t *some = malloc(n * sizeof *some);
    return all;
}
";
    never(text, "make", &["sizeof all", "sizeof some"]);
    has(&all_of("c", text, "make"), "sizeof: n * sizeof *pairs -> n * sizeof pairs");
}

#[test]
fn what_is_zero_already_need_not_be_set() {
    let text = "struct node { int value; struct node *next; };
struct node *make(int n)
{
    struct node *made = calloc(1, sizeof *made);
    made->next = NULL;
    made->value = n;
    return made;
}
";
    never(text, "make", &["made->next = NULL; ->"]);
    has(&all_of("c", &text.replace("calloc(1, sizeof *made)", "other(n)"), "make"), "removed_statement: made->next = NULL; -> ");
}

#[test]
fn an_early_exit_that_the_rest_repeats_is_taken_away_once_at_most() {
    let text = "int best(const int *all, int count)
{
    if (count <= 0) {
        return -1;
    }
    int best = -1;
    for (int i = 0; i < count; i++) {
        if (all[i] > best) {
            best = all[i];
        }
    }
    return best;
}
";
    let gone = |m: &&Mutant| m.line == 3 && !m.after.contains("count > 0") && m.after != "1";
    assert!(all_of("c", text, "best").iter().filter(gone).count() <= 1);
    assert_eq!(of_c(text, "best").iter().filter(gone).count(), 0, "there is enough else");
    let other = text.replace("return -1;", "return -7;");
    assert!(all_of("c", &other, "best").iter().filter(gone).count() > 1);
}

#[test]
fn the_share_of_a_thread_and_an_interruption_show_in_nothing() {
    let text = "int run(int count, int workers)
{
    int part = (count + workers - 1) / workers;
    for (int i = 0; i < workers; i++) {
        pthread_create(&all[i], NULL, work, &jobs[i * part]);
    }
    pid_t ended;
    do {
        ended = waitpid(count, &status, 0);
    } while (ended == -1 && errno == EINTR);
    return part;
}
";
    never(text, "run", &["workers - 1 ->", "/ workers ->", "EINTR"]);
    let alone = text.replace("pthread_create(", "note(");
    has(&all_of("c", &alone, "run"), "operator: count + workers - 1 -> count + workers + 1");
}

#[test]
fn modes_options_and_the_end_of_a_buffer_are_left_alone() {
    let text = "int copy(const char *path, char *kept, int n)
{
    char block[64];
    int file = open(path, O_WRONLY, 0644);
    n = read(file, block, sizeof block - 1);
    waitpid(n, &status, 0);
    if (kept != NULL) {
        free(kept);
    }
    int reason = errno;
    close(file);
    errno = reason;
    char *at = block;
    at[0] = 'x';
    at = NULL;
    return n + 1;
}
";
    never(text, "copy", &["0645", "sizeof block + 1", "sizeof block - 2", "status, 1", "kept != NULL -> 1", "at = NULL", "errno = reason"]);
    let found = all_of("c", text, "copy");
    has(&found, "condition: kept != NULL -> kept == NULL");
    has(&found, "operator: n + 1 -> n - 1");
}
