#version 460
// run: --dispatch 1 --storage 0=zeros:128 --storage 1=zeros:16384 --dump 0=u32
// also: -O0
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
// Loads and stores through tensor layouts and views, compared element by element with the address calculation of the
// extension in ordinary GLSL: pairs of wrong elements of loads and of stores, one pair for each case.
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Wrong { uint wrong[]; };
layout(std430, binding = 1) buffer Tensor { float tensor[]; };
#define ROWS 16u
#define COLUMNS 16u
#define MATRIX coopmat<float, gl_ScopeWorkgroup, ROWS, COLUMNS, gl_MatrixUseAccumulator>
// Where stores go, beside the values that loads read.
#define BASE 2048u
#define ROOM 2048u
shared float got[ROWS * COLUMNS];
shared uint errors;

struct Layout {
    uint rank, mode;
    uint block[5], size[5], stride[5];
    int offset[5];
    uint span[5];
    float outside;
};
struct View {
    uint rank;
    bool own;
    uint order[5], size[5], stride[5], clip[4];
};

const int CLIPPED = -1, OUTSIDE = -2;

// The element of the tensor that element (row, column) of the matrix is, or why it is none.
int place(Layout t, View v, bool stores, uint row, uint column) {
    uint index;
    if (v.rank == 0u) {
        index = row * COLUMNS + column;
    } else {
        if (row < v.clip[0] || row - v.clip[0] >= v.clip[1] || column < v.clip[2] || column - v.clip[2] >= v.clip[3]) return CLIPPED;
        index = (row - v.clip[0]) * min(COLUMNS, v.clip[3]) + column - v.clip[2];
        uint at[5];
        for (int k = int(v.rank) - 1; k >= 0; --k) {
            uint size = v.own ? v.size[v.order[k]] : t.span[v.order[k]];
            at[v.order[k]] = index % size;
            index /= size;
        }
        index = 0u;
        uint dense = 1u;
        for (int k = int(v.rank) - 1; k >= 0; --k) {
            index += at[k] * (v.own ? v.stride[k] : dense);
            dense *= t.span[k];
        }
    }
    int element = 0;
    for (int k = int(t.rank) - 1; k >= 0; --k) {
        int c = int(index % t.span[k]) + t.offset[k];
        index /= t.span[k];
        int size = int(t.size[k]);
        if (c < 0 || c >= size) {
            if (t.mode == 1u || stores) return OUTSIDE;
            if (t.mode == 2u) c = clamp(c, 0, size - 1);
            if (t.mode == 3u) c = (c % size + size) % size;
            if (t.mode == 4u) {
                int period = 2 * size - 2;
                c = (c % period + period) % period;
                if (c >= size) c = period - c;
            }
        }
        element += c / int(t.block[k]) * int(t.stride[k]);
    }
    return element;
}

void start() {
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < ROOM; k += 128u) tensor[BASE + k] = -1.0;
    if (gl_LocalInvocationIndex == 0u) errors = 0u;
    memoryBarrierBuffer();
    barrier();
}

void count_loads(uint number, Layout t, View v) {
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < ROWS * COLUMNS; k += 128u) {
        int element = place(t, v, false, k / COLUMNS, k % COLUMNS);
        float expected = element == CLIPPED ? -7.0 : element == OUTSIDE ? t.outside : tensor[element];
        if (got[k] != expected) atomicAdd(errors, 1u);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        wrong[2u * number] = errors;
        errors = 0u;
    }
    barrier();
}

void count_stores(uint number, Layout t, View v) {
    memoryBarrierBuffer();
    barrier();
    // The elements are distinct, so what is stored is the matrix; the rest of the room keeps its values.
    for (uint k = gl_LocalInvocationIndex; k < ROWS * COLUMNS; k += 128u) {
        int element = place(t, v, true, k / COLUMNS, k % COLUMNS);
        if (element >= 0) {
            if (tensor[BASE + uint(element)] != got[k]) atomicAdd(errors, 1u);
            tensor[BASE + uint(element)] = -1.0;
        }
    }
    memoryBarrierBuffer();
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < ROOM; k += 128u) {
        if (tensor[BASE + k] != -1.0) atomicAdd(errors, 1u);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) wrong[2u * number + 1u] = errors;
}

const View NONE = View(0u, false, uint[5](0, 1, 2, 3, 4), uint[5](0, 0, 0, 0, 0), uint[5](0, 0, 0, 0, 0), uint[4](0, 0, 0, 0));

// Loads from the tensor, and stores what was loaded; with a view if there is one.
#define CASE(number, t, T, v) { \
    start(); \
    MATRIX m = MATRIX(-7.0); \
    coopMatLoadTensorNV(m, tensor, 0u, t v); \
    coopMatStore(m, got, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor); \
    count_loads(number, T, seen); \
    coopMatStoreTensorNV(m, tensor, BASE, t v); \
    count_stores(number, T, seen); \
}
#define COMMA ,

void main() {
    View seen = NONE;
    for (uint k = gl_LocalInvocationIndex; k < BASE; k += 128u) tensor[k] = float(k);
    memoryBarrierBuffer();
    {   // A slice of a matrix, row by row; one that sticks out on each side, for each mode.
        tensorLayoutNV<2> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 32, 40);
        Layout T = Layout(2u, 0u, uint[5](1, 1, 1, 1, 1), uint[5](32, 40, 1, 1, 1), uint[5](40, 1, 0, 0, 0), int[5](3, 7, 0, 0, 0), uint[5](16, 16, 1, 1, 1), 0.0);
        t = sliceTensorLayoutNV(t, 3, 16, 7, 16);
        CASE(0u, t, T, )
    }
#define MODE(number, mode) { \
        tensorLayoutNV<2, mode> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2, mode), 9, 40); \
        t = setTensorLayoutStrideNV(t, 41, 1); \
        t = sliceTensorLayoutNV(t, -1, 16, 20, 16); \
        t = sliceTensorLayoutNV(t, -2, 16, 12, 16); \
        t = setTensorLayoutClampValueNV(t, 0x42f60000); \
        Layout T = Layout(2u, mode, uint[5](1, 1, 1, 1, 1), uint[5](9, 40, 1, 1, 1), uint[5](41, 1, 0, 0, 0), int[5](-3, 32, 0, 0, 0), uint[5](16, 16, 1, 1, 1), 123.0); \
        CASE(number, t, T, ) \
    }
    MODE(1u, gl_CooperativeMatrixClampModeConstantNV)
    MODE(2u, gl_CooperativeMatrixClampModeClampToEdgeNV)
    MODE(3u, gl_CooperativeMatrixClampModeRepeatNV)
    MODE(4u, gl_CooperativeMatrixClampModeMirrorRepeatNV)
    {   // One dimension.
        tensorLayoutNV<1, 1> t = sliceTensorLayoutNV(setTensorLayoutDimensionNV(createTensorLayoutNV(1, 1), 300), 100, 256);
        Layout T = Layout(1u, 1u, uint[5](1, 1, 1, 1, 1), uint[5](300, 1, 1, 1, 1), uint[5](1, 0, 0, 0, 0), int[5](100, 0, 0, 0, 0), uint[5](256, 1, 1, 1, 1), 0.0);
        CASE(5u, t, T, )
    }
    {   // Three dimensions: 4 by 4 positions with 16 channels of 20.
        tensorLayoutNV<3, 2> t = setTensorLayoutDimensionNV(createTensorLayoutNV(3, 2), 8, 9, 20);
        t = sliceTensorLayoutNV(t, 6, 4, -2, 4, 4, 16);
        Layout T = Layout(3u, 2u, uint[5](1, 1, 1, 1, 1), uint[5](8, 9, 20, 1, 1), uint[5](180, 20, 1, 0, 0), int[5](6, -2, 4, 0, 0), uint[5](4, 4, 16, 1, 1), 0.0);
        CASE(6u, t, T, )
    }
    {   // Four and five dimensions.
        tensorLayoutNV<4, 4> t = setTensorLayoutDimensionNV(createTensorLayoutNV(4, 4), 3, 5, 4, 6);
        t = sliceTensorLayoutNV(t, 1, 4, -3, 4, 2, 4, 1, 4);
        Layout T = Layout(4u, 4u, uint[5](1, 1, 1, 1, 1), uint[5](3, 5, 4, 6, 1), uint[5](120, 24, 6, 1, 0), int[5](1, -3, 2, 1, 0), uint[5](4, 4, 4, 4, 1), 0.0);
        CASE(7u, t, T, )
    }
    {
        tensorLayoutNV<5, 3> t = setTensorLayoutDimensionNV(createTensorLayoutNV(5, 3), 3, 2, 5, 4, 6);
        t = sliceTensorLayoutNV(t, 2, 2, 1, 2, -3, 4, 2, 4, 1, 4);
        Layout T = Layout(5u, 3u, uint[5](1, 1, 1, 1, 1), uint[5](3, 2, 5, 4, 6), uint[5](240, 120, 24, 6, 1), int[5](2, 1, -3, 2, 1), uint[5](2, 2, 4, 4, 4), 0.0);
        CASE(8u, t, T, )
    }
    {   // The transpose, of a part of the matrix.
        tensorLayoutNV<2, 1> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2, 1), 32, 40);
        t = sliceTensorLayoutNV(t, 20, 16, 7, 16);
        tensorViewNV<2, false, 1, 0> v = setTensorViewClipNV(createTensorViewNV(2, false, 1, 0), 2, 9, 5, 30);
        Layout T = Layout(2u, 1u, uint[5](1, 1, 1, 1, 1), uint[5](32, 40, 1, 1, 1), uint[5](40, 1, 0, 0, 0), int[5](20, 7, 0, 0, 0), uint[5](16, 16, 1, 1, 1), 0.0);
        seen = View(2u, false, uint[5](1, 0, 2, 3, 4), uint[5](0, 0, 0, 0, 0), uint[5](0, 0, 0, 0, 0), uint[4](2, 9, 5, 30));
        CASE(9u, t, T, COMMA v)
    }
    {   // Squares of 2 by 2 become channels.
        tensorLayoutNV<3, 1> t = setTensorLayoutDimensionNV(createTensorLayoutNV(3, 1), 8, 8, 4);
        tensorViewNV<5, true, 0, 2, 1, 3, 4> v = createTensorViewNV(5, true, 0, 2, 1, 3, 4);
        v = setTensorViewDimensionsNV(v, 4, 2, 4, 2, 4);
        Layout T = Layout(3u, 1u, uint[5](1, 1, 1, 1, 1), uint[5](8, 8, 4, 1, 1), uint[5](32, 4, 1, 0, 0), int[5](0, 0, 0, 0, 0), uint[5](8, 8, 4, 1, 1), 0.0);
        seen = View(5u, true, uint[5](0, 2, 1, 3, 4), uint[5](4, 2, 4, 2, 4), uint[5](64, 32, 8, 4, 1), uint[4](0u, 0xffffffffu, 0u, 0xffffffffu));
        CASE(10u, t, T, COMMA v)
    }
    {   // A view with strides: every second row.
        tensorLayoutNV<1, 1> t = setTensorLayoutDimensionNV(createTensorLayoutNV(1, 1), 600);
        tensorViewNV<2, true> v = setTensorViewDimensionsNV(createTensorViewNV(2, true), 16, 16);
        v = setTensorViewStrideNV(v, 32, 1);
        Layout T = Layout(1u, 1u, uint[5](1, 1, 1, 1, 1), uint[5](600, 1, 1, 1, 1), uint[5](1, 0, 0, 0, 0), int[5](0, 0, 0, 0, 0), uint[5](600, 1, 1, 1, 1), 0.0);
        seen = View(2u, true, uint[5](0, 1, 2, 3, 4), uint[5](16, 16, 0, 0, 0), uint[5](32, 1, 0, 0, 0), uint[4](0u, 0xffffffffu, 0u, 0xffffffffu));
        CASE(11u, t, T, COMMA v)
    }
    seen = NONE;
    {   // The strides of a layout count blocks, of which each has one element here.
        tensorLayoutNV<2, 1> t = setTensorLayoutBlockSizeNV(createTensorLayoutNV(2, 1), 1, 4);
        t = setTensorLayoutDimensionNV(t, 32, 30);
        t = sliceTensorLayoutNV(t, 4, 16, 2, 16);
        Layout T = Layout(2u, 1u, uint[5](1, 4, 1, 1, 1), uint[5](32, 30, 1, 1, 1), uint[5](8, 1, 0, 0, 0), int[5](4, 2, 0, 0, 0), uint[5](16, 16, 1, 1, 1), 0.0);
        start();
        MATRIX m = MATRIX(-7.0);
        coopMatLoadTensorNV(m, tensor, 0u, t);
        coopMatStore(m, got, 0u, COLUMNS, gl_CooperativeMatrixLayoutRowMajor);
        count_loads(12u, T, seen);
    }
    if (gl_LocalInvocationIndex == 0u) wrong[26] = 4711u;
}
