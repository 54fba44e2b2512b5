import gettext
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from hexmeister.language import CATALOGUES, LANGUAGES, choose, wanted
from hexmeister.told import told
from tools.messages import ROOT, brought_up_to_date, ours, sentences, untranslated

GERMAN = CATALOGUES / "de" / "LC_MESSAGES" / "hexmeister.po"


@pytest.mark.parametrize(
    ("arguments", "environ", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", "HEXMEISTER_LANG": "en"}, "en"),
        (["--lang", "de", "show"], {"HEXMEISTER_LANG": "en"}, "de"),
        (["show", "--lang=de"], {}, "de"),
        (["show", "--lang"], {"LANG": "de_DE"}, "de"),
        (["show", "--", "--lang=de"], {}, "en"),
    ],
)
def test_the_command_line_goes_before_the_environment_and_that_before_the_locale(
    arguments: list[str], environ: dict[str, str], language: str
) -> None:
    assert wanted(arguments, environ) == language


def test_every_text_that_the_program_shows_is_translated() -> None:
    with GERMAN.open("rb") as lines:
        catalogue = read_po(lines)
    known = {message.id for message in catalogue}
    missing = [message.id for message in ours() if message.id not in known]
    assert not missing, "run: make messages"
    assert not list(untranslated(catalogue))


def test_the_catalogue_holds_no_text_that_is_gone() -> None:
    with GERMAN.open("rb") as lines:
        catalogue = read_po(lines)
    wanted_texts = {message.id for message in brought_up_to_date(catalogue)}
    assert {message.id for message in catalogue} <= wanted_texts, "run: make messages"


def test_a_translation_has_the_places_of_its_text() -> None:
    with GERMAN.open("rb") as lines:
        catalogue = read_po(lines)
    broken = [(message.id, str(error)) for message, errors in catalogue.check() for error in errors]
    assert not broken


def test_a_language_without_a_catalogue_would_be_noticed() -> None:
    assert {path.parts[-3] for path in CATALOGUES.glob("*/LC_MESSAGES/*.po")} | {"en"} == set(LANGUAGES)


def test_the_tool_leaves_an_up_to_date_catalogue_alone(tmp_path: Path) -> None:
    copy = tmp_path / "project"
    for name in ("assets", "builder", "hexmeister", "rules", "tools", "vassal"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    catalogue = copy / GERMAN.relative_to(ROOT)
    subprocess.run([sys.executable, "-m", "tools.messages"], cwd=copy, check=True)
    assert catalogue.read_text() == GERMAN.read_text()


def test_every_sentence_of_the_readers_is_known_to_the_command_line() -> None:
    known = (CATALOGUES / "told.txt").read_text(encoding="utf-8").splitlines()
    assert known == sentences(), "run: make messages"


@pytest.mark.parametrize(
    ("sentence", "german"),
    [
        ("the entry is cut", "der Eintrag ist abgeschnitten"),
        ("more than 256 MB", "mehr als 256 MB"),
        ("more than 256 MB unpacked", "ausgepackt mehr als 256 MB"),
        ("the prototype 'Unit' stands in itself", "der Prototyp 'Unit' steht in sich selbst"),
        (
            "a unit has no value 'attak'; did you mean attack?",
            "einen Wert 'attak' gibt es bei unit nicht; gemeint ist vielleicht attack?",
        ),
        ("a sentence that nobody wrote", "a sentence that nobody wrote"),
    ],
)
def test_the_readers_are_understood_in_german(monkeypatch: pytest.MonkeyPatch, sentence: str, german: str) -> None:
    assert told(sentence) == sentence
    monkeypatch.setenv("LANGUAGE", "de")
    domain = gettext.textdomain()
    choose("de")
    try:
        assert told(sentence) == german
    finally:
        gettext.textdomain(domain)
