import random
import re
from pathlib import Path

import pytest
import yaml

import assets
from assets import nodes
from assets.errors import AssetsError


def lines(error: AssetsError) -> list[str]:
    return str(error).splitlines()


def test_a_unit_has_what_its_model_its_formation_and_its_type_say(game_in) -> None:
    unit = assets.load(game_in()).units["red.1.a"]
    assert (unit.type, unit.side, unit.scenarios, unit.silhouette, unit.steps) == (
        "infantry",
        "red",
        ("hill",),
        "rifles",
        2,
    )
    assert unit.front == {"attack": 4, "range": 1}


def test_the_back_of_a_counter_has_the_values_of_the_front_but_for_those_it_names(game_in) -> None:
    units = assets.load(game_in()).units
    assert units["red.1.a"].back == {"attack": 2, "range": 1}
    assert units["red.1.b"].front["attack"] == 5
    assert units["red.1.b"].number("attack", reduced=True) == 2


def test_a_whole_number_is_asked_for_and_nothing_else_given(game_in) -> None:
    folder = game_in(units=("attack: 4, range: 1", "attack: 4, range: 1"))
    with pytest.raises(KeyError):
        assets.load(folder).units["red.1.a"].number("armour")


def test_a_game_is_read_once_until_it_is_forgotten(game_in) -> None:
    folder = game_in()
    first = assets.load(folder)
    assert assets.load(folder) is first
    assets.forget()
    assert assets.load(folder) is not first


@pytest.mark.parametrize("name", assets.games())
def test_an_unknown_game_is_named_with_the_nearest_one(name: str) -> None:
    misspelt = f"{name[:-2]}{name[-1]}{name[-2]}"
    with pytest.raises(AssetsError, match=rf"there is no such game; did you mean {name}\?"):
        assets.load(misspelt)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"units": ("range: 1}, back", "rnge: 1}, back")},
            "small/units.yaml:8:53: units/red.1.a/front/rnge: a unit has no value 'rnge'; did you mean range?",
        ),
        (
            {"units": ("attack: 4", "attack: many")},
            "small/units.yaml:8:44: units/red.1.a/front/attack: expected a whole number, found 'many'",
        ),
        (
            {"units": ("red.1.a: {model: rifles", "red.1.a: {model: rifle")},
            "small/units.yaml:10:20: units/red.1.a/model: unknown model 'rifle'; did you mean rifles?",
        ),
        (
            {"units": ("formation: red.1,", "formation: red.2,")},
            "small/units.yaml:10:39: units/red.1.a/formation: unknown formation 'red.2'; did you mean red.1?",
        ),
        (
            {"units": ("side: red,", "side: green,")},
            "small/units.yaml:5:17: formations/red.1/side: unknown side 'green'; known are blue, red",
        ),
        (
            {"units": ("type: infantry", "type: infanterie")},
            "small/units.yaml:8:18: units/red.1.a/type: unknown type 'infanterie'; did you mean infantry?",
        ),
        (
            {"game": ("class: infantry", "class: foot")},
            "small/game.yaml:19:51: game/types/infantry/class: unknown class 'foot'; known are infantry",
        ),
        (
            {"game": ("de: Scharmützel", "fr: Escarmouche")},
            "small/game.yaml:2:27: game/title: unknown field 'fr'; known are de, en",
        ),
        (
            {"scenarios": ("hexes: [0101, 0102]", "hexes: [0101, 0109]")},
            "small/scenarios.yaml:12:65: scenarios/hill/zones/west/hexes: there is no hex '0109' on this map",
        ),
        (
            {"units": ("scenarios: [hill]", "scenarios: []")},
            (
                "small/scenarios.yaml:13:44: scenarios/hill/setup/first/formations: "
                "red.1 is not in this scenario; in units.yaml, add hill to its `scenarios`"
            ),
        ),
        (
            {"scenarios": ("zone: west", "zone: wset")},
            "small/scenarios.yaml:13:59: scenarios/hill/setup/first/zone: unknown zone 'wset'; did you mean west?",
        ),
        (
            {"scenarios": ("placement: {red.1.a: 0101}", "placement: {red.1.a: 0999}")},
            "small/scenarios.yaml:16:26: scenarios/hill/placement/red.1.a: there is no hex '0999' on this map",
        ),
        (
            {"scenarios": ("map: hill", "map: hills")},
            "small/scenarios.yaml:7:10: scenarios/hill/map: unknown map 'hills'; did you mean hill?",
        ),
        (
            {"maps__hill": ("columns: 4", "columns: four")},
            "small/maps/hill.yaml:4:17: maps/hill/grid/columns: expected a whole number, found 'four'",
        ),
        (
            {"maps__hill": ("source: {origin: invented}", "source: {origin: invented, why: }")},
            "",
        ),
    ],
)
def test_a_wrong_file_is_named_with_line_column_path_and_what_was_expected(game_in, changes, message: str) -> None:
    folder = game_in(**changes)
    if not message:
        assert assets.load(folder).maps["hill"].id == "hill"
        return
    with pytest.raises(AssetsError) as caught:
        assets.load(folder)
    assert message in lines(caught.value)


def test_problems_of_all_files_are_named_at_once(game_in) -> None:
    folder = game_in(units=("kind: rifle", "kindd: rifle"), scenarios=("turns: 4", "turns: x"))
    with pytest.raises(AssetsError) as caught:
        assets.load(folder)
    assert {line.split(":")[0] for line in lines(caught.value)} == {"small/units.yaml", "small/scenarios.yaml"}


def test_a_file_with_an_unknown_name_is_a_problem(game_in) -> None:
    folder = game_in()
    (folder / "unit.yaml").write_text("{}")
    with pytest.raises(AssetsError, match=r"small/unit\.yaml:1:1: unknown file; did you mean units\?"):
        assets.load(folder)


# ------------------------------------------------------------------------------------------------------ overlays
def test_an_overlay_replaces_a_value_and_says_where_it_comes_from(game_in, overlay) -> None:
    over = overlay(units="source: {origin: rulebook}\nunits: {red.1.a: {front: {attack: 9}}}")
    plain, laid = assets.load(game_in()), assets.load(game_in(), over)
    assert (plain.units["red.1.a"].front["attack"], laid.units["red.1.a"].front["attack"]) == (4, 9)
    assert laid.units["red.1.a"].front["range"] == 1
    assert laid.source("units/red.1.a/front/attack").origin == "rulebook"
    assert laid.source("units/red.1.a/front/range").origin == "invented"


def test_an_overlaid_model_changes_all_units_that_name_it(game_in, overlay) -> None:
    laid = assets.load(game_in(), overlay(units="source: {origin: rulebook}\nmodels: {rifles: {back: {attack: 1}}}"))
    assert [unit.number("attack", reduced=True) for unit in laid.units.values()] == [1, 1]


def test_an_overlay_adds_entries_and_takes_them_away(game_in, overlay) -> None:
    text = """
source: {origin: invented}
units:
  red.1.b: null
  red.1.c: {model: rifles, formation: red.1, name: {en: C company, de: C-Kompanie}, short: C}
"""
    assert list(assets.load(game_in(), overlay(units=text)).units) == ["red.1.a", "red.1.c"]


def test_an_overlay_is_held_against_the_same_schema(game_in, overlay) -> None:
    over = overlay(units="source: {origin: rulebook}\nunits: {red.1.a: {front: {attack: strong}}}")
    with pytest.raises(AssetsError) as caught:
        assets.load(game_in(), over)
    assert lines(caught.value) == [
        "overlay/units.yaml:2:35: units/red.1.a/front/attack: expected a whole number, found 'strong'"
    ]


def test_a_mistyped_entry_of_an_overlay_is_recognised(game_in, overlay) -> None:
    over = overlay(units="source: {origin: rulebook}\nunits: {red.1.aa: {front: {attack: 3}}}")
    with pytest.raises(AssetsError, match=r"units/red\.1\.aa: missing .*; did you mean red\.1\.a"):
        assets.load(game_in(), over)


def test_an_overlay_must_say_where_its_values_come_from(game_in, overlay) -> None:
    over = overlay(units="units: {red.1.a: {front: {attack: 9}}}")
    with pytest.raises(AssetsError) as caught:
        assets.load(game_in(), over)
    nowhere = "nothing says where this value comes from; add `source: {origin: rulebook}` at the head of"
    assert lines(caught.value) == [f"overlay/units.yaml:1:35: units/red.1.a/front/attack: {nowhere} overlay/units.yaml"]


def test_an_overlay_that_is_no_folder_is_named(game_in, tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="the overlay is not a folder"):
        assets.load(game_in(), tmp_path / "nowhere")


def picture(folder: Path, name: str) -> Path:
    path = folder / "art" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    return path


def test_a_picture_of_the_overlay_goes_before_ours(game_in, overlay) -> None:
    folder, over = game_in(), overlay(game="source: {origin: rulebook}\ntitle: {en: Printed, de: Gedruckt}")
    ours, back = picture(folder, "units/red.1.a.png"), picture(folder, "units/red.1.a.back.png")
    theirs = picture(over, "units/red.1.a.jpg")
    assert assets.load(folder).picture("units", "red.1.a") == ours
    laid = assets.load(folder, over)
    assert laid.picture("units", "red.1.a") == theirs
    assert laid.picture("units", "red.1.a", "back") == back
    assert laid.picture("units", "red.1.b") is None


def test_a_picture_of_nothing_is_a_problem(game_in) -> None:
    folder = game_in()
    picture(folder, "units/red.1.x.png")
    picture(folder, "unit/red.1.a.png")
    with pytest.raises(AssetsError) as caught:
        assets.load(folder)
    assert lines(caught.value) == [
        "art/unit/red.1.a.png:1:1: art/unit/red.1.a.png: unknown kind of picture 'unit'; did you mean units?",
        "art/units/red.1.x.png:1:1: art/units/red.1.x.png: unknown name 'red.1.x'; did you mean red.1.b or red.1.a?",
    ]


# ------------------------------------------------------------------------------------------------- hostile files
WORDS = ("null", "[]", "{}", "1", "x", "0706", "true", '"1"', "[1, 2]", "{a: b}", "9" * 30, '"{"', "!replace {}", "- a")


def spoilt(text: str, dice: random.Random) -> str:
    words = [found.span() for found in re.finditer(r"[\w.#-]+|\[[^\]]*\]|\{[^{}]*\}", text)]
    start, end = dice.choice(words)
    return text[:start] + dice.choice(WORDS) + text[end:]


def problems(folder: Path) -> list[str]:
    try:
        assets.load(folder)
    except AssetsError as error:
        return lines(error)
    return []


@pytest.mark.parametrize("seed", range(120))
def test_a_spoilt_file_is_a_game_or_a_list_of_lines_and_never_a_crash(game_in, seed: int) -> None:
    folder, dice = game_in(), random.Random(seed)
    for path in dice.sample(sorted(folder.rglob("*.yaml")), 2):
        path.write_text(spoilt(path.read_text(encoding="utf-8"), dice), encoding="utf-8")
    assert [line for line in problems(folder) if not re.fullmatch(r"\S+:\d+:\d+: .+", line)] == []


def test_the_slow_reader_reads_the_same_game(game_in, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game_in()
    fast = assets.load(folder)
    assets.forget()
    monkeypatch.setattr(nodes, "LOADER", yaml.SafeLoader)
    slow = assets.load(folder)
    assert slow is not fast
    assert slow == fast


LIKE = """\
source: {origin: derived, why: the same hill}
like: hill
title: {en: Hill in snow, de: Hügel im Schnee}
season: winter
"""


def test_a_map_takes_over_what_it_does_not_say_even_from_an_overlay(game_in, overlay) -> None:
    folder = game_in()
    (folder / "maps" / "snow.yaml").write_text(LIKE, encoding="utf-8")
    game = assets.load(folder, overlay(maps__hill="source: {origin: rulebook}\ngrid: {columns: 5}\n"))
    hill, snow = game.maps["hill"], game.maps["snow"]
    assert (snow.title.en, snow.season, snow.subtitle, snow.grid) == (
        "Hill in snow",
        "winter",
        hill.subtitle,
        hill.grid,
    )
    assert snow.grid.columns == 5
    assert game.source("maps/snow/grid/columns").origin == "rulebook"
    assert game.source("maps/snow/title/en").origin == "derived"


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("hil", "found 'hil'; did you mean hill?"),
        ("snow", "found 'snow'; known are hill"),
    ],
)
def test_a_map_that_is_like_no_other_is_named(game_in, other: str, message: str) -> None:
    folder = game_in()
    (folder / "maps" / "snow.yaml").write_text(LIKE.replace("like: hill", f"like: {other}"), encoding="utf-8")
    with pytest.raises(AssetsError) as caught:
        assets.load(folder)
    begin = "small/maps/snow.yaml:2:7: maps/snow/like: expected the id of a map that is not like another, "
    assert begin + message in lines(caught.value)


NOON = """\
  noon:
    like: hill
    title: {en: Noon on the hill, de: Mittag auf dem Hügel}
    zones: {west: null, east: {name: {en: the east, de: der Osten}, hexes: [0404]}}
    setup: {first: {zone: east}}
    wings: {left: {side: red, name: {en: left wing, de: linker Flügel}, setups: [first], outside: marsh}}
    placement: {red.1.a: null}
"""
MARSH = ("grid:", "masks: {marsh: {name: {en: Marsh, de: Sumpf}, hexes: [0303]}}\ngrid:")


def with_noon(game_in, text: str) -> Path:
    folder = game_in(units=("scenarios: [hill]", "scenarios: [hill, noon]"), maps__hill=MARSH)
    path = folder / "scenarios.yaml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    return folder


def test_a_scenario_takes_over_what_it_does_not_say_and_nothing_that_it_takes_away(game_in) -> None:
    game = assets.load(with_noon(game_in, NOON))
    hill, noon = game.scenarios["hill"], game.scenarios["noon"]
    assert (noon.title.en, noon.turns, noon.victory) == ("Noon on the hill", hill.turns, hill.victory)
    assert (list(noon.zones), noon.setup["first"].zone, noon.setup["first"].formations) == (
        ["east"],
        "east",
        ("red.1",),
    )
    assert (noon.placement, dict(hill.placement)) == ({}, {"red.1.a": "0101"})
    assert game.wings == {"red.1.a": frozenset({"left"}), "red.1.b": frozenset({"left"})}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "like: hill",
            "like: hil",
            "scenarios/noon/like: expected the id of a scenario that is not like another, found",
        ),
        ("setups: [first]", "setups: [second]", "scenarios/noon/wings/left/setups: unknown set-up 'second'"),
        ("outside: marsh", "inside: moor", "scenarios/noon/wings/left/area: unknown mask 'moor'"),
        ("side: red, name", "side: green, name", "scenarios/noon/wings/left/side: unknown side 'green'"),
    ],
)
def test_a_scenario_is_like_one_that_there_is_and_its_wings_are_of_it(
    game_in, old: str, new: str, message: str
) -> None:
    with pytest.raises(AssetsError) as caught:
        assets.load(with_noon(game_in, NOON.replace(old, new)))
    assert message in str(caught.value)
