#!/usr/bin/env python3
"""Recomputes some elements of D = A * B from a case's recipe and compares them with recorded memory.

    sample.py matmul-f16-f32 RECORDED

RECORDED is the memory after a run of the case: for each buffer, its length as eight bytes, then its contents.
The factors are small multiples of 1/4, so that every sum is exact in any order.
"""
import struct
import sys
import tomllib
from pathlib import Path

WORD = 0xFFFFFFFF
ROWS = (0, 1, 63, 64, 1000, 2047, 2048, 4095)


def key(seed):
    """The ChaCha key that the generator derives from its 64-bit seed: eight words of PCG32."""
    words = []
    for _ in range(8):
        seed = (seed * 6364136223846793005 + 11634580027462260723) % 2**64
        mixed = ((seed >> 18 ^ seed) >> 27) & WORD
        turn = seed >> 59
        words.append((mixed >> turn | mixed << (-turn & 31)) & WORD)
    return words


def block(words, number):
    """A block of ChaCha8: sixteen words."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *words, number, 0, 0, 0]
    x = start[:]
    quarters = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
    for _ in range(4):
        for a, b, c, d in quarters:
            for to, plus, by, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = (x[to] + x[plus]) & WORD
                mixed = x[by] ^ x[to]
                x[by] = (mixed << turn | mixed >> (32 - turn)) & WORD
    return [(a + b) & WORD for a, b in zip(x, start)]


class Matrix:
    """The matrix that the recipe `rand_f16:SEED:LIMIT` generates."""

    def __init__(self, recipe, width):
        _, seed, limit = recipe.split(":")
        self.key, self.limit, self.width, self.blocks = key(int(seed)), int(limit), width, {}

    def __getitem__(self, place):
        number, word = divmod(place[0] * self.width + place[1], 16)
        if number not in self.blocks:
            self.blocks[number] = block(self.key, number)
        return (self.blocks[number][word] % (2 * self.limit + 1) - self.limit) / 4


def main(case, recorded):
    case = tomllib.loads((Path(__file__).parent / case / "case.toml").read_text())
    m, n, k = (int(case["spec"][number]["value"]) for number in range(3))
    a, b = Matrix(case["memory"][0]["init"], k), Matrix(case["memory"][1]["init"], n)
    size = case["memory"][2]["bytes"] // (m * n)
    wrong = 0
    with open(recorded, "rb") as file:
        for _ in range(2):
            file.seek(struct.unpack("<Q", file.read(8))[0], 1)
        start = file.tell() + 8
        rows = sorted({row % m for row in ROWS})
        columns = sorted({(row * 7 + 5) % n for row in ROWS})
        for row in rows:
            for column in columns:
                want = sum(a[row, i] * b[i, column] for i in range(k))
                file.seek(start + (row * n + column) * size)
                got = struct.unpack("<f" if size == 4 else "<e", file.read(size))[0]
                if got != want:
                    wrong += 1
                    print(f"D[{row}][{column}] is {got}, should be {want}")
    print(f"{wrong} of {len(rows) * len(columns)} sampled elements are wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
