"""Ways of play that were once judged wrongly, each beside the breach that it resembles."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Step, accused, at_the_table, said
from tests.rules.blitzkrieg.theatre import STONNE, opened, play

MISS, LOSS = (1, 1), (6, 6)
END = do.EndActivation(by="german")


def field() -> Field:
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1011")
    made.unit("tank", "tank", "F", "1005", movement=4, attack=6).unit("mate", "infantry", "F", "1005", movement=4)
    return made.unit("foe", "infantry", "G", "1006", defence=0).unit("far", "infantry", "G", "1009", reaction=9)


def told(*done: Done, made: Field | None = None, **more: object) -> list[str]:
    made = made or field()
    return accused(at_the_table(made, made.position(acting="F", **more), *done))


def fire(unit: str, target: str, dice: tuple[int, int] = MISS) -> tuple[Done, ...]:
    return do.MeleeFire(unit=unit, target=target), Roll(purpose="MELEE", who=unit, dice=dice)


# ------------------------------------------------------------------------------------------------------------ melee
ATTACK = do.Assault(units=("tank",), hex="1006")


def test_a_melee_is_not_broken_off_before_anybody_has_thrown():
    """BLZ-9.1.4a, BLZ-9.1.2b"""
    goes_on = *fire("foe", "tank"), *fire("tank", "foe", LOSS), do.StepLoss(unit="foe"), do.StepLoss(unit="foe")
    back = Step("tank", "1005", "Move")

    assert set(told(ATTACK, END)) == {"BLZ-9.1.4a"}
    assert told(ATTACK, back, END) == [], "put back before anything was done, it has attacked nobody"
    assert "BLZ-9.1.2d" in told(ATTACK, *fire("foe", "tank"), Step("tank", "1005", "Retreat"), END)
    assert "BLZ-9.1.4a" not in told(ATTACK, *goes_on)


def test_of_two_defenders_each_is_waited_for_and_each_may_hold_its_fire():
    """BLZ-9.1.2b"""
    made = field().unit("second", "infantry", "G", "1006")
    first = fire("foe", "tank")

    assert "BLZ-9.1.2b" not in told(ATTACK, *first, *fire("second", "tank"), *fire("tank", "foe"), made=made)
    assert "BLZ-9.1.2b" not in told(ATTACK, *first, do.Decline(by="french"), *fire("tank", "foe"), made=made)
    found = said(
        at_the_table(made, made.position(acting="F"), ATTACK, *first, *fire("tank", "foe"), *fire("second", "tank"))
    )
    assert "BLZ-9.1.2b" in found


def test_infantry_that_overruns_a_lone_hq_neither_goes_on_nor_fights_again():
    """BLZ-9.2a, BLZ-9.2b"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1006")
    made.unit("foot", "infantry", "F", "1005", movement=4).unit("tank", "tank", "F", "1005", movement=6)
    made.unit("foe", "infantry", "G", "1008")
    over = do.OverrunHq(unit="G HQ", turn=2)

    def runs(unit: str, *then: Done) -> list[str]:
        into = do.Assault(units=(unit,), hex="1006")
        judged = at_the_table(made, made.position(acting="F"), into, over, do.Mark(piece="foe", marker="ooc"), *then)
        return said(judged)

    on, attack = (lambda unit: do.Move(units=(unit,), hex="1007")), do.Assault(units=("foot",), hex="1007")
    assert "BLZ-9.2a" not in runs("tank", on("tank"), END)
    assert "BLZ-9.2a" in runs("foot", on("foot"), END)
    assert "BLZ-9.2a" not in runs("foot", END)
    made.unit("near", "infantry", "G", "1007")
    assert "BLZ-9.2b" in runs("foot", attack)


# --------------------------------------------------------------------------------------------------------- the march
def test_fire_between_two_moves_within_half_of_the_points_is_not_passed_over():
    """BLZ-6.1c"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1011")
    made.unit("tank", "tank", "F", "1005", movement=4).unit("seen", "infantry", "G", "1007")
    shot = do.Fire(unit="tank", target="seen", mode="reduced"), Roll(purpose="FIRE", who="tank", dice=MISS)
    step, on = do.Move(units=("tank",), hex="1105"), do.Move(units=("tank",), hex="1104")

    def found(*done: Done) -> list[str]:
        return said(at_the_table(made, made.position(acting="F"), *done, END))

    assert found(step, *shot) == found(*shot, step) == []
    assert "BLZ-6.1c" in found(step, *shot, on)


@pytest.mark.parametrize("rulings", [(), ("AMB-65=other",)])
def test_the_hex_from_which_a_unit_has_fired_was_no_slip_on_its_way(rulings: tuple[str, ...]):
    """BLZ-6.1c"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1011")
    made.unit("foot", "infantry", "F", "1005", movement=2, range=2).unit("seen", "infantry", "G", "1006")
    shot = do.Fire(unit="foot", target="seen", mode="reduced"), Roll(purpose="FIRE", who="foot", dice=MISS)
    step, beside = do.Move(units=("foot",), hex="1105"), do.Move(units=("foot",), hex="1004")

    def found(*done: Done) -> list[str]:
        return accused(at_the_table(made, made.position(acting="F"), *done, END, rulings=rulings))

    assert found(step, *shot) == found(step, beside) == []
    assert found(step, *shot, beside) == ["BLZ-6.1c"], "the second point is more than half, by each reading"


def test_too_far_is_too_far_in_a_second_activation_too():
    """BLZ-7.1b"""

    def walked(activations: int, *ways: str) -> list[str]:
        made = Field().formation("F", "german", hq="1004", activations=activations)
        made.formation("G", "french", hq="0114").unit("unit", "infantry", "F", "1005", movement=2)
        return told(*(do.Move(units=("unit",), hex=place) for place in ways), made=made)

    for activations in (1, 2):
        assert walked(activations, "1006", "1007") == []
        assert walked(activations, "1006", "1007", "1008") == ["BLZ-7.1b"]


def test_fire_of_a_comrade_that_had_no_place_closes_no_window_for_others():
    """BLZ-6.3.1c, BLZ-6.3.1a, BLZ-2.2.2b"""
    seen = do.Move(units=("tank",), hex="1106")
    made = field().unit("watch", "infantry", "G", "1107", range=3, reaction=9)
    wild = do.Fire(unit="foe", target="tank"), Roll(purpose="FIRE", who="foe", dice=MISS)
    tries = do.OppFire(unit="watch", target="tank"), Roll(purpose="OPPFIRE", who="watch", dice=(1, 2))
    fires = *tries, do.Mark(piece="watch", marker="opp"), Roll(purpose="FIRE", who="watch", dice=MISS)
    late = do.Decline(by="french"), do.Move(units=("mate",), hex="1105"), *fires

    assert told(seen, *fires, END, made=made) == []
    assert told(seen, *wild, *fires, END, made=made) == ["BLZ-2.2.2b"], "who fires without a check, and nobody else"
    assert "BLZ-6.3.1c" in told(seen, *late, END, made=made)


def test_a_retreat_that_was_carried_out_is_the_reaction_to_what_was_seen():
    """BLZ-6.3.3a, BLZ-6.3b"""
    seen = do.Move(units=("tank",), hex="1106")
    made = field().unit("watch", "infantry", "G", "1108", range=3, reaction=9)
    goes = do.Retreat(unit="watch", path=("1109",)), do.Mark(piece="watch", marker="ooc")
    shot = do.OppFire(unit="watch", target="tank")
    check = Roll(purpose="OPPFIRE", who="watch", dice=(1, 2))

    assert told(seen, *goes, END, made=made) == []
    judged = at_the_table(made, made.position(acting="F"), seen, *goes, shot, check)
    assert accused(judged) != [], "both readings forbid it"


# ----------------------------------------------------------------------------------------------------- who is named
def test_what_the_enemy_forgets_is_his():
    """BLZ-8.3e"""
    made = field()
    hit = do.Fire(unit="tank", target="foe", mode="full"), Roll(purpose="FIRE", who="tank", dice=LOSS)
    judged = at_the_table(made, made.position(acting="F"), *hit, do.Move(units=("mate",), hex="1105"), END)
    owners = {one.concerns(each) for one in judged for each in one.findings if each.rule in accused(judged)}

    assert accused(judged) == ["BLZ-8.3e"]
    assert owners == {"french"}
    late = do.StepLoss(unit="foe")
    assert told(*hit, do.Move(units=("mate",), hex="1105"), late, END) == []


def test_an_own_piece_that_is_nudged_through_a_box_costs_nothing_and_one_that_stays_there_is_told():
    """BLZ-1.2c, BLZ-12.1.3a"""
    box = "off-german"

    assert told(Step("tank", box, ""), Step("tank", "1005", ""), do.Move(units=("tank",), hex="1105"), END) == []
    assert told(Step("tank", box, ""), END) != []


# -------------------------------------------------------------------------------------------------------- the evening
@pytest.mark.parametrize("late", [False, True])
def test_the_tanks_that_leave_may_be_taken_off_before_or_after_the_turn_marker(late: bool):
    """BLZ-12.2.5b"""
    begun = opened(STONNE)
    used = {chit: "used" if place == "cup" else place for chit, place in begun.chits.items()}
    evening = begun.but(stack=("DRAW",), turn=3, due=(), chits=used)
    over: Position = play(STONNE, evening, do.EndPhase()).position
    tanks = [name for name, unit in over.units.items() if unit.formation == "de.ii-pzr"]
    leave = *(do.Remove(unit=unit) for unit in tanks), do.Discard(chit="stonne.de.ii-pzr")
    on = do.NextTurn(turn=4)

    assert accused(at_the_table(STONNE, over, *((on, *leave) if late else (*leave, on)))) == []
    forgotten = at_the_table(STONNE, over, *((on, *leave[1:]) if late else (*leave[1:], on)), do.EndAdmin())
    assert "BLZ-12.2.5b" in accused(forgotten)


def test_a_marker_that_was_not_taken_out_of_play_is_told_once_and_not_whenever_the_cup_is_filled():
    """BLZ-12.2.5b, BLZ-2.2.1e"""
    begun = opened(STONNE)
    used = {chit: "used" if place == "cup" else place for chit, place in begun.chits.items()}
    evening = begun.but(stack=("DRAW",), turn=3, due=(), chits=used)
    over: Position = play(STONNE, evening, do.EndPhase()).position
    tanks = [do.Remove(unit=name) for name, unit in over.units.items() if unit.formation == "de.ii-pzr"]
    on, fills = do.NextTurn(turn=4), do.Refill(chit="stonne.de.ii-pzr")

    def found(*done: Done) -> list[str]:
        return [each for each in accused(at_the_table(STONNE, over, *tanks, *done)) if each != "BLZ-12.2.3c"]

    assert found(do.Discard(chit="stonne.de.ii-pzr"), on) == []
    assert found(on, fills) == ["BLZ-12.2.5b"]
    assert "BLZ-2.2.1e" in found(do.Discard(chit="stonne.de.ii-pzr"), on, fills), "it has left the game"


def test_what_a_salvo_without_its_message_does_is_demanded_of_nobody():
    """BLZ-8.6.1j, BLZ-8.3b"""
    made = field().chit("guns", "german", "artillery", medium=1).unit("F HQ", "hq", "F", "1003")
    made.unit("other", "infantry", "G", "1006", defence=0)
    begins = do.Draw(chit="guns"), do.Activate(chit="guns")
    salvo = do.Barrage(chit="guns", hex="1006", calibre="medium", observer="F HQ")
    sent = Roll(purpose="TRANSMIT", who="F HQ", dice=(1, 2))
    falls, off = Roll(purpose="BARRAGE", who="guns", dice=(5, 4)), do.Mark(piece="foe", marker="neutralised")
    also = do.Mark(piece="other", marker="neutralised")

    def found(*done: Done) -> list[str]:
        return accused(at_the_table(made, made.position(), *begins, salvo, *done, do.Decline(by="french"), END))

    assert found(sent, falls, off, also) == []
    assert found(sent, falls, off) == ["BLZ-8.3b"]
    assert found(falls) == found(falls, off, also) == ["BLZ-8.6.1j"], "who obeys is as free of blame as who does not"


def test_that_no_column_was_formed_is_told_where_one_could_have_gone_so_far():
    """BLZ-7.2.1a, BLZ-7.1b"""

    def told(points: int, *, column: bool) -> list[str]:
        made = Field().formation("F", "german", hq="1003").formation("G", "french", hq="0114")
        made.ground("1006", "1007", terrain="woods", roads=("1005", "1006", "1007"))
        made.unit("tank", "tank", "F", "1005", movement=points)
        moves = do.Move(units=("tank",), hex="1006"), do.Move(units=("tank",), hex="1007", column=column)
        return accused(at_the_table(made, made.position(acting="F"), *moves, do.EndActivation()))

    assert told(3, column=True) == []
    assert told(3, column=False) == ["BLZ-7.2.1a", "BLZ-7.1b"]
    assert told(2, column=False) == ["BLZ-7.1b"], "that far it goes in no column either"
