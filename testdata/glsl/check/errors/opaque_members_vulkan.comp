#version 450
// options: --flavour=vulkan
// Vulkan does not support struct uniforms outside blocks, whatever their members.
layout(local_size_x = 1) in;
struct Material { sampler2D albedo; vec4 tint; };
struct Only { texture2D albedo; sampler how; };
uniform Material material;
uniform Only only;
void main() { texture(sampler2D(only.albedo, only.how), vec2(0)); }
