"""The pictures in a game's folder `art/` that replace drawn ones."""

from __future__ import annotations

import re
from pathlib import Path

from assets.schema import Art

FACE = re.compile(r"\.(back|step[0-9]+)$")
PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})


def pictures(folder: Path, overlay: Path | None) -> tuple[Art, ...]:
    """The pictures of a game, the overlay's instead of ours.

    `art/units/<id>.png` is a front, `<id>.back.png` a back, `<id>.step3.png` the face of a unit's third step.
    """
    found: dict[tuple[str, str, str], Art] = {}
    for root in filter(None, (folder, overlay)):
        for path in seen(root, "art/*/*"):
            if path.suffix.lower() in PICTURES:
                stem = path.name[: -len(path.suffix)]
                found_face = FACE.search(stem)
                face = found_face[1] if found_face else "front"
                art = Art(kind=path.parent.name, id=FACE.sub("", stem), face=face, path=path)
                found[art.kind, art.id, art.face] = art
    return tuple(found.values())


def seen(root: Path, *patterns: str) -> list[Path]:
    """The files of a folder that are not hidden, as those are that editors and desktops leave beside ours."""
    return sorted(path for pattern in patterns for path in root.glob(pattern) if not path.name.startswith("."))
