"""What is said of a deed."""

from typing import Literal

import msgspec

from rules.engine.actions import Action
from rules.engine.ruling import Finding, Notice

Verdict = Literal["illegal", "undecided", "observation"]


class Judged(msgspec.Struct, frozen=True):
    """An action of a step, how it was read, and what is to be said of it."""

    step: int
    action: Action
    how: str
    findings: tuple[Finding, ...]
    turn: int = 0
    player: str = ""
    makes_good: tuple[str, ...] = ()
    """What had been missed and told, and is due no more with this."""
    held: bool = False
    """True for a word that was said before what it now stands behind."""
    comes_first: bool = False
    """True where nothing would be wrong with it, and with what others did since, in the other order."""

    @property
    def legal(self) -> bool:
        """Tell whether nothing but notices was found."""
        return all(isinstance(finding, Notice) for finding in self.findings)

    @property
    def blameless(self) -> bool:
        """Tell whether nothing but notices concerns whoever acted; what others have left undone is theirs."""
        return all(isinstance(each, Notice) or self.concerns(each) != self.player for each in self.findings)

    def concerns(self, finding: Finding) -> str:
        """The side that a finding concerns: the owner of a duty, or whoever acted."""
        return finding.owner or self.player
