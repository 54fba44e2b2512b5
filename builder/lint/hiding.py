"""Rules on what players must not see: sides that do not exist, names that leak, decks without a shuffle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.lint.reports import canon, said
from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View, label
from vassal.components import Component
from vassal.sequence import split
from vassal.traits import Trait
from vassal.values import text_items

OPEN_NAMES = ("$PieceName$", "$BasicName$", "$LocalizedPieceName$", "$LocalizedBasicName$")
HIDING = ("mask", "invisible")
OBSERVER = "<observer>"
_REPORTS = ("moveWithinFormat", "moveToFormat", "createFormat")


def _unknown(view: View, at: str, named: Iterable[str]) -> Iterator[Found]:
    for side in named:
        if side and side not in view.module.sides and side != OBSERVER and "$" not in side:
            yield Found(at, f"there is no side {side!r}")


def _access(trait: Trait) -> list[str]:
    kind, *sides = split(trait.text("access"), ":")
    return [side for side in sides if side] if kind == "sides" else []


@rule(
    "HM901",
    Severity.ERROR,
    why="Nobody can unmask or show the piece again.",
    example="a mask for `sides:Bleu`, while the roster has `Blue`",
    fix="Name sides as the roster has them.",
)
def unknown_masking_side(view: View) -> Iterator[Found]:
    """A mask or invisibility belongs to a side that does not exist."""
    for at, trait in view.kind(*HIDING):
        yield from _unknown(view, at, _access(trait))


@rule(
    "HM902",
    Severity.ERROR,
    why="Nobody can move the piece or give it commands.",
    example="Restricted Access for `Bleu`",
    fix="Name sides as the roster has them.",
)
def unknown_restricted_side(view: View) -> Iterator[Found]:
    """A piece is restricted to a side that does not exist."""
    for at, trait in view.kind("restricted"):
        yield from _unknown(view, at, trait.items("sides"))


@rule(
    "HM903",
    Severity.ERROR,
    why="Nobody can open the window.",
    example='`<PlayerHand side="Bleu">`',
    fix="Name sides as the roster has them.",
)
def unknown_owner(view: View) -> Iterator[Found]:
    """A private map, hand or deck belongs to a side that does not exist."""
    for at, each in view.named("PrivateMap", "PlayerHand"):
        yield from _unknown(view, at, text_items(each.get("side")))
    for at, each in view.named("DrawPile"):
        if each.boolean("deckRestrictAccess"):
            yield from _unknown(view, at, text_items(each.get("deckOwners")))


@rule(
    "HM904",
    Severity.WARNING,
    why="`$newPieceName$` respects the mask; `$PieceName$` and `$BasicName$` give the real name to everybody.",
    example="a maskable unit that reports `$PieceName$ is ready`",
    fix="Write `$newPieceName$` or `$oldPieceName$`.",
)
def leaking_name(view: View) -> Iterator[Found]:
    """A piece that can be masked or hidden reports its real name."""
    seen: set[str] = set()
    drawn = any(_stays_hidden(each) for _, each in view.named("DrawPile"))
    for at, piece in view.pieces:
        if not any(_hides(trait, drawn) for trait in piece.traits):
            continue
        for trait in piece.all("report"):
            told = [name for name in OPEN_NAMES if name in trait.text("format")]
            if told and trait.type not in seen:
                seen.add(trait.type)
                yield Found(f"{at}: {label(trait)}", f"what it tells: {', '.join(told)}")


def _stays_hidden(deck: Component) -> bool:
    return deck.get("faceDown") != "Never" and not deck.boolean("drawFaceUp")


def _hides(trait: Trait, drawn: bool) -> bool:
    """Tell whether a trait can hide its piece in play: by a key, or because it was drawn face down."""
    if trait.kind == "mask":
        return drawn or bool(trait.text("key").strip() or trait.text("deal_key").strip())
    return trait.kind == "invisible" and bool(trait.text("key").strip())


@rule(
    "HM905",
    Severity.WARNING,
    why="The chat tells everybody what comes into the hand: a missing format is the default, which names the piece.",
    example="a `PlayerHand` without `moveToFormat`",
    fix='Write the formats as `""`, or without the name of the piece.',
)
def talking_hand(view: View) -> Iterator[Found]:
    """A private map or hand reports the names of its pieces."""
    for at, each in view.named("PrivateMap", "PlayerHand"):
        told = [name for name in _REPORTS if "$pieceName$" in each.get(name)]
        if told:
            yield Found(at, f"{', '.join(told)} name the piece")


@rule(
    "HM906",
    Severity.WARNING,
    why="Each place that the hidden piece comes to is reported, and with it that somebody is there.",
    example="an invisible unit with a trigger on the map's moveKey that reports, without a condition",
    fix='Give the trigger a condition such as `{Invisible!="true"}`, and the same for masks.',
)
def hidden_move_reported(view: View) -> Iterator[Found]:
    """A piece that can be hidden reports each of its moves."""
    moved = {canon(each.get("moveKey")) for _, each in view.maps} - {""}
    seen: set[str] = set()
    for at, piece in view.pieces:
        if not moved or not any(trait.kind == "invisible" for trait in piece.traits):
            continue
        for trait in piece.all("trigger"):
            hears = {canon(trait.text("key")), *map(canon, trait.items("watch_keys"))} & moved
            speaks = hears & said(piece)
            if speaks and not trait.text("condition").strip() and trait.type not in seen:
                seen.add(trait.type)
                yield Found(f"{at}: {label(trait)}", "reports each move without a condition")


@rule(
    "HM907",
    Severity.WARNING,
    why="The cards come in the order of the module, which every player can look up.",
    example='a face-down deck with `shuffle="Never"` and `allowSelect="false"`',
    fix="Let it shuffle always, or by a key or menu entry that the set-up uses.",
)
def fixed_order(view: View) -> Iterator[Found]:
    """A face-down deck from which players draw blindly is never shuffled."""
    for at, each in view.named("DrawPile"):
        cards = [child.get("entryName") for child in each.every("CardSlot", "PieceSlot")]
        hidden = each.get("faceDown") != "Never" and not each.boolean("allowSelect")
        if hidden and each.get("shuffle") == "Never" and len(set(cards)) > 1 and not canon(each.get("shuffleHotkey")):
            yield Found(at, f"{len(cards)} cards are never shuffled")


@rule(
    "HM908",
    Severity.NOTE,
    why="An opponent can take the mask off whenever he likes.",
    example='`nonOwnerUnmaskable="Always"`',
    fix="Set it to Never.",
)
def open_masks(view: View) -> Iterator[Found]:
    """Opponents may unmask pieces, and there are pieces with masks."""
    masks = any(True for _ in view.kind("mask"))
    for at, each in view.named("GlobalOptions"):
        if masks and each.get("nonOwnerUnmaskable") == "Always":
            yield Found(at, "nonOwnerUnmaskable is Always")


@rule(
    "HM909",
    Severity.NOTE,
    why="Sides protect nothing when there is but one place to sit: everybody is an observer.",
    example="masks for sides in a module without a roster",
    fix="Declare the sides.",
)
def no_sides(view: View) -> Iterator[Found]:
    """Pieces are hidden by side, and the module has no sides."""
    by_side = [at for at, trait in view.kind(*HIDING) if trait.text("access").startswith("side")]
    if by_side and not view.module.sides:
        yield Found(by_side[0], "there are no sides")


RULES: tuple[Rule, ...] = (
    unknown_masking_side,
    unknown_restricted_side,
    unknown_owner,
    leaking_name,
    talking_hand,
    hidden_move_reported,
    fixed_order,
    open_masks,
    no_sides,
)
