"""Converts arrays to textures and images."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _layout
from ._arrays import is_array, numpy_module

#: The axes of an array by the dimension of the image, without the channels, outermost first.
_AXES = {"1d": "w", "2d": "hw", "rect": "hw", "3d": "dhw", "cube": "lhw", "buffer": "w"}

#: Suffix of the format, by the kind of the array's dtype and whether the shader reads floats.
_SUFFIXES = {("f", True): "f", ("u", False): "ui", ("i", False): "i", ("u", True): "", ("i", True): "_snorm"}

_CHANNELS = {1: "r", 2: "rg", 4: "rgba"}


@dataclass
class Image:
    """An image in the form that the extension module takes."""

    name: str
    shape: str
    format: str
    size: list[int]
    texels: bytes
    form: tuple[Any, tuple[int, ...]]
    filter: str = "nearest"
    wrap: str = "clamp"


def image(reflection: Mapping[str, Any], name: str, array: Any) -> Image:
    """Converts an array to the image that the shader declares. The type of its elements determines the format."""
    if not is_array(array):
        array = numpy_module().asarray(array)
    found = _layout.resource(reflection, name)
    types = found["images"] if found else []
    if not types:
        known = [r["name"] for r in reflection.get("resources", ()) if r["images"]]
        raise ValueError(f"the shader has no image or texture named `{name}`; it has {', '.join(known) or 'none'}")
    type_ = types[0]
    if type_["multisampled"]:
        raise ValueError(f"`{name}`: multisample images cannot be given as arrays")
    dim, layers = type_["dim"], type_["arrayed"]
    axes = ("" if dim == "cube" or not layers else "l") + _AXES[dim]
    if array.ndim not in (len(axes), len(axes) + 1):
        words = ", ".join({"w": "width", "h": "height", "d": "depth", "l": "layers"}[axis] for axis in axes)
        raise ValueError(f"`{name}` is an image of {dim}: the array has the shape ({words}) or ({words}, channels)")
    channels = array.shape[-1] if array.ndim > len(axes) else 1
    length = dict(zip(axes, array.shape))
    if dim == "cube" and length["l"] % 6 != 0:
        raise ValueError(f"`{name}`: a cube has six faces, +X first; the array has {length['l']}")
    layer_count = length.get("l", 1) // (6 if dim == "cube" else 1)
    size = [length["w"], length.get("h", 1), length.get("d", 1)]
    if layers:
        size[1 if dim == "1d" else 2] = layer_count
    kind = array.dtype.kind
    suffix = _SUFFIXES.get((kind, type_["texel"] in ("f32", "f16")))
    bits = array.dtype.itemsize * 8
    if suffix is None or channels not in _CHANNELS or (kind == "f" and bits == 64):
        raise TypeError(
            f"`{name}` has texels of type {type_['texel']} in the shader; {channels} channels of the dtype {array.dtype} "
            "do not form such a texel"
        )
    shape = ("2d" if dim == "rect" else dim) + (" array" if layers else "")
    texels = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
    format_ = f"{_CHANNELS[channels]}{bits}{suffix}"
    return Image(name, shape, format_, size, texels, (array.dtype, array.shape))
