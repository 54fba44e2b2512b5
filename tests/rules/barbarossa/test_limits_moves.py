"""Movement: steps on both sides of each limit, encounters, and what stops a unit."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.movement import moving as movement
from rules.barbarossa.movement import pace, passage
from rules.barbarossa.state.model import Position
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.verdicts import In, begun, played, words

says = In("S10").says


def walker(*route: str, order: str = "march", kind: str = "infantry", at: str = "0505", **state: Any) -> Field:
    made = Field().unit("S1", kind, at, **state)
    return made.order("S1", order, route=route or ("0504", "0503")) if order else made


def step(place: str, unit: str = "S1", *, fights: bool = False) -> do.Step:
    return do.Step(unit=unit, hex=place, fights=fights)


def on_the_way(made: Field, *trail: str, unit: str = "S1", **facts: Any) -> Position:
    position = made.position("S10", stepped={unit: trail}, **facts)
    return position.unit(unit, hex=trail[-1])


# ---------------------------------------------------------------------------------------------------------- may it move
@pytest.mark.parametrize(
    ("order", "state", "said"),
    [
        ("march", "S10", ""), ("cautious_move", "S10", ""), ("fire_on_move", "S10", ""), ("assault", "S6", ""),
        ("march", "S6", "BAR-4.3c"), ("assault", "S10", "BAR-4.3c"), ("wait", "S10", "BAR-8.6a"),
        ("defend", "S10", "BAR-8.0c"),
        ("set_up", "S9", ""), ("set_up", "S10", ""), ("set_up", "S12", ""), ("set_up", "S8", "BAR-4.3c"),
        ("pack_up", "S9", ""),
    ],
)  # fmt: skip
def test_who_moves_in_which_step(order: str, state: str, said: str) -> None:
    """BAR-8.0c, BAR-8.6a, BAR-4.3c"""
    made = Field().unit("S1", "mg", "0505", packed=True, set_up=False).order("S1", order, route=("0504",), hex="0504")
    if order in {"wait", "defend", "set_up", "pack_up"}:
        made = Field().unit("S1", "mg", "0505").order("S1", order, hex="0504")
    assert says(made, step("0504"), state) == said
    if order in {"set_up", "pack_up"}:
        assert says(made, step("0604"), state) == "BAR-8.0c"
        running = Field().unit("S1", "mg", "0505", running=do.Order(unit="S1", order=order, hex="0504"))
        assert says(running, step("0504"), state) == said


def test_who_has_no_order_or_is_destroyed_stays() -> None:
    """BAR-8.0c, BAR-3.3d"""
    assert says(walker(order=""), step("0504")) == "BAR-8.0c"
    assert says(walker(out=True), step("0504")) == "BAR-3.3d"
    covered = Field().unit("S1", "infantry", "0505").order("S1")
    assert says(covered, step("0504")) == "BAR-8.0c?order"


@pytest.mark.parametrize(
    ("trail", "place", "said"),
    [
        (("0505",), "0504", ""),
        (("0505",), "0604", "BAR-8.0e"),
        (("0505",), "0503", "BAR-8.0d BAR-8.0e"),
        (("0505", "0504"), "0503", ""),
        (("0505", "0504"), "0505", "BAR-8.0e"),
        (("0505", "0504", "0503"), "0502", "BAR-8.0e"),
        (("0505",), "9999", "BAR-1.1c BAR-8.0e"),
    ],
)
def test_a_unit_goes_exactly_along_its_route(trail: tuple[str, ...], place: str, said: str) -> None:
    """BAR-8.0e, BAR-8.0d, BAR-1.1c"""
    made = walker()
    assert words(played(made, on_the_way(made, *trail), step(place)).last) == said
    whole = walker("0505", "0504", "0503")
    assert words(played(whole, on_the_way(whole, *trail), step(place)).last) == said


def test_who_was_stopped_goes_no_farther() -> None:
    """BAR-8.1c, BAR-7.6h"""
    made = walker()
    assert says(made, step("0504"), halted={"S1": "BAR-6.1k"}) == "BAR-6.1k"
    assert says(made, step("0504"), halted={"S1": "BAR-7.6h"}) == "BAR-7.6a?BAR-A88"
    assert says(made, step("0504"), halted={"S2": "BAR-6.1k"}) == ""


def test_who_withdraws_goes_one_hex() -> None:
    """BAR-5.8c"""
    for bound, said in ((("G1",), "BAR-5.8c"), ((), "")):
        made = walker(bound=bound).unit("G1", "infantry", "0505")
        assert words(played(made, on_the_way(made, "0505", "0504"), step("0503")).last) == said
        assert words(played(made, on_the_way(made, "0505"), step("0504")).last) == ""


@pytest.mark.parametrize(("smoked", "said"), [(2, "BAR-6.4g"), (1, ""), (0, "")])
def test_who_is_caught_in_smoke_stays(smoked: int, said: str) -> None:
    """BAR-6.4g"""
    assert says(walker(smoked=smoked), step("0504")) == said


@pytest.mark.parametrize(
    ("cloud", "place", "said"),
    [("0504", "0504", "BAR-6.4i"), ("0503", "0504", "BAR-6.4i?BAR-A13"), ("0604", "0504", ""), ("0505", "0504", "")],
)
def test_nobody_goes_into_smoke(cloud: str, place: str, said: str) -> None:
    """BAR-6.4i"""
    assert says(walker().built("s", "smoke", cloud), step(place)) == said


# ------------------------------------------------------------------------------------------------- ground that shortens
def goes(made: Field, *trail: str, **rest: Any) -> str:
    """What is said of the last step of a trail."""
    return words(played(made, on_the_way(made, *trail[:-1], **rest), step(trail[-1])).last)


@pytest.mark.parametrize(
    ("level", "at", "kind", "order", "said"),
    [
        ({"0503": 1}, 2, "infantry", "march", "BAR-12.12a"),
        ({"0504": 1, "0503": 1}, 2, "infantry", "march", "BAR-12.12a"),
        ({"0503": 1}, 1, "infantry", "march", ""),
        ({"0505": 1}, 2, "infantry", "march", ""),
        ({"0503": 2}, 2, "infantry", "march", "BAR-12.12c"),
        ({"0505": 2}, 2, "infantry", "march", "BAR-12.12c"),
        ({"0503": 1}, 2, "infantry", "assault", "BAR-12.12a?BAR-A84"),
        ({"0504": 2}, 1, "light", "march", "BAR-12.12b"),
        ({"0504": 3}, 1, "infantry", "march", "BAR-12.12d?BAR-A124"),
        ({"0504": 3}, 1, "light", "march", "BAR-12.12d"),
    ],
)
def test_slopes_end_a_way(level: dict[str, int], at: int, kind: str, order: str, said: str) -> None:
    """BAR-12.12a, BAR-12.12b, BAR-12.12c, BAR-12.12d"""
    made = walker(kind=kind, order=order)
    for place, height in level.items():
        made.ground(place, level=height)
    trail = ("0505", "0504", "0503")[: at + 1]
    if order == "assault":
        position = made.position("S6", stepped={"S1": trail[:-1]}).unit("S1", hex=trail[-2])
        assert words(played(made, position, step(trail[-1], fights=True)).last) == said
        return
    assert goes(made, *trail) == said
    made.ground(road=("0505", "0504", "0503"))
    assert goes(made, *trail) == (f"{said.partition('?')[0]}?BAR-A128" if said else "")


@pytest.mark.parametrize(
    ("forest", "kind", "at", "said"),
    [
        (("0504", "0503"), "infantry", 2, "BAR-12.4f"),
        (("0503",), "infantry", 2, "BAR-12.4f?BAR-A14"),
        (("0504",), "infantry", 2, "BAR-12.4f?BAR-A14"),
        (("0505",), "infantry", 2, "BAR-12.4f?BAR-A14"),
        (("0504",), "infantry", 1, ""),
        ((), "infantry", 2, ""),
    ],
)
def test_forest_ends_the_way_of_infantry(forest: tuple[str, ...], kind: str, at: int, said: str) -> None:
    """BAR-12.4f"""
    made = walker(kind=kind).ground(*forest, terrain="forest")
    trail = ("0505", "0504", "0503")[: at + 1]
    assert goes(made, *trail) == said
    road = walker(kind=kind).ground(*forest, terrain="forest").ground(road=("0505", "0504", "0503"))
    assert goes(road, *trail) == ""


def test_a_path_through_forest_may_help() -> None:
    """BAR-12.4f, BAR-7.17d"""
    made = walker().ground("0504", "0503", terrain="forest").built("p", "path", "0504").built("q", "path", "0503")
    assert goes(made, "0505", "0504", "0503") == "BAR-12.4f?path"
    half = walker().ground("0504", "0503", terrain="forest").built("p", "path", "0504")
    assert goes(half, "0505", "0504", "0503") == "BAR-12.4f?path"


@pytest.mark.parametrize(
    ("ford", "trail", "said"),
    [
        ("0504", ("0505", "0504"), ""),
        ("0505", ("0505", "0504"), ""),
        ("0505", ("0505", "0504", "0503"), "BAR-12.15d"),
        ("0504", ("0505", "0504", "0503"), "BAR-12.15c"),
        ("0503", ("0505", "0504", "0503"), "BAR-12.15a"),
        ("0604", ("0505", "0504", "0503"), ""),
    ],
)
def test_a_ford_takes_the_whole_round(ford: str, trail: tuple[str, ...], said: str) -> None:
    """BAR-12.15a, BAR-12.15c, BAR-12.15d"""
    made = walker().ground(ford, terrain="ford")
    assert goes(made, *trail) == said
    assert pace.rounds_to_cross(made.case(made.position())) == 2
    assert pace.rounds_to_cross(walker().case(walker().position())) == 0


# -------------------------------------------------------------------------------------------------------------- enemies
def test_nobody_enters_the_hex_of_an_enemy_without_an_assault() -> None:
    """BAR-8.1a, BAR-5.6b"""
    made = walker().unit("G1", "infantry", "0504").order("G1", "wait")
    assert says(made, step("0504")) == "BAR-5.6b BAR-8.1a"
    assert says(walker().unit("S2", "infantry", "0504"), step("0504")) == ""
    assert says(walker().unit("G1", "stuka", "0504"), step("0504")) == ""
    hidden = walker().unit("G1", "infantry", "0504", hidden=True)
    assert says(hidden, step("0504")) == "BAR-5.12f"
    covered = walker().unit("G1", "infantry", "0504", hidden=True).order("G1")
    assert says(covered, step("0504")) == ""
    storm = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    storm.order("S1", "assault", target="G1", route=("0504",))
    assert says(storm, step("0504", fights=True), "S6") == ""
    past = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").unit("G2", "infantry", "0503")
    past.order("S1", "assault", target="G2", route=("0504", "0503"))
    assert says(past, step("0504", fights=True), "S6") == "BAR-5.6b?BAR-A67"


@pytest.mark.parametrize(
    ("route", "trail", "said"),
    [
        (("0404",), (), ""),
        (("0505",), (), "BAR-8.1a?BAR-A15"),
        (("0404",), ("0504", "0404"), ""),
        ((), (), "BAR-5.6b BAR-8.1a"),
    ],
)
def test_an_enemy_that_leaves_makes_room(route: tuple[str, ...], trail: tuple[str, ...], said: str) -> None:
    """BAR-8.1a, BAR-8.1b, BAR-8.1c"""
    made = walker("0504").unit("G1", "infantry", trail[-1] if trail else "0504")
    made.order("G1", "march" if route else "wait", route=route)
    stepped = {"S1": ("0505",), **({"G1": trail or ("0504",)} if route else {})}
    found = words(played(made, made.position("S10", stepped=stepped), step("0504")).last)
    assert {each for each in found.split() if each != "~move.ahead"} == set(said.split())


@pytest.mark.parametrize(
    ("route", "goal", "trail", "meets"),
    [
        (("0504",), "0504", ("0604",), True),
        (("0503",), "0504", ("0604",), False),
        (("0603", "0504"), "0504", ("0604",), False),
        (("0603", "0504"), "0504", ("0604", "0603"), False),
    ],
)
def test_two_that_would_enter_one_hex_both_stop(
    route: tuple[str, ...], goal: str, trail: tuple[str, ...], meets: bool
) -> None:
    """BAR-8.1b, BAR-8.1c"""
    made = walker("0504").unit("G1", "infantry", trail[-1]).order("G1", "march", route=route)
    position = made.position("S10", stepped={"S1": ("0505",), "G1": trail})
    case = made.case(position)
    assert movement.meeting(case, "S1", goal) == ("G1" if meets else "")
    assert (movement.stopped_by(case, "S1") == "BAR-8.1c") is meets
    assert ("BAR-8.1c" in words(played(made, position, step(goal)).last).split()) is meets
    halted = played(made, position, do.Halt(unit="S1"))
    assert (words(halted.last) == "") is meets
    assert halted.position.halted == ({"S1": "BAR-8.1c", "G1": "BAR-8.1c"} if meets else {"S1": "BAR-8.0e"})


def test_friends_meet_nobody_and_who_stands_moves_nowhere() -> None:
    """BAR-8.1b"""
    made = walker("0504").unit("S2", "infantry", "0604").order("S2", "march", route=("0504",))
    case = made.case(made.position("S10", stepped={"S1": ("0505",), "S2": ("0604",)}))
    assert movement.meeting(case, "S1", "0504") == ""
    assert movement.movers(case) == ("S1", "S2")
    still = made.case(made.position("S10", stepped={"S1": ("0505",)}, halted={"S2": "x"}))
    assert movement.movers(still) == ("S1",)
    assert movement.coming(still, "S1") == "0504"
    assert (movement.gone(still.before, "S1"), movement.gone(still.before, "S9")) == (0, 0)


@pytest.mark.parametrize(
    ("theirs", "said"),
    [(("0604",), "~move.ahead"), (("0604", "0603"), ""), (("0604", "0603", "0602"), "")],
)
def test_all_first_steps_come_before_the_second_ones(theirs: tuple[str, ...], said: str) -> None:
    """BAR-8.0d"""
    made = walker("0504", "0503").unit("G1", "infantry", theirs[-1]).order("G1", "march", route=("0603", "0602"))
    position = made.position("S10", stepped={"S1": ("0505", "0504"), "G1": theirs}).unit("S1", hex="0504")
    assert words(played(made, position, step("0503")).last) == said


def test_out_of_turn_it_matters_where_enemies_would_meet() -> None:
    """BAR-8.0d"""
    made = walker("0504", "0503").unit("G1", "infantry", "0603").order("G1", "march", route=("0602", "0503"))
    position = made.position("S10", stepped={"S1": ("0505", "0504"), "G1": ("0603",)}).unit("S1", hex="0504")
    assert words(played(made, position, step("0503")).last) == "BAR-8.0d"
    friend = walker("0504", "0503").unit("S2", "infantry", "0603").order("S2", "march", route=("0602", "0503"))
    at = friend.position("S10", stepped={"S1": ("0505", "0504"), "S2": ("0603",)}).unit("S1", hex="0504")
    assert words(played(friend, at, step("0503")).last) == "~move.ahead"
    assert played(friend, at, step("0503")).position.remarked == ("move.ahead",)
    assert words(played(friend, at.but(remarked=("move.ahead",)), step("0503")).last) == ""


# ------------------------------------------------------------------------------------------------------------- stopping
@pytest.mark.parametrize(
    ("changes", "by"),
    [
        ({}, ""),
        ({"smoked": 2}, "BAR-6.4g"),
        ({"cloud": "0503"}, "BAR-6.4i"),
        ({"enemy": "0504"}, "BAR-8.1a"),
        ({"land": "river"}, "BAR-12.6b"),
        ({"caught": True}, "BAR-5.6h"),
    ],
)
def test_what_stops_a_unit(changes: dict[str, Any], by: str) -> None:
    """BAR-8.0e, BAR-6.4g, BAR-6.4i, BAR-8.1a"""
    made = walker(smoked=changes.get("smoked", 0)).ground("0504", terrain=changes.get("land", "plain"))
    if "cloud" in changes:
        made.built("s", "smoke", changes["cloud"])
    if "enemy" in changes:
        made.unit("G1", "infantry", changes["enemy"]).order("G1", "wait")
    if "caught" in changes:
        made.unit("G1", "infantry", "0505").order("G1", "wait")
    position = made.position("S10", stepped={"S1": ("0505",)})
    assert movement.stopped_by(made.case(position), "S1") == by
    assert words(played(made, position, do.Halt(unit="S1")).last) == ("" if by else "BAR-8.0e")
    over = words(played(made, position, do.Advance(to="S11")).last).split()
    assert ("BAR-8.0e" in over) is (not by)
    assert played(made, position, do.Halt(unit="S1")).position.halted == {"S1": by or "BAR-8.0e"}
    home = made.position("S10", stepped={"S1": ("0505", "0504", "0503")}).unit("S1", hex="0503")
    assert words(played(made, home, do.Halt(unit="S1")).last) == ""


@pytest.mark.parametrize(("place", "said", "left"), [
    ("0504", "", ("0505", "0504")), ("0505", "", ("0505",)), ("0503", "BAR-8.0e", ("0505", "0504", "0503")),
    ("0604", "BAR-8.0e", ("0505", "0504", "0503")),
])  # fmt: skip
def test_a_model_goes_back_on_its_way(place: str, said: str, left: tuple[str, ...]) -> None:
    """BAR-8.0e"""
    made = walker()
    came = played(made, on_the_way(made, "0505", "0504", "0503"), do.Back(unit="S1", hex=place))
    assert words(came.last) == said
    assert came.position.stepped["S1"] == left


@pytest.mark.parametrize(
    ("kind", "at", "route", "out", "begins"),
    [("infantry", "0505", ("0504",), False, True), ("infantry", "", ("0504",), False, False),
    ("infantry", "0505", (), False, False),
     ("infantry", "0505", ("0504",), True, False)],
)  # fmt: skip
def test_who_sets_out(kind: str, at: str, route: tuple[str, ...], out: bool, begins: bool) -> None:
    """BAR-8.0c"""
    made = Field().unit("S1", kind, at, out=out).order("S1", "march", route=route).unit("S2", "infantry", "0606")
    assert begun(made, "S10").stepped == ({"S1": (at,)} if begins else {})
    assert begun(made, "S6").stepped == ({"S1": (at,)} if begins else {})
    assert begun(made, "S7").stepped == {}


def test_tanks_crush_wire_and_others_do_not() -> None:
    """BAR-10.2a, BAR-10.2b"""
    for kind, left in (("light", False), ("medium", False), ("halftrack", True)):
        made = walker(kind=kind).built("w", "wire", "0505", side="0504").built("v", "wire", "0503", side="0504")
        found = played(made, made.position("S10", stepped={"S1": ("0505",)}), step("0504")).position
        assert ("w" in found.structures, "v" in found.structures) == (left, True)


# ------------------------------------------------------------------------------------------------- roads and ranges
def test_what_follows_a_road() -> None:
    """BAR-12.9d, BAR-12.10d"""
    made = Field().ground("0404", "0405", terrain="town").ground(road=("0505", "0504")).unit("S1", "infantry", "0101")
    case = made.case(made.position())
    pairs = (
        ("0505", "0504"),
        ("0504", "0505"),
        ("0504", "0503"),
        ("0404", "0405"),
        ("0405", "0505"),
        ("0601", "0600"),
        ("0600", "0601"),
    )
    assert [passage.follows_road(case, *each) for each in pairs] == [True, True, False, True, False, False, False]
    nearly = [passage.nearly_a_road(case, *each) for each in (*pairs, ("0405", "0303"))]
    assert nearly == [True, True, False, True, True, False, False, False]


@pytest.mark.parametrize(
    ("kind", "order", "land", "road"),
    [
        ("infantry", "march", {}, False),
        ("infantry", "march", {}, True),
        ("infantry", "cautious_move", {}, True),
        ("light", "assault", {}, False),
        ("light", "march", {"0504": "field"}, False),
        ("light", "march", {"0504": "field", "0503": "field"}, False),
        ("light", "march", {"0504": "field", "0503": "field"}, True),
    ],
)
def test_how_far_an_order_leads(kind: str, order: str, land: dict[str, str], road: bool) -> None:
    """BAR-8.5e, BAR-12.8d"""
    made = Field().unit("S1", kind, "0505")
    for place, terrain in land.items():
        made.ground(place, terrain=terrain)
    if road:
        made.ground(road=("0505", "0504", "0503"))
    case = made.case(made.position("REVEAL"))
    found = passage.allowance(case, "S1", order, "0505", ("0504", "0503"))
    assert found is not None
    extra = case.charted("movement", case.counter("S1").type, "road") if road and order == "march" else 0
    card = case.counter("S1").printed(order, "assault" if order == "assault" else "movement") or 0
    loss = 0 if road else case.charted("movement", case.counter("S1").type, "field")
    fields = len(land)
    assert (found.ours, found.most) == (
        max(card + extra - loss * fields, 1),
        max(card + extra - loss * min(fields, 1), 1),
    )
