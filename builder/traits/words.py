"""Words of our own in menus and windows, in every language of the program."""

from __future__ import annotations

from collections.abc import Mapping

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
    "split": {"en": "Independent units", "de": "Unabhängige Einheiten"},
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
    "rules": {"en": "Digest of the rules", "de": "Regeln in Kürze"},
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
    "steps done": {"en": "Done", "de": "Erledigt"},
    "steps done tip": {"en": "Steps of the turn that are done", "de": "Erledigte Schritte der Runde"},
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
    "ready": {"en": "ready to play", "de": "spielfertig"},
    "own set-up": {"en": "own set-up", "de": "eigene Aufstellung"},
    "map": {"en": "Map", "de": "Karte"},
    "choose board": {"en": "Which map?", "de": "Welche Karte?"},
    "step forward": {"en": "Next step of the log", "de": "Nächster Schritt der Logdatei"},
    "no chart": {"en": "Charts are in the charts window.", "de": "Tabellen stehen im Tabellenfenster."},
}


def word(name: str, language: str) -> str:
    """The word in a language; English for one that we do not have."""
    texts = WORDS[name]
    return texts.get(language, texts["en"])
