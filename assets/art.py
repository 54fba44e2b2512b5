"""The pictures in a game's folder `art/` that replace drawn ones."""

from __future__ import annotations

from pathlib import Path

from assets.schema import Art

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})


def pictures(folder: Path, overlay: Path | None) -> tuple[Art, ...]:
    """The pictures of a game, the overlay's instead of ours: `art/units/<id>.png`, `<id>.back.png` for a back."""
    found: dict[tuple[str, str, str], Art] = {}
    for root in filter(None, (folder, overlay)):
        for path in seen(root, "art/*/*"):
            if path.suffix.lower() in PICTURES:
                stem = path.name[: -len(path.suffix)]
                face = "back" if stem.endswith(".back") else "front"
                art = Art(kind=path.parent.name, id=stem.removesuffix(".back"), face=face, path=path)
                found[art.kind, art.id, art.face] = art
    return tuple(found.values())


def seen(root: Path, *patterns: str) -> list[Path]:
    """The files of a folder that are not hidden, as those are that editors and desktops leave beside ours."""
    return sorted(path for pattern in patterns for path in root.glob(pattern) if not path.name.startswith("."))
