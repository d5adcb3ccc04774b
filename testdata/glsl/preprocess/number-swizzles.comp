#version 460
// A point behind a number that has one, or letters, selects components.
1.0.xxx .5.xx 2.0.xxxx 1..x 1e3.xy 1.5e-3.rgba 1.0f.x 2u.xx 0x1F.xx 1.\
0.\
xx
#define HALF 0.5
#define PASTE(a, b) a ## b
HALF.xxx PASTE(1, .0).xx
// These are numbers, or wrong ones.
1.0 .xx 1.x 1.2.3 1.0..5 1.0.5
