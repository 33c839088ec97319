/* Runs the tests of this exercise in the order of its units. etude wrote this file. */
#define ETUDE_TEST_MAIN
#include "test.h"

void {{test_name}}(void);

int main(int argc, char **argv)
{
    TEST_BEGIN({{test_count}}, argc, argv);
    RUN_TEST({{test_name}});
    return TEST_SUMMARY();
}
