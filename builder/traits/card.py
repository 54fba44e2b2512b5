"""Unit cards as pieces: numbers that change, states, secret orders, what is hidden apart, both faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from assets.handling import Aim, Meter
from assets.schema import Card
from assets.seats import whole
from builder.cards import (
    FLAGGED,
    MOST_FIGURE,
    TICK,
    card_name,
    chosen_name,
    figure_name,
    losses_name,
    sealed_name,
    spent_name,
)
from builder.traits import groups, menus, orders, seats, verbs
from builder.traits.basics import (
    chosen,
    computed,
    entry,
    local,
    named,
    passed_on,
    quoted,
    shared,
    trigger,
)
from builder.traits.hidden import kept
from builder.traits.looks import followed
from builder.traits.menus import shortcut
from builder.traits.orders import APART, MAY, MISSING, ORDER, TEXT, WHERE, Written, drafted, said
from builder.traits.record import Speaker
from builder.traits.sealing import (
    NONCE,
    all_of,
    any_of,
    box,
    got,
    is_one,
    opened,
    quietly,
    remember,
    remembered,
    round_key,
    sealed,
    word_fits,
)
from builder.traits.speech import reports, say, speech
from builder.traits.words import word
from vassal.traits import Trait, make

SIDE = 'GetString("Side")'
UID = 'GetString("PieceUID")'
LOSSES, DEFENCE, BRAVERY, AMMO, STAGES = "losses", "defence", "bravery", "ammo", "air"
"""Meters that have a look, or an effect on each other, of their own."""
TIMES, OVER, MORE, MELEE = '"hx.times"', '"hx.over"', '"hx.more"', '"hx.melee"'
"""Under which names the program remembers how a kind of shot changes the dice of a card."""
BACK = f'"hx.back."+{UID}'
TURNED = f'{remembered(BACK)}.equals("yes")'
"""Code that tells whether the player at this program has turned the card over."""
PLACES = {AMMO: "spent"}
"""Where a meter lies that has not the place of its own name."""
Places = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class CardLooks:
    """Where things lie on a card, counted in pixels from its middle, and how large its text is."""

    front: Places
    back: Places
    frame: int
    letters: int


def owner(speaker: Speaker, side: str = SIDE) -> str:
    """Code that tells whether the player at this program plays a side, or has a seat that holds this piece."""
    of_all = whole(speaker.game)
    all_seats = [is_one("PlayerSide", of_all)] if of_all else []
    return any_of([f'GetString("PlayerSide").equals({side})', *all_seats, *seats.held(speaker.game)])


def meters_of(speaker: Speaker, card: Card) -> dict[str, Meter]:
    """The meters that a card has."""
    return {name: each for name, each in speaker.game.handling.meters.items() if has(card, each)}


def has(card: Card, meter: Meter) -> bool:
    """Whether a card has a meter."""
    if meter.types and card.type not in meter.types:
        return False
    return all(name in card.values or name in card.stores for name in (meter.start, meter.most) if name)


def begins(card: Card, meter: Meter) -> int:
    """What a meter begins with on a card."""
    return _value(card, meter.start) if meter.start else meter.first


def ends(card: Card, meter: Meter) -> int:
    """The most that a meter can show on a card."""
    return _value(card, meter.most) if meter.most else meter.reach


def _value(card: Card, name: str) -> int:
    return card.stores[name] if name in card.stores else card.number(name)


def prototypes_of(speaker: Speaker, looks: Mapping[str, CardLooks]) -> Iterator[tuple[str, list[Trait]]]:
    """The prototypes of all cards, by name."""
    game = speaker.game
    units = (unit for unit in game.units.values() if unit.card)
    for name, group in dict.fromkeys((unit.card or "", groups.of_unit(game, unit, "card")) for unit in units):
        some = groups.narrowed(speaker, group)
        yield groups.proto(f"card {name}", group), _card(some, game.cards[name], looks[name])


def _card(speaker: Speaker, card: Card, looks: CardLooks) -> list[Trait]:
    meters = meters_of(speaker, card)
    return [
        *_speech(speaker, card, meters),
        *_declared(speaker),
        *_fence(speaker, card, meters),
        *_upper(speaker, card, looks),
        *_figures(card, meters, looks),
        *_states(speaker, looks),
        *_orders(speaker, card),
        *_apart(speaker, card),
        *_meters(speaker, card, meters),
        *_shots(speaker, card),
        *verbs.orders(speaker, "card"),
    ]


def _declared(speaker: Speaker) -> Iterator[Trait]:
    """What a card remembers of the verbs that are spoken as they are declared."""
    remembered = verbs.remembered(speaker, "card")
    yield from verbs.said(speaker, "card")
    if remembered:
        yield menus.remembered(remembered)
    yield from verbs.submenus(speaker, "card")


def _speech(speaker: Speaker, card: Card, meters: Iterable[str]) -> list[Trait]:
    words = {"reveal": {"o": "$OrderText$"}, "open": {"o": "$SecretText$"}}
    found = [*reports(speaker, "card", words, {}, but=("mark",))]
    for name in meters if speaker.knows("mark") else ():
        text = speaker.line("mark", {"what": name}, {"what": speaker.choice("mark", "what", name)})
        found.append(make("report", keys=tuple(_steps_of(card, name)), format=text, no_suppress=True))
    return speech(found)


def _steps_of(card: Card, meter: str) -> list[str]:
    """The commands that change a meter; only bravery is changed along with another."""
    ways = ("up", "down", "more", "less") if meter == BRAVERY and _per_loss(card) else ("up", "down")
    return [named(f"hx.m.{meter}.{way}") for way in ways]


def _fence(speaker: Speaker, card: Card, meters: Iterable[str]) -> list[Trait]:
    """Only its own side may touch a card."""
    keys = [each.key for found in orders.entries(speaker, card).values() for each in found]
    keys += [_meter_key(speaker, name, way) for name in meters for way in ("up", "down")]
    keys += [
        *verbs.keys(speaker, "card").values(),
        shortcut(speaker, "hit"),
        named("hx.do.open"),
        named("hx.do.unsay"),
    ]
    return [
        make("restrict_commands", name="own", action="Hide", condition=f"{{!({owner(speaker)})}}", keys=tuple(keys))
    ]


def _meter_key(speaker: Speaker, meter: str, way: str) -> str:
    return shortcut(speaker, f"mark.{meter}.{way}")


# ------------------------------------------------------------------------------------------------------- its looks
def _upper(speaker: Speaker, card: Card, looks: CardLooks) -> list[Trait]:
    """What covers the front: the enemy sees a cover while orders are written, its owner may turn it over."""
    sealing = speaker.game.handling.sealing
    language = speaker.language
    found = []
    if sealing is not None:
        shut = all_of([is_one("Phase", [sealing.phase]), f"!({owner(speaker)})"])
        found.append(followed("Cover", ["", sealed_name(card.side)], f"({shut})?2:1"))
        found.append(_label(looks))
    if STAGES in meters_of(speaker, card):
        stages = [name for name in looks.back if name.startswith("stage.")]
        for rank, name in enumerate(stages, 1):
            code = f'({TURNED}&&Integer.parseInt(GetString("{STAGES}"))>={rank})?2:1'
            found.append(followed(f"Stage{rank}", ["", TICK], code, looks.back[name]))
    for name in card.orders if sealing is not None else ():
        mine = f'(GetString("Plain")+":").startsWith({quoted(name + ":")})'
        place = looks.back[f"order.{name}"]
        found.append(followed(f"Is_{name}", ["", chosen_name(looks.frame)], f"({TURNED}&&{mine})?2:1", place))
    found.append(followed("Back", ["", card_name(card.id, "back")], f"{TURNED}?2:1"))
    other = f'{TURNED}?"no":"yes"'
    flip = f"{{{remember(BACK, other)}}}"
    found.append(
        local("Nothing", "", entry(word("flip", language), shortcut(speaker, "flip"), flip)),
    )
    return found


def _label(looks: CardLooks) -> Trait:
    """The order below the card, as far as the player at this program may read it."""
    return make(
        "label",
        key="",
        menu="",
        font_size=looks.letters,
        background="24,28,32",
        colour="255,236,170",
        vertical_position="b",
        vertical_offset=looks.letters // 6,
        horizontal_position="c",
        vertical_alignment="t",
        name_format="$pieceName$",
        font_style=1,
        property="OrderLabel",
        text="$OrderShown$",
    )


def _figures(card: Card, meters: Mapping[str, Meter], looks: CardLooks) -> Iterator[Trait]:
    """The numbers of the meters as they are drawn on the card."""
    for name, meter in meters.items():
        place = looks.front.get(PLACES.get(name, name)) or looks.front.get(f"store.{name}")
        if place is None:
            continue
        most, start = ends(card, meter), begins(card, meter)
        value = f'Integer.parseInt(GetString("{name}"))'
        if name == LOSSES:
            images, code = ["", *map(losses_name, range(1, most + 1))], f"{value}+1"
        elif name == AMMO:
            images = ["", *map(spent_name, range(1, start + 1))]
            code = f"{value}>={start}?1:{start + 1}-{value}"
        else:
            top = min(most, MOST_FIGURE)
            images = [figure_name(number) for number in range(top + 1)]
            code = f"java.lang.Math.min({top},{value})+1"
        yield followed(f"Shows_{name}", images, code, place)


def _states(speaker: Speaker, looks: CardLooks) -> Iterator[Trait]:
    """The ticks of the states of its model, which tells it."""
    for state in speaker.game.handling.states.values():
        place = looks.front.get(state.box or f"status.{state.marker}")
        if place is None or "unit" not in state.of:
            continue
        yield make(
            "layer",
            images=("", FLAGGED if state.box else TICK),
            level_names=("", ""),
            name=state.id,
            x_offset=place[0],
            y_offset=place[1],
            increase_key=named(f"hx.l.{state.id}"),
            loop=True,
            level=1,
        )


# ------------------------------------------------------------------------------------------------------- its orders
def _orders(speaker: Speaker, card: Card) -> list[Trait]:
    """The menu of orders, and how what was chosen is sealed."""
    sealing = speaker.game.handling.sealing
    if sealing is None or not speaker.knows("order"):
        return []
    found = orders.entries(speaker, card)
    keys = [each.key for group in found.values() for each in group]
    unsay = named("hx.do.unsay")
    every = [each for group in found.values() for each in group]
    keys_of = dict.fromkeys(each.order for each in every)
    texts = "".join(f"{remembered(ORDER)}.equals({quoted(name)})?({drafted(speaker, card, name)}):" for name in keys_of)
    revealed = f'GetString("HX_Key_"+{SIDE})'
    known = all_of([owner(speaker), word_fits(SIDE)])
    plain = (
        f'GetString("Cipher").equals("")?"":!{revealed}.equals("")?{opened("Cipher", revealed)}:'
        f'({known})?{opened("Cipher", round_key(SIDE))}:"?"'
    )
    shown = orders.readable(speaker, card, got("Plain"))
    hidden = quoted(word("sealed", speaker.language))
    boxes = '(GetString("boxes").equals("0")||GetString("boxes").equals("")?"":" ["+GetString("boxes")+"]")'
    order, seal = named("hx.order"), named("hx.seal")
    told = box(speaker.word("nothing noted"))
    lack = f'{{{remembered(MISSING)}.equals("")?"":{told}+{remember(MISSING, quoted(""))}}}'
    return [
        *_submenus(speaker, found),
        # Triggers act from the innermost outwards: first whether orders may be written, then the text, then the seals.
        trigger("unsaid", [unsay], [named("hx.noorder"), say("order")], f'{{!{remembered(MAY)}.equals("")}}'),
        trigger("written", keys, [order, say("order"), named("hx.forget")], f'{{!{remembered(TEXT)}.equals("")}}'),
        trigger("apart", keys, [seal], f'{{!{remembered(APART)}.equals("")}}'),
        trigger("draft", keys, [named("hx.draft"), named("hx.lack")]),
        trigger("may order", [*keys, unsay], [named("hx.tell"), named("hx.may")]),
        passed_on(named("hx.tell"), named("hx.told"), '{Kind=="unit"&&Unit=="$Unit$"}'),
        # Only this program learns of what these do: the property itself stays empty.
        local(
            "Chosen",
            "",
            *(entry(each.menu, each.key, said(each)) for each in every),
            entry(word("forget order", speaker.language), unsay, ""),
            entry("", named("hx.may"), _may(speaker, sealing.phase)),
            entry("", named("hx.draft"), f'{{{remembered(MAY)}.equals("")?"":{texts}""}}'),
            entry("", named("hx.lack"), lack),
            entry("", named("hx.forget"), f"{{{orders.FORGET}}}"),
        ),
        local("Nonce", "", entry("", order, NONCE), *_empty("hx.noorder", "hx.newround")),
        local(
            "Cipher",
            "",
            entry("", order, f"{{{sealed(remembered(TEXT), round_key(SIDE))}}}"),
            *_empty("hx.noorder", "hx.newround"),
        ),
        computed("Plain", plain),
        computed("OrderText", f'GetString("Plain").equals("?")?{hidden}:{shown}'),
        computed("OrderShown", f'GetString("OrderText")+{boxes}'),
        trigger(
            "reveal",
            [named("hx.show")],
            [say("reveal")],
            f'{{!{revealed}.equals("")&&!GetString("Cipher").equals("")}}',
        ),
    ]


def _empty(*commands: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    return (entry("", named(command), "") for command in commands)


def _may(speaker: Speaker, phase: str) -> str:
    """Code that remembers whether an order may be written now, and says in a box why not."""
    now = all_of([is_one("Phase", [phase]), f'GetString("HX_Commit_"+{SIDE}).equals("")'])
    empty = "+".join(remember(name, quoted("")) for name in (TEXT, APART, MISSING))
    no = f"{remember(MAY, quoted(''))}+{empty}"
    language = speaker.language
    return (
        f"{{!({now})?{box(word('not now', language))}+{no}:"
        f"!{word_fits(SIDE)}?{box(word('no word', language))}+{no}:"
        f"{remember(MAY, quoted('yes'))}+{empty}}}"
    )


def _submenus(speaker: Speaker, found: Mapping[str, list[Written]]) -> Iterator[Trait]:
    """One menu for all orders; those that are said in several ways have one of their own in it."""
    titles = []
    for title, group in found.items():
        titles.append(title if len(group) > 1 else group[0].menu)
    titles.append(word("forget order", speaker.language))
    yield make("submenu", menu=speaker.menu("order"), commands=tuple(titles))
    for title, group in found.items():
        if len(group) > 1:
            yield make("submenu", menu=title, commands=tuple(each.menu for each in group))


# ------------------------------------------------------------------------------------------------- what is hidden apart
def _apart(speaker: Speaker, card: Card) -> list[Trait]:
    """What stays sealed when orders are revealed, with a key of its own; opened, it is said as other orders are."""
    if not speaker.knows("seal"):
        return []
    shown = orders.readable(speaker, card, got("SecretPlain"))
    return [*kept(speaker, SIDE, remembered(APART)), computed("SecretText", shown)]


# ------------------------------------------------------------------------------------------------------- its numbers
def _meters(speaker: Speaker, card: Card, meters: Mapping[str, Meter]) -> Iterator[Trait]:
    """Numbers that go up and down by the menu, each change with its record; steps lost take bravery with them."""
    titles = []
    for name, meter in meters.items():
        value = f'Integer.parseInt(GetString("{name}"))'
        bounds = {"up": f"{value}<{ends(card, meter)}", "down": f"{value}>0"}
        for way, sign in (("up", "+1"), ("down", "-1")):
            titles.append(f"{_capital(speaker.choice('mark', 'what', name))} {sign}")
            sent = [named(f"hx.m.{name}.{way}"), *_effects(card, meters, name, way)]
            menu, sent_by = titles[-1], _meter_key(speaker, name, way)
            yield trigger(f"{name} {way}", _by_hit(name, way), sent, f"{{{bounds[way]}}}", menu=menu, key=sent_by)
        yield _meter(card, name, meter)
    if titles:
        yield make("submenu", menu=speaker.menu("mark"), commands=tuple(titles))
    if DEFENCE in meters and LOSSES in meters:
        left = f'Integer.parseInt(GetString("{DEFENCE}"))>0'
        hit = shortcut(speaker, "hit")
        yield trigger("hit", [], [named("hx.hit")], menu=word("hit", speaker.language), key=hit)
        yield trigger("wards off", [named("hx.hit")], [named("hx.hit.no")], f"{{{left}}}")
        yield trigger("is hit", [named("hx.hit")], [named("hx.hit.yes")], f"{{!({left})}}")
        yield trigger("warded off", [named("hx.hit.no")], [named(f"hx.c.{DEFENCE}.down")])
        yield trigger("was hit", [named("hx.hit.yes")], [named(f"hx.c.{LOSSES}.up")])


def _by_hit(name: str, way: str) -> list[str]:
    """The commands by which a hit changes a meter."""
    return [named(f"hx.c.{name}.{way}")] if (name, way) in ((DEFENCE, "down"), (LOSSES, "up")) else []


def _effects(card: Card, meters: Mapping[str, Meter], name: str, way: str) -> list[str]:
    """What a step lost or won back brings with it: bravery, and what the model shows."""
    if name != LOSSES:
        return []
    other = {"up": "less", "down": "more"}[way]
    brave = [named(f"hx.m.{BRAVERY}.{other}")] if BRAVERY in meters and _per_loss(card) else []
    return [*brave, named(f"hx.pips.{way}")]


def _per_loss(card: Card) -> int:
    found = card.values.get(f"{BRAVERY}_loss", 0)
    return found if isinstance(found, int) else 0


def _meter(card: Card, name: str, meter: Meter) -> Trait:
    start, most = str(begins(card, meter)), ends(card, meter)
    commands = [("", named(f"hx.m.{name}.up"), ("I", "1")), ("", named(f"hx.m.{name}.down"), ("I", "-1"))]
    if name == BRAVERY and _per_loss(card):
        commands.append(("", named(f"hx.m.{name}.less"), ("I", str(-_per_loss(card)))))
        commands.append(("", named(f"hx.m.{name}.more"), ("I", str(_per_loss(card)))))
    if meter.round:
        commands.append(("", named("hx.newround"), ("P", start)))
    return make("property", name=name, constraints=(True, 0, most, False), commands=tuple(commands), value=start)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------------------------------- its shots
def _shots(speaker: Speaker, card: Card) -> list[Trait]:
    """What the card tells when its model aims: kind of shot, dice by kind of target, accuracy by distance."""
    aims = speaker.game.handling.aims
    if not aims:
        return [passed_on(named(f"hx.pips.{way}"), named(f"hx.pip.{way}"), _model()) for way in ("up", "down")]
    auto, manual = named("hx.card.aim"), named("hx.card.as")
    usual = "".join(f"({_usual(card, each)})?{quoted(each.id)}:" for each in aims.values() if each.usual)
    tell = remember('"hx.dice"', _table(card, f'{remembered(MELEE)}.equals("yes")'))
    aside = remember('"hx.beside"', _beside(card))
    acc = ";".join(str(each or 0) for each in card.accuracy)
    hits = remember('"hx.acc"', quoted(acc))
    times = chosen("HX_Shot", {each.id: quoted(str(each.times)) for each in aims.values() if each.times > 1}, '"1"')
    over = chosen("HX_Shot", {each.id: quoted(str(each.over)) for each in aims.values() if each.over > 1}, '"1"')
    more = {each.id: quoted(str(each.add - _less(card, each))) for each in aims.values()}
    melee = {each.id: quoted("yes") for each in aims.values() if each.table == "melee"}
    kinds = {
        TIMES: times,
        OVER: over,
        MORE: chosen("HX_Shot", more, '"0"'),
        MELEE: chosen("HX_Shot", melee, '"no"'),
    }
    told = f"{{{'+'.join([*(remember(name, code) for name, code in kinds.items()), tell, aside, hits])}}}"
    test = named("hx.card.test")
    return [
        *(passed_on(named(f"hx.pips.{way}"), named(f"hx.pip.{way}"), _model()) for way in ("up", "down")),
        shared("HX_Shot", entry("", auto, f'{{{usual}""}}')),
        shared("HX_Acc", entry("", test, f'{{GetString("{BRAVERY}")}}')),
        local("Told", "", entry("", auto, told), entry("", manual, told)),
    ]


def _model() -> str:
    return '{Kind=="unit"&&Unit=="$Unit$"}'


def _usual(card: Card, aim: Aim) -> str:
    """Code that tells whether a kind of shot is the usual one for a card now."""
    if aim.types and card.type not in aim.types:
        return "false"
    wanted = []
    if aim.phases:
        wanted.append(is_one("Phase", aim.phases))
    if aim.orders:
        wanted.append(any_of(f'(GetString("Plain")+":").startsWith({quoted(each + ":")})' for each in aim.orders))
    return all_of(wanted)


def _less(card: Card, aim: Aim) -> int:
    """What the box of the order takes off the dice."""
    if not aim.less:
        return 0
    return next((card.orders[each][aim.less] for each in aim.orders if aim.less in card.orders.get(each, {})), 0)


def _table(card: Card, melee: str) -> str:
    """Code that gives the dice against each kind of target after the losses of the card: `infantry=8|vehicle=6|`."""
    size = card.number("size") if "size" in card.values else 1
    fixed = card.values.get("melee_dice", 0)
    hand = (
        quoted(str(fixed)) if fixed else f'java.util.Objects.toString({size}-Integer.parseInt(GetString("{LOSSES}")))'
    )
    rows = [f'"{name}="+({melee}?{hand}:{_dice(target.dice)})+"|"' for name, target in card.targets.items()]
    return "+".join(rows) or '""'


def _beside(card: Card) -> str:
    return "+".join(f'"{name}="+({_dice(dice)})+"|"' for name, dice in card.area.items()) or '""'


def _dice(dice: tuple[int, ...]) -> str:
    """Code that gives the dice after the losses of the card, changed by the kind of shot."""
    if not dice:
        return '"0"'
    row = " ".join(map(str, (*dice, 0)))
    lost = f'java.lang.Math.min(Integer.parseInt(GetString("{LOSSES}")),{len(dice)})'
    number = f"Integer.parseInt({quoted(row)}.split({quoted(' ')})[{lost}])"
    times, over, more = (f"Integer.parseInt({remembered(name)})" for name in (TIMES, OVER, MORE))
    return f"java.util.Objects.toString(java.lang.Math.max(0,({number}*{times}+{over}-1)/{over}+{more}))"


__all__ = [
    "WHERE",
    "CardLooks",
    "begins",
    "ends",
    "has",
    "menus",
    "meters_of",
    "owner",
    "prototypes_of",
    "quietly",
]
