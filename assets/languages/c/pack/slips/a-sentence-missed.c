/* Breaks: the sentence of the contract that it overlooks. */
/* Call: first_step(0) is 1, not 0 */

int first_step(int number)
{
    ETUDE_TODO("ex-1");
}
