"""Models of units that have a card: they move, face, aim, are fired at, bear states, are noted for secret orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.handling import Direction, State, Way
from assets.lines import LAND
from assets.schema import Card
from builder.counters import facing_name, pips_name
from builder.counters.token import PIPS
from builder.maps.layout import half_step
from builder.traits import dice, family, follows, groups, menus, seats, states, verbs
from builder.traits.basics import (
    chosen,
    computed,
    entry,
    key,
    local,
    named,
    passed_on,
    quoted,
    shared,
    trigger,
)
from builder.traits.card import owner
from builder.traits.hidden import SHOWN, noting, shown_as_noted
from builder.traits.looks import Looks, followed
from builder.traits.menus import Offer, shortcut
from builder.traits.orders import PEN, ROUTE, WHERE
from builder.traits.record import Speaker
from builder.traits.sealing import all_of, any_of, got, is_one, remember, remembered
from builder.traits.speech import reports, say, speech
from builder.traits.unit import LEAVES, UID, WHY, ZONE, unsaid
from builder.traits.words import word
from vassal.traits import Trait, make

PIECE = 'GetString("PieceUID")'
AX, AY, POINT = '"hx.ax"', '"hx.ay"', '"hx.point"'
CARD = '{Kind=="card"&&Unit=="$Unit$"}'
FIRES = {"plain": "", "carried": "carried", "again": "adjusted", "beside": "beside"}
"""The ways to fire at a target, and the words of their menu entries; the plain one has those of the verb."""


def prototypes_of(speaker: Speaker, looks: Looks) -> Iterator[tuple[str, list[Trait]]]:
    """The prototypes of models, by name."""
    for group in groups.every(speaker.game, "unit"):
        yield groups.proto("model", group), _model(groups.narrowed(speaker, group), looks)
    yield "model target", [*(shared(name, *found) for name, found in _struck(speaker).items()), *target(speaker)]
    for lines, directions in speaker.game.handling.steps.items():
        yield f"pen {lines}", _pen(speaker, lines, directions.values(), looks)


def _model(speaker: Speaker, looks: Looks) -> list[Trait]:
    return [
        *_speech(speaker),
        *_fence(speaker),
        *_states(speaker, looks),
        *_facing(speaker),
        *_orders(speaker),
        *_arrival(speaker),
        *_leaving(speaker),
        *_telling(),
        *target(speaker),
    ]


def _titles(speaker: Speaker) -> dict[str, str]:
    """The verbs whose commands stand in a sub-menu, and its title."""
    return {
        "check": word("checks", speaker.language),
        "state": word("states", speaker.language),
        "out": speaker.menu("out"),
    }


def offers(speaker: Speaker) -> dict[str, list[Offer]]:
    """The commands of a model by verb."""
    titles = _titles(speaker)
    found = {
        "check": menus.checks(speaker, "unit"),
        "state": menus.states(speaker, "unit"),
        "out": menus.choices(speaker, "out"),
    }
    rides = [each._replace(menu="") for each in menus.choices(speaker, "ride")]
    return {verb: menus.titled(titles[verb], each) for verb, each in found.items()} | {"ride": rides}


def _speech(speaker: Speaker) -> list[Trait]:
    return [
        *speech(reports(speaker, "unit", {"open": {"o": SHOWN}}, {})),
        *verbs.said(speaker, "unit"),
        *_staging(speaker),
    ]


def _staging(speaker: Speaker) -> list[Trait]:
    """What the game remembers of a shot or a check until it is rolled for."""
    aim, check = named("hx.aim"), named("hx.check")
    fixed = dice.counts(speaker, offers(speaker)["check"])
    what = '{GetString("What")}'
    begun = {
        "HX_By": [entry("", aim, UID), entry("", check, "")],
        "HX_At": [entry("", aim, ""), entry("", check, "")],
        "HX_Who": [entry("", aim, ""), entry("", check, UID)],
        "HX_P": [entry("", aim, ""), entry("", check, what)],
        "HX_Shot": [entry("", check, ""), entry("", named("hx.as"), what)],
        "HX_Dice": [entry("", check, f"{{{chosen('What', fixed, got('HX_Dice'))}}}")],
        "HX_After": [entry("", aim, ""), entry("", check, "")],
    }
    struck = _struck(speaker)
    return [shared(name, *begun.get(name, []), *struck.get(name, [])) for name in dict.fromkeys((*begun, *struck))]


def _struck(speaker: Speaker) -> dict[str, list[verbs.Entry]]:
    """By property of the game: what fire at a piece leaves there."""
    aims = speaker.game.handling.aims
    if not aims or not speaker.knows("fire"):
        return {}
    roll = f"{{{chosen('HX_Shot', {each.id: quoted(each.roll) for each in aims.values()})}}}"
    hit, aside = named("hx.target"), named("hx.target.beside")
    after = [entry("", named("hx.after.no"), ""), entry("", named("hx.after.yes"), '{GetString("HX_At")}')]
    return {
        "HX_After": after,
        "HX_Again": [entry("", named(f"hx.again.{each}"), each) for each in ("no", "yes")],
        "HX_At": [entry("", hit, UID), entry("", aside, UID)],
        "HX_Who": [entry("", hit, ""), entry("", aside, "")],
        "HX_P": [entry("", hit, roll), entry("", aside, roll), *dice.thrown(speaker, "HX_P")],
        "HX_Dice": [
            entry("", hit, _looked_up('"hx.dice"')),
            entry("", aside, _looked_up('"hx.beside"')),
            *dice.thrown(speaker, "HX_Dice"),
        ],
        "HX_Acc": [entry("", each, _accuracy(speaker)) for each in (hit, aside)],
    }


def _fence(speaker: Speaker) -> list[Trait]:
    """What only its own side may do with a model, and what every player may but no observer."""
    handling = speaker.game.handling
    named_keys = {f"{each.verb}.{each.what}": each.key for found in offers(speaker).values() for each in found}
    keys = named_keys | verbs.keys(speaker, "unit") | {"aim": shortcut(speaker, "aim")}
    keys |= {f"aim.{each}": named(f"hx.do.aim.{each}") for each in handling.aims}
    for found in handling.steps.values():
        keys |= {f"move.{each.key}": key(each.key) for each in found.values()}
        keys |= {f"pen.{each.key}": key(f"Alt {each.key}") for each in found.values()}
    keys |= {f"step.{each}": shortcut(speaker, f"step.{each}") for each in handling.next_steps}
    free = tuple(sent for name, sent in keys.items() if speaker.opens(name))
    own = tuple(sent for sent in dict.fromkeys(keys.values()) if sent not in free)
    return [
        make("restrict_commands", name="own", action="Hide", condition=f"{{!({owner(speaker)})}}", keys=own),
        make(
            "restrict_commands",
            name="seated",
            action="Hide",
            condition=f"{{!({is_one('PlayerSide', seats.every(speaker.game))})}}",
            keys=free,
        ),
    ]


def _states(speaker: Speaker, looks: Looks) -> list[Trait]:
    """What was chosen, and the states, which the card shows as well."""
    known = offers(speaker)
    found = states.of(speaker, known["state"])
    aboard = f'(GetString("Aboard").equals("")?"":"<br>"+{quoted("> ")}+GetString("CarrierName"))'
    return [
        *_shown_on_card(speaker, found),
        *states.discs(found, looks),
        menus.remembered(
            [
                *(each for found in known.values() for each in found),
                *_aims(speaker),
                *verbs.remembered(speaker, "unit"),
                *follows.remembered(speaker, "unit"),
            ]
        ),
        *(trait for verb, title in _titles(speaker).items() for trait in menus.submenu(title, known[verb])),
        *verbs.submenus(speaker, "unit"),
        states.value(found),
        computed(
            "Shown",
            "+".join(['GetString("Class")+"<br>"+GetString("Front")', *states.listed(speaker, found), aboard]),
        ),
    ]


def _shown_on_card(speaker: Speaker, found: Iterable[State]) -> Iterator[Trait]:
    """The card hears of each state, however it was switched: by its command, or by another verb."""
    declared = {deed.layer for verb in speaker.plain("unit") for deed in verb.deeds if deed.layer}
    declared |= {each.state for each in follows.puts(speaker.game, "unit")}
    for each in found:
        layer = named(f"hx.l.{each.id}")
        yield passed_on(states.switch(each), layer, CARD)
        if each.id in declared:
            yield passed_on(layer, layer, CARD)


def pips(card: Card, density: int) -> list[Trait]:
    """The steps lost, as the model shows them."""
    size = card.number("size")
    place = (round((PIPS[0] - 50) * density / 100), round((PIPS[1] - 50) * density / 100))
    commands = (("", named("hx.pip.up"), ("I", "1")), ("", named("hx.pip.down"), ("I", "-1")))
    return [
        followed("Pips", ["", *map(pips_name, range(1, size + 1))], 'Integer.parseInt(GetString("Lost"))+1', place),
        make("property", name="Lost", constraints=(True, 0, size, False), commands=commands, value="0"),
    ]


def _facing(speaker: Speaker) -> Iterator[Trait]:
    """Where a model faces, as it shows."""
    facings = list(speaker.game.handling.facings)
    if facings:
        code = chosen("Face", {name: str(rank) for rank, name in enumerate(facings, 2)}, "1")
        yield followed("Facing", ["", *(facing_name(name.lower()) for name in facings)], code)


def target(speaker: Speaker) -> list[Trait]:
    """Being fired at: open to the other side as well."""
    aims = speaker.game.handling.aims
    if not aims or not speaker.knows("fire"):
        return []
    hit, aside = named("hx.target"), named("hx.target.beside")
    return [
        *_fires(speaker),
        followed("Mark", ["", "aim.png", "target.png"], 'Role=="S"?2:Role=="T"?3:1'),
        shown_as_noted(),
        local(
            "Role",
            "",
            entry("", named("hx.aim"), "S"),
            *(entry("", each, "T") for each in (hit, aside)),
            entry("", named("hx.clearRole"), ""),
        ),
        passed_on(named("hx.gclear"), named("hx.clearRole"), '{Role!=""}'),
        passed_on(named("hx.untarget"), named("hx.clearRole"), '{Role=="T"}'),
        *dice.pressing(speaker, "unit"),
        noting(speaker),
    ]


def _fires(speaker: Speaker) -> Iterator[Trait]:
    """The ways to fire at a piece once somebody aims."""
    ready = all_of(['!GetString("HX_By").equals("")', '!GetString("HX_Shot").equals("")'])
    for way, text in FIRES.items():
        menu = word(text, speaker.language) if text else speaker.menu("fire")
        if way == "beside" and not any(card.area for card in speaker.game.cards.values()):
            continue
        actions = [
            named(f"hx.after.{'yes' if way == 'carried' else 'no'}"),
            named(f"hx.again.{'yes' if way == 'again' else 'no'}"),
            named("hx.untarget"),
            named("hx.target.beside" if way == "beside" else "hx.target"),
            say("fire"),
        ]
        found = all_of([ready, f'!({remembered(quoted("hx.beside"))}).equals("")']) if way == "beside" else ready
        yield trigger(f"fire {way}", [], actions, f"{{{found}}}", menu=menu, key=shortcut(speaker, f"fire.{way}"))
        if not text:
            yield from dice.at_once(speaker, actions, ready)


def _looked_up(name: str) -> str:
    """Code that gives the dice against this piece from the table of who aims."""
    table = f'("|"+{remembered(name)})'
    sought = '"|"+GetString("TargetType")+"="'
    part = f'{table}.substring({table}.indexOf({sought})+({sought}).length()).split("[|]",2)[0]'
    return f'{{{table}.contains({sought})?{part}:"0"}}'


def _accuracy(speaker: Speaker) -> str:
    """Code that gives the accuracy at the distance from who aims; that of melee in the own place."""
    points = ",".join(f"Integer.parseInt({remembered(name, '0')})" for name in (AX, AY))
    far = f"Range(CurrentX,CurrentY,{points})"
    melee = [each.id for each in speaker.game.handling.aims.values() if each.table == "melee"]
    distance = f"({is_one('HX_Shot', melee)})?0:{far}" if melee else far
    return f'{{({remembered(quoted("hx.acc"))}+"{";0" * 30}").split(";")[java.lang.Math.min(29,{distance})]}}'


def _orders(speaker: Speaker) -> list[Trait]:
    """What the commands do."""
    found_offers = offers(speaker)
    checked = [named("hx.gclear"), named("hx.check"), named("hx.tocard.test"), say("check")]
    found = [
        *dice.checks(speaker, "check", found_offers["check"], checked),
        *states.switches(found_offers["state"]),
        *verbs.orders(speaker, "unit"),
        *_aiming(speaker),
        passed_on(named("hx.tocard.test"), named("hx.card.test"), CARD),
    ]
    return [each for each in found if each.kind != "trigger" or each["watch_keys"] or each["key"]]


def _aims(speaker: Speaker) -> list[Offer]:
    """The commands to aim for another kind of shot than the usual one."""
    aims = speaker.game.handling.aims if speaker.knows("aim") else {}
    purposes, title = speaker.game.chronicle.purposes, word("aim as", speaker.language)
    return [
        Offer("aim", name, named(f"hx.do.aim.{name}"), f"{title}: {purposes[name].menu[speaker.language]}")
        for name in aims
    ]


def _aiming(speaker: Speaker) -> list[Trait]:
    aims = speaker.game.handling.aims
    if not aims or not speaker.knows("aim"):
        return []
    shots = _aims(speaker)
    start = [named("hx.gclear"), named("hx.aim")]
    place = f"{{{remember(AX, got('CurrentX'))}+{remember(AY, got('CurrentY'))}}}"
    return [
        trigger(
            "aim",
            [],
            [*start, named("hx.tocard.aim"), say("aim")],
            menu=speaker.menu("aim"),
            key=shortcut(speaker, "aim"),
        ),
        trigger("aim as", [each.key for each in shots], [*start, named("hx.as"), named("hx.tocard.as"), say("aim")]),
        *menus.submenu(word("aim as", speaker.language), shots),
        local("From", "", entry("", named("hx.aim"), place)),
        passed_on(named("hx.tocard.aim"), named("hx.card.aim"), CARD),
        passed_on(named("hx.tocard.as"), named("hx.card.as"), CARD),
    ]


# ------------------------------------------------------------------------------------------------------ its ways
def _arrival(speaker: Speaker) -> list[Trait]:
    """What a model says when it has moved: a step on the map, or that it left."""
    handling = speaker.game.handling
    begun = f'!GetString("Phase").equals({quoted(handling.first_phase)})' if handling.first_phase else "true"
    on_land, was = f'{ZONE}.equals("{LAND}")', f'GetString("OldZone").equals("{LAND}")'
    dead = next(iter(handling.away.values()), "")
    lies, lay = (f"{zone}.startsWith({quoted(dead + '-')})" for zone in (ZONE, got("OldZone")))
    quiet = [verbs.MOVING] if verbs.sends(speaker, "unit") else []
    quiet += [f"!({verbs.dragged_to(speaker, box)})" for box in verbs.boxes_upon(speaker, "unit")]
    told = [verbs.MOVING] if family.hears(speaker, "unit") else []
    gone = all_of([f"!{on_land}", any_of([was, all_of([lies, f"!{lay}"])]) if dead else was, begun, *quiet])
    elsewhere = f"!{got('OldLocationName')}.equals({got('LocationName')})"
    steps = all_of([on_land, elsewhere, *told])
    return [
        # Who is put down where he stood has made no step.
        trigger(
            "stepped",
            [named("hx.stepped")],
            [say("step"), named("hx.act.none")],
            f"{{{steps}}}",
        ),
        trigger("left", [named("hx.stepped")], LEAVES, f"{{{gone}}}"),
        *_kinds_of_steps(speaker),
    ]


def _kinds_of_steps(speaker: Speaker) -> list[Trait]:
    """What kind of step the next one is: as the player said, or as it usually is."""
    texts = speaker.verb("step").choices["a"]
    asked = speaker.game.handling.next_steps
    title = word("next step", speaker.language)
    entries = [
        entry(f"{title}: {texts[each][speaker.language]}", shortcut(speaker, f"step.{each}"), each) for each in asked
    ]
    usual = "".join(f"({_fits(way)})?{quoted(way.a)}:" for way in speaker.game.handling.ways)
    return [
        local("Act", "", *entries, entry("", named("hx.act.none"), "")),
        computed("A", f'!GetString("Act").equals("")?GetString("Act"):{usual}""'),
    ]


def _fits(way: Way) -> str:
    """Code that tells whether a step is of a kind."""
    wanted = [is_one("Type", way.types)] if way.types else []
    wanted += [is_one("Phase", way.phases)] if way.phases else []
    if way.trays:
        wanted.append(any_of(f'GetString("OldZone").startsWith({quoted(each + "-")})' for each in way.trays))
    return all_of(wanted)


def _leaving(speaker: Speaker) -> list[Trait]:
    """Off the map into one of the trays of its side."""
    handling = speaker.game.handling
    outs = offers(speaker)["out"]
    usual = {
        tray: next(what for what, into in handling.away.items() if into == tray) for tray in handling.away.values()
    }
    default = "".join(f"{ZONE}.startsWith({quoted(tray + '-')})?{quoted(what)}:" for tray, what in usual.items())
    return [
        local(
            WHY,
            "",
            *(entry("", each.key, each.what) for each in outs),
            unsaid(f'{default}""'),
            entry("", named("hx.notwhy"), ""),
        ),
        *(
            trigger(
                f"to {tray}",
                [each.key for each in outs if handling.away.get(each.what) == tray],
                [named(f"hx.to.{tray}")],
            )
            for tray in usual
        ),
        *(_sent(speaker, tray) for tray in usual),
    ]


def _sent(speaker: Speaker, tray: str) -> Trait:
    """A command that sends a model to a box of its side: beside its cards, or on the board."""
    handling = speaker.game.handling
    table = "$CardMap$" if tray in handling.trays else handling.board
    return make("send_to", menu="", key=named(f"hx.to.{tray}"), map=table, destination="Z", zone=f"{tray}-$Box$")


def _telling() -> list[Trait]:
    """Its card asks where it stands."""
    return [local("Asked", "", entry("", named("hx.told"), f"{{{remember(WHERE, got('LocationName'))}}}"))]


def _pen(speaker: Speaker, lines: str, directions: Iterable[Direction], looks: Looks) -> list[Trait]:
    """A route is noted with a key a place while the model stays where it is; only its player sees it."""
    right, down = half_step(lines, looks.board)
    ways = {each.id: (each, each.right * right, each.down * down) for each in directions}
    mine = f"{remembered(PEN)}.equals({PIECE})"
    start = 'GetString("CurrentX")+","+GetString("CurrentY")'
    begins = f'{mine}?"":{remember(PEN, PIECE)}+{remember(ROUTE, quoted(""))}+{remember(POINT, start)}'
    table = 'VASSAL.build.module.Map.getMapById(GetString("CurrentMap"))'
    here = [f"Integer.parseInt({remembered(POINT, '0,0')}.split({quoted(',')})[{rank}])" for rank in (0, 1)]
    place = f"{table}.locationName(new java.awt.Point({here[0]},{here[1]}))"
    longer = remember(ROUTE, f'{remembered(ROUTE)}+({remembered(ROUTE)}.equals("")?"":"-")+{place}')
    moves = []
    for each, dx, dy in ways.values():
        point = f"{table}.snapTo(new java.awt.Point({here[0]}+({dx}),{here[1]}+({dy})))"
        joined = f'{point}.x+","+{point}.y'
        moves.append(entry("", key(f"Alt {each.key}"), f"{{({begins})+{remember(POINT, joined)}+{longer}}}"))
    return [
        local("Pen", "", *moves),
        computed("PenText", f'({mine})&&({owner(speaker)})?{remembered(ROUTE)}:""'),
        make(
            "label",
            key="",
            menu="",
            font_size=max(8, looks.side // 9),
            background="24,28,32",
            colour="255,236,170",
            vertical_position="b",
            horizontal_position="c",
            vertical_alignment="t",
            name_format="$pieceName$",
            property="PenLabel",
            text="$PenText$",
        ),
    ]
