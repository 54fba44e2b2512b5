"""Every ruling that the referee asks about can be settled either way: what each reading makes of one scene."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
import pytest

import assets
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Activation, Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Ruling, Verdict
from rules.engine.switches import SwitchError
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE, before_ready, opened, play, until

Scene = Callable[[tuple[str, ...]], Ruling]
"""The ruling on the last action of a scene, under some settled rulings."""


def field(**state: object) -> Field:
    made = Field().formation("F", "german", hq="1012", factor=8, **state).formation("G", "french", hq="1002")
    return made.unit("tank", "tank", "F", "1008").unit("foe", "infantry", "G", "1005")


def scene(made: Field, *actions: Action, position: Position | None = None) -> Scene:
    start = position or made.position(acting="F")
    return lambda rulings: gravest(made.play(start, *actions, rulings=rulings).rulings)


def gravest(rulings: Iterable[Ruling]) -> Ruling:
    weight = {"legal": 0, "undecided": 1, "illegal": 2}
    return max(rulings, key=lambda ruling: weight[ruling.verdict])


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


def mark(piece: str, marker: do.MarkerName, *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


STEP = do.Move(units=("tank",), hex="1007")
SCENES: dict[str, tuple[Scene, Verdict, dict[str, Verdict]]] = {}
"""By ruling: a scene, what is said of it while the ruling is open, and what by each reading."""


def add(which: str, told: Scene, unsettled: Verdict, /, **readings: Verdict) -> None:
    SCENES[which] = (told, unsettled, readings)


def by_draw(made: Field, *actions: Action) -> Scene:
    return scene(made, *actions, position=made.position())


# ---------------------------------------------------------------------------------------- the ten switches
add(
    "AMB-01", scene(field(), do.EndActivation(), do.Draw(chit="G")), "legal",
    repeat_only="legal", always="illegal",
)  # fmt: skip
add(
    "AMB-02", scene(field().unit("far", "tank", "G", "1004"), do.Fire(unit="tank", target="far", mode="full")),
    "undecided", distance="illegal", adjacent_zero="legal",
)  # fmt: skip
_near = field().unit("near", "infantry", "G", "1006")
add(
    "AMB-07",
    scene(
        _near, do.Move(units=("tank",), hex="1007"), do.OppFire(unit="near", target="tank"),
        roll("OPPFIRE", "near", 6, 6), mark("near", "opp"),
        do.Move(units=("tank",), hex="0907"), do.Retreat(unit="near", path=("1005",)),
    ),
    "legal", per_type="legal", one_total="illegal", carried_out="legal",
)  # fmt: skip
_away = Field().formation("F", "german", hq="1012", factor=8).formation("G", "french", hq="1002")
_away.unit("tank", "tank", "F", "1009").unit("car", "armoured-car", "F", "1009")
add(
    "AMB-08", scene(_away, do.Move(units=("tank",), hex="1008"), do.EndActivation()),
    "undecided", strict="illegal", soft="legal",
)  # fmt: skip
_soft = ("AMB-08=strict",)
add(
    "AMB-09",
    lambda rulings: scene(_away, do.Move(units=("car",), hex="1008"), do.EndActivation())((*_soft, *rulings)),
    "legal", literal="legal", all="illegal",
)  # fmt: skip
add(
    "AMB-11",
    by_draw(
        field(exhausted=True), do.Draw(chit="F"), do.Activate(chit="F"), roll("EXHAUSTION", "F", 6, 6), STEP,
    ),
    "undecided", off="illegal", on="legal",
)  # fmt: skip
_road = field().ground("1007", terrain="orchard").ground(roads=("1008", "1007", "1006"))
_road.unit("gun", "at-gun", "G", "1005", attack=5)
_column = (
    do.Move(units=("tank",), hex="1007", column=True), do.OppFire(unit="gun", target="tank", column=4),
)  # fmt: skip
add("AMB-22", scene(_road, *_column), "legal", exclusive="legal", both="legal")
_guns = field().chit("g.1", "german", "artillery", medium=1).chit("g.2", "german", "artillery", medium=1)
_one = do.Barrage(chit="g.1", hex="1005", calibre="medium", observer="F HQ")
_other = do.Barrage(chit="g.2", hex="1002", calibre="medium", observer="F HQ")
_both = _guns.position(acting="F").acts(chits=("g.1", "g.2"), formations=(), salvos={"g.1 medium": 1, "g.2 medium": 1})
add(
    "AMB-26",
    scene(_guns, _one, roll("TRANSMIT", "F HQ", 6, 6), msgspec.structs.replace(_other, hex="1006"), position=_both),
    "legal", per_marker="legal", total="illegal",
)  # fmt: skip
add(
    "AMB-53", lambda rulings: play(STONNE, until(STONNE, 0), do.Fortify(hex="0901"), rulings=rulings).last,
    "legal", near_stonne="legal", anywhere="legal",
)  # fmt: skip

# ---------------------------------------------------------------------------------------- the other rulings
_lost = field().unit("late", "infantry", "G", "1007", ooc=True, reaction=6)
add(
    "AMB-04",
    scene(
        _lost, do.Move(units=("tank",), hex="0908"), do.OppFire(unit="late", target="tank"),
        roll("OPPFIRE", "late", 2, 3), roll("FIRE", "late", 1, 1),
    ),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
add(
    "AMB-06", scene(field(), STEP, do.Retreat(unit="foe", path=("1004",))),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
_shaken = field()
_shaken.unit("shaken", "tank", "F", "1010", neutralised=True)
add(
    "AMB-10",
    by_draw(
        _shaken, do.Draw(chit="F"), do.Activate(chit="F"), roll("RALLY", "shaken", 1, 1),
        mark("shaken", "neutralised", on=False), do.Move(units=("shaken",), hex="1009"),
    ),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
add(
    "AMB-12", by_draw(field(exhausted=True), do.Draw(chit="F"), do.Activate(chit="F")),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
_declined = do.Draw(chit="F"), do.Skip(chit="F"), do.Draw(chit="G"), do.Skip(chit="G"), do.EndPhase(reason="passes")
_more = field().chit("spare", "german", "repeat").chit("rest", "german", "repeat")
add("AMB-13", by_draw(_more, *_declined), "undecided", ruling="illegal", other="legal")
_last = Field(turn=6).formation("F", "german", hq="1012")
add(
    "AMB-14", by_draw(_last, do.Draw(chit="F"), do.Activate(chit="F")),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
_hand = field().chit("repeat", "german", "repeat", "held")
add(
    "AMB-15", scene(_hand, do.NextTurn(turn=2), do.Refill(chit="repeat"), position=_hand.position("TURN_END")),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
_alone = Field().formation("F", "german", hq="1012").formation("G", "french", hq="1007")
_alone.unit("tank", "tank", "F", "1008")
add("AMB-18", scene(_alone, STEP), "undecided", ruling="illegal", other="legal")
add(
    "AMB-23",
    lambda rulings: play(
        STONNE,
        _own_mine(),
        do.Move(units=("fr.i-205ri.inf1",), hex=_next_hex()),
        do.EndActivation(),
        rulings=rulings,
    ).last,
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip


def _start() -> str:
    return "0705"


def _next_hex() -> str:
    return STONNE.ground.grid.neighbours(_start())[0]


def _own_mine() -> Position:
    position = opened(STONNE)
    formation = position.units["fr.i-205ri.inf1"].formation
    hq = STONNE.formations[formation].hq
    near = {name: msgspec.structs.replace(position.units[name], hex=_start()) for name in ("fr.i-205ri.inf1", hq)}
    activation = Activation((formation,), (STONNE.formations[formation].chit,), "french")
    return position.but(
        stack=("DRAW", "ACTIVE"), due=(), active="french", activation=activation, mines=(_next_hex(),),
        units={**position.units, **near}, works=(),
    )  # fmt: skip


_guns2 = field().chit("g.1", "german", "artillery", medium=1)
add(
    "AMB-27",
    scene(
        _guns2, do.Barrage(chit="g.1", hex="1005", calibre="medium", observer="F HQ"),
        position=_guns2.position(acting="F").acts(chits=("g.1",), formations=(), salvos={"g.1 medium": 1}),
    ),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
_bare = field().formation("KG", "german").unit("car", "armoured-car", "KG", "1010")
add("AMB-28", scene(_bare, mark("car", "ooc")), "undecided", ruling="illegal", other="legal")
_seen = field().unit("assault gun", "assault-gun", "G", "1003", defence=0)
_seen.unit("long gun", "tank", "F", "1009", range=8, attack=20)
add(
    "AMB-42", scene(_seen, do.Fire(unit="long gun", target="assault gun", mode="full")),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
_at = field().unit("gun", "at-gun", "F", "1006").unit("hard", "infantry", "G", "0906", defence=1)
add(
    "AMB-43", scene(_at, do.Fire(unit="gun", target="hard", mode="full", column=2)),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
add(
    "AMB-44",
    scene(field(), do.Move(units=("tank",), hex="1007"), do.Fire(unit="tank", target="foe", mode="reduced", column=1)),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
_apc = field().unit("apc", "apc", "F", "1010").unit("foot", "infantry", "F", "1010", aboard="apc")
add(
    "AMB-45",
    scene(_apc, do.Unload(unit="foot"), *(do.Move(units=("apc",), hex=place) for place in ("1009", "1008", "1007"))),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
add(
    "AMB-48",
    lambda rulings: play(HANNUT, before_ready(HANNUT, 3).but(chits=_all_in()), do.Ready(), rulings=rulings).last,
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip


def _all_in() -> dict[str, str]:
    return {chit: "cup" if chit in HANNUT.cup else "off" for chit in HANNUT.chits}


_bike = field().unit("bike", "motorcycle", "F", "1006", range=1)
add("AMB-52", scene(_bike, do.Fire(unit="bike", target="foe", mode="full")), "legal", ruling="legal", other="illegal")
_full = field().unit("apc", "apc", "F", "1010").unit("foot", "infantry", "F", "1010", aboard="apc")
_full.unit("a", "tank", "F", "1010").unit("b", "tank", "F", "1009")
add(
    "AMB-54", scene(_full, do.Move(units=("b",), hex="1010"), do.EndActivation()),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
_turns = field().formation("H", "german")
add(
    "AMB-56",
    by_draw(
        _turns, do.Draw(chit="F"), do.Activate(chit="F"), do.EndActivation(), do.Draw(chit="H"), do.Activate(chit="H"),
    ),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
_bog = field().ground("1007", terrain="woods")
_bog.unit("heavy", "tank", "F", "1008", movement=2)
add(
    "AMB-59",
    scene(_bog, do.Move(units=("heavy",), hex="1007"), do.Fire(unit="heavy", target="foe", mode="reduced")),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip


_two = field().unit("first", "infantry", "G", "1006").unit("second", "infantry", "G", "1006")
add(
    "AMB-05",
    scene(
        _two, STEP, do.OppFire(unit="first", target="tank"), roll("OPPFIRE", "first", 1, 1),
        do.OppFire(unit="second", target="tank"), roll("FIRE", "first", 1, 1), roll("FIRE", "second", 1, 1),
        mark("first", "opp"), mark("second", "opp"),
    ),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
_crowd = field().unit("hit", "infantry", "G", "1007")
for _name in ("a", "b", "c"):
    _crowd.unit(_name, "infantry", "G", "1006")
add(
    "AMB-20",
    scene(
        _crowd, do.Assault(units=("tank",), hex="1007"), do.MeleeFire(unit="hit", target="tank"),
        roll("MELEE", "hit", 1, 1), do.MeleeFire(unit="tank", target="hit"), roll("MELEE", "tank", 5, 5),
        do.FallBack(unit="hit", path=("1006",)), mark("hit", "neutralised"),
    ),
    "undecided", ruling="illegal", other="legal",
)  # fmt: skip
_home = Field().formation("F", "german", hq="1705", demoralised=True)
_home.unit("tank", "tank", "F", "1005", neutralised=True)
_back = _home.position("ADMIN").owing(Due("BLZ-8.5.1e", (do.Withdraw(unit="tank"),)))
add("AMB-37", scene(_home, do.Withdraw(unit="tank"), position=_back), "legal", ruling="legal", other="illegal")
_watch = field().unit("watch", "infantry", "G", "1007").unit("near", "infantry", "G", "1007")
add(
    "AMB-40",
    scene(
        _watch, do.Fire(unit="tank", target="near", mode="full"), roll("FIRE", "tank", 1, 1),
        do.OppFire(unit="watch", target="tank"),
    ),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip
_salvos = {"position": _guns2.position(acting="F").acts(chits=("g.1",), formations=(), salvos={"g.1 medium": 2})}
_salvo = do.Barrage(chit="g.1", hex="1005", calibre="medium", observer="F HQ")
add(
    "AMB-61",
    scene(
        _guns2, _salvo, roll("TRANSMIT", "F HQ", 1, 1), roll("BARRAGE", "g.1", 1, 1), _salvo, **_salvos,
    ),
    "legal", ruling="legal", other="illegal",
)  # fmt: skip


@pytest.mark.parametrize("ruling", SCENES)
def test_each_reading_gives_its_verdict(ruling):
    """A ruling can be settled either way, and until then nobody is accused."""
    told, unsettled, readings = SCENES[ruling]

    assert told(()).verdict == unsettled
    assert {name: told((f"{ruling}={name}",)).verdict for name in readings} == readings
    assert set(readings) == set(SWITCHES.disputes[ruling].readings)


ANSWERED = [name for name, each in assets.load("blitzkrieg").rulings.items() if each.by_edition]


@pytest.mark.parametrize("ruling", ANSWERED)
def test_what_the_edition_answers_is_not_settled_by_a_switch(ruling):
    """Another map, other counters or charts come with an overlay."""
    ours = open_switches().disputes[ruling].default

    assert open_switches().settle(ruling, ours).taken(ruling) == ours
    with pytest.raises(SwitchError):
        open_switches().settle(ruling, {"east_west": "west_east"}.get(ours, "other"))
