#version 460 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;

uvec3 global_id_1 = uvec3(0u);

layout(std430, binding = 0) readonly buffer type_4_block_0Compute {
    uint member[];
} _group_1_binding_0_cs;

layout(std430, binding = 1) buffer type_4_block_1Compute {
    uint member[];
} _group_1_binding_1_cs;


void main_1() {
    uvec3 _e10 = global_id_1;
    uint _e12 = (_e10.x & 1073741823u);
    uint _e15 = _group_1_binding_0_cs.member[_e12];
    uint _e16 = (_e15 & 65535u);
    uint _e18 = (_e15 >> 16u);
    uint _e19 = (2654435769u & 65535u);
    uint _e21 = (2654435769u >> 16u);
    uint _e26 = ((_e18 * _e19) + ((_e16 * _e19) >> 16u));
    _group_1_binding_1_cs.member[_e12] = (((_e15 * 3u) + (((_e18 * _e21) + (_e26 >> 16u)) + (((_e16 * _e21) + (_e26 & 65535u)) >> 16u))) + 4294967295u);
    return;
}

void main() {
    uvec3 global_id = gl_GlobalInvocationID;
    global_id_1 = global_id;
    main_1();
}

