/* test.h: what a test of this workspace can say.
 *
 * A test is a function `void test_...(void)`. It passes when it returns; the first assertion that
 * does not hold ends it. The order of arguments is always (actual, expected). tests/harness.h runs
 * the tests; it is compiled once, in tests/main.c.
 */
#ifndef ETUDE_TEST_H
#define ETUDE_TEST_H

#include <stdbool.h>

#define TEST_ASSERT(condition) \
    ((condition) ? (void)0 : etude_fail("%s: expected true, got false", ETUDE_CLAIM(#condition)))

/* Integers, characters, bools, enums and pointers. Values are compared as numbers: -1 does not equal
 * the largest unsigned number, as it would with ==.
 */
#define TEST_ASSERT_EQ(actual, expected) \
    etude_check_equal(ETUDE_VALUE(actual), ETUDE_VALUE(expected), ETUDE_CLAIM(#actual " == " #expected))

/* Text, compared byte by byte. NULL equals NULL only. */
#define TEST_ASSERT_STR_EQ(actual, expected) \
    etude_check_text(actual, expected, ETUDE_CLAIM(#actual " == " #expected))

/* float and double, equal when they are at most `tolerance` apart. */
#define TEST_ASSERT_FLOAT_EQ(actual, expected, tolerance) \
    etude_check_float(actual, expected, tolerance, ETUDE_CLAIM(#actual " == " #expected))

/* For tests/main.c: announce the tests, run each, and give main its return value. Arguments are the
 * beginnings of the names to run; without any, every test runs.
 */
#define TEST_BEGIN(count, argc, argv) etude_begin(count, argc, argv)
#define RUN_TEST(function) etude_run(#function, function)
#define TEST_SUMMARY() etude_summary()

/* ---- How it works ---- */

/* "tests/seats.c:31: seat_row(7) == 3". Two steps, because # alone would give "__LINE__". */
#define ETUDE_CLAIM(text) __FILE__ ":" ETUDE_NUMERAL(__LINE__) ": " text
#define ETUDE_NUMERAL(line) ETUDE_SPELL(line)
#define ETUDE_SPELL(line) #line

/* One shape for every value that TEST_ASSERT_EQ takes, so that any two can be compared and shown. */
struct etude_value {
    enum { ETUDE_NUMBER, ETUDE_BOOL, ETUDE_CHAR, ETUDE_POINTER } kind;
    bool negative;
    unsigned long long bits;
};

/* Picks the function for the type of x. The inner choice sees x after C's promotions (that is what
 * ?: does), so short types, enums and bit-fields need no line of their own. x itself runs once.
 */
#define ETUDE_VALUE(x)                                                                   \
    _Generic((x), bool: etude_bool, char: etude_char, default: _Generic((1 ? (x) : (x)), \
             int: etude_signed, long: etude_signed, long long: etude_signed,             \
             unsigned: etude_unsigned, unsigned long: etude_unsigned,                    \
             unsigned long long: etude_unsigned,                                         \
             float: etude_please_use_TEST_ASSERT_FLOAT_EQ,                               \
             double: etude_please_use_TEST_ASSERT_FLOAT_EQ,                              \
             default: etude_pointer))(x)

struct etude_value etude_bool(bool x);
struct etude_value etude_char(char x);
struct etude_value etude_signed(long long x);
struct etude_value etude_unsigned(unsigned long long x);
struct etude_value etude_pointer(const volatile void *x);
struct etude_value etude_please_use_TEST_ASSERT_FLOAT_EQ(void); /* here for its error message only */

void etude_check_equal(struct etude_value actual, struct etude_value expected, const char *claim);
void etude_check_text(const char *actual, const char *expected, const char *claim);
void etude_check_float(double actual, double expected, double tolerance, const char *claim);
_Noreturn void etude_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The rest is compiled once, in tests/main.c. */
#ifdef ETUDE_TEST_MAIN

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static struct etude_value etude_value(int kind, bool negative, unsigned long long bits)
{
    return (struct etude_value){kind, negative, bits};
}
struct etude_value etude_bool(bool x) { return etude_value(ETUDE_BOOL, false, x); }
struct etude_value etude_char(char x) { return etude_value(ETUDE_CHAR, x < 0, x); }
struct etude_value etude_signed(long long x) { return etude_value(ETUDE_NUMBER, x < 0, x); }
struct etude_value etude_unsigned(unsigned long long x) { return etude_value(ETUDE_NUMBER, false, x); }
struct etude_value etude_pointer(const volatile void *x)
{
    return etude_value(ETUDE_POINTER, false, (uintptr_t)x);
}

static const char *etude_show(char text[32], struct etude_value value, int kind)
{
    if (kind == ETUDE_CHAR && (value.bits == 0 || value.bits == '\n' || value.bits == '\t'))
        return value.bits == 0 ? "'\\0'" : value.bits == '\n' ? "'\\n'" : "'\\t'";
    if (kind == ETUDE_BOOL && value.bits <= 1)
        return value.bits ? "true" : "false";
    if (kind == ETUDE_POINTER && value.bits == 0)
        return "NULL";
    if (kind == ETUDE_CHAR && value.bits >= ' ' && value.bits <= '~')
        snprintf(text, 32, "'%c'", (char)value.bits);
    else if (kind == ETUDE_POINTER)
        snprintf(text, 32, "%#llx", value.bits);
    else if (value.negative)
        snprintf(text, 32, "%lld", (long long)value.bits);
    else
        snprintf(text, 32, "%llu", value.bits);
    return text;
}

void etude_check_equal(struct etude_value actual, struct etude_value expected, const char *claim)
{
    char got[32], wanted[32];
    /* 'a', true and 0 are ints in C: where one side is a char, a bool or a pointer, show both so. */
    int kind = actual.kind == ETUDE_NUMBER ? expected.kind : actual.kind;
    if (actual.negative != expected.negative || actual.bits != expected.bits)
        etude_fail("%s: expected %s, got %s", claim, etude_show(wanted, expected, kind),
                   etude_show(got, actual, kind));
}

static const char *etude_quote(char quoted[600], const char *text)
{
    char *end = quoted;
    if (!text)
        return "NULL";
    *end++ = '"';
    for (int i = 0; *text && i < 120; i++, text++) {
        if (*text == '\n')
            end += sprintf(end, "\\n");
        else if (*text == '\t')
            end += sprintf(end, "\\t");
        else if (*text == '"' || *text == '\\')
            end += sprintf(end, "\\%c", *text);
        else
            end += sprintf(end, (unsigned char)*text < ' ' ? "\\x%02x" : "%c", *text);
    }
    strcpy(end, *text ? "\"..." : "\"");
    return quoted;
}

void etude_check_text(const char *actual, const char *expected, const char *claim)
{
    char got[600], wanted[600];
    size_t same = 0;
    if (actual == expected || (actual && expected && strcmp(actual, expected) == 0))
        return;
    while (actual && expected && actual[same] == expected[same])
        same++;
    if (same >= 100) /* long texts: show where they part */
        etude_fail("%s: after %zu equal bytes expected %s, got %s", claim, same,
                   etude_quote(wanted, expected + same), etude_quote(got, actual + same));
    etude_fail("%s: expected %s, got %s", claim, etude_quote(wanted, expected), etude_quote(got, actual));
}

void etude_check_float(double actual, double expected, double tolerance, const char *claim)
{
    double difference = actual < expected ? expected - actual : actual - expected;
    bool both_nan = actual != actual && expected != expected;
    int digits = difference < 1e-9 ? 17 : 10; /* all digits where fewer would look the same */
    if (!(difference <= tolerance || actual == expected || both_nan))
        etude_fail("%s: expected %.*g within %g, got %.*g", claim, digits, expected, tolerance, digits, actual);
}

#include "harness.h"

#endif

#endif
