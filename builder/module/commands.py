"""A command of the module and the record that it writes."""

from __future__ import annotations

from typing import Literal, NamedTuple

By = Literal["unit", "hq", "card", "chit", "marker", "button", "key"]


class Command(NamedTuple):
    """A command that leaves a record.

    `by` gives it; `key` is what is sent to the piece (`78,130` or `57348,0,hx.do.out.Left`), or the name of the button;
    `shortcut` are the words of the key on the keyboard, if it has one; `what` is the choice or purpose in the record.
    """

    verb: str
    what: str
    by: By
    key: str
    text: str
    shortcut: str = ""
