"""Writes the texture and image cases. Their results are computed here according to the specifications and
docs/architecture.md.

`python3 testdata/run/textures.py` writes all files of its cases. Texels and coordinates are multiples of
small negative powers of two, and no coordinate is near a boundary between texels, so every result is exact.
"""
import math
import struct
from pathlib import Path

HERE = Path(__file__).parent
LANES = 16


def word(x):
    """The bits of a result, which is a float or an integer."""
    return struct.unpack("<I", struct.pack("<f", x))[0] if isinstance(x, float) else x & 0xFFFFFFFF


class Texture:
    """A texture with one 32-bit component. `size` is width, height (or layers of a 1D array) and depth (or layers)."""

    def __init__(self, unit, dim, size, levels=1, wrap="clamp", shadow=False, rectangle=False):
        self.unit, self.dim, self.size, self.levels = unit, dim, size, levels
        self.wrap, self.shadow, self.rectangle = wrap, shadow, rectangle
        self.texels = []
        for level in range(levels):
            w, h, d = self.level(level)
            count = w * h * d * (6 if dim.startswith("cube") else 1)
            base = 7 * unit + 31 * level
            self.texels.append([((base + 37 * k) % 64) / 64 if shadow else float((base + 37 * k) % 101)
                                for k in range(count)])

    def level(self, level):
        w, h, d = self.size
        half = lambda n: max(1, n >> level)
        if self.dim == "1darray":
            return half(w), h, d
        if self.dim in ("2darray", "cubearray"):
            return half(w), half(h), d
        return half(w), half(h), half(d)

    def toml(self):
        values = ",".join(repr(x) for level in self.texels for x in level)
        lines = ["[[texture]]", f"binding = {self.unit}", f'dim = "{self.dim}"',
                 f'format = "{"d32f" if self.shadow else "r32f"}"', f"size = {list(self.size)}"]
        if self.levels > 1:
            lines.append(f"levels = {self.levels}")
        lines += [f'wrap = "{self.wrap}"'] + (["shadow = true"] if self.shadow else [])
        lines += ["rectangle = true"] if self.rectangle else []
        return "\n".join(lines + [f'init = "f32:{values}"'])

    def at(self, x, y=0, z=0, level=0):
        """A texel. The wrap mode applies to coordinates, but not to layers."""
        w, h, d = self.level(level)
        fit = (lambda c, n: c % n) if self.wrap == "repeat" else (lambda c, n: min(max(c, 0), n - 1))
        x = fit(x, w)
        y = min(max(y, 0), h - 1) if self.dim == "1darray" else fit(y, h)
        if self.dim in ("2darray", "cube", "cubearray"):
            return self.texels[level][(z * h + y) * w + x]
        return self.texels[level][(fit(z, d) * h + y) * w + x]

    def near(self, s, t=0.0, r=0, level=0, offset=(0, 0, 0)):
        """The nearest texel at normalised coordinates; `r` is the layer of an array texture."""
        w, h, d = self.level(level)
        x = math.floor(s * w) + offset[0]
        y = int(t) if self.dim == "1darray" else math.floor(t * h) + offset[1]
        z = math.floor(r * d) + offset[2] if self.dim == "3d" else int(r)
        return self.at(x, y, z, level)

    def face(self, direction, layer=0, level=0):
        """The nearest texel of a cube in a direction along an axis or near it (Vulkan 16.5.4)."""
        axis = max(range(3), key=lambda k: abs(direction[k]))
        x, y, z = direction
        positive = direction[axis] > 0
        face = 2 * axis + (0 if positive else 1)
        sc, tc = [((-z, -y) if positive else (z, -y)), ((x, z) if positive else (x, -z)),
                  ((x, -y) if positive else (-x, -y))][axis]
        ma = abs(direction[axis])
        w, h, _ = self.level(level)
        s, t = (sc / ma + 1) / 2, (tc / ma + 1) / 2
        return self.at(math.floor(s * w), math.floor(t * h), 6 * layer + face, level)

    def corners(self, x, y, layer=0):
        """The result of a gather whose lower left texel is (x, y)."""
        return [self.at(x, y + 1, layer), self.at(x + 1, y + 1, layer), self.at(x + 1, y, layer),
                self.at(x, y, layer)]


def compare(reference, texel):
    return 1.0 if reference <= texel else 0.0


def compared(reference, texel):
    """The components of a depth comparison. Hardware returns them as for a luminance texture: (c, c, c, 1)."""
    return [compare(reference, texel)] * 3 + [1.0]


class Case:
    """A program of LANES invocations, each of which stores a vector for every result."""

    def __init__(self, name, about, textures, options=(), declarations=()):
        self.name, self.about, self.textures = name, about, textures
        self.options, self.declarations = list(options), list(declarations)
        self.body, self.results, self.images = [], [], []

    def do(self, *lines):
        self.body += lines

    def store(self, line, result, ty="F32X4"):
        """Adds an instruction that writes R, and the function from the invocation's index to the expected value of R."""
        self.do(line, f"STB.{ty} R, ob[A.x + {16 * len(self.results)}];")
        self.results.append(result)

    def write(self):
        folder = HERE / self.name
        folder.mkdir(exist_ok=True)
        size = 16 * len(self.results)
        program = ["!!NVcp5.0", f"# {self.about}", "OPTION NV_shader_storage_buffer;"]
        program += [f"OPTION {option};" for option in self.options]
        program += [f"GROUP_SIZE {LANES};", "STORAGE ob[] = { program.storage[0] };"]
        program += self.declarations
        program += ["TEMP A, C, D, E, K, O, R;", f"MUL.U A.x, invocation.localindex.x, {size};"]
        program += self.body + ["END", ""]
        (folder / "driver.nvcp").write_text("\n".join(program))
        toml = [f'about = "{self.about}"', "dispatch = [1, 1, 1]", "",
                f"[[storage]]\nbinding = 0\nbytes = {size * LANES}", ""]
        for texture in self.textures:
            toml += [texture.toml(), ""]
        for image in self.images:
            toml += [image.toml(), ""]
        (folder / "case.toml").write_text("\n".join(toml))
        (folder / "map.toml").write_text("")
        out = b"".join(struct.pack("<4I", *map(word, result(i)))
                       for i in range(LANES) for result in self.results)
        blocks = [out] + [image.after for image in self.images]
        (folder / "truth.bin").write_bytes(b"".join(struct.pack("<Q", len(b)) + b for b in blocks))


def red(x):
    return [x, 0.0, 0.0, 1.0]


def all_four(x):
    return [x] * 4


# The centre of texel (i & 7, i >> 3) of a texture of 8 by 8.
GRID = ["AND.U K.x, invocation.localindex.x, 7;", "SHR.U K.y, invocation.localindex.x, 3;",
        "I2F.U C.xy, K;", "MAD.F C.xy, C, {0.125, 0.125, 0, 0}, {0.0625, 0.0625, 0, 0};"]


def grid(i):
    return ((i & 7) + 0.5) / 8, ((i >> 3) + 0.5) / 8


def levels():
    plane = Texture(0, "2d", (8, 8, 1), 4)
    layers = Texture(1, "2darray", (4, 4, 3), 3)
    cubes = Texture(2, "cubearray", (4, 4, 2), 2)
    case = Case("texture-levels", "the mip level that TEX, TXB, TXL, TXD, LODCLAMP and LOD select", [plane, layers, cubes])
    case.do(*GRID)
    near = lambda level, offset=(0, 0, 0): lambda i: red(plane.near(*grid(i), level=level, offset=offset))
    case.store("TEX.F R, C, texture[0], 2D;", near(0))
    case.do("MOV.F C.w, 1.0;")
    case.store("TXB.F R, C, texture[0], 2D;", near(1))
    case.do("MOV.F C.w, 2.0;")
    case.store("TXL.F R, C, texture[0], 2D;", near(2))
    case.do("MOV.F C.w, 9.0;")
    case.store("TXL.F R, C, texture[0], 2D;", near(3))
    case.do("MOV.F C.w, -3.0;")
    case.store("TXB.F R, C, texture[0], 2D;", near(0))
    case.do("MOV.F E, 1.0;")
    case.store("TEX.F.LODCLAMP R, C, E, texture[0], 2D;", near(1))
    case.store("TXB.F.LODCLAMP R, C, E, texture[0], 2D;", near(1))
    case.do("MOV.F C.w, 2.0;")
    case.store("TXB.F.LODCLAMP R, C, E, texture[0], 2D;", near(2))
    case.store("TXD.F R, C, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, texture[0], 2D;", near(2))
    case.do("MOV.S O, {1, -1, 0, 0};", "MOV.F C.w, 1.0;")
    case.store("TXL.F R, C, texture[0], 2D, offset(O);", near(1, (1, -1, 0)))
    case.do("MOV.F C.w, 1.75;")
    case.store("TXL.F R, C, texture[0], 2D, offset(O);", near(2, (1, -1, 0)))
    case.do("MOV.F R, 7.0;")
    case.store("LOD.F R.xy, C, texture[0], 2D;", lambda i: [0.0, 0.0, 7.0, 7.0])
    case.do("MOV.F C.z, 2.0;", "MOV.F C.w, 1.0;", "MOV.S O, {-1, 1, 5, 0};")
    case.store("TXL.F R, C, texture[1], ARRAY2D, offset(O);",
               lambda i: red(layers.near(*grid(i), 2, level=1, offset=(-1, 1, 0))))
    # The major axis is x or y, and the layer is 0 or 1. The second vector has the level and the clamp.
    case.do("I2F.U D, invocation.localindex.x;", "MAD.F C.x, D, 0.25, -1.875;",
            "MOV.F C.yz, {0, 1.0, -0.25, 0};", "AND.U K.x, invocation.localindex.x, 1;", "I2F.U C.w, K.x;",
            "MOV.F E, {1.0, 1.0, 0, 0};")
    toward = lambda i: (0.25 * i - 1.875, 1.0, -0.25)
    case.store("TXL.F R, C, E, texture[2], ARRAYCUBE;", lambda i: red(cubes.face(toward(i), i & 1, 1)))
    case.store("TEX.F R, C, texture[2], ARRAYCUBE;", lambda i: red(cubes.face(toward(i), i & 1, 0)))
    case.store("TEX.F.LODCLAMP R, C, E, texture[2], ARRAYCUBE;", lambda i: red(cubes.face(toward(i), i & 1, 1)))
    case.store("TXQ R, {1, 0, 0, 0}, texture[1], ARRAY2D;", lambda i: [2, 2, 3, 0], "S32X4")
    case.store("TXQ R, {1, 0, 0, 0}, texture[2], ARRAYCUBE;", lambda i: [2, 2, 2, 0], "S32X4")
    case.write()


def offsets():
    plane = Texture(0, "2d", (8, 8, 1), wrap="repeat")
    line = Texture(1, "1d", (8, 1, 1))
    solid = Texture(2, "3d", (4, 4, 4), wrap="repeat")
    layers = Texture(3, "2darray", (8, 8, 2))
    lines = Texture(4, "1darray", (8, 4, 1))
    case = Case("texture-offsets", "variable texel offsets", [plane, line, solid, layers, lines])
    case.do(*GRID, "AND.U O.x, invocation.localindex.x, 3;", "SHR.U O.y, invocation.localindex.x, 2;",
            "SUB.S O.xy, O, {2, 1, 0, 0};", "ADD.S O.z, O.x, 1;", "MOV.S O.w, 3;")
    off = lambda i: ((i & 3) - 2, (i >> 2) - 1, (i & 3) - 1, 3)

    case.store("TEX.F R, C, texture[0], 2D, offset(O);", lambda i: red(plane.near(*grid(i), offset=off(i))))
    case.do("MUL.F D.xy, C, 2.0;", "MOV.F D.w, 2.0;")
    case.store("TXP.F R, D, texture[0], 2D, offset(O);", lambda i: red(plane.near(*grid(i), offset=off(i))))
    case.do("MOV.F C.zw, 0.0;")
    case.store("TXL.F R, C, texture[0], 2D, offset(-O);",
               lambda i: red(plane.near(*grid(i), offset=[-x for x in off(i)])))
    case.store("TEX.F R, C, texture[1], 1D, offset(O);", lambda i: red(line.near(grid(i)[0], offset=off(i))))
    # Fetches stay inside the texture: texels 3 to 4, and 4 with offsets -2 to 2.
    case.do("MOV.S E, 0;", "AND.U E.x, K, 1;", "ADD.S E.xy, E, {3, 4, 0, 0};")
    case.store("TXF.F R, E, texture[0], 2D, offset(O);",
               lambda i: red(plane.at(3 + (i & 1) + off(i)[0], 4 + off(i)[1])))
    case.store("TXF.F R, E, texture[3], ARRAY2D, offset(O.xxzw);",
               lambda i: red(layers.at(3 + (i & 1) + off(i)[0], 4 + off(i)[0], 0)))
    case.do("MOV.F D, {0.375, 0.625, 0.875, 0};")
    case.store("TXL.F R, D, texture[2], 3D, offset(O);",
               lambda i: red(solid.near(0.375, 0.625, 0.875, offset=off(i))))
    case.do("MOV.F C.z, 1.0;")
    case.store("TEX.F R, C, texture[3], ARRAY2D, offset(O);",
               lambda i: red(layers.near(*grid(i), 1, offset=off(i))))
    case.do("MOV.F D.x, C.x;", "MOV.F D.y, 3.0;")
    case.store("TEX.F R, D, texture[4], ARRAY1D, offset(O);",
               lambda i: red(lines.near(grid(i)[0], 3, offset=off(i))))
    # Gathers between texels (k, 1) and (k + 1, 2).
    case.do("I2F.U D.x, K;", "MAD.F D.xy, D, {0.125, 0, 0, 0}, {0.125, 0.25, 0, 0};")
    case.store("TXG.F R, D, texture[0], 2D, offset(O);",
               lambda i: plane.corners((i & 7) + off(i)[0], 1 + off(i)[1]))
    case.store("TXGO.F R, D, {0, 1, -2, 3}, {1, -1, 0, 2}, texture[0], 2D;",
               lambda i: [plane.at((i & 7) + x, 1 + y) for x, y in ((0, 1), (1, -1), (-2, 0), (3, 2))])
    turned = lambda i: (off(i)[1], off(i)[2], off(i)[3], off(i)[0])
    case.store("TXGO.F R, D, O, O.yzwx, texture[0], 2D;",
               lambda i: [plane.at((i & 7) + x, 1 + y) for x, y in zip(off(i), turned(i))])
    case.write()


def rectangles():
    plane = Texture(0, "2d", (7, 5, 1), rectangle=True)
    depth = Texture(1, "2d", (6, 3, 1), shadow=True, rectangle=True)
    case = Case("texture-rectangles", "rectangle textures, with unnormalised coordinates", [plane, depth])
    # The centre of texel (i % 4 + 1, i / 4).
    case.do("AND.U K.x, invocation.localindex.x, 3;", "SHR.U K.y, invocation.localindex.x, 2;",
            "I2F.U C.xy, K;", "ADD.F C.xy, C, {1.5, 0.5, 0, 0};", "MOV.F C.zw, {0, 0, 0.5, 3.0};",
            "SUB.S O.xy, K, {2, 1, 0, 0};", "MOV.S O.zw, 0;")
    cell = lambda i, x=0, y=0: ((i & 3) + 1 + x, (i >> 2) + y)
    off = lambda i: ((i & 3) - 2, (i >> 2) - 1)
    plain = lambda i: red(plane.at(*cell(i)))
    case.store("TEX.F R, C, texture[0], RECT;", plain)
    case.store("TXB.F R, C, texture[0], RECT;", plain)
    case.store("TXL.F R, C, texture[0], RECT;", plain)
    case.store("TXD.F R, C, {1, 0, 0, 0}, {0, 1, 0, 0}, texture[0], RECT;", plain)
    case.do("MUL.F D, C, 4.0;", "MOV.F D.w, 4.0;")
    case.store("TXP.F R, D, texture[0], RECT;", plain)
    case.store("TXP.F R, D, texture[0], RECT, (1, -1);", lambda i: red(plane.at(*cell(i, 1, -1))))
    case.store("TEX.F R, C, texture[0], RECT, offset(O);", lambda i: red(plane.at(*cell(i, *off(i)))))
    case.do("ADD.S E.xy, K, {1, 0, 0, 0};", "MOV.S E.zw, 0;")
    case.store("TXF.F R, E, texture[0], RECT;", plain)
    case.store("TXF.F R, E, texture[0], RECT, (2, 1);", lambda i: red(plane.at(*cell(i, 2, 1))))
    case.do("ADD.F D, C, {0.5, 0.5, 0, 0};")
    case.store("TXG.F R, D, texture[0], RECT;", lambda i: plane.corners(*cell(i)))
    case.store("TXG.F R, D, texture[0], RECT, offset(O);", lambda i: plane.corners(*cell(i, *off(i))))
    # The w component of TXQ is not specified; hardware returns 1.
    case.do("MOV.S R, 0;")
    case.store("TXQ R.xyz, 0, texture[0], RECT;", lambda i: [7, 5, 0, 0], "S32X4")
    case.store("TEX.F R, C, texture[1], SHADOWRECT;", lambda i: compared(0.5, depth.at(*cell(i))))
    case.store("TXG.F R, D, texture[1], SHADOWRECT;",
               lambda i: [compare(0.5, texel) for texel in depth.corners(*cell(i))])
    case.write()


def shadows():
    line = Texture(0, "1d", (8, 1, 1), shadow=True)
    plane = Texture(1, "2d", (8, 8, 1), 2, shadow=True)
    cube = Texture(2, "cube", (4, 4, 1), 2, shadow=True)
    lines = Texture(3, "1darray", (8, 3, 1), shadow=True)
    planes = Texture(4, "2darray", (8, 8, 2), shadow=True)
    cubes = Texture(5, "cubearray", (4, 4, 2), shadow=True)
    case = Case("texture-shadows", "depth comparisons on every target, with one and with two coordinate vectors",
                [line, plane, cube, lines, planes, cubes])
    # The reference is (2 i + 1) / 32, which is not the value of any texel.
    case.do(*GRID, "I2F.U D.x, invocation.localindex.x;", "MAD.F C.z, D.x, 0.0625, 0.03125;", "MOV.F C.w, 1.0;")
    ref = lambda i: (2 * i + 1) / 32
    test = lambda texel: lambda i: compared(ref(i), texel(i))
    case.store("TEX.F R, C, texture[0], SHADOW1D;", test(lambda i: line.near(grid(i)[0])))
    case.store("TEX.F R, C, texture[1], SHADOW2D;", test(lambda i: plane.near(*grid(i))))
    case.store("TXL.F R, C, texture[1], SHADOW2D;", test(lambda i: plane.near(*grid(i), level=1)))
    case.store("TXD.F R, C, {0.125, 0, 0, 0}, {0, 0.125, 0, 0}, texture[1], SHADOW2D;",
               test(lambda i: plane.near(*grid(i))))
    case.do("MOV.S O, {1, 2, 0, 0};")
    case.store("TEX.F R, C, texture[1], SHADOW2D, offset(O);",
               test(lambda i: plane.near(*grid(i), offset=(1, 2, 0))))
    case.do("ADD.F E, C, {0.0625, 0.0625, 0, 0};")
    gathered = lambda i: plane.corners(i & 7, i >> 3)
    case.store("TXG.F R, E, texture[1], SHADOW2D;", lambda i: [compare(ref(i), t) for t in gathered(i)])
    # For 2D arrays and cubes, the reference is in w.
    case.do("MOV.F C.w, C.z;", "MOV.F C.z, 1.0;")
    case.store("TEX.F R, C, texture[4], SHADOWARRAY2D;", test(lambda i: planes.near(*grid(i), 1)))
    case.do("MOV.F E, C.xzww;", "MOV.F E.y, 2.0;", "MOV.F E.w, 0.0;")
    case.store("TEX.F R, E, texture[3], SHADOWARRAY1D;", test(lambda i: lines.near(grid(i)[0], 2)))
    toward = lambda i: (0.25 * i - 1.875, 1.0, -0.25)
    case.do("MAD.F E.x, D.x, 0.25, -1.875;", "MOV.F E.yz, {0, 1.0, -0.25, 0};", "MOV.F E.w, C.w;")
    case.store("TEX.F R, E, texture[2], SHADOWCUBE;", test(lambda i: cube.face(toward(i))))
    case.store("TXL.F R, E, {1.0, 0, 0, 0}, texture[2], SHADOWCUBE;",
               test(lambda i: cube.face(toward(i), level=1)))
    case.store("TEX.F.LODCLAMP R, E, {0, 1.0, 0, 0}, texture[2], SHADOWCUBE;",
               test(lambda i: cube.face(toward(i), level=1)))
    case.do("MOV.F E.w, 1.0;", "MOV.F D, C.w;")
    case.store("TEX.F R, E, D, texture[5], SHADOWARRAYCUBE;", test(lambda i: cubes.face(toward(i), 1)))
    case.write()


def shadow_gathers():
    plane = Texture(0, "2d", (8, 8, 1), wrap="repeat", shadow=True)
    planes = Texture(1, "2darray", (8, 8, 2), wrap="repeat", shadow=True)
    cube = Texture(2, "cube", (4, 4, 1), shadow=True)
    cubes = Texture(3, "cubearray", (4, 4, 2), shadow=True)
    rectangle = Texture(4, "2d", (9, 7, 1), shadow=True, rectangle=True)
    case = Case("texture-shadow-gathers", "gathers of depth comparisons, which ignore the selected component",
                [plane, planes, cube, cubes, rectangle])
    ref = lambda i: (2 * i + 1) / 32
    tests = lambda texels: lambda i: [compare(ref(i), texel) for texel in texels(i)]
    # Gathers between texels (k, 1) and (k + 1, 2).
    case.do(*GRID, "I2F.U D.x, invocation.localindex.x;", "MAD.F D.x, D, 0.0625, 0.03125;", "I2F.U C.x, K;",
            "MAD.F C.xy, C, {0.125, 0, 0, 0}, {0.125, 0.25, 0, 0};", "MOV.F C.z, D.x;",
            "AND.U O.x, invocation.localindex.x, 3;", "SHR.U O.y, invocation.localindex.x, 2;",
            "SUB.S O.xy, O, {2, 1, 0, 0};", "MOV.S O.zw, {0, 0, 1, -1};")
    off = lambda i: ((i & 3) - 2, (i >> 2) - 1)
    each = lambda texture, layer=0: lambda i: [
        texture.at((i & 7) + x, 1 + y, layer) for x, y in ((0, 1), (1, -1), (-2, 0), (3, 2))]
    turned = lambda texture, layer=0: lambda i: [
        texture.at((i & 7) + x, 1 + y, layer) for x, y in zip((*off(i), 1, -1), (off(i)[1], 1, -1, off(i)[0]))]
    offsets = "{0, 1, -2, 3}, {1, -1, 0, 2}"
    for c in "xyzw":
        case.store(f"TXG.F R, C, texture[0].{c}, SHADOW2D;", tests(lambda i: plane.corners(i & 7, 1)))
    case.store("TXG.F R, C, texture[0].y, SHADOW2D, (2, -1);", tests(lambda i: plane.corners((i & 7) + 2, 0)))
    case.store("TXG.F R, C, texture[0].w, SHADOW2D, offset(O);",
               tests(lambda i: plane.corners((i & 7) + off(i)[0], 1 + off(i)[1])))
    case.store(f"TXGO.F R, C, {offsets}, texture[0].z, SHADOW2D;", tests(each(plane)))
    case.store("TXGO.F R, C, O, O.yzwx, texture[0].y, SHADOW2D;", tests(turned(plane)))
    # The reference is in w, the layer in z.
    case.do("MOV.F C.w, D.x;", "MOV.F C.z, 1.0;")
    case.store("TXG.F R, C, texture[1].w, SHADOWARRAY2D;", tests(lambda i: planes.corners(i & 7, 1, 1)))
    case.store("TXGO.F R, C, O, O.yzwx, texture[1].z, SHADOWARRAY2D;", tests(turned(planes, 1)))
    # The centres of the faces +y and -y.
    case.do("AND.U K.x, invocation.localindex.x, 1;", "I2F.U E.x, K;", "MAD.F E.y, E.x, -2.0, 1.0;",
            "MOV.F E.xz, 0.0;", "MOV.F E.w, D.x;")
    face = lambda i: 2 + (i & 1)
    case.store("TXG.F R, E, texture[2].z, SHADOWCUBE;", tests(lambda i: cube.corners(1, 1, face(i))))
    case.do("MOV.F E.w, 1.0;")
    case.store("TXG.F R, E, D, texture[3].y, SHADOWARRAYCUBE;", tests(lambda i: cubes.corners(1, 1, 6 + face(i))))
    # Rectangles count texels.
    case.do("AND.U K.x, invocation.localindex.x, 3;", "SHR.U K.y, invocation.localindex.x, 2;", "I2F.U C.xy, K;",
            "ADD.F C.xy, C, {3, 2, 0, 0};", "MOV.F C.z, D.x;")
    at = lambda i: ((i & 3) + 2, (i >> 2) + 1)
    case.store("TXG.F R, C, texture[4].y, SHADOWRECT;", tests(lambda i: rectangle.corners(*at(i))))
    case.store("TXGO.F R, C, O, O.yzwx, texture[4].y, SHADOWRECT;", tests(
        lambda i: [rectangle.at(at(i)[0] + x, at(i)[1] + y)
                   for x, y in zip((*off(i), 1, -1), (off(i)[1], 1, -1, off(i)[0]))]))
    case.write()


def shadow_offsets():
    planes = Texture(1, "2darray", (8, 8, 2), wrap="repeat", shadow=True)
    rectangle = Texture(2, "2d", (9, 7, 1), shadow=True, rectangle=True)
    case = Case("texture-shadow-offsets", "gathers of depth comparisons at four constant offsets, at units after the first",
                [Texture(0, "2d", (8, 8, 1)), planes, rectangle])
    ref = lambda i: (2 * i + 1) / 32
    each = lambda texel: lambda i: [
        compare(ref(i), texel(i, x, y)) for x, y in ((0, 1), (1, -1), (-2, 0), (3, 2))]
    offsets = "{0, 1, -2, 3}, {1, -1, 0, 2}"
    case.do(*GRID, "I2F.U D.x, invocation.localindex.x;", "MAD.F D.x, D, 0.0625, 0.03125;", "I2F.U C.x, K;",
            "MAD.F C.xy, C, {0.125, 0, 0, 0}, {0.125, 0.25, 0, 0};", "MOV.F C.z, 1.0;", "MOV.F C.w, D.x;")
    case.do("ADD.F E, C, {0.0625, 0.0625, 0, 0};")
    case.store("TEX.F R, E, texture[0], 2D;", lambda i: red(case.textures[0].at((i & 7) + 1, 2)))
    case.store(f"TXGO.F R, C, {offsets}, texture[1].w, SHADOWARRAY2D;",
               each(lambda i, x, y: planes.at((i & 7) + x, 1 + y, 1)))
    # Rectangles count texels.
    case.do("AND.U K.x, invocation.localindex.x, 3;", "SHR.U K.y, invocation.localindex.x, 2;", "I2F.U C.xy, K;",
            "ADD.F C.xy, C, {3, 2, 0, 0};", "MOV.F C.z, D.x;")
    case.store(f"TXGO.F R, C, {offsets}, texture[2].y, SHADOWRECT;",
               each(lambda i, x, y: rectangle.at((i & 3) + 2 + x, (i >> 2) + 1 + y)))
    case.write()


class Picture:
    """A storage image: its words before and after the program."""

    def __init__(self, unit, dim, form, size, before, after=None):
        self.unit, self.dim, self.form, self.size, self.before = unit, dim, form, size, before
        self.after = struct.pack(f"<{len(before)}I", *(after or before))

    def toml(self):
        return "\n".join(["[[image]]", f"binding = {self.unit}", f'dim = "{self.dim}"', f'format = "{self.form}"',
                          f"size = {list(self.size)}", f'init = "u32:{",".join(map(str, self.before))}"'])


def half(x):
    return struct.unpack("<H", struct.pack("<e", x))[0]


def views():
    noise = lambda n, seed: [(0x9E3779B9 * (k + seed)) & 0xFFFFFFFF for k in range(n)]
    first, second = noise(32, 1), noise(32, 50)
    numbers = [[0.25 * i - 1.5, 3.0 * i, 65504.0, -0.125] for i in range(LANES)]
    halves = [h for row in numbers for h in (half(row[0]) | half(row[1]) << 16, half(row[2]) | half(row[3]) << 16)]
    small = [(i * 0x0301 + 0x80F0) & 0xFFFF for i in range(LANES)]
    pairs = [small[2 * k] | small[2 * k + 1] << 16 for k in range(LANES // 2)]
    words = noise(16, 9)
    case = Case("image-views", "one image accessed raw and formatted, as halves and as small vectors",
                [], ["NV_gpu_program5_mem_extended"])
    stored = first[:16] + [i | (2 * i) << 8 | (255 - i) << 16 | 255 << 24 for i in range(LANES)]
    case.images = [
        Picture(0, "2d", "rgba8", (16, 2, 1), first, stored),
        Picture(1, "2d", "rgba16f", (16, 2, 1), halves + [0] * 32,
                halves + [w for row in numbers for w in (half(row[1]) | half(row[0]) << 16, half(-0.125) | half(2.0) << 16)]),
        Picture(2, "1d", "rg8i", (16, 1, 1), pairs),
        Picture(3, "buffer", "r32ui", (16, 1, 1), words),
        Picture(4, "2d", "rg16ui", (16, 2, 1), second, second[:16] + [(i * 5) | (0xFFFF - i) << 16 for i in range(LANES)]),
    ]
    case.do("MOV.U K, 0;", "MOV.U K.x, invocation.localindex.x;", "MOV.U D, K;", "MOV.U D.y, 1;", "I2F.U C, K.x;")
    case.store("LOADIM.U32 R, K, image[0], 2D;", lambda i: [first[i], 0, 0, 1])
    case.do("MAD.F E, C, {1, 2, -1, 0}, {0, 0, 255, 255};", "MUL.F E, E, 0.00392156862745098;",
            "STOREIM.F image[0], E, D, 2D;")
    case.store("LOADIM.F16X4 R, K, image[1], 2D;", lambda i: numbers[i])
    case.do("MOV.F E, R.yxww;", "MOV.F E.z, -0.125;", "MOV.F E.w, 2.0;", "STOREIM.F16X4 image[1], E, D, 2D;")
    case.store("LOADIM.U32X2 R, K, image[1], 2D;", lambda i: [halves[2 * i], halves[2 * i + 1], 0, 1])
    case.store("LOADIM.U16X4 R, K, image[1], 2D;",
               lambda i: [h for w in halves[2 * i:2 * i + 2] for h in (w & 0xFFFF, w >> 16)])
    signed = lambda b: b - 256 if b > 127 else b
    case.store("LOADIM.S8X2 R, K, image[2], 1D;", lambda i: [signed(small[i] & 255), signed(small[i] >> 8), 0, 0])
    case.store("LOADIM.U16 R, K, image[2], 1D;", lambda i: [small[i], 0, 0, 1])
    case.store("LOADIM.U32 R, K, image[3], BUFFER;", lambda i: [words[i], 0, 0, 1])
    case.store("LOADIM.U8X4 R, K, image[3], BUFFER;", lambda i: [words[i] >> s & 255 for s in (0, 8, 16, 24)])
    case.store("LOADIM.U16X2 R, K, image[4], 2D;", lambda i: [second[i] & 0xFFFF, second[i] >> 16, 0, 0])
    case.do("MUL.U E.x, K.x, 5;", "SUB.U E.y, 0xFFFF, K.x;", "STOREIM.U16X2 image[4], E, D, 2D;")
    case.write()


# Each move is conditional on the residency code of the access before it; everything is resident.
MARKS = ["MOV.F R.z (RESIDENT), -1.0;", "MOV.F R.w (NONRESIDENT), -2.0;"]


def marked(vector):
    return [vector[0], vector[1], -1.0, vector[3]]


def sparse_textures():
    plane = Texture(0, "2d", (8, 8, 1), 2)
    depth = Texture(1, "2d", (8, 8, 1), shadow=True)
    case = Case("texture-sparse", "residency codes of fully resident textures", [plane, depth],
                ["EXT_sparse_texture2"])
    mark = lambda line, result: case.store("\n".join([line, *MARKS]), lambda i: marked(result(i)))
    case.do(*GRID, "MOV.F C.zw, {0, 0, 0.25, 1.0};")
    mark("TEX.F.SPARSE R, C, texture[0], 2D;", lambda i: red(plane.near(*grid(i))))
    mark("TXL.F.SPARSE R, C, texture[0], 2D;", lambda i: red(plane.near(*grid(i), level=1)))
    case.do("MOV.U E, 0;", "MOV.U E.xy, K;")
    mark("TXF.F.SPARSE R, E, texture[0], 2D;", lambda i: red(plane.at(i & 7, i >> 3)))
    mark("TEX.F.SPARSE R, C, texture[1], SHADOW2D;",
         lambda i: compared(0.25, depth.near(*grid(i))))
    case.do("ADD.F C.xy, C, 0.0625;")
    corners = lambda i: plane.corners(i & 7, i >> 3)
    mark("TXG.F.SPARSE R, C, texture[0], 2D;", corners)
    mark("TXGO.F.SPARSE R, C, {0, 1, 1, 0}, {1, 1, 0, 0}, texture[0], 2D;", corners)
    case.write()


def sparse_images():
    case = Case("image-sparse", "residency codes of fully resident images", [], ["EXT_sparse_texture2"])
    words = [(0x9E3779B9 * k) & 0xFFFFFFFF for k in range(LANES)]
    case.images = [Picture(0, "2d", "r32ui", (16, 1, 1), words, [w + 1 & 0xFFFFFFFF for w in words])]
    case.do("MOV.U D, 0;", "MOV.U D.x, invocation.localindex.x;")
    case.store("\n".join(["LOADIM.U32.SPARSE R, D, image[0], 2D;", *MARKS]), lambda i: [words[i], 0, -1.0, 1])
    case.do("ATOMIM.ADD.U32.SPARSE R.x, 1, D, image[0], 2D;", "MOV.F R, 0.0;")
    case.store("IF RESIDENT;\nMOV.F R, 1.0;\nELSE;\nMOV.F R, 2.0;\nENDIF;", lambda i: all_four(1.0))
    case.write()


def image_halves():
    case = Case("image-atomics-halves", "atomics on the two halves of a texel", [],
                ["NV_shader_atomic_fp16_vector"])
    pair = lambda x, y: half(x) | half(y) << 16
    before = [pair(0.5 * i, -1.0 * i) for i in range(LANES)]
    after = [pair(0.5 * i + i, -1.0 * i + 2) for i in range(LANES)]
    least = [pair(min(0.5 * i, 3.0), min(-1.0 * i, -4.0)) for i in range(LANES)]
    most = [pair(max(0.5 * i, 3.0), max(-1.0 * i, -4.0)) for i in range(LANES)]
    total = [pair(16 * 1.0, 16 * -0.5)] + before[1:]
    case.images = [Picture(unit, "2d", "rg16f", (16, 1, 1), before, result)
                   for unit, result in enumerate([after, least, most, [pair(7.0, i) for i in range(LANES)], total])]
    case.do("MOV.U D, 0;", "MOV.U D.x, invocation.localindex.x;", "I2F.U C, D.x;", "MOV.F C.y, 2.0;",
            "PK2H.F C.x, C;", "MOV.U E, {0xC4004200, 0xB8003C00, 0, 0};")
    # Operand and result are one word each, in x.
    five = struct.unpack("<I", struct.pack("<f", 5.0))[0]
    old = lambda i: [before[i], five, five, five]
    for line in ("ATOMIM.ADD.F16X2 R.x, C, D, image[0], 2D;",
                 "ATOMIM.MIN.F16X2 R.x, E, D, image[1], 2D;",
                 "ATOMIM.MAX.F16X2 R.x, E, D, image[2], 2D;"):
        case.do("MOV.F R, 5.0;")
        case.store(line, old)
    case.do("I2F.U C.y, D.x;", "MOV.F C.x, 7.0;", "PK2H.F C.x, C;", "MOV.F R, 5.0;")
    case.store("ATOMIM.EXCH.F16X2 R, C, D, image[3], 2D;", old)
    # All invocations access one texel.
    case.do("ATOMIM.ADD.F16X2 R.x, E.y, {0, 0, 0, 0}, image[4], 2D;")
    case.write()


def image_fours():
    """Four halves of a texel: ATOMIM has an operand of two words, and returns the first old word."""
    pack = lambda a, b: half(a) | half(b) << 16
    texels = [[-0.0 if i == 0 else float(i - 4), 0.5 * i, 8.0 - i, -1.0] for i in range(LANES)]
    before = [w for t in texels for w in (pack(t[0], t[1]), pack(t[2], t[3]))]
    case = Case("image-atomics-fours", "atomics on the four halves of a texel; 64-bit texels", [],
                ["NV_shader_atomic_fp16_vector"])
    join = lambda rows: [w for t in rows for w in (pack(t[0], t[1]), pack(t[2], t[3]))]
    operand = [-3.0, 2.0, 1.0, -0.5]
    by = lambda f: join([[f(a, b) for a, b in zip(t, operand)] for t in texels])
    flipped = [w ^ 0xFFFFFFFF for w in before]
    case.images = [
        Picture(0, "2d", "rgba16f", (16, 1, 1), before, by(lambda a, b: a + b)),
        Picture(1, "2d", "rgba16f", (16, 1, 1), before, by(min)),
        Picture(2, "2d", "rgba16f", (16, 1, 1), before, by(max)),
        Picture(3, "2d", "rg32ui", (16, 1, 1), before, join([operand] * LANES)),
        Picture(4, "2d", "rg32ui", (16, 1, 1), before, flipped),
        Picture(5, "2d", "rgba16f", (16, 1, 1), [0] * 32, [pack(120.0, -16.0), pack(8.0, 32.0)] + [0] * 30),
    ]
    first = lambda i: before[2 * i]
    case.do("LONG TEMP L, M;", "MOV.U D, 0;", "MOV.U D.x, invocation.localindex.x;",
            "MOV.U E, {%d, %d, 0, 0};" % tuple(join([operand])))
    for unit, name in enumerate(("ADD", "MIN", "MAX", "EXCH")):
        case.do("MOV.U R, 5;")
        case.store(f"ATOMIM.{name}.F16X4 R, E, D, image[{unit}], 2D;", lambda i: [first(i), 5, 5, 5])
    case.do("LOADIM.U64 L, D, image[4], 2D;", "NOT.U64 M, L;", "STOREIM.S64 image[4], M, D, 2D;")
    case.store("UP64.U R, L;", lambda i: [before[2 * i], before[2 * i + 1], 0, 0])
    case.do("LOADIM.F64 L, D, image[4], 2D;")
    case.store("UP64.U R, L.xwxw;", lambda i: [flipped[2 * i], flipped[2 * i + 1], 1, 0])
    case.do("I2F.U C, D.x;", "MOV.F C.yw, -1.0;", "PK2H.F E.x, C;", "MOV.F C.x, 0.5;", "MOV.F C.y, 2.0;", "PK2H.F E.y, C;",
            "ATOMIM.ADD.F16X4 R.x, E, {0, 0, 0, 0}, image[5], 2D;")
    case.write()


if __name__ == "__main__":
    levels()
    offsets()
    rectangles()
    shadows()
    shadow_gathers()
    shadow_offsets()
    views()
    sparse_textures()
    sparse_images()
    image_halves()
    image_fours()
