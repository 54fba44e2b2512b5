"""Orders to aircraft (9, 10.10): who may fly, where to, how far and how long."""

import pytest

from rules.barbarossa import actions as do
from tests.rules.barbarossa.drafting import Draft, breaks, doubts


def field(kind: str = "stuka", air: int = 4, **state: object) -> Draft:
    made = Draft().unit("G1", kind, "", air=air, **state).unit("G9", "hq", "0105").unit("G2", "infantry", "0405")
    return made.unit("S1", "infantry", "0705")


def test_only_ready_aircraft_are_ordered():
    """BAR-EX-25, BAR-9.3a, BAR-9.3e, BAR-9.3g, BAR-9.4b"""
    assert field(air=4).said("G1", "air_strike", hex="0705").legal
    assert breaks(field(air=3).said("G1", "air_strike", hex="0705"), "BAR-9.3e")
    aloft = field().unit("G3", "stuka", "0505", air=0)
    assert breaks(aloft.said("G3", "air_strike", hex="0705"), "BAR-9.3a")
    patrol = do.Order(unit="G4", order="air_patrol", hex="0505", number=2, rounds=3)
    flying = field().unit("G4", "fighter", "0505", air=0, running=patrol)
    assert flying.said("G4", "air_patrol", hex="0505", number=2, rounds=3).legal


def test_a_headquarters_calls_them():
    """BAR-IN-49, BAR-9.8a, BAR-9.8b, BAR-10.10a, BAR-10.10b, BAR-10.10c"""
    none = Draft().unit("G1", "stuka", air=4).unit("G2", "infantry", "0405")
    stunned = (
        Draft().unit("G1", "stuka", air=4).unit("G2", "infantry", "0405").unit("G9", "hq", "0105", suppressed=True)
    )
    dead = Draft().unit("G1", "stuka", air=4).unit("G2", "infantry", "0405").unit("G9", "hq", "0105", out=True)

    assert breaks(none.said("G1", "air_strike", hex="0705"), "BAR-9.8a")
    assert breaks(stunned.said("G1", "air_strike", hex="0705"), "BAR-9.8b")
    assert breaks(dead.said("G1", "air_strike", hex="0705"), "BAR-10.10c")
    patrol = do.Order(unit="G4", order="air_patrol", hex="0505", number=2, rounds=3)
    dead.unit("G4", "fighter", "0505", air=0, running=patrol)
    assert dead.opened(do.Resume(unit="G4")).legal


@pytest.mark.parametrize(
    ("order", "kind", "rule", "more"),
    [
        ("air_strike", "stuka", "BAR-9.10c", {}),
        ("recon", "recon", "BAR-9.8c", {"number": 2, "rounds": 2}),
        ("air_patrol", "fighter", "BAR-9.8c", {"number": 2, "rounds": 2}),
        ("drop_supply", "airlift", "BAR-9.8c", {"number": 5}),
        ("air_landing", "airlift", "BAR-9.8c", {}),
    ],
)
def test_the_target_hex_is_seen_by_an_own_ground_unit(order: str, kind: str, rule: str, more: dict[str, object]):
    """BAR-9.5a, BAR-9.8c, BAR-9.10b, BAR-9.10c, BAR-9.13b, BAR-9.16b, BAR-9.17c, BAR-9.18b, BAR-10.10d"""
    made = field(kind)
    blind = field(kind).ground("0205", "0305", "0505", "0605", terrain="village").ground("0404", "0504", terrain="town")

    assert made.said("G1", order, hex="0705", **more).legal
    assert breaks(blind.said("G1", order, hex="0705", **more), rule)
    assert not made.said("G1", order, hex="9999", **more).legal


@pytest.mark.parametrize(
    ("order", "kind", "fields", "left", "rule"),
    [
        ("air_strike", "stuka", {"hex": "0705"}, "hex", "BAR-9.10b"),
        ("intercept", "fighter", {"target": "S3"}, "target", "BAR-9.12b"),
        ("recon", "recon", {"hex": "0705", "number": 2, "rounds": 2}, "hex", "BAR-9.13b"),
        ("recon", "recon", {"hex": "0705", "number": 2, "rounds": 2}, "number", "BAR-9.13c"),
        ("recon", "recon", {"hex": "0705", "number": 2, "rounds": 2}, "rounds", "BAR-9.13e"),
        ("air_patrol", "fighter", {"hex": "0705", "number": 2, "rounds": 2}, "hex", "BAR-9.17c"),
        ("air_patrol", "fighter", {"hex": "0705", "number": 2, "rounds": 2}, "number", "BAR-9.17d"),
        ("air_patrol", "fighter", {"hex": "0705", "number": 2, "rounds": 2}, "rounds", "BAR-9.17e"),
        ("air_landing", "airlift", {"hex": "0705"}, "hex", "BAR-9.16b"),
        ("drop_supply", "airlift", {"hex": "0705", "number": 5}, "hex", "BAR-9.18b"),
        ("drop_supply", "airlift", {"hex": "0705", "number": 5}, "number", "BAR-9.18c"),
        ("escort", "fighter", {"target": "G4"}, "target", "BAR-9.19b"),
    ],
)
def test_what_a_mission_says(order: str, kind: str, fields: dict[str, object], left: str, rule: str):
    """BAR-9.10b, BAR-9.12b, BAR-9.13b, BAR-9.13c, BAR-9.13e, BAR-9.16b, BAR-9.17c, BAR-9.17d, BAR-9.17e, BAR-9.18b,
    BAR-9.18c, BAR-9.19b
    """
    made = field(kind).unit("S3", "stuka", "0606", air=0).unit("G4", "stuka", air=4)
    kept = {name: value for name, value in fields.items() if name != left}

    assert made.said("G1", order, **fields).legal
    assert breaks(made.said("G1", order, **kept), rule)


def test_intercept_names_an_enemy_and_escort_a_friend():
    """BAR-9.12b, BAR-9.19b"""
    made = field("fighter").unit("S3", "stuka", "0606", air=0).unit("G4", "stuka", air=4)

    assert breaks(made.said("G1", "intercept", target="G4"), "BAR-9.12b")
    assert breaks(made.said("G1", "intercept", target="S1"), "BAR-9.12b")
    assert breaks(made.said("G1", "escort", target="S3"), "BAR-9.19b")
    assert made.said("G1", "intercept", target="S7").verdict == "undecided"


def test_radius_and_duration_are_not_beyond_the_card():
    """BAR-IN-75, BAR-9.13c, BAR-9.13e, BAR-9.17d, BAR-9.17f"""
    made, patrol = field("recon"), field("fighter")

    assert made.said("G1", "recon", hex="0705", number=4, rounds=3).legal
    assert breaks(made.said("G1", "recon", hex="0705", number=5, rounds=3), "BAR-9.13c")
    assert breaks(made.said("G1", "recon", hex="0705", number=4, rounds=4), "BAR-9.13e")
    assert breaks(patrol.said("G1", "air_patrol", hex="0705", number=3, rounds=4), "BAR-9.17f")
    assert doubts(patrol.said("G1", "air_patrol", hex="0705", number=4, rounds=3), "BAR-A114")


def test_only_fighters_patrol():
    """BAR-9.17b"""
    assert field("fighter").said("G1", "air_patrol", hex="0705", number=2, rounds=2).legal
    assert breaks(field("stuka").said("G1", "air_patrol", hex="0705", number=2, rounds=2), "BAR-9.17b")


def test_paratroops_fit_into_their_aircraft():
    """BAR-9.16c, BAR-9.16d"""
    fits = field("airlift").unit("G5", "infantry", carrier="G1", losses=1, orders={"air_landing": {}})
    many = field("airlift").unit("G5", "infantry", carrier="G1", orders={"air_landing": {}})

    assert fits.said("G1", "air_landing", hex="0705", target="G5").legal
    assert breaks(many.said("G1", "air_landing", hex="0705", target="G5"), "BAR-9.16d")
    landing = do.Order(unit="G1", order="air_landing", hex="0705", target="G5")
    jumps = do.Order(unit="G5", order="air_landing", hex="0705", target="G1")
    assert fits.opened(landing, jumps).legal
    assert breaks(fits.opened(landing).last, "BAR-9.16c")
    assert fits.opened(landing, do.Order(unit="G5")).last.verdict == "undecided"


def test_cargo_is_not_beyond_the_limit():
    """BAR-9.18c, BAR-9.18d"""
    made = field("airlift")

    assert made.said("G1", "drop_supply", hex="0705", number=10).legal
    assert breaks(made.said("G1", "drop_supply", hex="0705", number=11), "BAR-9.18d")


def test_an_escort_does_not_outlast_its_charge():
    """BAR-9.19g"""
    made = field("recon").unit("G4", "fighter", air=4)
    scouts = do.Order(unit="G1", order="recon", hex="0705", number=2, rounds=2)

    def escort(rounds: int):
        return made.opened(scouts, do.Order(unit="G4", order="escort", target="G1", rounds=rounds))

    assert escort(2).legal
    assert breaks(escort(3).last, "BAR-9.19g")
