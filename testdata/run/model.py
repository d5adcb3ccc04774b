#!/usr/bin/env python3
"""Writes the cases of this folder: each program with its inputs, and the expected memory after the run.

The results are computed here in Python integers and doubles, as the specifications and docs/hardware.md say,
never by running nvc. `python3 testdata/run/model.py` rewrites all of them.
"""

import math
import struct
from pathlib import Path

HERE = Path(__file__).parent
MASK = 0xFFFFFFFF


def f32(x):
    """Rounds to the nearest 32-bit float."""
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def bits(x):
    """The bits of a 32-bit float."""
    return struct.unpack("<I", struct.pack("<f", f32(x)))[0]


def words(values):
    """Integers of either sign, or floats, as 32-bit words."""
    return b"".join(struct.pack("<I", bits(v) if isinstance(v, float) else v & MASK) for v in values)


class Case:
    """A case: storage buffers, images, textures, and a program."""

    def __init__(self, name, about, options=(), group=32):
        self.name, self.about, self.group, self.options = name, about, group, options
        self.head, self.toml, self.truth, self.body = [], [], [], []
        self.points = 0

    def storage(self, variable, init, after, compare="exact", why=""):
        """Adds a storage buffer with its bytes before and after the run. `why` gives the reason for a tolerance."""
        point = self.points
        self.points += 1
        self.head.append(f"STORAGE {variable}[] = {{ program.storage[{point}] }};")
        values = ",".join(str(w) for w in struct.unpack(f"<{len(init) // 4}I", init))
        init = "zeros" if not any(init) else f"u32:{values}"
        self.toml.append(
            f'[[storage]]\nbinding = {point}\nbytes = {len(after)}\ninit = "{init}"\ncompare = "{compare}"\n'
            + (f'why = "{why}"\n' if why else "")
        )
        self.truth.append(after)

    def other(self, kind, fields):
        """Adds a texture, an image or a uniform buffer."""
        lines = [f"{key} = {value}" for key, value in fields.items()]
        self.toml.append(f"[[{kind}]]\n" + "\n".join(lines) + "\n")

    def write(self, program, dispatch=1, images=(), uniform=()):
        folder = HERE / self.name
        folder.mkdir(exist_ok=True)
        options = ["NV_shader_storage_buffer", *self.options]
        text = ["!!NVcp5.0", f"# {self.about}"] + [f"OPTION {option};" for option in options]
        text += [f"GROUP_SIZE {self.group};"] + self.head + [program.strip(), "END", ""]
        (folder / "driver.nvcp").write_text("\n".join(text))
        head = f'about = "{self.about}"\nfeatures = ["model"]\ndispatch = [{dispatch}, 1, 1]\n\n'
        (folder / "case.toml").write_text(head + "\n".join(self.toml))
        (folder / "map.toml").write_text(f"uniform = {list(uniform)}\n" if uniform else "")
        blocks = self.truth + list(images)
        (folder / "truth.bin").write_bytes(b"".join(struct.pack("<Q", len(b)) + b for b in blocks))


class Columns:
    """Statements that store their results in one buffer, with a column per statement and a row per thread."""

    def __init__(self, buffer):
        self.buffer, self.width, self.text, self.rows = buffer, 0, [], None

    def add(self, statement, values, count):
        """Adds a statement with a result of `count` components in r. `values` has the expected result of each thread."""
        self.rows = self.rows or [[] for _ in values]
        for row, value in zip(self.rows, values):
            row.extend(value if isinstance(value, (list, tuple)) else [value])
        self.text.append(statement)
        for k in range(count):
            self.text.append(f"STB.U32 r.{'xyzw'[k]}, {self.buffer}[at.x + {self.width * 4}];")
            self.width += 1

    def program(self):
        index = f"MUL.U at.x, invocation.localindex.x, {self.width * 4};"
        return "\n".join([index, *self.text])

    def bytes(self):
        return b"".join(words(row) for row in self.rows)


def quarters(count, seed):
    """Multiples of 1/4 in [-2, 2], whose products and sums are exact in 32 bits."""
    state, values = seed, []
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        values.append(((state >> 16) % 17 - 8) / 4)
    return values


def dot(a, b, count):
    return sum(a[k] * b[k] for k in range(count))


def vectors():
    case = Case("vector-functions", "vector functions: exact ones, and those with quotients and roots with a tolerance")
    values = quarters(32 * 12, 7)
    for thread in range(32):  # no axis and no length may be zero
        values[thread * 12] = values[thread * 12] or 1.0
    abc = [[values[t * 12 + 4 * i:t * 12 + 4 * i + 4] for i in range(3)] for t in range(32)]
    exact, angles = Columns("exact"), Columns("angles")
    normal, reflection, light = Columns("normal"), Columns("reflection"), Columns("light")
    exact.add("SWZ r, a, -y, 1, -0, w;", [(-a[1], 1.0, -0.0, a[3]) for a, b, c in abc], 4)
    exact.add("SWZ r, b, x, x, -1, -z;", [(b[0], b[0], -1.0, -b[2]) for a, b, c in abc], 4)
    exact.add("DP2 r.x, a, b;", [dot(a, b, 2) for a, b, c in abc], 1)
    exact.add("DP2A r.x, a, b, c;", [dot(a, b, 2) + c[0] for a, b, c in abc], 1)
    exact.add("DP3 r.x, a, -b;", [-dot(a, b, 3) + 0.0 for a, b, c in abc], 1)
    exact.add("DP4 r.x, a, b;", [dot(a, b, 4) for a, b, c in abc], 1)
    exact.add("DPH r.x, a, b;", [dot(a, b, 3) + b[3] for a, b, c in abc], 1)
    exact.add("DST r, a, b;", [(1.0, a[1] * b[1], a[2], b[3]) for a, b, c in abc], 4)
    exact.add("LRP r, a, b, c;", [[a[k] * b[k] + (1 - a[k]) * c[k] for k in range(4)] for a, b, c in abc], 4)
    exact.add(
        "X2D r, a, b, c;",
        [[a[k & 1] + b[0] * c[2 * (k & 1)] + b[1] * c[2 * (k & 1) + 1] for k in range(4)] for a, b, c in abc],
        4,
    )
    cross = lambda a, b: [a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3] for k in range(3)]
    exact.add("XPD r.xyz, a, b;", [cross(a, b) for a, b, c in abc], 3)
    exact.add("MAD r, a, b, -c;", [[a[k] * b[k] - c[k] for k in range(4)] for a, b, c in abc], 4)
    exact.add("SSG r, a;", [[float((x > 0) - (x < 0)) for x in a] for a, b, c in abc], 4)
    exact.add("FRC r, b;", [[x - math.floor(x) for x in b] for a, b, c in abc], 4)

    normal.add("NRM r.xyz, a;", [[x / math.sqrt(dot(a, a, 3)) for x in a[:3]] for a, b, c in abc], 3)
    reflected = lambda a, b: [2 * dot(a, b, 3) / dot(a, a, 3) * a[k] - b[k] for k in range(3)]
    reflection.add("RFL r.xyz, a, b;", [reflected(a, b) for a, b, c in abc], 3)
    lit = lambda a: (1.0, max(a[0], 0.0), float(max(a[1], 0.0) ** max(a[3], 0.25)) if a[0] > 0 else 0.0, 1.0)
    light.add("MOV t, a; MAX t.w, a.w, 0.25; LIT r, t;", [lit(a) for a, b, c in abc], 4)
    angles.add("SCS r.xy, c.x;", [(math.cos(c[0]), math.sin(c[0])) for a, b, c in abc], 2)

    case.storage("input", words(values), words(values))
    case.storage("exact", bytes(len(exact.bytes())), exact.bytes(), "f32:1e-45:0", "SPIR-V leaves the sign of a zero sum to the device")
    buffers = [
        (normal, "f32:0:3.6e-7", "2 ULP of RSQ, and two roundings"),
        (reflection, "f32:1.8e-6:1.2e-7", "2.5 ULP of the quotient, times up to 5, and two roundings"),
        (light, "f32:0:1.7e-6", "POW: EX2 of a product with LG2"),
        (angles, "f32:4.89e-4:0", "SIN and COS: 2^-11"),
    ]
    for columns, tolerance, why in buffers:
        case.storage(columns.buffer, bytes(len(columns.bytes())), columns.bytes(), tolerance, why)
    load = [f"LDB.F32X4 {v}, input[at.x + {16 * i}];" for i, v in enumerate("abc")]
    head = ["TEMP a, b, c, r, t, at;", "MUL.U at.x, invocation.localindex.x, 48;", *load]
    case.write("\n".join([*head, exact.program(), *(columns.program() for columns, _, _ in buffers)]))


def functions():
    case = Case("functions-of-floats", "transcendental functions and quotients within Vulkan's precision bounds", group=64)
    xs = [f32((k - 32) / 10.186) for k in range(64)]
    # Each function with its error bound from docs/nvcp5.md for these inputs.
    table = [
        ("sine", "SIN r.x, x.x;", xs, math.sin, "f32:4.89e-4:0", "2^-11"),
        ("cosine", "COS r.x, x.x;", xs, math.cos, "f32:4.89e-4:0", "2^-11"),
        ("power", "MUL.F t.x, x.x, 5.0; EX2 r.x, t.x;", xs, lambda x: 2.0 ** f32(x * 5.0), "f32:0:3.5e-6", "3 + 2 |x| ULP, and the rounding of the model's result"),
        ("logarithm", "ABS.F t.x, x.x; ADD.F t.x, t.x, 0.125; LG2 r.x, t.x;", xs, lambda x: math.log2(f32(abs(x) + 0.125)), "f32:4.8e-7:4.2e-7", "2^-21 from 0.5 to 2, else 3 ULP, and a rounding"),
        ("pow", "ABS.F t.x, x.x; ADD.F t.x, t.x, 0.125; POW r.x, t.x, x.x;", xs, lambda x: f32(abs(x) + 0.125) ** x, "f32:0:2.5e-6", "EX2 of a product with LG2"),
        ("root", "ABS.F t.x, x.x; ADD.F t.x, t.x, 0.125; RSQ r.x, t.x;", xs, lambda x: 1 / math.sqrt(f32(abs(x) + 0.125)), "f32:0:3e-7", "2 ULP and a rounding"),
        ("reciprocal", "ADD.F t.x, x.x, 8.0; RCP r.x, t.x;", xs, lambda x: 1 / f32(x + 8.0), "f32:0:3.6e-7", "2.5 ULP and a rounding"),
        ("clamped", "ADD.F t.x, x.x, -8.0; RCC r.x, t.x;", xs, lambda x: 1 / f32(x - 8.0), "f32:0:3.6e-7", "2.5 ULP and a rounding"),
        ("quotient", "ADD.F t.x, x.x, 8.0; DIV.F r.x, x.x, t.x;", xs, lambda x: x / f32(x + 8.0), "f32:0:3.6e-7", "2.5 ULP and a rounding"),
    ]
    case.storage("input", words(xs), words(xs))
    text = ["TEMP x, r, t, at;", "MUL.U at.x, invocation.localindex.x, 4;", "LDB.F32 x.x, input[at.x];"]
    for name, statements, inputs, function, tolerance, why in table:
        case.storage(name, bytes(4 * len(inputs)), words([float(function(x)) for x in inputs]), tolerance, why)
        text += [statements, f"STB.F32 r.x, {name}[at.x];"]
    case.write("\n".join(text))


def flow():
    case = Case("flow-cont-ret", "conditional CONT and BRK in nested loops, conditional RET")
    rows = []
    for n in range(32):
        odd = nested = 0
        for i in range(20):
            if i & 1 == 0:
                continue
            odd += i
            if odd > n * 4:
                break
        for i in range(n):
            for j in range(4):
                if (i + j) % 3 == 0:
                    continue
                nested += i * j + 1
                if nested % 7 == 6:
                    break
        rows.append([odd, nested, 0 if n % 5 == 0 else 1, n if n % 5 else 0])
    case.storage("results", bytes(512), b"".join(words(row) for row in rows))
    case.write("""
TEMP n, i, j, odd, nested, t, at;
MOV.U n.x, invocation.localindex.x;
MUL.U at.x, n.x, 16;
MOV.U odd.x, 0;
MOV.U i.x, -1;
MUL.U t.y, n.x, 4;
REP.S {20, 0, 0, 0};
ADD.U i.x, i.x, 1;
AND.U.CC t.x, i.x, 1;
CONT (EQ.x);
ADD.U odd.x, odd.x, i.x;
SUB.U.CC t.x, odd.x, t.y;
BRK (AB.x);
ENDREP;
STB.U32 odd.x, results[at.x];
MOV.U nested.x, 0;
MOV.U i.x, -1;
REP.S n;
ADD.U i.x, i.x, 1;
MOV.S j.x, -1;
REP;
ADD.S j.x, j.x, 1;
SUB.S.CC t.x, j.x, 4;
BRK (GE.x);
ADD.U t.x, i.x, j.x;
MOD.U.CC t.x, t.x, 3;
CONT (EQ.x);
MAD.U nested.x, i.x, j.x, nested.x;
ADD.U nested.x, nested.x, 1;
MOD.U t.x, nested.x, 7;
SUB.U.CC t.x, t.x, 6;
BRK (EQ.x);
ENDREP;
ENDREP;
STB.U32 nested.x, results[at.x + 4];
MOD.U.CC t.x, n.x, 5;
RET (EQ.x);
MOV.U t.x, 1;
STB.U32 t.x, results[at.x + 8];
STB.U32 n.x, results[at.x + 12];
""")


def half(x):
    return struct.unpack("<e", struct.pack("<e", x))[0]


# The storage modifiers below 64 bits, with the format letters of Python's struct.
FORMATS = {"S8": "b", "U8": "B", "S16": "h", "U16": "H", "F16": "e", "S32": "i", "U32": "I", "F32": "f"}
# The offset of pairs of 64-bit values.
DOUBLES = {"F64": 48, "S64": 64, "U64": 64}


def modifier_data():
    """Bytes that contain numbers of all widths at the offsets from which the loads below read."""
    data = bytes((37 * k + 201) & 255 for k in range(24)) + struct.pack("<4e", 1.5, -2.25, 65504.0, -0.125)
    data += struct.pack("<2f", -3.5, 1e20) + struct.pack("<2d", -2.5, 1e10) + struct.pack("<2q", -3, 1 << 40)
    return data + bytes((91 * k + 17) & 255 for k in range(128 - len(data)))


MODIFIER_DATA = modifier_data()


def place(name, count):
    """The offset at which a load of `count` components reads distinctive values."""
    if name == "F32" and count == 4:
        return 0
    return {"F16": 24, "F32": 32}.get(name, 0 if count == 4 else 4 * count)


def memory():
    """Every storage modifier: the value that a load returns, and the bytes that a store writes."""
    case = Case(
        "memory-modifiers",
        "loads and stores with every storage modifier, in storage, shared and uniform memory",
        options=("NV_gpu_program5_mem_extended", "NV_gpu_program_fp64"),
        group=1,
    )
    data, formats = MODIFIER_DATA, FORMATS
    loads, stores, text = b"", bytearray(512), []
    for where, load, store in (("data", "LDB", "STB"), ("shared", "LDS", "STS"), ("uniform", "LDC", None)):
        # Shared memory is accessed by word only: lavapipe does not support the aliased views that smaller accesses need.
        for name, code in formats.items():
            for count in (1, 2, 4) if load != "LDS" or name.endswith("32") else ():
                modifier = name + ("" if count == 1 else f"X{count}")
                at = place(name, count)
                size = struct.calcsize(code)
                values = struct.unpack_from(f"<{count}{code}", data, at)
                text.append(f"{load}.{modifier} r, {where}[{at}];")
                text.append(f"STB.U32X4 r, results[{len(loads)}];")
                loads += words([*(float(v) if name[0] == "F" else v for v in values)]).ljust(16, b"\0")
                if store != "STB":
                    continue
                slot = 16 * (list(formats).index(name) * 3 + (1, 2, 4).index(count))
                text.append(f"{store}.{modifier} r, stored[{slot}];")
                stores[slot:slot + size * count] = data[at:at + size * count]
        for name, code, at in (("F64", "d", 40), ("S64", "q", 56), ("U64", "Q", 56)):
            for count in (1, 2):
                modifier = name + ("" if count == 1 else "X2")
                at16 = DOUBLES[name] if count == 2 else at
                text.append(f"{load}.{modifier} d, {where}[{at16}];")
                text.append(f"STB.U64X2 d, results[{len(loads)}];" if count == 2 else f"STB.U64 d.x, results[{len(loads)}];")
                loads += data[at16:at16 + 8 * count].ljust(16, b"\0")
    case.storage("data", data, data)
    case.storage("results", bytes(len(loads)), loads)
    case.storage("stored", bytes(len(stores)), bytes(stores))
    values = ",".join(str(w) for w in struct.unpack("<32I", data))
    case.other("uniform", {"binding": 0, "bytes": 128, "init": f'"u32:{values}"'})
    head = ["TEMP r;", "LONG TEMP d;", "SHARED shared[] = { program.sharedmem };"]
    head.append("CBUFFER uniform[] = { program.buffer[0] };")
    fill = [line for k in range(8) for line in (f"LDB.U32X4 r, data[{16 * k}];", f"STS.U32X4 r, shared[{16 * k}];")]
    case.head.insert(0, "SHARED_MEMORY 128;")
    case.write("\n".join([*head, *fill, *text]), uniform=[0])


def integers():
    case = Case("integer-values", "bit fields, shifts, 64-bit packing and conversions at boundary values", options=("NV_gpu_program_fp64",))
    samples = [0, 1, 2, 7, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF]
    pairs = [(samples[k % 16], samples[(k * 5 + 3 + k // 16) % 16]) for k in range(32)]
    s = lambda x, n=32: (x & ((1 << n) - 1)) - (((x >> (n - 1)) & 1) << n)
    c = Columns("results")
    field = lambda x, n, p: (x >> p) & ((1 << n) - 1)
    c.add("BFE.U r.x, {7, 3, 0, 0}, a.x;", [field(a, 7, 3) for a, b in pairs], 1)
    c.add("BFE.S r.x, {8, 8, 0, 0}, a.x;", [s(field(a, 8, 8), 8) for a, b in pairs], 1)
    c.add("BFE.S r.x, {0, 5, 0, 0}, a.x;", [0 for a, b in pairs], 1)
    c.add("BFE.U r.x, {32, 0, 0, 0}, a.x;", [a for a, b in pairs], 1)
    insert = lambda x, y, n, p: (y & ~(((1 << n) - 1) << p)) | ((x & ((1 << n) - 1)) << p)
    c.add("BFI.U r.x, {9, 4, 0, 0}, a.x, b.x;", [insert(a, b, 9, 4) for a, b in pairs], 1)
    c.add("BFI.U r.x, {0, 4, 0, 0}, a.x, b.x;", [b for a, b in pairs], 1)
    c.add("BFR.U r.x, a.x;", [int(f"{a:032b}"[::-1], 2) for a, b in pairs], 1)
    c.add("BTC.U r.x, a.x;", [bin(a).count("1") for a, b in pairs], 1)
    c.add("BTFL.U r.x, a.x;", [(a & -a).bit_length() - 1 for a, b in pairs], 1)
    c.add("BTFM.U r.x, a.x;", [a.bit_length() - 1 for a, b in pairs], 1)
    c.add("BTFM.S r.x, a.x;", [(a ^ (MASK if a >> 31 else 0)).bit_length() - 1 for a, b in pairs], 1)
    c.add("NOT.U r.x, a.x;", [~a for a, b in pairs], 1)
    c.add("XOR.U r.x, a.x, b.x;", [a ^ b for a, b in pairs], 1)
    c.add("MAD.S r.x, a.x, b.x, a.x;", [a * b + a for a, b in pairs], 1)
    c.add("MUL.HI.S r.x, a.x, b.x;", [(s(a) * s(b)) >> 32 for a, b in pairs], 1)
    c.add("MUL.HI.U r.x, a.x, b.x;", [(a * b) >> 32 for a, b in pairs], 1)
    c.add("ABS.S r.x, a.x;", [abs(s(a)) for a, b in pairs], 1)
    c.add("MAX.S r.x, a.x, b.x;", [max(s(a), s(b)) for a, b in pairs], 1)
    c.add("MIN.U r.x, a.x, b.x;", [min(a, b) for a, b in pairs], 1)
    c.add("CMP.S r.x, a.x, b.x, 5;", [b if s(a) < 0 else 5 for a, b in pairs], 1)
    for test, holds in (("SEQ", lambda x, y: x == y), ("SNE", lambda x, y: x != y), ("SLT", lambda x, y: x < y),
                        ("SLE", lambda x, y: x <= y), ("SGT", lambda x, y: x > y), ("SGE", lambda x, y: x >= y)):
        c.add(f"{test}.S r.x, a.x, b.x;", [-holds(s(a), s(b)) for a, b in pairs], 1)
        c.add(f"{test}.U r.x, a.x, b.x;", [-holds(a, b) for a, b in pairs], 1)
    c.add("STR.U r.x, a.x, b.x;", [MASK for a, b in pairs], 1)
    c.add("SFL.U r.x, a.x, b.x;", [0 for a, b in pairs], 1)
    c.add("STR.F r.x, a.x, b.x;", [1.0 for a, b in pairs], 1)
    c.add("CVT.S32.S8 r.x, a.x;", [s(a, 8) for a, b in pairs], 1)
    c.add("CVT.U32.U16 r.x, a.x;", [a & 0xFFFF for a, b in pairs], 1)
    c.add("CVT.F32.S16 r.x, a.x;", [float(s(a, 16)) for a, b in pairs], 1)
    c.add("CVT.F32.U8 r.x, a.x;", [float(a & 255) for a, b in pairs], 1)
    c.add("I2F.S r.x, a.x;", [float(s(a)) for a, b in pairs], 1)
    c.add("I2F.U r.x, a.x;", [float(a) for a, b in pairs], 1)
    c.add("PK64.U d.x, a; ADD.S64 d.x, d.x, 1; UP64.U r.xy, d.x;",
          [(((b << 32 | a) + 1) & MASK, ((b << 32 | a) + 1) >> 32) for a, b in pairs], 2)
    c.add("PK64.U d.x, a; SHR.S64 d.x, d.x, 5; UP64.U r.xy, d.x;",
          [(s(b << 32 | a, 64) >> 5 & MASK, s(b << 32 | a, 64) >> 37) for a, b in pairs], 2)
    data = b"".join(words(pair) for pair in pairs)
    case.storage("pairs", data, data)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    head = ["TEMP a, b, r, at;", "LONG TEMP d;", "MUL.U at.x, invocation.localindex.x, 8;",
            "LDB.U32X2 a.xy, pairs[at.x];", "MOV.U b.x, a.y;"]
    case.write("\n".join([*head, c.program()]))


def constants():
    """Instructions with an operand that is a literal, or that becomes a constant by folding."""
    case = Case("driver-constants", "patterns that drivers miscompile: comparisons of extended words with constants, constant halves")
    numbers = [0, 1, -1, 4, 5, 6, -4, -5, -6, 2**31 - 1, -2**31, 2**31 - 2, 1 - 2**31, 65536, -65536, 123456789] * 2
    c = Columns("results")
    tests = (("SLT", lambda x, y: x < y), ("SLE", lambda x, y: x <= y), ("SGT", lambda x, y: x > y),
             ("SGE", lambda x, y: x >= y), ("SEQ", lambda x, y: x == y))
    known = [(str(n), "", n) for n in (0, 5, -5, 2**31 - 1)]
    found = [("e.x", "MOV.S64 e.x, 1; SHL.S64 e.x, e.x, 31;", 2**31), ("e.x", "MOV.S64 e.x, 3; MAD.S64 e.x, e.x, -2, 1;", -5),
             ("e.x", "MOV.S64 e.x, -1; SHL.S64 e.x, e.x, 31; SUB.S64 e.x, e.x, 1;", -2**31 - 1)]
    for operand, makes, number in known + found:
        for test, holds in tests:
            for left in (True, False):
                pair = f"d.x, {operand}" if left else f"{operand}, d.x"
                c.add(f"{makes} {test}.S64 f.x, {pair}; UP64.U r.xy, f.x;".strip(),
                      [-holds(*((x, number) if left else (number, x))) for x in numbers], 1)
    c.add("MIN.U64 e.x, d.x, d.x; MAX.S64 e.x, e.x, e.x; SLT.S64 f.x, e.x, 0; UP64.U r.xy, f.x;", [-(x < 0) for x in numbers], 1)
    # Where one half is a denormal, which may be flushed, or a NaN, whose bits depend on the device, only the other half
    # is compared.
    c.add("MOV.U a.x, 0xbe004000; UP2H.F r, a.x;", [(2.0, -1.5) for _ in numbers], 2)
    c.add("MOV.U a.x, 0x3e00; SHL.U a.x, a.x, 16; OR.U a.x, a.x, 0x4000; UP2H.F r, a.x;", [(2.0, 1.5) for _ in numbers], 2)
    c.add("MOV.U a.x, 0x3c000001; UP2H.F r.y, a.x; MOV.F r.x, r.y;", [1.0 for _ in numbers], 1)
    c.add("MOV.U a.x, 0x3c007e00; UP2H.F r.y, a.x; MOV.F r.x, r.y;", [1.0 for _ in numbers], 1)
    data = words(numbers)
    case.storage("numbers", data, data)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    head = ["TEMP a, r, at;", "LONG TEMP d, e, f;", "MUL.U at.x, invocation.localindex.x, 4;",
            "LDB.S32 a.x, numbers[at.x];", "CVT.S64.S32 d.x, a.x;"]
    case.write("\n".join([*head, c.program()]))


def quotients():
    """Signed bytes read as unsigned, sums of 64-bit quotients, minima of negated numbers."""
    case = Case("driver-quotients", "patterns that drivers miscompile: signed bytes as unsigned, 64-bit sums of quotients, negated operands of MIN")
    edge = [0, 1, 0x7F, 0x80, 0xDE, 0xFFFF, 0x8000, 0x7FFF8001, 0x80000000, 0xFFFFFFFF, 0x12345678, 0xFEDCBA98]
    pairs = [(a, edge[(5 * i + 3) % 12] ^ i) for i, a in enumerate(edge + [a * 0x9E3779B1 & MASK for a in range(3, 23)])]
    s = lambda x, n=32: (x & ((1 << n) - 1)) - (((x >> (n - 1)) & 1) << n)
    field = lambda a, count, offset: s((a >> offset) & ((1 << count) - 1), count) & MASK
    divisor = lambda b: b & 1023 | 1
    c = Columns("results")
    for count, offset in ((8, 0), (8, 8), (8, 24), (16, 0), (16, 16)):
        byte = f"BFE.S r.x, {{{count}, {offset}, 0, 0}}, a.x;"
        c.add(f"{byte} I2F.U r.x, r.x;", [float(field(a, count, offset)) for a, b in pairs], 1)
        c.add(f"{byte} DIV.U r.x, r.x, m.x;", [field(a, count, offset) // divisor(b) for a, b in pairs], 1)
        c.add(f"{byte} MOD.U r.x, r.x, m.x;", [field(a, count, offset) % divisor(b) for a, b in pairs], 1)
    wide = [((b << 32 | a), (a << 32 | b), b & 0xFFFF | 1, a & 0xFFFF | 1) for a, b in pairs]
    split = lambda x: (x & MASK, x >> 32 & MASK)
    both = lambda op: f"{op}.U64 f.x, d.x, e.x; {op}.U64 f.y, d.y, e.y;"
    c.add(f"{both('DIV')} ADD.U64 f.x, f.x, 5; UP64.U r, f;", [(*split(v // m + 5), *split(w // n)) for v, w, m, n in wide], 4)
    c.add(f"{both('DIV')} SUB.U64 f, 7, f; UP64.U r, f;", [(*split(7 - v // m), *split(7 - w // n)) for v, w, m, n in wide], 4)
    c.add(f"{both('MOD')} ADD.U64 f, f, 1; UP64.U r, f;", [(*split(v % m + 1), *split(w % n + 1)) for v, w, m, n in wide], 4)
    for op, least in (("MIN", min), ("MAX", max)):
        for third in ("a", "b", "-b"):
            z = lambda a, b: {"a": s(a), "b": s(b), "-b": s(-b)}[third]
            operand = f"-{third[1]}.x" if third[0] == "-" else f"{third}.x"
            c.add(f"{op}.S r.x, -a.x, -b.x; {op}.S r.x, r.x, {operand};", [least(s(-a), s(-b), z(a, b)) for a, b in pairs], 1)
            c.add(f"{op}.S r.x, a.x, -b.x; {op}.S r.x, r.x, {operand};", [least(s(a), s(-b), z(a, b)) for a, b in pairs], 1)
    data = b"".join(words(pair) for pair in pairs)
    case.storage("pairs", data, data)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    head = ["TEMP a, b, m, r, at;", "LONG TEMP d, e, f;", "MUL.U at.x, invocation.localindex.x, 8;",
            "LDB.U32X2 a.xy, pairs[at.x];", "MOV.U b.xy, a.yxyx;", "AND.U m.x, b.x, 1023;", "OR.U m.x, m.x, 1;",
            "PK64.U d.xy, a.xyyx;", "MOV.U r, 0;", "AND.U r.xz, a.yyxx, 65535;", "OR.U r.xz, r, 1;", "PK64.U e.xy, r;"]
    case.write("\n".join([*head, c.program()]))


def choices():
    """Selected array indices, bit counts of bytes, three-way comparisons, products by a bit, bit fields of a counter,
    in a program with 64-bit quotients and a conversion from double to integer."""
    case = Case("driver-choices", "patterns that drivers miscompile: selected array indices, bit counts of bytes, three-way comparisons, bit fields",
                options=("NV_gpu_program5_mem_extended",))
    edge = [0, 1, 0x7F, 0x80, 0xDE, 0xFFFF, 0x8000, 0x7FFF8001, 0x80000000, 0xFFFFFFFF, 0x12345678, 0xFEDCBA98]
    pairs = [(a, edge[(5 * i + 3) % 12] ^ (0 if i % 9 == 0 else i)) for i, a in enumerate(edge + [a * 0x9E3779B1 & MASK for a in range(3, 23)])]
    pairs[14] = (pairs[14][0], pairs[14][0])
    s = lambda x: (x & MASK) - (((x & MASK) >> 31) << 32)
    split = lambda x: (x & MASK, x >> 32 & MASK)
    c = Columns("results")
    c.add("CVT.F64.U32 f.x, m.x; CVT.S32.F64 r.x, f.x;", [b & 1023 for a, b in pairs], 1)
    for kind, mask in (("U8", 0xFF), ("U16", 0xFFFF)):
        c.add(f"LDB.{kind} r.x, pairs[p.x]; BTC.U r.x, r.x;", [bin(a & mask).count("1") for a, b in pairs], 1)
        c.add(f"LDB.{kind} r.x, pairs[p.x]; NOT.U r.x, r.x; BTC.U r.x, r.x;", [32 - bin(a & mask).count("1") for a, b in pairs], 1)
    wide = [(b << 32 | a, a << 32 | b) for a, b in pairs]
    # The divisor contains a product with a single bit.
    picked = lambda v, b: v * (v >> (b & 63) & 1)
    c.add("CVT.U64.U32 e.x, a.y; SHR.U64 f.x, d.x, e.x; AND.U64 f.x, f.x, 1; MUL.U64 f.x, d.x, f.x; OR.U64 f.x, f.x, 8624422391;"
          " MOD.U64 f.x, d.y, f.x; UP64.U r.xy, f.x;",
          [split(w % (picked(v, b) | 8624422391)) for (a, b), (v, w) in zip(pairs, wide)], 2)
    # Each iteration's quotient is part of the next dividend.
    rounds = []
    for v, w in wide:
        for _ in range(3):
            v = (w + 4767928050228415758 % (v | 1) - 1) % (1 << 64)
        rounds.append(split(v))
    c.add("MOV.U64 f.x, d.x; REP.U {3}; OR.U64 f.x, f.x, 1; MOD.U64 f.x, 4767928050228415758, f.x; SUB.U64 f.x, f.x, 1; ADD.U64 f.x, f.x, d.y;"
          " ENDREP; UP64.U r.xy, f.x;", rounds, 2)
    order = lambda a, b: (a > b) - (a < b)
    c.add("SGT.S r.x, a.x, a.y; SLT.S r.y, a.x, a.y; SUB.S r.x, r.y, r.x;", [order(s(a), s(b)) for a, b in pairs], 1)
    c.add("SGT.S r.x, a.x, 0; SLT.S r.y, a.x, 0; MOV.S r.x, -r.x; OR.S r.x, r.x, r.y;", [order(s(a), 0) for a, b in pairs], 1)
    fields = []
    for a, b in pairs:
        value = 0
        for i in range(4):
            value = value * 5 + (i >> (a & 3) & ((1 << (b & 7)) - 1))
        fields.append(value)
    c.add("AND.U w.x, a.y, 7; AND.U w.y, a.x, 3; MOV.U r, 0; REP.U {4}; BFE.U r.z, w, r.y; MUL.U r.x, r.x, 5; ADD.U r.x, r.x, r.z;"
          " ADD.U r.y, r.y, 1; ENDREP;", fields, 1)
    # The elements of the array in each thread. Each statement changes some of them.
    arrays = [[a ^ k * 77 for k in range(8)] for a, b in pairs]
    fill = " ".join(f"XOR.U t[{k}].x, a.x, {k * 77};" for k in range(8))
    chosen = [3 if s(a) < s(b) else 0 for a, b in pairs]
    take = lambda *places: [[array[k] for k in places] for array in arrays]
    choose = "SLT.S w.x, a.x, a.y; AND.U w.x, w.x, 3;"
    for array, k, (a, b) in zip(arrays, chosen, pairs):
        array[k] = b
    c.add(f"{fill} {choose} MOV.U t[w.x].x, a.y; MOV.U r.x, t[0].x; MOV.U r.y, t[3].x;", take(0, 3), 2)
    for array, k, (a, b) in zip(arrays, chosen, pairs):
        array[k + 2] = 0x1234
        array[k + 1] = array[k + 2] ^ a
    c.add("MOV.U t[w.x + 2].x, 4660; XOR.U t[w.x + 1].x, t[w.x + 2].x, a.x; MOV.U r.x, t[1].x; MOV.U r.y, t[2].x; MOV.U r.z, t[4].x; MOV.U r.w, t[5].x;",
          take(1, 2, 4, 5), 4)
    for array, k, (a, b) in zip(arrays, chosen, pairs):
        for _ in range(3):
            array[k] = 5
            k = array[5] & 3
    c.add("REP.U {3}; MOV.U t[w.x].x, 5; AND.U w.x, t[5].x, 3; ENDREP; MOV.U r.x, t[0].x; MOV.U r.y, t[3].x;", take(0, 3), 2)
    data = b"".join(words(pair) for pair in pairs)
    case.storage("pairs", data, data)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    head = ["TEMP a, m, p, r, w, at;", "TEMP t[8];", "LONG TEMP d, e, f;", "MUL.U p.x, invocation.localindex.x, 8;",
            "LDB.U32X2 a.xy, pairs[p.x];", "AND.U m.x, a.y, 1023;", "PK64.U d.xy, a.xyyx;"]
    case.write("\n".join([*head, c.program()]))


def textures():
    case = Case("texture-units", "lookups, fetches, gathers and sizes of textures bound to units", group=16)
    size = 4
    texel = lambda x, y, k=0: float(100 * min(max(y, 0), 3) + 10 * min(max(x, 0), 3) + k)
    image = [texel(x, y, k) for y in range(size) for x in range(size) for k in range(4)]
    values = ",".join(str(bits(v)) for v in image)
    case.other("texture", {"binding": 0, "dim": '"2d"', "format": '"rgba32f"', "size": [4, 4, 1],
                           "init": f'"u32:{values}"', "filter": '"nearest"', "wrap": '"clamp"'})
    threads = [(t % 4, t // 4) for t in range(16)]
    rgba = lambda x, y: [texel(x, y, k) for k in range(4)]
    c = Columns("results")
    c.add("TEX.F r, c, texture[0], 2D;", [rgba(x, y) for x, y in threads], 4)
    c.add("TXL.F r, c, texture[0], 2D;", [rgba(x, y) for x, y in threads], 4)
    c.add("TXB.F r, c, texture[0], 2D;", [rgba(x, y) for x, y in threads], 4)
    c.add("TXL.F r, c, texture[0], 2D, (1, -1);", [rgba(x + 1, y - 1) for x, y in threads], 4)
    c.add("MUL.F p, c, 2.0; MOV.F p.w, 2.0; TXP.F r, p, texture[0], 2D;", [rgba(x, y) for x, y in threads], 4)
    c.add("TXD.F r, c, {0.25, 0, 0, 0}, {0, 0.25, 0, 0}, texture[0], 2D;", [rgba(x, y) for x, y in threads], 4)
    c.add("TXF.F r, i, texture[0], 2D;", [rgba(x, y) for x, y in threads], 4)
    # The corner with the greater x and y of a texel (x, y): the gather reads texels (x, y) to (x + 1, y + 1).
    corner = "ADD.F p, c, {0.125, 0.125, 0, 0};"
    gather = lambda x, y, k: [texel(x, y + 1, k), texel(x + 1, y + 1, k), texel(x + 1, y, k), texel(x, y, k)]
    c.add(f"{corner} TXG.F r, p, texture[0], 2D;", [gather(x, y, 0) for x, y in threads], 4)
    c.add(f"{corner} TXG.F r, p, texture[0].z, 2D;", [gather(x, y, 2) for x, y in threads], 4)
    offsets = [(0, 0), (1, 0), (0, -1), (-1, 1)]
    c.add(f"{corner} TXGO.F r, p, {{0, 1, 0, -1}}, {{0, 0, -1, 1}}, texture[0], 2D;",
          [[texel(x + dx, y + dy) for dx, dy in offsets] for x, y in threads], 4)
    c.add("TXQ r.xy, {0, 0, 0, 0}, texture[0], 2D;", [(4, 4) for _ in threads], 2)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    head = ["TEMP c, p, i, r, at;", "AND.U i.x, invocation.localindex.x, 3;", "SHR.U i.y, invocation.localindex.x, 2;",
            "MOV.U i.zw, 0;", "I2F.U c, i;", "MAD.F c.xy, c, 0.25, 0.125;", "MOV.F c.zw, 0.0;"]
    case.write("\n".join([*head, c.program()]))


def images():
    case = Case("image-units", "loads, stores, atomics and sizes of images bound to units", options=("ARB_shader_image_size",), group=16)
    before = [(k * 2654435761) & MASK for k in range(16)]
    after = [(~v & MASK) + 3 & MASK for v in before]
    case.other("image", {"binding": 0, "dim": '"2d"', "format": '"r32ui"', "size": [4, 4, 1],
                         "init": '"u32:' + ",".join(map(str, before)) + '"'})
    counts = [0, 0, 0, 0]
    case.other("image", {"binding": 1, "dim": '"2d"', "format": '"r32ui"', "size": [4, 1, 1], "init": '"zeros"'})
    for t in range(16):
        counts[t & 3] += t
    c = Columns("results")
    c.add("LOADIM.U32 r, i, image[0], 2D;", [(v, 0, 0, 1) for v in before], 4)
    c.add("NOT.U p, r; STOREIM.U32 image[0], p, i, 2D; ATOMIM.ADD.U32 r.x, {3, 0, 0, 0}, i, image[0], 2D;",
          [~v for v in before], 1)
    c.add("IMQ r.xy, image[0], 2D;", [(4, 4) for _ in before], 2)
    case.storage("results", bytes(len(c.bytes())), c.bytes())
    head = ["TEMP p, i, r, at;", "AND.U i.x, invocation.localindex.x, 3;", "SHR.U i.y, invocation.localindex.x, 2;",
            "MOV.U i.zw, 0;"]
    tail = ["MOV.U i.y, 0;", "ATOMIM.ADD.U32 r.x, invocation.localindex.x, i, image[1], 2D;"]
    case.write("\n".join([*head, c.program(), *tail]), images=[words(after), words(counts)])


if __name__ == "__main__":
    for make in (vectors, functions, flow, memory, integers, constants, quotients, choices, textures, images):
        make()
