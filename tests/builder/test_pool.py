"""Painting on all cores: the same pictures as one by one, each drawn once."""

from pathlib import Path

import pytest

from builder.cache import Cache
from builder.pool import Job, paint


def draw_text(text: str) -> bytes:
    return text.encode()


def refuse(text: str) -> bytes:
    raise LookupError(text)


def jobs(names: range, weight: int = 1) -> list[Job]:
    return [Job(f"{n}.png", draw_text, (f"picture {n}",), code=("builder/pool.py",), weight=weight) for n in names]


def test_each_picture_lies_where_it_is_said_to(tmp_path: Path) -> None:
    found = paint(jobs(range(3)), Cache(tmp_path))
    assert {name: path.read_text() for name, path in found.items()} == {f"{n}.png": f"picture {n}" for n in range(3)}


def test_several_processes_draw_the_same_as_one(tmp_path: Path) -> None:
    many = paint(jobs(range(20)), Cache(tmp_path / "many"), workers=2)
    one = paint(jobs(range(20)), Cache(tmp_path / "one"), workers=1)
    assert {n: p.read_bytes() for n, p in many.items()} == {n: p.read_bytes() for n, p in one.items()}


def test_only_what_changed_is_drawn_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    paint(jobs(range(3)), cache)
    drawn: list[str] = []
    paint(jobs(range(4)), cache, progress=lambda done, of, name: drawn.append(name))
    assert drawn == ["", "3.png"]


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    paint(jobs(range(3), weight=9), Cache(tmp_path), workers=2, progress=lambda done, of, _: steps.append((done, of)))
    assert steps == [(1, 3), (2, 3), (3, 3)]


def test_equal_pictures_are_drawn_once_and_stand_under_both_names(tmp_path: Path) -> None:
    twins = [Job(name, draw_text, ("same",), code=("builder/pool.py",)) for name in ("a.png", "b.png")]
    found = paint(twins, Cache(tmp_path))
    assert found["a.png"] == found["b.png"]


def test_two_pictures_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="same name"):
        paint([*jobs(range(1)), *jobs(range(1))], Cache(tmp_path))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_picture_is_raised_as_it_is(tmp_path: Path, workers: int) -> None:
    bad = Job("bad.png", refuse, ("no such unit",), code=("builder/pool.py",), weight=9)
    with pytest.raises(LookupError, match="no such unit"):
        paint([bad, *jobs(range(2), weight=9)], Cache(tmp_path), workers=workers)
