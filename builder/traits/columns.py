"""In which column the dice of a shot are read: each of the two pieces works out its own share when it is asked.

The share stands in no log, and in no trait of its own: it is what the piece `Need`s for dice of a shot. A share that is
known is counted from a high number, so that a piece of an older module, which knows of none, adds up to nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from assets.chronicle import Purpose
from assets.game import Game
from assets.handling import Bearer
from assets.shotchecks import numbered
from assets.shots import Close, Cover, ShotColumn
from builder.traits.basics import chosen, quoted
from builder.traits.record import Speaker
from builder.traits.sealing import all_of, any_of, got, is_one
from builder.traits.words import TIED, word

KNOWN = 1000
"""From here a share is counted; without it nothing is known."""
NEED = "Need"
"""The property of pieces that holds their share, as it holds what other dice may come to at most."""
COLUMN = "HX_Column"
"""The property of the whole game that holds the column of the last shot; nothing where it is not known."""
LAND = "HX_Land_"
"""How the texts of the module begin that hold the places of a terrain."""
State = Callable[[str], str]
"""Gives the code that tells whether the piece is in a state, or bears it for its formation."""


def of(game: Game) -> Iterator[tuple[Purpose, ShotColumn]]:
    """The shots whose column the module knows."""
    for each in game.chronicle.purposes.values():
        if each.column is not None:
            yield each, each.column


def cell(game: Game, name: str) -> int:
    """The number in a cell of a chart."""
    chart, row, column = name.split("/")
    return int(game.charts[chart].cell(row, column))


def shares(speaker: Speaker, bearer: Bearer, state: State) -> dict[str, str]:
    """By purpose: the code of a unit's share, as target or as who fires."""
    found = {}
    for purpose, column in of(speaker.game) if bearer == "unit" else ():
        firing, struck = _firing(speaker, column, state), _struck(speaker, column)
        lost = any_of([*map(state, column.unless), _is_of(speaker, column.but)])
        code = f"{got('HX_At')}.equals({got('PieceUID')})?({struck}):({firing})"
        found[purpose.id] = f"({lost})?0:{KNOWN}+({code})"
    return found


def _firing(speaker: Speaker, column: ShotColumn, state: State) -> str:
    """Code of the share of who fires: its attack, its states, how it fires, its terrain."""
    game = speaker.game
    attack = printed(speaker, column.attack)
    if column.halved:
        soft = _there(speaker, "HX_At", _in_class(game, column.halved.against))
        attack = f"({_is_of(speaker, _with(game, column.halved.fact))}&&{soft}?({attack}+1)/2:{attack})"
    parts = [attack, *(f"({state(name)}?{cell(game, each)}:0)" for name, each in column.states.items())]
    parts += [f"({is_one('HX_Mode', [mode])}?{cell(game, each)}:0)" for mode, each in column.modes.items()]
    if column.close:
        parts.append(f"({_close(speaker, column.close)}?{cell(game, column.close.firer)}:0)")
    # Who has moved and says nothing fires at whatever strength the rules leave him.
    moved = [f'GetString("Moved").equals("true")&&!({is_one("HX_Mode", column.modes)})'] if column.modes else []
    lost = any_of([*map(state, column.unclear), *moved])
    return f"({lost})?-{KNOWN}:({'+'.join(parts)})"


def _struck(speaker: Speaker, column: ShotColumn) -> str:
    """Code of the share of the target: its defence, its terrain, how far away it is."""
    game = speaker.game
    defence = f"-{printed(speaker, column.defence)}"
    if column.halved:
        soft = _is_of(speaker, _in_class(game, column.halved.against))
        halves = _there(speaker, "HX_By", _with(game, column.halved.fact))
        defence = f"({soft}&&{halves}?0:{defence})"
    parts = [defence, *([str(cell(game, column.near))] if column.near else [])]
    if column.further:
        parts.append(f"{cell(game, column.further)}*({_away(game)}-1)")
    if column.close:
        parts.append(f"({_close(speaker, column.close)}?{cell(game, column.close.target)}:0)")
    if column.cover:
        parts += _covered(speaker, column.cover)
    return "+".join(f"({each})" for each in parts)


def _covered(speaker: Speaker, cover: Cover) -> Iterator[str]:
    """Code of what terrain and a marker in the place take off, by the types of units that they help."""
    game, chart = speaker.game, speaker.game.charts[cover.chart]
    kinds = defaultdict[str, list[str]](list)
    for name, each in game.info.types.items():
        kinds[str(each.facts.get(cover.fact, ""))].append(name)
    for kind, types in kinds.items():
        rows = {row: chart.get(row, kind) for row in chart.rows if row in terrains(game)}
        worth = {row: value for row, value in rows.items() if value}
        if worth:
            code = "".join(f"{on(row)}?{value}:" for row, value in worth.items())
            yield f"{_is_of(speaker, types)}?({code}0):0"
        value = chart.get(cover.marker, kind) if cover.marker else None
        helped = [each for each in types if game.info.types[each].facts.get(cover.helps)]
        if value and helped:
            lies = _lies(game, cover.marker)
            yield f"{all_of([_is_of(speaker, helped), lies])}?{value if cover.sure else -KNOWN}:0"


def _close(speaker: Speaker, close: Close) -> str:
    """Code that tells whether the piece stands in terrain that counts for its type."""
    game = speaker.game
    return all_of([_is_of(speaker, _with(game, close.fact)), any_of(map(on, _closed(game, close)))])


def terrains(game: Game) -> dict[str, list[tuple[str, str]]]:
    """By terrain: the places that have it, each after the board that the engine knows it by."""
    found = defaultdict[str, list[tuple[str, str]]](list)
    for country in game.maps.values():
        for place, terrain in country.terrain.items():
            found[terrain].append((country.title.en, place))
    return found


def lands(game: Game) -> dict[str, str]:
    """By text of the module: the places of each terrain on which a shot hangs."""
    covers = {name for _, each in of(game) if each.cover for name in _covering(game, each.cover)}
    closed = {name for _, each in of(game) if each.close for name in _closed(game, each.close)}
    return {
        f"{LAND}{name}": "|".join(("", *(f"{board}/{place}" for board, place in places), ""))
        for name, places in terrains(game).items()
        if name in covers | closed
    }


def _covering(game: Game, cover: Cover) -> list[str]:
    """The terrains that protect anybody."""
    rows = game.charts[cover.chart].rows
    return [name for name in terrains(game) if name in rows and any(rows[name].cells.values())]


def _closed(game: Game, close: Close) -> list[str]:
    """The terrains in which some types shoot and are hit otherwise."""
    return [name for name in terrains(game) if game.charts[close.chart].get(name, close.column) is True]


def on(terrain: str) -> str:
    """Code that tells whether the piece stands on such terrain."""
    return f'{got(f"{LAND}{terrain}")}.contains("|"+{got("CurrentBoard")}+"/"+{got("LocationName")}+"|")'


def printed(speaker: Speaker, value: str) -> str:
    """Code that gives a value of the side of the counter that lies up, as the piece names it in words."""
    most = max((len(unit.faces) for unit in speaker.game.units.values()), default=1)
    faces = {"2": got("Back")} | {str(rank): got(f"Face{rank}") for rank in range(3, most + 1)}
    up = f"({chosen('Steps_Level', faces, got('Front'))})"
    begins = f"  {speaker.game.info.values[value].short[speaker.language]}{TIED}"
    return f'Integer.parseInt(("  "+{up}+{quoted(f"{begins}0")}).split({quoted(begins)})[1].split(" ")[0])'


def _with(game: Game, fact: str) -> list[str]:
    """The types that have a fact."""
    return [name for name, each in game.info.types.items() if each.facts.get(fact)]


def _in_class(game: Game, name: str) -> list[str]:
    """The types of a class."""
    return [each.id for each in game.info.types.values() if each.unit_class == name]


def _is_of(speaker: Speaker, types: Iterable[str]) -> str:
    """Code that tells whether the piece is of one of these types."""
    return f"({is_one('Class', _names(speaker, types))})"


def _names(speaker: Speaker, types: Iterable[str]) -> list[str]:
    """What pieces of these types call their type."""
    return [speaker.game.info.types[each].name[speaker.language] for each in types]


def _there(speaker: Speaker, named: str, types: Iterable[str]) -> str:
    """Code that tells whether the piece that a property of the game names is of one of these types."""
    names = "||".join(f"Class=={quoted(each)}" for each in _names(speaker, types))
    sought = f'{quoted("{(" + (names or "false") + ")&&PieceUID==")}+{_in_quotes(got(named))}+"}}"'
    return f"(CountMap({quoted(speaker.game.handling.board)},{sought})>0)"


def _lies(game: Game, marker: str) -> str:
    """Code that tells whether a marker lies in the place of the piece."""
    here = "+".join(f"{quoted(f'&&{name}==')}+{_in_quotes(got(name))}" for name in ("CurrentBoard", "LocationName"))
    sought = f'{quoted(f"{{Id=={quoted(marker)}")}+{here}+"}}"'
    return f"CountMap({quoted(game.handling.board)},{sought})>0"


def _away(game: Game) -> str:
    """Code that tells how many places away from the piece is who fires."""
    sought = f'"{{PieceUID=="+{_in_quotes(got("HX_By"))}+"}}"'
    board = quoted(game.handling.board)
    return f'Range(CurrentX,CurrentY,SumMap("CurrentX",{board},{sought}),SumMap("CurrentY",{board},{sought}))'


def _in_quotes(code: str) -> str:
    """Code that puts a text into quotes."""
    return f'"\\""+{code}+"\\""'


def together(game: Game) -> str:
    """Code that gives the column of the shot that is declared; nothing where it is not known, or where two fire."""
    purposes = [purpose.id for purpose, _ in of(game)]
    by, at = (f"+{_in_quotes(got(name))}+" for name in ("HX_By", "HX_At"))
    sought = f'"{{PieceUID=="{by}"||PieceUID=="{at}"}}"'
    added = f"SumMap({quoted(NEED)},{quoted(game.handling.board)},{sought})"
    two = f'{got("HX_By")}.contains(",")||{got("HX_By")}.equals("")||{got("HX_At")}.equals("")'
    known = all_of([is_one("HX_P", purposes), f"!({two})", f"{added}>{KNOWN * 3 // 2}"])
    return f'{{{known}?""+({added}-{2 * KNOWN}):""}}'


def told(speaker: Speaker, total: str) -> str:
    """Code that adds the column in which a roll is read, and what the chart says there; nothing where none is known."""
    column = f"Integer.parseInt({got(COLUMN)})"
    cases: dict[str, str] = {}
    for purpose, _ in of(speaker.game):
        lowest, *_, highest = numbered(speaker.game, purpose)
        read = f"java.lang.Math.min({column},{highest})"
        weak = f"{column}<{lowest}?{quoted(word('too weak', speaker.language))}"
        cases[purpose.id] = f"({weak}:{_result(speaker, purpose, total, read)})"
    if not cases:
        return ""
    says = f'{quoted(word("in column", speaker.language))}+{got(COLUMN)}+": "+({chosen("HX_P", cases)})'
    known = all_of([is_one("HX_P", cases), f'!{got(COLUMN)}.equals("")'])
    return f'+({known}?({says}):"")'


def _result(speaker: Speaker, purpose: Purpose, total: str, column: str) -> str:
    """Code that gives what the chart says for a total in a column."""
    chart, columns = speaker.game.charts[purpose.chart], numbered(speaker.game, purpose)
    dice = purpose.thrown
    rows = range(dice.number, dice.number * dice.faces + 1)
    cells = [str(chart.cell(str(row), str(each))) for row in rows for each in columns]
    signs = {value: chr(ord("a") + rank) for rank, value in enumerate(dict.fromkeys(cells))}
    at = f"({total}-{rows[0]})*{len(columns)}+{column}-({columns[0]})"
    sign = f"{quoted(''.join(signs[each] for each in cells))}.charAt({at})"
    words = {value: chart.legend[value][speaker.language] if value in chart.legend else value for value in signs}
    *some, last = signs
    return "".join(f"{sign}=='{signs[value]}'?{quoted(words[value])}:" for value in some) + quoted(words[last])
