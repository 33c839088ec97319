/* harness.h: runs the tests. Only tests/main.c includes it (through test.h).
 *
 * Every test runs in a process of its own, so that whatever it does (crash, exit, loop, close its
 * files) ends that test alone. Its output goes through a pipe to this process, the only one that
 * writes results: nothing that a test prints can pass for a result.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#if defined(ETUDE_ASAN)
#elif defined(__SANITIZE_ADDRESS__)
#define ETUDE_ASAN 1
#elif defined(__has_feature)
#define ETUDE_ASAN __has_feature(address_sanitizer)
#endif

/* The sanitizers call these before main, to ask for their settings. A malloc of too much returns NULL,
 * as it does without them, so that a test can try it. Leaks are looked for after each test, below.
 */
#define ETUDE_SANITIZERS "color=never:abort_on_error=0:halt_on_error=1"
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__lsan_default_options(void);
const char *__asan_default_options(void)
{
    return ETUDE_SANITIZERS ":detect_stack_use_after_return=1:leak_check_at_exit=0"
                            ":allocator_may_return_null=1:print_legend=0";
}
const char *__ubsan_default_options(void) { return ETUDE_SANITIZERS; }
const char *__lsan_default_options(void) { return "max_leaks=3:print_suppressions=0"; }
int __lsan_do_recoverable_leak_check(void);

/* What a test's process says about itself. This is shared memory and not a pipe, because a test may
 * close every file it finds. A process that ends before ETUDE_FINISHED did not finish its test,
 * whatever its exit code is.
 */
static struct etude_report {
    volatile enum { ETUDE_STARTED, ETUDE_FINISHED, ETUDE_LEAKED, ETUDE_CLEAN } progress;
    bool failed;
    char message[2000];
} *etude_report;

/* What the test printed: the beginning, to show it, and the end, where a sanitizer's report is. */
enum { ETUDE_SHOWN = 4096, ETUDE_KEPT = 65536 };
static char etude_output[ETUDE_KEPT + 1];
static size_t etude_length;
static unsigned long long etude_dropped;

static double etude_test_seconds, etude_binary_seconds, etude_deadline;
static int etude_passed, etude_failed, etude_left_out;
static char **etude_only; /* beginnings of names; an empty list stands for all */
static bool etude_leaks_unchecked;
static rlim_t etude_memory_limit = RLIM_INFINITY;
static sigset_t etude_normal_mask;
static volatile sig_atomic_t etude_stop_signal;

_Noreturn void etude_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    /* The first failure counts, also when threads or forked processes fail at the same time. */
    if (__atomic_exchange_n(&etude_report->failed, true, __ATOMIC_SEQ_CST))
        usleep(10000); /* time for the first one to write its message */
    else
        vsnprintf(etude_report->message, sizeof etude_report->message, format, arguments);
    fflush(NULL);
    _exit(1);
}

/* Takes the place of the weak function in src/etude.h. */
_Noreturn void etude_todo(const char *unit);
_Noreturn void etude_todo(const char *unit) { etude_fail("not yet implemented: %s", unit); }

/* ---- The life of a test's process ---- */

static double etude_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static double etude_seconds(const char *variable, double otherwise)
{
    const char *text = getenv(variable);
    double seconds = text ? strtod(text, NULL) : 0;
    return seconds > 0 ? seconds : otherwise;
}

static sigset_t etude_handle_signals(void (*handler)(int))
{
    const int signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handler};
    sigset_t handled;
    sigemptyset(&handled);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], &action, NULL);
        sigaddset(&handled, signals[i]);
    }
    return handled;
}

static void etude_on_signal(int number)
{
    if (number != SIGCHLD) /* SIGCHLD only has to wake the wait in etude_watch */
        etude_stop_signal = number;
}

static void etude_begin(int count, int argc, char **argv)
{
    etude_only = argv + (argc > 0);
    sigset_t handled = etude_handle_signals(etude_on_signal);
    /* They arrive only while etude_watch waits, so none slips in between a look and a wait. */
    sigprocmask(SIG_BLOCK, &handled, &etude_normal_mask);
    sigdelset(&etude_normal_mask, SIGCHLD);
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* daemons that a test leaves behind become our children */
#endif
    etude_test_seconds = etude_seconds("ETUDE_TEST_SECONDS", 2);
    etude_binary_seconds = etude_seconds("ETUDE_BINARY_SECONDS", 9);
    etude_deadline = etude_now() + etude_binary_seconds;
    etude_report = mmap(NULL, sizeof *etude_report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (etude_report == MAP_FAILED) {
        perror("tests: no memory to share with the tests");
        exit(1);
    }
#ifdef __linux__
    /* A test may take 4 GiB more than the harness has ("more", because a sanitizer maps terabytes):
     * enough for 200 threads, and malloc in an endless loop does not take the whole machine. */
    long pages = 0;
    FILE *sizes = fopen("/proc/self/statm", "r");
    if (sizes && fscanf(sizes, "%*d %*d %*d %*d %*d %ld", &pages) == 1)
        etude_memory_limit = (rlim_t)pages * sysconf(_SC_PAGESIZE) + ((rlim_t)4 << 30);
    if (sizes)
        fclose(sizes);
#endif
    printf("running %s%d test%s\n", *etude_only ? "some of " : "", count, count == 1 ? "" : "s");
}

#if ETUDE_ASAN
/* Copies of pointers in the dead stack of the test would hide leaks: memory that something points to
 * does not count as lost.
 */
__attribute__((noinline, no_sanitize("address"))) static void etude_wipe_stack(void)
{
    volatile char dead[16384];
    for (size_t i = 0; i < sizeof dead; i++)
        dead[i] = 0;
}
#endif

static _Noreturn void etude_child(void (*test)(void), int output)
{
    pid_t self = getpid();
    setpgid(0, 0); /* a group of its own, so that all it starts can be ended with it */
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_DATA, &(struct rlimit){etude_memory_limit, etude_memory_limit});
    setvbuf(stdout, NULL, _IONBF, 0); /* what it prints just before a crash is not lost */
    close(0);
    open("/dev/null", O_RDONLY); /* takes the free number 0 */
    dup2(output, 1);
    dup2(output, 2);
    close(output);
    etude_handle_signals(SIG_DFL);
    sigprocmask(SIG_SETMASK, &etude_normal_mask, NULL);

    test();

    if (getpid() != self)
        _exit(0); /* a process that the test forked came back here; it does not speak for the test */
    fflush(NULL);
    etude_report->progress = ETUDE_FINISHED;
#if ETUDE_ASAN
    etude_wipe_stack();
    /* Where the system forbids looking for leaks, this call ends the process: see etude_judge. */
    etude_report->progress = __lsan_do_recoverable_leak_check() ? ETUDE_LEAKED : ETUDE_CLEAN;
#endif
    _exit(0);
}

/* Control characters could rewrite what is on the screen, or begin a line that looks like a result. */
static void etude_make_plain(char *text, size_t length, bool keep_newlines)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' && text[i] != '\t' && !(keep_newlines && text[i] == '\n'))
            text[i] = '?';
}

/* Reads what is there, in bounded memory: when the buffer is nearly full, its middle is given up. */
static bool etude_drain(int output)
{
    if (etude_length > ETUDE_KEPT / 4 * 3) {
        etude_length -= ETUDE_KEPT / 4;
        etude_dropped += ETUDE_KEPT / 4;
        memmove(etude_output + ETUDE_SHOWN, etude_output + ETUDE_SHOWN + ETUDE_KEPT / 4,
                etude_length - ETUDE_SHOWN);
    }
    ssize_t got = read(output, etude_output + etude_length, ETUDE_KEPT - etude_length);
    if (got <= 0)
        return false;
    etude_make_plain(etude_output + etude_length, got, true);
    etude_length += got;
    return true;
}

/* Ends what the test left running outside its group (a daemon) before the next test starts. */
static void etude_end_leftovers(void)
{
    char path[64];
    int pid, waits = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    while (waits < 100) {
        pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0)
            return; /* no children */
        if (ended > 0)
            continue;
        FILE *children = fopen(path, "r");
        while (children && fscanf(children, "%d", &pid) == 1)
            kill(pid, SIGKILL);
        if (children)
            fclose(children);
        usleep(1000);
        waits++;
    }
}

/* Waits for the test's process, reading its output; true when it ended within the limit. */
static bool etude_watch(pid_t child, int output, double limit, int *status)
{
    double end = etude_now() + limit;
    bool open = true, ended = false;
    while (!etude_stop_signal) {
        siginfo_t info = {.si_pid = 0};
        waitid(P_PID, child, &info, WEXITED | WNOHANG | WNOWAIT);
        double left = end - etude_now();
        ended = info.si_pid == child;
        if (ended || left <= 0)
            break;
        struct timespec wait = {(time_t)left, (long)((left - (time_t)left) * 1e9)};
        fd_set readable;
        FD_ZERO(&readable);
        if (open)
            FD_SET(output, &readable);
        if (pselect(output + 1, &readable, NULL, NULL, &wait, &etude_normal_mask) > 0)
            open = etude_drain(output);
    }
    /* Not waited for yet, so its number still names its group and nobody else's. */
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    waitpid(child, status, 0);
    etude_end_leftovers();
    for (int i = 0; i < 64 && etude_drain(output); i++)
        ;
    etude_output[etude_length] = '\0';
    return ended;
}

#include "verdict.h"

/* ---- The whole run ---- */

static bool etude_run_in_child(void (*test)(void), double limit)
{
    int ends[2], status = 0;
    memset(etude_report, 0, sizeof *etude_report);
    etude_length = etude_dropped = 0;
    fflush(stdout); /* or the test's process would print it a second time */
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child < 0) {
        printf("FAILED\n    the test could not be started: %s\n", strerror(errno));
        return false;
    }
    if (child == 0) {
        close(ends[0]);
        etude_child(test, ends[1]);
    }
    setpgid(child, child); /* both sides do this: whoever comes first */
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    bool ended = etude_watch(child, ends[0], limit, &status);
    close(ends[0]);
    if (etude_stop_signal) { /* the child is gone; now end as the signal asks */
        puts("");
        fflush(stdout);
        etude_handle_signals(SIG_DFL);
        raise(etude_stop_signal);
        sigprocmask(SIG_SETMASK, &etude_normal_mask, NULL);
    }
    return etude_judge(child, status, ended, limit);
}

static bool etude_is_asked_for(const char *name)
{
    bool asked = !*etude_only;
    for (char **beginning = etude_only; *beginning && !asked; beginning++)
        asked = strncmp(name, *beginning, strlen(*beginning)) == 0;
    return asked;
}

/* A test that is left out is not reported: whoever asks for all by name does not find it. */
static void etude_run(const char *name, void (*test)(void))
{
    if (!etude_is_asked_for(name)) {
        etude_left_out++;
        return;
    }
    double left = etude_deadline - etude_now();
    bool passed = false;
    printf("test %s ... ", name);
    if (left < 0.02)
        printf("FAILED (timeout: no time left)\n    the tests before it used up the %g s that all share\n",
               etude_binary_seconds);
    else
        passed = etude_run_in_child(test, left < etude_test_seconds ? left : etude_test_seconds);
    fflush(stdout);
    etude_passed += passed;
    etude_failed += !passed;
}

static int etude_summary(void)
{
    bool none = *etude_only && etude_passed + etude_failed == 0;
    printf("\ntest result: %s. %d passed; %d failed", etude_failed || none ? "FAILED" : "ok", etude_passed, etude_failed);
    if (etude_left_out)
        printf("; %d left out", etude_left_out);
    puts("");
    fflush(stdout);
    if (none)
        fprintf(stderr, "note: no test has a name that begins like this\n");
    if (etude_leaks_unchecked)
        fprintf(stderr, "note: leaks were not looked for: LeakSanitizer cannot run here\n");
    return etude_failed || none ? 1 : 0;
}
