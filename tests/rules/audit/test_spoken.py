"""A word that was not to be said binds whoever honours it, and nobody else."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from rules.audit.past import LOOK_BACK, Deed, Past
from rules.audit.spoken import AFTER_WORD, VOID, Spoken
from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.referee import Referee
from rules.engine.ruling import LEGAL, Illegal, Ruling

LATE, SHUT = Ruling((Illegal("late", rule="late"),)), Ruling((Illegal("shut", rule="shut"),))


OWED = Ruling((Illegal("owed", rule="owed", owner="b"),))


class Table(Position, frozen=True, kw_only=True):
    """A table at which somebody is at work, and how often that was done."""

    stack: tuple[str, ...] = ("WORK",)
    done: int = 0


class Work(Action, frozen=True):
    """It goes on while work is open."""


class Rest(Action, frozen=True):
    """It may be had once work is over."""


class End(Action, frozen=True):
    """Work is said to be over; three must have been done."""


class Leave(Action, frozen=True):
    """Work is said to be over without need."""

    waives: ClassVar[bool] = True


class Close(Action, frozen=True):
    """Work is said to be over in its time; somebody has left something out."""


class Bell(Action, frozen=True):
    """A marker that shows the state of play goes on: from work to rest, from rest to the next morning."""

    clock: ClassVar[bool] = True


class Foreman:
    """A referee of work and rest."""

    def step(self, position: Table, action: Action) -> tuple[Table, Ruling]:
        """The table after a deed, and what is to be said of it."""
        open_ = position.stack == ("WORK",)
        match action:
            case Work():
                return position.but(done=position.done + 1), LEGAL if open_ else LATE
            case End():
                return position.but(stack=("REST",)), LEGAL if position.done > 2 else SHUT
            case Close():
                return position.but(stack=("REST",)), OWED
            case Leave():
                return position.but(stack=("REST",)), LEGAL
            case Bell():
                return position.but(stack=("REST",) if open_ else ("MORNING",)), LEGAL
            case _:
                return position, LEGAL if position.stack == ("REST",) else SHUT


class Talk(Action, frozen=True):
    """Always right."""


class Patient(Foreman):
    """Of talk nothing is to be said."""

    def step(self, position: Table, action: Action) -> tuple[Table, Ruling]:
        """The table after a deed, and what is to be said of it."""
        return (position, LEGAL) if isinstance(action, Talk) else super().step(position, action)


def play(*deeds: Action, referee: Referee[Any] | None = None) -> list[str]:
    """What is said of each deed: a rule, a remark, or nothing."""
    referee = referee or cast("Referee[Any]", Patient())
    past = Past[Any](referee)
    spoken, position, told = Spoken(past), Table(), list[str]()
    for step, action in enumerate(deeds):
        after, ruling = referee.step(position, action)
        after, ruling = spoken.otherwise(action, ruling) or (after, ruling)
        deed = Deed("log", step, position, action, after, ruling)
        past.add(deed)
        spoken.after(deed)
        position = after
        told.append(" ".join(each.rule or each.why for each in ruling.findings))
    return told


def said() -> tuple[Past[Any], Spoken[Any]]:
    """What was done, and the last word, once theirs was said in the first step."""
    referee = cast("Referee[Any]", Foreman())
    past = Past[Any](referee)
    spoken, table = Spoken(past), Table()
    deed = Deed("log", 1, table, THEIRS, *referee.step(table, THEIRS))
    past.add(deed)
    spoken.after(deed)
    return past, spoken


OURS, THEIRS = Work(by="ours"), End(by="theirs")


def test_a_word_too_early_is_told_once_and_counts_as_unsaid() -> None:
    assert play(OURS, THEIRS, OURS, OURS) == ["", "shut", VOID, ""]
    assert play(OURS, End(by="ours"), OURS, OURS) == ["", "shut", VOID, ""]


def test_who_goes_by_it_has_heard_it() -> None:
    assert play(OURS, THEIRS, Rest(by="ours"), OURS) == ["", "shut", "", "late"]


def test_a_right_word_of_the_other_side_does_not_stop_who_goes_on() -> None:
    assert play(OURS, OURS, OURS, THEIRS, OURS) == ["", "", "", "", VOID]


def test_a_right_word_of_ones_own_does() -> None:
    assert play(OURS, OURS, OURS, End(by="ours"), OURS) == ["", "", "", "", "late"]


def test_who_did_without_may_think_better_of_it_until_somebody_acts() -> None:
    assert play(OURS, Leave(by="ours"), OURS) == ["", "", VOID]
    assert play(OURS, Leave(by="ours"), Rest(by="theirs"), OURS) == ["", "", "", "late"]


def test_a_word_that_nobody_goes_by_or_against_is_forgotten() -> None:
    for many, rule in ((LOOK_BACK, VOID), (LOOK_BACK + 1, "late")):
        assert play(OURS, THEIRS, *(Talk(by="ours") for _ in range(many)), OURS)[-1] == rule


def test_what_is_changed_by_hand_lies_so_without_the_word_too() -> None:
    past, spoken = said()
    past.also(lambda position: position.but(done=7))

    found = spoken.otherwise(OURS, LATE)

    assert found is not None
    assert found[0].done == 8


def test_where_the_board_is_taken_as_it_lies_a_word_of_an_earlier_step_is_forgotten() -> None:
    for step, open_ in ((1, True), (2, False)):
        _, spoken = said()
        spoken.taken_as_it_lies(step)
        assert (spoken.otherwise(OURS, LATE) is not None) is open_


def test_a_word_in_its_time_counts_also_where_something_was_left_out_before_it() -> None:
    assert play(Work(by="a"), Close(by="a"), Work(by="a")) == ["", "owed", "late"]
    assert play(Work(by="a"), End(by="a"), Work(by="a")) == ["", "shut", VOID]


def test_a_marker_that_went_on_too_early_stands_where_it_is_and_what_is_done_late_counts_as_done_before() -> None:
    bell = Bell(by="theirs")
    assert play(OURS, bell, OURS, OURS) == ["", "", AFTER_WORD, AFTER_WORD]
    assert play(OURS, bell, bell, OURS, OURS) == ["", "", "", AFTER_WORD, AFTER_WORD], "two words in a row are one"
    assert play(OURS, bell, OURS, Rest(by="ours"), OURS) == ["", "", AFTER_WORD, "", "late"], "he has gone by it"
    assert play(OURS, Bell(by="ours"), OURS) == ["", "", "late"], "it was his own word"


def test_of_words_in_a_row_only_those_are_passed_over_that_stand_in_the_way() -> None:
    for action, ruling, passed_over in ((Rest(by="ours"), SHUT, 2), (OURS, LATE, 1)):
        past = Past[Any](cast("Referee[Any]", Foreman()))
        spoken, position = Spoken(past), Table()
        for step in (1, 2):
            deed = Deed("log", step, position, Bell(by="theirs"), *Foreman().step(position, Bell(by="theirs")))
            past.add(deed)
            spoken.after(deed)
            position = deed.after

        found = spoken.otherwise(action, ruling)

        assert found is not None
        assert [each.facts["step"] for each in found[1].findings] == [passed_over]
        assert found[0].stack == ("MORNING",)


def test_what_was_run_over_may_be_made_good_in_any_order() -> None:
    bell = Bell(by="theirs")
    assert play(bell, bell, Rest(by="ours"), OURS, OURS) == ["", "", AFTER_WORD, AFTER_WORD, AFTER_WORD]
    assert play(bell, bell, OURS, Rest(by="ours"), OURS) == ["", "", AFTER_WORD, AFTER_WORD, AFTER_WORD]


class Owing(Patient):
    """Two works were to be done before the marker goes on, and each that was not is told; work is open at any time."""

    def step(self, position: Table, action: Action) -> tuple[Table, Ruling]:
        """The table after a deed, and what is to be said of it."""
        match action:
            case Work():
                return position.but(done=position.done + 1), LEGAL
            case Bell():
                left = (
                    Illegal("owed", {"number": each}, rule="owed", owner="ours") for each in (2, 1)[position.done :]
                )
                return position.but(stack=("REST",)), Ruling(tuple(left))
            case _:
                return super().step(position, action)


def test_what_has_nothing_to_do_with_what_was_run_over_does_not_come_late() -> None:
    referee = cast("Referee[Any]", Owing())
    bell = Bell(by="theirs")
    assert play(bell, OURS, Talk(by="ours"), OURS, Talk(by="ours"), referee=referee) == [
        "owed owed",
        AFTER_WORD,
        "",
        AFTER_WORD,
        "",
    ]
