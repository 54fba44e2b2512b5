"""One trait of a piece: its text as it stands in the file, and its fields by name."""

from functools import lru_cache

from vassal.errors import VassalError
from vassal.fields import Field, Layout, Value
from vassal.record import Record
from vassal.traits.kinds import Kind
from vassal.traits.table import KINDS, UNKNOWN, kind_of, prefix_of

TRAITS, REMEMBERED = 8192, 2048
"""So many traits are remembered, of so many characters at most."""
LONG, LONGEST = 512, 65_536
"""The same for those that are longer."""


class Trait(Record, frozen=True, gc=False):
    """A trait: the texts of its type and its state, and the values that stand in them."""

    kind: str
    type: str
    state: str
    values: tuple[Value, ...]
    state_values: tuple[Value, ...]

    @property
    def known(self) -> bool:
        """Return whether the engine itself has this kind of trait."""
        return self.kind != UNKNOWN.name

    @property
    def prefix(self) -> str:
        """Return what the type begins with, up to and with the first `;`."""
        return prefix_of(self.type)

    def _find(self, name: str) -> tuple[Value | None, Field]:
        kind = KINDS[self.kind]
        try:
            in_state, place = kind.places[name]
        except KeyError:
            raise KeyError(f"a {self.kind} has no field {name!r}") from None
        values = self.state_values if in_state else self.values
        columns = (kind.state if in_state else kind.type).columns
        return (values[place] if place < len(values) else None), columns[place]

    def with_state(self, state: str) -> "Trait":
        """Return the same trait in another state."""
        if state == self.state:
            return self
        return Trait(self.kind, self.type, state, self.values, KINDS[self.kind].state.read(state))

    def with_fields(self, **changes: Value) -> "Trait":
        """Return the trait with these fields changed and all others as they are, missing ones too."""
        kind = KINDS[self.kind]
        ours = {name: value for name, value in changes.items() if not kind.places[name][0]}
        states = {name: value for name, value in changes.items() if kind.places[name][0]}
        type_text = self.type
        if ours:
            prefix = prefix_of(self.type) if self.known else ""
            type_text = prefix + kind.type.write(kind.type.changed(self.values, ours))
        state = kind.state.write(kind.state.changed(self.state_values, states)) if states else self.state
        return parse(type_text, state)


def parse(type_text: str, state: str = "") -> Trait:
    """Return the trait of a type text and a state text; those of a module come again in each of its logs."""
    length = len(type_text) + len(state)
    return (_known if length <= REMEMBERED else _long if length <= LONGEST else _parse)(type_text, state)


def _parse(type_text: str, state: str) -> Trait:
    kind = kind_of(type_text)
    return Trait(kind.name, type_text, state, kind.type.read(type_text[len(kind.prefix) :]), kind.state.read(state))


_known = lru_cache(maxsize=TRAITS)(_parse)
_long = lru_cache(maxsize=LONG)(_parse)


def make(kind_name: str, /, **given: Value) -> Trait:
    """Return a new trait of a kind, with these fields of its type and state, and the engine's defaults for the rest."""
    kind = KINDS.get(kind_name)
    if kind is None or kind is UNKNOWN:
        raise VassalError(f"there is no trait {kind_name!r}")
    wrong = sorted(set(given) - set(kind.places))
    if wrong:
        raise VassalError(f"a {kind_name} has no field {wrong[0]!r}; it has {', '.join(kind.places)}")
    type_text = kind.prefix + _new(kind, kind.type, given)
    return parse(type_text, _new(kind, kind.state, given))


def _new(kind: Kind, layout: Layout, given: dict[str, Value]) -> str:
    """Return the text of a new record: all fields that released engines write, and those given beyond them."""
    columns = layout.columns
    if not columns:
        return ""
    last = max((place for place, column in enumerate(columns) if not column.since or column.name in given), default=-1)
    values: list[Value] = []
    for column in columns[: last + 1]:
        fresh = column.default if column.fresh is None else column.fresh
        values.append(given.get(column.name, fresh))
    return layout.write(layout.counted(values))
