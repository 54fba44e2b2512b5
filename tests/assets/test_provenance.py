import assets
from assets.provenance import counts, not_from_the_book, rows


def test_every_value_is_listed_with_its_origin_reason_and_rules(game_in) -> None:
    found = {row.path: row for row in rows(assets.load(game_in()))}
    front = found["units/red.1.b/front/attack"]
    assert (front.value, front.origin, front.why, front.ref) == (5, "derived", "B is stronger", ("BLZ-1.1b",))
    assert found["scenarios/hill/turns"].origin == "rulebook"
    assert found["maps/hill/grid/columns"].area == "maps"


def test_what_the_book_does_not_give_can_be_listed_alone(game_in) -> None:
    found = list(not_from_the_book(assets.load(game_in())))
    assert found
    assert {row.origin for row in found} == {"invented", "derived"}
    assert not [row for row in found if row.area == "scenarios"]


def test_the_values_are_counted_by_area_and_origin(game_in) -> None:
    table = counts(rows(assets.load(game_in())))
    assert set(table) == {"game", "formations", "units", "scenarios", "maps"}
    assert table["units"]["derived"] == 5
    assert sum(sum(area.values()) for area in table.values()) == len(list(rows(assets.load(game_in()))))
