#!/usr/bin/env python3
"""Writes case.toml, map.toml and truth.bin of the cases in this folder. The expected contents of buffers and
images are computed in plain Python, without nvc, by code that mirrors each program."""
import math
import struct
from pathlib import Path

HERE = Path(__file__).parent


class Case:
    def __init__(self, name, about):
        self.name, self.truth = name, b""
        self.toml = [f'about = "{about}"', "dispatch = [1, 1, 1]"]

    def add(self, kind, keys, after=None):
        self.toml += ["", f"[[{kind}]]"] + [f"{key} = {value}" for key, value in keys.items()]
        if after is not None:
            self.truth += struct.pack("<Q", len(after)) + after

    def storage(self, after, **more):
        self.add("storage", {"binding": 0, "bytes": len(after), "init": '"zeros"', **more}, after)

    def image(self, binding, texel_format, before, after, dim="2d"):
        words = struct.unpack(f"<{len(before) // 8}Q", before) if len(before) % 8 == 0 else ()
        width = len(before) // {"rg16f": 4, "rgba16f": 8, "r64ui": 8, "r64i": 8, "r32f": 4, "r32ui": 4}[texel_format]
        keys = {"binding": binding, "dim": f'"{dim}"', "format": f'"{texel_format}"', "size": [width, 1, 1],
                "init": '"u64:' + ",".join(map(str, words)) + '"'}
        self.add("image", keys, after)

    def textures(self, count):
        """Adds textures of two texels. Texture n contains 10 n and 10 n + 1."""
        for n in range(count):
            self.add("texture", {"binding": n, "dim": '"2d"', "format": '"r32f"', "size": [2, 1, 1],
                                 "init": f'"f32:{10.0 * n},{10.0 * n + 1}"'})

    def write(self):
        folder = HERE / self.name
        (folder / "case.toml").write_text("\n".join(self.toml) + "\n")
        (folder / "map.toml").write_text("uniform = []\n")
        (folder / "truth.bin").write_bytes(self.truth)


def halves(rows):
    return b"".join(struct.pack(f"<{len(row)}e", *row) for row in rows)


def image_halves():
    case = Case("image-halves", "atomics on texels of halves")
    lanes = range(16)
    two = [[0.5 * i, -1.0 * i] for i in lanes]
    four = [[0.5 * i, -1.0 * i, 3.0, 8.0 - i] for i in lanes]
    given = [[float(i), 2.0, float(-i), 0.5] for i in lanes]
    old = b"".join(
        struct.pack("<20f", *two[i], 0, 0, *four[i], *four[i], *four[i], *four[i]) for i in lanes)
    case.storage(old)
    by = lambda f: [[f(a, b) for a, b in zip(x, y)] for x, y in zip(four, given)]
    case.image(0, "rg16f", halves(two), halves([[x + i, y + 2] for i, (x, y) in enumerate(two)]))
    case.image(1, "rgba16f", halves(four), halves(by(lambda a, b: a + b)))
    case.image(2, "rgba16f", halves(four), halves(by(min)))
    case.image(3, "rgba16f", halves(four), halves(by(max)))
    case.image(4, "rgba16f", halves(four), halves(given))
    total = [list(row) for row in four]
    total[3] = [total[3][0] + 16, total[3][1] - 8, total[3][2] + 32, total[3][3] + sum(lanes)]
    case.image(5, "rgba16f", halves(four), halves(total))
    case.write()


def images_64():
    case = Case("images-64", "images of 64-bit texels")
    mask = 2**64 - 1
    quads = lambda values: struct.pack(f"<{len(values)}Q", *(v & mask for v in values))
    sums = [mask - 3 * i for i in range(8)]
    least = [i - 6 for i in range(8)]
    swap = [5 if i % 2 else i for i in range(8)]
    swapped = [0x123456789ABCDEF if x == 5 else x for x in swap]
    old = []
    for i in range(8):
        # The missing components of a one-component texel read as 0, 0, 1.
        old += [sums[i], least[i], swap[i], swapped[i] + 1]
    case.storage(quads(old))
    case.image(0, "r64ui", quads(sums), quads([x + 0xFFFFFFFF for x in sums]))
    case.image(1, "r64i", quads(least), quads([min(x, -3) for x in least]))
    case.image(2, "r64ui", quads(swap), quads(swapped))
    case.image(3, "r64i", quads([77] * 8), quads([i - 4 for i in range(8)]), "1d")
    case.write()


def integer_dot():
    case = Case("integer-dot", "integer dot products, with and without saturation")
    word = 2**32 - 1

    def parts(x, width, signed, count=None):
        cut = [x >> width * k & 2**width - 1 for k in range(count or 32 // width)]
        return [n - 2**width if signed and n >> width - 1 else n for n in cut]

    dot = lambda a, b: sum(p * q for p, q in zip(a, b))
    clamp = lambda n: min(max(n, -2**31), 2**31 - 1)
    out = []
    for i in range(32):
        x, y = (i * 0x9E3779B9 + 0x7F80FF01) & word, (i * 0x85EBCA6B + 0x80807FFF) & word
        near = parts(0x7FFF0000 + (i & 1) * 0x20000, 32, True)[0]
        sx, sy, ux, uy = parts(x, 8, True), parts(y, 8, True), parts(x, 8, False), parts(y, 8, False)
        byte = lambda n: (n + 128) % 256 - 128
        whole = lambda n: parts(n, 32, True)[0]
        wide = whole(x) * y + whole(y) * x
        out += [dot(sx, sy), dot(ux, uy), dot(sx, uy), dot(ux, sy),
                clamp(dot(sx, sy) + near), min(dot(ux, uy) + 0xFFFF8000, word),
                clamp(dot(sx, uy) + near), clamp(dot(ux, sy) + near), dot(sx, sy),
                dot(sx, sy), dot([(n + 3) % 256 for n in ux], uy), dot([byte(n - 7) for n in sx], uy),
                dot(sx[:3], sy[2::-1]), dot(ux[:2], sy[2:]), dot(parts(x, 16, True), parts(y, 16, True)),
                clamp(dot(sx, sy) + near), min(dot(ux, uy) + 0xFFFF8000, word),
                whole(x) * whole(y) + 3 * whole(y), wide, wide >> 32]
    case.storage(struct.pack(f"<{len(out)}I", *(n & word for n in out)))
    case.write()


def texture_offsets():
    case = Case("texture-offsets", "texel offsets that are not constant")
    levels = [[float((37 * k) % 101) for k in range(64)], [float((31 + 37 * k) % 101) for k in range(16)]]
    layered = [float((11 + 37 * k) % 101) for k in range(128)]
    repeat = lambda level, x, y: levels[level][(y % (8 >> level)) * (8 >> level) + x % (8 >> level)]
    clamp = lambda n: min(max(n, 0), 7)
    out = []
    for i in range(16):
        x, y = i % 5 - 2, i // 5 - 1
        texel = lambda value: [value, 0.0, 0.0, 1.0]
        out += texel(repeat(0, 3 + x, 4 + y)) + texel(repeat(1, 1 + x, 2 + y))
        out += texel(layered[64 + clamp(4 + y) * 8 + clamp(3 + x)])
        out += texel(repeat(0, 3 + x, 3 + y))
        # A gather: the four texels around (4, 4), counterclockwise from the lower left.
        out += [repeat(0, a + x, b + y) for a, b in ((3, 4), (4, 4), (4, 3), (3, 3))]
    case.storage(struct.pack(f"<{len(out)}f", *out))
    numbers = lambda values: '"f32:' + ",".join(map(repr, values)) + '"'
    case.add("texture", {"binding": 0, "dim": '"2d"', "format": '"r32f"', "size": [8, 8, 1], "levels": 2,
                         "wrap": '"repeat"', "init": numbers(levels[0] + levels[1])})
    case.add("texture", {"binding": 1, "dim": '"2darray"', "format": '"r32f"', "size": [8, 8, 2],
                         "wrap": '"clamp"', "init": numbers(layered)})
    case.write()


def derivatives(name, about, index_of, grouped):
    """The value of a texel encodes its level and position. Coordinates that are scaled by n differ by n texels between
    neighbouring invocations."""
    case = Case(name, about)
    levels = [[float(1000 * level + k) for k in range((8 >> level) ** 2)] for level in range(4)]
    curved = lambda x, y: x * x + 10 * y * y + 100 * x * y
    out = [0.0] * (64 * 24)
    for x in range(8):
        for y in range(8):
            def sample(scale, level, dx=0, dy=0):
                size = 8 >> level
                column, row = (int((n + 0.5) * scale * size / 8) for n in (x, y))
                return levels[level][(row + dy) % size * size + (column + dx) % size]
            left, low = x & ~1, y & ~1
            if grouped:
                fine = [curved(left + 1, y) - curved(left, y), curved(x, low + 1) - curved(x, low)]
                values = [sample(1, 0), sample(2, 1), sample(4, 2), sample(8, 3), sample(4, 1), sample(1, 2),
                          sample(2, 1), sample(2, 2), sample(2, 1, 1, 0), sample(2, 0, 0, 1),
                          2, 2, 1, 1, *fine, sum(map(abs, fine)), 3, -5, 1, 3, -5, 8, 8]
            else:
                values = [sample(1, 0), sample(2, 0), sample(4, 0), sample(8, 0), sample(4, 0), sample(1, 2),
                          sample(2, 0), sample(2, 1), sample(2, 0, 1, 0), sample(2, 0, 0, 1)] + [0] * 14
            at = index_of(x, y) * 24
            out[at:at + 24] = map(float, values)
    case.storage(struct.pack(f"<{len(out)}f", *out), compare='"f32:0.02:0"',
                 why='"levels of detail: devices compute them to 1/256 or less; texels differ by 1 or more"')
    case.add("texture", {"binding": 0, "dim": '"2d"', "format": '"r32f"', "size": [8, 8, 1], "levels": 4,
                         "wrap": '"repeat"', "init": '"f32:' + ",".join(map(repr, sum(levels, []))) + '"'})
    case.write()


def opaque_members(name, about, results):
    """Structs of textures and values. `results` computes what the shader writes to its buffer."""
    case = Case(name, about)
    tints = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]
    gains = [[0.5, 1.5], [2.5, 3.5], [4.5, 5.5]]
    texel = lambda unit, x: 10.0 * unit + x
    # The texture units of the two layers of each material. Material 0 is `one`, and materials 1 and 2 are `many`.
    layer = lambda m, n, x: texel([(1, 2), (5, 6), (7, 8)][m][n], x)
    out = sum(results(tints, gains, texel, layer), [])
    case.storage(struct.pack(f"<{len(out)}f", *out))
    case.textures(9)
    case.image(0, "r32f", bytes(32), struct.pack("<8f", 0, 0, 0, 0, 10, 20, 30, 0))
    # Each row of the parameters has 16 bytes: a tint, or a gain and its padding.
    rows = lambda m: tints[m] + [gains[m][0], 0.0, 0.0, 0.0, gains[m][1], 0.0, 0.0, 0.0]
    case.add("param", {"location": 0, "type": '"vec4"', "values": rows(0)})
    case.add("param", {"location": 20, "type": '"vec4"', "values": rows(1) + rows(2)})
    case.add("param", {"location": 40, "type": '"int"', "values": [3]})
    case.write()


def opaque_members_constant(tints, gains, texel, layer):
    shade = lambda x: [(t + 1) * texel(0, x) + layer(0, 1, x) * gains[0][0] for t in tints[0]]
    return [shade(0), shade(1), [t * texel(3, 1) for t in tints[1]], [t * texel(4, 0) for t in tints[2]],
            [layer(1, 1, 1), gains[2][1], layer(2, 0, 0), 8.0]]


def opaque_members_dynamic(tints, gains, texel, layer):
    albedo = [0, 3, 4]
    read = lambda m, n, x: layer(m, n, x) * (gains[m][n] + 1)
    shade = lambda m, n, x: [t * texel(albedo[m], x) + read(m, n, x) for t in tints[m]]
    out = [shade(0, i & 1, i >> 1) for i in range(4)] + [shade(1 + (i >> 1), i & 1, 1) for i in range(4)]
    for i in range(4):
        n, x = i & 1, i >> 1
        out.append([layer(1 + n, x, x) + tints[2 - n][3], layer(1 + n, x, 0), gains[1 + x][n], 4.0])
    return out + [shade(1, 1, 0), [read(2, 1, 1), 4.0, 8.0, 1.0]]


def bindless_arguments():
    case = Case("bindless-arguments", "functions called with what is bound, and with handles")
    texel = lambda unit, x: 10.0 * unit + x
    a, b = 2, 3
    kept = [a, b]
    out = []
    for f in (lambda n: texel(n, n), lambda n: texel(kept[n], n),
              lambda n: texel(n, 0) + 100 + texel(a, n) + 100, lambda n: texel(b, n),
              lambda n: texel(a if n else b, 0), lambda n: texel(a if n else b, n),
              lambda n: texel(n, 1) + 1000 * texel(kept[n], 1), lambda n: texel([b, a][n], 1),
              lambda n: texel([a, b][n], 1), lambda n: texel(b if n else a, 0),
              lambda n: texel(a if n else b, 1) * 0.5, lambda n: 12.0 * n + 300.0):
        out += [f(0), f(1)]
    out += [0.0] * (32 - len(out))
    case.storage(struct.pack("<32f2I", *out, b, 0))
    case.add("storage", {"binding": 1, "bytes": 24, "init": '"u64:2,3,1"'}, struct.pack("<3Q", 2, 3, 1))
    case.textures(4)
    words = lambda *values: struct.pack("<2I", *values)
    case.image(0, "r32ui", words(100, 0), words(110, 0))
    case.image(1, "r32ui", words(200, 0), words(214, 0))
    case.write()


NAN = 0x7FC00000


def numbers(exponents, mantissas, bias, specials):
    """The value of each code of a signed float format. `specials` says how infinities and NaNs are encoded."""
    out = []
    for code in range(2 << exponents + mantissas):
        sign = -1.0 if code >> exponents + mantissas else 1.0
        e, m = code >> mantissas & (1 << exponents) - 1, code & (1 << mantissas) - 1
        x = m / (1 << mantissas) * 2.0 ** (1 - bias) if e == 0 else (1 + m / (1 << mantissas)) * 2.0 ** (e - bias)
        if specials == "ieee" and e == (1 << exponents) - 1:
            x = math.inf if m == 0 else math.nan
        if specials == "nan" and code % (1 << exponents + mantissas) == (1 << exponents + mantissas) - 1:
            x = math.nan
        out.append(sign * x)
    return out


E4M3, E5M2 = numbers(4, 3, 7, "nan"), numbers(5, 2, 15, "ieee")
E2M3, E3M2, E2M1 = numbers(2, 3, 1, ""), numbers(3, 2, 3, ""), numbers(2, 1, 1, "")
UE8M0 = [2.0 ** (code - 127) for code in range(255)] + [math.nan]
MXINT8 = [(code - 256 if code > 127 else code) / 64 for code in range(256)]
single = lambda bits: struct.unpack("<f", struct.pack("<I", bits))[0]
bits_of = lambda x: NAN if math.isnan(x) else struct.unpack("<I", struct.pack("<f", x))[0]


def encoded_decode():
    case = Case("encoded-decode", "every code of the 8-, 6- and 4-bit floats, and bfloat16 numbers")
    out = []
    for i in range(256):
        high = lambda x: 0x7FF80000 if math.isnan(x) else struct.unpack("<Q", struct.pack("<d", x))[0] >> 32
        half = lambda x: 0x7E00 if math.isnan(x) else struct.unpack("<H", struct.pack("<e", x))[0]
        out += [bits_of(E4M3[i]), bits_of(E5M2[i]), high(UE8M0[i]), bits_of(MXINT8[i]), bits_of(E2M3[i >> 2]),
                bits_of(E3M2[i & 63]), bits_of(E2M1[i >> 4]), bits_of(single((i << 8 | i) << 16)),
                half(E4M3[i]), half(E5M2[i]), bits_of(E2M1[i & 15]), bits_of(E2M1[i >> 4])]
    case.toml[1] = "dispatch = [4, 1, 1]"
    case.storage(struct.pack(f"<{len(out)}I", *out))
    case.write()


def encoded_encode():
    case = Case("encoded-encode", "conversions to bfloat16 and 8-bit floats: neighbours, ties, out of range")
    step = lambda x, by: single(bits_of(x) + by)
    inputs = [0.0, -0.0, math.inf, -math.inf, math.nan, 1e9, -1e9, single(0x7F7FFFFF), 448.0, 464.0, step(464.0, 1),
              57344.0, 61440.0, step(61440.0, -1), 480.0, 2.0 ** -10, 2.0 ** -17, step(2.0 ** -17, 1), 1e-30]
    for table in (E4M3, E5M2):
        codes = sorted(x for x in table if math.isfinite(x) and x > 0)
        for n, (low, high) in enumerate(zip([0.0] + codes, codes)):
            middle = (low + high) / 2
            inputs += [x if n % 3 else -x for x in (middle, step(middle, -1), step(middle, 1))]
    inputs += [single((0x3F800000 + 0x01234567 * n & 0x3FFFFFFF) + 0x20000000) for n in range(200)]
    inputs += [single(0x3F808000 + 0x10000 * n) for n in range(50)]
    inputs = (inputs + [0.0] * 1024)[:1024]

    def nearest(table, x, limit, overflow):
        """The code of the nearest number, ties to the even code, with the sign bit of `x`."""
        size = len(table) // 2
        sign = size if math.copysign(1.0, x) < 0 else 0
        if math.isnan(x):
            return 0xFFFF
        top = max(code for code in range(size) if math.isfinite(table[code]))
        x = abs(x)
        if x > min(limit, 2 * table[top]):
            return sign | top if overflow == "saturate" else 0xFFFF if overflow == "nan" else sign | top + 1
        # Here, the code after the largest number stands for the next step, whatever it encodes. Rounding to it overflows.
        finite = table[:top + 1] + [2 * table[top] - table[top - 1]]
        best = min(range(top + 2), key=lambda code: (abs(finite[code] - x), code % 2))
        if best <= top:
            return sign | best
        return sign | top if overflow == "saturate" else 0xFFFF if overflow == "nan" else sign | best

    def bfloat16(x):
        if math.isnan(x):
            return 0xFFFF
        bits = bits_of(x)
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 if math.isfinite(x) else bits >> 16

    def e4m3(x, overflow="nan"):
        return nearest(E4M3, x, 448.0 if overflow == "saturate" else math.inf, overflow)

    def e5m2(x, overflow="infinity"):
        return nearest(E5M2, x, 57344.0 if overflow == "saturate" else math.inf, overflow)

    out = []
    for x in inputs:
        whole = 0 if math.isnan(x) else math.trunc(min(max(x, -70000.0), 70000.0))
        short = math.nan if math.isnan(x) else single(bfloat16(x) << 16)
        half = float(struct.unpack("<e", struct.pack("<e", min(max(x, -60000.0), 60000.0)))[0]) if x == x else x
        out += [bfloat16(x), e4m3(x), e5m2(x), e4m3(x, "saturate"), e5m2(x, "saturate"), bfloat16(float(whole)),
                e4m3(float(whole)), e5m2(float(whole)), e4m3(short, "saturate"), e4m3(half), bfloat16(half), whole]
    case.toml[1] = "dispatch = [16, 1, 1]"
    case.storage(struct.pack(f"<{len(out)}I", *(n & 2**32 - 1 for n in out)))
    given = [bits_of(x) if x == x else 0x7FC00000 for x in inputs]
    case.add("storage", {"binding": 1, "bytes": 4096, "init": '"u32:' + ",".join(map(str, given)) + '"'},
             struct.pack("<1024I", *given))
    case.write()


def coop_vectors():
    """Products with matrices in memory, and accumulations, with the addresses of GL_NV_cooperative_vector, section 8."""
    case = Case("coop-vectors", "products of cooperative vectors, and accumulations")
    weights = bytearray((37 * n * n + 11 * n) % 256 for n in range(640))
    rows, columns = range(5), range(4)
    struct.pack_into("<" + "4e8x" * 5, weights, 0, *((3 * j - 2 * k) * 0.25 for j in rows for k in columns))
    struct.pack_into("<" + "5e6x" * 4, weights, 128, *((j * k - 3) * 0.5 for k in columns for j in rows))
    struct.pack_into("<5e", weights, 256, *(j - 1.5 for j in rows))
    struct.pack_into("<3i", weights, 384, 1000, -2**31, 7)
    # Exponents of 8-bit floats near 1, so that sums of products are exact in half precision.
    e4m3 = [0x38, 0xB8, 0x40, 0x30, 0x3C, 0x00, 0xC0, 0x38, 0x28, 0x38, 0xB0, 0x44]
    e5m2 = [0x3C, 0xBC, 0x40, 0x38, 0x3E, 0x00, 0xC0, 0x3C, 0x34, 0x3C, 0xB8, 0x42]
    for row in range(3):
        weights[448 + 16 * row:452 + 16 * row] = e4m3[4 * row:4 * row + 4]
        weights[512 + 16 * row:516 + 16 * row] = e5m2[4 * row:4 * row + 4]
    struct.pack_into("<2f", weights, 576, 0.25, 3.0)

    def element(kind, start, line, inner):
        size = struct.calcsize(kind)
        return struct.unpack_from("<" + kind, weights, start + 16 * line + size * inner)[0]

    def small(code, bits, bias):
        """The value of an 8-bit float that is normal or zero."""
        exponent, fraction = code >> bits & (2 ** (7 - bits) - 1), code & (2**bits - 1)
        value = (1 + fraction / 2**bits) * 2.0 ** (exponent - bias) if exponent else 0.0
        return -value if code & 0x80 else value

    def rounded(x, bits):
        """Rounds a number to `bits` bits of fraction, ties to even."""
        if x == 0:
            return x
        unit = 2.0 ** (math.floor(math.log2(abs(x))) - bits)
        return round(x / unit) * unit

    def wrapped(n):
        return n & 2**32 - 1

    def clamped(x, low, high):
        return min(max(round(x), low), high)

    out = b""
    row_sums = [[0.0] * 3 for _ in range(2)]
    column_sums = [[0.0] * 3 for _ in range(2)]
    right_sums, single_sums = [0.0] * 3, [0.0] * 2
    for t in range(32):
        given = [t - 16.0, 3.0, -float(t), 0.5]

        def result(kind, values):
            return struct.pack(f"<{len(values)}{kind}", *values).ljust(32, b"\0")

        out += result("f", [sum(given[k] * element("e", 0, j, k) for k in columns) + element("e", 256, 0, j) for j in rows])
        out += result("f", [sum(given[k] * element("e", 128, k, j) for k in columns) for j in rows])
        ints = [clamped(n, -128, 127) for n in (t * 20 - 300, -t, 1, 2, -3, 127)]
        by_bytes = lambda kind, xs, j: sum(x * element(kind, 320, j, k) for k, x in enumerate(xs))
        out += result("I", [wrapped(by_bytes("b", ints, j) + element("i", 384, 0, j)) for j in range(3)])
        packed = struct.pack("<2I", 0x80FF7F01 + t, 0x00030201)
        out += result("I", [wrapped(by_bytes("b", struct.unpack("<8b", packed)[:7], j)) for j in range(3)])
        numbers = [clamped(x, -128, 127) for x in (t * 0.5, -t - 0.5, 1e9, -200.0, 2.5, 3.5)]
        out += result("I", [wrapped(by_bytes("b", numbers, j)) for j in range(3)])
        unsigneds = [clamped(n, 0, 255) for n in (t, 300, 1, 2, 3, 255)]
        out += result("I", [wrapped(by_bytes("B", unsigneds, j)) for j in range(3)])
        for codes, bits, bias in ((e4m3, 3, 7), (e5m2, 2, 15)):
            short = [rounded(x, bits) for x in given]
            values = [sum(x * small(codes[4 * j + k], bits, bias) for k, x in enumerate(short)) for j in range(3)]
            out += result("e", values)
        out += result("e", [t * 0.25 - 3.0])
        left, right = [float(t), 1.0], [1.0, float(t % 4), -2.0]
        for i in range(2):
            for j in range(3):
                row_sums[i][j] += left[i] * right[j]
                column_sums[i][j] += left[i] * right[j]
        right_sums = [a + b for a, b in zip(right_sums, right)]
        single_sums = [single_sums[0] + t, single_sums[1] - 1]
    sums = bytearray(112)
    for i in range(2):
        struct.pack_into("<3e", sums, 16 * i, *row_sums[i])
    for j in range(3):
        struct.pack_into("<2f", sums, 32 + 16 * j, column_sums[0][j], column_sums[1][j])
    struct.pack_into("<3e", sums, 80, *right_sums)
    struct.pack_into("<2f", sums, 96, *single_sums)
    words = struct.unpack("<160I", weights)
    case.add("storage", {"binding": 0, "bytes": 640, "init": '"u32:' + ",".join(map(str, words)) + '"'}, bytes(weights))
    case.add("storage", {"binding": 1, "bytes": len(out), "init": '"zeros"'}, out)
    case.add("storage", {"binding": 2, "bytes": 112, "init": '"zeros"'}, bytes(sums))
    case.write()


def pointer_layout():
    """Structs of 144 bytes: an `Item` of `main.comp` with the offsets of NV_shader_buffer_load."""
    case = Case("pointer-layout", "offsets and strides of structs behind pointers; atomics through pointers")
    first, at, after, pair, m, inner, last, items, count = 0, 16, 28, 32, 40, 64, 80, 96, 128
    size = 144
    memory = bytearray(struct.pack("<72f", *range(72)))
    struct.pack_into("<I", memory, count, 9)
    struct.pack_into("<I", memory, size + count, 1)
    before = struct.unpack("<72I", memory)
    number = lambda offset: struct.unpack_from("<f", memory, size + offset)[0]
    to = [number(offset) for offset in (
        first, at + 8, after, pair + 4, m + 8, inner + 4, last, items + 16, items + 24, m + 12, items + 20)]
    to += [number(inner) + number(items + 24)] + [0.0] * 4
    struct.pack_into("<f", memory, items + 20, -1.0)
    struct.pack_into("<4f", memory, m, -2.0, -3.0, -4.0, -5.0)
    # The second count: 1, incremented below 3 to 2, then to 0; decremented to 2. The first one is above 7.
    struct.pack_into("<I", memory, size + count, 2)
    struct.pack_into("<I", memory, count, 6)
    case.storage(struct.pack("<16f4I", *to, 1, 2, 0, 9))
    case.add("uniform", {"binding": 1, "bytes": 16, "init": '"addr:0"'})
    init = '"u32:' + ",".join(map(str, before)) + '"'
    case.add("memory", {"bytes": len(memory), "init": init, "compare": '"exact"'}, bytes(memory))
    case.write()


def ray_queries():
    """Instances 0 and 1 are triangles, each with an opaque and a non-opaque geometry, and instance 2 is a box. Rays go along z
    or back. The model intersects all primitives and takes the nearest, so the rays that record candidates hit only one."""
    case = Case("ray-queries", "every function and flag of ray queries")
    opaque, no_opaque, terminate, back, front = 1, 2, 4, 16, 32
    cull_opaque, cull_no_opaque, skip_triangles, skip_boxes = 64, 128, 256, 512
    at_z = lambda z: [[-4.0, -4.0, z], [12.0, -4.0, z], [-4.0, 12.0, z]]
    box = [[-1.0, -1.0, 4.0], [1.0, 1.0, 6.0]]
    identity = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
    scaled = [[2.0, 0.0, 0.0, 1.0], [0.0, 4.0, 0.0, -1.0], [0.0, 0.0, 2.0, 6.0]]
    scene = [
        dict(transform=identity, custom=5, mask=1, record=7, force=None, shapes=[(at_z(1.0), True), (at_z(2.0), False)]),
        dict(transform=scaled, custom=0xABCDEF, mask=2, record=0x123456, force=None, flip=True,
             shapes=[([[-2.0, -2.0, 1.0], [6.0, -2.0, 1.0], [-2.0, 6.0, 1.0]], True), (at_z(3.0), False)]),
        dict(transform=identity, custom=9, mask=4, record=3, force=None, box=True, shapes=[(box, False)]),
        dict(transform=identity, custom=11, mask=8, record=0, force=False, unculled=True, shapes=[(at_z(3.0), True)]),
        dict(transform=identity, custom=12, mask=16, record=0, force=True, box=True, shapes=[(box, False)]),
    ]
    up, down = ((0.5, 0.25, 0.0), (0.0, 0.0, 1.0)), ((0.5, 0.25, 16.0), (0.0, 0.0, -2.0))
    rays = [(up, flags, mask, 0) for flags, mask in (
        (0, 255), (0, 2), (0, 4), (0, 8), (0, 32), (opaque, 1), (no_opaque, 1), (cull_opaque, 1), (cull_no_opaque, 1),
        (back, 3), (front, 3), (front, 8), (skip_triangles, 15), (skip_boxes, 4), (terminate, 8), (terminate, 4))]
    rays += [(down, flags, mask, 0) for flags, mask in ((0, 2), (back, 1), (0, 8), (0, 16))]
    rays += [(up, 0, 8, 1), (up, 0, 4, 1), (up, no_opaque, 8, 1), (up, 0, 16, 1), (down, 0, 8, 1)]
    rays += [(up, no_opaque, 255, 2), (up, no_opaque | back, 255, 2), (up, no_opaque | skip_triangles, 255, 2),
             (up, no_opaque | skip_boxes, 255, 2), (up, no_opaque, 11, 3), (up, no_opaque, 32, 3), (up, cull_opaque, 1, 2)]
    words, out = b"", []
    for (origin, direction), flags, mask, mode in rays:
        words += struct.pack("<3fI3fIIf8x", *origin, flags, *direction, mask, mode, 64.0)
        hits, seen = [], 0
        for number, instance in enumerate(scene):
            rows, is_box = instance["transform"], instance.get("box", False)
            if not mask & instance["mask"] or flags & (skip_boxes if is_box else skip_triangles):
                continue
            scale, move = [rows[k][k] for k in range(3)], [row[3] for row in rows]
            from_ = [(origin[k] - move[k]) / scale[k] for k in range(3)]
            to = [direction[k] / scale[k] for k in range(3)]
            for index, (shape, is_opaque) in enumerate(instance["shapes"]):
                is_opaque = is_opaque if instance["force"] is None else instance["force"]
                is_opaque = flags & opaque != 0 or is_opaque and not flags & no_opaque
                # Front faces are clockwise in a left-handed system, as these triangles are for a ray along -z.
                facing = to[2] < 0
                facing = facing != instance.get("flip", False)
                if not is_box and not instance.get("unculled") and flags & (front if facing else back):
                    continue
                if flags & (cull_opaque if is_opaque else cull_no_opaque):
                    continue
                if is_box:
                    t, bary = 4.5, [0.0, 0.0, 0.0]
                else:
                    t, side = (shape[0][2] - from_[2]) / to[2], shape[1][0] - shape[0][0]
                    bary = [(from_[k] - shape[0][k]) / side for k in (0, 1)] + [float(facing)]
                if is_box or not is_opaque:
                    seen |= 1 << number * 2 + index
                    seen |= (1 << 16) * (is_box and is_opaque)
                columns = [rows[r][c] for c in range(4) for r in range(3)]
                inverse = [0.0] * 12
                for k in range(3):
                    inverse[4 * k], inverse[9 + k] = 1 / scale[k], -move[k] / scale[k]
                kind = 2.0 if is_box else 1.0
                row = [t, instance["custom"], number, instance["record"], index, number % 2, *bary, *from_, *to, *columns, *inverse]
                hits.append((t, kind, row, is_box or not is_opaque))
        result, committed = [0.0] * 40, 0.0
        if mode == 0 and hits:
            _, committed, row, _ = min(hits, key=lambda hit: hit[0])
            result = [committed + 1, *row]
        elif mode == 1:
            (_, kind, row, _), = [hit for hit in hits if hit[3]]
            # A candidate is a triangle (0) or a box (1). The candidate of a box has no distance.
            result = [kind, 0.0 if kind == 2 else row[0], *row[1:]]
        result += [committed, flags, 0.25, *origin, *direction]
        # A query that is terminated at its first candidate sees just one.
        result.append([0, seen, seen, min(bin(seen).count("1"), 1)][mode])
        out += result + [0.0] * (52 - len(result))
    assert len(rays) == 32
    numbers = struct.unpack(f"<{len(words) // 4}I", words)
    case.add("storage", {"binding": 0, "bytes": len(words), "init": '"u32:' + ",".join(map(str, numbers)) + '"'}, words)
    out = struct.pack(f"<{len(out)}f", *out)
    # Zeros may have either sign.
    case.add("storage", {"binding": 1, "bytes": len(out), "init": '"zeros"', "compare": '"f32:1e-6:1e-6"',
                         "why": '"intersections and inverse transforms: some roundings"'}, out)
    case.toml += ["", "[[acceleration_structure]]", "binding = 0"]
    for instance in scene:
        case.toml += ["", "[[acceleration_structure.instance]]", f"transform = {instance['transform']}",
                      f"custom_index = {instance['custom']}", f"mask = {instance['mask']}",
                      f"record_offset = {instance['record']}"]
        case.toml += ["flip_facing = true"] * instance.get("flip", False)
        case.toml += ["disable_culling = true"] * instance.get("unculled", False)
        if instance["force"] is not None:
            case.toml.append(f"force_opaque = {str(instance['force']).lower()}")
        for shape, is_opaque in instance["shapes"]:
            kind = "boxes" if instance.get("box") else "triangles"
            # In instances 1 and 3 the primitive has the number 1: no ray hits the one before it.
            missed = [[[99.0 + x, 99.0 + y, z] for x, y, z in shape]] if instance in scene[1::2] else []
            case.toml += ["[[acceleration_structure.instance.geometry]]", f"{kind} = {missed + [shape]}",
                          f"opaque = {str(is_opaque).lower()}"]
    case.write()


def ray_query_positions():
    case = Case("ray-query-positions", "the vertices of triangles in object space")
    triangle = [[-4.0, -4.0, 1.0], [12.0, -4.0, 1.0], [-4.0, 12.0, 1.0]]
    out = [number for kind in (1.0, 2.0) for vertex in triangle for number in (*vertex, kind)]
    case.storage(struct.pack("<24f", *out))
    case.toml += ["", "[[acceleration_structure]]", "binding = 0", "", "[[acceleration_structure.instance]]",
                  "transform = [[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 3.0]]",
                  "[[acceleration_structure.instance.geometry]]", f"triangles = [{triangle}]"]
    case.write()


pointer_layout()
image_halves()
encoded_decode()
encoded_encode()
opaque_members("opaque-members", "textures and images as members of structs", opaque_members_constant)
opaque_members("opaque-members-dynamic", "the same with indices that are not constant", opaque_members_dynamic)
bindless_arguments()
images_64()
integer_dot()
texture_offsets()
derivatives("derivative-quads", "derivatives among two by two invocations", lambda x, y: 8 * y + x, True)
derivatives("derivative-linear", "derivatives among four invocations in a row",
            lambda x, y: 16 * (y // 2) + 4 * (x // 2) + 2 * (y % 2) + x % 2, True)
derivatives("derivative-none", "derivatives without a layout", lambda x, y: 8 * y + x, False)
coop_vectors()
ray_queries()
ray_query_positions()
