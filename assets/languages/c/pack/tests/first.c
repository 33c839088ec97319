#include "first.h"

#include "test.h"

/* ex-1 */

void test_first_step_of_nothing(void)
{
    TEST_ASSERT_EQ(first_step(0), 1);
}
