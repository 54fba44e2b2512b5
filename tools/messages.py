"""`python -m tools.messages`: the translations hold exactly the texts that the code shows, new ones still empty.

These are the texts of the command line and the sentences in which the readers and the audit say what is wrong with a
file. Of click's words a catalogue keeps the ones it translates already: most of the others speak to programmers only.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from builder.lint import chosen
from hexmeister.told import SENTENCES

ROOT: Final = Path(__file__).resolve().parent.parent
CATALOGUES: Final = sorted((ROOT / "hexmeister" / "locale").glob("*/LC_MESSAGES/hexmeister.po"))

_WORDS: Final = {name: None for name in DEFAULT_KEYWORDS if name != "ngettext"} | {"ngettext": (1, 2)}
_TELLING: Final = {
    "Damaged": 0,
    "TooLarge": 0,
    "Unsupported": 0,
    "NoReferee": 0,
    "SeasonError": 0,
    "NotAlone": 0,
    "Mixed": 0,
    "Problem": 1,
    "Failure": 0,
    "SpellingError": 0,
    "SwitchError": 0,
    "MetaError": 0,
    "NotBegun": 0,
    "NoFile": 0,
    "NoPicture": 0,
    "Misfit": 0,
}
_OF_DATA: Final = {"wrong": 2, "Problem": 2, "refusal": 1, "LockError": 0, "Found": 1}
"""What is wrong with data, or with a module, is told by these calls, and by checks that yield a path and a sentence."""
_DATA: Final = ("assets/*.py", "builder/gpids.py", "builder/lint/[!m]*.py", "builder/module/unspoken.py")
_VALUE: Final = re.compile(r"\{\d+\}")
_SHORTEST: Final = 8
_HEADER: Final = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


def ours() -> Catalog:
    """Return every text that our own command line shows, and every sentence of the readers."""
    catalogue = _collected(ROOT / "hexmeister")
    for sentence in (*sentences(), *of_lint()):
        catalogue.add(sentence)
    return catalogue


def of_lint() -> list[str]:
    """Return what the rules of the linter say of themselves."""
    return sorted({text for rule in chosen([]) for text in (rule.what, rule.why, rule.fix)})


def sentences() -> list[str]:
    """Return the sentences in which the readers of files say what is wrong, with `{0}` where there is a value."""
    found = {
        _template(call.args[_TELLING[call.func.id]])
        for folder in ("vassal", "rules", "builder", "hexmeister")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _TELLING
        if len(call.args) > _TELLING[call.func.id]
    }
    long = {sentence for sentence in found | _of_data() if len(_VALUE.sub("", sentence)) >= _SHORTEST}
    return sorted(long | _words_of_types())


def _of_data() -> set[str]:
    """Return the sentences in which the checks of a game's data say what is wrong there."""
    paths = [path for pattern in _DATA for path in sorted(ROOT.glob(pattern))]
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    return {text for node in nodes for said in _said(node) if " " in (text := _template(said))}


def _said(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a piece of code may say of data: in a call that tells it, with its path, as a part of a sentence."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _OF_DATA:
            yield from node.args[_OF_DATA[name] :][:1]
        case ast.Yield(value=ast.Tuple(elts=[_, said])):
            yield said
        case ast.Call(func=ast.Attribute(attr="append"), args=[ast.Tuple(elts=[_, said])]):
            yield said
        case ast.Assign(targets=[ast.Name(id="what")], value=said):
            yield said
        case ast.Return(value=ast.JoinedStr() as said) | ast.Yield(value=ast.JoinedStr() as said):
            yield said


def _words_of_types() -> set[str]:
    """Return what the schema calls the kinds of values, and their limits."""
    from msgspec import inspect as kinds

    from assets import checking, findings

    numbers = (f"{limit} {{0}}" for limit in ("at least", "at most", "more than", "less than"))
    known = checking.names([kinds.BoolType(), kinds.IntType(), kinds.FloatType(), kinds.StrType(), kinds.NoneType()])
    return {*numbers, *known, *findings.WORDS.values(), "a known word", "a mapping", "a list"}


def _template(said: ast.expr) -> str:
    """Return a text of the code with its values numbered; nothing for one that is put together elsewhere."""
    parts = said.values if isinstance(said, ast.JoinedStr) else [said]
    texts: list[str] = []
    for part in parts:
        if isinstance(part, ast.FormattedValue):
            texts.append(f"{{{sum(text.startswith('{') for text in texts)}}}")
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            texts.append(part.value)
    return "".join(texts)


def of_click() -> Catalog:
    """Return every text of the command-line library."""
    return _collected(Path(click.__file__).parent)


def _collected(folder: Path) -> Catalog:
    catalogue = Catalog(charset="utf-8")
    for name, line, message, _comments, context in extract_from_dir(folder, keywords=dict(_WORDS)):
        catalogue.add(message, None, [(f"{folder.name}/{name}", line)], context=context)
    return catalogue


def untranslated(catalogue: Catalog) -> Iterator[str]:
    """Yield the texts that have no translation."""
    for message in catalogue:
        if message.id and not _done(message):
            yield message.id if isinstance(message.id, str) else message.id[0]


def _done(message: Message) -> bool:
    translations = (message.string,) if isinstance(message.string, str) else message.string
    return bool(translations) and all(translations or ()) and not message.fuzzy


def brought_up_to_date(known: Catalog) -> Catalog:
    """Return a catalogue of today's texts, with the translations that are known."""
    fresh = Catalog(locale=known.locale, charset="utf-8")
    mine = ours()
    kept = [message for message in of_click() if message.id and message.id not in mine and _translated(known, message)]
    for message in [*mine, *kept]:
        if message.id:
            before = known.get(message.id)
            fresh.add(message.id, before.string if before else None, flags=message.flags)
    return fresh


def _translated(known: Catalog, message: Message) -> bool:
    before = known.get(message.id)
    return before is not None and _done(before)


def main() -> None:
    """Bring each catalogue up to date with the code and print what is still without a translation."""
    SENTENCES.write_text("".join(f"{sentence}\n" for sentence in sentences()), encoding="utf-8")
    for path in CATALOGUES:
        with path.open("rb") as lines:
            catalogue = brought_up_to_date(read_po(lines))
        header = _HEADER.format(language=catalogue.locale_identifier, plural=catalogue.plural_forms)
        with path.open("wb") as target:
            target.write(header.encode())
            write_po(target, catalogue, width=120, no_location=True, omit_header=True)
        for missing in untranslated(catalogue):
            print(f"{path.relative_to(ROOT)}: {missing!r}")


if __name__ == "__main__":
    main()
