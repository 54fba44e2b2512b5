"""The words of the page, in each language; it speaks both at once, so they stand beside each other."""

from collections.abc import Mapping
from typing import Final

_TEXTS: Final = {
    "title": ("Check a game", "Partie prüfen"),
    "what": (
        "Choose the logs of one game. They are checked on this machine; nothing leaves it.",
        "Wählen Sie die Logs einer Partie. Geprüft wird auf diesem Rechner; nichts verlässt ihn.",
    ),
    "alone": (
        "Choose the logs of one game. They are checked in this page: nothing leaves this machine.",
        "Wählen Sie die Logs einer Partie. Geprüft wird in dieser Seite: Nichts verlässt dieses Gerät.",
    ),
    "drop": ("Drop logs here, or choose them", "Logs hierher ziehen oder auswählen"),
    "kinds": ("Files .vlog or .vsav, up to {0} MB each.", "Dateien .vlog oder .vsav, jede bis {0} MB."),
    "folder": ("Logs in the folder", "Logs im Ordner"),
    "take": ("Add to the check", "Zur Prüfung nehmen"),
    "chosen": ("To be checked, in the order of play", "Zu prüfen, in der Reihenfolge des Spiels"),
    "none": ("No log was chosen yet.", "Noch kein Log gewählt."),
    "up": ("Earlier", "Früher"),
    "down": ("Later", "Später"),
    "remove": ("Remove", "Entfernen"),
    "check": ("Check", "Prüfen"),
    "progress": ("Progress", "Fortschritt"),
    "sending": ("Taking the logs", "Die Logs werden übernommen"),
    "unpacking": ("The referee is being unpacked", "Der Schiedsrichter wird ausgepackt"),
    "waiting": ("Waiting for another check", "Eine andere Prüfung läuft noch"),
    "running": ("The check begins", "Die Prüfung beginnt"),
    "reading": ("Reading the logs", "Die Logs werden gelesen"),
    "module": ("Preparing the module", "Das Modul wird vorbereitet"),
    "judging": ("Judging the game", "Die Partie wird beurteilt"),
    "writing": ("Writing the report", "Der Bericht wird geschrieben"),
    "filming": ("The film is being made", "Der Film wird gemacht"),
    "stop": ("Stop", "Abbrechen"),
    "stopped": ("The check was stopped", "Die Prüfung wurde abgebrochen"),
    "over": ("This check is over.", "Diese Prüfung ist zu Ende."),
    "done": ("The report is ready", "Der Bericht ist fertig"),
    "earlier": ("Checks so far", "Bisherige Prüfungen"),
    "illegal": ("illegal", "regelwidrig"),
    "undecided": ("undecided", "unentschieden"),
    "observations": ("observations", "Beobachtungen"),
    "language": ("English", "Deutsch"),
    "languages": ("Language", "Sprache"),
    "back": ("Check another game", "Eine andere Partie prüfen"),
    "fault": (
        "The check was ended: too long, too large, or a fault of the program. Try: hexmeister check --debug LOG",
        "Die Prüfung wurde beendet: zu lang, zu groß oder ein Programmfehler. Versuch: hexmeister check --debug LOG",
    ),
    "crash": (
        "The check was ended: too large for this browser, or a fault of the program.",
        "Die Prüfung wurde beendet: zu groß für diesen Browser oder ein Programmfehler.",
    ),
    "old": (
        "This browser cannot run the referee: a newer one is needed (of 2024 or later), with WebAssembly.",
        "Dieser Browser kann den Schiedsrichter nicht ausführen: Nötig ist ein neuerer (ab 2024) mit WebAssembly.",
    ),
    "report": ("Report", "Bericht"),
    "save": ("Save the report", "Bericht speichern"),
    "data": ("Save the findings as data", "Befunde als Daten speichern"),
    "about": ("About this page", "Über diese Seite"),
    "makers": (
        "Hexmeister judges the game by what the logs show. This page also contains the work of others:",
        "Hexmeister beurteilt die Partie nach dem, was die Logs zeigen. In dieser Seite steckt auch Arbeit anderer:",
    ),
    "lost": (
        "The program does not answer. Is hexmeister serve still running?",
        "Das Programm antwortet nicht. Läuft hexmeister serve noch?",
    ),
    "script": ("The page needs JavaScript.", "Die Seite braucht JavaScript."),
    "host": ("This page is for this machine only.", "Diese Seite ist nur für diesen Rechner."),
    "site": ("Another site may not ask for this.", "Eine fremde Seite darf danach nicht fragen."),
    "token": (
        "Open the whole address that hexmeister serve printed.",
        "Öffnen Sie die ganze Adresse, die hexmeister serve gezeigt hat.",
    ),
    "request": ("This request is not understood.", "Diese Anfrage wird nicht verstanden."),
    "gone": ("There is nothing here (any more).", "Hier ist nichts (mehr)."),
    "large": ("Too large for a log, or too large together.", "Zu groß für ein Log, oder zusammen zu groß."),
    "many": ("Too many logs for one check.", "Zu viele Logs für eine Prüfung."),
    "kind": ("Only logs and saves of VASSAL (.vlog, .vsav).", "Nur Logs und Spielstände von VASSAL (.vlog, .vsav)."),
    "cut": ("The file did not arrive whole; begin again.", "Die Datei kam nicht ganz an; bitte von vorn."),
    "forgotten": (
        "Only the check that was made last answers questions: check these logs again.",
        "Fragen beantwortet nur die letzte Prüfung: bitte diese Logs noch einmal prüfen.",
    ),
    "unanswered": (
        "An error of the program: this has no answer. Try: hexmeister ask --debug LOG",
        "Ein Programmfehler: Darauf gibt es keine Antwort. Versuch: hexmeister ask --debug LOG",
    ),
    "mute": ("Nothing can be said of this unit here.", "Zu dieser Einheit lässt sich hier nichts sagen."),
    "busy": ("Too many checks are running.", "Es laufen zu viele Prüfungen."),
    "started": ("This check has begun already.", "Diese Prüfung hat schon begonnen."),
    "empty": ("There is no log to be checked.", "Es gibt kein Log zu prüfen."),
}

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    key: {"en": english, "de": german} for key, (english, german) in _TEXTS.items()
}
"""By key and language."""


def word(key: str, language: str) -> str:
    """Return the word in a language."""
    return WORDS[key][language]


__all__ = ["WORDS", "word"]
