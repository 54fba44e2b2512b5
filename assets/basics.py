"""What all entries of a game's files are made of: words, texts, values, and where a value comes from."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

BYTES = 8_000_000
"""The most that one file may hold."""
Cell = bool | int | float | str
Values = dict[str, Cell]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", description="a colour such as #0072b2")]
Count = Annotated[int, Meta(ge=0, le=1000)]
Identifier = Annotated[
    str, Meta(pattern="^[a-z0-9][a-z0-9_.+-]*$", max_length=60, description="a short name in lower case")
]
Word = Annotated[str, Meta(pattern="^[A-Za-z0-9 .:_+/()-]*$", description="letters and figures only, for a record")]
Language = Literal["en", "de"]
Origin = Literal["rulebook", "derived", "invented"]
Edge = Literal["north", "east", "south", "west"]
Stock = Literal["cup", "hand", "off", "board"]


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all entries: frozen, and closed to fields that it does not know."""


class Text(Strict, frozen=True, kw_only=True):
    """A text that players see, in every language of the program."""

    en: Annotated[str, Meta(min_length=1)]
    de: Annotated[str, Meta(min_length=1)]

    def __getitem__(self, language: str) -> str:
        """The text in a language; English for one we do not have."""
        return self.de if language == "de" else self.en

    def __str__(self) -> str:
        return self.en


class Source(Strict, frozen=True, kw_only=True):
    """Where a value comes from: its origin, the reasoning for a derived one, the rules or rulings it rests on."""

    origin: Origin
    why: str = ""
    ref: tuple[str, ...] = ()
