"""Modules as a running engine reads them."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.vassal.building import sample
from vassal.componenttable import kind_of
from vassal.module import Module
from vassal.modulewriter import write_module

pytestmark = pytest.mark.real_client

# The engine gives named commands numbers of its own, and holds a transparency in single precision.
NAMED = re.compile(r"57[0-9]{3}(?=\\*,0\\*,)")


def opened(engine: Path, vmod: Path) -> dict[str, Any]:
    asked = subprocess.run([engine, "open", vmod], capture_output=True, text=True, check=False, timeout=300)
    answer: dict[str, Any] = json.loads(asked.stdout.splitlines()[0])
    return answer


def alike(types: Iterable[str]) -> list[str]:
    return [NAMED.sub("#", text).replace("0.30000001192092896", "0.3") for text in types]


def agree(vmod: Path, answer: dict[str, Any]) -> int:
    """Check name, slots and pieces of a module against the engine's answer; return how many traits there were."""
    module = Module.open(vmod)
    assert (module.name, module.version) == (answer["module"], answer["version"])
    theirs = {slot["gpid"]: slot for slot in answer["slots"]}
    assert list(theirs) == [slot.gpid for slot in module.slots]
    traits = 0
    for slot in module.slots:
        their = theirs[slot.gpid]
        assert slot.piece is not None
        assert slot.expanded is not None
        assert slot.name == their["name"]
        assert set(slot.spliced.missing) == set(their["missingPrototypes"])
        assert alike(trait.type for trait in slot.piece.traits) == alike(each["type"] for each in their["traits"])
        ours = slot.expanded.traits
        assert alike(trait.type for trait in ours) == alike(each["type"] for each in their["expanded"])
        for trait, each in zip(ours[:-1], their["expanded"][:-1], strict=True):
            # Where a module leaves the state empty, the engine says what it takes for it.
            assert trait.state in ("", each["state"])
        traits += len(ours)
    return traits


def test_what_the_writer_puts_together_opens_without_a_report(engine: Path, tmp_path: Path) -> None:
    vmod = tmp_path / "sample.vmod"
    write_module(vmod, sample(), {"early.vsav": b""})
    answer = opened(engine, vmod)
    assert answer["reports"] == []
    assert agree(vmod, answer) > 10
    written = {each["class"]: each.get("attributes") or {} for each in answer["components"]}
    for component in sample().walk():
        for name, value in component.attributes.items():
            if name in written.get(component.tag, {}) and component.kind and component.kind.content is None:
                assert any(
                    same(value, each["attributes"][name])
                    for each in answer["components"]
                    if each["class"] == component.tag
                ), (component.label, name, value)


def same(ours: str, theirs: str | None) -> bool:
    """Tell whether the engine holds a value as we wrote it; it may hold an empty one as none."""
    return ours == (theirs or "") or alike([ours]) == alike([theirs or ""])


@pytest.mark.shared_samples
def test_a_module_with_nearly_every_trait_is_read_as_the_engine_reads_it(engine: Path, tmp_path: Path) -> None:
    vmod = tmp_path / "demo.vmod"
    generator = engine.parent / "demo" / "gen.py"
    subprocess.run([sys.executable, generator, vmod], check=True, timeout=60)
    answer = opened(engine, vmod)
    assert answer["reports"] == []
    assert agree(vmod, answer) > 100
    assert table_agrees(answer) > 80


def table_agrees(answer: dict[str, Any]) -> int:
    """Check the attributes in our table against those that the engine names; return how many kinds there were."""
    # These three say nothing of the attributes that they read.
    silent = {"PrototypeDefinition", "BoardPicker", "PieceSlot", "CardSlot"}
    named = {each["class"]: set(each["attributes"]) for each in answer["components"] if "attributes" in each}
    for tag, attributes in named.items():
        kind = kind_of(tag)
        assert kind is not None, tag
        assert kind.name in silent or set(kind.attributes) == attributes, tag
    return len(named)


@pytest.mark.shared_samples
@pytest.mark.parametrize("name", ["chron-hidden.vmod", "chron-grey.vmod"])
def test_the_sample_modules_are_read_as_the_engine_reads_them(engine: Path, samples: Path, name: str) -> None:
    answer = opened(engine, samples / name)
    assert agree(samples / name, answer) > 500
