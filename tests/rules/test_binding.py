"""Verbs that only a chronicle knows: written as declared, read back as declared, with all that they do on the board."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

import pytest
from msgspec.structs import replace

from assets.chronicle import Meaning
from assets.errors import AssetsError
from rules.audit.games import doors
from rules.audit.scribe import Scribe
from rules.audit.witness import Witness
from rules.binding import Reads, Writes, actions_in, bound, of_piece, to_piece
from rules.engine.actions import Action
from rules.engine.evidence import Board, Moved, Opened, Piece, Record, Shown, Spot, Verdict
from rules.engine.position import Position
from rules.engine.step import Step
from rules.engine.writing import Deed, Entry, Go, Ref, Say
from tests.builder.module.new_verbs import TRIED, with_verbs
from tests.builder.module.seated import seated_game
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import savefile
from vassal.errors import VassalError
from vassal.timeline import Timeline

TANK, FOOT, CAR = "fr.1cuir.somua1", "fr.iii-11rdp.inf1", "fr.12cuir.ac1"
HERE = "0705"


class Dig(Action, frozen=True):
    """A unit digs."""

    unit: str


class Crouch(Dig, frozen=True):
    """A unit lies down."""


class Stand(Dig, frozen=True):
    """A unit stands up."""


class Storm(Dig, frozen=True):
    """A unit is going to storm."""


class Rest(Dig, frozen=True):
    """A unit leaves the map."""


class Camp(Dig, frozen=True):
    """A unit is dragged into the camp."""


class Tow(Dig, frozen=True):
    """A tank is towed."""


class Patch(Dig, frozen=True):
    """A unit is patched up."""


class Target(Action, frozen=True):
    """A place is stormed."""

    hex: str
    unit: str = ""


class Spend(Action, frozen=True):
    """A side spends points."""

    what: str
    points: int = 0


NEW = (Dig, Crouch, Stand, Storm, Rest, Camp, Tow, Patch, Target, Spend)
ACTIONS = {**actions_in(import_module(f"{doors()[TRIED].package}.actions")), **{kind.__name__: kind for kind in NEW}}


class Reader:
    """Knows units by their names, and the sides."""

    def unit(self, piece: Piece | None) -> str:
        """The unit that a piece is."""
        return piece.name if piece is not None else ""

    def side(self, name: str) -> str:
        """The side of a name; none for the name of a seat that is no side's."""
        return name.lower() if name in ("French", "German") else ""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return workshop_of(str(with_verbs(tmp_path_factory.mktemp("games") / "game").folder))


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return workshop_of(str(seated_game(tmp_path_factory.mktemp("seated") / "game").folder))


def writes(shop: Workshop) -> Writes:
    return Writes(shop.game.chronicle, ACTIONS, {"unit": to_piece})


def logged(shop: Workshop, entries: Iterable[tuple[Deed, ...]], seat: str = "french") -> list[Shown]:
    """What the steps of a log show that these deeds made."""
    scribe = Scribe(shop.game, shop.module, next(iter(shop.setups.values())))
    scribe.write([Entry(seat, (Go(Ref(TANK), HERE),))])
    scribe.write(Entry(seat, deeds) for deeds in entries)
    timeline = Timeline.of(savefile.read(savefile.encode(scribe.log())), shop.module)
    seals = {name: ("".join(verb.seals),) for name, verb in shop.game.chronicle.verbs.items()}
    witness = Witness(timeline.start, seals)
    return [witness.shown(step) for step in timeline.steps][1:]


def read(shop: Workshop, shown: Shown, state: str = "PLAY") -> list[Action]:
    """The actions of a step."""
    reader = Reader()
    step: Step[Position, Reader] = Step(reader, shown, Position(stack=(state,)), (), Board)
    reads = Reads(shop.game.chronicle, ACTIONS, {"unit": of_piece(reader.unit)})
    return [each.action for record in shown.records for each in reads(step, record)]


@pytest.mark.parametrize(
    "action",
    [
        Dig(unit=TANK, by="french"),
        Crouch(unit=TANK, by="french"),
        Stand(unit=TANK, by="french"),
        Storm(unit=TANK, by="french"),
        Rest(unit=TANK, by="french"),
        Target(hex="0606", unit=TANK, by="french"),
        Target(hex="0606", by="french"),
    ],
)
def test_an_action_is_written_and_read_back(shop: Workshop, action: Action) -> None:
    (shown,) = logged(shop, [writes(shop)(action)])
    assert read(shop, shown) == [action]


@pytest.mark.parametrize(("seat", "by"), [("West", "french"), ("Solitaire", "french"), ("german", "german")])
def test_the_side_of_an_act_is_the_pieces_where_the_seat_is_no_sides(seated: Workshop, seat: str, by: str) -> None:
    (shown,) = logged(seated, [writes(seated)(Dig(unit=TANK))], seat)
    assert shown.side == seated.game.sides[seat].record if seat in seated.game.sides else seat
    assert read(seated, shown) == [Dig(unit=TANK, by=by)]
    # A place that somebody names on the map is nobody's: there is no piece that could tell.
    (shown,) = logged(seated, [writes(seated)(Target(hex="0606"))], seat)
    assert read(seated, shown) == [Target(hex="0606", by=by if seat == by else "")]


@pytest.mark.parametrize(
    ("unit", "means"), [(TANK, Tow(unit=TANK, by="french")), (FOOT, Patch(unit=FOOT, by="french")), (CAR, None)]
)
def test_what_a_verb_means_hangs_on_who_speaks(shop: Workshop, unit: str, means: Action | None) -> None:
    (shown,) = logged(shop, [(Say("mend", Ref(unit), {}),)])
    assert read(shop, shown) == ([means] if means else [])


def test_a_unit_that_digs_again_is_deeper(shop: Workshop) -> None:
    once, twice = logged(shop, [writes(shop)(Dig(unit=TANK))] * 2)
    assert [record.get("v") for shown in (once, twice) for record in shown.records] == ["1", "2"]
    assert [(each.property, each.new) for each in twice.altered if each.property == "Dug"] == [("Dug", "2")]


def test_what_a_choice_alone_does_is_done_for_it_alone(shop: Workshop) -> None:
    low, high = logged(shop, [writes(shop)(Crouch(unit=TANK)), writes(shop)(Stand(unit=TANK))])
    uid = low.records[0].piece.uid if low.records[0].piece else ""
    assert [(each.property, each.new) for each in low.set if each.property == "HX_Last"] == [("HX_Last", uid)]
    assert not [each for each in high.set if each.property == "HX_Last"]


def test_one_verb_empties_what_another_has_set(shop: Workshop) -> None:
    down, storm = logged(shop, [writes(shop)(Crouch(unit=TANK)), writes(shop)(Storm(unit=TANK))])
    assert [(each.property, each.new) for each in storm.altered][:2] == [("Stance", ""), ("OPP_Level", "2")]
    assert [each.get("by") for each in down.records] == [""]


def test_what_one_verb_leaves_stands_in_the_record_of_the_next(shop: Workshop) -> None:
    _, target = logged(shop, [writes(shop)(Storm(unit=TANK)), (Say("target", None, {"h": "0606"}),)])
    assert read(shop, target) == [Target(hex="0606", unit=TANK, by="french")]


def test_a_record_that_says_too_little_or_nonsense_means_nothing(shop: Workshop) -> None:
    shown = Shown(1, side="French")
    for fields in ({"what": "Point"}, {"what": "Point", "n": "many"}):
        said = Shown(1, records=(Record("spend", fields),), side=shown.side)
        assert read(shop, said) == []
    nobody = Shown(1, records=(Record("dig", {}),), side=shown.side)
    assert read(shop, nobody) == []


def test_an_action_is_meant_only_where_the_chronicle_says_so(shop: Workshop) -> None:
    (shown,) = logged(shop, [writes(shop)(Stand(unit=TANK))])
    assert read(shop, shown, "SETUP") == []


def test_a_number_is_read_as_one(shop: Workshop) -> None:
    said = Shown(1, records=(Record("spend", {"what": "Point", "n": "3"}),), side="French")
    assert read(shop, said) == [Spend(what="point", points=3, by="french")]


def test_who_cannot_say_a_verb_is_refused(shop: Workshop) -> None:
    with pytest.raises(VassalError, match="a unit cannot say observe"):
        logged(shop, [(Say("observe", Ref(TANK)),)])


def test_what_nobody_says_is_refused(shop: Workshop) -> None:
    with pytest.raises(VassalError, match="nobody says what stands at what of stance"):
        logged(shop, [(Say("stance", Ref(TANK)),)])


def test_a_meaning_that_no_action_of_the_rules_has_is_refused_with_its_place(shop: Workshop) -> None:
    with pytest.raises(AssetsError, match=r"chronicle/verbs/dig/means/Dig: Dig has no unit"):
        bound(shop.game.chronicle, {**ACTIONS, "Dig": Spend})
    others = {name: kind for name, kind in ACTIONS.items() if name not in ("Dig", "Storm")}
    with pytest.raises(AssetsError) as found:
        bound(shop.game.chronicle, {**others, "Digs": Dig})
    assert [problem.path for problem in found.value.problems] == [
        "chronicle/verbs/dig/means/Dig",
        "chronicle/verbs/storm/means/Storm",
    ]
    assert "the rules have no action Dig; did you mean Digs?" in str(found.value)


class Assemble(Action, frozen=True):
    """Parts become their whole again."""

    unit: str
    whole: str = ""
    others: tuple[str, ...] = ()


class Uncover(Action, frozen=True):
    """A unit opens what it hid."""

    unit: str
    kind: str


KINSHIP: dict[str, type[Action]] = {"Assemble": Assemble, "Uncover": Uncover}
MEANT = {
    "Assemble": Meaning(id="Assemble", fields={"unit": "unit u", "whole": "whole u", "others": "maybe others u"}),
    "Uncover": Meaning(id="Uncover", fields={"unit": "unit u", "kind": "opened u"}),
}


def meaning(shop: Workshop, name: str, shown: Shown) -> list[Action]:
    """The actions of a step whose records mean what the step shows beside them."""
    chronicle = shop.game.chronicle
    verb = replace(chronicle.verbs["dig"], means={name: MEANT[name]})
    reader = Reader()
    step: Step[Position, Reader] = Step(reader, shown, Position(stack=("PLAY",)), (), Board)
    reads = Reads(replace(chronicle, verbs={"dig": verb}), KINSHIP, {"unit": of_piece(reader.unit)})
    return [each.action for record in shown.records for each in reads(step, record)]


def test_who_is_the_whole_of_a_part_and_who_came_or_went_with_it_is_read_as_declared(shop: Workshop) -> None:
    part, whole, kin = (Piece(name, uid=name, facts={"Whole": of}) for name, of in (("a", "w"), ("w", ""), ("b", "w")))
    moved = tuple(Moved(each, Spot("0101"), Spot("0202")) for each in (whole, part, kin))
    said = Shown(1, records=(Record("dig", {}, part),), moved=moved, side="French")
    assert meaning(shop, "Assemble", said) == [Assemble(unit="a", whole="w", others=("w", "b"), by="french")]
    alone = Shown(1, records=(Record("dig", {}, part),), side="French")
    assert meaning(shop, "Assemble", alone) == [Assemble(unit="a", whole="w", by="french")]
    # Who is no part of anything assembles nothing.
    assert meaning(shop, "Assemble", Shown(1, records=(Record("dig", {}, whole),), side="French")) == []


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [("fits", "dummy"), ("changed", "dummy"), ("late", "dummy"), ("other key", ""), ("unreadable", "")],
)
def test_what_was_opened_is_read_as_declared_only_where_it_is_what_was_sealed(
    shop: Workshop, verdict: Verdict, kind: str
) -> None:
    field, other = Piece("field", uid="1"), Piece("field", uid="2")
    texts = ((other, "minefield:real"), (field, "minefield:dummy"))
    opened = tuple(Opened(each, "secret", text, verdict) for each, text in texts)
    said = Shown(1, records=(Record("dig", {}, field),), opened=opened, side="French")
    assert meaning(shop, "Uncover", said) == ([Uncover(unit="field", kind=kind, by="french")] if kind else [])


def test_what_follows_from_the_deeds_is_not_written_and_a_seal_is_opened_by_nobody_without_a_key(
    shop: Workshop,
) -> None:
    chronicle = shop.game.chronicle
    verb = replace(chronicle.verbs["dig"], means=MEANT)
    writes = Writes(replace(chronicle, verbs={"dig": verb}), KINSHIP, {"unit": to_piece})
    *_, said = writes(Assemble(unit="a", whole="w", others=("b",)))
    assert said == Say("dig", Ref("a"), {})
    assert writes(Uncover(unit="a", kind="dummy")) == ()
