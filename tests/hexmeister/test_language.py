import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from hexmeister.language import CATALOGUES, LANGUAGES, wanted
from tools.messages import ROOT, brought_up_to_date, ours, untranslated

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
    for name in ("hexmeister", "tools"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    catalogue = copy / GERMAN.relative_to(ROOT)
    subprocess.run([sys.executable, "-m", "tools.messages"], cwd=copy, check=True)
    assert catalogue.read_text() == GERMAN.read_text()
