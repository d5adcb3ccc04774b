#version 450
// run: --dispatch 1 --storage 0=i32:-7,7,-7,7,0,0,0,0 --storage 1=zeros:32 --dump 0=i32 --dump 1=u32
// Memory qualifiers on parameters, `writeonly` buffers that are modified, remainders of negative numbers.
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { int a[8]; };
layout(std430, binding = 1) writeonly buffer Sums { uint b[8]; };
int halved(coherent volatile int x) { return x / 2; }
void main() {
    volatile int kept = a[0];
    a[4] = kept % 3;
    a[5] = a[1] % -3;
    a[6] = a[2] % -3;
    a[7] = halved(a[3]) % 2;
    b[0] += 5u;
    b[0] |= 8u;
    atomicAdd(b[1], 3u);
}
