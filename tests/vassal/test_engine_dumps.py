"""Positions and steps of the sample files, beside what the engine itself said of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.vassal import dumps
from vassal import savefile
from vassal.chat import Line
from vassal.ground import ModuleGround
from vassal.module import Module
from vassal.position import Position
from vassal.properties import Answers
from vassal.standing import Pile, Standing
from vassal.timeline import Step, Timeline
from vassal.traits import Trait

pytestmark = [pytest.mark.shared_samples, dumps.present]

CLASSES = MappingProxyType(
    {
        "change": "VASSAL.command.ChangePiece",
        "move": "VASSAL.command.MovePiece",
        "add": "VASSAL.command.AddPiece",
        "remove": "VASSAL.command.RemovePiece",
        "empty": "VASSAL.command.NullCommand",
        "chat": "VASSAL.build.module.Chatter$DisplayText",
        "set_property": "VASSAL.build.module.properties.ChangePropertyCommand",
        "undo": "VASSAL.build.module.BasicLogger$UndoCommand",
        "turn": "VASSAL.build.module.turn.TurnTracker$SetTurn",
        "dice_window": "VASSAL.build.module.SpecialDiceButton$ShowResults",
        "line_of_sight": "VASSAL.build.module.map.LOS_Thread$LOSCommand",
    }
)

UNANSWERED = frozenset(
    {
        # What the mouse does, and scratch values that only the running program holds.
        *("DrawingMouseover", "DrawingMouseoverIndex", "Selected", "Moved"),
        # Written in BeanShell, or levels and labels that follow what is.
        *("InStack", "Left", "OnMap", "Rng", "SafeNote", "SumS", "Leg", "OrderText", "OrderLabel"),
        *("RoleMark_Level", "RoleMark_Name", "RoleMark_Image"),
    }
)


def moments(timeline: Timeline, path: Path) -> Iterator[tuple[Position, Mapping[str, Any]]]:
    """Yield every position of a file with the engine's dump of it."""
    dumped = dumps.dump(path)
    yield timeline.start, dumped[0]
    replayed = [step for step in timeline.steps if step.click is not None]
    assert [step.click for step in replayed] == [line["step"] for line in dumped[1:]]
    yield from ((step.after, line) for step, line in zip(replayed, dumped[1:], strict=True))


@pytest.fixture(params=[*dumps.saves(), *dumps.logs()], ids=lambda path: path.name)
def path(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


@pytest.fixture(scope="module")
def module() -> Module:
    return Module.open(dumps.SAMPLES / "chron-hidden.vmod")


@pytest.fixture
def timeline(path: Path, module: Module) -> Timeline:
    return Timeline.of(savefile.read(path), module)


def test_every_piece_lies_where_the_engine_has_it(timeline: Timeline, path: Path) -> None:
    for position, line in moments(timeline, path):
        theirs = {each["id"]: each for each in (line.get("state") or line)["pieces"] if each["kind"] == "piece"}
        assert [piece.id for piece in position.pieces()] == sorted(theirs)
        for piece in position.pieces():
            their = theirs[piece.id]
            answers = Answers(position, piece)
            place = answers.place
            assert (piece.map or None, piece.x, piece.y, piece.gpid) == tuple(
                their[key] for key in ("map", "x", "y", "gpid")
            )
            assert bool(piece.pile) == bool(their["parent"])
            assert (answers.name(), answers["BasicName"]) == (their["name"], their["basicName"])
            assert place is None or (place.location, place.zone, place.board) == tuple(
                their[key] for key in ("location", "zone", "board")
            )


def test_every_trait_stands_as_the_engine_has_it(timeline: Timeline, path: Path) -> None:
    for position, line in moments(timeline, path):
        for their in (line.get("state") or line)["pieces"]:
            if their["kind"] == "piece":
                ours = position.piece(their["id"]).traits
                assert [trait.type for trait in ours] == [trait["type"] for trait in their["traits"]]
                for trait, each in zip(ours[:-1], their["traits"], strict=False):
                    assert trait.state == each["state"] or follows(trait)


def follows(trait: Trait) -> bool:
    """Tell whether a trait's state is worked out anew whenever somebody looks."""
    return trait.kind == "layer" and trait.flag("follow_property")


def test_stacks_and_decks_hold_the_same_in_the_same_order(timeline: Timeline, path: Path) -> None:
    for position, line in moments(timeline, path):
        theirs = [each for each in (line.get("state") or line)["pieces"] if each["kind"] != "piece"]
        stacks = {tuple(each["contents"]): each for each in theirs if each["kind"] == "stack" and each["contents"]}
        decks = {each["deckName"]: each for each in theirs if each["kind"] == "deck"}
        piles = position.piles()
        assert {pile.members: spot(pile) for pile in piles if not pile.deck} == {
            members: spot_of(each) for members, each in stacks.items()
        }
        assert {pile.name: (*spot(pile), pile.face_down, list(pile.members)) for pile in piles if pile.deck} == {
            name: (*spot_of(each), each["faceDown"], each["contents"]) for name, each in decks.items()
        }


def spot(thing: Pile | Standing) -> tuple[str | None, int, int]:
    return thing.map or None, thing.x, thing.y


def spot_of(each: Mapping[str, Any]) -> tuple[str | None, int, int]:
    return each["map"], each["x"], each["y"]


def test_every_property_that_is_answered_is_answered_alike(timeline: Timeline, path: Path) -> None:
    for position, line in moments(timeline, path):
        for their in (line.get("state") or line)["pieces"]:
            if their["kind"] != "piece":
                continue
            ours = dict(Answers(position, position.piece(their["id"])))
            known = {name: value for name, value in their["properties"].items() if value is not None}
            assert {name: ours[name] for name in ours if name in their["properties"]} == {
                name: known.get(name) for name in ours if name in their["properties"]
            }
            assert set(known) - set(ours) <= UNANSWERED


def test_layers_show_what_the_engine_shows(timeline: Timeline, path: Path) -> None:
    for position, line in moments(timeline, path):
        for their in (line.get("state") or line)["pieces"]:
            if their["kind"] == "piece":
                piece = position.piece(their["id"])
                answers = Answers(position, piece)
                layers = [trait for trait in piece.traits if trait.kind == "layer"]
                for layer, each in zip(layers, their["layers"], strict=True):
                    assert layer.text("name") == each["name"]
                    assert follows(layer) or answers.level(layer) == each["value"]


def test_players_boards_globals_and_the_turn_agree(timeline: Timeline, path: Path, module: Module) -> None:
    for position, line in moments(timeline, path):
        said = line.get("state") or line
        table = position.table
        assert [(each.name, each.side) for each in table.players] == [
            (each["name"], each["side"]) for each in said["players"]
        ]
        assert [each.id for each in table.players] == [f"p{place}" for place in range(1, len(said["players"]) + 1)]
        assert [(each["map"], each["board"]) for each in said["boards"]] == [
            (name, choice.board) for name, chosen in table.boards.items() for choice in chosen
        ]
        turns = {f"turn:{tracker.name}": table.turns[tracker.id] for tracker in module.turn_trackers}
        declared = {f"{container}/{name}": position.property(name, container) for container, name in position.declared}
        assert {**declared, **turns} == said["globals"]


@pytest.mark.parametrize("path", dumps.logs(), ids=lambda path: path.name)
def test_steps_are_made_of_the_same_commands(timeline: Timeline, path: Path) -> None:
    for step, line in replayed(timeline, path):
        assert [(deed.depth, CLASSES[deed.command.kind]) for deed in step.deeds] == [
            (each["depth"], each["class"]) for each in line["commands"]
        ]


OPEN = ("s10_grey.vlog", "s10_plain.vlog")
"""Logs whose records stand in the chat for all to see."""


@pytest.mark.parametrize("path", dumps.logs(), ids=lambda path: path.name)
def test_the_chat_reads_as_in_the_engine(timeline: Timeline, path: Path) -> None:
    for step, line in replayed(timeline, path):
        for ours, theirs in zip(map(shown, step.said), line["chat"], strict=True):
            assert theirs.partition(" [#")[0] == ours if path.name in OPEN else theirs == ours


def shown(line: Line) -> str:
    return f"<{line.speaker}> - {line.sentence}" if line.speaker else line.sentence


def replayed(timeline: Timeline, path: Path) -> Iterator[tuple[Step, Mapping[str, Any]]]:
    return zip((step for step in timeline.steps if step.click), dumps.dump(path)[1:], strict=True)


def test_fingerprints_are_equal_where_the_engine_says_so() -> None:
    ours, theirs = defaultdict(set), defaultdict(set)
    count = 0
    for path in [*dumps.saves(), *dumps.logs()]:
        for position, line in moments(Timeline.of(savefile.read(path)), path):
            ours[position.digest()].add(line["digest"])
            theirs[line["digest"]].add(position.digest())
            count += 1
    assert count > 300
    assert len(ours) == len(theirs)
    assert all(len(each) == 1 for each in [*ours.values(), *theirs.values()])


CLEAN = [path for path in dumps.logs() if not path.name.startswith(("s07", "s11"))]


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.name)
def test_honest_logs_fit_themselves(timeline: Timeline) -> None:
    assert [step.number for step in timeline if step.mismatches or step.flaws] == []


def test_a_changed_result_does_not_fit_the_next_roll() -> None:
    timeline = Timeline.of(savefile.read(dumps.SAMPLES / "s11_dice.vlog"))

    found = [(step.number, each.subject, each.named, each.found) for step in timeline for each in step.mismatches]

    assert found == [
        (22, "2d6_result", "2,5", "6,6"),
        (22, "2d6_total", "7", "12"),
        (22, "2d6_summary", "2 x1, 5 x1", "6 x2"),
    ]


def test_a_cut_that_fits_itself_ends_where_the_whole_log_ends() -> None:
    whole, cut = (Timeline.of(savefile.read(dumps.SAMPLES / name)) for name in ("s01_fire.vlog", "s11_cut.vlog"))

    assert whole.end.digest() == cut.end.digest()
    assert dict(whole.taken_back) == {10: 11, 36: 37}
    assert dict(cut.taken_back) == {34: 35}


def test_commands_that_ride_behind_typed_lines_are_named() -> None:
    timeline = Timeline.of(savefile.read(dumps.SAMPLES / "s07_forged.vlog"))

    flaws = {step.number: [flaw.value for flaw in step.flaws] for step in timeline if step.flaws}

    assert flaws == {3: ["smuggled"], 4: ["smuggled", "unmarked"]}
    assert timeline.steps[3].click is None
    assert timeline.steps[15].takes_back == 15


@pytest.mark.parametrize("path", sorted(dumps.CORPUS.glob("*.v*")), ids=lambda path: path.name)
def test_logs_of_strangers_fit_themselves(path: Path) -> None:
    timeline = Timeline.of(savefile.read(path))

    assert [step.number for step in timeline if step.mismatches] == []
    assert timeline.end.digest()


def test_a_game_in_three_files_has_no_gap() -> None:
    names = ("pbem1_blue.vlog", "pbem1_end.vsav", "pbem2_red.vlog", "pbem2_end.vsav", "pbem3_blue.vlog")
    one, end, two, end_two, three = (Timeline.of(savefile.read(dumps.SAMPLES / f"s06_{name}")) for name in names)

    assert one.end.digest() == end.start.digest() == two.start.digest()
    assert two.end.digest() == end_two.start.digest() == three.start.digest()


def test_layers_of_a_map_are_told_by_the_module(module: Module) -> None:
    ground = ModuleGround(module)
    position = Timeline.of(savefile.read(dumps.SAMPLES / "s01_start.vsav"), module).start

    assert {ground.layer(piece) for piece in position.on("Field")} == {0}
    assert {ground.layer(piece) for piece in position.on("Table")} == {None}
    assert ground.place("Nowhere", None, (0, 0)) is None
