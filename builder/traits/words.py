"""Words of our own in menus and windows, in every language of the program."""

from __future__ import annotations

import re
from collections.abc import Mapping

TIED = "\u00a0"
"""A space at which no line is broken."""

WORDS: Mapping[str, Mapping[str, str]] = {
    "north": {"en": "A step north", "de": "Ein Schritt nach Norden"},
    "east": {"en": "A step east", "de": "Ein Schritt nach Osten"},
    "south": {"en": "A step south", "de": "Ein Schritt nach Süden"},
    "west": {"en": "A step west", "de": "Ein Schritt nach Westen"},
    "north-east": {"en": "A step north-east", "de": "Ein Schritt nach Nordosten"},
    "south-east": {"en": "A step south-east", "de": "Ein Schritt nach Südosten"},
    "south-west": {"en": "A step south-west", "de": "Ein Schritt nach Südwesten"},
    "north-west": {"en": "A step north-west", "de": "Ein Schritt nach Nordwesten"},
    "trail": {"en": "Movement trail", "de": "Bewegungsspur"},
    "checks": {"en": "Check", "de": "Prüfung"},
    "states": {"en": "State", "de": "Zustand"},
    "salvo target": {"en": "Struck by the salvo", "de": "Von der Salve getroffen"},
    "melee aim": {"en": "Aim in melee", "de": "Im Nahkampf zielen"},
    "next step": {"en": "Next step", "de": "Nächster Schritt"},
    "together": {"en": "Together with other salvos", "de": "Gemeinsam mit anderen Salven"},
    "play": {"en": "Play", "de": "Ausspielen"},
    "more": {"en": "More", "de": "Weiteres"},
    "a marker": {"en": "a marker", "de": "ein Marker"},
    "pieces": {"en": "Pieces", "de": "Steine"},
    "units": {"en": "Units", "de": "Einheiten"},
    "markers": {"en": "Markers", "de": "Marker"},
    "others": {"en": "Independent", "de": "Unabhängige"},
    "counter": {"en": "How to read a counter", "de": "Einen Spielstein lesen"},
    "charts": {"en": "Charts", "de": "Tabellen"},
    "aid": {"en": "Player aid", "de": "Spielhilfe"},
    "help": {"en": "How this module is handled", "de": "Bedienung dieses Moduls"},
    "scenarios": {"en": "The scenarios", "de": "Die Szenarien"},
    "rules": {"en": "Digest of the rules", "de": "Regeln in Kürze"},
    "search": {"en": "Search the rules", "de": "In den Regeln suchen"},
    "about": {"en": "About", "de": "Über"},
    "retire": {"en": "Sides", "de": "Seiten"},
    "retire tip": {"en": "Change sides, or watch", "de": "Seite wechseln oder zusehen"},
    "notes": {"en": "Notes", "de": "Notizen"},
    "inventory": {"en": "Inventory", "de": "Bestand"},
    "inventory tip": {"en": "All units by formation", "de": "Alle Einheiten nach Formation"},
    "turn": {"en": "Turn", "de": "Runde"},
    "roll": {"en": "Roll", "de": "Würfeln"},
    "roll tip": {"en": "Roll for what was declared last", "de": "Würfeln für das zuletzt Angesagte"},
    "declare": {"en": "Declare", "de": "Ansagen"},
    "declare tip": {"en": "What is said at the table", "de": "Was am Tisch gesagt wird"},
    "finish round": {"en": "Finish the round: the clock to the next one", "de": "Runde beenden: Uhr bis zur nächsten"},
    "steps done": {"en": "Done", "de": "Erledigt"},
    "steps done tip": {"en": "Steps of the turn that are done", "de": "Erledigte Schritte der Runde"},
    "raise": {"en": "Put on", "de": "Anbringen"},
    "sweep": {"en": "Take off", "de": "Entfernen"},
    "markers back": {"en": "Markers back into the cup", "de": "Marker zurück in den Becher"},
    "cup": {"en": "Cup", "de": "Becher"},
    "cup tip": {"en": "Markers of activation", "de": "Aktivierungsmarker"},
    "line of sight": {"en": "Sight", "de": "Sicht"},
    "line tip": {"en": "Draw a sight line between two hexes", "de": "Sichtlinie zwischen zwei Feldern ziehen"},
    "overview": {"en": "Overview", "de": "Übersicht"},
    "zoom in": {"en": "Closer", "de": "Näher"},
    "zoom out": {"en": "Farther", "de": "Weiter"},
    "zoom": {"en": "Zoom", "de": "Maßstab"},
    "picture tip": {"en": "Save the map as a picture", "de": "Karte als Bild sichern"},
    "unmoved tip": {"en": "Remove marks of movement", "de": "Bewegungsmarken entfernen"},
    "clear trails": {"en": "Trails", "de": "Spuren"},
    "clear trails tip": {"en": "Remove all trails", "de": "Alle Spuren entfernen"},
    "new game": {"en": "New game", "de": "Neues Spiel"},
    "ready": {"en": "ready to play", "de": "spielfertig"},
    "own set-up": {"en": "own set-up", "de": "eigene Aufstellung"},
    "map": {"en": "Map", "de": "Karte"},
    "choose board": {"en": "Which map?", "de": "Welche Karte?"},
    "step forward": {"en": "Next step of the log", "de": "Nächster Schritt der Logdatei"},
    "nothing noted": {
        "en": "Something is missing: first note the target, or the hexes (the help tells the keys)",
        "de": "Etwas fehlt: erst das Ziel oder die Felder merken (die Hilfe nennt die Tasten)",
    },
    "mouse aside": {
        "en": "The mouse is not over the map: point at the hex, and press the key (the help tells it)",
        "de": "Die Maus ist nicht über der Karte: auf das Feld zeigen und die Taste drücken (die Hilfe nennt sie)",
    },
    "not now": {
        "en": "Orders are written in the planning phase, before your side has said that they are done",
        "de": "Befehle werden in der Planungsphase geschrieben, solange die eigene Seite nicht fertig ist",
    },
    "no word": {
        "en": "First set the secret word of your side (menu Orders)",
        "de": "Zuerst das Geheimwort der eigenen Seite setzen (Menü Befehle)",
    },
    "no purpose": {
        "en": "Nothing is declared to roll for: first name shooter and target, or choose a check from a menu",
        "de": "Es ist nichts angesagt: erst Schützen und Ziel nennen oder in einem Menü eine Prüfung wählen",
    },
    "no dice": {
        "en": "No dice lie ready: first declare what is rolled for, or set their number (button Dice)",
        "de": "Es liegen keine Würfel bereit: erst ansagen, wofür gewürfelt wird, oder ihre Zahl setzen (Knopf Würfel)",
    },
    "ask word": {
        "en": "The secret word of your side: the same in the whole game. Write it down!",
        "de": "Das Geheimwort der eigenen Seite: im ganzen Spiel dasselbe. Bitte aufschreiben!",
    },
    "wrong word": {
        "en": "This is not the word with which your side began. Try again.",
        "de": "Das ist nicht das Wort, mit dem die eigene Seite begonnen hat. Bitte noch einmal.",
    },
    "not yet": {
        "en": "Orders are revealed when all sides are done, with the word of the round",
        "de": "Befehle werden aufgedeckt, wenn alle Seiten fertig sind, mit dem Wort dieser Runde",
    },
    "too long": {
        "en": "This is too long to be sealed: 180 letters at most, or a dozen units",
        "de": "Das ist zu lang zum Versiegeln: höchstens 180 Zeichen, oder ein Dutzend Einheiten",
    },
    "sealed": {"en": "sealed order", "de": "versiegelter Befehl"},
    "hidden": {"en": "something hidden", "de": "Verborgenes"},
    "orders": {"en": "Orders", "de": "Befehle"},
    "orders tip": {"en": "Secret word, orders done, reveal", "de": "Geheimwort, Befehle fertig, aufdecken"},
    "note": {"en": "Note for an order (secret)", "de": "Für einen Befehl merken (geheim)"},
    "pick unit": {"en": "Note the unit under the mouse (secret)", "de": "Einheit unter der Maus merken (geheim)"},
    "no unit there": {"en": "There is no unit under the mouse", "de": "Unter der Maus ist keine Einheit"},
    "pick place": {"en": "Note the hex under the mouse (secret)", "de": "Feld unter der Maus merken (geheim)"},
    "pick route": {"en": "Add the hex under the mouse to the route", "de": "Feld unter der Maus an den Weg hängen"},
    "forget order": {"en": "No order", "de": "Kein Befehl"},
    "forget": {"en": "Forget what was noted", "de": "Gemerktes vergessen"},
    "flip": {"en": "Turn the card", "de": "Karte umdrehen"},
    "values": {"en": "Values", "de": "Werte"},
    "hit": {"en": "Takes a hit", "de": "Nimmt einen Treffer"},
    "cards": {"en": "Cards", "de": "Karten"},
    "cards tip": {"en": "The unit cards of this side", "de": "Die Einheitenkarten dieser Seite"},
    "aim as": {"en": "Aim as", "de": "Zielen als"},
    "both sides": {"en": "both sides", "de": "beide Seiten"},
    "next in set-up": {"en": " (next: ", "de": " (als Nächstes: "},
    "the clock": {"en": "the clock goes on", "de": "die Uhr geht weiter"},
    "at whom": {"en": " at ", "de": " auf "},
    "fire now": {"en": "Fire at this and roll", "de": "Hierauf feuern und würfeln"},
    "carried": {"en": "Fire at this with the dice carried over", "de": "Hierauf mit den übrigen Würfeln feuern"},
    "adjusted": {"en": "Fire at this again, adjusted", "de": "Nochmals hierauf feuern, berichtigt"},
    "beside": {"en": "Fire at this beside the target", "de": "Hierauf neben dem Ziel feuern"},
    "dice number": {"en": "Dice", "de": "Würfel"},
    "accuracy": {"en": "Hits on", "de": "Trifft bis"},
    "in column": {"en": ", column ", "de": ", Spalte "},
    "too weak": {"en": "too weak to fire", "de": "zu schwach zum Feuern"},
    "needs": {"en": ", needs ", "de": ", nötig "},
    "at most": {"en": " or less: ", "de": " oder weniger: "},
    "passed": {"en": "passed", "de": "bestanden"},
    "failed": {"en": "failed", "de": "nicht bestanden"},
    "no hit": {"en": ": no hit", "de": ": kein Treffer"},
    "one hit": {"en": ": 1 hit", "de": ": 1 Treffer"},
    "hits": {"en": " hits", "de": " Treffer"},
    "edge": {"en": "Side of the hex", "de": "Feldseite"},
    "kind": {"en": "Kind (sealed)", "de": "Art (versiegelt)"},
    "completed": {"en": "Completed", "de": "Vollendet"},
    "step": {"en": "Step", "de": "Schritt"},
    "no chart": {"en": "Charts are in the charts window.", "de": "Tabellen stehen im Tabellenfenster."},
}


def word(name: str, language: str) -> str:
    """The word in a language; English for one that we do not have."""
    texts = WORDS[name]
    return texts.get(language, texts["en"])


FIELDS = {"hex": "field", "hexes": "fields", "hexside": "side", "hexsides": "sides"}
_HEX = re.compile(rf"\b({'|'.join(FIELDS)})\b")


def on_fields(text: str) -> str:
    """The text as it is said of a board of squares, whose places are fields."""
    return _HEX.sub(lambda found: FIELDS[found[0]], text)
