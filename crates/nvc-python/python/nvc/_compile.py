"""Compiling."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _nvc
from ._diagnostics import Diagnostic, Error, error, parse

if TYPE_CHECKING:
    from ._run import Results

Source = Union[str, bytes, bytearray, memoryview]
PathLike = Union[str, "os.PathLike[str]"]
Defines = Union[Mapping[str, object], Iterable[str]]


def option_names() -> list[str]:
    """The names of the options of `compile`, with hyphens as on the command line."""
    return [name for name in _nvc.option_names() if name not in _RESERVED]


#: Options that `Module` sets itself.
_RESERVED = ("emit", "reflect")


def _text(value: object) -> str:
    """Converts the value of an option to text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    if hasattr(value, "item"):  # a NumPy scalar
        return _text(value.item())
    raise TypeError(f"{value!r} is not a text, number or bool")


def _pairs(name: str, value: object) -> list[tuple[str, str]]:
    """Converts one option to pairs of name and text, one for each value."""
    name = name.replace("_", "-")
    if name in _RESERVED:
        raise TypeError(f"`{name}` is not an option of nvc.compile; use Module.emit and Module.reflection")
    if value is None:
        return []
    if name == "local-size":
        size = [value] if isinstance(value, (int, str)) else list(value)  # type: ignore[call-overload]
        return [(name, ",".join(_text(side) for side in size))]
    if isinstance(value, Mapping):
        return [(name, f"{key}={_text(item)}") for key, item in value.items()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return [(name, _text(item)) for item in value]
    return [(name, _text(value))]


def settings(defines: Optional[Defines], options: Mapping[str, object]) -> list[tuple[str, str]]:
    """Converts all options to pairs of name and text."""
    out: list[tuple[str, str]] = []
    for name, value in options.items():
        out += _pairs(name, value)
    if isinstance(defines, Mapping):
        for macro, value in defines.items():
            out.append(("define", macro if value is None else f"{macro}={_macro(value)}"))
    elif isinstance(defines, str):
        raise TypeError("defines is a mapping from names to values, or a list of NAME or NAME=VALUE")
    elif defines is not None:
        out += [("define", macro) for macro in defines]
    return out


def _macro(value: object) -> str:
    """Converts the value of a macro to text. A bool becomes 1 or 0, because `#if` evaluates integers."""
    return str(int(value)) if isinstance(value, bool) else _text(value)


def encode(source: Source) -> bytes:
    """Returns a source as bytes."""
    if isinstance(source, str):
        return source.encode()
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    raise TypeError(f"a source is str or bytes, not {type(source).__name__}")


def folders(include_dirs: Optional[Sequence[PathLike]]) -> Optional[list[str]]:
    """Returns the include folders as strings."""
    if isinstance(include_dirs, (str, bytes, os.PathLike)):
        raise TypeError("include_dirs is a list of folders")
    return None if include_dirs is None else [os.fspath(folder) for folder in include_dirs]


class Module:
    """A compiled shader. It does not change, and may be used by any number of threads."""

    __slots__ = ("_compiled", "_folders", "_name", "_options", "_reflection", "_source", "diagnostics")

    #: The warnings.
    diagnostics: tuple[Diagnostic, ...]

    def __init__(
        self, source: bytes, name: str, options: list[tuple[str, str]], folders: Optional[list[str]]
    ) -> None:
        """Use `compile` or `compile_file`."""
        self._source, self._name, self._options, self._folders = source, name, options, folders
        try:
            self._compiled = _nvc.compile(source, name, options, folders)
        except _nvc.Failed as failed:
            raise error(failed) from None
        self._reflection = self._compiled.reflection
        self.diagnostics = parse(self._compiled.diagnostics)

    @property
    def spirv(self) -> bytes:
        """The SPIR-V module as bytes, for ``vkCreateShaderModule``."""
        return self._compiled.artifact

    @property
    def words(self) -> memoryview:
        """The SPIR-V module as 32-bit words."""
        return memoryview(self.spirv).cast("I")

    @property
    def reflection(self) -> dict[str, Any]:
        """The interface of the shader: resources, push constants, specialization constants, requirements. Each use makes a
        new dictionary."""
        return json.loads(self._reflection) if self._reflection else {}

    @property
    def dependencies(self) -> list[str]:
        """The names of the files that were read: the source, then its includes."""
        return self._compiled.dependencies

    @property
    def messages(self) -> str:
        """The warnings as a report with the source lines; empty without warnings."""
        return self._compiled.messages

    @property
    def filename(self) -> str:
        """The name of the source in messages."""
        return self._name

    def disassemble(self) -> str:
        """The SPIR-V module as text."""
        return self.emit("spvasm")

    def emit(self, form: str) -> str:
        """Compiles the source again, to another form: ``spvasm``, ``ir``, ``rust``, ``c``, ``wgsl``, ``hlsl``, ``msl`` or
        ``glsl``. What a form does not have raises `Error`."""
        if form == "spirv":
            raise ValueError("the SPIR-V module is Module.spirv")
        try:
            made = _nvc.compile(self._source, self._name, [*self._options, ("emit", form)], self._folders)
        except _nvc.Failed as failed:
            raise error(failed) from None
        return made.artifact.decode()

    def run(self, buffers: Optional[Mapping[str, Any]] = None, **arguments: Any) -> Results:
        """Runs the shader on the interpreter: `nvc.run`."""
        from ._run import run

        return run(self, buffers, **arguments)

    def _program(self, extra: list[tuple[str, str]], checked: bool) -> _nvc.Program:
        """The source compiled for the interpreter, with more options."""
        try:
            return _nvc.Program(self._source, self._name, [*self._options, *extra], self._folders, checked)
        except _nvc.Failed as failed:
            raise error(failed) from None

    def __bytes__(self) -> bytes:
        return self.spirv

    def __repr__(self) -> str:
        return f"<nvc.Module {self._name!r}, {len(self.spirv)} bytes>"


def compile(
    source: Source,
    *,
    lang: Optional[str] = None,
    filename: Optional[str] = None,
    defines: Optional[Defines] = None,
    include_dirs: Optional[Sequence[PathLike]] = None,
    target_env: Optional[str] = None,
    coopmat: Optional[str] = None,
    spec: Optional[Mapping[Union[str, int], object]] = None,
    local_size: Union[int, Sequence[int], None] = None,
    **options: object,
) -> Module:
    """Compiles a shader.

    :param source: GLSL, an assembly listing, or the bytes of an OpenGL program binary that contains one.
    :param lang: ``"glsl"`` or ``"nvasm"``; detected from the source by default.
    :param filename: The name in messages. No such file is read.
    :param defines: GLSL macros: ``{"TILE": 16, "FAST": None}``.
    :param include_dirs: Folders of ``#include``. Without them, no file is read.
    :param target_env: ``"vulkan1.0"`` to ``"vulkan1.4"``.
    :param coopmat: Which cooperative-matrix instructions to write.
    :param spec: Values of specialization constants, by name or id.
    :param local_size: The work-group size, where the source has none or a variable one.
    :param options: Every other option of the command by name, with ``_`` for ``-``: ``opt_level="s"``, ``debug=True``,
        ``warnings=["error", "no-unknown-option"]``. `option_names` lists them.
    :raises Error: if the source has errors.
    :raises TypeError: if no option has a name.
    :raises ValueError: if an option does not take its value.
    """
    named = {"lang": lang, "target_env": target_env, "coopmat": coopmat, "spec": spec, "local_size": local_size}
    name = "<source>" if filename is None else filename
    return Module(encode(source), name, settings(defines, {**named, **options}), folders(include_dirs))


def compile_file(path: PathLike, *, include_dirs: Sequence[PathLike] = (), **options: Any) -> Module:
    """Compiles a file. Includes are searched in its folder, then in ``include_dirs``; the other arguments are those of
    `compile`."""
    with open(path, "rb") as file:
        source = file.read()
    options.setdefault("filename", os.fspath(path))
    return compile(source, include_dirs=include_dirs, **options)


def check(source: Source, **options: Any) -> list[Diagnostic]:
    """The diagnostics of a source: warnings and errors, none if it is fine. The arguments are those of `compile`."""
    try:
        return list(compile(source, **options).diagnostics)
    except Error as failed:
        return list(failed.diagnostics)
