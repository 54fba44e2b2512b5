"""Shots that are declared together before anybody rolls: those whose dice have not fallen wait in their order.

*Roll* takes the first one of whoever presses it. A shot in the list is `;SIDE:BY>AT`, with the side of who declared it.
"""

from __future__ import annotations

from builder.traits.basics import entry, named, quoted, shared
from builder.traits.record import Speaker
from builder.traits.sealing import all_of, got, is_one
from vassal.traits import Trait

MELEE = "MELEE"
"""The kind of shot that has an aim of its own: all in the place name their targets before dice fall."""
WAITING = "HX_Waiting"
"""The property of the whole game that holds the shots that wait."""
TAKE, TAKEN, DROP = (named(f"hx.waiting.{each}") for each in ("take", "taken", "drop"))
"""The commands upon which a shot is taken: if there is one, what was declared is that again, and it waits no more."""
SIDE, SHOTS = got("PlayerSide"), got(WAITING)
FIRST = f'({SHOTS}+";"+{SIDE}+":").split(";"+{SIDE}+":",2)[1].split(";",2)[0]'
"""Code that gives the first shot of whoever presses the button; nothing if he has none."""
OTHERS = f'{SHOTS}.replaceAll(";[^;>]*:"+{got("HX_By")}+">[^;]*","")'
"""Code that gives the shots of all others than the one who fires now."""


def known(speaker: Speaker) -> bool:
    """Whether a game has shots that are declared together."""
    return MELEE in speaker.game.handling.shots and speaker.knows("aim")


def declared(speaker: Speaker) -> list[Trait]:
    """What a declaration adds: who aims anew for another kind of shot has let all others be."""
    if not known(speaker):
        return []
    joined = f'{OTHERS}+";"+{SIDE}+":"+{got("HX_By")}+">"+{got("PieceUID")}'
    return [
        shared(
            WAITING,
            entry("", named("hx.aim"), ""),
            entry("", named("hx.target"), f"{{{is_one('HX_Shot', [MELEE])}?{joined}:{SHOTS}}}"),
            entry("", named("hx.thrown"), f"{{{OTHERS}}}"),
        )
    ]


def restored(speaker: Speaker) -> dict[str, str]:
    """By property of the whole game: the code of what it is again when a shot is taken."""
    return {
        "HX_By": f'{FIRST}.split(">")[0]',
        "HX_At": f'{FIRST}.split(">")[1]',
        "HX_Who": '""',
        "HX_P": quoted(speaker.game.handling.shots[MELEE]),
        "HX_Shot": quoted(MELEE),
    }


def ready() -> str:
    """Code that tells whether a shot is taken before dice fall: one waits, and nothing else was declared since."""
    return all_of([is_one("HX_Shot", [MELEE, ""]), f'!{FIRST}.equals("")'])


def left() -> str:
    """Code that gives the shots that still wait when the first one was taken."""
    return f'{SHOTS}.replaceFirst(";"+{SIDE}+":[^;]*","")'
