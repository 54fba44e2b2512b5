"""The tree of components of a build file, as it stands there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from vassal.arithmetic import parse_double, parse_int
from vassal.componenttable import Attribute, Kind, kind_of, simple
from vassal.errors import Damaged


@dataclass(frozen=True, slots=True)
class Component:
    """One component: its tag (a class of the engine), its settings, its text and what stands in it."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple["Component", ...] = ()
    text: str = ""

    @property
    def name(self) -> str:
        """Return the last word of the tag."""
        return simple(self.tag)

    @property
    def kind(self) -> Kind | None:
        """Return what the engine knows of such a component, or None if it knows no such."""
        return kind_of(self.tag)

    @property
    def title(self) -> str:
        """Return what the module's author called it; empty if nothing."""
        return next((self.attributes[name] for name in _TITLES if self.attributes.get(name)), "")

    @property
    def label(self) -> str:
        """Return tag word and title, as places in messages name it: `Map[Main Map]`."""
        return f"{self.name}[{self.title}]" if self.title else self.name

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute as written, else the engine's default, else the one given."""
        value = self.attributes.get(name)
        if value is not None:
            return value
        kind = self.kind
        known = kind.attributes.get(name) if kind else None
        return default if known is None or known.default is None else known.default

    def integer(self, name: str, default: int = 0) -> int:
        """Return a whole number; the engine drops a component in which it is none."""
        text = self.get(name, str(default))
        value = parse_int(text)
        if value is None:
            raise Damaged(f"{name} must be a whole number, not {text[:40]!r}", self.label)
        return value

    def number(self, name: str, default: float = 0.0) -> float:
        """Return a number; the engine drops a component in which it is none."""
        text = self.get(name, str(default))
        value = parse_double(text)
        if value is None:
            raise Damaged(f"{name} must be a number, not {text[:40]!r}", self.label)
        return value

    def sound(self) -> None:
        """Raise where the engine would drop the component because a number in it is none."""
        kind = self.kind
        known: Mapping[str, Attribute] = kind.attributes if kind else {}
        for name in self.attributes:
            if name in known and known[name].kind == "integer":
                self.integer(name)
            elif name in known and known[name].kind == "number":
                self.number(name)

    def boolean(self, name: str) -> bool:
        """Return whether a setting is on; anything but the word true is off."""
        return self.get(name).lower() == "true"

    def walk(self) -> Iterator["Component"]:
        """Yield this component and all in it, parents first, in the order of the file."""
        waiting = [self]
        while waiting:
            component = waiting.pop()
            yield component
            waiting.extend(reversed(component.children))

    def paths(self, path: tuple["Component", ...] = ()) -> Iterator[tuple["Component", ...]]:
        """Yield the way to each component from here, each ending in the component."""
        waiting = [(*path, self)]
        while waiting:
            way = waiting.pop()
            yield way
            waiting.extend((*way, child) for child in reversed(way[-1].children))

    def inside(self, *names: str) -> Iterator["Component"]:
        """Yield the children of these names, those in folders as well."""
        for child in self.children:
            if child.name in names:
                yield child
            elif child.is_folder:
                yield from child.inside(*names)

    def every(self, *names: str) -> Iterator["Component"]:
        """Yield all components of these names below this one, in the order of the file."""
        return (component for component in self.walk() if component.name in names and component is not self)

    def first(self, name: str) -> "Component | None":
        """Return the first child of that name, or None."""
        return next(self.inside(name), None)

    @property
    def is_folder(self) -> bool:
        """Tell whether it only groups what stands in it, and counts for nothing."""
        return self.tag.startswith("VASSAL.build.module.folder.")


_TITLES = ("name", "mapName", "entryName", "chartName", "title", "description", "text", "buttonText")


def place(path: tuple[Component, ...]) -> str:
    """Return a path as messages name it, without the root."""
    return "/".join(component.label for component in path[1:])
