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
        """The finding in words; a fact that is not there stays as its name in braces."""
        words = self.texts[finding.why]
        return Formatter().vformat(words.get(language, words["en"]), (), _Facts(finding.facts))

    def places(self, key: str) -> frozenset[str]:
        """The facts that any of the key's texts asks for."""
        parts = (part for words in self.texts[key].values() for part in Formatter().parse(words))
        return frozenset(name for _, name, _, _ in parts if name)


class _Facts(dict[str, str]):
    def __init__(self, facts: Mapping[str, Fact]) -> None:
        super().__init__({name: _spell(fact) for name, fact in facts.items()})

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _spell(fact: Fact) -> str:
    return ", ".join(str(item) for item in fact) if isinstance(fact, tuple) else str(fact)
