"""What mkdocs asks for while it builds the site: pages made from code and tests, and the order of the sections."""

from collections.abc import Iterator
from typing import Final

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

from hexmeister.frame import Command, Entry
from hexmeister.main import program
from tests.tables import pages

_MARK: Final = "<!-- commands -->"
_ORDER: Final = (
    "Home", "Gallery", "Players", "Auditors", "Maintainers", "Authors", "Reference", "Benchmarks", "Design",
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


def on_page_markdown(markdown: str, **_given: object) -> str:
    """Write the reference of the commands where its mark stands."""
    return markdown.replace(_MARK, "\n".join(reference())) if _MARK in markdown else markdown


def reference() -> Iterator[str]:
    """Yield the reference of all commands, as Markdown, out of the commands themselves."""
    root = program()
    with click.Context(root, info_name="hexmeister") as ctx:
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
