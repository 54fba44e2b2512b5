"""A battlefield for cases: open ground with Hannut's numbers, pieces as a case names them, and a referee."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product

import msgspec

from rules.blitzkrieg.battle import (
    Battle,
    Charts,
    Chit,
    Command,
    Counter,
    Face,
    Ground,
    Hex,
    Kind,
    Terrain,
    Victory,
)
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Activation, Formation, Position, Unit
from rules.engine.actions import Action
from rules.engine.hexes import Hexes, from_offset
from tests.rules.shared.played import Played, play_all

FOOT = {
    "unit_class": "infantry", "movement": "foot", "doctrine": True, "red_n": True, "works": True, "soft": True,
    "rides": True, "cover": "infantry",
}  # fmt: skip
KINDS = {
    kind.id: kind
    for kind in (
        Kind("infantry", **FOOT),
        Kind("mg", **FOOT),
        Kind("armoured-car", "motorised", "wheels", seen_as="vehicle", disperses=True, continues=True),
        Kind("at-gun", "motorised", "wheels", soft=True, halved=True, cover="crew"),
        Kind("motorcycle", "motorised", "wheels", cover="crew"),
        Kind("assault-gun", "tracked", "tracks", seen_as="vehicle", disperses=True),
        Kind("tank", "tracked", "tracks", doctrine=True, seen_as="vehicle", disperses=True, continues=True),
        Kind("apc", "tracked", "tracks", seen_as="vehicle", carries=True),
        Kind("hq", "hq", "formation", red_n=True, soft=True, direct_fire=False, stacks=False, cover="infantry"),
    )
}  # fmt: skip
FACES = {
    "infantry": Face(4, 1, 0, 2),
    "mg": Face(4, 2, 0, 2),
    "armoured-car": Face(3, 3, 2, 6),
    "at-gun": Face(5, 3, 0, 3),
    "motorcycle": Face(3, 0, 0, 6),
    "assault-gun": Face(5, 3, 4, 4),
    "tank": Face(4, 3, 2, 5),
    "apc": Face(2, 1, 1, 4),
    "hq": Face(),
}
FIRST = {  # column: first rolls that give a red N, an N, a step loss
    "-1": (11, 12, 99), "0": (10, 12, 99), "1": (10, 11, 99), "2": (9, 11, 99), "3": (9, 11, 12), "4": (9, 10, 12),
    "5": (8, 10, 11), "6": (7, 9, 11), "7": (7, 9, 10), "8": (6, 8, 10), "9": (5, 7, 9), "mines": (7, 8, 10),
}  # fmt: skip


def _result(firsts: tuple[int, int, int], total: int) -> str:
    red, neutral, loss = firsts
    return "1" if total >= loss else "N" if total >= neutral else "Nr" if total >= red else "-"


def _terrain(foot: int | None, tracks: int | None, wheels: int | None, *, close: bool = False) -> Terrain:
    return Terrain({"foot": foot, "tracks": tracks, "wheels": wheels}, close, close, not close)


CHARTS = Charts(
    results={column: {total: _result(firsts, total) for total in range(2, 13)} for column, firsts in FIRST.items()},
    modifiers={
        "further-hex": {"direct": -1},
        "melee": {"melee": 1},
        "exhausted": {"direct": -1, "melee": -1},
        "out-of-command": {"direct": -1, "melee": -1},
        "column": {"direct": -1, "melee": -1},
        "dispersed": {"direct": -1, "melee": -1},
        "neutralised": {"direct": -2, "melee": -2},
        "moved": {"direct": -1},
        "target-column": {"direct": 1},
        "target-dispersed": {"direct": 1, "melee": 1, "indirect": 1},
    },
    cover={
        "open": {"infantry": 0, "crew": 0, "none": 0},
        "orchard": {"infantry": -1, "crew": -1, "none": 0},
        "woods": {"infantry": -2, "crew": -1, "none": 0},
        "village": {"infantry": -2, "crew": -1, "none": 0},
        "works": {"infantry": -2, "crew": 0, "none": 0},
    },
    terrain={
        "open": _terrain(2, 2, 2),
        "orchard": _terrain(2, 2, 4, close=True),
        "woods": _terrain(2, 4, 6, close=True),
        "village": _terrain(2, 2, 2, close=True),
        "impassable": _terrain(None, None, None),
        "road": _terrain(1, 1, 1),
        "up": _terrain(2, 2, 2),
        "leaving-mines": _terrain(2, 2, 2),
    },
    checks={"PANIC": (0, -2), "DEMORAL": (0, -2), "RALLY": (-1, -2), "EXHAUSTION": (-2, 0), "RECOVERY": (-3, -2)},
    bands={"TRANSMIT": (2, 8), "DEPLETE": (10, 12), "CANCEL": (1, 3)},
    reaction={"exhausted": 1, "out-of-command": 1},
    transmission={"neutralised": 1},
    visibility={"vehicle": {"open": 8, "other": 4}, "soft": {"open": 4, "other": 2}},
    strengths={"light": 3, "medium": 5, "heavy": 7, "stuka": 8},
    limits={
        "stacking": 3,
        "stack-moves": 3,
        "sight": 8,
        "range-reduced": 1,
        "opportunity-reduced": 1,
        "activations": 2,
        "repeats-held": 1,
        "generals-held": 1,
        "general-rallies": 6,
        "general-rests": 2,
        "column-high": 9,
        "column-low": -1,
    },
)
CELLS = {f"{c:02}{r:02}": from_offset(c, r, shifted=0) for c, r in product(range(1, 18), range(1, 17))}
RADIUS = {"french": 2, "german": 3}
SWITCHES = open_switches()


class Field:
    """A case in the making: pieces are added, then `position` and `referee` are asked for."""

    def __init__(self, turn: int = 1) -> None:
        self.turn = turn
        self.counters: dict[str, Counter] = {}
        self.commands: dict[str, Command] = {}
        self.units: dict[str, Unit] = {}
        self.formations: dict[str, Formation] = {}
        self.chits: dict[str, Chit] = {}
        self.places: dict[str, str] = {}
        self.hexes = dict.fromkeys(CELLS, Hex())
        self.works: tuple[str, ...] = ()
        self.mines: tuple[str, ...] = ()

    def formation(
        self, name: str, side: str, *, hq: str = "", factor: int = 7, chit: str = "cup", **state: object
    ) -> Field:
        """A formation with its chit in a place, and its HQ in a hex."""
        hq_name = f"{name} HQ" if hq else ""
        self.commands[name] = Command(name, name, side, factor, RADIUS[side], hq_name, name)
        self.formations[name] = msgspec.structs.replace(Formation(), **state)
        self.chit(name, side, "formation", chit, formation=name)
        return self.unit(hq_name, "hq", name, hq) if hq else self

    def unit(
        self, name: str, kind: str, formation: str, at: str, *, independent: bool = False, **more: object
    ) -> Field:
        """A piece in a hex; printed values and state as named, the rest from the proposed counters."""
        side = self.commands[formation].side
        face = msgspec.structs.replace(FACES[kind], **_part(Face, more))
        back = msgspec.structs.replace(face, attack=face.attack // 2)
        reaction = more.pop("reaction", 6 if side == "french" else 7)
        home = "" if independent else formation
        self.counters[name] = Counter(name, name, side, home, KINDS[kind], face, back, reaction, independent)
        self.units[name] = msgspec.structs.replace(Unit(hex=at, box="", formation=formation), **_part(Unit, more))
        return self

    def chit(self, name: str, side: str, kind: str, place: str = "cup", *, formation: str = "", **salvos: int) -> Field:
        """A chit in a place."""
        self.chits[name] = msgspec.convert(
            {"id": name, "name": name, "side": side, "kind": kind, "formation": formation, "salvos": salvos}, Chit
        )
        self.places[name] = place
        return self

    def ground(self, *places: str, terrain: str = "open", level: int = 0, roads: Iterable[str] = ()) -> Field:
        """Other ground in some hexes; a road through several joins each to the next."""
        for place in places:
            self.hexes[place] = msgspec.structs.replace(self.hexes[place], terrain=terrain, level=level)
        chain = tuple(roads)
        for here, there in pairwise(chain):
            for one, other in ((here, there), (there, here)):
                joined = self.hexes[one].roads | {other}
                self.hexes[one] = msgspec.structs.replace(self.hexes[one], roads=joined)
        return self

    def battle(self) -> Battle:
        """What does not change."""
        return Battle(
            id="case",
            sides=("french", "german"),
            turns=6,
            units=self.counters,
            formations=self.commands,
            chits=self.chits,
            cup=frozenset(self.chits),
            ground=Ground(Hexes(CELLS), self.hexes, _edges()),
            charts=CHARTS,
            setups={},
            stages=(),
            arrivals=(),
            riders=(),
            picks={},
            victory=Victory("german", "french"),
            own_edges={"french": "west", "german": "east"},
        )

    def position(self, *stack: str, active: str = "", acting: str = "", **more: object) -> Position:
        """The position; `acting` names the formation that is activated."""
        activation = None
        if acting:
            active = self.commands[acting].side
            activation = Activation((acting,), (acting,), active)
        states = stack or (("DRAW", "ACTIVE") if acting else ("DRAW",))
        position = Position(
            stack=states,
            turn=self.turn,
            active=active,
            units=dict(self.units),
            formations=dict(self.formations),
            chits=dict(self.places),
            activation=activation,
            works=self.works,
            mines=self.mines,
        )
        return position.but(**more)

    def case(self, position: Position, rulings: Iterable[str] = ()) -> Case[Action]:
        """A case in which nothing is done."""
        return Case(self.battle(), SWITCHES.settle_all(rulings), position, Action())

    def play(self, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
        """What becomes of the position, and what is said of each action."""
        return play_all(referee(self.battle(), SWITCHES.settle_all(rulings)), position, actions)


def _part(kind: type[msgspec.Struct], values: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name in kind.__struct_fields__}


def _edges() -> dict[str, frozenset[str]]:
    return {
        "west": frozenset(name for name in CELLS if name[:2] == "01"),
        "east": frozenset(name for name in CELLS if name[:2] == "17"),
        "north": frozenset(name for name in CELLS if name[2:] == "01"),
        "south": frozenset(name for name in CELLS if name[2:] == "16"),
    }
