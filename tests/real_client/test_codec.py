"""Traits, commands and hostile texts: a running engine and we read and write the same."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.vassal.blobs import COMMANDS, TRAITS
from vassal import commands, pieces, traits
from vassal.commands import Command, encode, make, parse
from vassal.sequence import join, nest
from vassal.traits import KINDS

pytestmark = pytest.mark.real_client

REWRITTEN = {
    "old_layer": "the newer form is written",
    "old_shape": "the newer form is written",
    "set_piece_property": "the engine forgets the property of the range",
}
ONLY_OURS = {"basic", "stack", "deck", "unknown"}


@pytest.fixture(scope="module")
def module(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small module with nearly every component."""
    path = tmp_path_factory.mktemp("engine") / "demo.vmod"
    subprocess.run([sys.executable, engine.parent / "demo" / "gen.py", path], check=True, capture_output=True)
    return path


def asked(engine: Path, verb: str, module: Path, lines: list[str]) -> list[dict[str, Any]]:
    """Return the engine's answer to each of these texts."""
    done = subprocess.run(
        [engine, verb, module],
        input="\n".join(json.dumps(line) for line in lines),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    return answers


def test_every_trait_is_written_as_the_engine_writes_it(engine: Path, module: Path) -> None:
    blobs = [blob for blob in TRAITS if blob.kind not in ONLY_OURS]
    fresh = [traits.make(kind) for kind in KINDS if kind not in ONLY_OURS]
    lines = [*(blob.type for blob in blobs), *(trait.type for trait in fresh)]
    kinds = [*(blob.kind for blob in blobs), *(trait.kind for trait in fresh)]
    answers = asked(engine, "trait", module, lines)
    assert [answer for answer in answers if "reports" in answer or "error" in answer] == []
    pairs = [(line, renumbered(answer["type"])) for line, answer in zip(lines, answers, strict=True)]
    assert [pair for kind, pair in zip(kinds, pairs, strict=True) if pair[0] != pair[1] and kind not in REWRITTEN] == []


def renumbered(text: str) -> str:
    """Return the text with one number for all named keys; the engine hands out its own."""
    return re.sub(r"57[0-9]{3}(?=\\*,0)", "57348", text)


def hostile(draw: random.Random, alphabet: str, longest: int = 8) -> str:
    return "".join(draw.choices(alphabet, k=draw.randint(0, longest)))


def test_hostile_lists_are_read_and_written_as_the_engine_does(engine: Path, module: Path) -> None:
    draw = random.Random(7)
    kind = KINDS["message"]
    lines = [kind.prefix + hostile(draw, ";;;\\\\'ab", 16) for _ in range(6_000)]
    lines = [line for line in lines if line[-1:] != "\\" and len(traits.parse(line).values) == 3]
    answers = asked(engine, "trait", module, lines)
    ours = [kind.prefix + kind.type.write(traits.parse(line).values) for line in lines]
    assert len(lines) > 500
    assert [each for each in zip(lines, ours, answers, strict=True) if each[1] != each[2]["type"]] == []


def test_every_command_is_known_to_the_engine_and_written_alike(engine: Path, module: Path) -> None:
    elsewhere = {"null", "boards", "set_property", "global_property", "turn", "dice_window", "lock_tab", "startup_key"}
    elsewhere |= {"flare", "line_of_sight", "clock", "clock_control", "events", "private_chat", "sync", "invite"}
    elsewhere |= {"wake_up", "server_mail", "plugin", "begin", "end", "empty", "secret_note"}
    blobs = [blob for blob in COMMANDS if blob.kind not in elsewhere and blob.fields.get("players") != ("null",)]
    answers = asked(engine, "decode", module, [blob.text for blob in blobs])
    assert [(blob.text, answer.get("encoded")) for blob, answer in zip(blobs, answers, strict=True)] == [
        (blob.text, blob.text) for blob in blobs
    ]


def tree(draw: random.Random, depth: int = 3) -> Command:
    parts = [tree(draw, depth - 1) for _ in range(draw.randint(0, depth))]
    text = hostile(draw, "ab\\'\t").rstrip("\\")
    return make("chat", *parts, text=text, logged=draw.random() < 0.5)


def outline(command: Command, depth: int = 0) -> list[tuple[int, str]]:
    inner = [each for part in command.parts for each in outline(part, depth + 1)]
    return [(depth, "" if command.logged else command.text("text")), *inner]


def test_trees_are_read_and_written_as_the_engine_does(engine: Path, module: Path) -> None:
    draw = random.Random(11)
    trees = [tree(draw) for _ in range(400)]
    answers = asked(engine, "decode", module, [encode(each) for each in trees])
    for each, answer in zip(trees, answers, strict=True):
        assert answer["encoded"] == encode(each)
        assert [(at["depth"], at["details"] or "") for at in answer["commands"]] == outline(each)


def test_odd_nesting_is_understood_as_the_engine_does(engine: Path, module: Path) -> None:
    draw = random.Random(13)
    texts = {
        "CHAT1" + "".join(draw.choices(["\x1bCHAT2", "\\", "'", "\x1b'CHAT3'", "\\\x1bCHAT4"], k=7)) for _ in range(900)
    }
    readable = [
        text for text in sorted(texts) if all(each.kind == "chat" for top in parse(text) for each in top.walk())
    ]
    answers = asked(engine, "decode", module, readable)
    assert len(readable) > 300
    for text, answer in zip(readable, answers, strict=True):
        head, *rest = parse(text)
        whole = make("chat", *head.parts, *rest, text=head.text("text"))
        assert [(at["depth"], at["details"] or "") for at in answer["commands"]] == outline(whole), text


def test_chains_are_read_and_written_as_the_engine_does(engine: Path, module: Path) -> None:
    draw = random.Random(17)
    lines = []
    for number in range(300):
        names = [hostile(draw, "ab/\t;,'\\").rstrip("\\") for _ in range(draw.randint(0, 6))]
        chain = [traits.make("comment", text=name) for name in names]
        basic = traits.make("basic", name="x" + hostile(draw, "ab/;,'").rstrip("\\"))
        lines.append(pieces.piece([*chain, basic], str(number)).encode())
    answers = asked(engine, "decode", module, lines)
    assert [answer["encoded"] for answer in answers] == lines
    assert [parse(line)[0].source for line in lines] == lines
    assert all(commands.add(pieces.parse(line)).source == line for line in lines)


def test_the_engine_takes_chains_apart_level_by_level(engine: Path, module: Path) -> None:
    draw = random.Random(19)
    lines = []
    for number in range(200):
        names = [hostile(draw, "ab\t'\\") for _ in range(3)]
        types = nest([*[f"cmt;{name}" for name in names], "piece;;;;x"], "\t")
        states = nest(["", "", "", "null;0;0;;0"], "\t")
        lines.append("+/" + join([str(number), types, states], "/"))
    lines = [line for line in lines if len(pieces.parse(line).traits) == 4 and pieces.parse(line).whole]
    answers = asked(engine, "decode", module, lines)
    assert len(lines) > 50
    assert [answer.get("encoded") for answer in answers] == [rewritten(pieces.parse(line)).encode() for line in lines]


def rewritten(piece: pieces.Placed) -> pieces.Piece:
    """Return the piece with every trait written anew from its values."""
    return pieces.piece([each.with_fields(text=each["text"]) for each in piece.traits[:-1]] + [piece.basic], piece.id)
