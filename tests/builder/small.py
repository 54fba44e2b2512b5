"""A very small game in a folder: two companies, a map without boxes, no verbs, no charts."""

from pathlib import Path

GAME = """\
source: {origin: invented}
title: {en: Skirmish, de: Scharmützel}
subtitle: {en: A small game, de: Ein kleines Spiel}
version: "1.0"
description: {en: Two sides and a hill., de: Zwei Seiten und ein Hügel.}
sides:
  red: {name: {en: Red, de: Rot}, adjective: {en: red, de: rot}, record: Red, ground: "#cc2222", shade: "#881111",
        light: "#ee8888", ink: "#ffffff"}
  blue: {name: {en: Blue, de: Blau}, adjective: {en: blue, de: blau}, record: Blue, ground: "#2222cc", shade: "#111188",
         light: "#8888ee", ink: "#ffffff"}
values:
  attack: {name: {en: Attack, de: Angriff}, short: {en: A, de: A}, place: bottom-left}
classes: {infantry: {en: infantry, de: Infanterie}}
movements: {foot: {en: on foot, de: zu Fuß}}
types:
  infantry:
    {name: {en: infantry, de: Infanterie}, class: infantry, movement: foot, symbol: infantry, silhouette: rifles}
"""
UNITS = """\
source: {origin: invented}
formations:
  red.1: {side: red, name: {en: First, de: Erste}, short: "1", colour: "#0072b2", ink: "#ffffff", kind: rifle,
          scenarios: [hill]}
models:
  rifles: {type: infantry, front: {attack: 4}, back: {attack: 2}}
units:
  red.1.a: {model: rifles, formation: red.1, name: {en: A company, de: A-Kompanie}, short: A}
  red.1.b: {model: rifles, formation: red.1, name: {en: B company, de: B-Kompanie}, short: B}
"""
SCENARIOS = """\
source: {origin: invented}
scenarios:
  hill:
    title: {en: The hill, de: Der Hügel}
    subtitle: {en: A morning, de: Ein Morgen}
    date: "1940-05-13"
    map: hill
    turns: 4
    turn_labels: [{en: Turn 1, de: Runde 1}]
    own_edges: {red: west, blue: east}
    order: [{side: red, what: {en: all, de: alles}, setups: [first]}]
    zones: {west: {name: {en: the west, de: der Westen}, hexes: ["0101", "0102"]}}
    setup: {first: {side: red, formations: [red.1], zone: west, rule: BLZ-12.1.2a}}
    cup: {}
    victory: {kind: hold, checked: end, scorer: red, hold: ["0202"], summary: {en: Hold it., de: Halten.}}
    placement: {red.1.a: "0101"}
"""
HILL = """\
source: {origin: invented}
title: {en: Hill, de: Hügel}
subtitle: {en: A hill, de: Ein Hügel}
grid: {columns: 4, rows: 4}
terrains: {open: {name: {en: Open, de: Offen}, look: open}}
"""


def small_game(folder: Path) -> Path:
    """The folder of the game."""
    files = {"game": GAME, "units": UNITS, "scenarios": SCENARIOS, "maps/hill": HILL}
    for name, text in files.items():
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
