"""Which lines of a log count as records."""

import json
from pathlib import Path

import pytest

from rules.audit.records import records
from vassal import savefile
from vassal.timeline import Flaw, Timeline

SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "vassal" / "samples"
# The verbs of the sample module, and what must stand beside each.
SEALS = {
    "KM": "draw chit pose",
    "K": "aim cancel choose note check range reveal barrage fireend",
    "KG": "fire",
    "KD": "loss state column order plain ammo turn",
    "K+": "waypoint",
    "KR": "roll",
    "M": "move transfer cupempty",
    "+": "new",
    "T": "phase",
    "G": "mode commit key",
    "": "shuffle aimhex los ops opsdo",
}
WAYS = {verb: (seal,) for seal, verbs in SEALS.items() for verb in verbs.split()} | {"step": ("KM", "K+")}


@pytest.mark.shared_samples
def test_the_samples_records_are_worth_what_their_list_says() -> None:
    if not (SAMPLES / "records.jsonl").is_file():
        pytest.skip("the extra samples are not beside the project")
    expected: dict[str, list[tuple[int, str, str, dict[str, str]]]] = {}
    for line in (SAMPLES / "records.jsonl").read_text(encoding="utf-8").splitlines():
        each = json.loads(line)
        expected.setdefault(each["file"], []).append((each["step"], each["verb"], each["verdict"], each["keys"]))
    for name, wanted in expected.items():
        timeline = Timeline.of(savefile.read(SAMPLES / name))
        found = [(r.step, r.verb, str(r.standing), dict(r.fields)) for r in records(timeline, WAYS)]
        # The engine drops a step that a smuggled command breaks: nothing in it happened, and the step has its flaw.
        dropped = {step.number for step in timeline.steps if Flaw.SMUGGLED in step.flaws and step.click is None}
        assert found == [each for each in wanted if each[0] not in dropped], name
        assert {each[2] for each in wanted if each[0] in dropped} <= {"injected"}
