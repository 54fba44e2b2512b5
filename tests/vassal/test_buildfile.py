import pytest

from vassal import traits
from vassal.buildfile import BuildError, component, document
from vassal.components import Component
from vassal.hotkeys import ctrl
from vassal.pieces import piece

UNIT = piece([traits.make("basic", name="A")]).encode()


def test_a_component_is_made_by_the_last_word_of_its_tag() -> None:
    made = component("HexGrid", component("HexGridNumbering", hOff=1), dx=50.5, snapTo=True, color="0,0,0")
    assert made.tag == "VASSAL.build.module.map.boardPicker.board.HexGrid"
    assert made.attributes == {"color": "0,0,0", "dx": "50.5", "snapTo": "true"}
    assert [child.name for child in made.children] == ["HexGridNumbering"]


def test_words_of_python_take_an_underscore_and_what_is_none_is_left_out() -> None:
    made = component("LOS_Thread", global_="Always", round_="Up", hotkey=None)
    assert made.attributes == {"global": "Always", "round": "Up"}


def test_a_text_is_what_stands_in_a_component() -> None:
    assert component("entry", "Blue") == Component("entry", text="Blue")
    assert component("PieceSlot", UNIT, gpid="1").text == UNIT


def test_what_the_engine_must_have_is_there_even_if_empty() -> None:
    assert component("SpecialDieFace", text="hit", value=1).attributes["icon"] == ""


@pytest.mark.parametrize(
    ("tag", "inside", "attributes", "message"),
    [
        ("HexGird", (), {}, "there is no component HexGird"),
        ("HexGrid", (), {"dX": 5}, "HexGrid: a HexGrid has no attribute dX; it has color, cornersLegal"),
        ("Chatter", (), {"name": "x"}, "it has none"),
        (
            "Map",
            (),
            {"mapName": "Main", "edgeWidth": "wide"},
            r"Map\[Main\]: edgeWidth must be a whole number, not 'wide'",
        ),
        ("Map", (), {"hotkey": "F"}, "hotkey must be a key"),
        ("Map", (component("HexGrid"),), {}, "a HexGrid cannot stand in a Map"),
        ("Map", ("text",), {}, "a Map holds no text"),
        ("Map", (), {"mapName": "a\0b"}, "mapName holds a character"),
        ("PieceSlot", ("Infantry",), {}, r"the text must be a piece and begin with \+/"),
        ("entry", (" Blue",), {}, "begins or ends with blanks"),
        ("entry", ("Blue\x07",), {}, "the text holds a character"),
        ("PlayerRoster", ("Blue", component("entry", "Red")), {}, "holds no text"),
    ],
)
def test_what_the_engine_would_not_take_is_refused(
    tag: str, inside: tuple[Component | str, ...], attributes: dict[str, object], message: str
) -> None:
    with pytest.raises(BuildError, match=message):
        component(tag, *inside, **attributes)


def test_the_document_has_the_same_bytes_whatever_the_order_of_the_attributes() -> None:
    one = component("Map", component("Scroller"), mapName="M", hotkey=ctrl("M"))
    other = component("Map", component("Scroller"), hotkey="77,130", mapName="M")
    assert document(one) == document(other)


def test_a_document_reads_as_the_engine_writes_it() -> None:
    root = component(
        "PlayerRoster", component("entry", "Blue & Red"), component("entry", "A\tB"), buttonText='"x"\n<y>\tz'
    )
    assert document(root).decode() == (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        '<VASSAL.build.module.PlayerRoster buttonText="&quot;x&quot;&#10;&lt;y&gt;&#9;z">\n'
        "    <entry>Blue &amp; Red</entry>\n"
        "    <entry>A\tB</entry>\n"
        "</VASSAL.build.module.PlayerRoster>\n"
    )
