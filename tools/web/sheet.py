"""The one file: page, judge and all that they need, each script and style known to the browser by its digest."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader, select_autoescape

from hexmeister.language import LANGUAGES
from hexmeister.page.bounds import MEGABYTE, Bounds
from hexmeister.page.desk import LOGS
from hexmeister.page.words import WORDS
from rules.audit.page import seal
from tools.web.fetching import Missing

EXPORTED: Final = re.compile(r"export\{(\w+) as loadPyodide,\w+ as version\};")
"""How the engine's loader names what it gives: both are put into one script with the judge."""
MODULE: Final = "export default _createPyodideModule;"
PLACE: Final = "import.meta.url"
NOWHERE: Final = "https://nowhere.invalid/"
"""In place of where a module lies: a page that lies in a folder may start no worker that is one."""
ALONE: Final = "globalThis.importScripts = undefined;"
"""The engine would refuse to run in a worker that has this; it needs nothing of it."""
SOURCE_MAP: Final = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
MAKERS: Final = (
    "Pyodide (Mozilla Public License 2.0)",
    "Python (PSF License)",
    "Emscripten (MIT)",
    "msgspec, Jinja, MarkupSafe (BSD)",
    "panzoom (MIT)",
)


def sheet(engine: Path, library: bytes, program: bytes) -> str:
    """Return the page as one text."""
    environment = Environment(
        loader=PackageLoader("templates", "page"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    report = PackageLoader("templates", "report")
    styles, scripts = (
        [report.get_source(environment, name)[0] for name in names]
        for names in (("report.css",), ("report.js", "panzoom.js"))
    )
    style = "".join(environment.get_template(name).render() for name in ("front.css", "alone.css"))
    script = environment.get_template("alone.js").render()
    spoken = {language: {key: text[language] for key, text in WORDS.items()} for language in LANGUAGES}
    for words in spoken.values():
        words["what"] = words["alone"]
    return environment.get_template("alone.html").render(
        spoken=spoken,
        listed=(),
        kinds=",".join(LOGS),
        megabytes=Bounds().log // MEGABYTE,
        limits={"log": Bounds().log, "logs": Bounds().logs, "together": Bounds().together},
        makers=MAKERS,
        packed={
            "judge": _packed(_judge(engine, environment.get_template("judge.js").render()).encode()),
            "wasm": _packed((engine / "pyodide.asm.wasm").read_bytes()),
            "library": _packed(library),
            "program": b64encode(program).decode(),
        },
        style=style,
        script=script,
        seals={"styles": [*map(seal, (style, *styles))], "scripts": [*map(seal, (script, *scripts))]},
    )


def _packed(content: bytes) -> str:
    return b64encode(gzip.compress(content, 9, mtime=0)).decode()


def _judge(engine: Path, own: str) -> str:
    """Return the script of the judge: the engine's two modules and our own in one."""
    module, loader = ((engine / name).read_text(encoding="utf-8") for name in ("pyodide.asm.mjs", "pyodide.mjs"))
    exported = EXPORTED.search(loader)
    if exported is None or MODULE not in module:
        raise Missing("the engine is another one than the page was written for")
    loader = SOURCE_MAP.sub("", loader.replace(exported[0], f"const loadPyodide = {exported[1]};"))
    lock = json.loads((engine / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    version = json.loads((engine / "package.json").read_text(encoding="utf-8"))["version"]
    about = f"const NOWHERE = {json.dumps(NOWHERE)}, LOCK = {json.dumps({**lock, 'version': version})};"
    parts = (part.replace(PLACE, f'"{NOWHERE}"') for part in (module.replace(MODULE, ""), loader))
    return "\n".join(("(() => {", ALONE, *parts, about, own, "})();"))
