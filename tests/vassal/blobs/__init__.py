"""One example of every kind of trait and command: its text, and what stands in it by name."""

from tests.vassal.blobs.commands import COMMANDS
from tests.vassal.blobs.deeds import DEEDS
from tests.vassal.blobs.kinds import CommandBlob, TraitBlob
from tests.vassal.blobs.looks import LOOKS

TRAITS = (*LOOKS, *DEEDS)

__all__ = ["COMMANDS", "TRAITS", "CommandBlob", "TraitBlob"]
