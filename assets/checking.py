"""Holds a tree of nodes against the schema's types: every deviation with its place, or the value built from it.

The types themselves (`msgspec.inspect`) are the schema; nothing is said twice. A scalar is read as the type expects: a
name stays a name though it looks like a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as kinds

from assets.errors import AssetsError, Place, Problem, quoted, suggestion
from assets.nodes import Node

T = TypeVar("T")
INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?")
TRUTH = {"true": True, "false": False}
MISSING = "missing"
FEW = 2
PLAIN = (kinds.BoolType(), kinds.IntType(), kinds.FloatType())
SCALARS = (kinds.BoolType, kinds.IntType, kinds.FloatType, kinds.StrType, kinds.LiteralType, kinds.EnumType)


def build(node: Node, shape: type[T], path: str = "", key: str | None = None) -> T:
    """The value of a type that the node describes; AssetsError names all that is wrong with it."""
    check = _Check()
    raw = check.value(node, kinds.type_info(shape), path, key)
    if check.problems:
        raise AssetsError(check.problems)
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        raise AssetsError([Problem(node.place, path, " ".join(str(error).split()))]) from error


class _Check:
    """Walks a tree along a type, collects the problems and gives back plain values."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, place: Place, path: str, what: str) -> None:
        """One more problem."""
        self.problems.append(Problem(place, path, what))

    def value(self, node: Node, info: kinds.Type, path: str, key: str | None = None) -> Any:
        """The plain value for a node, of the expected kind; None with a problem noted if it does not fit."""
        if isinstance(info, kinds.Metadata):
            return self.described(node, info, path, key)
        if isinstance(info, kinds.UnionType):
            return self.union(node, info, path, key)
        if isinstance(info, kinds.StructType):
            return self.struct(node, info, path, key)
        if isinstance(info, kinds.DictType):
            return self.mapping(node, info, path)
        if isinstance(info, kinds.VarTupleType | kinds.ListType | kinds.FrozenSetType | kinds.SetType):
            return self.sequence(node, info.item_type, path)
        if isinstance(info, kinds.TupleType):
            return self.fixed(node, info, path)
        if isinstance(info, kinds.AnyType):
            return plain(node)
        return self.scalar(node, info, path)

    def described(self, node: Node, info: kinds.Metadata, path: str, key: str | None) -> Any:
        before = len(self.problems)
        found = self.value(node, info.type, path, key)
        description = (info.extra_json_schema or {}).get("description")
        if len(self.problems) > before and description:
            del self.problems[before:]
            self.wrong(node.place, path, f"expected {description}, found {node.kind}")
        return found

    def union(self, node: Node, info: kinds.UnionType, path: str, key: str | None) -> Any:
        members = [bare(member) for member in info.types]
        if node.value is None and any(isinstance(member, kinds.NoneType) for member in members):
            return None
        fitting = [member for member in members if fits(node, member)]
        if len(fitting) == 1:
            return self.value(node, fitting[0], path, key)
        if isinstance(node.value, str) and fitting:
            return self.any_scalar(node, fitting, path)
        self.wrong(node.place, path, f"expected {' or '.join(names(members))}, found {node.kind}")
        return None

    def any_scalar(self, node: Node, members: list[kinds.Type], path: str) -> Any:
        if not node.literal:
            for member in sorted(members, key=lambda info: SCALARS.index(type(info))):
                if not isinstance(member, kinds.StrType) and read(node.text, member) is not None:
                    return self.scalar(node, member, path)
        text = next((member for member in members if isinstance(member, kinds.StrType)), members[-1])
        return self.scalar(node, text, path)

    def struct(self, node: Node, info: kinds.StructType, path: str, key: str | None) -> Any:
        if not isinstance(node.value, dict):
            self.wrong(node.place, path, f"expected a mapping ({info.cls.__name__}), found {node.kind}")
            return None
        known = {field.encode_name: field for field in info.fields}
        raw: dict[str, Any] = {}
        if key is not None and "id" in known and "id" not in node.value:
            raw["id"] = self.value(Node(key, node.place), known["id"].type, path)
        for name, child in node.value.items():
            if name not in known:
                self.wrong(child.place, path, f"unknown field {quoted(name)}{suggestion(name, known)}")
            elif child.value is not None or known[name].required:
                raw[name] = self.value(child, known[name].type, join(path, name))
        missing = [name for name, field in known.items() if field.required and name not in raw]
        if missing:
            self.wrong(node.place, path, f"{MISSING} {', '.join(missing)}")
        return raw

    def mapping(self, node: Node, info: kinds.DictType, path: str) -> Any:
        if not isinstance(node.value, dict):
            self.wrong(node.place, path, f"expected a mapping of names, found {node.kind}")
            return None
        raw = {}
        for name, child in node.value.items():
            here = join(path, name)
            word = self.value(Node(name, child.place), info.key_type, here)
            before = len(self.problems)
            raw[word] = self.value(child, info.value_type, here, name)
            self.likely(name, here, before, node.value)
        return raw

    def likely(self, name: str, path: str, since: int, known: Iterable[str]) -> None:
        """An entry that lacks most of its fields may be meant for one that is there: the problem says which."""
        for number, problem in enumerate(self.problems[since:], since):
            if problem.path == path and problem.what.startswith(MISSING) and problem.what.count(",") >= FEW:
                hint = nearest(name, [other for other in known if other != name])
                self.problems[number] = problem._replace(what=problem.what + hint)

    def sequence(self, node: Node, item: kinds.Type, path: str) -> Any:
        if not isinstance(node.value, list):
            self.wrong(node.place, path, f"expected a list, found {node.kind}")
            return None
        return [self.value(child, item, join(path, str(number))) for number, child in enumerate(node.value)]

    def fixed(self, node: Node, info: kinds.TupleType, path: str) -> Any:
        if not isinstance(node.value, list) or len(node.value) != len(info.item_types):
            count = f", found {len(node.items)}" if isinstance(node.value, list) else f", found {node.kind}"
            self.wrong(node.place, path, f"expected a list of {len(info.item_types)}{count}")
            return None
        pairs = zip(node.value, info.item_types, strict=True)
        return [self.value(child, item, join(path, str(number))) for number, (child, item) in enumerate(pairs)]

    def scalar(self, node: Node, info: kinds.Type, path: str) -> Any:
        if not isinstance(node.value, str):
            self.wrong(node.place, path, f"expected {' or '.join(names([info]))}, found {node.kind}")
            return None
        found = read(node.value, info)
        if found is None or (node.literal and not isinstance(found, str)):
            self.wrong(node.place, path, expectation(node, info))
            return None
        for limit in broken(found, info):
            self.wrong(node.place, path, f"expected {limit}, found {node.kind}")
        return found


def join(path: str, name: str) -> str:
    """The path of an entry below a path."""
    return f"{path}/{name}" if path else name


def bare(info: kinds.Type) -> kinds.Type:
    """A type without its description."""
    return bare(info.type) if isinstance(info, kinds.Metadata) else info


def fits(node: Node, info: kinds.Type) -> bool:
    """Whether the node's form (mapping, list, scalar) can be of this type."""
    if isinstance(node.value, dict):
        return isinstance(info, kinds.StructType | kinds.DictType)
    if isinstance(node.value, list):
        return isinstance(info, kinds.VarTupleType | kinds.ListType | kinds.TupleType | kinds.SetType)
    return isinstance(info, SCALARS) and node.value is not None


def read(text: str, info: kinds.Type) -> bool | int | float | str | None:
    """The text as a value of a scalar type; None if it is none."""
    if isinstance(info, kinds.BoolType):
        return TRUTH.get(text)
    if isinstance(info, kinds.IntType):
        return int(text) if INTEGER.fullmatch(text) else None
    if isinstance(info, kinds.FloatType):
        return float(text) if NUMBER.fullmatch(text) else None
    if isinstance(info, kinds.LiteralType):
        return next((value for value in info.values if str(value) == text), None)
    if isinstance(info, kinds.EnumType):
        return next((member.value for member in info.cls if str(member.value) == text), None)
    return text


def expectation(node: Node, info: kinds.Type) -> str:
    """What a scalar should have been."""
    if isinstance(info, kinds.LiteralType | kinds.EnumType):
        members = info.values if isinstance(info, kinds.LiteralType) else [member.value for member in info.cls]
        return f"expected one of {', '.join(map(str, members))}, found {node.kind}{nearest(node.text, members)}"
    return f"expected {names([info])[0]}, found {node.kind}"


def nearest(word: str, members: Iterable[Any]) -> str:
    """The hint for a word out of a closed list, which the message names anyway."""
    hint = suggestion(word, map(str, members))
    return hint if "mean" in hint else ""


def broken(value: Any, info: kinds.Type) -> Iterator[str]:
    """The limits of a type that a value does not keep."""
    if isinstance(info, kinds.IntType | kinds.FloatType):
        limits: list[tuple[str, float | None, Callable[[float], bool]]] = [
            ("at least", info.ge, lambda limit: value >= limit),
            ("at most", info.le, lambda limit: value <= limit),
            ("more than", info.gt, lambda limit: value > limit),
            ("less than", info.lt, lambda limit: value < limit),
        ]
        yield from (f"{word} {limit}" for word, limit, keeps in limits if limit is not None and not keeps(limit))
    if isinstance(info, kinds.StrType):
        if info.min_length is not None and len(value) < info.min_length:
            yield "a text"
        if info.max_length is not None and len(value) > info.max_length:
            yield f"at most {info.max_length} characters"
        if info.pattern is not None and not re.search(info.pattern, value):
            yield f"the form {info.pattern}"


def names(members: list[kinds.Type]) -> list[str]:
    """Types in words."""
    words = {
        kinds.BoolType: "true or false",
        kinds.IntType: "a whole number",
        kinds.FloatType: "a number",
        kinds.StrType: "a text",
        kinds.LiteralType: "a known word",
        kinds.EnumType: "a known word",
        kinds.NoneType: "nothing",
        kinds.StructType: "a mapping",
        kinds.DictType: "a mapping",
    }
    return list(dict.fromkeys(words.get(type(member), "a list") for member in members))


def plain(node: Node) -> Any:
    """A node as plain values, scalars as YAML 1.2 reads them."""
    if isinstance(node.value, dict):
        return {name: plain(child) for name, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    if node.value is None or node.literal:
        return node.value
    for info in (
        kinds.BoolType(),
        kinds.IntType(None, None, None, None, None),
        kinds.FloatType(None, None, None, None, None),
    ):
        found = read(node.value, info)
        if found is not None:
            return found
    return node.value
