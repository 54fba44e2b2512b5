"""A breach is named by the rule it breaks, the most specific one; each case has its lawful twin."""

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played


def opposed(**state: object) -> Field:
    return Field().formation("F", "german", hq="1012", factor=8, **state).formation("G", "french", hq="1002")


def accused(played: Played) -> list[str]:
    return [each.rule for said in played.rulings for each in said.findings if isinstance(each, Illegal)]


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


# ------------------------------------------------------------------------------------------ a modifier is forgotten
STATES = {
    "exhausted": ("BLZ-5.4a", {"exhausted": True}, {}, {}, 0),
    "out of command": ("BLZ-6.2c", {}, {"ooc": True}, {}, 0),
    "neutralised": ("BLZ-8.4c", {}, {"neutralised": True}, {}, 0),
    "armour": ("BLZ-8.2.1a", {}, {}, {"defence": 2}, 0),
    "two hexes": ("BLZ-8.2.4b", {}, {}, {}, 1),
}


@pytest.mark.parametrize(("rule", "formation", "firer", "target", "further"), STATES.values(), ids=STATES)
def test_a_forgotten_modifier_of_fire_is_named(rule, formation, firer, target, further):
    """BLZ-5.4a, BLZ-6.2c, BLZ-8.4c, BLZ-8.2.1a, BLZ-8.2.4b, BLZ-8.2.2a"""
    case = opposed(**formation).unit("tank", "tank", "F", "1008", attack=6, **firer)
    case.unit("foe", "infantry", "G", f"10{7 - further:02}", **target)
    position = case.position(acting="F")
    right = {"exhausted": 5, "out of command": 5, "neutralised": 4, "armour": 4, "two hexes": 5}
    column = next(right[name] for name, state in STATES.items() if state[0] == rule)

    assert accused(case.play(position, do.Fire(unit="tank", target="foe", mode="full", column=column))) == []
    assert accused(case.play(position, do.Fire(unit="tank", target="foe", mode="full", column=6))) == [rule]


GROUND = {
    "target dispersed": ("BLZ-7.2.2e", "tank", ("1007", "orchard"), (7, 6)),
    "firer dispersed": ("BLZ-7.2.2c", "infantry", ("1008", "orchard"), (5, 6)),
    "village": ("BLZ-8.6.1r", "infantry", ("1007", "village"), (4, 6)),
    "woods": ("BLZ-8.2.3a", "infantry", ("1007", "woods"), (4, 6)),
}


@pytest.mark.parametrize(("rule", "kind", "where", "columns"), GROUND.values(), ids=GROUND)
def test_a_forgotten_modifier_of_the_ground_is_named(rule, kind, where, columns):
    """BLZ-7.2.2e, BLZ-7.2.2c, BLZ-7.2.2a, BLZ-8.6.1r, BLZ-8.2.3a"""
    case = opposed().unit("tank", "tank", "F", "1008", attack=6).unit("foe", kind, "G", "1007", defence=0)
    position = case.ground(where[0], terrain=where[1]).position(acting="F")
    right, wrong = (do.Fire(unit="tank", target="foe", mode="full", column=column) for column in columns)

    assert accused(case.play(position, right)) == []
    assert accused(case.play(position, wrong)) == [rule]


MELEE = {
    "one hex": ("BLZ-8.2.4c", {}, "open", 7, 6),
    "exhausted": ("BLZ-5.4b", {"exhausted": True}, "open", 6, 7),
    "dispersed": ("BLZ-7.2.2d", {}, "orchard", 5, 6),
    "works": ("BLZ-10.2b", {}, "works", 5, 7),
}


@pytest.mark.parametrize(("rule", "formation", "ground", "right", "wrong"), MELEE.values(), ids=MELEE)
def test_a_forgotten_modifier_of_a_melee_is_named(rule, formation, ground, right, wrong):
    """BLZ-8.2.4c, BLZ-9.1.2a, BLZ-5.4b, BLZ-7.2.2d, BLZ-10.2b"""
    case = opposed(**formation).unit("tank", "tank", "F", "1008", attack=6).unit("foe", "infantry", "G", "1007")
    case.works = ("1007",) if ground == "works" else ()
    case.ground("1007", terrain="open" if ground == "works" else ground)
    before = (
        do.Assault(units=("tank",), hex="1007"),
        do.MeleeFire(unit="foe", target="tank"),
        roll("MELEE", "foe", 1, 1),
    )
    settled = {"rulings": ["AMB-24=ruling"]}

    def named(column: int) -> list[str]:
        shot = do.MeleeFire(unit="tank", target="foe", column=column)
        return accused(case.play(case.position(acting="F"), *before, shot, **settled))

    assert (named(right), named(wrong)) == ([], [rule])


def test_out_of_command_a_defender_fires_worse_and_a_neutralised_one_in_the_first_round():
    """BLZ-6.2f, BLZ-9.1.5d, BLZ-9.1.3c"""
    for state, rule, right in (("ooc", "BLZ-6.2f", 4), ("neutralised", "BLZ-9.1.5d", 3)):
        case = opposed().unit("tank", "tank", "F", "1008", defence=0)
        case.unit("foe", "infantry", "G", "1007", attack=4, **{state: True})
        into = do.Assault(units=("tank",), hex="1007")
        for column, named in ((right, []), (5, [rule])):
            shot = do.MeleeFire(unit="foe", target="tank", column=column)
            assert accused(case.play(case.position(acting="F"), into, shot)) == named


# ------------------------------------------------------------------------------------------ sight, through fire
BACK = ("1008", "1007", "0907", "0908", "1107", "1108", "1009")
VIEWS = {
    "higher ground": ("BLZ-4.3.2b", {"1006": 1}, {}),
    "behind an obstacle": ("BLZ-4.3.2h", {"1008": 1, "1007": 0}, {"1006": "woods"}),
    "woods on the level": ("BLZ-4.3.1a", {}, {"1006": "woods"}),
    "back from the edge": (
        "BLZ-4.3.2f",
        dict.fromkeys(BACK, 1),
        {},
    ),
}


@pytest.mark.parametrize(("rule", "levels", "terrain"), VIEWS.values(), ids=VIEWS)
def test_what_is_in_the_way_is_named(rule, levels, terrain):
    """BLZ-4.3.2b, BLZ-4.3.2h, BLZ-4.3.1a, BLZ-4.3.2f, BLZ-4.1c, BLZ-4.3a, BLZ-8.1b, BLZ-8.1.1c"""
    case = opposed().unit("tank", "tank", "F", "1008").unit("foe", "tank", "G", "1005")
    fire = do.Fire(unit="tank", target="foe", mode="full")
    assert accused(case.play(case.position(acting="F"), fire)) == []

    for place in {*levels, *terrain}:
        case.ground(place, terrain=terrain.get(place, "open"), level=levels.get(place, 0))
    settled = ["AMB-41=ruling"]
    assert accused(case.play(case.position(acting="F"), fire, rulings=settled)) == [
        rule if rule != "BLZ-4.3.2f" else named_back(case)
    ]


def named_back(case: Field) -> str:
    """Rule 4.3.2e if the hex has an edge that faces elsewhere, else 4.3.2f."""
    levels = case.hexes
    around = case.battle().ground.grid.neighbours("1008")
    return "BLZ-4.3.2e" if any(levels[near].level < levels["1008"].level for near in around) else "BLZ-4.3.2f"


@pytest.mark.parametrize(("kind", "terrain", "far", "rule"), [
    ("tank", "open", 8, "BLZ-4.1d"),
    ("tank", "orchard", 4, "BLZ-4.1f"),
    ("infantry", "open", 4, "BLZ-4.1h"),
    ("infantry", "orchard", 2, "BLZ-4.1i"),
])  # fmt: skip
def test_who_is_too_far_to_be_seen_is_named(kind, terrain, far, rule):
    """BLZ-4.1d, BLZ-4.1e, BLZ-4.1f, BLZ-4.1h, BLZ-4.1i"""
    for distance, named in ((far, []), (far + 1, [rule])):
        place = f"10{12 - distance:02}"
        case = opposed().unit("tank", "tank", "F", "1012", range=9, attack=20).unit("foe", kind, "G", place)
        position = case.ground(place, terrain=terrain).position(acting="F")
        found = accused(case.play(position, do.Fire(unit="tank", target="foe", mode="full")))
        assert (rule in found) == bool(named)
        assert bool(found) == bool(named)


# ------------------------------------------------------------------------------------------ names of breaches
def test_a_second_repeat_for_a_formation_that_skipped_is_named():
    """BLZ-5.3f, BLZ-5.3e"""
    for skipped, rule in ((True, "BLZ-5.3f"), (False, "BLZ-5.3e")):
        case = opposed(repeated=True, activations=1, skipped=skipped).chit("repeat", "german", "repeat")
        again = do.Draw(chit="repeat"), do.PlayRepeat(chit="repeat", formation="F")
        assert accused(case.chit("more", "german", "repeat").play(case.position(), *again)) == [rule]
    fresh = opposed(skipped=True).chit("repeat", "german", "repeat").chit("more", "german", "repeat")
    assert fresh.play(fresh.position(), *again).legal


def test_who_activates_without_a_draw_is_named():
    """BLZ-2.2a, BLZ-5.1a"""
    case = opposed()

    assert "BLZ-2.2a" in accused(case.play(case.position(), do.Activate(chit="F")))
    assert case.play(case.position(), do.Draw(chit="F"), do.Activate(chit="F")).legal


def test_an_attached_unit_acts_with_its_formation_only():
    """BLZ-10.3c, BLZ-5a"""
    case = opposed().unit("gun", "at-gun", "F", "1011", independent=True)
    case.formation("H", "german").unit("tank", "tank", "H", "1009")
    step = do.Move(units=("gun",), hex="1010")

    assert case.play(case.position(acting="F"), step).legal
    assert accused(case.play(case.position(acting="H"), step)) == ["BLZ-10.3c"]


def test_a_forgotten_cost_of_leaving_mines_is_named():
    """BLZ-10.1d, BLZ-7.1b"""
    case = opposed().unit("foot", "infantry", "F", "1010")
    step, half_way = do.Move(units=("foot",), hex="1009"), {"spent": 2, "hexes": 1}

    assert case.play(case.position(acting="F").did("foot", **half_way), step).legal
    mined = case.position(acting="F", mines=("1010",))
    assert accused(case.play(mined.did("foot", **half_way), step)) == ["BLZ-10.1d"]
    assert accused(case.play(mined.did("foot", spent=4, hexes=2), step)) == ["BLZ-7.1b"]


def test_the_germans_begin_at_hannut():
    """BLZ-12.1.5a, BLZ-12.1.5b"""
    case = opposed().chit("spare", "german", "repeat").chit("last", "german", "repeat")
    case.places["F"] = "reserve"
    settled = ["AMB-48=ruling"]

    assert accused(case.play(case.position(), do.Draw(chit="G"), rulings=settled)) == ["BLZ-12.1.5a"]
    assert accused(case.play(case.position(), do.Draw(chit="spare"), rulings=settled)) == ["BLZ-12.1.5b"]
    assert case.play(case.position(), do.Draw(chit="F"), rulings=settled).legal


def test_units_on_the_map_fire_directly_only():
    """BLZ-8b, BLZ-8.6a, BLZ-3.3b"""
    case = opposed().unit("tank", "tank", "F", "1008").unit("foe", "infantry", "G", "1007")
    shell = do.Barrage(chit="tank", hex="1007", calibre="medium", observer="F HQ")

    assert "BLZ-8b" in accused(case.play(case.position(acting="F"), shell))
    guns = case.chit("guns", "german", "artillery", medium=1)
    idle = do.Barrage(chit="guns", hex="1007", calibre="medium", observer="F HQ")
    assert "BLZ-3.3b" in accused(guns.play(guns.position(), idle))
    ready = guns.play(guns.position(), do.Draw(chit="guns"), do.Activate(chit="guns"), idle)
    assert ready.legal


def test_dice_without_a_named_target_and_dice_too_many_are_told_apart():
    """BLZ-8.1.1b, BLZ-8.1.1a"""
    case = opposed().unit("tank", "tank", "F", "1008").unit("foe", "infantry", "G", "1007")
    fire, dice = do.Fire(unit="tank", target="foe", mode="full"), roll("FIRE", "tank", 1, 1)

    assert accused(case.play(case.position(acting="F"), dice)) == ["BLZ-8.1.1b"]
    assert accused(case.play(case.position(acting="F"), fire, dice, dice)) == ["BLZ-8.1.1a"]


def test_a_spent_general_does_nothing_more():
    """BLZ-5.5l, BLZ-5.5m"""
    case = opposed().chit("general", "german", "general").chit("more", "german", "general")
    spent = case.play(case.position(), do.Draw(chit="general"), do.PlayGeneral(chit="general", option="pair"))
    again = do.Draw(chit="F"), do.PlayGeneral(chit="general", option="clear")

    assert accused(case.play(spent.position, *again)) == ["BLZ-5.5l"]
    other = do.Draw(chit="F"), do.PlayGeneral(chit="more", option="clear")
    assert accused(case.play(spent.position, *other)) == ["BLZ-5.5m"]


def test_out_of_a_full_hex_the_shortest_way_is_taken():
    """BLZ-6.3.3i, BLZ-6.3.3h"""
    case = opposed().unit("tank", "tank", "F", "1006").unit("foot", "infantry", "G", "1004")
    for name in ("a", "b", "c"):
        case.unit(name, "infantry", "G", "1003")
    moved = case.play(case.position(acting="F"), do.Move(units=("tank",), hex="1005")).position
    short, full = ("1003", "0903"), ("1003",)
    long = ("1003", "1002", "1001")
    for name in ("d", "e", "f"):
        case.unit(name, "infantry", "G", "1002")
    crowded = case.play(case.position(acting="F"), do.Move(units=("tank",), hex="1005")).position

    assert case.play(moved, do.Retreat(unit="foot", path=short)).legal
    assert accused(case.play(moved, do.Retreat(unit="foot", path=full))) == ["BLZ-6.3.3h"]
    assert accused(case.play(crowded, do.Retreat(unit="foot", path=long))) == ["BLZ-6.3.3i"]
