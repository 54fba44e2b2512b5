"""Judging in a game of three rules: a stone is laid on a free place, the die says whether it stays."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from rules.engine.actions import Action, matches, subject
from rules.engine.allowed import allow
from rules.engine.dice import Roll, representatives, throw, ways
from rules.engine.messages import Catalogue
from rules.engine.obligations import Due
from rules.engine.position import Position, fingerprint
from rules.engine.referee import Effects, Referee, spell
from rules.engine.rulebook import Entry, LedgerError, Rulebook
from rules.engine.ruling import Illegal, Notice, Undecided, broken, noted, unknown, verdict_of
from rules.engine.sequence import Sequence, State
from rules.engine.switches import Dispute, SwitchError, Switches
from tests.rules.shared.play import Player, perft


class Lay(Action, frozen=True):
    place: str


class Lift(Action, frozen=True):
    follows = True
    place: str


class Knock(Action, frozen=True):
    place: str


class Close(Action, frozen=True):
    pass


class Open(Action, frozen=True):
    pass


class Board(Position, frozen=True, kw_only=True):
    stones: tuple[str, ...] = ()


class Case:
    def __init__(self, before: Board, action: Action) -> None:
        self.before, self.action, self.forbidden = before, action, False


def entry(name: str, verdict: str = "illegal") -> Entry:
    return msgspec.convert(
        {"id": name, "section": name[2:], "title": name, "rule": name, "phase": "always", "kind": "definition",
         "verdict": verdict, "evidence": "board"}, Entry
    )  # fmt: skip


def referee(switches: Switches | None = None) -> Referee[Board]:
    book = Rulebook([entry("R-1"), entry("R-1.1"), entry("R-2", "outcome"), entry("R-3"), entry("R-4", "info")])
    effects = Effects()
    options = switches or Switches([Dispute("A-1", ("strict", "soft"), "strict")])

    @book.rule("R-1.1", on=Lay)
    def free(case: Case):
        return broken("taken", place=case.action.place) if case.action.place in case.before.stones else None

    @book.rule("R-1", on=Lay)
    def named(case: Case):
        if len(case.before.stones) > 2:
            yield broken("full")
        if case.action.place == "?":
            yield unknown("the place")
        if case.action.place == "edge":
            yield options.among("A-1", {"strict": broken("edge"), "soft": None})

    @book.outcome("R-2")
    @effects.on(Lay)
    def lay(case: Case):
        due = Due("R-2", (Roll(purpose="STAY", who=case.action.place),))
        return case.before.but(stones=(*case.before.stones, case.action.place)).owing(due)

    @effects.on(Roll)
    def stay(case: Case):
        if case.action.total > 3:
            return case.before
        return case.before.owing(Due("R-2", (Lift(place=case.action.who),)))

    @effects.on(Lift)
    def lift(case: Case):
        return case.before.but(stones=tuple(s for s in case.before.stones if s != case.action.place))

    @effects.on(Knock)
    def knock(case: Case):
        return case.before.but(stack=(*case.before.stack, "KNOCK"))

    sequence = Sequence([
        State("PLAY", "both", (Lay, Knock), "R-1", ended_by=(Close,)),
        State("KNOCK", "both", (Knock,), "R-3", lapses=True, wrong={Open: "R-1.1"}),
        State("OTHER", "both", (), "R-3"),
    ])  # fmt: skip
    return Referee(book, sequence, effects, case=Case, undue=undue, side=side)


def side(_: Board, name: str) -> str:
    return {"a": "red", "b": "blue"}.get(name, "")


def undue(case: Case) -> Illegal:
    return Illegal("due.without-cause", {"done": spell(case.action)}, "R-2")


START = Board(stack=("PLAY",))


def test_a_legal_action_is_legal():
    assert referee().judge(START, Lay(place="a")).verdict == "legal"


def test_all_broken_rules_are_said_the_most_specific_first():
    board = Board(stack=("PLAY",), stones=("a", "b", "c"))

    assert referee().judge(board, Lay(place="a")).rules == ("R-1.1", "R-1")


def test_what_is_due_at_once_comes_before_anything_else():
    play = referee()
    board = play.play(START, Lay(place="a"))

    ruling = play.judge(board, Lay(place="b"))

    assert ruling.rules == ("R-2",)
    assert ruling.findings[0].facts["expected"] == "roll STAY a"
    assert ruling.findings[0].owner == "red"
    assert play.judge(board, Roll(purpose="STAY", who="a", dice=(5,))).legal


def test_what_was_not_done_is_said_once_and_does_not_drown_the_rest():
    play = referee()
    board = play.play(play.play(START, Lay(place="a")), Lay(place="b"))

    assert play.judge(board, Roll(purpose="STAY", who="b", dice=(6,))).legal


def test_a_board_change_without_a_cause_breaks_the_rule_that_would_have_asked_for_it():
    ruling = referee().judge(Board(stack=("PLAY",), stones=("a",)), Lift(place="a"))

    assert ruling.findings == (Illegal("due.without-cause", {"done": "lift a"}, "R-2"),)


def test_a_wrong_change_of_the_same_piece_names_what_was_due():
    play = referee()
    board = play.play(play.play(START, Lay(place="a")), Roll(purpose="STAY", who="a", dice=(1,)))

    assert play.judge(board, Lift(place="a")).legal
    assert set(play.judge(board, Lift(place="b")).rules) == {"R-2"}


def test_an_action_without_a_place_breaks_the_rule_of_its_state():
    assert referee().judge(Board(stack=("OTHER",)), Knock(place="a")).findings[0].why == "sequence.not-now"


def test_a_state_that_lapses_gives_way_to_what_the_state_below_allows():
    play = referee()
    knocked = play.play(START, Knock(place="a"))

    assert knocked.state == "KNOCK"
    assert play.judge(knocked, Knock(place="b")).legal
    assert play.play(knocked, Lay(place="a")).stack == ("PLAY",)
    assert play.judge(knocked, Open()).rules == ("R-1.1",)
    assert play.judge(START, Open()).rules == ("R-1",)


def test_what_is_due_until_a_state_ends_may_wait_until_then():
    board = START.owing(Due("R-2", (Lift(place="a"),), until="PLAY"))
    play = referee()

    assert play.judge(board, Lay(place="b")).legal
    assert play.judge(board, Close()).rules == ("R-2",)
    assert play.judge(play.play(board, Lift(place="a")), Close()).legal


def test_what_the_log_does_not_show_is_undecided():
    finding = referee().judge(START, Lay(place="?")).findings[0]

    assert finding == Undecided("not-shown", {}, "R-1", "the place")


@pytest.mark.parametrize(("reading", "verdict"), [(None, "undecided"), ("strict", "illegal"), ("soft", "legal")])
def test_a_disputed_rule_is_undecided_until_it_is_settled(reading, verdict):
    switches = Switches([Dispute("A-1", ("strict", "soft"), "strict")])
    if reading:
        switches = switches.settle_all([f"A-1={reading}"])

    ruling = referee(switches).judge(START, Lay(place="edge"))

    assert ruling.verdict == verdict
    if reading is None:
        assert ruling.findings[0].ruling == "A-1"
        assert ruling.findings[0].readings == {"strict": "illegal", "soft": "legal"}


@pytest.mark.parametrize("assignment", ["A-2=strict", "A-1=wild", "A-1"])
def test_a_switch_that_does_not_exist_is_refused(assignment):
    with pytest.raises(SwitchError):
        Switches([Dispute("A-1", ("strict", "soft"), "strict")]).settle_all([assignment])


def test_readings_that_agree_need_no_switch():
    switches = Switches([Dispute("A-1", ("strict", "soft"), "strict")])

    assert switches.among("A-1", {"strict": broken("x"), "soft": broken("y")}) == broken("x")
    assert switches.among("A-1", {"strict": None, "soft": noted("n")}) == Notice("n")
    assert switches.taken("A-1") == "strict"


@pytest.mark.parametrize(
    ("answer", "while_open", "by_ours", "by_another"),
    [
        (Switches.doubtful, "undecided", "illegal", "legal"),
        (Switches.disputed, "undecided", "legal", "illegal"),
        (Switches.tolerated, "legal", "legal", "illegal"),
    ],
)
def test_an_answer_follows_what_the_players_settled(answer, while_open, by_ours, by_another):
    switches = Switches([Dispute("A-1", ("strict", "soft"), "strict")])
    settled = [switches, switches.settle("A-1", "strict"), switches.settle("A-1", "soft")]

    found = [answer(each, "A-1", broken("x")) for each in settled]
    assert [verdict_of(each) for each in found] == [while_open, by_ours, by_another]
    assert [each.settled for each in found if isinstance(each, Illegal)] == [
        {"A-1": "strict" if by_ours == "illegal" else "soft"}
    ]


def test_what_no_reading_permits_rests_on_none():
    switches = Switches([Dispute("A-1", ("strict", "soft"), "strict")]).settle("A-1", "strict")

    assert switches.among("A-1", {"strict": broken("x"), "soft": broken("y")}) == broken("x")
    assert Switches([Dispute("A-1", ("only",), "only")], {"A-1": "only"}).doubtful("A-1", broken("x")) == broken("x")


def test_what_is_opened_again_is_as_open_as_before():
    switches = Switches([Dispute("A-1", ("strict", "soft"), "strict"), Dispute("A-2", ("one",), "one")])
    settled = switches.settle_all(["A-1=soft", "A-2=one"])

    assert settled.chosen == {"A-1": "soft"}
    assert settled.reopened(["A-1"]).settled == {"A-2": "one"}


@pytest.mark.parametrize(
    ("answer", "ours", "other"),
    [(Switches.doubtful, "illegal", "legal"), (Switches.disputed, "legal", "illegal")],
)
def test_an_open_question_names_itself_and_what_each_reading_says(answer, ours, other):
    found = answer(Switches([Dispute("A-1", ("strict", "soft"), "strict")]), "A-1", broken("x"))

    assert (found.ruling, dict(found.readings)) == ("A-1", {"strict": ours, "soft": other})


@pytest.mark.parametrize("answer", [Switches.doubtful, Switches.disputed])
def test_a_question_that_nobody_declared_stays_open(answer):
    assert isinstance(answer(Switches(), "A-1", broken("x")), Undecided)


def test_a_number_that_readings_give_counts_while_they_are_open_and_alone_once_they_are_settled():
    switches = Switches([Dispute("A-1", ("strict", "soft"), "strict"), Dispute("A-2", ("one", "two"), "one")])

    def verdicts(known):
        allowed = allow(known, 3, also=[(4, "A-1")], doubtful=[(5, "A-2")])
        return [verdict_of(allowed.judge(known, each, broken("x"))) for each in (None, 3, 4, 5, 6)]

    assert verdicts(switches) == ["legal", "legal", "legal", "undecided", "illegal"]
    assert verdicts(switches.settle_all(["A-1=soft", "A-2=one"])) == ["legal", "illegal", "legal", "illegal", "illegal"]
    assert verdicts(switches.settle("A-2", "two")) == ["legal", "illegal", "legal", "legal", "illegal"]


def test_a_check_for_a_rule_that_is_not_in_the_ledger_is_refused():
    with pytest.raises(LedgerError, match="R-9 is not in the ledger"):
        referee().book.rule("R-9", on=Lay)(lambda case: None)


def test_the_rulebook_tells_what_is_enforced_where_and_what_is_open():
    book = referee().book

    place = book.enforced_by("R-1.1")[0]
    assert (Path(place.file).name, place.name) == ("test_kernel.py", "free")
    assert [each.id for each in book.open_entries()] == ["R-3"]


def test_equal_positions_have_equal_fingerprints_that_do_not_change_from_run_to_run():
    one = Board(stack=("PLAY",), stones=("a",)).owing(Due("R-2", (Roll(purpose="STAY", who="a"),)))
    two = Board(stack=("PLAY",), stones=("a",), due=(Due("R-2", (Roll(purpose="STAY", who="a"),)),))

    assert one == two
    assert fingerprint(one) == fingerprint(two) == "10c63c46b7a055bf"
    assert fingerprint(one) != fingerprint(START)


def test_a_template_asks_only_for_what_it_names():
    roll = Roll(purpose="STAY", who="a", dice=(3, 4), by="red")

    assert matches(Roll(purpose="STAY", who="a"), roll)
    assert not matches(Roll(purpose="STAY", who="b"), roll)
    assert not matches(Lift(place="a"), roll)
    assert subject(Lay(place="a")) == "a"
    assert spell(roll) == "roll STAY a 3 4"


def test_dice():
    assert Roll(purpose="X", dice=(3, 4)).total == 7
    assert [sum(dice) for dice in representatives(2)] == list(range(2, 13))
    assert ways(2)[7] == 6
    assert sum(ways(2).values()) == 36
    assert throw(2, Random(1)) == throw(2, Random(1))


def legal(board: Board):
    due = board.due[0].options[0] if board.due else None
    if isinstance(due, Roll):
        return [Roll(purpose="STAY", who=due.who, dice=(value,)) for value in (1, 6)]
    if due:
        return [due]
    return [Lay(place=place) for place in "abc" if place not in board.stones]


class Dabbler(Player[Board]):
    """Tries what is taken already first, then anything legal."""

    def __init__(self, seed: int) -> None:
        super().__init__(referee())
        self.rng = Random(seed)

    def tries(self, position: Board):
        taken = [Lay(place=place) for place in position.stones]
        return [*taken, *self.rng.sample(legal(position), len(legal(position)))]

    def candidates(self, position: Board):
        return legal(position)


def test_a_random_game_is_legal_from_end_to_end_and_the_same_for_the_same_seed():
    games = [list(Dabbler(5).play(START, limit=100)) for _ in range(2)]

    assert games[0] == games[1]
    assert 3 < len(games[0]) <= 100
    assert all(referee().judge(turn.before, turn.action).legal for turn in games[0])


def test_a_random_game_ends_with_a_verb_after_which_there_is_nothing():
    player = Dabbler(5)
    player.last = (Lift,)

    actions = [turn.action for turn in player.play(START, limit=100)]

    assert [isinstance(action, Lift) for action in actions].index(True) == len(actions) - 1


def test_perft_counts_sequences_of_legal_actions():
    play = referee()

    assert [perft(play, legal, START, depth) for depth in range(4)] == [1, 3, 6, 9]


def test_messages_are_filled_with_facts_and_keep_the_names_of_missing_ones(tmp_path):
    (tmp_path / "one.yaml").write_text('taken: {en: "{place} is taken by {who}", de: "{place} ist besetzt"}\n')
    catalogue = Catalogue.load(tmp_path / "one.yaml")
    finding = broken("taken", place=("a", "b"))

    assert catalogue.text(finding) == "a, b is taken by {who}"
    assert catalogue.text(finding, "de") == "a, b ist besetzt"
    assert catalogue.places("taken") == {"place", "who"}


def test_ways_of_doing_one_thing_stand_in_one_line_and_several_things_side_by_side():
    either = Due("R-2", (Lift(place="a"), Roll(purpose="STAY", who="a")))
    board = owing(either, Due("R-2", (Lift(place="aa"),)), Due("R-2", (Lift(place="b"),)))
    findings = referee().judge(board, Lay(place="c")).findings

    assert [(each.owner, each.facts["expected"]) for each in findings] == [
        ("red", "lift a / roll STAY a"),
        ("", "lift aa"),
        ("blue", "lift b"),
    ]
    both = owing(either, Due("R-2", (Roll(purpose="LEAP", who="a"),)))
    assert referee().judge(both, Lay(place="c")).findings[0].facts["expected"] == (
        "lift a / roll STAY a",
        "roll LEAP a",
    )


def test_the_last_of_several_facts_comes_after_the_word_of_the_message(tmp_path):
    (tmp_path / "one.yaml").write_text('right: {en: "{value: or } it is", de: "{value: oder } ist es"}\n')
    catalogue = Catalogue.load(tmp_path / "one.yaml")

    assert catalogue.text(broken("right", value=("1", "2", "3"))) == "1, 2 or 3 it is"
    assert catalogue.text(broken("right", value=("1", "2")), "de") == "1 oder 2 ist es"
    assert catalogue.text(broken("right", value=4)) == "4 it is"
    assert catalogue.text(broken("right")) == "{value} it is"


# --------------------------------------------------------------------------------------- permissions, other readings
SWITCHES = Switches([Dispute("A-1", ("strict", "soft"), "strict")])
LIFTING = Due("R-2", (Lift(place="a"),))


def owing(*dues: Due) -> Board:
    return START.owing(*dues)


def test_a_permission_lapses_unsaid_and_may_be_used():
    permitted = owing(Due("R-2", (Lift(place="a"),), must=False))

    assert referee().judge(permitted, Lift(place="a")).legal
    after, ruling = referee().step(permitted, Lay(place="b"))
    assert ruling.legal
    assert LIFTING not in after.due
    assert not referee().judge(START, Lift(place="a")).legal


@pytest.mark.parametrize(("reading", "verdict"), [(None, "undecided"), ("strict", "illegal"), ("soft", "legal")])
def test_what_is_due_by_one_reading_only_is_undecided_when_missed(reading, verdict):
    switches = SWITCHES.settle("A-1", reading) if reading else SWITCHES
    position = owing(*switches.as_we_read("A-1", LIFTING))

    missed = referee(switches).judge(position, Lay(place="b"))
    assert missed.verdict == verdict
    assert [each.settled for each in missed.findings if isinstance(each, Illegal)] == [{"A-1": "strict"}] * (
        verdict == "illegal"
    )
    if reading == "soft":
        (done,) = referee(switches).judge(position, Lift(place="a")).findings
        assert done.settled == {"A-1": "soft"}


def test_what_is_missed_by_every_reading_rests_on_none():
    switches = SWITCHES.settle("A-1", "strict")
    position = owing(*switches.as_we_read("A-1", LIFTING, Lift(place="z")))

    (missed,) = referee(switches).judge(position, Lay(place="b")).findings
    done = referee(switches).judge(position, Lift(place="z")).findings
    assert missed.settled == {}
    assert [each.settled for each in done] == [{"A-1": "strict"}] * 2


@pytest.mark.parametrize(("reading", "verdict"), [(None, "undecided"), ("strict", "illegal"), ("soft", "legal")])
def test_what_another_reading_wants_instead_is_undecided_when_done(reading, verdict):
    switches = SWITCHES.settle("A-1", reading) if reading else SWITCHES
    position = owing(*switches.as_we_read("A-1", LIFTING, Roll(purpose="STAY", who="a")))
    ruling = referee(switches).judge(position, Roll(purpose="STAY", who="a", dice=(3,)))

    assert ruling.verdict == verdict
    if reading is None:
        assert ruling.findings[0].readings == {"strict": "illegal", "soft": "legal"}


@pytest.mark.parametrize(("reading", "done", "missed"), [
    (None, "undecided", "legal"), ("strict", "illegal", "legal"), ("soft", "legal", "illegal"),
])  # fmt: skip
def test_what_only_the_other_reading_wants_may_be_left_undone(reading, done, missed):
    switches = SWITCHES.settle("A-1", reading) if reading else SWITCHES
    position = owing(*switches.as_others_read("A-1", LIFTING))

    said = [referee(switches).judge(position, action) for action in (Lift(place="a"), Lay(place="b"))]
    assert [each.verdict for each in said] == [done, missed]
    rests = [finding.settled for each in said for finding in each.findings if isinstance(finding, Illegal)]
    assert rests == [{"A-1": reading}] * [done, missed].count("illegal")


def test_what_is_in_order_as_we_read_it_is_left_alone():
    found = {"strict": None, "soft": broken("x")}

    assert SWITCHES.among("A-1", found) is None
    assert SWITCHES.settle("A-1", "soft").among("A-1", found) == broken("x").resting({"A-1": "soft"})
