"""Units that are parts of another one: divided, assembled, detached, as a chronicle declares it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from assets.errors import AssetsError
from builder.build import lock_of, without_pictures
from builder.lint import lint
from builder.module import Making, Options, making_of, root
from builder.module.unspoken import unspoken
from rules.audit.games import doors
from rules.audit.witness import Witness
from rules.binding import Writes, actions_in, to_piece
from rules.engine.actions import Action
from rules.engine.evidence import Shown
from rules.engine.writing import Entry, Go, Ref
from tests.builder.module.new_verbs import FAMILY, PARTS, TRIED, WHOLE, with_family
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import savefile
from vassal.components import Component
from vassal.pieces import PieceReader
from vassal.prototypes import parse_piece
from vassal.timeline import Timeline

HERE = "0705"


class Divide(Action, frozen=True):
    """A unit makes room for its parts."""

    unit: str


class Assemble(Divide, frozen=True):
    """Parts become the whole again."""


class Detach(Divide, frozen=True):
    """A part comes to the whole."""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return workshop_of(str(with_family(tmp_path_factory.mktemp("games") / "game").folder))


@pytest.fixture(scope="module")
def tree(shop: Workshop) -> Component:
    return root(making(shop))


def making(shop: Workshop) -> Making:
    return making_of(shop.game, Options(), lock_of(shop.game))


def test_the_module_says_all_of_it_and_the_linter_finds_nothing(
    shop: Workshop, tree: Component, tmp_path: Path
) -> None:
    assert list(unspoken(making(shop), tree)) == []
    path = tmp_path / "game.vmod"
    path.write_bytes(without_pictures(shop.game)[2])
    ignored = ["off-the-board", "missing-image", "missing-file"]
    assert [(each.rule.id, each.what) for each in lint(path, ignore=ignored).findings] == []


def test_only_who_has_a_family_is_offered_its_commands(tree: Component) -> None:
    (speech,) = [each.text for each in tree.every("PrototypeDefinition") if each.get("name") == "speech unit"]
    fences = {each.text("name"): each for each in parse_piece(speech, PieceReader()).all("restrict_commands")}
    assert fences["family divide"].text("condition") == '{(GetString("Parts").equals(""))}'
    assert 'GetString("Whole").equals("")' in fences["family detach"].text("condition")


def shown(shop: Workshop, *actions: Action) -> list[Shown]:
    """What the steps of a log show in which these are written."""
    known = import_module(f"{doors()[TRIED].package}.actions")
    kinds = {**actions_in(known), "Divide": Divide, "Assemble": Assemble, "Detach": Detach}
    family = {unit.id: unit.parts for unit in shop.game.units.values()}
    writes = Writes(shop.game.chronicle, kinds, {"unit": to_piece}, parts=family)
    scribe = shop.scribe("hannut")
    scribe.write([Entry("french", (Go(Ref(WHOLE), HERE),))])
    scribe.write(Entry("french", writes(each)) for each in actions)
    timeline = Timeline.of(savefile.read(savefile.encode(scribe.log())), shop.module)
    seals = {name: ("".join(verb.seals),) for name, verb in shop.game.chronicle.verbs.items()}
    witness = Witness(timeline.start, seals)
    return [witness.shown(step) for step in timeline.steps][1:]


def moves(step: Shown) -> set[tuple[str, str]]:
    """Who went where in a step."""
    return {(each.piece.name, each.target.name or each.target.zone) for each in step.moved}


def test_what_is_written_is_what_the_board_shows(shop: Workshop) -> None:
    divided, assembled, detached = shown(shop, Divide(unit=WHOLE), Assemble(unit=PARTS[0]), Detach(unit=PARTS[1]))
    assert moves(divided) == {(WHOLE, "used"), *((part, HERE) for part in PARTS)}
    assert moves(assembled) == {(WHOLE, HERE), *((part, "used") for part in PARTS)}
    assert moves(detached) == {(PARTS[1], HERE)}
    assert [each.records[0].verb for each in (divided, assembled, detached)] == ["divide", "assemble", "detach"]
    assert assembled.records[0].get("from") == HERE


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (("fr.1cuir.somua9",), "units/fr.1cuir.somua1/parts"),
        (("de.i-5pz.pz4",), "it is of another side"),
        ((WHOLE,), "cannot be a part of it"),
    ],
)
def test_parts_are_units_of_the_same_side(tmp_path: Path, parts: tuple[str, ...], told: str) -> None:
    with pytest.raises(AssetsError, match=told):
        with_family(tmp_path / "game", parts=parts)


def test_a_verb_of_a_family_wants_one(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="no unit of the game has `parts`"):
        with_family(tmp_path / "game", parts=())
    with pytest.raises(AssetsError, match="only units and HQs"):
        with_family(tmp_path / "other", FAMILY.replace("by: [unit]", "by: [marker]", 1))
