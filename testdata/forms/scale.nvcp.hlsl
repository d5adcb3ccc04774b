static uint3 global_id_1 = (uint3)0;
ByteAddressBuffer xs : register(t0, space1);
RWByteAddressBuffer ys : register(u1, space1);

void main_1()
{
    uint3 _e10 = global_id_1;
    uint _e12 = (_e10.x & 1073741823u);
    uint _e15 = asuint(xs.Load(_e12*4+0));
    uint _e16 = (_e15 & 65535u);
    uint _e18 = (_e15 >> asuint(16u));
    uint _e19 = (2654435769u & 65535u);
    uint _e21 = (2654435769u >> asuint(16u));
    uint _e26 = ((_e18 * _e19) + ((_e16 * _e19) >> asuint(16u)));
    ys.Store(_e12*4+0, asuint((((_e15 * 3u) + (((_e18 * _e21) + (_e26 >> asuint(16u))) + (((_e16 * _e21) + (_e26 & 65535u)) >> asuint(16u)))) + 4294967295u)));
    return;
}

[numthreads(32, 1, 1)]
void main(uint3 global_id : SV_DispatchThreadID)
{
    global_id_1 = global_id;
    main_1();
}
