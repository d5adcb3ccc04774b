#version 450
// run: --dispatch 1 --storage 0=zeros:512 --dump 0=i32
#extension GL_AMD_shader_ballot : require
#extension GL_AMD_shader_trinary_minmax : require
#extension GL_ARB_gpu_shader_int64 : require
// AMD's minimum, maximum and middle of three, and its functions on invocation groups.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { int a[128]; };
void main() {
    int lane = int(gl_LocalInvocationIndex);
    if (lane == 0) {
        a[0] = min3(3, -1, 2);
        a[1] = max3(3, -1, 2);
        a[2] = mid3(3, -1, 2);
        a[3] = int(mid3(0x80000000u, 1u, 2u) + min3(7u, 5u, 0xffffffffu));
        vec3 middle = mid3(vec3(1.0, 5.0, 9.0), vec3(3.0, 3.0, 3.0), vec3(2.0, 4.0, 1.0));
        a[4] = int(middle.x * 100.0 + middle.y * 10.0 + middle.z);
    }
    int sum = addInvocationsAMD(lane);
    int scan = addInvocationsExclusiveScanAMD(1);
    int largest = maxInvocationsInclusiveScanAMD(lane % 5);
    a[8 + lane] = sum * 10000 + scan * 100 + largest;
    int swizzled = swizzleInvocationsAMD(lane, uvec4(1, 2, 3, 0));
    int masked = swizzleInvocationsMaskedAMD(lane, uvec3(0x1c, 1, 2));
    int written = writeInvocationAMD(lane, 99, 5u);
    a[40 + lane] = swizzled * 10000 + masked * 100 + written;
    if (lane < 20) a[72 + lane] = addInvocationsNonUniformAMD(1) * 100 + int(mbcntAMD(0x0f0ful));
}
