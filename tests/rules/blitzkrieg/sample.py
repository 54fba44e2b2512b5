"""What tests of files, seasons and pages need to know of this game to try things on it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from vassal.logwriter import LogWriter

GAME, SCENARIO = "blitzkrieg", "hannut"
DICE = "2d6"
WRONG = ("fires_too_far", "moves_after_full_fire", "moves_too_far")
UNIT = "fr.i-11rdp.inf1"
SETTLED = ("AMB-48", "other")
FAR = "1514"
"""A hex in which the French dragoons may not set up, three hexes from where they have to be near; two are allowed."""
ROOMY = """source: {origin: rulebook, why: as printed}
scenarios: {hannut: {zones: {i-11-rdp: {near: [{distance: 3, hexes: [1416]}]}}}}
"""
SLOW = f"source: {{origin: rulebook}}\nunits: {{{UNIT}: {{front: {{movement: 0}}}}}}"
SAID = "cannot be set up"
PHASE = "<!--[#phase;new=1 Operations;old=1 Setup;s=French;t=1;p=Operations;log=game.vlog]-->"


def misplaced(action: Action) -> Action | None:
    """The placing of a unit, done where it may not stand; nothing for another action."""
    return replace(action, hex=FAR) if isinstance(action, do.Deploy) else None


def goes_on(writer: LogWriter) -> None:
    """The first phase is said to begin."""
    writer.report(f"French: 1 Operations{PHASE}")
    writer.turn("TurnTracker0", "0|1;0;false;-1;2\\;0\\;0\\;false,true,true,true")
