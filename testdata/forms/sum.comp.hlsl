groupshared float part[64];
static uint local_index_1 = (uint)0;
ByteAddressBuffer In : register(t0, space1);
static uint3 global_id_1 = (uint3)0;
RWByteAddressBuffer Out : register(u1, space1);
static uint3 group_id_1 = (uint3)0;

void main_1()
{
    uint local = (uint)0;

    uint _e13 = local_index_1;
    uint3 _e16 = global_id_1;
    float _e19 = asfloat(In.Load(_e16.x*4+0));
    part[min(uint(_e13), 63u)] = _e19;
    local = 32u;
    uint2 loop_bound = uint2(4294967295u, 4294967295u);
    while(true) {
        if (all(loop_bound == uint2(0u, 0u))) { break; }
        loop_bound -= uint2(loop_bound.y == 0u, 1u);
        uint _e20 = local;
        if ((_e20 != 0u)) {
            GroupMemoryBarrierWithGroupSync();
            if ((_e13 < _e20)) {
                float _e25 = part[min(uint((_e13 + _e20)), 63u)];
                float _e26 = part[min(uint(_e13), 63u)];
                part[min(uint(_e13), 63u)] = (_e26 + _e25);
            }
            local = (_e20 >> asuint(1u));
            continue;
        } else {
            break;
        }
    }
    if ((_e13 == 0u)) {
        uint3 _e32 = group_id_1;
        float _e36 = part[0u];
        Out.Store(_e32.x*4+0, asuint(_e36));
    }
    return;
}

[numthreads(64, 1, 1)]
void main(uint local_index : SV_GroupIndex, uint3 global_id : SV_DispatchThreadID, uint3 group_id : SV_GroupID)
{
    local_index_1 = local_index;
    global_id_1 = global_id;
    group_id_1 = group_id;
    main_1();
}
