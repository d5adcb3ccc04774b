#version 450
// Culls lights against the clusters of a view, shades a tile and keeps a histogram of its brightness:
// some 200 lines as engines have them, in the GLSL that every compiler takes. `cargo xtask bench` compiles it.
layout(local_size_x = 16, local_size_y = 16) in;

const uint TILE = 16u;
const uint GROUP = TILE * TILE;
const uint MAX_LIGHTS = 128u;
const uint BINS = 64u;
const float PI = 3.14159265358979;

struct Light {
    vec4 position_radius;
    vec4 colour_intensity;
    vec4 direction_cosine;
    uint kind;
    uint shadow;
    float falloff;
    float pad;
};

struct Surface {
    vec3 position;
    vec3 normal;
    vec3 albedo;
    float roughness;
    float metallic;
};

layout(set = 0, binding = 0, std140) uniform View {
    mat4 view;
    mat4 projection;
    mat4 inverse_projection;
    vec4 planes[6];
    uvec2 size;
    vec2 near_far;
    uint light_count;
    uint frame;
} u_view;

layout(set = 0, binding = 1, std430) readonly buffer Lights { Light lights[]; };
layout(set = 0, binding = 2, std430) buffer Histogram { uint bins[BINS]; } u_histogram;
layout(set = 0, binding = 3, std430) writeonly buffer Clusters {
    uint counts[1024];
    uint indices[];
} u_clusters;
layout(set = 0, binding = 4) uniform sampler2D u_depth;
layout(set = 0, binding = 5) uniform sampler2D u_albedo;
layout(set = 0, binding = 6) uniform sampler2D u_normal;
layout(set = 0, binding = 7) uniform sampler2DArray u_shadows;
layout(set = 0, binding = 8, rgba16f) uniform writeonly image2D u_target;
layout(push_constant) uniform Push {
    float exposure;
    float ambient;
    uint flags;
} u_push;

shared uint s_min_depth;
shared uint s_max_depth;
shared uint s_count;
shared uint s_lights[MAX_LIGHTS];
shared uint s_bins[BINS];

float linear_depth(float depth) {
    float near = u_view.near_far.x;
    float far = u_view.near_far.y;
    return near * far / (far - depth * (far - near));
}

vec3 unproject(vec2 uv, float depth) {
    vec4 clip = vec4(uv * 2.0 - 1.0, depth, 1.0);
    vec4 position = u_view.inverse_projection * clip;
    return position.xyz / position.w;
}

vec3 decode_normal(vec2 packed_normal) {
    vec2 f = packed_normal * 2.0 - 1.0;
    vec3 n = vec3(f, 1.0 - abs(f.x) - abs(f.y));
    float t = clamp(-n.z, 0.0, 1.0);
    n.x += n.x >= 0.0 ? -t : t;
    n.y += n.y >= 0.0 ? -t : t;
    return normalize(n);
}

bool touches(Light light, vec3 lowest, vec3 highest) {
    vec3 centre = (u_view.view * vec4(light.position_radius.xyz, 1.0)).xyz;
    vec3 nearest = clamp(centre, lowest, highest);
    vec3 offset = nearest - centre;
    float radius = light.position_radius.w;
    if (dot(offset, offset) > radius * radius) return false;
    for (int i = 0; i < 6; i++) {
        if (dot(u_view.planes[i], vec4(centre, 1.0)) < -radius) return false;
    }
    return true;
}

float distribution(float n_dot_h, float roughness) {
    float a = roughness * roughness;
    float a2 = a * a;
    float d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
    return a2 / max(PI * d * d, 1e-6);
}

float visibility(float n_dot_v, float n_dot_l, float roughness) {
    float r = roughness + 1.0;
    float k = r * r / 8.0;
    float v = n_dot_v / (n_dot_v * (1.0 - k) + k);
    float l = n_dot_l / (n_dot_l * (1.0 - k) + k);
    return v * l;
}

vec3 fresnel(float cosine, vec3 f0) {
    return f0 + (1.0 - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

float shadow(Light light, vec3 position) {
    if (light.shadow == 0xffffffffu) return 1.0;
    vec2 uv = position.xy * 0.5 + 0.5;
    float lit = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 at = uv + vec2(x, y) / vec2(1024.0);
            float stored = textureLod(u_shadows, vec3(at, float(light.shadow)), 0.0).r;
            lit += stored >= position.z - 0.002 ? 1.0 : 0.0;
        }
    }
    return lit / 9.0;
}

vec3 shade(Surface surface, Light light, vec3 to_eye) {
    vec3 offset = (u_view.view * vec4(light.position_radius.xyz, 1.0)).xyz - surface.position;
    float distance2 = max(dot(offset, offset), 1e-4);
    vec3 to_light = offset * inversesqrt(distance2);
    float reach = distance2 / (light.position_radius.w * light.position_radius.w);
    float window = clamp(1.0 - reach * reach, 0.0, 1.0);
    float attenuation = window * window / (1.0 + light.falloff * distance2);
    switch (light.kind) {
        case 1u: {
            float cone = dot(-to_light, light.direction_cosine.xyz);
            attenuation *= smoothstep(light.direction_cosine.w, 1.0, cone);
            break;
        }
        case 2u:
            attenuation = 1.0;
            to_light = -light.direction_cosine.xyz;
            break;
        default:
            break;
    }
    float n_dot_l = max(dot(surface.normal, to_light), 0.0);
    if (n_dot_l * attenuation <= 0.0) return vec3(0.0);
    vec3 halfway = normalize(to_light + to_eye);
    float n_dot_v = max(dot(surface.normal, to_eye), 1e-4);
    vec3 f0 = mix(vec3(0.04), surface.albedo, surface.metallic);
    vec3 f = fresnel(max(dot(halfway, to_eye), 0.0), f0);
    float d = distribution(max(dot(surface.normal, halfway), 0.0), surface.roughness);
    float g = visibility(n_dot_v, n_dot_l, surface.roughness);
    vec3 specular = f * d * g / (4.0 * n_dot_v * n_dot_l + 1e-4);
    vec3 diffuse = (1.0 - f) * (1.0 - surface.metallic) * surface.albedo / PI;
    vec3 radiance = light.colour_intensity.rgb * light.colour_intensity.a * attenuation;
    return (diffuse + specular) * radiance * n_dot_l * shadow(light, surface.position);
}

void main() {
    uvec2 pixel = gl_GlobalInvocationID.xy;
    uint local = gl_LocalInvocationIndex;
    vec2 uv = (vec2(pixel) + 0.5) / vec2(u_view.size);
    if (local == 0u) {
        s_min_depth = 0xffffffffu;
        s_max_depth = 0u;
        s_count = 0u;
    }
    for (uint i = local; i < BINS; i += GROUP) s_bins[i] = 0u;
    barrier();
    float depth = textureLod(u_depth, uv, 0.0).r;
    atomicMin(s_min_depth, floatBitsToUint(depth));
    atomicMax(s_max_depth, floatBitsToUint(depth));
    barrier();
    vec3 lowest = vec3(-1.0, -1.0, linear_depth(uintBitsToFloat(s_min_depth)));
    vec3 highest = vec3(1.0, 1.0, linear_depth(uintBitsToFloat(s_max_depth)));
    for (uint i = local; i < u_view.light_count; i += GROUP) {
        if (touches(lights[i], lowest, highest)) {
            uint slot = atomicAdd(s_count, 1u);
            if (slot < MAX_LIGHTS) s_lights[slot] = i;
        }
    }
    barrier();
    uint count = min(s_count, MAX_LIGHTS);
    Surface surface;
    surface.position = unproject(uv, depth);
    surface.normal = decode_normal(textureLod(u_normal, uv, 0.0).xy);
    vec4 albedo = textureLod(u_albedo, uv, 0.0);
    surface.albedo = albedo.rgb;
    surface.roughness = clamp(albedo.a, 0.05, 1.0);
    surface.metallic = (u_push.flags & 1u) != 0u ? 1.0 : 0.0;
    vec3 colour = surface.albedo * u_push.ambient;
    vec3 to_eye = normalize(-surface.position);
    for (uint i = 0u; i < count; i++) colour += shade(surface, lights[s_lights[i]], to_eye);
    colour = vec3(1.0) - exp(-colour * u_push.exposure);
    float brightness = dot(colour, vec3(0.2126, 0.7152, 0.0722));
    atomicAdd(s_bins[min(uint(brightness * float(BINS)), BINS - 1u)], 1u);
    if (all(lessThan(pixel, u_view.size))) imageStore(u_target, ivec2(pixel), vec4(colour, 1.0));
    barrier();
    uint cluster = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (local == 0u) u_clusters.counts[cluster & 1023u] = count;
    for (uint i = local; i < count; i += GROUP) u_clusters.indices[cluster * MAX_LIGHTS + i] = s_lights[i];
    for (uint i = local; i < BINS; i += GROUP) atomicAdd(u_histogram.bins[i], s_bins[i]);
}
