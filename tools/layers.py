"""Who may import whom in this house: a contract of import-linter that is one table.

Each line names a part of the house and all that it may import; whatever else of ours it imports breaks the contract.
The part `rules.*` is each part of `rules` that has no line of its own: a game, also one that is new. It may import
itself, and no other game.
"""

from collections.abc import Iterator
from typing import NamedTuple

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

ANY = ".*"


class Strange(NamedTuple):
    """An import that the table does not allow."""

    importer: str
    imported: str
    line: int
    part: str


class Allowed(Contract):
    """The table: `part: what it may import`, a line each."""

    type_name = "allowed"
    table = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Return the imports that the table does not allow; a part of the house without a line is one of them."""
        del verbose
        found = sorted(strange(graph, parsed(self.table)))  # type: ignore[arg-type]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each of them."""
        for each in check.metadata["found"]:
            output.print_error(f"{each.importer} (l. {each.line}) imports {each.imported}: not allowed for {each.part}")


def parsed(lines: list[str]) -> dict[str, tuple[str, ...]]:
    """Return by part of the house what it may import."""
    parts = (line.partition(":") for line in lines)
    return {part.strip(): tuple(may.split()) for part, _, may in parts}


def part_of(module: str, table: dict[str, tuple[str, ...]]) -> tuple[str, str]:
    """Return the line of a module, and the part of the house that it belongs to; nothing if no line is its own."""
    names = module.split(".")
    for length in range(len(names), 0, -1):
        name = ".".join(names[:length])
        if name in table:
            return name, name
        if length > 1 and (group := ".".join(names[: length - 1]) + ANY) in table:
            return group, name
    return "", ""


def strange(graph: ImportGraph, table: dict[str, tuple[str, ...]]) -> Iterator[Strange]:
    """Yield the imports that the table does not allow."""
    for importer in graph.modules:
        line, part = part_of(importer, table)
        for imported in graph.find_modules_directly_imported_by(importer):
            if not any(_within(imported, each) for each in (part, *table.get(line, ()))) or not part:
                details = graph.get_import_details(importer=importer, imported=imported)
                number = min((int(each["line_number"]) for each in details), default=0)
                yield Strange(importer, imported, number, part or "a part of which nothing is said")


def _within(module: str, part: str) -> bool:
    return bool(part) and (module == part or module.startswith(f"{part}."))
