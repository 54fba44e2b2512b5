"""Chits of the cup: drawn, carried out, declined, kept; those of formations without an HQ bear its states."""

from __future__ import annotations

from collections.abc import Iterator

from assets.chronicle import Speaks
from assets.lines import deck_name
from assets.schema import Chit, Formation
from builder.traits import dice, follows, groups, menus, needs, states, verbs
from builder.traits.basics import entry, named, quoted, shared, trigger
from builder.traits.hidden import SHOWN
from builder.traits.looks import Looks
from builder.traits.menus import Offer
from builder.traits.record import Speaker
from builder.traits.speech import reports, say, speech
from builder.traits.unit import UID
from builder.traits.verbs import quietly
from builder.traits.words import word
from vassal.traits import Trait, make

OF_SIDES = frozenset({"hand", "lost"})
"""Boxes of which each side has its own."""
DIRECT = 3
"""So many choices stand in the menu itself, the others in a sub-menu."""


def prototypes_of(speaker: Speaker, looks: Looks) -> Iterator[tuple[str, list[Trait]]]:
    """All prototypes of chits, by name."""
    game, chits = speaker.game, speaker.game.chits.values()
    for scenario, group in dict.fromkeys((chit.scenario, groups.of_chit(game, chit)) for chit in chits):
        yield groups.proto(f"chit speech {scenario}", group), _speech(groups.narrowed(speaker, group), scenario)
        yield f"chit deck {scenario}", _deck(speaker, scenario)
    homes = ((chit, game.formations.get(chit.formation or "")) for chit in chits)
    for kind, alone, group in dict.fromkeys(
        (chit.kind, is_alone(home), groups.of_chit(game, chit)) for chit, home in homes
    ):
        yield groups.proto(proto(kind, alone), group), _orders(groups.narrowed(speaker, group), kind, alone, looks)


def proto(kind: str, alone: bool) -> str:
    """The prototype of the commands of chits of a kind; `alone` for those of a formation without an HQ."""
    return f"chit {kind}{' alone' if alone else ''}"


def is_alone(formation: Formation | None) -> bool:
    """Whether the chit must bear what else lies on the HQ."""
    return formation is not None and formation.hq is None


def active_of(chit: Chit) -> str:
    """What is active when a chit is carried out: its formation, or the chit itself."""
    return chit.formation or chit.id


def _speech(speaker: Speaker, scenario: str) -> list[Trait]:
    left = {"left": f"${deck_name(speaker.game, scenario)}_numPieces$"}
    # A chit of the other side keeps to itself what was chosen of it; one that lies in the cup has gone back.
    what = {"what": '(GetString("DeckName").equals("")?GetString("What"):"Return")'}
    found = [*reports(speaker, "chit", {"draw": {}, "open": {"o": SHOWN}}, {"draw": left, "chit": what})]
    return [
        *speech(found),
        *verbs.said(speaker, "chit"),
        *needs.traits(speaker, "chit"),
        shared("HX_Form", entry("", named("hx.form"), '{GetString("Formation")}')),
        shared("HX_FormName", entry("", named("hx.form"), '{GetString("FormationName")}')),
        shared("HX_Drawn", entry("", named("hx.toactive"), UID)),
        *checking(speaker, "chit"),
        verbs.moving(),
        trigger("draw", [named("hx.draw")], [*quietly(named("hx.toactive")), say("draw")]),
        trigger("return", [named("hx.return")], [named("hx.returned"), named("hx.tocup"), say("chit")]),
        _send(speaker, "hx.toactive", _pile(speaker, "Draw", "active")),
    ]


def checking(speaker: Speaker, bearer: Speaks) -> Iterator[Trait]:
    """What the game remembers of a check until it is rolled for, and the keys that roll."""
    yield from (shared(name, entry("", named("hx.check"), "")) for name in ("HX_By", "HX_At", "HX_Shot"))
    yield shared("HX_Who", entry("", named("hx.check"), UID))
    yield shared("HX_P", entry("", named("hx.check"), '{GetString("What")}'))
    yield from dice.counting(speaker, menus.checks(speaker, bearer), named("hx.check"))
    yield from dice.pressing(speaker, bearer)


def _whats(speaker: Speaker, verb: str) -> list[str]:
    return list(speaker.verb(verb).choices["what"]) if speaker.knows(verb) else []


def _pile(speaker: Speaker, what: str, otherwise: str) -> str:
    return speaker.game.chronicle.piles.get(what, otherwise)


def _send(speaker: Speaker, command: str, box: str) -> Trait:
    zone = f"{box}-$Box$" if box in OF_SIDES else box
    return make("send_to", menu="", key=named(command), map=speaker.game.handling.board, destination="Z", zone=zone)


def _deck(speaker: Speaker, scenario: str) -> list[Trait]:
    """Back into the cup, and the back that all chits have in common."""
    return [
        make(
            "return_to_deck", menu="", key=named("hx.tocup"), choose_deck=False, deck=deck_name(speaker.game, scenario)
        ),
        make(
            "mask",
            key="",
            image=f"cup.{scenario}.png",
            menu="",
            style="B",
            mask_name=word("a marker", speaker.language),
            access="side:",
            peek_menu="",
            masked_by="null",
        ),
    ]


def _orders(speaker: Speaker, kind: str, alone: bool, looks: Looks) -> list[Trait]:
    handling = speaker.game.handling
    chits = menus.choices(speaker, "chit", handling.chits.get(kind, ()))
    acts = menus.choices(speaker, "act") if alone else []
    checks = [each for each in menus.checks(speaker, "chit") if alone or _rolls(speaker, kind, each)]
    checks = [each for each in checks if not (alone and _rolls(speaker, "general", each))]
    marks = menus.states(speaker, "chit") if alone else []
    purposes = speaker.game.chronicle.purposes
    general = menus.choices(speaker, "general") if kind == "general" and speaker.knows("general") else []
    titles = {
        "act": speaker.menu("act"),
        "check": word("checks", speaker.language),
        "state": word("states", speaker.language),
        "general": word("play", speaker.language),
    }
    under = {"act": acts, "check": checks, "state": marks, "general": general}
    under = {verb: menus.titled(titles[verb], offers) for verb, offers in under.items()}
    shown = states.of(speaker, marks)
    said = [*chits, *(each for offers in under.values() for each in offers), *verbs.remembered(speaker, "chit")]
    own = [
        *(entry("", named("hx.own"), what) for what in _whats(speaker, "act")[:1]),
        entry("", named("hx.played"), "Play"),
        entry("", named("hx.returned"), "Return"),
        *(entry("", named("hx.rolled"), each.what.upper()) for each in general if each.what.upper() in purposes),
    ]
    remembered = menus.remembered(said)
    remembered = remembered.with_fields(commands=(*remembered.rows("commands"), *own))
    return [
        *states.discs(shown, looks),
        remembered,
        *menus.submenu(word("more", speaker.language), chits[DIRECT:]),
        *(trait for verb, offers in under.items() for trait in menus.submenu(titles[verb], offers)),
        *verbs.submenus(speaker, "chit"),
        states.value(shown),
        *_piles(speaker, chits),
        *_others(speaker, {"act": acts, "check": checks, "state": marks}),
        *_general(speaker, general),
        *verbs.orders(speaker, "chit"),
    ]


def _rolls(speaker: Speaker, kind: str, check: Offer) -> bool:
    """Rolls with another die than the usual one are those of the chit itself, not of its formation."""
    return kind == "general" and dice.kind_of(speaker, check.what).rank > 0


def _piles(speaker: Speaker, offers: list[Offer]) -> Iterator[Trait]:
    """Where a chit goes by what is done with it; being carried out makes its formation the active one."""
    piles = speaker.game.chronicle.piles
    acts = set(speaker.game.handling.acts)
    for box in dict.fromkeys(piles[each.what] for each in offers):
        to = named("hx.tocup") if box == _pile(speaker, "Return", "cup") else named(f"hx.to.{box}")
        mine = [each for each in offers if piles[each.what] == box]
        active = [each.key for each in mine if each.what in acts]
        plain = [each.key for each in mine if each.what not in acts]
        if active:
            more = [named("hx.own"), named("hx.form"), say("act"), *follows.after(speaker, "act", "chit")]
            yield trigger(f"active {box}", active, [*quietly(to), say("chit"), *more])
        if plain:
            yield trigger(f"to {box}", plain, [*quietly(to), say("chit"), *_ended(speaker, mine)])
        if to != named("hx.tocup"):
            yield _send(speaker, f"hx.to.{box}", box)
            yield _dragged(box, mine[0])


def _ended(speaker: Speaker, offers: list[Offer]) -> list[str]:
    """The command upon which follows what one of these choices brings about."""
    follow = any(each.holds({"what": offer.what}) for each in speaker.verb("chit").then for offer in offers)
    return follows.after(speaker, "chit", "chit") if follow else []


def _dragged(box: str, meant: Offer) -> Trait:
    """A chit that is dragged into a box of its side says what its menu would have said."""
    zone = f'"{box}-"+GetString("Box")' if box in OF_SIDES else quoted(box)
    moved = f'GetString("CurrentZone").equals({zone})&&!GetString("OldZone").equals({zone})'
    return trigger(f"dragged to {box}", [named("hx.stepped")], [meant.key], f"{{{verbs.MOVING}&&{moved}}}")


def _others(speaker: Speaker, offers: dict[str, list[Offer]]) -> Iterator[Trait]:
    check = [named("hx.check"), say("check")]
    more = follows.after(speaker, "check", "chit") if offers["check"] else []
    for kind, keys, pressed in dice.by_kind(speaker, offers["check"]):
        yield trigger(f"check {kind.dice.name if pressed else 'of any dice'}", keys, [*check, *pressed, *more])
    if offers["act"]:
        acts = [named("hx.form"), say("act"), *follows.after(speaker, "act", "chit")]
        yield trigger("act", [each.key for each in offers["act"]], acts)
    yield from states.switches(offers["state"])


def _general(speaker: Speaker, offers: list[Offer]) -> Iterator[Trait]:
    """Playing a chit for one of its uses: it goes where played ones go; a use that must be rolled for is rolled for."""
    box = speaker.game.chronicle.piles.get("Play", "used")
    played = [named("hx.played"), *quietly(named(f"hx.to.{box}")), say("chit")]
    if offers:
        yield shared("HX_General", entry("", named("hx.general"), '{GetString("What")}'))
    for each in offers:
        actions = [named("hx.general"), say("general"), *played]
        purpose = each.what.upper()
        if purpose in speaker.game.chronicle.purposes:
            pressed = () if dice.is_asked(speaker, purpose) else (dice.kind_of(speaker, purpose).pressed,)
            actions += [named("hx.rolled"), named("hx.check"), say("check"), *pressed]
        yield trigger(f"general {each.what}", [each.key], actions)
