/* verdict.h: says how a test ended, and why. Part of harness.h.
 *
 * The first line under a verdict is the message; where a place is known it begins "src/seats.c:12: ".
 * A sanitizer writes a page of addresses; what a learner can use of it is three lines.
 */

static const struct etude_crash {
    int number;
    const char *name, *meaning;
} etude_crashes[] = {
    {SIGSEGV, "SIGSEGV", "memory was used that is not the program's: a bad pointer or index, or endless recursion"},
    {SIGABRT, "SIGABRT", "abort() was called, by an assert() or by the C library because the heap is damaged"},
    {SIGFPE, "SIGFPE", "an integer was divided by zero"},
    {SIGBUS, "SIGBUS", "memory was used that is not there"},
    {SIGILL, "SIGILL", "the processor met an instruction that it does not know"},
    {SIGPIPE, "SIGPIPE", "something was written to a pipe or socket that nobody reads"},
    {SIGALRM, "SIGALRM", "a timer ran out"},
    {SIGTERM, "SIGTERM", "the process was asked to end"},
    {SIGXFSZ, "SIGXFSZ", "a file became larger than a test may make it"},
    {SIGKILL, "SIGKILL", "the process was killed, perhaps because it took too much memory"},
};
enum { ETUDE_CRASHES = sizeof etude_crashes / sizeof *etude_crashes };

/* Finds the first call of a sanitizer's stack that lies in `folder` of this workspace. */
static bool etude_find_call(const char *stack, const char *folder, char place[320], char function[100])
{
    char path[300];
    for (; stack && sscanf(stack, " #%*d %*s in %99s %299[^\n]", function, path) == 2;
         stack = strchr(stack + 1, '\n')) {
        for (char *start = strstr(path, folder); start; start = strstr(start + 1, folder)) {
            char *colon = strchr(start, ':');
            if (!colon)
                break;
            *colon = '\0';
            if (access(start, F_OK) == 0 && !strstr(start, "/test.h") && !strstr(start, "/harness.h")) {
                snprintf(place, 320, "%s:%d: ", start, atoi(colon + 1));
                return true;
            }
            *colon = ':';
        }
    }
    return false;
}

/* "src/seats.c:12: WHAT in seat_sum", from the stack that follows `text`. */
static void etude_name_call(char line[640], const char *text, const char *what)
{
    char place[320], function[100];
    const char *stack = strstr(text, "\n    #0 ");
    if (etude_find_call(stack, "src/", place, function) || etude_find_call(stack, "tests/", place, function))
        snprintf(line, 640, "%s%s in %s", place, what, function);
    else
        snprintf(line, 640, "%s", what);
}

static void etude_print_call(const char *text, const char *what)
{
    char line[640];
    etude_name_call(line, text, what);
    printf("    %s\n", line);
}

/* The place is where the memory came from, often in code that is given; what is missing is a free.
 * Leaks that differ only in who asked for the memory read the same, so each line is told once.
 */
static void etude_tell_leaks(const char *report)
{
    enum { MOST = 8 };
    char size[100], what[140], lines[MOST][640];
    int count = 0, times[MOST] = {0};
    while (count < MOST && (report = strstr(report, "leak of ")) && sscanf(report, "%99[^\n]", size) == 1) {
        size[strcspn(size, ":") - strlen(" from")] = '\0'; /* "leak of 40 byte(s) in 1 object(s) allocated" */
        snprintf(what, sizeof what, "memory was not freed: %s", size);
        etude_name_call(lines[count], report++, what);
        int same = 0;
        while (strcmp(lines[same], lines[count]) != 0)
            same++;
        times[same]++;
        count += same == count;
    }
    puts(count > 0 ? "FAILED (leak)" : "FAILED (leak)\n    memory was not freed");
    for (int i = 0; i < count; i++) {
        printf("    %s", lines[i]);
        if (times[i] > 1)
            printf(" (%d times)", times[i]);
        puts("");
    }
}

/* Prints the line of the report that contains `mark`, from `start` to before the first address. */
static bool etude_print_detail(const char *report, const char *mark, const char *start)
{
    char detail[200];
    const char *line = strstr(report, mark);
    while (line && line > report && *line != '\n')
        line--;
    line = line ? strstr(line, start) : NULL;
    if (!line || sscanf(line, "%199[^\n]", detail) != 1)
        return false;
    char *address = strstr(detail, "0x");
    if (address)
        address[-2] = '\0'; /* it is in brackets, with a space before them */
    printf("    %s\n", detail);
    return true;
}

static void etude_tell_address_error(const char *report)
{
    char kind[64] = "out-of-memory", what[200], verb[8];
    unsigned long size;
    const char *part = strstr(report, "SUMMARY: ");
    /* The summary has the better name, but is missing when time ran out. Neither is there when the
     * sanitizer got no memory: then it says "AddressSanitizer failed to allocate". */
    if (!part || sscanf(part, "SUMMARY: AddressSanitizer: %63s", kind) != 1)
        sscanf(report, "%*s AddressSanitizer: %63s", kind);
    for (int i = 0; i < ETUDE_CRASHES; i++) {
        const struct etude_crash *crash = &etude_crashes[i];
        if (strcmp(crash->name + strlen("SIG"), kind) == 0) {
            printf("FAILED (crashed: %s)\n", crash->name);
            etude_print_call(report, crash->name);
            printf("    %s\n", crash->meaning);
            return;
        }
    }
    printf("FAILED (sanitizer: %s)\n", kind);
    snprintf(what, sizeof what, "%s", kind);
    if (sscanf(report, "%*[^\n] %7s of size %lu", verb, &size) == 2)
        snprintf(what, sizeof what, "%s: %s of size %lu", kind, verb, size);
    etude_print_call(report, what);
    /* Which memory it was. Compilers word "past the end of" in two ways; of several globals that lie
     * near, the one whose end was passed is the likely one. */
    const char *marks[] = {"-byte region", "right of global variable", "after global variable", "global variable '"};
    int i = 0;
    while (i < 4 && !etude_print_detail(report, marks[i], "located "))
        i++;
    if (i == 4)
        etude_print_detail(report, " <== Memory access", "'");
    if ((part = strstr(report, "freed by thread")))
        etude_print_call(part, "freed");
    if ((part = strstr(report, "allocated by thread")))
        etude_print_call(part, "allocated");
}

/* The test's own output, up to `end`, each line marked so that it cannot be taken for ours. */
static void etude_print_output(const char *end)
{
    size_t length = end - etude_output, shown = length < ETUDE_SHOWN ? length : ETUDE_SHOWN;
    for (size_t i = 0; i < shown; i++)
        printf(i == 0 || etude_output[i - 1] == '\n' ? "    | %c" : "%c", etude_output[i]);
    if (shown > 0 && etude_output[shown - 1] != '\n')
        putchar('\n');
    if (length > shown)
        printf("    | ... and %llu more bytes\n", length - shown + etude_dropped);
}

/* The end of the test's own output: a sanitizer's report begins with lines that say nothing. */
static const char *etude_before(const char *report)
{
    const char *signal_line = strstr(etude_output, "AddressSanitizer:DEADLYSIGNAL");
    if (signal_line && signal_line < report)
        report = signal_line;
    while (report > etude_output && (report[-1] == '=' || report[-1] == '\n'))
        report--;
    return report;
}

/* Prints the verdict and the reasons; true when the test passed. */
static bool etude_judge(pid_t child, int status, bool ended, double limit)
{
    char marker[40], file[300], what[500];
    int line;
    const char *own_end = etude_output + etude_length, *undefined = NULL;
    /* The report of this very process, not something that the test printed to look like one. */
    snprintf(marker, sizeof marker, "==%d==ERROR: ", (int)child);
    const char *report = strstr(etude_output, marker);
    for (const char *next = etude_output; (next = strstr(next, ": runtime error: ")); next++)
        undefined = next;

    if (etude_report->failed) {
        char *message = etude_report->message;
        size_t length = strnlen(message, sizeof etude_report->message);
        etude_make_plain(message, length, false);
        printf("FAILED\n    %.*s\n", (int)length, message);
    } else if (etude_report->progress == ETUDE_LEAKED) {
        own_end = report ? etude_before(report) : own_end;
        etude_tell_leaks(report ? report : "");
    } else if (etude_report->progress != ETUDE_STARTED && ended && WIFEXITED(status)) {
        /* Finished, yet with a code other than 0: it was the leak check that could not run. */
        etude_leaks_unchecked |= WEXITSTATUS(status) != 0;
        puts("ok");
        return true;
    } else if (report) { /* also when time ran out while it was being written */
        own_end = etude_before(report);
        etude_tell_address_error(report);
    } else if (!ended) {
        printf("FAILED (timeout after %.3g s)\n", limit);
        puts("    the test was still running: is there a loop or a wait that never ends?");
    } else if (WIFSIGNALED(status)) {
        int number = WTERMSIG(status), i = 0;
        while (i < ETUDE_CRASHES && etude_crashes[i].number != number)
            i++;
        if (i < ETUDE_CRASHES)
            printf("FAILED (crashed: %s)\n    %s\n", etude_crashes[i].name, etude_crashes[i].meaning);
        else
            printf("FAILED (crashed: signal %d)\n    %s\n", number, strsignal(number));
    } else if (undefined && WEXITSTATUS(status) != 0) {
        while (undefined > etude_output && undefined[-1] != '\n')
            undefined--;
        own_end = undefined;
        puts("FAILED (sanitizer: undefined-behavior)");
        if (sscanf(undefined, "%299[^:]:%d:%*d: runtime error: %499[^\n]", file, &line, what) == 3)
            printf("    %s:%d: %s\n", file, line, what);
    } else {
        printf("FAILED (exited early: code %d)\n", WEXITSTATUS(status));
        puts("    the process ended before the test did");
    }
    etude_print_output(own_end);
    return false;
}
