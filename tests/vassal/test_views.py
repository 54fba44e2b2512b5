"""Saves, logs, positions and steps as plain data."""

import json

import pytest

from tests.vassal import games
from tests.vassal.games import ANN, change, move, position, stack, timeline
from vassal import commands, savefile, views
from vassal.metadata import Metadata
from vassal.timeline import Timeline


@pytest.fixture
def log() -> Timeline:
    return timeline(
        [
            move("c", (50, 10), (70, 70)),
            stack("s9", 70, 70, "c"),
            commands.make("chat", text="* Charlie moves<!--[#move;u=c]-->"),
        ],
        [change(position(), "a", level=2), commands.make("chat", text="&lt;Ann&gt; - hi")],
        [
            commands.make("undo", running=True),
            commands.make("chat", text="* UNDO: &lt;Ann&gt; - hi"),
            commands.make("undo", running=False),
        ],
        [commands.make("set_property", name="2d6_result", old="1", new="3,4", container="Module")],
        [commands.make("set_property", name="Score", old="9", new="4", container="Module")],
    )


def save_of(log: Timeline) -> savefile.SaveFile:
    about = Metadata(version="1.0", vassal_version="3.7.26", saved=1, description=f"by {ANN}")
    return savefile.SaveFile(tuple(games.start()), metadata=about, module=Metadata(version="2.1", name="Game"))


def test_what_is_in_a_log(log: Timeline) -> None:
    view = views.overview(save_of(log), log)

    assert json.loads(json.dumps(view)) == view
    assert (view["kind"], view["module"], view["comment"]) == ("log", {"name": "Game", "version": "2.1"}, "by p1")
    assert view["steps"] == {
        "count": 5,
        "replayed": 5,
        "undone": [{"step": 2, "undo": 3}],
        "rolls": 1,
        "lines": 3,
        "mismatches": [
            {"step": 5, "what": "property", "subject": "Score", "detail": "Module", "named": "9", "found": "3"}
        ],
        "flaws": [],
    }
    assert view["start"]["players"][0] == {"id": "p1", "name": "Ann", "side": "Blue"}
    assert view["end"]["globals"] == {"Module/2d6_result": "3,4", "Module/Score": "4"}
    assert view["start"]["decks"] == [{"name": "Cup", "cards": 3, "face_down": True}]
    assert (view["start"]["pieces"], view["start"]["stacks"], view["start"]["maps"]) == (7, 2, {"Board": 7})


def test_what_is_in_a_save() -> None:
    save = Timeline(games.start())

    view = views.overview(savefile.SaveFile(tuple(games.start())), save)

    assert (view["kind"], view["module"], view["engine"]) == ("save", None, None)
    assert "steps" not in view


def test_a_whole_position(log: Timeline) -> None:
    view = views.board(log.position(1), properties=True)

    assert json.loads(json.dumps(view)) == view
    charlie = next(piece for piece in view["pieces"] if piece["id"] == "c")
    properties = charlie.pop("properties")
    assert charlie == {
        "id": "c",
        "name": "Charlie",
        "gpid": "7",
        "map": "Board",
        "x": 70,
        "y": 70,
        "location": None,
        "zone": None,
        "board": None,
        "pile": "s9",
        "order": 0,
        "deck": None,
    }
    assert properties["Strength"] == "4"
    assert [piece["id"] for piece in view["pieces"]] == ["a", "b", "c", "d", "k1", "k2", "k3"]


def test_one_step(log: Timeline) -> None:
    view = views.step_view(log.steps[0])

    assert json.loads(json.dumps(view)) == view
    assert view["changes"] == [
        {
            "type": "moved",
            "piece": "c",
            "name": "Charlie",
            "origin": {"map": "Board", "x": 50, "y": 10, "deck": "", "location": None},
            "target": {"map": "Board", "x": 70, "y": 70, "deck": "", "location": None},
            "onto": "",
            "player": "p1",
        }
    ]
    assert (view["step"], view["click"], view["undo_of"]) == (1, 1, None)
    assert views.step_view(log.steps[2])["undo_of"] == 2


def test_the_readable_course_of_the_game(log: Timeline) -> None:
    assert views.chat_view(log) == [
        {
            "step": 1,
            "kind": "report",
            "speaker": None,
            "text": "* Charlie moves",
            "record": {"verb": "move", "fields": {"u": "c"}},
            "taken_back_by": None,
        },
        {"step": 2, "kind": "typed", "speaker": "Ann", "text": "hi", "record": None, "taken_back_by": 3},
        {
            "step": 3,
            "kind": "undo",
            "speaker": None,
            "text": "* UNDO: <Ann> - hi",
            "record": None,
            "taken_back_by": None,
        },
    ]


def test_a_piece_that_is_gone_has_the_name_it_had() -> None:
    log = timeline(commands.make("remove", id="d"))

    (change,) = views.step_view(log.steps[0])["changes"]

    assert (change["type"], change["name"], change["at"]["x"]) == ("removed", "Delta", 90)
