"""The set-up: everything stands where the scenario says, and both sides are ready."""

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Battle
from rules.engine.actions import Action


def default_setup(battle: Battle) -> tuple[Action, ...]:
    """The actions from a set-up board to the first planning phase: nothing is bought, both sides are ready."""
    return (*(do.Ready(by=side) for side in battle.sides), do.Advance(to="PLANNING"))
