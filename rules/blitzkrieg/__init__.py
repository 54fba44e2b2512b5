"""Blitzkrieg 1940: the rules of Hannut and Stonne.

What is fixed while a scenario is played is a `battle.Battle` (`loading.load("hannut")` makes one from the assets);
what changes is a `model.Position`; what players do are the verbs in `actions`. `game.referee(battle, switches)`
judges and plays them, `game.start(battle)` is the position before the set-up. `sequence` is the sequence of play as a
table.

The rules stand in rooms: `setup` (12), `cup` (2, 3, 5), `movement` (6.1, 7), `fire` (4, 8.1 to 8.4), `reactions`
(6.3, 6.4), `melee` (9, 3.2), `morale` (8.4, 8.5), `support` (8.6, 10), `turn` (2, 11, 12), and `table` for what is
done to pieces and markers. A module has the checks, outcomes and effects of its subject; importing it registers them
with `book` (`rule`, `outcome`, `effect`, `roll`), and `game.CHAPTERS` lists them all. A check looks at a `case.Case`:
the action, the position before it, the battle, the switches. `table.markers` says which rule is broken by a board
change or roll that nothing made due. The words of all findings stand in `messages.yaml`.

What follows from pieces coming and going, whatever made them, hangs on two hooks of `book`: `on_coming` (pieces come
into a hex: mines) and `on_change` (the pieces in some hexes are others now: works, holders of places, overrun HQs).
`table.placing` (`put`, `take_off`) calls them; nothing else changes where a piece is.

`options` lists what may be done in a position: `game.legal(battle, switches)` is the generator. The `choices` of a
room say what could be done in a state (`@candidates("ACTIVE")`) and how a due action is filled in
(`@fills(do.FallBack)`).

The set-up is a sequence of stages (`Position.stage`), each ended by `Ready`: `stages.to_place(battle, stage)` tells
what has to be placed, `starting` has ready-made ones. `game.start(battle)` has the scenario's chits in the cup; the
last `Ready` opens the first Administration Phase. Overrun HQs lie in the box `turn N`, what has not come yet in
`pool`; `support.indirect` spends `Activation.salvos` (`chit calibre`), groups wait in `group`.

What the book does not say for certain goes through `switches.among` (a finding), `as_we_read` or `as_others_read` (a
due), with the readings of `assets/blitzkrieg/rulings.yaml`. A remark (`Notice`) is nobody's offence.

Conventions. Movement points are counted in halves (`battle.HALF`). Hexes, units, formations and chits are named by
their ids; a chit of which there are several is numbered (`hannut.de.repeat.1`). Markers that lie on an HQ
(Exhaustion, Demoralised) are marked on the formation: `Mark(piece=formation, marker="exhausted")`. A due that the
players may do until something ends names that state (`until="ACTIVE"`); without `until` it comes before anything
else.
"""
