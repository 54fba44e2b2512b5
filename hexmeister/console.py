"""The console behind a screen; a module of its own, because what it is made of is slow to load."""

from rich.console import Console


class Piped(Console):
    """A console that leaves it to the program what happens when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        """Raise the error again: the program ends with its own code for it, not with that of findings."""
        raise BrokenPipeError


__all__ = ["Piped"]
