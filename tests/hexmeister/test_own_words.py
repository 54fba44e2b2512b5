"""What goes wrong is told in the words of whoever reads it: where, what, and in the chosen language."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from builder.lint import chosen as chosen_rules
from builder.lint.rule import Rule
from builder.module import Options, making_of
from builder.module.documents import RULES
from builder.module.help import pages
from hexmeister import language
from hexmeister.errors import lines
from hexmeister.shown.ask import by_reason
from hexmeister.shown.season import in_words, recorded
from hexmeister.told import told
from rules.audit.games import doors, games
from rules.audit.season.views import COLUMNS, View
from rules.engine.asking import Target
from rules.engine.rulebook import translated
from rules.engine.ruling import Illegal
from tests.builder.lint.test_lint import BROKEN
from tests.builder.small import small_game
from tests.played import Played, first_of_each, played

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

LOGS = first_of_each(played())
EACH_LOG = pytest.mark.parametrize("log", LOGS, ids=str)


@EACH_LOG
def test_a_file_that_cannot_be_read_stops_no_other_and_is_named_with_its_folder(
    call: "Call", tmp_path: Path, log: Played
) -> None:
    shutil.copy(log.path, tmp_path / "game.vlog")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "cut.vlog").write_bytes(log.path.read_bytes()[:5000])
    alone, both = call("check", tmp_path / "game.vlog"), call("check", tmp_path)
    assert (both.code, both.out) == (2, alone.out)
    assert f"{tmp_path / 'below' / 'cut.vlog'}: no zip file" in both.err
    none = call("check", tmp_path / "below" / "cut.vlog", tmp_path / "nothing.vlog")
    assert (none.code, none.out, len(none.err.splitlines())) == (2, "", 2)
    assert str(tmp_path / "nothing.vlog") in none.err


@EACH_LOG
def test_a_log_that_is_cut_is_still_called_a_log(call: "Call", tmp_path: Path, log: Played) -> None:
    cut = tmp_path / "cut.vlog"
    cut.write_bytes(log.path.read_bytes()[:5000])
    answer = call("show", cut)
    assert answer.out.startswith("Log of")
    assert "VASSAL None" not in answer.out


@EACH_LOG
def test_a_log_is_no_module_and_no_damaged_one(call: "Call", log: Played) -> None:
    answer = call("lint", log.path)
    assert (answer.code, "this is a saved game or a log; a module was expected" in answer.err) == (2, True)
    assert "damaged" not in answer.err
    assert "cut" not in answer.err


def test_what_is_nothing_of_vassals_is_said_to_be_none(call: "Call", tmp_path: Path) -> None:
    (tmp_path / "noise.vlog").write_bytes(bytes(range(256)) * 8)
    assert "no module, no saved game and no log" in call("show", tmp_path / "noise.vlog").err


@EACH_LOG
def test_a_line_that_settles_nothing_is_named_by_its_number(call: "Call", tmp_path: Path, log: Played) -> None:
    rulings = tmp_path / "house.txt"
    for wrong in ("foo", "AMB-1 =", "= strict"):
        rulings.write_text(f"# ours\n\n{wrong}\n", encoding="utf-8")
        answer = call("check", log.path, "--rulings", rulings)
        assert (answer.code, f"{rulings}, line 3: a ruling is settled as RULING=READING" in answer.err) == (2, True)


@EACH_LOG
def test_values_of_another_game_are_called_so(call: "Call", tmp_path: Path, log: Played) -> None:
    theirs = next(game for game in games().values() if game.id != log.game)
    unit = _unit_of(theirs.id)
    (tmp_path / "units.yaml").write_text(f"source: {{origin: rulebook}}\nunits: {{{unit}: {{short: X}}}}\n", "utf-8")
    answer = call("check", log.path, "--overlay", tmp_path)
    title, ours = (next(iter(games()[name].titles)) for name in (theirs.id, log.game))
    assert answer.code == 2
    assert f"{tmp_path}: the overlay holds values of {title}, the game is {ours}" in answer.err


def _unit_of(game: str) -> str:
    import assets

    return next(iter(assets.load(game).units))


def test_a_chat_without_records_is_of_no_game(call: "Call", tmp_path: Path) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text("Well played.\nThank you.\n", encoding="utf-8")
    answer = call("check", chat)
    assert (answer.code, answer.out) == (2, "")
    assert "there is no record of a game in it" in answer.err


@pytest.mark.parametrize(
    ("spoken", "said"), [("en", "'x' is not a valid whole number."), ("de", "'x' ist nicht gültig (ganze Zahl)")]
)
@EACH_LOG
def test_what_is_no_number_is_told_in_words(call: "Call", log: Played, spoken: str, said: str) -> None:
    answer = call("ask", log.path, "--step", "x", "--lang", spoken)
    assert answer.code == 2
    assert "integer range" not in answer.err
    assert said in answer.err


def test_a_picture_that_is_none_is_told_without_the_words_of_a_library(call: "Call", tmp_path: Path) -> None:
    game = small_game(tmp_path / "skirmish")
    broken = game / "art" / "units" / f"{_first_unit(game)}.png"
    broken.parent.mkdir(parents=True)
    for content in (b"no picture", b"\x89PNG\r\n\x1a\n" + bytes(50)):
        broken.write_bytes(content)
        answer = call("build", game, "-o", tmp_path, "--lang", "de")
        assert (answer.code, "cannot identify" in answer.err) == (2, False)
        assert f"{broken}: kein lesbares Bild; speichern Sie es neu als PNG, JPEG oder WebP" in answer.err


def _first_unit(game: Path) -> str:
    import assets

    return next(iter(assets.load(game).units))


def test_wrong_data_are_told_in_german_too(call: "Call", tmp_path: Path) -> None:
    game = small_game(tmp_path / "skirmish")
    units = game / "units.yaml"
    text = units.read_text(encoding="utf-8")
    units.write_text(text.replace("attack: 4", "attack: viele", 1), encoding="utf-8")
    assert "erwartet: eine ganze Zahl, gefunden: 'viele'" in call("build", game, "--lang", "de").err
    units.write_text(text.replace("attack: 4", "atack: 4", 1), encoding="utf-8")
    answer = call("build", game, "--lang", "de").err
    assert "gemeint ist vielleicht attack?" in answer
    assert "did you mean" not in answer


@pytest.mark.parametrize(
    ("sentence", "german"),
    [
        (
            "expected a whole number or a text, found nothing",
            "erwartet: eine ganze Zahl oder ein Text, gefunden: nichts",
        ),
        (
            "unknown field 'knid'; did you mean kind or id?",
            "unbekanntes Feld 'knid'; gemeint ist vielleicht kind oder id?",
        ),
        ("missing side, name; did you mean rifles?", "es fehlt: side, name; gemeint ist vielleicht rifles?"),
        (
            "no origin; add `source: {origin: rulebook}` at the head of units.yaml",
            "no origin; ergänzen Sie `source: {origin: rulebook}` am Anfang von units.yaml",
        ),
    ],
)
def test_a_sentence_within_a_sentence_is_translated_too(sentence: str, german: str) -> None:
    language.choose("de")
    assert told(sentence) == german
    language.choose("en")
    assert told(sentence) == sentence


def test_more_problems_than_are_shown_are_counted_in_german(tmp_path: Path) -> None:
    from assets import AssetsError
    from assets.errors import SHOWN, Place, Problem

    error = AssetsError(
        Problem(Place("units.yaml", line), "units", "a key must be a word") for line in range(1, SHOWN + 4)
    )
    language.choose("de")
    found = lines(error)
    language.choose("en")
    assert (found[0], found[-1], len(found)) == (
        "units.yaml:1:1: units: ein Schlüssel muss ein Wort sein",
        "… und 3 weitere",
        SHOWN + 1,
    )


def test_of_several_reasons_the_one_that_most_share_is_told() -> None:
    far, weak, unseen = (Illegal(why, {}, rule) for why, rule in (("far", "X-1"), ("weak", "X-2"), ("unseen", "X-3")))
    units = [
        Target("c", "0103", against=(weak,)),
        Target("a", "0101", against=(weak, far)),
        Target("b", "0102", against=(unseen, far)),
        Target("d", "0104", against=(far,)),
    ]
    told_of = [(why, [each.piece for each in alike]) for why, alike in by_reason(units)]
    assert told_of == [("far", ["a", "b", "d"]), ("weak", ["c"])]


def test_who_has_no_name_goes_by_his_side_in_the_chosen_language() -> None:
    import assets

    sides = [side for game in assets.games() for side in assets.load(game).sides.values()]
    side = next(each for each in sides if each.record != each.name.de)
    row = dict.fromkeys(COLUMNS["standings"], 0) | {"player": side.record, "rate": 1.5}
    (shown,) = in_words(View("standings", COLUMNS["standings"], (row,)), "de").rows
    assert shown["player"] == side.name.de
    assert recorded("player", side.name.de, "de") == side.record


def _in_german() -> list[str]:
    """The games whose ledgers are in German too."""
    return sorted(game for game, door in doors().items() if (door.folder / "ledger.de.yaml").is_file())


@pytest.mark.parametrize("game", _in_german())
def test_the_rules_of_a_game_are_read_in_german(call: "Call", game: str) -> None:
    book = games()[game].book
    listed = call("rules", game, "--lang", "de").out
    assert all(book.said(rule, "de").title in listed for rule in book.entries)
    rule = next(name for name, entry in book.entries.items() if entry.verdict == "illegal" and not entry.unclear)
    answer = call("rules", game, rule, "--lang", "de").out
    assert book.said(rule, "de").rule in answer
    assert book.entries[rule].rule not in answer
    assert "ein Verstoß ist regelwidrig" in answer


@pytest.mark.parametrize("game", _in_german())
def test_what_the_book_leaves_open_at_a_rule_is_asked_in_german(call: "Call", game: str) -> None:
    import assets

    rulings = assets.load(game).rulings
    book = games()[game].book
    unclear = [name for name, entry in book.entries.items() if entry.unclear]
    asked = [name for name in unclear if any(name in each.rules for each in rulings.values())]
    for name in [*unclear[:2], *asked[:2]]:
        answer = call("rules", game, name, "--lang", "de").out
        (line,) = (line for line in answer.splitlines() if line.startswith("Unklar: "))
        questions = [each.question.de for each in rulings.values() if each.question.de in line]
        assert ("(englisch)" in line) != bool(questions)
        assert bool(questions) or name not in asked


@EACH_LOG
def test_a_page_quotes_the_rule_in_its_language_or_says_that_it_is_english(
    call: "Call", log: Played, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    call("check", log.path, "--lang", "de", "--html", page)
    text = page.read_text(encoding="utf-8")
    assert ('<p lang="de"><b>' in text) == (log.game in _in_german())
    assert ("(englisch)" in text) == (log.game not in _in_german())


@pytest.mark.parametrize("game", _in_german())
def test_the_help_of_the_german_module_says_the_rules_in_german(game: str) -> None:
    import assets

    making = making_of(assets.load(game), Options(language="de", ledger=doors()[game].folder / "ledger.yaml"))
    said = next(iter(translated(doors()[game].folder / "ledger.yaml", "de").values()))
    assert said.title in pages(making)[RULES].decode()


@pytest.mark.parametrize("rule", chosen_rules([]), ids=lambda rule: rule.id)
def test_a_rule_of_the_linter_explains_itself_in_german(call: "Call", rule: Rule) -> None:
    answer = call("lint", "--explain", rule.id, "--lang", "de").out
    assert not [text for text in (rule.what, rule.why, rule.fix) if text in answer]
    assert [line.split(maxsplit=1)[0] for line in answer.splitlines()[1:]] == ["was", "warum", "Beispiel", "Abhilfe"]


def test_a_module_is_looked_at_in_german(call: "Call", tmp_path: Path) -> None:
    module = tmp_path / "broken.vmod"
    module.write_bytes(BROKEN)
    english, german = (call("lint", module, "--all", "--lang", name).out.splitlines() for name in ("en", "de"))
    same = {line.strip() for line in english} & {line.strip() for line in german}
    assert len(german) == len(english) >= 10
    assert not {line for line in same if line and not line.startswith("…")}, "each line is another in German"
