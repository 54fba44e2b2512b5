"""Reports of the linter: which rules are asked, how they look for machines, and files of any kind."""

import io
import json
import random
import zipfile
from pathlib import Path

import pytest

from builder.lint import MOST, RULES, Severity, chosen, lint
from builder.lint.registry import SUBJECTS
from builder.lint.sarif import sarif
from tests.builder.lint.bench import module, packed, png, slot
from tests.builder.lint.cases_pieces import CASES
from vassal.buildfile import document
from vassal.buildxml import parse
from vassal.components import Component
from vassal.errors import VassalError

BROKEN = module(slots=[slot(image="tiger.png"), slot(gpid="3", image="INF.png")], files={"images/old.png": png()})


def ids(report):
    return [finding.rule.id for finding in report.findings]


def test_findings_come_in_the_order_of_the_rules():
    assert ids(lint(BROKEN)) == ["HM001", "HM002", "HM003"]


@pytest.mark.parametrize(
    ("select", "ignore", "found"),
    [
        (["HM002"], [], ["HM002"]),
        (["image-case", "unused-image"], [], ["HM002", "HM003"]),
        ([], ["HM00"], []),
        (["hm0"], ["HM003"], ["HM001", "HM002"]),
    ],
)
def test_rules_are_chosen_by_id_by_name_and_by_the_beginning_of_an_id(select, ignore, found):
    assert ids(lint(BROKEN, select, ignore)) == found


def test_a_rule_that_is_not_there_is_refused():
    with pytest.raises(VassalError, match="no rule 'HM999'"):
        chosen(["HM999"])


def test_ids_are_unique_and_in_order_within_each_subject():
    listed = [rule.id for _, rules in SUBJECTS for rule in rules]
    assert listed == sorted(set(listed)) == list(RULES)
    names = [rule.name for rule in RULES.values()]
    assert len(names) == len(set(names))


def test_severities_are_counted():
    report = lint(BROKEN)
    assert [report.count(each) for each in Severity] == [2, 0, 1]


def test_a_rule_that_is_broken_everywhere_stops_at_its_limit():
    many = [slot(gpid=str(number), image=f"lost{number}.png") for number in range(2, MOST + 50)]
    assert len(lint(module(slots=many, root={"nextPieceSlotId": "9999"}), ["HM001"]).findings) == MOST


def test_sarif_has_the_structure_that_readers_expect():
    log = json.loads(json.dumps(sarif(lint(BROKEN), "1.2.3")))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"]
    assert driver["semanticVersion"] == "1.2.3"
    assert [rule["id"] for rule in driver["rules"]] == list(RULES)
    for rule in driver["rules"]:
        assert rule.keys() == {"id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"}
        assert all(rule[part]["text"] for part in ("shortDescription", "fullDescription", "help"))
    assert len(run["results"]) == 3
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["logicalLocations"][0]["fullyQualifiedName"]
        assert "uri" in location["physicalLocation"]["artifactLocation"]


def test_a_file_name_becomes_a_uri(tmp_path):
    target = tmp_path / "my game #1.vmod"
    target.write_bytes(BROKEN)
    (run,) = sarif(lint(target), "0")["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "my%20game%20%231.vmod"}


def test_an_extension_or_a_save_is_no_module():
    with pytest.raises(VassalError, match="a module was expected"):
        lint(packed({"savedGame": b"begin_save"}))


def test_modules_from_elsewhere_are_checked_to_the_end(samples: Path):
    for file in sorted(samples.glob("*.vmod")):
        report = lint(file)
        assert report.file == file.name
        assert "HM001" not in ids(report)
        assert "HM407" not in ids(report)


@pytest.mark.parametrize("name", ["moved.gif", "moved", "Splash.png", "black.jpg", "zoomIn.png"])
def test_pictures_that_vassal_brings_along_are_not_missing(name: str):
    assert "HM001" not in ids(lint(module(slots=[slot(image=name)])))


def test_a_picture_that_vassal_does_not_bring_along_is_missing():
    assert "HM001" in ids(lint(module(slots=[slot(image="moved.png")])))


BITS = [*";\\/,{}$\t9:|'\"ä(", "", "-1", "9" * 30, "+/", "true", "null"]


def mutated(dice: random.Random, text: str) -> str:
    """A text with some of its letters replaced."""
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(BITS) + text[at + dice.randint(0, 3) :]
    return text


def shaken(dice: random.Random, part: Component, share: float) -> Component:
    """A tree in which settings, texts and components are other, lost, or in another order."""
    kept = {name: value for name, value in part.attributes.items() if dice.random() > share / 4}
    attributes = {name: mutated(dice, value) if dice.random() < share else value for name, value in kept.items()}
    children = [shaken(dice, child, share) for child in part.children if dice.random() > share / 4]
    if dice.random() < share:
        dice.shuffle(children)
    text = mutated(dice, part.text) if part.text and dice.random() < share else part.text
    return Component(part.tag, attributes, tuple(children), text)


@pytest.mark.parametrize("seed", range(40))
def test_no_module_however_broken_stops_the_linter(seed: int) -> None:
    """Every part of a module that touches most rules may be wrong, and all of it is checked to the end."""
    dice = random.Random(seed)
    source = dice.choice([bad for bad, _ in CASES.values()])
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    tree = shaken(dice, parse(entries.get("buildFile.xml", b"<none/>")), dice.choice([0.05, 0.2, 0.6]))
    report = lint(packed({**entries, "buildFile.xml": document(tree)}))
    assert all(finding.what and finding.place for finding in report.findings)
