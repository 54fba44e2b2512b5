"""The end of the game (2.1b, 4.1b): places held, points, and who has won."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Objective, Victory
from rules.barbarossa.turn.victory import points, winner
from tests.rules.barbarossa.drafting import Draft, breaks
from tests.rules.barbarossa.tabletop import accused, read
from tests.rules.shared.played import Played

PLACES = {"0505": Objective("mill", "0505", 2), "0705": Objective("bridge", "0705", 1)}
NEXT = do.Advance(to="OVER")


def fight(victory: Victory | None = None) -> Draft:
    goal = victory or Victory("points", "german", "soviet", PLACES, {"0505": "soviet", "0705": "soviet"}, needed=1)
    return Draft(round=8).unit("G1", "infantry", "0505").unit("S1", "infantry", "0705").given(victory=goal)


def ends(made: Draft, *actions: object) -> Played:
    return made.play(made.position("S12", holders=dict(made.battle().victory.held_by)), *actions)


def test_who_was_last_alone_in_a_place_holds_it():
    """BAR-2.1b"""
    over = ends(fight(), NEXT).position

    assert over.holders == {"0505": "german", "0705": "soviet"}
    assert over.score == {"german": 2, "soviet": 1}
    shared = ends(fight().unit("S2", "infantry", "0505"), NEXT).position
    assert shared.holders["0505"] == "soviet"


def test_after_the_last_round_the_game_is_over():
    """BAR-4.1b, BAR-4.1f"""
    made = fight()
    early = Draft(round=7).unit("G1", "infantry", "0505")

    assert ends(made, NEXT).legal
    assert ends(made, NEXT).position.result == "german"
    assert not ends(made, do.Advance(to="PLANNING")).legal
    assert early.play(early.position("S12"), do.Advance(to="PLANNING")).legal
    assert not early.play(early.position("S12"), NEXT).legal


@pytest.mark.parametrize("when", ["S12", "OVER"])
def test_the_winner_is_whom_the_scenario_names(when: str):
    """BAR-2.1b, BAR-4.1b"""
    made = fight()
    position = ends(made).position if when == "S12" else ends(made, NEXT).position

    assert made.play(position, do.Conclude(winner="german")).legal
    assert breaks(made.play(position, do.Conclude(winner="soviet")).last, "BAR-4.1b")


@pytest.mark.parametrize(("wins", "told"), [("german", []), ("soviet", ["Illegal BAR-4.1b end.winner"])])
def test_the_wrong_winner_is_told_as_soon_as_the_marker_has_gone_through_the_last_round(wins: str, told: list[str]):
    """BAR-4.1b"""
    made = fight()
    on = [do.Advance(to=step, by="german") for step in ("S11", "S12")]
    assert accused(read(made, made.at("S10"), *on, do.Conclude(winner=wins, by=wins))) == told


def test_whoever_ends_it_early_may_do_so():
    """BAR-4.1b"""
    made = Draft(round=3).unit("G1", "infantry", "0505")
    played = made.play(made.position("S10"), do.Conclude(winner="soviet"))

    assert played.legal
    assert played.last.findings != ()
    assert played.position.result == "soviet"


def test_destroyed_enemies_count_where_the_scenario_says():
    """BAR-2.1b"""
    goal = Victory("points", "german", "", PLACES, {}, losses=10)
    made = fight(goal).unit("S2", "infantry", "0404", out=True, losses=5).unit("G2", "mg", "0404", out=True)
    case = made.case(made.position("S12"))

    assert points(case) == {"german": 1, "soviet": 0}


@pytest.mark.parametrize(
    ("held", "otherwise", "wins"),
    [
        ("german", "soviet", "german"),
        ("soviet", "soviet", "soviet"),
        ("", "soviet", "soviet"),
        ("soviet", "", "soviet"),
    ],
)
def test_the_scorer_must_be_ahead(held: str, otherwise: str, wins: str):
    """BAR-2.1b"""
    goal = Victory("points", "german", otherwise, PLACES, {}, needed=1)
    made = fight(goal)

    assert winner(made.case(made.position("S12", holders=dict.fromkeys(PLACES, held)))) == wins


def test_where_all_places_must_be_held_one_is_not_enough():
    """BAR-2.1b"""
    made = fight(Victory("hold", "german", "soviet", hold=("0505", "0705")))

    def win(**holders: str) -> str:
        return winner(made.case(made.position("S12", holders=holders)))

    assert win(**{"0505": "german", "0705": "german"}) == "german"
    assert win(**{"0505": "german", "0705": "soviet"}) == "soviet"
