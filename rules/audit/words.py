"""The words of the report, in each language."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import assets

_TEXTS: Final = {
    "title": ("Check of the game", "Prüfung der Partie"),
    "nothing": ("Nothing was done that can be judged.", "Es wurde nichts getan, was sich beurteilen lässt."),
    "clean": ("Nothing illegal was found.", "Es wurde nichts Regelwidriges gefunden."),
    "illegal": ("illegal", "regelwidrig"),
    "undecided": ("undecided", "unentschieden"),
    "observation": ("observation", "Beobachtung"),
    "findings": ("Findings", "Befunde"),
    "notes": ("Remarks", "Anmerkungen"),
    "board": ("The board", "Das Spielfeld"),
    "step": ("Step", "Schritt"),
    "turn": ("Turn", "Runde"),
    "first": ("First step", "Erster Schritt"),
    "back": ("One step back", "Ein Schritt zurück"),
    "next": ("One step on", "Ein Schritt vor"),
    "last": ("Last step", "Letzter Schritt"),
    "show": ("Show on the board", "Auf dem Spielfeld zeigen"),
    "rule": ("The rule in our words", "Die Regel in unseren Worten"),
    "english": ("(in English)", "(englisch)"),
    "rests": ("The book leaves open:", "Das Regelheft lässt offen:"),
    "settled": ("It rests on a settled ruling:", "Das beruht auf einer entschiedenen Auslegung:"),
    "invented": ("By our own values", "Nach unseren eigenen Werten"),
    "overlay": (
        "This rests on our own values, which the rulebook does not print. Own the game? Use --overlay.",
        (
            "Das beruht auf unseren eigenen Werten, die das Regelheft nicht nennt. Besitzen Sie das Spiel? "
            "Mit --overlay gelten Ihre."
        ),
    ),
    "missing": ("The log would have had to show", "Das Log hätte zeigen müssen"),
    "same": ("the same deed", "dieselbe Handlung"),
    "readings": ("By each reading", "Je Lesart"),
    "judged": ("actions judged", "Handlungen beurteilt"),
    "legal": ("of them legal", "davon regelgerecht"),
    "inferred": ("read from the board", "vom Spielfeld abgelesen"),
    "version": ("Rules version", "Regelfassung"),
    "rulings": ("Settled rulings", "Entschiedene Auslegungen"),
    "logs": ("Logs", "Logs"),
    "dice": ("Dice", "Würfel"),
    "mean": ("mean", "Mittel"),
    "chance": (
        "chance of such a mean with fair dice, corrected",
        "Wahrscheinlichkeit eines solchen Mittels mit fairen Würfeln, korrigiert",
    ),
    "honest": (
        (
            "An observation is no accusation. What a log does not show is not judged. A log without contradictions may "
            "still have been edited."
        ),
        (
            "Eine Beobachtung ist keine Anschuldigung. Was ein Log nicht zeigt, bleibt offen. Auch ein Log ohne "
            "Widersprüche kann bearbeitet worden sein."
        ),
    ),
    "all": ("All", "Alle"),
    "verdict": ("Verdict", "Urteil"),
    "player": ("Player", "Spieler"),
    "broken": ("Rule", "Regel"),
    "filter": ("Show only", "Nur zeigen"),
    "shown": ("shown", "gezeigt"),
    "of": ("of", "von"),
    "earlier": ("Previous finding", "Voriger Befund"),
    "later": ("Next finding", "Nächster Befund"),
    "larger": ("Larger board", "Spielfeld größer"),
    "smaller": ("Smaller board", "Spielfeld kleiner"),
    "print": ("Print", "Drucken"),
    "ways": ("Other pages", "Andere Seiten"),
    "skip": ("To the board", "Zum Spielfeld"),
    "reduced": ("step lost", "Stufe verloren"),
    "present": ("on the map", "auf der Karte"),
    "worn": ("with a step lost", "mit verlorener Stufe"),
    "figures": ("How it stands", "Stand"),
    "roll": ("Roll", "Wurf"),
    "cup": ("Cup", "Becher"),
    "beside": ("beside the map", "neben der Karte"),
    "signs": (
        "Red frame and arrow: just moved. Dashed orange line: fire. Blue: unit or place named in this step.",
        "Roter Rahmen und Pfeil: eben bewegt. Orange gestrichelt: Feuer. Blau: in diesem Schritt genannt.",
    ),
    "finding": ("Finding", "Befund"),
    "deeds": ("Course", "Verlauf"),
    "table": ("Pieces", "Steine"),
    "about": ("Report", "Bericht"),
    "panels": ("Beside the board", "Neben dem Spielfeld"),
    "view": ("View", "Ansicht"),
    "fit": ("Whole board", "Ganzes Spielfeld"),
    "turned": ("From the other side", "Von der anderen Seite"),
    "play": ("Play", "Abspielen"),
    "close": ("Close", "Schließen"),
    "fine": ("legal", "regelgerecht"),
    "die": ("d", "W"),
    "keys": ("Keys", "Tasten"),
    "key_step": ("step by step", "Schritt für Schritt"),
    "key_deed": ("from deed to deed", "von Handlung zu Handlung"),
    "key_finding": ("next, previous finding", "nächster, voriger Befund"),
    "key_turn": ("next turn", "nächste Runde"),
    "key_ends": ("beginning, end", "Anfang, Ende"),
    "key_zoom": ("larger, smaller, whole board", "größer, kleiner, ganzes Spielfeld"),
    "png": ("Save this moment as a picture", "Diesen Augenblick als Bild speichern"),
    "link": ("Copy a link to this moment", "Link zu diesem Augenblick kopieren"),
    "copied": ("Copied", "Kopiert"),
    "setup": ("Set-up", "Aufstellung"),
    "asks": ("What may it do?", "Was darf sie?"),
    "asking": ("The referee is asked …", "Der Schiedsrichter wird gefragt …"),
    "mute": ("There is no answer. Is hexmeister serve still running?", "Keine Antwort. Läuft hexmeister serve noch?"),
}

_MISSING: Final = {
    "action": ("what was done here", "was hier getan wurde"),
    "declaration": ("a record of what was meant here", "einen Eintrag, was hier gemeint war"),
    "record": ("a record of it", "einen Eintrag darüber"),
    "gap": ("the records as they were", "die Einträge, wie sie waren"),
    "beginning": ("what was played before it", "was davor gespielt wurde"),
    "agreed": ("whether all had agreed to go on", "ob alle einverstanden waren weiterzuspielen"),
    "rest": ("how it goes on", "wie es weitergeht"),
    "roll": ("which of the rolls was meant", "welcher der Würfe gemeint war"),
    "module": ("a module that this program knows", "ein Modul, das dieses Programm kennt"),
    "extension": ("what the extension changes", "was die Erweiterung ändert"),
    "edition": ("the values by which it was played", "die Werte, nach denen gespielt wurde"),
    "proof": (
        "more games that prove how its logs are read",
        "mehr Partien, die belegen, wie man sie liest",
    ),
}
"""What a log of any game may lack."""


def _by_language(texts: Mapping[str, tuple[str, str]]) -> Mapping[str, Mapping[str, str]]:
    return MappingProxyType(
        {key: MappingProxyType({"en": english, "de": german}) for key, (english, german) in texts.items()}
    )


NUMBER: Final = re.compile(r"-[0-9]{1,9}|-?[0-9]{1,9}[.][0-9]{1,9}")
"""What languages write differently, or a book does not print with a hyphen."""
POINT: Final = MappingProxyType({"de": ","})
"""What stands before the decimals, where it is no point."""
PAGE: Final = _by_language(_TEXTS)
"""By key and language."""
MISSING: Final = _by_language(_MISSING)
"""The same of what may be missing."""


class Question(NamedTuple):
    """A question that the book leaves open, in words, and what its readings are called."""

    asked: str
    readings: Mapping[str, str]


def questions_of(game: str, language: str, overlay: Path | None = None) -> dict[str, Question]:
    """Return the questions that the book of a game leaves open, by the ids of their rulings."""
    rulings = assets.load(game, overlay).rulings.values()
    return {
        each.id: Question(
            each.question[language], {name: reading.name[language] for name, reading in each.readings.items()}
        )
        for each in rulings
    }


def number(text: str, language: str) -> str:
    """Return a number as the language writes it, with a minus that is no hyphen; all else as it is."""
    if not NUMBER.fullmatch(text):
        return text
    return text.replace("-", "\N{MINUS SIGN}").replace(".", POINT.get(language, "."))


def sides_of(game: str, language: str, overlay: Path | None = None) -> dict[str, str]:
    """Return what the sides of a game are called, by their ids and as the records name them."""
    sides = assets.load(game, overlay).sides.values()
    return {name: str(getattr(side.name, language)) for side in sides for name in (side.record, side.id)}
