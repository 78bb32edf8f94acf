"""Options as data, for the forms that let people choose them."""

from __future__ import annotations

from typing import Any

import msgspec
import msgspec.inspect

from amity.match._contract import Options


def describe_options(options_type: type[Options]) -> list[dict[str, Any]]:
    """One entry a field: ``name``, ``kind`` (``flag``, ``choice``, ``number``), ``default``, and ``choices`` or
    ``minimum``, ``maximum``, ``step``.
    """
    described = []
    info = msgspec.inspect.type_info(options_type)
    assert isinstance(info, msgspec.inspect.StructType)
    for field in info.fields:
        entry: dict[str, Any] = {"name": field.name, "default": field.default}
        kind = field.type
        if isinstance(kind, msgspec.inspect.BoolType):
            entry["kind"] = "flag"
        elif isinstance(kind, msgspec.inspect.LiteralType):
            entry |= {"kind": "choice", "choices": list(kind.values)}
        elif isinstance(kind, msgspec.inspect.IntType):
            entry |= {"kind": "number", "minimum": kind.ge, "maximum": kind.le, "step": kind.multiple_of or 1}
        else:
            raise TypeError(f"{options_type.__name__}.{field.name} has a type no form can show: {kind}")
        described.append(entry)
    return described
