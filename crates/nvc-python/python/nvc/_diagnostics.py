"""Diagnostics, and the exception that contains them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Diagnostic:
    """A warning, error or finding. Lines and columns count from 1, columns in code points; the end is one past the last."""

    #: ``"warning"``, ``"error"`` or ``"bug"`` (of nvc).
    severity: str
    #: The stable code, such as ``"N0201"``; ``nvc explain`` and the book describe it.
    code: str
    #: What is wrong.
    message: str
    #: The name of the source, or `None` without a location.
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]
    end_line: Optional[int]
    end_column: Optional[int]
    #: More about it.
    notes: tuple[str, ...]
    #: What to write instead.
    help: Optional[str]
    #: The name of a warning, for ``warnings="no-NAME"``.
    name: Optional[str]

    def __str__(self) -> str:
        """The diagnostic on one line, as ``--message-format short`` prints it."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place}{': ' if place else ''}{self.severity}[{self.code}]: {self.message}"


class Error(Exception):
    """A program that does not compile, or failed while it ran. Its text is the report with the source lines."""

    #: Every diagnostic, sorted by location.
    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, report: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(report, diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return str(self.args[0]).rstrip("\n")


def parse(lines: str) -> tuple[Diagnostic, ...]:
    """Parses diagnostics from JSON, one per line."""
    return tuple(_diagnostic(json.loads(line)) for line in lines.splitlines())


def _diagnostic(record: dict) -> Diagnostic:
    names = ("severity", "code", "message", "file", "line", "column", "end_line", "end_column", "help", "name")
    return Diagnostic(notes=tuple(record["notes"]), **{name: record[name] for name in names})


def error(failed: BaseException) -> Error:
    """Converts an error of the extension module to an `Error`."""
    report, lines = failed.args
    return Error(report, parse(lines))
