"""Engineers, mines, transport and supply (7.1 to 7.17, 8.8, 8.9)."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.carrying.supply import burns
from rules.barbarossa.state.harm import lose, suppress
from rules.barbarossa.works.mines import accuracy, power
from rules.engine.actions import Action
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

MINES = {"kind": "minefield", "at": "0505", "variety": "anti-personnel"}


def did(made: Field, step: str, *actions: Action) -> Played:
    """What is said of actions in a step."""
    return made.play(made.at(step), *actions)


def working(order: str, kind: str = "pioneers", boxes: int = 2, **fields: object) -> Field:
    """S1 in 0506 at work, with time boxes marked; the last one is marked in step 12 if one is missing."""
    given = do.Order(unit="S1", order=order, **fields)
    return Field().unit("S1", kind, "0506", running=given, boxes=boxes).order("S1", order, **fields)


def done(**fields: object) -> do.Complete:
    """S1 is done."""
    return do.Complete(unit="S1", **fields)


# -------------------------------------------------------------------------------------------------------- finishing
@pytest.mark.parametrize(
    ("order", "rule", "ground"),
    [
        ("clear_mines", "BAR-7.8c", "minefield"),
        ("clear_path", "BAR-7.17c", ""),
        ("remove_obstacle", "BAR-7.12c", "teeth"),
        ("place_charges", "BAR-7.9d", "bunker"),
        ("dig_in", "BAR-7.16f", ""),
    ],
)
def test_work_is_done_with_the_last_time_box(order: str, rule: str, ground: str):
    """BAR-5.14b, BAR-5.14c, BAR-7.8c, BAR-7.17c, BAR-7.12c, BAR-7.9d, BAR-7.16f"""
    side = {"side": "0505"} if order == "remove_obstacle" else {}
    facing = {"facing": "N"} if order == "dig_in" else {}
    target = {"target": "x"} if order == "place_charges" else {}

    def made(boxes: int) -> Field:
        field = working(order, boxes=boxes, **side, **facing, **target)
        if ground:
            field.built("x", ground, "0506", side="0505" if order == "remove_obstacle" else "")
        return field

    assert rule in did(made(0), "S12", done()).rules
    boxed = did(made(1), "S12", do.Mark(unit="S1", what="boxes", value=2), done())
    assert boxed.legal
    assert rule in did(made(1), "S12", do.Mark(unit="S1", what="boxes", value=2), do.Advance(to="PLANNING")).rules


def test_what_work_leaves_behind():
    """BAR-7.8c, BAR-7.12c, BAR-7.16b, BAR-7.16f, BAR-7.17c, BAR-11.2a, BAR-7.9e"""

    def after(field: Field) -> dict[str, str]:
        position = did(field, "S12", do.Mark(unit="S1", what="boxes", value=2), done()).position
        return {name: each.kind for name, each in position.structures.items()}

    assert after(working("clear_mines", boxes=1).built("x", "minefield", "0506", variety="anti-tank")) == {}
    assert after(working("remove_obstacle", boxes=1, side="0505").built("x", "teeth", "0505", side="0506")) == {}
    assert list(after(working("clear_path", boxes=1)).values()) == ["path"]
    assert list(after(working("dig_in", boxes=1, facing="N")).values()) == ["trench"]
    bridge = working("place_charges", boxes=1, target="x").built("x", "bridge", "0506")
    assert after(bridge) == {"x": "destroyed-bridge"}


def test_a_bunker_blown_up_buries_those_inside():
    """BAR-7.9f, BAR-11.6d, BAR-7.9c, BAR-7.9g"""
    made = working("place_charges", boxes=1, target="x").built("x", "bunker", "0506")
    made.unit("G1", "infantry", "0506", shelter="x", off_board=True)
    box = do.Mark(unit="S1", what="boxes", value=2)
    assert did(made, "S12", box, done()).position.units["G1"].out
    far = working("place_charges", boxes=1, target="x").built("x", "bunker", "0404")
    assert "BAR-7.9c" in did(far, "S12", box, done()).rules
    again = Field().unit(
        "S1",
        "pioneers",
        "0506",
        boxes=1,
        used=frozenset({"charges"}),
        running=do.Order(unit="S1", order="place_charges", target="x"),
    )
    again.order("S1", "place_charges", target="x").built("x", "bunker", "0506")
    assert "BAR-7.9g" in did(again, "S12", box, done()).rules


def test_wire_is_gone_at_once():
    """BAR-7.11c, BAR-7.0b"""
    made = Field().unit("S1", "pioneers", "0506").order("S1", "remove_wire", side="0505")
    made.built("w", "wire", "0506", side="0505")
    for step in ("S8", "S9"):
        played = did(made, step, done())
        assert played.legal
        assert played.position.structures == {}
    assert "BAR-7.11c" in did(made, "S12", done()).rules


def test_a_pontoon_takes_hands_and_lies_beside_them():
    """BAR-7.13c, BAR-7.13d, BAR-7.13e, BAR-11.7a"""

    def bridge(second: bool, site: str = "0505") -> Field:
        made = working("build_pontoon", boxes=2, hex=site).ground("0505", terrain="river")
        if second:
            given = do.Order(unit="S2", order="build_pontoon", hex=site)
            made.unit("S2", "pioneers", "0506", running=given, boxes=2).order("S2", "build_pontoon", hex=site)
        return made

    played = did(bridge(True), "S12", done(hex="0505"))
    assert played.legal
    assert [(each.kind, each.hex) for each in played.position.structures.values()] == [("pontoon", "0505")]
    assert "BAR-7.13c" in did(bridge(False), "S12", done(hex="0505")).rules
    assert "BAR-7.13d" in did(bridge(True, "0101"), "S12", done(hex="0101")).rules


def test_a_destroyed_bridge_is_repaired():
    """BAR-11.2c"""
    made = working("build_pontoon", hex="0505")
    given = do.Order(unit="S2", order="build_pontoon", hex="0505")
    made.unit("S2", "pioneers", "0506", running=given, boxes=2).order("S2", "build_pontoon", hex="0505")
    made.ground("0505", terrain="river").built("b", "destroyed-bridge", "0505")
    assert did(made, "S12", done(hex="0505")).position.structures["b"].kind == "bridge"


def test_digging_takes_hands_in_one_hex():
    """BAR-7.16c, BAR-7.16d"""
    orders = {"dig_in": {"boxes": 2, "manpower": 2}}

    def diggers(where: str | None) -> Field:
        given = do.Order(unit="S1", order="dig_in", facing="N")
        made = Field().unit("S1", "infantry", "0506", orders=orders, running=given, boxes=2)
        made.order("S1", "dig_in", facing="N")
        if where:
            other = do.Order(unit="S2", order="dig_in", facing="N")
            made.unit("S2", "infantry", where, orders=orders, running=other, boxes=2)
            made.order("S2", "dig_in", facing="N")
        return made

    assert did(diggers("0506"), "S12", done()).legal
    assert "BAR-7.16c" in did(diggers(None), "S12", done()).rules
    assert "BAR-7.16d" in did(diggers("0101"), "S12", done()).rules


@pytest.mark.parametrize(("order", "rule"), [("set_up", "BAR-7.1b"), ("pack_up", "BAR-7.2b")])
def test_guns_shift_by_one_hex(order: str, rule: str):
    """BAR-7.1b, BAR-7.1c, BAR-7.2b, BAR-7.2c"""
    orders = {"set_up": {"boxes": 2}, "pack_up": {"boxes": 2}}

    def gun(place: str, boxes: int = 2) -> Field:
        given = do.Order(unit="S1", order=order, hex=place)
        made = Field().unit("S1", "howitzer", "0506", orders=orders, running=given, boxes=boxes)
        return made.order("S1", order, hex=place)

    played = did(gun("0505"), "S12", done(hex="0505"))
    assert played.legal
    assert (played.position.units["S1"].hex, played.position.units["S1"].set_up) == ("0505", order == "set_up")
    assert rule in did(gun("0505"), "S12", done(hex="0605")).rules
    assert rule in did(gun("0503"), "S12", done(hex="0503")).rules
    unfinished = {"set_up": "BAR-7.1c", "pack_up": "BAR-7.2c"}[order]
    assert unfinished in did(gun("0505", 0), "S12", done(hex="0505")).rules


def test_a_unit_turns_as_it_was_ordered():
    """BAR-7.3c"""
    made = Field().unit("S1", "mg", "0506", facing="N").order("S1", "change_fof", facing="SE")
    turn = do.Turn(unit="S1", facing="SE")
    assert did(made, "S9", turn, do.Advance(to="S10")).legal
    assert "BAR-7.3c" in did(made, "S9", do.Turn(unit="S1", facing="S")).rules
    assert "BAR-7.3c" in did(made, "S9", do.Advance(to="S10")).rules


# ------------------------------------------------------------------------------------------------------------ mines
def walking(kind: str = "infantry", **state: object) -> Field:
    """G1 in 0506 marches over 0505."""
    made = Field().unit("G1", kind, "0506", **state).order("G1", "march", route=("0505", "0504"))
    return made.built("m", "minefield", "0505", variety="anti-personnel", known=False, by="S1")


INTO = do.Step(unit="G1", hex="0505")
UP = do.Uncover(structure="m", kind="anti-personnel")


def blast(unit: str, dice: int) -> do.Roll:
    """The mines' dice, all of them too high."""
    return do.Roll(purpose="MINES", who=unit, dice=(6,) * dice)


def test_mines_stop_and_explode():
    """BAR-7.6a, BAR-7.6b, BAR-7.6c, BAR-7.6f, BAR-7.6g, BAR-7.6k"""
    case = walking().case(walking().position("S10"))
    dice = power(case, "G1", "anti-personnel")
    assert dice > 0 < accuracy(case, "anti-personnel")
    whole = did(walking(), "S10", INTO, UP, blast("G1", dice), do.Halt(unit="G1"), do.Advance(to="S11"))
    assert whole.legal
    assert "m" in whole.position.structures
    assert "BAR-7.6b" in did(walking(), "S10", INTO, do.Advance(to="S11")).rules
    assert "BAR-7.6b" in did(walking(), "S10", INTO, UP, do.Advance(to="S11")).rules
    assert "BAR-7.6a" in did(walking(), "S10", INTO, do.Step(unit="G1", hex="0504")).rules
    assert "BAR-7.6g" in did(walking(), "S10", INTO, UP, blast("G1", dice + 1)).rules


def test_low_dice_hit():
    """BAR-7.6f, BAR-4.4l, BAR-7.6h"""
    case = walking().case(walking().position("S10"))
    dice = power(case, "G1", "anti-personnel")
    played = did(walking(), "S10", INTO, UP, do.Roll(purpose="MINES", who="G1", dice=(1,) * dice))
    assert played.position.units["G1"].losses > 0
    tank = did(walking("medium"), "S10", INTO, UP)
    assert tank.legal
    assert not any(isinstance(option, do.Roll) for due in tank.due for option in due.options)


def test_dummies_only_stop():
    """BAR-7.6e, BAR-7.5f, BAR-7.5g"""
    made = Field().unit("G1", "infantry", "0506").order("G1", "march", route=("0505", "0504"))
    made.built("m", "minefield", "0505", known=False)
    played = did(made, "S10", INTO, do.Uncover(structure="m", kind="dummy"))
    assert played.legal
    assert played.position.structures == {}
    assert "BAR-7.5f" in did(made, "S10", INTO, do.Uncover(structure="m", kind="cardboard")).rules
    assert "BAR-7.5f" in did(walking(), "S10", INTO, do.Uncover(structure="m", kind="dummy")).rules


def test_pioneers_are_spared_as_they_come():
    """BAR-7.6d, BAR-7.7a"""
    played = did(walking("pioneers"), "S10", INTO, UP, do.Halt(unit="G1"), do.Advance(to="S11"))
    assert played.legal
    assert "BAR-7.7a" in did(walking("pioneers"), "S10", INTO, UP, do.Step(unit="G1", hex="0504")).rules


def inside(kind: str = "infantry", order: str = "march", by: str = "S1", **fields: object) -> Field:
    """G1 in a known minefield in 0506."""
    made = Field().unit("G1", kind, "0506").order("G1", order, **(fields or {"route": ("0505", "0504")}))
    return made.built("m", "minefield", "0506", variety="anti-personnel", by=by)


def test_who_leaves_mines_is_struck_again_and_goes_one_hex():
    """BAR-7.6i, BAR-7.6j"""
    dice = power(inside().case(inside().position("S10")), "G1", "anti-personnel")
    struck = blast("G1", dice)
    assert "BAR-7.6j" in did(inside(), "S10", INTO, do.Advance(to="S11")).rules
    assert "BAR-7.6j" not in did(inside(), "S10", INTO, struck, do.Advance(to="S11")).rules
    out = did(inside(), "S10", struck, INTO)
    assert "BAR-7.6j" not in out.rules
    assert "BAR-7.6i" in did(inside(), "S10", struck, INTO, do.Step(unit="G1", hex="0504")).rules
    laid = inside("pioneers", by="G1")
    assert did(laid, "S10", INTO).legal


def test_careless_pioneers_are_struck():
    """BAR-7.7c, BAR-7.8d"""
    made = inside("pioneers", "open_fire", target="S2").unit("S2", "infantry", "0505")
    dues = made.at("S3").due
    assert "BAR-7.7c" in {due.rule for due in dues}
    clearing = inside("pioneers", "clear_mines", route=())
    assert "BAR-7.7c" not in {due.rule for due in clearing.at("S9").due}
    given = do.Order(unit="G1", order="clear_mines")
    gave_up = Field().unit("G1", "pioneers", "0506", running=given, boxes=1).order("G1", "open_fire", target="S2")
    gave_up.unit("S2", "infantry", "0505").built("m", "minefield", "0506", variety="anti-personnel", by="S1")
    assert "BAR-7.8d" in {due.rule for due in gave_up.at("S3").due}


def test_mines_are_laid_where_the_pioneers_stand():
    """BAR-7.5c, BAR-7.5d, BAR-7.5f, BAR-7.5h"""
    played = did(working("lay_mines"), "S12", done(kind="anti-tank"))
    assert played.legal
    mines = next(iter(played.position.structures.values()))
    assert (mines.kind, mines.hex, mines.variety, mines.known) == ("minefield", "0506", "anti-tank", False)
    assert "BAR-7.5c" in did(working("lay_mines"), "S12", done(hex="0101")).rules
    assert "BAR-7.5f" in did(working("lay_mines"), "S12", done(kind="cardboard")).rules
    assert "BAR-7.5d" in did(working("lay_mines", boxes=0), "S12", done(kind="dummy")).rules
    given = do.Order(unit="S1", order="lay_mines")
    twice = Field().unit("S1", "pioneers", "0506", running=given, boxes=2, used=frozenset({"mines"}))
    twice.order("S1", "lay_mines")
    assert "BAR-7.5h" in did(twice, "S12", done(kind="anti-tank")).rules


# -------------------------------------------------------------------------------------------------------- transport
def riders(at: str = "0506", size: int = 5, order: str = "mount", **state: object) -> Field:
    """S1 wants to mount the trucks S2 in 0506."""
    made = Field().unit("S2", "truck", "0506").unit("S1", "infantry", at, **state)
    return made.order("S1", order, target="S2") if order else made


MOUNT = do.Board(unit="S1", carrier="S2")


def test_units_mount_as_ordered():
    """BAR-8.8b, BAR-8.8c, BAR-4.3b"""
    played = did(riders(), "S10", MOUNT, do.Advance(to="S11"))
    assert played.legal
    assert played.position.units["S1"].carrier == "S2"
    assert "BAR-8.8c" in did(riders(), "S10", do.Advance(to="S11")).rules
    assert "BAR-4.3b" in did(riders(order="wait"), "S10", MOUNT).rules
    other = riders().unit("S3", "truck", "0506")
    assert "BAR-8.8b" in did(other, "S10", do.Board(unit="S1", carrier="S3")).rules
    assert "BAR-8.8c" in did(riders(), "S8", MOUNT).rules
    assert did(riders(at="0505"), "S10", MOUNT).last.verdict == "undecided"


def test_carriers_hold_no_more_than_their_size():
    """BAR-8.8e"""
    full = riders().unit("S3", "infantry", "", carrier="S2", losses=2, off_board=True)
    assert "BAR-8.8e" in did(full, "S10", MOUNT).rules
    worn = Field().unit("S2", "truck", "0506", losses=1).unit("S1", "infantry", "0506", losses=0)
    worn.order("S1", "mount", target="S2")
    size = worn.counters["S2"].card.number("size")
    verdict = did(worn, "S10", MOUNT).last.verdict
    assert verdict == ("undecided" if size - 1 < 5 <= size else "legal")


def test_only_transports_carry():
    """BAR-7.10a"""
    made = Field().unit("S2", "infantry", "0506").unit("S1", "infantry", "0506").order("S1", "mount", target="S2")
    assert "BAR-7.10a" in did(made, "S10", MOUNT).rules
    enemy = Field().unit("G2", "truck", "0506").unit("S1", "infantry", "0506").order("S1", "mount", target="G2")
    assert "BAR-7.10a" in did(enemy, "S10", do.Board(unit="S1", carrier="G2")).rules


def test_units_get_off_where_they_are():
    """BAR-8.9c"""

    def aboard(order: str = "dismount") -> Field:
        made = Field().unit("S2", "truck", "0506").unit("S1", "infantry", "", carrier="S2", off_board=True)
        return made.order("S1", order, target="S2").order("S2", "dismount", target="S1")

    played = did(aboard(), "S10", do.Leave(unit="S1", hex="0506"), do.Advance(to="S11"))
    assert played.legal
    assert played.position.units["S1"].hex == "0506"
    assert "BAR-8.9c" in did(aboard(), "S10", do.Leave(unit="S1", hex="0505")).rules
    assert "BAR-8.9c" in did(aboard(), "S10", do.Advance(to="S11")).rules
    assert "BAR-8.9c" in did(aboard("wait"), "S10", do.Leave(unit="S1", hex="0506")).rules
    assert "BAR-8.9c" in did(riders(), "S10", do.Leave(unit="S1", hex="0506")).rules


def gun(order: str = "tow", at: str = "0506", **state: object) -> Field:
    """S1, guns, to be towed by S2."""
    made = Field().unit("S2", "truck", "0506").unit("S1", "howitzer", at, **{"set_up": False, "packed": True, **state})
    return made.order("S1", order, target="S2")


HITCH = do.Board(unit="S1", carrier="S2", towed=True)


def test_guns_are_hitched_in_step_9():
    """BAR-7.10e, BAR-7.10f, BAR-7.10g"""
    assert did(gun(), "S9", HITCH, do.Advance(to="S10")).legal
    assert "BAR-7.10g" in did(gun(), "S9", do.Advance(to="S10")).rules
    assert "BAR-7.10g" in did(gun("wait"), "S9", HITCH).rules
    assert "BAR-7.10f" in did(gun(at="0505"), "S9", HITCH).rules
    orders = {"tow": {}, "pack_up": {"boxes": 2}}
    assert "BAR-7.10e" in did(gun(set_up=True, packed=False, orders=orders), "S9", HITCH).rules


def test_towing_ends_with_taking_position():
    """BAR-7.10h"""

    def towed(order: str) -> Field:
        made = Field().unit("S2", "truck", "0506").unit("S1", "howitzer", "", carrier="S2", towed=True, set_up=False)
        return made.order("S1", order, hex="0506")

    assert did(towed("set_up"), "S9", do.Leave(unit="S1", hex="0506")).legal
    assert "BAR-7.10h" in did(towed("wait"), "S9", do.Leave(unit="S1", hex="0506")).rules


def test_who_is_towed_shares_the_losses():
    """BAR-7.10i, BAR-7.10j, BAR-7.10k, BAR-7.10l, BAR-7.10m"""
    made = Field().unit("S2", "truck", "0506").unit("S1", "howitzer", "", carrier="S2", towed=True, off_board=True)
    position = made.position("S3")
    case = made.case(position)
    hurt = lose(case, position, "S2", 1, "fire")
    assert (hurt.units["S2"].losses, hurt.units["S1"].losses) == (1, 1)
    assert {each.unit for each in hurt.owed} == {"S2"}
    down = suppress(case, hurt, "S2")
    assert down.units["S1"].suppressed
    loose = made.play(down, do.Leave(unit="S1", hex="0506")).position.units["S1"]
    assert (loose.hex, loose.carrier) == ("0506", "")


def test_passengers_share_the_losses_as_their_owner_likes():
    """BAR-8.8f, BAR-8.8g"""
    made = Field().unit("S2", "truck", "0506")
    for name, kind in (("S3", "mortar"), ("S4", "mg")):
        made.unit(name, kind, "", carrier="S2", off_board=True)
    position = made.position("S3")
    hurt = lose(made.case(position), position, "S2", 2, "fire")
    trucks = do.Mark(unit="S2", what="losses", value=2)
    one_each = (do.Mark(unit="S3", what="losses", value=1), do.Mark(unit="S4", what="losses", value=1))
    assert "BAR-8.8f" not in made.play(hurt, trucks, *one_each, do.Advance(to="S4")).rules
    assert "BAR-8.8f" in made.play(hurt, trucks, one_each[0], do.Advance(to="S4")).rules
    both = do.Mark(unit="S3", what="losses", value=2)
    assert "BAR-8.8f" not in made.play(hurt, trucks, both, do.Advance(to="S4")).rules


def test_a_single_passenger_loses_as_much_as_its_carrier():
    """BAR-8.8f, BAR-9.16e"""
    for carrier in ("truck", "airlift"):
        made = Field().unit("S2", carrier, "0506").unit("S3", "infantry", "", carrier="S2", off_board=True)
        position = made.position("S3")
        assert lose(made.case(position), position, "S2", 1, "fire").units["S3"].losses == 1


# ----------------------------------------------------------------------------------------------------------- supply
def hungry(boxes: int = 1, ammo: int = 2, at: str = "0506", **source: object) -> Field:
    """S1 waits for supply from S2 in 0506."""
    given = do.Order(unit="S1", order="receive_supply", target="S2")
    made = Field().unit("S1", "infantry", at, ammo=ammo, running=given, boxes=boxes)
    made.unit("S2", "truck", "0506", **source).order("S2", "receive_supply", target="S1")
    return made.order("S1", "receive_supply", target="S2")


def take(points: int, **fields: object) -> do.Supply:
    """S1 takes points from S2."""
    return do.Supply(unit="S1", source="S2", points=points, **fields)


def marked(unit: str, value: int) -> do.Mark:
    """The ammunition of a unit is marked."""
    return do.Mark(unit=unit, what="ammo", value=value)


def test_supply_goes_from_card_to_card():
    """BAR-7.14b, BAR-7.14d, BAR-7.14e, BAR-7.14f, BAR-3.8d"""
    made = hungry(ammo=2)
    has = made.units["S2"].ammo
    played = did(made, "S12", take(3), marked("S1", 5), marked("S2", has - 3))
    assert played.legal
    assert (played.position.units["S1"].ammo, played.position.units["S2"].ammo) == (5, has - 3)
    assert "BAR-7.14e" in did(made, "S12", take(3), marked("S1", 5), do.Advance(to="PLANNING")).rules
    assert "BAR-7.14d" in did(hungry(boxes=0), "S9", take(3)).rules
    assert "BAR-7.14b" in did(hungry(at="0404"), "S12", take(3)).rules
    plain = Field().unit("S1", "infantry", "0506", ammo=1).unit("S2", "truck", "0506").order("S1", "wait")
    assert "BAR-7.14d" in did(plain, "S12", take(1)).rules


def test_nobody_gives_or_takes_too_much():
    """BAR-7.14e, BAR-7.14h"""
    assert "BAR-7.14h" in did(hungry(ammo=5), "S12", take(3)).rules
    poor = Field().unit("S1", "infantry", "0506", ammo=0, boxes=1).unit("S2", "truck", "0506", ammo=1)
    poor.order("S1", "receive_supply", target="S2")
    assert "BAR-7.14e" in did(poor, "S12", take(3)).rules
    assert did(hungry(), "S12", take(1, what="smoke")).last.verdict == "undecided"


def test_carriers_load_beyond_the_edge():
    """BAR-7.15a, BAR-7.15c, BAR-7.15d, BAR-7.15e, BAR-7.15f"""
    orders = {"load_supply": {"boxes": 2}}
    given = do.Order(unit="S1", order="load_supply")
    fresh = Field().unit("S1", "truck", "0105", orders=orders, ammo=3).order("S1", "load_supply")
    assert did(fresh, "S9", do.Hide(unit="S1"), do.Advance(to="S10")).legal
    assert "BAR-7.15c" in did(fresh, "S9", do.Advance(to="S10")).rules
    busy = Field().unit("S1", "truck", "0105", orders=orders, ammo=3, running=given, boxes=1, off_board=True)
    busy.order("S1", "load_supply")
    filled = did(busy, "S12", do.Mark(unit="S1", what="boxes", value=2), do.Advance(to="PLANNING")).position
    assert filled.units["S1"].ammo == busy.counters["S1"].card.number("ammo")
    back = Field().unit("S1", "truck", "", orders=orders)
    assert did(back, "S10", do.Enter(unit="S1", hex="0105")).legal
    assert "BAR-7.15e" in did(back, "S10", do.Enter(unit="S1", hex="0505")).rules


def test_a_lost_truck_takes_its_share_of_the_load():
    """BAR-7.15g, BAR-7.15h, BAR-7.15i, BAR-7.15f"""
    orders = {"receive_supply": {"boxes": 1}}
    made = Field().unit("S1", "truck", "0506", size=6, orders=orders, ammo=30, stores={"mines": 2}, losses=1)
    position = made.position("S3")
    after = burns(made.case(position), position, "S1", 1)
    assert after.units["S1"].ammo == 24
    assert made.play(after, marked("S1", 24)).legal
    assert "BAR-7.15g" in made.play(after, do.Advance(to="S4")).rules
