"""What differs between two modules is told by piece, trait, component and file."""

import pytest

from builder.diff import Change, diff
from tests.builder.lint.bench import basic, c, game_map, module, png, prototype, raw, slot
from vassal.pieces import piece
from vassal.traits import make

DELETE = make("delete", menu="Delete", key="68,130")
CLONE = make("clone", menu="Clone", key="67,130")
LAYER = make("layer", images=("inf.png", "inf.png"), name="Flip", increase_key="70,130")


def only(found, part):
    """The items of one part, after making sure that there are no others."""
    parts = ("module", "pieces", "prototypes", "components", "images", "files")
    assert [name for name in parts if getattr(found, name)] == [part]
    return getattr(found, part)


def pieces(old, new):
    (item,) = only(diff(module(slots=[old]), module(slots=[new])), "pieces")
    return item


def test_a_module_does_not_differ_from_itself():
    assert not diff(module(), module())


def test_a_new_version_is_told():
    assert only(diff(module(), module(root={"version": "1.1"})), "module") == (Change("version", "1.0", "1.1"),)


def test_pieces_come_and_go_by_their_gpid():
    found = only(diff(module(slots=[slot(gpid="2")]), module(slots=[slot(gpid="3")])), "pieces")
    assert [(item.how, item.key, item.name) for item in found] == [("removed", "2", "Second"), ("added", "3", "Second")]


def test_a_renamed_piece_is_the_same_piece():
    item = pieces(slot(title="Tank"), slot(title="Gun"))
    assert (item.how, item.key, item.name) == ("changed", "2", "Gun")
    assert Change("entryName", "Tank", "Gun") in item.changes


def test_a_field_of_a_trait_is_named():
    after = DELETE.with_fields(menu="Eliminate")
    assert pieces(slot(DELETE), slot(after)).changes == (Change("delete.menu", "Delete", "Eliminate"),)


def test_a_state_is_named_like_a_field():
    after = LAYER.with_fields(level=2)
    assert pieces(slot(LAYER), slot(after)).changes == (Change("layer[Flip].level", "1", "2"),)


def test_lists_are_shown_as_they_stand():
    after = LAYER.with_fields(images=("inf.png", ""))
    (change,) = pieces(slot(LAYER), slot(after)).changes
    assert (change.what, change.before, change.after) == ("layer[Flip].images", "inf.png,inf.png", "inf.png,")


def test_traits_that_come_and_go_do_not_shift_the_others():
    item = pieces(slot(DELETE, LAYER), slot(CLONE, DELETE, LAYER))
    assert item.changes == (Change("clone", None, CLONE.type),)
    item = pieces(slot(CLONE, DELETE, LAYER), slot(DELETE, LAYER))
    assert item.changes == (Change("clone", CLONE.type, None),)


def test_a_trait_that_was_renamed_is_a_changed_trait():
    after = LAYER.with_fields(name="Turn")
    assert pieces(slot(LAYER), slot(after)).changes == (Change("layer[Flip].name", "Flip", "Turn"),)


def test_the_order_of_traits_counts():
    item = pieces(slot(DELETE, CLONE), slot(CLONE, DELETE))
    assert {change.what for change in item.changes} <= {"delete", "clone"}
    assert len(item.changes) == 2


def test_a_picture_of_a_piece_is_a_field_of_its_basic_piece():
    before, after = (raw(piece([basic(image)]).encode()) for image in ("inf.png", "tank.png"))
    assert pieces(before, after).changes == (Change("basic.image", "inf.png", "tank.png"),)


def test_a_field_that_was_not_written_before_has_no_old_value():
    short, long = (f"+/null/delete;Delete{rest}\tpiece;;;inf.png;Inf/\tnull;0;0;2;0" for rest in ("", ";68,130"))
    assert pieces(raw(short), raw(long)).changes == (Change("delete.key", None, "68,130"),)


def test_traits_that_are_not_known_are_compared_whole():
    one, other = (f"+/null/whizbang;{text}\tpiece;;;inf.png;Inf/\tnull;0;0;2;0" for text in "ab")
    assert pieces(raw(one), raw(other)).changes == (Change("unknown", "whizbang;a", "whizbang;b"),)


def test_a_piece_that_cannot_be_read_is_compared_as_text():
    assert pieces(raw("what"), raw("ever")).changes == (Change("text", "what", "ever"),)


def test_prototypes_are_compared_by_name():
    old, new = prototype("Unit", DELETE), prototype("Unit", DELETE.with_fields(key="69,130"))
    (item,) = only(diff(module(prototypes=[old]), module(prototypes=[new])), "prototypes")
    assert (item.key, item.changes) == ("Unit", (Change("delete.key", "68,130", "69,130"),))


def test_components_are_found_by_the_way_to_them():
    old, new = (module(maps=[game_map(markMoved=word)]) for word in ("Always", "Never"))
    (item,) = only(diff(old, new), "components")
    assert (item.key, item.changes) == ("Map[Main Map]", (Change("markMoved", "Always", "Never"),))


def test_components_of_one_name_are_told_apart():
    dice = [c("DiceButton", name="2d6", nDice=count) for count in ("2", "3", "4")]
    (item,) = only(diff(module(dice[0], dice[1]), module(dice[0], dice[2])), "components")
    assert (item.how, item.key) == ("changed", "DiceButton[2d6]#2")


def test_a_text_of_a_component_is_compared():
    found = only(diff(module(sides=["Blue"]), module(sides=["Green"])), "components")
    assert found[0].changes == (Change("text", "Blue", "Green"),)


@pytest.mark.parametrize(
    ("old", "new", "how", "changes"),
    [
        (None, png(8, 9), "added", (Change("bytes", None, "33"), Change("pixels", None, "8x9"))),
        (png(8, 9), None, "removed", (Change("bytes", "33", None), Change("pixels", "8x9", None))),
        (png(8, 9), png(9, 9), "changed", (Change("bytes", "33", "33"), Change("pixels", "8x9", "9x9"))),
        (png(8, 9), png(8, 9) + b"x", "changed", (Change("bytes", "33", "34"),)),
    ],
)
def test_pictures_are_compared_by_content_size_and_bytes(old, new, how, changes):
    before, after = (module(files={"images/map.png": each} if each else {}) for each in (old, new))
    (item,) = only(diff(before, after), "images")
    assert (item.how, item.key, item.name, item.changes) == (how, "images/map.png", "map.png", changes)


def test_other_files_are_compared_too():
    (item,) = only(diff(module(files={"help.html": b"a"}), module(files={"help.html": b"b"})), "files")
    assert (item.how, item.key, item.changes) == ("changed", "help.html", (Change("bytes", "1", "1"),))
