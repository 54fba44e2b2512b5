"""The module in a running engine: every command leaves its line."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import assets
from assets.lines import line
from builder.build import Built, build, lock_of
from builder.cache import Cache
from builder.module import Making, Options, making_of
from builder.module.commands import Command
from builder.module.vocabulary import vocabulary
from builder.setups import Arrangement
from builder.traits.basics import named
from rules.audit.records import records
from tests.real_client.asking import ask
from vassal import savefile
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

DENSITY = 75
RECORD = re.compile(r"<!--\[#([a-z]+)(.*?)\]-->$")


@pytest.fixture(scope="module")
def making() -> Making:
    game = assets.load("blitzkrieg")
    return making_of(game, Options(density=DENSITY), lock_of(game))


@pytest.fixture(scope="module")
def built(making: Making, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    return build(making.game, folder, making.options, cache=Cache(folder / "cache"))


def unpacked(built: Built, name: str) -> Path:
    from vassal.archive import Archive

    target = built.path.parent / name
    with Archive(built.path) as archive:
        target.write_bytes(archive.read(name))
    return target


def played(engine: Path, built: Built, folder: Path, save: str, script: Sequence[str]) -> list[list[str]]:
    """The lines of the log, by step, after a script was played from a set-up."""
    log, text = folder / "game.vlog", folder / "script.txt"
    begin = ["player|Ann|a-word", f"load|{unpacked(built, save)}", "sit|Solitaire", f"log|{log}"]
    text.write_text("\n".join([*begin, "turn|next", "turn|next", *script, "endlog", ""]), encoding="utf-8")
    answers = ask(engine, "play", built.path, text)
    assert [each["error"] for each in answers if each.get("error")] == []
    assert [each["reports"] for each in answers if each.get("reports")] == []
    steps = savefile.read(log).steps
    return [[command.text("text") for command in step.walk() if command.kind == "chat"] for step in steps]


def actions(making: Making, commands: Sequence[Command], ids: dict[str, str]) -> Iterator[tuple[Command, list[str]]]:
    """Each command with what must be done in the client to give it."""
    for each in commands:
        if each.verb == "roll":
            # A roll has a purpose: here fire that is declared.
            yield each, [f"key|{ids['unit']}|70,130", f"key|{ids['enemy']}|84,130", pressed(each)]
        elif each.by == "button":
            yield each, [pressed(each)]
        elif each.verb == "fire":
            yield each, [f"key|{ids['unit']}|70,130", f"key|{ids['enemy']}|{each.key}"]
        elif each.verb == "ride":
            yield each, [f"key|{ids['rider']}|{each.key}"]
        elif each.verb == "assign":
            attach = making.game.units["fr.11rdp.at"].attach
            if each.what in attach:
                other = named(f"hx.do.assign.{next(name for name in attach if name != each.what)}")
                yield each, [f"key|{ids['assigned']}|{other}", f"key|{ids['assigned']}|{each.key}"]
        elif each.by in ids:
            yield each, [f"key|{ids[each.by]}|{each.key}"]


def pressed(command: Command) -> str:
    if command.verb == "draw":
        return "press|MassKeyCommand|draw"
    return "press|DoActionButton|roll" if command.verb == "roll" else f"press|DoActionButton|{command.key}"


def test_every_command_leaves_exactly_its_line(engine: Path, built: Built, making: Making, tmp_path: Path) -> None:
    lock = making.lock

    def gpid(name: str) -> str:
        return f"gpid:{lock[name]}"

    ids = {
        "unit": gpid("unit/fr.iii-11rdp.inf1"),
        "hq": gpid("unit/fr.iii-11rdp.hq"),
        "enemy": gpid("unit/de.i-12sch.inf2"),
        "rider": gpid("unit/de.i-33sch.inf1"),
        "assigned": gpid("unit/fr.11rdp.at"),
    }
    directions = {each.id for each in making.game.handling.steps["columns"].values()}
    leaving = ("out", "loss")
    wanted = [each for each in vocabulary(making) if each.by != "chit" and each.verb not in leaving]
    wanted = [each for each in wanted if each.verb != "step" or each.what in directions]
    wanted += [each for each in vocabulary(making) if each.verb == "loss"]
    known = list(actions(making, wanted, ids))
    script = [f"move|{ids['unit']}|{at(making, '1008')}", *(line for _, lines in known for line in lines)]
    lines = [text for step in played(engine, built, tmp_path, "hannut.vsav", script) for text in step]
    found = [(record[1], text) for text in lines if (record := RECORD.search(text))]
    assert len(found) == len(lines), [text for text in lines if not RECORD.search(text)]
    written = {(verb, choice(making, verb, text)) for verb, text in found}
    missing = [each for each, _ in known if (each.verb, spoken_choice(making, each)) not in written]
    assert missing == []
    seals = {verb.id: ("".join(verb.seals),) for verb in making.game.chronicle.verbs.values()}
    timeline = Timeline.of(savefile.read(tmp_path / "game.vlog"))
    assert [each for each in records(timeline, seals) if not each.counts] == []
    for verb, text in found:
        shown = text.partition("<!--")[0]
        assert re.match(r"\* \S.{6,}", shown), text
        assert not re.search(r"\$|Said_|HX_|\{|off-", shown), text
        assert text.endswith(line(making.game, verb, values(text))[len(sentence_of(making, verb, text)) :]), text


def test_the_line_of_a_check_says_what_is_needed_and_whether_it_came(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    """An exhausted formation lowers it, also for a unit whose headquarters bears the marker."""
    unit, hq = (f"gpid:{making.lock[f'unit/fr.iii-11rdp.{name}']}" for name in ("inf1", "hq"))
    rally, panic, fire, exhausted, lost = "82,130", "80,130", "71,130", "69,130", "88,130"
    keys = [rally, panic, fire]
    script = [f"key|{unit}|{each}" for each in keys]
    script += [f"key|{hq}|{exhausted}", *script, f"key|{unit}|{lost}", f"key|{unit}|{fire}"]
    lines = [text for step in played(engine, built, tmp_path, "hannut.vsav", script) for text in step]
    rolls = [text.partition("<!--")[0] for text in lines if "<!--[#roll;" in text]
    factor = int(making.game.formations["fr.iii-11rdp"].values["factor"])
    wanted: list[int | None] = [factor - 1, factor, 6, factor - 3, factor - 2, 5, None]
    assert len(rolls) == len(wanted)
    for text, need in zip(rolls, wanted, strict=True):
        total = int(re.search(r"= (\d+)</b>", text)[1])  # type: ignore[index]
        told = "" if need is None else f", needs {need} or less: {'passed' if total <= need else 'failed'}"
        assert text.endswith(f"= {total}</b>{told}")


def at(making: Making, place: str) -> str:
    x, y = making.sheets["hannut"].hexes[place]
    return f"{x}|{y}"


def values(text: str) -> dict[str, str]:
    """The keys of a record and their values."""
    found = RECORD.search(text)
    assert found is not None, text
    return dict(part.split("=", 1) for part in found[2].split(";")[1:])


def sentence_of(making: Making, verb: str, text: str) -> str:
    return line(making.game, verb, values(text)).partition("<!--")[0]


def choice(making: Making, verb: str, text: str) -> str:
    """What a record says was chosen."""
    found = values(text)
    keys = {"check": "p", "fire": "mode", "barrage": "cal", "hold": "v", "assign": "to"}
    return "" if verb in ("step", "general") else found.get(keys.get(verb, "what"), "")


def spoken_choice(making: Making, command: Command) -> str:
    return "" if command.verb == "step" else command.what


def test_chits_go_where_they_are_sent_and_say_so(engine: Path, built: Built, making: Making, tmp_path: Path) -> None:
    chits = {
        name: f"gpid:{making.lock[f'chit/hannut.{name}']}"
        for name in ("fr.1cuir", "fr.2cuir", "fr.repeat", "fr.general", "de.stuka", "fr.artillery", "de.artillery")
    }
    deeds = [
        ("fr.1cuir", "Activate", "used"),
        ("fr.2cuir", "Skip", "skipped"),
        ("fr.repeat", "Hold", "hand-french"),
        ("de.stuka", "Keep", "kept"),
        ("fr.artillery", "Remove", "lost-french"),
        ("de.artillery", "Return", "cup_hannut"),
    ]
    known = {each.what: each.key for each in vocabulary(making) if each.verb == "chit"}
    script = []
    for name, what, _ in deeds:
        script += [f"key|{chits[name]}|57348,0,hx.draw", f"key|{chits[name]}|{known[what]}"]
    script += [f"key|{chits['fr.general']}|57348,0,hx.draw"]
    script += [f"key|{chits['fr.general']}|57348,0,hx.do.general.Cancel", "press|MassKeyCommand|markers back"]
    lines = [text for step in played(engine, built, tmp_path, "hannut.vsav", script) for text in step]
    records = [(RECORD.search(text), text) for text in lines]
    said = [
        (values(text)["chit"], values(text)["what"], values(text)["h"])
        for found, text in records
        if found and found[1] == "chit"
    ]
    for name, what, place in deeds:
        assert (f"hannut.{name}", what, place) in said
    verbs = [found[1] for found, _ in records if found]
    assert verbs.count("act") == 1
    cancel = verbs.index("general")
    assert verbs[cancel : cancel + 4] == ["general", "chit", "check", "roll"]
    back = [chit for chit, what, place in said if what == "Return" and place == "cup_hannut"]
    assert sorted(back) == ["hannut.de.artillery", "hannut.fr.1cuir", "hannut.fr.2cuir", "hannut.fr.general"]


def test_markers_of_both_sides_go_back_into_the_cup_whoever_begins_the_new_turn(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    """What was chosen of a marker before is not said again."""
    french, other, stuka = (
        f"gpid:{making.lock[f'chit/hannut.{each}']}" for each in ("fr.1cuir", "fr.2cuir", "de.stuka")
    )
    log, text, drawn = tmp_path / "game.vlog", tmp_path / "script.txt", "57348,0,hx.draw"
    anna, bert = ["player|Ann|a-word", "sit|French"], ["player|Bert|b-word", "sit|German"]
    script = [anna[0], f"load|{unpacked(built, 'hannut.vsav')}", anna[1], *bert, f"log|{log}", *anna]
    script += ["turn|next", "press|DoActionButton|done Admin", f"key|{french}|{drawn}", f"key|{french}|83,195"]
    script += [f"key|{other}|{drawn}", f"key|{other}|81,195", *bert, f"key|{stuka}|{drawn}", f"key|{stuka}|83,195"]
    script += ["press|DoActionButton|opsend Passes", "press|DoActionButton|done Turn", "endlog", ""]
    text.write_text("\n".join(script), encoding="utf-8")
    assert [each for each in ask(engine, "play", built.path, text) if each.get("error") or each.get("reports")] == []
    lines = [each.text("text") for step in savefile.read(log).steps for each in step.walk() if each.kind == "chat"]
    said = [(each["chit"], each["what"]) for line in lines if "[#chit;" in line and (each := values(line))]
    names = ("hannut.fr.1cuir", "hannut.fr.2cuir", "hannut.de.stuka")
    assert said[:3] == list(zip(names, ("Skip", "Pass", "Skip"), strict=True))
    assert sorted(said[3:]) == sorted((name, "Return") for name in names)
    assert sum("back into the cup<!--" in line for line in lines) == len(names)


def test_units_leave_the_map_in_words_and_the_last_step_takes_them_off(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    known = {each.what: each.key for each in vocabulary(making) if each.verb == "out"}
    unit, other, hq = (
        f"gpid:{making.lock[f'unit/{name}']}" for name in ("fr.2cuir.hotch1", "de.kg.ac1", "fr.2cuir.hq")
    )
    script = [f"key|{unit}|76,130", f"key|{other}|{known['Withdrawn']}", f"key|{hq}|{known['Overrun']}"]
    lines = [text for step in played(engine, built, tmp_path, "hannut.vsav", script) for text in step]
    said = [(values(text)["what"], values(text)["h"]) for text in lines if "[#out" in text]
    assert said == [("Lost", "lost-french"), ("Withdrawn", "lost-german"), ("Overrun", "lost-french")]


def test_the_other_side_may_carry_out_results_and_nothing_else(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    keys = {(each.verb, each.what): each.key for each in vocabulary(making) if each.by == "unit"}
    unit = f"gpid:{making.lock['unit/fr.iii-11rdp.inf1']}"
    forbidden = [("check", "RALLY"), ("aim", ""), ("step", "north"), ("choose", "Stay"), ("state", "OPP")]
    script = ["sit|German", *(f"key|{unit}|{keys[each]}" for each in forbidden)]
    script += [f"key|{unit}|{keys['state', 'Neutralised']}", f"key|{unit}|{keys['loss', '']}"]
    lines = [text for step in played(engine, built, tmp_path, "hannut.vsav", script) for text in step]
    verbs = [found[1] for text in lines if (found := RECORD.search(text))]
    assert verbs == ["phase", "phase", "state", "loss"]


def test_with_nothing_declared_nothing_is_rolled_and_the_player_is_told_why(
    engine: Path, built: Built, tmp_path: Path
) -> None:
    log, text = tmp_path / "game.vlog", tmp_path / "script.txt"
    script = ["player|Ann|a-word", f"load|{unpacked(built, 'hannut.vsav')}", "sit|Solitaire", f"log|{log}"]
    text.write_text("\n".join([*script, "press|DoActionButton|roll", "turn|next", "endlog", ""]), encoding="utf-8")
    answers = ask(engine, "play", built.path, text)
    told = [report for each in answers for report in each.get("reports") or []]
    assert len(told) == 1
    assert "Nothing is declared to roll for" in str(told[0])
    lines = [each.text("text") for step in savefile.read(log).steps for each in step.walk() if each.kind == "chat"]
    assert [found[1] for line in lines if (found := RECORD.search(line))] == ["phase"]


def test_a_shot_without_choices_is_two_commands_and_who_rolls_for_it_again_throws_nothing(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    """Undo takes shot and dice back as one."""
    unit, enemy = (f"gpid:{making.lock[f'unit/{each}']}" for each in ("fr.iii-11rdp.inf1", "de.i-12sch.inf2"))
    log, text = tmp_path / "game.vlog", tmp_path / "script.txt"
    begin = ["player|Ann|a-word", f"load|{unpacked(built, 'hannut.vsav')}", "sit|Solitaire", f"log|{log}"]
    shot = [f"key|{unit}|70,130", f"key|{enemy}|89,130"]
    script = [*begin, *shot, "hotkey|82,520", f"key|{unit}|77,130", shot[1], "undo", "endlog", ""]
    text.write_text("\n".join(script), encoding="utf-8")
    answers = ask(engine, "play", built.path, text)
    boxes = {each["action"]: len(each["reports"]) for each in answers if each.get("reports")}
    assert boxes == {"hotkey|82,520": 1}, "the habit of rolling is told that nothing is declared any more"
    steps = [[each.text("text") for each in step.walk() if each.kind == "chat"] for step in savefile.read(log).steps]
    told = [[found[1] for line in lines if (found := RECORD.search(line))] for lines in steps]
    assert told == [["aim"], ["fire", "roll"], ["aim"], ["fire", "roll"], ["roll", "fire"]]
    assert all(line.startswith("* UNDO") for line in steps[-1] if RECORD.search(line))
    rolls = [values(line) for lines in steps for line in lines if "[#roll;" in line]
    assert [each["p"] for each in rolls[:2]] == ["FIRE", "MELEE"]
    assert all(each["by"] and each["at"] for each in rolls[:2])
    (line,) = (text for text in steps[1] if "[#roll;" in text)
    assert line.startswith("* Solitaire: direct fire, 10th squadron, dragoons at 2nd rifle company, 2d6: ")


def test_dice_of_a_melee_are_those_of_whoever_of_the_own_side_named_his_target_first(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    """Both sides declare before either rolls; who changes his target has named one, and who clears the marks none."""
    names = ("fr.iii-11rdp.inf1", "fr.iii-11rdp.inf2", "de.i-12sch.inf1", "de.i-12sch.inf2")
    first, second, enemy, other = (f"gpid:{making.lock[f'unit/{each}']}" for each in names)
    log, text, roll = tmp_path / "game.vlog", tmp_path / "script.txt", "hotkey|82,520"

    def declared(unit: str, target: str) -> list[str]:
        return [f"key|{unit}|77,130", f"key|{target}|84,130"]

    french, german = (["player|Ann|a-word", "sit|French"], ["player|Bert|b-word", "sit|German"])
    script = [french[0], f"load|{unpacked(built, 'hannut.vsav')}", french[1], *german, f"log|{log}", *french]
    script += [*declared(first, enemy), *declared(second, enemy), *german, *declared(enemy, first), *french]
    script += [roll, *german, roll, *french, roll, roll, *declared(first, enemy), *declared(first, other), roll]
    script += [*declared(first, enemy), "hotkey|67,520", roll, "endlog", ""]
    text.write_text("\n".join(script), encoding="utf-8")
    answers = ask(engine, "play", built.path, text)
    assert [each["error"] for each in answers if each.get("error")] == []
    assert [each["action"] for each in answers if each.get("reports")] == [roll], "nothing waits any more"
    lines = [each.text("text") for step in savefile.read(log).steps for each in step.walk() if each.kind == "chat"]
    rolls = [values(line) for line in lines if "[#roll;" in line]
    ids = {each["u"]: each["g"] for line in lines if "[#aim;" in line and (each := values(line))}
    targets = {each["u"]: each["g"] for line in lines if "[#fire;" in line and (each := values(line))}
    thrown = [(each["s"], f"gpid:{ids[each['by']]}", f"gpid:{targets[each['at']]}") for each in rolls]
    mine, yours = [("French", each, enemy) for each in (first, second)], ("German", enemy, first)
    assert thrown == [mine[0], yours, mine[1], mine[1], ("French", first, other)]


def test_after_a_try_to_cancel_a_marker_the_button_throws_for_that_and_for_fire_once_fire_is_declared(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    general = next(each.id for each in making.game.chits.values() if each.kind == "general")
    cancel = next(each.key for each in vocabulary(making) if (each.verb, each.what) == ("check", "CANCEL"))
    unit, enemy = (f"gpid:{making.lock[f'unit/{each}']}" for each in ("fr.iii-11rdp.inf1", "de.i-12sch.inf2"))
    script = [f"key|gpid:{making.lock[f'chit/{general}']}|{cancel}", "press|DoActionButton|roll"]
    script += [f"key|{unit}|70,130", f"key|{enemy}|84,130", "press|DoActionButton|roll"]
    save = f"{making.game.chits[general].scenario}.vsav"
    lines = [text for step in played(engine, built, tmp_path, save, script) for text in step]
    rolls = [values(text) for text in lines if (found := RECORD.search(text)) and found[1] == "roll"]
    assert [(each["p"], each["dice"]) for each in rolls] == [("CANCEL", "1d6"), ("CANCEL", "1d6"), ("FIRE", "2d6")]


def test_how_far_a_weapon_shoots_is_shown_and_stands_in_no_log(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    unit, shown, hidden = f"gpid:{making.lock['unit/fr.2cuir.somua1']}", tmp_path / "shown.png", tmp_path / "hidden.png"
    log, text = tmp_path / "game.vlog", tmp_path / "script.txt"
    script = [f"load|{unpacked(built, 'hannut.vsav')}", "sit|French", f"log|{log}", f"shot|{hidden}"]
    script += [f"key|{unit}|82,195", f"shot|{shown}", "endlog", ""]
    text.write_text("\n".join(["player|Ann|a-word", *script]), encoding="utf-8")
    assert [each for each in ask(engine, "play", built.path, text) if each.get("error") or each.get("reports")] == []
    kinds = {command.kind for step in savefile.read(log).steps for command in step.walk()}
    assert kinds <= {"null"}, "what the engine writes of any key"
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(shown) as one, Image.open(hidden) as other:
        box = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()
    assert box is not None
    x, y = making.sheets["hannut"].hexes["1408"]
    assert ((box[0] + box[2]) // 2 - x, (box[1] + box[3]) // 2 - y) == pytest.approx((0, 0), abs=3)
    assert box[3] - box[1] == pytest.approx(9 * 104 * DENSITY / 75, abs=4), "four hexes to either side of its own"


def test_who_says_that_a_step_of_the_set_up_is_done_is_told_which_comes_next(
    engine: Path, built: Built, tmp_path: Path
) -> None:
    """Nobody can say it of the other side's step, and saying it twice passes nothing over."""
    log, text = tmp_path / "game.vlog", tmp_path / "script.txt"
    done = "press|DoActionButton|done Setup"
    script = [f"load|{unpacked(built, 'hannut.empty.vsav')}", f"log|{log}", "sit|French", done, done]
    script += ["sit|German", done, "sit|French", done, "sit|German", done, done, "endlog", ""]
    text.write_text("\n".join(["player|Ann|a-word", *script]), encoding="utf-8")
    assert [each for each in ask(engine, "play", built.path, text) if each.get("error") or each.get("reports")] == []
    lines = [each.text("text") for step in savefile.read(log).steps for each in step.walk() if each.kind == "chat"]
    next_one = [found[1] for line in lines if (found := re.search(r"\(next: (.+?)\) done in turn 1", line))]
    german, cavalry, choose = "German: all German units", "French: the 1st Cuirassiers", "German: choose a Stuka"
    wanted = [german, german, cavalry, choose, "the clock goes on", "the clock goes on"]
    assert len(next_one) == len(wanted)
    assert all(told.startswith(begins) for told, begins in zip(next_one, wanted, strict=True))


def test_the_set_up_phase_comes_once(engine: Path, built: Built, making: Making, tmp_path: Path) -> None:
    script = ["turn|next", "turn|next", "turn|next"]
    lines = [text for step in played(engine, built, tmp_path, "hannut.vsav", script) for text in step]
    phases = [(values(text)["t"], values(text)["p"]) for text in lines]
    assert phases == [("1", "Admin"), ("1", "Operations"), ("1", "End"), ("2", "Admin"), ("2", "Operations")]


def test_the_marker_of_the_clock_moves_with_the_turn_alone_and_lies_where_it_snaps(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    steps = played(engine, built, tmp_path, "hannut.vsav", ["turn|next"] * 3)
    assert [len(step) for step in steps] == [1, 1, 1, 0, 1, 1]
    begun = Arrangement(making, making.game.scenarios["hannut"], ready=True).pieces
    clock = next(each.id for each in begun if each.slot == "marker/turn")
    last = Timeline.of(savefile.read(tmp_path / "game.vlog")).steps[-1].after
    sheet = making.sheets["hannut"]
    (found,) = [piece for piece in last.pieces() if piece.id == clock]
    assert (found.x, found.y) == sheet.items["turn/2"].spot(sheet.factor)


def test_a_formation_without_an_hq_is_led_by_its_chit(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    keys = {(each.verb, each.what): each.key for each in vocabulary(making) if each.by == "chit"}
    chit = f"gpid:{making.lock['chit/stonne.de.pi43']}"
    deeds = [("chit", "Activate"), ("split", "Parcelled"), ("state", "Exhausted"), ("act", "Repeat")]
    deeds.append(("check", "EXHAUSTION"))
    script = [f"key|{chit}|57348,0,hx.draw", *(f"key|{chit}|{keys[deed]}" for deed in deeds)]
    lines = [text for step in played(engine, built, tmp_path, "stonne.vsav", script) for text in step]
    verbs = [found[1] for text in lines if (found := RECORD.search(text))]
    assert verbs == ["phase", "phase", "draw", "chit", "act", "split", "state", "act", "check", "roll"]
    assert {values(text)["f"] for text in lines if "[#act" in text} == {"de.pi43"}


def test_a_button_takes_a_state_off_all_pieces_of_the_side(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    keys = {(each.verb, each.what): each.key for each in vocabulary(making) if each.by == "unit"}
    units = [f"gpid:{making.lock[f'unit/{name}']}" for name in ("de.ii-pzr.pz5", "de.ii-pzr.pz6")]
    script = [*(f"key|{unit}|{keys['state', 'OPP']}" for unit in units), "press|GlobalKeyCommand|sweep OPP"]
    lines = [text for step in played(engine, built, tmp_path, "stonne.vsav", script) for text in step]
    assert [values(text)["v"] for text in lines if "[#state" in text] == ["on", "on", "off", "off"]


def test_a_chit_that_is_dragged_says_what_its_menu_would_say(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    chit, repeat = (f"gpid:{making.lock[f'chit/hannut.fr.{name}']}" for name in ("1cuir", "repeat"))
    used, hand = (making.sheets["hannut"].items[box].inside.centre for box in ("used", "hand-french"))
    script = [
        f"key|{chit}|57348,0,hx.draw",
        f"move|{chit}|{used[0]}|{used[1]}",
        f"key|{repeat}|57348,0,hx.draw",
        f"move|{repeat}|{hand[0]}|{hand[1]}",
    ]
    steps = played(engine, built, tmp_path, "hannut.vsav", script)
    said = [[found[1] for text in step if (found := RECORD.search(text))] for step in steps]
    assert said == [["phase"], ["phase"], ["draw"], ["chit", "act"], ["draw"], ["chit"]]
    assert [values(text)["what"] for step in steps for text in step if "[#chit" in text] == ["Activate", "Hold"]


def test_what_follows_from_a_deed_without_a_choice_is_done_by_itself(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    """A step each; what is so already says nothing, and undo takes the whole deed back."""
    unit, other, hq = (f"gpid:{making.lock[f'unit/{name}']}" for name in (*FRENCH, "fr.iii-11rdp.hq"))
    chit = f"gpid:{making.lock['chit/hannut.fr.iii-11rdp']}"
    tries, repeats = "71,130", named("hx.do.act.Repeat")
    script = [
        *(f"key|{unit}|{tries}", "undo", f"key|{unit}|{tries}", f"key|{unit}|{tries}", f"key|{other}|{tries}"),
        *(f"key|{hq}|{repeats}", f"key|{hq}|{repeats}", f"key|{unit}|{tries}"),
        *("press|DoActionButton|done Admin", "press|DoActionButton|opsend Empty", "press|DoActionButton|opsend Empty"),
        "press|DoActionButton|done Turn",
        *("press|DoActionButton|done OPP", "press|DoActionButton|done Admin"),
        *(f"key|{hq}|69,130", f"key|{chit}|83,195", f"key|{chit}|81,195"),
    ]
    steps = [
        [f"{record[1]}{_told(record[2])}" for text in step if (record := RECORD.search(text))]
        for step in played(engine, built, tmp_path, "hannut.vsav", script)
    ]
    on, off = ["check OPPFIRE", "roll OPPFIRE", "state OPP on"], "state OPP off"
    assert steps[2:] == [
        *(on, on[::-1], on, on[:2], on),
        ["act Repeat", *[off] * 2, "state Activated on"],
        ["act Repeat"],
        on,
        ["done Admin"],
        ["opsend Empty", "phase End"],
        ["opsend Empty"],
        ["done Turn", "phase Admin", "state Activated off", off],
        ["done OPP"],
        ["done Admin", "phase Operations"],
        ["state Exhausted on"],
        ["chit Skip", "state Exhausted off"],
        ["chit Pass"],
    ]


def test_the_clock_stops_at_the_end_of_the_last_turn_and_the_marker_on_the_track_too(
    engine: Path, built: Built, making: Making, tmp_path: Path
) -> None:
    """Whoever turns the clock on by hand gets a turn that there is not, but no error of the engine."""
    turn = ["press|DoActionButton|done Admin", "press|DoActionButton|opsend Empty", "press|DoActionButton|done Turn"]
    turns = making.game.scenarios["hannut"].turns
    script = ["turn|prev", *turn * turns, "turn|next"]
    steps = played(engine, built, tmp_path, "hannut.vsav", script)
    assert not any("Bad Data" in text for step in steps for text in step)
    assert [text for text in steps[-2] if "[#" in text] == [text for text in steps[-2] if "[#done" in text]
    assert values(steps[-1][-1])["t"] == str(turns + 1)
    begun = Arrangement(making, making.game.scenarios["hannut"], ready=True).pieces
    clock = next(each.id for each in begun if each.slot == "marker/turn")
    last = Timeline.of(savefile.read(tmp_path / "game.vlog")).steps[-1].after
    (found,) = [piece for piece in last.pieces() if piece.id == clock]
    sheet = making.sheets["hannut"]
    assert (found.x, found.y) == sheet.items[f"turn/{turns}"].spot(sheet.factor)


FRENCH = ("fr.iii-11rdp.inf1", "fr.iii-11rdp.inf2")


def _told(record: str) -> str:
    """What a record says was done, and whether it is so now."""
    fields = dict(each.partition("=")[::2] for each in record.split(";") if each)
    return "".join(f" {fields[key]}" for key in ("what", "p", "v") if fields.get(key))
