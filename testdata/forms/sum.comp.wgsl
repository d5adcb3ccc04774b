struct type_8 {
    member: array<f32>,
}

var<workgroup> part: array<f32, 64>;
var<private> local_index_1: u32;
@group(1) @binding(0) 
var<storage> In: type_8;
var<private> global_id_1: vec3<u32>;
@group(1) @binding(1) 
var<storage, read_write> Out: type_8;
var<private> group_id_1: vec3<u32>;

fn main_1() {
    var local: u32;

    let _e13 = local_index_1;
    let _e16 = global_id_1;
    let _e19 = In.member[_e16.x];
    part[_e13] = _e19;
    local = 32u;
    loop {
        let _e20 = local;
        if (_e20 != 0u) {
            workgroupBarrier();
            if (_e13 < _e20) {
                let _e25 = part[(_e13 + _e20)];
                let _e26 = part[_e13];
                part[_e13] = (_e26 + _e25);
            }
            local = (_e20 >> bitcast<u32>(1u));
            continue;
        } else {
            break;
        }
    }
    if (_e13 == 0u) {
        let _e32 = group_id_1;
        let _e36 = part[0u];
        Out.member[_e32.x] = _e36;
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(local_invocation_index) local_index: u32, @builtin(global_invocation_id) global_id: vec3<u32>, @builtin(workgroup_id) group_id: vec3<u32>) {
    local_index_1 = local_index;
    global_id_1 = global_id;
    group_id_1 = group_id;
    main_1();
}
