"""What an example says: its text, and what stands in it by name."""

from typing import NamedTuple

from vassal.fields import Value


class TraitBlob(NamedTuple):
    """A trait as a module of 3.7 has it, and the fields that are not as in a new one."""

    kind: str
    type: str
    state: str
    fields: dict[str, Value]


class CommandBlob(NamedTuple):
    """A command as it stands in a save or a log, and its fields."""

    kind: str
    text: str
    fields: dict[str, Value]
