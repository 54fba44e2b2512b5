"""Units and HQs: aim, fire, checks, choices, losses, states, steps from place to place, riding, activating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.handling import Bearer, Direction, State
from assets.lines import LAND
from builder.maps.layout import half_step
from builder.traits import dice, family, follows, gauges, groups, menus, needs, reaches, seats, states, verbs, waiting
from builder.traits.basics import (
    computed,
    entry,
    key,
    level,
    local,
    named,
    passed_on,
    quoted,
    shared,
    trigger,
)
from builder.traits.hidden import SHOWN, noting, shown_as_noted
from builder.traits.looks import Looks, followed, moved, trail
from builder.traits.menus import Offer, shortcut
from builder.traits.record import Speaker
from builder.traits.sealing import got
from builder.traits.speech import reports, say, speech
from builder.traits.waiting import MELEE
from builder.traits.words import word
from vassal.traits import Trait, make

PIECE = got("PieceUID")
UID = f"{{{PIECE}}}"
ZONE = 'GetString("CurrentZone")'
WHY = "Why"
"""The property that says why a piece leaves the map: as its command said, or as the place to which it was dragged."""
LEAVES = [named("hx.unsaid"), say("out"), named("hx.notwhy")]
"""What a piece does that has left the map."""


def prototypes_of(speaker: Speaker, looks: Looks) -> Iterator[tuple[str, list[Trait]]]:
    """All prototypes of units and HQs, by name."""
    bearers: tuple[Bearer, ...] = ("unit", "hq")
    for bearer in bearers:
        for group in groups.every(speaker.game, bearer):
            some = groups.narrowed(speaker, group)
            yield groups.proto(f"speech {bearer}", group), _speech(some, bearer)
            yield groups.proto(f"states {bearer}", group), _states(some, bearer, looks)
            yield groups.proto(f"orders {bearer}", group), _orders(some, bearer)
            yield groups.proto(f"fence {bearer}", group), _fence(some, bearer)
    yield "target", _target(speaker, looks)
    yield from moving(speaker, looks)


def moving(speaker: Speaker, looks: Looks) -> Iterator[tuple[str, list[Trait]]]:
    """The prototypes of steps from place to place and of trails, by name."""
    for lines, directions in speaker.game.handling.steps.items():
        yield f"steps {lines}", _steps(lines, directions.values(), looks.board)
    yield "trail", [trail(word("trail", speaker.language), key("Ctrl Shift P")), moved(looks.side)]


def _fence(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    """Commands that only the piece's own side may give, and those that every player may give but no observer."""
    handling = speaker.game.handling
    offers = [each for found in _offers(speaker, bearer).values() for each in found]
    keys = {f"{each.verb}.{each.what}": each.key for each in offers}
    keys |= {name: shortcut(speaker, name) for name in ("aim", f"aim.{MELEE}")}
    keys |= verbs.keys(speaker, bearer)
    keys |= {"loss": shortcut(speaker, "loss")}
    keys |= {f"step.{each}": shortcut(speaker, f"step.{each}") for each in handling.next_steps}
    keys |= {f"move.{each.key}": key(each.key) for found in handling.steps.values() for each in found.values()}
    open_keys = tuple(sent for name, sent in keys.items() if speaker.opens(name))
    own = tuple(dict.fromkeys(sent for name, sent in keys.items() if not speaker.opens(name)))
    ours = seats.own(speaker.game)
    all_seats = " || ".join(f'PlayerSide=="{each}"' for each in seats.every(speaker.game))
    return [
        make("restrict_commands", name="own", action="Hide", condition=f"{{!({ours})}}", keys=own),
        make("restrict_commands", name="seated", action="Hide", condition=f"{{!({all_seats})}}", keys=open_keys),
    ]


def _titles(speaker: Speaker) -> dict[str, str]:
    """The verbs whose commands stand in a sub-menu, and its title."""
    return {
        "check": word("checks", speaker.language),
        "state": word("states", speaker.language),
        "out": speaker.menu("out"),
        "act": speaker.menu("act"),
    }


def _offers(speaker: Speaker, bearer: Bearer) -> dict[str, list[Offer]]:
    """The commands of a unit or HQ by verb."""
    titles = _titles(speaker)
    found = {
        "check": menus.checks(speaker, bearer),
        "state": menus.states(speaker, bearer),
        "out": menus.choices(speaker, "out", _departures(speaker, bearer)),
        "act": menus.choices(speaker, "act") if bearer == "hq" else [],
        "ride": [each._replace(menu="") for each in menus.choices(speaker, "ride")],
    }
    return {verb: menus.titled(titles[verb], offers) if verb in titles else offers for verb, offers in found.items()}


def _departures(speaker: Speaker, bearer: Bearer) -> list[str]:
    only = speaker.game.handling.only
    known = speaker.verb("out").choices["what"] if speaker.knows("out") else {}
    return [what for what in known if bearer in only.get(f"out.{what}", (bearer,))]


def _speech(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    """What stands outermost: reports, their counter, and what they set for the whole game."""
    return [
        *speech(reports(speaker, bearer, {"open": {"o": SHOWN}}, {})),
        *verbs.said(speaker, bearer),
        *needs.traits(speaker, bearer),
        *_staging(speaker, bearer),
    ]


def _staging(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    """What the game remembers of a declaration until it is rolled for; every purpose sets or empties all of it."""
    aim, target, check, shot = (named(f"hx.{each}") for each in ("aim", "target", "check", "shot"))
    melee = named("hx.aim.MELEE")
    clear = [entry("", each, "") for each in (aim, melee)]
    roll = menus_of_shots(speaker)
    between, again = named("hx.between"), named("hx.again")
    carrying = bool(speaker.game.handling.boarding) and bearer == "unit"
    traits = [
        *(waiting.declared(speaker) if bearer == "unit" else []),
        shared(
            "HX_By",
            entry("", aim, _shooters(speaker)),
            *(entry("", each, UID) for each in (melee, shot)),
            entry("", check, ""),
        ),
        shared("HX_At", *clear, entry("", target, UID), entry("", check, "")),
        shared(
            "HX_Who",
            *clear,
            *(entry("", each, UID) for each in (check, between)),
            entry("", named("hx.notwho"), ""),
            entry("", again, f'{{({_salvo_declared(speaker)})?GetString("HX_Guns"):""}}'),
        ),
        shared(
            "HX_P",
            *clear,
            *(entry("", each, '{GetString("What")}') for each in (check, between)),
            entry("", named("hx.rollshot"), roll),
            *dice.thrown(speaker, "HX_P"),
            entry("", again, f'{{({_salvo_declared(speaker)})?GetString("HX_Shot"):""}}'),
        ),
        shared(
            "HX_Shot",
            entry("", aim, "FIRE"),
            entry("", melee, "MELEE"),
            entry("", check, ""),
            entry("", shot, '{GetString("What")}'),
        ),
        *([shared("HX_Rides", entry("", aim, '{GetString("Aboard")}'))] if carrying else []),
        shared("HX_Mode", *(entry("", named(f"hx.mode.{each}"), each) for each in _modes(speaker))),
        *dice.counting(speaker, menus.checks(speaker, bearer), check, between),
    ]
    if bearer == "hq":
        traits += [
            shared("HX_Form", entry("", named("hx.form"), '{GetString("Formation")}')),
            shared("HX_FormName", entry("", named("hx.form"), '{GetString("FormationName")}')),
        ]
    return traits


def _joins(speaker: Speaker, uid: str = PIECE, aboard: str = got("Aboard")) -> str:
    """Code that tells whether the piece fires together with the one that aimed before it: one rides on the other."""
    if not speaker.game.handling.boarding:
        return "false"
    aimed = '!GetString("HX_By").equals("")&&GetString("HX_At").equals("")&&GetString("HX_Shot").equals("FIRE")'
    rides, carries = f'GetString("HX_By").equals({aboard})', f'GetString("HX_Rides").equals({uid})'
    return f"{aimed}&&({rides}||{carries})"


def _shooters(speaker: Speaker) -> str:
    """Code that gives who fires: the piece, with the one that it joins."""
    if not speaker.game.handling.boarding:
        return UID
    return f'{{({_joins(speaker)})?GetString("HX_By")+","+{PIECE}:{PIECE}}}'


def _modes(speaker: Speaker) -> list[str]:
    return list(speaker.verb("fire").choices.get("mode", {})) if speaker.knows("fire") else []


def menus_of_shots(speaker: Speaker) -> str:
    """Code that gives the purpose of the roll by the kind of the shot."""
    text = 'GetString("HX_Shot")'
    for shot, purpose in speaker.game.handling.shots.items():
        if shot != purpose:
            text = f'GetString("HX_Shot").equals({quoted(shot)})?{quoted(purpose)}:{text}'
    return f"{{{text}}}"


def _target(speaker: Speaker, looks: Looks) -> list[Trait]:
    """Being fired at: open to the other side as well."""
    texts = speaker.verb("fire").choices["mode"] if speaker.knows("fire") else {}
    shot = "||".join(f'GetString("HX_Shot").equals({quoted(each)})' for each in speaker.game.handling.shots)
    salvo = _salvo_declared(speaker) if speaker.game.handling.salvos else ""
    ready = f'!GetString("HX_By").equals("")&&({shot})' if shot else "false"
    menu = speaker.menu("fire")
    entries: list[str] = []
    traits: list[Trait] = []
    for rank, (mode, text) in enumerate(texts.items()):
        title = menu if rank == 0 else f"{menu}, {text[speaker.language]}"
        entries.append(title)
        actions = [named(f"hx.mode.{mode}"), *_hit(), named("hx.rollshot"), say("fire")]
        shortcut = key(speaker.game.handling.keys.get(f"fire.{mode}", ""))
        traits.append(trigger(f"fire {mode}", [], actions, f"{{{ready}}}", menu=title, key=shortcut))
        if rank == 0:
            traits += dice.at_once(speaker, actions, ready)
    if salvo and texts:
        shortcut = key(speaker.game.handling.keys.get(f"fire.{next(iter(texts))}", ""))
        hit = [named("hx.untarget"), named("hx.target")]
        title = word("salvo target", speaker.language)
        traits.append(trigger("salvo target", [], hit, f"{{{salvo}}}", menu=title, key=shortcut))
    return [
        *traits,
        followed("Mark", ["", "aim.png", "target.png"], 'Role=="S"?2:Role=="T"?3:1'),
        local(
            "Role",
            "",
            *(entry("", named(f"hx.{each}"), "S") for each in ("aim", "aim.MELEE", "shot")),
            entry("", named("hx.target"), "T"),
            entry("", named("hx.clearRole"), ""),
        ),
        passed_on(named("hx.gclear"), named("hx.clearRole"), _unless_joined(speaker)),
        passed_on(named("hx.untarget"), named("hx.clearRole"), '{Role=="T"}'),
        *dice.pressing(speaker, "unit", "hq"),
        *([shown_as_noted(), noting(speaker)] if _notes_units(speaker) else []),
    ]


def _unless_joined(speaker: Speaker) -> str:
    """Which pieces lose their marks when this one aims: none where it joins the one that aims already."""
    joins = _joins(speaker, '"$PieceUID$"', '"$Aboard$"')
    return f'{{Role!=""&&!({joins})}}' if joins != "false" else '{Role!=""}'


def _notes_units(speaker: Speaker) -> bool:
    """Whether units are noted for what some piece hides."""
    return any(each.written == "units" for each in speaker.game.handling.secrets.values())


def _salvo_declared(speaker: Speaker) -> str:
    """Code that tells whether a salvo was declared and may still be rolled for."""
    purposes = sorted({each.purpose for each in speaker.game.handling.salvos.values()})
    return "||".join(f'GetString("HX_Shot").equals({quoted(each)})' for each in purposes) or "false"


def _hit() -> list[str]:
    return [named("hx.untarget"), named("hx.target"), named("hx.notwho")]


def _states(speaker: Speaker, bearer: Bearer, looks: Looks) -> list[Trait]:
    """What was chosen, and the states that show on the piece."""
    offers = _offers(speaker, bearer)
    found = states.of(speaker, offers["state"])
    return [
        *states.discs(found, looks),
        *gauges.shown(speaker, "hq" if bearer == "hq" else "unit", looks.side),
        *reaches.shown(speaker, bearer),
        menus.remembered(
            [
                *(each for found in offers.values() for each in found),
                *verbs.remembered(speaker, bearer),
                *follows.remembered(speaker, bearer),
            ]
        ),
        *(trait for verb, title in _titles(speaker).items() for trait in menus.submenu(title, offers[verb])),
        *verbs.submenus(speaker, bearer),
        *states.fences(speaker, offers["state"]),
        states.value(found),
        computed("Col", _column(speaker)),
        computed("Shown", _shown(speaker, found)),
    ]


def _shown(speaker: Speaker, found: list[State]) -> str:
    """Code that gives what the stack viewer says: the values of the side that lies up, and the states."""
    states_shown = [each.id for each in speaker.game.handling.states.values() if each.marker is None] or ["Activated"]
    turned = "||".join(f'GetString("{level(each)}").equals("2")' for each in ("Steps", *states_shown))
    most = max((len(unit.faces) for unit in speaker.game.units.values()), default=1)
    faces = "".join(
        f'GetString("Steps_Level").equals("{rank}")?GetString("Face{rank}"):' for rank in range(3, most + 1)
    )
    return "+".join([f'({faces}{turned}?GetString("Back"):GetString("Front"))', *states.listed(speaker, found)])


def _column(speaker: Speaker) -> str:
    """Code that tells whether a piece moves in column: the state of that name."""
    state = speaker.game.handling.column
    return f'{level(state)}==2?"yes":"no"' if state else '"no"'


def _orders(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    """What the commands do; innermost, so that all that they need has happened."""
    offers = _offers(speaker, bearer)
    handling = speaker.game.handling
    shots = [each for each in offers["check"] if each.what in handling.shots]
    asked = {each.asks for each in handling.salvos.values()}
    between = [each for each in offers["check"] if each.what in asked]
    plain = [each for each in offers["check"] if each.what not in {*handling.shots, *asked}]
    checked = follows.after(speaker, "check", bearer) if speaker.knows("check") else []
    acts = [named("hx.form"), say("act"), *(follows.after(speaker, "act", bearer) if offers["act"] else [])]
    found = [
        *dice.checks(speaker, "check", plain, [named("hx.check"), say("check")], checked),
        # A check that a salvo asks for leaves the salvo declared: the next roll is for that.
        *dice.checks(
            speaker, "check between", between, [named("hx.between"), say("check")], [named("hx.again"), *checked]
        ),
        *dice.checks(
            speaker,
            "reaction",
            shots,
            [named("hx.gclear"), named("hx.check"), named("hx.shot"), say("check")],
            checked,
        ),
        *states.switches(offers["state"]),
        trigger("out", [each.key for each in offers["out"]], [named("hx.why"), named("hx.tolost")]),
        *_losses(speaker, bearer),
        *_aiming(speaker, bearer),
        *_arrival(speaker, bearer),
        *_leaving(speaker, offers),
        *_ways(speaker, bearer),
        trigger("act", [each.key for each in offers["act"]], acts),
        *verbs.orders(speaker, bearer),
    ]
    return [each for each in found if each.kind != "trigger" or each["watch_keys"] or each["key"]]


def _losses(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    """A step less; the last one takes the unit off the map."""
    if bearer == "hq" or not speaker.knows("loss"):
        return []
    last = 'GetString("Steps_Level").equals(GetString("LastLevel"))'
    sent = shortcut(speaker, "loss")
    return [
        trigger("loss", [], [named("hx.l.step"), say("loss")], f"{{!{last}}}", menu=speaker.menu("loss"), key=sent),
        trigger("last loss", [sent], [named("hx.die"), named("hx.tolost")], f"{{{last}}}"),
    ]


def _aiming(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    if bearer == "hq" or not speaker.knows("aim"):
        return []
    melee = word("melee aim", speaker.language)
    return [
        trigger(
            "aim",
            [],
            [named("hx.gclear"), named("hx.aim"), say("aim")],
            menu=speaker.menu("aim"),
            key=shortcut(speaker, "aim"),
        ),
        trigger(
            "aim in melee",
            [],
            [named("hx.gclear"), named("hx.aim.MELEE"), say("aim")],
            menu=melee,
            key=shortcut(speaker, f"aim.{MELEE}"),
        ),
    ]


def _arrival(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    """What a piece says when it has moved, by drag, by key or by command: a step on the map, or that it left it."""
    setup = speaker.game.handling.first_phase
    begun = f'!GetString("Phase").equals({quoted(setup)})' if setup else "true"
    if verbs.sends(speaker, bearer):
        begun += f"&&{verbs.MOVING}"
    begun += "".join(f"&&!({verbs.dragged_to(speaker, box)})" for box in verbs.boxes_upon(speaker, bearer))
    away = f'!{ZONE}.equals("{LAND}")&&GetString("OldZone").equals("{LAND}")&&{begun}'
    found = []
    if speaker.knows("step"):
        quiet = f"&&{verbs.MOVING}" if family.hears(speaker, bearer) else ""
        on_land = f'{{{ZONE}.equals("{LAND}"){quiet}}}'
        found += [
            trigger("stepped", [named("hx.stepped")], [say("step"), named("hx.act.none")], on_land),
        ]
    if speaker.knows("out"):
        found.append(trigger("left", [named("hx.stepped")], LEAVES, f"{{{away}}}"))
    return found


def _ways(speaker: Speaker, bearer: Bearer) -> list[Trait]:
    """What kind of step the next one is; an ordinary one if nothing was said."""
    texts = speaker.verb("step").choices["a"] if speaker.knows("step") else {}
    setup = speaker.game.handling.first_phase
    asked = speaker.game.handling.next_steps
    entries = [
        entry(
            f"{word('next step', speaker.language)}: {texts[each][speaker.language]}",
            shortcut(speaker, f"step.{each}"),
            each,
        )
        for each in asked
    ]
    plain = f'GetString("Phase").equals({quoted(setup)})?"Place":' if setup else ""
    off = f'!GetString("OldZone").equals("{LAND}")?"Enter":"Move"'
    meant = "||".join(f'GetString("Act").equals({quoted(each)})' for each in asked) or "false"
    return [
        local(verbs.NEXT, "", *entries, *verbs.next_steps(speaker, bearer), entry("", named("hx.act.none"), "")),
        computed("A", f'({meant})?GetString("Act"):{plain}{off}'),
    ]


def _leaving(speaker: Speaker, offers: dict[str, list[Offer]]) -> list[Trait]:
    """Off the map: into the box of losses of its side."""
    if not offers["out"]:
        return []
    box = speaker.game.chronicle.piles.get("Remove", "lost")
    default = f'GetString("CurrentZone").startsWith({quoted(box)})?"Lost":"Left"'
    return [
        local(
            WHY,
            "",
            entry("", named("hx.why"), '{GetString("What")}'),
            entry("", named("hx.die"), next(iter(offers["out"])).what),
            unsaid(default),
            entry("", named("hx.notwhy"), ""),
        ),
        make(
            "send_to",
            menu="",
            key=named("hx.tolost"),
            map=speaker.game.handling.board,
            destination="Z",
            zone=f"{box}-$Box$",
        ),
    ]


def unsaid(default: str) -> tuple[str, str, tuple[str, ...]]:
    """What gives the reason that the place says, where no command said one."""
    return entry(
        "", named("hx.unsaid"), f"{{!GetString({quoted(WHY)}).equals({quoted('')})?GetString({quoted(WHY)}):{default}}}"
    )


def _steps(lines: str, directions: Iterable[Direction], side: int) -> list[Trait]:
    """One key for each neighbour."""
    right, down = half_step(lines, side)
    return [
        make("move_fixed", menu="", key=key(each.key), dx=str(each.right * right), dy=str(-each.down * down))
        for each in directions
    ]
