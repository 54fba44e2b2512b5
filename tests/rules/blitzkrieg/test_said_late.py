"""Keys that are pressed late, in another order, twice or never: the board shows the deed, and nobody is accused."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.engine.dice import Roll
from rules.engine.writing import Advance, Go, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, Seat, Step, accused, at_the_table, said
from tests.rules.blitzkrieg.theatre import HANNUT, before_ready

END = do.EndActivation()


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice or (1, 2))


def mark(piece: str, marker: do.MarkerName, *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


def field(**more: object) -> Field:
    made = Field().formation("I", "german", hq="1602", factor=8, **more).formation("II", "german", hq="1608")
    made.formation("R", "french", hq="1402").unit("company", "infantry", "R", "1403").unit(
        "foe", "infantry", "R", "1503"
    )
    made.unit("tank", "tank", "I", "1603").unit("other tank", "tank", "II", "1607")
    made.chit("de.repeat.1", "german", "repeat").chit("de.general.1", "german", "general", "held")
    made.chit("fr.general", "french", "general", "held")
    return made.chit("guns", "german", "artillery", medium=2, light=2)


def draw(chit: str) -> do.Draw:
    return do.Draw(chit=chit)


def put(chit: str, box: str) -> Hand:
    name, _, number = chit.rpartition(".")
    return Hand("german", (Go(Ref(name, int(number)) if number.isdecimal() else Ref(chit), box),))


def told(made: Field, *done: Done, states: str = "DRAW") -> list[str]:
    return said(at_the_table(made, made.position(states), *done))


ACTIVATE, MOVE = do.Activate(chit="I"), do.Move(units=("tank",), hex="1604")
FIRE = do.Fire(unit="tank", target="foe", mode="full"), roll("FIRE", "tank")
NEXT = draw("R"), do.Activate(chit="R")


# ---------------------------------------------------------------------------------------------------- activations
@pytest.mark.parametrize(
    "deeds",
    [
        (MOVE, END),
        (put("I", "used"), MOVE, END),
        (MOVE, ACTIVATE, END),
        (*FIRE, END),
        (END,),
    ],
    ids=["never said", "put aside by hand", "said after the first move", "fires", "does nothing"],
)
def test_the_drawn_formation_is_active_when_it_acts(deeds: tuple[Done, ...]):
    """BLZ-5.1a, BLZ-5.2b, BLZ-6.1h"""
    made = field()

    assert told(made, draw("I"), *deeds, *NEXT) == []
    assert accused(at_the_table(made, made.position(), draw("I"), do.Move(units=("other tank",), hex="1606"))) != []


def test_an_activation_that_nobody_declared_is_judged_like_any_other():
    """BLZ-8.5.1a, BLZ-5.3g"""
    assert "BLZ-8.5.1a" in told(field(demoralised=True), draw("I"), MOVE, END)
    assert "BLZ-5.3g" in told(field(activations=2, repeated=True), draw("I"), MOVE, END)
    assert told(field(), draw("I"), MOVE, do.Skip(chit="I"), *NEXT) != [], "it says itself that it was declined"


@pytest.mark.parametrize(
    ("state", "first"),
    [
        ({}, (roll("RALLY", "shaken", 1, 1), mark("shaken", "neutralised", on=False))),
        ({"exhausted": True}, (roll("EXHAUSTION", "I", 1, 1), mark("I", "exhausted", on=False))),
        ({}, (mark("seen", "opp", on=False),)),
    ],
    ids=["rallies", "sheds exhaustion", "takes a marker off"],
)
def test_what_is_checked_first_may_come_before_the_key(state: dict[str, object], first: tuple[Done, ...]):
    """BLZ-5.2a, BLZ-2.2.2d, BLZ-2.2.2e, BLZ-2.2.2h, BLZ-6.1g"""
    made = field(**state)
    made.unit("shaken", "tank", "I", "1604", neutralised="shaken" in str(first))
    made.unit("seen", "tank", "I", "1605", opp="opp" in str(first))

    assert told(made, draw("I"), *first, ACTIVATE, MOVE, END) == []
    assert accused(at_the_table(made, made.position(), draw("II"), *first, do.Activate(chit="II"), END)) != []


@pytest.mark.parametrize("said_by_hand", [True, False])
def test_a_repeat_shows_by_whom_it_activates(said_by_hand: bool):
    """BLZ-5.3b, BLZ-5.3d, BLZ-3.2a"""
    made = field()
    play = Hand("german", (Go(Ref("de.repeat"), "used", sent=True), Say("chit", Ref("de.repeat"), {"what": "Play"})))
    begun = draw("de.repeat.1"), play if said_by_hand else put("de.repeat.1", "used")

    assert told(made, *begun, mark("I HQ", "activated"), MOVE, END, *NEXT) == []
    assert told(made, *begun, MOVE, mark("I HQ", "activated"), END, *NEXT) == []
    assert "BLZ-5.3d" in told(made, *begun, MOVE, END, *NEXT)
    assert "BLZ-5.3h" in told(field(exhausted=True, activations=2), *begun, mark("I HQ", "activated"), MOVE, END)


def test_guns_fire_when_their_marker_is_drawn():
    """BLZ-3.3b, BLZ-8.6.1a"""
    made = field()
    salvo = do.Barrage(chit="guns", hex="1403", calibre="medium", observer="I HQ")
    fired = roll("TRANSMIT", "I HQ", 1, 1), roll("BARRAGE", "guns", 1, 1)

    assert told(made, draw("guns"), salvo, *fired, END, *NEXT) == []
    assert "BLZ-8.6.1a" in told(made, draw("II"), salvo, *fired, END)


def test_whoever_presses_a_key_twice_has_said_it_once():
    """BLZ-2.2.2a, BLZ-5.2e"""
    made = field()

    assert told(made, draw("I"), ACTIVATE, MOVE, END, END, *NEXT) == []
    assert told(made, draw("I"), END, *NEXT) == []
    assert told(made, END) == [], "what was never begun is not ended: nothing is said, and nothing changed"


def test_the_end_of_an_activation_may_be_said_after_the_next_draw():
    """BLZ-2.2.2c, BLZ-5.2e"""
    made, begun = field(), (draw("I"), ACTIVATE, MOVE, draw("R"))
    further = do.Move(units=("tank",), hex="1605")

    assert told(made, *begun, END, do.Activate(chit="R"), END) == []
    assert told(made, *begun, END, do.Skip(chit="R")) == []
    assert "BLZ-2.2.2c" in told(made, *begun, further, END, do.Activate(chit="R"), END), "he looks before he moves on"


def test_what_becomes_of_a_marker_may_be_said_after_the_next_draw():
    """BLZ-2.2.2c, BLZ-5.1a, BLZ-5.3m"""
    made = field()
    keep, decline = do.Hold(chit="de.repeat.1"), do.Skip(chit="I")

    assert told(made, draw("de.repeat.1"), draw("R"), keep, do.Activate(chit="R"), END) == []
    assert told(made, draw("I"), draw("R"), decline, do.Activate(chit="R"), END) == []
    assert "BLZ-2.2.2c" in told(made, draw("I"), draw("R"), ACTIVATE, MOVE, END), "he looks before he decides"


@pytest.mark.parametrize("side", ["french", "german"])
def test_who_draws_too_early_is_named_whosever_marker_comes_out(side: str):
    """BLZ-2.2.2c"""
    deeds = Seat(side, draw("I")), Seat(side, draw("R")), do.Activate(chit="I"), MOVE, END
    judged = at_the_table(field(), field().position(), *deeds)
    wrong = [each for each in judged if isinstance(each.action, do.Draw) and not each.legal]

    assert [each.concerns(each.findings[0]) for each in wrong] == [side]


def test_a_marker_of_choice_may_be_named_after_its_first_move():
    """BLZ-12.1.5a, BLZ-6.1h"""
    made = field()
    made.places.update({"I": "reserve", "II": "reserve"})

    assert told(made, MOVE, ACTIVATE, do.Move(units=("tank",), hex="1605"), END) == []
    assert "BLZ-6.1h" in told(made, MOVE, END), "it is never named"
    assert "BLZ-6.1h" in told(made, MOVE, do.Activate(chit="II"), END), "another one is named"


@pytest.mark.parametrize(("kept", "rules"), [(True, []), (False, ["BLZ-2.2.1e"])])
def test_a_marker_kept_by_mistake_in_the_set_up_goes_back_into_the_cup(kept: bool, rules: list[str]):
    """BLZ-2.2.1e, BLZ-12.1.1a"""
    stands = before_ready(HANNUT, 0)
    chit = next(name for name, place in stands.chits.items() if place == "cup" and HANNUT.chits[name].side == "german")
    back = do.Refill(chit=chit)

    assert (
        accused(at_the_table(HANNUT, stands, *([do.Stock(chit=chit, place="reserve")] if kept else []), back)) == rules
    )


# ------------------------------------------------------------------------------------------------------- markers
def test_a_marker_that_was_put_aside_was_declined_by_its_owner():
    """BLZ-0a, BLZ-2.2.1c, BLZ-5.4e"""
    made, tired = field(), field(exhausted=True)
    aside = put("I", "skipped")

    assert told(made, draw("I"), aside, *NEXT) == []
    assert told(tired, draw("I"), aside, mark("I", "exhausted", on=False), *NEXT) == []
    assert "BLZ-5.4e" in told(tired, draw("I"), aside, *NEXT)


@pytest.mark.parametrize("word", [do.Skip, do.Pass, do.Defer])
def test_the_first_of_a_pair_is_passed_by_any_word(word: type[do.Skip | do.Pass | do.Defer]):
    """BLZ-5.5b, BLZ-5.5c"""
    made = field()
    both = do.Activate(chit="II", also="I"), MOVE, do.Move(units=("other tank",), hex="1606"), END

    assert told(made, draw("I"), word(chit="I"), draw("II"), *both) == []
    made.places["de.general.1"] = "used"
    assert told(made, draw("I"), word(chit="I"), draw("II"), *both) != []


def test_a_general_may_be_played_after_the_markers_came_off_or_the_die_was_thrown():
    """BLZ-5.5e, BLZ-5.5h, BLZ-5.4e"""
    made = field(exhausted=True)
    clear = do.PlayGeneral(chit="de.general.1", option="clear", on=("I",))
    off = mark("I", "exhausted", on=False)

    assert told(made, draw("I"), off, clear, ACTIVATE, MOVE, END) == []
    assert "BLZ-5.4e" in told(made, draw("I"), off, ACTIVATE, MOVE, END)
    cancel = do.PlayGeneral(chit="fr.general", option="cancel", on=("I",))
    assert told(field(), draw("I"), roll("CANCEL", "I", 2), cancel, *NEXT) == []
    assert "BLZ-5.5h" in told(field(), draw("I"), roll("CANCEL", "I", 2), *NEXT)


def test_who_takes_up_the_next_marker_of_choice_has_ended_the_activation():
    """BLZ-2.2.2c, BLZ-5a"""
    made = field()
    made.places.update({"I": "reserve", "II": "reserve"})
    next_one = do.Activate(chit="II"), do.Move(units=("other tank",), hex="1606")

    assert told(made, ACTIVATE, MOVE, *next_one, END) == []
    assert told(made, ACTIVATE, MOVE, END, *next_one, END) == []
    assert "BLZ-5a" in told(made, ACTIVATE, MOVE, *next_one, do.Move(units=("tank",), hex="1605"), END)


@pytest.mark.parametrize("declared", [True, False])
def test_clearing_up_may_go_on_after_the_first_marker_was_drawn(declared: bool):
    """BLZ-2a, BLZ-2.1c, BLZ-2.2.1e"""
    made = field(chit="used").unit("seen", "tank", "I", "1604", opp=True)
    over = (do.EndAdmin(),) if declared else ()
    begun = do.NextTurn(turn=2), *over, *NEXT[:1]

    late = do.Refill(chit="I"), mark("seen", "opp", on=False), *NEXT[1:]
    assert told(made, *begun, *late, states="TURN_END") == []
    assert "BLZ-2.1c" in told(made, *begun, late[0], *late[2:], states="TURN_END")


def test_an_hq_may_be_turned_over_before_the_repeat_from_the_hand_is_said():
    """BLZ-5.3d, BLZ-5.3m, BLZ-3.2b"""
    made = field().chit("de.repeat.1", "german", "repeat", "held")
    turned, goes = mark("II HQ", "activated"), (do.Move(units=("other tank",), hex="1606"), END)
    repeat = turned, do.PlayRepeat(chit="de.repeat.1", formation="II"), *goes

    assert told(made, draw("I"), *repeat, ACTIVATE, MOVE, END, *NEXT) == []
    assert told(made, draw("R"), *repeat) == ["BLZ-5.3m"], "one mistake is told once"
    assert "BLZ-3.2b" in told(made, draw("I"), turned, ACTIVATE, MOVE, END, *NEXT), "nothing turns it over"


def test_who_forgets_to_turn_the_clock_after_the_set_up_plays_all_the_same():
    """BLZ-2a, BLZ-5a"""
    stands, open_ = before_ready(HANNUT, 3), before_ready(HANNUT, 1)
    begins = Hand("german", (Say("done", None, {"what": "Admin"}),))
    kept = (chit for chit, place in stands.chits.items() if place == "reserve")
    reserve, formation = next((chit, known) for chit in kept if (known := HANNUT.chits[chit].formation))
    unit = next(name for name, each in HANNUT.units.items() if each.formation == formation and not each.kind.hq)
    place = stands.units[unit].hex
    near = next(each for each in HANNUT.ground.grid.neighbours(place) if not stands.at(each))
    plays = do.Draw(chit=reserve), do.Activate(chit=reserve), Step(unit, near, "Place"), END

    def judged(start: Position, *done: Done) -> list[str]:
        broken = accused(at_the_table(HANNUT, start, *done))
        return [rule for rule in broken if rule != "BLZ-3.5b"]  # who stands too far from his HQ has no marker yet

    assert judged(stands, begins, *plays) == []
    assert judged(stands, begins, *plays, Hand("german", (Advance(1, "Admin"),))) == [], (
        "the clock may be set right at any time"
    )
    idle = next(
        name for name, each in HANNUT.units.items() if each.formation not in {formation, ""} and each.side == "german"
    )
    goes = next(each for each in HANNUT.ground.grid.neighbours(stands.units[idle].hex) if not stands.at(each))
    assert judged(stands, begins, *plays[:2], Step(idle, goes, "Place"), END) == ["BLZ-5a"], "and it is judged as ever"
    assert "BLZ-2a" in judged(open_, begins, do.Draw(chit="hannut.fr.2cuir")), "the set-up is not done"
