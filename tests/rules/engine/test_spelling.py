"""Actions that people write: by name or in their order, and what is said where there is no such action."""

import pytest

from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.spelling import SpellingError, spelt, written


class Carry(Action, frozen=True):
    """Pieces are carried to a place."""

    pieces: tuple[str, ...]
    place: str
    far: bool = False
    steps: int | None = None


@pytest.mark.parametrize(
    "text",
    ["carry a,b c3 true 4", "carry pieces=a,b place=c3 far=true steps=4", "Carry a,b steps=4 place=c3 far=true"],
)
def test_values_stand_in_order_or_by_name(text: str) -> None:
    assert spelt([Carry], text) == Carry(pieces=("a", "b"), place="c3", far=True, steps=4)


@pytest.mark.parametrize("name", ["guns light", "guns  light", "it's", 'so "called"', "back\\slash"])
def test_what_has_blanks_in_it_is_written_as_it_is_read(name: str) -> None:
    action = Carry(pieces=(name, "b"), place="c3")

    assert spelt([Carry], written(action)) == action
    assert spelt([Carry], "carry 'guns light,b' c3") == Carry(pieces=("guns light", "b"), place="c3")


def test_dice_can_be_spelt_in_every_game() -> None:
    with pytest.raises(SpellingError):
        spelt([Carry], "roll FIRE a x,y")
    assert spelt([Carry], "roll FIRE a 3,4") == Roll(purpose="FIRE", who="a", dice=(3, 4))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cary a b", "there is carry"),
        ("fly a b", "there is no action fly; there is carry, roll"),
        ("", "an action is one of carry, roll"),
        ("carry a", "carry takes pieces place far steps by; place is missing"),
        ("carry pieces= place=c3", "carry takes pieces place far steps by; pieces is missing"),
        ("carry a b weight=3", "not weight=3"),
        ("carry a b far=maybe", "far cannot be maybe"),
        ("carry a b true 3 me more", "not more"),
        ("carry 'a b", "a quotation mark is opened and not closed"),
    ],
)
def test_what_is_no_action_says_what_there_is(text: str, told: str) -> None:
    with pytest.raises(SpellingError, match=told):
        spelt([Carry], text)
