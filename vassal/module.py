"""A module: its components, maps, pieces and dice, read from a `.vmod` with its extensions.

module = Module.open("game.vmod")
module.map("Main Map").layout().place((221, 224)).location     # "0504"
module.slot("17").expanded.find("layer")
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from vassal import equipment, metadata
from vassal.archive import Archive, Source
from vassal.buildxml import parse
from vassal.components import Component
from vassal.errors import Damaged, NoFile, NotAlone, Problem, Unsupported, VassalError, report
from vassal.extensions import extended
from vassal.grids import Size
from vassal.limits import DEFAULT, Limits
from vassal.maps import AtStart, GameMap, MapReader, is_map
from vassal.metadata import EXTENSION_ENTRY, MODULE_ENTRY, Metadata
from vassal.pictures import HEAD, picture_size
from vassal.prototypes import Prototypes
from vassal.slots import Slot, slots_of

if TYPE_CHECKING:
    from vassal.ground import ModuleGround

BUILD_FILE = "buildFile.xml"
OLD_BUILD_FILE = "buildFile"
SAVED_GAME = "savedGame"
IMAGES = "images/"
# Old modules begin with the second.
ROOTS = ("GameModule", "BasicModule")
EXTENSION_ROOT = "ModuleExtension"
_FIRST_WITH_XML = (3, 5)


@dataclass(frozen=True)
class Module:
    """All that a module's file says, as plain data; what could not be read is among its problems."""

    source: Source = field(repr=False)
    root: Component = field(repr=False)
    metadata: Metadata | None = None
    entries: Mapping[str, int | None] = field(default_factory=dict, repr=False)
    """The sizes of all files in the archive, by name."""
    picture_sizes: Mapping[str, Size | None] = field(default_factory=dict, repr=False)
    """Width and height of the boards' pictures, by name."""
    found: tuple[Problem, ...] = ()
    """What was wrong with the files themselves."""
    held: tuple[tuple[Source, frozenset[str]], ...] = field(default=(), repr=False)
    """Which files of the archive lie in the module's own, and which in that of each extension."""

    @classmethod
    def open(cls, source: Source, extensions: Iterable[Source] = (), limits: Limits = DEFAULT) -> Self:
        """Return the module in a file, with these extensions hung into it."""
        problems: list[Problem] = []
        with Archive(source, limits, problems) as archive:
            said = _metadata(archive, MODULE_ENTRY, problems)
            root = _build_file(archive, said, limits, problems)
            if root.name not in ROOTS:
                raise NotAlone("this is an extension: it is read together with its module", archive.name)
            entries = {name: entry.size for name, entry in archive.entries.items()}
            held = [(source, frozenset(entries))]
            for extension in extensions:
                root = extended(root, read_extension(extension, limits, problems), problems)
                more = _more_entries(extension, entries, limits)
                entries |= more
                held.append((extension, frozenset(more)))
            pictures = {board.get("image") for board in root.every("Board") if board.get("image")}
            sizes = {name: _picture_size(archive, name, problems) for name in sorted(pictures)}
        return cls(source, root, said, entries, sizes, tuple(problems), tuple(held))

    @property
    def file(self) -> str:
        """Return the name of the file."""
        return "" if isinstance(self.source, bytes) else Path(self.source).name

    @property
    def name(self) -> str:
        """Return the module's name, by which saves know it."""
        return self.root.get("name")

    @cached_property
    def ground(self) -> "ModuleGround":
        """Return its maps as positions lie on them; what was asked of them is remembered."""
        from vassal.ground import ModuleGround

        return ModuleGround(self)

    @property
    def version(self) -> str:
        """Return the module's version."""
        return self.root.get("version")

    @property
    def engine(self) -> str:
        """Return the engine version that the module asks for."""
        return self.root.get("VassalVersion")

    @cached_property
    def maps(self) -> tuple[GameMap, ...]:
        """Return the maps in order, private maps and hands among them."""
        return self._maps[0]

    def map(self, name: str) -> GameMap | None:
        """Return the map of that name, or None."""
        return next((each for each in self.maps if each.name == name), None)

    @cached_property
    def prototypes(self) -> Prototypes:
        """Return the prototypes; of several of one name the last counts."""
        return Prototypes({each.get("name"): each.text for each in self.root.every("PrototypeDefinition")})

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Return all slots, in the order of the file."""
        return tuple(slots_of(self.root, self.prototypes))

    @cached_property
    def made_by_traits(self) -> tuple[Slot, ...]:
        """Return the pieces that traits put on the map or in the place of others."""
        return tuple(made for slot in self.slots for made in slot.made_by_traits())

    @cached_property
    def _by_gpid(self) -> Mapping[str, Slot]:
        found: dict[str, Slot] = {}
        for slot in (*self.slots, *self.made_by_traits):
            found.setdefault(slot.gpid, slot)
        return found

    def slot(self, gpid: str) -> Slot | None:
        """Return the slot of that id, or what a trait makes under it, or None."""
        return self._by_gpid.get(gpid)

    def named(self, name: str) -> tuple[Slot, ...]:
        """Return the slots of that name."""
        return tuple(slot for slot in self.slots if slot.name == name)

    @cached_property
    def palettes(self) -> tuple[Component, ...]:
        """Return the windows that hold pieces."""
        return tuple(self.root.every("PieceWindow"))

    def slots_in(self, component: Component) -> tuple[Slot, ...]:
        """Return the slots in a part of this module's tree."""
        return self._by_holder.get(id(component), ())

    @cached_property
    def _by_holder(self) -> Mapping[int, tuple[Slot, ...]]:
        found: dict[int, list[Slot]] = {}
        for slot in self.slots:
            for holder in slot.path:
                found.setdefault(id(holder), []).append(slot)
        return {holder: tuple(slots) for holder, slots in found.items()}

    @property
    def decks(self) -> tuple[AtStart, ...]:
        """Return the decks of all maps."""
        return tuple(deck for each in self.maps for deck in each.decks)

    @property
    def stacks(self) -> tuple[AtStart, ...]:
        """Return the stacks that are there when a game begins."""
        return tuple(stack for each in self.maps for stack in each.stacks)

    @cached_property
    def setups(self) -> tuple[equipment.Setup, ...]:
        """Return the predefined set-ups."""
        return tuple(equipment.setups(self.root))

    @cached_property
    def dice(self) -> tuple[equipment.Dice, ...]:
        """Return the buttons that roll."""
        return equipment.dice(self.root)

    @cached_property
    def turn_trackers(self) -> tuple[equipment.TurnTracker, ...]:
        """Return the turn trackers."""
        return equipment.turn_trackers(self.root)

    @cached_property
    def global_properties(self) -> tuple[equipment.GlobalProperty, ...]:
        """Return the global properties of the module, of its maps and of their zones."""
        return equipment.global_properties(self.root, {id(each.component): each.name for each in self.maps})

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Return the sides that players may take."""
        return equipment.sides(self.root)

    @cached_property
    def images(self) -> Mapping[str, int | None]:
        """Return the sizes of the pictures in bytes, by name."""
        return {name.removeprefix(IMAGES): size for name, size in self.entries.items() if name.startswith(IMAGES)}

    def read(self, entry: str, limits: Limits = DEFAULT) -> bytes:
        """Return a file of the archive."""
        with Archive(next((source for source, names in self.held if entry in names), self.source), limits) as archive:
            return archive.read(entry)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Return all that is wrong with the module as far as reading it shows."""
        return (*self.found, *self._maps[1], *self._doubled(), *self._piece_problems())

    @cached_property
    def _maps(self) -> tuple[tuple[GameMap, ...], tuple[Problem, ...]]:
        reader = MapReader(self.picture_sizes.get, self.slots_in)
        components = (component for component in self.root.walk() if is_map(component))
        maps = [reader.read(component, number) for number, component in enumerate(components)]
        return tuple(each for each in maps if each), tuple(reader.problems)

    def _doubled(self) -> Iterator[Problem]:
        named = {
            "maps are called": [each.name for each in self.maps],
            "prototypes are called": [each.get("name") for each in self.root.every("PrototypeDefinition")],
            "decks are called": [deck.name for deck in self.decks],
            "slots have the gpid": [slot.gpid for slot in self.slots],
        }
        for what, names in named.items():
            for name, count in sorted(Counter(names).items()):
                if count > 1:
                    yield Problem(self.file, f"{count} {what} {name!r}")

    def _piece_problems(self) -> Iterator[Problem]:
        for slot in self.slots:
            yield from slot.problems()


def read_extension(source: Source, limits: Limits = DEFAULT, problems: list[Problem] | None = None) -> Component:
    """Return the tree of an extension's file."""
    problems = [] if problems is None else problems
    with Archive(source, limits, problems) as archive:
        root = _build_file(archive, _metadata(archive, EXTENSION_ENTRY, problems), limits, problems)
        if root.name != EXTENSION_ROOT:
            raise Damaged("this is no extension", archive.name)
        return root


def _more_entries(extension: Source, known: Mapping[str, int | None], limits: Limits) -> dict[str, int | None]:
    """Return the files that an extension brings and that the module has not; what it says of itself is none of them."""
    own = {BUILD_FILE, OLD_BUILD_FILE, EXTENSION_ENTRY}
    with Archive(extension, limits, []) as archive:
        return {name: entry.size for name, entry in archive.entries.items() if name not in known and name not in own}


def _build_file(archive: Archive, said: Metadata | None, limits: Limits, problems: list[Problem]) -> Component:
    name = next((name for name in (BUILD_FILE, OLD_BUILD_FILE) if name in archive), None)
    if name is None:
        if SAVED_GAME in archive:
            raise NoFile("this is a saved game or a log; a module was expected", archive.name)
        if not archive.names:
            raise Damaged("there is nothing in it that can be read: no module, no saved game and no log", archive.name)
        raise Damaged(f"there is no {BUILD_FILE}: not a module", archive.name)
    if name == OLD_BUILD_FILE and not (said and _before_xml(said.vassal_version)):
        problems.append(Problem(archive.name, f"the engine looks for {BUILD_FILE}; there is only {OLD_BUILD_FILE}"))
    root = parse(archive.read(name), f"{archive.name}: {name}" if archive.name else name, limits)
    if root.name not in {*ROOTS, EXTENSION_ROOT}:
        raise Unsupported(f"begins with {root.tag[:80]}: neither a module nor an extension", archive.name)
    return root


def _before_xml(version: str) -> bool:
    numbers = [int(part) for part in version.split(".")[:2] if part.isascii() and part.isdigit() and len(part) < 6]
    return len(numbers) == 2 and tuple(numbers) < _FIRST_WITH_XML


def _metadata(archive: Archive, entry: str, problems: list[Problem]) -> Metadata | None:
    if entry not in archive:
        problems.append(Problem(archive.name, f"there is no {entry}"))
        return None
    try:
        return metadata.parse(archive.read(entry), entry)
    except VassalError as error:
        report(problems, error.at(archive.name))
        return None


def _picture_size(archive: Archive, name: str, problems: list[Problem]) -> Size | None:
    entry = next((each for each in (IMAGES + name, f"{IMAGES}{name}.gif", name) if each in archive), None)
    if entry is None:
        return None
    try:
        head = b""
        for chunk in archive.chunks(entry):
            head += chunk
            if len(head) >= HEAD:
                break
        return picture_size(head[:HEAD])
    except VassalError as error:
        report(problems, error)
        return None
