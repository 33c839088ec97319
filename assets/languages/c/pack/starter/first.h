/* The story of the exercise, in a few lines. */
#ifndef FIRST_H
#define FIRST_H

/* ex-1: what the function answers, for any number it is given. */
int first_step(int number);

#endif
