"""`hexmeister provenance`: which values of a game are not from its rulebook."""

from __future__ import annotations

from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from hexmeister.exits import Exit
from hexmeister.frame import argument, as_json, command, option
from hexmeister.language import N_
from hexmeister.options import overlay as with_overlay
from hexmeister.screen import Screen

if TYPE_CHECKING:
    from assets.provenance import Row

_ORIGINS: Final = {"rulebook": N_("rulebook"), "derived": N_("derived"), "invented": N_("invented")}
_LONGEST: Final = 60


@command(
    N_("List the values of a game that its rulebook does not give, and why they are as they are."),
    epilog=N_("An overlay folder (--overlay) puts in the printed values; they count as the overlay says."),
)
@argument("game", metavar=N_("GAME"), help=N_("The name of a game, or a folder with one."))
@option("--origin", type=click.Choice(tuple(_ORIGINS)), multiple=True, help=N_("Only values of this origin."))
@option("--all", "everything", is_flag=True, help=N_("The values from the rulebook too."))
@option("--summary", is_flag=True, help=N_("Only how many there are."))
@with_overlay
@as_json
def provenance(
    screen: Screen,
    game: str,
    *,
    origin: tuple[str, ...],
    everything: bool,
    summary: bool,
    overlay: Path | None,
    as_json: bool,
) -> Exit:
    """List where values come from."""
    import assets
    from assets.provenance import not_from_the_book, rows

    found = assets.load(Path(game) if Path(game).is_dir() else game, overlay)
    every = list(rows(found))
    wanted = every if everything or origin else list(not_from_the_book(found))
    shown = [row for row in wanted if not origin or row.origin in origin]
    if as_json:
        screen.data(_data(found.id, every, [] if summary else shown))
    else:
        if not summary:
            _tell(screen, shown)
            screen.line()
        _count(screen, every)
    return Exit.FINE


def _tell(screen: Screen, rows: list[Row]) -> None:
    columns = [_("Value"), _("Is"), _("Origin"), _("Why"), _("Rules")]
    screen.table(
        columns, [[row.path, _short(row.value), _(_ORIGINS[row.origin]), row.why, " ".join(row.ref)] for row in rows]
    )


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _count(screen: Screen, rows: list[Row]) -> None:
    from assets.provenance import counts

    table = counts(rows)
    screen.table(
        [_("Part"), *map(_, _ORIGINS.values())], [[area, *(table[area][each] for each in _ORIGINS)] for area in table]
    )


def _data(game: str, every: list[Row], shown: list[Row]) -> dict[str, object]:
    from assets.provenance import counts

    return {
        "game": game,
        "counts": {area: {each: count[each] for each in _ORIGINS} for area, count in counts(every).items()},
        "values": [
            {"path": row.path, "value": row.value, "origin": row.origin, "why": row.why, "ref": list(row.ref)}
            for row in shown
        ],
    }
