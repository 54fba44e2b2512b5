"""Rules on properties: misspelt ones, ones that are not there, names that belong to VASSAL."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from builder.lint.places import outright
from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.scripts import named_in
from builder.lint.view import Change, View
from builder.lint.vocabulary import FAMILIES, asked, global_names, known_names
from vassal.arithmetic import parse_int

SHORTEST, LONGEST = 5, 80
TAKEN = frozenset(
    """
    Moved Invisible InvisibleToOthers Obscured ObscuredToOthers Selected Restricted CurrentMap CurrentBoard
    CurrentZone CurrentX CurrentY PieceName BasicName LocationName DeckName StackPos StackSize UniqueID
    PieceUID PlayerSide PlayerName PlayerId
    """.split()  # noqa: SIM905
)


def near(name: str, known: Mapping[str, list[str]]) -> str | None:
    """Return a known name that differs in capitals only, or by one slip: a letter more, less, other or swapped."""
    found = {each for form in _forms(name.casefold()) for each in known.get(form, ())}
    return min((each for each in found if each.casefold() == name.casefold() or _one_slip(name, each)), default=None)


def _forms(name: str) -> Iterator[str]:
    yield name
    yield from (name[:place] + name[place + 1 :] for place in range(len(name)))


def _one_slip(one: str, other: str) -> bool:
    if one[:1] != other[:1]:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, its = one[start:], other[start:]
    if not (rest + its).strip("0123456789"):
        return False
    swapped = len(rest) > 1 and rest[:2] == its[1::-1] and rest[2:] == its[2:]
    return swapped or rest[1:] == its[1:] or rest[1:] == its or rest == its[1:]


@rule(
    "HM601",
    Severity.WARNING,
    why="VASSAL never says that a property does not exist: the expression is quietly false, the text quietly empty.",
    example="`{Stepps==1}` where the property is called `Steps`",
    fix="Write the name as the property has it; capitals count.",
)
def misspelt_property(view: View) -> Iterator[Found]:
    """A property is named that does not exist, and another is called almost so."""
    known = known_names(view)
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for name in known:
        if SHORTEST <= len(name) <= LONGEST:
            for form in _forms(name.casefold()):
                forms[form].append(name)
    for wording, name in asked(view):
        if name not in known and SHORTEST <= len(name) <= LONGEST and "$" not in name and not FAMILIES.fullmatch(name):
            other = near(name, forms)
            if other and other != f"{name}s":
                yield Found(wording.place, f"there is no property {name!r}; {other!r} is one")


@rule(
    "HM602",
    Severity.ERROR,
    why="The command does nothing, and what was to be remembered is lost.",
    example="Set Global Property `Scoer`",
    fix="Declare the property in the module, the map or the zone, or correct the name.",
)
def unknown_global(view: View) -> Iterator[Found]:
    """A piece sets a global property that is declared nowhere."""
    known = global_names(view)
    for at, trait in view.kind("set_global"):
        name = trait.text("name")
        if outright(name) and name not in known:
            yield Found(at, f"there is no global property {name!r}")


@rule(
    "HM603",
    Severity.WARNING,
    why="VASSAL gives this property a value of its own: the piece's and VASSAL's hide each other.",
    example="a Marker `Moved`",
    fix="Choose another name.",
)
def taken_name(view: View) -> Iterator[Found]:
    """A property of the module has a name that VASSAL uses itself."""
    for at, trait in view.kind("property", "calculated"):
        if trait.text("name") in TAKEN:
            yield Found(at, f"{trait.text('name')!r} is VASSAL's own")
    for at, trait in view.kind("marker"):
        for name in trait.items("names"):
            if name in TAKEN:
                yield Found(at, f"{name!r} is VASSAL's own")
    for at, each in view.named("GlobalProperty", "ZoneProperty"):
        if each.get("name") in TAKEN:
            yield Found(at, f"{each.get('name')!r} is VASSAL's own")


@rule(
    "HM604",
    Severity.WARNING,
    why="VASSAL forces the first change into the range, and the property jumps.",
    example="a numeric property from 0 to 10 that begins with 20",
    fix="Begin within the range, or widen it.",
)
def out_of_range(view: View) -> Iterator[Found]:
    """A numeric property begins outside of its range, or its range holds nothing."""
    for at, each in view.named("GlobalProperty", "ZoneProperty"):
        if each.boolean("isNumeric"):
            yield from _range(at, each.get("initialValue"), each.get("min"), each.get("max"))
    for at, trait in view.kind("property"):
        limits = trait["constraints"]
        if isinstance(limits, tuple) and len(limits) > 2 and limits[0] is True:
            yield from _range(at, trait.text("value"), str(limits[1]), str(limits[2]))


def _range(at: str, value: str, low: str, high: str) -> Iterator[Found]:
    least, most, now = parse_int(low), parse_int(high), parse_int(value)
    if least is not None and most is not None and least > most:
        yield Found(at, f"the range from {least} to {most} holds nothing")
    elif now is not None and ((least is not None and now < least) or (most is not None and now > most)):
        yield Found(at, f"begins with {now}, outside of {low} to {high}")


@rule(
    "HM605",
    Severity.WARNING,
    why="What a player types between braces is worked out on every player's machine, with all that Java can do.",
    example="`PROP;Name;…;Rename,78\\,130,R\\,New name`",
    fix="Let players choose from a list, or make the property numeric.",
)
def open_prompt(view: View) -> Iterator[Found]:
    """A command asks for free text that VASSAL evaluates."""
    for change in view.changes:
        if change.kind == "R" and not change.numeric and _reached(change):
            yield Found(change.place, f"{change.name!r} takes what is typed")


def _reached(change: Change) -> bool:
    return bool(change.key.strip() or change.menu.strip())


@rule(
    "HM606",
    Severity.NOTE,
    why="A label typed by a player may hold `$name$` or an expression in braces, which VASSAL works out.",
    example="a Text Label with the menu `Change label` and a key",
    fix="Take away key and menu, or let the label show a property that is chosen from a list.",
)
def editable_label(view: View) -> Iterator[Found]:
    """Players can change the text of a label."""
    for at, trait in view.kind("label"):
        if trait.text("key").strip() and trait.text("menu").strip():
            yield Found(at, f"the menu {trait.text('menu')!r} takes what is typed")


@rule(
    "HM607",
    Severity.NOTE,
    why="Nothing but the new value is in the log, and undoing it leaves no roll to be seen: nobody can check it.",
    example="`P,{Random(6)}`",
    fix="Let a dice button roll, and read its `_result`.",
)
def hidden_roll(view: View) -> Iterator[Found]:
    """A property is set at random."""
    for change in view.changes:
        if any(value.startswith("{") and "Random(" in value for value in change.values):
            yield Found(change.place, f"{change.name!r} is rolled for")


@rule(
    "HM608",
    Severity.NOTE,
    why="Undo gives the number back, and the next line gets it again: two lines of the log have one number.",
    example="a global property raised by `I,1` and shown as `$Line$` in reports",
    fix="Set the number by an expression that undo does not take back, or do not rely on it.",
)
def undone_counter(view: View) -> Iterator[Found]:
    """Lines of the log are numbered by a property that undo takes back."""
    reports = [wording for wording in view.wordings if "eport" in wording.place]
    shown = Counter(name for wording in reports for name in named_in(wording.text))
    counting = {name for name in global_names(view) if shown[name] * 2 >= len(reports) > 0}
    for change in view.changes:
        if change.kind == "I" and change.name in counting and not change.menu and change.values == ("1",):
            yield Found(change.place, f"{change.name!r} numbers lines")


RULES: tuple[Rule, ...] = (
    misspelt_property,
    unknown_global,
    taken_name,
    out_of_range,
    open_prompt,
    editable_label,
    hidden_roll,
    undone_counter,
)
