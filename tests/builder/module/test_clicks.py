"""How many clicks and keys the commonest deeds take: what the players' pages say is what the modules ask for."""

import pytest

from tests.builder.module.clicks import BEGIN, PAGES, count, deeds, listed, making, steps, table, written


@pytest.mark.parametrize("game", listed())
def test_the_table_of_the_page_is_that_of_the_module(game: str) -> None:
    page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert BEGIN in page
    assert page == written(page, table(game)), "python -m tests.builder.module.clicks writes it"


@pytest.mark.parametrize("game", listed())
def test_twenty_deeds_are_counted_and_none_takes_more_than_before(game: str) -> None:
    at, found = making(game), deeds(game)
    assert len(found) >= 20
    longer = [
        each["deed"]
        for each in found
        if count(steps(at, each["now"])) > count(steps(at, each.get("before", each["now"])))
    ]
    assert longer == []
    assert any("before" in each for each in found)


@pytest.mark.parametrize("game", listed())
def test_a_command_that_the_module_does_not_have_is_no_step(game: str) -> None:
    with pytest.raises(KeyError):
        steps(making(game), ["no.such"])
