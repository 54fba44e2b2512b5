"""What a scenario says in words: who stands where, who can be bought, what comes later, how it is won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assets import Game
from assets.scenarios import Scenario, Start, Step
from assets.seats import ALL, of_scenario

ROSE = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The directions in the order in which the words name them."""


@dataclass(frozen=True)
class Telling:
    """A scenario as its page tells it."""

    game: Game
    scenario: Scenario
    language: str
    words: Mapping[str, Mapping[str, str]]

    @property
    def title(self) -> str:
        """What it is called."""
        return f"{self.scenario.title[self.language]}: {self.scenario.subtitle[self.language]}"

    @property
    def lines(self) -> tuple[str, ...]:
        """When, where and how long; what it is about."""
        scenario, country = self.scenario, self.game.maps[self.scenario.map]
        facts = f"{scenario.date}, {country.title[self.language]}, {self._word('turns').format(scenario.turns)}"
        return (facts, scenario.intro[self.language]) if scenario.intro else (facts,)

    @property
    def sections(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """All that players have to know before they begin: titles with their lines."""
        scenario, language = self.scenario, self.language
        parts: Mapping[str, Iterator[str]] = {
            "order": map(self._step, scenario.order),
            "seats": self._seats(),
            "units": self._units(chosen=False),
            "choice": self._units(chosen=True),
            "points": (f"{self._side(side)}: {points}" for side, points in scenario.points.items()),
            "later": self._later(),
            "supply": (f"{self._side(side)}: {', '.join(at)}" for side, at in scenario.supply.items()),
            "special": (rule.text[language] for rule in scenario.special),
            "victory": self._victory(),
        }
        found = ((self._word(name), tuple(lines)) for name, lines in parts.items())
        return tuple((title, lines) for title, lines in found if lines)

    def _word(self, name: str) -> str:
        return self.words[name][self.language]

    def _side(self, side: str) -> str:
        return self.game.sides[side].name[self.language]

    def _step(self, step: Step) -> str:
        what = step.what[self.language]
        return f"{self._side(step.side)}: {what}" if step.side in self.game.sides else what

    def _seats(self) -> Iterator[str]:
        """The seats of this scenario beside those of the sides, and what each holds."""
        for seat in of_scenario(self.game, self.scenario.id):
            if seat.holds == (ALL,):
                continue
            holds = ", ".join(map(self._group, seat.holds)) or self._word("referee")
            name = f" ({seat.name[self.language]})" if seat.name else ""
            yield f"{seat.id}{name}: {holds}"

    def _group(self, name: str) -> str:
        """A side, wing, formation, unit or chit in words."""
        game = self.game
        if name == ALL:
            return self._word("all")
        if name in game.units:
            return self._named(name)
        known = game.sides.get(name) or self.scenario.wings.get(name) or game.formations.get(name) or game.chits[name]
        return known.name[self.language]

    def _units(self, *, chosen: bool) -> Iterator[str]:
        """By side: who stands where, or is carried by whom; or who can be bought, and where he stands then."""
        begins = [each for each in self.scenario.starts.values() if each.choice == chosen]
        for side in self.game.sides:
            mine = (each for each in begins if self.game.units[each.id].side == side)
            shown = ", ".join(self._begun(each) for each in mine if each.place or each.carrier)
            if shown:
                yield f"{self._side(side)}: {shown}"

    def _begun(self, start: Start) -> str:
        """A unit with its place, the direction that it faces, and its price if it is to be bought."""
        name = self._named(start.id)
        if start.carrier:
            return self._word("aboard").format(name, self._named(start.carrier))
        box = self.game.maps[self.scenario.map].boxes.get(start.place or "")
        facts = [box.name[self.language] if box else start.place or ""]
        if start.facing:
            facts.append(self._word("facings").split()[ROSE.index(start.facing)])
        if start.choice:
            cost = self.game.card_of(self.game.units[start.id]).number("cost")
            facts.append(self._word("price").format(cost))
        return f"{name} ({', '.join(facts)})"

    def _named(self, unit: str) -> str:
        """A unit by its name and what stands on its counter."""
        found = self.game.units[unit]
        return f"{found.name[self.language]} {found.short}"

    def _later(self) -> Iterator[str]:
        """What comes or goes, turn by turn."""
        for change in sorted(self.scenario.changes.values(), key=lambda each: each.turn):
            names = [self.game.formations[each].name[self.language] for each in change.formations]
            shown = ", ".join((*map(self._named, change.units), *names))
            zone = f" ({self.scenario.zones[change.zone].name[self.language]})" if change.zone else ""
            note = f" {change.note[self.language]}" if change.note else ""
            if shown or note:
                yield f"{self._word('turn').format(change.turn)}, {self._side(change.side)}: {shown}{zone}{note}"

    def _victory(self) -> Iterator[str]:
        """How it is won, and what the objectives are worth."""
        yield self.scenario.victory.summary[self.language]
        for each in self.scenario.victory.objectives.values():
            yield f"{each.name[self.language]} ({each.place}): {each.value}"
