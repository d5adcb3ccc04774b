#!/usr/bin/env python3
"""Writes case.toml, map.toml and truth.bin for the cases of this folder with handwritten programs. The results are
computed here in plain Python, without nvc."""
import random
import struct
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).parent
MASK = 0xFFFFFFFF


def words(*values):
    return struct.pack(f"<{len(values)}I", *(v & MASK for v in values))


def floats(*values):
    return struct.pack(f"<{len(values)}f", *values)


def write(name, about, buffers, dispatch=1, uses="", params=(), spec=()):
    """Writes a case. `buffers` has pairs of the bytes before the run (None: zeros) and after it."""
    case = [f'about = "{about}"', 'features = ["run"]', f"dispatch = [{dispatch}, 1, 1]"]
    case += [f"spec = [{', '.join(f'{{ id = {i}, value = {v} }}' for i, v in spec)}]"] if spec else []
    truth = b""
    for binding, (before, after) in enumerate(buffers):
        init = "zeros"
        if before is not None:
            init = "u32:" + ",".join(str(w) for w in struct.unpack(f"<{len(before) // 4}I", before))
        case += ["", "[[storage]]", f"binding = {binding}", f"bytes = {len(after)}", f'init = "{init}"', 'compare = "exact"']
        truth += struct.pack("<Q", len(after)) + after
    table = ["uniform = []"]
    for row, (kind, values) in enumerate(params):
        case += ["", "[[param]]", f"location = {row}", f'type = "{kind}"', f"values = {list(values)}"]
        table += ["", "[[param]]", f"index = {row}", 'kind = "value"', "unit = -1", f"location = {row}", f'name = "row{row}"']
    (HERE / name / "case.toml").write_text("\n".join(case) + "\n")
    (HERE / name / "map.toml").write_text("\n".join(table) + "\n")
    (HERE / name / "truth.bin").write_bytes(truth)


def signed(x):
    x &= MASK
    return x - (1 << 32) if x >> 31 else x


def calls_conditions():
    out = b""
    for i in range(64):
        state = {"r": 0, "cc": 0}

        def add():
            state["r"] = (state["r"] + i) & MASK
            state["cc"] = signed(state["r"]) - 20

        def twice():
            add()
            if state["cc"] < 0:
                add()

        def triple():
            state["r"] = state["r"] * 3 & MASK
            add()

        twice()
        w = int(state["cc"] >= 0)
        y = state["r"]
        if i & 1:
            triple()
        z = state["r"]
        for _ in range(3):
            add()
            if state["cc"] > 0:
                twice()
                if state["cc"] > 0:
                    break
        out += words(state["r"], y, z, w)
    write("calls-conditions", "conditional and nested calls; flags set by a subroutine and used by its caller", [(None, out)], dispatch=2)


def calls_return():
    def classify(i):
        return 1 if i < 8 else 2 if i == 8 else 3 if i > 20 else 4

    def search(i):
        n = 0
        while True:
            n += 1
            m = 0
            for _ in range(5):
                if n * m > i * 3:
                    return n, m
                if m > n:
                    break
                m += 1
            if n >= 40:
                return n, m

    def outer(i):
        s = 0
        for _ in range(6):
            s += classify(i)
            i += 5
            s += search(i)[0]
            if s >= 60:
                return s
        return s + 1000

    out = b""
    for i in range(64):
        out += words(*search(i), classify(i), outer(i))
    write("calls-return", "RET inside IF and nested loops of subroutines", [(None, out)], dispatch=2)


def calls_recursion():
    rows = []
    for i in range(32):
        factorial = 1
        for n in range(1, (i & 7) + 1):
            factorial *= n
        rows += [factorial, 1 - i % 2, 0]
    write("calls-recursion", "recursion with CAL, direct and indirect", [(None, words(*rows))])


def calls_indirect():
    def halve(x):
        while x and not x & 1:
            x >>= 1
        return x

    by_number = {7: lambda x: signed(x * x), 3: lambda x: signed(-x), 12: halve}
    lowest = 3
    spec = {0: 7, 2: 12, 4: 7, 5: 1000}

    def call(n, x):
        return by_number.get(spec.get(n, lowest), by_number[lowest])(x)

    out = b""
    for i in range(64):
        row = []
        x = call(0, i)
        row.append(x)
        x = call(1, x)
        row.append(x)
        x = i
        if i & 3 != 3:
            x = call(2 + (i & 3), x)
        row.append(x)
        x = call(5, x)
        row.append(x)
        x = signed(-x)
        row.append(x)
        for _ in range(2):
            x = signed(call(4, x) + 1)
        row.append(x)
        out += words(*row, 0, 0)
    constants = [(60000 + n, number) for n, number in spec.items()]
    write("calls-indirect", "CALI by subroutine numbers", [(None, out)], dispatch=2, spec=constants)


def half(x):
    return struct.unpack("<e", struct.pack("<e", x))[0]


def atomics_halves():
    rng = random.Random(1)

    def number():
        return half(rng.choice([rng.uniform(-4, 4), rng.uniform(-900, 900), rng.randrange(-64, 64) / 4]))

    def pack(values):
        return struct.pack(f"<{len(values)}e", *values)

    memory = [[number() for _ in range(16)] for _ in range(32)]
    shared = [[number() for _ in range(4)] for _ in range(32)]
    data = [[number() for _ in range(4)] for _ in range(32)]
    after = b""
    left = b""
    old = b""
    for m, s, v in zip(memory, shared, data):
        new = [half(a + b) for a, b in zip(m[:2], v)]
        new += [max(a, b) for a, b in zip(m[2:4], v[2:])]
        new += [min(a, b) for a, b in zip(m[4:8], v)]
        new += v
        new += v[2:] + m[14:]
        after += pack(new)
        sums = [half(a + b) for a, b in zip(s, v)]
        least = [min(a, b) for a, b in zip(sums[:2], v)]
        left += pack(least + v[:2])
        # The instruction returns only the first word; y keeps its value.
        five = words(5)
        old += pack(m[0:4]) + pack(m[4:6]) + five + pack(m[8:10]) + five + pack(m[12:14]) + five
        old += pack(s[:2]) + five + pack(sums)
    before = b"".join(pack(m) for m in memory)
    tail = b"".join(pack(s) for s in shared)
    total = sum(range(32))
    # The operand 1.0 is a 32-bit float. Its bits are the halves 0 and 1.875.
    sums = pack([total, 32, total, 0, 0, 32 * 1.875, 31, 1, total, 32])
    write(
        "atomics-halves",
        "atomics on two and four halves",
        [(before + tail, after + tail), (pack(sum(data, [])),) * 2, (None, old), (None, sums), (None, left)],
    )


def parameters_state():
    local = [1.5, -2.0, 3.25, 100.0]
    env = [0.5, 0.25, -0.125, 8.0]
    rows = [[float(4 * r + c + 1) for c in range(4)] for r in range(4)]
    light = [10.0, 20.0, -30.0, 1.0]
    fog = [0.75, 0.5, 0.25, 1.0]
    shininess = [64.0, 0.0, 0.0, 1.0]
    mixed = [light, local, fog]

    def dot(a, b):
        return sum(x * y for x, y in zip(a, b))

    out = b""
    for i in range(4):
        out += floats(*(a + b for a, b in zip(rows[i], env)))
        out += floats(*(shininess if i == 3 else mixed[i]))
        out += floats(dot(rows[0], shininess), dot(rows[1], light), *rows[2][2:])
    block = [local, env, *rows, light, fog, [0.0] * 4, shininess]
    params = [("vec4", row) for row in block]
    write("parameters-state", "fixed-function state as rows of the parameter block, after the local and env parameters", [(None, out)], params=params)


def parameters_table():
    local = [[5, -6, 7, -8], [11, 12, 13, 14]]
    table = [local[1], local[0]] + [[i * i, -i, 7 * i + 1, 1] for i in range(98)]
    out = b""
    for i in range(96):
        w, z, y, x = table[i + 2]
        out += words(x + table[i][0], y, z, w)
    write("parameters-table", "a long array of constants", [(None, out)], params=[("ivec4", row) for row in local])


def parameters_lengths():
    # The index is that of the work group, because descriptor indices must be uniform in a group.
    sizes = [96, 48, 80, 16, 112, 144]
    out = b"".join(words(sizes[i % 3], sizes[4 + i % 2], sizes[1], sizes[3]) for i in range(6))
    rest = [(None, bytes(size)) for size in sizes[1:]]
    about = "relative indices into the lengths of storage buffers, of one variable and of several"
    write("parameters-lengths", about, [(None, out), *rest], dispatch=6)


def to_float(n, bits, direction):
    """Rounds an integer to `bits` significant bits; `direction` is 1 for up, -1 for down, 0 for toward zero."""
    if direction == 0:
        direction = -1 if n > 0 else 1
    step = Fraction(2) ** max(0, abs(n).bit_length() - bits)
    down = Fraction(n) // step * step
    return float(down if direction < 0 or down == n else down + step)


def long_to_float():
    rng = random.Random(2)
    edges = [0, 1, -1, 2**63 - 1, 2**63, 2**64 - 2, 2**53, 2**53 + 1, -(2**53) - 1, 2**24 + 1, -(2**24) - 1]
    edges += [2**62 + 1, -(2**62) - 1, 2**32, 2**32 - 1, -(2**32), 2**54 - 1, 2**25 - 1, 2**63 + 1, -(2**63) + 1]
    numbers = [n % 2**64 for n in edges]
    while len(numbers) < 64:
        numbers.append(rng.getrandbits(64) >> rng.randrange(0, 40))
    singles = doubles = b""
    for n in numbers:
        both = [n, n - 2**64 if n >> 63 else n]
        singles += floats(*(to_float(x, 24, d) for x in both for d in (1, -1, 0)))
        doubles += struct.pack("<6d", *(to_float(x, 53, d) for x in both for d in (1, -1, 0)))
    source = struct.pack("<64Q", *numbers)
    write(
        "long-to-float",
        "64-bit integers to floats with directed roundings",
        [(source, source), (None, singles), (None, doubles)],
        dispatch=2,
    )


calls_conditions()
calls_return()
calls_recursion()
calls_indirect()
atomics_halves()
parameters_state()
parameters_table()
parameters_lengths()
long_to_float()
