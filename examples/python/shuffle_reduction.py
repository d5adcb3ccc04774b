# %% [markdown]
# # A reduction by shuffles, lane by lane
#
# Compiles a shader that sums 32 numbers with NVIDIA's shuffles, runs it on nvc's interpreter, compares the sums with NumPy,
# and draws the value in each lane of a warp after each step. It needs `nvc` and NumPy; the picture also needs matplotlib.
# Run it as a program, or cell by cell in an editor or notebook.

# %%
import pathlib
import sys

import numpy as np

import nvc

SHADER = """#version 460
#extension GL_NV_shader_thread_shuffle : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Input { float x[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
void main() {
    float sum = x[gl_GlobalInvocationID.x];
    for (uint distance = 16u; distance > 0u; distance >>= 1)
        sum += shuffleDownNV(sum, distance, 32u);
    if (gl_LocalInvocationID.x == 0u)
        sums[gl_WorkGroupID.x] = sum;
}
"""

module = nvc.compile(SHADER, filename="reduce.comp")
print(f"{len(module.spirv)} bytes of SPIR-V; Vulkan {module.reflection['vulkan']['version']}")
for resource in module.reflection["resources"]:
    print(f"set {resource['set']}, binding {resource['binding']}: {resource['name']}, {resource['access']}")

# %% [markdown]
# The interpreter runs whole dispatches. `trace=True` records the instructions that the first warp executes.

# %%
groups = 1024
x = np.random.default_rng(7).random(32 * groups, dtype=np.float32)
results = nvc.run(module, {"Input": x, "Sums": np.zeros(groups, np.float32)}, groups=groups, trace=True)
expected = x.reshape(groups, 32).sum(axis=1)
np.testing.assert_allclose(results["Sums"], expected, rtol=1e-6)
print(f"{groups} sums agree with NumPy, after {results.steps} steps")

# %% [markdown]
# Each addition is a step of the trace, with its operands and result in every lane. For each shuffle, the trace says which lane
# every lane reads. With each step, half as many lanes contribute to lane 0; the sums in the other lanes are not used.

# %%
additions = [step for step in results.trace if step.operation == "fadd"]
lanes = np.array([additions[0].operands[0].lanes] + [step.result.lanes for step in additions], np.float32)
shuffles = [step for step in results.trace if step.sources]
assert lanes.shape == (6, 32) and len(shuffles) == 5
assert lanes[-1, 0] == results["Sums"][0]
for distance, row in zip((0, 16, 8, 4, 2, 1), lanes):
    print(f"{'start' if distance == 0 else f'+ {distance:2}':>5}", " ".join(f"{value:5.2f}" for value in row[:8]), "...")


# %%
def draw(path: pathlib.Path) -> None:
    """Draws the lanes over time. Arrows show the shuffles that reach lane 0."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(10, 3), layout="constrained")
    image = axes.imshow(lanes, cmap="viridis", aspect="auto")
    figure.colorbar(image, label="sum in the lane")
    for row, shuffle in enumerate(shuffles):
        for lane in range(16 >> row):
            arrow = {"arrowstyle": "->", "color": "white", "alpha": 0.6, "linewidth": 0.7}
            axes.annotate("", xy=(lane, row + 1), xytext=(shuffle.sources[lane], row), arrowprops=arrow)
    axes.set_xlabel("lane")
    axes.set_xticks(range(0, 32, 4))
    axes.set_yticks(range(6), ["load", "+16", "+8", "+4", "+2", "+1"])
    axes.set_title("shuffleDownNV: a warp sums 32 numbers")
    figure.savefig(path, dpi=96)


try:
    draw(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "warp.png"))
except ImportError:
    print("install matplotlib for the picture")
