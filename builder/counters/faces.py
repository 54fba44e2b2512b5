"""What stands on the face of a piece, taken out of the game: all that its picture depends on, and nothing more."""

from __future__ import annotations

from typing import Literal

import msgspec

from assets import Game
from assets.schema import Chit, Formation, Marker, Side, Unit, Values

Which = str
"""`front`, `back` of a unit that lost a step (or of an HQ that is activated), `step3` of one with a third face, ..."""
Language = Literal["en", "de"]
Back = Literal["none", "reduced", "activated"]

FIRE = ("shell",)
WORDS = {
    "light": {"en": "light", "de": "leicht"},
    "medium": {"en": "medium", "de": "mittel"},
    "heavy": {"en": "heavy", "de": "schwer"},
}


class Colours(msgspec.Struct, frozen=True):
    """The colours of a side."""

    ground: str
    shade: str
    light: str
    ink: str


class Label(msgspec.Struct, frozen=True):
    """The band at the top: its words and its colours."""

    text: str
    colour: str
    ink: str
    number: str = ""


class Number(msgspec.Struct, frozen=True):
    """A value that is printed on the piece, and where."""

    place: str
    text: str


class UnitFace(msgspec.Struct, frozen=True):
    """One face of a unit or HQ; `mirrored` if its symbol looks to the right."""

    side: str
    mirrored: bool
    colours: Colours
    label: Label
    symbol: str
    silhouette: str
    numbers: tuple[Number, ...]
    hq: bool = False
    back: Back = "none"
    stripe: str = ""
    badge: str = ""
    lost: int = 1
    """How many steps a reduced one has lost."""


class MarkerFace(msgspec.Struct, frozen=True):
    """One face of a marker; `word` is written below the icon, `gun` stands in the icon's place beside a smaller one."""

    icon: str
    ground: str
    ink: str
    accent: str
    word: str = ""
    emblem: str = ""
    gun: str = ""


class ChitFace(msgspec.Struct, frozen=True):
    """The face of an activation marker; `guns` are the silhouettes of its kinds of fire, in the order of its salvos."""

    side: str
    colours: Colours
    title: Label
    icon: str
    salvos: tuple[tuple[str, int], ...] = ()
    guns: tuple[str, ...] = ()
    emblem: str = ""


class CupFace(msgspec.Struct, frozen=True):
    """The back that all activation markers of a cup have in common."""

    title: str
    ground: str = "#3a2b22"
    ink: str = "#f3e7cf"
    accent: str = "#c9a86a"


def unit_face(game: Game, unit: Unit, face: Which) -> UnitFace:
    """What stands on one face of a unit; the game's first side looks right, the others look at it."""
    side = game.sides[unit.side]
    kind = game.type_of(unit)
    rank = face_names(unit).index(face)
    back: Back = "none" if not rank or kind.back == "state" else "activated" if kind.back == "activated" else "reduced"
    return UnitFace(
        side=side.id,
        mirrored=side.id == next(iter(game.sides)),
        colours=colours(side),
        label=_band(game, unit, side),
        symbol=unit.symbol,
        silhouette=unit.silhouette,
        numbers=_numbers(game, unit.faces[rank] if rank < len(unit.faces) else unit.front),
        hq=kind.hq,
        back=back,
        stripe=game.info.counters.independent_stripe if is_independent(game, unit) else "",
        badge=unit.badge,
        lost=max(1, rank),
    )


def face_names(unit: Unit) -> tuple[Which, ...]:
    """The names of a unit's faces in the order of its steps."""
    return ("front", "back", *(f"step{rank}" for rank in range(3, len(unit.faces) + 1)))


def marker_face(game: Game, marker: Marker, language: Language) -> MarkerFace:
    """What stands on a marker."""
    return MarkerFace(
        icon=marker.icon,
        ground=marker.ground,
        ink=marker.ink,
        accent=marker.accent,
        word=marker.short[language],
        emblem=game.sides[marker.side].emblem if marker.side else "",
    )


def calibre_faces(game: Game, marker: Marker, language: Language) -> dict[str, MarkerFace]:
    """What stands on a marker of fire when the calibre is known, for each calibre that its side has."""
    if marker.icon not in FIRE:
        return {}
    chits = [chit for chit in game.chits.values() if chit.side == marker.side and chit.icon == marker.icon]
    kinds = dict.fromkeys(kind for chit in chits for kind in chit.salvos if kind in WORDS)
    face, guns = marker_face(game, marker, language), _guns(game, marker.side)
    return {
        kind: msgspec.structs.replace(face, word=WORDS[kind][language], gun=guns.get(kind, ""))
        for kind in sorted(kinds, key=list(WORDS).index)
    }


def chit_face(game: Game, chit: Chit, language: Language) -> ChitFace:
    """What stands on the face of an activation marker."""
    side = game.sides[chit.side]
    formation = game.formations.get(chit.formation or "")
    guns = _guns(game, chit.side)
    return ChitFace(
        side=side.id,
        colours=colours(side),
        title=_title(chit, formation, side, language),
        icon=chit.icon,
        salvos=tuple(chit.salvos.items()),
        guns=tuple(guns.get(kind, "") for kind in chit.salvos),
        emblem=side.emblem,
    )


def _guns(game: Game, side: str | None) -> dict[str, str]:
    """The silhouettes of the kinds of fire that a side has."""
    own = (salvo for name, salvo in game.handling.salvos.items() if game.markers[name].side in (None, side))
    return {kind: gun for salvo in own for kind, gun in salvo.guns.items()}


def colours(side: Side) -> Colours:
    """The colours of a side."""
    return Colours(side.ground, side.shade, side.light, side.ink)


def is_independent(game: Game, unit: Unit) -> bool:
    """Tell whether a unit, or the formation it belongs to, is independent."""
    formation = game.formations.get(unit.formation or "")
    return unit.independent or (formation is not None and formation.independent)


def _band(game: Game, unit: Unit, side: Side) -> Label:
    formation = game.formations.get(unit.formation or "")
    if formation is None:
        return Label(unit.short, side.shade, "")
    return Label(formation.short, formation.colour, formation.ink, unit.short)


def _numbers(game: Game, values: Values) -> tuple[Number, ...]:
    kinds = game.info.values
    return tuple(Number(kinds[name].place, str(value)) for name, value in values.items() if kinds[name].place)


def _title(chit: Chit, formation: Formation | None, side: Side, language: Language) -> Label:
    if formation is not None:
        return Label(formation.short, formation.colour, formation.ink)
    text = chit.label[language] if chit.label is not None else chit.short
    return Label(text, chit.ground or side.ink, chit.ink or "")
