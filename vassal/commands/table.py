"""The table of all commands: how each begins and which fields follow."""

from functools import cached_property
from types import MappingProxyType

import msgspec

from vassal.fields import FLAG, INT, NOTHING, PLAYER, TEXT, Field, Group, Layout, listed, row, whole

BOARD_PICKER = "BoardPicker"


class Kind(msgspec.Struct, frozen=True, dict=True):
    """One kind of command: what its text begins with, and its fields."""

    name: str
    prefix: str
    layout: Layout = NOTHING
    open: bool = False
    """The prefix is not set off from what follows by a separator."""

    @cached_property
    def exact(self) -> bool:
        """Return whether the prefix is the whole text."""
        return self.layout is NOTHING


def _text(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, TEXT, "") for name in names)


def _int(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, INT, 0) for name in names)


def _flag(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, FLAG, False) for name in names)


def _player(name: str) -> Field:
    return Field(name, PLAYER, "")


def _tabs(*fields: Field, group: Group | None = None) -> Layout:
    return Layout(fields, "\t", group)


_SPOT = (Field("map", TEXT, "null"), *_int("x", "y"), Field("under", TEXT, "null"))
_OLD_SPOT = (Field("old_map", TEXT, "null"), *_int("old_x", "old_y"), Field("old_under", TEXT, "null"))

ALL = (
    # The bracket of a save, and what the engine writes for commands that it cannot write.
    Kind("begin", "begin_save"),
    Kind("end", "end_save"),
    Kind("empty", ""),
    Kind("null", "null"),
    # Pieces.
    Kind("add", "+/", Layout(_text("id"), "/")),
    Kind("remove", "-/", whole("id")),
    Kind("change", "D/", Layout(_text("id", "state", "old_state"), "/")),
    Kind("move", "M/", Layout((*_text("id"), *_SPOT, *_OLD_SPOT, _player("player")), "/")),
    # What is said and heard.
    Kind("chat", "CHAT", whole("text"), open=True),
    Kind("sound", "AUDIO\t", whole("file")),
    # Players and what they may see.
    Kind("player", "PLAYER\t", _tabs(_player("id"), *_text("name", "side"))),
    Kind("player_leaves", "PYREMOVE\t", _tabs(_player("id"))),
    Kind("unmask", "UNMASK\t", _tabs(group=Group("players", (PLAYER,), counted=False))),
    # The table.
    Kind(
        "boards",
        "",
        _tabs(*_text("picker"), group=Group("boards", (row("/", TEXT, TEXT), INT, INT), counted=False)),
        open=True,
    ),
    Kind("started", "SETUP_STACK\t", whole("rest")),
    Kind("startup_key", "SGKC\t", _tabs(*_text("id"), *_flag("applied"))),
    Kind("extension", "EXT\t", _tabs(*_text("name", "version"))),
    Kind("plugin", "PLUGIN\t", _tabs(*_text("name", "version"))),
    # Properties, the turn, dice.
    Kind("global_property", "GlobalProperty\t;", Layout(_text("name", "value", "container"))),
    Kind("set_property", "MutableProperty\t", _tabs(*_text("name", "old", "new", "container"))),
    Kind("turn", "TURN", _tabs(*_text("tracker", "state")), open=True),
    Kind("dice_window", "SHOW_RESULTS\t", _tabs(*_text("name"), group=Group("faces", (INT,), counted=False))),
    Kind("lock_tab", "LOCKSPOTAB\t", _tabs(*_text("tab", "by"), _player("password"), *_text("date"))),
    # Notes.
    Kind("notes", "NOTES\t", whole("text")),
    Kind("public_notes", "PNOTES\t", whole("text")),
    Kind("private_note", "PNOTE\t", _tabs(_player("owner"), *_text("text"))),
    Kind(
        "secret_note",
        "SNOTE\t",
        _tabs(*_text("name"), _player("owner"), *_flag("hidden"), *_text("text", "date", "handle")),
    ),
    # Pointing and measuring.
    Kind("flare", "FLARE\t", _tabs(*_text("id"), *_int("x", "y"))),
    Kind(
        "line_of_sight",
        "LOS\t",
        _tabs(*_text("id"), *_int("x", "y", "to_x", "to_y"), *_flag("persisting", "mirroring", "reset")),
    ),
    # Clocks.
    Kind(
        "clock",
        "CLOCK\t",
        _tabs(*_text("who", "name"), *_int("elapsed", "verified"), *_flag("ticking", "restore")),
    ),
    Kind("clock_control", "CLOCKCONTROL\t", _tabs(*_flag("showing", "online"))),
    # The log.
    Kind("undo", "UNDO\t", whole("running", FLAG, False)),
    Kind("events", "Events", Layout((Field("events", listed(row(",", INT, TEXT, TEXT), "|"), ()),), ""), open=True),
    # What only a server sees.
    Kind("private_chat", "PRIV_CHAT/", Layout((_player("player"), *_text("text")), "/"), open=True),
    Kind("sync", "SYNC", whole("player", PLAYER), open=True),
    Kind("invite", "INVITE\t", _tabs(*_text("player"), _player("id"), *_text("room"))),
    Kind("wake_up", "PLAY\t", _tabs(*_text("sound"), _player("player"))),
    Kind("server_mail", "SEMAIL\t", whole("address", PLAYER)),
)

UNKNOWN = Kind("unknown", "", whole("body"), open=True)
"""Commands of a module's own code: their text stays as it is."""

KINDS = MappingProxyType({kind.name: kind for kind in (*ALL, UNKNOWN)})

_WORDS = MappingProxyType({kind.prefix: kind for kind in ALL if kind.exact})
_SLASHED = MappingProxyType({kind.prefix: kind for kind in ALL if kind.prefix[1:] == "/"})
_TABBED = MappingProxyType({kind.prefix.partition("\t")[0]: kind for kind in ALL if "\t" in kind.prefix})
_OPEN = tuple(kind for kind in ALL if kind.open and kind.prefix)


def kind_of(text: str) -> Kind:
    """Return the kind of a command by what its text begins with."""
    slashed = _SLASHED.get(text[:2])
    if slashed is not None:
        return slashed
    if text.startswith("CHAT"):
        return KINDS["chat"]
    head, tab, _ = text.partition("\t")
    if tab:
        kind = _TABBED.get(head)
        if kind is not None and text.startswith(kind.prefix):
            return kind
    elif text in _WORDS:
        return _WORDS[text]
    if head.endswith(BOARD_PICKER):
        return KINDS["boards"]
    return next((kind for kind in _OPEN if text.startswith(kind.prefix)), UNKNOWN)
