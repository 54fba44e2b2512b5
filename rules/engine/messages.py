"""Messages: the words of a finding, in each language, kept apart from the code that finds it."""

from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from types import MappingProxyType

from kept.plain import plain
from rules.engine.ruling import Fact, Finding


class Catalogue:
    """Texts by key and language, with places for facts."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        self.texts = MappingProxyType({key: MappingProxyType(dict(words)) for key, words in texts.items()})

    @classmethod
    def load(cls, *paths: Path) -> "Catalogue":
        """The texts of several files, later ones over earlier ones."""
        texts: dict[str, Mapping[str, str]] = {}
        for path in paths:
            texts.update(plain(path))
        return cls(texts)

    def text(self, finding: Finding, language: str = "en") -> str:
        """The finding in words; a fact that is not there stays as its name in braces.

        What stands behind the colon of a place comes before the last of several: `{expected: or }`.
        """
        words = self.texts[finding.why]
        return Formatter().vformat(words.get(language, words["en"]), (), _Facts(finding.facts))

    def places(self, key: str) -> frozenset[str]:
        """The facts that any of the key's texts asks for."""
        parts = (part for words in self.texts[key].values() for part in Formatter().parse(words))
        return frozenset(name for _, name, _, _ in parts if name)


class _Facts(dict[str, "_Spelt"]):
    def __init__(self, facts: Mapping[str, Fact]) -> None:
        super().__init__({name: _Spelt(fact) for name, fact in facts.items()})

    def __missing__(self, name: str) -> "_Spelt":
        return _Spelt(f"{{{name}}}")


class _Spelt:
    """A fact as it is written into a sentence."""

    def __init__(self, fact: Fact) -> None:
        self._items = tuple(map(str, fact if isinstance(fact, tuple) else (fact,)))

    def __format__(self, last: str) -> str:
        *others, item = self._items or ("",)
        return f"{', '.join(others)}{last or ', '}{item}" if others else item
