"""The compiled part: bytes, text and numbers in and out."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Optional, Union, final

__all__ = ["Compiled", "compile", "option_names", "Failed", "Outcome", "Program", "address", "VERSION"]

VERSION: str

class Failed(Exception):
    """A program with errors: the rendered report, and the diagnostics as lines of JSON."""

_Options = Sequence[tuple[str, str]]
_Folders = Optional[Sequence[Union[str, PathLike[str]]]]
_Value = tuple[str, list[Optional[str]]]
_Head = tuple[str, Optional[str], Optional[int], Optional[int], int]

@final
class Compiled:
    """A compiled source."""

    @property
    def artifact(self) -> bytes: ...
    @property
    def reflection(self) -> Optional[str]: ...
    @property
    def dependencies(self) -> list[str]: ...
    @property
    def messages(self) -> str: ...
    @property
    def diagnostics(self) -> str: ...

@final
class Program:
    """A source compiled for the interpreter."""

    def __new__(
        cls, source: bytes, name: str, options: _Options, folders: _Folders, checked: bool
    ) -> Program: ...
    @property
    def reflection(self) -> Optional[str]: ...
    def run(self, request: Any) -> Outcome: ...

@final
class Outcome:
    """What a run leaves."""

    @property
    def buffers(self) -> list[tuple[str, bytearray]]: ...
    @property
    def images(self) -> list[tuple[str, bytearray]]: ...
    @property
    def messages(self) -> list[str]: ...
    @property
    def findings(self) -> str: ...
    @property
    def steps(self) -> int: ...
    @property
    def trace(self) -> list[tuple[_Head, Optional[list[Optional[int]]], list[_Value], Optional[_Value]]]: ...
    @property
    def complete(self) -> bool: ...

def compile(source: bytes, name: str, options: _Options, folders: _Folders) -> Compiled: ...
def option_names() -> list[str]: ...
def address(number: int) -> int: ...
