"""For each rule on traits, expressions, reports, keys and hidden things: what breaks it, and what is near it."""

from tests.builder.lint.bench import c, game_map, module, raw, slot
from vassal.traits import make

FIRE, HIT, FLIP = "57348,0,fire", "57348,0,hit", "70,130"
CUP = {"name": "Cup", "owningBoard": "East", "x": "10", "y": "10"}


def report(*keys, says="$newPieceName$ acts"):
    return make("report", keys=keys, format=says)


def layer(menu="Flip", key=FLIP, **more):
    return make("layer", images=("inf.png", "inf.png"), name="Flip", increase_menu=menu, increase_key=key, **more)


def trigger(key=FIRE, menu="Fire", **more):
    return make("trigger", name="t", menu=menu, key=key, **more)


def number(name="Steps", value="1", commands=(), limits=(False, 0, 100, False)):
    return make("property", name=name, constraints=limits, commands=commands, value=value)


def calculated(code, name="Worked"):
    return make("calculated", name=name, expression=code)


def loops(loop):
    return of(make("trigger", name="t", key=FIRE, loop=loop))


def of(*traits, **more):
    return module(slots=[slot(*traits)], **more)


def score(value="0", *changes, name="Score", **more):
    return c("GlobalProperty", *changes, name=name, initialValue=value, **more)


def changed(key, change, **more):
    return c("ChangePropertyButton", hotkey=key, propChanger=change, text="", icon="", tooltip="", **more)


def button(**attributes):
    return c("DoActionButton", **({"name": "Do", "text": "Do", "doReport": "true", "doHotkey": "true"} | attributes))


def dice(**attributes):
    return c("DiceButton", **({"name": "2d6", "text": "Roll"} | attributes))


def deck(*cards, **attributes):
    return c("DrawPile", *cards, **(CUP | {"allowSelect": "false"} | attributes))


def cards():
    return [slot(gpid=each, title=each, tag="CardSlot") for each in ("5", "6")]


def mask(**fields):
    return make("mask", **({"key": "77,130", "menu": "Mask", "image": "inf.png"} | fields))


CASES = {
    "HM409": (of(make("layer", images=(), name="Flip")), of(layer())),
    "HM410": (
        module(slots=[raw("+/null/whizbang;1\tpiece;;;inf.png;Inf/\tnull;0;0;2;0")]),
        of(make("delete", menu="Delete", key="68,130")),
    ),
    "HM411": (loops("maybe"), loops(True)),
    "HM412": (
        module(slots=[raw("+/null/piece;;;inf.png;Inf/Main Map;5;5;2;0")]),
        module(slots=[raw("+/null/piece;;;inf.png;Inf/null;0;0;2;0")]),
    ),
    "HM413": (
        of(make("free_rotate", facings=1, key="82,130", menu="Turn"), make("trail", key="84,130")),
        of(make("trail", key="84,130"), make("free_rotate", facings=1, key="82,130", menu="Turn")),
    ),
    "HM414": (module(slots=[slot(name="<Tiger>")]), module(slots=[slot(name="Tiger")])),
    "HM415": (of(number(), number()), of(number(), number("Ammo"))),
    "HM416": (
        of(make("marker", names=("Side", "Kind"), values=("Blue",))),
        of(make("marker", names=("Side", "Kind"), values=("Blue", ""))),
    ),
    "HM501": (of(calculated('{If(Steps==1, "one"}')), of(calculated('{If(Steps==1, "one)", "two")}'))),
    "HM502": (of(calculated("{Steps==1")), of(calculated("{Steps==1}"))),
    "HM503": (of(report(FIRE, says="$PieceName in $location$")), of(report(FIRE, says="in $location$"))),
    "HM504": (
        of(number(), trigger(condition='{Steps="1"}')),
        of(number(), trigger(condition='{Steps=="a=b" && Steps<=2}')),
    ),
    "HM505": (of(number(), trigger(condition="Steps == 1")), of(number(), trigger(condition="Steps = 1"))),
    "HM506": (
        of(number(), trigger(condition="{Steps==\u201c1\u201d}")),
        of(number(), trigger(condition='{Steps=="\u201c1\u201d"}')),
    ),
    "HM507": (of(calculated("{Integer.toString(Steps)}"), number()), of(calculated("{String.valueOf(1)}"))),
    "HM508": (of(calculated("{Random(6)}")), of(calculated("{Randomness}"), number("Randomness"))),
    "HM601": (of(number(), calculated("{Stepps==1}")), of(number(), calculated("{Steps==1}"))),
    "HM602": (
        of(make("set_global", name="Scoer"), properties=[score()]),
        of(make("set_global", name="Score"), properties=[score()]),
    ),
    "HM603": (of(number("Moved")), of(number("Steps"))),
    "HM604": (
        of(number(value="20", limits=(True, 0, 10, False))),
        of(number(value="20", limits=(False, 0, 10, False))),
    ),
    "HM605": (
        of(number(commands=(("Rename", "78,130", ("R", "New name")),))),
        of(number(commands=(("Rename", "78,130", ("R", "How many")),), limits=(True, 0, 10, False))),
    ),
    "HM606": (
        of(make("label", key="76,130", menu="Change label")),
        of(make("label", key="", menu="", text="$Steps$"), number()),
    ),
    "HM607": (
        of(number(commands=(("", FIRE, ("P", "{Random(6)}")),))),
        of(number(commands=(("", FIRE, ("P", "{Steps+1}")),))),
    ),
    "HM608": (
        of(report(FIRE, says="$Score$ fires"), properties=[score("0", changed(HIT, "I,1"))]),
        of(
            *(report(FIRE, says=text) for text in ("$Score$ fires", "fires", "moves")),
            properties=[score("0", changed(HIT, "I,1"))],
        ),
    ),
    "HM701": (of(layer()), of(report(FLIP), layer())),
    "HM702": (
        module(maps=[game_map(moveWithinFormat="")]),
        module(maps=[game_map(moveWithinFormat="", moveKey=FIRE)]),
    ),
    "HM703": (module(options={"autoReport": "Never"}), module(options={"autoReport": "Always"})),
    "HM704": (of(report(says="says nothing")), of(report(FIRE))),
    "HM705": (
        module(inside=[c("LOS_Thread", threadName="LOS", global_="Never")]),
        module(inside=[c("LOS_Thread", threadName="LOS", global_="Always")]),
    ),
    "HM706": (
        module(
            button(reportFormat="now $Score$", hotkeys=HIT.replace(",", "\\,")),
            properties=[score("0", changed(HIT, "I,1"))],
        ),
        module(
            button(reportFormat="was $Score$", hotkeys=HIT.replace(",", "\\,")),
            properties=[score("0", changed(HIT, "P,0"))],
        ),
    ),
    "HM707": (
        module(c("TurnTracker", name="Turn", reportFormat="")),
        module(c("TurnTracker", name="Turn", reportFormat="$newTurn$")),
    ),
    "HM801": (
        module(slots=[raw("+/null/report;fire;$newPieceName$\tpiece;;;inf.png;Inf/-1\tnull;0;0;2;0")]),
        of(report(FIRE)),
    ),
    "HM802": (
        module(slots=[raw("+/null/report;70,130;$newPieceName$\tpiece;;;inf.png;Inf/-1\tnull;0;0;2;0")]),
        of(report(FLIP)),
    ),
    "HM803": (of(make("delete", menu="Delete", key="Ctrl D")), of(make("delete", menu="Delete", key="68,130"))),
    "HM804": (
        of(trigger(key=FLIP), make("delete", menu="Delete", key=FLIP)),
        of(trigger(key=FLIP, condition="{Steps==1}"), number(), make("delete", menu="Delete", key=FLIP)),
    ),
    "HM805": (
        module(dice(hotkey="68,520"), c("NotesWindow", hotkey="68,520")),
        module(dice(hotkey="68,520"), c("NotesWindow", hotkey="78,520")),
    ),
    "HM806": (of(report(HIT), trigger()), of(report(FIRE), trigger())),
    "HM807": (of(trigger(action_keys=(HIT,))), of(trigger(action_keys=(HIT,)), report(HIT))),
    "HM808": (of(trigger(key="")), of(trigger(key="", menu=""))),
    "HM809": (
        of(make("submenu", menu="More", commands=("Fire", "Mvoe")), trigger()),
        of(make("submenu", menu="More", commands=("Fire",)), trigger()),
    ),
    "HM901": (of(mask(access="sides:Bleu")), of(mask(access="sides:Blue"))),
    "HM902": (of(make("restricted", sides=("Bleu",))), of(make("restricted", sides=("Blue",)))),
    "HM903": (
        module(maps=[game_map(), game_map(tag="PlayerHand", mapName="Hand", side="Bleu")]),
        module(maps=[game_map(), game_map(tag="PlayerHand", mapName="Hand", side="Blue")]),
    ),
    "HM904": (
        of(report("77,130", says="$PieceName$ hides"), mask()),
        of(report("77,130", says="$newPieceName$ hides"), mask()),
    ),
    "HM905": (
        module(maps=[game_map(tag="PlayerHand", mapName="Hand", side="Blue")]),
        module(
            maps=[
                game_map(
                    tag="PlayerHand", mapName="Hand", side="Blue", moveWithinFormat="", moveToFormat="", createFormat=""
                )
            ]
        ),
    ),
    "HM906": (
        of(
            report(HIT),
            make("trigger", name="t", menu="", key="", watch_keys=(FIRE,), action_keys=(HIT,)),
            make("invisible", key="73,130", menu="Hide"),
            maps=[game_map(moveKey=FIRE)],
        ),
        of(
            report(HIT),
            make(
                "trigger",
                name="t",
                menu="",
                key="",
                watch_keys=(FIRE,),
                action_keys=(HIT,),
                condition='{Invisible!="true"}',
            ),
            make("invisible", key="73,130", menu="Hide"),
            maps=[game_map(moveKey=FIRE)],
        ),
    ),
    "HM907": (module(inside=[deck(*cards(), shuffle="Never")]), module(inside=[deck(*cards(), shuffle="Always")])),
    "HM908": (of(mask(), options={"nonOwnerUnmaskable": "Always"}), of(options={"nonOwnerUnmaskable": "Always"})),
    "HM909": (of(mask(access="side:"), sides=()), of(mask(access="player:"), sides=())),
    "HM951": (module(dice(reportFormat="")), module(dice())),
    "HM952": (module(dice(reportFormat="$PlayerName$ rolls")), module(dice(reportFormat="$name$: $result$"))),
    "HM953": (module(dice(reportFormat="$nDice$$result$")), module(dice(reportFormat="$nDice$|$result$"))),
    "HM954": (module(dice(nSides="0")), module(dice(nSides="1"))),
    "HM955": (module(dice(reportTotal="true")), module(dice(reportTotal="true", nDice="1"))),
    "HM956": (module(inside=[deck(shuffleFormat="shuffled")]), module(inside=[deck(shuffleFormat="")])),
}
