/* Prints the contents of a shader's header, which the build generated. */
#include "sums.h"

#include <stdio.h>

int main(void) {
    printf("%s: groups of %u, words at set %u, binding %u\n", SUMS_ENTRY_POINT, SUMS_WORKGROUP_SIZE_X,
           SUMS_WORDS_SET, SUMS_WORDS_BINDING);
    return sums_spirv[0] == 0x07230203u ? 0 : 1;
}
