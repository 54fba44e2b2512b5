"""Examples of flights that lead through several steps and chapters (9)."""

from __future__ import annotations

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import breaks
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.shared.played import Played

MISS = (6, 6, 6)


def broken(played: Played) -> set[str]:
    """The rules that are broken for certain."""
    return {rule for ruling in played.rulings if ruling.verdict == "illegal" for rule in ruling.rules}


def fire(unit: str, target: str, dice: tuple[int, ...]) -> tuple[do.Fire, Roll]:
    return do.Fire(unit=unit, target=target, kind="flak"), Roll(purpose="FIRE", who=unit, dice=dice)


def blow(unit: str, target: str, dice: tuple[int, ...] = MISS) -> tuple[do.Strike, Roll]:
    return do.Strike(unit=unit, target=target), Roll(purpose="MELEE", who=unit, dice=dice)


def test_aircraft_come_in_on_a_half_hex():
    """BAR-IN-50, BAR-9.4c"""
    made = Field().unit("G1", "fighter", "", air=4).unit("G9", "hq", "0105")
    made.order("G1", "air_patrol", hex="0604", number=1, rounds=1)

    def on(place: str) -> Played:
        return made.play(made.at("S5"), do.TakeOff(unit="G1", hex=place))

    judge = referee(made.battle(), SWITCHES)
    assert breaks(judge.judge(made.at("S5"), do.TakeOff(unit="G1", hex="0501")), "BAR-9.4c")
    named = Field().unit("G1", "fighter", "", air=4).unit("G9", "hq", "0105")
    named.order("G1", "air_patrol", hex="0604", number=1, rounds=1, entry="0600")
    assert "BAR-9.4c" in broken(named.play(named.at("S5"), do.TakeOff(unit="G1", hex="0800")))
    assert on("0600").legal
    assert on("0510").legal


def test_flak_pays_once_for_an_aircraft_and_its_escort():
    """BAR-IN-72, BAR-9.19d, BAR-9.6d"""
    made = Field().unit("S1", "flak", "0505", ammo=1, facing="N", targets={"aircraft": [3]}, accuracy=[1, 3, 3])
    made.order("S1", "defend", facing="N", number=2).unit("G9", "hq", "0105")
    made.unit("G1", "stuka", "", air=4).order("G1", "air_strike", hex="0607", entry="0600")
    made.unit("G2", "fighter", "", air=4).order("G2", "escort", target="G1")
    up = [do.TakeOff(unit="G1", hex="0600"), do.TakeOff(unit="G2", hex="0600")]
    on = [do.Fly(unit=name, hex=f"06{row:02}") for row in (1, 2, 3) for name in ("G1", "G2")]
    shots = [*fire("S1", "G1", MISS), *fire("S1", "G2", MISS)]
    played = made.play(made.at("S5"), *up, *on, *shots, do.Mark(unit="S1", what="ammo", value=0))

    assert played.legal
    assert played.position.units["S1"].ammo == 0


def escorted(patrols: int = 1) -> Field:
    made = Field().unit("G9", "hq", "0105").unit("S9", "hq", "1305")
    for name in ("S1", "S2")[:patrols]:
        patrol = do.Order(unit=name, order="air_patrol", hex="0604", number=1, rounds=2)
        made.unit(name, "fighter", "0604", air=0, running=patrol)
        made.order(name, "air_patrol", hex="0604", number=1, rounds=2)
    made.unit("G1", "stuka", "", air=4).order("G1", "air_strike", hex="0604", entry="0600")
    return made.unit("G2", "fighter", "", air=4).order("G2", "escort", target="G1")


def into_the_area(made: Field, *after: object) -> Played:
    up = [do.TakeOff(unit="G1", hex="0600"), do.TakeOff(unit="G2", hex="0600")]
    on = [do.Fly(unit=name, hex=f"06{row:02}") for row in (1, 2, 3) for name in ("G1", "G2")]
    return made.play(made.at("S5"), *up, *on, *after)


def test_an_escort_is_fought_before_what_it_escorts():
    """BAR-IN-73, BAR-9.19e, BAR-9.9g, BAR-9.9j"""
    shields = into_the_area(escorted(), do.Duel(unit="S1", target="G2"))
    past_it = into_the_area(escorted(), do.Duel(unit="S1", target="G1"))

    assert shields.legal
    assert shields.position.units["G1"].order is not None
    assert "BAR-9.9j" in broken(past_it)


def test_fuel_ends_a_combat():
    """BAR-IN-74, BAR-9.9f, BAR-9.9p, BAR-9.9s"""
    patrol = do.Order(unit="S1", order="air_patrol", hex="0604", number=1, rounds=3)
    made = Field().unit("S1", "fighter", "0604", air=0, running=patrol, flown=2)
    made.counters["S1"].card.orders["air_patrol"]["boxes"] = 3
    made.order("S1", "air_patrol", hex="0604", number=1, rounds=3).unit("S9", "hq", "1305").unit("G9", "hq", "0105")
    made.unit("G1", "fighter", "0604", air=0).order("G1", "intercept", target="S1")
    pair = do.Duel(unit="G1", target="S1")
    first = made.play(made.at("S5"), pair, *blow("G1", "S1"), *blow("S1", "G1"))

    assert first.legal
    assert first.position.units["S1"].flown == 3
    assert made.play(first.position, do.Return(unit="S1"), do.Mark(unit="S1", what="air", value=1)).legal
    again = made.play(first.position, do.Duel(unit="S1", target="G1"))
    assert broken(again) & {"BAR-9.9p", "BAR-9.9s"}


def test_a_patrol_ends_when_its_time_is_over():
    """BAR-IN-99, BAR-9.17h, BAR-9.13f, BAR-9.7c"""
    patrol = do.Order(unit="S1", order="air_patrol", hex="0604", number=1, rounds=2)
    made = Field(5).unit("S1", "fighter", "0604", air=0, running=patrol, flown=2).unit("S9", "hq", "1305")
    home = (do.Return(unit="S1"), do.Mark(unit="S1", what="air", value=1))

    assert made.play(made.at("S5"), *home, do.Advance(to="S6")).legal
    assert broken(made.play(made.at("S5"), do.Advance(to="S6"))) & {"BAR-9.17h", "BAR-9.7c"}
    last = Field(4).unit("S1", "fighter", "0604", air=0, running=patrol, flown=1).unit("S9", "hq", "1305")
    last.order("S1", "air_patrol", hex="0604", number=1, rounds=2)
    assert not broken(last.play(last.at("S12"), do.Return(unit="S1")))


def test_a_scout_searches_as_far_as_its_card_says():
    """BAR-5.12e, BAR-9.13d, BAR-9.14c"""
    made = Field().unit("G1", "infantry", "0505", orders={"scout": {"radius": 2}}).order("G1", "scout", hex="0505")
    made.unit("S1", "infantry", "0503", hidden=True, off_board=True).ground("0503", terrain="light_woods")
    made.unit("S2", "infantry", "0501", hidden=True, off_board=True).ground("0501", terrain="light_woods")
    search = Roll(purpose="SEARCH", who="G1", dice=(1,))

    assert made.play(made.at("S9"), search, do.Found(unit="S1", finder="G1")).legal
    assert "BAR-9.14c" in broken(made.play(made.at("S9"), search, do.Advance(to="S10")))
    assert not made.play(made.at("S9"), Roll(purpose="SEARCH", who="G1", dice=(6,)), do.Advance(to="S10")).rules


def test_a_destroyed_aircraft_does_not_go_home():
    """BAR-9.9n, BAR-9.7c, BAR-3.3d"""
    made = Field().unit("G1", "fighter", "0604", air=0, targets={"aircraft": [3]}).unit("G9", "hq", "0105")
    made.order("G1", "intercept", target="S1").unit("S9", "hq", "1305")
    made.unit("S1", "stuka", "0604", air=0, losses=2, defence=0)
    hits = (1,) * 3
    fight = (do.Duel(unit="G1", target="S1"), *blow("G1", "S1", hits))
    over = made.play(made.at("S5"), *fight).position

    assert over.units["S1"].out
    assert not any(isinstance(option, do.Return) and option.unit == "S1" for due in over.due for option in due.options)


def duel(hits: int = 0) -> tuple[Field, Played]:
    """G1 intercepts S1 over 0604; each strikes once, G1 with so many hits."""
    made = Field().unit("G1", "fighter", "0604", air=0, ammo=3).unit("G9", "hq", "0105").unit("S9", "hq", "1305")
    made.order("G1", "intercept", target="S1")
    made.unit("S1", "fighter", "0604", air=0, defence=0, running=do.Order(unit="S1", order="air_patrol"))
    made.order("S1", "air_patrol", hex="0604", number=1, rounds=3)
    dice = (1,) * hits + (6,) * (3 - hits)
    return made, made.play(made.at("S5"), do.Duel(unit="G1", target="S1"), *blow("G1", "S1", dice), *blow("S1", "G1"))


def ammo(unit: str, value: int) -> do.Mark:
    return do.Mark(unit=unit, what="ammo", value=value)


def test_an_air_combat_goes_on_until_one_side_is_gone():
    """BAR-9.9b, BAR-9.9q, BAR-9.9t, BAR-9.9h"""
    made, first = duel()
    paid = (ammo("G1", 2), ammo("S1", 3))
    again = (do.Duel(unit="S1", target="G1"), *blow("S1", "G1"), *blow("G1", "S1"))

    assert first.legal
    assert "BAR-9.9b" in made.play(first.position, *paid, do.Advance(to="S6")).last.rules
    assert not broken(made.play(first.position, *paid, *again))


def test_both_fight_with_what_they_had():
    """BAR-9.9m, BAR-9.9i, BAR-9.9l"""
    _, played = duel(hits=2)

    assert played.legal
    assert played.position.units["S1"].losses == 2


def test_an_air_combat_costs_each_a_point():
    """BAR-9.9r"""
    made, first = duel()

    assert made.play(first.position, ammo("G1", 2), ammo("S1", 3)).legal
    assert "BAR-9.9r" in broken(made.play(first.position, do.Advance(to="S6")))


def test_an_escort_marks_a_box_each_round():
    """BAR-9.19f, BAR-9.19h"""
    made = Field().unit("G1", "recon", "0604", air=0).order("G1", "recon", hex="0604", number=1, rounds=3)
    made.unit("G2", "fighter", "0604", air=0, flown=1).order("G2", "escort", target="G1").unit("G9", "hq", "0105")
    update = made.at("S12")

    assert update.units["G2"].flown == 2
    assert made.play(update, do.Mark(unit="G2", what="boxes", value=2)).legal
    assert not made.play(update, do.Mark(unit="G2", what="boxes", value=3)).legal
