"""Pieces that are parts of another one: they come to where the whole lies, take its place, or give it theirs.

A verb has others of the family come by `hx.v.fetch.parts` or `hx.v.fetch.whole`, goes to its whole by `hx.v.join`, and
sends its kin away by `hx.v.kin.BOX`. Each piece hears for itself what concerns it.
"""

from __future__ import annotations

from collections.abc import Iterator

from assets.chronicle import Does, Speaks
from assets.game import Game
from assets.schema import Unit
from builder.traits.basics import entry, named, passed_on, shared, trigger
from builder.traits.record import Speaker
from vassal.traits import Trait, make

WHOLE, PARTS = "Whole", "Parts"
"""Fixed properties: the unit of which a piece is a part, and whether it has parts."""
HERE = "HX_Here"
"""The property of the game that holds who has the others come."""
BEARERS = ("unit", "hq")
KIN = '{Whole!=""&&(Whole=="$Whole$"||Whole=="$Id$")&&LocationName=="$LocationName$"}'
"""The parts that lie in the place of the piece: of itself, or of the whole of which it is one."""
OTHERS = {"parts": '{Whole=="$Id$"}', "whole": '{Id=="$Whole$"}'}
NEEDS = {"parts": f'GetString("{PARTS}").equals("")', "whole": f'GetString("{WHOLE}").equals("")'}
"""Code that tells whether a piece has none of these, by what a verb fetches."""


def deeds(game: Game) -> tuple[Does, ...]:
    """All deeds of the game's verbs that concern others of a family."""
    verbs = game.chronicle.verbs.values()
    return tuple(deed for verb in verbs for deed in verb.deeds if deed.fetch or deed.join or deed.kin)


def fixed(game: Game, unit: Unit) -> dict[str, str]:
    """The fixed properties of a unit of a family; nothing in a game whose verbs know none."""
    whole = next((each.id for each in game.units.values() if unit.id in each.parts), "")
    found = {WHOLE: whole, PARTS: "yes" if unit.parts else ""}
    return {name: value for name, value in found.items() if value} if deeds(game) else {}


def commands(deed: Does) -> list[str]:
    """The commands by which a piece does such a deed."""
    if deed.fetch:
        return [named("hx.v.here"), named(f"hx.v.fetch.{deed.fetch}")]
    return [named("hx.moving"), named("hx.v.join"), named("hx.still")] if deed.join else [named(f"hx.v.kin.{deed.kin}")]


def lacking(deed: Does) -> str:
    """Code that tells whether a piece cannot do such a deed, as it has no such family."""
    return " && ".join(NEEDS.values()) if deed.kin else NEEDS[deed.fetch or "whole"]


def hears(speaker: Speaker, by: Speaks) -> bool:
    """Whether pieces of a kind move at the word of others, which must not be taken for a drag."""
    return by in BEARERS and bool(deeds(speaker.game))


def boxes(speaker: Speaker, by: Speaks) -> tuple[str, ...]:
    """The boxes to which such pieces are sent by their kin."""
    found = deeds(speaker.game) if by in BEARERS else ()
    return tuple(dict.fromkeys(deed.kin for deed in found if deed.kin))


def traits(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """What such pieces say to their family, and how they follow what they hear."""
    if not hears(speaker, by):
        return
    found = deeds(speaker.game)
    board = speaker.game.handling.board
    go = [named("hx.moving"), named("hx.v.comes"), named("hx.still")]
    for whom in dict.fromkeys(deed.fetch for deed in found if deed.fetch):
        yield passed_on(named(f"hx.v.fetch.{whom}"), named("hx.v.come"), OTHERS[whom])
    if any(deed.fetch for deed in found):
        yield shared(HERE, entry("", named("hx.v.here"), '{GetString("PieceUID")}'))
        yield trigger("come", [named("hx.v.come")], go)
        yield _to("hx.v.comes", board, f'{{PieceUID=="${HERE}$"}}')
    if any(deed.join for deed in found):
        yield _to("hx.v.join", board, OTHERS["whole"])
    for box in dict.fromkeys(deed.kin for deed in found if deed.kin):
        away = named(f"hx.v.away.{box}")
        yield passed_on(named(f"hx.v.kin.{box}"), away, KIN)
        yield trigger(f"away {box}", [away], [named("hx.moving"), named(f"hx.v.to.{box}"), named("hx.still")])


def _to(command: str, board: str, condition: str) -> Trait:
    """A command by which a piece goes to where another one lies."""
    return make("send_to", menu="", key=named(command), map=board, destination="A", filter=condition)
