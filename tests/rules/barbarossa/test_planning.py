"""Who gets an order at all, and what is written with it (4.2, 6.0, 5.11, 6.4, 7.1, 7.2, 8.8)."""

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks, doubts


def two() -> Draft:
    return Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")


def test_an_order_is_marked_in_its_box():
    """BAR-4.2c, BAR-4.3a"""
    made = two()
    order = do.Order(unit="S1", order="wait")
    played = made.play(made.position("REVEAL", opened=BOTH), order)

    assert played.legal
    assert played.position.units["S1"].order == order


def test_what_was_never_opened_is_unknown():
    """BAR-4.3a"""
    said = two().said("S1")

    assert said.verdict == "undecided"
    assert said.rules == ("BAR-4.3a",)


def test_orders_are_opened_by_both_before_anything_is_done():
    """BAR-4.1d, BAR-4.1e, BAR-4.3a"""
    made = two()
    half = made.play(made.position("REVEAL", opened=("german",)), do.Advance(to="S1"))
    early = made.play(made.position("PLANNING"), do.Fire(unit="S1", target="G1"))

    assert breaks(half.last, "BAR-4.1d")
    assert breaks(early.last, "BAR-4.1e")
    assert made.play(made.position("REVEAL", opened=BOTH), do.Advance(to="S1")).legal


def test_orders_stay_secret_while_anybody_plans():
    """BAR-4.2a"""
    made = two()

    assert breaks(made.play(made.position("PLANNING"), do.Order(unit="S1", order="wait")).last, "BAR-4.2a")
    assert made.said("S1", "wait").legal


def test_a_unit_gets_one_order_a_round():
    """BAR-IN-61, BAR-4.2b, BAR-6.0a"""
    made = two()
    fire, move = do.Order(unit="S1", order="wait"), do.Order(unit="S1", order="cautious_move", route=("0504",))
    played = made.play(made.position("REVEAL", opened=BOTH), fire, move)

    assert played.rulings[0].legal
    assert breaks(played.last, "BAR-4.2b")


def test_after_the_reveal_nothing_is_altered():
    """BAR-IN-84, BAR-4.3b"""
    made = two()
    late = made.play(made.position("S1"), do.Order(unit="S1", order="march", route=("0604", "0704")))

    assert breaks(late.last, "BAR-4.3b")


def test_each_side_commands_its_own_units():
    """BAR-2.1d, BAR-2.1e"""
    assert [each.why for each in two().said("S1", "wait", by="german").findings] == ["seat.other"]
    assert not two().said("S1", "wait", by="soviet").findings


@pytest.mark.parametrize(
    ("kind", "order", "rule"),
    [
        ("truck", "open_fire", "BAR-6.0b"),
        ("infantry", "set_up", "BAR-7.0a"),
        ("infantry", "lay_mines", "BAR-7.5b"),
        ("infantry", "place_charges", "BAR-7.9b"),
        ("infantry", "fire_on_move", "BAR-8.7a"),
        ("light", "mount", "BAR-8.8a"),
        ("infantry", "smoke", "BAR-6.4a"),
        ("mortar", "indirect_fire", "BAR-10.3a"),
        ("infantry", "air_strike", "BAR-9.1b"),
        ("infantry", "clear_path", "BAR-7.0a"),
    ],
)
def test_only_what_is_printed_on_the_card(kind: str, order: str, rule: str):
    """BAR-3.13b, BAR-6.0b, BAR-7.0a, BAR-7.5b, BAR-7.9b, BAR-8.7a, BAR-8.8a, BAR-6.4a, BAR-10.3a, BAR-9.1b"""
    assert breaks(Draft().unit("S1", kind, "0505").said("S1", order), rule)


def test_an_order_that_the_game_does_not_know_is_unknown():
    """BAR-6.0b"""
    assert two().said("S1", "dance").verdict == "undecided"
    assert two().said("S1", "wait").legal


def test_of_a_piece_that_is_no_unit_nothing_can_be_said():
    """BAR-6.0a"""
    assert two().said("S9", "wait").verdict == "undecided"
    assert two().said("S1", "wait").legal


def test_nobody_orders_what_is_destroyed():
    """BAR-3.3d"""
    assert breaks(Draft().unit("S1", "infantry", "0505", out=True).said("S1", "wait"), "BAR-3.3d")


WRITTEN = [
    ("infantry", "defend", {"facing": "N", "number": 1}, "facing", "BAR-6.1e"),
    ("infantry", "defend", {"facing": "N", "number": 1}, "number", "BAR-6.1f"),
    ("infantry", "suppressive_fire", {"target": "G1"}, "target", "BAR-6.2c"),
    ("infantry", "open_fire", {"target": "G1"}, "target", "BAR-6.3c"),
    ("mortar", "smoke", {"hex": "0503"}, "hex", "BAR-6.4c"),
    ("infantry", "assault", {"target": "G1", "route": ("0504", "0503")}, "target", "BAR-6.5c"),
    ("infantry", "assault", {"target": "G1", "route": ("0504", "0503")}, "route", "BAR-6.5e"),
    ("mg", "pack_up", {"hex": "0505"}, "hex", "BAR-7.2b"),
    ("mg", "set_up", {"hex": "0505"}, "hex", "BAR-7.1b"),
    ("mg", "change_fof", {"facing": "S"}, "facing", "BAR-7.3c"),
    ("infantry", "dig_in", {"facing": "N"}, "facing", "BAR-7.16b"),
    ("infantry", "cautious_move", {"route": ("0504",)}, "route", "BAR-8.4d"),
    ("infantry", "march", {"route": ("0504",)}, "route", "BAR-8.5c"),
    ("light", "fire_on_move", {"target": "G1", "route": ("0504",), "fire_from": "0504"}, "target", "BAR-8.7c"),
    ("light", "fire_on_move", {"target": "G1", "route": ("0504",), "fire_from": "0504"}, "fire_from", "BAR-8.7h"),
]


@pytest.mark.parametrize(("kind", "order", "fields", "left", "rule"), WRITTEN)
def test_what_an_order_must_say(kind: str, order: str, fields: dict[str, object], left: str, rule: str):
    """BAR-4.2d, BAR-6.1e, BAR-6.1f, BAR-6.2c, BAR-6.3c, BAR-6.4c, BAR-6.5c, BAR-6.5e, BAR-7.1b, BAR-7.2b, BAR-7.3c,
    BAR-7.16b, BAR-8.4d, BAR-8.5c, BAR-8.7c, BAR-8.7h, BAR-8.0b
    """
    made = Draft().unit("S1", kind, "0505", facing="N").unit("G1", "infantry", "0503")
    kept = {name: value for name, value in fields.items() if name != left}

    assert made.said("S1", order, **fields).legal
    assert breaks(made.said("S1", order, **kept), rule)


def test_what_an_ambush_hides_is_unknown_until_it_is_opened():
    """BAR-6.6e, BAR-6.6f, BAR-6.6g, BAR-4.3a"""
    made = Draft().unit("S1", "infantry", "0505").ground("0505", terrain="scrub")
    covered = made.said("S1", "ambush")

    assert covered.verdict == "undecided"
    assert [(each.rule, each.facts["missing"]) for each in covered.findings] == [
        ("BAR-6.6e", ("facing", "distance", "place"))
    ]
    assert made.said("S1", "ambush", facing="N", number=2, hex="0505").legal


# ------------------------------------------------------------------------------------------------ who cannot have one
def test_who_began_the_round_suppressed_gets_none():
    """BAR-IN-09, BAR-5.11g"""
    assert breaks(Draft().unit("S1", "infantry", "0505", suppressed=True, flagged=True).said("S1", "wait"), "BAR-5.11g")
    assert Draft().unit("S1", "infantry", "0505").said("S1", "wait").legal


def test_who_was_in_smoke_gets_none_in_the_next_round_only():
    """BAR-IN-34, BAR-6.4h"""

    def caught(in_round: int) -> Draft:
        return Draft(round=3).unit("G2", "infantry", "0504", smoked=in_round)

    assert breaks(caught(2).said("G2", "wait"), "BAR-6.4h")
    assert caught(1).said("G2", "wait").legal
    assert Draft(round=4).unit("G2", "infantry", "0504", smoked=2).said("G2", "wait").legal


def bound() -> Draft:
    return Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505", bound=("S1",))


def test_a_bound_unit_fights_on_or_withdraws_one_hex():
    """BAR-IN-25, BAR-5.6i, BAR-5.8b, BAR-5.8c"""
    made = bound()

    assert breaks(made.said("S1", "defend", facing="N", number=1), "BAR-5.6i")
    assert breaks(made.said("S1", "march", route=("0504", "0503", "0502")), "BAR-5.8c")
    assert made.said("S1", "cautious_move", route=("0504",)).legal
    assert made.said("S1", "assault", target="G1").legal
    assert made.said("S1", "wait").legal


def test_a_bound_unit_cannot_assault_elsewhere_as_we_read_it():
    """BAR-5.8b"""
    made = bound().unit("G2", "infantry", "0504")

    assert doubts(made.said("S1", "assault", target="G2", route=("0504",)), "BAR-A68")


def test_aircraft_over_a_hex_bind_nobody():
    """BAR-IN-90, BAR-9.0a, BAR-5.6h"""
    made = Draft(round=3).unit("S1", "infantry", "0505").unit("G1", "stuka", "0505", air=0)

    assert made.said("S1", "march", route=("0504", "0503")).legal


def test_who_is_carried_only_gets_off():
    """BAR-8.8d, BAR-7.10c"""
    made = Draft().unit("S1", "truck", "0505").unit("S2", "infantry", carrier="S1")
    made.unit("S3", "at-gun", carrier="S1", towed=True, set_up=False, packed=True)

    assert breaks(made.said("S2", "open_fire", target="S1"), "BAR-8.8d")
    assert made.said("S2", "dismount").legal
    assert breaks(made.said("S3", "wait"), "BAR-7.10c")
    assert made.said("S3", "set_up", hex="0505").legal


# ---------------------------------------------------------------------------------------------- set up and packed up
def test_a_gun_waits_and_turns_but_does_not_go_away_before_it_has_packed_up():
    """BAR-IN-88, BAR-7.2a, BAR-7.2d, BAR-7.3d"""
    made = Draft().unit("S1", "at-gun", "0505", facing="N").unit("S2", "truck", "0505")

    assert made.said("S1", "wait").legal
    assert made.said("S1", "change_fof", facing="S").legal
    assert breaks(made.said("S1", "mount", target="S2"), "BAR-7.2d")
    assert breaks(made.said("S1", "cautious_move", route=("0504",)), "BAR-7.2d")
    packed = Draft().unit("S1", "at-gun", "0505", facing="N", set_up=False, packed=True)
    assert packed.said("S1", "cautious_move", route=("0504",)).legal


def test_a_gun_in_a_trench_packs_up_before_it_leaves():
    """BAR-11.5h"""
    made = Draft().unit("S1", "at-gun", "0505", facing="N", shelter="T").built("T", "trench", "0505", facing="N")
    ready = Draft().unit("S1", "at-gun", "0505", facing="N", packed=True, set_up=False)

    assert breaks(made.said("S1", "cautious_move", route=("0504",)), "BAR-11.5h")
    assert ready.said("S1", "cautious_move", route=("0504",)).legal


def test_no_attack_before_the_weapon_is_set_up():
    """BAR-7.1a, BAR-7.1d, BAR-11.5f"""
    made = Draft().unit("S1", "mortar", "0505", facing="N", set_up=False, packed=True).unit("G1", "infantry", "0503")
    ready = Draft().unit("S1", "mortar", "0505", facing="N").unit("G1", "infantry", "0503")

    assert breaks(made.said("S1", "open_fire", target="G1"), "BAR-7.1d")
    assert ready.said("S1", "open_fire", target="G1").legal
    made.built("T", "trench", "0505", facing="N")
    assert breaks(made.said("S1", "defend", facing="N", number=2, choice="trench"), "BAR-11.5f")
    howitzer = Draft().unit("S1", "howitzer", "0505", facing="N", set_up=False).unit("G1", "infantry", "0503")
    assert breaks(howitzer.said("S1", "bombard_location", hex="0503"), "BAR-7.1a")


def test_whether_smoke_needs_a_weapon_that_is_set_up_is_open():
    """BAR-7.1d"""
    made = Draft().unit("S1", "mortar", "0505", facing="N", set_up=False, packed=True)

    assert doubts(made.said("S1", "smoke", hex="0503"), "BAR-A60")
    assert made.said("S1", "smoke", hex="0503", rulings=("BAR-A60=any_time",)).legal


def test_whether_a_weapon_that_is_set_up_assaults_is_open():
    """BAR-7.2a"""
    made = Draft().unit("S1", "mg", "0505", facing="N").unit("G1", "infantry", "0504")

    assert doubts(made.said("S1", "assault", target="G1", route=("0504",)), "BAR-A61")


def test_who_begins_to_pack_up_is_set_up_no_more():
    """BAR-7.1e"""
    made = Draft().unit("S1", "mg", "0505", facing="N").unit("G1", "infantry", "0504")
    opening = made.position("REVEAL", opened=BOTH)
    after = made.play(opening, do.Order(unit="S1", order="pack_up", hex="0505")).position

    assert opening.units["S1"].set_up
    assert not after.units["S1"].set_up
    assert not after.units["S1"].packed


# ---------------------------------------------------------------------------------------------------------- ammunition
def test_who_cannot_pay_cannot_be_ordered():
    """BAR-IN-05, BAR-3.8c, BAR-6.2b"""
    made = Draft().unit("G1", "mortar", "0505", facing="N", ammo=2).unit("S1", "infantry", "0503")

    strict = ("BAR-A54=no",)
    assert doubts(made.said("G1", "suppressive_fire", target="S1"), "BAR-A54")
    assert breaks(made.said("G1", "suppressive_fire", target="S1", rulings=strict), "BAR-3.8c")
    assert made.said("G1", "open_fire", target="S1").legal
    assert made.said("G1", "suppressive_fire", target="S1", rulings=("BAR-A54=yes",)).legal
    empty = Draft().unit("G1", "infantry", "0505", ammo=0)
    assert doubts(empty.said("G1", "open_fire", target="S1"), "BAR-A54")
    fired = made.order("G1", "suppressive_fire", target="S1")
    assert breaks(fired.play(fired.position("S2"), do.Fire(unit="G1", target="S1", kind="suppress")).last, "BAR-6.2b")


def test_smoke_and_charges_are_paid_from_their_own_stock():
    """BAR-6.4b, BAR-3.8e"""
    made = Draft().unit("G1", "mortar", "0505", facing="N", ammo=0)
    empty = Draft().unit("G1", "mortar", "0505", facing="N", stores={"smoke": 0})

    assert made.said("G1", "smoke", hex="0503").legal
    assert breaks(empty.said("G1", "smoke", hex="0503", rulings=("BAR-A54=no",)), "BAR-6.4b")
    assert doubts(empty.said("G1", "smoke", hex="0503"), "BAR-A54")
    miners = Draft().unit("G1", "pioneers", "0505", stores={"charges": 0}).built("B", "bunker", "0505")
    assert breaks(miners.said("G1", "place_charges", choice="bunker", rulings=("BAR-A54=no",)), "BAR-3.8e")


# ------------------------------------------------------------------------------------------------- over several rounds
def working(**state: object) -> Draft:
    order = do.Order(unit="S1", order="dig_in", facing="N")
    return Draft().unit("S1", "infantry", "0505", running=order, boxes=1, **state)


def test_a_long_order_stays_in_its_box_until_another_is_given():
    """BAR-4.2f, BAR-4.4m, BAR-5.14a"""
    kept = working().opened().position.units["S1"]
    resumed = working().opened(do.Resume(unit="S1"))

    assert kept.order is not None
    assert kept.order.order == "dig_in"
    assert kept.boxes == 1
    assert resumed.legal
    assert breaks(Draft().unit("S1", "infantry", "0505").opened(do.Resume(unit="S1")).rulings[0], "BAR-5.14a")


def test_another_order_wipes_all_progress():
    """BAR-5.14d, BAR-5.14e"""
    again = working().opened(do.Order(unit="S1", order="dig_in", facing="S")).position.units["S1"]
    repeated = working().opened(do.Order(unit="S1", order="dig_in", facing="N")).position.units["S1"]
    broken_off = working()
    after = broken_off.play(broken_off.position("REVEAL", opened=BOTH), do.BreakOff(unit="S1")).position.units["S1"]

    assert again.boxes == 0
    assert repeated.boxes == 1
    assert after.running is None
    assert after.boxes == 0


def test_without_an_order_a_unit_waits():
    """BAR-4.2f"""
    played = two().opened()

    assert played.legal
    assert played.position.units["S1"].order is None
