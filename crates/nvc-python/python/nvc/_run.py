"""Runs shaders on the interpreter."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _arrays, _compile, _images, _layout, _nvc
from ._compile import Module
from ._diagnostics import Diagnostic, error, parse
from ._trace import Trace, trace as _trace

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Default limit of steps. An addition in a whole warp is one step, slower instructions are several.
DEFAULT_STEPS = 250_000_000

#: Default limit of instructions that a trace keeps.
TRACE_LIMIT = 100_000


@dataclass(frozen=True)
class Sampler:
    """A separate sampler."""

    #: ``"nearest"`` or ``"linear"``.
    filter: str = "nearest"
    #: Outside: ``"clamp"``, ``"repeat"``, ``"mirror"`` or ``"border"`` (zeros).
    wrap: str = "clamp"


@dataclass(frozen=True)
class Texture:
    """An array as a texture, with its sampler."""

    #: The texels, row by row: ``(height, width)`` or ``(height, width, channels)`` for a 2D texture.
    array: Any
    #: ``"nearest"`` or ``"linear"``.
    filter: str = "nearest"
    #: Outside: ``"clamp"``, ``"repeat"``, ``"mirror"`` or ``"border"`` (zeros).
    wrap: str = "clamp"


class Results(dict[str, Any]):
    """The buffers and images after a run, by the names under which they were passed. They are new arrays of the same type
    and shape; the arrays that were passed do not change."""

    #: What the shader printed (``debugPrintfEXT``).
    messages: list[str]
    #: Undefined behaviour and likely mistakes that were found; empty without ``check=True``.
    findings: list[Diagnostic]
    #: The instructions of the traced warp; `None` without ``trace``.
    trace: Optional[Trace]
    #: Number of steps. An addition in a whole warp is one step, slower instructions are several.
    steps: int


@dataclass(frozen=True)
class _Request:
    groups: list[int]
    buffers: list[tuple[str, bytes]]
    values: list[tuple[str, list[Any]]]
    images: list[_images.Image]
    textures: list[_images.Image]
    samplers: list[tuple[str, str, str]]
    lanes: int
    steps: int
    check: bool
    trace: Optional[tuple[list[int], int]]
    trace_limit: int


def run(
    shader: Union[Module, _compile.Source],
    buffers: Optional[Mapping[str, Any]] = None,
    *,
    groups: Union[int, Sequence[int]] = 1,
    parameters: Optional[Mapping[str, Any]] = None,
    images: Optional[Mapping[str, Any]] = None,
    textures: Optional[Mapping[str, Any]] = None,
    samplers: Optional[Mapping[str, Sampler]] = None,
    spec: Optional[Mapping[Union[str, int], object]] = None,
    local_size: Union[int, Sequence[int], None] = None,
    lanes: int = 32,
    steps: int = DEFAULT_STEPS,
    check: bool = False,
    trace: Union[bool, int, tuple[Sequence[int], int]] = False,
    trace_limit: int = TRACE_LIMIT,
    **options: Any,
) -> Results:
    """Runs a shader on the interpreter, without a GPU, and returns its buffers and images.

    Everything that the shader uses must be given, by the name of the resource or its block, or as ``"storage[0]"``. Arrays
    are not changed: the results are copies. Their element type must be that of the shader.

    :param shader: A `Module`, or a source, which is compiled.
    :param buffers: Arrays, lists or bytes by name.
    :param groups: Number of work groups: ``x``, ``(x, y)`` or ``(x, y, z)``.
    :param parameters: Push constants and loose uniforms by name: numbers, lists, arrays. A matrix is a list of rows.
    :param images: Storage images by name, as arrays: ``(height, width)`` or ``(height, width, channels)`` in 2D.
    :param textures: Textures by name, as arrays or `Texture`.
    :param samplers: Separate samplers by name.
    :param spec: Values of specialization constants, by name or id.
    :param local_size: The work-group size, where the source has none or a variable one.
    :param lanes: Lanes of a warp, 1 to 32.
    :param steps: The run fails with `Error` after this many steps. An addition in a whole warp is one step, slower
        instructions are several.
    :param check: Look for races, uninitialised reads, accesses out of bounds and other undefined behaviour.
    :param trace: The work group and local index of an invocation, ``((0, 0, 0), 5)``, whose warp is traced; an index in the
        first work group; or ``True`` for the first.
    :param trace_limit: Number of instructions that the trace keeps.
    :param options: If ``shader`` is a source, arguments of `compile`.
    :raises Error: if the shader has errors, or fails while it runs.
    :raises TypeError: if an array does not have the shader's type.
    :raises ValueError: if something is missing, unknown, too short or out of range.
    """
    if not isinstance(shader, Module):
        shader = _compile.compile(shader, spec=spec, local_size=local_size, **options)
        extra = []
    elif options:
        raise TypeError(f"the shader is compiled already; {', '.join(sorted(options))} has no effect")
    else:
        extra = _compile.settings(None, {"spec": spec, "local_size": local_size})
    resources = {"buffers": buffers, "images": images, "textures": textures, "samplers": samplers}
    for name, argument in {**resources, "parameters": parameters}.items():
        if argument is not None and not isinstance(argument, Mapping):
            raise TypeError(f"{name} is a mapping from names to values, not {type(argument).__name__}")
    program = shader._program(extra, bool(check))
    reflection = json.loads(program.reflection or "{}")
    given = {name: _arrays.buffer(reflection, name, value) for name, value in (buffers or {}).items()}
    targets = {name: _images.image(reflection, name, value) for name, value in (images or {}).items()}
    request = _Request(
        groups=_triple(groups),
        buffers=[(name, buffer.data) for name, buffer in given.items()],
        values=[(name, _values(reflection, name, value)) for name, value in (parameters or {}).items()],
        images=list(targets.values()),
        textures=[_texture(reflection, name, value) for name, value in (textures or {}).items()],
        samplers=[(name, sampler.filter, sampler.wrap) for name, sampler in (samplers or {}).items()],
        lanes=_in_range("lanes", lanes, 1, 32),
        steps=_in_range("steps", steps, 1, 2**64 - 1),
        check=bool(check),
        trace=_traced(trace),
        trace_limit=_in_range("trace_limit", trace_limit, 0, 2**32 - 1),
    )
    try:
        outcome = program.run(request)
    except _nvc.Failed as failed:
        raise error(failed) from None
    forms = {name: buffer.form for name, buffer in given.items()}
    forms.update((name, image.form) for name, image in targets.items())
    all_memory: Iterable[tuple[str, bytearray]] = [*outcome.buffers, *outcome.images]
    results = Results((name, _arrays.restored(data, forms[name])) for name, data in all_memory)
    results.messages, results.steps = outcome.messages, outcome.steps
    results.findings = list(parse(outcome.findings))
    results.trace = _trace(outcome.trace, outcome.complete) if request.trace else None
    return results


def address(number: int = 0) -> int:
    """The device address of the buffer ``memory[number]``, for shaders that take addresses (``buffer_reference``, pointers).

    The buffer is given as ``buffers={"memory[0]": array}``, and its address as a parameter or in another buffer.
    """
    return _nvc.address(number)


def _values(reflection: Mapping[str, Any], name: str, value: object) -> list[Any]:
    try:
        return _layout.numbers(value, _layout.parameter(reflection, name), reflection)
    except (TypeError, ValueError) as wrong:
        raise type(wrong)(f"`{name}`: {wrong}") from None


def _texture(reflection: Mapping[str, Any], name: str, value: object) -> _images.Image:
    texture = value if isinstance(value, Texture) else Texture(value)
    image = _images.image(reflection, name, texture.array)
    image.filter, image.wrap = texture.filter, texture.wrap
    return image


def _in_range(name: str, value: int, low: int, high: int) -> int:
    number = value.__index__()
    if not low <= number <= high:
        raise ValueError(f"{name} is a number from {low} to {high}, not {number}")
    return number


def _triple(groups: Union[int, Sequence[int]]) -> list[int]:
    sizes = list(groups) if isinstance(groups, Sequence) else [groups]
    if not 1 <= len(sizes) <= 3:
        raise ValueError("groups is one to three numbers")
    return [_in_range("groups", size, 0, 2**32 - 1) for size in sizes] + [1] * (3 - len(sizes))


def _traced(trace: Union[bool, int, tuple[Sequence[int], int]]) -> Optional[tuple[list[int], int]]:
    if trace is False or trace is None:
        return None
    if trace is True:
        return [0, 0, 0], 0
    if isinstance(trace, tuple) and len(trace) == 2:
        group, local = trace
        # Missing coordinates are 0, whereas missing sizes are 1.
        coordinates = list(group) if isinstance(group, Sequence) else [group]
        if not 1 <= len(coordinates) <= 3:
            raise ValueError("a work group has one to three coordinates")
        whole = [_in_range("trace", at, 0, 2**32 - 1) for at in coordinates] + [0] * (3 - len(coordinates))
        return whole, _in_range("trace", local, 0, 2**32 - 1)
    if isinstance(trace, tuple):
        raise ValueError("trace is a local index, or a work group and a local index")
    return [0, 0, 0], _in_range("trace", trace, 0, 2**32 - 1)
