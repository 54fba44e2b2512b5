"""Hotkeys as modules write them: `70,130` for Ctrl+F, `57348,0,fire` for a named command that no key sends."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from vassal.arithmetic import parse_int
from vassal.sequence import join, split

SHIFT, CTRL, META, ALT = 65, 130, 260, 520
# Each modifier has an old and a new bit; the engine writes both.
_MODIFIERS: Mapping[str, int] = {"Ctrl": 0x82, "Alt": 0x208, "Meta": 0x104, "Shift": 0x41}
# The engine hands out codes of its own for named commands; whatever stands in the file is replaced.
NAMED_CODE = 57348

CODES: Mapping[str, int] = {
    "Backspace": 8,
    "Tab": 9,
    "Enter": 10,
    "Escape": 27,
    "Space": 32,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "Left": 37,
    "Up": 38,
    "Right": 39,
    "Down": 40,
    ",": 44,
    "-": 45,
    ".": 46,
    "/": 47,
    ";": 59,
    "=": 61,
    "[": 91,
    "\\": 92,
    "]": 93,
    "Delete": 127,
    "Insert": 155,
    "`": 192,
    "'": 222,
} | {f"F{number}": 111 + number for number in range(1, 13)}
_WORDS: Mapping[int, str] = {code: word for word, code in CODES.items()}


@dataclass(frozen=True, slots=True)
class Hotkey:
    """A key with its modifiers, or a named command."""

    code: int
    modifiers: int = 0
    name: str = ""

    def __str__(self) -> str:
        return f"{self.code},{self.modifiers}" + (f",{self.name}" if self.name else "")

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the hotkey that a text is, or None where the engine sees none."""
        parts = text.split(",")
        if len(parts) < 2:
            return None
        code, modifiers = parse_int(parts[0]), parse_int(parts[1])
        if code is None or modifiers is None:
            return None
        return cls(code, modifiers, parts[2] if len(parts) > 2 else "")

    @property
    def words(self) -> str:
        """Return the key as people call it: `Ctrl+F`, or the name of the command."""
        if self.name:
            return self.name
        pressed = [word for word, bits in _MODIFIERS.items() if self.modifiers & bits]
        letter = chr(self.code) if 48 <= self.code <= 57 or 65 <= self.code <= 90 else f"key {self.code}"
        return "+".join([*pressed, _WORDS.get(self.code, letter)])

    def same(self, other: "Hotkey") -> bool:
        """Tell whether the engine takes both for one key: of named ones only the name counts."""
        return self.name == other.name if self.name or other.name else self == other


def key(word: str, *modifiers: int) -> Hotkey:
    """Return the hotkey of a letter, a digit or a word such as `F1` or `Left`, with SHIFT, CTRL, ALT or META."""
    code = CODES.get(word)
    if code is None and len(word) == 1 and word.isascii() and word.isalnum():
        code = ord(word.upper())
    if code is None:
        raise ValueError(f"no key is called {word!r}")
    return Hotkey(code, sum(set(modifiers)))


def ctrl(word: str) -> Hotkey:
    """Return a key pressed together with Ctrl."""
    return key(word, CTRL)


def alt(word: str) -> Hotkey:
    """Return a key pressed together with Alt."""
    return key(word, ALT)


def shift(word: str) -> Hotkey:
    """Return a key pressed together with Shift."""
    return key(word, SHIFT)


def named(name: str) -> Hotkey:
    """Return a command that is known by its name and has no key."""
    if not name or "," in name or name.endswith("\\"):
        raise ValueError(f"a command cannot be called {name!r}")
    return Hotkey(NAMED_CODE, 0, name)


def key_list(hotkeys: Iterable[Hotkey]) -> str:
    """Return hotkeys as one text, as reports and triggers hold them."""
    return join([str(hotkey) for hotkey in hotkeys], ",")


def parse_list(text: str) -> tuple[Hotkey, ...]:
    """Return the hotkeys of such a text; what is none is left out. Letters without a comma are old style: Ctrl keys."""
    if "," not in text:
        return tuple(Hotkey(ord(letter), CTRL) for letter in text)
    return tuple(hotkey for part in split(text, ",") if (hotkey := Hotkey.parse(part)))
