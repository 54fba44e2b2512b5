"""The tree of components: numbers of pieces, prototypes, names that stand in records, both languages."""

import re

import pytest

from assets import Game
from builder.gpids import Lock
from builder.module import Making, Options, making_of, root
from builder.module.palette import SHOWN
from builder.module.vocabulary import vocabulary
from builder.traits.record import Speaker
from vassal.buildfile import document
from vassal.components import Component

RECORD = re.compile(r"<!--\[#([a-z]+)((?:;[a-z]+=[^;\]]*)*)\]-->")


def test_every_piece_of_the_game_is_in_the_module_once(making: Making, tree: Component, game: Game) -> None:
    numbers = [slot.get("gpid") for slot in tree.every("PieceSlot", "CardSlot")]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) == {str(making.lock[name]) for name in making.lock.numbers} - {
        str(making.lock[name]) for name in making.lock.retired
    }
    assert len(numbers) > len(game.units)


def test_units_are_made_of_prototypes_that_exist(tree: Component) -> None:
    known = {each.get("name") for each in tree.every("PrototypeDefinition")}
    used = {
        name
        for slot in tree.every("PieceSlot", "CardSlot")
        for name in re.findall(r"prototype;([^\t;]+?)\\*\t", slot.text)
    }
    assert used
    assert used <= known
    assert known <= used


def test_both_languages_write_the_same_records(making: Making, tree: Component, game: Game) -> None:
    german = root(making_of(game, Options(language="de"), making.lock))
    records = [
        sorted({found[0] for text in _texts(each) for found in RECORD.finditer(text)}) for each in (tree, german)
    ]
    assert records[0] == records[1]
    assert len(records[0]) > 25
    assert "fire at" in " ".join(_texts(tree))
    assert "Feuer auf" in " ".join(_texts(german))


def test_lines_call_sides_phases_and_boxes_by_their_names(making: Making, tree: Component, game: Game) -> None:
    german = root(making_of(game, Options(language="de"), making.lock))
    said = " ".join(_texts(german))
    assert not re.search(r"[>\s;]\$PlayerSide\$: ", said)
    boxes = {box: each.name for country in game.maps.values() for box, each in country.boxes.items()}
    sides = {side.record: side.name for side in game.sides.values()}
    trays = {f"{tray}-{side}": name for side in game.sides for tray, name in game.handling.trays.items()}
    for value, name in {**boxes, **trays, **sides, **game.chronicle.phases}.items():
        assert f'equals("{value}")?("{name.de}")' in said
    clock = next(tree.every("TurnTracker")).get("reportFormat")
    assert all(f'equals("{value}")?("{name.en}")' in clock for value, name in game.chronicle.phases.items())


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ("is marked", "is no longer marked")), ("de", ("ist markiert", "ist nicht mehr markiert"))],
)
def test_a_state_is_said_in_a_whole_sentence(game: Game, language: str, said: tuple[str, str]) -> None:
    speaker = Speaker(game, language)
    assert tuple(speaker.choice("state", "v", each) for each in ("on", "off")) == said
    assert speaker.verb("state").sentence[language].endswith("{v}: {what}")


def _texts(tree: Component) -> list[str]:
    plain = [value for each in tree.walk() for value in (*each.attributes.values(), each.text)]
    return [re.sub(r"\\+", "", text) for text in plain]


def test_every_verb_of_the_chronicle_is_written_somewhere(tree: Component, game: Game) -> None:
    written = {found[1] for text in _texts(tree) for found in RECORD.finditer(text)}
    assert written == set(game.chronicle.verbs)


def test_a_record_has_the_keys_of_its_verb_in_their_order(tree: Component, game: Game) -> None:
    for text in _texts(tree):
        for found in RECORD.finditer(text):
            keys = tuple(part.partition("=")[0] for part in found[2].split(";")[1:])
            assert keys == game.chronicle.verbs[found[1]].keys


def test_nobody_is_asked_for_a_free_text(tree: Component) -> None:
    assert not [text for text in _texts(tree) if re.search(r":[^:]*:R,", text)]
    assert not [each for each in tree.every("ChangePropertyButton") if each.get("propChanger").startswith("R")]


def test_the_dice_are_rolled_by_numbered_buttons_only(tree: Component) -> None:
    assert all(each.get("text") == each.get("icon") == "" for each in tree.every("DiceButton"))
    counted = [each for each in tree.every("DoActionButton") if "hx.2d6" in each.get("hotkeys")]
    assert counted
    assert all(each.get("hotkeys").index("hx.k") < each.get("hotkeys").index("hx.2d6") for each in counted)


def test_the_cup_shuffles_always_and_shows_nothing(tree: Component) -> None:
    for deck in tree.every("DrawPile"):
        assert (deck.get("shuffle"), deck.get("faceDown"), deck.get("allowSelect")) == ("Always", "Always", "false")


def test_the_tree_is_the_same_in_the_same_bytes(making: Making, tree: Component, game: Game) -> None:
    again = root(making_of(game, Options(), making.lock))
    assert document(again) == document(tree)


def test_no_two_commands_of_a_piece_share_a_key(making: Making) -> None:
    for by in ("unit", "hq", "chit", "marker"):
        keys = [each.key for each in vocabulary(making) if each.by == by and each.verb != "step"]
        assert len(keys) == len(set(keys)), by


@pytest.mark.parametrize("name", ["unit/fr.1cuir.hq", "chit/hannut.fr.artillery#2", "marker/works"])
def test_a_number_stays_when_pieces_come_and_go(making: Making, game: Game, name: str) -> None:
    shorter = {key: value for key, value in making.lock.numbers.items() if key != name}
    grown = Lock(shorter).renewed([*shorter, "unit/of-another-day"])
    assert all(grown[key] == number for key, number in shorter.items())
    assert grown["unit/of-another-day"] not in shorter.values()


def test_the_pieces_of_the_palette_stand_in_lists_that_scroll(tree: Component) -> None:
    (palette,) = tree.every("PieceWindow")
    holders = [each for each in palette.walk() if any(child.name == "PieceSlot" for child in each.children)]
    assert holders
    assert {each.name for each in holders} == {"ListWidget"}
    assert float(palette.get("defaultWidth")) > max(float(each.get("divider")) for each in holders) > SHOWN


def test_the_words_below_a_piece_keep_clear_of_those_of_the_next(tree: Component) -> None:
    (shown,) = [each for each in tree.every("CounterDetailViewer") if each.get("description") == "stack"]
    found = re.search(r'width="(\d+)"', shown.get("counterReportFormat"))
    assert found is not None
    piece = float(shown.get("graphicsZoom")) * Options().density
    assert int(found[1]) <= piece + float(shown.get("borderWidth"))
