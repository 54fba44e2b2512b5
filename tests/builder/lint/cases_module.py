"""For each rule on files, ids, components and places: a module that breaks it, and one near it that does not."""

from tests.builder.lint.bench import board, c, game_map, module, png, prototype, raw, slot, text, zone
from vassal.traits import make

AT = {"owningBoard": "East", "x": "10", "y": "10"}
SEND = {"menu": "Go", "key": "57348,0,go", "x": "1", "y": "1"}


def deck(*inside, **attributes):
    return c("DrawPile", *inside, **({"name": "Cards"} | AT | attributes))


def hexes():
    numbering = c("HexGridNumbering", first="H", sep="", hType="N", vType="N", hLeading="1", vLeading="1")
    return board(c("HexGrid", numbering, x0="0", y0="32", dx="55.4", dy="64.0"))


def send(**fields):
    return module(maps=[game_map(boards=[board(zone())])], slots=[slot(make("send_to", **(SEND | fields)))])


def target(place):
    text_of = f"MAP|true|{place}||0|0||false|||EQUALS||"
    return module(slots=[slot(make("global_key", menu="All", key="57348,0,all", target=text_of))])


CASES = {
    "HM001": (module(slots=[slot(image="tiger.png")]), module(slots=[slot(image="inf.png")])),
    "HM002": (module(slots=[slot(image="INF.png")]), module(slots=[slot(image="tiger.png")])),
    "HM003": (
        module(files={"images/old.png": png()}),
        module(files={"images/old.png": png(), "help.html": b"<img src='old.png'>"}),
    ),
    "HM004": (module(files={"images/inf.png": png(3001, 40)}), module(files={"images/inf.png": png(2999, 2999)})),
    "HM005": (
        module(files={"images/inf.png": png() + bytes(40_000_000)}),
        module(files={"images/inf.png": png() + bytes(1_000_000)}),
    ),
    "HM006": (module(files={"images/inf.png": b"RIFF webp"}), module(files={"images/inf.png": png()})),
    "HM007": (
        module(c("PredefinedSetup", name="One", file="one.vsav", useFile="true")),
        module(c("PredefinedSetup", name="One", file="one.vsav", useFile="true"), files={"one.vsav": b""}),
    ),
    "HM008": (
        module(slots=[slot(make("sound", sound="bang.wav", menu="", key="57348,0,bang"))]),
        module(slots=[slot(make("sound", sound="bang.wav", key="57348,0,bang"))], files={"sounds/bang.wav": b""}),
    ),
    "HM009": (module(files={"com/example/Button.class": b""}), module(files={"com/example/Button.txt": b""})),
    "HM010": (
        module(c("Documentation", c("AboutScreen", fileName="../inf.png"))),
        module(c("Documentation", c("AboutScreen", fileName="inf.png"))),
    ),
    "HM011": (module(files={"icons/zoom.png": png()}), module(files={"icons/16x16/zoom.png": png()})),
    "HM012": (module()[:-30], module()),
    "HM101": (module(slots=[slot(gpid="1")]), module(slots=[slot(gpid="2")])),
    "HM102": (module(slots=[slot(gpid="")]), module(slots=[slot(gpid="2")])),
    "HM103": (module(slots=[slot(gpid="two")]), module(slots=[slot(gpid="abc:2")])),
    "HM104": (module(root={"nextPieceSlotId": "1"}), module(root={"nextPieceSlotId": "2"})),
    "HM105": (module(root={"nextPieceSlotId": "x"}), module(root={"nextPieceSlotId": "7"})),
    "HM106": (module(said={"version": "0.9"}), module(root={"version": "0.9"})),
    "HM107": (module(without=["moduledata"]), module()),
    "HM108": (module(root={"VassalVersion": "4.0"}), module(root={"VassalVersion": "3.8.0"})),
    "HM109": (module(build_file="buildFile"), module(build_file="buildFile", said={"engine": "3.4.0"})),
    "HM110": (module(maps=[game_map(), game_map()]), module(maps=[game_map(), game_map(mapName="Other")])),
    "HM111": (
        module(maps=[game_map(boards=[board(), board()])]),
        module(maps=[game_map(), game_map(mapName="Other")]),
    ),
    "HM112": (module(inside=[deck(), deck()]), module(inside=[deck(), deck(name="Others")])),
    "HM113": (
        module(prototypes=[prototype("Unit"), prototype("Unit")]),
        module(prototypes=[prototype("Unit"), prototype("unit")]),
    ),
    "HM114": (
        module(c("DiceButton", name="2d6"), c("DiceButton", name="2d6")),
        module(c("DiceButton", name="2d6"), c("DiceButton", name="1d6")),
    ),
    "HM115": (module(maps=[game_map(boards=[board(name=" ")])]), module(maps=[game_map(boards=[board(name="W")])])),
    "HM116": (module(sides=["Blue\\", "Red"]), module(sides=["Bl\\ue", "Red"])),
    "HM201": (module(c("VASSAL.build.module.Mapp")), module(c("DiceButton"))),
    "HM202": (module(maps=[game_map(name="Main")]), module(maps=[game_map(description="Main")])),
    "HM203": (module(maps=[game_map(edgeHeight="")]), module(maps=[game_map(edgeHeight="0")])),
    "HM204": (module(maps=[game_map(launch="yes")]), module(maps=[game_map(launch="true")])),
    "HM205": (module(maps=[game_map(color="white")]), module(maps=[game_map(color="255,255,255")])),
    "HM206": (module(maps=[game_map(markMoved="Sometimes")]), module(maps=[game_map(markMoved="Never")])),
    "HM207": (module(maps=[game_map(hotkey="Ctrl F")]), module(maps=[game_map(hotkey="57348,0,map")])),
    "HM208": (module(inside=[board()]), module(inside=[c("Zoomer")])),
    "HM209": (
        module(without=["BasicCommandEncoder"]),
        module(c("BasicCommandEncoder"), without=["BasicCommandEncoder", "PrototypesContainer", "Map", "PieceWindow"]),
    ),
    "HM210": (module(c("Chatter")), module()),
    "HM211": (
        module(maps=[game_map(boards=[])]),
        module(maps=[game_map(), game_map(tag="PlayerHand", mapName="Hand", boards=[], useBoards="Main Map")]),
    ),
    "HM212": (module(maps=[game_map(without=["PieceMover"])]), module(maps=[game_map(without=["ForwardToChatter"])])),
    "HM213": (
        module(maps=[game_map(without=["StackMetrics"])]),
        module(maps=[game_map(c("HandMetrics"), without=["StackMetrics"])]),
    ),
    "HM214": (module(c("RandomTextButton", name="a")), module(c("RandomTextButton", name="a", faces="x"))),
    "HM215": (
        module(c("DiceButton", name="a", text="", icon="", hotkey="")),
        module(c("DiceButton", name="a", text="", icon="", hotkey="57348,0,roll")),
    ),
    "HM216": (
        module(inside=[c("CounterDetailViewer", version="3")]),
        module(inside=[c("CounterDetailViewer", version="4")]),
    ),
    "HM217": (
        module(c("ToolbarMenu", text="More", menuItems="Roll")),
        module(c("ToolbarMenu", text="More", menuItems="Roll"), c("DiceButton", name="d", text="Roll")),
    ),
    "HM301": (
        module(inside=[c("SetupStack", name="s", owningBoard="Eest")]),
        module(inside=[c("SetupStack", name="s", owningBoard="East")]),
    ),
    "HM302": (
        module(
            maps=[
                game_map(
                    c("SetupStack", name="s", **(AT | {"useGridLocation": "true", "location": "nowhere"})),
                    boards=[hexes()],
                )
            ]
        ),
        module(
            maps=[
                game_map(
                    c("SetupStack", name="s", **(AT | {"useGridLocation": "true", "location": "0101"})),
                    boards=[hexes()],
                )
            ]
        ),
    ),
    "HM303": (send(map="Mane Map"), send(map="Main Map")),
    "HM304": (send(board="Eest"), send(board="East")),
    "HM305": (send(destination="Z", zone="Bocks"), send(destination="Z", zone="$Home$")),
    "HM306": (
        send(destination="R", region="Pariss"),
        module(
            maps=[game_map(boards=[board(c("RegionGrid", c("Region", name="Paris", originx="5", originy="5")))])],
            slots=[slot(make("send_to", **(SEND | {"destination": "R", "region": "Paris"})))],
        ),
    ),
    "HM307": (
        module(inside=[deck()], slots=[slot(make("return_to_deck", key="57348,0,x", choose_deck=False, deck="Crads"))]),
        module(inside=[deck()], slots=[slot(make("return_to_deck", key="57348,0,x", choose_deck=False, deck="Cards"))]),
    ),
    "HM308": (target("MAP|Mane Map|||"), target("MAP|Main Map|||")),
    "HM309": (
        module(maps=[game_map(boards=[board(zone(locationFormat="$gridLocation$"))])]),
        module(maps=[game_map(boards=[board(zone(locationFormat="$gridLocation$", useParentGrid="true"))])]),
    ),
    "HM310": (
        module(maps=[game_map(boards=[board(zone(path="0,0;100,0"))])]),
        module(maps=[game_map(boards=[board(zone(path="0,0;100,0;0,100"))])]),
    ),
    "HM311": (
        module(inside=[c("MapShader", name="Fog", boardList="Eest", buttonText="Fog")]),
        module(inside=[c("MapShader", name="Fog", boardList="East", buttonText="Fog")]),
    ),
    "HM312": (
        module(inside=[c("SetupStack", name="s", **(AT | {"x": "5000"}))]),
        module(inside=[c("SetupStack", name="s", **(AT | {"x": "499"}))]),
    ),
    "HM313": (
        module(maps=[game_map(boards=[c("setup", "Main MapBoardPicker\tEest\t0\t0"), board()])]),
        module(maps=[game_map(boards=[c("setup", "Main MapBoardPicker\tEast\t0\t0"), board()])]),
    ),
    "HM314": (
        module(inside=[c("MoveCameraButton", moveCameraMode="Z", zoneName="Frannce")]),
        module(inside=[c("MoveCameraButton", moveCameraMode="Z", zoneName="$Zone$")]),
    ),
    "HM401": (
        module(slots=[slot(make("prototype", name="Unti"))], prototypes=[prototype("Unit")]),
        module(slots=[slot(make("prototype", name="Unit"))], prototypes=[prototype("Unit")]),
    ),
    "HM402": (
        module(prototypes=[prototype("A", make("prototype", name="B")), prototype("B", make("prototype", name="A"))]),
        module(prototypes=[prototype("A", make("prototype", name="B")), prototype("B")]),
    ),
    "HM403": (
        module(prototypes=[prototype("Unit")]),
        module(slots=[slot(make("prototype", name="Unit"))], prototypes=[prototype("Unit")]),
    ),
    "HM404": (module(slots=[raw("nothing")]), module(slots=[raw(text())])),
    "HM405": (
        module(slots=[raw("+/null/piece;;;inf.png;km/h/null;0;0;2;0")]),
        module(slots=[raw("+/null/piece;;;inf.png;km\\/h/null;0;0;2;0")]),
    ),
    "HM406": (
        module(slots=[raw("+/null/delete;Delete;68,130;\tpiece;;;inf.png;Inf/null;0;0;2;0")]),
        module(slots=[raw("+/null/delete;Delete;68,130;\tpiece;;;inf.png;Inf/\tnull;0;0;2;0")]),
    ),
    "HM407": (
        module(slots=[raw("+/null/delete;Delete\\;68,130;\tpiece;;;inf.png;Inf/\tnull;0;0;2;0")]),
        module(slots=[raw("+/null/delete;Del\\;ete;68,130;\tpiece;;;inf.png;Inf/\tnull;0;0;2;0")]),
    ),
    "HM408": (
        module(slots=[raw("+/null/piece;;inf.png/null;0;0;2;0")]),
        module(slots=[raw("+/null/piece;;;inf.png;/null;0;0;2;0")]),
    ),
}
