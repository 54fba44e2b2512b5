"""A game with seats beside those of its sides: two wings that hold units of both, and a referee."""

from __future__ import annotations

from pathlib import Path

import assets
from assets import Game
from tests.builder.module.new_verbs import with_verbs

SEATS = """\
seats:
  Solitaire: {holds: [all]}
  West: {holds: [fr.1cuir, de.i-12sch], scenarios: [hannut], name: {en: the western wing, de: der Westflügel}}
  East: {holds: [fr.iii-11rdp, de.kg.hq], scenarios: [hannut]}
  Umpire: {sees: [french, german]}
"""


def seated_game(folder: Path, seats: str = SEATS) -> Game:
    """A game of ours with more seats, and verbs that only the chronicle declares."""
    home = with_verbs(folder).folder
    path = home / "module.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("seats: {Solitaire: {holds: [all]}}\n", seats, 1), encoding="utf-8")
    assets.forget()
    return assets.load(home)


HIDING = """\
secrets:
  reserve: {of: [hq], menu: {en: Reserve (sealed), de: Reserve (versiegelt)}, written: units}
  ruse:
    of: [tank, works]
    choices: {dummy: {en: a dummy, de: eine Attrappe}, real: {en: the real thing, de: echt}}
  target: {of: [at-gun], menu: {en: Targets (sealed), de: Ziele (versiegelt)}, written: places}
  word: {of: [general, held-german], menu: {en: Note (sealed), de: Notiz (versiegelt)}, written: text}
"""
"""What pieces hide: units that are noted, one of two words, places that are noted, a text that is typed."""
SPOKEN = """\
  word:
    by: [button]
    part: word
    keys: [s, hash]
    from: {s: given, hash: value}
    seals: [G]
    does: [{keep: "HX_Word_{s}", to: "{hash}"}, say]
    menu: {en: Secret word, de: Geheimwort}
    sentence: {en: "{s}: secret word set", de: "{s}: Geheimwort gesetzt"}
  seal:
    by: [unit, hq, chit, marker]
    part: seal
    keys: [k, u, g, h, s, x, c, hash]
    from: {x: property SecretNonce, c: property Secret, hash: property SecretHash}
    seals: [K, D]
    does:
      - {set: SecretNonce, to: "{x}"}
      - {set: Secret, to: "{c}"}
      - {set: SecretHash, to: "{hash}"}
      - {set: SecretKey}
      - say
    menu: {en: Seal, de: Versiegeln}
    sentence: {en: "{u} hides something", de: "{u} verbirgt etwas"}
  open:
    by: [unit, hq, chit, marker]
    part: open
    keys: [k, u, g, h, s, key, o]
    from: {key: property SecretKey, o: property SecretPlain}
    seals: [K, D]
    does: [{set: SecretKey, to: "{key}"}, say]
    menu: {en: Open what was sealed, de: Versiegeltes öffnen}
    sentence: {en: "{u}: {o}", de: "{u}: {o}"}
"""
KEYS = """\
  x: {kind: text, what: {en: what makes equal texts unlike, de: was gleiche Texte ungleich macht}}
  c: {kind: text, what: {en: the sealed text, de: der versiegelte Text}}
  hash: {kind: text, what: {en: the fingerprint of the key, de: der Fingerabdruck des Schlüssels}}
  key: {kind: text, what: {en: the key, de: der Schlüssel}}
  o: {kind: text, what: {en: the opened text, de: der geöffnete Text}}
"""


def hiding_game(folder: Path, hiding: str = HIDING, spoken: str = SPOKEN) -> Game:
    """The same game, whose pieces hide things: HQs, tanks, guns, works, a flag, the chits of generals."""
    home = seated_game(folder).folder
    path = home / "module.yaml"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{hiding}", encoding="utf-8")
    path = home / "chronicle.yaml"
    text = path.read_text(encoding="utf-8").replace("\nkeys:\n", f"\nkeys:\n{KEYS}", 1)
    path.write_text(text.replace("\npurposes:\n", f"\n{spoken}\npurposes:\n", 1), encoding="utf-8")
    assets.forget()
    return assets.load(home)
