"""One breach does not shield the next of its step: what nobody could have done is told of whoever had no part in it."""

from __future__ import annotations

from rules.engine.writing import Deed, Go, Ref
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, dragged, read, said

FORBIDDEN = dragged("G1", "0506").deeds
BACK = Go(Ref("G3"), "0602")
FAR = Go(Ref("G2"), "1109")


def found(*deeds: Deed) -> list[str]:
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1").unit("S1", "infantry", "0503")
    made.unit("G2", "infantry", "0601").unit("G3", "infantry", "0601", out=True)
    return accused(read(made, made.at("S10"), said("G1", *deeds)))


def test_who_is_lost_and_comes_back_beside_a_forbidden_move_is_told_as_well():
    """BAR-3.3d, BAR-8.0c"""
    assert found(*FORBIDDEN) == ["Illegal BAR-8.0c move.no-order"]
    assert len(found(BACK)) == 1
    assert found(*FORBIDDEN, BACK) == [*found(*FORBIDDEN), *found(BACK)]


def test_who_is_dragged_too_far_beside_a_forbidden_move_is_told_as_well():
    """BAR-8.0c, BAR-8.0f"""
    assert found(*FORBIDDEN, FAR) == [*found(*FORBIDDEN), "Illegal BAR-8.0f board.changed"]


def test_the_same_model_is_told_once():
    """BAR-8.0c"""
    assert found(*FORBIDDEN, Go(Ref("G1"), "0508")) == found(*FORBIDDEN)
