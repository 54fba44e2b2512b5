import io
import json
import zipfile
from pathlib import Path

import pytest

from tests.vassal.building import sample, unit, uses
from vassal.archive import pack
from vassal.boards import Choice, Place
from vassal.buildfile import component, document
from vassal.components import Component
from vassal.errors import Damaged, NotAlone, TooLarge, Unsupported, VassalError
from vassal.limits import Limits
from vassal.metadata import Metadata, encode
from vassal.module import Module, read_extension
from vassal.modulesummary import summary
from vassal.modulewriter import game_map, module, pack_module, prototype, slot


@pytest.fixture(scope="module")
def built() -> Module:
    return Module.open(pack_module(sample(), {"early.vsav": b"x", "images/a.png": b"12345"}))


def test_a_module_says_what_it_is(built: Module) -> None:
    assert (built.name, built.version, built.engine) == ("Sample", "1.2", "3.7.0")
    assert built.metadata is not None
    assert built.metadata.name == "Sample"
    assert built.sides == ("Blue", "Red")
    assert dict(built.images) == {"a.png": 5}
    assert built.read("early.vsav") == b"x"


def test_the_maps_with_their_kinds(built: Module) -> None:
    assert [(each.name, each.kind, each.sides) for each in built.maps] == [
        ("Field", "Map", ()),
        ("Box", "PrivateMap", ("Blue",)),
        ("Hand", "PlayerHand", ("Red",)),
    ]
    field = built.map("Field")
    assert field is not None
    assert (field.stacking, field.layers) == (True, ("Layer", ("markers", "units")))
    assert (list(field.boards), field.default, field.padding) == (["West", "East"], (Choice("West"),), (20, 10))
    assert built.map("Nowhere") is None


def test_the_boards_that_players_chose_lie_side_by_side(built: Module) -> None:
    field = built.map("Field")
    assert field is not None
    assert field.layout().size == (540, 420)
    both = field.layout([Choice("West"), Choice("East", 1, 0)])
    assert both.size == (1040, 420)
    assert both.place((530, 50)) == Place("0101", None, "East")


def test_a_deck_and_a_stack_lie_where_they_are_put(built: Module) -> None:
    field = built.map("Field")
    assert field is not None
    layout = field.layout()
    (deck,), (stack,) = built.decks, built.stacks
    assert deck.spot.point(layout) == (420, 310)
    assert layout.location((420, 310)) == "Draw"
    assert [slot.name for slot in deck.slots] == ["Card 0", "Card 1", "Card 2"]
    assert stack.spot.point(layout) == layout.point("0304")
    assert stack.spot.point(field.layout([Choice("East")])) is None


def test_slots_are_found_by_id_and_by_name(built: Module) -> None:
    infantry = built.slot("1")
    assert infantry is not None
    assert (infantry.name, infantry.origin) == ("Infantry", "palette")
    assert infantry.place == "PieceWindow[Pieces]/TabWidget[Units]/ListWidget[Blue]/PieceSlot[Infantry]"
    assert infantry.piece is not None
    assert infantry.expanded is not None
    assert [trait.kind for trait in infantry.piece.traits] == ["prototype", "marker", "basic"]
    assert [trait.kind for trait in infantry.expanded.traits] == ["delete", "clone", "marker", "basic"]
    assert infantry.expanded.gpid == "1"
    assert built.named("Infantry") == (infantry,)
    assert built.slot("999") is None


def test_a_slot_without_a_name_has_that_of_its_piece(built: Module) -> None:
    (found,) = built.named("Named by its piece")
    assert found.gpid == "4"


def test_what_traits_make_is_found_by_its_own_id(built: Module) -> None:
    made = built.slot("40")
    assert made is not None
    assert (made.name, made.origin) == ("Other", "trait")


def test_the_parts_of_a_module_know_their_slots(built: Module) -> None:
    (palette,) = built.palettes
    assert [slot.gpid for slot in built.slots_in(palette)] == ["1", "2", "3", "4"]
    assert built.slots_in(component("Chatter")) == ()


def test_dice_turns_properties_and_setups(built: Module) -> None:
    assert [(die.name, die.kind, die.count, die.sides) for die in built.dice] == [
        ("2d6", "numbers", 2, 6),
        ("Battle", "faces", 1, 1),
        ("Coin", "words", 1, 2),
    ]
    assert built.dice[0].result_property == "2d6_result"
    assert built.dice[0].report == "$name$|$result$"
    assert built.dice[1].faces == (("hit",),)
    (tracker,) = built.turn_trackers
    assert (tracker.id, list(tracker.properties())) == ("TurnTracker0", ["Turn", "Phase"])
    assert tracker.levels[0].start == 3
    assert tracker.levels[0].levels[0].words == ("Move", "Fight, at last")
    assert {(each.container, each.name, each.initial) for each in built.global_properties} == {
        ("Field", "Weather", "rain\tor\nsun"),
        ("Module", "Score", "0"),
    }
    assert [(setup.menu, setup.name, setup.file) for setup in built.setups] == [(("Scenarios",), "Early", "early.vsav")]


def test_the_only_problem_is_the_prototype_that_is_not_there(built: Module) -> None:
    (problem,) = built.problems
    assert problem.what == "there is no prototype 'Nowhere'"
    assert problem.place.endswith("PieceSlot[Lost] (gpid 3)")


def test_the_summary_is_plain_data(built: Module) -> None:
    told = summary(built)
    assert json.loads(json.dumps(told)) == told
    assert (told["name"], told["slots"], told["sides"]) == ("Sample", 8, ["Blue", "Red"])
    assert told["prototypes"] == [
        {"name": "Empty", "pieces": 1},
        {"name": "Inner", "pieces": 3},
        {"name": "Named", "pieces": 1},
        {"name": "Outer", "pieces": 3},
    ]
    assert told["images"] == {"count": 1, "bytes": 5}
    assert told["palettes"] == [{"name": "Pieces", "slots": 4, "tabs": [{"name": "Blue", "slots": 4}]}]


def test_the_summary_tells_grids_of_every_kind() -> None:
    path = "0,0;200,0;200,100;0,100"
    zones = [
        component("Zone", inner, name=inner.name, path=path)
        for inner in (component("RegionGrid"), component("SquareGrid"))
    ]
    boards = [
        component("Board", component("ZonedGrid", *zones, component("HexGrid", sideways=True)), name="Zoned"),
        component("Board", name="Bare", width=10, height=20),
    ]
    opened = Module.open(pack_module(module("M", "1", game_map("A", boards)), {}))
    told = summary(opened)["maps"]
    assert isinstance(told, list)
    (field,) = told
    assert isinstance(field, dict)
    assert field["boards"] == [
        {
            "name": "Zoned",
            "width": 500,
            "height": 500,
            "image": "",
            "grid": {
                "kind": "zones",
                "zones": [
                    {"name": "RegionGrid", "grid": {"kind": "regions", "regions": 0}},
                    {
                        "name": "SquareGrid",
                        "grid": {"kind": "squares", "width": 48.0, "height": 48.0, "numbered": False},
                    },
                ],
                "background": {"kind": "hexes in rows", "width": 55.42562584220407, "height": 64.0, "numbered": False},
            },
        },
        {"name": "Bare", "width": 10, "height": 20, "image": "", "grid": None},
    ]


# Files that are not as they should be.


def archive(root: Component | bytes, name: str = "buildFile.xml", version: str = "3.7.0") -> bytes:
    data = root if isinstance(root, bytes) else document(root)
    return pack([(name, data), ("moduledata", encode(Metadata(version="1", vassal_version=version, name="M")))])


def test_the_old_name_of_the_build_file_belongs_to_old_engines() -> None:
    old = Module.open(archive(module("M", "1"), "buildFile", "3.4.13"))
    assert (old.name, old.problems) == ("M", ())
    late = Module.open(archive(module("M", "1"), "buildFile", "3.7.0"))
    assert [problem.what for problem in late.problems] == [
        "the engine looks for buildFile.xml; there is only buildFile"
    ]


def test_a_module_may_begin_as_modules_did_long_ago() -> None:
    root = Component(
        "VASSAL.launch.BasicModule", {"name": "Old", "version": "0.9"}, (Component(MAP, {"mapName": "A"}),)
    )
    opened = Module.open(archive(root, "buildFile", "3.1.0"))
    assert (opened.name, [each.name for each in opened.maps], opened.problems) == ("Old", ["A"], ())


def test_a_module_without_metadata_opens() -> None:
    opened = Module.open(pack([("buildFile.xml", document(module("M", "1")))]))
    assert opened.metadata is None
    assert [problem.what for problem in opened.problems] == ["there is no moduledata"]


def test_damaged_metadata_are_told() -> None:
    opened = Module.open(pack([("buildFile.xml", document(module("M", "1"))), ("moduledata", b"<data>")]))
    assert str(opened.problems[0]).startswith("moduledata: not well-formed XML")


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (pack([("other", b"")]), Damaged, "there is no buildFile.xml: not a module"),
        (archive(b"<html/>"), Unsupported, "begins with html: neither a module nor an extension"),
        (archive(b"<VASSAL.build.module.ModuleExtension/>"), NotAlone, "it is read together with its module"),
        (archive(b"<a"), Damaged, "buildFile.xml: not well-formed XML"),
        (b"no zip at all", Damaged, "game.vmod: "),
    ],
)
def test_what_is_no_module_is_told_in_one_line(
    tmp_path: Path, content: bytes, error: type[VassalError], message: str
) -> None:
    path = tmp_path / "game.vmod"
    path.write_bytes(content)
    with pytest.raises(error, match=message) as caught:
        Module.open(path)
    assert str(caught.value).startswith("game.vmod")
    assert "\n" not in str(caught.value)


def test_a_build_file_over_the_limit_is_refused() -> None:
    with pytest.raises(TooLarge, match="bytes of XML, more than 100"):
        Module.open(archive(module("M", "1")), limits=Limits(xml=100))


MAP = "VASSAL.build.module.Map"
PICKER = "VASSAL.build.module.map.BoardPicker"
BOARD = "VASSAL.build.module.map.boardPicker.Board"


def holding(*parts: Component) -> Module:
    root = module("M", "1")
    return Module.open(archive(Component(root.tag, root.attributes, (*root.children, *parts))))


def test_a_map_or_board_with_a_number_that_is_none_is_dropped_and_told() -> None:
    boards = Component(
        PICKER, {}, (Component(BOARD, {"name": "East", "width": ""}), Component(BOARD, {"name": "West"}))
    )
    opened = holding(Component(MAP, {"mapName": "A"}, (boards,)), Component(MAP, {"mapName": "B", "edgeHeight": ""}))
    (field,) = opened.maps
    assert list(field.boards) == ["West"]
    assert [str(problem) for problem in opened.problems] == [
        "Map[A]/Board[East]: width must be a whole number, not ''",
        "Map[B]: edgeHeight must be a whole number, not ''",
    ]


def test_a_missing_picture_leaves_the_board_without_extent() -> None:
    opened = holding(game_map("A", [component("Board", name="East", image="east.png")]))
    assert opened.maps[0].boards["East"].size == (0, 0)
    assert [problem.what for problem in opened.problems] == ["the picture 'east.png' is missing or of an unknown kind"]


def test_the_picture_of_a_board_gives_its_size() -> None:
    picture = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (700).to_bytes(4, "big") + (500).to_bytes(4, "big")
    root = module("M", "1", game_map("A", [component("Board", component("HexGrid"), name="East", image="east.png")]))
    opened = Module.open(pack_module(root, {"images/east.png": picture}))
    assert opened.maps[0].layout().size == (700, 500)
    assert opened.problems == ()


def test_a_map_without_a_name_is_known_by_its_number() -> None:
    opened = holding(
        Component(MAP, {"mapName": "A"}), Component(MAP), Component("org.own.Map2", {}, (Component(PICKER),))
    )
    assert [each.name for each in opened.maps] == ["A", "Map1", "Map2"]


def test_what_is_there_twice_is_told() -> None:
    twice = component("PrototypesContainer", prototype("P", unit("")), prototype("P", unit("")))
    pieces = component(
        "PieceWindow", *(Component(each.tag, each.attributes, text=each.text) for each in [slot("A", 1, unit("A"))] * 2)
    )
    opened = holding(game_map("A", []), game_map("A", []), twice, pieces)
    assert [problem.what for problem in opened.problems] == [
        "2 maps are called 'A'",
        "2 prototypes are called 'P'",
        "2 slots have the gpid '1'",
    ]


def test_a_slot_without_a_piece_is_told() -> None:
    opened = holding(Component("VASSAL.build.widget.PieceSlot", {"gpid": "7"}, text="nonsense"))
    (empty,) = opened.slots
    assert (empty.piece, empty.expanded, empty.name, empty.origin) == (None, None, "", "elsewhere")
    assert [str(problem) for problem in opened.problems] == ["PieceSlot (gpid 7): this is no add command"]


def test_prototypes_that_cannot_be_spliced_are_told_with_the_slot() -> None:
    own = component("PrototypesContainer", prototype("P", unit("", uses("P"))), prototype("Q", "+/null/stack/null;0;0"))
    opened = holding(own, component("PieceWindow", slot("A", 1, unit("A", uses("P"), uses("Q")))))
    assert [problem.what for problem in opened.problems] == [
        "the prototype 'P' stands in itself",
        "the prototype 'Q' cannot be read: the text holds no piece",
    ]


def test_a_stack_may_name_a_region_that_its_zone_hides() -> None:
    regions = component("RegionGrid", component("Region", name="Paris", originx=30, originy=40))
    zone = component("Zone", regions, name="France", path="0,0;100,0;100,100;0,100")
    board = component("Board", component("ZonedGrid", zone), name="East")
    stacks = [
        component("SetupStack", name=place, owningBoard="East", useGridLocation=True, location=place, x=7, y=8)
        for place in ("Paris", "France", "Rome")
    ]
    opened = Module.open(pack_module(module("M", "1", game_map("A", [board], *stacks)), {}))
    layout = opened.maps[0].layout()
    assert [stack.spot.point(layout) for stack in opened.stacks] == [(30, 40), (50, 50), (7, 8)]


def test_a_deck_with_a_number_that_is_none_is_dropped_and_told() -> None:
    deck = Component("VASSAL.build.module.map.DrawPile", {"name": "Draw", "x": "left"})
    opened = holding(Component(MAP, {"mapName": "A"}, (deck,)))
    assert opened.decks == ()
    assert [str(problem) for problem in opened.problems] == [
        "Map[A]: DrawPile[Draw]: x must be a whole number, not 'left'"
    ]


def test_a_deck_of_any_board_is_counted_from_the_corner_of_the_map() -> None:
    decks = [
        component("DrawPile", name=board or "none", owningBoard=board, x=5, y=6) for board in ("<any>", "", "East")
    ]
    board = component("Board", name="West", width=100, height=100)
    opened = Module.open(pack_module(module("M", "1", game_map("A", [board], *decks, edgeWidth=10, edgeHeight=20)), {}))
    layout = opened.maps[0].layout()
    assert [deck.spot.point(layout) for deck in opened.decks] == [(15, 26), (15, 26), None]
    assert layout.location((15, 26)) == "<any>"


def test_a_picture_that_cannot_be_unpacked_is_told() -> None:
    root = module("M", "1", game_map("A", [component("Board", name="East", image="east.png")]))
    bomb = pack_module(root, {"images/east.png": b"\0" * 10_000})
    opened = Module.open(bomb, limits=Limits(entry=9_000))
    assert [problem.place for problem in opened.problems] == ["images/east.png", "Map[A]/Board[East]"]


# Extensions.


def extension(*elements: Component) -> bytes:
    root = component("ModuleExtension", *elements, module="Sample", extensionId="abc")
    said = encode(Metadata(version="1", vassal_version="3.7.0", universal=False))
    return pack([("buildFile.xml", document(root)), ("extensiondata", said)])


def element(target: str, inside: Component) -> Component:
    return component("ExtensionElement", inside, target=target)


def test_an_extension_hangs_its_components_into_the_module() -> None:
    palette = (
        "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Units/VASSAL.build.widget.ListWidget:Blue"
    )
    more = extension(
        element("", component("NotesWindow")),
        element(palette, slot("Tank", "abc:1", unit("Tank", uses("Outer")))),
        element("VASSAL.build.module.Map:Field", component("DrawPile", name="More", x=5, y=5)),
        element("VASSAL.build.module.Map:Nowhere/VASSAL.build.module.map.Zoomer", component("NotesWindow")),
    )
    opened = Module.open(pack_module(sample(), {}), [more])
    tank = opened.slot("abc:1")
    assert tank is not None
    assert tank.place == "PieceWindow[Pieces]/TabWidget[Units]/ListWidget[Blue]/PieceSlot[Tank]"
    assert tank.expanded is not None
    assert tank.expanded.gpid == "abc:1"
    assert [deck.name for deck in opened.decks] == ["Draw", "More"]
    assert opened.root.children[-1].name == "NotesWindow"


def test_what_fits_nowhere_is_told() -> None:
    more = extension(element("VASSAL.build.module.Inventory:All", component("NotesWindow")))
    opened = Module.open(pack_module(sample(), {}), [more])
    assert opened.problems[0].what == "the module has no place 'VASSAL.build.module.Inventory:All'"


def test_an_element_that_holds_nothing_is_passed_over() -> None:
    opened = Module.open(pack_module(sample(), {}), [extension(component("ExtensionElement", target=""))])
    assert opened.root == sample()


def test_a_place_is_looked_for_in_all_parts_of_its_kind() -> None:
    panel = component("TabWidget", component("PanelWidget", entryName="Red"), entryName="More")
    target = (
        "VASSAL.build.module.PieceWindow:Gone/VASSAL.build.widget.TabWidget:More/VASSAL.build.widget.PanelWidget:Red"
    )
    more = extension(element(target, slot("Tank", "abc:1", unit("Tank"))))
    root = sample()
    both = Component(root.tag, root.attributes, (*root.children, component("PieceWindow", panel, name="X")))
    tank = Module.open(archive(both), [more]).slot("abc:1")
    assert tank is not None
    assert tank.place == "PieceWindow[X]/TabWidget[More]/PanelWidget[Red]/PieceSlot[Tank]"


def test_a_component_of_another_name_will_do_where_it_is_the_only_kind() -> None:
    more = extension(element("VASSAL.build.module.PieceWindow:Renamed", component("ListWidget", entryName="Red")))
    opened = Module.open(pack_module(sample(), {}), [more])
    assert [child.title for child in opened.palettes[0].children] == ["Units", "Red"]


def test_a_module_is_no_extension() -> None:
    with pytest.raises(Damaged, match="this is no extension"):
        read_extension(pack_module(sample(), {}))


def test_nothing_is_read_of_a_zip_file_that_python_would_call_a_module() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        written.writestr("__main__.py", "raise SystemExit")
    with pytest.raises(Damaged, match="not a module"):
        Module.open(file.getvalue())
