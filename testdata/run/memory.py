#!/usr/bin/env python3
"""Writes the cases that access buffers by address: LOAD, STORE, ATOM, and pointers that the program computes.
The results are computed here, as in model.py. `python3 testdata/run/memory.py` rewrites all of them.
"""

import struct

from model import DOUBLES, FORMATS, HERE, MASK, MODIFIER_DATA, Case, Columns, place, words

WIDE = (1 << 64) - 1
FP64 = "NV_gpu_program_fp64"


def init(data):
    """The `init` text for these bytes."""
    return "zeros" if not any(data) else "u32:" + ",".join(map(str, struct.unpack(f"<{len(data) // 4}I", data)))


class Pointers(Case):
    """A case with memory that is not bound. The program gets its addresses in parameters."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.memories, self.parameters = [], []

    def memory(self, before, after, compare="exact"):
        """Adds a memory with its contents before the run (bytes, or an `init` text such as `addr:..`) and after it."""
        recipe = before if isinstance(before, str) else init(before)
        text = f'bytes = {len(after)}\ninit = "{recipe}"\ncompare = "{compare}"'
        self.toml.append(f"[[memory]]\n{text}\n")
        self.memories.append(after)

    def addresses(self, *numbers):
        """Adds a parameter with the addresses of one or two memories, which are given by index."""
        row = len(self.parameters)
        self.other("param", {"location": row, "type": '"address"', "values": list(numbers)})
        self.parameters.append(
            f'[[param]]\nindex = {row}\nkind = "value"\nunit = -1\nlocation = {row}\nname = "row{row}"\n'
        )

    def write(self, program, **more):
        super().write(program, images=self.memories, **more)
        path = HERE / self.name / "map.toml"
        path.write_text("\n".join([path.read_text(), *self.parameters]).lstrip("\n"))


def modifiers():
    """Every storage modifier, with addresses from a uniform block, as in recorded programs."""
    case = Pointers("pointer-modifiers", "LOAD and STORE with every storage modifier, at addresses from a uniform block",
                    options=("NV_gpu_program5_mem_extended", FP64), group=1)
    loads, stores, text = b"", bytearray(768), []

    def load(modifier, at, register):
        text.append(f"ADD.U64 q.x, m.x, {at};")
        text.append(f"LOAD.{modifier} {register}, q.x;")
        text.append(f"ADD.U64 q.x, n.x, {len(loads)};")

    def store(modifier, register, values):
        """Stores the loaded value in the next 16-byte slot."""
        slot = 16 * (sum(1 for line in text if line.startswith("ADD.U64 q.y")))
        text.append(f"ADD.U64 q.y, n.y, {slot};")
        text.append(f"STORE.{modifier} {register}, q.y;")
        stores[slot:slot + len(values)] = values

    for name, code in FORMATS.items():
        for count in (1, 2, 4):
            modifier = name + ("" if count == 1 else f"X{count}")
            at = place(name, count)
            data = MODIFIER_DATA[at:at + struct.calcsize(code) * count]
            load(modifier, at, "r")
            text.append("STORE.U32X4 r, q.x;")
            values = struct.unpack(f"<{count}{code}", data)
            loads += words([*(float(v) if name[0] == "F" else v for v in values)]).ljust(16, b"\0")
            store(modifier, "r", data)
    for name, at in (("F64", 40), ("S64", 56), ("U64", 56)):
        for count in (1, 2):
            modifier = name + ("" if count == 1 else "X2")
            at = DOUBLES[name] if count == 2 else at
            data = MODIFIER_DATA[at:at + 8 * count]
            load(modifier, at, "d")
            text.append("STORE.U64X2 d, q.x;" if count == 2 else "STORE.U64 d.x, q.x;")
            loads += data.ljust(16, b"\0")
            store(modifier, "d", data)
    # COH and VOL: memory that other invocations may write or read.
    for qualifiers in ("COH", "VOL", "COH.VOL"):
        load(f"U32X2.{qualifiers}", 8, "r.xy")
        text.append(f"STORE.U32X2.{qualifiers} r, q.x;")
        loads += MODIFIER_DATA[8:16].ljust(16, b"\0")
    case.memory(MODIFIER_DATA, MODIFIER_DATA)
    case.memory(bytes(len(loads)), loads)
    case.memory(bytes(len(stores)), bytes(stores))
    case.other("uniform", {"binding": 3, "bytes": 32, "init": '"addr:0,0,1,2"'})
    head = ["TEMP r;", "LONG TEMP d, m, n, q;", "CBUFFER uniform[] = { program.buffer[0] };",
            "LDC.U64 m.x, uniform[8];", "LDC.U64X2 n, uniform[16];"]
    case.write("\n".join([*head, *text]), uniform=[3])


def signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) & 1 else x


def integer(operation, kind, old, a, b):
    """The new value of an integer atomic (NV_gpu_program5, 2.X.8, ATOM)."""
    width = int(kind[1:])
    view = (lambda x: signed(x, width)) if kind[0] == "S" else (lambda x: x)
    new = {
        "ADD": old + a,
        "MIN": min(old, a, key=view),
        "MAX": max(old, a, key=view),
        "AND": old & a,
        "OR": old | a,
        "XOR": old ^ a,
        "EXCH": a,
        "CSWAP": b if old == a else old,
        "IWRAP": 0 if old >= a else old + 1,
        "DWRAP": a if old == 0 or old > a else old - 1,
    }[operation]
    return new & ((1 << width) - 1)


ARITHMETIC = ("ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "CSWAP")


class Atomics:
    """Uncontended atomics: each invocation has its own 8-byte slot, each operation a row of 32 slots."""

    def __init__(self, case, seed):
        self.case, self.columns = case, Columns("old")
        self.before, self.after = b"", b""
        self.state = seed
        self.operands = [[self.random() for _ in range(4)] for _ in range(32)]

    def random(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & WIDE
        return self.state >> 32

    def add(self, statement, pairs, olds, count):
        """Adds a statement on the slot at q.x. `pairs` has the slots before and after it; `olds` has the results."""
        address = f"ADD.U64 q.x, p.x, {len(self.before)}; "
        self.before += b"".join(before.ljust(8, b"\x5a") for before, _ in pairs)
        self.after += b"".join(after.ljust(8, b"\x5a") for _, after in pairs)
        self.columns.add(address + statement, olds, count)

    def integers(self, operation, kind):
        pairs, olds, wide = [], [], kind.endswith("64")
        for t, (x, y, z, w) in enumerate(self.operands):
            a, b = ((y << 32 | x), (w << 32 | z)) if wide else (x, y)
            old = (self.random() << 32 | self.random()) if wide else self.random()
            if t % 3 == 0 or operation.endswith("WRAP") and t % 2:
                old = (a + (t % 4) - 1) if operation.endswith("WRAP") else a
            if t == 8:
                old = 0
            old &= WIDE if wide else MASK
            form = "<Q" if wide else "<I"
            pairs.append((struct.pack(form, old), struct.pack(form, integer(operation, kind, old, a, b))))
            olds.append((old & MASK, old >> 32) if wide else (old,))
        register, source = ("d.x", "e") if wide else ("r.x", "a")
        unpack = " UP64.U r.xy, d.x;" if wide else ""
        self.add(f"ATOM.{operation}.{kind} {register}, {source}, q.x;{unpack}", pairs, olds, 2 if wide else 1)

    def write(self, shared, tail):
        """Writes the case. `shared` has the contents of the second memory before and after the run."""
        data = b"".join(words(row) for row in self.operands)
        case = self.case
        case.storage("operands", data, data)
        case.storage("old", bytes(len(self.columns.bytes())), self.columns.bytes())
        case.memory(self.before, self.after)
        case.memory(*shared)
        case.addresses(0, 1)
        start = ["TEMP a, f, r, at;", "LONG TEMP m, p, q, d, e;", "PK64.U m, program.local[0];",
                 "MUL.U at.x, invocation.localindex.x, 16;", "LDB.U32X4 a, operands[at.x];", "PK64.U e, a;",
                 "MUL.U at.x, invocation.localindex.x, 8;", "CVT.U64.U32 p.x, at.x;", "ADD.U64 p.x, p.x, m.x;"]
        case.write("\n".join([*start, self.columns.program(), *tail]))


def atomics():
    case = Pointers("pointer-atomics", "ATOM on integers: every operation and width, and contended words",
                    options=(FP64, "NV_shader_atomic_int64"))
    rows = Atomics(case, 3)
    for kind in ("U32", "S32", "U64", "S64"):
        for operation in ARITHMETIC + (("IWRAP", "DWRAP") if kind == "U32" else ()):
            rows.integers(operation, kind)
    # Contended words, whose final values do not depend on the order.
    lanes = [row[0] for row in rows.operands]
    ends, tail = [], []
    for k, operation in enumerate(("ADD", "MIN", "MAX", "AND", "OR", "XOR", "IWRAP")):
        value = 0x55555555 if operation in ("AND", "OR") else 7
        ends.append(value)
        tail.append(f"ADD.U64 q.x, m.y, {4 * k}; ATOM.{operation}.U32 r.x, {'40' if operation == 'IWRAP' else 'a'}, q.x;")
    starts = words(ends)
    for lane in lanes:
        for k, operation in enumerate(("ADD", "MIN", "MAX", "AND", "OR", "XOR", "IWRAP")):
            ends[k] = integer(operation, "U32", ends[k], 40 if operation == "IWRAP" else lane, 0)
    total = 1 << 40
    tail.append("ADD.U64 q.x, m.y, 32; ATOM.ADD.U64 d.x, e, q.x;")
    starts += bytes(4) + struct.pack("<Q", total)
    for x, y, _, _ in rows.operands:
        total = total + (y << 32 | x) & WIDE
    last = words(ends) + bytes(4) + struct.pack("<Q", total)
    rows.write((starts, last), tail)



def atomics_of_floats(name, about, option, modifiers, contended):
    """`contended` has a statement on the second memory, the format of that memory, and the number of components added."""
    case = Pointers(name, about, options=(FP64, option))
    rows = Atomics(case, 5)
    # Operands are small multiples of 1/4, so that sums are exact in halves.
    numbers = [[(x % 33 - 16) / 4 for x in row] for row in rows.operands]
    rows.operands = [[*row] for row in numbers]
    olds = [[(rows.random() % 65 - 32) / 4 for _ in range(4)] for _ in numbers]

    def add(modifier, operation, source, form, count, apply):
        register = {"F64": "d.x", "F32": "r.x"}.get(modifier, "r.x" if count == 2 else "r.xy")
        pairs = []
        for old, row in zip(olds, numbers):
            after = [apply(x, y) for x, y in zip(old[:count], row)]
            pairs.append((struct.pack(form, *old[:count]), struct.pack(form, *after)))
        unpack, shown = "", [tuple(old[:count]) for old in olds]
        if modifier == "F64":
            unpack, shown = " UP64.U r.xy, d.x;", [struct.unpack("<2I", struct.pack("<d", old[0])) for old in olds]
        if modifier[:3] == "F16":
            # Halves are packed, two to a word; only the first word is returned.
            shown = [struct.unpack("<I", struct.pack("<2e", *old[:2])) for old in olds]
        rows.add(f"ATOM.{operation}.{modifier} {register}, {source}, q.x;{unpack}", pairs, shown, len(shown[0]))

    plus, exchange = lambda x, y: x + y, lambda x, y: y
    if modifiers[0][0][:3] == "F16":
        rows.columns.text.append("PK2H.F f.x, a; PK2H.F f.y, a.zwzw;")
    for modifier, source, form, count in modifiers:
        operations = [("ADD", plus), ("EXCH", exchange)]
        operations += [("MIN", min), ("MAX", max)] if modifier[:3] == "F16" else []
        for operation, apply in operations:
            if modifier == "F64":
                rows.columns.text.append("CVT.F64.F32 d.y, a.x;")
            add(modifier, operation, source, form, count, apply)
    statement, form, count = contended
    sums = [0.5 + sum(row[k] for row in numbers) for k in range(count)]
    rows.write((struct.pack(form, *[0.5] * count), struct.pack(form, *sums)), [statement])


def singles():
    atomics_of_floats("pointer-atomics-floats", "ATOM on floats, uncontended and contended", "NV_shader_atomic_float",
                      [("F32", "a", "<f", 1)], ("ATOM.ADD.F32 r.x, a, m.y;", "<f", 1))


def doubles():
    atomics_of_floats("pointer-atomics-doubles", "ATOM on doubles, uncontended and contended",
                      "NV_shader_atomic_float64", [("F64", "d.y", "<d", 1)], ("ATOM.ADD.F64 d.x, d.y, m.y;", "<d", 1))


def halves():
    atomics_of_floats("pointer-atomics-halves", "ATOM on two and four halves, uncontended and contended",
                      "NV_shader_atomic_fp16_vector", [("F16X2", "f", "<2e", 2), ("F16X4", "f", "<4e", 4)],
                      ("ATOM.ADD.F16X4 r.xy, f, m.y;", "<4e", 4))


def lists():
    """Pointers in memory: tables, a linked list that the program builds, differences and negative offsets."""
    case = Pointers("pointer-lists", "pointers to pointers, a linked list that the program builds and walks, address arithmetic",
                    options=(FP64,), group=16)
    data = [[(7919 * (k + 1) * (m + 3)) & MASK for k in range(32)] for m in range(2)]
    # Each thread finds its data through a table in a storage block or in memory.
    rows = Columns("results")
    threads = range(16)
    rows.add("LDB.U64 q.x, table[s.x]; ADD.U64 q.x, q.x, o.x; LOAD.U32 r.x, q.x;",
             [data[1 - t % 2][t] for t in threads], 1)
    rows.add("ADD.U64 q.x, t.x, s64.x; LOAD.U64 q.x, q.x; ADD.U64 q.x, q.x, o.x; LOAD.U32 r.x, q.x;",
             [data[t % 2][t] for t in threads], 1)
    # Backwards from the end, with a negative offset.
    rows.add("ADD.U64 q.x, p.x, 124; MOV.S64 q.y, o.x; SUB.S64 q.y, 0, q.y; ADD.S64 q.x, q.x, q.y; LOAD.U32 r.x, q.x;",
             [data[0][31 - t] for t in threads], 1)
    rows.add("ADD.U64 q.x, p.x, o.x; SUB.U64 q.x, q.x, p.x; UP64.U r.xy, q.x;", [(4 * t, 0) for t in threads], 2)
    rows.add("SUB.U64 q.x, p.x, o.x; SUB.S64 q.x, q.x, p.x; UP64.U r.xy, q.x;",
             [(-4 * t, -1 if t else 0) for t in threads], 2)
    # An address split into two words and reassembled, as in a shader that passes it on as two words.
    rows.add("UP64.U r.xy, p.x; PK64.U q.x, r; ADD.U64 q.x, q.x, o.x; LOAD.U32 r.x, q.x;",
             [data[0][t] for t in threads], 1)
    # The greater of two addresses.
    rows.add("ADD.U64 q.x, p.x, 64; MAX.U64 q.x, q.x, p.x; ADD.U64 q.x, q.x, o.x; LOAD.U32 r.x, q.x;",
             [data[0][t + 16] for t in threads], 1)
    case.head.append("STORAGE table[] = { program.storage[0] };")
    case.toml.append('[[storage]]\nbinding = 0\nbytes = 16\ninit = "addr:1,0"\ncompare = "none"\n')
    case.truth.append(bytes(16))
    case.points = 1
    # 32 nodes of 16 bytes: the next node's address, a value, padding. Node k is followed by node 5 k + 3.
    order, node = [], 0
    while node not in order:
        order.append(node)
        node = (5 * node + 3) % 32
    values = [(k * k * 2654435761) & MASK for k in range(32)]
    nodes = b"".join(words([0, 0, value, 0]) for value in values)
    walks = []
    for t in threads:
        total = steps = 0
        for k in order[order.index(t):]:
            total = total * 31 + values[k] & MASK
            steps += 1
        walks += [total, steps]
    case.storage("results", bytes(len(rows.bytes())), rows.bytes())
    case.storage("walks", bytes(4 * len(walks)), words(walks))
    for words_of in data:
        case.memory(words(words_of), words(words_of))
    case.memory("addr:0,1", bytes(16), "none")
    case.memory(nodes, nodes, "none")
    case.addresses(0, 2)
    case.addresses(3)
    head = ["TEMP i, r, at, k, n;", "LONG TEMP p, q, t, o, s64, l;", "TEMP s;", "PK64.U p, program.local[0];",
            "MOV.U64 t.x, p.y;", "PK64.U l.x, program.local[1];", "MOV.U i.x, invocation.localindex.x;",
            "MUL.U at.x, i.x, 4;", "CVT.U64.U32 o.x, at.x;", "AND.U s.x, i.x, 1;", "MUL.U s.x, s.x, 8;",
            "CVT.U64.U32 s64.x, s.x;"]
    # Each thread links two nodes. After a barrier, all threads walk the list. The loop is left only at its head,
    # because in Mesa 22.3 (lavapipe), lanes that leave a loop in the middle keep changing their registers.
    tail = ["MOV.U k.x, i.x;", "REP.S {2, 0, 0, 0};", "MUL.U n.x, k.x, 16;", "CVT.U64.U32 q.x, n.x;",
            "ADD.U64 q.x, q.x, l.x;", "MAD.U n.x, k.x, 5, 3;", "AND.U n.x, n.x, 31;", "MOV.U64 q.y, 0;",
            f"SUB.U.CC r.x, k.x, {order[-1]};", "IF NE.x;", "MUL.U n.x, n.x, 16;", "CVT.U64.U32 q.y, n.x;",
            "ADD.U64 q.y, q.y, l.x;", "ENDIF;", "STORE.U64.COH q.y, q.x;", "ADD.U k.x, k.x, 16;", "ENDREP;",
            "MEMBAR;", "BAR;", "MUL.U n.x, i.x, 16;", "CVT.U64.U32 q.x, n.x;", "ADD.U64 q.x, q.x, l.x;",
            "MOV.U n, 0;", "REP;", "UP64.U r.xy, q.x;", "OR.U.CC r.x, r.x, r.y;", "BRK (EQ.x);", "ADD.U64 q.y, q.x, 8;", "LOAD.U32 r.x, q.y;", "MAD.U n.x, n.x, 31, r.x;",
            "ADD.U n.y, n.y, 1;", "LOAD.U64.COH q.x, q.x;", "ENDREP;", "MUL.U at.x, i.x, 8;", "STB.U32X2 n, walks[at.x];"]
    case.write("\n".join([*head, rows.program(), *tail]))


if __name__ == "__main__":
    for make in (modifiers, atomics, singles, doubles, halves, lists):
        make()
