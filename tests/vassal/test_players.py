"""Player ids are passwords: nothing that leaves the reader holds one."""

import pickle

import pytest

from tests.vassal import games
from tests.vassal.games import ANN, BOB
from vassal import commands, traits
from vassal.commands import Command
from vassal.players import Aliases
from vassal.timeline import Timeline
from vassal.traits import Trait


def hidden(command: Command, *more: str) -> Command:
    aliases = Aliases()
    for player_id in (ANN, BOB, *more):
        aliases(player_id)
    return aliases.hide(command)


COMMANDS = [
    (commands.make("player", id=ANN, name="Ann", side="Blue"), "PLAYER\tp1\tAnn\tBlue"),
    (commands.make("player_leaves", id=BOB), "PYREMOVE\tp2"),
    (games.move("a", (1, 2), (3, 4)), "M/a/Board/3/4/null/Board/1/2/null/p1"),
    (games.move("a", (1, 2), (3, 4), player=""), "M/a/Board/3/4/null/Board/1/2/null/"),
    (commands.make("unmask", players=(ANN, BOB)), "UNMASK\tp1\tp2"),
    (commands.make("unmask", players=("null",)), "UNMASK\tnull"),
    (commands.make("private_note", owner=ANN, text=f"my id is {ANN}"), "PNOTE\tp1\tmy id is p1"),
    (
        commands.make("secret_note", name="plan", owner=BOB, hidden=True, text="go", date="", handle="Bob"),
        "SNOTE\tplan\tp2\ttrue\tgo\t\tBob",
    ),
    (commands.make("lock_tab", tab="T", by="Ann", password=ANN, date="d"), "LOCKSPOTAB\tT\tAnn\tp1\td"),
    (commands.make("chat", text=f"* {ANN} and {BOB}"), "CHAT* p1 and p2"),
    (commands.make("notes", text=BOB), "NOTES\tp2"),
    (
        commands.make("set_property", name="Who", old=ANN, new=BOB, container="Module"),
        "MutableProperty\tWho\tp1\tp2\tModule",
    ),
    (commands.make("global_property", name="Who", value=ANN, container="Module"), "GlobalProperty\t;Who;p1;Module"),
    (commands.parse(f"ODD\t{ANN}")[0], "ODD\tp1"),
    (commands.make("turn", tracker="T", state=ANN), f"TURNT\t{ANN}"),
]

TRAITS = [
    (traits.make("mask", access="player:", masked_by=ANN, options=f"|1|{BOB}"), "p1;|1|p2"),
    (traits.make("mask", access="side:", masked_by="Blue", options="|0"), "Blue;|0"),
    (traits.make("mask", access="player:", masked_by="nobody", options="|0"), "nobody;|0"),
    (traits.make("mask", access="player:"), "null;"),
    (traits.make("invisible", access="player:", hidden_by=BOB), "p2"),
    (traits.make("invisible", access="sides:Blue:Red", hidden_by="Red"), "Red"),
    (traits.make("restricted", sides=("Blue",), by_player=True, owner=ANN), "p1"),
    (traits.make("property", name="Who", value=ANN), "p1"),
    (traits.make("label", text=f"by {ANN}"), "by p1"),
    (traits.parse(f"conceal;{ANN};x", f"{ANN};|0"), "p1;|0"),
]


@pytest.mark.parametrize(("command", "source"), COMMANDS)
def test_a_command_names_nobody_by_his_id(command: Command, source: str) -> None:
    assert hidden(command).source == source
    assert commands.parse(hidden(command).source)[0].values == hidden(command).values


@pytest.mark.parametrize(("trait", "state"), TRAITS)
def test_a_piece_names_nobody_by_his_id(trait: Trait, state: str) -> None:
    placed = hidden(games.unit("e", 1, 1, trait)).placed

    assert placed is not None
    assert placed.traits[0].state == state
    assert ANN not in placed.encode()


@pytest.mark.parametrize(("trait", "state"), TRAITS)
def test_a_change_names_nobody_by_his_id(trait: Trait, state: str) -> None:
    added = games.unit("e", 1, 1, trait)
    assert added.placed is not None
    change = commands.make("change", id="e", state=added.placed.state, old_state=added.placed.state, logged=True)

    log = Timeline([*games.start(), added], [change])

    (told,) = log.steps[0].commands
    assert log.end.piece("e").traits[0].state == state
    assert ANN not in told.source
    assert told.source.count(state) == 2


def test_ids_are_told_apart_from_words() -> None:
    aliases = Aliases()
    aliases.seat(
        [commands.make("player", id=each, name=name, side="Blue") for each, name in (("wolf", "Ann"), ("a", "Bob"))]
    )
    aliases.seat([commands.make("player", id="Blue", name="Eve", side="Blue")])

    assert aliases.clean("a wolf, a werewolf and Blue's wolf-pack") == "a p1, a werewolf and Blue's p1-pack"


def test_the_roster_gets_the_first_names() -> None:
    masked = games.unit("e", 1, 1, traits.make("mask", access="player:", masked_by="stranger", options="|0"))

    log = Timeline([masked, *games.start()])

    assert [player.id for player in log.start.table.players] == ["p1", "p2"]
    assert log.start.piece("e").traits[0].state == "p3;|0"


def test_who_is_met_late_does_not_stand_in_earlier_text() -> None:
    label = games.unit("e", 1, 1, traits.make("label", text="by stranger"))
    masked = games.unit("f", 1, 1, traits.make("mask", access="player:", masked_by="stranger", options="|0"))

    log = Timeline([label, masked, *games.start()])

    assert log.start.piece("e").traits[0].state == "by p3"


def test_nothing_of_an_id_is_shown_or_stored() -> None:
    log = games.timeline(games.move("c", (50, 10), (10, 10, "b")))

    shown = repr([log.aliases, log.start, log.start.table, log.steps[0].changes, log.steps[0].commands])

    assert ANN not in shown
    assert ANN.encode() not in pickle.dumps(log.aliases)
    assert len(pickle.loads(pickle.dumps(log.aliases))) == 0
