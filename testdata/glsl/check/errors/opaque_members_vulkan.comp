#version 450
// options: --flavour=vulkan
// Vulkan has no uniforms of structs outside of blocks, whatever they hold.
layout(local_size_x = 1) in;
struct Material { sampler2D albedo; vec4 tint; };
struct Only { texture2D albedo; sampler how; };
uniform Material material;
uniform Only only;
void main() { texture(sampler2D(only.albedo, only.how), vec2(0)); }
