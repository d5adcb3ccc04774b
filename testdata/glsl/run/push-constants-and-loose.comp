#version 460
// run: --dispatch 1 --storage 0=zeros:32 --param 0=f32:1,2,3,4 --param 1=f32:10 --dump 0=f32
// Loose uniforms beside a push-constant block, of which there is one: they lie in the uniform buffer of
// the parameters, from its first byte on (docs/interface.md).
layout(local_size_x = 1) in;
layout(push_constant) uniform Pushed { vec4 pushed; };
layout(std430, binding = 0) buffer To { vec4 to; float scale; };
uniform vec4 loose;
uniform float factor;
void main() {
    to = loose * 2.0 + pushed * 0.0;
    scale = factor;
}
