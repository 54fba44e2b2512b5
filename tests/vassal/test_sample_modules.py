"""The modules of the extra samples, and the one that the engine's probe writes for itself."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.vassal.dumps import SAMPLES, dump, present
from vassal.buildfile import document
from vassal.buildxml import parse
from vassal.components import Component
from vassal.componenttable import kind_of
from vassal.module import Module

pytestmark = pytest.mark.shared_samples

NAMES = sorted(path.name for path in SAMPLES.glob("*.vmod"))


@present
@pytest.mark.parametrize("name", NAMES)
def test_the_sample_modules_are_read_without_a_problem(samples: Path, name: str) -> None:
    module = Module.open(samples / name)
    assert module.problems == ()
    assert (module.name, len(module.slots), len(module.maps)) == ("Chronicle samples", 22, 6)
    assert [deck.name for deck in module.decks] == ["Cup", "Mixed", "Used", "Skipped", "Held"]
    assert all(part.kind is not None for part in module.root.walk())


def test_every_piece_at_the_start_was_made_from_its_slot(samples: Path) -> None:
    module = Module.open(samples / "chron-hidden.vmod")
    pieces = [piece for piece in dump(samples / "s01_start.vsav")[0]["pieces"] if piece["kind"] == "piece"]
    assert len(pieces) == 20
    for piece in pieces:
        slot = module.slot(piece["gpid"])
        assert slot is not None
        assert slot.expanded is not None
        assert slot.expanded.name == piece["basicName"]


def test_every_piece_at_the_start_lies_where_the_module_puts_it(samples: Path) -> None:
    module = Module.open(samples / "chron-hidden.vmod")
    layouts = {each.name: each.layout() for each in module.maps}
    at = {
        piece["gpid"]: (piece["map"], piece["x"], piece["y"])
        for piece in dump(samples / "s01_start.vsav")[0]["pieces"]
        if piece["kind"] == "piece"
    }
    for holder in (*module.decks, *module.stacks):
        point = holder.spot.point(layouts[holder.map])
        assert point is not None
        for slot in holder.slots:
            assert at[slot.gpid] == (holder.map, *point)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Module:
    generator = SAMPLES.parents[1] / "oracle" / "demo" / "gen.py"
    if not generator.is_file():
        pytest.skip("the writer of the demonstration module is not beside the project")
    path = tmp_path_factory.mktemp("demo") / "demo.vmod"
    subprocess.run([sys.executable, generator, path], check=True, timeout=60)
    return Module.open(path)


def test_a_module_with_nearly_every_component_and_trait_is_read_whole(demo: Module) -> None:
    # The background of its zones is one of those whose names the engine itself misses.
    assert [problem.place for problem in demo.problems] == ["Map[Zones]/HexGrid"]
    assert len(demo.slots) == 11
    traits = {trait.kind for slot in demo.slots if slot.expanded for trait in slot.expanded.traits}
    assert len(traits) > 40
    assert "unknown" not in traits
    assert "prototype" not in traits


def test_all_its_components_and_attributes_are_in_the_table(demo: Module) -> None:
    for part in demo.root.walk():
        kind = kind_of(part.tag)
        assert kind is not None, part.tag
        assert set(part.attributes) <= set(kind.attributes), part.label
        for child in part.children:
            assert kind.allows(child.tag), (part.label, child.label)


def test_its_zones_name_their_places(demo: Module) -> None:
    zones = demo.map("Zones")
    assert zones is not None
    layout = zones.layout()
    assert [
        layout.location(point) for point in ((50, 50), (300, 100), (430, 60), (440, 340), (100, 400), (350, 400))
    ] == [
        "Box",
        "HexZone 07-F",
        "SquareZone L5",
        "Paris",
        "Parent 09-K",
        "09-E",
    ]


@present
@pytest.mark.parametrize("name", NAMES)
def test_a_build_file_that_is_written_again_says_the_same(samples: Path, name: str) -> None:
    root = Module.open(samples / name).root
    assert parse(document(root)) == root
    assert isinstance(root, Component)
