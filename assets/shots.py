"""In which column of a chart the dice of a shot are read: what is added up, as far as the module can know it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from assets.basics import Identifier, Strict, Word

Cell = Annotated[str, Meta(pattern="^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$", description="chart/row/column")]


class Halved(Strict, frozen=True, kw_only=True):
    """Types with a `fact` have half their attack, rounded up, `against` units of a class; no defence is taken off."""

    fact: str
    against: str


class Cover(Strict, frozen=True, kw_only=True):
    """What protects a target: its terrain, in the column of a chart that a `fact` of its type names.

    A `marker` in its place does so as well, in the row of its name, where the type has the fact `helps`; unless it is
    `sure` that it does, nothing is said of such a shot.
    """

    chart: str
    fact: str
    marker: str = ""
    helps: str = ""
    sure: bool = True


class Close(Strict, frozen=True, kw_only=True):
    """Terrain flagged in a `column` of a chart, in which types with a `fact` shoot and are hit otherwise."""

    chart: str
    column: str
    fact: str
    firer: Cell
    target: Cell


class ShotColumn(Strict, frozen=True, kw_only=True):
    """What is added up: the value `attack` of who fires less `defence` of the target, and cells of charts.

    Those of `states` of who fires or of its formation, of `modes` of the shot, `near` in the own place, `further` for
    each place beyond the first. Nothing is said of who is in a state of `unless`, of who fires in one of `unclear`,
    nor of units of the types `but`.
    """

    attack: str
    defence: str
    halved: Halved | None = None
    states: dict[Word, Cell] = field(default_factory=dict)
    modes: dict[Word, Cell] = field(default_factory=dict)
    near: Cell | None = None
    further: Cell | None = None
    cover: Cover | None = None
    close: Close | None = None
    unless: tuple[Word, ...] = ()
    unclear: tuple[Word, ...] = ()
    but: tuple[Identifier, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells that are named."""
        close = (self.close.firer, self.close.target) if self.close else ()
        ways = (each for each in (self.near, self.further) if each)
        return (*self.states.values(), *self.modes.values(), *ways, *close)

    @property
    def facts(self) -> tuple[str, ...]:
        """All facts of types, and all values of units."""
        facts = [self.halved.fact] if self.halved else []
        facts += [each for each in (self.cover.fact, self.cover.helps) if each] if self.cover else []
        facts += [self.close.fact] if self.close else []
        return (self.attack, self.defence, *facts)
