"""Which deeds the generator offers in each step, and which routes: small positions, and the whole lists of them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.air import choices as air_choices
from rules.barbarossa.carrying import choices as carrying_choices
from rules.barbarossa.fire import dice as choices_dice
from rules.barbarossa.hiding import choices as hiding_choices
from rules.barbarossa.melee import choices as melee_choices
from rules.barbarossa.movement import choices as movement_choices
from rules.barbarossa.options import OPTIONS
from rules.barbarossa.orders import choices as orders_choices
from rules.barbarossa.orders import routes as choices_routes
from rules.barbarossa.setup import choices as setup_choices
from rules.barbarossa.state.battle import Arrival, Begin
from rules.barbarossa.state.model import READY, Shot, Structure
from rules.barbarossa.turn import choices as turn_choices
from rules.barbarossa.works import choices as works_choices
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.offered import offered


def soldier(order: str = "", kind: str = "infantry", at: str = "0505", **fields: Any) -> Field:
    made = Field().unit("S1", kind, at, **fields.pop("state", {}))
    return made.order("S1", order, **fields) if order else made


# ------------------------------------------------------------------------------------------------------------ steps
@pytest.mark.parametrize(
    ("state", "follows"), [("S1", "S2"), ("S11", "S12"), ("S12", "PLANNING"), ("PLANNING", "REVEAL")]
)
def test_the_marker_goes_on_to_what_follows(state: str, follows: str) -> None:
    assert offered(turn_choices.goes_on, soldier(), state) == [do.Advance(to=follows, by="german")]
    assert turn_choices.on(soldier().case(soldier().position(state))) == do.Advance(to=follows)


def test_after_the_last_round_the_game_is_over() -> None:
    made = Field(round=8).unit("S1", "infantry", "0505")
    assert offered(turn_choices.goes_on, made, "S12") == [do.Advance(to="OVER", by="german")]


@pytest.mark.parametrize(("done", "left"), [((), ["german", "soviet"]), (("german",), ["soviet"]), (BOTH, [])])
def test_sides_are_done_once(done: tuple[str, ...], left: list[str]) -> None:
    assert [each.by for each in offered(turn_choices.done, soldier(), "S3", done=done)] == left


def test_a_mover_steps_on_or_halts() -> None:
    both = [do.Step(unit="S1", hex="0504", by="soviet"), do.Halt(unit="S1", by="soviet")]
    made = soldier("march", route=("0504", "0503"))
    assert offered(movement_choices.steps, made) == both
    assert offered(movement_choices.steps, made, halted={"S1": "x"}) == []
    assert offered(movement_choices.steps, soldier("wait")) == []


def test_an_assault_goes_on_along_its_route() -> None:
    made = soldier("assault", route=("0504", "0503"), target="G1")

    def steps(made: Field = made, **position: Any) -> list[str]:
        return [
            each.hex for each in offered(melee_choices.assaults, made, "S6", **position) if isinstance(each, do.Step)
        ]

    assert offered(melee_choices.assaults, made, "S6") == [
        do.Step(unit="S1", hex="0504", fights=True, by="soviet"), do.Halt(unit="S1", by="soviet"),
    ]  # fmt: skip
    assert steps(stepped={"S1": ("0505",)}) == ["0504"]
    assert steps(stepped={"S1": ("0505", "0504")}) == ["0503"]
    assert steps(stepped={"S1": ("0505", "0504", "0503")}) == []
    assert steps(halted={"S1": "x"}) == []
    assert steps(soldier("assault", route=("0504",), state={"out": True})) == []
    assert steps(soldier("march", route=("0504",))) == []
    assert steps(soldier()) == []


@pytest.mark.parametrize(
    ("order", "now", "turns"), [("change_fof", "N", True), ("change_fof", "S", False), ("wait", "N", False)]
)
def test_who_was_ordered_to_turns(order: str, now: str, turns: bool) -> None:
    made = soldier(order, "mg", facing="S", state={"facing": now})
    assert offered(movement_choices.turns, made, "S9") == (
        [do.Turn(unit="S1", facing="S", by="soviet")] if turns else []
    )


def test_work_without_boxes_is_done_at_once() -> None:
    done = [do.Complete(unit="S1", by="soviet")]
    assert offered(works_choices.at_once, soldier("remove_wire", "pioneers"), "S9") == done
    for order in ("change_fof", "dig_in", "wait"):
        assert offered(works_choices.at_once, soldier(order, "pioneers"), "S9") == []
    assert offered(works_choices.at_once, soldier("remove_wire", "pioneers", state={"out": True}), "S9") == []


# --------------------------------------------------------------------------------------------------- getting on and off
@pytest.mark.parametrize(
    ("order", "state", "expected"),
    [
        ("mount", {}, [do.Board(unit="S1", carrier="S2", by="soviet")]),
        ("tow", {}, [do.Board(unit="S1", carrier="S2", towed=True, by="soviet")]),
        ("mount", {"carrier": "S2"}, []),
        ("mount", {"out": True}, []),
        ("dismount", {}, []),
        ("dismount", {"carrier": "S2"}, [do.Leave(unit="S1", hex="0505", by="soviet")]),
        ("dismount", {"carrier": "S2", "out": True}, []),
        ("wait", {}, []),
    ],
)
def test_who_boards_or_leaves(order: str, state: dict[str, Any], expected: list[Action]) -> None:
    made = soldier(order, at="" if "carrier" in state else "0505", target="S2", state=state).unit("S2", "truck", "0505")
    assert offered(carrying_choices.boarding, made) == expected
    nobody = soldier(order, at="0505", target="S9")
    assert offered(carrying_choices.boarding, nobody) == []


def test_the_one_that_stays_merges() -> None:
    made = soldier("merge", target="S2", choice="S1").unit("S2", "infantry", "0505")
    made.order("S2", "merge", target="S1", choice="S1")
    assert offered(carrying_choices.boarding, made, "S9") == [do.Merge(unit="S1", other="S2", by="soviet")]
    assert offered(carrying_choices.boarding, soldier("merge", target="S9", choice="S1"), "S9") == []
    assert offered(carrying_choices.boarding, soldier(), "S9") == []


def test_works_of_the_hex_are_occupied() -> None:
    made = (
        soldier("defend", facing="N", number=1).built("t", "trench", "0505").built("b", "bunker", "0504", side="0505")
    )
    made.built("w", "wire", "0505").built("o", "trench", "0303")
    into = [do.Occupy(unit="S1", structure=name, by="soviet") for name in ("t", "b")]
    assert offered(works_choices.occupying, made, "S1") == into
    sits = soldier("defend", facing="N", number=1, state={"shelter": "t"}).built("t", "trench", "0505")
    assert offered(works_choices.occupying, sits, "S1") == []
    assert offered(works_choices.occupying, soldier("wait").built("t", "trench", "0505"), "S1") == []


@pytest.mark.parametrize(
    ("state", "turn", "where", "comes"),
    [
        ({}, 2, "S10", True), ({}, 3, "S10", True), ({}, 1, "S10", False), ({}, 2, "S9", False), ({}, 2, "S12", False),
        ({"out": True}, 2, "S10", False),
        ({"carrier": "S2"}, 2, "S10", False), ({"hex": "0505"}, 2, "S10", False),
    ],
)  # fmt: skip
def test_reinforcements_come_in_their_round(state: dict[str, Any], turn: int, where: str, comes: bool) -> None:
    made = Draft(round=turn).unit("S1", "infantry").unit("S2", "truck", "0303")
    made.given(arrivals=(Arrival("a", 2, "soviet", ("S1",), frozenset({"0102", "0101"})),))
    position = made.position(where).unit("S1", **state)
    enters = [do.Enter(unit="S1", hex=place, by="soviet") for place in ("0101", "0102")]
    found = [each for ask in OPTIONS.states[where] for each in ask(made.case(position)) if isinstance(each, do.Enter)]
    assert found == (enters if comes else [])


@pytest.mark.parametrize(
    ("ammo", "has", "points"), [(2, 30, [1, 4]), (5, 30, [1]), (6, 30, [1]), (2, 3, [1, 3]), (2, 1, [1]), (2, 0, [1])]
)
def test_supply_is_offered_by_one_and_by_all(ammo: int, has: int, points: list[int]) -> None:
    made = soldier("receive_supply", target="S2", state={"ammo": ammo}).unit("S2", "truck", "0505", ammo=has)
    found = offered(carrying_choices.supplying, made, "S12")
    assert [each.points for each in found if isinstance(each, do.Supply)] == points
    assert offered(carrying_choices.supplying, soldier("receive_supply", target="S9"), "S12") == []
    assert offered(carrying_choices.supplying, soldier("wait", target="S1"), "S12") == []


# ------------------------------------------------------------------------------------------------------------ flights
def plane(order: str = "air_strike", at: str = "", kind: str = "stuka", **fields: Any) -> Field:
    facts = {"hex": "0604", "entry": "0600", **fields}
    made = Field().unit("S1", kind, at, air=0 if at else READY, out=facts.pop("out", False))
    return made.order("S1", order, **facts) if order else made


def test_aircraft_take_off_and_fly_on() -> None:
    assert offered(air_choices.flights, plane(), "S5") == [do.TakeOff(unit="S1", hex="0600", by="soviet")]
    anywhere = offered(air_choices.flights, plane(entry=""), "S5")
    assert [each.hex for each in anywhere if isinstance(each, do.TakeOff)] == sorted(plane().battle().ground.halves)
    assert offered(air_choices.flights, plane("wait"), "S5") == []
    assert offered(air_choices.flights, plane(out=True), "S5") == []
    assert offered(air_choices.flights, soldier("march", route=("0504",)), "S5") == []

    def onward(*trail: str) -> list[str]:
        made = plane(at=trail[-1])
        found = offered(air_choices.flights, made, "S5", stepped={"S1": trail})
        return [each.hex for each in found if isinstance(each, do.Fly)]

    assert onward("0600") == ["0601"]
    assert onward("0600", "0601", "0602") == ["0603"]
    assert onward("0600", "0604") == []
    assert offered(air_choices.flights, plane(at="0601"), "S5") == []
    led = plane("escort", "0600", "fighter", target="S2").unit("S2", "stuka", "0602", air=0)
    found = offered(air_choices.flights, led, "S5", stepped={"S1": ("0600",), "S2": ("0600", "0601", "0602")})
    assert found == [do.Fly(unit="S1", hex="0601", by="soviet")]


def test_who_may_stay_may_fly_home_at_the_end() -> None:
    assert offered(air_choices.flying_home, plane("recon", "0604"), "S12") == [do.Return(unit="S1", by="soviet")]
    assert offered(air_choices.flying_home, plane("air_strike", "0604"), "S12") == []
    assert offered(air_choices.flying_home, plane("recon"), "S12") == []


def test_enemies_in_the_air_may_be_paired_once() -> None:
    made = plane("intercept", "0604", "fighter").unit("G1", "stuka", "0604", air=0).unit("S2", "stuka", "0604", air=0)
    pairs = [(each.unit, each.target) for each in offered(air_choices.combats, made, "S5") if isinstance(each, do.Duel)]
    assert pairs == [("S1", "G1"), ("G1", "S1"), ("G1", "S2"), ("S2", "G1")]
    known = offered(air_choices.combats, made, "S5", duels=(("G1", "S1"),))
    assert ("S1", "G1") not in [(each.unit, each.target) for each in known if isinstance(each, do.Duel)]
    assert len(known) == 3
    dice = offered(air_choices.combats, plane("recon", "0604"), "S5")
    assert dice == [Roll(purpose="SEARCH", who="S1", dice=(die,), by="soviet") for die in range(1, 7)]
    assert offered(air_choices.combats, plane("recon", "0603"), "S5") == []


def test_what_is_dropped_over_the_target() -> None:
    for order in ("air_landing", "drop_supply"):
        assert offered(air_choices.dropping, plane(order, "0604"), "S9") == [
            do.Drop(unit="S1", hex="0604", by="soviet")
        ]
        assert offered(air_choices.dropping, plane(order, "0603"), "S9") == []
    assert offered(air_choices.dropping, plane("recon", "0604"), "S9") == []


# ---------------------------------------------------------------------------------------------------- filled in
def filled(filler: Any, made: Field, template: Action, state: str = "S12", **position: Any) -> list[Any]:
    return list(filler(made.case(made.position(state, **position)), template))


def test_how_work_is_completed() -> None:
    def done(order: str, **fields: Any) -> list[tuple[str, str]]:
        running = do.Order(unit="S1", order=order, **fields) if order else None
        made = Field().unit("S1", "pioneers", "0505", running=running)
        return [(each.hex, each.kind) for each in filled(works_choices.completed, made, do.Complete(unit="S1"))]

    assert done("lay_mines") == [("", "anti-tank"), ("", "anti-personnel"), ("", "dummy")]
    assert done("lay_mines", choice="dummy", hex="0505") == [("", "")]
    for order in ("set_up", "pack_up", "build_pontoon"):
        assert done(order, hex="0504") == [("0504", "")]
    assert done("dig_in", hex="0504") == done("") == [("", "")]


def test_how_mines_are_turned_up_and_carriers_come_back() -> None:
    made = (
        Field()
        .unit("S1", "infantry", "0505")
        .built("m", "minefield", "0505")
        .built("n", "minefield", "0505", variety="dummy")
    )

    def kinds(name: str) -> list[str]:
        return [each.kind for each in filled(works_choices.uncovered, made, do.Uncover(structure=name), "S10")]

    assert kinds("m") == kinds("gone") == ["anti-tank", "anti-personnel", "dummy"]
    assert kinds("n") == ["dummy"]
    edge = [each.hex for each in filled(carrying_choices.returning, made, do.Enter(unit="S1"), "S10")]
    assert edge == sorted(made.battle().ground.edge)
    cloud = filled(hiding_choices.smoked, made, do.Smoke(unit="S1", hex="0505"), "S3")
    assert {each.also for each in cloud} == set(made.battle().ground.grid.neighbours("0505"))


def test_so_many_dice_as_there_are() -> None:
    made = Field().unit("S1", "infantry", "0505").built("m", "minefield", "0505", variety="anti-personnel")
    made.built("n", "minefield", "0505", variety="")
    many = choices_dice.mine_dice(made.case(made.position("S10")), "S1")
    assert many > 0
    assert [len(each.dice) for each in filled(choices_dice.thrown, made, Roll(purpose="MINES", who="S1"), "S10")] == [
        many
    ] * (many + 1)
    bare = soldier()
    assert choices_dice.mine_dice(bare.case(bare.position("S10")), "S1") == 0
    totals = [sum(each.dice) for each in filled(choices_dice.thrown, made, Roll(purpose="TEST", who="S1"))]
    assert totals == list(range(2, 13))
    for purpose in ("SEARCH", "ROLLOFF", "PICK"):
        assert [each.dice for each in filled(choices_dice.thrown, made, Roll(purpose=purpose, who="S1"))] == [
            (n,) for n in range(1, 7)
        ]
    shots = (Shot("S1", "G1", "fire", dice=(3,), accuracy=(2,)),)
    fell = [each.dice for each in filled(choices_dice.thrown, made, Roll(purpose="FIRE", who="S1"), "S3", shots=shots)]
    assert fell == [(6, 6, 6), (1, 6, 6), (1, 1, 6), (1, 1, 1)]
    assert [each.dice for each in filled(choices_dice.thrown, made, Roll(purpose="FIRE", who="S1"), "S3")] == [()]


def test_who_is_found_and_who_hides_again() -> None:
    made = Field().unit("G1", "infantry", "0504").unit("G2", "infantry", "0606")
    for name, state in {"S1": {"hidden": True}, "S2": {}, "S3": {"hidden": True, "out": True}}.items():
        made.unit(name, "infantry", "0505", **state)
    assert offered(hiding_choices.finding, made) == [do.Found(unit="S1", finder="G1", by="german")]

    def hides(kind: str = "hq", trail: tuple[str, ...] = ("0506", "0505"), **state: Any) -> list[Action]:
        staff = Field().unit("S1", kind, "0505", **state)
        return offered(hiding_choices.staff_hides, staff, stepped={"S1": trail})

    assert hides() == [do.Hide(unit="S1", by="soviet")]
    assert hides(trail=("0505",)) == hides("infantry") == hides(hidden=True) == hides(out=True) == []


# ---------------------------------------------------------------------------------------------------------- routes
def routes(order: str = "march", kind: str = "infantry", made: Field | None = None, **state: Any) -> set[str]:
    made = made or Field()
    made.unit("S1", kind, "0505", **state)
    found = list(choices_routes.routes(made.case(made.position("REVEAL")), "S1", order))
    assert all(route[-1] != "0505" for route in found)
    return {route[-1] for route in found}


NEAR = {"0504", "0604", "0605", "0506", "0405", "0404"}


def test_from_a_melee_or_out_of_mines_one_goes_one_hex() -> None:
    assert routes(bound=("G1",)) == NEAR
    assert routes(made=Field().unit("G1", "infantry", "0505")) == NEAR
    assert routes(made=Field().built("m", "minefield", "0505")) == NEAR
    assert routes() > set()
    assert not routes() <= NEAR
    assert routes("fire_on_move") == set()
    away = Field().unit("S2", "infantry")
    assert list(choices_routes.routes(away.case(away.position("REVEAL")), "S2", "march")) == []


def test_goals_are_a_few_near_and_far() -> None:
    assert len(routes(kind="truck")) <= 2 * choices_routes.GOALS
    assert len(routes("cautious_move")) >= choices_routes.GOALS


@pytest.mark.parametrize(
    ("place", "made", "open_"),
    [
        ("0504", Field(), True),
        ("0504", Field().unit("G1", "infantry", "0504"), False),
        ("0504", Field().unit("G1", "infantry", "0504", hidden=True), True),
        ("0504", Field().unit("S2", "infantry", "0504"), True),
        ("0504", Field().built("s", "smoke", "0504"), False),
        ("0504", Field().ground("0504", terrain="river"), False),
        ("0504", Field().ground("0504", terrain="scrub"), False),
        ("0504", Field().ground("0504", terrain="scrub").ground(road=("0505", "0504")), True),
        ("0504", Field().ground("0504", terrain="village"), True),
        ("0504", Field().ground("0504", level=3), False),
        ("0504", Field().ground("0504", level=1), True),
    ],
)
def test_where_a_march_is_offered_to(place: str, made: Field, open_: bool) -> None:
    assert (place in routes(made=made, bound=("G9",))) is open_


def test_ground_that_shortens_a_way_is_not_gone_through() -> None:
    def through(*steps: str, kind: str = "infantry", **land: Any) -> bool:
        made = Field().unit("S1", kind, "0505")
        for place, facts in land.items():
            made.ground(place[1:], **facts)
        return choices_routes.goes_through(made.case(made.position("REVEAL")), "S1", ("0505", *steps))

    assert through("0504", "0503")
    assert through("0504", h0504={"level": 1})
    assert not through("0504", "0503", h0503={"level": 1})
    assert through("0504", "0503", h0505={"level": 1})
    assert not through("0504", "0503", h0505={"level": 2})
    assert not through("0504", "0503", h0503={"level": 2})
    assert through("0504", h0504={"terrain": "ford"})
    assert not through("0504", "0503", h0504={"terrain": "ford"})
    assert not through("0504", "0503", h0503={"terrain": "forest"})
    assert through("0504", "0503", kind="light", h0503={"terrain": "forest"})
    road = Field().unit("S1", "infantry", "0505").ground("0503", terrain="forest").ground(road=("0505", "0504", "0503"))
    assert choices_routes.goes_through(road.case(road.position("REVEAL")), "S1", ("0505", "0504", "0503"))
    half = Field().unit("S1", "infantry", "0505").ground("0503", terrain="forest").ground(road=("0505", "0504"))
    assert not choices_routes.goes_through(half.case(half.position("REVEAL")), "S1", ("0505", "0504", "0503"))


# ------------------------------------------------------------------------------------------------ set-up and planning
def test_what_is_done_at_the_set_up() -> None:
    made = Draft().unit("S1", "infantry").unit("S2", "infantry", "0404").unit("S3", "stuka").unit("S4", "infantry")
    begins = {
        "S1": Begin("0505", "N"), "S2": Begin("0404"), "S3": Begin("0101"), "S4": Begin("0506", carrier="S2"),
        "S9": Begin("0303"),
    }  # fmt: skip
    built = {
        "w": Structure("wire", "0505", side="0504", owner="soviet"),
        "x": Structure("trench", "0506", facing="N", owner="german"),
    }
    made.given(begins=begins, structures=built).built("x", "trench", "0506")
    places = do.Place(by="soviet", unit="S1", hex="0505", facing="N")
    wire = do.Build(by="soviet", structure="w", hex="0505", side="0504")
    ready = [do.Ready(by=side) for side in BOTH]
    assert offered(setup_choices.setting_up, made, "SETUP") == [places, wire, *ready]
    assert offered(setup_choices.setting_up, made, "SETUP", ready=("german",)) == [places, wire, ready[1]]
    assert offered(setup_choices.setting_up, made, "SETUP", ready=BOTH) == [places, wire, do.Advance(to="PLANNING")]
    price = made.battle().charts["mines"].get("price", "anti-tank")
    assert isinstance(price, int)
    for points, paid, buys in ((price, 0, True), (price - 1, 0, False), (price, 1, False), (2 * price, price, True)):
        rich = Draft().unit("S1", "infantry", "0505").given(points={"soviet": points})
        found = offered(setup_choices.setting_up, rich, "SETUP", paid={"soviet": paid}, ready=BOTH)
        assert (do.Buy(by="soviet", what="mines") in found) is buys


def test_what_is_seen_of_planning() -> None:
    made = Field().unit("S1", "infantry", "0505").unit("S2", "infantry", "0505").unit("S3", "infantry", "0506")
    done = [do.OrdersDone(by=side) for side in BOTH]
    group = do.Group(by="soviet", group="soviet.1", units=("S1", "S2"))
    assert offered(orders_choices.planning, made, "PLANNING") == [*done, group]
    assert offered(orders_choices.planning, made, "PLANNING", ready=("soviet",)) == [done[0]]
    assert offered(orders_choices.planning, made, "PLANNING", ready=BOTH) == [do.Advance(to="REVEAL")]
    grouped = (
        Field()
        .unit("S1", "infantry", "0505", group="soviet.1")
        .unit("S2", "infantry", "0505")
        .unit("S3", "infantry", "0505")
    )
    found = offered(orders_choices.planning, grouped, "PLANNING", ready=("german",))
    assert found == [
        done[1],
        do.Group(by="soviet", group="soviet.1"),
        do.Group(by="soviet", group="soviet.2", units=("S2", "S3")),
    ]


def test_orders_are_opened_and_then_told_unit_by_unit() -> None:
    made = Draft().unit("S1", "infantry", "0505", orders={"wait": {}})
    assert offered(orders_choices.opening, made, "REVEAL", opened=("german",)) == [do.Reveal(by="soviet")]
    assert offered(orders_choices.opening, made, "REVEAL") == [do.Reveal(by=side) for side in BOTH]
    assert offered(orders_choices.opening, made, "REVEAL", opened=BOTH) == [
        do.Order(unit="S1", order="wait", by="soviet")
    ]
    told = made.order("S1", "wait")
    assert offered(orders_choices.opening, told, "REVEAL", opened=BOTH) == [do.Advance(to="S1")]
    assert offered(turn_choices.ending, made, "OVER") == [do.Conclude(winner=side) for side in (*BOTH, "")]


def test_carriers_and_fighters_get_their_orders_last() -> None:
    made = (
        Draft()
        .unit("S1", "fighter", air=READY)
        .unit("S2", "truck", "0505")
        .unit("S3", "infantry", "0505")
        .unit("S4", "stuka", air=READY)
    )
    made.unit("S5", "infantry", carrier="S6").unit("S6", "light", "0404").unit("S7", "infantry", "0505", out=True)
    case = made.case(made.position("REVEAL", opened=BOTH))
    assert orders_choices.turns(case) == ["S3", "S4", "S5", "S1", "S2", "S6"]


def test_remarks_stand_against_nothing() -> None:
    made = Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505")
    case = made.case(made.position("REVEAL", opened=BOTH))
    assert orders_choices.stands(case, do.Order(unit="S1", order="wait", by="soviet"))
    assert not orders_choices.stands(case, do.Order(unit="S1", order="open_fire", target="G1", by="soviet"))
