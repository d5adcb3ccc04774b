#version 460
#extension GL_EXT_descriptor_heap : require
layout(local_size_x = 1) in;
// A descriptor in a heap has a number, not a set and a binding.
layout(descriptor_heap, set = 0, binding = 1) buffer Bound { uint a; } bound[];
layout(descriptor_heap) buffer Single { uint a; } single;
layout(descriptor_heap) uniform texture2D alone;
layout(descriptor_heap) uniform sampler2D combined[];
layout(descriptor_stride = 32) uniform texture2D strided[4];
layout(descriptor_heap, descriptor_stride = 0) uniform texture2D dense[];
layout(descriptor_heap) shared uint words[4];
void main() {
    bound[0].a = single.a;
}
