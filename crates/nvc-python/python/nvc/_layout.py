"""Looks up resources and parameters in the reflection, and the types that their values must have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Optional

#: NumPy dtypes of scalars. Encodings that NumPy does not have are passed as integers of the same width.
DTYPES = {
    "bool": "u4",
    "i8": "i1",
    "i16": "i2",
    "i32": "i4",
    "i64": "i8",
    "u8": "u1",
    "u16": "u2",
    "u32": "u4",
    "u64": "u8",
    "f16": "f2",
    "f32": "f4",
    "f64": "f8",
    "bf16": "u2",
    "e4m3": "u1",
    "e5m2": "u1",
    "ue8m0": "u1",
    "mxint8": "i1",
}


def _structs(reflection: Mapping[str, Any]) -> dict[str, Any]:
    return {struct["name"]: struct for struct in reflection["structs"]}


def _scalars(type_: Mapping[str, Any], structs: Mapping[str, Any]) -> Iterator[str]:
    """Yields the names of the scalar types in a type, possibly repeated."""
    kind = type_["kind"]
    if kind in ("scalar", "vector", "matrix"):
        yield type_["scalar"]
    elif kind == "array":
        yield from _scalars(type_["element"], structs)
    elif kind == "struct":
        for member in structs[type_["name"]]["members"]:
            yield from _scalars(member["type"], structs)
    else:
        yield "u64"


def resource(reflection: Mapping[str, Any], name: str) -> Optional[Mapping[str, Any]]:
    """Returns the resource that a name, as passed to `nvc.run`, refers to."""
    base = name.rsplit("[", 1)[0] if name.endswith("]") else name
    for found in reflection.get("resources", ()):
        block = found["block"] or {}
        if base in (found["name"], block.get("name")):
            return found
    for found in reflection.get("resources", ()):
        last = found["index"] + (found["count"] or 1)
        if any(name == f"{found['class']}[{index}]" for index in range(found["index"], min(last, found["index"] + 64))):
            return found
    return None


def scalar(reflection: Mapping[str, Any], name: str) -> Optional[str]:
    """Returns the scalar type of a buffer; `None` if it has several, or if the source addresses it by bytes."""
    found = resource(reflection, name)
    if found is None or not found["block"]:
        return None
    structs = _structs(reflection)
    scalars = {one for member in found["block"]["members"] for one in _scalars(member["type"], structs)}
    return scalars.pop() if len(scalars) == 1 else None


def row(reflection: Mapping[str, Any], name: str) -> Optional[tuple[int, int]]:
    """Returns the size of a vector and the array stride, in bytes, for a buffer that is one array of vectors."""
    found = resource(reflection, name)
    members = found["block"]["members"] if found and found["block"] else []
    if len(members) != 1 or members[0]["type"]["kind"] != "array":
        return None
    element, stride = members[0]["type"]["element"], members[0]["type"]["stride"]
    if element["kind"] != "vector":
        return None
    return element["components"] * int(DTYPES[element["scalar"]][1]), stride


def parameter(reflection: Mapping[str, Any], name: str) -> Optional[Mapping[str, Any]]:
    """Returns the type of a parameter, or of an element of an array parameter."""
    fields = list(reflection.get("push_constants", {}).get("members", ()))
    for found in reflection.get("resources", ()):
        if found["class"] == "parameter":
            fields = found["block"]["members"]
    types = {field["name"]: field["type"] for field in fields}
    if name in types:
        return types[name]
    base = types.get(name.rsplit("[", 1)[0]) if name.endswith("]") else None
    return base["element"] if base and base["kind"] == "array" else None


def numbers(value: object, type_: Optional[Mapping[str, Any]], reflection: Mapping[str, Any]) -> list[Any]:
    """Flattens the value of a parameter to scalars in the order of its type, matrices column by column. A nested list
    for a matrix is a list of rows, as in NumPy."""
    if hasattr(value, "tolist"):  # a NumPy array or scalar
        value = value.tolist()
    kind = type_["kind"] if type_ else None
    if isinstance(value, Mapping):
        if kind != "struct" or type_ is None:
            raise TypeError("a dictionary is the value of a struct")
        members = _structs(reflection)[type_["name"]]["members"]
        unknown = set(value) - {member["name"] for member in members}
        if unknown:
            raise ValueError(f"the struct {type_['name']} has no member {', '.join(sorted(map(str, unknown)))}")
        missing = [member["name"] for member in members if member["name"] not in value]
        if missing:
            raise ValueError(f"the struct {type_['name']} needs a value for {', '.join(missing)}")
        return [n for m in members for n in numbers(value[m["name"]], m["type"], reflection)]
    if isinstance(value, (bool, int, float)):
        return [value]
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{value!r} is not a number or a list of numbers")
    if type_ and kind == "matrix" and value and isinstance(value[0], (list, tuple)):
        rows = [[n for item in line for n in numbers(item, None, reflection)] for line in value]
        if len(rows) != type_["rows"] or any(len(line) != type_["columns"] for line in rows):
            raise ValueError(f"the matrix has {type_['rows']} rows of {type_['columns']} numbers")
        return [line[column] for column in range(type_["columns"]) for line in rows]
    element = type_["element"] if type_ and kind == "array" else None
    return [n for item in value for n in numbers(item, element, reflection)]
