/* Another correct solution of another shape: only the functions that differ. */

int first_step(int number)
{
    ETUDE_TODO("ex-1");
}
