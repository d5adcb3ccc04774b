#!/usr/bin/env python3
"""Writes the cases of multisample textures and images. All samples of a layer start with the same
value, because without drawing, devices can only clear such images. `python3 testdata/run/multisample.py` rewrites all.
"""

from model import MASK, Case, Columns, bits, words

SAMPLES = "ARB_shader_texture_image_samples"
# The texel of a 4 by 4 image and the sample that each thread accesses.
THREADS = [(t % 4, t // 4 % 4, t // 16) for t in range(64)]
HEAD = ["TEMP i, r, v, at;", "AND.U i.x, invocation.localindex.x, 3;", "SHR.U i.y, invocation.localindex.x, 2;",
        "AND.U i.y, i.y, 3;", "MOV.U i.z, 0;", "SHR.U i.w, invocation.localindex.x, 4;"]


def bound(case, kind, unit, layers, form, texels):
    """A texture or image of 4 by 4 texels with 4 samples; `texels` has the words of one texel per layer."""
    case.other(kind, {"binding": unit, "dim": '"2dms"' if layers == 1 else '"2dmsarray"', "format": f'"{form}"',
                      "size": [4, 4, layers], "samples": 4, "init": '"u32:' + ",".join(map(str, texels)) + '"',
                      "compare": '"none"'})


def textures():
    case = Case("multisample-textures", "fetches of samples, sizes and sample counts of multisample textures",
                options=("NV_texture_multisample", SAMPLES), group=64)
    color = [1.5, -2.0, 0.25, 100.0]
    layers = [[(k + 1) * 0x1010101 * (layer + 1) & MASK for k in range(4)] for layer in range(3)]
    bound(case, "texture", 0, 1, "rgba32f", [bits(x) for x in color])
    bound(case, "texture", 1, 3, "rgba32ui", sum(layers, []))
    c = Columns("results")
    c.add("TXFMS.F r, i, texture[0], 2DMS;", [color for _ in THREADS], 4)
    c.add("MOV.U v, i; AND.U v.xy, i, 1; TXFMS.F r, v, texture[0], 2DMS, (1, 2);", [color for _ in THREADS], 4)
    c.add("MOV.U v, i; MOD.U v.z, i.w, 3; TXFMS.U r, v, texture[1], ARRAY2DMS;",
          [layers[s % 3] for _, _, s in THREADS], 4)
    c.add("TXQS r.x, texture[0], 2DMS;", [4 for _ in THREADS], 1)
    c.add("TXQS r.x, texture[1], ARRAY2DMS;", [4 for _ in THREADS], 1)
    c.add("TXQ r.xy, {0, 0, 0, 0}, texture[0], 2DMS;", [(4, 4) for _ in THREADS], 2)
    c.add("TXQ r.xyz, {0, 0, 0, 0}, texture[1], ARRAY2DMS;", [(4, 4, 3) for _ in THREADS], 3)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    case.write("\n".join([*HEAD, c.program()]))


def images():
    case = Case("multisample-images", "loads, stores and atomics on each sample of multisample images",
                options=(SAMPLES, "ARB_shader_image_size"), group=64)
    first, layers = 0x12345678, [17, 1 << 31]
    bound(case, "image", 0, 1, "r32ui", [first])
    bound(case, "image", 1, 2, "r32ui", layers)
    c = Columns("results")
    c.add("LOADIM.U32 r, i, image[0], 2DMS;", [(first, 0, 0, 1) for _ in THREADS], 4)
    own = [t * 0x9E3779B1 & MASK for t in range(64)]
    c.add("MUL.U v.x, invocation.localindex.x, 0x9E3779B1; STOREIM.U32 image[0], v, i, 2DMS; "
          "LOADIM.U32 r, i, image[0], 2DMS;", [(v, 0, 0, 1) for v in own], 4)
    c.add("ATOMIM.ADD.U32 r.x, invocation.localindex.x, i, image[0], 2DMS;", own, 1)
    # Reads what another thread wrote to another sample of the texel.
    c.add("MEMBAR; BAR; MOV.U v, i; XOR.U v.w, i.w, 3; LOADIM.U32 r.x, v, image[0], 2DMS;",
          [own[t ^ 48] + (t ^ 48) for t in range(64)], 1)
    c.add("MOV.U v, i; AND.U v.z, i.w, 1; LOADIM.U32 r.x, v, image[1], ARRAY2DMS;",
          [layers[s & 1] for _, _, s in THREADS], 1)
    c.add("IMQS r.x, image[0], 2DMS;", [4 for _ in THREADS], 1)
    c.add("IMQS r.x, image[1], ARRAY2DMS;", [4 for _ in THREADS], 1)
    c.add("IMQ r.xy, image[0], 2DMS;", [(4, 4) for _ in THREADS], 2)
    c.add("IMQ r.xyz, image[1], ARRAY2DMS;", [(4, 4, 2) for _ in THREADS], 3)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    case.write("\n".join([*HEAD, c.program()]), images=[b"", b""])


if __name__ == "__main__":
    for make in (textures, images):
        make()
