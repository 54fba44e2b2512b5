"""A game with verbs that no part of the module knows: on pieces of all kinds, a button and the map."""

from __future__ import annotations

import shutil
from pathlib import Path

import assets
from assets import Game
from assets.finding import folder_of
from tests.games.sought import with_unit

TRIED = with_unit("fr.1cuir.somua1")
"""The game on which the module is tried: it has tanks, works, chits, and states of all of them."""
TAIL = "k, u, g, h, s"
VERBS = f"""\
  dig:
    by: [unit, hq]
    keys: [{TAIL}, v]
    from: {{v: property Dug}}
    seals: [K, D]
    does: [{{set: Dug, add: 1}}, say]
    menu: {{en: Dig, de: Graben}}
    sentence: {{en: "{{u}} digs in {{h}}, {{v}}", de: "{{u}} gräbt in {{h}}, {{v}}"}}
    means: {{Dig: {{fields: {{unit: unit u}}}}}}
  stance:
    by: [unit, chit, marker]
    keys: [{TAIL}, what]
    seals: [K, D]
    does: [{{set: Stance, to: "{{what}}"}}, {{keep: HX_Last, to: "{{u}}", when: {{what: Low}}}}, say, {{keep: HX_Mode}}]
    menu: {{en: Stance, de: Haltung}}
    sentence: {{en: "{{u}}: {{what}}", de: "{{u}}: {{what}}"}}
    means:
      Crouch: {{when: {{what: Low}}, fields: {{unit: unit u}}}}
      Stand: {{when: {{what: High}}, fields: {{unit: unit u}}, outside: [SETUP]}}
    choices:
      what:
        High: {{en: upright, de: aufrecht}}
        Low: {{en: low, de: geduckt}}
  storm:
    by: [unit]
    of: [tank, infantry]
    keys: [{TAIL}]
    seals: [K, G]
    does: [{{wipe: Stance}}, {{keep: HX_Storm, to: "{{u}}"}}, {{layer: OPP, to: "on"}}, say]
    menu: {{en: Storm, de: Stürmen}}
    sentence: {{en: "{{u}} gets ready", de: "{{u}} macht sich bereit"}}
    means: {{Storm: {{fields: {{unit: unit u}}}}}}
  mend:
    by: [unit]
    keys: [{TAIL}]
    seals: [K]
    menu: {{en: Mend, de: Ausbessern}}
    sentence: {{en: "{{u}} mends", de: "{{u}} bessert aus"}}
    means:
      Tow: {{of: [tank], fields: {{unit: unit u}}}}
      Patch: {{of: [infantry, at-gun], fields: {{unit: unit u}}, outside: [SETUP]}}
  camp:
    by: [unit, marker]
    upon: {{to: used}}
    of: [tank, works]
    keys: [{TAIL}, from, v]
    from: {{v: property Camped}}
    seals: [K, M]
    does: [moved, {{set: Camped, add: 1}}, say]
    sentence: {{en: "{{u}} goes to camp", de: "{{u}} geht ins Lager"}}
    means: {{Camp: {{fields: {{unit: unit u}}}}}}
  repair:
    by: [marker]
    of: [works]
    keys: [{TAIL}, v]
    from: {{v: property Repaired}}
    seals: [K, D]
    does: [{{set: Repaired, add: 1}}, say]
    menu: {{en: Repair, de: Reparieren}}
    sentence: {{en: "{{u}} is repaired", de: "{{u}} wird repariert"}}
  target:
    by: [map]
    keys: [k, s, h, by]
    from: {{h: mouse, by: game HX_Storm}}
    seals: [K, G]
    does: [say, {{keep: HX_Storm}}]
    menu: {{en: Target, de: Ziel}}
    sentence: {{en: "{{by}} at {{h}}", de: "{{by}} auf {{h}}"}}
    means: {{Target: {{fields: {{hex: h, unit: maybe unit by}}}}}}
  rest:
    by: [unit]
    keys: [{TAIL}, from]
    seals: [K, M]
    does: [{{send: used}}, say]
    menu: {{en: Rest, de: Ruhen}}
    sentence: {{en: "{{u}} rests", de: "{{u}} ruht"}}
    means: {{Rest: {{fields: {{unit: unit u}}}}}}
  spend:
    by: [button]
    keys: [k, s, what, n]
    from: {{n: game HX_Spent}}
    seals: [K, G]
    does:
      - {{keep: HX_Spent, add: 1, when: {{what: Point}}}}
      - {{wipe: Stance}}
      - say
      - {{keep: HX_Spent, when: {{what: All}}}}
    menu: {{en: Spend, de: Ausgeben}}
    sentence: {{en: "{{s}} spends: {{what}}", de: "{{s}} gibt aus: {{what}}"}}
    means: {{Spend: {{fields: {{what: word what, points: n}}}}}}
    choices:
      what:
        Point: {{en: a point, de: ein Punkt}}
        All: {{en: everything, de: alles}}
"""


def with_verbs(folder: Path, verbs: str = VERBS, game: str = TRIED) -> Game:
    """A game of ours with more verbs, in a folder."""
    shutil.copytree(folder_of(game), folder)
    path = folder / "chronicle.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\npurposes:\n", f"\n{verbs}\npurposes:\n", 1), encoding="utf-8")
    return assets.load(folder)


FAMILY = f"""\
  divide:
    by: [unit]
    keys: [{TAIL}]
    seals: [K, M]
    does: [{{fetch: parts}}, {{send: used}}, say]
    menu: {{en: Divide, de: Aufteilen}}
    sentence: {{en: "{{u}} is divided", de: "{{u}} wird aufgeteilt"}}
    means: {{Divide: {{fields: {{unit: unit u}}}}}}
  assemble:
    by: [unit]
    keys: [{TAIL}, from]
    seals: [K, M]
    does: [{{fetch: whole}}, {{kin: used}}, say]
    menu: {{en: Assemble, de: Vereinigen}}
    sentence: {{en: "{{u}} assembles in {{from}}", de: "{{u}} vereinigt sich in {{from}}"}}
    means: {{Assemble: {{fields: {{unit: unit u}}}}}}
  detach:
    by: [unit]
    keys: [{TAIL}]
    seals: [K, M]
    does: [{{join: whole}}, say]
    menu: {{en: Detach, de: Abteilen}}
    sentence: {{en: "{{u}} is detached in {{h}}", de: "{{u}} wird in {{h}} abgeteilt"}}
    means: {{Detach: {{fields: {{unit: unit u}}}}}}
"""
WHOLE, PARTS = "fr.1cuir.somua1", ("fr.1cuir.somua2", "fr.1cuir.hotch1")


def with_family(folder: Path, verbs: str = FAMILY, parts: tuple[str, ...] = PARTS) -> Game:
    """A game with a unit that can be divided into two others, assembled again, and from which each can be detached."""
    home = shutil.copytree(folder_of(TRIED), folder)
    path = home / "units.yaml"
    text = path.read_text(encoding="utf-8")
    entry = f"  {WHOLE}: {{"
    assert entry in text
    path.write_text(text.replace(entry, f"{entry}parts: [{', '.join(parts)}], ", 1), encoding="utf-8")
    path = home / "chronicle.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\npurposes:\n", f"\n{verbs}\npurposes:\n", 1), encoding="utf-8")
    return assets.load(home)
