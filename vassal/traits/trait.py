"""One trait of a piece: its text as it stands in the file, and its fields by name."""

from vassal.errors import VassalError
from vassal.fields import Field, Layout, Value
from vassal.record import Record
from vassal.traits.kinds import Kind
from vassal.traits.table import KINDS, UNKNOWN, kind_of, prefix_of


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
        return self if state == self.state else parse(self.type, state)

    def with_fields(self, **changes: Value) -> "Trait":
        """Return the trait with these fields changed; all others keep their text."""
        kind = KINDS[self.kind]
        ours = {name: value for name, value in changes.items() if not kind.places[name][0]}
        states = {name: value for name, value in changes.items() if kind.places[name][0]}
        type_text = self.type
        if ours:
            prefix = prefix_of(self.type) if self.known else ""
            type_text = prefix + kind.type.write(_changed(kind.type, self.values, ours))
        state = kind.state.write(_changed(kind.state, self.state_values, states)) if states else self.state
        return parse(type_text, state)


def _changed(layout: Layout, values: tuple[Value, ...], changes: dict[str, Value]) -> list[Value]:
    """Return the values with some replaced; the places before a changed one are filled with defaults."""
    columns = layout.columns
    new = list(values)
    for name, value in changes.items():
        place = layout.places[name]
        new.extend(column.default for column in columns[len(new) : place + 1])
        new[place] = value
    return _counted(layout, new)


def _counted(layout: Layout, values: list[Value]) -> list[Value]:
    """Return the values with the count of a run of tokens set to its length."""
    place = len(layout.fields)
    if layout.group is not None and layout.group.counted and len(values) > place:
        run = values[place]
        if isinstance(run, tuple | list):
            values[place - 1] = len(run)
    return values


def parse(type_text: str, state: str = "") -> Trait:
    """Return the trait of a type text and a state text."""
    kind = kind_of(type_text)
    return Trait(kind.name, type_text, state, kind.type.read(type_text[len(kind.prefix) :]), kind.state.read(state))


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
    return layout.write(_counted(layout, values))
