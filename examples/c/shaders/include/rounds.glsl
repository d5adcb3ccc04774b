#ifndef ROUNDS
#define ROUNDS 5
#endif
