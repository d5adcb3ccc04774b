#version 460
// run: --dispatch 1 --storage 0=zeros:128 --storage 1=zeros:8192 --dump 0=u32
// also: -D EMULATED --coopmat emulate
// also: -D EMULATED --coopmat emulate -O0
// emulated: -D EMULATED --coopmat emulate --warp emulate
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// Reductions, functions of elements, transposes, conversions to another use, and loads that decode blocks, compared with
// what ordinary GLSL computes: the number of wrong elements of each.
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Wrong { uint wrong[]; };
layout(std430, binding = 1) buffer Blocks { uint blocks[]; };
#define ROWS 32u
#define COLUMNS 16u
#define SUM(type, rows, columns) coopmat<type, gl_ScopeWorkgroup, rows, columns, gl_MatrixUseAccumulator>
#define LEFT(type, rows, columns) coopmat<type, gl_ScopeWorkgroup, rows, columns, gl_MatrixUseA>
#define RIGHT(type, rows, columns) coopmat<type, gl_ScopeWorkgroup, rows, columns, gl_MatrixUseB>
shared float values[ROWS * COLUMNS], got[ROWS * ROWS];
shared float16_t halves[ROWS * ROWS];
shared int8_t bytes[ROWS * COLUMNS];
shared uint errors;

float largest(const in float x, const in float y) { return max(x, y); }
float total(const in float x, const in float y) { return x + y; }
float scaled(const in uint row, const in uint column, const in float x) { return x * 2.0 + float(row) - 0.5 * float(column); }
// Another function of the same name, which is not the one of the matrix's components.
float16_t scaled(const in uint row, const in uint column, const in float16_t x) { return x; }
float mixed(const in uint row, const in uint column, const in float x, const in float y, const in vec2 z) {
    if (row == 3u) return z.x;
    return x - y + z.y * float(column);
}
int8_t negated(const in uint row, const in uint column, const in int8_t x) { return int8_t(row < 2u ? int(x) : -int(x)); }

// A block: a scale and 32 numbers of four bits.
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Block { float scale; uint numbers[4]; };
float16_t decoded(const in Block block, const in uint at[2], const in uint inner[2]) {
    uint number = block.numbers[inner[1] >> 3] >> (4u * (inner[1] & 7u)) & 15u;
    return float16_t(block.scale * (float(number) - 8.0)) + float16_t(at[0] & 1u);
}

float value(uint k) { return float(int(k * 37u % 64u) - 32) * 0.25; }

void report(uint number) {
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        wrong[number] = errors;
        errors = 0u;
    }
    barrier();
}

#define EACH(count) for (uint k = gl_LocalInvocationIndex; k < (count); k += 128u)
#define COUNT(number, rows, columns, expression) { \
    barrier(); \
    EACH((rows) * (columns)) { \
        uint row = k / (columns), column = k % (columns); \
        if (float(got[k]) != float(expression)) atomicAdd(errors, 1u); \
    } \
    report(number); \
}
#define VALUE(row, column) values[(row) * COLUMNS + (column)]

float row_max(uint row) { float x = VALUE(row, 0u); for (uint c = 1u; c < COLUMNS; ++c) x = max(x, VALUE(row, c)); return x; }
float column_sum(uint column) { float x = 0.0; for (uint r = 0u; r < ROWS; ++r) x += VALUE(r, column); return x; }
float all_max() { float x = VALUE(0u, 0u); for (uint r = 0u; r < ROWS; ++r) x = max(x, row_max(r)); return x; }

void main() {
    if (gl_LocalInvocationIndex == 0u) errors = 0u;
    EACH(ROWS * COLUMNS) {
        values[k] = value(k);
        bytes[k] = int8_t(int(k * 11u % 200u) - 100);
    }
    EACH(2048u) blocks[k] = k % 5u == 0u ? floatBitsToUint(0.25 * float(1u + k % 3u)) : k * 2654435761u;
    memoryBarrierBuffer();
    barrier();
    SUM(float, ROWS, COLUMNS) m, n;
    coopMatLoad(m, values, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);

    SUM(float, ROWS, 16) by_row;
    coopMatReduceNV(by_row, m, gl_CooperativeMatrixReduceRowNV, largest);
    coopMatStore(by_row, got, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    COUNT(0u, ROWS, 16u, row_max(row))
    SUM(float, 16, COLUMNS) by_column;
    coopMatReduceNV(by_column, m, gl_CooperativeMatrixReduceColumnNV, total);
    coopMatStore(by_column, got, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    COUNT(1u, 16u, COLUMNS, column_sum(column))
    SUM(float, 16, 32) of_all;
    coopMatReduceNV(of_all, m, gl_CooperativeMatrixReduceRowAndColumnNV, largest);
    coopMatStore(of_all, got, 0u, 32u, gl_CooperativeMatrixLayoutRowMajor);
    COUNT(2u, 16u, 32u, all_max())
    // An accumulator of 64 rows and 32 columns, whose squares give one of 32 by 16.
    SUM(float, 64, 32) wide = SUM(float, 64, 32)(0.0);
    coopMatPerElementNV(wide, wide, scaled);
    SUM(float, 32, 16) squares;
    coopMatReduceNV(squares, wide, gl_CooperativeMatrixReduce2x2NV, total);
    coopMatStore(squares, got, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    COUNT(3u, 32u, 16u, 8.0 * float(row) + 2.0 - 4.0 * float(column) - 1.0)

    coopMatPerElementNV(n, m, scaled);
    coopMatStore(n, got, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    COUNT(4u, ROWS, COLUMNS, VALUE(row, column) * 2.0 + float(row) - 0.5 * float(column))
    coopMatPerElementNV(m, n, mixed, m, vec2(100.0, 0.5));
    coopMatStore(m, got, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    COUNT(5u, ROWS, COLUMNS, row == 3u ? 100.0 : VALUE(row, column) + float(row))
    SUM(int8_t, ROWS, COLUMNS) small;
    coopMatLoad(small, bytes, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    coopMatPerElementNV(small, small, negated);
    coopMatStore(SUM(float, ROWS, COLUMNS)(small), got, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    COUNT(6u, ROWS, COLUMNS, row < 2u ? int(bytes[k]) : -int(bytes[k]))

    // Uses: a conversion of components and use, of the use alone, and a transpose.
    coopMatLoad(m, values, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    LEFT(float16_t, ROWS, COLUMNS) a = LEFT(float16_t, ROWS, COLUMNS)(m);
    coopMatStore(a, halves, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    EACH(ROWS * COLUMNS) got[k] = float(halves[k]);
    COUNT(7u, ROWS, COLUMNS, VALUE(row, column))
    SUM(float16_t, ROWS, COLUMNS) h = SUM(float16_t, ROWS, COLUMNS)(m);
    RIGHT(float16_t, ROWS, COLUMNS) same = RIGHT(float16_t, ROWS, COLUMNS)(h);
    coopMatStore(same, halves, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    EACH(ROWS * COLUMNS) got[k] = float(halves[k]);
    COUNT(8u, ROWS, COLUMNS, VALUE(row, column))
    RIGHT(float16_t, COLUMNS, ROWS) turned;
    coopMatTransposeNV(turned, h);
    coopMatStore(turned, halves, 0u, ROWS, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    EACH(ROWS * COLUMNS) got[k] = float(halves[k]);
    COUNT(9u, COLUMNS, ROWS, VALUE(column, row))
    // Their product: the rows of the matrix with each other.
    SUM(float, ROWS, ROWS) product = coopMatMulAdd(a, turned, SUM(float, ROWS, ROWS)(0.5));
    coopMatStore(product, got, 0u, ROWS, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    EACH(ROWS * ROWS) {
        float x = 0.5;
        for (uint c = 0u; c < COLUMNS; ++c) x += VALUE(k / ROWS, c) * VALUE(k % ROWS, c);
        if (abs(got[k] - x) > 0.01) atomicAdd(errors, 1u);
    }
    report(10u);

#ifndef EMULATED
    // 32 rows of 64 numbers in blocks of 32; rows 8 on of a slice, columns 16 on.
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    t = setTensorLayoutBlockSizeNV(t, 1, 32);
    t = setTensorLayoutDimensionNV(t, 32, 64);
    t = setTensorLayoutClampValueNV(t, 0x3c00);
    t = sliceTensorLayoutNV(t, 8, 32, 16, 16);
    LEFT(float16_t, ROWS, COLUMNS) d;
    coopMatLoadTensorNV(d, blocks, 0u, t, decoded);
    coopMatStore(d, halves, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    EACH(ROWS * COLUMNS) {
        uint row = 8u + k / COLUMNS, column = 16u + k % COLUMNS;
        uint block = 5u * (2u * row + column / 32u), inner = column % 32u;
        float x = 1.0;
        if (row < 32u) {
            uint number = blocks[block + 1u + inner / 8u] >> (4u * (inner % 8u)) & 15u;
            x = uintBitsToFloat(blocks[block]) * (float(number) - 8.0) + float(row & 1u);
        }
        if (float(halves[k]) != x) atomicAdd(errors, 1u);
    }
    report(11u);
    // With a view.
    RIGHT(float16_t, COLUMNS, ROWS) e;
    coopMatLoadTensorNV(e, blocks, 0u, t, createTensorViewNV(2, false, 1, 0), decoded);
    coopMatStore(e, halves, 0u, ROWS, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    EACH(ROWS * COLUMNS) {
        uint row = 8u + k % ROWS, column = 16u + k / ROWS;
        uint block = 5u * (2u * row + column / 32u), inner = column % 32u;
        float x = 1.0;
        if (row < 32u) {
            uint number = blocks[block + 1u + inner / 8u] >> (4u * (inner % 8u)) & 15u;
            x = uintBitsToFloat(blocks[block]) * (float(number) - 8.0) + float(row & 1u);
        }
        if (float(halves[k]) != x) atomicAdd(errors, 1u);
    }
    report(12u);
#endif
    if (gl_LocalInvocationIndex == 0u) wrong[13] = 4711u;
}
