"""All traits of pieces as one declarative table, read and written by name; unknown ones are kept to the byte.

layer = traits.make("layer", images=("", "flipped.png"), name="Flip", increase_key="70,130", level=1)
layer["images"], layer.number("level"), layer.type, layer.state
traits.parse("delete;Delete;68,130;").text("menu")
"""

from vassal.traits.kinds import COUNTER_TARGET, Kind
from vassal.traits.table import KINDS, kind_of
from vassal.traits.trait import Trait, make, parse

__all__ = ["COUNTER_TARGET", "KINDS", "Kind", "Trait", "kind_of", "make", "parse"]
