/* What somebody writes who holds this misconception: only the functions that differ. */

int first_step(int number)
{
    ETUDE_TODO("ex-1");
}
