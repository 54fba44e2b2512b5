"""What pieces answer when they are asked for a property."""

import pytest

from tests.vassal import games
from vassal import pieces, traits
from vassal.commands import add, make
from vassal.position import Position
from vassal.properties import Answers
from vassal.traits import Trait


def asked(*more: Trait, name: str = "Unit") -> Answers:
    game = Position.of([games.unit("e", 30, 40, *more, name=name), games.stack("s", 30, 40, "e")])
    return Answers(game, game.piece("e"))


TRAITS = [
    (
        traits.make("layer", name="N", images=("a", "b"), level_names=("", "+ (N)"), level=2),
        {"N_Level": "2", "N_Active": "true", "N_Name": " (N)", "N_Image": "b"},
    ),
    (
        traits.make("layer", name="N", images=("a", "b"), level=-2),
        {"N_Level": "-2", "N_Active": "false", "N_Name": "", "N_Image": ""},
    ),
    (traits.make("layer", name="N", images=("a", "b"), level=9), {"N_Level": "2", "N_Image": "b"}),
    (
        traits.make("layer", name="N", images=("a", "b", "c"), follow_property=True, property="Strength", level=1),
        {"N_Level": "3"},
    ),
    (
        traits.make(
            "layer", name="N", images=("a", "b"), follow_property=True, property="{Strength}", first_level=3, level=-1
        ),
        {"N_Level": "-2", "N_Active": "false"},
    ),
    (
        traits.make("layer", name="N", images=("a",), follow_property=True, property="{Strength+1}"),
        {"N_Level": None, "N_Active": "true"},
    ),
    (traits.make("property", name="Fuel", value="full"), {"Fuel": "full"}),
    (traits.make("marker", names=("Kind", "Size"), values=("tank",)), {"Kind": "tank", "Size": ""}),
    (traits.make("moved", moved=True), {"Moved": "true"}),
    (traits.make("mask", masked_by="p1", options="|0"), {"Obscured": "false", "ObscuredToOthers": "true"}),
    (traits.make("invisible", hidden_by="null"), {"Invisible": "false", "InvisibleToOthers": "false"}),
    (traits.make("label", text=" top $Strength$ ", property="Label"), {"Label": "top 4"}),
    (traits.make("label", text="{Strength}", property="Label"), {"Label": None}),
    (traits.make("label", text="$Odd$", property="Label"), {"Label": "Odd"}),
    (traits.make("rotate", facings=6, name="Hull", facing=2), {"Hull_Facing": "3", "Hull_Degrees": "120"}),
    (traits.make("free_rotate", name="Gun", angle=-30.0), {"Gun_Facing": "1", "Gun_Degrees": "30"}),
    (traits.make("area", name="ZOC", always_on=False, active=True), {"ZOC_Active": "true"}),
    (
        traits.make("no_stack", select="g", move="V", stack="R"),
        {"NoStack": "true", "IgnoreGrid": "true", "cannotMove": "true", "Immobile": "true"},
    ),
    (
        traits.make("no_stack", select="i", move="", stack="L"),
        {"NoStack": None, "cannotMove": "false", "Immobile": "true"},
    ),
    (
        traits.make("sheet", definition=("0Ammo", "3Fuel", "", "5Crew"), values=("9", "2/5", "7")),
        {"Ammo": "9", "Fuel": "2", "Crew": "7"},
    ),
    (traits.make("attachment", name="tgt", attached=("e", "gone")), {"AttachCount": "1", "tgt_AttachCount": "1"}),
    (
        traits.make("mat", name="truck", cargo=("x",)),
        {"MatName": "truck", "MatID": "truck_e", "MatNumCargo": "1", "NoStack": "true"},
    ),
    (traits.make("cargo"), {"IsCargo": "true", "CurrentMat": None}),
    (traits.make("basic_name", name="Other"), {"BasicName": "Other", "PieceName": "Other"}),
    (traits.make("message", name="Motto", text="Forward"), {"Motto": "Forward"}),
    (traits.make("calculated", name="Twice", expression="{Strength*2}"), {"Twice": None}),
    (traits.make("calculated", name="Same", expression="{Strength}"), {"Same": "4"}),
    (traits.make("calculated", name="Plain", expression="$Side$/$Strength$"), {"Plain": "Blue/4"}),
]


@pytest.mark.parametrize(("trait", "answers"), TRAITS)
def test_a_trait_answers_for_its_properties(trait: Trait, answers: dict[str, str | None]) -> None:
    piece = asked(trait)

    assert {name: piece.ask(name) for name in answers} == answers
    assert {name for name, value in answers.items() if value is not None} <= set(piece)
    assert not {name for name, value in answers.items() if value is None} & set(piece)


NAMES = [
    ((traits.make("layer", name="N", images=("", ""), level_names=("", "+ (N)"), level=2),), "Unit (N)"),
    ((traits.make("layer", name="N", images=("", ""), level_names=("", "big +"), level=2),), "big Unit"),
    ((traits.make("layer", name="N", images=("", ""), level_names=("", "Wreck"), level=2),), "Wreck"),
    ((traits.make("layer", name="N", images=("", ""), level_names=("", "Wreck"), level=1),), "Unit"),
    ((traits.make("label", text="Rommel", name_format="$pieceName$ ($label$)"),), "Unit (Rommel)"),
    ((traits.make("label", text="", name_format="$pieceName$ ($label$)"),), "Unit"),
    ((traits.make("label", text="x", name_format="{pieceName}"),), "Unit"),
    ((traits.make("mask", masked_by="p2", mask_name="?"),), "Unit(?)"),
    ((traits.make("invisible", hidden_by="p2", menu="Hidden"),), "Unit(Hidden)"),
    (
        (
            traits.make("mask", masked_by="p2", mask_name="?"),
            traits.make("layer", images=("", ""), level_names=("+ one", ""), level=1),
        ),
        "Unit one(?)",
    ),
]


@pytest.mark.parametrize(("chain", "name"), NAMES)
def test_the_name_is_made_from_the_inside_out(chain: tuple[Trait, ...], name: str) -> None:
    assert asked(*chain).name() == name


def test_every_piece_answers_where_it_lies() -> None:
    game = games.position()
    answers = Answers(game, game.piece("a"))

    assert {
        name: answers[name] for name in ("CurrentMap", "CurrentX", "CurrentY", "StackPos", "StackSize", "PieceUID")
    } == {
        "CurrentMap": "Board",
        "CurrentX": "10",
        "CurrentY": "10",
        "StackPos": "2",
        "StackSize": "2",
        "PieceUID": "a",
    }
    assert answers["PieceId"] == "7"
    assert answers["DeckName"] == ""
    assert answers.get("LocationName") is None


def test_a_card_answers_for_its_deck() -> None:
    game = games.position()
    answers = Answers(game, game.piece("k1"))

    assert (answers["DeckName"], answers["DeckPosition"], answers["StackPos"]) == ("Cup", "3", "3")


def test_a_piece_off_the_map_is_at_no_place() -> None:
    game = Position.of([games.unit("e", 1, 1, map_name="null")])
    answers = Answers(game, game.piece("e"))

    assert (answers["LocationName"], answers["CurrentBoard"], answers["StackPos"]) == ("", "", "1")


def test_global_properties_are_found_in_the_map_before_the_module() -> None:
    def of(container: str, value: str) -> None:
        game.apply(make("global_property", name="Weather", value=value, container=container))

    game = games.position()
    answers = Answers(game, game.piece("a"))
    assert answers["Score"] == "3"
    of("Module", "rain")
    assert answers["Weather"] == "rain"
    of("Board", "mud")
    assert answers["Weather"] == "mud"
    assert answers.ask("Unheard") is None


def test_the_outermost_trait_answers_first() -> None:
    outer, inner = (traits.make("property", name="Fuel", value=value) for value in ("1", "2"))

    assert asked(outer, inner)["Fuel"] == "1"


def test_properties_defined_by_each_other_have_no_answer() -> None:
    one = traits.make("calculated", name="One", expression="{Two}")
    two = traits.make("calculated", name="Two", expression="{One}")

    answers = asked(one, two)

    assert answers.ask("One") is None
    assert "Two" not in answers


def test_cargo_answers_for_its_mat() -> None:
    mat = games.unit("m", 100, 50, traits.make("mat", name="truck"), name="Truck")
    rider = games.unit("r", 90, 45, traits.make("cargo", mat="m"))
    game = Position.of([mat, rider])
    answers = Answers(game, game.piece("r"))

    names = (
        "CurrentMat",
        "CurrentMatID",
        "CurrentMatX",
        "CurrentMatOffsetX",
        "CurrentMatOffsetY",
        "CurrentMatBasicName",
    )
    assert [answers[name] for name in names] == ["truck", "truck_m", "100", "10", "5", "Truck"]
    assert answers["CurrentMatMap"] == "Board"


def test_what_a_piece_remembers() -> None:
    basic = traits.make("basic", name="X", map="Board", properties=(("UniqueID", "77"), ("OldX", "5")))
    game = Position.of([add(pieces.piece((basic,), "e"))])
    answers = Answers(game, game.piece("e"))

    assert (answers["UniqueID"], answers["OldX"], len(answers)) == ("77", "5", len(list(answers)))
    assert "OldX" in repr(sorted(answers))
    with pytest.raises(KeyError):
        answers["OldY"]
