"""What mkdocs asks for while it builds the site: pages made from code and tests, and the order of the sections.

`python -m tools.docs_hooks` writes what belongs between a mark and its `<!-- end -->` into the pages themselves, for
those who read them where the code lies; what has no end stands in the site alone, as it is made from runs of the tests.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from hexmeister.frame import Command, Entry
from hexmeister.main import program
from rules.audit.games import doors
from tests.tables import pages

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
_WRITTEN: Final = re.compile(
    r"(<!-- (commands|games: [^>]*?|pages: [^>]*?) -->\n)(?:(?!<!-- end).)*(<!-- end -->)", re.DOTALL
)
"""A mark with what is written behind it."""
WIDTH: Final = 80
_GAMES: Final = re.compile(r"<!-- games: (.*?) -->", re.DOTALL)
"""A line for each game, with its short name and its title."""
_PAGES: Final = re.compile(r"<!-- pages: (.*?) -->")
"""A line for each page that lies beside this one and is called so."""
_ORDER: Final = (
    "Home", "Gallery", "Players", "Spieler", "Auditors", "Maintainers", "Authors", "Reference", "Benchmarks", "Design",
)  # fmt: skip


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the tests and from what was counted."""
    for place, text in pages():
        files.append(File.generated(config, place, content=text))
    return files


def on_nav(nav: Navigation, **_given: object) -> Navigation:
    """Put the sections into the order in which people need them; a page that is not named comes last."""
    nav.items.sort(key=lambda item: _ORDER.index(item.title) if item.title in _ORDER else len(_ORDER))
    return nav


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_given: object) -> str:
    """Write the reference of the commands, and lists of what there is, where their marks stand."""
    here = Path(config.docs_dir, page.file.src_uri).parent
    markdown = written(markdown, here)
    if _WRITTEN.search(markdown):
        return markdown
    markdown = _GAMES.sub(lambda found: for_each_game(found[1]), markdown)
    return _PAGES.sub(lambda found: pages_beside(here, found[1]), markdown)


def written(markdown: str, folder: Path) -> str:
    """Return a page of a folder with what belongs behind its marks."""
    return _WRITTEN.sub(lambda found: f"{found[1]}{_behind(found[2], folder).strip()}\n{found[3]}", markdown)


def unwritten(markdown: str) -> str:
    """Return a page without what belongs behind its marks."""
    return _WRITTEN.sub(r"\1\3", markdown)


def _behind(mark: str, folder: Path) -> str:
    what, _colon, given = mark.partition(": ")
    if what == "commands":
        return "\n".join(reference())
    return for_each_game(given) if what == "games" else pages_beside(folder, given)


def for_each_game(line: str) -> str:
    """Return the line for each game."""
    words = " ".join(line.split())
    return "\n".join(words.format(game=name, title=door.meta.titles[0]) for name, door in doors().items())


def pages_beside(folder: Path, pattern: str) -> str:
    """Return a list of the pages of a folder that are called so, each by its heading."""
    found = [(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in folder.glob(pattern)]
    return "\n".join(f"* [{text.partition(chr(10))[0].lstrip('# ')}]({place})" for place, text in sorted(found))


def reference() -> Iterator[str]:
    """Yield the reference of all commands, as Markdown, out of the commands themselves."""
    root = program()
    with click.Context(root, info_name="hexmeister", terminal_width=WIDTH) as ctx:
        yield from _help(root, ctx)
        for entry in root.entries:
            yield from _command(root, entry, ctx)


def _command(root: click.Group, entry: Entry, parent: click.Context) -> Iterator[str]:
    command = root.get_command(parent, entry.name)
    if not isinstance(command, Command):
        raise TypeError(f"{entry.name} is not a command of ours")
    yield f"\n## {entry.name}\n"
    with click.Context(command, info_name=entry.name, parent=parent) as ctx:
        yield from _help(command, ctx)


def _help(command: click.Command, ctx: click.Context) -> Iterator[str]:
    yield f"```text\n{command.get_help(ctx)}\n```\n"


if __name__ == "__main__":
    for path in DOCS.rglob("*.md"):
        path.write_text(written(path.read_text(encoding="utf-8"), path.parent), encoding="utf-8")
