"""What pieces hide: a text that stands on them sealed, with a key of its own, until its owner opens it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.game import Game
from assets.handling import Secret
from assets.schema import Chit, Marker, Unit
from assets.seats import parts
from assets.secrets import of_piece
from builder.traits import menus, seats
from builder.traits.basics import computed, entry, local, named, quoted, trigger
from builder.traits.looks import followed
from builder.traits.menus import shortcut
from builder.traits.orders import APART, FORGET, PLACES, UNITS, name_of
from builder.traits.record import Speaker
from builder.traits.sealing import (
    NONCE,
    UID,
    all_of,
    asked,
    box,
    fingerprint,
    got,
    is_one,
    opened,
    own_key,
    remember,
    remembered,
    sealed,
    word_fits,
)
from builder.traits.speech import say
from builder.traits.words import word
from vassal.traits import Trait, make

OWNER = "Owner"
"""The property that says who sealed: a side, or a seat that holds a part of the pieces."""
SHOWN = "$KindShown$"
"""What people see of what was opened."""
DRAFT = '"hx.hides"'
LETTERS = "0-9A-Za-z+/_.: -"
"""What a typed text is made of: what a record can hold."""
MOST = 180
"""So long is a text at most; the pads cover no more."""


def parties(game: Game) -> tuple[str, ...]:
    """Who has secrets of his own: the sides, and the seats that hold a part of the pieces."""
    return (*(side.record for side in game.sides.values()), *(seat.id for seat in parts(game)))


def protos(game: Game, piece: Unit | Chit | Marker) -> list[str]:
    """The prototypes of what a piece may hide."""
    found = of_piece(game, piece)
    return [proto(found, fenced=not isinstance(piece, Marker))] if found else []


def proto(secret: Secret, *, fenced: bool) -> str:
    """The prototype of a secret; `fenced` where only the piece's own side may set it: a marker has none."""
    return f"kinds {secret.id}{' own' if fenced else ''}"


def noting(speaker: Speaker) -> Trait:
    """A piece is noted for something secret: nobody else learns of it."""
    again = f'({remembered(UNITS)}).contains({UID}+",")'
    noted = remember(UNITS, f"{remembered(UNITS)}+{UID}+{quoted(',')}")
    return local(
        "Nothing", "", entry(word("note", speaker.language), shortcut(speaker, "note"), f'{{{again}?"":{noted}}}')
    )


def shown_as_noted() -> Trait:
    """What shows to this player alone that a piece is noted."""
    return followed("Noted", ["", "target.png"], f'({remembered(UNITS)}).contains({UID}+",")?2:1')


def prototypes_of(speaker: Speaker) -> Iterator[tuple[str, list[Trait]]]:
    """All prototypes of what pieces hide, by name."""
    for each in speaker.game.handling.secrets.values():
        for fenced in (False, True):
            yield proto(each, fenced=fenced), _secret(speaker, each, fenced=fenced)


def commands(speaker: Speaker, secret: Secret) -> dict[str, tuple[str, str]]:
    """By what is sealed: the words of the menu, and the key."""
    title = secret.menu[speaker.language] if secret.menu else word("kind", speaker.language)
    if secret.written:
        return {"": (title, named(f"hx.do.kind.{secret.id}"))}
    return {
        name: (f"{title}: {text[speaker.language]}", named(f"hx.do.kind.{name}"))
        for name, text in secret.choices.items()
    }


def _secret(speaker: Speaker, secret: Secret, *, fenced: bool) -> list[Trait]:
    """What a piece hides, sealed by its owner until he opens it."""
    everybody = parties(speaker.game)
    own = f"{is_one('PlayerSide', everybody)}?{got('PlayerSide')}:{quoted(everybody[0])}"
    texts = commands(speaker, secret)
    keys = [sent for _, sent in texts.values()]
    noted = [entry(menu, sent, _noted(speaker, secret, name)) for name, (menu, sent) in texts.items()]
    unknown = f"!{word_fits(got(OWNER))}"
    said = f"({unknown})||{remembered(APART)}.equals({quoted('')})" if secret.written else unknown
    title = secret.menu[speaker.language] if secret.menu else word("kind", speaker.language)
    return [
        *_fence(speaker, keys, fenced=fenced),
        *menus.grouped(title, (menu for menu, _ in texts.values())),
        local(OWNER, "", *(entry("", sent, f"{{{own}}}") for sent in keys)),
        local("Meant", "", *noted),
        local("Warned", "", entry("", named("hx.unknown"), f"{{{box(word('no word', speaker.language))}}}")),
        trigger("kind", keys, [named("hx.seal"), *_after(secret)], f"{{!({said})}}"),
        trigger("no word", keys, [named("hx.unknown")], f"{{{unknown}}}"),
        computed("KindShown", _told(speaker, secret)),
        *kept(speaker, got(OWNER), remembered(APART)),
        *([local("Forget", "", entry("", named("hx.forget"), f"{{{FORGET}}}"))] if secret.written else []),
    ]


def _after(secret: Secret) -> Iterable[str]:
    """What was noted is forgotten once it is sealed."""
    return [named("hx.forget")] if secret.written else []


def _fence(speaker: Speaker, keys: list[str], *, fenced: bool) -> list[Trait]:
    """Nobody else sets what a side's piece hides; whoever knows the word may open it."""
    if not fenced:
        return []
    condition = f"{{!({seats.own(speaker.game)})}}"
    return [make("restrict_commands", name="hides", action="Hide", condition=condition, keys=tuple(keys))]


def _noted(speaker: Speaker, secret: Secret, name: str) -> str:
    """Code that remembers what is to be sealed, as the menu says it, as it is typed, or as it was noted."""
    if not secret.written:
        return f"{{{remember(APART, quoted(f'{secret.id}:{name}'))}}}"
    language = speaker.language
    title = secret.menu[language] if secret.menu else word("kind", language)
    listed = {"units": UNITS, "places": PLACES}
    if secret.written == "text":
        written = asked(title, quoted(""), LETTERS)
    else:
        written = f'{remembered(listed[secret.written])}.replaceAll(",$","")'
    empty, text = f"{remembered(DRAFT)}.equals({quoted('')})", quoted(f"{secret.id}:")
    lacking = box(speaker.word("nothing noted")) if secret.written != "text" else quoted("")
    long = f"{remembered(DRAFT)}.length()>{MOST}"
    forget = remember(APART, quoted(""))
    return (
        f"{{{remember(DRAFT, written)}+({empty}?{lacking}+{forget}:{long}?{box(word('too long', language))}+{forget}:"
        f"{remember(APART, f'{text}+{remembered(DRAFT)}')})}}"
    )


def _told(speaker: Speaker, secret: Secret) -> str:
    """Code that says what was opened, in words."""
    plain, hidden = got("SecretPlain"), quoted(word("hidden", speaker.language))
    if not secret.written:
        told = "".join(
            f"{plain}.equals({quoted(f'{secret.id}:{name}')})?{quoted(text[speaker.language])}:"
            for name, text in secret.choices.items()
        )
        return f"{told}{hidden}"
    start = quoted(f"{secret.id}:")
    rest = f"{plain}.substring({len(secret.id) + 1})"
    shown = name_of(rest) if secret.written == "units" else rest
    return f"{plain}.startsWith({start})?{shown}:{hidden}"


def kept(speaker: Speaker, side: str, text: str) -> list[Trait]:
    """A text that a piece keeps sealed with a key of its own, until its owner opens it."""
    seal, unlock = named("hx.seal"), named("hx.unlock")
    language = speaker.language
    made = own_key("SecretNonce", side)
    plain = (
        f'GetString("Secret").equals("")?"":!GetString("SecretKey").equals("")?'
        f'{opened("Secret", got("SecretKey"), "SecretNonce")}:""'
    )
    fits = f'{fingerprint(made)}.equals(GetString("SecretHash"))'
    menu, sent = speaker.menu("open"), named("hx.do.open")
    can = all_of(['!GetString("Secret").equals("")', 'GetString("SecretKey").equals("")'])
    return [
        trigger("open", [], [named("hx.unlock.may"), unlock, named("hx.unlocked")], f"{{{can}}}", menu=menu, key=sent),
        trigger("opened", [named("hx.unlocked")], [say("open")], '{!GetString("SecretKey").equals("")}'),
        trigger("sealed", [seal], [say("seal")]),
        local("SecretNonce", "", entry("", seal, NONCE)),
        local("Secret", "", entry("", seal, f"{{{sealed(text, made, 'SecretNonce')}}}")),
        local("SecretHash", "", entry("", seal, f"{{{fingerprint(made)}}}")),
        local(
            "SecretKey",
            "",
            entry("", seal, ""),
            entry("", unlock, f'{{{fits}?{made}:""}}'),
        ),
        local(
            "Fits",
            "",
            entry("", named("hx.unlock.may"), f'{{{fits}?"":{box(word("wrong word", language))}}}'),
        ),
        computed("SecretPlain", plain),
    ]
