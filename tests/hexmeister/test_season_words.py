"""What a season tells people, where its database has names for programs."""

from hexmeister import language
from hexmeister.shown.season import in_words
from rules.audit.season.pages import Section
from rules.audit.season.views import COLUMNS, View

ROW = dict.fromkeys(COLUMNS["changed"], "") | {"run": 1, "side": "French"}


def changed(was: str, now: str, because: str) -> tuple[str, str, str]:
    """The cells of a verdict that changed, in German."""
    language.choose("de")
    rows = (ROW | {"was": was, "now": now, "because": because},)
    (row,) = in_words(View("changed", COLUMNS["changed"], rows), "de").rows
    language.choose("en")
    return row["was"], row["now"], row["because"]


def test_what_had_changed_is_told_in_words_and_without_digests() -> None:
    because = "rules_version: 1 > 2; rules_digest: 79b5e4407f8876aa > 23588951be2bdedb; AMB-08: - > strict; logs"
    told = "eine andere Regelfassung: 1 > 2; ein anderes Programm; AMB-08: - > strict; andere Logs"
    assert changed("illegal X-1", "undecided X-1", because) == (
        "regelwidrig X-1",
        "unentschieden X-1",
        told,
    )


def test_a_verdict_that_is_gone_is_told_as_gone() -> None:
    assert changed("illegal X-1", "", "logs") == ("regelwidrig X-1", "-", "andere Logs")


def test_what_is_empty_and_the_side_beside_its_player_take_no_room_on_a_page() -> None:
    row = {"side": "German", "player": "Bert", "ruling": "", "decision": None, "text": "a " * 40, "step": 0}
    section = Section("Findings", View("findings", tuple(row), (row, row)), {})
    assert section.columns == ("player", "text", "step")
    assert section.long == {"text"}
    assert Section("Findings", View("findings", ("side", "ruling"), ()), {}).columns == ("side", "ruling")
