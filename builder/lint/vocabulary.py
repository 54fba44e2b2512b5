"""The names of all properties that a module, or VASSAL itself, gives a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.lint.scripts import named_in
from builder.lint.view import View, Wording
from vassal.expressions import is_script
from vassal.properties import STANDARD, own_names
from vassal.values import text_items

ENGINE = frozenset(
    """
    BasicName PieceName PieceUID PieceId UniqueID CurrentMap CurrentX CurrentY CurrentBoard CurrentZone
    LocationName DeckName DeckPosition StackPos StackSize LocalizedBasicName LocalizedPieceName OldMap
    OldBoard OldZone OldX OldY OldLocationName OldDeckName OldMat OldMatID OldMatPieceName OldMatBasicName
    ClickedX ClickedY Selected Restricted Moved Obscured ObscuredToOthers Invisible InvisibleToOthers
    InvisibleDisable IgnoreGrid NoStack Immobile cannotMove NonRestackable Pivot Layer Level MatName MatID
    MatNumCargo IsCargo AttachCount PlayerId PlayerName PlayerSide playerName playerSide playerId PlayerID
    GameModule gameFileName SourceName SourceLocation location previousLocation mapName previousMap pieceName
    newPieceName oldPieceName menuCommand commandName oldMap oldLocation currentMap currentLocation message
    pieceCount moduleName moduleVersion moduleDescription vassalVersion ModuleName ModuleVersion
    VassalVersionString deckName newDeckName oldValue newValue description propertyName name result total
    summary nDice nSides plus addToTotal numericalTotal keepDice keepCount rawRolls oldTurn newTurn buttonText
    command value label FromLocation ToLocation AllLocationsChecked CheckCount CheckList Range LOS_Range
    gridLocation zoneName boardName regionName PropertyValue sumOfProperty TabName PropertyPrompt tabName
    propertyPrompt numPieces sumProperty nonBlank faces result1 HotkeyName CurrentAttachName
    AttachIndex AttachName LocationOfCommand RegionName ZoneName GlobalMap Facing Degrees visible
    deckNumPieces ModuleOther1 ModuleOther2 ModuleGameFileName UnderlyingLocation
    """.split()  # noqa: SIM905
)
"""What VASSAL fills in by itself, in one format or another."""

FAMILIES = re.compile(
    r"(?:result|level|rawCount|count|roll|oldTurn|value|CurrentMatProp)\d+|.*_(?:Level|Name|Active|Image|Facing|Degrees|"
    r"numPieces|AttachCount|result|total|keep|summary|\d+)|(?:Old|Clicked|Source|Mat|CurrentMat|LOS)\w*"
)
"""How names that VASSAL makes of others look; they are not judged by themselves."""

_PREFERENCES = ("StringPreference", "TextPreference", "EnumPreference", "IntegerPreference", "DoublePreference")
_SCENARIO = ("BooleanScenarioProperty", "StringScenarioProperty", "ListScenarioProperty", "NumberScenarioProperty")
_NAMED = ("GlobalProperty", "ZoneProperty", "GlobalTranslatableMessage", *_SCENARIO)


def global_names(view: View) -> frozenset[str]:
    """Return the names of the properties that belong to the module, its maps and zones."""
    found = {each.get("name") for _, each in view.named(*_NAMED)}
    found |= {name for tracker in view.module.turn_trackers for name in tracker.properties()}
    found |= {each.get("name") for _, each in view.named(*_PREFERENCES, "BooleanPreference")}
    for dice in view.module.dice:
        found |= {f"{dice.name}_{tail}" for tail in ("result", "total", "keep", "summary")}
    return frozenset(found)


def known_names(view: View) -> frozenset[str]:
    """Return the names of all properties that have a value somewhere in the module."""
    found = set(ENGINE) | set(STANDARD) | global_names(view)
    for _, trait in view.traits:
        found |= own_names(trait)
        if trait.kind in {"trigger", "area", "global_key", "attachment"}:
            found |= {
                trait.text(name)
                for name in ("index_property", "range_property", "radius_property")
                if _has(trait.kind, name)
            }
    for path in view.paths:
        each = path[-1]
        found |= {
            each.get(name) for name in ("indexProperty", "highlightProperty", "property") if name in each.attributes
        }
        for name in text_items(each.get("countExpressions")):
            found.add(f"{each.get('name')}_{name.partition(':')[0].strip()}")
    return frozenset(name for name in found if name)


def _has(kind: str, name: str) -> bool:
    return (kind, name) in {
        ("trigger", "index_property"),
        ("global_key", "range_property"),
        ("attachment", "range_property"),
        ("area", "radius_property"),
    }


def asked(view: View) -> Iterator[tuple[Wording, str]]:
    """Yield every property that a format or an expression names, with the text that names it."""
    for wording in view.wordings:
        found = named_in(wording.text)
        if wording.is_condition and not is_script(wording.text):
            found = frozenset(_compared(wording.text)) | found
        yield from ((wording, name) for name in sorted(found))


def _compared(condition: str) -> Iterator[str]:
    """Yield the left sides of an old-style condition."""
    for part in re.split(r"&&|\|\|", condition):
        left = re.split(r"!=|<=|>=|>|<|=~|=|!~", part, maxsplit=1)
        if len(left) == 2 and "$" not in left[0] and left[0].strip():
            yield left[0].strip()
