"""Logs that are written: read back, they are the same game, fit themselves, and undo what they say they undo."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal import games
from tests.vassal.games import ANN, BOARD, BOB
from vassal import commands, pieces, savefile, traits
from vassal.errors import VassalError
from vassal.logwriter import LogWriter
from vassal.metadata import Metadata
from vassal.position import Position
from vassal.savewriter import save_commands
from vassal.standing import Pile
from vassal.timeline import Timeline
from vassal.wire import Form

PLAYERS = {"p1": ANN, "p2": BOB}


def writer(*more: commands.Command) -> LogWriter:
    game = games.position()
    for command in more:
        game.apply(command)
    return LogWriter(game, count(5000), players=PLAYERS)


def read_back(log: LogWriter) -> Timeline:
    """Return the log as a reader finds it; it must fit itself and end where the writer ended."""
    save = log.save()
    timeline = Timeline.of(savefile.read(savefile.encode(save)))
    assert [step.number for step in timeline if step.mismatches or step.flaws] == []
    assert timeline.end.digest() == log.position.digest()
    assert len(timeline) == len(log)
    return timeline


def members(game: Position, piece_id: str) -> tuple[str, ...]:
    pile = game.piece(piece_id).pile
    return game.pile(pile).members if pile else ()


class TestMoves:
    @pytest.mark.parametrize(
        ("piece", "x", "y", "together"),
        [
            ("b", 30, 30, ("b",)),
            ("b", 50, 10, ("c", "b")),
            ("b", 200, 200, ("k1", "k2", "k3", "b")),
            ("a", 10, 10, ("b", "a")),
            ("c", 50, 10, ("c",)),
            ("d", 10, 10, ()),
            ("k3", 30, 30, ("k3",)),
        ],
    )
    def test_a_piece_comes_to_lie_where_a_drag_would_put_it(
        self, piece: str, x: int, y: int, together: tuple[str, ...]
    ) -> None:
        log = writer()
        log.move(piece, BOARD, x, y)

        end = read_back(log).end

        assert members(end, piece) == together
        assert (end.piece(piece).x, end.piece(piece).y) == (x, y)

    def test_a_loose_piece_gets_a_stack_before_another_is_put_on_it(self) -> None:
        log = writer(games.unit("e", 30, 30))
        log.move("c", BOARD, 30, 30)

        assert members(read_back(log).end, "c") == ("e", "c")

    def test_a_piece_goes_into_an_empty_deck(self) -> None:
        log = writer(games.deck("u", "Used", 300, 300))
        log.move("c", BOARD, 300, 300)

        assert members(read_back(log).end, "c") == ("c",)

    def test_a_stack_moves_as_a_whole_or_onto_another(self) -> None:
        log = writer()
        log.move_pile("s1", BOARD, 30, 30)
        log.move_pile("s1", BOARD, 50, 10)

        end = read_back(log).end

        assert members(end, "a") == ("c", "a", "b")
        assert len(log) == 2


class TestPieces:
    def test_a_new_piece_gets_an_id_and_a_place(self) -> None:
        log = writer()
        placed = pieces.piece([traits.make("basic", name="New", gpid="9")])

        alone, above = log.add(placed, BOARD, 70, 70), log.add(placed, BOARD, 10, 10)

        end = read_back(log).end
        assert members(end, alone) == (alone,)
        assert members(end, above) == ("a", "b", above)
        assert end.piece(above).gpid == "9"

    def test_a_piece_is_removed(self) -> None:
        log = writer()
        log.remove("a")

        assert members(read_back(log).end, "b") == ("b",)

    @pytest.mark.parametrize(
        ("name", "value", "kind", "state"),
        [("Steps_Level", 2, "layer", "2"), ("Strength", 9, "property", "9"), ("Moved", True, "moved", "true")],
    )
    def test_a_property_is_set(self, name: str, value: int | bool, kind: str, state: str) -> None:
        log = writer()
        log.set("a", name, value)

        assert next(trait.state for trait in read_back(log).end.piece("a").traits if trait.kind == kind) == state

    @pytest.mark.parametrize(
        ("trait", "name", "value", "state"),
        [
            (traits.make("rotate", name="Hull", facings=6), "Hull_Facing", 3, "2"),
            (traits.make("free_rotate", name="Gun"), "Gun_Degrees", 45, "-45.0"),
            (traits.make("label", property="Label"), "Label", "7th", "7th"),
        ],
    )
    def test_facings_and_labels_are_set(self, trait: traits.Trait, name: str, value: int | str, state: str) -> None:
        log = writer(games.unit("e", 1, 1, trait))
        log.set("e", name, value)

        assert read_back(log).end.piece("e").traits[0].state == state

    def test_a_property_that_no_trait_holds_cannot_be_set(self) -> None:
        log = writer()

        with pytest.raises(VassalError, match="no property 'Fuel'"):
            log.set("a", "Fuel", "1")
        assert len(log) == 0

    def test_a_change_of_nothing_is_no_step(self) -> None:
        log = writer()
        log.set("a", "Strength", "4")

        assert len(log) == 0

    def test_a_mask_names_its_player_by_his_real_id(self) -> None:
        log = writer(games.unit("e", 1, 1, traits.make("mask", access="player:")))
        log.alter("e", 0, masked_by="p2", options="|0")

        text = log.save().text

        assert f"{BOB};|0" in text
        assert read_back(log).end.piece("e").traits[0].state == "p2;|0"

    def test_the_order_of_stacks_and_decks(self) -> None:
        log = writer()
        log.arrange("s1", ["b", "a"])
        log.arrange("t", ["k2", "k3", "k1"], face_down=False)

        end = read_back(log).end
        cup = end.deck("Cup")
        assert members(end, "a") == ("b", "a")
        assert cup is not None
        assert (cup.members, cup.face_down) == (("k2", "k3", "k1"), False)
        with pytest.raises(VassalError):
            log.arrange("t", ["k1"])


class TestSayings:
    def test_lines_dice_and_the_turn(self) -> None:
        log = writer()
        log.say("Ann", "your <turn>")
        log.roll("2d6", (3, 3), "rolls 3,3")
        log.roll("2d6", (5, 1))
        log.special_roll("Battle", (1, 0), "Battle: hit, miss")
        log.turn("TurnTracker0", "0|2", "Turn 2")
        log.set_global("Score", "4")
        log.sight("LOS_Thread0", (1, 2), (3, 4))

        timeline = read_back(log)

        assert [line.sentence for step in timeline for line in step.said] == [
            "your <turn>",
            "* rolls 3,3",
            "* Battle: hit, miss",
            "* Turn 2",
        ]
        rolls = [roll for step in timeline for roll in step.rolls]
        assert [(roll.dice, roll.result, roll.before, roll.total, roll.summary, roll.faces) for roll in rolls] == [
            ("2d6", "3,3", "", "6", "3 x2", ()),
            ("2d6", "5,1", "3,3", "6", "1 x1, 5 x1", ()),
            ("Battle", "1", "", "", "", (1, 0)),
        ]
        assert timeline.end.table.turns == {"TurnTracker0": "0|2"}

    @pytest.mark.parametrize("text", ["two\nlines", "\x1bLOG\tCHAT* forged", "a\ttab"])
    def test_a_line_holds_no_control_characters(self, text: str) -> None:
        log = writer()

        with pytest.raises(VassalError):
            log.report(text)
        with pytest.raises(VassalError):
            log.say(text, "hello")
        assert len(log) == 0


class TestSteps:
    def test_what_is_done_together_is_one_step(self) -> None:
        log = writer()
        with log.step():
            log.move("c", BOARD, 10, 10)
            log.report("Charlie moves")

        (step,) = read_back(log).steps

        assert len(step.commands) == 2

    def test_a_typed_line_and_an_undo_are_steps_of_their_own(self) -> None:
        log = writer()
        with log.step():
            with pytest.raises(VassalError):
                log.say("Ann", "hello")
            with pytest.raises(VassalError):
                log.undo()
            with pytest.raises(VassalError), log.step():
                pass
        assert len(log) == 0

    def test_a_step_that_fails_is_not_recorded(self) -> None:
        log = writer()

        def half() -> None:
            with log.step():
                log.move("c", BOARD, 70, 70)
                log.move("nobody", BOARD, 1, 1)

        with pytest.raises(KeyError):
            half()

        assert len(log) == 0
        assert log.position.piece("c").x == 50


class TestUndo:
    def test_everything_can_be_taken_back(self) -> None:
        log = writer(games.unit("e", 30, 30), games.deck("u", "Used", 300, 300))
        before = log.position.digest()
        log.move("b", BOARD, 50, 10)
        log.move("b", BOARD, 10, 10)
        log.move("k3", BOARD, 300, 300)
        log.move_pile("s1", BOARD, 70, 70)
        log.remove("b")
        log.remove("k1")
        log.set("a", "Steps_Level", 2)
        log.roll("2d6", (1, 2), "rolls 1,2")
        log.turn("TurnTracker0", "0|2")
        log.arrange("t", list(log.position.pile("t").members)[::-1])
        log.add(pieces.piece([traits.make("basic", name="New")]), BOARD, 99, 99)
        steps = len(log)
        for _ in range(steps):
            log.undo()

        timeline = read_back(log)

        assert dict(timeline.taken_back) == {steps - back: steps + back + 1 for back in range(steps)}
        assert log.position.digest() == before
        with pytest.raises(VassalError):
            log.undo()

    def test_a_move_to_an_empty_place_leaves_the_piece_loose_as_the_engine_does(self) -> None:
        log = writer()
        log.move("c", BOARD, 70, 70)
        log.undo()

        end = read_back(log).end

        assert (end.piece("c").x, end.piece("c").pile) == (50, "")

    def test_after_an_undo_the_step_before_is_taken_back(self) -> None:
        log = writer()
        for value in ("4", "5", "6"):
            log.set_global("Score", value)
        log.undo()
        log.undo()
        log.set_global("Score", "7")
        log.undo()

        assert dict(read_back(log).taken_back) == {3: 4, 2: 5, 6: 7}


class TestFiles:
    def test_the_same_calls_give_the_same_bytes(self, tmp_path: Path) -> None:
        def written(name: str) -> bytes:
            log = writer()
            log.move("c", BOARD, 70, 70)
            path = tmp_path / name
            about = Metadata(version="1.0", vassal_version="3.7.26", saved=1_000)
            savefile.write(path, log.save(about, Metadata(version="1.0", name="Game"), Form("vcsk", 0x2A)))
            return path.read_bytes()

        assert written("a.vlog") == written("b.vlog")

    def test_ids_come_from_the_counter_and_players_keep_theirs(self) -> None:
        log = writer()
        log.move("c", BOARD, 70, 70)

        text = log.save().text

        assert "+/5000/stack/" in text
        assert f"PLAYER\t{ANN}\tAnn\tBlue" in text
        assert text.endswith(f"M/c/Board/70/70/null/Board/50/10/null/{ANN}\\\x1bLOG\t+/5000/stack/Board;70;70;c;@@0")

    def test_without_ids_the_file_holds_none(self) -> None:
        log = LogWriter(games.position(), count(5000))
        log.move("c", BOARD, 70, 70)

        assert ANN not in log.save().text

    def test_a_save_holds_all_that_lies_beside_the_maps(self) -> None:
        more = [
            commands.make("unmask", players=(BOB,)),
            commands.make("notes", commands.make("public_notes", text="for|all"), text="one|two"),
            commands.make("private_note", owner=ANN, text="secret plan"),
            commands.make("secret_note", name="n", owner=BOB, hidden=True, text="x|y", date="d", handle="Bob"),
            commands.make("boards", picker="BoardBoardPicker", boards=((("Left", "rev"), 0, 0), (("Right",), 1, 0))),
            commands.make("startup_key", id="SGKC0", applied=True),
            commands.make("clock", who="Blue", name="Blue", elapsed=5, verified=4, ticking=True, restore=False),
            commands.make("clock_control", showing=True, online=False),
            commands.make("lock_tab", tab="T", by="Ann", password=ANN, date="d"),
            commands.make("extension", name="More", version="1.1"),
            *commands.parse("ODD\tthing"),
        ]
        start = Timeline([*games.start(), *more]).start

        again = Timeline(commands.parse(commands.encode_all(save_commands(start, count(1))))).start

        assert again.table == start.table
        assert again.digest() == start.digest()
        assert start.table.notes == "one\ntwo"
        assert start.table.boards["Board"][0].reversed

    def test_stacks_without_an_id_get_one(self) -> None:
        log = writer(games.unit("e", 30, 30), games.move("e", (30, 30), (31, 31)))

        assert all(pile.id.isalnum() for pile in read_back(log).start.piles())


ANYWHERE = st.tuples(st.sampled_from([10, 50, 70, 200]), st.sampled_from([10, 200]))
DEEDS = st.one_of(
    st.tuples(st.just("move"), st.sampled_from(["a", "b", "c", "d", "k1", "k3"]), ANYWHERE),
    st.tuples(st.just("pile"), st.sampled_from(["s1", "s2"]), ANYWHERE),
    st.tuples(st.just("set"), st.sampled_from(["a", "k2"]), st.integers(1, 3)),
    st.tuples(st.just("score"), st.just(""), st.integers(1, 3)),
    st.tuples(st.just("roll"), st.just(""), st.integers(1, 6)),
    st.tuples(st.just("remove"), st.sampled_from(["a", "k2"]), st.just(0)),
    st.tuples(st.just("undo"), st.just(""), st.just(0)),
)


def deed(log: LogWriter, verb: str, who: str, what: Any) -> None:
    """Do one thing, as far as it can be done now."""
    thing = log.position.things.find(who)
    if verb == "move" and thing:
        log.move(who, BOARD, *what)
    elif verb == "pile" and isinstance(thing, Pile) and thing.members and not thing.removed:
        log.move_pile(who, BOARD, *what)
    elif verb == "set" and thing:
        log.set(who, "Steps_Level", what)
    elif verb == "score":
        log.set_global("Score", str(what))
    elif verb == "roll":
        log.roll("2d6", (what, what), "a roll")
    elif verb == "remove" and thing:
        log.remove(who)


@given(st.lists(DEEDS, max_size=25))
def test_whatever_is_played_and_taken_back_reads_as_it_was_played(deeds: list[tuple[str, str, Any]]) -> None:
    log, still, taken = writer(), [], {}
    for verb, who, what in deeds:
        before = len(log)
        if verb == "undo" and still:
            log.undo()
            taken[still.pop()] = len(log)
        elif verb != "undo":
            deed(log, verb, who, what)
            still += [len(log)] * (len(log) - before)

    assert dict(read_back(log).taken_back) == taken
