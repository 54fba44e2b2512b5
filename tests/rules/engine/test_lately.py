"""What is worked out of a table is worked out once, and never told of another table."""

from collections.abc import Mapping

from rules.engine.lately import KEPT, Lately


def test_it_is_made_once_for_one_table_and_anew_for_another_that_is_equal():
    asked = list[Mapping[str, int]]()

    def names(battle: str, table: Mapping[str, int]) -> list[str]:
        asked.append(table)
        return [battle, *table]

    known, one, same = Lately(names), {"a": 1}, {"a": 1}
    assert known.of("here", one) is known.of("here", one)
    assert known.of("here", same) == ["here", "a"]
    assert [each is one for each in asked] == [True, False]


def test_a_battle_does_not_get_what_another_has():
    known, table, here, there = Lately(lambda battle, _: battle), {"a": 1}, ["here"], ["there"]
    assert known.of(here, table) is here
    assert known.of(there, table) is there
    assert known.of(here, table) is here


def test_only_the_last_few_tables_are_held():
    known = Lately[str, Mapping[str, int], list[int]](lambda _, table: list(table.values()))
    tables = [{"a": number} for number in range(KEPT + 2)]
    first = known.of("here", tables[0])
    for number, table in enumerate(tables):
        assert known.of("here", table) == [number]
    assert known.of("here", tables[0]) is not first
