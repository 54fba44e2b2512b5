"""Actions: one small frozen class a verb. What players declare, roll and do to the board is a stream of them."""

from collections.abc import Collection, Iterator
from typing import ClassVar

import msgspec

EMPTY = ("", (), None)


class Action(msgspec.Struct, frozen=True, tag_field="verb", tag=str.lower, kw_only=True):
    """Something a side did; `by` is the side, or empty where the record does not tell."""

    follows: ClassVar[bool] = False
    """True for a roll or a board change that is legal only where something made it due."""
    clock: ClassVar[bool] = False
    """True where it only ends something: what is wanting then was the duty of whom the finding names."""
    own: ClassVar[bool] = False
    """True for what is decided by the side of the piece that it is about: it is its act, whoever sat at the board."""
    on_the_way: ClassVar[bool] = False
    """True for a step on a way: what is wrong with it is told once of the way, also if that is gone in many."""
    waives: ClassVar[bool] = False
    """True for a word by which a side does without what it may still do: until somebody acts, it may think better of
    it, for nobody has gone by it yet."""
    about: ClassVar[str] = ""
    """The field that names what the action is about; the first one if empty."""

    by: str = ""


def matches(template: Action, action: Action) -> bool:
    """True if the action is what the template asks for; an empty field of the template asks for nothing."""
    if type(template) is not type(action):
        return False
    for field in template.__struct_fields__:
        want = getattr(template, field)
        if want not in EMPTY and want != getattr(action, field):
            return False
    return True


def words_of(action: Action, fields: Collection[str] = ()) -> Iterator[str]:
    """The names in the fields of an action, in all of them or in some."""
    for name in action.__struct_fields__:
        if fields and name not in fields:
            continue
        value = getattr(action, name)
        yield from (
            each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str) and each
        )


def subject(action: Action) -> str:
    """The piece that an action is about."""
    named = action.about or next(iter(action.__struct_fields__), "by")
    value = getattr(action, named)
    return ",".join(value) if isinstance(value, tuple) else str(value)
