import pytest

from vassal.componenttable import ANY, full_tag, kind_of, kinds, simple

CHECKED = ("boolean", "integer", "number", "numbers", "key", "keys", "colour", "target", "path", "choice")
FREE = ("text", "format", "expression", "icon", "image", "file", "list")


def test_every_default_is_a_value_that_its_attribute_may_have() -> None:
    # The engine's defaults of these two are names of colours, which it does not read itself.
    named = {"bgColor", "borderColor", "fgColor", "outlineColor", "sizeColor"}
    for kind in kinds().values():
        for attribute in kind.attributes.values():
            assert attribute.kind in CHECKED + FREE, (kind.tag, attribute)
            if attribute.default is not None and attribute.name not in named:
                assert attribute.flaw(attribute.default) is None, (kind.tag, attribute)


def test_the_last_word_of_every_tag_is_its_own() -> None:
    assert len({simple(tag) for tag in kinds()}) == len(kinds())


def test_every_child_that_may_stand_somewhere_is_known() -> None:
    known = {simple(tag) for tag in kinds()} | {ANY}
    for kind in kinds().values():
        assert kind.children <= known, kind.tag


def test_every_component_but_the_roots_may_stand_somewhere() -> None:
    children = {child for kind in kinds().values() for child in kind.children}
    # The parts of a drawn counter are kept in an attribute of its layout.
    parts = {"ImageItem", "ShapeItem", "SymbolItem", "TextBoxItem", "TextItem"}
    instances = {"ImageItemInstance", "ShapeItemInstance", "SymbolItemInstance", "TextItemInstance"}
    orphans = {kind.name for kind in kinds().values()} - children
    assert orphans == {"GameModule", "BasicModule", "ModuleExtension"} | parts | instances


def test_tags_are_found_by_their_last_word() -> None:
    assert full_tag("HexGrid") == "VASSAL.build.module.map.boardPicker.board.HexGrid"
    assert full_tag("VASSAL.build.module.Map") == "VASSAL.build.module.Map"
    assert full_tag("Unheard") == "Unheard"
    assert kind_of("Unheard") is None


def test_a_hand_is_a_map_with_a_side() -> None:
    hand, field = kinds()[full_tag("PlayerHand")], kinds()[full_tag("Map")]
    assert set(field.attributes) < set(hand.attributes)
    assert "side" in hand.attributes
    assert hand.allows("VASSAL.build.module.map.DrawPile")
    assert not hand.allows("VASSAL.build.module.Chatter")


def test_a_button_has_the_attributes_of_the_toolbar() -> None:
    assert kinds()[full_tag("DiceButton")].attributes["canDisable"].default == "false"
    assert "canDisable" not in kinds()[full_tag("Map")].attributes


@pytest.mark.parametrize(
    ("tag", "name", "good", "bad"),
    [
        ("Map", "edgeWidth", "10", ""),
        ("HexGrid", "dx", "55.4", "wide"),
        ("HexGrid", "snapTo", "false", "no"),
        ("HexGrid", "color", "255,0,0", "red"),
        ("HexGrid", "color", "", "256,0,0"),
        ("Map", "markMoved", "Never", "never"),
        ("Map", "hotkey", "70,130", "F"),
        ("DoActionButton", "hotkeys", r"70\,130", "70,130"),
        ("Zoomer", "zoomLevels", "0.5,1.0", "half"),
        ("Zone", "path", "0,0;10,0;10,10", "0,0;10"),
        ("MassKeyCommand", "target", "MAP|false|MAP|||||0|0||false|||EQUALS||", "ALL|false"),
    ],
)
def test_values_are_checked_by_their_kind(tag: str, name: str, good: str, bad: str) -> None:
    attribute = kinds()[full_tag(tag)].attributes[name]
    assert attribute.flaw(good) is None
    flaw = attribute.flaw(bad)
    assert flaw is not None
    assert flaw.startswith("must be ")
    assert flaw.endswith(f"not {bad!r}")
