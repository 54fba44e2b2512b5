"""Blitzkrieg 1940: the rules of Hannut and Stonne.

What is fixed while a scenario is played is a `battle.Battle` (`loading.load("hannut")` makes one from the assets); what
changes is a `model.Position`; what players do are the verbs in `actions`. `game.referee(battle, switches)` judges and
plays them, `game.start(battle)` is the position before the set-up. `sequence` is the sequence of play as a table.

Each chapter of the rulebook has a file of its own with its checks, outcomes and effects; importing it registers them
with `book` (`rule`, `outcome`, `effect`, `roll`), and `game.CHAPTERS` lists them all. A check looks at a `case.Case`:
the action, the position before it, the battle, the switches. `markers` holds what is done to pieces and says which
rule a board change or a roll breaks that nothing made due. The words of all findings stand in `messages.yaml`.

What follows from pieces coming and going, whatever made them, hangs on two hooks of `book`: `on_coming` (pieces come
into a hex: mines) and `on_change` (the pieces in some hexes are others now: works, holders of places, overrun HQs).
`placing.put` and `placing.take_off` call them; nothing else changes where a piece is.

`options` lists what may be done in a position: `game.legal(battle, switches)` is the generator. A chapter adds what
could be done in a state with `@candidates("ACTIVE")` and how a due action is filled in with `@fills(do.FallBack)`.

The set-up is a sequence of stages (`Position.stage`), each ended by `Ready`: `setup.to_place(battle, stage)` tells what
has to be placed, `starting.default_setup` and `random_setup` are ready made. `game.start(battle)` has the scenario's
chits in the cup; the last `Ready` opens the first Administration Phase. Overrun HQs lie in the box `turn N`, what has
not come yet in `pool`; `indirect` spends `Activation.salvos` (`chit calibre`), groups wait in `Activation.group`.

What the book does not say for certain goes through `switches.among` (a finding), `as_we_read` or `as_others_read` (a
due), with the readings of `assets/blitzkrieg/rulings.yaml`. A remark (`Notice`) is nobody's offence.

Conventions. Movement points are counted in halves (`battle.HALF`). Hexes, units, formations and chits are named by
their ids; a chit of which there are several is numbered (`hannut.de.repeat.1`). Markers that lie on an HQ (Exhaustion,
Demoralised) are marked on the formation: `Mark(piece=formation, marker="exhausted")`. A due that the players may do
until something ends names that state (`until="ACTIVE"`); without `until` it comes before anything else.
"""
