#version 460
// run: --dispatch 1 --storage 0=zeros:1024 --dump 0=u32
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_cooperative_matrix_maintenance1 : require
#extension GL_KHR_memory_scope_semantics : require
// Coordinates of the elements that an invocation holds: each element of a matrix of 8 rows and 12 columns once, with its
// value. A transpose to a left factor; a reduction of a subgroup's matrix.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer To { uint to[]; };
#define SUM(type, rows, columns) coopmat<type, gl_ScopeSubgroup, rows, columns, gl_MatrixUseAccumulator>
uint number(const in uint row, const in uint column, const in uint x) { return row * 12u + column; }
int least(const in int x, const in int y) { return min(x, y); }
shared uint seen[96];
void main() {
    SUM(uint, 8, 12) m = SUM(uint, 8, 12)(7u);
    coopMatPerElementEXT(m, m, number);
    for (uint k = gl_LocalInvocationIndex; k < 96u; k += 32u) seen[k] = 0u;
    barrier();
    for (uint k = 0u; k < uint(m.length()); ++k) {
        uvec2 at = coopMatGetCoordinateEXT(m, k);
        if (at.x * 12u + at.y == m[k]) atomicAdd(seen[m[k]], 1u);
    }
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < 96u; k += 32u) to[k] = min(seen[k], 2u);
    coopmat<uint, gl_ScopeSubgroup, 12, 8, gl_MatrixUseA> turned;
    coopMatTransposeEXT(turned, m);
    coopMatStore(turned, to, 96u, 8u, gl_CooperativeMatrixLayoutRowMajor);
    SUM(int, 8, 4) rows;
    coopMatReduceEXT(rows, SUM(int, 8, 12)(m), gl_CooperativeMatrixReduceRowEXT, least);
    coopMatStore(rows, to, 192u, 4u, gl_CooperativeMatrixLayoutRowMajor);
}
