"""Every piece of the game as it stands in the module: by its prototypes, its own pictures and its fixed properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets import Game
from assets.handling import Bearer
from assets.riding import boards, takes
from assets.schema import Chit, Marker, Scenario, Unit, Values
from builder.counters import chit_name, marker_name, piece_name, unit_name
from builder.counters.faces import face_names
from builder.maps.layout import DENSITY, RAISED
from builder.module import cards
from builder.module.acting import LAST
from builder.module.options import Making
from builder.traits import (
    card,
    family,
    groups,
    hidden,
    model,
    needs,
    reaches,
    riding,
    seats,
    states,
    token,
    unit,
    verbs,
)
from builder.traits import chit as chits
from builder.traits.basics import computed, marker, named, prototypes, trigger
from builder.traits.looks import layer
from builder.traits.sealing import got
from builder.traits.words import TIED
from vassal.components import Component
from vassal.modulewriter import prototype, slot
from vassal.pieces import Piece, PieceReader, piece
from vassal.prototypes import parse_piece
from vassal.traits import Trait, make

UNITS, MARKS, GROUND = "units", "marks", "ground"
"""The layers in which pieces lie, by the property `Layer`."""
ACTIVATED = "Activated"
"""What the back of an HQ shows where no state says so."""
TURN = "turn"
"""The track, and the marker, of the turns."""
LAYERS = (GROUND, UNITS, MARKS)


def names(game: Game) -> Iterator[str]:
    """The names under which all pieces of a game are numbered."""
    for each in game.units.values():
        yield f"unit/{each.id}"
    for each in cards.with_cards(game):
        yield f"{cards.CARD}/{each.id}"
    for mark in game.markers.values():
        if mark.count or not mark.state:
            yield f"marker/{mark.id}"
    for chit in game.chits.values():
        yield from (chit_slot(chit, copy) for copy in range(1, chit.count + 1))


def chit_slot(chit: Chit, copy: int) -> str:
    """The name of a copy of a chit."""
    return f"chit/{chit.id}" if copy == 1 else f"chit/{chit.id}#{copy}"


def definitions(making: Making, slots: Iterable[Component]) -> list[Component]:
    """All prototypes that these slots use."""
    speaker, looks = making.speaker, making.looks
    plain = any(not each.card for each in making.game.units.values())
    found = dict((unit.prototypes_of if plain else unit.moving)(speaker, looks))
    if making.game.cards:
        found.update(model.prototypes_of(speaker, looks))
        found.update(card.prototypes_of(speaker, cards.looks(making)))
    found.update(riding.prototypes_of(speaker, looks))
    found.update(chits.prototypes_of(speaker, looks))
    found.update(token.prototypes_of(speaker, looks))
    found.update(seats.prototypes_of(speaker))
    found.update(hidden.prototypes_of(speaker))
    used = {trait.text("name") for slot in slots for trait in parse_piece(slot.text, PieceReader()).all("prototype")}
    return [prototype(name, piece([*traits, make("basic")])) for name, traits in found.items() if name in used]


def slots(making: Making) -> dict[str, Component]:
    """The slot of every piece, by the name under which it is numbered."""
    game = making.game
    found: dict[str, Component] = {}
    for each in game.units.values():
        made = cards.model_piece(making, each) if each.card else unit_piece(making, each)
        found[f"unit/{each.id}"] = _slot(making, f"unit/{each.id}", made)
    for each in cards.with_cards(game):
        name = f"{cards.CARD}/{each.id}"
        found[name] = _slot(making, name, cards.card_piece(making, each))
    for mark in game.markers.values():
        if mark.count or not mark.state:
            found[f"marker/{mark.id}"] = _slot(making, f"marker/{mark.id}", marker_piece(making, mark))
    for chit in game.chits.values():
        for copy in range(1, chit.count + 1):
            name = chit_slot(chit, copy)
            found[name] = _slot(making, name, chit_piece(making, chit), card=True)
    return found


def _slot(making: Making, name: str, made: Piece, *, card: bool = False) -> Component:
    return slot(made.name, making.gpid(name), made, card=card, size=making.counter)


def unit_piece(making: Making, each: Unit) -> Piece:
    """A unit or an HQ."""
    game = making.game
    kind = game.type_of(each)
    bearer: Bearer = "hq" if kind.hq else "unit"
    more = [*([riding.RIDER] if boards(game, each) else []), *([riding.CARRIER] if takes(game, each) else [])]
    group = groups.of_unit(game, each, bearer)
    speech, fence, shown, orders = (
        groups.proto(f"{name} {bearer}", group) for name in ("speech", "fence", "states", "orders")
    )
    narrowed = groups.narrowed(making.speaker, group)
    traits = [
        *prototypes(speech, "target", fence, shown, *more),
        *_faces(making, each),
        *verbs.from_own_list(narrowed, bearer, groups.offers_of(game, each)),
        *prototypes(
            orders,
            *hidden.protos(game, each),
            *_ways(making, each.scenarios),
            "trail",
            seats.proto(game, each),
        ),
        marker(_unit_values(making, each, bearer)),
        _basic(unit_name(each.id), each.name[making.language]),
    ]
    return piece(traits)


def _ways(making: Making, scenarios: tuple[str, ...]) -> list[str]:
    """The prototypes of steps on the grids of these scenarios."""
    maps = (making.game.maps[making.game.scenarios[each].map] for each in scenarios)
    known = making.game.handling.steps
    return [f"steps {each}" for each in dict.fromkeys(country.grid.lines for country in maps) if each in known][:1]


def _faces(making: Making, each: Unit) -> list[Trait]:
    """The other side of the counter: of a reduced unit, of an activated HQ."""
    if each.back is None:
        return []
    images = ["", *(unit_name(each.id, face) for face in face_names(each)[1:])]
    state = states.turned(making.game, each)
    if state is not None:
        return [layer(state.id, images, key=named(f"hx.l.{state.id}"), other_key=states.switch(state))]
    if making.game.type_of(each).hq:
        return [layer(ACTIVATED, images, key=named(f"hx.l.{ACTIVATED}"))]
    return [
        layer("Steps", images, key=named("hx.l.step"), loop=False),
        computed("Left", f"{len(images) + 1}-Steps_Level"),
    ]


def _unit_values(making: Making, each: Unit, bearer: Bearer) -> dict[str, str]:
    game = making.game
    side = game.sides[each.side]
    formation = game.formations.get(each.formation or "")
    loses = each.back is not None and not game.type_of(each).hq and states.turned(game, each) is None
    return {
        "Kind": bearer,
        "Id": each.id,
        "Side": side.record,
        "Box": side.id,
        "Layer": UNITS,
        "Formation": each.formation or "",
        "FormationName": formation.short if formation else "",
        "Class": game.type_of(each).name[making.language],
        "Front": printed(making, each.front),
        "Back": printed(making, each.values(reduced=True)),
        "LastLevel": str(len(each.faces)) if loses else "",
        **{f"Face{rank}": printed(making, face) for rank, face in enumerate(each.faces, 1) if rank > 2},
        **riding.boarded(takes(game, each)),
        **needs.fixed(game, each, bearer),
        **reaches.fixed(game, each, bearer),
        **seats.fixed(game, each),
        **family.fixed(game, each),
        **({states.TYPE: each.type} if verbs.some_only(making.speaker, bearer) else {}),
    }


def printed(making: Making, values: Values) -> str:
    """The numbers of a face in words, as the stack viewer shows them."""
    kinds = making.game.info.values
    return "  ".join(
        f"{kinds[name].short[making.language]}{TIED}{value}" for name, value in values.items() if name in kinds
    )


def marker_piece(making: Making, mark: Marker) -> Piece:
    """A marker."""
    handling = making.game.handling
    group = groups.of_marker(making.game, mark)
    protos = [groups.proto("marker", group)]
    if mark.id in handling.salvos:
        protos.append(f"salvo {mark.id}")
    elif mark.id in handling.rolls:
        protos.append(f"checks {mark.id}")
    elif verbs.remembered(groups.narrowed(making.speaker, group), "marker"):
        protos.append(groups.proto(token.CHOOSES, group))
    if mark.id in handling.held[:1]:
        protos.append("flag")
    side = making.game.sides.get(mark.side or "")
    values = {
        "Kind": "marker",
        "Id": mark.id,
        "Side": side.record if side else "",
        "Box": side.id if side else next(iter(making.game.sides)),
        "Home": "guns" if mark.id in handling.salvos else making.game.chronicle.piles.get("Remove", "lost"),
        "Layer": GROUND if mark.id in handling.ground else MARKS,
        "Shown": "",
    }
    protos += hidden.protos(making.game, mark)
    if mark.id in handling.targets:
        protos.append("model target")
        values["TargetType"] = handling.targets[mark.id]
    shelters = takes(making.game, mark)
    protos += [riding.CARRIER] if shelters else []
    values |= riding.boarded(shelters)
    lies = token.piece_kind(mark) if handling.facings else ""
    if lies in ("side", "axis"):
        protos.append(f"lying {mark.id}")
    image = "" if lies in ("side", "axis") else piece_name(mark.id) if lies else marker_name(mark.id)
    own = _following(making, mark)
    return piece([*prototypes(*protos), *own, marker(values), _basic(image, mark.name[making.language])])


def _following(making: Making, mark: Marker) -> list[Trait]:
    """A marker on a track goes where the clock says."""
    handling = making.game.handling
    sheets = making.sheets.values()
    plain = mark.id == TURN and any(f"{TURN}/1" in sheet.items for sheet in sheets)
    after = named("hx.toturn")
    if plain:
        there = f'{got(LAST)}.equals("")||Integer.parseInt({got("Turn")})<=Integer.parseInt({got(LAST)})'
        go = named("hx.totrack")
        return [trigger("follows", [after], [go], f"{{{there}}}"), _to_space(making, go, f"{mark.id}/$Turn$")]
    known = handling.follows.get(mark.id)
    if known is None:
        return []
    number = f'GetString("{known.by}").replaceAll("[^0-9]","")'
    go = named("hx.totrack")
    return [
        trigger("follows", [after], [go], '{!GetString("Space").equals("")}'),
        computed("Space", number),
        _to_space(making, go, f"{known.track}/$Space$"),
    ]


def _to_space(making: Making, sent: str, space: str) -> Trait:
    """Sends a marker to the very point of a space at which it snaps: one that lies there already is not moved again."""
    raised = RAISED * making.options.density // DENSITY
    where = {"map": making.game.handling.board, "destination": "Z", "zone": space}
    return make("send_to", menu="", key=sent, **where, x_index="0", y_index="1", x_offset="0", y_offset=str(-raised))


def chit_piece(making: Making, chit: Chit) -> Piece:
    """An activation marker."""
    game = making.game
    formation = game.formations.get(chit.formation or "")
    side = game.sides[chit.side]
    group = groups.of_chit(game, chit)
    speech = groups.proto(f"chit speech {chit.scenario}", group)
    protos = [speech, f"chit deck {chit.scenario}", seats.proto(game, chit)]
    protos.append(groups.proto(chits.proto(chit.kind, chits.is_alone(formation)), group))
    protos += hidden.protos(game, chit)
    values = {
        "Kind": "chit",
        "Id": chit.id,
        "Side": side.record,
        "Box": side.id,
        "Layer": MARKS,
        "ChitKind": chit.kind,
        "Formation": chits.active_of(chit),
        "FormationName": formation.short if formation else chit.name[making.language],
        "Shown": "",
        **seats.fixed(game, chit),
    }
    return piece([*prototypes(*protos), marker(values), _basic(chit_name(chit.id), chit.name[making.language])])


def _basic(image: str, name: str) -> Trait:
    return make("basic", image=image, name=name)


def chits_of(scenario: Scenario, game: Game) -> Iterator[tuple[str, Chit, bool]]:
    """All chits of a scenario by slot, and whether each begins in the cup."""
    for chit in game.chits_of(scenario.id):
        for copy in range(1, chit.count + 1):
            yield chit_slot(chit, copy), chit, copy <= scenario.cup.get(chit.id, 0)
