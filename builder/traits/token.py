"""Markers: placed and removed, held by a side, fire called down on a place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from assets.handling import Salvo
from assets.lines import LAND
from assets.schema import Marker
from builder.counters import piece_name
from builder.counters.pieces import kind_of, side_offset
from builder.traits import dice, gauges, groups, menus, verbs
from builder.traits.basics import chosen, computed, entry, local, named, passed_on, quoted, shared, trigger
from builder.traits.chit import checking
from builder.traits.hidden import SHOWN
from builder.traits.looks import Looks, followed
from builder.traits.menus import Offer
from builder.traits.record import Speaker
from builder.traits.sealing import got
from builder.traits.speech import reports, say, speech
from builder.traits.unit import UID, ZONE
from builder.traits.words import word
from vassal.traits import Trait, make

CHOOSES = "marker chooses"
"""The prototype of markers that remember what was chosen from a menu, where nothing else of theirs does."""
HOLDER = "Holder"
"""The property of a flag that says whose its place is."""


def prototypes_of(speaker: Speaker, looks: Looks) -> Iterator[tuple[str, list[Trait]]]:
    """All prototypes of markers, by name."""
    for group in groups.every(speaker.game, "marker"):
        some = groups.narrowed(speaker, group)
        yield groups.proto("marker", group), _marker(some, looks)
        yield groups.proto(CHOOSES, group), [menus.remembered(verbs.remembered(some, "marker"))]
    for name in speaker.game.handling.rolls:
        yield f"checks {name}", _checks(_of(speaker, name), name)
    for salvo in speaker.game.handling.salvos.values():
        yield f"salvo {salvo.id}", _salvo(_of(speaker, salvo.id), salvo)
    if speaker.game.handling.held:
        yield "flag", _flag(speaker)
    for mark in speaker.game.markers.values():
        if speaker.game.handling.facings and piece_kind(mark) in ("side", "axis"):
            yield f"lying {mark.id}", _lying(_of(speaker, mark.id), mark, looks.board)


def _of(speaker: Speaker, mark: str) -> Speaker:
    """The speaker of a marker."""
    return groups.narrowed(speaker, groups.of_marker(speaker.game, speaker.game.markers[mark]))


def _marker(speaker: Speaker, looks: Looks) -> list[Trait]:
    words = {"open": {"o": SHOWN}, "barrage": {"cal": "$KindName$"}}
    found = speech(reports(speaker, "marker", words, {}))
    return [
        *found,
        *gauges.shown(speaker, "marker", looks.side),
        *verbs.said(speaker, "marker"),
        *verbs.submenus(speaker, "marker"),
        *verbs.orders(speaker, "marker"),
    ]


def checks_of(speaker: Speaker, mark: str) -> list[Offer]:
    """The checks that a marker makes for itself."""
    wanted = speaker.game.handling.rolls.get(mark, ())
    return [each for each in menus.checks(speaker, "marker") if each.what in wanted]


def _checks(speaker: Speaker, mark: str) -> list[Trait]:
    """A marker that rolls for what becomes of it."""
    offers = menus.titled(word("checks", speaker.language), checks_of(speaker, mark))
    before = [named("hx.gclear"), named("hx.check"), say("check")]
    return [
        menus.remembered([*offers, *verbs.remembered(speaker, "marker")]),
        *menus.submenu(word("checks", speaker.language), offers),
        *checking(speaker, "marker"),
        passed_on(named("hx.gclear"), named("hx.clearRole"), '{Role!=""}'),
        *dice.checks(speaker, "check", offers, before),
    ]


def piece_kind(mark: Marker) -> str:
    """How a marker lies as a piece of terrain: on a `side`, along an `axis`, in the `hex`; nothing for the others."""
    return kind_of(mark.icon) or "" if mark.on in ("hex", "hexside") else ""


def _lying(speaker: Speaker, mark: Marker, density: int) -> list[Trait]:
    """A piece that lies on a side of its hex, or along one of its axes: the menu says on which."""
    facings = speaker.game.handling.facings
    title = speaker.word("edge")
    entries = [
        entry(f"{title}: {text[speaker.language]}", named(f"hx.do.edge.{name}"), name) for name, text in facings.items()
    ]
    at: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for name in facings:
        x, y = side_offset(name.lower()) if piece_kind(mark) == "side" else (0.0, 0.0)
        at[round(x * density / 100), round(y * density / 100)].append(name)
    shown = [
        followed(
            f"Lies_{names[0]}",
            ["", *(piece_name(mark.id, name.lower()) for name in names)],
            chosen("Face", {name: str(rank) for rank, name in enumerate(names, 2)}, "1"),
            place,
        )
        for place, names in at.items()
    ]
    keys = [sent for _, sent, _ in entries]
    laid = [say(verb) for verb in speaker.plain("marker") if verb.upon is not None and verb.upon.to == "land"]
    return [
        *shown,
        local("WasFace", "", *(entry("", sent, f"{{{got('Face')}}}") for sent in keys)),
        local("Face", next(iter(facings)), *entries),
        *menus.grouped(title, (each[0] for each in entries)),
        trigger("lies", keys, [named("hx.lies")], f"{{!{got('Face')}.equals({got('WasFace')})}}"),
        # Who turns it has laid it anew.
        trigger("said", [named("hx.lies")], laid, f'{{{ZONE}.equals("{LAND}")}}'),
    ]


def salvos(speaker: Speaker, salvo: Salvo) -> list[Offer]:
    """The salvos that a marker can declare."""
    return menus.titled(
        speaker.menu("barrage"),
        [menus.offer(speaker, "barrage", kind, speaker.choice("barrage", "cal", kind)) for kind in salvo.kinds],
    )


def _salvo(speaker: Speaker, salvo: Salvo) -> list[Trait]:
    """Declaring a salvo, numbered since the marker left its box; targets are named one by one, and rolled for."""
    texts = speaker.verb("barrage").choices
    offers = salvos(speaker, salvo)
    single, *others = texts.get("mode", {"single": None})
    roll = [named("hx.gclear"), named("hx.salvo"), say("barrage")]
    names = "".join(
        f'GetString("What").equals({quoted(kind)})?{quoted(texts["cal"][kind][speaker.language])}:'
        for kind in salvo.kinds
    )
    flip = f'{{GetString("Group").equals({quoted(single)})?{quoted(others[0] if others else single)}:{quoted(single)}}}'
    salvo_key = named("hx.salvo")
    return [
        menus.remembered([*offers, *verbs.remembered(speaker, "marker")]),
        *menus.submenu(speaker.menu("barrage"), offers),
        make("calculated", name="KindName", expression=f'{{{names}""}}'),
        local("Group", single, entry(word("together", speaker.language), named("hx.do.group"), flip)),
        make(
            "property",
            name="Salvo",
            constraints=(True, 0, 99, False),
            commands=(("", salvo_key, ("I", "1")), ("", named("hx.first"), ("P", "0"))),
            value="0",
        ),
        *(shared(name, entry("", salvo_key, "")) for name in ("HX_By", "HX_At")),
        shared("HX_Who", entry("", salvo_key, UID)),
        shared("HX_Guns", entry("", salvo_key, UID)),
        shared("HX_P", entry("", salvo_key, salvo.purpose)),
        shared("HX_Shot", entry("", salvo_key, salvo.purpose)),
        passed_on(named("hx.gclear"), named("hx.clearRole"), '{Role!=""}'),
        trigger("first", [named("hx.stepped")], [named("hx.first")], f'{{!{ZONE}.equals("{LAND}")}}'),
        trigger("salvo", [each.key for each in offers], roll),
    ]


def _flag(speaker: Speaker) -> list[Trait]:
    """What shows whose a place is, a face for each side, and counts what the place is worth."""
    held = [speaker.game.markers[each] for each in speaker.game.handling.held]
    images = ["", *(f"marker.{each.id}.png" for each in held[1:])]
    sides = {_record(speaker, each): str(rank) for rank, each in enumerate(held, 1)}
    return [
        followed("Face", images, chosen(HOLDER, sides, "1")),
        computed("Points", _points(speaker)),
        shared("HX_VP", entry("", named("hx.tally"), '{Integer.parseInt(GetString("HX_VP"))+Points}')),
    ]


def _points(speaker: Speaker) -> str:
    """Code that gives what the place under a flag is worth."""
    found = []
    for scenario in speaker.game.scenarios.values():
        board = quoted(speaker.game.maps[scenario.map].title.en)
        for each in scenario.victory.objectives.values():
            here = f'GetString("CurrentBoard").equals({board})&&GetString("LocationName").equals({quoted(each.place)})'
            found.append(f"({here})?{each.value}:")
    return "".join(found) + "0"


def _record(speaker: Speaker, marker: Marker) -> str:
    return speaker.game.sides[marker.side].record if marker.side else ""
