"""All commands of saves and logs as one declarative table, read and written by name; unknown ones kept to the byte.

begin, *rest = commands.parse(text)
move = commands.make("move", id="17", map="Main Map", x=10, y=20, old_map="Main Map", old_x=1, old_y=2)
move.number("x"), move.text("under"), move.source
commands.encode_all([begin, move])
"""

from vassal.commands.command import Command, add, make
from vassal.commands.table import KINDS, Kind
from vassal.commands.tree import ESC, encode, encode_all, parse

__all__ = ["ESC", "KINDS", "Command", "Kind", "add", "encode", "encode_all", "make", "parse"]
