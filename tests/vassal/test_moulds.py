"""Moulds: what pieces are by the types of their traits, whatever their states."""

from vassal import traits
from vassal.moulds import LONGEST, Mould, mould_of
from vassal.traits import Trait

SIDE = traits.make("marker", names=("Side", "Layer"), values=("Blue",))
FUEL = traits.make("property", name="Fuel", value="3")
BASIC = traits.make("basic", name="Infantry")


def test_a_property_is_read_from_markers_and_dynamic_properties() -> None:
    chain = (traits.make("delete"), SIDE, FUEL)
    mould = mould_of(chain)

    assert [mould.says(chain, name) for name in ("Side", "Layer", "Fuel", "Other")] == ["Blue", "", "3", None]


def test_the_outermost_trait_speaks_for_the_piece() -> None:
    chain = (FUEL, traits.make("property", name="Fuel", value="9"), SIDE.with_fields(names=("Fuel",)), BASIC)

    assert mould_of(chain).says(chain, "Fuel") == "3"


def test_pieces_of_one_mould_say_what_their_own_states_say() -> None:
    full, empty = (FUEL, SIDE, BASIC), (FUEL.with_state("0"), SIDE.with_state("Red,Top"), BASIC.with_state(""))

    assert mould_of(full) is mould_of(empty)
    assert [mould_of(empty).says(empty, name) for name in ("Fuel", "Side", "Layer")] == ["0", "Red", "Top"]


def test_traits_that_may_name_a_player_are_known_by_their_places() -> None:
    chain = (
        SIDE,
        traits.make("mask", access="player:"),
        traits.make("mask", access="sides:Blue"),
        traits.make("restricted"),
        traits.make("invisible", access="side:"),
        BASIC,
    )

    assert mould_of(chain).owned == (1, 3)


def test_layers_that_follow_a_property_are_known_by_their_places() -> None:
    chain = (traits.make("layer", follow_property=True), traits.make("layer"), BASIC)

    assert mould_of(chain).following == (0,)
    assert mould_of(chain).telling == (0, 1, 2)


def test_what_never_stacks() -> None:
    def stacks(*outer: Trait) -> bool:
        return mould_of((*outer, BASIC)).stacks

    assert stacks()
    assert stacks(traits.make("no_stack", stack="L"))
    assert not stacks(traits.make("no_stack", stack="R"))
    assert not stacks(traits.make("mat"))


def test_pieces_of_endless_types_are_not_remembered() -> None:
    chain = (traits.make("marker", names=("A" * LONGEST,)), BASIC)

    assert mould_of(chain) == mould_of(chain)
    assert mould_of(chain) is not mould_of(chain)
    assert isinstance(mould_of(chain), Mould)


def test_traits_that_no_engine_knows_are_noticed() -> None:
    assert mould_of((SIDE, BASIC)).known
    assert not mould_of((traits.parse("MyOwn;x"), BASIC)).known
