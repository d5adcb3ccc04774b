#version 460
#extension GL_ARB_bindless_texture : require
// The qualifiers of an image are those of its texels: the handle in the block is read whatever they are.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Handles { writeonly image2D target; readonly image2D sources[2]; restrict image2D other; };
void main() {
    imageStore(target, ivec2(0), imageLoad(sources[1], ivec2(0)));
    imageStore(other, ivec2(1), vec4(2.0));
}
