"""Of all modules those are taken along that are reached, however they are imported."""

from __future__ import annotations

from pathlib import Path

from tools.web.compiling import LEFT_OUT, compiled, modules, reached

FILES = {
    "begin.py": "import a.b\ndef later():\n    from c import d\n",
    "a/__init__.py": "",
    "a/b.py": "from . import near\nfrom .near import far\n",
    "a/near.py": "from ..x import y\n",
    "a/unasked.py": "import never\n",
    "c/__init__.py": "",
    "c/d.py": "import yaml.nodes\n",
    "yaml/nodes.py": "",
    "never.py": "",
}


def laid(folder: Path) -> Path:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_what_is_imported_anywhere_is_followed_and_what_is_left_out_is_not(tmp_path: Path) -> None:
    known = modules(laid(tmp_path))
    assert set(reached(known, ["begin"])) == {"begin", "a", "a.b", "a.near", "c", "c.d"}
    assert set(reached(known, ["a.*"])) == {"a", "a.b", "a.near", "a.unasked", "never"}
    assert "yaml" in LEFT_OUT.split()


def test_what_is_left_is_compiled_in_its_place(tmp_path: Path) -> None:
    assert compiled([str(laid(tmp_path))], ["begin"]) == 6
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"begin.pyc", "a/__init__.pyc", "a/b.pyc", "a/near.pyc", "c/__init__.pyc", "c/d.pyc"}
