"""Which icon stands on which button."""

from __future__ import annotations

from collections.abc import Mapping

ICONS: Mapping[str, str] = {
    "roll": "dice",
    "declare": "speech",
    "steps": "steps",
    "cup": "cup",
    "refill": "refill",
    "sight": "sight-line",
    "overview": "overview",
    "camera": "camera",
    "trails": "trail",
    "unmoved": "broom",
    "pieces": "pieces",
    "charts": "table",
    "inventory": "inventory",
    "notes": "notes",
    "sides": "sides",
    "cards": "card",
    "orders": "orders",
    "fireend": "cancel",
    "zoomin": "zoom-in",
    "zoomout": "zoom-out",
    "zoom": "zoom",
}
"""The file name of an icon (without its ending) and the symbol that it shows."""
