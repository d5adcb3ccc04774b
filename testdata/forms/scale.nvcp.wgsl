struct type_4 {
    member: array<u32>,
}

var<private> global_id_1: vec3<u32>;
@group(1) @binding(0) 
var<storage> xs: type_4;
@group(1) @binding(1) 
var<storage, read_write> ys: type_4;

fn main_1() {
    let _e10 = global_id_1;
    let _e12 = (_e10.x & 1073741823u);
    let _e15 = xs.member[_e12];
    let _e16 = (_e15 & 65535u);
    let _e18 = (_e15 >> bitcast<u32>(16u));
    let _e19 = (2654435769u & 65535u);
    let _e21 = (2654435769u >> bitcast<u32>(16u));
    let _e26 = ((_e18 * _e19) + ((_e16 * _e19) >> bitcast<u32>(16u)));
    ys.member[_e12] = (((_e15 * 3u) + (((_e18 * _e21) + (_e26 >> bitcast<u32>(16u))) + (((_e16 * _e21) + (_e26 & 65535u)) >> bitcast<u32>(16u)))) + 4294967295u);
    return;
}

@compute @workgroup_size(32, 1, 1) 
fn main(@builtin(global_invocation_id) global_id: vec3<u32>) {
    global_id_1 = global_id;
    main_1();
}
