"""Traces: the instructions that a warp executed, with the values of its lanes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Optional, Union, overload

#: A number, a bool, or the text of a vector or another composite value.
Scalar = Union[int, float, bool, str]

#: Lanes of a warp.
LANES = 32


@dataclass(frozen=True)
class Value:
    """A value of an instruction in every lane."""

    #: The name in the IR, with the source's name if there is one, such as ``"v7 sum"``.
    name: str
    #: The value in each of the 32 lanes; `None` in inactive ones. A float is the shortest decimal that has its bits in the
    #: shader's type: compare it as a `numpy.float32`.
    lanes: tuple[Optional[Scalar], ...]


@dataclass(frozen=True)
class Step:
    """An instruction that the warp executed."""

    #: The instruction as IR text.
    text: str
    #: The name of the source.
    file: Optional[str]
    #: The line in the source, from 1.
    line: Optional[int]
    #: The column in the line, from 1.
    column: Optional[int]
    #: Whether each of the 32 lanes executes it.
    active: tuple[bool, ...]
    #: The operands, without constants.
    operands: tuple[Value, ...]
    #: The result, if there is one.
    result: Optional[Value]
    #: For shuffles, broadcasts, swaps and rotations: the lane whose value each of the 32 lanes got; `None` in inactive ones.
    sources: Optional[tuple[Optional[int], ...]]

    @property
    def operation(self) -> str:
        """The name of the operation, such as ``"iadd"``."""
        words = self.text.split(" = ", 1)[-1].split()
        return words[0] if words else ""


class Trace(Sequence[Step]):
    """The instructions that a warp executed, in order."""

    def __init__(self, steps: Sequence[Step], complete: bool) -> None:
        self._steps = tuple(steps)
        #: Whether no instruction is missing because of the limit.
        self.complete = complete

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Step]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Step, Sequence[Step]]:
        return self._steps[index]

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    def __repr__(self) -> str:
        return f"<nvc.Trace of {len(self)} steps{'' if self.complete else ', cut off'}>"


def _scalar(text: Optional[str]) -> Optional[Scalar]:
    if text is None:
        return None
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _value(value: tuple[str, list[Optional[str]]]) -> Value:
    name, lanes = value
    return Value(name, tuple(map(_scalar, lanes)))


def trace(steps: list, complete: bool) -> Trace:
    """Converts the trace that the extension module returns."""
    out = []
    for (text, file, line, column, mask), sources, operands, result in steps:
        active = tuple(bool(mask >> lane & 1) for lane in range(LANES))
        values = tuple(map(_value, operands))
        own = _value(result) if result else None
        out.append(Step(text, file, line, column, active, values, own, None if sources is None else tuple(sources)))
    return Trace(out, complete)
