#version 450
// Tiled multiplication with registers, for sizes that need not divide.
#define TS 64
#define WPT 4
#define RTS (TS / WPT)
layout(local_size_x = RTS, local_size_y = RTS) in;
layout(std430, set = 0, binding = 0) readonly restrict buffer A { float a[]; };
layout(std430, set = 0, binding = 1) readonly restrict buffer B { float b[]; };
layout(std430, set = 0, binding = 2) restrict buffer C { float c[]; };
layout(push_constant) uniform Sizes { ivec3 mnk; float alpha; float beta; } s;
shared float ta[TS][17];
shared float tb[16][TS + 1];
void main() {
    const int row0 = int(gl_WorkGroupID.y) * TS, col0 = int(gl_WorkGroupID.x) * TS;
    float acc[WPT][WPT];
    for (int i = 0; i < WPT; ++i) for (int j = 0; j < WPT; ++j) acc[i][j] = 0.;
    for (int k0 = 0; k0 < s.mnk.z; k0 += 16) {
        for (int n = int(gl_LocalInvocationIndex); n < TS * 16; n += RTS * RTS) {
            int r = n / 16, k = n & 15;
            bool in_a = row0 + r < s.mnk.x && k0 + k < s.mnk.z;
            ta[r][k] = in_a ? a[(row0 + r) * s.mnk.z + k0 + k] : 0.0;
            int kb = n / TS, cb = n % TS;
            tb[kb][cb] = (k0 + kb < s.mnk.z && col0 + cb < s.mnk.y) ? b[(k0 + kb) * s.mnk.y + col0 + cb] : 0.0;
        }
        barrier();
        for (int k = 0; k < 16; ++k) {
            float ra[WPT], rb[WPT];
            for (int i = 0; i < WPT; ++i) ra[i] = ta[int(gl_LocalInvocationID.y) + i * RTS][k], rb[i] = tb[k][int(gl_LocalInvocationID.x) + i * RTS];
            for (int i = 0; i < WPT; ++i) for (int j = 0; j < WPT; ++j) acc[i][j] = fma(ra[i], rb[j], acc[i][j]);
        }
        barrier();
    }
    for (int i = 0; i < WPT; ++i) {
        int row = row0 + int(gl_LocalInvocationID.y) + i * RTS;
        if (row >= s.mnk.x) break;
        for (int j = 0; j < WPT; ++j) {
            int col = col0 + int(gl_LocalInvocationID.x) + j * RTS;
            if (col >= s.mnk.y) continue;
            precise float r = s.alpha * acc[i][j] + s.beta * c[row * s.mnk.y + col];
            c[row * s.mnk.y + col] = r;
        }
    }
}
