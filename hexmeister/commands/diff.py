"""`hexmeister diff`: what differs between two modules."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexmeister.exits import Exit
from hexmeister.files import read_argument
from hexmeister.frame import as_json, command, option
from hexmeister.language import N_
from hexmeister.screen import Screen

if TYPE_CHECKING:
    from builder.diff import Change, Difference, Item

_HEADINGS: Final = {
    "pieces": N_("Pieces"),
    "prototypes": N_("Prototypes"),
    "components": N_("Components"),
    "images": N_("Pictures"),
    "files": N_("Files"),
}
_SIGNS: Final = {"added": "+", "removed": "-", "changed": "~"}
_STYLES: Final = {"added": "green", "removed": "red", "changed": "yellow"}
_LONGEST: Final = 100


@command(
    N_("Show what differs between two modules: pieces by their ids, components, traits field by field, files."),
    epilog=N_("Ends with 1 if anything differs."),
)
@read_argument("before", N_("OLD"), N_("The older module (.vmod)."))
@read_argument("after", N_("NEW"), N_("The newer module (.vmod)."))
@option("--full", is_flag=True, help=N_("Show long values whole."))
@as_json
def diff(screen: Screen, before: Path, after: Path, *, full: bool, as_json: bool) -> Exit:
    """Compare two modules."""
    from builder.diff import diff as compared

    found = compared(before, after)
    if as_json:
        screen.data(_data(found))
    else:
        _tell(screen, found, full=full)
    return Exit.FINDINGS if found else Exit.FINE


def _tell(screen: Screen, found: Difference, *, full: bool) -> None:
    if not found:
        screen.line(_("no difference"))
        return
    if found.module:
        screen.line(_("The module"), style="bold")
        _changes(screen, found.module, full=full)
    for part, heading in _HEADINGS.items():
        items: Sequence[Item] = getattr(found, part)
        if items:
            screen.heading(_heading(_(heading), items))
            for item in items:
                _item(screen, item, full=full)


def _heading(name: str, items: Sequence[Item]) -> str:
    counts = {how: sum(item.how == how for item in items) for how in _SIGNS}
    return f"{name} ({', '.join(f'{_SIGNS[how]}{count}' for how, count in counts.items() if count)})"


def _item(screen: Screen, item: Item, *, full: bool) -> None:
    name = "" if item.name == item.key or item.key.endswith(item.name) else f"  {item.name}"
    screen.line(f"{_SIGNS[item.how]} {item.key}{name}", style=_STYLES[item.how])
    _changes(screen, item.changes, full=full)


def _changes(screen: Screen, changes: Sequence[Change], *, full: bool) -> None:
    for change in changes:
        before, after = (_shown(value, full=full) for value in _near(change, full=full))
        screen.line(f"    {change.what}: {before} → {after}")


def _near(change: Change, *, full: bool) -> tuple[str | None, str | None]:
    """Return both values from shortly before the point where they part."""
    before, after = change.before, change.after
    if full or before is None or after is None or max(len(before), len(after)) <= _LONGEST:
        return before, after
    pairs = zip(before, after, strict=False)
    start = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(before), len(after)))
    cut = max(0, start - _LONGEST // 4)
    return ("…" if cut else "") + before[cut:], ("…" if cut else "") + after[cut:]


def _shown(value: str | None, *, full: bool) -> str:
    if value is None:
        return "∅"
    short = value if full or len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
    return f"“{short}”"


def _data(found: Difference) -> dict[str, object]:
    def values(changes: Sequence[Change]) -> list[dict[str, str | None]]:
        return [{"what": each.what, "before": each.before, "after": each.after} for each in changes]

    def items(part: Sequence[Item]) -> list[dict[str, object]]:
        return [{"how": each.how, "key": each.key, "name": each.name, "changes": values(each.changes)} for each in part]

    return {"module": values(found.module), **{part: items(getattr(found, part)) for part in _HEADINGS}}
