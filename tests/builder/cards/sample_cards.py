"""Cards of no game: a gun, an aircraft, a truck that attacks nobody, with all that a card may have."""

from __future__ import annotations

from builder.cards.faces import BackFace, CardFace, OrderBox, Print, Status, Stock, TargetRow
from builder.counters.faces import Colours

DARK = Colours("#434d57", "#2b333a", "#6d7883", "#ffffff")
LIGHT = Colours("#c9a27e", "#a17c58", "#e3c6a8", "#1f140b")
WORDS = tuple(
    {
        "bravery": "Bravery",
        "defence": "Defence",
        "ammo": "Ammunition",
        "size": "Size",
        "cost": "SP",
        "targets": "Target / losses",
        "range": "Accuracy by distance",
        "now": "now",
        "melee": "melee only",
        "beside": "beside",
        "each": "a step",
        "harmless": "attacks nobody",
    }.items()
)
STATUSES = (
    Status("suppressed", "suppressed", "suppressed", "1"),
    Status("ambush", "ambush", "ambush"),
    Status("dug-in", "dug-in", "dug in", "2"),
    Status("bound", "bound", "bound"),
)
TANK = CardFace(
    id="tank",
    side="soviet",
    colours=LIGHT,
    emblem="star",
    mirrored=False,
    name="T-26 platoon",
    kind="light tanks",
    symbol="armour",
    silhouette="t26",
    air=False,
    size=3,
    bravery=7,
    bravery_loss=1,
    defence=2,
    ammo=8,
    cost=23,
    melee_dice=0,
    abilities=(("wire", "Destroy wire"), ("fof", "Field of fire")),
    stores=(Stock("smoke", "Smoke", 2),),
    statuses=STATUSES,
    targets=(
        TargetRow("infantry", "infantry", "rifles", (6, 4, 2)),
        TargetRow("infantry", "beside", "", (3, 2, 1), area=True),
        TargetRow("armoured_vehicle", "armoured vehicles", "sdkfz222", (7, 5, 3)),
        TargetRow("building", "buildings", "building", (), melee=True),
    ),
    accuracy=(2, None, 3, 2, 1),
    words=WORDS,
    sides=("german", "soviet"),
)
ORDERS = (
    OrderBox("defend", "Defend", "basic", 1, ("facing", "distance"), (Print("bonus", "D+", 1),)),
    OrderBox("open_fire", "Open Fire", "basic", 3, ("target",), ()),
    OrderBox("dig_in", "Dig In", "special", 9, ("facing",), (Print("manpower", "units", 1),), time=3),
    OrderBox("march", "March", "movement", 10, ("route",), (Print("movement", "move", 4),)),
)
BACK = BackFace(
    id="tank",
    side="soviet",
    colours=LIGHT,
    mirrored=False,
    name="T-26 platoon",
    kind="light tanks",
    symbol="armour",
    silhouette="t26",
    orders=ORDERS,
    stages=(),
)
"""The back of the tank's card."""
