"""What the page is made from comes from outside: pinned, held against its digest, and told where it cannot be had."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.web import fetching
from tools.web.fetching import LOCK, Missing, fetch, tools_missing


def test_what_is_missing_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "npm" else name)
    assert "npm" in tools_missing()
    with pytest.raises(Missing, match="needs npm on the machine"):
        fetch(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert tools_missing() == ""
    failed = subprocess.CompletedProcess([], 1, "", "npm warn\nnpm error network\n")
    monkeypatch.setattr(subprocess, "run", lambda *words, **more: failed)
    with pytest.raises(Missing, match=r"cannot be fetched by npm; is there a network\? It said: npm error network"):
        fetch(tmp_path)


def test_a_file_that_is_another_one_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)
    pin = json.loads(LOCK.read_text(encoding="utf-8"))["engine"]
    packed = tmp_path / f"{pin['package']}-{pin['version']}.tgz"
    packed.write_bytes(b"something else")
    with pytest.raises(Missing, match="is not the file that"):
        fetch(tmp_path)
    assert not packed.exists()


def test_no_host_of_a_registry_is_named() -> None:
    texts = [path.read_text(encoding="utf-8") for path in Path(fetching.__file__).parent.iterdir() if path.is_file()]
    assert not any(word in text for text in texts for word in ("registry.", "pythonhosted", "pypi.", "cdn."))
