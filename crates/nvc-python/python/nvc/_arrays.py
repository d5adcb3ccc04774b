"""Converts arrays to bytes and back. NumPy is imported only when an array is used."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _layout

if TYPE_CHECKING:
    import numpy


def numpy_module() -> Any:
    """Imports NumPy, or raises an error that says what to do."""
    try:
        import numpy
    except ImportError:
        raise ImportError("nvc.run takes and returns NumPy arrays; install numpy, or give bytes") from None
    return numpy


class Buffer(NamedTuple):
    """The bytes of a buffer, and the form in which to return them."""

    data: bytes
    #: Type and shape of the array; `None` for bytes.
    form: Optional[tuple[Any, tuple[int, ...]]]


def is_array(value: object) -> bool:
    """Whether a value is a NumPy array, without importing NumPy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic))


def buffer(reflection: Mapping[str, Any], name: str, value: object) -> Buffer:
    """Returns the bytes of a buffer. Lists are converted to arrays of the type that the shader declares."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return Buffer(bytes(value), None)
    scalar = _layout.scalar(reflection, name)
    if not is_array(value):
        if not isinstance(value, (list, tuple)):
            raise TypeError(f"`{name}`: {type(value).__name__} is not an array, a list or bytes")
        if scalar is None and _layout.resource(reflection, name) is None:
            known = ", ".join(f"`{found['name']}`" for found in reflection.get("resources", ()))
            raise ValueError(f"the program has no resource or parameter named `{name}`; it uses {known}")
        if scalar is None:
            raise TypeError(f"`{name}`: the shader does not say the type of a list's elements; give an array")
        numpy = numpy_module()
        try:
            value = numpy.array(value, dtype=_layout.DTYPES[scalar])
        except (OverflowError, ValueError, TypeError) as wrong:
            raise type(wrong)(f"`{name}`: {wrong}") from None
    array: Any = value
    _check(reflection, name, array, scalar)
    little = array.dtype.newbyteorder("<")
    return Buffer(array.astype(little, copy=False).tobytes(), (array.dtype, array.shape))


def _check(reflection: Mapping[str, Any], name: str, array: Any, scalar: Optional[str]) -> None:
    dtype = array.dtype
    if dtype.hasobject:
        raise TypeError(f"`{name}`: an array of objects has no bytes")
    # Arrays of bytes and structured arrays are not checked.
    if scalar is None or dtype.kind == "V" or dtype.str[1:] == "u1":
        return
    numpy = numpy_module()
    wanted = numpy.dtype(_layout.DTYPES[scalar])
    same = dtype.kind == wanted.kind or (dtype.kind in "iu" and wanted.kind in "iu")
    foreign = scalar in ("bf16", "e4m3", "e5m2", "ue8m0", "mxint8")
    if dtype.itemsize != wanted.itemsize or not (same or foreign):
        raise TypeError(
            f"`{name}` has elements of type {scalar} in the shader, but the array has the dtype {dtype}; "
            f"write .astype(numpy.{wanted.name})"
        )
    row = _layout.row(reflection, name)
    if row and row[0] != row[1] and array.ndim > 1 and array.shape[-1] * dtype.itemsize != row[1]:
        raise ValueError(
            f"`{name}`: a row of the array has {array.shape[-1] * dtype.itemsize} bytes, but the shader's vectors are "
            f"{row[1]} bytes apart; pad the rows to {row[1] // dtype.itemsize} elements"
        )


def restored(data: bytearray, form: Optional[tuple[Any, tuple[int, ...]]]) -> Any:
    """Returns the array, or the bytes, after the run."""
    if form is None:
        return bytes(data)
    dtype, shape = form
    array: numpy.ndarray = numpy_module().frombuffer(data, dtype=dtype.newbyteorder("<"))
    return array.astype(dtype, copy=False).reshape(shape)
