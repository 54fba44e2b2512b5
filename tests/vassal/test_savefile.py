"""Saves and logs: read, written, and as much of a damaged one as there is."""

import zipfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal import commands, pieces, savefile, traits, wire
from vassal.archive import Archive, pack
from vassal.commands import ESC, Command
from vassal.errors import Damaged, TooLarge, Unsupported, VassalError
from vassal.metadata import Metadata
from vassal.savefile import SaveFile
from vassal.sequence import split
from vassal.wire import FORMS, Form


def infantry(number: int) -> Command:
    chain = [
        traits.make("marker", names=("Side",), values=("Blue",)),
        traits.make("layer", name="Flip", images=("", "b.png"), level=2),
        traits.make("basic", name=f"Inf {number}", map="Main Map", x=10 * number, y=20, gpid="9"),
    ]
    return commands.add(pieces.piece(chain, str(number)))


def moved(number: int, x: int) -> Command:
    chat = commands.make("chat", logged=True, text=f"* {number} moves to {x} *")
    where = {"id": str(number), "map": "Main Map", "x": x, "y": 20, "old_map": "Main Map", "old_x": 0, "old_y": 20}
    return commands.make("move", chat, logged=True, player="p", **where)


LOG = SaveFile(
    (
        commands.make("begin"),
        commands.make("empty", *[infantry(number) for number in range(1, 6)]),
        commands.make("player", id="p", name="Ann", side="Blue"),
        commands.make("end"),
        *[moved(number, 100 * number) for number in range(1, 6)],
    ),
    Form("vcsk", 0x5A),
    Metadata("1.0", "3.7.26", 1_794_982_759_065),
    Metadata("1.0", "3.7.0", 1_794_982_759_065, "small", "Small"),
)


def test_what_is_written_is_read() -> None:
    again = savefile.read(savefile.encode(LOG))
    assert again.commands == LOG.commands
    assert (again.form, again.metadata, again.module) == (LOG.form, LOG.metadata, LOG.module)
    assert again.problems == ()
    assert [name for name, _ in again.entries] == ["savedata", "moduledata"]


def test_a_log_is_what_comes_before_the_first_step_and_the_steps() -> None:
    again = savefile.read(savefile.encode(LOG))
    assert [command.kind for command in again.initial] == ["begin", "empty", "player", "end"]
    assert [[command.kind for command in step.walk()] for step in again.steps] == [["move", "chat"]] * 5


def test_the_same_save_gives_the_same_bytes() -> None:
    data = savefile.encode(LOG)
    assert savefile.encode(savefile.read(data)) == data


def test_a_save_inside_an_archive_says_the_same_and_pieces_alike_cost_little() -> None:
    chance = Random(1)
    names = [f"{chance.getrandbits(64):x}" for _ in range(60)]
    texts = ["".join(chance.choices("ab", k=800)) for _ in names]
    chains = [
        [
            traits.make("marker", names=("Number",), values=(str(number),)),
            *(traits.make("marker", names=(name,), values=(text,)) for name, text in zip(names, texts, strict=True)),
            traits.make("basic", name=f"Inf {number}", map="Main Map", x=10 * number, y=20, gpid="9"),
        ]
        for number in range(12)
    ]
    adds = [commands.add(pieces.piece(chain, str(number))) for number, chain in enumerate(chains)]
    save = SaveFile((commands.make("begin"), *adds, commands.make("end")), Form("plain"))
    alone, inside = savefile.encode(save), savefile.encode(save, inside=True)
    assert savefile.read(inside).commands == save.commands
    assert len(pack([("a.vsav", inside)])) < len(pack([("a.vsav", alone)])) / 2


def test_entries_that_were_there_stay_there() -> None:
    game = wire.encode(LOG.text)
    odd = b"<data >\r\n<version>1.0</version></data>"
    source = pack([("moduledata", odd), ("notes.txt", b"hello"), ("savedGame", game)])
    again = dict(savefile.read(savefile.encode(savefile.read(source))).entries)
    assert again == {"moduledata": odd, "notes.txt": b"hello"}


def test_metadata_that_were_changed_are_written_anew() -> None:
    source = pack([("savedGame", wire.encode(LOG.text)), ("savedata", b"<data><version>1.0</version></data>")])
    save = savefile.read(source)
    changed = SaveFile(save.commands, save.form, Metadata("2.0"), save.module, save.entries)
    again = savefile.read(savefile.encode(changed))
    assert again.metadata == Metadata("2.0")


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_kept(name: str) -> None:
    form = Form(name, 7 if FORMS[name].keyed else 0)
    data = pack([("savedGame", wire.encode(LOG.text, form))])
    again = savefile.read(savefile.encode(savefile.read(data)))
    assert (again.form, again.text) == (form, LOG.text)


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    savefile.write(path, LOG)
    assert savefile.read(path).commands == savefile.read(str(path)).commands == LOG.commands


@pytest.mark.parametrize(
    ("entries", "kind", "message"),
    [
        ([("buildFile.xml", b"")], Unsupported, "^bad.vsav: no save and no log, but a module"),
        ([("a.txt", b"")], Unsupported, "^bad.vsav: no save and no log, but something else"),
        ([("savedGame", b"!VCSK00zz")], Damaged, "^bad.vsav: savedGame, byte 7: not a hex digit$"),
        ([("savedGame", b"begin_save")], Damaged, "^bad.vsav: savedGame: the saved game does not go from"),
        ([("savedGame", b"")], Damaged, "^bad.vsav: savedGame: the saved game does not go from"),
        ([("savedGame", b"begin_save\x1b+/1\x1bend_save")], Damaged, "^bad.vsav: command 2: an add command without"),
        (
            [("savedGame", b"begin_save\x1bend_save"), ("savedata", b"<")],
            Damaged,
            "^bad.vsav: savedata: not well-formed",
        ),
        (
            [(f"{n}", b"") for n in range(70)] + [("savedGame", b"begin_save\x1bend_save")],
            TooLarge,
            "more beside the saved game",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_its_place(
    tmp_path: Path, entries: list[tuple[str, bytes]], kind: type[VassalError], message: str
) -> None:
    path = tmp_path / "bad.vsav"
    path.write_bytes(pack(entries))
    with pytest.raises(kind, match=message) as caught:
        savefile.read(path)
    assert "\n" not in str(caught.value)


def test_what_is_wrong_with_the_file_is_told_before_what_is_wrong_in_its_text() -> None:
    bad = "begin_save\x1b+/1\x1b" + "".join(map(chr, Random(1).choices(range(32, 127), k=2_000_000)))
    wrapped = b"!VCSK00" + bad.encode().hex().encode()

    with pytest.raises(Damaged, match="command 2"):
        savefile.read(pack([("savedGame", wrapped)]))
    with pytest.raises(Damaged, match="not a hex digit"):
        savefile.read(pack([("savedGame", wrapped + b"zz")]))


def test_ids_of_players_are_in_no_error() -> None:
    text = f"begin_save{ESC}PLAYER\tsecret-password\tAnn\tBlue{ESC}+/secret-password{ESC}end_save"
    with pytest.raises(Damaged) as caught:
        savefile.read(pack([("savedGame", text.encode())]))
    assert "secret" not in str(caught.value)


# Damaged files.


def test_half_a_log_gives_its_whole_steps() -> None:
    text = LOG.text
    for end in range(text.index("end_save") + 9, len(text)):
        data = pack([("savedGame", wire.encode(text)[: 7 + 2 * end + 1])])
        half = savefile.read(data, tolerant=True)
        whole = sum(token.startswith("LOG\t") for token in split(text[:end], ESC)[:-1])
        assert half.initial == LOG.initial
        assert half.steps == LOG.steps[:whole]
        assert any(problem.cut for problem in half.problems)


def test_half_a_save_gives_its_whole_pieces() -> None:
    text = LOG.text
    end = text.index("Inf 4")
    half = savefile.read(pack([("savedGame", wire.encode(text)[: 7 + 2 * end + 1])]), tolerant=True)
    assert half.commands[1].parts == LOG.commands[1].parts[:3]
    assert [problem.what for problem in half.problems] == [
        "cut in the middle of a byte",
        "the saved game does not go from begin_save to end_save",
    ]


def test_half_an_archive_gives_what_is_in_it() -> None:
    data = savefile.encode(LOG)
    for end in range(150, len(data), 7):
        half = savefile.read(data[:end], tolerant=True)
        assert half.problems
        assert list(half.steps) == list(LOG.steps[: len(half.steps)])


def test_damaged_metadata_are_passed_over_with_tolerance() -> None:
    data = pack([("savedGame", wire.encode(LOG.text)), ("savedata", b"<data")])
    save = savefile.read(data, tolerant=True)
    assert (save.commands, save.metadata) == (LOG.commands, None)
    assert [problem.place for problem in save.problems] == ["savedata"]


@given(st.integers(0, 5_000), st.binary(min_size=1, max_size=4), st.booleans())
def test_a_changed_file_is_read_or_refused(at: int, patch: bytes, tolerant: bool) -> None:
    data = savefile.encode(LOG)
    at %= len(data)
    try:
        save = savefile.read(data[:at] + patch + data[at + len(patch) :], tolerant=tolerant)
        said = "; ".join(map(str, save.problems)) or "nothing is wrong"
    except VassalError as error:
        said = str(error)
    assert said
    assert "\n" not in said


@given(st.integers(0, 2_000), st.text(alphabet=f"{ESC}\\'/\t;,", min_size=1, max_size=4))
def test_a_changed_text_is_read_or_refused_and_comes_back_as_it_was(at: int, patch: str) -> None:
    text = LOG.text
    at %= len(text)
    text = text[:at] + patch + text[at + len(patch) :]
    save = savefile.read(pack([("savedGame", wire.encode(text))]), tolerant=True)
    assert save.text == text


# Files of the engine and of strangers.


def saves_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in {".vsav", ".vlog"})


def check(path: Path) -> None:
    save = savefile.read(path)
    with Archive(path) as archive, zipfile.ZipFile(path) as file:
        assert archive.names == tuple(file.namelist())
        plain, form = wire.decode(archive.chunks("savedGame"))
        assert wire.encode(plain, form).lower() == file.read("savedGame").lower()
    assert save.text == plain
    again = savefile.read(savefile.encode(save))
    assert (again.text, again.form, again.metadata, again.module) == (plain, form, save.metadata, save.module)
    for command in save.commands:
        for each in command.walk():
            check_values(each)


def check_values(command: Command) -> None:
    """Every value fits its type, and is written as it was read."""
    kind = commands.KINDS[command.kind]
    if command.placed is not None:
        assert command.placed.encode() == command.source
        for trait in command.placed.traits:
            layouts = traits.KINDS[trait.kind]
            prefix = trait.prefix if trait.known else ""
            assert prefix + layouts.type.write(trait.values) == trait.type
            assert layouts.state.write(trait.state_values) == trait.state
            assert all(type(trait[name]) is type(layouts.default(name)) for name in layouts.places)
    elif not kind.exact:
        assert kind.prefix + kind.layout.write(command.values) == command.source
        assert all(type(command[field.name]) is type(field.default) for field in kind.layout.columns)


@pytest.mark.shared_samples
def test_what_the_engine_wrote_is_read_whole_and_comes_back(samples: Path) -> None:
    for path in saves_in(samples):
        check(path)


@pytest.mark.shared_samples
def test_what_strangers_wrote_is_read_whole_and_comes_back(corpus: Path) -> None:
    for path in saves_in(corpus):
        check(path)
