#version 460 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;

shared float part[64];

uint local_index_1 = 0u;

layout(std430, binding = 0) readonly buffer type_8_block_0Compute {
    float member[];
} _group_1_binding_0_cs;

uvec3 global_id_1 = uvec3(0u);

layout(std430, binding = 1) buffer type_8_block_1Compute {
    float member[];
} _group_1_binding_1_cs;

uvec3 group_id_1 = uvec3(0u);


void main_1() {
    uint local = 0u;
    uint _e13 = local_index_1;
    uvec3 _e16 = global_id_1;
    float _e19 = _group_1_binding_0_cs.member[_e16.x];
    part[_e13] = _e19;
    local = 32u;
    while(true) {
        uint _e20 = local;
        if ((_e20 != 0u)) {
            memoryBarrierShared();
            barrier();
            if ((_e13 < _e20)) {
                float _e25 = part[(_e13 + _e20)];
                float _e26 = part[_e13];
                part[_e13] = (_e26 + _e25);
            }
            local = (_e20 >> 1u);
            continue;
        } else {
            break;
        }
    }
    if ((_e13 == 0u)) {
        uvec3 _e32 = group_id_1;
        float _e36 = part[0u];
        _group_1_binding_1_cs.member[_e32.x] = _e36;
    }
    return;
}

void main() {
    uint local_index = gl_LocalInvocationIndex;
    uvec3 global_id = gl_GlobalInvocationID;
    uvec3 group_id = gl_WorkGroupID;
    local_index_1 = local_index;
    global_id_1 = global_id;
    group_id_1 = group_id;
    main_1();
}

