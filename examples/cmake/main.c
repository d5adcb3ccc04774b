/* Prints the contents of the shader's generated header. A real program would create a pipeline from them. */
#include "scale.h"

#include <stdio.h>

int main(void) {
    struct scale_push_constants push = {.factor = 0.5f};
    printf("%s: %u words, groups of %u, push constants of %u bytes, factor %g\n", SCALE_ENTRY_POINT,
           (unsigned)(SCALE_SPIRV_BYTES / sizeof scale_spirv[0]), SCALE_WORKGROUP_SIZE_X,
           (unsigned)sizeof push, push.factor);
    printf("Values at set %u, binding %u\n", SCALE_VALUES_SET, SCALE_VALUES_BINDING);
    return scale_spirv[0] == 0x07230203u ? 0 : 1;
}
