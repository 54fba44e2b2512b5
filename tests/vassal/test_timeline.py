"""Logs as steps: what each changed, said and rolled, and which undo took back which step."""

from tests.vassal import games
from tests.vassal.games import change, move, stack, step, timeline
from vassal import commands
from vassal.changes import Added, Altered, At, Moved, Noted, Removed, Reordered, Seated, Set, Sight, Turned
from vassal.chat import Kind
from vassal.timeline import Flaw, Roll, Timeline

HERE, THERE = At("Board", 10, 10), At("Board", 50, 10)


def chat(text: str) -> commands.Command:
    return commands.make("chat", text=text)


def undone(*of: commands.Command) -> commands.Command:
    return step(commands.make("undo", running=True), *of, commands.make("undo", running=False))


def score(old: str, new: str) -> commands.Command:
    return commands.make("set_property", name="Score", old=old, new=new, container="Module")


def rolled(old: str, new: str, total: str) -> list[commands.Command]:
    values = (("2d6_result", old, new), ("2d6_total", "0", total), ("2d6_keep", "0", "2"), ("2d6_summary", "", "odd"))
    return [commands.make("set_property", name=name, old=was, new=now, container="Module") for name, was, now in values]


class TestChanges:
    def test_a_move_names_both_places_and_what_it_was_put_on(self) -> None:
        log = timeline(move("c", (50, 10), (10, 10, "b")))

        assert log.steps[0].changes == (Moved("c", THERE, HERE, "b", "p1"),)

    def test_a_stack_moves_all_its_pieces(self) -> None:
        log = timeline(move("s1", (10, 10), (50, 10, "c")))

        assert log.steps[0].changes == (Moved("a", HERE, THERE, "c", "p1"), Moved("b", HERE, THERE, "c", "p1"))

    def test_a_deck_is_named_where_a_card_is_drawn(self) -> None:
        log = timeline([move("k3", (200, 200, "k2"), (10, 10)), stack("s5", 10, 10, "k3")])

        assert log.steps[0].changes == (Moved("k3", At("Board", 200, 200, "Cup"), HERE, "", "p1"),)

    def test_an_altered_trait_is_told_by_its_properties(self) -> None:
        log = timeline(change(games.position(), "a", level=2, moved=True))

        assert log.steps[0].changes == (
            Altered("a", 0, "layer", "Steps_Level", "1", "2"),
            Altered("a", 0, "layer", "Steps_Name", "", " (2)"),
            Altered("a", 2, "moved", "Moved", "false", "true"),
        )

    def test_coming_and_going(self) -> None:
        log = timeline(games.unit("e", 10, 10), commands.make("remove", id="e"))

        assert [each.changes for each in log] == [(Added("e", HERE),), (Removed("e", HERE),)]

    def test_a_shuffle(self) -> None:
        old, new = "Board;200;200;true;k1,k2,k3", "Board;200;200;true;k3,k1,k2"
        log = timeline(commands.make("change", id="t", state=new, old_state=old))

        assert log.steps[0].changes == (Reordered("t", "Cup", ("k1", "k2", "k3"), ("k3", "k1", "k2"), face_down=True),)

    def test_properties_the_turn_players_and_lines_of_sight(self) -> None:
        log = timeline(
            score("3", "4"),
            commands.make("turn", tracker="TurnTracker0", state="0|2"),
            commands.make("player", id=games.BOB, name="Bob", side="Blue"),
            commands.make("player_leaves", id=games.ANN),
            commands.make("line_of_sight", id="LOS", x=1, y=2, to_x=3, to_y=4),
            commands.make("notes", text="late|night"),
        )

        assert [each.changes for each in log] == [
            (Set("Module", "Score", "3", "4"),),
            (Turned("TurnTracker0", "0|1", "0|2"),),
            (Seated("p2", "Bob", "Blue"),),
            (Seated("p1", "Ann", ""),),
            (Sight("LOS", 1, 2, 3, 4),),
            (Noted("notes"),),
        ]
        assert log.end.table.notes == "late\nnight"


class TestSaidAndRolled:
    def test_lines_with_their_speakers(self) -> None:
        log = timeline(chat("&lt;Ann&gt; - hello"), [chat("* Alpha moves"), move("c", (50, 10), (10, 10, "b"))])

        assert [[(line.kind, line.speaker, line.sentence) for line in each.said] for each in log] == [
            [(Kind.TYPED, "Ann", "hello")],
            [(Kind.REPORT, "", "* Alpha moves")],
        ]

    def test_dice(self) -> None:
        log = timeline([chat("* 2d6 = 3,4"), *rolled("1", "3,4", "7")])

        assert log.steps[0].rolls == (Roll("2d6", "3,4", "1", "7", "odd"),)

    def test_special_dice_and_two_rolls_in_one_step(self) -> None:
        window = commands.make("dice_window", name="Battle", faces=(1, 0))
        battle = commands.make("set_property", name="Battle_result", old="", new="1", container="Module")
        log = timeline([window, battle, *rolled("1", "2,2", "4")])

        assert log.steps[0].rolls == (Roll("Battle", "1", faces=(1, 0)), Roll("2d6", "2,2", "1", "4", "odd"))

    def test_an_undo_rolls_nothing(self) -> None:
        log = timeline(rolled("1", "3,4", "7"), undone(*rolled("3,4", "1", "0")[::-1]))

        assert [len(each.rolls) for each in log] == [1, 0]


class TestUndo:
    def test_an_undo_names_the_step_that_it_takes_back(self) -> None:
        log = timeline(
            [move("c", (50, 10), (10, 10, "b")), chat("* Charlie moves")],
            chat("&lt;Ann&gt; - oh"),
            undone(chat("* UNDO: &lt;Ann&gt; - oh")),
            undone(chat("* UNDO: * Charlie moves"), move("c", (10, 10, "b"), (50, 10))),
        )

        assert dict(log.taken_back) == {2: 3, 1: 4}
        assert [each.number for each in log.net] == []
        assert [each.is_undo for each in log] == [False, False, True, True]
        assert (log.end.piece("c").x, log.steps[0].after.piece("c").x) == (50, 10)

    def test_a_step_that_was_taken_back_is_not_taken_back_again(self) -> None:
        log = timeline(score("3", "4"), score("4", "5"), undone(score("5", "4")), undone(score("4", "3")))

        assert dict(log.taken_back) == {2: 3, 1: 4}

    def test_an_undo_of_an_earlier_step_is_found(self) -> None:
        log = timeline(score("3", "4"), chat("* something that has no undo"), undone(score("4", "3")))

        assert dict(log.taken_back) == {1: 3}
        assert [each.number for each in log.net] == [2]

    def test_an_undo_of_nothing_is_a_flaw(self) -> None:
        log = timeline(chat("* hello"), undone(score("3", "2")))

        assert log.steps[1].flaws == (Flaw.UNPAIRED,)
        assert log.steps[1].takes_back is None

    def test_an_undo_that_reverses_the_last_step_only_in_part_still_means_it(self) -> None:
        log = timeline([score("3", "4"), chat("* four")], undone(score("4", "3")))

        assert dict(log.taken_back) == {1: 2}


class TestFlaws:
    def test_a_typed_line_with_a_command_behind_it(self) -> None:
        log = timeline([chat("&lt;Ann&gt; - hi"), score("3", "9")])

        assert log.steps[0].flaws == (Flaw.SMUGGLED,)
        assert log.end.property("Score") == "9"

    def test_a_command_without_the_mark_of_the_log_drops_the_step(self) -> None:
        text = commands.encode_all(games.start()) + "\x1bLOG\tCHAT* a\\\x1bCHAT* b\x1bLOG\tCHAT* c"
        parsed = commands.parse(text)
        log = Timeline([each for each in parsed if not each.logged], [each for each in parsed if each.logged])

        assert [each.click for each in log] == [None, 1]
        assert log.steps[0].flaws == (Flaw.UNMARKED,)
        assert log.steps[0].after is log.steps[0].before

    def test_steps_of_nothing_that_the_engine_reads_are_dropped(self) -> None:
        log = Timeline(games.start(), commands.parse("LOG\tnull\\\x1bLOG\tnull\x1bLOG\todd\x1bLOG\tCHAT* a"))

        assert [each.click for each in log] == [None, None, 1]
        assert [each.flaws for each in log] == [(), (Flaw.UNKNOWN,), ()]


def test_every_moment_of_a_log_can_be_asked_for() -> None:
    log = timeline(score("3", "4"), score("4", "5"))

    assert [log.position(number).property("Score") for number in range(3)] == ["3", "4", "5"]
    assert log.end.property("Score") == "5"
    assert len(log) == 2
    assert log.steps[0].before is log.start


def test_a_save_is_a_timeline_without_steps() -> None:
    log = Timeline(games.start())

    assert log.steps == ()
    assert log.end is log.start
